"""The situation of an attack: ships, weapon, tokens, damage cards, and what is measured at the table."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated

from annotated_types import Ge, Le, MaxLen, MinLen, Predicate

from app.domain.casualties import UnitId, is_printable_ascii
from app.domain.visible import Name
from app.rulesets.x_wing.effects import CostKind, EffectName, XWingCount, XWingEffect
from app.rulesets.x_wing.terms import Arc, DamageCard, Token

CardId = Annotated[str, MinLen(1), MaxLen(100), Predicate(is_printable_ascii)]


Stack = Annotated[int, Ge(0), Le(10)]

Range = Annotated[int, Ge(0), Le(3)]

MOST_IN_POOL = 99
"""The most dice that a pool can hold here; dice added beyond them are lost."""
MOST_EFFECTS = 32
"""How many abilities of friends, conditions, effects and counts a ship may have."""

MOST_CARDS = 99
"""The most damage cards that a ship can hold here; cards dealt beyond them are counted but not stored."""

MOST_TOKENS = 10
"""The most tokens of one kind that a ship can hold here; tokens gained beyond them are lost."""


class Size(StrEnum):
    """The size of a ship's base."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
    HUGE = "huge"

    @property
    def threshold(self) -> int:
        """How many ion or tractor tokens make the ship ionized or tractored (XW-41)."""
        return THRESHOLDS[self]


THRESHOLDS = {Size.SMALL: 1, Size.MEDIUM: 2, Size.LARGE: 3, Size.HUGE: 6}


class WeaponKind(StrEnum):
    """The kind of attack that a weapon makes."""

    PRIMARY = "primary"
    SPECIAL = "special"


class Requirement(StrEnum):
    """What the attacker must have to use a special weapon; it is not spent (XW-12)."""

    LOCK = "lock"
    FOCUS = "focus"
    CALCULATE = "calculate"
    CALCULATE_OR_LOCK = "calculate-or-lock"
    FOCUS_OR_CALCULATE_OR_LOCK = "focus-or-calculate-or-lock"

    @property
    def alternatives(self) -> tuple[str, ...]:
        """The lock or the tokens of which one is enough."""
        return tuple(self.value.split("-or-"))


class Obstacle(StrEnum):
    """An obstacle at range 0 of the attacker."""

    ASTEROID = "asteroid"
    DEBRIS = "debris"
    GAS_CLOUD = "gas-cloud"


class Side(StrEnum):
    """The side of a two-sided card that is up: `closed` is the one on which it enters the game."""

    CLOSED = "closed"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class XWingShields:
    """The shields of a ship."""

    max: Annotated[int, Ge(0), Le(20)] = 0
    """The shield value of the ship, from 0 to 20."""
    active: Annotated[int, Ge(0), Le(20)] = 0
    """How many of its shields are active, at most `max`."""


@dataclass(frozen=True, slots=True)
class XWingForce:
    """The Force charges of a ship."""

    capacity: Stack = 0
    """The Force capacity of the ship, from 0 to 10."""
    active: Stack = 0
    """How many of its Force charges are active, at most `capacity`."""


@dataclass(frozen=True, slots=True)
class XWingTokens:
    """The tokens on a ship."""

    focus: Stack = 0
    """How many focus tokens it has."""
    calculate: Stack = 0
    """How many calculate tokens it has."""
    evade: Stack = 0
    """How many evade tokens it has."""
    reinforce_fore: Stack = 0
    """How many reinforce tokens it has that protect its front."""
    reinforce_aft: Stack = 0
    """How many reinforce tokens it has that protect its rear."""
    strain: Stack = 0
    """How many strain tokens it has; while defending it rolls one die fewer and loses one."""
    deplete: Stack = 0
    """How many deplete tokens it has; while attacking it rolls one die fewer and loses one."""
    stress: Stack = 0
    """How many stress tokens it has."""
    ion: Stack = 0
    """How many ion tokens it has; with as many as its size requires it is ionized."""
    jam: Stack = 0
    """How many jam tokens it has."""
    disarm: Stack = 0
    """How many disarm tokens it has; with one it cannot attack."""
    tractor: Stack = 0
    """How many tractor tokens it has; with as many as its size requires it rolls one defense die fewer."""
    cloak: Annotated[int, Ge(0), Le(1)] = 0
    """Whether it has a cloak token: 0 or 1; with one it cannot attack and rolls two more defense dice."""

    def count(self, token: Token) -> int:
        """How many tokens of a kind there are."""
        count: int = getattr(self, token.field)
        return count

    def changed(self, token: Token, by: int) -> "XWingTokens":
        """The tokens with `by` more of a kind, or fewer if `by` is negative; never below 0 or above MOST_TOKENS."""
        return replace(self, **{token.field: min(MOST_TOKENS, max(0, self.count(token) + by))})


@dataclass(frozen=True, slots=True)
class XWingShipDamageCard:
    """A damage card on a ship; the name of a facedown card may stay unknown."""

    card: DamageCard | None = None
    """Which card it is; null where it is not known, which only a facedown card may be."""
    faceup: bool = False
    """Whether it lies faceup, so that its text counts."""


@dataclass(frozen=True, slots=True)
class XWingShip:
    """A ship with everything that an attack may depend on."""

    id: UnitId
    """The client's id of the ship, unique in the situation; locks name it. Left out beside a known `pilot`: its id."""
    agility: Annotated[int, Ge(0), Le(9)]
    """The agility value, in defense dice, from 0 to 9; left out beside a known `pilot`, as on the card."""
    hull: Annotated[int, Ge(1), Le(40)]
    """The hull value, from 1 to 40; with as many damage cards the ship is destroyed. Left out beside a known `pilot`,
    as on the card."""
    pilot: CardId | None = None
    """The pilot's XWS id, if the pilot's ability is in force.

    Its card and the upgrades say what a request leaves out: id with name, agility, hull, size, shields, Force, charges,
    the ship's ability among `effects`, and the upgrades that always come with it.
    """
    upgrades: Annotated[tuple[CardId, ...], MaxLen(20)] = ()
    """XWS ids of the upgrades whose effects are in force.

    The client checks conditions that depend on other ships or on the table.
    """
    size: Size = Size.SMALL
    """The size of its base."""
    shields: XWingShields = XWingShields()
    """Its shields."""
    tokens: XWingTokens = XWingTokens()
    """The tokens on it."""
    force: XWingForce = XWingForce()
    """Its Force charges."""
    locks: Annotated[tuple[UnitId, ...], MaxLen(4)] = ()
    """The ids of what this ship has a lock on."""
    charges: Annotated[Mapping[CardId, Stack], MaxLen(40)] = field(default_factory=dict)
    """Active charges: of the ship card under `pilot`, of each upgrade under its id; a card that is missing has none."""
    damage_cards: Annotated[tuple[XWingShipDamageCard, ...], MaxLen(MOST_CARDS)] = ()
    """The damage cards on it, in the order dealt."""
    effects: Annotated[tuple[EffectName | XWingEffect | XWingCount, ...], MaxLen(MOST_EFFECTS)] = ()
    """Friends' abilities in force, like `pilot:howlrunner`, conditions, like `condition:suppressivefire`, descriptions
    of effects of unknown cards, and what cards count at the table."""
    bonus_attack_used: bool = False
    """Whether the ship has made its bonus attack of this round."""
    name: Name | None = None
    """The name of the ship in texts."""
    sides: Annotated[Mapping[EffectName, Side], MaxLen(20)] = field(default_factory=dict)
    """Which side of its two-sided cards is up, by card, such as `upgrade:servomotorsfoils`; of a card that is left out,
    the side with which it does something."""

    def __hash__(self) -> int:
        """A hash of the fields that change in an attack; equal ships have equal hashes."""
        return hash((self.id, self.tokens, self.shields, self.force, self.locks, self.damage_cards))

    def faceup(self, card: DamageCard) -> int:
        """How many copies of a card lie faceup on the ship."""
        count = 0
        for held in self.damage_cards:
            count += held.faceup and held.card is card
        return count

    @property
    def is_ionized(self) -> bool:
        """XW-12: whether the ship has at least as many ion tokens as its size requires."""
        return self.tokens.ion >= self.size.threshold

    @property
    def is_destroyed(self) -> bool:
        """XW-58: whether the ship has at least as many damage cards as hull."""
        return len(self.damage_cards) >= self.hull

    @property
    def hull_left(self) -> int:
        """How many more damage cards destroy the ship; below 0 for those beyond its hull."""
        return self.hull - len(self.damage_cards)

    def with_tokens(self, token: Token, by: int) -> "XWingShip":
        """The ship with `by` more tokens of a kind, or fewer if `by` is negative."""
        return replace(self, tokens=self.tokens.changed(token, by))


@dataclass(frozen=True, slots=True)
class XWingWeapon:
    """A weapon: the weapon of an upgrade, by its XWS id, or one with its own numbers."""

    upgrade: CardId | None = None
    """The XWS id of the upgrade; all other fields then keep their defaults."""
    arc: Arc = Arc.FRONT
    """The arc in which it attacks."""
    value: Annotated[int, Ge(0), Le(10)] | None = None
    """The attack value; it may be left out only together with `upgrade`."""
    min_range: Range = 0
    """The shortest attack range at which it attacks."""
    max_range: Range = 3
    """The longest attack range at which it attacks."""
    kind: WeaponKind = WeaponKind.PRIMARY
    """Whether its attack is a primary or a special one."""
    ordnance: bool = False
    """Whether the weapon is ordnance, so that range bonuses do not apply."""
    requires: Requirement | None = None
    """What the attacker must have to use it, without spending it; null: nothing."""
    cost: Annotated[Mapping[CostKind, Annotated[int, Ge(1), Le(10)]], MaxLen(4)] = field(default_factory=dict)
    """What an attack with the weapon costs; its charges are those under `weapon` among the ship's charges."""

    def __hash__(self) -> int:
        """A hash of the fields that tell most weapons apart; equal weapons have equal hashes."""
        return hash((self.upgrade, self.arc, self.value, self.kind))


@dataclass(frozen=True, slots=True)
class XWingAttack:
    """One ship attacks another; distances and arcs are measured at the table."""

    attacker: XWingShip
    """The ship that attacks, as it is before the attack."""
    weapon: XWingWeapon
    """The weapon that it attacks with; left out beside a known pilot, a primary weapon of the card and its arc."""
    defender: XWingShip
    """The ship that is attacked, as it is before the attack."""
    attack_range: Range
    """The attack range that was measured, from 0 to 3."""
    obstructed: bool = False
    """Whether an obstacle obstructs the attack; ships and devices do not count."""
    defender_in_arcs: Annotated[tuple[Arc, ...], MaxLen(9)] = (Arc.FRONT,)
    """The arcs of the attacker in which the defender is."""
    attacker_in_arcs: Annotated[tuple[Arc, ...], MaxLen(9)] = ()
    """The arcs of the defender in which the attacker is; reinforce needs `full-front` or `full-rear`."""
    damage_deck: Annotated[tuple[DamageCard, ...], MaxLen(33)] | None = None
    """The cards that may still be in the defending player's deck; null: all 33 except those known on the defender."""
    ignores_obstacles: bool = False
    """Whether obstacles give the defender no die against this attacker."""
    touching: bool = False
    """Whether the two ships touch."""
    at_obstacle: Obstacle | None = None
    """An obstacle at range 0 of the attacker."""
    bonus: bool | None = None
    """Whether it is a bonus attack outside of any other attack, of which a ship makes one in a round; null: with a
    weapon like Snap Shot it is."""
