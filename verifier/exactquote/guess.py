"""The encoding of bytes that declare none, or declare UTF-8 and are not: by the page's language, else by its letters.

A language's usual encoding is that of the Encoding and HTML Standards (the fallback of a browser in that locale:
https://html.spec.whatwg.org/#determining-the-character-encoding, step 9). Without a language, each encoding is tried,
and the share of the commonest letters of what it is used for tells how well it fits.
"""

from __future__ import annotations

import re

from exactquote.charsets import WINDOWS_1252

_HEAD = 4096
_LANG = re.compile(
    rb"<html[\s/](?:[^>\"']|\"[^\"]*\"|'[^']*')*?\b(?:xml:)?lang[ \t\n\r\f]*=[ \t\n\r\f]*[\"']?([A-Za-z-]{2,20})"
    rb"|content-language[\"']?[ \t\n\r\f]+content[ \t\n\r\f]*=[ \t\n\r\f]*[\"']?([A-Za-z-]{2,20})",
    re.IGNORECASE,
)
_SAMPLE = 100_000
"""Bytes that are looked at."""
_LEAST = 12
"""Characters that are not ASCII, at least, for their letters to tell anything."""

_BY_LANGUAGE = {
    language: tuple(codecs.split())
    for languages, codecs in {
        "ja": "cp932 euc_jp iso2022_jp",
        "zh": "gb18030 big5hkscs",
        "zh-tw zh-hk zh-mo zh-hant": "big5hkscs gb18030",
        "ko": "cp949",
        "ru be bg mk sr uk kk ky tt mn": "cp1251 koi8-r",
        "cs hu pl sk sl hr bs sq ro": "cp1250 iso8859-2",
        "tr az ku": "cp1254",
        "el": "cp1253 iso8859-7",
        "he yi iw": "cp1255",
        "ar fa ur": "cp1256",
        "et lt lv": "cp1257",
        "th": "cp874",
        "vi": "cp1258",
    }.items()
    for language in languages.split()
}

_CYRILLIC = "оеаинтсрв"
_LETTERS = {
    "cp932": ("のにはをたがでてとしれさいなる", 0.15),
    "euc_jp": ("のにはをたがでてとしれさいなる", 0.15),
    "gb18030": ("的一是在不了有和人这中大为上个国年地", 0.06),
    "big5hkscs": ("的一是在不了有和人這中大為上個國年地", 0.06),
    "cp949": ("이다는에의을가고로한하지기도사", 0.15),
    "cp1251": (_CYRILLIC, 0.5),
    "koi8-r": (_CYRILLIC, 0.5),
    "cp1253": ("αοιετσνηυρς", 0.5),
    "cp1255": ("יוהלאמרתבש", 0.5),
    "cp1256": ("اليمونترب", 0.5),
    "cp874": ("านรอกเงมยล", 0.4),
}
"""By encoding: the commonest letters of its languages, and the share of all letters that they have at least."""
_LATIN = frozenset({"cp1250", "cp1254", "cp1257", "cp1258", "iso8859-2"})
_RUN = re.compile(rb"[\x80-\xff]+")
_LONG_RUN = 1.6
"""Bytes above ASCII in a row, on average, in other writing than Latin, where accented letters mostly stand alone."""


def language_in(data: bytes) -> str:
    """Return the language tag that ``<html lang>`` or ``<meta>`` gives within the first bytes, in lower case."""
    found = _LANG.search(data[:_HEAD])
    return (found[1] or found[2]).decode("ascii").lower() if found else ""


def guess(data: bytes) -> str:
    """Return the codec that bytes, which are not UTF-8, are most likely in; windows-1252 when nothing tells."""
    tag = language_in(data)
    for codec in _BY_LANGUAGE.get(tag) or _BY_LANGUAGE.get(tag.split("-")[0], ()):
        if codec in _LATIN:
            if _decoded(data, codec) is not None:
                return codec
        elif _fit(data, codec, few=True) >= 1:
            return codec
    return _by_letters(data)


def _by_letters(data: bytes) -> str:
    runs = [len(run) for run in _RUN.findall(data[:_SAMPLE])]
    if not runs or sum(runs) < _LONG_RUN * len(runs):
        return WINDOWS_1252
    fits = {codec: _fit(data, codec) for codec in _LETTERS}
    best = max(fits, key=lambda codec: fits[codec])
    return best if fits[best] >= 1 else WINDOWS_1252


def _fit(data: bytes, codec: str, *, few: bool = False) -> float:
    """How well an encoding fits: 1 and more when its commonest letters are as common as they should be.

    ``few``: the language speaks for it, so half that is enough, and few letters.
    """
    text = _decoded(data, codec)
    if text is None or codec not in _LETTERS:
        return 0.0
    letters = [char.lower() for char in text if not char.isascii() and (char.isalpha() or char == "\ufffd")]
    # In the other Cyrillic encoding the small letters come out as capitals.
    small = sum(char.islower() for char in text if not char.isascii())
    large = sum(char.isupper() for char in text if not char.isascii())
    if len(letters) < (1 if few else _LEAST) or large > small:
        return 0.0
    common, share = _LETTERS[codec]
    wanted = frozenset(common)
    return (2 if few else 1) * sum(char in wanted for char in letters) / len(letters) / share


def _decoded(data: bytes, codec: str) -> str | None:
    sample = data[:_SAMPLE]
    for cut in range(4):  # the sample may end within a character
        try:
            return sample[: len(sample) - cut].decode(codec)
        except UnicodeDecodeError as error:
            if len(data) <= _SAMPLE or error.start < len(sample) - 4:
                return None
    return None
