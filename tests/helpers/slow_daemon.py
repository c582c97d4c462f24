"""A daemon on the real server whose model reads for half a minute and looks for a cancel now and then.

Run as a script with the path of a database; prints ``{"url", "token"}`` as ``pointline serve`` does.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from pointline.engine.base import EngineCancelled
from pointline.engine.scripted import ScriptedEngine
from pointline.store.store import Store
from pointline.web.app import create_app
from pointline.web.guard import Access
from pointline.web.server import Listener, run


class Slow(ScriptedEngine):
    """Its prefill takes thirty seconds, in chunks of a tenth."""

    def score_pairs(self, pairs: Any, *, cancel: Any = None) -> Any:
        for _ in range(300):
            if cancel is not None and cancel():
                raise EngineCancelled("cancelled")
            time.sleep(0.1)
        return super().score_pairs(pairs, cancel=cancel)


def main() -> None:
    listener = Listener(0)
    access = Access(hosts=listener.hosts)
    with Store.open(f"sqlite:///{sys.argv[1]}") as store:
        app = create_app(Slow(), access, store=store)
        line = json.dumps({"url": listener.url, "token": access.token})
        run(app, listener, access, ready=lambda: print(line, flush=True))


if __name__ == "__main__":
    main()
