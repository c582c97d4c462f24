"""A hub on this machine for tests: lists one repository, serves its files, and misbehaves when told to."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

COMMIT = "0123456789abcdef0123456789abcdef01234567"


class Hub:
    """What the hub holds and how it behaves; ``asked`` lists every request for a file with its Range header."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files
        self.commit = COMMIT
        self.ranges = True
        self.drop_after: dict[str, list[int]] = {}
        self.status: dict[str, list[int]] = {}
        self.lies: dict[str, str] = {}
        self.asked: list[tuple[str, str | None]] = []
        self.url = ""

    def listing(self) -> dict[str, Any]:
        """The answer to ``/api/models/…?blobs=true``."""
        siblings = []
        for name, content in self.files.items():
            item: dict[str, Any] = {"rfilename": name, "size": len(content)}
            if name.endswith(".safetensors"):
                digest = self.lies.get(name, hashlib.sha256(content).hexdigest())
                item["lfs"] = {"sha256": digest, "size": len(content), "pointerSize": 134}
            else:
                blob = f"blob {len(content)}\0".encode() + content
                item["blobId"] = self.lies.get(name, hashlib.sha1(blob).hexdigest())
            siblings.append(item)
        return {"sha": self.commit, "siblings": siblings}


@contextmanager
def running(hub: Hub) -> Iterator[Hub]:
    """Serve the hub on a free port of 127.0.0.1."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

        def do_GET(self) -> None:
            if self.path.startswith("/api/models/"):
                self.answer(200, json.dumps(hub.listing()).encode())
                return
            name = self.path.rpartition("/")[2]
            hub.asked.append((name, self.headers.get("Range")))
            if hub.status.get(name):
                self.answer(hub.status[name].pop(0), b"")
                return
            content = hub.files[name]
            start = 0
            wanted = self.headers.get("Range")
            if wanted and hub.ranges:
                start = int(wanted.removeprefix("bytes=").rstrip("-"))
                if start >= len(content):
                    self.answer(416, b"")
                    return
            part = content[start:]
            drops = hub.drop_after.get(name)
            cut = drops.pop(0) if drops else None
            self.send_response(206 if start else 200)
            self.send_header("Content-Length", str(len(part)))
            self.end_headers()
            self.wfile.write(part if cut is None else part[:cut])
            self.wfile.flush()
            if cut is not None:
                self.close_connection = True

        def answer(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    hub.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield hub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
