"""The terms of the game that effects use: dice, tokens, damage cards, arcs, windows, and the names in choices."""

from collections.abc import Iterable
from enum import StrEnum

from app.domain.record import Role


class Face(StrEnum):
    """The face of a die."""

    BLANK = "blank"
    FOCUS = "focus"
    HIT = "hit"
    CRIT = "crit"
    EVADE = "evade"


class Pool(StrEnum):
    """The dice of one of the two players."""

    ATTACK = "attack"
    DEFENSE = "defense"


FACES_OF = {
    Pool.ATTACK: (Face.BLANK, Face.FOCUS, Face.HIT, Face.CRIT),
    Pool.DEFENSE: (Face.BLANK, Face.FOCUS, Face.EVADE),
}
"""The faces of a pool's dice, the least useful to their owner first."""


class Token(StrEnum):
    """A kind of token on a ship."""

    FOCUS = "focus"
    CALCULATE = "calculate"
    EVADE = "evade"
    REINFORCE_FORE = "reinforce-fore"
    REINFORCE_AFT = "reinforce-aft"
    STRAIN = "strain"
    DEPLETE = "deplete"
    STRESS = "stress"
    ION = "ion"
    JAM = "jam"
    DISARM = "disarm"
    TRACTOR = "tractor"
    CLOAK = "cloak"

    @property
    def field(self) -> str:
        """The name of the token's field in XWingTokens."""
        return self.replace("-", "_")


GREEN_TOKENS = (Token.FOCUS, Token.CALCULATE, Token.EVADE, Token.REINFORCE_FORE, Token.REINFORCE_AFT)
"""The green tokens."""

RED_OR_ORANGE = (Token.STRESS, Token.STRAIN, Token.DEPLETE, Token.ION, Token.JAM, Token.DISARM, Token.TRACTOR)
"""The red and orange tokens; locks on a ship are red, too."""

ORANGE_TOKENS = (Token.DISARM, Token.JAM, Token.TRACTOR)
"""The orange tokens (XW-71)."""

RED_TOKENS = (Token.STRESS, Token.STRAIN, Token.DEPLETE, Token.ION)
"""The red tokens, but for locks."""


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


PILOT_CARDS = (
    DamageCard.PANICKED_PILOT,
    DamageCard.BLINDED_PILOT,
    DamageCard.WOUNDED_PILOT,
    DamageCard.STUNNED_PILOT,
)
"""The damage cards with the trait Pilot; all others have the trait Ship."""


class Arc(StrEnum):
    """An arc of a ship."""

    BULLSEYE = "bullseye"
    FRONT = "front"
    FULL_FRONT = "full-front"
    REAR = "rear"
    FULL_REAR = "full-rear"
    LEFT = "left"
    RIGHT = "right"
    SINGLE_TURRET = "single-turret"
    DOUBLE_TURRET = "double-turret"


TURRETS = (Arc.SINGLE_TURRET, Arc.DOUBLE_TURRET)
"""The arcs that an indicator shows."""


def is_arc(arc: Arc, asked: Arc) -> bool:
    """XW-8: whether an arc is what a rule or a card asks for; a double turret arc is two single ones."""
    return arc == asked or (asked == Arc.SINGLE_TURRET and arc == Arc.DOUBLE_TURRET)


def are_arcs(arcs: Iterable[Arc], asked: Arc) -> bool:
    """XW-8: whether one of the arcs is what a rule or a card asks for."""
    return any(is_arc(arc, asked) for arc in arcs)


class Window(StrEnum):
    """When an effect may be resolved; if the name ends with a role, only by the ship in that role."""

    AFTER_DECLARED = "after-declared"
    ROLL_ATTACK = "roll-attack"
    AFTER_ROLL_ATTACK = "after-roll-attack"
    MODIFY_ATTACK_DEFENDER = "modify-attack-defender"
    MODIFY_ATTACK_ATTACKER = "modify-attack-attacker"
    AFTER_MODIFY_ATTACK = "after-modify-attack"
    ROLL_DEFENSE = "roll-defense"
    AFTER_ROLL_DEFENSE = "after-roll-defense"
    MODIFY_DEFENSE_ATTACKER = "modify-defense-attacker"
    MODIFY_DEFENSE_DEFENDER = "modify-defense-defender"
    AFTER_MODIFY_DEFENSE = "after-modify-defense"
    BEFORE_NEUTRALIZE = "before-neutralize"
    NEUTRALIZE = "neutralize"
    ON_HIT = "on-hit"
    BEFORE_DAMAGE = "before-damage"
    AFTER_DAMAGE = "after-damage"
    AFTERMATH_DEFENDING = "aftermath-defending"
    AFTERMATH_ATTACKING = "aftermath-attacking"
    AFTERMATH_BONUS_DEFENDING = "aftermath-bonus-defending"
    AFTERMATH_BONUS_ATTACKING = "aftermath-bonus-attacking"


ROLE_OF = {
    Window.MODIFY_ATTACK_DEFENDER: Role.DEFENDER,
    Window.MODIFY_ATTACK_ATTACKER: Role.ATTACKER,
    Window.MODIFY_DEFENSE_ATTACKER: Role.ATTACKER,
    Window.MODIFY_DEFENSE_DEFENDER: Role.DEFENDER,
    Window.AFTERMATH_DEFENDING: Role.DEFENDER,
    Window.AFTERMATH_ATTACKING: Role.ATTACKER,
    Window.AFTERMATH_BONUS_DEFENDING: Role.DEFENDER,
    Window.AFTERMATH_BONUS_ATTACKING: Role.ATTACKER,
}
"""The role of the player to whom a window belongs; other windows belong to both."""

POOL_OF = {
    Window.MODIFY_ATTACK_DEFENDER: Pool.ATTACK,
    Window.MODIFY_ATTACK_ATTACKER: Pool.ATTACK,
    Window.MODIFY_DEFENSE_ATTACKER: Pool.DEFENSE,
    Window.MODIFY_DEFENSE_DEFENDER: Pool.DEFENSE,
}
OWN_WINDOW = {Pool.ATTACK: Window.MODIFY_ATTACK_ATTACKER, Pool.DEFENSE: Window.MODIFY_DEFENSE_DEFENDER}
"""The window in which the owner of a pool modifies its dice."""


ENEMY_WINDOW = {Pool.ATTACK: Window.MODIFY_ATTACK_DEFENDER, Pool.DEFENSE: Window.MODIFY_DEFENSE_ATTACKER}
"""The window in which the enemy of a pool's owner modifies its dice."""


def _between(first: Window, last: Window) -> tuple[Window, ...]:
    windows = tuple(Window)
    return windows[windows.index(first) : windows.index(last) + 1]


DICE_WINDOWS = {
    Pool.ATTACK: _between(Window.AFTER_ROLL_ATTACK, Window.NEUTRALIZE),
    Pool.DEFENSE: _between(Window.AFTER_ROLL_DEFENSE, Window.NEUTRALIZE),
}
"""The windows in which there are dice of a pool to act on."""

ROLL_OF = {Pool.ATTACK: Window.ROLL_ATTACK, Pool.DEFENSE: Window.ROLL_DEFENSE}
COUNTING_WINDOWS = {window: pool for pool, window in ROLL_OF.items()}
"""The windows in which the number of dice is determined, with their pool."""

FOCUS, CALCULATE, FORCE, LOCK, EVADE, GAS_CLOUD = "focus", "calculate", "force", "lock", "evade", "gas-cloud"
TOKEN_USES = (LOCK, FOCUS, CALCULATE, FORCE, EVADE)
DONE = "done"
PASS = "pass"

RESERVED_NAMES = (DONE, PASS, *TOKEN_USES, GAS_CLOUD)
"""The names in choices for what no card grants; no effect that a client describes has one of them."""


def usage_key(window: str, role: Role, name: str) -> str:
    """The key of an ability used or declined in a window; with the role, as both ships may have the same ability."""
    return f"{window}/{role}/{name}"
