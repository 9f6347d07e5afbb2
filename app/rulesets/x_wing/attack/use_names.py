"""The names of the uses that no card grants, and the keys under which a state stores used abilities."""

from app.domain.record import Role
from app.rulesets.x_wing.terms import Window

FOCUS, CALCULATE, FORCE, LOCK, EVADE, GAS_CLOUD = "focus", "calculate", "force", "lock", "evade", "gas-cloud"
TOKEN_USES = (LOCK, FOCUS, CALCULATE, FORCE, EVADE)
DONE = "done"
PASS = "pass"


def usage_key(window: Window, role: Role, name: str) -> str:
    """How a ship's used or declined ability is remembered; both ships may have one of the same name."""
    return f"{window.value}/{role.value}/{name}"
