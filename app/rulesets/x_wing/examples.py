"""Example situations, the smallest first."""

from app.rulesets.x_wing.model import XWingAttack, XWingForce, XWingShields, XWingShip, XWingTokens, XWingWeapon

T65 = XWingShip(
    "red-5", 2, 4, shields=XWingShields(2, 2), tokens=XWingTokens(focus=1), locks=("black-2",), name="Red Five"
)
TIE = XWingShip("black-2", 3, 3, tokens=XWingTokens(focus=1, evade=1), name="Black Two")
LASERS = XWingWeapon(value=3)
SMALL = XWingAttack(
    XWingShip("black-2", 3, 3, name="Black Two"),
    XWingWeapon(value=2),
    XWingShip("red-5", 2, 4, shields=XWingShields(2, 2), tokens=XWingTokens(focus=1), name="Red Five"),
    attack_range=2,
)

LUKE = XWingAttack(
    XWingShip(
        "luke",
        2,
        4,
        pilot="lukeskywalker",
        shields=XWingShields(2, 2),
        tokens=XWingTokens(focus=1),
        force=XWingForce(2, 2),
        name="Luke Skywalker",
    ),
    LASERS,
    XWingShip("tie", 3, 3, name="TIE/ln"),
    attack_range=2,
)

EXAMPLES: tuple[XWingAttack, ...] = (SMALL, XWingAttack(T65, LASERS, TIE, attack_range=1), LUKE)
