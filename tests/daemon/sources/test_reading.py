"""Opening what a person named: every sort of bad input says what is wrong and one thing to do; a good page is read."""

from __future__ import annotations

import gc
import io
import socket
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pointline.errors import BadInput
from pointline.sources.reading import open_typed
from pointline.sources.sniff import sort_of

PAGE = "<!doctype html><html lang=en><title>Tides</title><p>High water is at 07:14.</p>"


def refused(name: str | Path) -> BadInput:
    with pytest.raises(BadInput) as caught:
        open_typed(str(name))
    assert str(caught.value).endswith(".")
    assert caught.value.action.endswith((".", ")"))
    return caught.value


def test_a_saved_page_is_read(tmp_path: Path) -> None:
    path = tmp_path / "tides.html"
    path.write_text(PAGE, encoding="utf-8")
    page = open_typed(str(path)).page
    assert page.text == "High water is at 07:14."
    assert page.title == "Tides"
    assert page.url == path.as_uri()
    assert open_typed(path.as_uri()).page.sha256 == page.sha256


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("empty.html", b"", "empty"),
        ("blank.html", b" \n\t ", "empty"),
        ("pictures.html", b"<html><body><img src=a.png><img src=b.png></body></html>", "no-text"),
        ("scripts.html", b"<html><script>document.write('x')</script></html>", "no-text"),
        ("photo.png", b"\x89PNG\r\n\x1a\n" + bytes(64), "binary"),
        ("renamed.html", b"\x89PNG\r\n\x1a\n" + bytes(64), "binary"),
        ("noise.html", bytes(range(256)) * 8, "binary"),
        ("short.bin", b"\x00\x01", "binary"),
        ("high.bin", b"\x80\x81\x8d", "binary"),
        ("wide.bin", b"\xff\xfe" + bytes(number * 7 % 256 for number in range(999)), "binary"),
        ("paper.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "pdf-broken"),
        ("page.html.gz", b"\x1f\x8b\x08\x00rest", "binary"),
    ],
)
def test_what_is_no_page_is_refused(tmp_path: Path, name: str, data: bytes, code: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert refused(path).code == code


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.html").code == "missing-file"
    assert refused(tmp_path).code == "directory"
    assert refused("/dev/null").code == "not-a-file"
    assert refused("ftp://example.org/x").code == "scheme"
    assert refused("bad\0name.html").code == "unreadable-file"
    assert refused("x" * 5000).code in ("unreadable-file", "missing-file")


def test_broken_html_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "broken.html"
    path.write_bytes(b"<p>One <b>two<p>three</i></div><table><td>four<p>5 &euro; & <")
    page = open_typed(str(path)).page
    for word in ("One two", "three", "four", "5 €"):
        assert word in page.text


def test_a_five_megabyte_page_is_read(tmp_path: Path) -> None:
    path = tmp_path / "long.html"
    paragraph = "<p>The quay at plot {} is swept on the first Monday of the month.</p>\n"
    path.write_text("<html>" + "".join(paragraph.format(n) for n in range(75_000)), encoding="utf-8")
    assert path.stat().st_size > 5_000_000
    page = open_typed(str(path)).page
    assert page.text.endswith("plot 74999 is swept on the first Monday of the month.")


def test_plain_text_and_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("First line.\n\nA < b and 5 > 3.", encoding="utf-8")
    assert "A < b and 5 > 3." in open_typed(str(path)).page.text
    given = io.TextIOWrapper(io.BytesIO(PAGE.encode()))
    monkeypatch.setattr(sys, "stdin", given)
    assert open_typed("-").page.text == "High water is at 07:14."


def test_sort_goes_by_bytes_before_names() -> None:
    assert sort_of(b"\xef\xbb\xbf<!DOCTYPE html><p>x") == "html"
    assert sort_of("<html><p>ü".encode("utf-16")) == "html"
    assert sort_of(b"a <b> c", name="x.txt") == "text"
    assert sort_of(b"a <b> c", name="x.txt", content_type="text/html; charset=utf-8") == "html"
    assert sort_of(b"just words") == "text"


class _Server(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        status, kind, body = {
            "/page": (
                200,
                "text/html; charset=iso-8859-9",
                "<p>Güneş 07:14'te doğar, şöyle ığ</p>".encode("iso-8859-9"),
            ),
            "/moved": (302, "/page", b""),
            "/%C5%9Fehir%20sayfas%C4%B1": (200, "text/html", b"<p>Merhaba.</p>"),
            "/photo": (200, "image/png", b"\x89PNG\r\n\x1a\n" + bytes(64)),
        }.get(self.path, (404, "text/html", b"<p>no</p>"))
        self.send_response(status)
        self.send_header("Location" if status == 302 else "Content-Type", kind)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Server)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_addresses_are_opened(server: str) -> None:
    page = open_typed(f"{server}/page").page
    assert "Güneş 07:14'te doğar, şöyle ığ" in page.text
    assert page.url == f"{server}/page"
    assert open_typed(f"{server}/moved").page.url == f"{server}/page"


def test_addresses_that_give_no_page(server: str) -> None:
    assert refused(f"{server}/gone").code == "http-status"
    assert refused(f"{server}/photo").code == "binary"
    assert refused("http://127.0.0.1:9/").code == "unreachable"
    assert refused("http://no-such-host.invalid/").code == "unreachable"
    assert refused("http://[broken").code == "address"
    assert refused("http://").code == "address"


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000\r\n\r\n<p>Only the beginning", "cut-off"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n<p>Only the beginning", "cut-off"),
        (b"garbage\r\n\r\n", "unreachable"),
        (b"HTTP/1.0 302 Found\r\nLocation: ftp://127.0.0.1/x\r\n\r\n", "unreachable"),
        (b"HTTP/1.0 302 Found\r\nLocation: file:///etc/hosts\r\n\r\n", None),
        (b"HTTP/1.0 200 OK\r\n" + b"".join(b"X-%d: 1\r\n" % n for n in range(200)) + b"\r\n<p>x", "unreachable"),
    ],
)
# http.client leaves its socket to the collector when there are too many headers.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_servers_that_misbehave(answer: bytes, code: str | None) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        error = refused(f"http://127.0.0.1:{listener.getsockname()[1]}/")
        thread.join()
    assert code in (None, error.code)
    gc.collect()


def test_addresses_are_understood_as_a_browser_does(server: str) -> None:
    assert open_typed(f"{server}/şehir sayfası").page.text == "Merhaba."
    assert refused("http://localhost:abc/").code == "address"
    assert refused("http://şehir.invalid/").code == "unreachable"
    assert refused("  ").code == "no-page"
    assert refused("file://elsewhere/etc/hosts").code == "file-host"
