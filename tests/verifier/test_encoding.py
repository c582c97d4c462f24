"""Bytes to text: marks, labels, declarations, and declarations that are wrong."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactquote.charsets import codec_of
from exactquote.encoding import declared_in, decode, repair
from exactquote.html import read_html

WORDS = "Straße, naïve œuvre – 2 743 €"
PAGE = "<html><head><meta charset={label}></head><body><p>{text}</p></body></html>"


def page(label: str, text: str, codec: str) -> bytes:
    return PAGE.format(label=label, text=text).encode(codec)


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("utf-8", "utf-8", WORDS),
        ("UTF8", "utf-8", "港は静か"),
        ("windows-1252", "cp1252", "naïve œuvre – 2 743 €"),
        ("iso-8859-1", "cp1252", "“naïve” – 5 €"),
        ("latin1", "cp1252", "“naïve” – 5 €"),
        ("iso-8859-15", "iso8859-15", "5 € Œuvre"),
        ("windows-1254", "cp1254", "İstanbul'da kırk iş günü"),
        ("iso-8859-9", "cp1254", "İstanbul'da kırk iş günü"),
        ("windows-1251", "cp1251", "Порт открыт круглый год"),
        ("koi8-r", "koi8-r", "Порт открыт круглый год"),
        ("windows-1256", "cp1256", "الميناء مفتوح"),
        ("shift_jis", "cp932", "港は一年中①開いています"),
        ("euc-jp", "euc_jp", "港は一年中開いています"),
        ("iso-2022-jp", "iso2022_jp", "港は一年中開いています"),
        ("gb2312", "gb18030", "港口全年开放镕"),
        ("gbk", "gb18030", "港口全年开放，共二十个泊位"),
        ("big5", "big5hkscs", "港口全年開放"),
        ("euc-kr", "cp949", "항구는 연중 열려 있습니다 똠"),
        ("x-no-such-label", "utf-8", WORDS),
        ("x-no-such-label", "cp1252", "naïve œuvre"),
        ("rot13", "utf-8", WORDS),
    ],
)
def test_declared_encodings(label: str, codec: str, text: str) -> None:
    assert read_html(page(label, text, codec)).text == text


@pytest.mark.parametrize(
    ("declared", "actual", "text"),
    [
        ("iso-8859-1", "utf-8", "naïve œuvre – 5 €"),
        ("windows-1251", "utf-8", "Порт открыт"),
        ("gbk", "utf-8", "港口全年开放，共二十个泊位"),
        ("shift_jis", "utf-8", "港は一年中開いています"),
        ("utf-8", "cp1252", "naïve œuvre, déjà vu, à côté – 5 €"),
        ("utf-16", "utf-8", WORDS),
    ],
)
def test_wrong_declarations_are_not_believed(declared: str, actual: str, text: str) -> None:
    assert read_html(page(declared, text, actual)).text == text


LONG = {
    "cp1251": "Порт открыт круглый год, и каждый корабль платит за стоянку в начале весны.",
    "koi8-r": "Порт открыт круглый год, и каждый корабль платит за стоянку в начале весны.",
    "cp932": "港は一年中開いています。船は春のはじめに料金を払い、次の年まで泊まることができます。",
    "euc_jp": "港は一年中開いています。船は春のはじめに料金を払い、次の年まで泊まることができます。",
    "gb18030": "港口在一年中是开放的，所有的船都要在春天付费，不付费的人不能进来，这是国家的规定。",
    "cp949": "항구는 일년 내내 열려 있고, 배는 봄에 요금을 내야 하며 다음 해까지 머물 수 있습니다.",
    "cp1253": "Το λιμάνι είναι ανοιχτό όλο τον χρόνο και κάθε πλοίο πληρώνει στην αρχή της άνοιξης.",
    "cp1255": "הנמל פתוח כל השנה וכל אונייה משלמת על העגינה בתחילת האביב.",
    "cp1256": "الميناء مفتوح طوال العام وكل سفينة تدفع رسوم الرسو في بداية الربيع.",
}
HINTS = {
    "cp1251": "ru", "koi8-r": "ru", "cp932": "ja", "euc_jp": "ja-JP", "gb18030": "zh-CN", "cp949": "ko", "cp1253": "el",
    "cp1255": "he", "cp1256": "ar", "cp1254": "tr", "cp1250": "pl",
}  # fmt: skip
SHORT = {"cp1254": "İğdır'da kırk gün şarttı", "cp1250": "Łódź jest dość duża", "cp1251": "Порт открыт"}


@pytest.mark.parametrize("codec", LONG)
@pytest.mark.parametrize("declared", ["<meta charset=utf-8>", ""])
def test_other_bytes_than_utf_8_are_told_by_their_letters(codec: str, declared: str) -> None:
    page = read_html(f"{declared}<p>{LONG[codec]}</p>".encode(codec))
    assert page.text == LONG[codec]
    assert page.not_read["unsure_characters"] == sum(not char.isascii() for char in LONG[codec])


@pytest.mark.parametrize("codec", HINTS)
def test_the_language_of_the_page_tells_the_encoding(codec: str) -> None:
    text = SHORT.get(codec) or LONG[codec]
    html = f"<html class=a lang='{HINTS[codec]}'><meta charset=utf-8><p>{text}</p>"
    assert read_html(html.encode(codec)).text == text


@pytest.mark.parametrize("lang", ["ja", "ru", "zh", "ko", "el"])
def test_a_language_does_not_make_other_bytes_its_own(lang: str) -> None:
    html = f"<html lang={lang}><meta charset=utf-8><p>déjà vu, naïve œuvre – 5 €</p>".encode("cp1252")
    assert read_html(html).text == "déjà vu, naïve œuvre – 5 €"


def test_bytes_whose_encoding_is_guessed_are_counted() -> None:
    assert read_html("<p>déjà vu</p>".encode("cp1252")).not_read["unsure_characters"] == 2
    assert "unsure_characters" not in read_html("<p>déjà vu</p>".encode()).not_read
    assert "unsure_characters" not in read_html("<p>déjà vu</p>").not_read
    assert "unsure_characters" not in read_html("<meta charset=latin1><p>déjà vu</p>".encode("cp1252")).not_read


def test_a_small_page_with_one_broken_byte_stays_utf_8() -> None:
    page = read_html(b"<meta charset=utf-8><p>ok \xff bad byte caf\xc3\xa9</p>")
    assert page.text == "ok \ufffd bad byte café"
    assert page.not_read["unsure_characters"] == 1


def test_a_broken_place_does_not_lose_the_rest_of_utf_8() -> None:
    data = page("utf-8", "déjà vu à côté", "utf-8").replace(b"vu", b"v\xffu")
    assert read_html(data).text == "déjà v\ufffdu à côté"
    assert decode(data).errors == 1


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_byte_order_marks_win_over_everything(codec: str) -> None:
    data = page("koi8-r", WORDS, codec)
    if codec == "utf-16-le":
        data = codecs.BOM_UTF16_LE + data
    if codec == "utf-16-be":
        data = codecs.BOM_UTF16_BE + data
    assert read_html(data, charset="windows-1251").text == WORDS


def test_the_transport_wins_over_the_page() -> None:
    data = page("koi8-r", "Порт открыт", "cp1251")
    assert read_html(data, charset="Windows-1251 ").text == "Порт открыт"
    assert read_html(data, charset="no-such").text != "Порт открыт"


@pytest.mark.parametrize(
    "tag",
    [
        '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
        "<META charset = 'cp1251' >",
        "<!-- <meta charset=utf-8> --><meta name=x content='a>b'><meta charset=windows-1251>",
        '<?xml version="1.0" encoding="windows-1251"?><html>',
    ],
)
def test_where_a_declaration_may_stand(tag: str) -> None:
    assert read_html((tag + "<p>Порт открыт</p>").encode("cp1251")).text == "Порт открыт"


def test_a_declaration_in_the_text_is_none() -> None:
    assert declared_in(b"<p>charset=koi8-r</p>") is None
    assert declared_in(b"<!-- <meta charset=koi8-r>") is None


def test_undefined_bytes_of_windows_1252_are_control_characters() -> None:
    assert decode(b"a\x81b\x80", "windows-1252").text == "a\x81b€"


def test_labels() -> None:
    assert codec_of(" ISO-8859-1\n") == "cp1252"
    assert codec_of("utf-7") is None
    assert codec_of("base64") is None


def test_text_that_is_given_as_text_is_not_decoded_again() -> None:
    assert read_html("<meta charset=koi8-r><p>Порт</p>").text == "Порт"


def test_line_ends_marks_and_nul() -> None:
    assert repair("\ufeffa\r\nb\rc\0d\ud83d") == "a\nb\ncd\ufffd"


@given(
    st.binary(max_size=400),
    st.sampled_from([None, "", "utf-8", "gbk", "shift_jis", "utf-16", "iso-2022-jp", "x", "\ud800"]),
)
@settings(deadline=None)
def test_any_bytes_are_text(data: bytes, charset: str | None) -> None:
    text = decode(data, charset).text
    assert "\0" not in text
    assert "\r" not in text
    text.encode()  # no surrogates
    read_html(data, charset=charset)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\ufeff"), min_size=1))
@settings(deadline=None)
def test_utf_8_is_always_recognised(text: str) -> None:
    assert decode(text.encode()).text == text


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "text", ["<p>Rent rose by 4 %.</p>", "<p>家賃は四パーセント上がった。</p>\n<p>次</p>", "Rent", "né"]
)
@pytest.mark.parametrize("charset", [None, "utf-8", "windows-1252"])
def test_utf_16_without_a_byte_order_mark_is_told_by_its_nuls(codec: str, text: str, charset: str | None) -> None:
    read = decode(text.encode(codec), charset)
    assert (read.text, read.encoding, read.errors) == (text, codec, 0)


@pytest.mark.parametrize("data", [b"a\0", b"ab\0cd efgh ijkl mnop", b"a\0\0b" * 8, "né\0 or so".encode()])
def test_a_few_nuls_do_not_make_utf_16(data: bytes) -> None:
    assert decode(data).encoding == "utf-8"
