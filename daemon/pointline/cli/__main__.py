"""``python -m pointline.cli``."""

from pointline.cli.main import main

main()
