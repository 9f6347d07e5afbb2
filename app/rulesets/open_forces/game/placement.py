"""How groups are placed in turn before the first round, and what could attack them in it (OF-4)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from app.domain.board import BoardTable
from app.domain.choices import apart
from app.domain.errors import IllegalChoice, raise_all
from app.domain.record import seat_name
from app.domain.table import Question
from app.rulesets.open_forces.game import facts
from app.rulesets.open_forces.game.battlefield import place_of
from app.rulesets.open_forces.game.end_position import EndPosition
from app.rulesets.open_forces.game.first_round import first_attacks
from app.rulesets.open_forces.game.formation import is_formation
from app.rulesets.open_forces.game.model import OpenForcesGroup, OpenForcesState, Places
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.room import EVERYWHERE, block, unit_below, walls_for
from app.rulesets.open_forces.game.setup import HUNDREDTHS, Points
from app.rulesets.open_forces.game.shapes import containing, over_edge
from app.rulesets.open_forces.game.spots import room_of
from app.rulesets.open_forces.game.state import card_of, with_placed
from app.rulesets.open_forces.game.vectors import middle_of

Table = BoardTable[OpenForcesState]


def place(seat: int, id: str, options: OpenForcesGameOptions, table: Table) -> None:
    """OF-4: a player places an own group where there is room for it."""
    chosen = table.ask(PlaceGroup(table.state, options, id), by=seat_name(seat), rule="OF-4")
    table.note(facts.GroupPlaced(id, seat, chosen.positions), rule="OF-4")
    if not table.state.to_place:
        note_first_ranges(options, table)


def note_first_ranges(options: OpenForcesGameOptions, table: Table) -> None:
    """OF-4: once all groups are placed, note which of them could attack in the first round."""
    within = [(g.id, first_attacks(EndPosition(table.state, options, g.id))[0]) for g in table.state.groups]
    table.note(facts.PlacementEnded(any(targets for _, targets in within)), rule="OF-4")
    for id, targets in within:
        if targets:
            table.note(facts.WithinRange(id, targets), rule="OF-4")


@dataclass(frozen=True, slots=True)
class PlacementContext:
    """The group, and places for its units that a client may shift and turn."""

    group: str
    """The id of the group."""
    base: int
    """The radius of the base of its units, in hundredths of the unit of length."""
    positions: Points
    """Units beside each other around (0, 0), in the order of the group."""


class Stands(StrEnum):
    """What a place is good for: whether the group, or an enemy group, could attack the other in the first round."""

    ALONE = "alone"
    BEYOND = "beyond"
    WITHIN = "within"


@dataclass(frozen=True, slots=True)
class PlacementEnds:
    """What follows from a place, as long as no other group is placed."""

    varied_by: ClassVar = "stands"
    stands: Stands
    """`alone`: no enemy group is on the field; `within`: it or an enemy could attack the other in round 1."""
    x: int
    """Where the middle of the group is, in the unit of length, rounded down."""
    y: int
    """The second coordinate, in the unit of length, rounded down."""
    cover: int
    """What its covers would add to its DEF."""
    attacked_by: tuple[str, ...]
    """The ids of the enemy groups that could attack it in the first round, over open ground."""
    targets: tuple[str, ...]
    """The ids of the enemy groups that it could attack in the first round, over open ground."""
    nearest: str | None
    """The id of the enemy group that would be nearest; null where none is on the field."""
    nearest_distance: int | None
    """How far that group would be, rounded up."""


@dataclass(frozen=True, slots=True)
class PlaceGroup(Question[Places]):
    """OF-4: where a group is placed."""

    state: OpenForcesState
    rules: OpenForcesGameOptions
    group: str

    @property
    def placed(self) -> OpenForcesGroup:
        """The group that is to be placed."""
        return next(group for group in self.state.to_place if group.id == self.group)

    def options(self) -> Iterator[Places]:
        """Places that a player may want, first those beyond every range; any other place with room is accepted too.

        Of places from which the same follows, the first is listed.
        """
        return apart(self, map(Places, room_of(self.state, self.rules, self.group).spots))

    def forced(self) -> None:
        """Nobody is forced: a group may stand in more places than are offered."""

    def check(self, choice: Places) -> None:
        raise_all(self.refusals(choice))

    def refusals(self, choice: Places) -> Iterator[IllegalChoice]:
        """OF-3, OF-4, OF-19: everything for which a group may not stand in some places."""
        group, card, places = self.placed, card_of(self.state, self.placed), choice.positions
        if len(places) != len(group.units):
            yield IllegalChoice("wrong-count", "OF-4", expected=len(group.units), sent=len(places))
            return
        if self.rules.enforce_formation and not is_formation(places, card.base):
            yield IllegalChoice("not-in-formation", "OF-3", group=group.id)
        yield from self.edge_refused(choice)
        stand = [
            (unit.id, place_of(unit), card_of(self.state, other).base)
            for other in self.state.groups
            for unit in other.units
        ]
        walls = walls_for(card, self.state.obstacles)
        for unit, at in zip((unit.id for unit in group.units), places, strict=True):
            if below := unit_below(at, card.base, stand):
                yield IllegalChoice("units-overlap", "OF-19", unit=unit, other=below)
            for thing in containing(at, walls):
                yield IllegalChoice("unit-in-obstacle", "OF-4", unit=unit, obstacle=thing)
            stand.append((unit, at, card.base))

    def edge_refused(self, choice: Places) -> Iterator[IllegalChoice]:
        """OF-4: a group stands in the zone of its army and on the battlefield, as long as there is room for it."""
        if not (self.state.battlefield or self.state.zones):
            return
        base = card_of(self.state, self.placed).base
        bounds = room_of(self.state, self.rules, self.group).bounds
        for unit, at in zip(self.placed.units, choice.positions, strict=True):
            if bounds != EVERYWHERE and over_edge(bounds, at, base) > 0:
                left, right, low, high = bounds
                yield IllegalChoice("outside-of-zone", "OF-4", unit=unit.id, left=left, right=right, low=low, high=high)

    def context(self) -> PlacementContext:
        base = card_of(self.state, self.placed).base
        return PlacementContext(self.group, base, block(len(self.placed.units), base))

    def leads_to(self, choice: Places) -> PlacementEnds:
        state = with_placed(self.state, self.group, choice.positions)
        ended, middle = EndPosition(state, self.rules, self.group), middle_of(choice.positions)
        targets, attacked_by = first_attacks(ended)
        within = Stands.WITHIN if targets or attacked_by else Stands.BEYOND
        nearest, nearest_distance = next(iter(ended.distances.items()), (None, None))
        return PlacementEnds(
            stands=within if ended.distances else Stands.ALONE,
            x=middle.x // HUNDREDTHS,
            y=middle.y // HUNDREDTHS,
            cover=ended.cover(),
            attacked_by=attacked_by,
            targets=targets,
            nearest=nearest,
            nearest_distance=nearest_distance,
        )
