"""Effects as data: what an ability does, in which window, at what cost and under which conditions."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from annotated_types import Ge, Le, MaxLen, MinLen, Predicate

from app.domain.casualties import is_printable_ascii
from app.domain.record import Role
from app.rulesets.x_wing.ops import CHOOSING, Each, Op
from app.rulesets.x_wing.terms import ROLE_OF, Arc, Face, Pool, Token, Window

EffectName = Annotated[str, MinLen(1), MaxLen(100), Predicate(is_printable_ascii)]

Count = Annotated[int, Ge(1), Le(10)]


class Whose(StrEnum):
    """The ship that a step or a condition refers to, seen from the ship that has the effect."""

    OWN = "own"
    ENEMY = "enemy"


class CostKind(StrEnum):
    """What an effect or a weapon can cost."""

    CHARGE = "charge"
    FORCE = "force"
    FOCUS = "focus"
    CALCULATE = "calculate"
    EVADE = "evade"
    LOCK = "lock"
    SHIELD = "shield"
    STRESS = "stress"
    """A stress token that is removed."""
    GAIN_STRESS = "gain-stress"
    GAIN_STRAIN = "gain-strain"
    GAIN_DEPLETE = "gain-deplete"
    SUFFER_HIT = "suffer-hit"
    SUFFER_CRIT = "suffer-crit"
    SUFFER_MATCHING = "suffer-matching"
    """Damage of the same kind as the result that is canceled."""
    FLIP = "flip"
    GAIN_ION = "gain-ion"


SUFFERING = (CostKind.SHIELD, CostKind.SUFFER_HIT, CostKind.SUFFER_CRIT, CostKind.SUFFER_MATCHING)
"""Costs that damage the ship."""

SPENDING = (CostKind.CHARGE, CostKind.FORCE)
"""Costs of which a card or a ship has a store."""


@dataclass(frozen=True, slots=True)
class XWingCost:
    """One part of the cost of an effect."""

    kind: CostKind
    """What is paid."""
    amount: Count = 1
    """How many charges, tokens or damage."""


class Atom(StrEnum):
    """The subject of a condition."""

    WEAPON_KIND = "weapon-kind"
    WEAPON_ARC = "weapon-arc"
    ORDNANCE = "ordnance"
    ATTACK_RANGE = "attack-range"
    DEFENDER_IN_ARC = "defender-in-arc"
    ATTACKER_IN_ARC = "attacker-in-arc"
    OBSTRUCTED = "obstructed"
    HAS_TOKEN = "has-token"
    NO_GREEN_TOKENS = "no-green-tokens"
    SHIELDED = "shielded"
    DAMAGED = "damaged"
    CRITICALLY_DAMAGED = "critically-damaged"
    HULL_LEFT = "hull-left"
    LARGER = "larger"
    HAS_LOCK = "has-lock"
    ALL_RESULTS = "all-results"
    RESULT_COUNT = "result-count"
    GUESSED = "guessed"
    USED = "used"
    CHARGE_ACTIVE = "charge-active"
    ATTACK_HITS = "attack-hits"
    SUFFERED_DAMAGE = "suffered-damage"
    SPENT_CALCULATE = "spent-calculate"
    SPENT_GREEN = "spent-green"
    """The ship has spent a green token in this attack."""
    FORCE_FULL = "force-full"
    """All Force charges of the ship are active."""
    REQUIREMENT_MET = "requirement-met"
    DEALT_FACEUP = "dealt-faceup"
    DESTROYED = "destroyed"
    NEXT_DEALT = "next-dealt"
    """The next damage that the defender suffers is a damage card, `faceup` or `facedown`."""
    ATTACKER_IN_FIRING_ARC = "attacker-in-firing-arc"
    """The attacker is in an arc of the defender in which that has a primary weapon or a turret."""
    COUNTED = "counted"
    """What the card counts at the table."""
    REQUIRES = "requires"
    """What the weapon requires, `kind`, or something else instead of it."""
    LOST = "lost"
    """What the defender has lost in this attack: `shields`, or hull as `cards` that were dealt to it."""
    HELPED = "helped"
    """The ability is a friend's, which the ship's `effects` name."""
    EXCEEDS_SHIELDS = "exceeds-shields"
    """More hits and crits are left than the defender has active shields."""
    CHASSIS = "chassis"
    """The type of the ship, `kind`, by the card of its pilot."""
    CARD = "card"
    """The ship has the card `kind`: its pilot, one of its upgrades, or a condition that its `effects` name."""
    INITIATIVE = "initiative"
    """The initiative of the ship, by the card of its pilot; where that is not known, the table says that it holds."""
    OUTRANKS = "outranks"
    """The ship has a higher initiative than the other, by the cards of their pilots; where one of them is not known,
    the table says that the condition holds."""
    RED_TOKENS = "red-tokens"
    """How many red tokens the ship has, without locks."""
    ORANGE_TOKENS = "orange-tokens"
    """How many orange tokens the ship has."""
    MODIFIED = "modified"
    """The attacker has modified an attack die in this attack."""
    JUST_REROLLED = "just-rerolled"
    """The last modification was a reroll of the ship's dice, by whichever ship."""


RESULT_ATOMS = (Atom.ALL_RESULTS, Atom.RESULT_COUNT)


@dataclass(frozen=True, slots=True)
class XWingCondition:
    """One condition about the attack; with `not` it must be false."""

    that: Atom
    """What the condition is about; it decides which of the other fields count."""
    not_: bool = False
    """Whether the condition must be false instead."""
    ship: Whose = Whose.OWN
    """The ship whose tokens, shields, cards or lock the condition is about."""
    kind: Annotated[str, MaxLen(30)] | None = None
    """`primary`, `special`, or the slot of the weapon's upgrade, such as `torpedo`; for `used`, the window in which the
    same card must have been used before; for `dealt-faceup`, `pilot` or `ship`, or null for any damage card; for
    `next-dealt`, `faceup` or `facedown`; for `requires` a lock or a token; for `lost`, `shields` or `cards`; for
    `chassis` a type of ship; for `card` a card such as `upgrade:thechild`."""
    arc: Arc | None = None
    """The arc that `weapon-arc`, `defender-in-arc` and `attacker-in-arc` ask for."""
    token: Token | None = None
    """The kind of token that `has-token` counts."""
    pool: Pool | None = None
    """The dice whose results are looked at; null: the attack dice."""
    face: Face | None = None
    """The result that is looked for; null with `result-count`: any result."""
    at_least: Annotated[int, Ge(0), Le(10)] = 1
    """The least number of tokens, damage cards or results, or of hull that is left; the shortest attack range; the
    lowest initiative."""
    at_most: Annotated[int, Ge(0), Le(10)] | None = None
    """The largest number of tokens, damage cards or results, or of hull that is left; the longest attack range; the
    highest initiative."""


@dataclass(frozen=True, slots=True)
class XWingStep:
    """One step of an effect; `op` decides which fields count."""

    op: Op
    """What the step does."""
    pool: Pool | None = None
    """The dice of steps that count dice, act on results or guess."""
    faces: Annotated[tuple[Face, ...], MaxLen(5)] = ()
    """The results on which the step acts; empty: any. Uncanceled results are added where there is a `to` alone."""
    to: Face | None = None
    """The result that dice are changed to, or that is added."""
    up_to: Count | None = None
    """The most dice; null: all."""
    exactly: bool = False
    """Whether the step must use as many dice as possible, up to `up_to`."""
    counts_as_reroll: bool = True
    """Whether a die counts as rerolled afterwards, so that it cannot be rerolled again."""
    amount: Annotated[int, Ge(-6), Le(10)] = 1
    """The number of dice, tokens, charges, cards, damage or added results."""
    for_each: Each | None = None
    """What the amount is multiplied by; null: by one."""
    at_least: Annotated[int, Ge(0), Le(10)] | None = None
    """The least number of dice that are rolled."""
    at_most: Annotated[int, Ge(0), Le(10)] | None = None
    """The largest number of dice that are rolled."""
    at_most_results: bool = False
    """Whether no more defense dice are rolled than there are hits and crits."""
    token: Token | None = None
    """The kind of token that is gained, removed or given in place of damage; for `forbid-tokens`, null is any green
    token."""
    ship: Whose = Whose.OWN
    """The ship that the step is about, seen from the ship that has the effect."""
    crit: bool = False
    """Whether the damage suffered is crit damage."""


@dataclass(frozen=True, slots=True)
class XWingEffect:
    """What a card does in one window: its steps in order, at most once in that window."""

    id: EffectName
    """The name that choices use; for a card that the service does not know, an id of the client's own.

    Of several with one name before a `/`, only one may be used in a window.
    """
    window: Window
    """When the effect may be resolved."""
    ops: Annotated[tuple[XWingStep, ...], MinLen(1), MaxLen(8)]
    """Its steps, in order."""
    condition: Annotated[tuple[Annotated[tuple[XWingCondition, ...], MaxLen(8)], ...], MaxLen(8)] = ()
    """At least one condition of each list must hold."""
    cost: Annotated[tuple[XWingCost, ...], MaxLen(8)] = ()
    """What its player pays; all parts."""
    controller: Role | None = None
    """The role in which the ship must be for the effect to be in force; null: any role that the window allows."""
    optional: bool = True
    """Whether its player may leave it; if not, it is resolved wherever it can be."""
    allowed_at_range_0: bool = False
    """Whether the effect works at attack range 0 even where the rules forbid such effects."""
    multiplied: bool = False
    """Whether the cost may be paid several times, once for each die."""

    @property
    def card(self) -> str:
        """The key of its card: of a card that lets its player choose, the id says after `/` which choice it is."""
        return self.id.partition("/")[0]

    def is_for(self, role: Role) -> bool:
        """Whether a ship in this role may use the effect."""
        return ROLE_OF.get(self.window, role) is role and self.controller in (None, role)

    def does(self, *ops: Op) -> bool:
        """Whether one of its steps is of one of these kinds."""
        return any(step.op in ops for step in self.ops)

    def asks(self, *atoms: Atom) -> bool:
        """Whether one of its conditions is about one of these subjects."""
        return any(condition.that in atoms for clause in self.condition for condition in clause)

    @property
    def needs_outside_arc(self) -> bool:
        """Whether it works only while the attacker is outside an arc of the defender."""
        return any(
            condition.not_ and condition.that in (Atom.ATTACKER_IN_ARC, Atom.ATTACKER_IN_FIRING_ARC)
            for clause in self.condition
            for condition in clause
        )

    def costs(self, *kinds: CostKind) -> bool:
        """Whether a part of its cost is of one of these kinds."""
        return any(part.kind in kinds for part in self.cost)

    def price(self, *kinds: CostKind) -> int:
        """How much of these kinds it costs together."""
        return sum(part.amount for part in self.cost if part.kind in kinds)

    def choosing(self) -> XWingStep | None:
        """The step whose dice a player chooses, or None."""
        return next((step for step in self.ops if step.op in CHOOSING), None)


@dataclass(frozen=True, slots=True)
class XWingCount:
    """How many ships, tokens or devices a card counts at the table, such as enemy ships at range 0-1.

    Of a card with a condition that only the table knows: whether it holds. Of a friend's card that costs charges or
    Force: how many the friend has left; in a game, the game says it.
    """

    counts: EffectName
    """The card, such as `pilot:bobafett`."""
    number: Annotated[int, Ge(0), Le(10)]
    """Without it, and at 0, a card that counts does nothing. A card with a condition does nothing at 0: it does not
    hold; without a number it does. A friend's card pays once without a number."""


def with_count(effect: XWingEffect, count: int) -> XWingEffect:
    """The effect on at most as many dice as its card counts at the table, or with so many dice more or fewer."""
    return replace(effect, ops=tuple(_counted(step, count) for step in effect.ops))


def _counted(step: XWingStep, count: int) -> XWingStep:
    if step.op is Op.DICE_COUNT:
        return replace(step, amount=step.amount * count)
    return replace(step, up_to=min(count, step.up_to or count)) if step.op in CHOOSING else step


def with_id(effect: XWingEffect, id: str) -> XWingEffect:
    """The effect with another id."""
    return replace(effect, id=id)
