"""The localhost API: flask on waitress, guarded before anything else runs.

It turns requests into calls of the pipeline and results into JSON and event streams, and holds no logic that the
command line would need too. Routes lie in ``routes_*``; each is declared once (``endpoints``) with its body
(``bodies``) and its answer (``views``), which check what comes in and make the description (``openapi``). It may
import the pipeline, sources, store, export, access, logs and the engine protocol. Offsets enter and leave this room as
UTF-16 units, but for records of the store, which say that theirs are code points.
"""
