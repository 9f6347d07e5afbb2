"""The questions of windows: what a player uses next, on which dice; and the checks of an answer."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from annotated_types import Ge, Le, MaxLen

from app.domain.errors import IllegalChoice
from app.domain.record import Role
from app.domain.table import Question
from app.rulesets.x_wing.attack.restrictions import restriction_on_effect, restriction_on_token
from app.rulesets.x_wing.attack.state import Battle, State, owner_of
from app.rulesets.x_wing.attack.uses import Use, decider_of, with_few_focus
from app.rulesets.x_wing.effects import EffectName, XWingCost
from app.rulesets.x_wing.model import XWingShip
from app.rulesets.x_wing.ops import FORBIDDING, Op
from app.rulesets.x_wing.outcome import Dice
from app.rulesets.x_wing.terms import DONE, EVADE, LOCK, OWN_WINDOW, TOKEN_USES, Face, Pool, Window


@dataclass(frozen=True, slots=True)
class XWingUse:
    """The name of what is used and the places of its dice, if it takes dice; `done` ends the window."""

    varied_by: ClassVar = "use"
    use: EffectName
    """What is used: a token (`focus`, `calculate`, `evade`, `lock`), `force`, the id of an ability such as
    `upgrade:juke`, or `done`."""
    dice: Annotated[tuple[Annotated[int, Ge(0), Le(2**31)], ...], MaxLen(99)] | None = None
    """The places of the dice that it is used on, from 0 in the order rolled; null where it takes none."""
    amount: Annotated[int, Ge(0), Le(2**31)] | None = None
    """The number that the ability guesses before the roll; null for all other uses."""


@dataclass(frozen=True, slots=True)
class DicePoolsShown:
    """The dice of both players and both ships, as they are now."""

    varied_by: ClassVar = "window"
    window: Window
    """The window of the attack in which the question is asked."""
    pool: Pool
    """Whose dice may be modified."""
    attack_dice: Dice
    """The attack dice, in the order rolled; none before they are rolled."""
    defense_dice: Dice
    """The defense dice, in the order rolled; none before they are rolled."""
    attacker: XWingShip
    """The ship that attacks."""
    defender: XWingShip
    """The ship that is attacked."""


@dataclass(frozen=True, slots=True)
class UseEffect:
    """The cost of a use, the dice to choose from and how many, and what the dice of this choice become."""

    varied_by: ClassVar = "op"
    cost: tuple[XWingCost, ...]
    """What the use costs, all its parts."""
    op: Op | None
    """What the use does to the dice; null where it does nothing to dice."""
    pool: Pool | None
    """Whose dice they are; null where it is used on no dice."""
    dice: tuple[int, ...]
    """The places of the dice that it may be used on, ascending."""
    at_least: int
    """How many of these dice it takes at least, or the least number to guess."""
    at_most: int
    """How many of these dice it takes at most, or the largest number to guess."""
    before: tuple[Face, ...]
    """The faces now of the dice of this choice, in the order of their places."""
    to: Face | None
    """The face that they become; null where they are rerolled or not changed."""


@dataclass(frozen=True, slots=True)
class _ChooseUse(Question[XWingUse]):
    """A choice in a window: one of its uses, or `done`."""

    battle: Battle
    state: State
    window: Window
    role: Role
    uses: tuple[Use, ...]
    """The legal uses."""

    def options(self) -> Iterator[XWingUse]:
        """Every use with each set of dice that show something else, the largest first, then `done`.

        Of sets of one size the first takes the dice that help its player most: the worst of its own, the best of the
        enemy's.
        """
        for use in self.uses:
            if use.offer.takes_amount:
                for amount in range(use.least, use.most + 1):
                    yield XWingUse(use.name, amount=amount)
            elif use.offer.takes_dice:
                for count in range(use.most, use.least - 1, -1):
                    yield from (XWingUse(use.name, dice) for dice in self.sets_of_dice(use, count))
            else:
                yield XWingUse(use.name)
        if self.may_stop():
            yield XWingUse(DONE)

    def total(self) -> int:
        return sum(map(self._ways, self.uses)) + self.may_stop()

    def _ways(self, use: Use) -> int:
        if use.offer.takes_amount:
            return use.most - use.least + 1
        if not use.offer.takes_dice:
            return 1
        return sum(counts_of_takings(list(map(len, self.rows_of(use))))[use.least : use.most + 1])

    def is_like(self, choice: XWingUse, other: XWingUse) -> bool:
        """XW-29: whether one thing is used in one way on dice that show the same."""
        is_same = (choice.use, choice.amount) == (other.use, other.amount)
        return is_same and self.leads_to(choice) == self.leads_to(other)

    def rows_of(self, use: Use) -> list[list[int]]:
        """The places of the dice that a use can take, in a row for each face."""
        dice = self.state.dice(use.pool)
        places = with_few_focus(self.in_order(use), dice, use.offer)
        return [[place for place in places if dice[place].face is face] for face in Face]

    def first_dice(self, use: Use, count: int) -> tuple[int, ...]:
        """The dice of a listed choice: the worst of the player's own dice, or the best of the enemy's."""
        return with_few_focus(self.in_order(use), self.state.dice(use.pool), use.offer)[:count]

    def in_order(self, use: Use) -> tuple[int, ...]:
        """The places of a use, those that help its player most first."""
        return use.places if owner_of(use.pool) is self.role else use.places[::-1]

    def sets_of_dice(self, use: Use, count: int) -> Iterator[tuple[int, ...]]:
        """XW-29: so many dice, once for each of the ways in which they can show different faces."""
        first, rows = self.first_dice(use, count), self.rows_of(use)
        known = [sum(place in first for place in row) for row in rows]
        yield tuple(sorted(first))
        for taken in takings([len(row) for row in rows], count):
            if taken != known:
                yield tuple(sorted(place for row, number in zip(rows, taken, strict=True) for place in row[:number]))

    def may_stop(self) -> bool:
        """XW-72: whether the player may end the window, because no mandatory use is left."""
        return all(use.offer.optional for use in self.uses)

    def check(self, choice: XWingUse) -> None:
        if choice.use == DONE:
            self._check_done(choice)
            return
        use = next((use for use in self.uses if use.name == choice.use), None)
        if use is None:
            raise self._why_not(choice.use)
        if use.offer.takes_amount:
            if choice.amount is None or not use.least <= choice.amount <= use.most or choice.dice:
                raise IllegalChoice("bad-number", use.offer.rule, least=use.least, most=use.most)
            return
        if choice.amount is not None:
            raise IllegalChoice("bad-number", use.offer.rule, least=0, most=0)
        self._check_dice(use, choice.dice or ())

    def _check_done(self, choice: XWingUse) -> None:
        if not self.may_stop():
            raise IllegalChoice("mandatory", "XW-72")
        if choice.dice or choice.amount is not None:
            raise IllegalChoice("die-not-eligible", "XW-29", die=0)

    def _check_dice(self, use: Use, dice: tuple[int, ...]) -> None:
        if not use.offer.takes_dice:
            if dice:
                raise IllegalChoice("die-not-eligible", use.offer.rule, die=dice[0])
            return
        rule = ("XW-32" if use.pool is Pool.ATTACK else "XW-46") if use.offer.step.op is Op.REROLL else use.offer.rule
        if not dice and use.name == LOCK:
            raise IllegalChoice("lock-invalid", "XW-31")
        for n, place in enumerate(dice):
            if place not in use.places or place in dice[:n]:
                raise IllegalChoice("die-not-eligible", rule, die=place)
        allowed = with_few_focus(dice, self.state.dice(use.pool), use.offer)
        if over := [place for place in dice if place not in allowed]:
            raise IllegalChoice("die-not-eligible", "XW-72", die=over[0])
        if not use.least <= len(dice) <= use.most:
            raise IllegalChoice("no-effect", "XW-73", least=use.least, most=use.most)

    def _why_not(self, name: str) -> IllegalChoice:
        """The reason why `name` is not a legal use."""
        named = [held for effects in self.battle.effects.values() for held in effects if held.effect.id == name]
        own = [held for held in named if decider_of(held) is self.role]
        for held in own:
            if held.effect.window is self.window and held.effect.ops[0].op not in FORBIDDING:
                restriction = restriction_on_effect(self.battle, self.state, held)
                if restriction is not None:
                    return IllegalChoice(restriction.reason, restriction.rule, use=name)
                return IllegalChoice("no-effect", "XW-73", least=0, most=0)
        if own:
            return IllegalChoice("wrong-window", "XW-29", use=name)
        return IllegalChoice("not-owner", "XW-74", use=name) if named else self._why_no_token(name)

    def _why_no_token(self, name: str) -> IllegalChoice:
        if name not in TOKEN_USES:
            return IllegalChoice("unknown-use", "XW-29", use=name)
        if self.window not in OWN_WINDOW.values():
            return IllegalChoice("wrong-window", "XW-28", use=name)
        pool = self.uses[0].pool
        if not (pool is Pool.ATTACK and name == EVADE):
            restriction = restriction_on_token(self.battle, self.state, pool, name)
            if restriction is not None:
                return IllegalChoice(restriction.reason, restriction.rule, use=name)
        if name == LOCK:
            return IllegalChoice("lock-invalid", "XW-31")
        return IllegalChoice("no-effect", "XW-73", least=0, most=0)

    def context(self) -> DicePoolsShown:
        state = self.state
        pool = self.uses[0].pool
        return DicePoolsShown(self.window, pool, state.attack_dice, state.defense_dice, state.attacker, state.defender)

    def leads_to(self, choice: XWingUse) -> UseEffect | None:
        use = next((use for use in self.uses if use.name == choice.use), None)
        if use is None:
            return None
        places = dice_of_choice(use, choice)
        times = len(places) if use.offer.is_cost_per_die else 1
        cost = tuple(XWingCost(part.kind, part.amount * times) for part in use.offer.cost)
        before = tuple(self.state.dice(use.pool)[place].face for place in places)
        is_chosen = use.offer.takes_dice or use.offer.takes_amount
        least, most = (use.least, use.most) if is_chosen else (len(places), len(places))
        pool = use.pool if use.places else None
        step = use.offer.step
        return UseEffect(cost, step.op, pool, tuple(sorted(use.places)), least, most, before, step.to)


def takings(sizes: list[int], count: int) -> Iterator[list[int]]:
    """How many to take of rows of these sizes, `count` in all: every way, most of the first rows first."""
    if not sizes:
        if count == 0:
            yield []
        return
    for number in range(min(sizes[0], count), -1, -1):
        yield from ([number, *rest] for rest in takings(sizes[1:], count - number))


def counts_of_takings(sizes: list[int]) -> list[int]:
    """In how many ways so many are taken of rows of these sizes, by their number, from none to all."""
    ways = [1]
    for size in sizes:
        ways = [sum(ways[max(0, n - size) : n + 1]) for n in range(len(ways) + size)]
    return ways


def dice_of_choice(use: Use, choice: XWingUse) -> tuple[int, ...]:
    """The places of the dice that a choice acts on, in ascending order."""
    return tuple(sorted((choice.dice or ()) if use.offer.takes_dice else use.places))


@dataclass(frozen=True, slots=True)
class ModifyAttackDice(_ChooseUse):
    """XW-28: what a player does to the attack dice next."""


@dataclass(frozen=True, slots=True)
class ModifyDefenseDice(_ChooseUse):
    """XW-42: what a player does to the defense dice next."""


@dataclass(frozen=True, slots=True)
class UseAbility(_ChooseUse):
    """XW-33, XW-47, XW-61: which ability a player uses next outside the modification of dice."""
