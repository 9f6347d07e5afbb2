"""The player of the policy `exact`: looks up in the search of the attack which choice is best."""

from dataclasses import dataclass
from typing import Protocol

from app.domain.effort import Effort
from app.domain.record import Role
from app.domain.table import Question
from app.rulesets.x_wing.attack.jamming import LoseToJam
from app.rulesets.x_wing.attack.state import Battle, State, battle_of
from app.rulesets.x_wing.attack.window_questions import ModifyAttackDice, ModifyDefenseDice, UseAbility
from app.rulesets.x_wing.exact.budget import Budget, too_much
from app.rulesets.x_wing.exact.choices import choices_of, price_of_choice
from app.rulesets.x_wing.exact.price import too_many_dice
from app.rulesets.x_wing.exact.search import AttackSearch
from app.rulesets.x_wing.exact.worth import Worth, place_of_best
from app.rulesets.x_wing.model import XWingAttack
from app.rulesets.x_wing.options import XWingOptions
from app.rulesets.x_wing.rules import Chapter
from app.rulesets.x_wing.terms import POOL_OF, ROLE_OF

BUDGET_OF_A_TREE = 650_000
"""The work of searching an attack, in units of some three microseconds."""

KEPT, KEPT_BYTES = 64, 24 << 20
"""How many searches are kept at most, and about how many bytes all of them may take; the newest one is always kept."""

Key = tuple[XWingAttack, XWingOptions, int]
"""An attack, its options, and how many attacks it is nested in."""

SEARCHES: dict[Key, tuple[AttackSearch | None]] = {}
"""The searches that were used last, the newest at the end; with None where one would take too much work."""

AFTERMATHS = tuple(window for window in ROLE_OF if window not in POOL_OF)


def tree_of(battle: Battle, effort: Effort | None = None) -> AttackSearch | None:
    """The search of an attack, from its first step to its end; None where it would take too much work.

    It counts once as work of `effort`, whether it is kept already or not. Raises LimitExceeded where that has too
    little left.
    """
    tree = searched((battle.situation, battle.options, battle.depth), effort or Effort())
    if tree is None or tree.budget.is_spent:
        return None
    tree.budget.left = BUDGET_OF_A_TREE
    return tree


def searched(key: Key, effort: Effort) -> AttackSearch | None:
    """The search of an attack, made once as long as it is kept.

    Raises LimitExceeded where `effort` has too little left.
    """
    kept = SEARCHES.pop(key, None)
    if kept is None:
        most = BUDGET_OF_A_TREE if effort.has_taken(key) else min(BUDGET_OF_A_TREE, effort.left)
        kept = (search(battle_of(*key), most),)
        if kept[0] is None and most < BUDGET_OF_A_TREE:
            effort.take(most + 1)
            raise too_much(effort.bound)
    SEARCHES[key] = kept
    leave_out_old()
    if not effort.take_once(key, BUDGET_OF_A_TREE if kept[0] is None else kept[0].cost):
        raise too_much(effort.bound)
    return kept[0]


def leave_out_old() -> None:
    """Keep the newest searches alone, as many as there is room for."""
    size = 0
    for n, (key, (tree,)) in enumerate(reversed(list(SEARCHES.items()))):
        size += tree.bytes if tree else 0
        if n and (n >= KEPT or size > KEPT_BYTES):
            SEARCHES.pop(key, None)


def search(battle: Battle, most: int) -> AttackSearch | None:
    """Search an attack; None where it takes more work than `most`."""
    if too_many_dice(battle) is not None:
        return None
    tree = AttackSearch(battle, Budget(most))
    tree.worth(tree.rests.place_of(tree.opening))
    tree.cost = most - tree.budget.left
    return None if tree.budget.is_spent else tree


@dataclass(frozen=True, slots=True)
class Search:
    """The search of an attack as work that is done beforehand; that of the same attack is equal."""

    key: Key

    def __call__(self) -> AttackSearch | None:
        """The search, which is then kept."""
        return searched(self.key, Effort())


def plan(situation: XWingAttack, options: XWingOptions, depth: int = 0) -> Search | None:
    """The search of an attack that is to be done beforehand; None where it is kept already."""
    key = situation, options, depth
    return None if key in SEARCHES else Search(key)


class AnySearch(Protocol):
    """A search as a player sees it."""

    budget: Budget
    chapters: tuple[Chapter, ...]

    def worths_of(self, question: Question[object], state: State, role: Role) -> list[tuple[object, Worth]]:
        """Every choice that a question has, and what it is worth; `state` is where the question is asked."""


def best_choice(question: Question[object], tree: AnySearch) -> object:
    """The best choice of what to use; where nothing that follows matters, the one that spends least."""
    place = where_asked(question)
    if place is None:
        return next(question.options())
    asked, role = place
    if asked.chapter >= len(tree.chapters):
        return min(choices_of(question), key=lambda choice: price_of_choice(question, choice))
    worths = tree.worths_of(question, asked, role)
    return worths[place_of_best([worth for _, worth in worths], role)][0]


def where_asked(question: Question[object]) -> tuple[State, Role] | None:
    """The state at the start of the step that asks what to use, and who is asked; None for other questions.

    The aftermath has taken the ability from its queue by then.
    """
    if isinstance(question, LoseToJam):
        return question.state, question.role
    if not isinstance(question, ModifyAttackDice | ModifyDefenseDice | UseAbility):
        return None
    if question.window not in AFTERMATHS:
        return question.state, question.role
    return question.state._replace(queue=(question.uses[0].name, *question.state.queue)), question.role
