"""How moves of a game are judged by who looks one move ahead: by army values, and by what is missing for an attack."""

from fractions import Fraction

from app.domain.board import LookAhead
from app.domain.odds import Distributions, mean
from app.rulesets.open_forces.game.battlefield import distance_between
from app.rulesets.open_forces.game.end_position import enemies
from app.rulesets.open_forces.game.model import Command, OpenForcesGroup, OpenForcesMove, OpenForcesState
from app.rulesets.open_forces.game.state import are_friends, card_of, find_group, keeps_positions
from app.rulesets.open_forces.model import OpenForcesAttack


def gain(state: OpenForcesState, attack: OpenForcesAttack, odds: Distributions) -> Fraction:
    """OF-39: the army value that an attack is expected to kill; less than 0 where it kills friends."""
    attacker, target = (group_of(state, side.unit_ids) for side in (attack.attacker, attack.defender))
    value = mean(odds["kills"]) * card_of(state, target).army_value
    return -value if are_friends(state, attacker.seat, target.seat) else value


def group_of(state: OpenForcesState, units: tuple[str, ...]) -> OpenForcesGroup:
    """The group of some units."""
    return next(group for group in state.groups if any(unit.id in units for unit in group.units))


def missing(state: OpenForcesState, move: OpenForcesMove) -> tuple[int, ...] | None:
    """OF-23: how far the nearest enemy group is beyond the longest range of the commanded group, then its distance.

    None in a game without positions, and for a group that has no attack in any mode.
    """
    group = find_group(state, move.group) if isinstance(move, Command) else None
    if group is None or not keeps_positions(state):
        return None
    ranges = [mode.rng for mode in card_of(state, group).modes if mode.atk is not None]
    nearest = min((distance_between(state, group, enemy) for enemy in enemies(state, group)), default=None)
    if not ranges or nearest is None:
        return None
    return max(0, nearest - max(nearest if rng is None else rng for rng in ranges)), nearest


AHEAD = LookAhead(gain, missing)
