"""Quotes that are not exact: elided, fused, near, absent; and how they are shown."""

from __future__ import annotations

import pytest

from exactquote.page import CapturedBlock, Page, Span
from exactquote.quotes import DiffPart, Nearest, locate
from verifier.quotes.pages import how, page, row

LEASE = page(
    "The landlord is not permitted to terminate the lease before 2030.",
    "The tenant may leave at any time. The tenant pays 2,743 euros each month in advance.",
    "Pets are welcome in all flats.",
)


class TestElided:
    def test_parts_are_shown_one_by_one(self) -> None:
        result = locate(LEASE, "The landlord is ... permitted to terminate")
        assert result.status == "elided"
        assert not result.found
        assert [part.text for part in result.parts] == ["The landlord is", "permitted to terminate"]
        (place,) = result.occurrences
        assert [span.of(LEASE.text) for span in place.spans] == ["The landlord is", "permitted to terminate"]
        assert place.text == "The landlord is … permitted to terminate"

    @pytest.mark.parametrize("mark", ["...", "…", "[...]", "[…]", "(...)", " . . . ", "....", "……"])
    def test_every_kind_of_ellipsis(self, mark: str) -> None:
        assert how(LEASE, f"The landlord is{mark}permitted to terminate") == "elided"
        assert how(LEASE, f"The landlord is {mark} permitted to terminate") == "elided"

    def test_an_ellipsis_at_an_end_is_one_too(self) -> None:
        assert how(LEASE, "...permitted to terminate the lease") == "elided"
        assert how(LEASE, "Pets are welcome...") == "elided"

    def test_an_ellipsis_of_the_page_is_text(self) -> None:
        assert how("He paused... then he left.", "He paused... then he left.") == "verbatim"
        assert how("He paused… then he left.", "He paused... then he left.") == "typography"

    def test_not_in_another_order(self) -> None:
        assert how(LEASE, "permitted to terminate ... The landlord is") != "elided"

    def test_not_with_a_part_that_is_not_there(self) -> None:
        assert how(LEASE, "The landlord is ... allowed to terminate") != "elided"

    def test_not_with_a_part_cut_inside_a_word(self) -> None:
        assert how(LEASE, "The landlord is not permit... the lease") != "elided"

    def test_not_from_far_apart(self) -> None:
        far = page(
            "The fee is due.",
            *(f"Some other rule of the house, number {n} of many." for n in range(40)),
            "It was waived.",
        )
        assert how(far, "The fee is ... waived.") != "elided"

    def test_from_far_apart_in_one_block(self) -> None:
        long = page("The fee is due. " + "Some other rule of the house. " * 60 + "It was waived.")
        assert how(long, "The fee is ... was waived.") == "elided"

    def test_the_shortest_way_is_taken(self) -> None:
        twice = page("The fee is low. The fee is high. It was waived.")
        (place,) = locate(twice, "The fee is ... waived").occurrences
        assert place.spans[0].start == twice.text.rindex("The fee is")

    def test_short_parts_are_flagged(self) -> None:
        assert locate(LEASE, "The ... 2030").flags == ("short",)
        assert locate(LEASE, "The landlord is ... 2030").flags == ()


class TestFused:
    def test_two_lines_written_as_one(self) -> None:
        result = locate(LEASE, "The landlord is not permitted to terminate Pets are welcome in all flats.")
        assert result.status == "fused"
        assert [part.text for part in result.parts] == [
            "The landlord is not permitted to terminate",
            "Pets are welcome in all flats",
        ]
        assert result.nearest is not None

    def test_with_words_between_them(self) -> None:
        quote = "The landlord is not permitted to terminate the lease and the tenant pays 2,743 euros each month"
        assert how(LEASE, quote) == "fused"

    def test_neighbouring_lines_cut_and_joined(self) -> None:
        rules = page("The yearly pass costs 90 euros for every resident. It must be renewed before the end of March.")
        joined = "The yearly pass costs 90 euros for every resident must be renewed before the end of March."
        assert locate(rules, joined).status == "fused"
        changed = "The yearly pass costs 95 euros for every resident. It must be renewed before the end of March."
        assert locate(rules, changed).status == "near"
        assert locate(rules, joined.replace(" yearly", "")).status == "near"

    def test_two_cells_of_different_rows(self) -> None:
        table = page(
            *row("Fee for a single adult person", "400 euros every year", number=0),
            *row("Fee for a small child under six", "170 euros, to be paid by the parents", number=1),
        )
        assert how(table, "Fee for a single adult person 170 euros, to be paid by the parents") == "fused"

    def test_in_chinese(self) -> None:
        chinese = page("房东在二零三零年之前不得终止租约。", "所有公寓都欢迎宠物入住和访问。", "租客可以随时离开这里。")
        assert how(chinese, "房东在二零三零年之前不得所有公寓都欢迎宠物入住") == "fused"

    HOURS = page(
        "Open daily until six.", "Closed on Mondays in winter.", "Dogs are let in for free.", "Dogs are kept out."
    )

    @pytest.mark.parametrize(
        ("quote", "parts"),
        [
            ("Open daily in winter", ["Open daily", "in winter"]),
            ("Open daily, in winter.", ["Open daily", "in winter."]),
            ("Closed on Mondays until six", ["Closed on Mondays", "until six"]),
            ("Open daily closed on Mondays in winter.", ["Open daily", "Closed on Mondays in winter."]),
        ],
    )
    def test_two_short_pieces(self, quote: str, parts: list[str]) -> None:
        result = locate(self.HOURS, quote)
        assert (result.status, [part.text for part in result.parts]) == ("fused", parts)
        assert result.nearest is not None

    @pytest.mark.parametrize(
        "quote",
        [
            "Dogs are in winter",  # of which of two lines is it?
            "Open until six",  # one word: changed rather than joined
            "Open daily until seven in winter",  # not every word stands there
            "Open dail in winter",
            "Open six.",
            "Closed in winter.",  # of one line
        ],
    )
    def test_but_not_what_may_come_from_elsewhere(self, quote: str) -> None:
        assert locate(self.HOURS, quote).status in ("near", "absent")

    def test_two_short_pieces_in_chinese(self) -> None:
        chinese = page("每天开放到六点整。", "冬季星期一不开门。")
        assert how(chinese, "每天开放冬季星期一") == "fused"
        assert how(chinese, "每天冬季星期一") != "fused"

    def test_sentences_that_stand_side_by_side_are_exact(self) -> None:
        assert how(LEASE, "leave at any time. The tenant pays 2,743 euros") == "verbatim"


class TestNear:
    def test_a_word_diff_leads_from_the_line_to_the_quote(self) -> None:
        result = locate(LEASE, "The tenant pays 2,473 euros each month in advance.")
        assert result.status == "near"
        assert result.nearest is not None
        assert LEASE.text[result.nearest.start : result.nearest.end] == result.nearest.text
        assert result.nearest.text == "The tenant pays 2,743 euros each month in advance."
        assert DiffPart("delete", "2,743") in result.nearest.diff
        assert DiffPart("insert", "2,473") in result.nearest.diff

    @pytest.mark.parametrize(
        ("quote", "line"),
        [
            ("The landlord is permitted to terminate the lease before 2030.", 0),
            ("The landlord is not permited to terminat the lease before 2030", 0),
            ("Pets are not welcome in all flats.", 2),
            ("pets aer welcom in al flats", 2),
            ("743 euros each month", 1),
        ],
    )
    def test_the_nearest_line_is_the_one_it_was_made_of(self, quote: str, line: int) -> None:
        nearest = locate(LEASE, quote).nearest
        assert nearest is not None
        block = LEASE.blocks[line]
        assert block.start <= nearest.start < nearest.end <= block.end

    def test_the_diff_gives_both_texts_back(self) -> None:
        for quote in (
            "The landlord is permitted\u00a0to leave",
            "Pets are welcome, mostly, in all flats.",
            "pays 2 743 euro",
        ):
            nearest = locate(LEASE, quote).nearest
            assert nearest is not None
            assert one_side(nearest, "insert") == nearest.text
            assert one_side(nearest, "delete") == quote

    def test_absent(self) -> None:
        result = locate(LEASE, "Parking spaces are rented out to visitors by the hour.")
        assert (result.status, result.nearest, result.occurrences) == ("absent", None, ())

    def test_an_empty_page(self) -> None:
        assert locate(Page.from_blocks([]), "anything at all").status == "absent"
        assert locate(Page("text without blocks", ()), "text without blocks").status == "absent"


def one_side(nearest: Nearest, without: str) -> str:
    return "".join(part.text for part in nearest.diff if part.op != without)


class TestShort:
    @pytest.mark.parametrize("quote", ["landlord", "2030", "2,743", "Pets"])
    def test_found_but_flagged(self, quote: str) -> None:
        result = locate(LEASE, quote)
        assert result.found
        assert "short" in result.flags

    def test_two_words_are_not(self) -> None:
        assert "short" not in locate(LEASE, "The landlord").flags
        assert "short" not in locate(LEASE, "2,743 euros").flags

    def test_in_scripts_without_spaces(self) -> None:
        assert "short" in locate(page("所有公寓都欢迎宠物"), "宠物").flags
        assert "short" not in locate(page("所有公寓都欢迎宠物"), "公寓都欢迎").flags

    @pytest.mark.parametrize("quote", ["", "   ", "\u200b\u00a0", "\u200d"])
    def test_nothing_is_no_quote(self, quote: str) -> None:
        assert locate(page("A text with \u200b\u00a0\u200d   in it"), quote).status == "absent"

    @pytest.mark.parametrize("quote", ["…", "«»", "- – —", "()", "%", "});", "•", "✓", " • "])
    def test_signs_that_stand_on_the_page_are_found_as_they_are(self, quote: str) -> None:
        result = locate(page("A text with … «» - – — () % and run(() => {}); in it • ✓ at last"), quote)
        assert (result.status, result.fold) == ("exact", "verbatim")
        assert "short" in result.flags

    def test_signs_are_not_cut_out_nor_folded(self) -> None:
        assert locate(page("It grew 5% and 5 % of the well-known"), "%").status == "absent"
        assert locate(page("It grew 5% and 5 % of the well-known"), "-").status == "absent"
        assert locate(page("He said “” twice"), '""').status == "absent"
        listed = locate(page("• one", "• two"), "•")
        assert (len(listed.occurrences), listed.flags) == (2, ("repeated", "short"))


class TestContext:
    TWICE = page("In May the fee is 400 euros for adults.", "In June the fee is 400 euros for children.")

    def test_every_place_is_listed_and_flagged(self) -> None:
        result = locate(self.TWICE, "the fee is 400 euros")
        assert len(result.occurrences) == 2
        assert result.flags == ("repeated",)

    @pytest.mark.parametrize(
        ("before", "after", "number"),
        [
            ("In May", "", 0),
            ("In June ", "", 1),
            ("", " for adults.", 0),
            ("", "for children", 1),
            ("In", "for children", 1),
            ("IN", "for children", 1),
        ],
    )
    def test_context_picks_one(self, before: str, after: str, number: int) -> None:
        result = locate(self.TWICE, "the fee is 400 euros", before=before, after=after)
        assert result.flags == ()
        (place,) = result.occurrences
        assert place.spans[0].start >= self.TWICE.blocks[number].start
        assert place.spans[0].end <= self.TWICE.blocks[number].end

    def test_context_that_fits_neither_picks_none(self) -> None:
        assert len(locate(self.TWICE, "the fee is 400 euros", before="It is said that").occurrences) == 2
        assert len(locate(self.TWICE, "the fee is 400 euros", before="In", after="for").occurrences) == 2

    ROWS = page(*(f"Flat number {n} of the house. The rent is due. Signed by the tenant {n}." for n in range(1500)))

    @pytest.mark.parametrize("number", [3, 33, 333, 1333])
    def test_context_picks_among_more_places_than_are_listed(self, number: int) -> None:
        before, after = f"Flat number {number} of the house.", f"Signed by the tenant {number}."
        for around in ((before, ""), ("", after), (before, after)):
            result = locate(self.ROWS, "The rent is due.", before=around[0], after=around[1])
            (place,) = result.occurrences
            block = self.ROWS.blocks[number]
            assert block.start < place.spans[0].start < block.end
            assert result.flags == ()

    def test_context_that_fits_none_of_very_many_picks_none(self) -> None:
        result = locate(self.ROWS, "The rent is due.", before="Flat number 1733 of the house.")
        assert result.flags == ("many", "repeated")

    def test_a_rare_word_of_the_context_picks_among_any_number_of_places(self) -> None:
        rows = page(*(f"Flat {n} of the house. The rent is due. Paid by tenant {n}." for n in range(12_000)))
        for before, after in (("Flat 11000 of the house.", ""), ("", "Paid by tenant 11000.")):
            (place,) = locate(rows, "The rent is due.", before=before, after=after).occurrences
            assert rows.blocks[11_000].start < place.spans[0].start < rows.blocks[11_000].end
        twice = page(*(f"Flat {n % 6000} of the house. The rent is due." for n in range(12_000)))
        assert len(locate(twice, "The rent is due.", before="Flat 500 of the house.").occurrences) == 2

    def test_context_with_another_number_is_none(self) -> None:
        fees = page("In 2020 the yearly charge applies. Dues: 40 euros.", "For guests it is this. Dues: 40 euros.")
        assert len(locate(fees, "Dues: 40 euros.", before="In 2021 the yearly charge applies.").occurrences) == 2
        assert len(locate(fees, "Dues: 40 euros.", before="In 2020 the yearly charge applies.").occurrences) == 1
        assert len(locate(fees, "Dues: 40 euros.", before="20 the yearly charge applies.").occurrences) == 1

    def test_context_that_goes_beyond_the_page_still_picks(self) -> None:
        assert len(locate(page("Not so. So it is.", "But so it is."), "o it is", before="x").occurrences) == 0
        twice = page("He said so it is.", "But so it is.")
        assert len(locate(twice, "so it is", before="Long ago in May he said").occurrences) == 1

    def test_a_hint_picks_the_nearest(self) -> None:
        unit = self.TWICE.units[1]
        result = locate(self.TWICE, "the fee is 400 euros", near=unit.spans[0])
        assert result.flags == ()
        assert unit.start <= result.occurrences[0].spans[0].start

    def test_a_hint_that_holds_two_lists_both(self) -> None:
        line = page("A fee and a fee. Then a fee.")
        result = locate(line, "a fee", near=line.units[0].spans[0])
        assert all(place.spans[0].end <= line.units[0].end for place in result.occurrences)

    def test_a_hint_works_among_very_many(self) -> None:
        many = page(*(f"Line {n} of it all" for n in range(2000)))
        last = many.units[-1]
        result = locate(many, "of it all", near=last.spans[0])
        assert [place.spans[0].end for place in result.occurrences] == [last.end]
        listed = locate(many, "of it all")
        assert listed.flags == ("many", "repeated")

    def test_a_hint_where_none_of_very_many_stands_picks_none(self) -> None:
        many = page(*(f"Line {n} of it all" for n in range(2000)), "Something else. " * 200)
        assert locate(many, "of it all", near=many.units[-1].spans[0]).flags == ("many", "repeated")

    def test_a_search_that_is_given_up_says_that_there_may_be_more(self) -> None:
        long = page("e.et1 " + "[1]e.et1" * 5000 + " e.et1 " * 2)
        result = locate(long, "e.et1")
        assert result.status == "exact"
        assert "many" in result.flags
        last = long.text.rindex("e.et1")
        found = locate(long, "e.et1", near=Span(last, last + 5))
        assert [place.spans[0].start for place in found.occurrences] == [last]

    @pytest.mark.parametrize("pattern", ["[1]e.et1", "[1]e.et", "x.[1]e.et ", "et[1]e.", "et[1]"])
    def test_every_line_of_a_page_of_one_pattern_is_found_where_it_stands(self, pattern: str) -> None:
        text = (pattern * 3000)[:20_000]
        on = page(text[:7001], text[7001:])
        for unit in on.units:
            result = locate(on, unit.text(on.text))
            assert result.status == "exact"
            assert "many" in result.flags or unit.start in [place.spans[0].start for place in result.occurrences]

    def test_overlapping_places_are_all_listed(self) -> None:
        assert len(locate(page("so so so it goes"), "so so").occurrences) == 2

    def test_the_index_is_kept_with_the_page(self) -> None:
        from exactquote.quotes import quote_index

        assert quote_index(LEASE) is quote_index(LEASE)
        assert quote_index(Page.from_blocks([CapturedBlock("other")])) is not quote_index(LEASE)
