"""Threats T6 and T7: who gets a token, how often one may try, and what is kept of it."""

from __future__ import annotations

import stat
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from pointline.access import files, pairings, pake, window
from pointline.access.exchange import Exchange, PairingDesk, PairingRefused
from pointline.access.pairings import Pairing, PairingBook, new_pairing
from pointline.access.proofs import hello_key, hello_proof, mac, new_nonce, new_token, token_hash
from pointline.access.window import TRIES, WindowFile
from pointline.errors import BadInput, Failure

HOST, ORIGIN = "127.0.0.1:8765", "chrome-extension://abcdefghijklmnop"


@pytest.fixture
def book(tmp_path: Path) -> PairingBook:
    return PairingBook(tmp_path)


@pytest.fixture
def windows(tmp_path: Path) -> WindowFile:
    return WindowFile(tmp_path)


@pytest.fixture
def desk(book: PairingBook, windows: WindowFile) -> PairingDesk:
    return PairingDesk(book, windows)


def begin(desk: PairingDesk, origin: str = ORIGIN) -> Exchange:
    return desk.start(host=HOST, origin=origin, nonce=new_nonce(), label="Chrome 140")


def answer(exchange: Exchange, code: str, *, host: str = HOST, origin: str = ORIGIN) -> tuple[str, str, bytes]:
    """What an extension that was told ``code`` sends, and the key that it comes to."""
    exponent = pake.secret()
    share = pake.share(pake.generator(code, host, origin, *exchange.nonces), exponent)
    shares = (share, exchange.share)
    key = pake.shared_key(exchange.share, exponent, host=host, origin=origin, nonces=exchange.nonces, shares=shares)
    assert key is not None
    return share, pake.client_proof(key), key


def finish(desk: PairingDesk, exchange: Exchange, code: str, **other: str) -> tuple[Pairing, str, bytes]:
    share, proof, key = answer(exchange, code, **other)
    pairing, theirs = desk.finish(exchange.id, host=HOST, origin=ORIGIN, share=share, proof=proof)
    return pairing, theirs, key


def refused(desk: PairingDesk, exchange: Exchange, code: str, **other: str) -> tuple[str, int]:
    with pytest.raises(PairingRefused) as caught:
        finish(desk, exchange, code, **other)
    return caught.value.reason, caught.value.tries


def wrong(code: str) -> str:
    return str((int(code) + 1) % 10**8).zfill(8)


def test_both_sides_prove_the_code_and_come_to_one_token(
    desk: PairingDesk, windows: WindowFile, book: PairingBook
) -> None:
    code = windows.open().code
    assert len(code) == 8
    assert code.isdigit()
    pairing, theirs, key = finish(desk, begin(desk), code)
    assert theirs == pake.daemon_proof(key, pairing.id)
    token = pake.agreed_token(key)
    assert len(token) == len(new_token()) == 43
    assert book.with_token(token) == pairing
    assert pairing.origin == ORIGIN
    assert pairing.hello_key == hello_key(token).hex()


def test_five_wrong_codes_lock_the_window(desk: PairingDesk, windows: WindowFile, book: PairingBook) -> None:
    code = windows.open().code
    found = [refused(desk, begin(desk), wrong(code)) for _ in range(TRIES)]
    assert found == [*(("wrong_code", left) for left in range(TRIES - 1, 0, -1)), ("locked", 0)]
    with pytest.raises(PairingRefused) as caught:
        begin(desk)
    assert caught.value.reason == "locked"
    assert book.all() == []


def test_a_daemon_that_was_started_again_remembers_the_tries(book: PairingBook, windows: WindowFile) -> None:
    code = windows.open().code
    for left in range(TRIES - 1, 0, -1):
        desk = PairingDesk(book, windows)
        assert refused(desk, begin(desk), wrong(code)) == ("wrong_code", left)
    desk = PairingDesk(book, windows)
    assert refused(desk, begin(desk), wrong(code)) == ("locked", 0)


def test_the_right_code_after_wrong_ones_still_pairs(desk: PairingDesk, windows: WindowFile) -> None:
    code = windows.open().code
    for _ in range(TRIES - 1):
        refused(desk, begin(desk), wrong(code))
    finish(desk, begin(desk), code)


def test_an_exchange_that_nobody_knows_is_not_called_used(desk: PairingDesk, windows: WindowFile) -> None:
    code = windows.open().code
    share, proof, _ = answer(begin(desk), code)
    with pytest.raises(PairingRefused) as caught:
        desk.finish("0" * 16, host=HOST, origin=ORIGIN, share=share, proof=proof)
    assert caught.value.reason == "unknown"


def test_a_code_is_good_once(desk: PairingDesk, windows: WindowFile, book: PairingBook) -> None:
    code = windows.open().code
    exchange = begin(desk)
    share, proof, _ = answer(exchange, code)
    desk.finish(exchange.id, host=HOST, origin=ORIGIN, share=share, proof=proof)
    for _ in range(2):
        with pytest.raises(PairingRefused) as caught:
            desk.finish(exchange.id, host=HOST, origin=ORIGIN, share=share, proof=proof)
        assert caught.value.reason == "used"
    with pytest.raises(PairingRefused) as caught:
        begin(desk)
    assert caught.value.reason == "used"
    assert len(book.all()) == 1


def test_an_exchange_that_failed_cannot_be_tried_again(desk: PairingDesk, windows: WindowFile) -> None:
    code = windows.open().code
    exchange = begin(desk)
    refused(desk, exchange, wrong(code))
    assert refused(desk, exchange, code)[0] == "used"
    now = windows.read()
    assert now is not None
    assert now.tries == TRIES - 1


def test_a_code_expires(desk: PairingDesk, windows: WindowFile) -> None:
    code = windows.open(seconds=0.3).code
    exchange = begin(desk)
    time.sleep(0.35)
    assert refused(desk, exchange, code)[0] == "expired"
    with pytest.raises(PairingRefused) as caught:
        begin(desk)
    assert caught.value.reason == "expired"


def test_long_after_a_window_it_is_as_if_there_had_been_none(
    desk: PairingDesk, windows: WindowFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows.open(seconds=0)
    monkeypatch.setattr(window, "REMEMBERED", -1.0)
    with pytest.raises(PairingRefused) as caught:
        begin(desk)
    assert caught.value.reason == "no_window"


def test_one_exchange_at_a_time(desk: PairingDesk, windows: WindowFile, monkeypatch: pytest.MonkeyPatch) -> None:
    code = windows.open().code
    first = begin(desk)
    with pytest.raises(PairingRefused) as caught:
        begin(desk, "chrome-extension://another")
    assert caught.value.reason == "pending"
    finish(desk, first, code)


def test_a_pending_exchange_gives_way_after_a_while(
    desk: PairingDesk, windows: WindowFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = windows.open().code
    monkeypatch.setattr("pointline.access.exchange.PENDING", 0.0)
    first = begin(desk)
    second = begin(desk)
    assert refused(desk, first, code)[0] == "unknown"
    finish(desk, second, code)


def test_a_new_window_makes_the_old_code_void(desk: PairingDesk, windows: WindowFile) -> None:
    old = windows.open().code
    exchange = begin(desk)
    windows.open()
    assert refused(desk, exchange, old)[0] == "expired"


def test_another_origin_cannot_finish(desk: PairingDesk, windows: WindowFile, book: PairingBook) -> None:
    code = windows.open().code
    exchange = begin(desk)
    share, proof, _ = answer(exchange, code)
    with pytest.raises(PairingRefused):
        desk.finish(exchange.id, host=HOST, origin="chrome-extension://another", share=share, proof=proof)
    assert book.all() == []


@pytest.mark.parametrize("other", [{"host": "127.0.0.1:9999"}, {"origin": "chrome-extension://another"}])
def test_the_right_code_for_another_channel_is_wrong(
    desk: PairingDesk, windows: WindowFile, other: dict[str, str]
) -> None:
    code = windows.open().code
    assert refused(desk, begin(desk), code, **other)[0] == "wrong_code"


@pytest.mark.parametrize("share", [0, 1, pake.PRIME - 1, pake.PRIME, pake.PRIME + 1])
def test_shares_that_would_give_the_key_away_are_refused(desk: PairingDesk, windows: WindowFile, share: int) -> None:
    windows.open()
    exchange = begin(desk)
    text = f"{share:0768x}"
    guess = mac(
        (1).to_bytes(pake.SIZE, "big"), "pointline pair key", HOST, ORIGIN, *exchange.nonces, text, exchange.share
    )
    with pytest.raises(PairingRefused):
        desk.finish(exchange.id, host=HOST, origin=ORIGIN, share=text, proof=pake.client_proof(guess))


def test_the_window_is_private_and_forgets_its_code(desk: PairingDesk, windows: WindowFile, tmp_path: Path) -> None:
    opened = windows.open()
    path = tmp_path / window.FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    finish(desk, begin(desk), opened.code)
    assert opened.code not in path.read_text()
    again = windows.open()
    windows.close(again.id)
    assert again.code not in path.read_text()


def test_only_a_hash_is_kept_in_a_private_place() -> None:
    token = new_token()
    book = PairingBook()
    book.add(new_pairing(token, ORIGIN, "Firefox 142", "one"))
    place = files.folder(pairings.FOLDER)
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700
    for path in place.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    kept = (place / pairings.FILE).read_text()
    assert token not in kept
    assert token_hash(token) in kept
    assert len(bytes.fromhex(token_hash(token))) == 32


def test_a_folder_that_others_can_read_is_closed() -> None:
    place = files.folder(pairings.FOLDER)
    place.chmod(0o755)
    PairingBook()
    assert stat.S_IMODE(place.stat().st_mode) == 0o700


def test_pairings_are_taken_back_at_once_and_by_others(tmp_path: Path) -> None:
    token = new_token()
    one, other = PairingBook(tmp_path), PairingBook(tmp_path)
    one.add(new_pairing(token, ORIGIN, "", "one"))
    assert other.with_token(token) is not None
    one.revoke("one")
    assert other.with_token(token) is None
    with pytest.raises(BadInput):
        one.revoke("one")


def test_pairings_added_at_once_are_all_kept(tmp_path: Path) -> None:
    books = [PairingBook(tmp_path) for _ in range(4)]

    def add(book: PairingBook, number: int) -> None:
        for step in range(5):
            book.add(new_pairing(new_token(), ORIGIN, "", f"{number}-{step}"))

    threads = [threading.Thread(target=add, args=(book, number)) for number, book in enumerate(books)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(PairingBook(tmp_path).all()) == 20


def test_the_longest_unused_makes_room(book: PairingBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairings, "MOST", 2)
    for number, used in enumerate((3.0, 1.0, 2.0)):
        book.add(replace(new_pairing(new_token(), ORIGIN, "", str(number)), used=used))
    assert {one.id for one in book.all()} == {"0", "2"}


def test_the_last_use_is_written_now_and_then(book: PairingBook, tmp_path: Path) -> None:
    old = replace(new_pairing(new_token(), ORIGIN, "", "one"), used=0.0)
    book.add(old)
    book.touch(old)
    fresh = book.get("one")
    assert fresh is not None
    assert time.time() - fresh.used < 60
    stamp = (tmp_path / pairings.FILE).stat().st_mtime_ns
    book.touch(fresh)
    assert (tmp_path / pairings.FILE).stat().st_mtime_ns == stamp


@pytest.mark.parametrize("kept", ["{", "[]", '{"pairings": [{}]}', '{"pairings": 3}', "null", ""])
def test_a_damaged_file_is_a_failure_with_an_action(tmp_path: Path, kept: str) -> None:
    (tmp_path / pairings.FILE).write_text(kept)
    book = PairingBook(tmp_path)
    if kept == "null":
        assert book.all() == []
        return
    with pytest.raises(Failure) as caught:
        book.all()
    assert "pointline pair" in caught.value.action


def test_a_full_disk_leaves_the_old_file(book: PairingBook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book.add(new_pairing(new_token(), ORIGIN, "", "one"))

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(files.DiskFull) as caught:
        book.add(new_pairing(new_token(), ORIGIN, "", "two"))
    assert "space" in caught.value.action
    monkeypatch.undo()
    assert [one.id for one in PairingBook(tmp_path).all()] == ["one"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", pairings.FILE]


@pytest.mark.parametrize("label", ["", "x" * 500, "a\nb\x1b[2Jc\u202e", "  spaces   between "])
def test_labels_stand_on_one_line(label: str) -> None:
    tidy = pairings.tidy_label(label)
    assert len(tidy) <= pairings.LONGEST_LABEL
    assert tidy == tidy.strip()
    assert tidy.isprintable()


def test_a_hello_is_bound_to_everything_in_it() -> None:
    key = hello_key(new_token())
    parts = [HOST, "one", new_nonce(), new_nonce()]
    proof = hello_proof(key, *parts)
    assert hello_proof(key, *parts) == proof
    for place in range(4):
        other = [*parts]
        other[place] += "x"
        assert hello_proof(key, *other) != proof
    assert mac(b"k", "ab", "c") != mac(b"k", "a", "bc")
