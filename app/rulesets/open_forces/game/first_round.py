"""Which groups could attack which in the first round, over open ground (OF-4)."""

from app.rulesets.open_forces.game.end_position import EndPosition, enemies
from app.rulesets.open_forces.game.setup import HUNDREDTHS, OpenForcesDataCard
from app.rulesets.open_forces.game.state import card_of


def first_attacks(stands: EndPosition) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """OF-4: the ids of the enemy groups that a group could attack in the first round, and that could attack it."""
    own, theirs = card_of(stands.state, stands.mover), enemies(stands.state, stands.mover)
    targets = tuple(enemy.id for enemy in theirs if could_attack(own, stands.distances[enemy.id]))
    return targets, tuple(e.id for e in theirs if could_attack(card_of(stands.state, e), stands.distances[e.id]))


def could_attack(card: OpenForcesDataCard, distance: int) -> bool:
    """OF-4: whether units of a card could move and then attack at a distance, in one of their modes."""
    return any(reach is None or distance <= reach for reach in reaches_of(card))


def farthest_reach(card: OpenForcesDataCard) -> int:
    """OF-4: how far units of a card attack in one round with their movement, in hundredths, where the card tells it."""
    return max((reach for reach in reaches_of(card) if reach is not None), default=0) * HUNDREDTHS


def reaches_of(card: OpenForcesDataCard) -> list[int | None]:
    """OF-17, OF-23: SPD and RNG of each mode that attacks; None where the players agree on the range."""
    return [None if mode.rng is None else mode.spd + mode.rng for mode in card.modes if mode.atk is not None]
