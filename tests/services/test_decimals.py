"""Probabilities as decimal numbers: none that may happen is 0, and none that may fail is 1."""

from fractions import Fraction

import pytest

from app.services.odds.odds import decimal_of, shown_distributions, shown_number

F = Fraction


@pytest.mark.parametrize(
    ("chance", "decimal"),
    [
        (F(0), 0.0),
        (F(1), 1.0),
        (F(1, 3), 0.333333),
        (F(5, 36), 0.138889),
        (F(1, 10**6), 1e-06),
        (F(2, 3 * 10**7), 6.66667e-08),
        (F(1, 6**40), 7.48083e-32),
        (1 - F(1, 3 * 10**7), 1 - 3.33333e-08),
        (F(999_999, 10**6), 0.999999),
    ],
)
def test_a_decimal_has_six_places_or_six_digits(chance, decimal):
    assert decimal_of(chance) == pytest.approx(decimal, rel=1e-9, abs=0)
    if 0 < chance < F(1, 10**6):
        assert float(f"{float(chance):.6g}") == decimal_of(chance)


@pytest.mark.parametrize("power", range(1, 420, 7))
def test_only_what_is_impossible_is_0_and_only_what_is_certain_is_1(power):
    for chance in (F(1, 6**power), 1 - F(1, 6**power)):
        assert 0.0 < decimal_of(chance) < 1.0


def test_every_number_of_a_distribution_is_told_so():
    least = F(1, 6**80)
    shown = shown_distributions({"kills": {0: 1 - least, 40: least}})["kills"]
    assert [0 < one["decimal"] < 1 for one in shown] == [True, True]
    assert shown[0]["at_least"]["decimal"] == 1.0
    assert 0 < shown[1]["at_least"]["decimal"] < 1e-60
    assert shown_number(F(0))["decimal"] == 0.0
