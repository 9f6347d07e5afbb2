"""The search of the policy `exact`: what every place of an attack is worth if both players play best from there on.

Whoever decides takes the best of what each choice leads to; dice and cards are averaged. Rolls and the modification of
dice work on tallies; every other chapter is played by the steps of the attack themselves.
"""

from fractions import Fraction
from itertools import product
from math import lcm
from typing import NamedTuple

from app.domain.dice import Faces
from app.domain.odds import far_as, outcomes_of_step
from app.domain.odds import throws as throws_of_die
from app.domain.record import By, Origin, Role, Source
from app.domain.table import Question, RollWanted, Table
from app.rulesets.x_wing.attack.state import ATTACKER, Battle, State, opening_state
from app.rulesets.x_wing.effects import Op
from app.rulesets.x_wing.exact.choices import choices_of, price_of_choice, use_for
from app.rulesets.x_wing.exact.fixed import without_idle_effects
from app.rulesets.x_wing.exact.moves import Move, moves_of
from app.rulesets.x_wing.exact.places import Place
from app.rulesets.x_wing.exact.rests import Rests
from app.rulesets.x_wing.exact.tallies import count, throws
from app.rulesets.x_wing.exact.worth import Number, Parts, Scale, Worth, loss, scale_for
from app.rulesets.x_wing.prospects.budget import Budget
from app.rulesets.x_wing.prospects.destruction import DestructionOdds, damage_of
from app.rulesets.x_wing.prospects.merging import effects_in_chapters, relevant_chapters
from app.rulesets.x_wing.prospects.price import MOST_DICE_IN_ODDS, most_added, most_rolled
from app.rulesets.x_wing.rules import DEAL_DAMAGE, NEUTRALIZE, ROLL_ATTACK, ROLL_DEFENSE, play_next
from app.rulesets.x_wing.terms import POOL_OF, ROLE_OF, Face, Pool, Window


class Branch(NamedTuple):
    """Where a use leads: a place, and how many dice of a pool are then thrown, as rerolled dice and as others."""

    place: Place
    chance: Fraction
    pool: Pool = Pool.ATTACK
    rerolled: int = 0
    fresh: int = 0


CERTAIN = Fraction(1)
NOTHING = Worth(0, 0)
POLICY = Source(Origin.POLICY)


class Tree:
    """The search of one attack; `budget` is how much work it may take."""

    def __init__(self, battle: Battle, budget: Budget) -> None:
        self.budget, self.opening, self.chapters = budget, opening_state(battle), relevant_chapters(battle)
        self.battle = without_idle_effects(battle)
        self.rests = Rests(self.battle, self.chapters)
        self._worths: dict[Place, Worth] = {}
        self._moves: dict[tuple[int, int], tuple[Move, ...]] = {}
        self._thrown: dict[tuple[Place, Pool, int, int], Worth] = {}
        self._destruction = DestructionOdds(budget, leaks_by_itself=battle.options.fuel_leak_self_trigger)
        self._is_inflicting = self.battle.has_step(Window.ON_HIT, Op.INFLICT_INSTEAD)
        self._is_damage_last = self.rests.following.last_effect < self.rests.following.damage_chapter
        self.scale = self._scale()

    def _scale(self) -> Scale:
        """Large enough for every throw on the way, and for the fractions that the damage deck has."""
        effects = effects_in_chapters(self.battle, self.chapters)
        most = {
            pool: min(most_rolled(self.battle, pool), MOST_DICE_IN_ODDS) + most_added(self.battle, pool, Op.ADD_RESULT)
            for pool in Pool
        }
        again = sum(not step.counts_as_reroll for held in effects for step in held.effect.ops)
        results = range(most[Pool.ATTACK] + 1)
        dealt = [
            self._dealt(self.opening._replace(pending=(False,) * hits + (True,) * crits))
            for hits, crits in product(results, results)
            if hits + crits in results
        ]
        self.throws = sum(most.values()) * (2 + again)
        denominator = lcm(*[part.denominator for parts in dealt for part in parts])
        return scale_for(self.throws, denominator)

    def worth(self, place: Place) -> Worth:
        """What a place is worth; of no meaning once the budget is spent."""
        found = self._worths.get(place)
        if found is None:
            if not self.budget.take(1):
                return NOTHING
            found = self._worths[place] = self._search(place)
        return found

    def _search(self, place: Place) -> Worth:
        state = self.rests[place.rest]
        if state.chapter == len(self.chapters):
            return self.scale.packed(self._ended(state))
        chapter = self.chapters[state.chapter]
        if state.due or state.is_skipped:
            return self._unfold(self.rests.state_of(place), (), ())
        if chapter in (ROLL_ATTACK, ROLL_DEFENSE):
            return self._roll(place, Pool.ATTACK if chapter is ROLL_ATTACK else Pool.DEFENSE)
        if chapter.window in POOL_OF:
            return self._window(place, chapter.window)
        if chapter is NEUTRALIZE and (after := self._neutralized(place)) is not None:
            worth = self.worth(after)
            if not self._is_inflicting:
                return worth
            return sum_of(self.scale.inflicted(len(self.rests[after.rest].pending)), worth)
        if chapter is DEAL_DAMAGE and self._is_damage_last:
            return self.scale.packed(self._dealt(state))
        return self._unfold(self.rests.state_of(place), (), ())

    def _ended(self, state: State) -> Parts:
        """The parts of the objective where nothing follows."""
        lost = loss(self.opening.defender, state.defender) - loss(self.opening.attacker, state.attacker)
        destroyed = state.defender.is_destroyed - state.attacker.is_destroyed
        return Parts(Fraction(2 * lost), Fraction(destroyed), Fraction(state.dealt.crit))

    def _dealt(self, state: State) -> Parts:
        """The parts of the objective where only damage is still to be dealt."""
        so_far, damage = self._ended(state), damage_of(state)
        lost = self._destruction.loss(damage.target, damage.deck, damage.due)
        destroyed = self._destruction.probability(damage.target, damage.deck, damage.due)
        destroyed -= state.attacker.is_destroyed
        return Parts(so_far.halves + 2 * lost, destroyed, so_far.crits + damage.crits)

    def _neutralized(self, place: Place) -> Place | None:
        """The place after results are neutralized; None where that depends on more than their numbers."""
        how = self.rests.neutralizing(place.rest)
        if how is None:
            return None
        hits, crits = (count(place.attack, Pool.ATTACK, face) for face in (Face.HIT, Face.CRIT))
        return self.rests.neutralized(
            place.rest, *how.left(hits, crits, count(place.defense, Pool.DEFENSE, Face.EVADE))
        )

    def _passed(self, place: Place) -> Place:
        """The place at the beginning of the next chapter."""
        return self.rests.merged(self.rests.beyond(place.rest).place(place.attack, place.defense))

    def _roll(self, place: Place, pool: Pool) -> Worth:
        before, dice = self.rests.rolled(place, pool)
        return self.thrown(before, pool, 0, dice)

    def thrown(self, place: Place, pool: Pool, rerolled: int, fresh: int) -> Worth:
        """What a place is worth to which thrown dice are added: so many that were rerolled, so many that were not."""
        if not rerolled + fresh:
            return self.worth(self.rests.merged(place))
        key = place, pool, rerolled, fresh
        found = self._thrown.get(key)
        if found is None:
            attack: Number = 0
            defense: Number = 0
            dice, shift = (fresh, 0) if fresh else (rerolled, 16)
            if not self.budget.take(len(throws(pool, dice))):
                return NOTHING
            for ways, tally in throws(pool, dice):
                then = place.with_tally(pool, place.tally(pool) + (tally << shift))
                worth = self.thrown(then, pool, rerolled if fresh else 0, 0)
                attack, defense = attack + ways * worth.attack, defense + ways * worth.defense
            found = self._thrown[key] = Worth(shared(attack, dice), shared(defense, dice))
        return found

    def _window(self, place: Place, window: Window) -> Worth:
        """The best of what the player of the window may do with the dice next."""
        moves = self.moves(place, window)
        if not self.budget.take(len(moves)):
            return NOTHING
        return best([self.after(place, move) for move in moves], ROLE_OF[window])

    def moves(self, place: Place, window: Window) -> tuple[Move, ...]:
        """Every choice in a window about dice, `done` first; those of the same dice are one."""
        offers, tally = self.rests.offers(place, window), place.tally(POOL_OF[window])
        key = offers.number, tally
        found = self._moves.get(key)
        if found is None:
            found = self._moves[key] = moves_of(offers, tally, window, self.scale)
        return found

    def after(self, place: Place, move: Move) -> Worth:
        """What a choice in a window about dice is worth."""
        if move.offer is None:
            return self.worth(self._passed(place))
        if not move.is_plain:
            state = self.rests.state_of(place)
            return sum_of(move.price, self._unfold(state, (), (use_for(move, state),)))
        ends = self.rests.after_use(place.rest, move)
        if len(ends) == 1:
            worth = self._after_one(place, move, ends[0][0])
            return Worth(worth.attack + move.price.attack, worth.defense + move.price.defense)
        worths = [(chance, self._after_one(place, move, rest)) for rest, chance in ends]
        return sum_of(move.price, mean_of(worths))

    def _after_one(self, place: Place, move: Move, rest: int) -> Worth:
        then = move.place_in(place, rest)
        if move.rerolled or move.fresh:
            return self.thrown(then, move.pool, move.rerolled, move.fresh)
        return self.worth(self.rests.merged(then))

    def played(self, place: Place, roles: tuple[Role, ...]) -> list[Branch] | None:
        """Where best play leads from a place; None at the end of the dice, and where another role decides."""
        state = self.rests[place.rest]
        chapter = self.chapters[state.chapter] if state.chapter < len(self.chapters) else None
        if chapter is None or state.due or state.is_skipped:
            return None
        if chapter in (ROLL_ATTACK, ROLL_DEFENSE):
            pool = Pool.ATTACK if chapter is ROLL_ATTACK else Pool.DEFENSE
            before, dice = self.rests.rolled(place, pool)
            return [Branch(before, CERTAIN, pool, 0, dice)]
        if chapter is NEUTRALIZE and (after := self._neutralized(place)) is not None:
            return [Branch(after, CERTAIN)]
        window = chapter.window
        if window not in POOL_OF or ROLE_OF[window] not in roles:
            return None
        moves = self.moves(place, window)
        move = moves[place_of_best([self.after(place, move) for move in moves], ROLE_OF[window])]
        if move.offer is None:
            return [Branch(self._passed(place), CERTAIN)]
        if move.is_plain:
            return [
                Branch(move.place_in(place, rest), chance, move.pool, move.rerolled, move.fresh)
                for rest, chance in self.rests.after_use(place.rest, move)
            ]
        start = self.rests.state_of(place)
        answer = use_for(move, start)
        ends = outcomes_of_step(self._step, start, lambda _question, _by: (answer, POLICY))
        return [Branch(self.rests.place_of(end), chance) for end, chance in ends]

    def _unfold(self, state: State, rolls: tuple[Faces, ...], said: tuple[object, ...]) -> Worth:
        """What a state is worth after these rolls and choices in its next step, which the attack itself plays."""
        if not self.budget.take(WEIGHT_OF_A_STEP):
            return NOTHING
        left = iter(said)

        def players(_question: Question[object], _by: By) -> tuple[object, Source] | None:
            choice = next(left, None)
            return None if choice is None else (choice, POLICY)

        found = far_as(self._step, state, rolls, players)
        if isinstance(found, State):
            return self.worth(self.rests.place_of(found))
        if isinstance(found, RollWanted):
            throws_wanted = throws_of_die(found.die, found.count)
            return mean_of([(chance, self._unfold(state, (*rolls, faces), said)) for faces, chance in throws_wanted])
        role = Role(found.by)
        return best(
            [self._worth_of(state, found.question, choice, role, rolls, said) for choice in choices_of(found.question)],
            role,
        )

    def _step(self, state: State, table: Table) -> State:
        return play_next(self.battle, self.chapters, state, table)

    def _worth_of(
        self,
        state: State,
        question: Question[object],
        choice: object,
        role: Role,
        rolls: tuple[Faces, ...],
        said: tuple[object, ...],
    ) -> Worth:
        price = self.scale.after(price_of_choice(question, choice), by_attacker=role is ATTACKER)
        return sum_of(price, self._unfold(state, rolls, (*said, choice)))

    def worths_of(self, question: Question[object], state: State, role: Role) -> list[tuple[object, Worth]]:
        """Every choice that a question has here, and what it is worth; `state` is where the question is asked."""
        place = self.rests.place_of(state)
        window = self.chapters[state.chapter].window
        if window in POOL_OF:
            return [(use_for(move, state), self.after(place, move)) for move in self.moves(place, window)]
        return [(choice, self._worth_of(state, question, choice, role, (), ())) for choice in choices_of(question)]


WEIGHT_OF_A_STEP = 25
"""The work of playing one step of the attack, in places."""


def best(worths: list[Worth], role: Role) -> Worth:
    """The first of the worths that is best for a role."""
    if role is ATTACKER:
        return max(worths, key=lambda worth: worth.attack)
    return min(worths, key=lambda worth: worth.defense)


def place_of_best(worths: list[Worth], role: Role) -> int:
    """The index of the first of the worths that is best for a role."""
    return worths.index(best(worths, role))


def sum_of(one: Worth, other: Worth) -> Worth:
    """Both together."""
    return Worth(one.attack + other.attack, one.defense + other.defense)


def mean_of(worths: list[tuple[Fraction, Worth]]) -> Worth:
    """The mean of worths, each with its chance."""
    return Worth(
        whole(sum((chance * worth.attack for chance, worth in worths), Fraction(0))),
        whole(sum((chance * worth.defense for chance, worth in worths), Fraction(0))),
    )


def whole(value: Number) -> Number:
    """The value, without a denominator of 1."""
    return value.numerator if value.denominator == 1 else value


def shared(total: Number, dice: int) -> Number:
    """The total over every throw of so many dice, divided by the number of throws."""
    return total >> 3 * dice if isinstance(total, int) else whole(total / 8**dice)
