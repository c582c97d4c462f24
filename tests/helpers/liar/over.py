"""A lie over the right line, and what is asked and rightly said of the lines of the pages."""

from __future__ import annotations

from helpers.liar.lie import Kind, Lie, citing

SUPPORT = "unsupported"
UNREAD = "sentence with a figure that rules do not read"


def over(
    name: str,
    line: str,
    question: str,
    claim: str,
    twin: str,
    *forbidden: str,
    kind: Kind = "fact",
    stating: str = SUPPORT,
    writing: str = SUPPORT,
    page: str = "allotments",
) -> Lie:
    """A lie that cites the right line."""
    lie, honest = (citing(claim, line),), (citing(twin, line),)
    return Lie(name, kind, question, lie, honest, (line,), forbidden or (claim,), stating, writing, page)


COST, PAID = "What does a plot cost a year?", "Tenants pay 96 euros every year for 200 square metres."
PATHS, SPENT = "What does the council spend on paths?", "Paths take 1.2 million euros out of the council's purse."
RISE, ROSE = "By how much did rents rise?", "In 2025 tenants paid 4.5 percent more."
WATER, OFF = "When is water turned off?", "There is no water between 3 November 2025 and 4 March 2026."
SITE, PLOTS = "How many plots has Mill Lane?", "118 gardens lie at Mill Lane."
EXTRAS, SUM = "What do water and lock cost together?", "Together they are 20 euros."
BEES, PERMIT = "May tenants keep bees?", "Bees need a permit."
WHO, ANNA = "Who runs the office?", "The office is in the hands of Anna Berg."
GATE, LOCKED = "When is the gate locked?", "After 21:30 nobody gets in through the gate."
KEYS, HANDED = "When are keys handed out?", "Keys are there from 03/04/2026."
SHED, LOW = "Does a shed need a permit?", "Below 3 metres no permit is asked for."
