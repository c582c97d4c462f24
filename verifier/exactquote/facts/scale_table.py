"""Scale words and signs, endings of ordinals and words of ranges that CLDR's data in Babel does not carry."""

from __future__ import annotations

from exactquote.facts.table import rows

# Scale words beside those of CLDR's compact formats: language:power of ten = words; then those for twelve.
SCALES = [
    (key.split(":")[0], 10 ** int(key.split(":")[1]), name)
    for key, names in rows("""
en:2 = hundred
en:5 = lakh, lac
en:7 = crore
en:9 = milliard
en:12 = trillion
en:15 = quadrillion
de:2 = hundert
de:15 = billiarde
de:18 = trillionen
es:9 = mil millones, millardo
tr:2 = yüz
zh:2 = 百
zh:3 = 千
zh:4 = 萬
zh:6 = 百万, 百萬
zh:7 = 千万, 千萬
zh:8 = 億
zh:10 = 百亿, 百億
zh:11 = 千亿, 千億
zh:12 = 万亿, 兆
ja:2 = 百
ja:3 = 千
ja:6 = 百万
ja:7 = 千万
ko:3 = 천
ko:4 = 만
ko:6 = 백만
ko:7 = 천만
ko:8 = 억
ko:12 = 조
""")
    for name in names
]
SCALES += [
    (language, 12, name)
    for language, names in rows("""
en = dozen
de = dutzend
fr = douzaine, douzaines
es = docena, docenas
pt = dúzia, dúzias
it = dozzina, dozzine
nl = dozijn
sv = dussin
da = dusin
nb = dusin
fi = tusina, tusinaa
pl = tuzin, tuziny, tuzinów
cs = tucet, tucty, tuctů
ru = дюжина, дюжины, дюжин
hu = tucat
tr = düzine
""")
    for name in names
]

SCALE_SYMBOLS = {
    symbol: 10 ** int(power)
    for power, symbols in rows("""
3 = k, K
6 = M, mn, Mn, mln, MM, mio, Mio
7 = Cr
9 = bn, Bn, B, mrd, Mrd
12 = tn, Tn
""")
    for symbol in symbols
}
AMOUNT_SCALES = {"m": 10**6, "b": 10**9, "t": 10**12, "T": 10**12}
"""Signs of a scale only beside a currency (``£5m``); elsewhere they are units."""

ORDINALS = frozenset({"st", "nd", "rd", "th", "º", "ª", "ème", "e"})
"""Letters written onto the digits of an ordinal."""

# Words between the ends of a range, by language.
RANGE_WORDS = {
    language: frozenset(words)
    for language, words in rows("""
en = to
de = bis
es = a
fr = à
it = a
pt = a
ca = a
nl = tot
sv = till
da = til
nb = til
tr = ila, ile
pl = do
cs = až
ru = до
uk = до
ar = إلى
zh = 至, 到
ja = から
ko = 에서
""")
}

# Words before the first end of a range that is a way from one number to another, not a choice between them.
FROM_WORDS = {
    language: frozenset(words)
    for language, words in rows("""
en = from
de = von
es = de, desde
fr = de
it = da
pt = de
ca = de
nl = van
sv = från
da = fra
nb = fra
pl = od, z
cs = od, z
ru = от, с
uk = від, з
ar = من
zh = 从, 從, 由
""")
}
