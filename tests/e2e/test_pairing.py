"""Pairing in a real browser: the code that `pointline pair` shows, typed into the panel; a question; taking back."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.chromium_extension import ChromiumExtension
from e2e.daemon import PROGRAM, DaemonProcess

pytestmark = pytest.mark.browser

RENT = "<!doctype html><html lang=en><p>A flat of three rooms costs exactly 2,743 euros per month.</p>"


def pairing(daemon: DaemonProcess) -> subprocess.Popen[str]:
    command = [str(PROGRAM), "pair"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=daemon.environment)


def test_a_browser_is_paired_asks_and_is_taken_back(
    chromium: ChromiumExtension, open_page: Callable[[str | bytes], Page]
) -> None:
    with DaemonProcess("scripted") as daemon:
        panel = chromium.open_panel(open_page(RENT))
        panel.wait_for_selector(".connection, .ask:not([hidden])")
        if panel.locator(".connection").count() == 0:
            panel.click("#connection")
        panel.locator(".connection summary").click()
        panel.fill("#address", daemon.url)
        panel.fill("#code", "0000 0000")
        panel.click(".connection [type=submit]")
        expect(panel.locator(".wrong")).to_contain_text("pointline pair")
        process = pairing(daemon)
        assert process.stdout is not None
        code = process.stdout.readline().partition(":")[2].strip()
        wrong = code[:-1] + str((int(code[-1]) + 1) % 10)
        panel.fill("#code", wrong)
        panel.click(".connection [type=submit]")
        expect(panel.locator(".wrong")).to_contain_text("not the right one")
        sent: list[str] = []
        panel.on("request", lambda request: sent.append(f"{request.url} {request.headers} {request.post_data}"))
        panel.fill("#code", code)
        panel.click(".connection [type=submit]")
        panel.wait_for_selector(".connection", state="detached")
        out, _ = process.communicate(timeout=20)
        assert process.returncode == 0
        assert chromium.origin in out
        digits = code.replace(" ", "")
        assert not [line for line in sent if digits in line or code in line]
        panel.fill("#question", "What does a flat of three rooms cost per month?")
        panel.press("#question", "Enter")
        panel.locator(".turn:first-child:not(.is-running)").wait_for()
        assert panel.locator(".claim").count() == 1
        stored = "() => chrome.storage.local.get('connection')"
        pairing_id = panel.evaluate(stored)["connection"]["id"]
        subprocess.run([str(PROGRAM), "pair", "--revoke", pairing_id], check=True, env=daemon.environment)
        panel.fill("#question", "And now?")
        panel.press("#question", "Enter")
        expect(panel.locator(".problem").first).to_contain_text("no longer paired")
        panel.evaluate("() => chrome.storage.local.remove('connection')")
        panel.close()
