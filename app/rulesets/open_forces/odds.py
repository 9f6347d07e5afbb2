"""The exact odds of an Open Forces attack in closed form."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import cast

from app.domain.bounded_cache import bounded_cache
from app.domain.odds import Distribution, Distributions, distributions_of, enumerate_outcomes, played_by
from app.domain.record import Chose, Record, Role, Rolled
from app.domain.resolution import answers_in
from app.domain.ruleset import Left, Policies, Values
from app.domain.table import Question
from app.rulesets.open_forces.groups import defense_size, kind_of, seen_units
from app.rulesets.open_forces.losses import first_of_alike, sorts_of, survivors
from app.rulesets.open_forces.model import (
    AttackKind,
    OpenForcesAttack,
    OpenForcesOptions,
    OpenForcesOutcome,
    Row,
    Units,
)
from app.rulesets.open_forces.rules import attack, in_order, question_of_subgroup, threshold_of

Dice = tuple[int, int, int]
"""The dice of the attacker and of the defender, and the threshold."""

MEASURES: Mapping[str, Callable[[OpenForcesOutcome], int | bool]] = {
    "kills": lambda outcome: outcome.kills,
    "destroyed": lambda outcome: not outcome.after.defender.units,
}


def matters(situation: OpenForcesAttack) -> tuple[tuple[str, int], ...]:
    """Whether the group is destroyed, and whether one unit of several is killed."""
    return (("destroyed", 1), ("kills", 1)) if situation.defender.units > 1 else (("destroyed", 1),)


def odds(situation: OpenForcesAttack, options: OpenForcesOptions, policies: Policies, so_far: Record) -> Distributions:
    """The distributions of kills and of the end of the group (OF-26 … OF-34), as owners give up what they need least.

    After one roll only the other one is uncertain, after both only what the players choose.
    """
    rolls = [entry.faces for entry in so_far.entries if isinstance(entry, Rolled) and entry.faces]
    if len(rolls) > 1:
        outcomes = enumerate_outcomes(attack, situation, options, played_by(policies), answers_in(so_far))
        return distributions_of(outcomes, MEASURES)
    attackers, defenders, threshold = dice_of(situation, options)
    if rolls:
        killed = kills_of_row(attackers, tuple(sorted(map(int, rolls[0]))), threshold)
    else:
        killed = kills(attackers, defenders, threshold)
    return {"kills": killed, "destroyed": destroyed(killed, situation.defender.units)}


def dice_of(situation: OpenForcesAttack, options: OpenForcesOptions) -> Dice:
    """OF-26, OF-29, OF-33: how many dice each player rolls, and the threshold."""
    defenders = defense_size(situation)
    splash = kind_of(situation) is AttackKind.SPLASH
    _, threshold = threshold_of(situation, options)
    return (defenders if splash else situation.attacker.units), defenders, threshold


def destroyed(killed: Distribution, units: int) -> Distribution:
    """Whether as many are killed as the group has units."""
    chance = killed.get(units, Fraction(0))
    return {value: part for value, part in enumerate((1 - chance, chance)) if part}


def outcomes(
    situation: OpenForcesAttack,
    options: OpenForcesOptions,
    policies: Policies,
    so_far: Record,
    further: Sequence[OpenForcesAttack],
) -> Iterator[tuple[Values, Left, Fraction]]:
    """The kills with the group that is left and their chance (OF-30).

    Of the units attacked the last are killed: policies that are not asked yet choose them too.
    """
    sorts = sorts_of(further)
    if count_rolls(so_far) > 1:
        for outcome, chance in enumerate_outcomes(attack, situation, options, played_by(policies), answers_in(so_far)):
            values = {name: measure(outcome) for name, measure in MEASURES.items()}
            yield values, {"defender": first_of_alike(outcome.after.defender, sorts)}, chance
        return
    group, attacked = situation.defender, attacked_units(situation, policies, so_far)
    for count, chance in odds(situation, options, policies, so_far)["kills"].items():
        values = {"kills": count, "destroyed": count == group.units}
        left = survivors(group, attacked[len(attacked) - count :])
        yield values, {"defender": first_of_alike(left, sorts)}, chance


def are_alike(attacks: Sequence[OpenForcesAttack]) -> bool:
    """Whether no attack says anything of a unit that it does not say of all."""
    return all(not each.distances and each.visible is None for each in attacks)


def count_rolls(so_far: Record) -> int:
    """How many of the two rolls of an attack a record has."""
    return sum(isinstance(entry, Rolled) for entry in so_far.entries)


def attacked_units(situation: OpenForcesAttack, policies: Policies, so_far: Record) -> tuple[str, ...]:
    """OF-33: the units that are attacked, as the record says, or as the attacker's policy chooses."""
    seen = seen_units(situation)
    question = question_of_subgroup(situation, seen)
    if question is None:
        return seen
    chose = (entry.choice for entry in so_far.entries if isinstance(entry, Chose))
    policy = policies[Role.ATTACKER]
    chosen = next(chose, None) or policy(cast(Question[object], question), Role.ATTACKER)
    return in_order(seen, cast(Units, chosen))


def kills_of_row(attackers: int, row: Row, threshold: int) -> Distribution:
    """Kills of `attackers` dice against a defender's row that lies there, ascending.

    The k-th pair from the top has the k-th highest of the attacker's dice, and kills if that is high enough.
    """
    length = min(attackers, len(row))
    attack_table, total = at_least_table(attackers), 6**attackers
    needed = [min(7, max(1, threshold - face)) for face in row[:length][::-1]]
    at_least = [total, *(attack_table[face][k] for k, face in enumerate(needed, 1)), 0]
    weights = enumerate(more - most for more, most in pairwise(at_least))
    return {k: Fraction(weight, total) for k, weight in weights if weight}


@lru_cache(maxsize=128)
def kills(attackers: int, defenders: int, threshold: int) -> Distribution:
    """Kills of `attackers` dice against `defenders` dice."""
    total = 6 ** (attackers + defenders)
    ways_of = enumerate(ways_to_kill(attackers, defenders, threshold))
    return {k: Fraction(ways, total) for k, ways in ways_of if ways}


@bounded_cache(8 << 20, 100)
def ways_to_kill(attackers: int, defenders: int, threshold: int) -> tuple[int, ...]:
    """In how many of the rolls of `attackers` dice and of `defenders` dice 0, 1, 2 … are killed.

    Pair sums fall from the top pair down, so the k-th pair from the top decides whether there are k kills or more.
    Both of its dice are order statistics, and the two rolls are independent.
    """
    length, surplus = min(attackers, defenders), max(0, defenders - attackers)
    attack, defense = at_least_table(attackers), at_least_table(defenders)
    at_least = [6 ** (attackers + defenders)]
    for k in range(1, length + 1):
        ways = 0
        for face in range(1, 7):
            exactly = defense[face][k + surplus] - defense[face + 1][k + surplus]
            ways += exactly * attack[min(7, max(1, threshold - face))][k]
        at_least.append(ways)
    return tuple([more - most for more, most in pairwise([*at_least, 0])])


@lru_cache(maxsize=128)
def at_least_table(dice: int) -> list[list[int]]:
    """`table[face][k]`: in how many of the 6^dice rolls at least k dice show at least `face` (1 … 7)."""
    table = [[6**dice] * (dice + 1)] * 2
    binomials = [comb(dice, j) for j in range(dice + 1)]
    for face in range(2, 8):
        high, low = 7 - face, face - 1
        high_powers, low_powers = powers(high, dice), powers(low, dice)
        row, tail = [0] * (dice + 1), 0
        for j in range(dice, -1, -1):
            tail += binomials[j] * high_powers[j] * low_powers[dice - j]
            row[j] = tail
        table.append(row)
    return table


def powers(base: int, highest: int) -> list[int]:
    """base^0 … base^highest."""
    result = [1]
    for _ in range(highest):
        result.append(result[-1] * base)
    return result
