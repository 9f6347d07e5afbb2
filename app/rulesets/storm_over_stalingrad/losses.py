"""What each policy wants to lose least: the cost of damage points on a target."""

from app.rulesets.storm_over_stalingrad.allocation import Score, Target


def min_loss(target: Target, points: int, is_lost: bool) -> Score:
    """The least value lost, then the fewest units lost, retreating, flipped."""
    lost, leaves, flipped, turned = fate_of(target, points, is_lost)
    worth = target.worth
    return (worth * lost, lost, leaves, flipped, worth * leaves, target.firepower * turned, flipped * leaves)


def hold_ground(target: Target, points: int, is_lost: bool) -> Score:
    """The fewest units gone from the area, then the least value lost."""
    lost, leaves, flipped, turned = fate_of(target, points, is_lost)
    worth = target.worth
    gone = lost + leaves
    return (gone, worth * lost, lost, flipped, worth * leaves, target.firepower * turned, flipped * leaves)


def keep_fresh(target: Target, points: int, is_lost: bool) -> Score:
    """The fewest fresh units hit, then the least firepower among them, then the least value lost."""
    lost, leaves, flipped, turned = fate_of(target, points, is_lost)
    worth = target.worth
    return (turned, target.firepower * turned, worth * lost, lost, leaves, worth * leaves, flipped * leaves)


def fate_of(target: Target, points: int, is_lost: bool) -> tuple[int, int, int, int]:
    """Whether the unit is lost, leaves for another area, is flipped and no longer fresh; each 0 or 1.

    `is_lost`: it retreats and finds no place.
    """
    retreats = target.retreats(points)
    lost = target.is_eliminated(points) or is_lost
    leaves = retreats and not is_lost
    return int(lost), int(leaves), int(target.flips(points)), int(target.is_fresh and points > 0)
