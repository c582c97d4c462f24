"""Every word of the interface comes from ``_locales``, every message is used, and all languages have the same."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

EXTENSION = Path(__file__).parents[2] / "extension"
LOCALES = sorted(path.parent.name for path in (EXTENSION / "_locales").glob("*/messages.json"))
SOURCES = [
    path for kind in ("*.js", "*.html", "*.json") for path in EXTENSION.rglob(kind) if "_locales" not in path.parts
]


def messages(locale: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((EXTENSION / "_locales" / locale / "messages.json").read_text(encoding="utf-8"))
    return found


def quoted() -> set[str]:
    """Every word in quotes, and every message that a manifest names."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    return set(re.findall(r"['\"](\w+)['\"]", text)) | set(re.findall(r"__MSG_(\w+)__", text))


def counted() -> set[str]:
    """Counts with a noun: they have a message for each form that a language has."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    return set(re.findall(r"counted\(\s*'(\w+)'", text))


@cache
def forms() -> dict[str, list[str]]:
    """What a language tells apart in a count, as the browsers' own data (CLDR) has it."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    script = """const [locales] = process.argv.slice(1).map(JSON.parse);
      const of = (one) => new Intl.PluralRules(one).resolvedOptions().pluralCategories;
      console.log(JSON.stringify(Object.fromEntries(locales.map((one) => [one, of(one)]))))"""
    done = subprocess.run([node, "-e", script, json.dumps(LOCALES)], capture_output=True, text=True, check=True)
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def named() -> set[str]:
    """Messages that the code asks for by name."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    calls = re.findall(r"message\(\s*'(\w+)'", text)
    counts = {f"{name}_{form}" for name in counted() for form in forms()["en"]}
    tables = re.findall(r"\b(?:key|title|action): '(\w+)'", text)
    attributes = re.findall(r'data-(?:text|label|placeholder)="(\w+)"', text)
    words = (EXTENSION / "panel" / "word-tables.js").read_text(encoding="utf-8")
    codes = re.findall(r"\['\w+', '(\w+)'\]", words)
    return {*calls, *counts, *tables, *attributes, *codes, *re.findall(r"__MSG_(\w+)__", text)}


def test_every_message_that_is_asked_for_exists() -> None:
    assert named() - set(messages("en")) == set()
    assert len(named()) > 60


def test_every_message_is_used() -> None:
    counts = {f"{name}_{form}" for name in counted() for form in forms()["en"]}
    assert set(messages("en")) - quoted() - counts == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_languages_have_the_same_messages_with_the_same_places(locale: str) -> None:
    english, other = messages("en"), messages(locale)
    counts = {f"{name}_{form}": form for name in counted() for form in ("zero", "one", "two", "few", "many", "other")}
    assert [name for name in other if name not in counts] == [name for name in english if name not in counts]
    assert {name for name in other if name in counts} == {name for name in counts if counts[name] in forms()[locale]}
    for name, entry in other.items():
        used = set(re.findall(r"\$(\w+)\$", entry["message"]))
        if name in counts:
            # One and two may be said without a figure; what stands for several counts never.
            assert used == {"COUNT"} or (used == set() and counts[name] in ("zero", "one", "two")), name
            assert entry.get("placeholders", {}) == {place.lower(): {"content": "$1"} for place in used}, name
            continue
        assert entry.get("placeholders") == english[name].get("placeholders"), name
        used = {place.lower() for place in re.findall(r"\$(\w+)\$", entry["message"])}
        assert used == set(entry.get("placeholders", {})), name


def test_no_text_stands_in_the_html() -> None:
    for page in ("panel/panel.html", "options/options.html"):
        html = (EXTENSION / page).read_text(encoding="utf-8")
        body = re.sub(r"<[^>]*>", "", html.split("<body>", 1)[1])
        assert body.strip() == "", page


def test_nothing_is_called_true_or_verified() -> None:
    shown = " ".join(entry["message"] for entry in messages("en").values())
    assert not re.search(r"\b(true|verified|proven|confirmed)\b", shown, re.IGNORECASE)


@pytest.mark.parametrize("locale", LOCALES)
def test_messages_say_something_and_no_place_is_left_bare(locale: str) -> None:
    for name, entry in messages(locale).items():
        assert entry["message"].strip() or name == "listSeparator", name
        assert not re.search(r"\$\d|\$(?!\w+\$)", re.sub(r"\$\w+\$", "", entry["message"])), name


def test_each_language_knows_its_name_and_direction() -> None:
    told = {
        locale: (messages(locale)["languageTag"]["message"], messages(locale)["direction"]["message"])
        for locale in LOCALES
    }
    assert told == {locale: (locale, "rtl" if locale == "ar" else "ltr") for locale in LOCALES}


def test_five_languages_are_there_and_each_has_its_own_words() -> None:
    assert LOCALES == ["ar", "de", "en", "fi", "tr"]
    english = messages("en")
    same = {"extensionName", "listSeparator", "stepShare", "fact", "factFormula", "withheldAttempts", "sessionNote"}
    same |= {"tableTouched"}
    for locale in LOCALES:
        if locale == "en":
            continue
        copied = {
            name
            for name, entry in messages(locale).items()
            if entry["message"] == english.get(name, {}).get("message") and len(entry["message"].split()) > 2
        }
        assert copied - same == set(), locale
