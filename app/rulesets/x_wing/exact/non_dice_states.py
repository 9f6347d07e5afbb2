"""All state of an attack except the dice, numbered: states that the search need not distinguish have one number.

What a use does to the rest is found out by the steps of the attack themselves, once for each rest and use.
"""

from collections.abc import Hashable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from app.domain.odds import outcomes_of_step
from app.domain.record import By, Source
from app.domain.table import Question, Table, nobody
from app.rulesets.x_wing.attack.conditions import looks_at_dice
from app.rulesets.x_wing.attack.neutralize import (
    Neutralizing,
    neutralize_results,
    neutralizing_of,
    with_uncanceled,
)
from app.rulesets.x_wing.attack.state import ATTACKER, Battle, State, owner_of
from app.rulesets.x_wing.attack.steps import carry_out
from app.rulesets.x_wing.attack.uses import Use, Using
from app.rulesets.x_wing.attack.windows import to_next_chapter
from app.rulesets.x_wing.exact.blank_dice import BlankDice
from app.rulesets.x_wing.exact.budget import WEIGHT_OF_A_REST, Budget, work_of
from app.rulesets.x_wing.exact.moves import Move, Offers, Way, moves_of
from app.rulesets.x_wing.exact.offered import Offered, with_dice
from app.rulesets.x_wing.exact.order import may_wait, rerolls_come_first
from app.rulesets.x_wing.exact.places import EVADES, RESULTS, Beyond, Place, left_after
from app.rulesets.x_wing.exact.relevance import RestOfAttack, effects_in_chapters
from app.rulesets.x_wing.exact.state_features import needs_tokens
from app.rulesets.x_wing.exact.tallies import EVERY, FRESH, as_fresh, count, size, tally_of
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.outcome import XWingDie
from app.rulesets.x_wing.rules import MODIFY_ATTACK, play_next
from app.rulesets.x_wing.terms import OWN_WINDOW, POOL_OF, Face, Pool, Window

BYTES_OF_A_REST, BYTES_OF_A_MOVE = 2000, 150
"""About how much memory is kept for a rest or for where it leads, and for a move or a way in a list."""


class Undecided(NamedTuple):
    """A step of the attack in which nobody decides anything."""

    ends: tuple[tuple[Place, Fraction], ...]
    """The places after it, with their chances."""
    work: int
    """The work of playing it, which counts each time: the limit is to be the same whatever is known."""


class NonDiceStates:
    """The numbered states of one attack. Cards that are drawn cost work; once `budget` is spent, some are left out."""

    def __init__(self, battle: Battle, following: RestOfAttack, budget: Budget, *, with_shortcuts: bool = True) -> None:
        self._budget = budget
        self.battle, self.following, self.chapters = battle, following, following.chapters
        self.with_shortcuts = with_shortcuts
        self._states: list[State] = []
        self._is_settled: list[bool] = []
        """For each rest, whether dice were changed in its window, so that none is rerolled there any more."""
        self._ordered = tuple(
            window
            for window in POOL_OF
            if with_shortcuts and rerolls_come_first(battle, window) and not following.rewards_spending(window)
        )
        self._numbers: dict[Hashable, int] = {}
        self._offered = Offered(battle)
        self._after: dict[tuple[int, int], tuple[tuple[int, Fraction], ...]] = {}
        self._rolled: dict[tuple[int, int], tuple[Place, int]] = {}
        self._beyond: dict[int, Beyond] = {}
        self._caps: dict[tuple[int, int], int] = {}
        self._has_spare_tokens = (
            with_shortcuts and not following.keeps and not any(needs_tokens(held) for held in following.effects)
        )
        self._rerolls: dict[tuple[int, Pool], bool] = {}
        self._neutralizing: dict[int, Neutralizing] = {}
        self._moves: dict[tuple[int, int], tuple[Move, ...]] = {}
        self._ways: dict[tuple[int, int, int], tuple[Way, ...]] = {}
        self._in_others: dict[tuple[NonDiceStates, int], Beyond] = {}
        self._listed = 0
        """How many moves and ways it keeps, in all lists."""
        self.undecided: dict[Place, Undecided] = {}
        """The steps in which nobody decides anything, as far as they are known."""

    def __getitem__(self, rest: int) -> State:
        """The state of a rest, without dice."""
        return self._states[rest]

    @property
    def bytes(self) -> int:
        """About how much memory it takes."""
        return BYTES_OF_A_REST * (len(self._states) + len(self._after)) + BYTES_OF_A_MOVE * self._listed

    def step(self, state: State, table: Table) -> State:
        """The state after the next step as the attack itself plays it."""
        return play_next(self.battle, self.chapters, state, table)

    def is_settled(self, rest: int) -> bool:
        """Whether dice were changed in the window of the rest, so that none is rerolled there any more."""
        return self._is_settled[rest]

    def number_of(self, state: State, *, is_settled: bool = False) -> int:
        """The number of the rest of a state."""
        state = state._replace(attack_dice=(), defense_dice=())
        state = self.following.simplified(state)
        key = state.chapter, is_settled, self.following.key_of(state, is_settled=is_settled)
        found = self._numbers.get(key)
        if found is None:
            self._budget.take(WEIGHT_OF_A_REST)
            found = self._numbers[key] = len(self._states)
            self._states.append(state)
            self._is_settled.append(is_settled)
        return found

    def place_of(self, state: State) -> Place:
        """The place of a state."""
        attack, defense = self._dice_that_count(state.chapter)
        rest = self.number_of(state)
        place = Beyond(rest, attack, defense).place(
            tally_of(state.attack_dice, Pool.ATTACK), tally_of(state.defense_dice, Pool.DEFENSE)
        )
        return self.merged(place)

    def state_of(self, place: Place) -> State:
        """A state with this place."""
        return with_dice(self._states[place.rest], place.attack, place.defense)

    def merged(self, place: Place) -> Place:
        """The place without the difference between rerolled dice and others where nothing can reroll them any more."""
        if not self.with_shortcuts:
            return place
        attack, defense, rest = place
        if not (attack > FRESH or defense > FRESH or self._is_settled[rest]):
            return place
        if attack > FRESH and not self.may_reroll(rest, Pool.ATTACK):
            attack = as_fresh(attack)
        if defense > FRESH and not self.may_reroll(rest, Pool.DEFENSE):
            defense = as_fresh(defense)
        return Place(attack, defense, self._capped(rest, attack, defense) if self._is_settled[rest] else rest)

    def _capped(self, rest: int, attack: int, defense: int) -> int:
        """The rest without the tokens for which no die is left, where nothing else can need them."""
        pool = POOL_OF.get(self.chapters[self._states[rest].chapter].window or Window.NEUTRALIZE)
        if pool is None or not self._has_spare_tokens:
            return rest
        tally, face = (attack, Face.HIT) if pool is Pool.ATTACK else (defense, Face.EVADE)
        crits = count(tally, pool, Face.CRIT) if pool is Pool.ATTACK else 0
        need = size(tally) - count(tally, pool, face) - crits
        found = self._caps.get((rest, need))
        if found is None:
            state, role = self._states[rest], owner_of(pool)
            ship = state.ship(role)
            tokens = replace(
                ship.tokens,
                focus=min(need, ship.tokens.focus),
                calculate=min(need, ship.tokens.calculate),
                evade=min(need, ship.tokens.evade),
            )
            ship = replace(ship, tokens=tokens, force=replace(ship.force, active=min(need, ship.force.active)))
            found = self._caps[rest, need] = self.number_of(state.with_ship(role, ship), is_settled=True)
        return found

    def may_reroll(self, rest: int, pool: Pool) -> bool:
        """Whether anything that was not used yet may reroll dice of the pool."""
        found = self._rerolls.get((rest, pool))
        if found is None:
            found = self._rerolls[rest, pool] = self._may_reroll(self._states[rest], pool, self._is_settled[rest])
        return found

    def _may_reroll(self, state: State, pool: Pool, is_settled: bool) -> bool:
        later = self.chapters[state.chapter + is_settled :]
        if pool is Pool.ATTACK and MODIFY_ATTACK in later and (state.may_spend_lock(ATTACKER) or self._may_gain_lock):
            return True
        return any(
            held.key not in state.used
            and any(step.op is Op.REROLL and pool is (step.pool or pool) for step in held.effect.ops)
            for held in effects_in_chapters(self.battle, later)
        )

    @property
    def _may_gain_lock(self) -> bool:
        return any(held.effect.does(Op.ACQUIRE_LOCK) for held in self.following.effects)

    def _dice_that_count(self, chapter: int) -> tuple[int, int]:
        if not self.with_shortcuts:
            return EVERY, EVERY
        relevance = self.following.relevances[chapter]
        every = EVERY if relevance.results else 0
        return (
            EVERY if relevance.dice[0] else RESULTS & every,
            EVERY if relevance.dice[1] else EVADES & every,
        )

    def beyond(self, rest: int) -> Beyond:
        """What follows when the chapter of the rest ends."""
        found = self._beyond.get(rest)
        if found is None:
            state = to_next_chapter(self._states[rest])
            found = self._beyond[rest] = Beyond(self.number_of(state), *self._dice_that_count(state.chapter))
        return found

    def rolled(self, place: Place, pool: Pool) -> tuple[Place, int]:
        """The place after the roll of a pool but for its dice, and how many dice it throws."""
        key = place.rest, 0 if pool is Pool.ATTACK else place.attack
        found = self._rolled.get(key)
        if found is None:
            state = self.state_of(place)
            state = self.chapters[state.chapter].play(self.battle, state, Table((), BlankDice(), nobody))
            found = self._rolled[key] = self.place_of(state.with_dice(pool, ())), len(state.dice(pool))
        return found

    def neutralizing(self, place: Place) -> Neutralizing:
        """How results are neutralized from here."""
        if any(looks_at_dice(held, pool) for held in self.battle.of(Window.NEUTRALIZE) for pool in Pool):
            return neutralizing_of(self.battle, self.state_of(place))
        found = self._neutralizing.get(place.rest)
        if found is None:
            found = self._neutralizing[place.rest] = neutralizing_of(self.battle, self._states[place.rest])
        return found

    def neutralized(self, place: Place) -> Place:
        """The place after results are neutralized."""
        state = self._states[place.rest]
        if not self.with_shortcuts or any(self.following.relevances[state.chapter + 1].dice):
            return self.place_of(neutralize_results(self.battle, self.state_of(place), Table((), None, nobody)))
        left = left_after(self.neutralizing(place), place.attack, place.defense)
        return Place(0, 0, self.number_of(with_uncanceled(state, *left)))

    def moves(self, place: Place, window: Window) -> tuple[Move, ...]:
        """Every choice in a window about dice, `done` first; those of the same dice are one."""
        offers, tally = self.offers(place, window), place.tally(POOL_OF[window])
        key = offers.number, tally
        found = self._moves.get(key)
        if found is None:
            found = self._moves[key] = moves_of(offers, tally)
            self._listed += len(found)
        return found

    def place_in(self, others: "NonDiceStates", place: Place) -> Place:
        """The place in other rests of the same attack of a place here."""
        found = self._in_others.get((others, place.rest))
        if found is None:
            state = self._states[place.rest]
            rest = others.number_of(state, is_settled=self._is_settled[place.rest])
            found = self._in_others[others, place.rest] = Beyond(rest, *others._dice_that_count(state.chapter))
        return others.merged(found.place(place.attack, place.defense))

    def ways(self, place: Place, window: Window) -> tuple[Way, ...]:
        """Every choice in a window about dice, with where it leads but for the dice of the other pool."""
        key = place.rest, self.offers(place, window).number, place.tally(POOL_OF[window])
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = tuple([self._way(place, move) for move in self.moves(place, window)])
            self._listed += len(found)
        return found

    def _way(self, place: Place, move: Move) -> Way:
        ends = self.after_use(place.rest, move) if move.offer is not None and move.is_plain else ()
        if len(ends) != 1:
            return Way(move)
        then = self.merged(move.place_in(place, ends[0][0]))
        is_thrown = move.rerolled or move.fresh
        thrown = self.as_thrown(then.rest, move.pool, move.rerolled, move.fresh) if is_thrown else None
        return Way(move, True, then.tally(move.pool), then.rest, thrown)

    def as_thrown(self, rest: int, pool: Pool, rerolled: int, fresh: int) -> tuple[int, int]:
        """The same numbers of dice; all are fresh where nothing rerolls any dice of the pool again."""
        if rerolled and self.with_shortcuts and not self.may_reroll(rest, pool):
            return 0, rerolled + fresh
        return rerolled, fresh

    def passed(self, place: Place) -> Place:
        """The place at the beginning of the next chapter."""
        return self.merged(self.beyond(place.rest).place(place.attack, place.defense))

    def offers(self, place: Place, window: Window) -> Offers:
        """What the player of a window about modifying dice may use here."""
        return self._offered.at(place, window, self._states[place.rest], is_settled=self._is_settled[place.rest])

    def after_use(self, rest: int, move: Move) -> tuple[tuple[int, Fraction], ...]:
        """The rests after a use, with their chances: its cost is paid, and every step but those on dice is done."""
        key = rest, move.rest_key
        found = self._after.get(key)
        if found is None:
            found = self._after[key] = tuple(self._use(rest, move))
        return found

    def _use(self, rest: int, move: Move) -> Iterable[tuple[int, Fraction]]:
        offer, dice = move.offer, move.dice
        if offer is None:
            return
        face = Face.CRIT if move.is_crit else Face.FOCUS if move.is_focus else Face.BLANK
        taken = (XWingDie(face, face),) * dice
        window = OWN_WINDOW[offer.pool] if offer.held is None else offer.held.effect.window
        role = owner_of(offer.pool) if offer.held is None else offer.held.role

        def step(at: State, table: Table) -> State:
            using = Using(self.battle, role, Use(offer), tuple(range(dice)), 0, window, table)
            return carry_out(using, at.with_dice(offer.pool, taken), lambda _using, now, _step, _chosen: now)

        is_settled = self._is_settled[rest] or (window in self._ordered and may_wait(offer))
        before = self._states[rest]
        for end, chance in outcomes_of_step(step, before, _no_choice):
            yield self.number_of(end, is_settled=is_settled), chance
            if not self._budget.take(work_of(before, end)):
                return


def _no_choice(_question: Question[object], _by: By) -> tuple[object, Source]:
    raise AssertionError
