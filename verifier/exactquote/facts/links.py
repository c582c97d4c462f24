"""Finding web and e-mail addresses, and the form in which they are compared: WHATWG's, through ada-url."""

from __future__ import annotations

import re

import ada_url

from exactquote.facts.model import Fact
from exactquote.facts.taken import Taken

_HOST = r"(?<![\w.@/-])(?:[a-z0-9][a-z0-9-]{0,62}\.){1,5}[a-z]{2,24}/(?=\w)"  # without a scheme only with a path
_URL = re.compile(rf"(?:https?://|www\.|{_HOST})[^\s<>\"“”„«»‹›「」『』{{}}|\\^`，。；：！？）】]{{1,2000}}", re.I)
_EMAIL = re.compile(
    r"(?<![\w.+@-])[^\W_][\w.+-]{0,63}@[^\W_](?:[\w-]{0,62}\.)(?:[\w-]{1,63}\.){0,4}[^\W\d_]{2,24}(?![\w-])"
)
_TRAILING = ".,;:!?'’*_~…"
_PAIRS = {")": "(", "]": "["}
_TRACKING = re.compile(r"(?:utm_\w+|gclid|fbclid|msclkid|dclid|mc_[ce]id|igshid)=", re.I)


def find_links(text: str) -> list[Fact]:
    """Addresses in order. Sentence punctuation after an address is not part of it; a bracket is when it opened
    inside."""
    taken = Taken(text)
    found = []
    for match in _URL.finditer(text):
        raw = _without_trailing(match[0])
        if raw.lower() not in ("www.", "http://", "https://"):
            found.append(Fact("url", raw, match.start(), match.start() + len(raw), key=url_key(raw)))
    for match in _EMAIL.finditer(text):
        found.append(Fact("email", match[0], match.start(), match.end(), key=match[0].casefold()))
    return sorted((fact for fact in found if taken.take(fact)), key=lambda fact: fact.start)


def _without_trailing(raw: str) -> str:
    while raw:
        last = raw[-1]
        if last in _TRAILING or (last in _PAIRS and raw.count(last) > raw.count(_PAIRS[last])):
            raw = raw[:-1]
        else:
            break
    return raw


def url_key(raw: str) -> str:
    """The address as compared: normalised, without scheme, fragment, tracking keys and a slash at the end."""
    full = raw if "://" in raw[:9] else f"https://{raw}"
    try:
        url = ada_url.parse_url(full)
    except ValueError:
        return raw.casefold()
    query = "&".join(part for part in url["search"].removeprefix("?").split("&") if part and not _TRACKING.match(part))
    path = url["pathname"].rstrip("/")
    return f"{url['host']}{path}{'?' + query if query else ''}"
