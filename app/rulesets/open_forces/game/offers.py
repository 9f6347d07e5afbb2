"""The movements that are offered on a battlefield: toward each enemy, into range, into cover, out of sight, back.

A group is offered straight moves in which all its units go the same way, so that it stays together. Any other legal
movement is accepted too.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from itertools import islice

from app.rulesets.open_forces.game.battlefield import (
    bases_of_others,
    below,
    met_by,
    off_the_field,
    place_of,
    way_blockers,
)
from app.rulesets.open_forces.game.end_position import EndPosition, enemies
from app.rulesets.open_forces.game.model import OpenForcesGroup, OpenForcesState, Target
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.setup import HUNDREDTHS, OpenForcesMode, OpenForcesPoint, Points
from app.rulesets.open_forces.game.shapes import Shape, Shapes, corners_of, near, shape_of, sides, sides_of
from app.rulesets.open_forces.game.sight import Effort, Sight
from app.rulesets.open_forces.game.state import card_of, group_at, mode_of, moved
from app.rulesets.open_forces.game.targets import DeclareAttack, can_attack
from app.rulesets.open_forces.game.vectors import (
    COMPASS,
    Vector,
    between,
    beyond,
    down,
    length_of,
    less,
    middle_of,
    root_up,
    scaled,
    squared,
    turned,
)

STEPS = 8
"""In how many lengths each direction of the compass is tried."""

HALVINGS = 12
"""How often the way to what blocks it is halved to find how far it is free."""

ENEMIES = 8
"""Toward how many enemy groups a group is offered moves, the nearest first."""

TELLING = 2_000_000
"""How many lines are held against shapes at most to tell what follows from the moves that are offered."""


@lru_cache(maxsize=16)
def offered(state: OpenForcesState, rules: OpenForcesGameOptions, group: str) -> tuple[Points, ...]:
    """Where the units of a group may go, each place once, the most wanted first."""
    wanted = Offers(state, rules, group)
    return tuple(islice(wanted.found(), TELLING // wanted.max_sight_lines))


@dataclass(frozen=True)
class Offers:
    """Looks for the movements of a group that are worth offering.

    Where a search costs too much, a way that was not looked at counts as blocked, and what may be hidden as seen.
    """

    state: OpenForcesState
    rules: OpenForcesGameOptions
    group: str
    effort: Effort = field(default_factory=Effort)

    @cached_property
    def mover(self) -> OpenForcesGroup:
        """The group that moves."""
        return group_at(self.state, self.group)

    @cached_property
    def start(self) -> Points:
        """Where its units stand."""
        return tuple(place_of(unit) for unit in self.mover.units)

    @cached_property
    def blockers(self) -> Shapes:
        """OF-19: what it may not pass through."""
        return way_blockers(self.state, self.mover, self.rules)

    @cached_property
    def reach(self) -> int:
        """OF-17: how far it may move, in hundredths."""
        return self.mode.spd * HUNDREDTHS

    @cached_property
    def bases(self) -> Shapes:
        """OF-19: where the bases of other groups leave it no room to stand."""
        return bases_of_others(self.state, self.mover)

    @cached_property
    def mode(self) -> OpenForcesMode:
        """OF-16: its mode."""
        return mode_of(self.state, self.mover)

    @cached_property
    def enemies(self) -> dict[str, OpenForcesGroup]:
        """The enemy groups, by id."""
        return {enemy.id: enemy for enemy in enemies(self.state, self.mover)}

    @cached_property
    def sight(self) -> Sight:
        """Who sees whom where it would stand."""
        return Sight(self.state, self.rules, self.mover, self.effort)

    @property
    def max_sight_lines(self) -> int:
        """The upper limit of sight lines that are tested for one move."""
        shapes = corners_of(self.state.obstacles) + sum(len(group.units) for group in self.state.groups)
        return len(self.start) * sum(len(enemy.units) for enemy in self.enemies.values()) * shapes or 1

    def found(self) -> Iterator[Points]:
        """Where the units may go, each place once: into range of each enemy and toward it, then by the whole field."""
        offered: list[Vector] = []
        for vector in self.wanted():
            if vector is not None and vector != (0, 0) and vector not in offered:
                offered.append(vector)
                yield self.shifted(vector)

    def wanted(self) -> Iterator[Vector | None]:
        """What a player may want, in this order; None where it cannot be had, (0, 0) where it is so already."""
        looks: list[Callable[[], Vector | None]] = []
        for enemy in islice(self.lines, ENEMIES):
            looks += [partial(self.into_range, enemy), partial(self.toward, enemy)]
        for look in (*looks, self.into_cover, self.out_of_sight, self.back):
            self.effort.renew()
            yield look()

    def into_range(self, enemy: str) -> Vector | None:
        """OF-23 … OF-25: the shortest move after which the group can attack an enemy group."""
        line, missing = self.lines[enemy], self.missing(enemy, self.start)
        if not can_attack(self.state, self.mover) or missing > self.reach:
            return None
        more = (scaled(line, missing + 2), self.closing(line))
        return self.shortest(lambda vector: self.is_attackable(enemy, vector), more)

    def is_attackable(self, enemy: str, vector: Vector) -> bool:
        """OF-23 … OF-25: whether the group can attack an enemy group after a move; what is quick is looked at first."""
        places, target, looks = self.shifted(vector), self.enemies[enemy], self.mode.needs_line_of_sight
        if self.missing(enemy, places) > 0:
            return False
        if looks and not self.mode.spl and self.sight.is_hidden(places, target):
            return False
        lines = self.sight.lines(places, target) if looks else len(places) * len(target.units)
        if not self.effort.allows(lines):
            return False
        ended = self.ended(vector)
        return DeclareAttack(ended.state, ended.rules, ended.group).refusal(Target(enemy)) is None

    def missing(self, enemy: str, places: Points) -> int:
        """OF-23: how far an enemy group is beyond the range from some places, in hundredths; not above 0: within."""
        if self.mode.rng is None:
            return 0
        target = self.enemies[enemy]
        bases = card_of(self.state, self.mover).base + card_of(self.state, target).base
        nearest = root_up(min(squared(at, place_of(unit)) for at in places for unit in target.units))
        return nearest - bases - self.mode.rng * HUNDREDTHS

    def toward(self, enemy: str) -> Vector | None:
        """The move that ends nearest to an enemy group; of several the shortest."""
        line = self.lines[enemy]
        ways = (self.closing(line), *self.compass)
        return min(ways, key=lambda way: (length_of(less(line, way)), length_of(way)))

    def into_cover(self) -> Vector:
        """OF-35: the shortest of the moves after which most is added to DEF; to stay, where no move adds more."""
        ways = sorted(dict.fromkeys(self.beside_covers()), key=length_of)
        self.effort.renew()
        ways = [(0, 0), *filter(self.is_free, ways)]
        return max(ways, key=lambda way: (self.ended(way).cover(), -length_of(way)))

    def beside_covers(self) -> Iterator[Vector]:
        """Moves that bring a unit, or the middle of the group, to a cover: upon it, or beside it on each side."""
        base = card_of(self.state, self.mover).base
        for thing in self.state.obstacles:
            if thing.def_ > 0:
                for place in (*self.start, middle_of(self.start)):
                    for spot in spots_of(shape_of(thing), place):
                        to = between(place, spot)
                        if not self.effort.allows(len(COMPASS)):
                            return
                        yield to
                        for side in (scaled(to, 1000), *COMPASS):
                            yield less(to, beyond(side, thing.radius + base))

    def out_of_sight(self) -> Vector | None:
        """The shortest move after which no enemy group sees the group; else one that hides it from the nearest."""
        watchers = [self.enemies[enemy] for enemy in self.lines]

        def hides_from(some: list[OpenForcesGroup]) -> Callable[[Vector], bool]:
            return lambda vector: not any(self.sight.is_seen(self.shifted(vector), watcher) for watcher in some)

        hidden = self.shortest(hides_from(watchers), self.shadows(watchers))
        if hidden is None and len(watchers) > 1:
            return self.shortest(hides_from(watchers[:1]), self.shadows(watchers[:1]))
        return hidden

    def shadows(self, watchers: list[OpenForcesGroup]) -> Iterator[Vector]:
        """Moves that bring the group behind an obstacle, as seen by an enemy group."""
        middle = middle_of(self.start)
        room = max(root_up(squared(middle, place)) for place in self.start) + card_of(self.state, self.mover).base
        for watcher in watchers:
            eye = middle_of(tuple(place_of(unit) for unit in watcher.units))
            for thing in self.state.obstacles:
                if thing.blocks_sight:
                    center = middle_of(shape_of(thing)[0])
                    behind = beyond(between(eye, center), thing.radius + room)
                    to = between(middle, center)
                    yield to[0] + behind[0], to[1] + behind[1]

    def back(self) -> Vector | None:
        """The move that ends furthest from the enemy groups; of several the shortest."""
        lines = self.lines.values()
        ways = (*(self.furthest(turned(line), self.reach) for line in lines), *self.compass)
        return max(ways, key=lambda way: (min(length_of(less(line, way)) for line in lines), -length_of(way)))

    @cached_property
    def compass(self) -> tuple[Vector, ...]:
        """Free moves in all directions of the compass, the shortest first."""
        lengths = [self.reach * step // STEPS for step in range(1, STEPS + 1)]
        return tuple(v for length in lengths for v in (scaled(way, length) for way in COMPASS) if self.is_free(v))

    def shortest(self, wanted: Callable[[Vector], bool], more: Iterable[Vector]) -> Vector | None:
        """The shortest free move for which `wanted` holds, of those in `more` and those of the compass."""
        free = [vector for vector in more if self.is_free(vector)]
        return next(filter(wanted, sorted(((0, 0), *free, *self.compass), key=length_of)), None)

    @cached_property
    def lines(self) -> dict[str, Vector]:
        """For each enemy group the vector from our nearest unit to its nearest unit, the nearest group first."""
        found = {
            enemy.id: min((between(a, place_of(b)) for a in self.start for b in enemy.units), key=length_of)
            for enemy in self.enemies.values()
        }
        return dict(sorted(found.items(), key=lambda pair: length_of(pair[1])))

    def closing(self, straight: Vector) -> Vector:
        """As far as the group may go straight to a place."""
        return self.furthest(straight, min(self.reach, length_of(straight)))

    def furthest(self, way: Vector, most: int) -> Vector:
        """As far as the group may go in a direction, at most `most` hundredths."""
        if self.is_free(whole := scaled(way, most)):
            return whole
        free, blocked = 0, most
        for _ in range(HALVINGS):
            half = (free + blocked) // 2
            free, blocked = (half, blocked) if self.is_free(scaled(way, half)) else (free, half)
        return scaled(way, free)

    def is_free(self, vector: Vector) -> bool:
        """OF-17, OF-19: whether the group may make a move."""
        if vector[0] ** 2 + vector[1] ** 2 > self.reach**2 or not self.effort.allows(self.lines_near):
            return False
        to = self.shifted(vector)
        if off_the_field(self.state, self.mover, (to,)):
            return False
        ways, ends = near(self.blockers, (*self.start, *to)), near(self.bases, to)
        if not self.effort.allows(len(to) * (sides(ways) + len(ends))):
            return False
        return met_by((self.start, to), ways) is None and below(to, ends) is None

    @cached_property
    def lines_near(self) -> int:
        """What it costs to find the shapes that are near, in lines held against shapes."""
        return len(self.start) + (len(self.blockers) + len(self.bases)) // 8

    def shifted(self, vector: Vector) -> Points:
        """Where the units stand after a move."""
        return tuple(OpenForcesPoint(at.x + vector[0], at.y + vector[1]) for at in self.start)

    def ended(self, vector: Vector) -> EndPosition:
        """What follows from a move."""
        return EndPosition(moved(self.state, self.mover, self.shifted(vector)), self.rules, self.group)


def spots_of(shape: Shape, place: OpenForcesPoint) -> Iterator[OpenForcesPoint]:
    """Places to go to at a shape: the nearest on each of its sides, rounded; the center of a disc."""
    corners, _ = shape
    if len(corners) == 1:
        yield corners[0]
    for p, q in sides_of(corners):
        (dx, dy), length = between(p, q), squared(p, q) or 1
        along = min(length, max(0, dx * (place.x - p.x) + dy * (place.y - p.y)))
        yield OpenForcesPoint(p.x + down(dx * along, length), p.y + down(dy * along, length))
