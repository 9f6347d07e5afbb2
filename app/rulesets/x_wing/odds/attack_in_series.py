"""One of several attacks on a defender, in which both players know what the others bring."""

from collections.abc import Generator, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from app.domain.odds import after_record
from app.domain.record import Record
from app.domain.resolution import answers_in
from app.domain.ruleset import Policies
from app.rulesets.x_wing.attack.conditions import without_idle_effects
from app.rulesets.x_wing.attack.state import DEFENDER, State, battle_of
from app.rulesets.x_wing.exact.budget import Budget
from app.rulesets.x_wing.exact.destruction import DestructionOdds
from app.rulesets.x_wing.exact.ends import Ends, EndsBeforeDamage
from app.rulesets.x_wing.exact.lane_search import LaneSearch
from app.rulesets.x_wing.exact.non_dice_states import NonDiceStates
from app.rulesets.x_wing.exact.player import BUDGET_OF_A_TREE
from app.rulesets.x_wing.exact.relevance import RestOfAttack
from app.rulesets.x_wing.exact.search import NOTHING, AttackSearch
from app.rulesets.x_wing.exact.state_features import StateFeature, asked_by
from app.rulesets.x_wing.exact.worth import Number, Packing, Parts, Scale, Worth, sum_of, whole
from app.rulesets.x_wing.model import XWingAttack, XWingShip
from app.rulesets.x_wing.odds.dealing import Dealing, Dealt, Hurt, Results, due_of, unhurt
from app.rulesets.x_wing.odds.enumerate import BUDGET
from app.rulesets.x_wing.odds.further_attacks import looked_at_by
from app.rulesets.x_wing.odds.policy_play import PolicyPlay
from app.rulesets.x_wing.odds.several_attacks import (
    Attacking,
    BeforeDamage,
    Standing,
    results_of,
)
from app.rulesets.x_wing.options import XWingOptions
from app.rulesets.x_wing.rules import chapters_of

Leaves = tuple[XWingShip, Results]
"""What an attack leaves before damage is dealt: the ship without its damage, and the results that become damage."""


class Reached(Ends):
    """Notes all that an attack may leave, whatever its players choose."""

    def __init__(self, opening: State, destruction: DestructionOdds) -> None:
        super().__init__(opening, destruction)
        self.found: dict[Leaves, None] = {}

    def worth(self, scale: Packing, state: State) -> Worth:  # noqa: ARG002
        """Nothing: all is to be found."""
        self.found[unhurt(state.defender, 0), results_of(state)] = None
        return NOTHING


class EndsInSeries(Ends):
    """What the ends of an attack are worth with the attacks that follow."""

    def __init__(
        self, opening: State, destruction: DestructionOdds, scale: Scale, worths: Mapping[Leaves, Worth]
    ) -> None:
        super().__init__(opening, destruction)
        self._scale, self._worths = scale, worths

    def scale(self, throws: int, most: int) -> Scale:  # noqa: ARG002
        """The scale of all attacks together."""
        return self._scale

    def key(self, state: State) -> Hashable:
        """What the attack leaves."""
        return unhurt(state.defender, 0), results_of(state)

    def worth(self, scale: Packing, state: State) -> Worth:  # noqa: ARG002
        """What is worked out of the attacks that follow."""
        return self._worths[unhurt(state.defender, 0), results_of(state)]


class LastEnds(EndsBeforeDamage):
    """What the ends of the last attack are worth."""

    def __init__(self, opening: State, destruction: DestructionOdds, scale: Scale, hurt: Hurt) -> None:
        super().__init__(opening, destruction, hurt.ship, hurt.deck)
        self._scale = scale

    def scale(self, throws: int, most: int) -> Scale:  # noqa: ARG002
        """The scale of all attacks together."""
        return self._scale


class AttackInSeries(Attacking):
    """One of several attacks on the defender, whatever it has and has suffered."""

    def __init__(
        self,
        attack: XWingAttack,
        options: XWingOptions,
        policies: Policies,
        following: Sequence[XWingAttack],
        scale: Scale,
        dealing: Dealing,
        most: Budget,
    ) -> None:
        self._is_rid_later = any(is_rid_in(one, options) for one in following)
        super().__init__(attack, options, policies, looked_at_by(following, options).subjects, most)
        self._scale, self._dealing = scale, dealing
        self._is_last, self._leaves = not following, tuple[Leaves, ...]()
        self._following: Mapping[Standing, Worth] = {}
        self._least: dict[Hurt, Worth] = {}
        self._trees: dict[Hurt, AttackSearch] = {}
        self._wreck = scale.packed(Parts(Fraction(0), Fraction(1), Fraction(0)))

    def _states(self, keeps: tuple[StateFeature, ...]) -> tuple[NonDiceStates, NonDiceStates]:
        rest = RestOfAttack(self.battle, self._before, keeps, is_rid_later=self._is_rid_later)
        states = NonDiceStates(self.battle, rest, self._most)
        return states, states

    def reach(self, ships: Sequence[XWingShip]) -> tuple[Leaves, ...]:
        """All that the attack may leave of ships without their damage, whatever is chosen; of the last one nothing.

        Raises LimitExceeded.
        """
        if self._is_last:
            return ()
        reached = Reached(self._opening, self.destruction)
        tree = AttackSearch(self.battle, Budget(BUDGET_OF_A_TREE, self._most), rests=self._searched, ends=reached)
        for ship in ships:
            if self.refuses(ship):
                reached.found[unhurt(ship, 0), (0, 0)] = None
            else:
                tree.worth(tree.rests.place_of(self.opening_of(ship)))
        if tree.budget.is_spent:
            raise tree.budget.exceeded()
        self._leaves = tuple(reached.found)
        return self._leaves

    def follow(self, worths: Mapping[Standing, Worth]) -> None:
        """What stands after the attack is worth this."""
        self._following = worths

    def worths(self, ships: Sequence[XWingShip], hurts: Sequence[Hurt]) -> Generator[None, None, dict[Standing, Worth]]:
        """What each ship without its damage is worth before the attack, with each damage. Raises LimitExceeded."""
        found: dict[Standing, Worth] = {}
        asked: dict[int, list[Standing]] = {}
        ends_of: dict[int, Ends] = {}
        for hurt in hurts:
            for ship in ships:
                if not self.refuses(unhurt(ship, hurt.structural)):
                    table, ends_of[table] = self._table(hurt)
                    asked.setdefault(table, []).append((ship, hurt))
                else:
                    found[ship, hurt] = NOTHING if self._is_last else self._following[ship, hurt]
        for _, worths in self._searched_for(ends_of, list(asked), partial(self._worths_in_lanes, asked)):
            yield
            found |= worths
        return found

    def _worths_in_lanes(
        self, asked: Mapping[int, Sequence[Standing]], tables: Sequence[int], tree: LaneSearch
    ) -> dict[Standing, Worth]:
        """What these are worth, which stand in the lanes of their tables."""
        found: dict[Standing, Worth] = {}
        worths: dict[XWingShip, Sequence[Worth]] = {}
        for lane, table in enumerate(tables):
            for ship, hurt in asked[table]:
                if (on := unhurt(ship, hurt.structural)) not in worths:
                    worths[on] = tree.worths_by_lane(tree.rests.place_of(self.opening_of(on)))
                found[ship, hurt] = sum_of(worths[on][lane], self._least.get(hurt, NOTHING))
        return found

    def ends_of_record(self, ship: XWingShip, hurt: Hurt, so_far: Record) -> Sequence[BeforeDamage] | None:
        """What the attack leads to from where a record stands; None where damage is dealt already."""
        end = len(self._before)
        state, left = after_record(
            self._walked.step, self.opening_of(ship), lambda state: state.chapter >= end, answers_in(so_far)
        )
        if state.chapter >= end and left:
            return None
        course = PolicyPlay(self._walked, self._policies, self._tree(hurt), Budget(BUDGET, self._most))
        return [(then.defender, results_of(then), chance) for then, chance in course.ends(state, left)]

    def _tree(self, hurt: Hurt) -> AttackSearch:
        """The search of the attack on this damage alone, which is asked again for each point of a record."""
        tree = self._trees.get(hurt)
        if tree is None:
            budget, (_, ends) = Budget(BUDGET_OF_A_TREE, self._most), self._table(hurt)
            tree = self._trees[hurt] = AttackSearch(self.battle, budget, rests=self._searched, ends=ends)
        tree.budget.left = BUDGET_OF_A_TREE
        return tree

    def _table(self, hurt: Hurt) -> tuple[int, Ends]:
        found = super()._table(hurt) if self._is_last else self._tables.get(hurt)
        if found is None:
            before = self._ends_on(hurt)
            every = dict.fromkeys(results for _, results in self._leaves)
            dealt = {results: self._dealt(before, hurt, results) for results in every}
            worths = [self._left_worth(ship, *dealt[results]) for ship, results in self._leaves]
            least = self._least[hurt] = worths[0]
            table = tuple([Worth(each.attack - least.attack, each.defense - least.defense) for each in worths])
            own = dict(zip(self._leaves, table, strict=True))
            ends = EndsInSeries(self._opening, self.destruction, self._scale, own)
            found = self._tables[hurt] = self._numbered_as(table, ends)
        return found

    def _ends_on(self, hurt: Hurt) -> EndsBeforeDamage:
        return LastEnds(self._opening, self.destruction, self._scale, hurt)

    def _dealt(self, before: EndsBeforeDamage, hurt: Hurt, results: Results) -> tuple[Worth, Dealt]:
        """What results are worth on this damage without what follows, and the ways to what they leave of it."""
        due = due_of(results)
        parts = before.of(due)
        return self._scale.packed(Parts(parts.halves, Fraction(0), parts.crits)), self._dealing.ways(hurt, due)

    def _left_worth(self, ship: XWingShip, dealt: Worth, ends: Dealt) -> Worth:
        """What it is worth that an attack leaves a ship and results that deal this."""
        attack: Number = 0
        defense: Number = 0
        for end, ways in ends.ways:
            then = self._wreck if end.is_wreck else self._following[ship, end]
            attack += ways * then.attack
            defense += ways * then.defense
        return Worth(dealt.attack + parted(attack, ends.of), dealt.defense + parted(defense, ends.of))


def parted(total: Number, of: int) -> Number:
    """A part of a total."""
    return total // of if isinstance(total, int) and not total % of else whole(Fraction(total) / of)


def is_rid_in(attack: XWingAttack, options: XWingOptions) -> bool:
    """Whether an attack asks what its defender has, so that it may be better to have it no more."""
    rest = RestOfAttack(battle := without_idle_effects(battle_of(attack, options)), chapters_of(battle))
    return any(feature.role is DEFENDER for held in rest.effects for feature in asked_by(held))
