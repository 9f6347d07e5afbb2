"""Setups for trying X-Wing: two small squads, as lists of a squad builder and as ships."""

from app.rulesets.x_wing.game.setup import XWingFleet, XWingFleetShip, XWingList, XWingListedPilot, XWingSetup
from app.rulesets.x_wing.model import XWingShields, XWingShip, XWingTokens, XWingWeapon

REBELS = XWingList(
    name="Red and Black",
    faction="rebelalliance",
    pilots=(
        XWingListedPilot(
            id="wedgeantilles",
            ship="t65xwing",
            points=5,
            upgrades={"talent": ("predator",), "torpedo": ("protontorpedoes",)},
        ),
        XWingListedPilot(id="redsquadronveteran", ship="t65xwing", points=4),
    ),
)
EMPIRE = XWingList(
    name="Howl and friends",
    faction="galacticempire",
    pilots=(
        XWingListedPilot(id="howlrunner", ship="tielnfighter", points=4, upgrades={"talent": ("juke",)}),
        XWingListedPilot(id="academypilot", ship="tielnfighter", points=2),
        XWingListedPilot(id="academypilot", ship="tielnfighter", points=2),
    ),
)


def fighter(id: str, initiative: int, shields: int, focus: int = 0) -> XWingFleetShip:
    """A ship with three attack dice and nothing special."""
    ship = XWingShip(id, 2, 3, shields=XWingShields(shields, shields), tokens=XWingTokens(focus=focus))
    return XWingFleetShip(ship, (XWingWeapon(value=3),), initiative, points=3)


SAMPLES = {
    "lists": XWingSetup((XWingFleet(REBELS), XWingFleet(EMPIRE))),
    "ships": XWingSetup(
        (
            XWingFleet(ships=(fighter("red-1", 4, 2), fighter("red-2", 2, 1, focus=2))),
            XWingFleet(ships=(fighter("black-1", 4, 1), fighter("black-2", 3, 1, focus=2))),
        )
    ),
}
