"""Probabilities as percentages: a possible result is never shown as 0 %, nor as certain."""

from decimal import Decimal
from fractions import Fraction

from babel import Locale
from babel.numbers import format_decimal

TENTH = Fraction(1, 1000)
"""A tenth of a percent, the smallest that is shown."""


def percent_text(chance: Fraction, locale: Locale) -> str:
    """A probability as a percentage: with a tenth below 1 % and above 99 %, and `<` or `>` at the very ends."""
    sign, tenths = "", round(chance * 1000)
    if 0 < chance < TENTH:
        sign, tenths = "<", 1
    elif 1 - TENTH < chance < 1:
        sign, tenths = ">", 999
    if 10 <= tenths <= 990:
        tenths = 10 * round(chance * 100)
    number = format_decimal(Decimal(tenths) / 10, format="0.#", locale=locale)
    return f"{sign}{number}\N{NO-BREAK SPACE}%"
