"""Ships that are sent apart, each to attack each."""

from collections.abc import Hashable
from dataclasses import replace

from app.domain.completion import Sent
from app.domain.ruleset import Matrix
from app.rulesets.x_wing.model import XWingAttack, XWingShip

ATTACKER, DEFENDER = "attacker", "defender"


def id_of(sent: Sent) -> object:
    """The id of a ship as it was sent: that of its pilot where it has none of its own."""
    return sent.get("id", sent.get("pilot"))


def paired(attacker: Sent, defender: Sent) -> tuple[Sent, Sent]:
    """The same two ships, told apart where both have one id: the locks of each on it are on the other ship."""
    id, locks = id_of(attacker), defender.get("locks")
    if id != id_of(defender):
        return attacker, defender
    other = ATTACKER if id != ATTACKER else f"other-{ATTACKER}"
    if isinstance(locks, list):
        defender = {**defender, "locks": [other if lock == id else lock for lock in locks]}
    return {**attacker, "id": other}, defender


def profile(attack: XWingAttack) -> Hashable:
    """An attack without what ships are called, and as it would be with the ids `attacker` and `defender`."""
    ids = {attack.attacker.id: ATTACKER, attack.defender.id: DEFENDER}

    def called(ship: XWingShip) -> XWingShip:
        return replace(ship, id=ids[ship.id], name=None, locks=tuple([ids.get(lock, lock) for lock in ship.locks]))

    return replace(attack, attacker=called(attack.attacker), defender=called(attack.defender))


MATRIX = Matrix("attack_range", profile, paired, {"weapon": "pilot"})
