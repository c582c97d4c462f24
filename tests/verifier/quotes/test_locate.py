"""What ``locate`` says of quotes on small pages written for the purpose."""

from __future__ import annotations

import pytest

from exactquote.page import CapturedBlock, Page
from exactquote.quotes import locate


def page(*blocks: str | CapturedBlock, lang: str = "") -> Page:
    return Page.from_blocks([CapturedBlock(b) if isinstance(b, str) else b for b in blocks], lang=lang)


LEASE = page(
    "The monthly permit costs exactly 2,743\u00a0euros – “not more”. See inter\u00adnational rules.",
    "The landlord is not permitted to terminate the lease before 2030.",
)


@pytest.mark.parametrize(
    ("quote", "fold"),
    [
        ("The monthly permit costs", "verbatim"),
        ("exactly 2,743 euros", "layout"),
        ("See international rules.", "layout"),
        ("**The landlord** is not permitted", "layout"),
        ('2,743 euros - "not more"', "typography"),
        ("the landlord is not", "typography"),
    ],
)
def test_a_quote_is_found_with_the_fold_it_needs(quote: str, fold: str) -> None:
    result = locate(LEASE, quote)
    assert (result.status, result.fold) == ("exact", fold)
    (occurrence,) = result.occurrences
    assert occurrence.text == LEASE.text[occurrence.spans[0].start : occurrence.spans[-1].end]


@pytest.mark.parametrize(
    ("quote", "status"),
    [
        ("743 euros", "near"),
        ("exactly 2,745 euros", "near"),
        ("The landlord is permitted to terminate the lease before 2030.", "near"),
        ("The landlord is ... permitted to terminate", "elided"),
        ("The monthly permit costs exactly 2,743 permitted to terminate the lease before 2030.", "fused"),
        ("zebras drink xylophones", "absent"),
        ("", "absent"),
        (" \u200b\n", "absent"),
        ("“…”", "absent"),
        ("permitt", "near"),
        ("\ud800", "absent"),
    ],
)
def test_what_is_not_on_the_page_is_not_found(quote: str, status: str) -> None:
    assert locate(LEASE, quote).status == status
