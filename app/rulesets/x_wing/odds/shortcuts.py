"""Shortcuts of exact odds: what a roll and its owner's window come to, from a plan and without its steps.

A leap keeps only the results that count, and leaves tokens and charges unspent; so it is taken only where nothing
later in the attack looks at what it leaves out.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from app.domain.dice import DiceSource, Die, Faces
from app.domain.ruleset import Policies
from app.domain.table import Table, nobody
from app.rulesets.x_wing.attack.conditions import forbids_lock, looks_at
from app.rulesets.x_wing.attack.state import Battle, InForce, State, owner_of
from app.rulesets.x_wing.attack.uses import FACES, OWN_WINDOW
from app.rulesets.x_wing.attack.windows import onward
from app.rulesets.x_wing.effects import (
    DICE_OPS,
    RESULT_ATOMS,
    Atom,
    CostKind,
    Face,
    Op,
    Pool,
    Token,
    Whose,
    XWingCondition,
)
from app.rulesets.x_wing.model import XWingDie
from app.rulesets.x_wing.odds.merging import atoms_of, effects_of, step_looks_at
from app.rulesets.x_wing.players.plans import PRICES, plan_of
from app.rulesets.x_wing.players.policies import Player
from app.rulesets.x_wing.players.position import Counts, Plan, scale, throws
from app.rulesets.x_wing.players.search import Mind, Planner, endings
from app.rulesets.x_wing.rules import MODIFY_ATTACK, MODIFY_DEFENSE, ROLL_ATTACK, ROLL_DEFENSE, Chapter

Leap = Callable[[State], Iterator[tuple[State, Fraction]]]
"""Every state beyond some chapters, with its probability."""

FIXED = (
    Atom.WEAPON_KIND,
    Atom.WEAPON_ARC,
    Atom.ORDNANCE,
    Atom.ATTACK_RANGE,
    Atom.DEFENDER_IN_ARC,
    Atom.ATTACKER_IN_ARC,
    Atom.OBSTRUCTED,
    Atom.SHIELDED,
    Atom.DAMAGED,
    Atom.ATTACK_HITS,
    Atom.SUFFERED_DAMAGE,
)
"""What no modification of dice changes."""

COSTING = {CostKind.FOCUS: Token.FOCUS, CostKind.CALCULATE: Token.CALCULATE, CostKind.EVADE: Token.EVADE}


@dataclass(frozen=True)
class Spending:
    """What the owner of a pool may spend in the own window, beside Force and locks."""

    pool: Pool
    tokens: tuple[Token, ...]
    charges: tuple[str, ...]
    """One entry for each ability that costs some."""


def spending_of(battle: Battle, pool: Pool) -> Spending:
    """What tokens do by themselves, and what abilities cost."""
    effects = battle.of(OWN_WINDOW[pool], owner_of(pool))
    costs = [(held, part.kind) for held in effects for part in held.effect.cost if not held.is_paid_elsewhere]
    own = (Token.FOCUS, Token.CALCULATE) if pool is Pool.ATTACK else (Token.FOCUS, Token.CALCULATE, Token.EVADE)
    return Spending(
        pool,
        (*own, *[COSTING[kind] for _held, kind in costs if kind in COSTING]),
        tuple([held.charges for held, kind in costs if kind is CostKind.CHARGE]),
    )


def leaps_of(battle: Battle, chapters: tuple[Chapter, ...], policies: Policies, mind: Mind) -> Mapping[int, Leap]:
    """The leaps that can be taken, by the chapter from which they start."""
    leaps: dict[int, Leap] = {}
    for pool, roll, window in (
        (Pool.ATTACK, ROLL_ATTACK, MODIFY_ATTACK),
        (Pool.DEFENSE, ROLL_DEFENSE, MODIFY_DEFENSE),
    ):
        policy, place = policies[owner_of(pool)], chapters.index(window)
        later = effects_of(battle, chapters[place + 1 :])
        spending = spending_of(battle, pool)
        leaps[chapters.index(roll)] = Thrown(battle, pool, roll).leap
        if not isinstance(policy, Player) or not is_planned(battle, spending):
            continue
        if any(looks_back(held, spending) for held in later):
            continue
        over = Over(battle, pool, policy.plan, mind, {})
        leaps[place] = over.window
        if chapters[place - 1] is roll:
            leaps[place - 1] = over.roll_with(roll)
    return leaps


def is_planned(battle: Battle, spending: Spending) -> bool:
    """Whether a plan tells all that the abilities of the own window do."""
    effects = battle.of(OWN_WINDOW[spending.pool], owner_of(spending.pool))
    is_shared = len(set(spending.charges)) < len(spending.charges)
    return not is_shared and all(is_plain(held, spending) for held in effects)


def is_plain(held: InForce, spending: Spending) -> bool:
    """Whether an ability does one thing to dice, at a cost and on conditions that a plan counts."""
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
        and all(kind in PRICES or kind in (CostKind.CHARGE, CostKind.FLIP) for kind in kinds)
        and all(
            (len(clause) == 1 and looks_at(clause[0], spending.pool))
            or all(_stays(atom, held, spending) for atom in clause)
            for clause in effect.condition
        )
    )


def _stays(atom: XWingCondition, held: InForce, spending: Spending) -> bool:
    """Whether a condition stays as it is while the owner of a pool modifies the dice."""
    has_lock = atom.that is Atom.HAS_LOCK and atom.ship is Whose.OWN and not atom.not_
    return (has_lock and forbids_lock(held)) or not _atom_looks_back(atom, held, spending)


def looks_back(held: InForce, spending: Spending) -> bool:
    """Whether a later ability looks at something that a leap over the pool's window leaves out."""
    return (
        (held.role is owner_of(spending.pool) and _pays_from(held, spending))
        or any(_atom_looks_back(atom, held, spending) for atom in atoms_of(held))
        or any(step_looks_at(step, spending.pool) for step in held.effect.ops)
    )


def _pays_from(held: InForce, spending: Spending) -> bool:
    kinds = [part.kind for part in held.effect.cost if not held.is_paid_elsewhere]
    return any(kind in PRICES for kind in kinds) or (CostKind.CHARGE in kinds and held.charges in spending.charges)


def _atom_looks_back(atom: XWingCondition, held: InForce, spending: Spending) -> bool:
    if atom.that in FIXED:
        return False
    if atom.that in RESULT_ATOMS:
        return looks_at(atom, spending.pool)
    if atom.that is Atom.GUESSED:
        return (atom.pool or Pool.ATTACK) is spending.pool
    if atom.that is Atom.USED:
        return atom.kind == OWN_WINDOW[spending.pool].value
    if atom.that is Atom.CHARGE_ACTIVE:
        return held.charges in spending.charges
    if atom.that is not Atom.HAS_TOKEN:
        return True
    is_owners = (atom.ship is Whose.OWN) is (held.role is owner_of(spending.pool))
    return is_owners and atom.token in spending.tokens


@dataclass(frozen=True)
class Over:
    """The window of a pool's owner, as its plan ends."""

    battle: Battle
    pool: Pool
    planner: Planner
    mind: Mind
    known: dict[Plan, dict[Counts, int]]

    def window(self, state: State) -> Iterator[tuple[State, Fraction]]:
        """What the window comes to for the dice as they lie."""
        return self._ends(state, [(plan_of(self.battle, state, self.pool), 1)], 1)

    def roll_with(self, roll: Chapter) -> Leap:
        """What the roll and the window come to."""

        def leap(state: State) -> Iterator[tuple[State, Fraction]]:
            rolled = roll.play(self.battle, state, Table((), Blanks(), nobody))
            plan, count = plan_of(self.battle, rolled, self.pool), len(rolled.dice(self.pool))
            thrown = [(plan._replace(fresh=counts), ways) for counts, ways in throws(len(plan.fresh), count)]
            return self._ends(rolled, thrown, 8**count)

        return leap

    def _ends(self, state: State, plans: list[tuple[Plan, int]], total: int) -> Iterator[tuple[State, Fraction]]:
        ends: dict[Counts, int] = {}
        for plan, ways in plans:
            if ends and self.mind.means.are_spent:
                break
            for counts, share in endings(plan, self.planner, self.mind, self.known).items():
                ends[counts[2:]] = ends.get(counts[2:], 0) + ways * share
        whole = total << 3 * scale(plans[0][0])
        beyond = onward(state)
        for counts, share in ends.items():
            dice = tuple(
                XWingDie(face, face) for face, n in zip(FACES[self.pool][2:], counts, strict=True) for _ in range(n)
            )
            yield beyond.with_dice(self.pool, dice), Fraction(share, whole)


@dataclass(frozen=True)
class Thrown:
    """A roll whose window has to be played: every throw once, whatever order the dice lie in."""

    battle: Battle
    pool: Pool
    roll: Chapter

    def leap(self, state: State) -> Iterator[tuple[State, Fraction]]:
        """Every throw."""
        rolled = self.roll.play(self.battle, state, Table((), Blanks(), nobody))
        shown, count = FACES[self.pool], len(rolled.dice(self.pool))
        for counts, ways in throws(len(shown), count):
            dice = tuple([XWingDie(face, face) for face, n in zip(shown, counts, strict=True) for _ in range(n)])
            yield rolled.with_dice(self.pool, dice), Fraction(ways, 8**count)


class Blanks:
    """Dice that all show blanks: only how many are thrown is asked for."""

    source = DiceSource.SERVICE

    def throw(self, die: Die, count: int, *, index: int) -> Faces:  # noqa: ARG002
        """As many blanks as wanted."""
        return (Face.BLANK.value,) * count
