"""What an X-Wing attack is asked with, and what comes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, ClassVar

from annotated_types import Ge, Le, MaxLen, MinLen, Predicate

from app.domain.casualties import UnitId, is_printable_ascii
from app.rulesets.x_wing.effects import Arc, CostKind, EffectName, Face, Token, XWingEffect

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


class Range0Modification(StrEnum):
    """What the attacker may do to its dice in a primary attack at range 0 (XW-30)."""

    NONE_EXCEPT_DEFENDER = "none-except-defender"
    FORCE_DEFAULT_ONLY = "force-default-only"
    NORMAL = "normal"


@dataclass(frozen=True, slots=True)
class XWingOptions:
    """What the versions of the rules reference differ in."""

    primary_range_min: Annotated[int, Ge(0), Le(1)] = 0
    """The shortest range of primary weapons (XW-10)."""
    range0_attacker_modification: Range0Modification = Range0Modification.NONE_EXCEPT_DEFENDER
    """What the attacker may do to its dice in a primary attack at range 0 (XW-30)."""
    range0_no_added_attack_dice: bool = True
    """Whether nothing adds attack dice to a primary attack at range 0 (XW-22)."""
    range0_defender_protected: bool = True
    """Whether the enemy leaves the dice of a defender at range 0 alone (XW-43, XW-44)."""
    range_bonus_attack_ranges: Annotated[tuple[Range, ...], MaxLen(4)] = (1,)
    """At which attack ranges the attacker rolls one more die (XW-21)."""
    max_dice: Annotated[int, Ge(1), Le(40)] | None = 6
    """The most dice of a roll (XW-20); null: no limit."""
    touching_means_attack_range_0: bool = True
    """Whether ships that touch are at attack range 0 in every arc (XW-13); otherwise that in the arc counts."""
    obstructing_gas_cloud_blank_to_evade: bool = False
    """Whether an obstructed defender may change one blank to an evade, as gas clouds once allowed (XW-39)."""
    ionized_cannot_lock: bool = True
    """Whether an ionized ship has no locks (XW-12)."""
    no_attack_at_range0_of: Annotated[tuple[Obstacle, ...], MaxLen(3)] = tuple(Obstacle)
    """The obstacles from which a ship cannot attack (XW-16)."""
    fuel_leak_self_trigger: bool = False
    """Whether Fuel Leak is set off by the very damage that dealt it (XW-56)."""


@dataclass(frozen=True, slots=True)
class XWingDie:
    """A die: what it shows, what was rolled first, whether it was rerolled, and whether it is out of the pool."""

    face: Face
    rolled: Face
    rerolled: bool = False
    canceled: bool = False


Dice = tuple[XWingDie, ...]


@dataclass(frozen=True, slots=True)
class Uncanceled:
    """Attack results that became damage."""

    hit: int = 0
    crit: int = 0


@dataclass(frozen=True, slots=True)
class Dealt:
    """The damage that a ship suffered."""

    shields: int = 0
    facedown: int = 0
    faceup: tuple[DamageCard, ...] = ()
    """Damage cards dealt faceup, in order."""
    hit: int = 0
    """Hit damage of the attack's results."""
    crit: int = 0
    """Crit damage of the attack's results."""
    from_cards: int = 0
    """Hit damage that faceup damage cards added."""
    prevented: int = 0
    overkill: int = 0
    """Cards beyond the hull."""


@dataclass(frozen=True, slots=True)
class XWingAfter:
    """Both ships as the attack left them, ready to be sent again, and the deck if one was sent."""

    attacker: XWingShip
    defender: XWingShip
    damage_deck: tuple[DamageCard, ...] | None = None


@dataclass(frozen=True, slots=True)
class XWingBonusOutcome:
    """What came of a bonus attack."""

    by: UnitId
    target: UnitId
    granted_by: str
    attack_hits: bool
    attack_dice: Dice
    defense_dice: Dice
    uncanceled: Uncanceled
    damage: Dealt
    destroyed: bool
    target_after: XWingShip


@dataclass(frozen=True, slots=True)
class XWingOutcome:
    """What came of the attack."""

    varied_by: ClassVar = "result"
    result: str
    """`missed`, `hit` or `destroyed`."""
    attack_hits: bool
    attack_dice: Dice
    defense_dice: Dice
    uncanceled: Uncanceled
    damage: Dealt
    destroyed: bool
    after: XWingAfter
    bonus_attacks: tuple[XWingBonusOutcome, ...] = ()
