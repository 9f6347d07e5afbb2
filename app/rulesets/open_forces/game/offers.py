"""The movements that are offered on a battlefield: toward each enemy, into range, into cover, out of sight, back.

A group is offered straight moves in which all its units go the same way, so that it stays together. Any other legal
movement is accepted too.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from app.rulesets.open_forces.game.battlefield import (
    Circles,
    met_by,
    place_of,
    stands_upon,
    way_blockers,
)
from app.rulesets.open_forces.game.ended import Ended, enemies
from app.rulesets.open_forces.game.model import OpenForcesGroup, OpenForcesState, Target
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.setup import HUNDREDTHS, OpenForcesPoint, Points
from app.rulesets.open_forces.game.state import card_of, group_at, mode_of, moved
from app.rulesets.open_forces.game.targets import DeclareAttack, can_attack
from app.rulesets.open_forces.game.vectors import (
    COMPASS,
    Vector,
    between,
    beyond,
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


@lru_cache(maxsize=16)
def offered(state: OpenForcesState, rules: OpenForcesGameOptions, group: str) -> tuple[Points, ...]:
    """Where the units of a group may go, each place once, the most wanted first."""
    return tuple(Offers(state, rules, group).found())


@dataclass(frozen=True)
class Offers:
    """Looks for the movements of a group that are worth offering."""

    state: OpenForcesState
    rules: OpenForcesGameOptions
    group: str

    @cached_property
    def mover(self) -> OpenForcesGroup:
        """The group that moves."""
        return group_at(self.state, self.group)

    @cached_property
    def start(self) -> Points:
        """Where its units stand."""
        return tuple(place_of(unit) for unit in self.mover.units)

    @cached_property
    def blockers(self) -> Circles:
        """OF-19: what it may not pass through."""
        return way_blockers(self.state, self.mover, self.rules)

    @cached_property
    def reach(self) -> int:
        """OF-17: how far it may move, in hundredths."""
        return mode_of(self.state, self.mover).spd * HUNDREDTHS

    def found(self) -> Iterator[Points]:
        """Where the units may go, each place once: into range of each enemy and toward it, then by the whole field."""
        offered: list[Vector] = []
        for vector in self.wanted():
            if vector is not None and vector != (0, 0) and vector not in offered:
                offered.append(vector)
                yield self.shifted(vector)

    def wanted(self) -> Iterator[Vector | None]:
        """What a player may want, in this order; None where it cannot be had, (0, 0) where it is so already."""
        for enemy in self.lines:
            yield self.into_range(enemy)
            yield self.toward(enemy)
        yield self.into_cover(self.ended((0, 0)).cover())
        yield self.out_of_sight()
        yield self.back()

    def into_range(self, enemy: str) -> Vector | None:
        """OF-23 … OF-25: the shortest move after which the group can attack an enemy group."""
        if not can_attack(self.state, self.mover) or self.missing(enemy) > self.reach:
            return None

        def is_attackable(vector: Vector) -> bool:
            ended = self.ended(vector)
            return DeclareAttack(ended.state, ended.rules, ended.group).refusal(Target(enemy)) is None

        line = self.lines[enemy]
        return self.shortest(is_attackable, (scaled(line, self.missing(enemy) + 2), self.closing(line)))

    def missing(self, enemy: str) -> int:
        """OF-23: how far an enemy group is beyond the range, in hundredths; not above 0: it is within range."""
        rng = mode_of(self.state, self.mover).rng
        bases = card_of(self.state, self.mover).base + card_of(self.state, group_at(self.state, enemy)).base
        return 0 if rng is None else length_of(self.lines[enemy]) - bases - rng * HUNDREDTHS

    def toward(self, enemy: str) -> Vector | None:
        """The move that ends nearest to an enemy group; of several the shortest."""
        line = self.lines[enemy]
        ways = (self.closing(line), *self.compass)
        return min(ways, key=lambda way: (length_of(less(line, way)), length_of(way)))

    def into_cover(self, now: int) -> Vector | None:
        """OF-35: the shortest of the moves after which most is added to DEF; None where no move adds more."""
        covers = {vector: self.ended(vector).cover() for vector in self.beside_covers() if self.is_free(vector)}
        best = max(covers.values(), default=0)
        return min((v for v, cover in covers.items() if cover == best), key=length_of) if best > now else None

    def beside_covers(self) -> Iterator[Vector]:
        """Moves that bring a unit, or the middle of the group, to a cover: upon it, or beside it on each side."""
        base = card_of(self.state, self.mover).base
        for thing in self.state.obstacles:
            if thing.def_ > 0:
                for place in (*self.start, middle_of(self.start)):
                    to = between(place, thing.at)
                    yield to
                    for side in (scaled(to, 1000), *COMPASS):
                        away = beyond(side, thing.radius + base)
                        yield to[0] - away[0], to[1] - away[1]

    def out_of_sight(self) -> Vector | None:
        """The shortest move after which no enemy group sees the group; else one that hides it from the nearest."""
        watchers = [group_at(self.state, enemy) for enemy in self.lines]

        def hides_from(some: list[OpenForcesGroup]) -> Callable[[Vector], bool]:
            return lambda vector: not any(map(self.ended(vector).is_seen_by, some))

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
                    behind = beyond(between(eye, thing.at), thing.radius + room)
                    to = between(middle, thing.at)
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
            for enemy in enemies(self.state, self.mover)
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
        if vector[0] ** 2 + vector[1] ** 2 > self.reach**2:
            return False
        to = self.shifted(vector)
        met = met_by((self.start, to), self.blockers) or stands_upon(self.state, self.mover, to, together=True)
        return met is None

    def shifted(self, vector: Vector) -> Points:
        """Where the units stand after a move."""
        return tuple(OpenForcesPoint(at.x + vector[0], at.y + vector[1]) for at in self.start)

    def ended(self, vector: Vector) -> Ended:
        """What follows from a move."""
        return Ended(moved(self.state, self.mover, self.shifted(vector)), self.rules, self.group)
