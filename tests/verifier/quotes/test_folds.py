"""The fold ladder: what is overlooked at which level, and what never is."""

from __future__ import annotations

import unicodedata

import pytest

from exactquote.page import CapturedBlock, Page
from exactquote.quotes import locate
from verifier.quotes.pages import code, found, how, marked, page, row

LAYOUT = [
    ("a no-break\u00a0space here", "no-break space here"),
    ("a thin\u2009space, a narrow\u202fone", "thin space, a narrow one"),
    ("an ideographic\u3000space here", "an ideographic space here"),
    ("two  spaces\t and a tab", "two spaces and a tab"),
    ("two lines\nof text", "two lines of text"),
    ("one line of text", "one line\n   of text"),
    ("a soft hy\u00adphen in a word", "a soft hyphen in a word"),
    ("a soft hyphen in the quote", "a soft hy\u00adphen in the quote"),
    ("zero\u200bwidth\u2060 and\ufeff more", "zerowidth and more"),
    ("left\u200e to \u202aright\u202c marks", "left to right marks"),
    ("joiners\u200d between\u200c Latin letters", "joiners between Latin letters"),
    ("plain words here", "**plain words** here"),
    ("plain words here", "*plain* _words_ here"),
    ("plain words here", "plain `words` here"),
    ("plain words here", "***plain words here***"),
    ("这里写着重点内容", "这里写着**重点**内容"),
    ("第一行文字\n第二行文字", "第一行文字第二行文字"),
    ("第一行 文字", "第一行文字"),
    ("第一行文字", "第一行 文字"),
    ("他说完。 然后走了", "他说完。然后走了"),
]


@pytest.mark.parametrize(("text", "quote"), LAYOUT)
def test_layout(text: str, quote: str) -> None:
    assert how(text, quote) == "layout"


TYPOGRAPHY = [
    ("He said “yes” and ‘no’.", "He said \"yes\" and 'no'."),
    ('He said "yes".', "He said “yes”."),
    ("Er sagte „ja“ und ‚nein‘.", "Er sagte \"ja\" und 'nein'."),
    ("Il a dit «oui» hier.", "Il a dit “oui” hier."),
    ("彼は「はい」と言った", "彼は“はい”と言った"),
    ("She said “yes” to it", "She said 'yes' to it"),
    ("It isn’t so", "It isn't so"),
    ("from 10–15 days", "from 10-15 days"),
    ("a well\u2011known case", "a well-known case"),
    ("it ended — at last", "it ended - at last"),
    ("这所大学——10个学院——很大", "这所大学--10个学院--很大"),
    ("minus −5 degrees", "minus -5 degrees"),
    ("a change of − 5 percent", "a change of - 5 percent"),
    ("the result — 5 percent", "the result - 5 percent"),
    ("it is 7 − 5 here", "it is 7 - 5 here"),
    ("a pipe 5″ wide", 'a pipe 5" wide'),
    ("a man 6′ tall", "a man 6' tall"),
    ("the slope f′(x) of it", "the slope f'(x) of it"),
    ("and so on… he said", "and so on... he said"),
    ("the ﬁrst oﬃce", "the first office"),
    ("价格：１２３元（含税）", "价格:123元(含税)"),
    ("增长５０％以上", "增长50%以上"),
    ("caf\u00e9 au lait", "cafe\u0301 au lait"),
    ("cafe\u0301 au lait", "caf\u00e9 au lait"),
    ("temperature of 300 \u212a here", "temperature of 300 K here"),
    ("Tiếng Việt có dấu", unicodedata.normalize("NFD", "Tiếng Việt có dấu")),
    ("각자의 방식", unicodedata.normalize("NFD", "각자의 방식")),
    ("\u0958लम से लिखा", "\u0915\u093cलम से लिखा"),
    ("\u0915\u093cलम से लिखा", "\u0958लम से लिखा"),
    ("The landlord may not", "the landlord may not"),
    ("the landlord may not", "The landlord may not"),
    ("“The landlord may not", '"the landlord may not'),
    ("Élan vital is a term", "élan vital is a term"),
]


@pytest.mark.parametrize(("text", "quote"), TYPOGRAPHY)
def test_typography(text: str, quote: str) -> None:
    assert how(text, quote) == "typography"


NEVER = [
    # compatibility characters are not what they resemble
    ("It is 10² metres", "It is 102 metres"),
    ("It is 102 metres", "It is 10² metres"),
    ("It took 1½ hours", "It took 11⁄2 hours"),
    ("It took 1½ hours", "It took 1 1/2 hours"),
    ("Item ① of the list", "Item 1 of the list"),
    ("The µ value is high", "The μ value is high"),
    # spaces inside are not dropped or put in
    ("It was 15 units", "It was 1 5 units"),
    ("It was 1 5 units", "It was 15 units"),
    ("a therapist came", "a the rapist came"),
    ("no where to go", "nowhere to go"),
    ("表5\n万元の費用", "表5万元の費用"),
    ("表5\t万元の費用", "表5万元の費用"),
    ("第五 3 次", "第五3次"),
    # hyphens inside are not dropped or put in
    ("the re-sign option", "the resign option"),
    ("the resign option", "the re-sign option"),
    ("inter- national rules", "international rules"),
    # letters
    ("The pact was signed", "The раct was signed"),
    ("कि यह है", "का यह है"),
    ("काम यह है", "कम यह है"),
    ("كِتَاب جديد", "كتاب جديد"),
    ("bản đồ cũ", "ban do cu"),
    ("an année passed", "an annee passed"),
    ("die Straße dort", "die Strasse dort"),
    ("the œuvre itself", "the oeuvre itself"),
    ("السنة ١٢ هنا", "السنة 12 هنا"),
    # case, but for the first letter
    ("The Polish people", "The polish people"),
    ("In May they went", "In may they went"),
    ("the MW unit of it", "The mW unit of it"),
    # numbers and signs
    ("It was -5 degrees", "It was 5 degrees"),
    ("It was 5 degrees", "It was -5 degrees"),
    ("It was +5 degrees", "It was -5 degrees"),
    ("so cold —5 degrees", "so cold -5 degrees"),
    ("from 10–15 days", "from 10 15 days"),
    ("It grew 5%", "It grew 5‰"),
    ("It cost €5", "It cost $5"),
    ("It cost £5", "It cost ₤5"),
    ("It was 1.186 units", "It was 1,186 units"),
    ("It was 1 186 units", "It was 1,186 units"),
    ("a board of 6′2″ here", "a board of 6″2′ here"),
    ("a board of 6' here", 'a board of 6" here'),
    ("In the ’80s a pipe was 4″ wide", "a pipe was 4′ wide"),
    ("In the ’80s a pipe was 4″ wide", "In the ’80s a pipe was 4′ wide"),
    ("Drum ‘n bass at 5′ 10″ here", "Drum ‘n bass at 5″ 10″ here"),
    ("He said “it is 5' high” then", 'He said “it is 5" high” then'),
    ("the slope f′(x) of it", "the slope f″(x) of it"),
    ("the result — 5 percent", "the result − 5 percent"),
    ("the result − 5 percent", "the result – 5 percent"),
    ("the result - 5 percent", "the result − 5 percent"),
    ("the result – $5 each", "the result − $5 each"),
    ("气温 -5 度", "气温-5 度"),
    # marks of the quote's own
    ("2*3*4 is 24", "234 is 24"),
    ("234 is the sum", "2*3*4 is the sum"),
    ("234 is the sum", "2**3**4 is the sum"),
    ("rate [12] of growth", "rate of growth"),
    ("rate of growth", "rate [12] of growth"),
    ("[1.3-1.7] was the range", "1.3-1.7 was the range of it"),
    ("he said yes", 'he said "yes"'),
]


@pytest.mark.parametrize(("text", "quote"), NEVER)
def test_never(text: str, quote: str) -> None:
    assert not found(text, quote)


def test_the_least_fold_of_all_places_is_named() -> None:
    result = locate(page("a fine\u00a0day", "a fine day", "a “fine” day"), "a fine day")
    assert result.fold == "verbatim"
    assert [place.fold for place in result.occurrences] == ["layout", "verbatim"]
    assert result.flags == ("repeated",)


def test_block_edges_are_white_space_and_never_glue() -> None:
    both = page("The first part", "and the second")
    result = locate(both, "first part and the second")
    assert (result.fold, result.flags) == ("layout", ("several_blocks",))
    (place,) = result.occurrences
    assert [both.text[s.start : s.end] for s in place.spans] == ["first part", "and the second"]
    assert not found(both, "first partand the second")
    assert found(page(*row("Revenue", "2019", "5.3")), "Revenue 2019 5.3")


class TestLineBreakHyphens:
    def test_joined_in_preformatted_text(self) -> None:
        broken = page(code("of inter-\n    national and well-\nknown rules"))
        assert how(broken, "international and") == "layout"
        assert how(broken, "well-known rules") == "layout"
        assert how(broken, "of international and well-known rules") == "layout"
        assert how(broken, "of inter-\n    national and") == "verbatim"
        assert how(broken, "of inter- national and") == "layout"

    def test_a_capital_or_a_figure_keeps_the_hyphen(self) -> None:
        broken = page(code("the Anglo-\nSaxon and COVID-\n19 cases"))
        assert found(broken, "Anglo-Saxon and COVID-19 cases")
        assert not found(broken, "AngloSaxon and")
        assert not found(broken, "COVID19 cases")

    def test_after_a_combining_mark(self) -> None:
        assert how(page(code("यह कि-\nताब है")), "यह किताब है") == "layout"
        assert how(page(code("Die Gru\u0308-\nnde dafür")), "Die Gr\u00fcnde dafür") == "typography"

    def test_a_range_is_not_joined(self) -> None:
        broken = page(code("from 10-\n20 days"))
        assert found(broken, "from 10-20 days")
        assert not found(broken, "from 1020 days")

    def test_not_over_a_block_edge(self) -> None:
        assert not found(page(code("the inter-"), code("national rules")), "the international rules")

    def test_a_soft_hyphen_at_a_line_end(self) -> None:
        assert how(page(code("the inter\u00ad\nnational rules")), "the international rules") == "layout"


class TestReferenceMarks:
    def test_skipped_when_the_quote_lacks_them(self) -> None:
        noted = page(marked("The rate{[12]} grew{3} by 5 %{[citation needed]}."))
        assert how(noted, "The rate grew by 5 %.") == "layout"
        assert locate(noted, "The rate grew by 5 %.").flags == ("marks_skipped",)

    def test_kept_when_the_quote_has_them(self) -> None:
        noted = page(marked("The rate{[12]} grew{[3]} by 5 %."))
        assert how(noted, "The rate[12] grew[3] by 5 %.") == "verbatim"
        assert how(noted, "The rate[12] grew by 5 %.") == "layout"
        assert not found(noted, "The rate[13] grew by 5 %.")
        assert not found(noted, "The rate grew[12] by 5 %.")

    def test_space_around_a_mark(self) -> None:
        assert found(page(marked("The rate {[12]} grew.")), "The rate grew.")
        assert found(page(marked("The rate grew {[12]}.")), "The rate grew.")
        assert found(page(marked("The rate{[12]}grew.")), "The rate grew.")
        assert not found(page(marked("The rate{[12]}grew.")), "The rategrew.")
        assert found(page(marked("人口{[12]}增长")), "人口增长")

    def test_a_bare_bracket_is_no_mark(self) -> None:
        assert not found("The rate [12] grew.", "The rate grew.")


class TestRaisedFigures:
    def test_a_raised_character_is_a_raised_mark(self) -> None:
        area = page(marked("It has 10{^2} rooms, 689.59 km{2}, CO{2} and 10{^−3} of it.", "sup"))
        assert how(area, "It has 10² rooms") == "typography"
        assert how(area, "689.59 km²") == "typography"
        assert how(area, "10⁻³ of it") == "typography"
        assert how(area, "689.59 km2, CO2") == "verbatim"
        assert how(area, "It has 10^2 rooms") == "verbatim"

    def test_but_never_a_plain_figure(self) -> None:
        area = page(marked("It has 10{^2} rooms.", "sup"))
        for wrong in ("It has 102 rooms", "It has 10 2 rooms", "It has 10³ rooms", "It has 10₂ rooms"):
            assert not found(area, wrong)
        assert not found("It has 10^2 rooms.", "It has 10² rooms")


class TestFirstLetter:
    def test_flagged(self) -> None:
        assert locate(page("The law says so."), "the law says").flags == ("case",)

    def test_a_place_with_the_same_case_wins(self) -> None:
        result = locate(page("The law says so, and the law says why."), "the law says")
        assert (result.fold, len(result.occurrences)) == ("verbatim", 1)

    def test_a_unit_keeps_its_case(self) -> None:
        assert not found("It gives 5 MW of power", "mW of power")
        assert not found("MW", "mW")
        assert not found("M", "m")
        assert found("In 2020 sales of it fell", "Sales of it fell")

    @pytest.mark.parametrize("lang", ["tr", "tr-TR", "az"])
    def test_turkish_letters(self, lang: str) -> None:
        turkish = page("İlk ışık Irak üzerinden geldi, ısı ise içeriden.", lang=lang)
        assert found(turkish, "ilk ışık")
        assert found(turkish, "Içeriden") is False
        assert found(turkish, "İçeriden")
        assert found(turkish, "Isı ise")
        assert not found(turkish, "İsı ise")
        assert found(turkish, "ırak üzerinden")
        assert not found(turkish, "irak üzerinden")

    def test_turkish_is_told_by_its_letters_when_no_language_is_given(self) -> None:
        text = "İlk ışık Irak üzerinden geldi, ısı ise içeriden gelir."
        assert found(text, "ilk ışık")
        assert not found(text, "irak üzerinden")

    def test_elsewhere_i_is_i(self) -> None:
        assert found(page("In the end it was so.", lang="en"), "in the end")
        assert not found(page("In the end it was so.", lang="en"), "ın the end")
        assert not found(page("İn the end it was so.", lang="en"), "in the end")


def test_collapsed_text_is_flagged() -> None:
    hidden = Page.from_blocks([CapturedBlock("Small print says no.", collapsed=True), CapturedBlock("Large print.")])
    assert locate(hidden, "Small print says no.").flags == ("collapsed",)
    assert locate(hidden, "Large print.").flags == ()


def test_a_span_always_shows_what_it_says() -> None:
    text = "\U0001f600 One “two”\u00a0three\u00ad-four… five"
    result = locate(page(text), 'one "two" three-four... five')
    (place,) = result.occurrences
    assert text[place.spans[0].start : place.spans[0].end] == place.text == text[2:]


def test_cells_whose_figures_cannot_be_one_number() -> None:
    table = page(*row("Spring", "31,880", "412"))
    assert how(table, "Spring 31,880 412") == "layout"
    assert not found(page(*row("Spring", "31", "412")), "Spring 31 412")
    assert not found(page(*row("Spring", "31 880", "412")), "Spring 31 880 412")
