"""Signs and names of currencies that CLDR's data does not carry, and codes and names that are common words, too."""

from __future__ import annotations

from exactquote.facts.table import rows

DOLLARS = [
    "USD",
    "AUD",
    "CAD",
    "NZD",
    "HKD",
    "SGD",
    "TWD",
    "MXN",
    "XCD",
    "ARS",
    "CLP",
    "COP",
    "UYU",
    "DOP",
    "FJD",
    "JMD",
]

# Codes that share a sign = their signs and short forms.
CURRENCY_SIGNS = {
    sign: tuple(DOLLARS if codes == "dollars" else codes.split())
    for codes, signs in rows("""
dollars = $
USD = US$, U$S, 美元
AUD = A$, AU$
CAD = C$, CA$
NZD = NZ$
HKD = HK$, 港元
SGD = S$
TWD = NT$
MXN = MX$
BRL = R$
XCD = EC$
EUR = €, 欧元, ユーロ, 유로
GBP EGP LBP SYP FKP GIP SHP = £
GBP = 英镑, 英鎊, ポンド
JPY CNY = ¥
CNY = CN¥, RMB, 人民币
INR = ₹
INR PKR LKR NPR MUR = ₨, Rs, Rs.
IDR = Rp
KRW KPW = ₩, 원
ILS = ₪
VND = ₫
PHP = ₱
TRY = ₺, TL
RUB = ₽, руб, руб.
UAH = ₴
NGN = ₦
CRC = ₡
PYG = ₲
GHS = ₵
KZT = ₸
AZN = ₼
GEL = ₾
MNT = ₮
LAK = ₭
KHR = ៛
THB = ฿
BDT = ৳
PLN = zł
CZK = Kč
HUF = Ft
BGN = лв
CNY TWD = 元
JPY = 円, 日元
TWD HKD JPY = 圓
USD AUD CAD = ドル, 달러
SEK NOK DKK ISK = kr, kr.
CHF = fr., Fr.
IRR SAR OMR QAR YER = ﷼
""")
    for sign in signs
}

# Names of currencies beside those of CLDR: language:codes = names.
MONEY = [
    (key.split(":")[0], tuple(DOLLARS if key.endswith("dollars") else key.split(":")[1].split()), name)
    for key, names in rows("""
tr:dollars = dolar
tr:EUR = avro
tr:GBP EGP = sterlin
tr:TRY = lira
ar:dollars = دولار
ar:EUR = يورو
hu:dollars = dollár
hi:INR PKR LKR NPR = रुपये, रुपयों
""")
    for name in names
]

# Names of the hundredth parts of currencies, which CLDR does not carry: language:codes = every form of the name.
SUBUNITS = [
    (key.split(":")[0], code, name)
    for key, names in rows("""
*:USD AUD CAD NZD EUR HKD SGD ZAR = ¢
en:USD AUD CAD NZD EUR HKD SGD ZAR = cent, cents
en:GBP = pence, penny, pennies
en:INR PKR NPR = paisa, paise
en:RUB = kopek, kopeks, kopeck, kopecks
de:EUR USD AUD CAD = cent, cents
de:CHF = rappen
fr:EUR CHF = centime, centimes
es:EUR = céntimo, céntimos
es:USD MXN ARS BRL = centavo, centavos
pt:EUR = cêntimo, cêntimos
pt:BRL USD = centavo, centavos
it:EUR USD = centesimo, centesimi
nl:EUR USD = cent, centen
tr:TRY = kuruş
pl:PLN = grosz, grosze, groszy
pl:USD EUR = cent, centy, centów
cs:CZK = haléř, haléře, haléřů
sv:SEK = öre
da:DKK = øre
nb:NOK = øre
fi:EUR USD = sentti, senttiä
ru:RUB = копейка, копейки, копеек
ru:USD EUR = цент, цента, центов
uk:UAH = копійка, копійки, копійок
ar:USD EUR = سنت, سنتا, سنتًا
hi:INR = पैसा, पैसे
zh:USD = 美分
zh:EUR = 欧分, 歐分
""")
    for code in key.split(":")[1].split()
    for name in names
]

WORDS_NOT_MONEY = frozenset({"won", "real", "rand", "sum", "mark", "sol", "gold", "silver", "new"})
"""Head words of currency names that are common words beside numbers (``In 2004 won …``); their codes and signs
count."""

CODES_NOT_MONEY = frozenset({"ALL", "TOP", "CUP", "PEN", "MAD", "BAM", "SOS", "GEL", "COP", "MOP"})
"""Currency codes that are words in capitals (``ALL 50 STATES``); their signs and names still count."""
