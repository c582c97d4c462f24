"""How well a model points, judges and states, measured on labelled questions: ``pointline eval`` and ``pointline model
qualify``.

Each measurement runs the pipeline's own steps, not a copy of them, and ends in plain numbers. This room may import
``exactquote``, ``pointline.pipeline`` and the engine protocol (:mod:`pointline.engine.base`), never a real engine, the
web or the command line; who calls it brings the engine.
"""
