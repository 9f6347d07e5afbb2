"""What an X-Wing attack is asked with, and what comes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated

from annotated_types import Ge, Le, MaxLen, MinLen, Predicate

from app.domain.casualties import UnitId, is_printable_ascii
from app.rulesets.x_wing.effects import CostKind, EffectName, XWingEffect
from app.rulesets.x_wing.terms import Arc, Token

CardId = Annotated[str, MinLen(1), MaxLen(100), Predicate(is_printable_ascii)]

Name = Annotated[str, MinLen(1), MaxLen(60), Predicate(str.isprintable)]

Stack = Annotated[int, Ge(0), Le(10)]

Range = Annotated[int, Ge(0), Le(3)]

MOST_IN_POOL = 99
"""Dice that a pool can hold here; what would be added beyond them is lost."""

MOST_CARDS = 99
"""Damage cards that a ship can hold here; what it would be dealt beyond them only counts as damage."""

MOST_TOKENS = 10
"""Tokens of a kind that a ship can hold here; what it would gain beyond them is lost."""


class Size(StrEnum):
    """The base of a ship."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
    HUGE = "huge"

    @property
    def threshold(self) -> int:
        """How many ion or tractor tokens it takes (XW-41)."""
        return {Size.SMALL: 1, Size.MEDIUM: 2, Size.LARGE: 3, Size.HUGE: 6}[self]


class WeaponKind(StrEnum):
    """What kind of attack a weapon makes."""

    PRIMARY = "primary"
    SPECIAL = "special"


class Requirement(StrEnum):
    """What a special weapon requires; it is not spent (XW-12)."""

    LOCK = "lock"
    FOCUS = "focus"
    CALCULATE = "calculate"


class Obstacle(StrEnum):
    """An obstacle at range 0 of the attacker."""

    ASTEROID = "asteroid"
    DEBRIS = "debris"
    GAS_CLOUD = "gas-cloud"


class DamageCard(StrEnum):
    """A card of the damage deck."""

    PANICKED_PILOT = "panicked-pilot"
    BLINDED_PILOT = "blinded-pilot"
    WOUNDED_PILOT = "wounded-pilot"
    STUNNED_PILOT = "stunned-pilot"
    CONSOLE_FIRE = "console-fire"
    DAMAGED_ENGINE = "damaged-engine"
    WEAPONS_FAILURE = "weapons-failure"
    HULL_BREACH = "hull-breach"
    STRUCTURAL_DAMAGE = "structural-damage"
    DAMAGED_SENSOR_ARRAY = "damaged-sensor-array"
    LOOSE_STABILIZER = "loose-stabilizer"
    DISABLED_POWER_REGULATOR = "disabled-power-regulator"
    FUEL_LEAK = "fuel-leak"
    DIRECT_HIT = "direct-hit"


@dataclass(frozen=True, slots=True)
class XWingShields:
    """The shields of a ship."""

    max: Annotated[int, Ge(0), Le(20)] = 0
    active: Annotated[int, Ge(0), Le(20)] = 0


@dataclass(frozen=True, slots=True)
class XWingForce:
    """The Force charges of a ship."""

    capacity: Stack = 0
    active: Stack = 0


@dataclass(frozen=True, slots=True)
class XWingTokens:
    """The tokens on a ship."""

    focus: Stack = 0
    calculate: Stack = 0
    evade: Stack = 0
    reinforce_fore: Stack = 0
    reinforce_aft: Stack = 0
    strain: Stack = 0
    deplete: Stack = 0
    stress: Stack = 0
    ion: Stack = 0
    jam: Stack = 0
    disarm: Stack = 0
    tractor: Stack = 0
    cloak: Annotated[int, Ge(0), Le(1)] = 0

    def count(self, token: Token) -> int:
        """How many there are of a kind."""
        count: int = getattr(self, token.field)
        return count

    def changed(self, token: Token, by: int) -> "XWingTokens":
        """The tokens with `by` more or fewer of a kind."""
        return replace(self, **{token.field: min(MOST_TOKENS, max(0, self.count(token) + by))})


@dataclass(frozen=True, slots=True)
class XWingDamageCard:
    """A damage card on a ship; of a facedown one nobody need know which it is."""

    card: DamageCard | None = None
    faceup: bool = False


@dataclass(frozen=True, slots=True)
class XWingShip:
    """A ship with all that an attack may depend on."""

    id: UnitId
    agility: Annotated[int, Ge(0), Le(9)]
    hull: Annotated[int, Ge(1), Le(40)]
    pilot: CardId | None = None
    """The pilot's XWS id, where the pilot's ability is in force."""
    upgrades: Annotated[tuple[CardId, ...], MaxLen(20)] = ()
    """XWS ids of the upgrades whose effects are in force; what needs other ships or the table is the client's word."""
    size: Size = Size.SMALL
    shields: XWingShields = XWingShields()
    tokens: XWingTokens = XWingTokens()
    force: XWingForce = XWingForce()
    locks: Annotated[tuple[UnitId, ...], MaxLen(4)] = ()
    """What this ship has a lock on."""
    charges: Mapping[CardId, Stack] = field(default_factory=dict)
    """Active charges: of the ship card as `pilot`, of each upgrade by its id; what is not named has none."""
    damage_cards: Annotated[tuple[XWingDamageCard, ...], MaxLen(MOST_CARDS)] = ()
    effects: Annotated[tuple[EffectName | XWingEffect, ...], MaxLen(32)] = ()
    """Friends' abilities in force, like `pilot:howlrunner`, and effects spelled out for cards that are not known."""
    bonus_attack_used: bool = False
    """Whether the ship has made its bonus attack of this round."""
    name: Name | None = None
    """What the texts call it."""

    def __hash__(self) -> int:
        """Equal ships have an equal hash."""
        return hash((self.id, self.tokens, self.shields, self.force, self.locks, self.damage_cards))

    def faceup(self, card: DamageCard) -> int:
        """How many copies of a card lie faceup on the ship."""
        return sum(1 for held in self.damage_cards if held.faceup and held.card is card)

    @property
    def is_destroyed(self) -> bool:
        """XW-58: whether there are as many damage cards as hull."""
        return len(self.damage_cards) >= self.hull

    def with_tokens(self, token: Token, by: int) -> "XWingShip":
        """The ship with more or fewer tokens of a kind."""
        return replace(self, tokens=self.tokens.changed(token, by))


@dataclass(frozen=True, slots=True)
class XWingWeapon:
    """A weapon: that of an upgrade by its XWS id, or one with its own numbers."""

    upgrade: CardId | None = None
    """With an upgrade all else stays at its default."""
    arc: Arc = Arc.FRONT
    value: Annotated[int, Ge(0), Le(10)] | None = None
    """The attack value; may be left out only with `upgrade`."""
    min_range: Range = 0
    max_range: Range = 3
    kind: WeaponKind = WeaponKind.PRIMARY
    ordnance: bool = False
    """Whether range bonuses do not apply."""
    requires: Requirement | None = None
    cost: Annotated[Mapping[CostKind, Annotated[int, Ge(1), Le(10)]], MaxLen(4)] = field(default_factory=dict)
    """What an attack costs; charges are those called `weapon` among the ship's."""


@dataclass(frozen=True, slots=True)
class XWingAttack:
    """One ship attacks another; distances and arcs are measured at the table."""

    attacker: XWingShip
    weapon: XWingWeapon
    defender: XWingShip
    attack_range: Range
    obstructed: bool = False
    """Whether an obstacle obstructs the attack; ships and devices do not count."""
    defender_in_arcs: Annotated[tuple[Arc, ...], MaxLen(9)] = (Arc.FRONT,)
    """The attacker's arcs that the defender is in."""
    attacker_in_arcs: Annotated[tuple[Arc, ...], MaxLen(9)] = ()
    """The defender's arcs that the attacker is in; reinforce needs `full-front` or `full-rear`."""
    damage_deck: Annotated[tuple[DamageCard, ...], MaxLen(33)] | None = None
    """The cards that may still be in the defending player's deck; null: all 33 but those known on the defender."""
    ignores_obstacles: bool = False
    """Whether obstruction gives no die against this attacker."""
    touching: bool = False
    """Whether the two ships touch."""
    at_obstacle: Obstacle | None = None
    """An obstacle at range 0 of the attacker."""
