"""WALK.md, point by point, on saved HTML."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from lxml import etree

import exactquote.html
from exactquote.html import read_html
from exactquote.page import Page

FIXTURES = Path(__file__).parent / "fixtures"


def texts(page: Page) -> list[str]:
    return [page.text[block.start : block.end] for block in page.blocks]


def marked(page: Page) -> list[tuple[str, str]]:
    return [(page.text[mark.start : mark.end], mark.kind) for mark in page.marks]


def _names(text: str) -> list[str]:
    return text.split()


def body(html: str) -> list[str]:
    return texts(read_html(html))


def test_a_whole_page() -> None:
    page = read_html((FIXTURES / "permit.html").read_bytes(), url="https://port.example/permits")
    assert (page.title, page.lang, page.url) == (
        "Harbour permits — Port of Vask",
        "en-GB",
        "https://port.example/permits",
    )
    assert texts(page) == [
        "Start",
        "Fees",
        "Mooring permits",
        "A permit costs exactly 2,743 euros per month.[1] The berth measures 10^2\u00a0m and holds CO2 tanks.",
        "Office:\nQuay Road 5\n33100 Vask",
        "Fees",
        "Monthly fees in euros",
        "Berth",
        "Season",
        "Summer",
        "Winter",
        "North quay",
        "410",
        "205",
        "South quay",
        "395",
        "190",
        "Reductions",
        "Residents pay half. Boats under 6 m pay a third.",
        "School boats pay nothing.",
        "Who decides?",
        "The harbour master decides within 14 days.",
        "Name",
        "BERTH  PRICE\nN1       410\nN2       395",
    ]
    assert page.not_read == {"hidden": 2, "frames": 1, "images": 1, "form_fields": 2, "scripts": 1}
    assert "North quay\t410\t205\nSouth quay\t395\t190" in page.text
    kinds = {page.text[block.start : block.end]: block for block in page.blocks}
    assert kinds["Reductions"].kind == "heading"
    assert kinds["School boats pay nothing."].heading_path == ("Mooring permits", "Fees", "Reductions")
    assert kinds["205"].row_headers == ("North quay",)
    assert kinds["205"].column_headers == ("Season", "Winter")
    assert [block.collapsed for block in page.blocks].count(True) == 1
    assert kinds["The harbour master decides within 14 days."].collapsed


@pytest.mark.parametrize(
    "name",
    _names(
        """script style template noscript iframe frameset noframes noembed object applet audio video canvas map
    textarea select datalist progress meter rp rt picture"""
    ),
)
def test_elements_that_are_left_out(name: str) -> None:
    assert body(f"<p>before <{name}>inside</{name}> after</p>")[0].startswith("before")
    assert "inside" not in read_html(f"<p>before <{name}>inside</{name}> after</p>").text


def test_what_is_left_out_is_counted_by_sort() -> None:
    page = read_html(
        "<head><script>1</script></head><script>2</script><style>3</style><noscript>4</noscript><template>5</template>"
        "<iframe></iframe><object></object><embed hidden><img><canvas></canvas><video></video><picture><img></picture>"
        "<textarea></textarea><input><input type=hidden><select></select><div hidden><p hidden>x</p></div>"
    )
    assert page.not_read == {"scripts": 4, "frames": 3, "images": 4, "form_fields": 3, "hidden": 1}


def test_a_frameset_is_told_of() -> None:
    page = read_html("<html><frameset cols='1,1'><frame src=a><frame src=b></frameset><noframes>none</noframes></html>")
    assert page.text == ""
    assert page.not_read["frames"] == 1


def test_names_keep_their_prefix() -> None:
    assert body("<div>one<o:p>two</o:p>three</div>") == ["onetwothree"]


def test_ruby_readings_are_left_out() -> None:
    assert body("<p><ruby>港<rp>(</rp><rt>みなと</rt><rp>)</rp></ruby>です</p>") == ["港です"]


def test_svg_text_is_read_and_its_titles_are_not() -> None:
    svg = "<svg><title>t</title><desc>d</desc><defs><text>n</text></defs><text>42 %</text><text>58 %</text></svg>"
    page = read_html(f"<title>Page</title><p>Shares {svg} end</p>")
    assert texts(page) == ["Shares", "42 %", "58 %", "end"]
    assert page.title == "Page"


def test_the_title_of_an_svg_is_no_title() -> None:
    assert read_html("<svg><title>Icon</title></svg><p>x</p>").title == ""


@pytest.mark.parametrize(
    "attribute",
    [
        "hidden",
        "hidden=''",
        "HIDDEN=hidden",
        "style='display:none'",
        "style='color:red; DISPLAY : NONE !important'",
        "style='display:block;display:none'",
        "style='content-visibility:hidden'",
        "style='visibility:hidden'",
        "style='visibility: collapse;'",
        "style='display:none !important;display:block'",
        "style='display:none! IMPORTANT;display:block'",
        "style='display/**/:none'",
        "style='/* ; display:block */display:/*x*/none/* unended'",
        "style='display:none;display:nowhere'",
        "style='display:block!important;display:none!important'",
        "style='content:\";display:block\";display:none'",
        "style='background:url(data:x;y);display:none'",
        "style='d\\69 splay:n\\6fne'",
    ],
)
def test_hidden_text_stays_out_and_is_counted_once(attribute: str) -> None:
    page = read_html(f"<p>on<span {attribute}>secret <b hidden>deeper</b></span>ly</p>")
    assert page.text == "only"
    assert page.not_read["hidden"] in (1, 2)
    assert page.not_read["hidden"] == 1 or "visibility:" in attribute


@pytest.mark.parametrize(
    "attribute",
    [
        "style='display:none;display:block'",
        "style='visibility:visible'",
        "style='x-display:none'",
        "style='/*display:none*/'",
        "style='dis/**/play:none'",
        "style='display:no/**/ne'",
        "style='display:none !imp'",
        "style='display:block !important;display:none'",
        "style='content:\";display:none;'",
        "style='background:url(x;display:none'",
        "data-hidden",
    ],
)
def test_shown_text_stays(attribute: str) -> None:
    page = read_html(f"<p {attribute}>shown</p>")
    assert page.text == "shown"
    assert page.not_read["hidden"] == 0


def test_visibility_comes_back_in_a_descendant() -> None:
    page = read_html("<div style='visibility:hidden'>no <p style='visibility:visible'>yes</p> no</div>")
    assert texts(page) == ["yes"]
    assert page.not_read["hidden"] == 1


def test_pages_that_wait_for_a_script_to_show_them_are_read() -> None:
    assert body("<html style='visibility:hidden'><body style='display:none' hidden><p>text") == ["text"]


def test_dialogs_are_read_when_open() -> None:
    assert body("<dialog>shut</dialog><dialog open>ajar</dialog>") == ["ajar"]


def test_folded_text_is_read_and_flagged() -> None:
    page = read_html(
        "<details><p>a</p><summary>b</summary><summary>c</summary></details><details open>d</details>"
        "<div hidden=until-found>e</div><details><summary>f<details><summary>g</summary>h</details></summary></details>"
    )
    flags = {page.text[block.start : block.end]: block.collapsed for block in page.blocks}
    assert flags == {"a": True, "b": False, "c": True, "d": False, "e": True, "f": False, "g": False, "h": True}


@pytest.mark.parametrize(
    "name",
    _names(
        """address article aside blockquote center dd details dir div dl dt fieldset figcaption figure footer
    form h1 h6 header hgroup legend li main menu nav ol p pre search section summary ul xmp"""
    ),
)
def test_blocks_never_glue(name: str) -> None:
    found = body(f"<div>one<{name}>two</{name}>three</div>")
    assert found == ["one", "two", "three"]


def test_inline_elements_and_comments_never_part() -> None:
    assert body("<p>o<b>n</b><!-- x -->e<wbr>l<span></span>ine<script>1</script>r</p>") == ["oneliner"]


def test_a_rule_parts() -> None:
    assert body("one<hr>two") == ["one", "two"]


@pytest.mark.parametrize(
    ("html", "kinds"),
    [
        ("<h4>x</h4>", ["heading"]),
        ("<ul><li><p>x</p></li></ul>", ["list_item"]),
        ("<figure><figcaption>x</figcaption></figure>", ["caption"]),
        ("<pre>x</pre>", ["code"]),
        ("<dl><dt>x</dt><dd>y</dd></dl>", ["term", "definition"]),
        ("<blockquote><p>x</p></blockquote>", ["quote"]),
        ("<blockquote><ul><li>x</li></ul>y</blockquote>", ["list_item", "quote"]),
        ("<table><caption>x</caption><tr><td>y<td><ul><li>z</ul></table>", ["caption", "cell", "list_item"]),
        ("<section>x</section>", ["paragraph"]),
    ],
)
def test_kinds(html: str, kinds: list[str]) -> None:
    page = read_html(html)
    assert [block.kind for block in page.blocks] == kinds


def test_heading_levels_make_the_heading_path() -> None:
    page = read_html("<h1>A</h1><p>1</p><h3>B</h3><p>2</p><h2>C</h2><p>3</p><h1>D</h1><p>4</p>")
    paths = {page.text[b.start : b.end]: b.heading_path for b in page.blocks}
    assert paths["1"] == ("A",)
    assert paths["2"] == ("A", "B")
    assert paths["C"] == ("A",)
    assert paths["3"] == ("A", "C")
    assert paths["4"] == ("D",)


def test_heading_paths_have_no_reference_marks() -> None:
    page = read_html("<h2>Fees<span class=mw-editsection>[<a>edit</a>]</span></h2><p>x")
    assert page.blocks[0].end == len("Fees[edit]")
    assert page.blocks[1].heading_path == ("Fees",)


def test_white_space_collapses_over_element_edges() -> None:
    assert body("<p>  one <b> two</b>\n\t three\r\n </p>") == ["one two three"]
    assert body("<p>a<b> </b><i> </i>b</p>") == ["a b"]


def test_other_spaces_are_characters() -> None:
    assert body("<p>1\u00a0 \u00a02 \u2009 3\u3000</p>") == ["1\u00a0 \u00a02 \u2009 3\u3000"]


def test_line_breaks() -> None:
    assert body("<p>one <br> two<br/>three</p>") == ["one\ntwo\nthree"]
    assert body("<p><br>one<br><br>two<br></p>") == ["one\n\ntwo"]
    assert body("<p>a</br>b</p>") == ["a\nb"]


def test_preformatted_text_keeps_its_spaces() -> None:
    assert body("<pre>\n  a   b\n\n\tc  <b>d</b>\n</pre>") == ["a   b\n\n\tc  d"]
    assert body("<pre>a\r\nb\rc&#13;d</pre>") == ["a\nb\nc\nd"]


@pytest.mark.parametrize("blank", ["\u00a0", "&nbsp; &#x200b;", "\u3000\u2028", " \ufeff ", "\u1680\u202f\u205f"])
def test_blocks_of_nothing_but_spaces_are_dropped(blank: str) -> None:
    assert body(f"<p>one</p><p>{blank}</p><p>two</p>") == ["one", "two"]


def test_characters_that_no_text_may_hold() -> None:
    assert body("<p>a\0b\ud800c</p>") == ["ab\ufffdc"]


def test_nothing_else_is_changed() -> None:
    text = "e\u0301 \u00e9 ﬁ Ｆ ² ½ İ \u202eabc\u202c \u00ad 👩‍👩‍👧 \x7f"
    assert body(f"<p style='text-transform:uppercase'>{text}</p>") == [text]


def test_a_leading_byte_order_mark_goes() -> None:
    assert body("\ufeff<p>x</p>") == ["x"]
    assert body("\ufeffx") == ["x"]


def test_reference_marks() -> None:
    page = read_html(
        "<p>A<sup>[1]</sup> b<sup><a href='#2'>2</a></sup> c<a href='#3'><sup>3</sup></a> d<sup><a>4</a>,<a>5</a></sup>"
        " e<sup> [ 6 ] </sup> f<span class='x mw-editsection'>[<a>edit</a>]</span></p>"
    )
    assert page.text == "A[1] b2 c3 d4,5 e [ 6 ] f[edit]"
    assert {kind for _, kind in marked(page)} == {"reference"}
    assert [text.strip() for text, _ in marked(page)] == ["[1]", "2", "3", "4,5", "[ 6 ]", "[edit]"]


def test_raised_and_lowered_text_is_no_reference() -> None:
    page = read_html("<p>x<sup>n</sup> H<sub>2</sub>O m<sup>2 <a>see</a></sup> <a href=x>E = mc<sup>2</sup></a></p>")
    assert marked(page) == [("n", "sup"), ("2", "sub"), ("2 see", "sup"), ("2", "sup")]


@pytest.mark.parametrize(
    ("html", "text", "marks"),
    [
        ("10<sup>2</sup>", "10^2", [("^2", "sup")]),
        ("10<sub>2</sub>", "10_2", [("_2", "sub")]),
        ("10<sup>2</sup>3", "10^2 3", [("^2", "sup")]),
        ("x<sup>2</sup>3", "x2 3", [("2", "sup")]),
        ("1<sup></sup>2", "1 2", []),
        ("1<sup>2</sup><sub>3</sub>", "1^2_3", [("^2", "sup"), ("_3", "sub")]),
        ("10<sup>−2</sup>", "10^−2", [("^−2", "sup")]),
        ("10<sup>-3</sup>", "10^-3", [("^-3", "sup")]),
        ("10<sup><i>−</i><b>3</b></sup>", "10^−3", [("^−3", "sup")]),
        ("10<sup>−<a href=x>3</a></sup> <sup>4</sup>", "10^−3 4", [("^−3", "reference"), ("4", "sup")]),
        ("10<sup>−</sup>", "10−", [("−", "sup")]),
        ("10<sup>− 3</sup>", "10− 3", [("− 3", "sup")]),
        ("10<sup>−<br>3</sup>", "10−\n3", [("−\n3", "sup")]),
        ("10<sup>−x3</sup>", "10−x3", [("−x3", "sup")]),
        ("Fe<sup>3+</sup> Na<sup>+</sup>", "Fe3+ Na+", [("3+", "sup"), ("+", "sup")]),
        ("10\u2060<sup>2</sup>", "10\u2060^2", [("^2", "sup")]),
        ("10<sup>\u200b2</sup>", "10^\u200b2", [("^\u200b2", "sup")]),
        ("10<sup>\u00ad</sup>\ufeff2", "10\u00ad \ufeff2", [("\u00ad", "sup")]),
        ("10<sup>\u202d</sup>\u2067−2", "10\u202d\u2067−2", [("\u202d", "sup")]),
        ("5\ufe0f<sup><b>\u200e</b><i>.</i>5</sup>", "5\ufe0f^\u200e.5", [("^\u200e.5", "sup")]),
        ("5<sup>½</sup>", "5^½", [("^½", "sup")]),
        ("5<sub>.5</sub>", "5_.5", [("_.5", "sub")]),
        ("5.<sub>5</sub>", "5._5", [("_5", "sub")]),
        ("5<sub>.</sub>5", "5. 5", [(".", "sub")]),
        ("5<sup>,000</sup>", "5^,000", [("^,000", "sup")]),
        ("5<sup>2</sup>,000", "5^2 ,000", [("^2", "sup")]),
        ("10<sup>3</sup>–10<sup>4</sup>", "10^3–10^4", [("^3", "sup"), ("^4", "sup")]),
        ("m<sup>2</sup>, 5 and 10<sup>2</sup>.", "m2, 5 and 10^2.", [("2", "sup"), ("^2", "sup")]),
        ("<sup>1</sup>/<sub>2</sub> 5<sup>/2</sup>", "1/2 5^/2", [("1", "sup"), ("2", "sub"), ("^/2", "sup")]),
        ("5<sup>/</sup>2", "5/2", [("/", "sup")]),
        ("一〇<sup>二</sup>", "一〇^二", [("^二", "sup")]),
        ("百<sup>2</sup>千", "百^2 千", [("^2", "sup")]),
        ("10<sup>[2]</sup>", "10[2]", [("[2]", "reference")]),
        ("10<a href=x><sup>–2</sup></a>", "10^–2", [("^–2", "reference")]),
        ("10<sup>−<sup>3</sup></sup>", "10−^3", [("−^3", "sup"), ("^3", "sup")]),
        ("10<sup class=mw-editsection>2</sup>3", "10^2 3", [("^2", "reference")]),
        ("10 <sup>2</sup>", "10 2", [("2", "sup")]),
        ("10<sup> 2</sup>", "10 2", [(" 2", "sup")]),
        ("10<sup>x</sup>2", "10x2", [("x", "sup")]),
        ("١٠<sup>٢</sup>", "١٠^٢", [("^٢", "sup")]),
        ("10<sup><b>2</b></sup>", "10^2", [("^2", "sup")]),
        ("10<sup><a href=x>2</a></sup>", "10^2", [("^2", "reference")]),
        ("10<br><sup>2</sup>", "10\n2", [("2", "sup")]),
    ],
)
def test_numbers_are_not_read_across_raised_edges(html: str, text: str, marks: list[tuple[str, str]]) -> None:
    page = read_html(f"<p>{html}</p>")
    assert page.text == text
    assert marked(page) == marks


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("4<img>5", "4 5"),
        ("4<input>5", "4 5"),
        ("4<input type=hidden>5", "45"),
        ("4<img hidden>5", "45"),
        ("4<img style='display:none'>5", "45"),
        ("4<script></script>5", "45"),
        ("a<img>5", "a5"),
        ("4<img>.5 4<img>\u200b5", "4 .5 4 \u200b5"),
        ("<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "1/2"),
        ("<math><mfrac><mn>1</mn><mrow><mo>−</mo><mn>2</mn></mrow></mfrac></math>", "1/−2"),
        ("<math><mn>10</mn><mo>−</mo><mn>3</mn><mo>,</mo><mn>4</mn></math>", "10−3,4"),
        ("<math><mn>1</mn><mn>2</mn></math>", "1 2"),
        ("<math><mn>1</mn></math>2", "1 2"),
        ("<math><semantics><mn>1</mn><annotation>\\one</annotation></semantics></math>", "1"),
    ],
)
def test_numbers_are_not_read_across_other_edges(html: str, text: str) -> None:
    page = read_html(f"<p>{html}</p>")
    assert page.text == text
    assert page.marks == ()


@pytest.mark.parametrize(
    ("formula", "text", "marks"),
    [
        ("<msup><mn>10</mn><mn>2</mn></msup>", "10^2", [("^2", "sup")]),
        ("<msub><mn>1</mn><mn>2</mn></msub>", "1_2", [("_2", "sub")]),
        ("<msub><mi>x</mi><mn>2</mn></msub><mn>3</mn>", "x2 3", [("2", "sub")]),
        ("<msubsup><mn>1</mn><mn>2</mn><mn>3</mn></msubsup>", "1_2^3", [("_2", "sub"), ("^3", "sup")]),
        ("<msup><mn>10</mn><mrow><mo>−</mo><mn>3</mn></mrow></msup>", "10^−3", [("^−3", "sup")]),
        ("<msup><mn>1</mn><mrow><mspace/><mo>−</mo><mn>3</mn></mrow></msup><mn>4</mn>", "1^−3 4", [("^−3", "sup")]),
        ("<msup><mi>e</mi><mo>+</mo></msup>", "e+", [("+", "sup")]),
    ],
)
def test_scripts_of_a_formula_are_raised_and_lowered_text(
    formula: str, text: str, marks: list[tuple[str, str]]
) -> None:
    page = read_html(f"<p><math>{formula}</math></p>")
    assert page.text == text
    assert marked(page) == marks


def test_marks_do_not_cross_blocks() -> None:
    page = read_html("<sup><p>one</p><p>[two]</p></sup><p>three</p>")
    assert marked(page) == [("one", "sup"), ("[two]", "reference")]


def test_a_mark_gives_back_the_space_that_a_line_break_takes() -> None:
    page = read_html("<p>a<sup>b </sup><br>c</p>")
    assert page.text == "ab\nc"
    assert marked(page) == [("b", "sup")]


def test_marks_follow_the_trimmed_text() -> None:
    assert marked(read_html("<pre>\n\n  <sup>[7]</sup> x</pre>")) == [("[7]", "reference")]


ROOT = "<template shadowrootmode=open>"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (f"<x-y>{ROOT}<p>shadow</p></template></x-y><template><p>inert</p></template>", "shadow"),
        (f"<x-y>{ROOT}<b>Note:</b> <slot></slot>!</template>text</x-y> after", "Note: text! after"),
        (
            (
                f"<x-y>{ROOT}<header><slot name=t>none</slot></header><slot></slot><footer>F</footer></template>"
                "<h1 slot=t>T</h1>body <b>bold</b></x-y>after"
            ),
            "T\nbody bold\nF\nafter",
        ),
        (f"<x-y>{ROOT}<slot name=q>fall <i>back</i></slot></template></x-y>", "fall back"),
        (f"<x-y>{ROOT}<slot></slot> <slot>second</slot></template>one</x-y>", "one second"),
        (f"<x-y>{ROOT}no slot </template>lost <p>lost too</p></x-y>kept", "no slot kept"),
        (f"<x-y>{ROOT}<x-z>{ROOT}[<slot></slot>]</template><slot></slot></x-z></template>in</x-y>", "[in]"),
        (
            (
                f"<x-y>{ROOT}<x-z>{ROOT}[<slot name=n></slot>]</template><slot slot=n name=m></slot></x-z></template>"
                "<i slot=m>m</i>rest</x-y>"
            ),
            "[m]",
        ),
        (f"<x-y>{ROOT}a<slot></slot>b</template><x-z>{ROOT}(<slot></slot>)</template>deep</x-z></x-y>", "a(deep)b"),
        (f"<x-y>{ROOT}A</template>{ROOT}B</template></x-y>", "A"),
        (f"<table><tr><td><x-y>{ROOT}cell <slot></slot></template>5</x-y><td>6</table>", "cell 5\t6"),
        (f"<x-y>{ROOT}<template><slot></slot></template><slot></slot></template>x</x-y>", "x"),
        (f"<x-y>{ROOT}unclosed <slot>", "unclosed"),
    ],
)
def test_declarative_shadow_roots_are_read_as_browsers_show_them(html: str, text: str) -> None:
    """What Chromium's walk of each gave, word for word."""
    assert read_html(html).text == text


@pytest.mark.parametrize("name", _names("article blockquote h2 main p section span x-chart"))
def test_elements_that_host_a_shadow_root(name: str) -> None:
    assert read_html(f"<div><{name}>{ROOT}shadow</template>light</{name}></div>").text == "shadow"


@pytest.mark.parametrize("name", _names("a b em button li details figure strong font-face"))
def test_elements_that_cannot_host_a_shadow_root_show_their_own_text(name: str) -> None:
    page = read_html(f"<div><{name}>{ROOT}shadow</template>light</{name}></div>")
    assert (page.text, page.not_read["scripts"]) == ("light", 1)


def test_only_the_first_template_of_a_host_is_its_shadow_root() -> None:
    page = read_html(f"<div>{ROOT}first <slot></slot></template>{ROOT}second</template>light</div>")
    assert page.text == "first light"


def test_end_tags_without_start() -> None:
    assert body("<p>list <ul><li>x</li></ul> tail</p>Next") == ["list", "x", "tail", "Next"]
    page = read_html("<title>on </p> tags</title>a</p>b<xmp>c</p></xmp>")
    assert page.title == "on </p> tags"
    assert texts(page) == ["a", "b", "c</p>"]


def test_implied_end_tags_and_broken_nesting() -> None:
    assert body("<p>one<p>two<ul><li>three<li>four</ul>") == ["one", "two", "three", "four"]
    assert body("<b><p>one</b> two</p><i>three") == ["one two", "three"]
    assert body("<table><tr><td>1<td>2<tr><td>3</table>") == ["1", "2", "3"]


def test_noscript_in_the_head_does_not_swallow_the_body() -> None:
    page = read_html("<head><noscript><img src=x><style>y</style></noscript><title>T</title></head><body><p>text</p>")
    assert (page.text, page.title) == ("text", "T")


@pytest.mark.parametrize("html", ["", " \n", "<!-- -->", "<!doctype html>", "<html></html>", "<p></p>", "\ufeff", "\0"])
def test_pages_without_text(html: str) -> None:
    page = read_html(html)
    assert (page.text, page.blocks, page.units) == ("", (), ())


def test_text_without_markup_is_a_page() -> None:
    assert body("just words & <3 signs") == ["just words & <3 signs"]


@pytest.mark.parametrize("name", _names("""area base br col embed hr img input link meta param source track wbr"""))
def test_elements_without_end_tag_swallow_nothing(name: str) -> None:
    assert body(f"<div>one <{name}> two</div><p>three</p>")[-2:] in (
        ["one two", "three"],
        ["two", "three"],
        ["one\ntwo", "three"],
    )


def test_hidden_elements_without_end_tag_swallow_nothing() -> None:
    assert body("<p>one <embed hidden> two</p>three") == ["one two", "three"]


@pytest.mark.parametrize(("name", "version"), [("LXML_VERSION", (5, 4, 0, 0)), ("LIBXML_VERSION", (2, 9, 14))])
def test_an_old_parser_is_refused_and_said_how_to_cure(
    name: str, version: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(etree, name, version)
    with pytest.raises(ImportError, match="pip install --force-reinstall"):
        importlib.reload(exactquote.html)
