"""Chances as players say them: in percent, and never as impossible or certain what is not."""

from decimal import Decimal
from fractions import Fraction

from babel import Locale
from babel.numbers import format_decimal

TENTH = Fraction(1, 1000)
"""A tenth of a percent, the least that is told."""


def share_told(chance: Fraction, locale: Locale) -> str:
    """A chance in percent; below 1 % and above 99 % with a tenth, and at the ends with what it is less or more than."""
    sign, tenths = "", round(chance * 1000)
    if 0 < chance < TENTH:
        sign, tenths = "<", 1
    elif 1 - TENTH < chance < 1:
        sign, tenths = ">", 999
    if 10 <= tenths <= 990:
        tenths = 10 * round(chance * 100)
    number = format_decimal(Decimal(tenths) / 10, format="0.#", locale=locale)
    return f"{sign}{number}\N{NO-BREAK SPACE}%"
