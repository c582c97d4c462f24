"""Small pages for the points of WALK.md, each with the page text that must come out."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class WalkCase:
    """A page body and what the walk makes of it; ``{kind: [...]}`` facts are checked where given.

    ``static`` says that the walk of saved HTML must agree, style ignored on both sides.
    """

    name: str
    body: str
    text: str
    kinds: list[str] | None = None
    marks: list[tuple[str, str]] = field(default_factory=list)
    """Kind and text of each mark."""
    cells: list[tuple[int, int, int]] | None = None
    collapsed: list[bool] | None = None
    not_read: dict[str, int] = field(default_factory=dict)
    static: bool = True
    script: str = ""
    """Run in the page before the walk (shadow roots and frames that no static HTML has)."""


TAKEN_NAMES = (
    *("nodeType", "nextSibling", "firstChild", "parentElement", "localName", "children", "assignedSlot", "shadowRoot"),
    *(
        "getAttribute",
        "hasAttribute",
        "hasAttributes",
        "getRootNode",
        "getBoundingClientRect",
        "querySelector",
        "style",
    ),
    *("textContent", "ownerDocument"),
)

CASES = [
    WalkCase("plain paragraph", "<p>One line.</p>", "One line.", ["paragraph"]),
    WalkCase("inline elements do not part", "<p>al<b>pha</b> <i>be</i>ta</p>", "alpha beta"),
    WalkCase("spaces, tabs and breaks collapse", "<p>  a \t b\n   c  </p>", "a b c"),
    WalkCase("space over element edges is one", "<p>a <b> b </b> <i> c</i></p>", "a b c"),
    WalkCase("space twice after a space", "<p>a <b>  b</b>  <i> c</i></p>", "a b c"),
    WalkCase("no-break space is a character", "<p>10\u00a0\u00a0km</p>", "10\u00a0\u00a0km"),
    WalkCase("block of blanks is dropped", "<p>a</p><p>\u00a0\u2003\u200b</p><p>b</p>", "a\nb"),
    WalkCase("br breaks the line", "<p>one <br> two<br>three</p>", "one\ntwo\nthree"),
    WalkCase("br at the ends goes", "<p><br>one<br></p>", "one"),
    WalkCase("wbr and comments put nothing", "<p>ex<wbr>tra<!-- c -->ordinary</p>", "extraordinary"),
    WalkCase("blocks never glue", "<div>a<p>b</p>c</div>", "a\nb\nc"),
    WalkCase(
        "kinds",
        "<h2>H</h2><ul><li>L<p>inner</p></li></ul><dl><dt>T</dt><dd>D</dd></dl><blockquote><p>Q</p></blockquote>"
        "<figure><figcaption>C</figcaption></figure><pre>code</pre>",
        "H\nL\ninner\nT\nD\nQ\nC\ncode",
        ["heading", "list_item", "list_item", "term", "definition", "quote", "caption", "code"],
    ),
    WalkCase("pre keeps its space", "<pre>\n  a\n    b  c\n</pre>", "a\n    b  c"),
    WalkCase(
        "script, style and form fields stay out",
        "<p>a<script>x</script><style>y</style>b</p><textarea>t</textarea>"
        "<input value=v><input type=hidden value=h><select><option>o</select>",
        "ab",
        not_read={"scripts": 2, "form_fields": 3},
    ),
    WalkCase("images are counted", "<p>a<img alt=x> <picture><img alt=y></picture></p>", "a", not_read={"images": 2}),
    WalkCase("no number is read over an image", "<p>4<img alt=x>5</p>", "4 5"),
    WalkCase("nor over a meter", "<p>4<meter></meter>5 6<audio controls></audio>7</p>", "4 5 6 7"),
    WalkCase(
        "nor over what is struck out, or a button",
        "<p><del>10</del><ins>12</ins> 1<s>2</s>3 4<strike>5</strike> <button>1</button><button>2</button></p>",
        "10 12 1 2 3 4 5 1 2",
    ),
    WalkCase("struck out words part nothing", "<p>re<del>do</del>ing 1<ins>0</ins>5</p>", "redoing 105"),
    WalkCase("a rule parts and is nothing that was not read", "a<hr>b", "a\nb", not_read={"clipped": 0}),
    WalkCase("what is not there parts nothing", "<p>4<img alt=x hidden>5 6<input type=hidden>7</p>", "45 67"),
    WalkCase("hidden attribute", "<p>a</p><p hidden>b<i hidden>c</i></p><p>d</p>", "a\nd", not_read={"hidden": 1}),
    WalkCase("inline display none", "<p>a <span style='display: none'>not</span> b</p>", "a b", not_read={"hidden": 1}),
    WalkCase(
        "visibility and back",
        "<p style='visibility:hidden'>a <b style='visibility:visible'>b</b> c</p>",
        "b",
        not_read={"hidden": 1},
    ),
    WalkCase("dialog without open", "<dialog>a</dialog><dialog open>b</dialog>", "b", not_read={"hidden": 1}),
    WalkCase(
        "closed details",
        "<details><summary>S</summary><p>in</p></details><details open><summary>T</summary>in</details>",
        "S\nin\nT\nin",
        collapsed=[False, True, False, False],
    ),
    WalkCase(
        "details in details",
        "<details><summary>S</summary><details open><summary>T</summary>in</details></details>",
        "S\nT\nin",
        collapsed=[False, True, True],
    ),
    WalkCase("until-found", "<div hidden=until-found><p>folded</p></div>", "folded", collapsed=[True]),
    WalkCase(
        "table rows",
        "<table><caption>C</caption><tr><th>a<th>b<tr><td>1<td>2</table>",
        "C\na\tb\n1\t2",
        ["caption", "cell", "cell", "cell", "cell"],
        cells=[(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)],
    ),
    WalkCase(
        "two paragraphs in a cell",
        "<table><tr><td><p>1</p><p>2</p><td>3</table>",
        "1\n2\t3",
        cells=[(0, 0, 0), (0, 0, 0), (0, 0, 1)],
    ),
    WalkCase(
        "table in a table",
        "<table><tr><td>a<table><tr><td>b</table>c<td>d</table>",
        "a\nb\nc\td",
        cells=[(0, 0, 0), (1, 0, 0), (0, 0, 0), (0, 0, 1)],
    ),
    WalkCase(
        "place of an empty wide cell", "<table><tr><td colspan=2><td>x</table>", "x", cells=[(0, 0, 0), (0, 0, 1)]
    ),
    WalkCase(
        "superscript",
        "<p>10<sup>2</sup> m and 5<sub>1</sub>0</p>",
        "10^2 m and 5_1 0",
        marks=[("sup", "^2"), ("sub", "_1")],
    ),
    WalkCase("last edge decides", "<p>1<sup>2</sup><sub>3</sub>4</p>", "1^2_3 4", marks=[("sup", "^2"), ("sub", "_3")]),
    WalkCase(
        "signs and points of raised numbers",
        "<p>10<sup><i>−</i>3</sup> 5<sub>.5</sub> 5<sup>½</sup> 5.<sup>,000</sup> "
        "5<sub>.</sub>5 一〇<sup>二</sup> 𝟜<sup>−𝟚</sup></p>",
        "10^−3 5_.5 5^½ 5.^,000 5. 5 一〇^二 𝟜^−𝟚",
        marks=[
            ("sup", "^−3"),
            ("sub", "_.5"),
            ("sup", "^½"),
            ("sup", "^,000"),
            ("sub", "."),
            ("sup", "^二"),
            ("sup", "^−𝟚"),
        ],
    ),
    WalkCase(
        "expressions behind raised numbers",
        "<p>10<sup>3</sup>–10<sup>4</sup>, 5<sup>2</sup>. <sup>1</sup>/<sub>2</sub> "
        "5<sup>2</sup>,000 5<sup>/</sup>2</p>",
        "10^3–10^4, 5^2. 1/2 5^2 ,000 5/2",
        marks=[("sup", t) for t in ("^3", "^4", "^2", "1")] + [("sub", "2"), ("sup", "^2"), ("sup", "/")],
    ),
    WalkCase(
        "invisible characters at the edge of a raised number",
        "<p>10\u2060<sup>2</sup> 10<sup>\u200b2</sup> 10<sup>\u00ad</sup>\ufeff2 "
        "5\ufe0f<sup><b>\u200e</b><i>.</i>5</sup></p>",
        "10\u2060^2 10^\u200b2 10\u00ad \ufeff2 5\ufe0f^\u200e.5",
        marks=[("sup", "^2"), ("sup", "^\u200b2"), ("sup", "\u00ad"), ("sup", "^\u200e.5")],
    ),
    WalkCase(
        "notes after a number",
        "<p>10<sup>[2]</sup>, 20<a href=#><sup>–2</sup></a> "
        "30<sup>−<a href=#>4</a></sup> 2010.<sup><a href=#>5</a></sup></p>",
        "10[2], 20^–2 30^−4 2010.^5",
        marks=[("reference", t) for t in ("[2]", "^–2", "^−4", "^5")],
    ),
    WalkCase(
        "important declarations and comments of a style",
        "<p>a<i style='display:none !important;display:block'>b</i><i style='display/**/:none'>c</i>"
        "<i style='display:none;display:nowhere'>d</i>"
        "<i style='display:none !imp'>e</i><i style='display:no/**/ne'>f</i></p>",
        "aef",
        not_read={"hidden": 3},
    ),
    WalkCase(
        "bracketed reference",
        "<p>Rent rose<sup>[1]</sup> again.</p>",
        "Rent rose[1] again.",
        marks=[("reference", "[1]")],
    ),
    WalkCase(
        "linked reference",
        "<p>Rent<sup><a href=#a>3</a></sup> rose<a href=#b><sup>4</sup></a>.</p>",
        "Rent3 rose4.",
        marks=[("reference", "3"), ("reference", "4")],
    ),
    WalkCase(
        "several links are one reference",
        "<p>Rent<sup><a href=#a>1</a>, <a href=#b>2</a></sup> rose</p>",
        "Rent1, 2 rose",
        marks=[("reference", "1, 2")],
    ),
    WalkCase(
        "edit link",
        "<h2>Costs<span class='mw-editsection'>[edit]</span></h2>",
        "Costs[edit]",
        ["heading"],
        marks=[("reference", "[edit]")],
    ),
    WalkCase("space before a mark stays outside", "<p>a <sup>b</sup> c</p>", "a b c", marks=[("sup", "b")]),
    WalkCase(
        "ruby without its readings",
        "<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>です</p>",
        "漢字です",
    ),
    WalkCase(
        "soft hyphens and zero widths stay", "<p>ex\u00adtra\u200bordi\u200cnary</p>", "ex\u00adtra\u200bordi\u200cnary"
    ),
    WalkCase("no normalisation", "<p>ﬁne cafe\u0301 ＡＢ ½ “q” …</p>", "ﬁne cafe\u0301 ＡＢ ½ “q” …"),
    WalkCase("astral characters", "<p>👩‍👩‍👧 family 𝟜<sup>𝟚</sup></p>", "👩‍👩‍👧 family 𝟜^𝟚", marks=[("sup", "^𝟚")]),
    WalkCase("right to left", "<p dir=rtl>مرحبا <b>بالعالم</b> 12</p>", "مرحبا بالعالم 12"),
    WalkCase("svg text", "<svg><title>t</title><desc>d</desc><text>one</text><text>two</text></svg>", "one\ntwo"),
    WalkCase(
        "formula",
        "<p>so <math><msup><mn>3</mn><mn>2</mn></msup><mo>=</mo><mfrac><mn>9</mn><mn>1</mn></mfrac>"
        "<annotation>3^2</annotation></math></p>",
        "so 3^2=9/1",
        marks=[("sup", "^2")],
    ),
    WalkCase(
        "formula with rows",
        "<p><math><msup><mn>10</mn><mrow><mspace></mspace><mo>−</mo><mn>3</mn></mrow></msup><mn>4</mn><msubsup><mn>1</mn>"
        "<mn>2</mn><mn>3</mn></msubsup><mo>−</mo><mn>5</mn></math></p>",
        "10^−3 4 1_2^3−5",
        marks=[("sup", "^−3"), ("sub", "_2"), ("sup", "^3")],
    ),
    WalkCase("text-transform is ignored", "<p style='text-transform:uppercase'>Quiet</p>", "Quiet"),
    WalkCase("frame of another kind is counted", "<object data=x></object><embed src=y>", "", not_read={"frames": 2}),
    WalkCase(
        "names of fields that are names of a form's own properties",
        "<p>a</p><form>" + "".join(f"<input name={name}>" for name in TAKEN_NAMES) + "<p>b</p></form><p>c</p>",
        "a\nb\nc",
        not_read={"form_fields": len(TAKEN_NAMES)},
    ),
    WalkCase(
        "names of elements that are names of ours",
        "<a id=pointline>a</a><a id=browser>b</a><a id=chrome>c</a>",
        "abc",
    ),
    # From here on, only a browser knows.
    WalkCase(
        "style sheet hides",
        "<style>.x{display:none}</style><p>a <span class=x>not</span> b</p>",
        "a b",
        static=False,
        not_read={"hidden": 1, "scripts": 1},
    ),
    WalkCase("hidden, but shown by style", "<p hidden style='display:block'>a</p>", "a", static=False),
    WalkCase("block by style", "<div>a<span style='display:block'>b</span>c</div>", "a\nb\nc", static=False),
    WalkCase(
        "flex items are blocks", "<div style='display:flex'><span>a</span><span>b</span></div>", "a\nb", static=False
    ),
    WalkCase(
        "inline-block does not part", "<p>al<span style='display:inline-block'>pha</span></p>", "alpha", static=False
    ),
    WalkCase("pre-wrap", "<p style='white-space:pre-wrap'>a  b\n c</p>", "a  b\n c", static=False),
    WalkCase("pre-line", "<p style='white-space:pre-line'>a  b \n  c\n\n d</p>", "a b\nc\n\nd", static=False),
    WalkCase("collapsing pre", "<pre style='white-space:normal'>a  b\n c</pre>", "a b c", ["code"], static=False),
    WalkCase("content-visibility hidden", "<p>a</p><p style='content-visibility:hidden'>b</p>", "a", static=False),
    WalkCase(
        "content-visibility auto is read",
        "<p style='margin-top:9999px;content-visibility:auto'>b</p>",
        "b",
        static=False,
    ),
    WalkCase(
        "text for screen readers",
        "<style>.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}</style>"
        "<p>The gate <span class=sr>(new window) </span>closes."
        "<b style='position:absolute;clip-path:inset(50%)'>x</b></p>"
        "<a style='position:absolute;left:-9999px' href=#>Skip to the text</a>",
        "The gate closes.",
        static=False,
        not_read={"clipped": 3, "hidden": 0},
    ),
    WalkCase(
        "boxes of no size",
        "<div style='height:0;overflow:hidden'>folded</div><div style='max-width:0;overflow:clip'>thin</div>"
        "<div style='height:0'>spills over</div><div style='height:0;overflow:hidden'><p style='position:fixed'>stands "
        "free</p></div><span style='overflow:hidden;width:0'>in line</span>",
        "spills over\nstands free\nin line",
        static=False,
        not_read={"clipped": 2},
    ),
    WalkCase(
        "a clipped box in the flow parts",
        "a<div style='height:0;overflow:hidden'>folded</div>b<i style='position:absolute;clip-path:inset(50%)'>x</i>c",
        "a\nbc",
        static=False,
        not_read={"clipped": 2},
    ),
    WalkCase(
        "clip-path in all its forms",
        "<p>a</p>"
        + "".join(
            f"<div style='width:90px;height:20px;clip-path:{path}'>x</div>"
            for path in (
                "inset(100%)",
                "inset(0 100% 0 0)",
                "inset(40% 0 60% 0 round 4px)",
                "inset(500px)",
                "rect(0 0 0 0)",
                "circle(0)",
                "ellipse(5px 0 at left)",
                "polygon(0 0, 0 0, 0 0)",
            )
        )
        + "<p style='clip-path:inset(0 99% 0 0)'>b</p><p style='clip-path:circle(40%)'>c</p>"
        "<p style='clip-path:polygon(0 0, 100% 0, 100% 100%)'>d</p><p style='clip-path:border-box'>e</p>",
        "a\nb\nc\nd\ne",
        static=False,
        not_read={"clipped": 8},
    ),
    WalkCase(
        "scaled to nothing",
        "<p style='transform:scale(0)'>x</p><p style='scale:1 0'>x</p>"
        "<p style='transform:scaleX(0) rotate(30deg)'>x</p><p style='transform:scale3d(0,0,0)'>x</p>"
        "<p style='scale:.5'>a</p><p style='transform:rotate(90deg)'>b</p>",
        "a\nb",
        static=False,
        not_read={"clipped": 4},
    ),
    WalkCase(
        "text of no size",
        "<p>a <span style='font-size:0'>x</span> b</p>"
        "<div style='font-size:0'><i style='font-size:9px'>c</i> <i>x</i></div>",
        "a b\nc",
        static=False,
        not_read={"clipped": 2},
    ),
    WalkCase(
        "text indented out of its box",
        "<h1 style='text-indent:-9999px;overflow:hidden'>Name</h1><p style='text-indent:-2em'>a</p>",
        "a",
        static=False,
        not_read={"clipped": 1},
    ),
    WalkCase(
        "an initial that floats belongs to its word",
        "<p><span style='float:left'>“T</span>he cat.</p><p>An <b style='float:left'>A</b>side</p>"
        "<p><b style='float:left'>No</b>te</p><p><b style='float:right'>A</b> cat</p>",
        "“The cat.\nAn\nA\nside\nNo\nte\nA\ncat",
        static=False,
    ),
    WalkCase(
        "transparent text is read and counted",
        "<p style='opacity:0'>a <b style='opacity:0'>b</b></p><p style='opacity:.1'>c</p>",
        "a b\nc",
        static=False,
        not_read={"transparent": 1, "hidden": 0, "clipped": 0},
    ),
    WalkCase(
        "formula and its drawing",
        "<p>so <span><span style='position:absolute;clip:rect(1px,1px,1px,1px);height:1px;width:1px;overflow:hidden'>"
        "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></span><span aria-hidden=true><b>2</b><b>1</b></span></span>"
        " metre, <i aria-hidden=true>seen</i> and <span aria-hidden=true>too</span></p>",
        "so 1/2 metre, seen and too",
        static=False,
        not_read={"clipped": 1},
    ),
    WalkCase(
        "drawing before the formula",
        "<p>so <span><span aria-hidden=true>21</span><span style='position:absolute;clip:rect(1px,1px,1px,1px);"
        "height:1px;width:1px;overflow:hidden'><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></span></span> metre",
        "so 1/2 metre",
        static=False,
        not_read={"clipped": 1},
    ),
    WalkCase("generated content is not text", "<style>p::before{content:'x '}</style><p>a</p>", "a", static=False),
    WalkCase(
        "open shadow root with slots",
        "<div id=h>light</div>",
        "before\nlight\nafter",
        static=False,
        script="document.getElementById('h').attachShadow({mode:'open'}).innerHTML ="
        "'<p>before</p><slot></slot><p>after</p>'",
    ),
    WalkCase(
        "what has no slot is not shown",
        "<div id=h>light</div>",
        "shadow",
        static=False,
        script="document.getElementById('h').attachShadow({mode:'open'}).innerHTML = '<p>shadow</p>'",
    ),
    WalkCase(
        "slot with its own text",
        "<div id=h></div>",
        "fallback",
        static=False,
        script="document.getElementById('h').attachShadow({mode:'open'}).innerHTML = '<slot>fallback</slot>'",
    ),
    WalkCase(
        "frame in place",
        "<p>a</p><iframe srcdoc='<p>in <b>frame</b></p>'></iframe><p>b</p>",
        "a\nin frame\nb",
        static=False,
    ),
    WalkCase(
        "hidden frame",
        "<p>a</p><iframe style='display:none' srcdoc='<p>in</p>'></iframe>",
        "a",
        static=False,
        not_read={"frames": 1},
    ),
    WalkCase(
        "frames of which nothing is seen",
        "<p>a</p><iframe width=0 height=0 frameborder=0 srcdoc='<p>in</p>'></iframe>"
        "<iframe style='position:absolute;left:-9999px' srcdoc='<p>in</p>'></iframe>",
        "a",
        static=False,
        not_read={"frames": 2},
    ),
    WalkCase(
        "sandboxed frame is counted",
        "<p>a</p><iframe sandbox srcdoc='<p>in</p>'></iframe>",
        "a",
        static=False,
        not_read={"frames": 1},
    ),
    WalkCase(
        "null characters and lone surrogates",
        "<p id=p></p>",
        "ab\ufffdc d",
        static=False,
        script="document.getElementById('p').append('a\\0b\\ud800c \\0 d')",
    ),
    WalkCase(
        "deep nesting",
        "<div id=d></div>",
        "deep",
        static=False,
        script="let e = document.getElementById('d'); for (let i = 0; i < 3000; i++) e = e.appendChild("
        "document.createElement('b')); e.append('deep')",
    ),
]
