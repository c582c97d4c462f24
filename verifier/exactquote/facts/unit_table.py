"""Which CLDR units count as units of a fact, and the signs and names for them that CLDR does not carry.

Signs compare with case (``MW`` is not ``mW``); those that are also words of a language (``in``, ``a``, ``at``) are left
out. Names of units in many languages come from CLDR itself.
"""

from __future__ import annotations

from fractions import Fraction

from exactquote.facts.table import rows

# CLDR unit = its signs. A unit without signs is recognised by its names only.
SYMBOLS = {
    sign: unit
    for unit, signs in rows("""
% = %
‰ = ‰
concentr-part-per-1e6 = ppm
concentr-part-per-1e9 = ppb
temperature-celsius = °C, ℃, ° C
temperature-fahrenheit = °F, ℉, ° F
temperature-kelvin = K
angle-degree = °
length-kilometer = km
length-meter = m
length-decimeter = dm
length-centimeter = cm
length-millimeter = mm
length-micrometer = µm, μm
length-nanometer = nm
length-mile = mi
length-foot = ft
length-yard = yd
area-square-kilometer = km², km2, km^2, sq km
area-square-meter = m², m2, m^2, sq m, sqm
area-square-centimeter = cm², cm2, cm^2
area-square-mile = sq mi, mi²
area-square-foot = sq ft, ft²
area-hectare = ha
volume-cubic-kilometer = km³, km3, km^3
volume-cubic-meter = m³, m3, m^3
volume-cubic-centimeter = cm³, cm3, cm^3
volume-liter = L, l
volume-hectoliter = hl
volume-deciliter = dl, dL
volume-centiliter = cl
volume-milliliter = ml, mL
mass-kilogram = kg
mass-gram = g
mass-milligram = mg
mass-microgram = µg, μg
mass-tonne = t
mass-pound = lb, lbs
mass-ounce = oz
speed-kilometer-per-hour = km/h, kmh, kph
speed-mile-per-hour = mph
speed-meter-per-second = m/s
frequency-hertz = Hz
frequency-kilohertz = kHz
frequency-megahertz = MHz
frequency-gigahertz = GHz
frequency-per-minute = rpm
power-milliwatt = mW
power-watt = W
power-kilowatt = kW
power-megawatt = MW
power-gigawatt = GW
power-terawatt = TW
power-horsepower = hp, PS
energy-watt-hour = Wh
energy-kilowatt-hour = kWh
energy-megawatt-hour = MWh
energy-gigawatt-hour = GWh
energy-terawatt-hour = TWh
energy-joule = J
energy-kilojoule = kJ
energy-megajoule = MJ
energy-calorie = cal
energy-kilocalorie = kcal
energy-electronvolt = eV
electric-volt = V
electric-kilovolt = kV
electric-millivolt = mV
electric-ampere = A
electric-milliampere = mA
electric-milliampere-hour = mAh
electric-ohm = Ω
force-newton = N
pressure-pascal = Pa
pressure-hectopascal = hPa
pressure-kilopascal = kPa
pressure-megapascal = MPa
pressure-bar = bar
pressure-millibar = mbar
pressure-millimeter-ofhg = mmHg
concentr-mole = mol
concentr-millimole-per-liter = mmol/L, mmol/l
concentr-milligram-ofglucose-per-deciliter = mg/dL, mg/dl
mass-milligram-per-liter = mg/L, mg/l
sound-decibel = dB
graphics-pixel = px
digital-bit = bit
digital-kilobyte = kB, KB
digital-megabyte = MB
digital-gigabyte = GB
digital-terabyte = TB
digital-petabyte = PB
digital-megabit-per-second = Mbit/s, Mbps
digital-gigabit-per-second = Gbit/s, Gbps
duration-hour = h, hr, hrs
duration-minute = min
duration-second = s, sec
duration-millisecond = ms
duration-year = yr, yrs
""")
    for sign in signs
}

SHARED_SYMBOLS = {
    "′": ("length-foot", "angle-arc-minute", "duration-minute"),
    "″": ("length-inch", "angle-arc-second", "duration-second"),
}
"""Signs that stand for several units; only the text says which."""

# CLDR units that are recognised by their names.
UNITS = tuple(
    category + "-" + name
    for category, names in rows("""
angle = degree
area = square-kilometer, hectare, square-meter, square-centimeter, square-mile, acre
area = square-yard, square-foot, square-inch
concentr = karat, mole, millimole-per-liter, part-per-1e6, part-per-1e9, percent, permille
digital = petabyte, terabyte, gigabyte, megabyte, kilobyte, byte, terabit, gigabit, megabit, kilobit, bit
duration = century, decade, year, month, week, day, hour, minute, second
duration = millisecond, microsecond, nanosecond, fortnight, night
electric = ampere, milliampere, ohm, volt
energy = kilocalorie, calorie, kilojoule, joule, kilowatt-hour, electronvolt
force = newton
frequency = gigahertz, megahertz, kilohertz, hertz
graphics = pixel, megapixel
length = kilometer, meter, decimeter, centimeter, millimeter, micrometer, nanometer
length = mile, yard, foot, inch, light-year, parsec, nautical-mile, astronomical-unit
mass = tonne, kilogram, gram, milligram, microgram, ton, stone, pound, ounce, carat
power = gigawatt, megawatt, kilowatt, watt, milliwatt, horsepower
pressure = bar, millibar, atmosphere, pascal, hectopascal, kilopascal, megapascal, millimeter-ofhg
speed = kilometer-per-hour, meter-per-second, mile-per-hour, knot
temperature = celsius, fahrenheit, kelvin
volume = cubic-kilometer, cubic-meter, cubic-centimeter, cubic-mile, cubic-foot, cubic-inch
volume = hectoliter, liter, deciliter, centiliter, milliliter
volume = gallon, quart, pint, barrel, bushel, tablespoon, teaspoon, fluid-ounce
""")
    for name in names
)

# Names beside those of CLDR: language:unit = names (British spellings, usual short forms, points of percent).
NAMES = [
    (*key.split(":", 1), name)
    for key, names in rows("""
en:% = per cent, pct
en:percentage-point = percentage point, percentage points
de:percentage-point = prozentpunkt, prozentpunkte, prozentpunkten
es:% = por ciento, por cien
es:percentage-point = punto porcentual, puntos porcentuales
fr:percentage-point = point de pourcentage, points de pourcentage
zh:percentage-point = 百分点, 个百分点
ja:percentage-point = ポイント
ja:% = パーセント
ko:% = 퍼센트
tr:duration-year = yıllık
tr:duration-month = aylık
tr:duration-day = günlük
ar:mass-kilogram = كغم, كجم
ar:length-kilometer = كلم
ar:% = بالمائة, بالمئة, في المائة, في المئة
zh:length-kilometer = 公里, 千米
zh:length-meter = 米
zh:area-square-kilometer = 平方公里, 平方千米
vi:% = phần trăm
vi:duration-hour = giờ
en:length-kilometer = kilometre, kilometres
en:length-meter = metre, metres
en:length-centimeter = centimetre, centimetres
en:length-millimeter = millimetre, millimetres
en:area-square-kilometer = square kilometre, square kilometres
en:area-square-meter = square metre, square metres
en:volume-cubic-meter = cubic metre, cubic metres
en:volume-liter = litre, litres
en:mass-tonne = tonne, tonnes
en:mass-kilogram = kilo, kilos
en:speed-kilometer-per-hour = kilometres per hour
""")
    for name in names
]

PERCENT_PREFIXES = ("百分之", "百份之")
"""Words for percent before the number, beside those of CLDR's patterns."""

# Dimension = units with their size in the dimension's own unit, for a value that was converted.
SIZES = {
    f"{dimension}-{unit}": (dimension, Fraction(size))
    for dimension, sizes in rows("""
length = kilometer 1000, meter 1, decimeter 0.1, centimeter 0.01, millimeter 0.001
length = mile 1609.344, yard 0.9144, foot 0.3048, inch 0.0254, nautical-mile 1852
mass = tonne 1000, kilogram 1, gram 0.001, milligram 0.000001, pound 0.45359237, ounce 0.028349523125
area = square-kilometer 1000000, hectare 10000, square-meter 1, square-mile 2589988.110336, acre 4046.8564224
volume = cubic-meter 1000, hectoliter 100, liter 1, deciliter 0.1, centiliter 0.01, milliliter 0.001
duration = week 604800, day 86400, hour 3600, minute 60, second 1
power = gigawatt 1000000000, megawatt 1000000, kilowatt 1000, watt 1
energy = gigawatt-hour 1000000000, megawatt-hour 1000000, kilowatt-hour 1000, watt-hour 1
digital = terabyte 1000000000000, gigabyte 1000000000, megabyte 1000000, kilobyte 1000, byte 1
""")
    for unit, size in (entry.rsplit(" ", 1) for entry in sizes)
}
