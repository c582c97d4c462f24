"""Scripts of the world: a stretch of each page is found exactly, and is not once a character of it is another."""

from __future__ import annotations

import unicodedata

import pytest

from verifier.quotes.pages import found, how

SAMPLES = {
    "Chinese": ("自2019年起，登记费为每年2743元，不得退还。", "登记费为每年2743元", "2743", "2734"),
    "Japanese": (
        "申請料は2019年から年間2743円で、返金はできません。",
        "年間2743円で、返金はできません",
        "できません",
        "できます",
    ),
    "Thai": ("ค่าธรรมเนียมปีละ2743บาทและไม่สามารถขอคืนได้", "2743บาทและไม่สามารถขอคืน", "ไม่สามารถ", "สามารถ"),
    "Lao": ("ຄ່າທຳນຽມປີລະ2743ກີບແລະບໍ່ສາມາດຂໍຄືນໄດ້", "2743ກີບແລະບໍ່ສາມາດ", "ບໍ່", ""),
    "Khmer": ("ថ្លៃសេវាគឺ2743រៀលក្នុងមួយឆ្នាំ", "2743រៀលក្នុងមួយ", "2743", "2473"),
    "Hindi": ("शुल्क 2743 रुपये है और वापस नहीं किया जाता।", "शुल्क 2743 रुपये है और वापस नहीं", "नहीं", "यहीं"),
    "Bengali": ("ফি ২৭৪৩ টাকা এবং ফেরত দেওয়া হয় না।", "ফি ২৭৪৩ টাকা এবং ফেরত", "২৭৪৩", "২৭৩৪"),
    "Tamil": ("கட்டணம் 2743 ரூபாய் மற்றும் திருப்பித் தரப்படாது.", "கட்டணம் 2743 ரூபாய் மற்றும்", "2743", "2473"),
    "Vietnamese": ("Lệ phí là 2.743 đồng và không được hoàn lại.", "Lệ phí là 2.743 đồng và không được", "không ", ""),
    "Arabic": ("الرسوم هي ٢٧٤٣ ريالا ولا تُرَدُّ أبدا.", "الرسوم هي ٢٧٤٣ ريالا ولا تُرَدُّ", "ولا", "و"),
    "Persian": ("هزینه ۲۷۴۳ ریال است و پس داده نمی‌شود.", "ریال است و پس داده نمی‌شود", "نمی‌شود", "می‌شود"),
    "Hebrew": ("האגרה היא 2,743 שקלים ואינה מוחזרת.", "האגרה היא 2,743 שקלים ואינה", "ואינה", "והיא"),
    "Turkish": (
        "Ücret yıllık 2.743 liradır ve iade edilmez.",
        "Ücret yıllık 2.743 liradır ve iade",
        "yıllık",
        "yillik",
    ),
    "Greek": ("Το τέλος είναι 2.743 ευρώ και δεν επιστρέφεται.", "τέλος είναι 2.743 ευρώ και δεν", "και ", ""),
    "Russian": ("Сбор равен 2743 рублям и не возвращается.", "Сбор равен 2743 рублям и не возвращается", "не ", ""),
    "Korean": ("수수료는 연 2743원이며 환불되지 않습니다.", "수수료는 연 2743원이며 환불되지", "환불되지", "환불하지"),
    "Georgian": ("საფასური 2743 ლარია და არ ბრუნდება.", "საფასური 2743 ლარია და არ", "და ", ""),
    "Amharic": ("ክፍያው 2743 ብር ነው እና አይመለስም።", "ክፍያው 2743 ብር ነው", "2743", "2473"),
    "emoji": (
        "Fee \U0001f4b6 2743 \U0001f468\u200d\U0001f469\u200d\U0001f467 per family \U0001f1eb\U0001f1ee",
        "\U0001f4b6 2743 \U0001f468\u200d\U0001f469\u200d\U0001f467 per family",
        "\U0001f467",
        "\U0001f466",
    ),
    "mathematical": ("the field \U0001d53d of 2743 elements", "field \U0001d53d of 2743", "\U0001d53d", "F"),
}


@pytest.mark.parametrize("script", SAMPLES)
def test_found_as_it_is(script: str) -> None:
    text, quote, _, _ = SAMPLES[script]
    assert how(text, quote) == "verbatim"


@pytest.mark.parametrize("script", SAMPLES)
def test_not_found_when_changed(script: str) -> None:
    text, quote, old, new = SAMPLES[script]
    assert old in quote
    assert not found(text, quote.replace(old, new))


@pytest.mark.parametrize("script", SAMPLES)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_found_composed_and_decomposed(script: str, form: str) -> None:
    text, quote, _, _ = SAMPLES[script]
    assert found(unicodedata.normalize(form, text), quote)  # type: ignore[arg-type]
    assert found(text, unicodedata.normalize(form, quote))  # type: ignore[arg-type]


@pytest.mark.parametrize("script", SAMPLES)
def test_found_with_other_white_space(script: str) -> None:
    text, quote, _, _ = SAMPLES[script]
    assert found(text.replace(" ", "\u00a0"), quote)
    assert found(text, quote.replace(" ", "\n  "))


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("می‌خواهم بروم", "میخواهم بروم"),
        ("क्‍षेत्र का नाम", "क्षेत्र का नाम"),
        ("\U0001f468\u200d\U0001f469 came home", "\U0001f468\U0001f469 came home"),
    ],
)
def test_a_joiner_that_changes_what_is_read_is_kept(text: str, quote: str) -> None:
    assert not found(text, quote)


def test_arabic_forms_of_a_pdf_are_its_letters() -> None:
    assert how("\ufef3\ufeee\ufee1 جديد", "يوم جديد") == "typography"
    assert how("\ufefbزم جدا", "لازم جدا") == "typography"
    assert not found("\ufdfa هنا", "صلى الله عليه وسلم هنا")


def test_wide_figures_and_letters() -> None:
    assert how("価格は１，０３０円（ＡＢＣ社）", "価格は1,030円(ABC社)") == "typography"
    assert not found("価格は１，０３０円", "価格は1,080円")


@pytest.mark.parametrize("word", ["กขค", "港口费"])
def test_a_quote_may_end_behind_the_first_letter_after_a_broken_line(word: str) -> None:
    """Where the script sets no spaces, the word behind the break goes on behind the quote."""
    text = f"The fee-\n{word} was paid."
    for end in range(1, len(word) + 1):
        assert found(text, f"fee-\n{word[:end]}")
