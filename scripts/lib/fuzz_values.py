"""What fuzzing begins with: JSON values out of bytes, and for each target small seeds and words to put in."""

from __future__ import annotations

import json
from typing import Any

KEYS = (
    *("blocks", "text", "kind", "level", "cell", "marks", "collapsed", "table", "row", "index", "colspan", "rowspan"),
    *("header", "start", "end", "url", "title", "lang", "not_read", "hidden", "other"),
)
TEXTS = ("heading", "paragraph", "cell", "code", "reference", "sup", "1", "Vask 5,", "😀", "\ud800", "a\tb", "", " ")
SCALARS = (None, True, False, 1.5, -1, 10**30, float("nan"), 0)


def json_value(data: bytes) -> Any:
    """Read bytes as JSON where they are, else as the choices that make a value."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return _value(list(data[::-1]), 0)


def _value(choices: list[int], depth: int) -> Any:
    choice, of = divmod(choices.pop() if choices else 7, 8)
    if of < 3 and depth < 6:
        size = choice % 8
        if of == 0:
            return [_value(choices, depth + 1) for _ in range(size)]
        return {KEYS[(choices.pop() if choices else 0) % len(KEYS)]: _value(choices, depth + 1) for _ in range(size)}
    if of == 3:
        return TEXTS[choice % len(TEXTS)]
    return SCALARS[choice % len(SCALARS)] if of == 4 else choice


_CAPTURE = {
    "url": "https://harbour.example/fees",
    "title": "Fees",
    "lang": "en",
    "not_read": {"hidden": 2},
    "blocks": [
        {"text": "Fees", "kind": "heading", "level": 1},
        {"text": "A boat pays 5 euros.[1] 😀 It is due.", "marks": [{"start": 20, "end": 23, "kind": "reference"}]},
        {"text": "Size", "kind": "cell", "cell": {"table": 0, "row": 0, "index": 0, "header": True, "colspan": 2}},
        {"text": "", "kind": "cell", "cell": {"table": 0, "row": 0, "index": 1, "rowspan": 3}},
        {"text": "10", "kind": "cell", "cell": {"table": 0, "row": 1, "index": 0}, "collapsed": True},
    ],
}

HTML_SEEDS = (
    "<html lang=en><title>Fees</title><body><h1>Fees<sup>[1]</sup></h1><p>A boat pays 5 euros. It is due in May.",
    "<table><tr><th>Size<th colspan=2>Fee<tr><td rowspan=2>10 m<td>1,200.50<td>€<tr><td><table><tr><td>x</table>",
    "<p>He said: “No.”<br>Then<br><br>10<sup>2</sup> m<sub>2</sub> <a href=x>[2]</a></br></p></p><pre>a\n b</pre>",
    "<div hidden>no</div><details><summary>s</summary>t</details><math><mfrac><mn>1<mn>2</mfrac></math><svg><text>x",
    "<meta charset=shift_jis><div><template shadowrootmode=open><slot></template>港は開いています。料金は？</div>",
    "<ul><li>1. Sign here.<li>B. Pay now. J. R. Ek came.</ul>The end.Next U.S. Treaty. 12 500 kg — 50 %; z. B. 1. Mai",
)
_HTML = (
    "<p> </p> <br> </br> <pre> </pre> <li> <h2> </div> <div> <span> </span> <td> <tr> <th> <table> </table> <sup>"
    " </sup> <sub> </sub> <a> </a> <math> <mfrac> <msup> <mn> <svg> <text> <template> </template> <slot> <details>"
    " <summary> <xmp> <title> </title> <!-- --> <![CDATA[ <img> <textarea> <select> &nbsp; &#0; &shy; &#xD800;"
    " colspan=9 rowspan=1000 hidden style='visibility:hidden' shadowrootmode=open slot=x lang=tr <meta\tcharset=big5>"
)
HTML_WORDS = tuple(_HTML.split(" "))

_TEXT = (
    "1 12 1,234 1.186 000 1234567890 million Millionen milyon 万 亿 lakh crore k $ US$ € % ‰ km °C m² May Mai 2022 24."
    " 年 月 - – − — ± to of and twenty five yüz beş 三 十 百 Vask CFTC The ½ ² ^2 _2 ×10 e6 http://a.example www."
    " a@b.example 10:30 pm ' ’ s th 1990s B12 . , ; : ( ) [ ] \" „ “ ” « » * ** … ... 。 ？ । ؟ ٢٥ ２５ 𝟐 😀 İ ı ß ﬁ é"
    " e\u0301 \u0301 \u200d \u200b \u00ad \u200f \ufffc \ufdd0 \u2028 \u0085 \u3000 \u00a0 \t \n \n\n -\n \u00ad\n"
    " ก ำ 각 ᆨ [1] 🇹🇷 U.S. No. II. x\u0302"
)
_SAID = ("and a half", "einhalb", "buçuk", "minus ", "eksi yüzde 5", "plus or minus ", "كانون الثاني", "tháng 5")
TEXT_WORDS = (*_TEXT.split(" "), *_SAID, " ", ". ", " cents", "¢", "₂", "CO₂", "6'2\"", "″", "′")

TEXT_SEEDS = (
    "\x01The fee is 1,200.50 euros (5 %) from 3 May 2022.\xffOn 03/05/2022 Vask Inc. paid $1.2 million, more.",
    "\x03Ücret 5 milyon TL, yüzde 12.\xffToplam 5.000.000 TL’dir; 1. madde.",
    "\x08港口开放。费用是3億5000万元。\xff每月二百元，2022年5月。",
    "\x01It was minus 5 °C for two and a half million.\xffA 6'2\" man paid 50 cents for 5 t of CO₂ and 1.5 km.",
    "\x00The harbour was clos-\ned. It re-\nopened in May.\xffthe harbour was closed … in May",
)
MARKDOWN_WORDS = ("# ", "- ", "1. ", "===", "---", "```", "~~~", "* * *", "    ", "\n\n", "\n", "\r\n", "\f", "\u2028")
MARKDOWN_SEEDS = (
    "Fees\n====\n\nA boat pays 5 euros. It is\ndue in May.\n\n- one\n- two\n  more\n\n```\nx = 1\n```\n# End",
)
REPLY_WORDS = (
    *(
        "CLAIM:",
        "SOURCE QUOTE:",
        "NONE",
        "KAYNAK ALINTI:",
        "YOK",
        "İDDİA:",
        '"',
        "“",
        "”",
        "„",
        "''",
        "**",
        "\n",
        "\n\n",
    ),
    *("[12]", "```", "---", "1. ", "> ", "SOURCE QUO", "「", "」", "none", ".", "："),
)
REPLY_SEEDS = (
    'CLAIM: The fee is 5 euros.\nSOURCE QUOTE: "A boat pays 5 euros."\n\nCLAIM: It is due.\nSOURCE QUOTE: NONE',
    "**İddia:** Ücret 5 TL.\n**Kaynak alıntı:** “Ücret\n5 TL'dir.” Bu kadar.\nYOK",
    "The fee is 5 euros. SOURCE QUOTE: 'it's 5'\nCLAIM: x\nSOURCE QUOTE: \"a\nCLAIM: b\nc\"\nSOURCE QUO",
)
CAPTURE_SEEDS = (json.dumps(_CAPTURE), json.dumps(_CAPTURE["blocks"]), "[]", '{"blocks": []}')
CAPTURE_WORDS = (
    *(f'"{key}": ' for key in KEYS),
    *(f'"{text}"' for text in TEXTS[:6]),
    "[",
    "]",
    "{",
    "}",
    ",",
    "1",
    "null",
)
