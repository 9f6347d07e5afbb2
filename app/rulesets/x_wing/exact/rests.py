"""Rests: everything in the state of an attack but the dice, under a number for each rest that the search tells apart.

What a use does to the rest is found out by the steps of the attack themselves, once for each rest and use.
"""

from collections.abc import Hashable, Iterable
from dataclasses import replace
from fractions import Fraction

from app.domain.odds import outcomes_of_step
from app.domain.record import By, Source
from app.domain.table import Question, Table, nobody
from app.rulesets.x_wing.attack.conditions import is_about_results
from app.rulesets.x_wing.attack.deck import EFFECTIVE_CARDS, EFFECTIVE_WHEN_EXPOSED, simplified_deck
from app.rulesets.x_wing.attack.neutralize import Neutralizing, neutralizing_of, with_uncanceled
from app.rulesets.x_wing.attack.state import Battle, InForce, State, owner_of
from app.rulesets.x_wing.attack.steps import carry_out
from app.rulesets.x_wing.attack.use_names import usage_key
from app.rulesets.x_wing.attack.uses import Offer, Use, Using, offers_in
from app.rulesets.x_wing.attack.windows import to_next_chapter
from app.rulesets.x_wing.effects import Atom, CostKind, Op
from app.rulesets.x_wing.exact.moves import Move, Offers
from app.rulesets.x_wing.exact.order import is_late, rerolls_come_first
from app.rulesets.x_wing.exact.places import EVADES, RESULTS, Beyond, Place
from app.rulesets.x_wing.exact.tallies import as_fresh, count, dice_of, size, tally_of
from app.rulesets.x_wing.outcome import XWingDie
from app.rulesets.x_wing.prospects.blank_dice import BlankDice
from app.rulesets.x_wing.prospects.merging import Relevance, RestOfAttack, conditions_of, effects_in_chapters
from app.rulesets.x_wing.prospects.state_keys import damage_key
from app.rulesets.x_wing.rules import MODIFY_ATTACK, Chapter
from app.rulesets.x_wing.terms import ENEMY_WINDOW, OWN_WINDOW, POOL_OF, Face, Pool, Window


def is_about_dice(held: InForce) -> bool:
    """Whether an effect has a condition about what dice show."""
    return any(
        condition.that is Atom.GUESSED or any(is_about_results(condition, pool) for pool in Pool)
        for condition in conditions_of(held)
    )


class Rests:
    """The rests of one attack."""

    def __init__(self, battle: Battle, chapters: tuple[Chapter, ...]) -> None:
        self.battle, self.chapters = battle, chapters
        self.following = RestOfAttack(battle, chapters)
        self._states: list[State] = []
        self._is_settled: list[bool] = []
        """For each rest, whether dice were changed in its window, so that none is rerolled there any more."""
        self._ordered = tuple(window for window in POOL_OF if rerolls_come_first(battle, window))
        self._numbers: dict[Hashable, int] = {}
        self._offers: dict[tuple[int, int, int], Offers] = {}
        self._lists: dict[tuple[int, ...], Offers] = {}
        self._numbers_of_offers: dict[Offer, int] = {}
        self._after: dict[tuple[int, int], tuple[tuple[int, Fraction], ...]] = {}
        self._rolled: dict[tuple[int, int], tuple[Place, int]] = {}
        self._beyond: dict[int, Beyond] = {}
        self._caps: dict[tuple[int, int], int] = {}
        self._has_spare_tokens = not any(needs_tokens(held) for held in effects_in_chapters(battle, chapters))
        self._rerolls: dict[tuple[int, Pool], bool] = {}
        self._neutralizing: dict[int, Neutralizing] = {}
        self._looks = {window: self._dice_looked_at(window) for window in POOL_OF}
        effective = EFFECTIVE_CARDS if self.following.key_of_damage is damage_key else EFFECTIVE_WHEN_EXPOSED
        self._effective = effective if self.following.is_deck_simple else None

    def __getitem__(self, rest: int) -> State:
        """The state of a rest, without dice."""
        return self._states[rest]

    def _dice_looked_at(self, window: Window) -> tuple[bool, bool]:
        """Whether what may be used in a window depends on the attack dice, and whether on the defense dice."""
        pool = POOL_OF[window]
        held = [*self.battle.of(OWN_WINDOW[pool]), *self.battle.of(ENEMY_WINDOW[pool])]
        conditions = [condition for one in held for condition in conditions_of(one)]
        looks = [
            any(
                is_about_results(one, of) or (one.that is Atom.GUESSED and (one.pool or Pool.ATTACK) is of)
                for one in conditions
            )
            for of in Pool
        ]
        return looks[0], looks[1]

    def number_of(self, state: State, *, is_settled: bool = False) -> int:
        """The number of the rest of a state."""
        state = state._replace(attack_dice=(), defense_dice=())
        if self._effective is not None:
            state = state._replace(deck=simplified_deck(state.deck, self._effective))
        key = state.chapter, is_settled, self.following.key_of(state)
        found = self._numbers.get(key)
        if found is None:
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
        attack, defense = dice_of(place.attack, Pool.ATTACK), dice_of(place.defense, Pool.DEFENSE)
        return self._states[place.rest]._replace(attack_dice=attack, defense_dice=defense)

    def merged(self, place: Place) -> Place:
        """The place without the difference between rerolled dice and others where nothing can reroll them any more."""
        attack, defense, rest = place
        if attack >> 16 and not self.may_reroll(rest, Pool.ATTACK):
            attack = as_fresh(attack)
        if defense >> 16 and not self.may_reroll(rest, Pool.DEFENSE):
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
        has_lock = state.defender.id in state.attacker.locks and not state.is_lock_forbidden
        if pool is Pool.ATTACK and MODIFY_ATTACK in later and (has_lock or self._may_gain_lock):
            return True
        return any(
            usage_key(held.effect.window, held.role, held.effect.id) not in state.used
            and any(step.op is Op.REROLL and pool is (step.pool or pool) for step in held.effect.ops)
            for held in effects_in_chapters(self.battle, later)
        )

    @property
    def _may_gain_lock(self) -> bool:
        return any(
            step.op is Op.ACQUIRE_LOCK
            for held in effects_in_chapters(self.battle, self.chapters)
            for step in held.effect.ops
        )

    def _dice_that_count(self, chapter: int) -> tuple[int, int]:
        relevance: Relevance = self.following.relevances[chapter]
        every = 0xFFFFFFFF if relevance.results else 0
        return (
            0xFFFFFFFF if relevance.dice[0] else RESULTS & every,
            0xFFFFFFFF if relevance.dice[1] else EVADES & every,
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

    def neutralizing(self, rest: int) -> Neutralizing | None:
        """How results are neutralized; None where that depends on dice."""
        if any(is_about_dice(held) for held in self.battle.of(Window.NEUTRALIZE)):
            return None
        found = self._neutralizing.get(rest)
        if found is None:
            found = self._neutralizing[rest] = neutralizing_of(self.battle, self._states[rest])
        return found

    def neutralized(self, rest: int, hits: int, crits: int) -> Place:
        """The place where so many results are left."""
        return Place(0, 0, self.number_of(with_uncanceled(self._states[rest], hits, crits)))

    def offers(self, place: Place, window: Window) -> Offers:
        """What the player of a window about modifying dice may use here."""
        looks = self._looks[window]
        key = place.rest, as_fresh(place.attack) if looks[0] else 0, as_fresh(place.defense) if looks[1] else 0
        found = self._offers.get(key)
        if found is None:
            found = self._offers[key] = self._offers_in(self.state_of(Place(*key[1:], place.rest)), place.rest, window)
        return found

    def _offers_in(self, state: State, rest: int, window: Window) -> Offers:
        numbers, is_settled = self._numbers_of_offers, self._is_settled[rest]
        offers = [
            (numbers.setdefault(offer, len(numbers)), offer)
            for offer in offers_in(self.battle, state, window)
            if not is_settled or is_late(offer)
        ]
        key = tuple(number for number, _ in offers)
        return self._lists.setdefault(key, Offers(len(self._lists), tuple(offers)))

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
        face = Face.CRIT if move.is_crit else Face.BLANK
        taken = (XWingDie(face, face),) * dice
        use = Use(offer.name, offer.rule, offer.step.op, offer.pool, cost=offer.cost, held=offer.held)
        use = replace(use, is_cost_per_die=offer.is_cost_per_die)
        window = OWN_WINDOW[offer.pool] if offer.held is None else offer.held.effect.window
        role = owner_of(offer.pool) if offer.held is None else offer.held.role

        def step(at: State, table: Table) -> State:
            using = Using(self.battle, role, use, tuple(range(dice)), 0, window, table)
            return carry_out(using, at.with_dice(offer.pool, taken), lambda _using, now, _step, _chosen: now)

        is_settled = self._is_settled[rest] or (window in self._ordered and is_late(offer))
        for end, chance in outcomes_of_step(step, self._states[rest], _no_choice):
            yield self.number_of(end, is_settled=is_settled), chance


def needs_tokens(held: InForce) -> bool:
    """Whether an effect depends on tokens or Force, changes their number, or adds dice on which they may be spent."""
    kinds = (CostKind.FOCUS, CostKind.CALCULATE, CostKind.EVADE, CostKind.FORCE)
    ops = (Op.ADD_RESULT, Op.GAIN_TOKEN, Op.REMOVE_TOKEN, Op.RECOVER_FORCE, Op.LOSE_FORCE)
    atoms = (Atom.HAS_TOKEN, Atom.NO_GREEN_TOKENS, Atom.SPENT_CALCULATE, Atom.REQUIREMENT_MET)
    return (
        any(part.kind in kinds for part in held.effect.cost)
        or any(step.op in ops for step in held.effect.ops)
        or any(condition.that in atoms for condition in conditions_of(held))
    )


def _no_choice(_question: Question[object], _by: By) -> tuple[object, Source]:
    raise AssertionError
