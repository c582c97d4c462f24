"""Models: everything that can read text and say how likely text is, behind one small protocol.

``base`` holds the protocol and the plain values that cross it; ``registry.make_engine`` makes an engine by name. The
rooms around this one (``pipeline``, ``web``, ``cli``) import ``base`` and ``registry`` and nothing else from here.

May import: the standard library, numpy, ``pointline.home``; MLX, mlx-lm and gguf only inside functions or in modules
that ``registry`` imports when an engine is made, so that importing this package costs nothing and works without them.
May not import: ``pointline.pipeline``, ``pointline.web``, ``exactquote``.
"""
