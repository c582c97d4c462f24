"""The command line: the same functions as the API, for a terminal or a script.

One module per command; :mod:`pointline.cli.main` joins them and turns every error into one line, one action and an exit
code. This room may import all the others.
"""
