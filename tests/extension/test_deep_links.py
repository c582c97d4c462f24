"""The address of a line: the browser itself comes to the line with it; where that is not sure, none is offered."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from e2e.drivers import Driver
from e2e.site import Site

pytestmark = pytest.mark.browser

FAR = "<div style='height:4000px'>filler</div>"
PAINT = """async (line) => {
  const { id, text } = await pointline.capture();
  const start = text.indexOf(line);
  const spans = [{ start, end: start + line.length }];
  const state = await pointline.paint({ capture: id, claim: 'c', spans, line_spans: spans });
  return [state, pointline.deepLink('c'), pointline.quotation('c')];
}"""
IN_VIEW = """async () => {
  for (let waited = 0; waited < 2000; waited += 50) {
    const box = pointline.painted.get('c').quote[0].parts[0].range.getBoundingClientRect();
    if (box.bottom > 0 && box.top < innerHeight) return true;
    await new Promise((done) => setTimeout(done, 50));
  }
  return false;
}"""
LINE = "The harbour office opens at six on winter mornings."
LONG = "The harbour office, which has stood since 1874, opens at six on winter mornings and at five in summer."
CHINESE = "港务局冬季早上六点开门，夏季早上五点开门，周日和节假日全天休息，风暴时不开门。"
RUN = "中国国民党革命委员会报告发布平台文化企业社会责任中心"
WORKS: dict[str, tuple[str, str]] = {
    "short line": (f"{FAR}<p>{LINE}</p>", LINE),
    "long line": (f"{FAR}<p>{LONG}</p>", LONG),
    "over inline elements": (
        f"{FAR}<p>The <b>harbour</b> off<i>ice</i> opens at six <a href=#>on winter</a> mornings.</p>",
        LINE,
    ),
    "source newline": (f"{FAR}<p>{LINE.replace(' ', chr(10) + '   ')}</p>", LINE),
    "notes and a break within": (
        f"{FAR}<p>The harbour office opens<sup>[1]</sup> at six<br>on winter mornings and at five in summer.</p>",
        "The harbour office opens[1] at six\non winter mornings and at five in summer.",
    ),
    "hyphens and signs": (
        f"{FAR}<p>A self-service, 24-hour desk & café opens (daily) at 6:00, for 50% of 3 boats + crew.</p>",
        "A self-service, 24-hour desk & café opens (daily) at 6:00, for 50% of 3 boats + crew.",
    ),
    "alike lines above": (
        f"<p>The harbour office opens at six on summer evenings.</p>{FAR}<p>{LINE}</p>",
        LINE,
    ),
    "a word over a wbr and a tag": (
        f"{FAR}<p>See the breakwater<wbr>schedule at har<b>bour</b> desk nine before noon.</p>",
        "See the breakwaterschedule at harbour desk nine before noon.",
    ),
    "words of blocks without space between": (
        f"{FAR}<ul><li>Quay</li><li>{LINE.removesuffix('.')}</li><li>Gate</li></ul>",
        LINE.removesuffix("."),
    ),
    "words without space between them": (
        f"<section>港务局冬季休息</section>{FAR}<p lang=zh>{CHINESE}</p>",
        CHINESE,
    ),
    "two paragraphs": (
        f"{FAR}<p>The quay is nine metres deep.</p><p>The gate closes at dusk today.</p>",
        "The quay is nine metres deep.\nThe gate closes at dusk today.",
    ),
}
NONE: dict[str, tuple[str, str]] = {
    "the same line above": (f"<section>{LINE}</section>{FAR}<p>{LINE}</p>", LINE),
    "with another accent above": (
        f"<section>Le café ouvre à six heures.</section>{FAR}<p>Le cafe ouvre a six heures.</p>",
        "Le cafe ouvre a six heures.",
    ),
    "no phrase that stands free": (
        f"{FAR}<p lang=zh>东{RUN}等</p>",
        RUN,
    ),
    "in a frame": (f"<iframe srcdoc='<p>{LINE}</p>'></iframe>", LINE),
    "in a shadow root": (f"<div><template shadowrootmode=open><p>{LINE}</p></template></div>", LINE),
    "soft hyphens in every word": (
        "<p>Har\u00adbour of\u00adfice de\u00adsks.</p>",
        "Har\u00adbour of\u00adfice de\u00adsks.",
    ),
}


@pytest.fixture
def page(driver: Driver, site: Site, scripts: Callable[[Driver], None]) -> Callable[[str], str]:
    def show(body: str) -> str:
        url = site.put(
            "/link", f"<!doctype html><html lang=en><meta charset=utf-8><title>Port</title><body>{body}{FAR}"
        )
        driver.goto(url)
        scripts(driver)
        return url

    return show


@pytest.mark.parametrize("case", WORKS)
def test_the_browser_comes_to_the_line(case: str, driver: Driver, page: Callable[[str], str]) -> None:
    body, line = WORKS[case]
    url = page(body)
    state, link, quotation = driver.evaluate(PAINT, line)
    assert state == "painted"
    assert link is not None
    assert link.startswith(url + "#:~:text=")
    if "\n" not in line:
        assert quotation == f"“{line}”\nPort\n{link}"
    driver.goto(link, same_page=True)
    assert driver.evaluate(IN_VIEW) is True


@pytest.mark.parametrize("case", NONE)
def test_where_none_is_sure_none_is_offered(case: str, driver: Driver, page: Callable[[str], str]) -> None:
    body, line = NONE[case]
    url = page(body)
    last = """async (line) => {
      const { id, text } = await pointline.capture();
      const start = text.lastIndexOf(line);
      const spans = [{ start, end: start + line.length }];
      const state = await pointline.paint({ capture: id, claim: 'c', spans, line_spans: spans });
      return [state, pointline.deepLink('c'), pointline.quotation('c').split('\\n').at(-1)];
    }"""
    assert driver.evaluate(last, line) == ["painted", None, url]
