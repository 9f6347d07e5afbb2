"""The questions of an impulse: which units of the area fire, and which go where."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from app.domain.errors import IllegalChoice, raise_all
from app.domain.table import Question
from app.rulesets.storm_over_stalingrad.game.activation import (
    Exit,
    able_to_fire,
    able_to_move,
    companions,
    exits_of,
    fire_of,
    teams,
)
from app.rulesets.storm_over_stalingrad.game.model import ArrivalArea, Firers, GameOptions, Movers, State
from app.rulesets.storm_over_stalingrad.model import Fire, Side, Unit
from app.rulesets.storm_over_stalingrad.refusals import declaration_refused


@dataclass(frozen=True, slots=True)
class FirersContext:
    """The area that fires, its target, and the units that may fire."""

    area: str
    """The id of the area whose units fire."""
    target: str
    """The id of the area at which they fire."""
    units: tuple[str, ...]
    """The ids of the units that may fire."""


@dataclass(frozen=True, slots=True)
class Firepower:
    """How strong a fire is."""

    firepower: int
    """The firepower of all units together."""


@dataclass(frozen=True, slots=True)
class ChooseFirers(Question[Firers]):
    """SS-4, SS-8: which units of the area fire."""

    state: State
    rules: GameOptions
    side: Side
    area: str
    target: str

    def options(self) -> Iterator[Firers]:
        """All that may fire together, then for each lower firepower the fewest units; other sets are legal too."""
        able = able_to_fire(self.state, self.rules, self.side, self.area)
        listed = [units for team in teams(able, self.side, self.rules) for units in by_strength(team)]
        for units in dict.fromkeys(listed):
            yield Firers(tuple(unit.id for unit in units))

    def check(self, choice: Firers) -> None:
        raise_all(declaration_refused(self.fire(choice), self.rules))

    def forced(self) -> Firers | None:
        """The only unit that may fire; None where there are several."""
        able = able_to_fire(self.state, self.rules, self.side, self.area)
        return Firers((able[0].id,)) if len(able) == 1 else None

    def fire(self, choice: Firers) -> Fire:
        """The fire of the chosen units."""
        return fire_of(self.state, self.side, self.area, self.target, choice.units)

    def context(self) -> FirersContext:
        units = able_to_fire(self.state, self.rules, self.side, self.area)
        return FirersContext(self.area, self.target, tuple(unit.id for unit in units))

    def leads_to(self, choice: Firers) -> Firepower:
        able = able_to_fire(self.state, self.rules, self.side, self.area)
        return Firepower(sum(unit.firepower for unit in able if unit.id in choice.units))


def by_strength(team: tuple[Unit, ...]) -> tuple[tuple[Unit, ...], ...]:
    """For each firepower that a part of the team has, the fewest units with it, the first by id; all units first."""
    found: dict[int, tuple[Unit, ...]] = {0: ()}
    for unit in team:
        for power, units in list(found.items()):
            known, more = found.get(power + unit.firepower), (*units, unit)
            if unit.firepower and (known is None or len(more) < len(known)):
                found[power + unit.firepower] = more
    rest = [units for power, units in sorted(found.items(), reverse=True) if units and units != team]
    return (team, *rest)


@dataclass(frozen=True, slots=True)
class MoversContext:
    """The area that the units leave, the units that may still move, and where they can go."""

    area: str
    """The id of the area that they leave."""
    units: tuple[str, ...]
    """The ids of the units that may still move."""
    exits: tuple[Exit, ...]
    """The areas to which they can move."""


@dataclass(frozen=True, slots=True)
class Staying:
    """Whether the others stay."""

    varied_by: ClassVar = "others_stay"
    others_stay: bool
    """Whether nobody more moves in this impulse."""


@dataclass(frozen=True, slots=True)
class ChooseMovers(Question[Movers]):
    """SS-60: which units of the area go where; asked again while others may move too."""

    state: State
    rules: GameOptions
    side: Side
    area: str
    moved: tuple[Unit, ...]
    """The units of the area that have moved in this impulse."""

    @property
    def able(self) -> tuple[Unit, ...]:
        """The units that may still move, of one division with those that have moved (SS-8)."""
        return companions(able_to_move(self.state, self.side, self.area), self.moved, self.side, self.rules)

    @property
    def exits(self) -> tuple[Exit, ...]:
        """Where they can go, with the room there, and who gets there."""
        return exits_of(self.state, self.side, self.area, self.able, self.rules)

    def options(self) -> Iterator[Movers]:
        """Once some have moved, nobody more; then for each area as many as it holds, and each unit alone."""
        if self.moved:
            yield Movers()
        able = self.able
        for exit in self.exits:
            fast = tuple(unit for unit in able if unit.id in exit.units)
            listed = [team[: exit.room] for team in teams(fast, self.side, self.rules)]
            listed += [(unit,) for unit in fast]
            for units in dict.fromkeys(tuple(unit.id for unit in units) for units in listed):
                yield Movers(units, exit.area)

    def leads_to(self, choice: Movers) -> Staying:
        return Staying(not choice.units)

    def check(self, choice: Movers) -> None:
        if not choice.units:
            if choice.to is not None or not self.moved:
                raise IllegalChoice("no-movers", "SS-60")
            return
        self.check_units(choice)
        exit = next((exit for exit in self.exits if exit.area == choice.to), None)
        if exit is None:
            raise IllegalChoice("no-way", "SS-60", area=choice.to)
        if slow := next((unit for unit in choice.units if unit not in exit.units), None):
            raise IllegalChoice("unit-too-slow", "SS-60", unit=slow, area=exit.area)
        if len(choice.units) > exit.room:
            raise IllegalChoice("no-room", "SS-39", area=exit.area, room=exit.room)

    def check_units(self, choice: Movers) -> None:
        """SS-8, SS-60: raise IllegalChoice unless these units may move together."""
        able = {unit.id: unit for unit in self.able}
        for place, unit in enumerate(choice.units):
            if unit not in able:
                raise IllegalChoice("unit-not-able", "SS-60", unit=unit)
            if unit in choice.units[:place]:
                raise IllegalChoice("duplicate-unit", "SS-60", unit=unit)
        together = tuple(able[unit] for unit in choice.units)
        bound = tuple(unit for unit in together if not unit.independent)
        allowed = companions(bound, bound[:1], self.side, self.rules)
        if other := next((unit for unit in bound if unit not in allowed), None):
            raise IllegalChoice("division-mix", "SS-8", unit=other.id)

    def context(self) -> MoversContext:
        return MoversContext(self.area, tuple(unit.id for unit in self.able), self.exits)


@dataclass(frozen=True, slots=True)
class ArrivalContext:
    """The unit that arrives, and the areas that are open to it."""

    unit: str
    """The id of the unit."""
    areas: tuple[str, ...]
    """The ids of the areas."""


@dataclass(frozen=True, slots=True)
class ChooseArrival(Question[ArrivalArea]):
    """SS-63: which of the areas that are open to it a unit enters."""

    unit: str
    areas: tuple[str, ...]

    def options(self) -> Iterator[ArrivalArea]:
        """The areas, in the order of the setup."""
        return map(ArrivalArea, self.areas)

    def check(self, choice: ArrivalArea) -> None:
        if choice.area not in self.areas:
            raise IllegalChoice("not-open", "SS-63", unit=self.unit, area=choice.area)

    def forced(self) -> ArrivalArea | None:
        """The only area that is open; None where there are several."""
        return ArrivalArea(self.areas[0]) if len(self.areas) == 1 else None

    def context(self) -> ArrivalContext:
        return ArrivalContext(self.unit, self.areas)
