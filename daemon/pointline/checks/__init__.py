"""Checking a memo: its claims, each with the document it cites, and the line of that document that bears it out.

``memo → open each document once → find the line → sums → judge → report``. Pure functions over frozen dataclasses; who
calls (command line, API) brings the function that opens a document, so that who may open what is decided there. This
room may import ``exactquote``, the engine protocol (:mod:`pointline.engine.base`), :mod:`pointline.errors` and
``pointline.pipeline``, and of the store its plain values (``pointline.store.records``); it alone knows the Markdown
library. It never opens anything itself.
"""
