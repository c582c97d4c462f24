"""Pages in the system's browser: what it shows is what is read, and what it may reach is what was checked."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from daemon.sources.local_net import SITE, Answer, Net, Server
from pointline.errors import BadInput
from pointline.sources.anchors import anchors_of
from pointline.sources.browsers import find_browser
from pointline.sources.opened import Opened, OpeningCancelled
from pointline.sources.opening import open_address
from pointline.sources.reading import open_typed
from pointline.sources.rendering import render
from pointline.sources.visit import Patience, Rendering
from pointline.sources.walking import walker

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("no_threads_left")]

WRITTEN_BY_SCRIPT = """<!doctype html><html lang=en><title>Tides</title><h1>Quay</h1>
<p id=level>Loading …</p><p>Area: 10<sup>2</sup> m²</p><p style="display:none">Unseen.</p>
<p id=host></p><script>
  host.attachShadow({mode: 'closed'}).innerHTML = '<p>In the shadow.</p>';
  alert('stop'); confirm('stop'); open('/popup'); document.cookie = 'seen=1';
  navigator.serviceWorker?.register('/worker.js');
  fetch('/level').then((r) => r.text()).then((t) => { level.textContent = 'High water is at ' + t + '.'; });
  // What the page does to the world it can reach must not change the walk.
  globalThis.pointline = {walk: () => ({page: {blocks: [{text: 'Forged.'}]}})};
  String.prototype.matchAll = () => []; JSON.stringify = () => '"Forged."';
</script>"""


def codes(opened: Opened) -> list[str]:
    return [note.code for note in opened.notes]


def test_the_walker_is_the_extension_s_own() -> None:
    content = Path(__file__).parents[3] / "extension" / "content"
    assert walker().endswith((content / "walker.js").read_text(encoding="utf-8"))


def test_what_scripts_write_is_read_where_it_stands(server: Server) -> None:
    server.put("/page", WRITTEN_BY_SCRIPT)
    server.put("/level", "07:14", Content_Type="text/plain")
    server.move("/moved", "/page")
    opened = open_typed(f"{server.origin}/moved#now")
    page = opened.page
    assert page.text == "Quay\nHigh water is at 07:14.\nArea: 10^2 m²\nIn the shadow."
    assert (page.title, page.lang, page.url) == ("Tides", "en", f"{server.origin}/page#now")
    assert page.blocks[1].heading_path == ("Quay",)
    assert page.not_read["hidden"] == 1
    assert anchors_of(page) == frozenset({"level", "host"})
    assert opened.notes == ()
    assert server.paths().count("/page") == 1  # what was fetched is not fetched again
    assert "/worker.js" not in server.paths()


def test_a_page_from_the_internet_reaches_nothing_of_this_machine(server: Server) -> None:
    private = f"http://127.0.0.1:{server.port}"
    server.put(
        "/",
        f"""<p>Public.</p><img src="{private}/image"><iframe src="{private}/frame"></iframe>
        <link rel=stylesheet href="http://localhost:{server.port}/style"><script src="{private}/script"></script>
        <script>
          const say = (name) => (what) => document.body.append(` [${{name}}: ${{what}}]`);
          const ask = (name, url) => get(url).then(() => say(name)('came'), () => say(name)('no'));
          const get = (url) => fetch(url, {{mode: 'no-cors'}});
          ask('plain', '{private}/fetch');
          ask('six', 'http://[::1]:{server.port}/six');
          ask('octal', 'http://0x7f000001:{server.port}/hex');
          ask('redirect', '/inwards');
          ask('rebinding', 'http://turns.example/first').then(() => ask('again', 'http://turns.example/second'));
          ask('metadata', 'http://169.254.169.254/latest');
          say('peers')(typeof RTCPeerConnection);
          const socket = new WebSocket('ws://127.0.0.1:{server.port}/socket');
          const worker = new Worker(URL.createObjectURL(new Blob([`
            const ask = (url) => fetch(url, {{mode: 'no-cors'}}).then(() => 'came', () => 'no');
            ask('{private}/worker').then(postMessage);
            new WebSocket('ws://127.0.0.1:{server.port}/worker-socket');`])));
          worker.onmessage = ({{data}}) => say('worker')(data);
        </script>""",
    )
    server.put("/first", "x", Access_Control_Allow_Origin="*")
    server.move("/inwards", f"{private}/redirected")
    net = Net({"public.example": [[SITE]], "turns.example": [[SITE], ["127.0.0.1"]]}, {SITE: server.port})
    opened = open_address("http://public.example/", public_only=True, reach=net.reach())
    text = opened.page.text
    for name in ("plain", "six", "octal", "redirect", "again", "metadata", "worker"):
        assert f"[{name}: no]" in text, text
    assert "[rebinding: came]" in text
    assert "[peers: undefined]" in text
    assert {address for address, _ in net.connected} == {SITE}
    assert sorted(set(server.paths())) == ["/", "/first", "/inwards"]


def test_a_page_that_leads_into_this_network_is_refused(server: Server) -> None:
    server.put("/secret", "<p>Only for this machine.")
    server.put("/", f"<p>Public.<script>location = 'http://127.0.0.1:{server.port}/secret'</script>")
    net = Net({"public.example": [[SITE]]}, {SITE: server.port})
    with pytest.raises(BadInput) as caught:
        open_address("http://public.example/", reach=net.reach(public_only=False))
    assert caught.value.code == "private-address"
    assert "/secret" not in server.paths()


def test_layers_over_the_page_and_what_never_ends(server: Server) -> None:
    layer = '<div style="position:fixed;inset:0;background:#fff"><p>Do you agree?</p></div>'
    server.put("/slow", "never")
    server.answers["/slow"] = Answer(b"never", headers={"Content-Type": "text/css"}, wait=threading.Event())
    server.put("/", f"<h1>Tides</h1>{'<p>High water is at 07:14.</p>' * 9}{layer}<script>fetch('/slow')</script>")
    opened = open_typed(f"{server.origin}/")
    assert codes(opened) == ["still_loading", "covered"]
    assert opened.page.text.startswith("Tides\nHigh water is at 07:14.")
    assert opened.page.text.endswith("Do you agree?")
    assert server.paths().count("/") == 1


def rendering(server: Server, **changes: object) -> Rendering:
    program = find_browser()
    assert program is not None
    reach = Net({}, {}).reach(public_only=False)
    return Rendering(program, reach, 1_000_000, lambda _url: None, **changes)  # type: ignore[arg-type]


def test_a_page_that_hangs_is_given_up(server: Server) -> None:
    server.put("/", "<p>Text.<script>setTimeout(() => { for (;;); }, 300)</script>")
    with pytest.raises(BadInput) as caught:
        render(f"{server.origin}/", rendering(server, patience=Patience(20, 3, 3, 3)))
    assert caught.value.code == "timeout"


def test_it_can_be_cancelled(server: Server) -> None:
    server.answers["/"] = Answer(b"", headers={"Content-Type": "text/html"}, wait=threading.Event())
    began = time.monotonic()
    with pytest.raises(OpeningCancelled):
        render(f"{server.origin}/", rendering(server, cancel=lambda: bool(server.asked)))
    assert time.monotonic() - began < 25


def test_bounds_of_size_and_robots_of_pages_that_lead_on(server: Server) -> None:
    server.put("/robots.txt", "User-agent: *\nDisallow: /private", Content_Type="text/plain")
    server.put("/", "<p>A moment.<script>location = '/private'</script>")
    server.put("/private", "<p>Not for programs.")
    with pytest.raises(BadInput) as caught:
        open_typed(f"{server.origin}/", unattended=True)
    assert caught.value.code == "robots"
    assert "/private" not in server.paths()
    server.put("/long", "<p>Word.</p><script>document.body.append('x'.repeat(2_000_000))</script>")
    with pytest.raises(BadInput) as caught:
        render(f"{server.origin}/long", rendering(server))
    assert caught.value.code == "too-large"


def test_servers_that_want_a_browser_and_documents_behind_pages(server: Server) -> None:
    server.put("/", status=403)
    with pytest.raises(BadInput) as caught:
        open_typed(f"{server.origin}/")
    assert caught.value.code == "http-status"
    assert len([path for path in server.paths() if path == "/"]) == 2
    server.put("/page", "<p>A moment.<script>location = '/notes'</script>")
    server.put("/notes", "Plain notes.", Content_Type="text/plain")
    assert open_typed(f"{server.origin}/page").page.text == "Plain notes."


def test_without_a_browser_that_works_the_page_is_read_and_that_is_said(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("POINTLINE_BROWSER", str(broken))
    server.put("/", "<p>High water is at 07:14.")
    opened = open_typed(f"{server.origin}/")
    assert opened.page.text == "High water is at 07:14."
    assert codes(opened) == ["no_browser"]
    assert "The browser failed" in opened.notes[0].text
