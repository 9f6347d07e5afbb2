"""How an engagement is set up: options, lists of squad builders, the fleets of both players."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from annotated_types import Ge, Le, MaxLen, MinLen

from app.rulesets.x_wing.cards.text_list import XWingReadAs
from app.rulesets.x_wing.game.model import Initiative
from app.rulesets.x_wing.model import XWingShip, XWingWeapon
from app.rulesets.x_wing.options import FFG_1_3_2, XWingOptions

Text = Annotated[str, MaxLen(200)]

LENIENT: Mapping[str, object] = {"extra": "ignore", "strict": True}
"""How a list of a squad builder is read: what is not needed is ignored."""


class PlayerOrder(StrEnum):
    """How the first player is found (XW-76)."""

    ROLL_EACH_ROUND = "roll-each-round"
    FIXED = "fixed"


class Reference(StrEnum):
    """Whose initiative decides how long a destroyed ship stays (XW-67)."""

    ATTACKER = "attacker"
    ENGAGED_SHIP = "engaged-ship"


class HalfPoints(StrEnum):
    """Whether a ship that has lost half of its shields and hull counts half, and how that is rounded (XW-77)."""

    NONE = "none"
    ROUNDED_DOWN = "rounded-down"
    ROUNDED_UP = "rounded-up"


class DecidedBy(StrEnum):
    """What decides who wins when one squad is left (XW-77)."""

    LAST_SQUAD = "last-squad"
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class XWingGameOptions(XWingOptions):
    """The rules of the attack and of the engagements around it in which versions of the rules reference differ."""

    player_order: PlayerOrder = PlayerOrder.ROLL_EACH_ROUND
    """Whether the first player is rolled in each round, or is one for the whole game (XW-76)."""
    simultaneous_fire_reference: Reference = Reference.ATTACKER
    """Whose initiative step a destroyed ship outlasts: that of the attacker, or of the ship that engages (XW-67)."""
    half_points: HalfPoints = HalfPoints.NONE
    """Whether damaged ships count half in the score, and how that is rounded (XW-77)."""
    decided_by: DecidedBy = DecidedBy.LAST_SQUAD
    """Whether the last squad wins, or the higher score once one squad is left (XW-77)."""
    squad_limit: Annotated[int, Ge(1), Le(1000)] | None = None
    """The most that a squad may be worth; each seat scores from the start how far the enemy's squad is below it
    (XW-77); null: no limit."""
    rounds: Annotated[int, Ge(1), Le(100)] | None = 12
    """After how many rounds the score decides; null: only once a squad has no ship left (XW-77)."""


GAME_PRESETS: Mapping[str, XWingGameOptions] = {
    "amg-1-4-5": XWingGameOptions(decided_by=DecidedBy.SCORE),
    "ffg-1-3-2": XWingGameOptions(**asdict(FFG_1_3_2), player_order=PlayerOrder.FIXED),
}
"""What two versions of the rules reference fix of a game; half points and the limit of a squad are no part of them."""


@dataclass(frozen=True, slots=True)
class XWingListedPilot:
    """A ship in an XWS list; other members of builders are ignored."""

    __pydantic_config__: ClassVar[Mapping[str, object]] = LENIENT
    id: Text | None = None
    """The XWS id of the pilot; some builders send it as `name` only."""
    name: Text | None = None
    """The id of the pilot, where there is no `id`."""
    ship: Text | None = None
    """The XWS id of the ship."""
    points: Annotated[int, Ge(0), Le(1000)] | None = None
    """Its value in the score; null: 1."""
    upgrades: Annotated[Mapping[Text, Annotated[tuple[Text, ...], MaxLen(20)]], MaxLen(40)] | None = None
    """The XWS ids of its upgrades by slot."""


@dataclass(frozen=True, slots=True)
class XWingList:
    """A squad as a squad builder exports it (XWS); other members of builders are ignored."""

    __pydantic_config__: ClassVar[Mapping[str, object]] = LENIENT
    pilots: Annotated[tuple[XWingListedPilot, ...], MinLen(1), MaxLen(30)]
    """The ships of the squad."""
    name: Text | None = None
    """The name of the squad."""
    faction: Text | None = None
    """The XWS id of its faction; it decides between pilots of one id, as their `ship` does."""
    read_as: Annotated[tuple[XWingReadAs, ...], MaxLen(630)] = ()
    """The ids that the service has read as those of other cards, which now stand in the list."""


@dataclass(frozen=True, slots=True)
class XWingFleetShip:
    """A ship as it enters the game; a squad's answer has name, initiative, ship and weapons in this form."""

    ship: XWingShip
    """The ship, in the form of a situation; its id is unique in the game."""
    weapons: Annotated[tuple[XWingWeapon, ...], MaxLen(20)]
    """The weapons with which it may attack; left out where the ship has a known pilot, those of its cards."""
    initiative: Initiative = 0
    """The initiative of its pilot, from 0 to 8; left out for a known pilot, as on the card."""
    points: Annotated[int, Ge(0), Le(1000)] = 1
    """What it is worth in the score."""
    name: Annotated[str, MaxLen(60)] | None = None
    """The name of the pilot; texts use the name of the ship."""


@dataclass(frozen=True, slots=True)
class XWingFleet:
    """The squad of one seat: a list of a squad builder, or its ships; with both, the ships count."""

    xws: XWingList | None = None
    """The squad as a squad builder exports it; ids that a ship before has already get a number."""
    ships: Annotated[tuple[XWingFleetShip, ...], MaxLen(30)] = ()
    """The ships of the squad; beside a list, the ships that it became."""


@dataclass(frozen=True, slots=True)
class XWingSetup:
    """The setup of a game: the squads of seat 1 and seat 2."""

    squads: Annotated[tuple[XWingFleet, ...], MinLen(2), MaxLen(2)]
    """The squad of each seat, that of seat 1 first."""
    first_player: Annotated[int, Ge(1), Le(2)] | None = None
    """The seat that is first player for the whole game, where the option `player_order` is `fixed`; else null."""
