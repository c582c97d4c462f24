"""Words that belong to a number in running text: parts of one said after it or in its place, and minus before it."""

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

PARTS_BEFORE: dict[str, dict[str, Fraction]] = {}
"""By language: how a part of one is said before a scale word or unit (``half a million``, ``yarım saat``)."""
for _key, _names in rows("""
en:1/2 = half, half a, half an, half of a, half of an, a half, one half, one half of a
en:1/4 = quarter, a quarter, quarter of a, quarter of an, a quarter of a, a quarter of an, one quarter of a
en:3/4 = three quarters of a, three quarters of an, three quarter
de:1/2 = halbe, halben, halber, halbes, eine halbe, einer halben, ein halbes, einem halben, einen halben, ein halber
de:1/4 = viertel, eine viertel, einer viertel
de:3/4 = dreiviertel, drei viertel, eine dreiviertel, einer dreiviertel
fr:1/2 = demi, un demi, une demi, d'un demi, d'une demi
fr:1/4 = un quart de, un quart d'
fr:3/4 = trois quarts de, trois quarts d'
es:1/2 = medio, media
es:1/4 = un cuarto de
es:3/4 = tres cuartos de
pt:1/2 = meio, meia
pt:1/4 = um quarto de
pt:3/4 = três quartos de
it:1/2 = mezzo, mezza, mezz'
it:1/4 = un quarto di
it:3/4 = tre quarti di
nl:1/2 = half, halve, een half, een halve
nl:1/4 = kwart, een kwart
nl:3/4 = driekwart, drie kwart
sv:1/2 = halv, halvt, en halv, ett halvt
sv:1/4 = kvarts, en kvarts
da:1/2 = halv, halvt, en halv, et halvt
da:1/4 = kvart, en kvart
nb:1/2 = halv, halvt, en halv, et halvt
nb:1/4 = kvart, en kvart
fi:1/2 = puoli, puolen, puolta
pl:1/2 = pół
pl:1/4 = ćwierć
cs:1/2 = půl
cs:1/4 = čtvrt
ru:1/2 = пол, половина, половину, половины
ru:1/4 = четверть, четверти
uk:1/2 = пів, половина, половину, половини
uk:1/4 = чверть, чверті
ro:1/2 = jumătate de, o jumătate de
ro:1/4 = un sfert de
hu:1/2 = fél
hu:1/4 = negyed
el:1/2 = μισό, μισή, μισού, μισής
el:1/4 = ένα τέταρτο του
tr:1/2 = yarım
tr:1/4 = çeyrek
ar:1/2 = نصف
ar:1/4 = ربع
he:1/2 = חצי
he:1/4 = רבע
zh:1/2 = 半, 半个, 半個
ja:1/2 = 半
"""):
    _lang, _part = _key.split(":")
    PARTS_BEFORE.setdefault(_lang, {}).update(dict.fromkeys(_names, Fraction(_part)))

PARTS_ALONE: dict[str, dict[str, Fraction]] = {}
"""By language: words for a part of a whole (``half of them``), beside those said before a unit."""
for _key, _names in rows("""
en:1/3 = third
en:3/4 = three quarters
de:1/2 = hälfte
de:1/3 = drittel
fr:1/2 = moitié
fr:1/3 = tiers
fr:1/4 = quart
fr:3/4 = trois quarts
es:1/2 = mitad
es:1/3 = tercio
es:1/4 = cuarto, cuarta parte
es:3/4 = tres cuartos, tres cuartas partes
pt:1/2 = metade
pt:1/3 = terço
it:1/2 = metà
it:1/3 = terzo
nl:1/2 = helft
nl:1/3 = derde
sv:1/2 = hälften
da:1/2 = halvdelen
nb:1/2 = halvparten
fi:1/2 = puolet
pl:1/2 = połowa, połowę, połowy
cs:1/2 = polovina, polovinu, poloviny
ro:1/2 = jumătate
hu:1/2 = fele
tr:1/2 = yarısı, yarısını, yarısının
tr:1/4 = dörtte biri
tr:1/3 = üçte biri
he:1/2 = מחצית
zh:1/2 = 一半
ja:1/2 = 半分, 半数
"""):
    _lang, _part = _key.split(":")
    PARTS_ALONE.setdefault(_lang, {}).update(dict.fromkeys(_names, Fraction(_part)))

MINUS, PLUS = (
    frozenset(names)
    for _, names in rows("""
minus = minus, mínus, miinus, mínusz, mīnus, минус, мінус, μείον, eksi, منفی, マイナス, 마이너스, 零下
plus = plus, plús, плюс, συν, artı, プラス, 플러스
""")
)
"""Signs before a number in words. Languages whose word for minus is also another one beside numbers (Spanish ``al
menos``) are left out. Plus before minus makes it a margin both ways (``plus or minus 3``)."""
