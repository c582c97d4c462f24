"""Plain text and text in the manner of Markdown."""

from __future__ import annotations

from exactquote.page import Page
from exactquote.plaintext import read_text


def blocks(text: str) -> list[tuple[str, str]]:
    page = read_text(text)
    return [(block.kind, page.text[block.start : block.end]) for block in page.blocks]


def lines(page: Page) -> list[str]:
    return [unit.text(page.text) for unit in page.units]


NOTE = """\ufeff# Harbour notes\r
\r
The quay was closed for the whole winter, because the ice near\r
Vask had grown thick. It opens in May.\r
\r
Fees
----
- Residents pay half.
  Boats under 6 m pay a third.
- School boats pay nothing.

1. Sign.
2. Pay.

Quay Road 5
33100 Vask
```
rate = 5

price = 10
```
***
The end
"""


def test_a_note() -> None:
    page = read_text(NOTE, url="file:///note.md", title="Note")
    assert (page.url, page.title) == ("file:///note.md", "Note")
    assert blocks(NOTE) == [
        ("heading", "# Harbour notes"),
        (
            "paragraph",
            "The quay was closed for the whole winter, because the ice near\nVask had grown thick. It opens in May.",
        ),
        ("heading", "Fees\n----"),
        ("list_item", "- Residents pay half.\n  Boats under 6 m pay a third."),
        ("list_item", "- School boats pay nothing."),
        ("list_item", "1. Sign."),
        ("list_item", "2. Pay."),
        ("paragraph", "Quay Road 5\n33100 Vask"),
        ("code", "```\nrate = 5\n\nprice = 10\n```"),
        ("paragraph", "***"),
        ("paragraph", "The end"),
    ]
    assert [block.level for block in page.blocks if block.kind == "heading"] == [1, 2]
    assert lines(page)[1:3] == [
        "The quay was closed for the whole winter, because the ice near\nVask had grown thick.",
        "It opens in May.",
    ]
    assert page.blocks[3].heading_path == ("# Harbour notes", "Fees ----")


def test_lines_of_plain_text_stay_in_their_block() -> None:
    assert blocks("one\ntwo\n \nthree\n\n\n\nfour") == [
        ("paragraph", "one\ntwo"),
        ("paragraph", "three"),
        ("paragraph", "four"),
    ]


def test_prose_that_begins_a_line_like_a_list_stays_prose() -> None:
    assert blocks("The harbour was founded in\n12. century style by\na. Ek") == [
        ("paragraph", "The harbour was founded in\n12. century style by\na. Ek")
    ]


def test_a_list_may_follow_its_first_line() -> None:
    assert blocks("You need:\n1. a boat\n2. a berth") == [
        ("paragraph", "You need:"),
        ("list_item", "1. a boat"),
        ("list_item", "2. a berth"),
    ]


def test_signs_that_are_no_marks() -> None:
    for text in ("#hashtag of the day", "-5 degrees", "*emphasis* here", "3.5 metres", "1.Sign", "#"):
        assert blocks(text) == [("paragraph", text)]


def test_a_fence_without_end_is_code_to_the_end() -> None:
    assert blocks("~~~\na\n\nb") == [("code", "~~~\na\n\nb")]


def test_all_line_ends_are_line_ends() -> None:
    assert blocks("a\rb\r\nc\fd\u2028e") == [("paragraph", "a\nb\nc\nd\ne")]


def test_empty_text() -> None:
    assert read_text("").text == ""
    assert read_text(" \n\u00a0\n").blocks == ()


def test_characters_that_no_text_may_hold() -> None:
    assert read_text("a\0b\udc00").text == "ab\ufffd"
