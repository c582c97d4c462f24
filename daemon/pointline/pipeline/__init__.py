"""From a page and a question to claims that carry their lines: ``read → rank → point → state → verify →
record``.

Each step is a function over small frozen dataclasses (:mod:`pointline.pipeline.answer`) and can be tested with a
scripted engine. This room may import ``exactquote`` and the engine protocol (:mod:`pointline.engine.base`), never a
real engine, the web or the store.
"""
