"""Plays an attack forward with fixed policies: every point that is reached, with its probability."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from app.domain.odds import outcomes_of_step
from app.domain.record import By, Role, Source
from app.domain.ruleset import Policies
from app.domain.table import Question, RecordedAnswer
from app.rulesets.x_wing.attack.state import State
from app.rulesets.x_wing.exact.budget import Budget, work_of
from app.rulesets.x_wing.exact.choices import POLICY, answer_with
from app.rulesets.x_wing.exact.destruction import DestructionOdds, damage_shortcut
from app.rulesets.x_wing.exact.moves import DONE_MOVE, Move
from app.rulesets.x_wing.exact.non_dice_states import NonDiceStates, Undecided
from app.rulesets.x_wing.exact.places import Place
from app.rulesets.x_wing.exact.player import AnySearch
from app.rulesets.x_wing.exact.price import most_thrown
from app.rulesets.x_wing.exact.search import AttackSearch
from app.rulesets.x_wing.exact.tallies import REROLLED, as_fresh, throws
from app.rulesets.x_wing.exact.worth import Number, shared, whole
from app.rulesets.x_wing.players.policies import AutomaticPlayer, BestPlayer
from app.rulesets.x_wing.players.simple_policy import asked_of
from app.rulesets.x_wing.rules import NEUTRALIZE, ROLL_ATTACK, ROLL_DEFENSE
from app.rulesets.x_wing.terms import POOL_OF, ROLE_OF, Pool, Window

Weights = dict[Place, Number]


class PolicyPlay:
    """One attack, played by its policies; `budget` is the work that it may cost."""

    def __init__(self, rests: NonDiceStates, policies: Policies, tree: AttackSearch | None, budget: Budget) -> None:
        self.rests, self.policies, self.tree, self.budget = rests, policies, tree, budget
        self._whole = 1 << 3 * most_thrown(rests.battle)
        self._is_damage_last = rests.with_shortcuts and rests.following.ends_with_damage
        self._destruction = (
            DestructionOdds(budget, leaks_by_itself=rests.battle.options.fuel_leak_self_trigger)
            if tree is None
            else tree.ends.destruction
        )

    def ends(self, start: State, so_far: Sequence[RecordedAnswer]) -> Iterator[tuple[State, Fraction]]:
        """Every state at the end with its probability; `so_far` is what was rolled and chosen in the first step.

        Raises LimitExceeded if it takes too much work (XW-29).
        """
        begun = (
            self._steps(start, so_far, Deciding(self.policies, start, self.tree))
            if so_far
            else iter([(start, Fraction(1))])
        )
        shares = [(self.rests.place_of(state), whole(chance * self._whole)) for state, chance in begun]
        for state, weight in self._ends_from(shares):
            yield state, Fraction(weight) / self._whole

    def _ends_from(self, begun: Iterable[tuple[Place, Number]]) -> Iterator[tuple[State, Number]]:
        """Every state at the end with its weight, from places with theirs."""
        stages: list[Weights] = [{} for _ in range(len(self.rests.chapters) + 1)]
        for place, weight in begun:
            self._add(stages, place, weight)
        for stage in stages[:-1]:
            while stage:
                level = dict(stage)
                stage.clear()
                for place, weight in level.items():
                    self._take(1)
                    if self._ends_with_damage(place):
                        for state, chance in damage_shortcut(self.rests[place.rest], self._destruction):
                            yield state, self._times(weight, chance)
                        continue
                    for then, part in self._following(place, weight):
                        self._add(stages, then, part)
        for place, weight in stages[-1].items():
            yield self.rests.state_of(place), weight

    def _add(self, stages: list[Weights], place: Place, weight: Number) -> None:
        there = stages[self.rests[place.rest].chapter]
        there[place] = there.get(place, 0) + weight

    def _take(self, work: int) -> None:
        if not self.budget.take(work) or (self.tree is not None and self.tree.budget.is_spent):
            raise self.budget.exceeded()

    def _ends_with_damage(self, place: Place) -> bool:
        """Whether only damage is still to be dealt here."""
        is_there = self.rests[place.rest].chapter == self.rests.following.damage_chapter
        return is_there and self._is_damage_last and self._is_plain(place)

    def _is_plain(self, place: Place) -> bool:
        state = self.rests[place.rest]
        return not (state.due or state.jammed or state.is_skipped)

    def _following(self, place: Place, weight: Number) -> Iterator[tuple[Place, Number]]:
        """The places after what happens next here, each with its share of the weight."""
        chapter = self.rests.chapters[self.rests[place.rest].chapter]
        if not self.rests.with_shortcuts or not self._is_plain(place):
            yield from self._played(place, weight)
        elif chapter in (ROLL_ATTACK, ROLL_DEFENSE):
            pool = Pool.ATTACK if chapter is ROLL_ATTACK else Pool.DEFENSE
            before, dice = self.rests.rolled(place, pool)
            yield from self._thrown(before, pool, 0, dice, weight)
        elif chapter is NEUTRALIZE:
            yield self.rests.neutralized(place), weight
        elif chapter.window in POOL_OF and (moves := self._moves(place, chapter.window, weight)):
            for move, share in moves:
                yield from self._moved(place, move, share)
        else:
            yield from self._played(place, weight)

    def _moves(self, place: Place, window: Window, weight: Number) -> Sequence[tuple[Move, Number]]:
        """What the policy of the window's player does, and the weight of it; nothing where its answers alone tell."""
        policy = self.policies[ROLE_OF[window]]
        if isinstance(policy, BestPlayer) and self.tree is not None:
            return [(self._here(place, window, self.tree.best_move(self._place_in(self.tree, place))), weight)]
        return [(self._next_move(place, window, policy), weight)] if isinstance(policy, AutomaticPlayer) else ()

    def _place_in(self, tree: AttackSearch, place: Place) -> Place:
        """The place in the search of a place here."""
        return place if self.rests is tree.rests else self.rests.place_in(tree.rests, place)

    def _here(self, place: Place, window: Window, move: Move) -> Move:
        """The move here that is one of the search."""
        if self.tree is None or self.rests is self.tree.rests:
            return move
        return self._same(place, window, move.offer.name, move.taken) if move.offer else DONE_MOVE

    def _next_move(self, place: Place, window: Window, policy: AutomaticPlayer) -> Move:
        offers = [kind.offer for kind in self.rests.offers(place, window).kinds]
        tallies = {pool: place.tally(pool) for pool in Pool}
        asked = asked_of(offers, window, tallies, self.rests.neutralizing(place))
        taken = policy.next_use(asked)
        if taken is None:
            return self.rests.moves(place, window)[0]
        return self._same(place, window, taken.offer.name, taken.dice)

    def _same(self, place: Place, window: Window, name: str, dice: int) -> Move:
        """The move with these dice; where another search no longer tells rerolled dice from others, the first alike."""
        moves = [move for move in self.rests.moves(place, window) if move.offer and move.offer.name == name]
        alike = [move for move in moves if as_fresh(move.taken) == as_fresh(dice)]
        return next((move for move in alike if move.taken == dice), alike[0])

    def _moved(self, place: Place, move: Move, weight: Number) -> Iterator[tuple[Place, Number]]:
        if move.offer is None:
            yield self.rests.passed(place), weight
        elif move.is_plain:
            for rest, chance in self.rests.after_use(place.rest, move):
                share = weight if chance == 1 else self._times(weight, chance)
                yield from self._thrown(move.place_in(place, rest), move.pool, move.rerolled, move.fresh, share)
            self._take(0)
        else:
            state = self.rests.state_of(place)
            answer = answer_with(move.offer, move.taken, state)
            for end, chance in outcomes_of_step(self.rests.step, state, lambda _question, _by: (answer, POLICY)):
                yield self.rests.place_of(end), self._times(weight, chance)

    def _thrown(
        self, place: Place, pool: Pool, rerolled: int, fresh: int, weight: Number
    ) -> Iterator[tuple[Place, Number]]:
        """The places after so many dice are thrown, as rerolled dice and as others."""
        lying = place.tally(pool)
        for ways, tally in throws(pool, rerolled):
            self._take(len(throws(pool, fresh)))
            for more_ways, more in throws(pool, fresh):
                then = place.with_tally(pool, lying + (tally << REROLLED) + more)
                yield self.rests.merged(then), self._shared(weight, ways * more_ways, rerolled + fresh)

    def _times(self, weight: Number, chance: Fraction) -> Number:
        return weight * chance

    def _shared(self, weight: Number, ways: int, dice: int) -> Number:
        """The weight of so many ways to throw dice."""
        return shared(weight * ways, dice)

    def _played(self, place: Place, weight: Number) -> Iterator[tuple[Place, Number]]:
        found = self.rests.undecided.get(place)
        if found is None:
            found = self._stepped(place)
        else:
            self._take(found.work)
        for then, chance in found.ends:
            yield then, self._times(weight, chance)

    def _stepped(self, place: Place) -> Undecided:
        """What the next step leads to; it is kept where nobody decided anything."""
        state, left = self.rests.state_of(place), self.budget.left
        deciding = Deciding(self.policies, state, self.tree)
        ends = tuple([(self.rests.place_of(end), chance) for end, chance in self._steps(state, (), deciding)])
        found = Undecided(ends, left - self.budget.left)
        if not deciding.was_asked:
            self.rests.undecided[place] = found
        return found

    def _steps(
        self, state: State, so_far: Sequence[RecordedAnswer], deciding: "Deciding"
    ) -> Iterator[tuple[State, Fraction]]:
        """Every state after the next step as the attack itself plays it."""
        for end, chance in outcomes_of_step(self.rests.step, state, deciding, so_far):
            self._take(work_of(state, end))
            yield end, chance


class Deciding:
    """Policies that decide a question before the first roll of a step once, though the step is played for each roll."""

    def __init__(self, policies: Policies, state: State, tree: AnySearch | None) -> None:
        self._policies, self._state, self._tree = policies, state, tree
        self._decided: dict[By, object] = {}
        self.was_asked = False

    def __call__(self, question: Question[object], by: By) -> tuple[object, Source]:
        self.was_asked = True
        if getattr(question, "state", None) is not self._state:
            return self._decide(question, by), POLICY
        if by not in self._decided:
            self._decided[by] = self._decide(question, by)
        return self._decided[by], POLICY

    def _decide(self, question: Question[object], by: By) -> object:
        policy = self._policies[Role(by)]
        return policy.decide(question, self._tree) if isinstance(policy, BestPlayer) else policy(question, by)
