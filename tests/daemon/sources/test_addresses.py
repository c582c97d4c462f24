"""Which addresses lead to this machine or its network, in all the ways they can be written."""

from __future__ import annotations

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointline.errors import BadInput
from pointline.sources.addresses import is_local_name, is_public, read_address
from pointline.sources.reach import Reach, Unreachable


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254", "169.254.169.254",
        "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.168.1.1", "198.18.0.1", "224.0.0.251", "239.255.255.250",
        "240.0.0.1", "255.255.255.255", "168.63.129.16",
        "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:93.184.215.14", "::ffff:0:10.0.0.1", "64:ff9b::a00:1",
        "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "2002:5db8:d70e::1", "3fff::1", "5f00::1",
        "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%lo", "fec0::1", "ff02::1", "2606:4700::1%eth0",
    ],
)  # fmt: skip
def test_addresses_of_this_machine_and_its_network(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "1.1.1.1", "100.63.255.255", "172.32.0.1", "2606:4700::1111", "64:ff9b::101:101"]
)
def test_addresses_of_the_internet(address: str) -> None:
    assert is_public(ip_address(address))


@given(st.ip_addresses())
def test_what_python_calls_private_is_never_public(address: object) -> None:
    found = ip_address(str(address))
    if not found.is_global or found.is_multicast:
        assert not is_public(found) or str(found).startswith("64:ff9b::")


@pytest.mark.parametrize(
    "host",
    [
        "0x7f000001", "2130706433", "017700000001", "127.1", "0x7f.1", "127.0.0.1.", "%31%32%37.0.0.1", "１２７.0.0.1",
        "[::1]", "[::ffff:127.0.0.1]", "[0:0:0:0:0:ffff:7f00:1]", "[2002:7f00:1::]", "169.254.169.254", "0",
        "localhost", "LOCALHOST", "localhost.", "a.localhost", "printer", "nas.local", "metadata.google.internal",
    ],
)  # fmt: skip
def test_every_way_to_write_a_local_host_is_refused_without_asking_the_dns(host: str) -> None:
    def resolve(name: str, port: int) -> list[str]:
        pytest.fail(f"{name} was looked up")

    with pytest.raises(Unreachable):
        Reach(True, resolve).addresses(read_address(f"http://{host}/").host, 80)


def test_one_private_address_among_public_ones_is_enough_to_refuse() -> None:
    reach = Reach(True, lambda _name, _port: ["93.184.215.14", "10.0.0.1"])
    with pytest.raises(Unreachable):
        reach.addresses("mixed.example", 443)
    assert len(Reach(False, reach.resolve).addresses("mixed.example", 443)) == 2


def test_names() -> None:
    assert not is_local_name("example.org")
    assert not is_local_name("localhost.example.org")
    assert not is_local_name("93.184.215.14")


@pytest.mark.parametrize("address", ["ftp://a.example/", "file:///etc/hosts", "javascript:1", "data:text/html,x"])
def test_other_schemes(address: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_address(address)
    assert caught.value.code == "scheme"


def test_passwords_in_addresses_are_not_sent_and_not_repeated() -> None:
    with pytest.raises(BadInput) as caught:
        read_address("https://ada:lovelace@example.org/")
    assert caught.value.code == "credentials"
    assert "lovelace" not in str(caught.value)


@given(st.text())
def test_no_string_breaks_it(text: str) -> None:
    for address in (text, f"http://{text}", f"https://{text}/x"):
        try:
            read = read_address(address)
        except BadInput:
            continue
        assert read.scheme in ("http", "https")
        assert read.host
