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
        CapturedBlock("Holroyd holds Position 8 of the council, and it is her third term."),
        CapturedBlock("The firm opened its second mill in Carrick."),
        CapturedBlock("She will open a further mill in Dale, her fourth mill by then, after 11% less grain."),
        CapturedBlock("The bridge is on the list of the National Monument Registry."),
        CapturedBlock("DALE (June 6, 2021) - Tarn Milling's men walked over the bridge."),
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
        ("She said as the holder of position 8 that the firm pays $61,350,000.", "She said", "8"),
        ("In her third term she said that the firm pays $61,350,000.", "She said", "third"),
        ("The bridge in Ashford is in the United States National Monument Registry.", "opens in June",
         "United States National Monument Registry"),
        ("On June 6, 2021, Jane Holroyd walked over the bridge with the men.", "DALE", "Jane Holroyd"),
    ],
)  # fmt: skip
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
        ("She said as the holder of position 9 that the firm pays $61,350,000.", "She said"),  # not on the page
        ("The firm opened its fourth mill in Carrick.", "in Carrick"),  # the line counts its mills otherwise
        ("She said that 11% of grain is sold for $61,350,000.", "She said"),  # no percentage from elsewhere
        ("The bridge is in the National Treasury Registry.", "opens in June"),  # no shorter form of it
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
