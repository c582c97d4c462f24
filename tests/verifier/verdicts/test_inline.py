"""Another thing named by the line itself, on pages whose titles and headings name nothing."""

from __future__ import annotations

import pytest

from exactquote import read_html
from exactquote.page import Page
from exactquote.verdicts.scope import scope_caveats

OTHER = "entity_scope_other_than_item"

# lang, sentences about the asked one, a sentence about the other one with its figure, question, what the caveat names
PLAIN = (
    ("en", "Whoever keeps a kiln needs a kiln permit. The kiln permit costs 46 €.",
     "The orchard permit requires 1,600 € a month.", "How much a month must I show for the kiln permit?",
     "orchard permit"),
    ("en", "The barge of Olmen is red.", "It leaves at noon. The barge of Tarn carries 90 tonnes.",
     "How many tonnes does the barge of Olmen carry?", "barge of tarn"),
    ("de", "Der Ofenschein gilt ein Jahr. Wer heizt, zeigt den Brennofenschein.",
     "Die Frist ist kurz. Wer kauft, zahlt für den Fischereischein 75 €.",
     "Was zahlt man für den Brennofenschein?", "fischereischein"),
    ("es", "El curso de otoño empieza en octubre.", "El curso de verano cuesta 340 € por semana.",
     "¿Cuánto cuesta el curso de otoño por semana?", "curso de verano"),
    ("fr", "La bourse musicale dure deux ans.", "La bourse sportive est de 5 200 € par an.",
     "De combien est la bourse musicale ?", "bourse sportive"),
    ("tr", "Seramik izni olanlar fırın yakar.", "Bahçe izni için ayda en az 1.600 avro gösterilir.",
     "Seramik izni için ayda ne kadar gösterilir?", "bahçe izni"),
    ("zh", "烧窑的人需要陶窑许可证。陶窑许可证的费用是46欧元。", "果园许可证要求每月至少1600欧元。",
     "陶窑许可证要求每月至少多少钱？", "果园许可证"),
)  # fmt: skip


def page_of(lang: str, *paragraphs: str) -> Page:
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    return read_html(f'<html lang="{lang}"><body>{body}</body></html>', url="https://a.example/")


def found(page: Page, part: str, asked: str, *beside: Page) -> list[tuple[str, str]]:
    unit = next(unit for unit in page.units if part in unit.text(page.text))
    return [(caveat.code, caveat.detail) for caveat in scope_caveats(page, unit, asked, beside)]


@pytest.mark.parametrize(("lang", "mine", "other", "asked", "named"), PLAIN, ids=[f"{p[0]}-{p[4]}" for p in PLAIN])
def test_a_plain_sentence_about_another_one(lang: str, mine: str, other: str, asked: str, named: str) -> None:
    figure = next(word for word in other.replace("。", " ").split() if any(map(str.isdigit, word)))
    assert found(page_of(lang, mine, other), figure, asked) == [(OTHER, named)]
    assert found(page_of(lang, other), figure, asked, page_of(lang, mine)) == [(OTHER, named)], "on another page"
    assert found(page_of(lang, other), figure, asked) == [], "nothing shows that the asked one is the name of a thing"


@pytest.mark.parametrize(
    ("mine", "line", "asked"),
    [
        ("The kiln permit costs 46 €.", "The kiln permit, like the orchard permit, takes 9 days.", "kiln permit?"),
        ("The kiln permit costs 46 €.", "The orchard permit takes 12 days.", "Orchard and kiln permit: days?"),
        ("The kiln permit is blue.", "The orchard permit is green.", "Which colour has the kiln permit?"),
        ("The kiln permit costs 46 €.", "Ask at the town office, room 12.", "Where do I get the kiln permit?"),
        ("The oldest player won.", "While players slept, 12 buses came.", "How did the oldest player travel?"),
    ],
)  # fmt: skip
def test_other_words_are_no_other_thing(mine: str, line: str, asked: str) -> None:
    assert found(page_of("en", mine, line), line, asked) == []


def test_a_row_of_years_has_no_figure_of_a_wider_thing() -> None:
    page = read_html(
        "<html><body><table><tr><th>Costs</th><th>x</th></tr><tr><td>2019</td><td>2018</td></tr>"
        "<tr><th>Kiln costs</th><td>12</td></tr></table></body></html>"
    )
    assert found(page, "2018", "In which year were the kiln costs larger?") == []
