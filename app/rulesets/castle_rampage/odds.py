"""The exact odds of a Castle Rampage attack on cards that may be unknown."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import cast

from app.domain.effort import Effort
from app.domain.errors import LimitExceeded, NotComputable
from app.domain.odds import Distributions, finished
from app.domain.record import Chose, Record, Role
from app.domain.ruleset import FollowUps, Left, Policies, Ruleset
from app.domain.table import Question
from app.rulesets.castle_rampage.chain import Attacking, Field, every_end
from app.rulesets.castle_rampage.fronts import Ended, Ground, ends
from app.rulesets.castle_rampage.kinds import merged
from app.rulesets.castle_rampage.model import (
    Attack,
    ChosenStructure,
    DiggerTarget,
    Options,
    Outcome,
    Result,
    Structure,
)
from app.rulesets.castle_rampage.questions import ChooseTarget
from app.rulesets.castle_rampage.two_attacks import TwoAttacks, is_plain
from app.rulesets.castle_rampage.work import MOST_SETS, is_countable, reveals, sets_met, sums_counted, unknown_cards

CastleRuleset = Ruleset[Attack, Options, Outcome]

MOST_WORK_OF_TWO = 1_000_000
"""The most steps of work in which two attacks are counted together."""

MEASURES: Mapping[str, Callable[[Outcome], int | bool]] = {
    "destroyed": lambda outcome: outcome.destroyed,
    "gate_cleared": lambda outcome: not outcome.after.gate,
    "castle_fallen": lambda outcome: outcome.result is Result.CASTLE_FALLEN,
}


YES_NO = ("gate_cleared", "castle_fallen")


def matters(situation: Attack) -> tuple[tuple[str, int], ...]:
    """Whether the castle falls, and whether the gate does where the attack meets one."""
    gate = (("gate_cleared", 1),) if situation.gate and not situation.attack.bypasses_gate else ()
    return (("castle_fallen", 1), *gate)


def price(situation: Attack, _options: Options) -> None:
    """Raise NotComputable where nobody told what unknown cards may be, LimitExceeded where too many have effects."""
    if unknown_cards(situation) > len(situation.pool):
        raise NotComputable("unknown-without-pool", "CR-15")
    situation = merged(situation)
    if not is_countable(situation):
        check_sets(situation, situation.attack.value)


def check_sets(situation: Attack, strength: int) -> None:
    """Raise LimitExceeded where attacks of so much strength in all may meet too many sets of unknown cards."""
    sets = sets_met(situation, situation.pool, strength)
    if sets > MOST_SETS:
        raise LimitExceeded("too-many-unknown", "CR-20", "sets-of-cards", sets, MOST_SETS)


def odds(situation: Attack, options: Options, policies: Policies, so_far: Record) -> Distributions:
    """The distributions of cards destroyed, gate cleared and castle fallen (CR-12 … CR-24).

    The only thing that a record may already hold is what a digger attacks.
    """
    target = target_of(situation, options, policies, so_far)
    situation = merged(situation)
    if is_countable(situation):
        return counted(situation, options, target)
    return enumerated(situation, options, target)


def target_of(situation: Attack, options: Options, policies: Policies, so_far: Record) -> Structure:
    """CR-13, CR-14: what is attacked first; by a digger what the record has, or else the attacker's policy chooses."""
    if not situation.attack.bypasses_gate:
        return Structure.GATE
    if not situation.gate or options.digger_target is not DiggerTarget.ATTACKER_CHOICE:
        return Structure.CASTLE
    chose = [entry.choice for entry in so_far.entries if isinstance(entry, Chose)]
    policy = policies[Role.ATTACKER]
    choice = chose[0] if chose else policy(cast(Question[object], ChooseTarget()), Role.ATTACKER)
    return cast(ChosenStructure, choice).structure


def counted(situation: Attack, options: Options, target: Structure) -> Distributions:
    """Only sums matter: an attack stands as long as what it met sums to less than it, and did before each raise.

    Among ordinary unknown cards, the sets of each sum are counted instead of their orders. Raises LimitExceeded.
    """
    return distributions_of(situation, ends(Ground(situation, options, target)))


def enumerated(situation: Attack, options: Options, target: Structure) -> Distributions:
    """The distributions card by card. Raises LimitExceeded."""
    alone = [Attacking(situation.attack.value, target, target)]
    return distributions_of(situation, finished(every_end(Field(situation, options), alone)))


def distributions_of(situation: Attack, ends: Mapping[Ended, Fraction]) -> Distributions:
    """The distributions of the measures over the ends of attacks."""
    found: dict[str, dict[int, Fraction]] = {name: {} for name in MEASURES}
    for end, chance in ends.items():
        values = (end.gate_gone + end.castle_gone, end.gate_gone == len(situation.gate), end.castle_fell)
        for name, value in zip(MEASURES, values, strict=True):
            found[name][int(value)] = found[name].get(int(value), Fraction(0)) + chance
    return {
        name: {value: chances[value] for value in sorted(chances) if chances[value]} for name, chances in found.items()
    }


def several(
    attacks: Sequence[Attack], options: Options, policies: Policies, so_far: Record
) -> Generator[None, None, Distributions]:
    """The distributions over attacks one after the other: cards that were seen stay known. Raises LimitExceeded."""
    return together(Effort(), attacks, options, policies, so_far)


def together(
    effort: Effort, attacks: Sequence[Attack], options: Options, policies: Policies, so_far: Record
) -> Generator[None, None, Distributions]:
    """The same, which takes its work from `effort` first."""
    first = merged(*attacks)
    attackers = [
        Attacking(
            each.attack.value,
            target_of(replace(each, gate=first.gate), options, policies, so_far if n == 0 else Record()),
            target_of(replace(each, gate=()), options, policies, Record()),
        )
        for n, each in enumerate(attacks)
    ]
    both = both_of(first, attackers)
    if both is None:
        strength = sum(each.attack.value for each in attacks)
        check_sets(first, strength)
        take_sets(effort, first, strength)
    elif not effort.take(both.work):
        raise LimitExceeded("too-many-unknown", "CR-20", "sets-of-cards", both.work, effort.bound)
    return over_all(first, both.ends() if both else every_end(Field(first, options), attackers))


def over_all(
    situation: Attack, job: Generator[None, None, dict[Ended, Fraction]]
) -> Generator[None, None, Distributions]:
    """The distributions over the ends that a job finds."""
    return distributions_of(situation, (yield from job))


def both_of(situation: Attack, attackers: Sequence[Attacking]) -> TwoAttacks | None:
    """Two attacks whose sums can be counted together, as they meet ordinary cards in the same order."""
    first, *others = attackers
    if len(others) != 1 or others[0].target is not first.target or not is_plain(situation):
        return None
    both = TwoAttacks(situation, first.target, (first.value, others[0].value))
    return both if both.work <= MOST_WORK_OF_TWO else None


def left(situation: Attack, outcome: Outcome) -> Left:
    """The cards that are left where all are known."""
    return {"gate": outcome.after.gate, "castle": outcome.after.castle, "pool": situation.pool}


THEN = FollowUps(("gate", "castle", "pool"), left, several=several)

WORK_OF_A_SET, WORK_OF_A_REVEAL, SUMS_IN_A_STEP = 10, 4, 8
"""The steps of work that a set of unknown cards takes where an attack is computed card by card; else those that a
reveal takes, and how many sums of ordinary cards are counted in one.
"""


def odds_within(ruleset: CastleRuleset, effort: Effort) -> CastleRuleset:
    """The rulebook, whose odds take their work from `effort` before they do it."""

    def priced_odds(situation: Attack, options: Options, policies: Policies, so_far: Record) -> Distributions:
        take_work(effort, merged(situation))
        return odds(situation, options, policies, so_far)

    def priced_several(
        attacks: Sequence[Attack], options: Options, policies: Policies, so_far: Record
    ) -> Generator[None, None, Distributions]:
        return together(effort, attacks, options, policies, so_far)

    return replace(ruleset, odds=priced_odds, then=replace(THEN, several=priced_several))


def take_work(effort: Effort, situation: Attack) -> None:
    """Take the work of the odds of an attack, whose cards are merged. Raises LimitExceeded."""
    if not is_countable(situation):
        take_sets(effort, situation, situation.attack.value)
        return
    met, sums = reveals(situation), sums_counted(situation)
    if not effort.take(WORK_OF_A_REVEAL * met + sums // SUMS_IN_A_STEP):
        raise LimitExceeded("too-many-unknown", "CR-20", "sets-of-cards", met, effort.bound)


def take_sets(effort: Effort, situation: Attack, strength: int) -> None:
    """Take the work of attacks of so much strength in all, card by card. Raises LimitExceeded."""
    if not effort.take(WORK_OF_A_SET * (sets := sets_met(situation, situation.pool, strength))):
        raise LimitExceeded("too-many-unknown", "CR-20", "sets-of-cards", sets, MOST_SETS)
