"""What a line lacks and its page has is left open; somebody else in the line's place, another date or figure is not."""

from __future__ import annotations

import pytest

from exactquote.facts import supports
from exactquote.page import CapturedBlock, Page
from exactquote.verdicts import open_elsewhere
from exactquote.verdicts.lines import as_read

PAGE = Page.from_blocks(
    [
        CapturedBlock("Tarn Milling and the Ashford bridge", "heading", 1),
        CapturedBlock("On 4 May 2022 the council met Jane Holroyd of Tarn Milling in Ashford."),
        CapturedBlock("She said that the firm pays $61,350,000 to the county."),
        CapturedBlock("Dunmore Feeds was fined $27,480,000 in 2019."),
        CapturedBlock("The bridge opens in June, the council of Kent State said."),
    ],
    title="Council news",
    lang="en",
)


def status_of(claim: str, line: str) -> tuple[str, dict[str, str], tuple[str, ...]]:
    unit = next(unit for unit in PAGE.units if line in unit.text(PAGE.text))
    found = open_elsewhere(PAGE, (unit,), claim, supports(claim, as_read(PAGE, unit), lang="en", context=PAGE.title))
    return found.verdict, {one.fact.text: one.status for one in found.facts}, found.flags


@pytest.mark.parametrize(
    ("claim", "line", "fact"),
    [
        ("According to Jane Holroyd, the firm pays $61,350,000.", "She said", "Jane Holroyd"),
        ("In 2022 the firm paid $61,350,000 to the county.", "She said", "2022"),
        ("The bridge opens in June 2022, it is said.", "opens in June", "June 2022"),
        ("The council of Kent State University said so.", "Kent State", "Kent State University"),
    ],
)
def test_left_open(claim: str, line: str, fact: str) -> None:
    verdict, facts, flags = status_of(claim, line)
    assert verdict == "uncertain"
    assert facts[fact] == "unchecked"
    assert {"names_unchecked", "from_context"} & set(flags)


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("Tarn Milling was fined $27,480,000.", "Dunmore Feeds"),  # somebody else stands there
        ("In 2019 Dunmore Mills was fined $27,480,000.", "Dunmore Feeds"),  # a part of the name, with another head
        ("According to Peter Nock, the firm pays $61,350,000.", "She said"),  # nowhere on the page
        ("The fine of $27,480,000 is of 2022.", "Dunmore Feeds"),  # the line says another year
        ("The firm pays $27,480,000 to the county.", "She said"),  # figures are never taken from elsewhere
        ("In 2011 the firm paid $61,350,000 to the county.", "She said"),  # a year that is nowhere
    ],
)
def test_still_refuted(claim: str, line: str) -> None:
    assert status_of(claim, line)[0] == "mismatch"


def test_what_is_not_refuted_stays_as_it_is() -> None:
    support = supports("It costs 5 euros.", "It costs 5 euros.", lang="en")
    assert open_elsewhere(PAGE, PAGE.units[:1], "It costs 5 euros.", support) is support
    wrong = supports("It costs 6 euros.", "It costs 5 euros.", lang="en")
    assert open_elsewhere(PAGE, (), "It costs 6 euros.", wrong) is wrong
