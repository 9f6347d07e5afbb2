"""The places that are offered for a group that its player places: beside friends, far from enemies, in cover.

Any other place with room for it is accepted too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import NamedTuple

from app.rulesets.open_forces.game.battlefield import below, place_of, stands_upon
from app.rulesets.open_forces.game.end_position import EndPosition, enemies
from app.rulesets.open_forces.game.first_round import farthest_reach, first_attacks
from app.rulesets.open_forces.game.model import OpenForcesGroup, OpenForcesState
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.room import (
    EVERYWHERE,
    Size,
    block,
    bounds_of,
    box_of_obstacle,
    cell_within,
    is_inside,
    open_ground,
    size_of,
    walls_for,
)
from app.rulesets.open_forces.game.setup import (
    HUNDREDTHS,
    OpenForcesDataCard,
    OpenForcesObstacle,
    OpenForcesPoint,
    Points,
)
from app.rulesets.open_forces.game.shapes import Box, Shapes, box_of, widened
from app.rulesets.open_forces.game.state import card_of, with_placed
from app.rulesets.open_forces.game.vectors import Vector, beyond, middle_of, root_up, squared

SIDES: tuple[Vector, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
"""Right, left, up, down."""

SOME = 3
"""Beside how many friends, enemies and covers of each a group is offered places."""


class Room(NamedTuple):
    """Room for a group that is to be placed."""

    bounds: Box
    """Between which it is placed: its zone, or the battlefield where the zone is full, or all the plane."""
    spots: tuple[Points, ...]
    """Where its units may stand, each place once, first those beyond every range; there is always one."""


@lru_cache(maxsize=16)
def room_of(state: OpenForcesState, rules: OpenForcesGameOptions, group: str) -> Room:
    """The room for a group."""
    placed = next(other for other in state.to_place if other.id == group)
    wanted = [Spots(state, placed, bounds) for bounds in bounds_of(state, placed.seat)]
    looked, found = next((each, found) for each in wanted if (found := each.all_found()))

    def is_near(places: Points) -> bool:
        return any(first_attacks(EndPosition(with_placed(state, group, places), rules, group)))

    return Room(looked.bounds, tuple(sorted(found, key=is_near)))


@dataclass(frozen=True)
class Spots:
    """Looks for places that are worth offering to a group."""

    state: OpenForcesState
    group: OpenForcesGroup
    bounds: Box
    """Between which its bases stand; without an edge the middles of its bases."""

    @cached_property
    def card(self) -> OpenForcesDataCard:
        """The data card of the group."""
        return card_of(self.state, self.group)

    @cached_property
    def block(self) -> Points:
        """Its units around (0, 0)."""
        return block(len(self.group.units), self.card.base)

    @cached_property
    def size(self) -> Size:
        """How large it is."""
        return size_of(self.block, self.card.base)

    def all_found(self) -> tuple[Points, ...]:
        """Places with room for the group, each once; empty where none is found."""
        return tuple(dict.fromkeys(self.found())) or tuple(islice(self.on_open_ground(), 1))

    def found(self) -> Iterator[Points]:
        """Places with room for the group: beside friends, out of reach of enemies, in cover, in the middle."""
        friends = [other for other in self.state.groups if other.seat == self.group.seat]
        for friend in friends[-SOME:]:
            yield from filter(self.is_free, self.beside(self.box_of_group(friend)))
        for enemy in enemies(self.state, self.group)[-SOME:]:
            yield from filter(self.is_free, self.out_of_reach(enemy))
        for thing in [thing for thing in self.state.obstacles if thing.def_ > 0][:SOME]:
            yield from islice(filter(self.is_free, self.in_cover(thing)), 1)
        left, right, low, high = self.bounds
        yield from filter(self.is_free, [self.at(OpenForcesPoint((left + right) // 2, (low + high) // 2))])
        if self.bounds != EVERYWHERE:
            yield from islice(self.on_open_ground(), SOME)

    def at(self, middle: OpenForcesPoint) -> Points:
        """The places of the units where the middle of the group is there."""
        return tuple(OpenForcesPoint(place.x + middle.x, place.y + middle.y) for place in self.block)

    def beside(self, box: Box) -> Iterator[Points]:
        """Places on each side of a box, as near as the bases allow."""
        left, right, low, high = box
        x, y, (width, height) = (left + right) // 2, (low + high) // 2, self.size
        for dx, dy in SIDES:
            yield self.at(OpenForcesPoint(x + dx * (right - x + width), y + dy * (high - y + height)))

    def out_of_reach(self, enemy: OpenForcesGroup) -> Iterator[Points]:
        """OF-4: places from which neither group comes within range of the other in the first round."""
        places, card = tuple(place_of(unit) for unit in enemy.units), card_of(self.state, enemy)
        middle = middle_of(places)
        around = max(root_up(squared(middle, at)) for at in places) + card.base + sum(self.size)
        for side in SIDES:
            x, y = beyond(side, around + max(farthest_reach(card), farthest_reach(self.card)) + HUNDREDTHS)
            yield self.at(OpenForcesPoint(middle.x + x, middle.y + y))

    def in_cover(self, thing: OpenForcesObstacle) -> Iterator[Points]:
        """OF-35: places upon a cover, and on each side of it."""
        left, right, low, high = box = box_of_obstacle(thing)
        yield self.at(OpenForcesPoint((left + right) // 2, (low + high) // 2))
        yield from self.beside(box)

    def is_free(self, places: Points) -> bool:
        """OF-4, OF-19: whether the group may stand there."""
        base = 0 if self.bounds == EVERYWHERE else self.card.base
        if not is_inside(widened(box_of(places), base), self.bounds):
            return False
        return below(places, self.walls) is None and stands_upon(self.state, self.group, places, together=True) is None

    def on_open_ground(self) -> Iterator[Points]:
        """Places far from everything on the battlefield; `no-room` refuses a setup that could leave none."""
        return map(self.at, open_ground(self.bounds, cell_within(self.bounds, self.size), self.boxes()))

    @cached_property
    def walls(self) -> Shapes:
        """OF-19: what the units may not enter, larger by their own base."""
        return walls_for(self.card, self.state.obstacles)

    def boxes(self) -> Iterator[Box]:
        """The boxes of all that stands on the battlefield."""
        yield from map(box_of_obstacle, self.state.obstacles)
        for group in self.state.groups:
            base = card_of(self.state, group).base
            yield from (widened(box_of((place_of(unit),)), base) for unit in group.units)

    def box_of_group(self, group: OpenForcesGroup) -> Box:
        """The box in which a group stands."""
        places = tuple(place_of(unit) for unit in group.units)
        return widened(box_of(places), card_of(self.state, group).base)
