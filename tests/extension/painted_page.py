"""Pages with painted lines, in a browser: what the page's world says of them, and how to wait for it."""

from __future__ import annotations

from collections.abc import Callable

from e2e.content_scripts import put_in
from e2e.drivers import Driver
from e2e.site import Site

Show = Callable[..., None]
FAR = "<div style='height:3000px'>filler</div>"
LINES = ["The quay is nine metres deep.", "Rent is exactly 2,743 euros per month.", "The gate closes at dusk."]
PAGE = FAR.join(f"<p>{line}</p>" for line in ["First.", *LINES])
PAINT_ALL = """async ([lines, verdicts]) => {
  globalThis.said = [];
  pointline.heard = (event) => said.push(event);
  const { id, text } = await pointline.capture();
  const states = [];
  for (const [number, line] of lines.entries()) {
    const start = text.indexOf(line);
    const spans = [{ start, end: start + line.length }];
    const order = { capture: id, claim: `c${number}`, spans, line_spans: spans, verdict: verdicts[number] };
    states.push(await pointline.paint(order));
  }
  return states;
}"""
SAID = "() => said.splice(0)"
STATE = """() => ({
  shown: pointline.shown, hovered: pointline.hovered, y: Math.round(scrollY), painted: [...pointline.painted.keys()],
  lost: [...pointline.lost.keys()],
})"""
BOX = """(claim) => {
  const { left, top, width, height } = pointline.painted.get(claim).quote[0].parts[0].range.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
LAYERS = """() => {
  const found = {};
  CSS.highlights.forEach((ranges, name) => {
    if (ranges.size) found[name] = [];
    ranges.forEach((range) => found[name].push(range.toString()));
  });
  return found;
}"""


def show_painted(driver: Driver, site: Site, body: str, lines: list[str], verdicts: list[str | None] | None) -> None:
    """Open a page and paint lines of it as the claims ``c0``, ``c1`` …"""
    driver.goto(site.put("/use", f"<!doctype html><meta charset=utf-8><title>Use</title><body>{body}"))
    put_in(driver)
    assert driver.evaluate(PAINT_ALL, [lines, verdicts or [None] * len(lines)]) == ["painted"] * len(lines)


def until(driver: Driver, function: str, wanted: object) -> None:
    """Wait for an answer, up to five seconds."""
    wait = f"""async (wanted) => {{
      for (let waited = 0; waited < 5000; waited += 50) {{
        const found = await ({function})();
        if (JSON.stringify(found) === JSON.stringify(wanted)) return found;
        await new Promise((done) => setTimeout(done, 50));
      }}
      return ({function})();
    }}"""
    assert driver.evaluate(wait, wanted) == wanted
