"""Numbers in several units of one kind, such as g beside kg, or K beside M, read in one of them."""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"(?P<before>[$\u20ac\u00a3\u20b9\u00a5]?)\s?(?P<number>[-+\u2212]?\d+(?:[.,]\d+)?)\s?(?P<unit>[^\W\d_]*)\.?\s?"
    r"(?P<behind>[$\u20ac\u00a3\u20b9\u00a5]?)(?:\s(?:ago|old))?"
)
_YEAR = 365.25
#: Kinds of units, in lower case, with what one of them is worth in the unit of the kind.
FAMILIES: dict[str, dict[str, float]] = {
    "number": {"": 1.0, "k": 1e3, "tsd": 1e3, "m": 1e6, "mio": 1e6, "mn": 1e6, "mln": 1e6}
    | {"b": 1e9, "bn": 1e9, "mrd": 1e9, "g": 1e9, "t": 1e12, "tn": 1e12}
    | dict.fromkeys(("thousand", "tausend"), 1e3)
    | dict.fromkeys(("million", "millions", "millionen"), 1e6)
    | dict.fromkeys(("billion", "billions", "milliarde", "milliarden"), 1e9)
    | {"trillion": 1e12, "lakh": 1e5, "lakhs": 1e5, "lac": 1e5, "crore": 1e7, "crores": 1e7},
    "gram": {"\u00b5g": 1e-6, "ug": 1e-6, "mg": 1e-3, "g": 1.0, "kg": 1e3, "t": 1e6}
    | {"oz": 28.349523125, "lb": 453.59237, "lbs": 453.59237},
    "metre": {"nm": 1e-9, "\u00b5m": 1e-6, "um": 1e-6, "mm": 1e-3, "cm": 1e-2, "dm": 0.1, "m": 1.0, "km": 1e3}
    | {"in": 0.0254, "ft": 0.3048, "yd": 0.9144, "mi": 1609.344},
    "litre": {"\u00b5l": 1e-6, "ul": 1e-6, "ml": 1e-3, "cl": 1e-2, "dl": 0.1, "l": 1.0, "hl": 100.0},
    "byte": {"b": 1.0, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12}
    | {"kib": 2.0**10, "mib": 2.0**20, "gib": 2.0**30, "tib": 2.0**40},
    "hertz": {"hz": 1.0, "khz": 1e3, "mhz": 1e6, "ghz": 1e9},
    "second": {"ns": 1e-9, "\u00b5s": 1e-6, "us": 1e-6, "ms": 1e-3, "s": 1.0, "sec": 1.0, "min": 60.0, "h": 3600.0},
    "year": dict.fromkeys(("d", "day", "days", "tag", "tage", "jour", "jours"), 1 / _YEAR)
    | dict.fromkeys(("w", "wk", "wks", "week", "weeks", "woche", "wochen"), 7 / _YEAR)
    | dict.fromkeys(("mo", "mos", "month", "months", "monat", "monate", "mois"), 1 / 12)
    | dict.fromkeys(("y", "yr", "yrs", "year", "years", "jahr", "jahre", "an", "ans"), 1.0),
}
# Their prefixes differ by case alone: mW and MW.
_SI = {"m": 1e-3, "\u00b5": 1e-6, "": 1.0, "k": 1e3, "M": 1e6, "G": 1e9}
FAMILIES |= {
    unit: {f"{prefix}{unit}": factor for prefix, factor in _SI.items()} for unit in ("W", "Wh", "A", "V", "J", "Pa")
}
FAMILIES["Pa"] |= {"hPa": 100.0}
# "\u00b5" and the Greek letter are two characters.
_GREEK = str.maketrans({"\u03bc": "\u00b5"})


#: What may stand before or behind the numbers of a column; two currencies are never added up.
MONEY = ("", "$", "\u20ac", "\u00a3", "\u20b9", "\u00a5")


def read_units(token: str, family: str, money: str = "") -> float | None:
    """Return a number in the unit of a kind, or None where its unit is of another kind.

    Parameters
    ----------
    token : str
        Such as "300 g", "5.8K" or "$4.0M".
    family : str
        A key of `FAMILIES`.
    money : str, default=""
        The sign of money that stands before or behind the number, one of `MONEY`.
    """
    match = _TOKEN.fullmatch(token.strip())
    if match is None or (match["before"] or match["behind"]) != money or (match["before"] and match["behind"]):
        return None
    # The small letter is for grams, and apart from its number the flag of a statistical office.
    if family == "number" and (match["unit"] == "g" or (match["unit"] == "b" and token.strip()[-2].isspace())):
        return None
    unit = match["unit"] if family[0].isupper() else match["unit"].casefold()
    factor = FAMILIES[family].get(unit.translate(_GREEK))
    return None if factor is None else factor * float(match["number"].replace("\u2212", "-").replace(",", "."))
