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

WORDS_NOT_MONEY = frozenset({"won", "real", "rand", "sum", "mark", "sol", "gold", "silver", "new"})
"""Head words of currency names that are common words beside numbers (``In 2004 won …``); their codes and signs
count."""

CODES_NOT_MONEY = frozenset({"ALL", "TOP", "CUP", "PEN", "MAD", "BAM", "SOS", "GEL", "COP", "MOP"})
"""Currency codes that are words in capitals (``ALL 50 STATES``); their signs and names still count."""
