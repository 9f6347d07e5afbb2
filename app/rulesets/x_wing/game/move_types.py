"""The moves of a game: declare what the table shows, engage a ship, end a phase, concede."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen

from app.domain.board import Concede
from app.domain.casualties import UnitId
from app.rulesets.x_wing.effects import EffectName, XWingCount, XWingEffect
from app.rulesets.x_wing.game.model import Initiative, Until
from app.rulesets.x_wing.model import (
    CardId,
    Obstacle,
    Range,
    Side,
    Stack,
    XWingShipDamageCard,
    XWingTokens,
    XWingWeapon,
)
from app.rulesets.x_wing.terms import Arc, Token

Damage = Annotated[int, Ge(0), Le(20)]


@dataclass(frozen=True, slots=True)
class XWingDeclaredShip:
    """The results of maneuvers, actions and the table for one ship; null: as before."""

    id: UnitId
    """The id of the ship, one of the seat's own."""
    tokens: XWingTokens | None = None
    """All tokens that it has now."""
    locks: Annotated[tuple[UnitId, ...], MaxLen(4)] | None = None
    """The ids of what it has a lock on now."""
    force: Stack | None = None
    """How many of its Force charges are active now."""
    shields: Annotated[int, Ge(0), Le(20)] | None = None
    """How many of its shields are active now."""
    charges: Annotated[Mapping[CardId, Stack], MaxLen(40)] | None = None
    """The active charges that have changed, by card."""
    effects: Annotated[tuple[EffectName | XWingEffect | XWingCount, ...], MaxLen(32)] | None = None
    """All friends' abilities in force now, and what cards count at the table."""
    sides: Annotated[Mapping[EffectName, Side], MaxLen(20)] | None = None
    """The two-sided cards that were turned, each with the side that is up now."""
    damage_cards: Annotated[tuple[XWingShipDamageCard, ...], MaxLen(20)] | None = None
    """All damage cards that it has now, in the order dealt, where a card that players apply has turned, exchanged or
    discarded any. They cannot destroy it: that is told as damage."""
    repaired: Annotated[int, Ge(0), Le(20)] = 0
    """How many damage cards it repairs: faceup ones are turned down, then facedown ones discarded."""
    hits: Damage = 0
    """How much hit damage it suffers at the table, of obstacles or devices."""
    crits: Damage = 0
    """How much crit damage it suffers at the table, after the hit damage."""
    initiative: Initiative | None = None
    """The initiative at which it engages now, such as that of a friend with Swarm Tactics."""
    initiative_until: Until = Until.ROUND
    """Whether that initiative counts until the end of the phase or of the round."""
    fled: bool = False
    """Whether it has left the play area and is out of the game."""


@dataclass(frozen=True, slots=True)
class XWingDeclaredAttack:
    """An attack as it is declared: weapon, target, and what is measured at the table."""

    target: UnitId
    """The id of the ship that is attacked, one of the enemy's; of a ship's own player where a card allows it."""
    weapon: XWingWeapon | None = None
    """The weapon, one of the ship's own; null: its first primary weapon that attacks in one of `defender_in_arcs`."""
    attack_range: Range = field(kw_only=True)
    """The attack range that was measured, from 0 to 3."""
    obstructed: bool = False
    """Whether an obstacle obstructs the attack; ships and devices do not count."""
    defender_in_arcs: Annotated[tuple[Arc, ...], MaxLen(9)] = (Arc.FRONT,)
    """The arcs of the attacker in which the target is."""
    attacker_in_arcs: Annotated[tuple[Arc, ...], MaxLen(9)] = ()
    """The arcs of the target in which the attacker is."""
    ignores_obstacles: bool = False
    """Whether obstacles give the target no die against this attacker."""
    touching: bool = False
    """Whether the two ships touch."""
    at_obstacle: Obstacle | None = None
    """An obstacle at range 0 of the attacker."""
    bonus: bool = False
    """Whether it is a bonus attack outside of the ship's own engagement, which a card grants: after an enemy maneuver,
    after a friend has defended, or at an initiative of its own. The ship does not engage by it (XW-64)."""


@dataclass(frozen=True, slots=True)
class Declare:
    """The results of maneuvers, actions and the table: tokens, locks, charges, damage of obstacles, friends in
    range."""

    varied_by: ClassVar = "kind"
    kind: Literal["declare"]
    """The kind of move."""
    ships: Annotated[tuple[XWingDeclaredShip, ...], MaxLen(30)] = ()
    """The ships that have changed."""
    mission_points: Annotated[int, Ge(0), Le(1000)] | None = None
    """All points that the seat has scored so far in the scenario; null: as before."""


@dataclass(frozen=True, slots=True)
class Engage:
    """XW-66: an own ship engages and may attack once; or it makes a bonus attack of its own (XW-64)."""

    varied_by: ClassVar = "kind"
    kind: Literal["engage"]
    """The kind of move."""
    ship: UnitId
    """The id of the ship, an own one whose initiative it is."""
    attack: XWingDeclaredAttack | None = None
    """Its attack; null: it engages without one."""
    conditions: Annotated[Mapping[EffectName, bool], MaxLen(40)] = field(default_factory=dict)
    """Whether the conditions of cards hold in this attack that only the table knows, by card, such as
    `pilot:ndrusuhlak`; of others each card's player is asked. What the game knows counts, whatever is sent."""


@dataclass(frozen=True, slots=True)
class XWingKept:
    """Tokens that stay on a ship in the End Phase, because a card says so."""

    ship: UnitId
    """The id of the ship, one of the seat's own."""
    token: Token
    """The kind of token, a green or an orange one."""
    amount: Annotated[int, Ge(1), Le(10)]
    """How many stay."""


@dataclass(frozen=True, slots=True)
class EndPhase:
    """The seat has done all that it does in the phase; once both seats have, it ends."""

    varied_by: ClassVar = "kind"
    kind: Literal["end-phase"]
    """The kind of move."""
    keeps: Annotated[tuple[XWingKept, ...], MaxLen(60)] = ()
    """In the End Phase, the green and orange tokens that stay because of a card; all others are removed (XW-71)."""


XWingMove = Declare | Engage | EndPhase | Concede
