"""Names in choices for uses that no card grants, and the keys under which a state stores used abilities."""

from app.domain.record import Role
from app.rulesets.x_wing.terms import Window

FOCUS, CALCULATE, FORCE, LOCK, EVADE, GAS_CLOUD = "focus", "calculate", "force", "lock", "evade", "gas-cloud"
TOKEN_USES = (LOCK, FOCUS, CALCULATE, FORCE, EVADE)
DONE = "done"
PASS = "pass"


def usage_key(window: Window, role: Role, name: str) -> str:
    """The key of a used or declined ability; the role is part of it, as both ships may have the same ability."""
    return f"{window.value}/{role.value}/{name}"
