"""Shortcuts of exact odds: what a roll and its owner's window come to, from a plan and without its steps.

A leap keeps only the results that count, and leaves tokens and charges unspent; so it is taken only where nothing
later in the attack looks at what it leaves out.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from app.domain.dice import DiceSource, Die, Faces
from app.domain.record import Role
from app.domain.ruleset import Policies
from app.domain.table import Table, nobody
from app.rulesets.x_wing.battle import Battle, InForce, State, owner_of
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
    XWingStep,
)
from app.rulesets.x_wing.expectation import Counts, Plan, Planner, endings, scale, throws
from app.rulesets.x_wing.model import XWingDie
from app.rulesets.x_wing.policies import PLANNERS, PRICES, plan_of
from app.rulesets.x_wing.rules import MODIFY_ATTACK, MODIFY_DEFENSE, ROLL_ATTACK, ROLL_DEFENSE, Chapter
from app.rulesets.x_wing.uses import FACES, OWN_WINDOW
from app.rulesets.x_wing.windows import onward

Leap = Callable[[State], Iterator[tuple[State, Fraction]]]
"""Every state beyond some chapters, with its probability."""

COUNTING = (Face.HIT, Face.CRIT, Face.EVADE)
"""Results that a leap keeps."""

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

SPENT = {Pool.ATTACK: (Token.FOCUS, Token.CALCULATE), Pool.DEFENSE: (Token.FOCUS, Token.CALCULATE, Token.EVADE)}
"""Tokens that the owner of a pool may spend in the own window."""


def leaps_of(battle: Battle, chapters: tuple[Chapter, ...], policies: Policies) -> Mapping[int, Leap]:
    """The leaps that can be taken, by the chapter from which they start."""
    leaps: dict[int, Leap] = {}
    for pool, roll, window in (
        (Pool.ATTACK, ROLL_ATTACK, MODIFY_ATTACK),
        (Pool.DEFENSE, ROLL_DEFENSE, MODIFY_DEFENSE),
    ):
        planner, place = PLANNERS.get(policies[owner_of(pool)]), chapters.index(window)
        later = [held for chapter in chapters[place + 1 :] for held in battle.of(chapter.window)]
        if planner is None or not is_planned(battle, pool) or any(looks_back(held, pool) for held in later):
            continue
        over = Over(battle, pool, planner, {})
        leaps[place] = over.window
        if chapters[place - 1] is roll:
            leaps[place - 1] = over.roll_with(roll)
    return leaps


def is_planned(battle: Battle, pool: Pool) -> bool:
    """Whether a plan tells all that the abilities of the own window do."""
    effects = battle.of(OWN_WINDOW[pool], owner_of(pool))
    charged = [held.charges for held in effects if any(part.kind is CostKind.CHARGE for part in held.effect.cost)]
    return len(set(charged)) == len(charged) and all(is_plain(held) for held in effects)


def is_plain(held: InForce) -> bool:
    """Whether an ability does one thing to dice, at a cost that a plan counts."""
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
            len(clause) == 1 or not any(atom.that in RESULT_ATOMS for atom in clause) for clause in effect.condition
        )
    )


def looks_back(held: InForce, pool: Pool) -> bool:
    """Whether a later ability looks at something that a leap over the pool's window leaves out."""
    is_owners = held.role is owner_of(pool)
    pays = is_owners and bool(held.effect.cost)
    atoms = [atom for clause in held.effect.condition for atom in clause]
    return (
        pays
        or any(_atom_looks_back(atom, held.role, pool) for atom in atoms)
        or any(_step_looks_back(step, pool) for step in held.effect.ops)
    )


def _atom_looks_back(atom: XWingCondition, role: Role, pool: Pool) -> bool:
    if atom.that in FIXED:
        return False
    if atom.that in RESULT_ATOMS:
        return (atom.pool or Pool.ATTACK) is pool
    is_owners = (atom.ship is Whose.OWN) is (role is owner_of(pool))
    return not (atom.that is Atom.HAS_TOKEN and not (is_owners and atom.token in SPENT[pool]))


def _step_looks_back(step: XWingStep, pool: Pool) -> bool:
    if step.op is Op.REROLL or (step.op in DICE_OPS and not step.faces and step.op is not Op.ADD_RESULT):
        return step.pool in (None, pool)
    return step.pool in (None, pool) and any(face not in COUNTING for face in step.faces)


@dataclass(frozen=True)
class Over:
    """The window of a pool's owner, as its plan ends."""

    battle: Battle
    pool: Pool
    planner: Planner
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
            for counts, share in endings(plan, self.planner, self.known).items():
                ends[counts[2:]] = ends.get(counts[2:], 0) + ways * share
        whole = total << 3 * scale(plans[0][0])
        beyond = onward(state)
        for counts, share in ends.items():
            dice = tuple(
                XWingDie(face, face) for face, n in zip(FACES[self.pool][2:], counts, strict=True) for _ in range(n)
            )
            yield beyond.with_dice(self.pool, dice), Fraction(share, whole)


class Blanks:
    """Dice that all show blanks: only how many are thrown is asked for."""

    source = DiceSource.SERVICE

    def throw(self, die: Die, count: int, *, index: int) -> Faces:  # noqa: ARG002
        """As many blanks as wanted."""
        return (Face.BLANK.value,) * count
