"""Where a quote may begin and end."""

from __future__ import annotations

import pytest

from exactquote.quotes import locate
from verifier.quotes.pages import code, found, how, marked, page, row

CUT = [
    # words
    ("The permit was personally given.", "permit was person"),
    ("The permit was personally given.", "mit was personally"),
    ("inter\u00adnational rules", "inter"),
    ("rock and roll_over", "roll"),
    # numbers
    ("It was 150 euros.", "50"),
    ("It was 150 euros.", "15"),
    ("It was 11.5 litres.", "1.5"),
    ("It was 12,743 euros.", "2,743 euros"),
    ("It was 12,743 euros.", "It was 12"),
    ("It was 12,743 euros.", "743"),
    ("It was 5.3 litres.", "It was 5"),
    ("It was 5.3 litres.", "3 litres"),
    ("It was 12 743 euros.", "743 euros"),
    ("It was 12 743 euros.", "It was 12"),
    ("It was 12\u202f743 euros.", "743 euros"),
    ("It was 12'743 francs.", "743 francs"),
    ("It was 12’743 francs.", "743 francs"),
    ("It was 1٬030 units.", "030 units"),
    ("Es waren 1.186.345 Stück.", "186.345 Stück"),
    ("Es waren 1.186.345 Stück.", "Es waren 1.186"),
    ("It opens at 12:30 daily.", "It opens at 12"),
    ("It opens at 12:30 daily.", "30 daily"),
    ("On 5/10/2022 it ended.", "10/2022 it ended"),
    ("About ½5 of it", "5 of it"),
    ("It took 1½ hours.", "It took 1"),
    ("It took 10² hours.", "It took 10"),
    ("It grew 50% last year.", "It grew 50"),
    ("Es stieg um 50\u00a0% an.", "Es stieg um 50"),
    ("Es stieg um 50 % an.", "um 50"),
    ("It was − 5 degrees.", "5 degrees"),
    ("It cost $50 million.", "50 million"),
    ("It cost 50€ in all.", "It cost 50"),
    ("It cost US$50 in all.", "$50 in all"),
    ("It was -5 degrees.", "5 degrees"),
    ("It was −5 degrees.", "5 degrees"),
    ("It was –5 degrees.", "5 degrees"),
    ("A loss of -$5 each", "$5 each"),
    ("It changed by +3 points.", "3 points"),
    ("The tolerance is ±3 points.", "3 points"),
    ("p <0.05 was found", "0.05 was found"),
    ("The rate is .5 now.", "5 now"),
    ("From 10–15 days it rained.", "15 days it rained"),
    ("From 10–15 days it rained.", "From 10"),
    ("From 10-15 days it rained.", "15 days it rained"),
    ("Aged 18+ only.", "Aged 18"),
    ("A screen of 1920×1080 points", "1080 points"),
    ("At 61°29′53″N it lies", "29′53″N it lies"),
    ("It was 40°C in the shade.", "It was 40°"),
    ("It was 40°C in the shade.", "It was 40"),
    # tokens
    ("The patient remained seizure-free.", "the patient remained seizure"),
    ("The patient remained seizure-free.", "free"),
    ("The patient remained seizure-free.", "The patient remained seizure-"),
    ("The patient remained seizure\u2011free.", "The patient remained seizure"),
    ("A non–profit group", "profit group"),
    ("They don't know.", "They don"),
    ("They don’t know.", "t know"),
    ("See example.com for more", "See example"),
    ("See example.com for more", "com for more"),
    ("Write to a@example.com now", "example.com now"),
    ("It does 50 km/h there", "It does 50 km"),
    ("Our R&D costs rose", "D costs rose"),
    ("It is rated A+ by all", "It is rated A"),
    ("Written in C# and C++ only", "Written in C"),
    ("The sum is 10^2 here", "The sum is 10"),
    # no spaces between words
    ("人口是1500人", "500人"),
    ("人口是1500人", "人口是15"),
    ("增加了3.5亿元", "增加了3.5"),
    ("三百五十元的费用", "五十元的费用"),
    ("气温-5度左右", "5度左右"),
    ("降低了百分之三点五。", "降低了百分之三"),
    ("降低了百分之三点五。", "三点五"),
    ("降低了百分之三点五。", "五。"),
    ("成本是去年的三点五倍", "五倍"),
    ("占五分之二左右", "占五"),
    ("会议在四点半开始", "会议在四点"),
    # numbers of several parts
    ("There are about 5 × 10^6 cells", "There are about 5"),
    ("There are about 5 × 10^6 cells", "10^6 cells"),
    ("Plates of 30 x 40 mm", "Plates of 30"),
    ("Add 1 1/2 cups of oil", "1/2 cups of oil"),
    ("Add 1 1/2 cups of oil", "Add 1"),
    ("Add 1 ½ cups of oil", "½ cups of oil"),
    *((f"It was 12{space}743 euros.", "743 euros") for space in "\u2002\u2004\u2005\u2006\u200a\u205f\u3000"),
    # a number and its scale word, percent word or sign, and numbers in words
    ("It is priced at 7 million a year.", "priced at 7"),
    ("It is priced at 7 million a year.", "million a year"),
    ("It took £6\u00a0million then.", "It took £6"),
    ("They hold a share of 8 percent of it.", "They hold a share of 8"),
    ("They hold a share of eight per cent of it.", "They hold a share of eight"),
    ("It raised eight billion in May.", "It raised eight"),
    ("Some forty two boats came in.", "Some forty"),
    ("Some forty two boats came in.", "two boats came in"),
    ("All three hundred and sixty seats", "sixty seats"),
    ("It cost 170 € then.", "It cost 170"),
    ("It cost EUR 170 then.", "170 then"),
    ("The wall is 9 km long.", "The wall is 9"),
    ("It is √3 metres wide.", "3 metres wide"),
    ("Toplam %40 arttı.", "40 arttı"),
    ("Sie hat 12 Millionen Einwohner.", "Sie hat 12"),
    ("人口超过3600万人", "人口超过3600"),
    # a sign behind its currency or comparison
    ("A loss of $-5 million", "-5 million"),
    ("A loss of $-5 million", "5 million"),
    ("A loss of €−5 million", "−5 million"),
    ("It is below <-5 degrees", "-5 degrees"),
    # characters that belong together
    ("cafe\u0301 au lait", "cafe"),
    ("काम किया", "क"),
    ("\u0e19\u0e49\u0e33 ดื่ม", "\u0e19"),
    ("A family \U0001f468\u200d\U0001f469 came", "A family \U0001f468"),
    ("Thumbs \U0001f44d\U0001f3fd up", "Thumbs \U0001f44d"),
    ("Flags \U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7 wave", "Flags \U0001f1e9"),
    ("Flags \U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7 wave", "Flags \U0001f1e9\U0001f1ea\U0001f1eb"),
    ("각자 왔다", "\uac00"),
    ("\u1100\u1161\u11a8 왔다", "\u1100\u1161"),
]


@pytest.mark.parametrize(("text", "quote"), CUT)
def test_a_quote_must_not_cut(text: str, quote: str) -> None:
    assert not found(text, quote)


WHOLE = [
    ("It was 150 euros.", "150"),
    ("It was 150 euros.", "It was 150"),
    ("It was 12,743 euros.", "12,743"),
    ("In 2019 500 people came.", "500 people came"),
    ("They had forty boats and two men", "two men"),
    ("One of two men came.", "two men came"),
    ("In 2008 K rose to fame", "In 2008"),
    ("It is priced at 7 million a year.", "priced at 7 million"),
    ("Sold: 7\nMillion-dollar homes", "Sold: 7"),
    ("In 2019, 500 people came.", "In 2019"),
    ("It was 5. The next day", "It was 5"),
    ("Chapters 3, 4 and 5", "4 and 5"),
    ("It grew 50% last year.", "50%"),
    ("It cost $50 million.", "$50 million"),
    ("It was -5 degrees.", "-5 degrees"),
    ("It is 7 − 5 in all.", "5 in all"),
    ("He said no—then yes", "then yes"),
    ("He said no—then yes", "He said no"),
    ("the end.Next sentence here", "Next sentence here"),
    ("Made by “Acme” (Oslo).", "Acme"),
    ("Made by “Acme” (Oslo).", "Oslo"),
    ("A family \U0001f468\u200d\U0001f469 came", "A family \U0001f468\u200d\U0001f469"),
    ("Flags \U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7 wave", "Flags \U0001f1e9\U0001f1ea"),
    ("人口是1500人", "1500"),
    ("人口是1500人", "口是1500人"),
    ("使用iPhone手机", "iPhone"),
    ("下午三点，五个人到了", "下午三点"),
    ("A grid x 4 units wide", "4 units wide"),
    ("In 2019 1/2 of them left", "1/2 of them left"),
    ("กรุงเทพมหานครเป็นเมือง", "มหานคร"),
    ("増加は3.5億円です", "3.5億円"),
    ("서울은 크다", "크다"),
    ("the seizure-free patient", "seizure-free"),
    ("No. 6 of 9", "No"),
]


@pytest.mark.parametrize(("text", "quote"), WHOLE)
def test_a_quote_may_end_at(text: str, quote: str) -> None:
    assert found(text, quote)


def test_a_word_broken_over_two_lines_is_not_cut_there() -> None:
    broken = page(code("the inter-\nnational rules of COVID-\n19 cases"))
    assert found(broken, "international rules")
    for part in ("the inter", "the inter-", "national rules", "of COVID", "19 cases"):
        assert not found(broken, part)


def test_neighbouring_cells_are_no_grouped_number() -> None:
    table = page(*row("Item", "12", "500"))
    assert found(table, "500")
    assert found(table, "Item 12")
    assert not found(table, "12 500")
    assert found(table, "12\t500")


def test_a_reference_mark_is_no_part_of_the_word_before_it() -> None:
    noted = page(marked("The growth{3} was 1,234{^5} in all."))
    assert found(noted, "The growth")
    assert found(noted, "was 1,234")
    assert found(noted, "in all")


@pytest.mark.parametrize("text", ["Some 10{^6} cells live", "It is 5 m{2} wide now", "It falls 9 m/s{2} here"])
def test_a_linked_exponent_is_no_reference_mark(text: str) -> None:
    linked = page(marked(text))
    plain, _, rest = text.partition("{")
    assert not found(linked, plain + rest.partition("}")[2])
    assert not found(linked, plain)
    assert found(linked, linked.text)
    assert found(linked, linked.text.replace("^6", "⁶").replace("m2", "m²").replace("s2", "s²"))


@pytest.mark.parametrize("text", ["Since 1996{^6} it grew", "It is 12 km{14} long", "Some 10{[6]} came"])
def test_a_footnote_behind_a_number_is_one(text: str) -> None:
    plain, _, rest = text.partition("{")
    assert found(page(marked(text)), plain + rest.partition("}")[2])
    assert found(page(marked(text)), plain)


def test_a_mark_between_two_digits_is_not_skipped() -> None:
    assert not found(page(marked("It was 5{[1]}0 units.")), "It was 50 units")


@pytest.mark.parametrize("before", ["First line.\n", "First line. ", "\u00a0", "\u200b", "\u200d"])
def test_a_mark_that_begins_a_line_or_word_belongs_to_no_letter_before_it(before: str) -> None:
    assert found(f"{before}\u0301a is the second.", "\u0301a is the second.")
    assert not found("Take e\u0301a or none.", "\u0301a or none.")
    assert not found("Take e\u00ad\u0301a or none.", "\u0301a or none.")


def test_idle_joiners_around_a_quote_are_taken_in_where_the_page_has_them() -> None:
    result = locate(page("One. \u200dTwo is more."), "\u200dTwo is more.")
    assert [(hit.spans[0].start, hit.fold) for hit in result.occurrences] == [(5, "verbatim")]


@pytest.mark.parametrize("long", ["", "as it says in the yearly account of "])
def test_an_honest_place_is_found_behind_thousands_that_cut_a_number(long: str) -> None:
    rows = [f"{long}2020-{number:04}" for number in range(1500)] + [f"{long}2020.{number:04}" for number in range(7000)]
    many = page(*rows, f"{long}2020.")
    (place,) = locate(many, f"{long}2020").occurrences
    assert place.spans[0].start == many.blocks[-1].start
    assert locate(page(*rows), f"{long}2020").status != "exact"


def test_a_mark_beside_a_figure_cuts_nothing_among_many() -> None:
    notes = page(*(marked("Row {a}7") for _ in range(300)))
    assert len(locate(notes, "7").occurrences) == 300


def test_the_very_same_characters_are_found_though_a_word_is_broken_in_one_place_and_not_in_another() -> None:
    twice = page(code("We re-\nopen, and re-"), "open again.")
    for quote in ("We re-\nopen, and re-\nopen again.", "and re-\nopen again."):
        assert how(twice, quote) == "verbatim"
    assert not found(twice, "We re-\nopen, and re-\nopen aga")
    assert not found(twice, "open, and re-\nopen again.")
    assert not found(twice, "We re-\nopen and re-\nopen again.")


def test_every_place_is_listed_of_a_word_that_is_broken_in_one_and_parted_in_another() -> None:
    both = page(code("Shall we re-\nopen it"), code("or shall we re-"), "open it")
    assert len(locate(both, "we re-\nopen it").occurrences) == 2
