"""The localhost API: flask on waitress, guarded before anything else runs.

It turns requests into calls of the pipeline and results into JSON and event streams, and holds no logic that the
command line would need too. It may import the pipeline, sources, store and the engine protocol. Offsets enter and leave
this room as UTF-16 units.
"""
