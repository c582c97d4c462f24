"""Where the ``pointline`` command begins: so little is done here that even an early Ctrl-C ends in exit code 130."""

from __future__ import annotations

import sys

CANCELLED = 130


def start() -> None:
    """Load the command line and run it."""
    try:
        from pointline.cli.main import main
    except KeyboardInterrupt:
        sys.exit(CANCELLED)
    main()
