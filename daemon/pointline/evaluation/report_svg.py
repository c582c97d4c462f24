"""Plots of shares as SVG, drawn by code: no script, no font of their own, readable in light and dark."""

from __future__ import annotations

from html import escape

from pointline.evaluation.report_form import Json

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 48, 176, 32, 64
APART = 14  # between the names of two anchors
_ACROSS, _UP = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM


def svg(plot: Json) -> str:
    """One plot; its title and every point's value are text in it, for who cannot see it."""
    bars = plot["kind"] == "bars"
    drawn = _bars(plot) if bars else _lines(plot)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" xmlns="http://www.w3.org/2000/svg">'
        f'<title>{escape(plot["title"])}</title><text class="name" x="{LEFT}" y="14">{escape(plot["title"])}</text>'
        f"{_grid()}{drawn}{_anchors(plot)}{_legend(plot)}</svg>"
    )


def _y(share: float) -> float:
    return round(TOP + _UP * (1 - min(1.0, max(0.0, share))), 1)


def _grid() -> str:
    return "".join(
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{_y(s)}" y2="{_y(s)}"/>'
        f'<text class="tick" x="{LEFT - 6}" y="{_y(s) + 4}" text-anchor="end">{s:.0%}</text>'
        for s in (0, 0.25, 0.5, 0.75, 1)
    )


def _bars(plot: Json) -> str:
    places = list(dict.fromkeys(point["x"] for one in plot["series"] for point in one["points"]))
    if not places:
        return ""
    slot = _ACROSS / len(places)
    wide = min(40.0, slot * 0.8 / len(plot["series"]))
    parts = []
    for number, one in enumerate(plot["series"]):
        for point in one["points"]:
            middle = LEFT + slot * (places.index(point["x"]) + 0.5)
            x = middle + wide * (number - len(plot["series"]) / 2)
            y = _y(point["y"])
            label = f"{one['name']}, {point['x']}: {point['y']:.1%} (n {point['n']})"
            parts.append(
                f'<rect class="s{number}" x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{_y(0) - y:.1f}">'
                f"<title>{escape(label)}</title></rect>{_whisker(x + wide / 2, point)}"
            )
    names = (
        f'<text class="tick" x="{LEFT + slot * (i + 0.5):.1f}" y="{_y(0) + 16}" text-anchor="middle">'
        f"{escape(str(place))}</text>"
        for i, place in enumerate(places)
    )
    return "".join([*parts, *names])


def _lines(plot: Json) -> str:
    places = sorted({float(point["x"]) for one in plot["series"] for point in one["points"]})
    # Probabilities stand where they are; counts of pages a step apart, for 2 and 5 would lie on one another.
    at = (
        {place: LEFT + _ACROSS * place for place in places}
        if plot["diagonal"]
        else {place: LEFT + _ACROSS * (i + 0.5) / len(places) for i, place in enumerate(places)}
    )
    parts = [f'<line class="grid" x1="{LEFT}" y1="{_y(0)}" x2="{WIDTH - RIGHT}" y2="{_y(1)}"/>'] * plot["diagonal"]
    for number, one in enumerate(plot["series"]):
        shift = 4 * number  # so that two intervals at one place are both seen
        spots = [(at[float(point["x"])] + shift, point) for point in one["points"]]
        way = " ".join(f"{x:.1f},{_y(point['y'])}" for x, point in spots)
        parts.append(f'<polyline class="l{number}" points="{way}"/>')
        for x, point in spots:
            label = f"{one['name']}, {point['x']}: {point['y']:.1%} (n {point['n']})"
            parts.append(
                f'{_whisker(x, point)}<circle class="s{number}" cx="{x:.1f}" cy="{_y(point["y"])}" r="4">'
                f"<title>{escape(label)}</title></circle>"
            )
    ticks = [(LEFT, "0"), (WIDTH - RIGHT, "1")] if plot["diagonal"] else [(at[p], f"{p:g}") for p in places]
    parts += [
        f'<text class="tick" x="{x:.1f}" y="{_y(0) + 16}" text-anchor="middle">{text}</text>' for x, text in ticks
    ]
    across = escape(plot["across"])
    parts.append(f'<text class="tick" x="{LEFT + _ACROSS / 2}" y="{_y(0) + 32}" text-anchor="middle">{across}</text>')
    return "".join(parts)


def _whisker(x: float, point: Json) -> str:
    if point["interval"] is None:
        return ""
    low, high = (_y(bound) for bound in point["interval"])
    return f'<line class="whisker" x1="{x:.1f}" x2="{x:.1f}" y1="{low}" y2="{high}"/>'


def _anchors(plot: Json) -> str:
    parts, free = [], float(HEIGHT)
    for one in sorted(plot["anchors"], key=lambda anchor: float(anchor["y"])):
        y = _y(one["y"])
        free = min(y + 4, free - APART)
        parts.append(
            f'<line class="anchor" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'
            f'<text class="tick" x="{WIDTH - RIGHT + 6}" y="{free:.1f}">{escape(one["label"])} {one["y"]:.1%}</text>'
        )
    return "".join(parts)


def _legend(plot: Json) -> str:
    return "".join(
        f'<rect class="s{i}" x="{LEFT + 200 * i}" y="{HEIGHT - 16}" width="12" height="12"/>'
        f'<text class="tick" x="{LEFT + 18 + 200 * i}" y="{HEIGHT - 6}">{escape(one["name"])}</text>'
        for i, one in enumerate(plot["series"])
    )
