"""``python -m pointline.cli``."""

from pointline.cli.start import start

start()
