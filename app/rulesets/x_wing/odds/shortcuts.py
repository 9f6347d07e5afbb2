"""Shortcuts of exact odds: the results of a roll and of its owner's window, computed without playing the steps.

A shortcut stores only the results that count, and leaves tokens and charges unspent. So it is used only where nothing
later in the attack depends on what it leaves out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from app.domain.ruleset import Policies
from app.domain.table import Table, nobody
from app.rulesets.x_wing.attack.conditions import forbids_lock, is_about_results
from app.rulesets.x_wing.attack.state import Battle, InForce, State, owner_of
from app.rulesets.x_wing.attack.windows import to_next_chapter
from app.rulesets.x_wing.effects import DICE_OPS, RESULT_ATOMS, Atom, CostKind, Op, Whose, XWingCondition
from app.rulesets.x_wing.exact.endings import Shortcut
from app.rulesets.x_wing.outcome import XWingDie
from app.rulesets.x_wing.players.policies import AutomaticPlayer
from app.rulesets.x_wing.players.position import FaceCounts, Position, scale_of, throws_of
from app.rulesets.x_wing.players.position_of_state import SPENDABLE_FOR, position_of
from app.rulesets.x_wing.players.search import ChooseNextUse, Search, endings_of
from app.rulesets.x_wing.prospects.blank_dice import BlankDice
from app.rulesets.x_wing.prospects.merging import conditions_of, effects_in_chapters, step_depends_on_dice
from app.rulesets.x_wing.rules import MODIFY_ATTACK, MODIFY_DEFENSE, ROLL_ATTACK, ROLL_DEFENSE, Chapter
from app.rulesets.x_wing.terms import FACES_OF, OWN_WINDOW, Pool, Token

UNCHANGED_BY_DICE = (
    Atom.WEAPON_KIND,
    Atom.WEAPON_ARC,
    Atom.ORDNANCE,
    Atom.ATTACK_RANGE,
    Atom.DEFENDER_IN_ARC,
    Atom.ATTACKER_IN_ARC,
    Atom.OBSTRUCTED,
    Atom.SHIELDED,
    Atom.DAMAGED,
    Atom.CRITICALLY_DAMAGED,
    Atom.HULL_LEFT,
    Atom.LARGER,
    Atom.DEALT_FACEUP,
    Atom.DESTROYED,
    Atom.ATTACK_HITS,
    Atom.SUFFERED_DAMAGE,
)
"""Subjects of conditions that no modification of dice changes."""

TOKEN_FOR = {CostKind.FOCUS: Token.FOCUS, CostKind.CALCULATE: Token.CALCULATE, CostKind.EVADE: Token.EVADE}


@dataclass(frozen=True)
class OwnerSpending:
    """What the owner of a pool may spend in its own window, apart from Force and locks."""

    pool: Pool
    tokens: tuple[Token, ...]
    charges: tuple[str, ...]
    """The keys of charges, one for each ability that costs charges."""


def owner_spending(battle: Battle, pool: Pool) -> OwnerSpending:
    """What the owner of a pool may spend: the tokens that modify dice, and the costs of abilities."""
    effects = battle.of(OWN_WINDOW[pool], owner_of(pool))
    costs = [(held, part.kind) for held in effects for part in held.effect.cost if not held.is_paid_elsewhere]
    own = (Token.FOCUS, Token.CALCULATE) if pool is Pool.ATTACK else (Token.FOCUS, Token.CALCULATE, Token.EVADE)
    return OwnerSpending(
        pool,
        (*own, *[TOKEN_FOR[kind] for _held, kind in costs if kind in TOKEN_FOR]),
        tuple([held.charges for held, kind in costs if kind is CostKind.CHARGE]),
    )


def shortcuts_of(
    battle: Battle, chapters: tuple[Chapter, ...], policies: Policies, search: Search
) -> Mapping[int, Shortcut]:
    """The shortcuts that may be used, by the index of the chapter at which they start."""
    shortcuts: dict[int, Shortcut] = {}
    for pool, roll, window in (
        (Pool.ATTACK, ROLL_ATTACK, MODIFY_ATTACK),
        (Pool.DEFENSE, ROLL_DEFENSE, MODIFY_DEFENSE),
    ):
        policy, place = policies[owner_of(pool)], chapters.index(window)
        later = effects_in_chapters(battle, chapters[place + 1 :])
        spending = owner_spending(battle, pool)
        shortcuts[chapters.index(roll)] = RollShortcut(battle, pool, roll).shortcut
        if not isinstance(policy, AutomaticPlayer) or not is_covered(battle, spending):
            continue
        if any(depends_on_window(held, spending) for held in later):
            continue
        shortcut = WindowShortcut(battle, pool, policy.choose_next_use, search, {})
        shortcuts[place] = shortcut.window
        if chapters[place - 1] is roll:
            shortcuts[place - 1] = shortcut.roll_with(roll)
    return shortcuts


def is_covered(battle: Battle, spending: OwnerSpending) -> bool:
    """Whether a Position describes completely what the abilities of the pool's own window do."""
    effects = battle.of(OWN_WINDOW[spending.pool], owner_of(spending.pool))
    is_shared = len(set(spending.charges)) < len(spending.charges)
    has_twins = len(dict.fromkeys(held.effect.id for held in effects)) < len(
        effects
    )  # ties between them end in another way
    return not is_shared and not has_twins and all(is_simple(held, spending) for held in effects)


def is_simple(held: InForce, spending: OwnerSpending) -> bool:
    """Whether an effect does one thing to dice, at a cost and under conditions that a Position describes."""
    effect = held.effect
    kinds = [part.kind for part in effect.cost]
    dice = [step for step in effect.ops if step.op in DICE_OPS]
    others = [step.op for step in effect.ops if step.op not in DICE_OPS]
    return (
        len(dice) == 1
        and others in ([], [Op.FORBID_LOCK])
        and dice[0].op in (Op.REROLL, Op.CHANGE, Op.ADD_RESULT)
        and dice[0].counts_as_reroll
        and not effect.multiplied
        and len(set(kinds)) == len(kinds)
        and all(kind in SPENDABLE_FOR or kind in (CostKind.CHARGE, CostKind.FLIP) for kind in kinds)
        and all(
            (len(clause) == 1 and is_about_results(clause[0], spending.pool))
            or all(_stays_the_same(condition, held, spending) for condition in clause)
            for clause in effect.condition
        )
    )


def _stays_the_same(condition: XWingCondition, held: InForce, spending: OwnerSpending) -> bool:
    """Whether a condition cannot change while the owner of a pool modifies its dice."""
    has_lock = condition.that is Atom.HAS_LOCK and condition.ship is Whose.OWN and not condition.not_
    return (has_lock and forbids_lock(held)) or not _one_depends_on_window(condition, held, spending)


def depends_on_window(held: InForce, spending: OwnerSpending) -> bool:
    """Whether a later effect depends on something that a shortcut over the pool's window leaves out."""
    return (
        (held.role is owner_of(spending.pool) and _pays_from_same(held, spending))
        or any(_one_depends_on_window(condition, held, spending) for condition in conditions_of(held))
        or any(step_depends_on_dice(step, spending.pool) for step in held.effect.ops)
    )


def _pays_from_same(held: InForce, spending: OwnerSpending) -> bool:
    kinds = [part.kind for part in held.effect.cost if not held.is_paid_elsewhere]
    return any(kind in SPENDABLE_FOR for kind in kinds) or (
        CostKind.CHARGE in kinds and held.charges in spending.charges
    )


def _one_depends_on_window(condition: XWingCondition, held: InForce, spending: OwnerSpending) -> bool:
    if condition.that in UNCHANGED_BY_DICE:
        return False
    if condition.that in RESULT_ATOMS:
        return is_about_results(condition, spending.pool)
    if condition.that is Atom.GUESSED:
        return (condition.pool or Pool.ATTACK) is spending.pool
    if condition.that is Atom.USED:
        return condition.kind == OWN_WINDOW[spending.pool].value
    if condition.that is Atom.CHARGE_ACTIVE:
        return held.charges in spending.charges
    if condition.that is not Atom.HAS_TOKEN:
        return True
    is_owners = (condition.ship is Whose.OWN) is (held.role is owner_of(spending.pool))
    return is_owners and condition.token in spending.tokens


@dataclass(frozen=True)
class WindowShortcut:
    """Shortcut over the window of a pool's owner: how its dice end, with which probability."""

    battle: Battle
    pool: Pool
    choose: ChooseNextUse
    search: Search
    known: dict[Position, dict[FaceCounts, int]]

    def window(self, state: State) -> Iterator[tuple[State, Fraction]]:
        """The states after the window, for the dice of this state."""
        return self._ends(state, [(position_of(self.battle, state, self.pool), 1)], 1)

    def roll_with(self, roll: Chapter) -> Shortcut:
        """The shortcut over the roll and the window together."""

        def shortcut(state: State) -> Iterator[tuple[State, Fraction]]:
            rolled = roll.play(self.battle, state, Table((), BlankDice(), nobody))
            position, count = position_of(self.battle, rolled, self.pool), len(rolled.dice(self.pool))
            rolled_positions = [
                (position._replace(fresh=counts), ways) for counts, ways in throws_of(len(position.fresh), count)
            ]
            return self._ends(rolled, rolled_positions, 8**count)

        return shortcut

    def _ends(
        self, state: State, positions: list[tuple[Position, int]], total: int
    ) -> Iterator[tuple[State, Fraction]]:
        ends: dict[FaceCounts, int] = {}
        for position, ways in positions:
            if ends and self.search.budget.is_spent:
                break
            for counts, share in endings_of(position, self.choose, self.search, self.known).items():
                ends[counts[2:]] = ends.get(counts[2:], 0) + ways * share
        whole = total << 3 * scale_of(positions[0][0])
        beyond = to_next_chapter(state)
        for counts, share in ends.items():
            dice = tuple(
                XWingDie(face, face) for face, n in zip(FACES_OF[self.pool][2:], counts, strict=True) for _ in range(n)
            )
            yield beyond.with_dice(self.pool, dice), Fraction(share, whole)


@dataclass(frozen=True)
class RollShortcut:
    """Shortcut over a roll whose window has to be played: every throw once, as the order of dice does not count."""

    battle: Battle
    pool: Pool
    roll: Chapter

    def shortcut(self, state: State) -> Iterator[tuple[State, Fraction]]:
        """The states after the roll, one for each throw."""
        rolled = self.roll.play(self.battle, state, Table((), BlankDice(), nobody))
        shown, count = FACES_OF[self.pool], len(rolled.dice(self.pool))
        for counts, ways in throws_of(len(shown), count):
            dice = tuple([XWingDie(face, face) for face, n in zip(shown, counts, strict=True) for _ in range(n)])
            yield rolled.with_dice(self.pool, dice), Fraction(ways, 8**count)
