"""The words of a question that can be met by a line, and the addresses in it that cannot.

An address says where to read, not what to look for: its letters would only pull towards lines that hold the same
address.
"""

from __future__ import annotations

import re

LONGEST_QUESTION = 4_000
"""Characters of a question, wherever it comes from."""

_ADDRESS = re.compile(r"(?:https?|file)://[^\s<>\"“”«»]+", re.IGNORECASE)
_TRAILING = ".,;:!?)]}'’\"”»"


def addresses(text: str) -> list[str]:
    """Every http, https or file address in ``text``, without sentence punctuation at its end."""
    found = []
    for match in _ADDRESS.finditer(text):
        address = match.group()
        while address and address[-1] in _TRAILING:
            if address[-1] == ")" and address.count("(") >= address.count(")"):
                break
            address = address[:-1]
        found.append(address)
    return found


def without_addresses(text: str) -> str:
    """``text`` with each address replaced by nothing and spaces closed up; the text itself when nothing would be
    left."""
    rest = text
    for address in addresses(text):
        rest = rest.replace(address, " ")
    rest = re.sub(r"\s+([?!.,;:])", r"\1", re.sub(r"\s+", " ", rest)).strip().lstrip(",;:.!?)] ")
    return rest if re.search(r"\w", rest) else text.strip()


def without_addresses_forms(text: str) -> list[str]:
    """``text`` without its addresses, first as it is, then without the word before the last address, then without the
    one after.

    Only forms that still hold two words; just the first when there is no address.
    """
    forms = [without_addresses(text)]
    found = addresses(text)
    if found:
        before, _, after = text.rpartition(found[-1])
        forms.append(without_addresses(re.sub(r"\w+\W*$", "", before) + " " + after))
        forms.append(without_addresses(before + " " + re.sub(r"^\W*\w+", "", after)))
    kept = [form for form in forms[1:] if len(re.findall(r"\w+", form)) >= 2 and not addresses(form)]
    return list(dict.fromkeys([forms[0], *kept]))
