"""The exact odds of several attacks on one group whose units are alike: only how many are left is told apart."""

from collections.abc import Generator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from app.domain.bounded_cache import bounded_cache
from app.domain.odds import Distribution, Distributions
from app.domain.record import Record
from app.domain.ruleset import Policies
from app.rulesets.open_forces.losses import on_what_is_left
from app.rulesets.open_forces.model import OpenForcesAttack, OpenForcesOptions
from app.rulesets.open_forces.odds import Dice, are_alike, destroyed, dice_of, outcomes, ways_to_kill
from app.rulesets.open_forces.refusals import refusals

OnUnits = tuple[Dice, ...]
"""The dice of an attack on 1, 2, 3 … units."""


def several(
    attacks: Sequence[OpenForcesAttack], options: OpenForcesOptions, policies: Policies, so_far: Record
) -> Generator[None, None, Distributions] | None:
    """The distribution of every measure over several attacks; None where units differ to those that follow.

    Yields before each attack on so many units.
    """
    on_one_group = [replace(attack, defender=attacks[0].defender) for attack in attacks]
    if not are_alike(on_one_group[1:]) or any(any(refusals(attack, options)) for attack in on_one_group):
        return None
    return over_all(on_one_group, options, policies, so_far)


def over_all(
    attacks: Sequence[OpenForcesAttack], options: OpenForcesOptions, policies: Policies, so_far: Record
) -> Generator[None, None, Distributions]:
    """The distributions; what the rules do not refuse on the whole group they do not refuse on what is left of it."""
    units, has_begun = attacks[0].defender.units, bool(so_far.entries) or not are_alike(attacks[:1])
    start, following = (0,) * units + (1,), attacks
    if has_begun:
        start, following = after_first(attacks, options, policies, so_far), attacks[1:]
    known: dict[OpenForcesAttack, OnUnits] = {}
    for attack in dict.fromkeys(following):
        dice: OnUnits = ()
        for count in range(1, units + 1):
            yield
            dice = (*dice, dice_of(on_so_many(attack, count, options), options))
        known[attack] = dice
    yield
    left = left_in_the_end(start, tuple([known[attack] for attack in following]))
    killed = {units - count: left[count] for count in sorted(left, reverse=True)}
    return {"kills": killed, "destroyed": destroyed(killed, units)}


def after_first(
    attacks: Sequence[OpenForcesAttack], options: OpenForcesOptions, policies: Policies, so_far: Record
) -> tuple[int, ...]:
    """In how many equal parts of one 0, 1, 2 … units are left after the first attack."""
    first, *further = attacks
    found = [(values["kills"], chance) for values, _, chance in outcomes(first, options, policies, so_far, further)]
    parts = lcm(*(chance.denominator for _, chance in found))
    ways = [0] * (first.defender.units + 1)
    for kills, chance in found:
        ways[first.defender.units - (kills or 0)] += chance.numerator * (parts // chance.denominator)
    return tuple(ways)


def on_so_many(attack: OpenForcesAttack, units: int, options: OpenForcesOptions) -> OpenForcesAttack:
    """OF-30: an attack, told of the whole group, on so many units of it, which are alike."""
    whole = replace(attack, defender=replace(attack.defender, unit_ids=()))
    return on_what_is_left(whole, replace(whole.defender, units=units), options)


@bounded_cache(8 << 20, 3000)
def left_in_the_end(start: tuple[int, ...], attacks: tuple[OnUnits, ...]) -> Distribution:
    """How many units are left after all attacks; `start` holds the ways to have 0, 1, 2 … of them before.

    Ways are counted in whole numbers of rolls, for each attack in those of the most dice that it may need.
    """
    before = list(start)
    for attack in attacks:
        most, after = max(map(count_dice, attack)), [0] * len(before)
        after[0] = before[0] * 6**most
        for units, (dice, ways) in enumerate(zip(attack, before[1:], strict=True), 1):
            if ways:
                rolls = ways * 6 ** (most - count_dice(dice))
                for kills, kill_ways in enumerate(ways_to_kill(*dice)):
                    after[units - kills] += rolls * kill_ways
        before = after
    in_all = sum(before)
    return {units: Fraction(ways, in_all) for units, ways in enumerate(before) if ways}


def count_dice(dice: Dice) -> int:
    """How many dice an attack has, both players' together."""
    attackers, defenders, _ = dice
    return attackers + defenders
