"""The exact odds of a Castle Rampage attack on cards that may be unknown."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import cast

from app.domain.errors import LimitExceeded, NotComputable
from app.domain.odds import Distributions, distributions_of
from app.domain.record import EVERYBODY, Audience, Chose, Record, Role
from app.domain.ruleset import FollowUps, Left, Policies, Values
from app.domain.table import Question, Table, nobody
from app.rulesets.castle_rampage.fronts import Ground, changes_siege, ends, goes_on, merged, raised_by
from app.rulesets.castle_rampage.model import (
    Attack,
    Card,
    ChosenStructure,
    DiggerTarget,
    Options,
    Outcome,
    Result,
    Structure,
)
from app.rulesets.castle_rampage.questions import ChooseTarget
from app.rulesets.castle_rampage.rules import compare, end
from app.rulesets.castle_rampage.sets import reach
from app.rulesets.castle_rampage.siege import Siege, begun, defense_of

MOST_STATES = 10_000
"""The most sets of unknown cards that are computed where a card raises the attack."""

MOST_REVEALS = 60_000
"""Sets of cards with effects that an attack may meet, times the ordinary cards that it may meet beside them, times the
kinds of cards that it may meet next.
"""

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
        check_sets(situation)


def check_sets(situation: Attack) -> None:
    """Raise LimitExceeded where an attack may meet too many sets of unknown cards."""
    sets = sets_met(situation, situation.pool)
    if sets > MOST_STATES:
        raise LimitExceeded("too-many-unknown", "CR-20", "sets-of-cards", sets, MOST_STATES)


def is_countable(situation: Attack) -> bool:
    """Whether only sums matter, beside few enough sets of cards with effects."""
    if is_raised(situation):
        return False
    special = tuple(filter(changes_siege, situation.pool))
    going_on = tuple(card for card in special if goes_on(card))
    beside = min(unknown_cards(situation), reach(situation.pool, situation.attack.value)) + 1
    return beside * sets_met(situation, going_on, parted=True) * (len(set(special)) + 1) <= MOST_REVEALS


def unknown_cards(situation: Attack) -> int:
    """How many cards of both structures nobody has seen."""
    return sum(card.unknown for card in (*situation.gate, *situation.castle))


def is_raised(situation: Attack) -> bool:
    """CR-20: whether a card may raise the attack that destroys it."""
    return any(raised_by(card) > 0 for card in (*situation.gate, *situation.castle, *situation.pool))


def sets_met(situation: Attack, cards: tuple[Card, ...], *, parted: bool = False) -> int:
    """How many different sets of unknown cards an attack may leave behind it, at the most; no more than needed to know
    that they are too many. `parted` tells those at the gate from those in the castle.
    """
    cards_there = (*situation.gate, *situation.castle, *situation.pool)
    strength = situation.attack.value + sum(max(0, raised_by(card)) for card in cards_there)
    unknown, sets = unknown_cards(situation), {(0, 0): 1}
    for kind in dict.fromkeys(cards):
        cost = min(defense_of(kind, structure) for structure in Structure) + max(0, -raised_by(kind))
        following: dict[tuple[int, int], int] = {}
        for (size, spent), ways in sets.items():
            for taken in range(min(cards.count(kind), unknown - size) + 1):
                at = (size + taken, spent + taken * cost)
                if at[1] <= strength:
                    following[at] = following.get(at, 0) + ways * (taken + 1 if parted else 1)
        sets = following
        if sum(sets.values()) > max(MOST_STATES, MOST_REVEALS):
            break
    return sum(sets.values())


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
    """While nothing raises the attack only sums matter: it stands as long as what it met sums to less than it.

    Among ordinary unknown cards, the sets of each sum are counted instead of their orders.
    """
    found: dict[str, dict[int, Fraction]] = {name: {} for name in MEASURES}
    for over, chance in ends(Ground(situation, options, target)).items():
        told = (over.gate_gone + over.castle_gone, over.gate_gone == len(situation.gate), over.castle_fell)
        for name, value in zip(MEASURES, told, strict=True):
            found[name][int(value)] = found[name].get(int(value), Fraction(0)) + chance
    return {
        name: {value: chances[value] for value in sorted(chances) if chances[value]} for name, chances in found.items()
    }


class Unheard(Table):
    """A table without dice and players, whose facts are not used."""

    def note(self, fact: object, *, rule: str, to: Audience = EVERYBODY) -> None:
        """Odds need no facts."""


def enumerated(situation: Attack, options: Options, target: Structure) -> Distributions:
    """The distributions card by card."""
    ends = ((end(situation, siege), weight) for siege, weight in sieges(situation, options, target))
    return distributions_of(ends, MEASURES)


def outcomes(
    situation: Attack, options: Options, policies: Policies, so_far: Record, further: Sequence[Attack]
) -> Iterator[tuple[Values, Left, Fraction]]:
    """Every outcome with the cards that are left, those that were seen no longer in the pool, and its probability.

    Raises LimitExceeded where the order of too many unknown cards would be tried.
    """
    situation = replace(situation, pool=alike(situation, further))
    check_sets(situation)
    for siege, weight in sieges(situation, options, target_of(situation, options, policies, so_far)):
        unseen = zip(siege.kinds, siege.unseen, strict=True)
        pool = tuple(card for kind, count in unseen for card in (kind,) * count)
        gate, castle = siege.stacks[Structure.GATE], siege.stacks[Structure.CASTLE]
        outcome = end(situation, siege)
        values = {name: measure(outcome) for name, measure in MEASURES.items()}
        yield values, {"gate": tuple(gate), "castle": tuple(castle), "pool": pool}, weight


def alike(situation: Attack, further: Sequence[Attack]) -> tuple[Card, ...]:
    """CR-15, CR-20: the pool with one and the same card for all that these attacks cannot tell apart.

    A name does not matter, nor an effect on hands, nor by how much a card is too strong for all of them.
    """
    there = (*situation.gate, *situation.castle, *situation.pool)
    strongest = max(each.attack.value for each in (situation, *further))
    too_strong = strongest + sum(max(0, raised_by(card)) for card in there) + 1

    def seen(card: Card) -> Hashable:
        gate, castle = (min(defense_of(card, where), too_strong) for where in Structure)
        return gate, castle, card.effect if changes_siege(card) else None

    first: dict[Hashable, Card] = {}
    for card in situation.pool:
        first.setdefault(seen(card), card)
    return tuple(first[seen(card)] for card in situation.pool)


def left(situation: Attack, outcome: Outcome) -> Left:
    """The cards that are left where all are known."""
    return {"gate": outcome.after.gate, "castle": outcome.after.castle, "pool": situation.pool}


THEN = FollowUps(("gate", "castle", "pool"), left, outcomes)


def sieges(situation: Attack, options: Options, target: Structure) -> Iterator[tuple[Siege, Fraction]]:
    """Every end of an attack, with the rules of the attack itself; equal sieges are continued as one."""
    start = begun(situation, options, target, Unheard((), None, nobody))
    going: dict[Hashable, tuple[Siege, Fraction]] = {start.state(): (start, Fraction(1))}
    while going:
        following: dict[Hashable, tuple[Siege, Fraction]] = {}
        for siege, weight in going.values():
            for revealed, chance in reveals(siege):
                compare(revealed)
                if revealed.is_over:
                    yield revealed, weight * chance
                else:
                    _, known = following.get(revealed.state(), (None, Fraction(0)))
                    following[revealed.state()] = revealed, known + weight * chance
        going = following


def reveals(siege: Siege) -> Iterator[tuple[Siege, Fraction]]:
    """CR-15: the siege with its top card revealed, for each card that it may be, with the chance."""
    if not any(card.unknown for card in siege.stacks[siege.structure][:1]):
        yield siege, Fraction(1)
        return
    total = sum(siege.unseen)
    for kind, count in enumerate(siege.unseen):
        if count:
            yield siege.with_top(kind), Fraction(count, total)
