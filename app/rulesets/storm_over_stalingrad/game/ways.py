"""Through which areas units go, where control of these depends on it (SS-44, SS-60)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise

from app.domain.errors import IllegalChoice
from app.domain.table import Question
from app.rulesets.storm_over_stalingrad.game.activation import cost_of, movement_of
from app.rulesets.storm_over_stalingrad.game.model import GameOptions, State, Way
from app.rulesets.storm_over_stalingrad.game.state import ground_of, unit_at
from app.rulesets.storm_over_stalingrad.ground import are_adjacent
from app.rulesets.storm_over_stalingrad.model import Side

MOST_WAYS = 1000
"""How many ways are looked at for being listed; any other legal one is accepted."""


@dataclass(frozen=True, slots=True)
class WayContext:
    """The units that move, from where and to where."""

    units: tuple[str, ...]
    """The ids of the units."""
    area: str
    """The id of the area that they leave."""
    to: str
    """The id of the area that they enter."""


@dataclass(frozen=True, slots=True)
class Passed:
    """What is won on the way."""

    won: tuple[str, ...]
    """The ids of the areas on the way that come under the side's control, in order."""


@dataclass(frozen=True)
class ChooseWay(Question[Way]):
    """SS-44, SS-60: through which areas units go; a way enters no area twice, and none with enemy units."""

    state: State
    rules: GameOptions
    side: Side
    area: str
    to: str
    units: tuple[str, ...]

    def options(self) -> Iterator[Way]:
        """For each set of areas that can be won on the way the shortest way, the largest sets first."""
        yield from sorted(self._ways, key=lambda way: (-len(self.leads_to(way).won), len(way.through), way.through))

    @cached_property
    def _ways(self) -> tuple[Way, ...]:
        """The shortest ways, one for each set of areas that is won."""
        found: dict[frozenset[str], Way] = {}
        for way in islice(self._from((self.area,), 0), MOST_WAYS):
            won = frozenset(self.leads_to(way).won)
            if won not in found or len(way.through) < len(found[won].through):
                found[won] = way
        return tuple(found.values())

    def _from(self, steps: tuple[str, ...], spent: int) -> Iterator[Way]:
        """The ways that begin with these steps, for which so much is spent; a step ahead before a step aside."""
        ground, at = ground_of(self.state), ground_of(self.state)[steps[-1]]
        near = [area for area in ground.values() if are_adjacent(at, area) and area.id not in steps]
        for area in sorted(near, key=lambda area: (area.id != self.to, area.id)):
            cost = spent + cost_of(area, self.side, self.rules)
            if cost > self._movement:
                continue
            if area.id == self.to:
                yield Way(steps[1:])
            elif not area.count(self.side.enemy):
                yield from self._from((*steps, area.id), cost)

    @cached_property
    def _movement(self) -> int:
        """What the slowest of the units may spend."""
        return min(movement_of(unit_at(self.state, self.area, unit), self.rules) for unit in self.units)

    def check(self, choice: Way) -> None:
        ground, steps = ground_of(self.state), (self.area, *choice.through, self.to)
        is_known = all(area in ground for area in steps) and len(set(steps)) == len(steps)
        if not is_known or not self._is_passable(steps):
            raise IllegalChoice("no-such-way", "SS-60", area=self.area, to=self.to)

    def _is_passable(self, steps: tuple[str, ...]) -> bool:
        """Whether each step leads to an adjacent area, only the last to enemies, and all cost no more than there is."""
        ground = ground_of(self.state)
        is_linked = all(are_adjacent(ground[one], ground[other]) for one, other in pairwise(steps))
        is_free = not any(ground[area].count(self.side.enemy) for area in steps[1:-1])
        spent = sum(cost_of(ground[area], self.side, self.rules) for area in steps[1:])
        return is_linked and is_free and spent <= self._movement

    def forced(self) -> Way | None:
        """The way, where all ways come to the same."""
        return self._ways[0] if len(self._ways) == 1 else None

    def context(self) -> WayContext:
        return WayContext(self.units, self.area, self.to)

    def leads_to(self, choice: Way) -> Passed:
        ground = ground_of(self.state)
        return Passed(tuple(area for area in choice.through if ground[area].controller is not self.side))
