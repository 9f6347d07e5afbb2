"""One of several attacks on a defender, in which both players know what the others bring."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from app.domain.odds import after_record
from app.domain.record import Record
from app.domain.resolution import answers_in
from app.domain.ruleset import Policies
from app.rulesets.x_wing.attack.conditions import without_idle_effects
from app.rulesets.x_wing.attack.state import DEFENDER, State, battle_of
from app.rulesets.x_wing.exact.budget import Budget
from app.rulesets.x_wing.exact.destruction import DestructionOdds
from app.rulesets.x_wing.exact.ends import Ends, EndsBeforeDamage
from app.rulesets.x_wing.exact.non_dice_states import NonDiceStates
from app.rulesets.x_wing.exact.player import BUDGET_OF_A_TREE
from app.rulesets.x_wing.exact.relevance import RestOfAttack
from app.rulesets.x_wing.exact.search import NOTHING, AttackSearch
from app.rulesets.x_wing.exact.state_features import asked_by
from app.rulesets.x_wing.exact.worth import Parts, Scale, Worth, sum_of, whole
from app.rulesets.x_wing.model import XWingAttack, XWingShip
from app.rulesets.x_wing.odds.dealing import Dealing, Hurt, Results, due_of, unhurt
from app.rulesets.x_wing.odds.further_attacks import looked_at_by
from app.rulesets.x_wing.odds.several_attacks import (
    Attacking,
    BeforeDamage,
    Standing,
    Table,
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

    def worth(self, scale: Scale, state: State) -> Worth:  # noqa: ARG002
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

    def worth(self, scale: Scale, state: State) -> Worth:  # noqa: ARG002
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
        keeps = looked_at_by(following, options).subjects
        super().__init__(attack, options, policies, keeps, most)
        rest = RestOfAttack(
            self.battle, self._before, keeps, is_rid_later=any(is_rid_in(one, options) for one in following)
        )
        self._searched = self._walked = NonDiceStates(self.battle, rest, most)
        self._scale, self._dealing = scale, dealing
        self._is_last, self._leaves = not following, tuple[Leaves, ...]()
        self._following: Mapping[Standing, Worth] = {}
        self._least: dict[Hurt, Worth] = {}
        self._wreck = scale.packed(Parts(Fraction(0), Fraction(1), Fraction(0)))

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

    def worth(self, ship: XWingShip, hurt: Hurt) -> Worth:
        """What a ship without its damage is worth before the attack, with this damage. Raises LimitExceeded."""
        if hurt.is_wreck:
            return self._wreck
        if self.refuses(ship):
            return NOTHING if self._is_last else self._following[unhurt(ship, 0), hurt]
        table, ends = self._table(hurt)
        tree = self._tree(table, ends)
        found = tree.worth(tree.rests.place_of(self.opening_of(ship)))
        if tree.budget.is_spent:
            raise tree.budget.exceeded()
        return sum_of(found, self._least.get(hurt, NOTHING))

    def ends_of_record(self, ship: XWingShip, hurt: Hurt, so_far: Record) -> Sequence[BeforeDamage] | None:
        """What the attack leads to from where a record stands; None where damage is dealt already."""
        end = len(self._before)
        state, left = after_record(
            self._walked.step, self.opening_of(ship), lambda state: state.chapter >= end, answers_in(so_far)
        )
        if state.chapter >= end and left:
            return None
        return self._played(self._tree(*self._table(hurt)), state, left)

    def _table(self, hurt: Hurt) -> tuple[Table, Ends]:
        found = super()._table(hurt) if self._is_last else self._tables.get(hurt)
        if found is None:
            before = self._ends_on(hurt)
            worths = [self._left_worth(before, hurt, *leaves) for leaves in self._leaves]
            least = self._least[hurt] = worths[0]
            table = tuple([Worth(each.attack - least.attack, each.defense - least.defense) for each in worths])
            ends = EndsInSeries(
                self._opening, self.destruction, self._scale, dict(zip(self._leaves, table, strict=True))
            )
            found = self._tables[hurt] = table, ends
        return found

    def _ends_on(self, hurt: Hurt) -> EndsBeforeDamage:
        return LastEnds(self._opening, self.destruction, self._scale, hurt)

    def _left_worth(self, before: EndsBeforeDamage, hurt: Hurt, ship: XWingShip, results: Results) -> Worth:
        """What it is worth that an attack on this damage leaves a ship and these results."""
        due = due_of(results)
        parts = before.of(due)
        worth = self._scale.packed(Parts(parts.halves, Fraction(0), parts.crits))
        attack, defense = Fraction(worth.attack), Fraction(worth.defense)
        for end, chance in self._dealing.ends(hurt, due).items():
            then = self._wreck if end.is_wreck else self._following[ship, end]
            attack += chance * then.attack
            defense += chance * then.defense
        return Worth(whole(attack), whole(defense))


def is_rid_in(attack: XWingAttack, options: XWingOptions) -> bool:
    """Whether an attack asks what its defender has, so that it may be better to have it no more."""
    rest = RestOfAttack(battle := without_idle_effects(battle_of(attack, options)), chapters_of(battle))
    return any(feature.role is DEFENDER for held in rest.effects for feature in asked_by(held))
