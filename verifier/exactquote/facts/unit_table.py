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
digital-kilobit = kbit, Kbit
digital-megabit = Mb, Mbit
digital-gigabit = Gb, Gbit
digital-terabit = Tb, Tbit
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
en:basis-point = basis point, basis points
de:basis-point = basispunkt, basispunkte, basispunkten
es:basis-point = punto básico, puntos básicos
fr:basis-point = point de base, points de base
it:basis-point = punto base, punti base
pt:basis-point = ponto base, pontos base
nl:basis-point = basispunt, basispunten
tr:basis-point = baz puan
zh:basis-point = 个基点, 基点
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
    f"{dimension}-{unit}": {dimension: (Fraction(size), Fraction(0))}
    for dimension, sizes in rows("""
length = kilometer 1000, meter 1, decimeter 0.1, centimeter 0.01, millimeter 0.001, micrometer 0.000001
length = nanometer 0.000000001, mile 1609.344, yard 0.9144, foot 0.3048, inch 0.0254, nautical-mile 1852
length = light-year 9460730472580800
mass = tonne 1000, kilogram 1, gram 0.001, milligram 0.000001, microgram 0.000000001, pound 0.45359237
mass = ounce 0.028349523125, stone 6.35029318, carat 0.0002
area = square-kilometer 1000000, hectare 10000, square-meter 1, square-centimeter 0.0001, acre 4046.8564224
area = square-mile 2589988.110336, square-yard 0.83612736, square-foot 0.09290304, square-inch 0.00064516
volume = cubic-kilometer 1000000000000, cubic-meter 1000, cubic-centimeter 0.001, hectoliter 100, liter 1
volume = deciliter 0.1, centiliter 0.01, milliliter 0.001, cubic-foot 28.316846592, cubic-inch 0.016387064
duration = week 604800, day 86400, hour 3600, minute 60, second 1, millisecond 0.001, fortnight 1209600
speed = kilometer-per-hour 1, meter-per-second 3.6, mile-per-hour 1.609344, knot 1.852
frequency = gigahertz 1000000000, megahertz 1000000, kilohertz 1000, hertz 1
power = terawatt 1000000000000, gigawatt 1000000000, megawatt 1000000, kilowatt 1000, watt 1, milliwatt 0.001
energy = terawatt-hour 1000000000000, gigawatt-hour 1000000000, megawatt-hour 1000000, kilowatt-hour 1000, watt-hour 1
pressure = megapascal 1000000, kilopascal 1000, hectopascal 100, pascal 1, bar 100000, millibar 100
digital = petabyte 1000000000000000, terabyte 1000000000000, gigabyte 1000000000, megabyte 1000000, kilobyte 1000
digital = byte 1, terabit 125000000000, gigabit 125000000, megabit 125000, kilobit 125, bit 0.125
""")
    for unit, size in (entry.rsplit(" ", 1) for entry in sizes)
}
SIZES |= {
    unit: {of: (Fraction(size), Fraction(zero)) for of, size, zero in (entry.split() for entry in sizes)}
    for unit, sizes in rows("""
temperature-celsius = temperature 1 0, warming 1 0
temperature-fahrenheit = temperature 5/9 -160/9, warming 5/9 0
temperature-kelvin = temperature 1 -273.15, warming 1 0
duration-millennium = years 12000 0
duration-century = years 1200 0
duration-decade = years 120 0
duration-year = years 12 0
duration-month = years 1 0
% = share 0.01 0
‰ = share 0.001 0
concentr-part-per-1e6 = share 0.000001 0
concentr-part-per-1e9 = share 0.000000001 0
percentage-point = points 0.01 0
basis-point = share 0.0001 0, points 0.0001 0
""")
}
"""By unit: the dimensions it may measure, each with the size of the unit and where its zero is. ``warming`` is a
difference of temperatures; a basis point may be of a whole or between two percentages."""
