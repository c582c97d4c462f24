"""Addresses that came over the API never lead to this machine or its network; what a person typed does, redirects do
not."""

from __future__ import annotations

import pytest

from daemon.sources.local_net import OTHER_SITE, SITE, Net, Server
from pointline.errors import BadInput
from pointline.sources.opening import open_address


def refused(address: str, net: Net, *, public_only: bool = True, unattended: bool = False) -> str:
    with pytest.raises(BadInput) as caught:
        open_address(address, public_only=public_only, unattended=unattended, reach=net.reach(public_only=public_only))
    return caught.value.code


@pytest.fixture
def net(server: Server) -> Net:
    server.put("/", "<p>High water is at 07:14.")
    server.put("/secret", "<p>Only for this machine.")
    return Net({"tides.example": [[SITE]], "local.example": [["127.0.0.1"]]}, {SITE: server.port})


def test_a_public_page_is_read(net: Net, server: Server) -> None:
    opened = open_address("http://tides.example/", public_only=True, reach=net.reach())
    assert opened.page.text == "High water is at 07:14."
    assert [note.code for note in opened.notes] == ["no_browser"]
    assert net.connected == [(SITE, 80)]
    assert server.asked == ["tides.example/"]


def test_private_addresses_are_refused_before_anything_is_sent(net: Net, server: Server) -> None:
    for host in ("127.0.0.1", "[::1]", "0x7f000001", "2130706433", "localhost", "local.example", "169.254.169.254"):
        assert refused(f"http://{host}:{server.port}/secret", net) == "private-address"
    assert net.connected == []
    assert server.asked == []


def test_redirects_into_this_network_are_refused(net: Net, server: Server) -> None:
    for public_only in (True, False):
        for host in ("127.0.0.1", "[::1]", "0x7f000001", "localhost", "local.example", "169.254.169.254"):
            server.move("/go", f"http://{host}:{server.port}/secret")
            net.connected.clear()
            assert refused("http://tides.example/go", net, public_only=public_only) == "private-address", host
            assert net.connected == [(SITE, 80)]
    assert "/secret" not in server.paths()


def test_a_name_that_changes_between_check_and_fetch(net: Net, server: Server) -> None:
    net.names["rebind.example"] = [[SITE], ["127.0.0.1"]]
    assert open_address("http://rebind.example/", public_only=True, reach=net.reach()).page.text
    assert net.connected == [(SITE, 80)]  # looked up once, and connected to what was checked
    assert refused("http://rebind.example/", net) == "private-address"
    net.names["rebind.example"] = [[SITE], ["127.0.0.1"]]
    server.move("/again", f"http://rebind.example:{server.port}/secret")
    assert refused("http://rebind.example/again", net) == "private-address"
    assert "/secret" not in server.paths()


def test_what_was_typed_is_opened_wherever_it_is(net: Net, server: Server) -> None:
    server.move("/moved", f"http://localhost:{server.port}/secret")
    net.names["localhost"] = [["127.0.0.1"]]
    opened = open_address(f"http://127.0.0.1:{server.port}/moved", reach=net.reach(public_only=False))
    assert opened.page.text == "Only for this machine."


def test_not_even_back_from_a_public_page(net: Net, server: Server) -> None:
    server.move("/out", "http://tides.example/back")
    server.move("/back", f"http://127.0.0.1:{server.port}/secret")
    assert refused(f"http://127.0.0.1:{server.port}/out", net, public_only=False) == "private-address"


def test_endless_redirects_end(net: Net, server: Server) -> None:
    for number in range(50):
        server.move(f"/{number}", f"/{number + 1}")
    assert refused("http://tides.example/0", net) == "http-status"
    assert len(server.asked) < 15


def test_robots_are_asked_in_unattended_runs_only(net: Net, server: Server) -> None:
    server.put("/robots.txt", "User-agent: *\nDisallow: /private", Content_Type="text/plain")
    server.put("/private/a", "<p>Not for programs.")
    server.put("/public", "<p>For all.")
    assert refused("http://tides.example/private/a", net, unattended=True) == "robots"
    assert server.paths() == ["/robots.txt"]
    assert open_address("http://tides.example/public", unattended=True, reach=net.reach()).page.text == "For all."
    assert open_address("http://tides.example/private/a", reach=net.reach()).page.text == "Not for programs."
    server.move("/public", "/private/a")
    assert refused("http://tides.example/public", net, unattended=True) == "robots"
    server.put("/robots.txt", "User-agent: pointline\nAllow: /", Content_Type="text/plain")
    assert open_address("http://tides.example/private/a", unattended=True, reach=net.reach()).page.text


def test_sites_without_robots_and_sites_that_cannot_say(net: Net, server: Server) -> None:
    assert open_address("http://tides.example/", unattended=True, reach=net.reach()).page.text
    server.put("/robots.txt", status=503)
    assert refused("http://tides.example/", net, unattended=True) == "robots"
    net.names["other.example"] = [[OTHER_SITE]]
    server.move("/robots.txt", f"http://127.0.0.1:{server.port}/secret")
    assert refused("http://tides.example/", net, unattended=True) == "robots"
    assert "/secret" not in server.paths()


@pytest.mark.parametrize(
    ("body", "media_type", "text"),
    [
        ('{"level": 3.2, "place": "Quay"}', "application/json", '{"level": 3.2, "place": "Quay"}'),
        ("Plain <b>words</b>.", "text/plain", "Plain <b>words</b>."),
    ],
)
def test_text_that_is_no_html_is_read_as_it_is(net: Net, server: Server, body: str, media_type: str, text: str) -> None:
    server.put("/data", body, Content_Type=media_type)
    opened = open_address("http://tides.example/data", reach=net.reach())
    assert opened.page.text == text
    assert opened.notes == ()


def test_what_is_no_text_is_refused(net: Net, server: Server) -> None:
    server.put("/photo", b"\x89PNG\r\n\x1a\n" + bytes(64), Content_Type="image/png")
    server.put("/files", b"PK\x03\x04" + bytes(64), Content_Type="application/zip")
    assert refused("http://tides.example/photo", net) == "binary"
    assert refused("http://tides.example/files", net) == "binary"


def test_the_proxy_of_the_environment_is_for_what_a_person_typed(
    net: Net, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", server.origin)
    monkeypatch.setenv("no_proxy", "")
    server.put("http://tides.example/", "<p>Through the proxy.")
    opened = open_address("http://tides.example/", reach=net.reach(public_only=False))
    assert opened.page.text == "Through the proxy."
    assert "through a proxy" in opened.notes[0].text
    server.put("http://tides.example/", status=302, Location="http://127.0.0.1:1/secret")
    assert refused("http://tides.example/", net, public_only=False) == "private-address"
    assert net.connected == []
    assert open_address("http://tides.example/", public_only=True, reach=net.reach()).page.text.startswith("High")
    assert net.connected == [(SITE, 80)]
