"""Words that belong to a number in running text: parts of one said after it, and minus before it."""

from __future__ import annotations

from fractions import Fraction

from exactquote.facts.table import rows

PARTS_AFTER: dict[str, dict[str, Fraction]] = {}
"""By language: how a part of one is said after a number (``two and a half``), and which part it is."""
for _key, _names in rows("""
en:1/2 = and a half, and one half
en:1/4 = and a quarter, and one quarter
en:3/4 = and three quarters
de:1/2 = einhalb, und ein halb, und eine halbe, und ein halbes
fr:1/2 = et demi, et demie
es:1/2 = y medio, y media
pt:1/2 = e meio, e meia
it:1/2 = e mezzo, e mezza
nl:1/2 = ënhalf, enhalf, ënhalve, enhalve, en een half, en een halve
sv:1/2 = och en halv, och ett halvt
da:1/2 = og en halv, og et halvt
nb:1/2 = og en halv, og et halvt
fi:1/2 = ja puoli
pl:1/2 = i pół
cs:1/2 = a půl
ru:1/2 = с половиной
uk:1/2 = з половиною
ro:1/2 = și jumătate
hu:1/2 = és fél
el:1/2 = και μισό, και μισή
tr:1/2 = buçuk
ar:1/2 = ونصف, و نصف
he:1/2 = וחצי
"""):
    _lang, _part = _key.split(":")
    PARTS_AFTER.setdefault(_lang, {}).update(dict.fromkeys(_names, Fraction(_part)))

GLUED = frozenset({"de", "nl"})
"""Languages that write such a part onto the number (``zweieinhalb``)."""

MINUS, PLUS = (
    frozenset(names)
    for _, names in rows("""
minus = minus, mínus, miinus, mínusz, mīnus, минус, мінус, μείον, eksi, منفی, マイナス, 마이너스, 零下
plus = plus, plús, плюс, συν, artı, プラス, 플러스
""")
)
"""Signs before a number in words. Languages whose word for minus is also another one beside numbers (Spanish ``al
menos``) are left out. Plus before minus makes it a margin both ways (``plus or minus 3``)."""
