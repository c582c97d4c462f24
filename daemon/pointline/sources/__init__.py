"""Where pages come from: files, standard input and addresses become a :class:`exactquote.page.Page`.

This room does the reading and the refusing of what is not a page; it may import ``exactquote`` and
:mod:`pointline.errors`. Who may open what (the command line opens files, the API never does) is decided by the caller's
choice of function.
"""
