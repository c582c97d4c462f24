"""Lines about another thing than the one asked for, in several languages and forms, and look-alikes."""

from __future__ import annotations

import pytest

from exactquote import read_html
from exactquote.page import Page
from exactquote.verdicts.scope import items_asked, scope_caveats

OTHER, BROADER = "entity_scope_other_than_item", "entity_scope_broader_than_item"


def page_of(body: str, title: str = "", lang: str = "en") -> Page:
    head = f"<head><title>{title}</title></head>"
    return read_html(f'<html lang="{lang}">{head}<body>{body}</body></html>', url="https://a.example/")


def code(page: Page, part: str, asked: str, *beside: Page) -> str:
    unit = next(unit for unit in page.units if part in unit.text(page.text))
    found = scope_caveats(page, unit, asked, beside)
    assert all(caveat.line is not None and caveat.line.of(page.text) == caveat.text for caveat in found)
    return found[0].code if found else ""


# lang, heading of the asked one, its line, heading of the other one, its line, question
SECTIONS = (
    ("en", "Orchard permit", "The fee is 40 euros.", "Workshop permit", "Applicants must show 1,600 euros.",
     "What monthly budget does the orchard permit need?"),
    ("de", "Werkstattpass", "Die Gebühr beträgt 40 Euro.", "Gartenpass", "Nötig sind 1.600 Euro im Monat.",
     "Welches Budget verlangt der Werkstattpass?"),
    ("es", "Permiso de huerto", "La tasa es de 40 euros.", "Permiso de taller", "Hay que probar 1.600 euros al mes.",
     "¿Qué presupuesto mensual exige el permiso de huerto?"),
    ("fr", "Titre de verger", "La taxe est de 40 euros.", "Titre d’atelier et titre de moulin", "Il faut 1 600 euros.",
     "Quel budget faut-il pour le titre de verger ?"),
    ("tr", "Bahçe izni", "Ücret 40 avrodur.", "Atölye izni", "Ayda 1.600 avro gösterilmelidir.",
     "Bahçe izni için aylık en az ne kadar gerekir?"),
    ("fi", "Puutarhalupa", "Maksu on 40 euroa.", "Työpajalupa", "Hakijalla on oltava 1 600 euroa.",
     "Kuinka paljon puutarhalupa vaatii kuukaudessa, jos lupa on uusi?"),
    ("zh", "果园居留许可", "费用为40欧元。", "工坊居留许可", "每月须有1600欧元。", "果园居留许可每月最低预算是多少？"),
    ("ja", "果樹園滞在許可", "手数料は40ユーロです。", "工房滞在許可", "毎月1600ユーロが必要です。",
     "果樹園滞在許可の毎月の予算はいくらですか。"),
    ("ar", "تصريح البستان", "الرسم 40 يورو.", "تصريح الورشة", "يجب إثبات 1600 يورو شهريا.",
     "ما الميزانية التي يطلبها تصريح البستان؟"),
)  # fmt: skip


@pytest.mark.parametrize(("lang", "mine", "right", "others", "wrong", "asked"), SECTIONS, ids=[s[0] for s in SECTIONS])
def test_a_line_under_the_heading_of_another_one(
    lang: str, mine: str, right: str, others: str, wrong: str, asked: str
) -> None:
    page = page_of(f"<h1>X</h1><h2>{mine}</h2><p>{right}</p><h2>{others}</h2><p>{wrong}</p>", lang=lang)
    assert code(page, wrong, asked) == OTHER
    assert code(page, right, asked) == ""


@pytest.mark.parametrize(("lang", "mine", "right", "others", "wrong", "asked"), SECTIONS, ids=[s[0] for s in SECTIONS])
def test_a_line_of_the_page_of_another_one(
    lang: str, mine: str, right: str, others: str, wrong: str, asked: str
) -> None:
    own = page_of(f"<h1>{mine}</h1><p>{right}</p>", title=mine, lang=lang)
    other = page_of(f"<h1>{others}</h1><p>{wrong}</p>", title=others, lang=lang)
    general = page_of(f"<h1>X</h1><p>{wrong}</p>", title="X", lang=lang)
    assert code(other, wrong, asked, own) == OTHER
    assert code(own, right, asked, other) == ""
    assert code(general, wrong, asked, own) == BROADER


def test_a_line_that_names_the_other_one_itself() -> None:
    own = page_of("<h1>Orchard permit</h1><p>It costs 40 euros.</p>", title="Orchard permit")
    page = page_of("<p>The workshop permit needs 1,600 euros a month. The orchard permit needs 900 euros.</p>")
    asked = "How much does the orchard permit need a month?"
    assert code(page, "1,600", asked, own) == OTHER
    assert code(page, "900", asked, own) == ""


def test_rows_of_a_table_speak_for_themselves() -> None:
    page = page_of(
        "<table><tr><th>Kind</th><th>Budget</th></tr><tr><th>Orchard permit</th><td>900 €</td></tr>"
        "<tr><th>Workshop permit</th><td>1,600 €</td></tr></table>"
    )
    asked = "Which budget does the orchard permit need?"
    assert code(page, "1,600", asked) == OTHER
    assert code(page, "900", asked) == ""


def test_a_section_about_another_one_on_the_page_of_the_item() -> None:
    page = page_of(
        "<h1>Orchard permit</h1><p>It costs 40 euros.</p><h2>Workshop permit</h2><p>There, 1,600 euros are asked.</p>"
        "<h2>Renewal of the permit</h2><p>It is renewed for 20 euros.</p>",
        title="Orchard permit",
    )
    asked = "What does the orchard permit cost?"
    assert code(page, "1,600", asked) == OTHER
    assert code(page, "renewed for", asked) == ""


@pytest.mark.parametrize(
    "asked",
    [
        "What does it cost?",
        "When is the office open?",
        "Which budget does the workshop permit need?",
        "Do the orchard permit and the workshop permit cost the same?",
        "Was kostet die Genehmigung?",
        "",
    ],
)
def test_what_is_not_asked_is_not_missed(asked: str) -> None:
    page = page_of("<h2>Orchard permit</h2><p>40 euros.</p><h2>Workshop permit</h2><p>One pays 1,600 euros.</p>")
    assert code(page, "1,600", asked) == ""


def test_a_field_is_no_thing() -> None:
    page = page_of(
        "<h1>Orchard permit</h1><h2>Monthly budget</h2><p>900 euros are enough.</p><h2>Opening hours</h2>"
        "<p>The office is open for 4 hours.</p>",
        title="Orchard permit",
    )
    assert code(page, "4 hours", "How many hours is the office open, and which monthly budget is needed?") == ""
    assert items_asked("Which monthly budget is needed?", [page]) == ()


@pytest.mark.parametrize(
    ("title", "asked", "said"),
    [
        ("Workshop permit – Valley", "Which budget does the orchard permit need?", OTHER),
        ("Glass-blowing permit", "Which budget does the fruit-growing permit need?", OTHER),
        ("Permiso de taller", "¿Qué presupuesto exige el permiso de huerto?", OTHER),
        ("Atölye izni", "Bahçe izni için ne kadar gerekir?", OTHER),
        ("Workshop permit", "Which budget does the workshop permit need?", ""),
        ("Workshop permit", "Which budget does it need?", ""),
        ("Workshop permit", "Which budget does the annual permit need?", ""),
        ("Workshop permit", "Which budget does a workshop owner need?", ""),
        ("All about permits of the valley", "Which budget does the orchard permit need?", ""),
    ],
)
def test_a_page_that_is_all_about_another_one(title: str, asked: str, said: str) -> None:
    page = page_of(f"<h1>{title}</h1><p>One has to show 1,600 € a month.</p><p>The annual fee is due.</p>", title=title)
    assert code(page, "1,600", asked) == said
    assert code(page, "annual fee", asked) == "", "without a figure nothing is taken over"
