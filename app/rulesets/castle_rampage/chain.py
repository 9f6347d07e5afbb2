"""Attacks one after the other on cards that may be unknown: every end, by the rules of the attack itself.

A state is what is left of both structures, the attack in progress, and how many unknown cards of each kind nobody has
seen. Equal states are continued as one. What a card does to an attack is told by the rules once for each kind of card
and each place where it may lie, and looked up from then on.
"""

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from fractions import Fraction
from math import perm
from typing import NamedTuple

from app.domain.errors import LimitExceeded
from app.domain.record import EVERYBODY, Audience
from app.domain.table import Table, nobody
from app.rulesets.castle_rampage.fronts import Ended
from app.rulesets.castle_rampage.model import Attack, Card, Options, Structure
from app.rulesets.castle_rampage.rules import compare
from app.rulesets.castle_rampage.siege import Siege

GATE, CASTLE = Structure.GATE, Structure.CASTLE

MOST_STATES = 500_000
"""How many states are continued for one request at the most."""
SLICE = 2_000
"""How many are continued before others have their turn."""
BITS = 7
"""Of the number of cards of a kind: there are 118 at the most."""

Unseen = int
"""How many unknown cards of each kind nobody has seen, BITS for each; above them how many were seen."""


class Left(NamedTuple):
    """What is left of both structures."""

    gate_gone: int = 0
    gate_top: int | None = None
    """CR-16: the kind of the unknown card that was seen on top and stayed; None where there is none."""
    castle_gone: int = 0
    castle_top: int | None = None
    castle_fell: bool = False

    def part(self, structure: Structure) -> tuple[int, int | None]:
        """How many cards of a structure are gone, and the kind that was seen on top."""
        return (self.gate_gone, self.gate_top) if structure is GATE else (self.castle_gone, self.castle_top)


class Front(NamedTuple):
    """An attack in progress."""

    left: Left
    remaining: int
    target: Structure
    castle_hit: bool = False
    """Whether this attack has destroyed a card of the castle."""


class Step(NamedTuple):
    """What a card on top leads to."""

    shift: int | None
    """Where its kind is counted in what is unseen; None for a card that is known."""
    after: Front | Left
    """What is left where the attack is over."""


class Unheard(Table):
    """A table without dice and players, whose facts are not used."""

    def note(self, fact: object, *, rule: str, to: Audience = EVERYBODY) -> None:
        """Odds need no facts."""


class Field:
    """The cards that attacks meet, and what each of them does."""

    def __init__(self, situation: Attack, options: Options) -> None:
        """The defender is that of the situation; its pool has equal cards where attacks cannot tell them apart."""
        self.options = options
        self.stacks = {GATE: situation.gate, CASTLE: situation.castle}
        pool = Counter(situation.pool)
        self.kinds, self.size = tuple(pool), len(situation.pool)
        self.all_unseen: Unseen = sum(count << BITS * kind for kind, count in enumerate(pool.values()))
        self.top = BITS * len(pool)
        """Where what is unseen counts the cards that were seen."""
        self._steps: dict[Front, tuple[Step, ...]] = {}
        self._table = Unheard((), None, nobody)

    def has_gate(self, left: Left) -> bool:
        """Whether the gate stands."""
        return left.gate_gone < len(self.stacks[GATE])

    def is_refused(self, left: Left) -> bool:
        """CR-23: whether no further attack happens, because the castle has fallen."""
        return left.castle_gone == len(self.stacks[CASTLE]) and self.options.castle_loss_any_cause

    def steps(self, front: Front) -> tuple[Step, ...]:
        """CR-15: every card that may be on top, with what it leads to."""
        found = self._steps.get(front)
        if found is None:
            found = self._steps[front] = tuple(self._each_step(front))
        return found

    def _each_step(self, front: Front) -> Iterator[Step]:
        where = GATE if front.target is GATE and self.has_gate(front.left) else CASTLE
        stack = self._stack(front.left, where)
        if stack and stack[0].unknown:
            for kind, card in enumerate(self.kinds):
                yield Step(BITS * kind, self._compared(front, where, kind, card))
        else:
            yield Step(None, self._compared(front, where, front.left.part(where)[1], stack[0] if stack else None))

    def _stack(self, left: Left, structure: Structure) -> list[Card]:
        gone, top = left.part(structure)
        stack = list(self.stacks[structure][gone:])
        if top is not None:
            stack[0] = self.kinds[top]
        return stack

    def _compared(self, front: Front, where: Structure, kind: int | None, card: Card | None) -> Front | Left:
        """CR-15 … CR-23: what the rules say of this card on top."""
        stacks = {structure: self._stack(front.left, structure) for structure in Structure}
        if card is not None:
            stacks[where][0] = card
        gone = {GATE: 0, CASTLE: int(front.castle_hit)}
        siege = Siege(self.options, self._table, front.remaining, front.target, stacks, gone=gone)
        compare(siege)
        after = dict[Structure, tuple[int, int | None]]()
        for structure in Structure:
            before, top = front.left.part(structure)
            now = len(self.stacks[structure]) - len(siege.stacks[structure])
            after[structure] = now, (kind if structure is where else top) if now == before else None
        left = Left(*after[GATE], *after[CASTLE], castle_fell=front.left.castle_fell or siege.castle_fell)
        return left if siege.is_over else Front(left, siege.remaining, front.target, siege.gone[CASTLE] > 0)


class Attacking(NamedTuple):
    """What tells an attack of several: its value, and what it attacks first, where the gate stands and where not."""

    value: int
    target: Structure
    without_gate: Structure


Ways = dict[tuple[Left, Unseen], int]
"""What is left and unseen between two attacks, and in how many orders cards can be turned up to leave it."""
Fronts = dict[tuple[Front, Unseen], int]
"""The same amid an attack."""


def every_end(field: Field, attacks: Sequence[Attacking]) -> Generator[None, None, dict[Ended, Fraction]]:
    """Every end of attacks one after the other, with its chance; yields now and then, so that others have their turn.

    Raises LimitExceeded where too many states would be continued.
    """
    standing: Ways = {(Left(), field.all_unseen): 1}
    continued = 0
    for n, attack in enumerate(attacks, 1):
        kept = -1 if n < len(attacks) else -1 << field.top  # after the last attack only how many were seen matters
        ended, going = begun(field, standing, attack)
        while going:
            following: Fronts = {}
            for (front, unseen), ways in going.items():
                continued += 1
                if continued % SLICE == 0:
                    yield
                go_on(field, front, unseen, ways, following, ended, kept)
                found = continued + len(following) + len(ended)
                if found > MOST_STATES:
                    raise LimitExceeded("too-many-unknown", "CR-20", "sets-of-cards", found, MOST_STATES)
            going = following
        standing = ended
    ends: dict[Ended, Fraction] = {}
    for (left, unseen), ways in standing.items():
        end = Ended(left.gate_gone, left.castle_gone, left.castle_fell)
        ends[end] = ends.get(end, Fraction(0)) + Fraction(ways, perm(field.size, unseen >> field.top))
    return ends


def begun(field: Field, standing: Ways, attack: Attacking) -> tuple[Ways, Fronts]:
    """CR-12 … CR-14, CR-23: where no further attack happens, and the attack before its first card where it does."""
    over: Ways = {}
    fronts: Fronts = {}
    for (left, unseen), ways in standing.items():
        if field.is_refused(left):
            over[left, unseen] = ways
        else:
            target = attack.target if field.has_gate(left) else attack.without_gate
            fronts[Front(left, attack.value, target), unseen] = ways
    return over, fronts


def go_on(field: Field, front: Front, unseen: Unseen, ways: int, following: Fronts, ended: Ways, kept: int) -> None:
    """CR-15: turn up every card that may be on top, and add what it leads to; `kept`: bits of the unseen at an end."""
    for shift, after in field.steps(front):
        rest, more = unseen, ways
        if shift is not None:
            count = unseen >> shift & ((1 << BITS) - 1)
            if not count:
                continue
            rest, more = unseen - (1 << shift) + (1 << field.top), ways * count
        if isinstance(after, Front):
            at = after, rest
            following[at] = following.get(at, 0) + more
        else:
            over = after, rest & kept
            ended[over] = ended.get(over, 0) + more
