"""The search of the policy `exact`: the value of every point of an attack if both players play best from there on.

Whoever decides takes the best of what each choice leads to; dice and cards are averaged. Rolls and the modification of
dice work on tallies; every other chapter is played by the steps of the attack themselves.
"""

from fractions import Fraction

from app.domain.dice import Faces
from app.domain.odds import far_as
from app.domain.odds import throws as throws_of_die
from app.domain.record import By, Role, Source
from app.domain.table import Question, RollWanted, nobody
from app.rulesets.x_wing.attack.conditions import without_idle_effects
from app.rulesets.x_wing.attack.state import ATTACKER, Battle, State, opening_state
from app.rulesets.x_wing.exact.budget import WEIGHT_OF_A_CARD, WEIGHT_OF_A_PLACE, WEIGHT_OF_A_STEP, Budget
from app.rulesets.x_wing.exact.choices import POLICY, answer_with, choices_of, price_of_choice
from app.rulesets.x_wing.exact.destruction import DestructionOdds
from app.rulesets.x_wing.exact.ends import Ends
from app.rulesets.x_wing.exact.moves import DONE_MOVE, Move, Way
from app.rulesets.x_wing.exact.non_dice_states import NonDiceStates, Undecided
from app.rulesets.x_wing.exact.places import Place
from app.rulesets.x_wing.exact.price import most_in_pools, most_thrown
from app.rulesets.x_wing.exact.relevance import RestOfAttack, relevant_chapters
from app.rulesets.x_wing.exact.tallies import FRESH, REROLLED, throws
from app.rulesets.x_wing.exact.worth import (
    FREE,
    Number,
    Packing,
    Price,
    Worth,
    best,
    mean_of,
    place_of_best,
    shared,
    sum_of,
)
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.rules import DEAL_DAMAGE, NEUTRALIZE, ROLL_ATTACK, ROLL_DEFENSE
from app.rulesets.x_wing.terms import POOL_OF, ROLE_OF, Pool, Window

NOTHING = Worth(0, 0)

BYTES_OF_A_PLACE, BYTES_OF_A_THROW = 500, 500
"""About how much memory a search keeps for a place, and for dice that are thrown there."""


def rests_of(battle: Battle, budget: Budget, *, with_shortcuts: bool) -> NonDiceStates:
    """The rests of an attack up to where nothing that its players want can change any more."""
    chapters, battle = relevant_chapters(battle), without_idle_effects(battle)
    return NonDiceStates(battle, RestOfAttack(battle, chapters), budget, with_shortcuts=with_shortcuts)


class AttackSearch:
    """The search of one attack; `budget` is how much work it may take.

    `rests` and `ends` are those of an attack that is searched for several states of the defender.
    """

    def __init__(
        self,
        battle: Battle,
        budget: Budget,
        *,
        with_shortcuts: bool = True,
        rests: NonDiceStates | None = None,
        ends: Ends | None = None,
    ) -> None:
        self.budget, self.opening = budget, opening_state(battle)
        self.cost = 0
        """The work that the search from its first step took."""
        self.rests = rests or rests_of(battle, budget, with_shortcuts=with_shortcuts)
        self.battle, self.following, self.chapters = self.rests.battle, self.rests.following, self.rests.chapters
        self._worths: dict[tuple[int, int, int], Worth] = {}
        self._best: dict[Place, Move] = {}
        self._prices: dict[tuple[Price, Role], Worth] = {}
        self._thrown: dict[tuple[int, int, int, tuple[int, int], bool], Worth] = {}
        self.ends = ends or Ends(
            self.opening, DestructionOdds(budget, leaks_by_itself=battle.options.fuel_leak_self_trigger)
        )
        self._is_inflicting = self.battle.has_step(Window.ON_HIT, Op.INFLICT_INSTEAD)
        self._is_damage_last = with_shortcuts and self.following.ends_with_damage
        self.scale: Packing = self.ends.scale(most_thrown(self.battle), most_in_pools(self.battle)[Pool.ATTACK])

    @property
    def bytes(self) -> int:
        """About how much memory it takes."""
        return BYTES_OF_A_PLACE * len(self._worths) + BYTES_OF_A_THROW * len(self._thrown) + self.rests.bytes

    def worth(self, place: Place) -> Worth:
        """What a place is worth; of no meaning once the budget is spent."""
        found = self._worths.get(place)
        if found is None:
            if not self.budget.take(WEIGHT_OF_A_PLACE):
                return NOTHING
            found = self._worths[place] = self._search(place)
        return found

    def _search(self, place: Place) -> Worth:
        state = self.rests[place.rest]
        if state.chapter == len(self.chapters):
            return self.ends.worth(self.scale, state)
        chapter = self.chapters[state.chapter]
        if state.due or state.jammed or state.is_skipped:
            return self._stepped(place)
        if chapter.window in POOL_OF:
            return self._window(place, chapter.window)
        if chapter is ROLL_ATTACK or chapter is ROLL_DEFENSE:
            return self._roll(place, Pool.ATTACK if chapter is ROLL_ATTACK else Pool.DEFENSE)
        if chapter is NEUTRALIZE:
            after = self.rests.neutralized(place)
            worth = self.worth(after)
            if not self._is_inflicting:
                return worth
            return sum_of(self.scale.inflicted(len(self.rests[after.rest].pending)), worth)
        if chapter is DEAL_DAMAGE and self._is_damage_last:
            return self.scale.packed(self.ends.dealt(state))
        return self._stepped(place)

    def _roll(self, place: Place, pool: Pool) -> Worth:
        before, dice = self.rests.rolled(place, pool)
        return self.thrown(before, pool, 0, dice)

    def thrown(self, place: Place, pool: Pool, rerolled: int, fresh: int) -> Worth:
        """What a place is worth to which thrown dice are added: so many that were rerolled, so many that were not."""
        place = self.rests.merged(place)
        return self._after_throw(place, pool, *self.rests.as_thrown(place.rest, pool, rerolled, fresh))

    def _after_throw(self, place: Place, pool: Pool, rerolled: int, fresh: int) -> Worth:
        if not rerolled + fresh:
            return self.worth(place)
        key = (*place, (rerolled, fresh), pool is Pool.ATTACK)
        found = self._thrown.get(key)
        if found is None:
            found = self._thrown[key] = self._mean_of_throws(place, pool, rerolled, fresh)
        return found

    def _mean_of_throws(self, place: Place, pool: Pool, rerolled: int, fresh: int) -> Worth:
        """The mean over the throws of the fresh dice, if there are any, else over those of the rerolled dice."""
        dice, shift = (fresh, 0) if fresh else (rerolled, REROLLED)
        ways_and_tallies = throws(pool, dice)
        if not self.budget.take(len(ways_and_tallies)):
            return NOTHING
        attack: Number = 0
        defense: Number = 0
        more, is_settled, known = rerolled if fresh else 0, self.rests.is_settled(place.rest), self._worths
        attack_dice, defense_dice, rest = place
        is_attack = pool is Pool.ATTACK
        for ways, tally in ways_and_tallies:
            then = (
                (attack_dice + (tally << shift), defense_dice, rest)
                if is_attack
                else (attack_dice, defense_dice + (tally << shift), rest)
            )
            if more:
                worth = self.thrown(Place(*then), pool, more, 0)
            elif is_settled:
                worth = self.worth(self.rests.merged(Place(*then)))
            else:
                worth = known.get(then) or self.worth(Place(*then))
            attack += ways * worth.attack
            defense += ways * worth.defense
        return self._shared(attack, defense, dice)

    def _window(self, place: Place, window: Window) -> Worth:
        """The best of what the player of the window may do with the dice next."""
        ways, (attack, defense, _) = self.rests.ways(place, window), place
        if not self.budget.take(len(ways)):
            return NOTHING
        is_attack, known, known_throws = POOL_OF[window] is Pool.ATTACK, self._worths, self._thrown
        role = ROLE_OF[window]
        is_merged, worths = (defense if is_attack else attack) <= FRESH, []
        for move, is_direct, tally, rest, thrown in ways:
            if not (is_direct and is_merged):
                worths.append(self.after(place, move, window))
                continue
            if is_attack:
                attack = tally
            else:
                defense = tally
            if thrown is None:
                worth = known.get((attack, defense, rest)) or self.worth(Place(attack, defense, rest))
            else:
                worth = known_throws.get((attack, defense, rest, thrown, is_attack)) or self._after_throw(
                    Place(attack, defense, rest), move.pool, *thrown
                )
            if move.price is not FREE:
                worth = sum_of(self._worth_of_price(move.price, role), worth)
            worths.append(worth)
        return self._settle(place, ways, worths, role)

    def _settle(self, place: Place, ways: tuple[Way, ...], worths: list[Worth], role: Role) -> Worth:
        """What the best of the ways from a place is worth; it is noted which it is."""
        found = place_of_best(worths, role)
        self._best[place] = ways[found].move
        return worths[found]

    def _best_of(self, worths: list[Worth], role: Role) -> Worth:
        return best(worths, role)

    def _shared(self, attack: Number, defense: Number, dice: int) -> Worth:
        return Worth(shared(attack, dice), shared(defense, dice))

    def _mean_of(self, worths: list[tuple[Fraction, Worth]]) -> Worth:
        return mean_of(worths)

    def best_move(self, place: Place) -> Move:
        """The best of what the player of a window may do with the dice next."""
        self.worth(place)
        return self._best.get(place, DONE_MOVE)

    def after(self, place: Place, move: Move, window: Window) -> Worth:
        """What a choice in a window about dice is worth."""
        if move.offer is None:
            return self.worth(self.rests.passed(place))
        if not move.is_plain:
            state = self.rests.state_of(place)
            worth = self._unfold(state, (), (answer_with(move.offer, move.taken, state),))
        else:
            ends = self.rests.after_use(place.rest, move)
            if len(ends) == 1:
                worth = self._after_one(place, move, ends[0][0])
            else:
                worth = self._mean_of([(chance, self._after_one(place, move, rest)) for rest, chance in ends])
        return worth if move.price is FREE else sum_of(self._worth_of_price(move.price, ROLE_OF[window]), worth)

    def _worth_of_price(self, price: Price, role: Role) -> Worth:
        found = self._prices.get((price, role))
        if found is None:
            found = self._prices[price, role] = self.scale.after(price, by_attacker=role is ATTACKER)
        return found

    def _after_one(self, place: Place, move: Move, rest: int) -> Worth:
        return self.thrown(move.place_in(place, rest), move.pool, move.rerolled, move.fresh)

    def _stepped(self, place: Place) -> Worth:
        """What a place is worth from which the attack itself plays the next step."""
        found = self.rests.undecided.get(place)
        if found is None:
            state = self.rests.state_of(place)
            after = far_as(self.rests.step, state, (), nobody)
            if not isinstance(after, State):
                return self._unfold(state, (), ())
            found = Undecided(((self.rests.place_of(after), Fraction(1)),), WEIGHT_OF_A_STEP)
            self.rests.undecided[place] = found
        if not self.budget.take(found.work):
            return NOTHING
        if len(found.ends) == 1:
            return self.worth(found.ends[0][0])
        return self._mean_of([(chance, self.worth(then)) for then, chance in found.ends])

    def _unfold(self, state: State, rolls: tuple[Faces, ...], said: tuple[object, ...]) -> Worth:
        """What a state is worth after these rolls and choices in its next step, which the attack itself plays."""
        if not self.budget.take(WEIGHT_OF_A_STEP + WEIGHT_OF_A_CARD * len(rolls)):
            return NOTHING
        left = iter(said)

        def players(_question: Question[object], _by: By) -> tuple[object, Source] | None:
            choice = next(left, None)
            return None if choice is None else (choice, POLICY)

        found = far_as(self.rests.step, state, rolls, players)
        if isinstance(found, State):
            return self.worth(self.rests.place_of(found))
        if isinstance(found, RollWanted):
            throws_wanted = throws_of_die(found.die, found.count)
            return self._mean_of(
                [(chance, self._unfold(state, (*rolls, faces), said)) for faces, chance in throws_wanted]
            )
        role = Role(found.by)
        return self._best_of(
            [self._worth_of(state, found.question, choice, role, rolls, said) for choice in choices_of(found.question)],
            role,
        )

    def _worth_of(
        self,
        state: State,
        question: Question[object],
        choice: object,
        role: Role,
        rolls: tuple[Faces, ...],
        said: tuple[object, ...],
    ) -> Worth:
        price = self._worth_of_price(price_of_choice(question, choice), role)
        return sum_of(price, self._unfold(state, rolls, (*said, choice)))

    def worths_of(self, question: Question[object], state: State, role: Role) -> list[tuple[object, Worth]]:
        """Every choice that a question has here, and what it is worth; `state` is where the question is asked."""
        place = self.rests.place_of(state)
        window = self.chapters[state.chapter].window
        if window in POOL_OF and not state.jammed:
            moves = self.rests.moves(place, window)
            return [(answer_with(move.offer, move.taken, state), self.after(place, move, window)) for move in moves]
        return [(choice, self._worth_of(state, question, choice, role, (), ())) for choice in choices_of(question)]
