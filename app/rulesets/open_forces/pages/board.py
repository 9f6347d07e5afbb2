"""The battlefield of Open Forces, to scale; range and sight while a group is held."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.drawing.labels import lines_of
from app.drawing.view import Json, View
from app.rulesets.open_forces.game.battlefield import distance_between, place_of, seen_by_all
from app.rulesets.open_forces.game.model import OpenForcesGroup, OpenForcesState
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.setup import (
    HUNDREDTHS,
    OpenForcesMode,
    OpenForcesObstacle,
    OpenForcesPoint,
    OpenForcesRectangle,
)
from app.rulesets.open_forces.game.shapes import box_of, box_of_rectangle
from app.rulesets.open_forces.game.state import are_friends, card_of, find_group, keeps_positions, mode_of
from app.rulesets.open_forces.game.vectors import middle_of

WIDTH = 1000
"""How wide the picture is, in its own units."""
MARGIN = 400
"""What is shown around all that stands on the battlefield, in hundredths."""
LINES = 10 * HUNDREDTHS
"""How far the lines of the grid are from each other, in hundredths."""
ROOM = 4 * LINES
"""What is shown around while groups are placed."""
RIM = 100
"""What is shown around a battlefield that has an edge."""


@dataclass(frozen=True)
class Scale:
    """Where a place of the battlefield stands in the picture; seat 1 begins at the lower edge."""

    left: int
    right: int
    bottom: int
    top: int

    @property
    def height(self) -> float:
        """How high the picture is."""
        return self.length(self.top - self.bottom)

    def length(self, hundredths: int) -> float:
        """A length in the picture."""
        return round(hundredths * WIDTH / (self.right - self.left), 1)

    def at(self, place: OpenForcesPoint) -> tuple[float, float]:
        """A place in the picture."""
        return self.length(place.x - self.left), self.length(self.top - place.y)


def drawn(view: View) -> Json:
    """The groups of each seat; with positions the battlefield, and what the held group sees and reaches."""
    state: OpenForcesState = view.load(OpenForcesState, view.board)
    chosen: OpenForcesGameOptions = view.load(OpenForcesGameOptions, view.options)
    holding = find_group(state, view.held) if view.held else None
    has_places = keeps_positions(state) or bool(state.battlefield or state.obstacles)
    aims = list(aims_of(state, holding, chosen)) if holding and has_places else []
    return {
        "round": state.round,
        "placing": bool(state.to_place),
        "turn": state.turn,
        "objective": state.objective,
        "unit": chosen.unit_of_length,
        "armies": [
            {
                "seat": each.seat,
                "team": each.team,
                "groups": [group_json(view, state, g, aims) for g in groups_of(state, each.seat)],
            }
            for each in state.players
        ],
        "held": holding and holding.id,
        "field": field(view, state, holding, aims) if has_places else None,
    }


def groups_of(state: OpenForcesState, seat: int) -> Iterator[OpenForcesGroup]:
    """The groups of a seat, those on the battlefield first."""
    return (group for group in (*state.groups, *state.to_place) if group.seat == seat)


def group_json(view: View, state: OpenForcesState, group: OpenForcesGroup, aims: list[Json]) -> Json:
    """A group in words and numbers."""
    card, mode = card_of(state, group), mode_of(state, group)
    aim = next((each for each in aims if each["target"] == group.id), None)
    return {
        "id": group.id,
        "called": view.called(group.id, "groups"),
        "card": card.name or card.id,
        "units": len(group.units),
        "ready": group.ready,
        "is_to_place": group in state.to_place,
        "mode": mode.mode,
        "mode_name": mode.name,
        "values": list(values_of(mode)),
        "aim": aim,
    }


def values_of(mode: OpenForcesMode) -> Iterator[tuple[str, str]]:
    """The values of a mode as its data card shows them, those that it has."""
    yield "SPD", str(mode.spd)
    yield "DEF", signed(mode.def_)
    if mode.atk is not None:
        first = "" if mode.atk_base is None else f"{signed(mode.atk_base)} / "
        yield "ATK", first + signed(mode.atk)
    if mode.spl:
        yield "SPL", str(mode.spl)
    if mode.rng is not None:
        yield "RNG", str(mode.rng)


def signed(value: int) -> str:
    """A number with the typographic sign."""
    return str(value).replace("-", "−")


def aims_of(state: OpenForcesState, group: OpenForcesGroup, options: OpenForcesGameOptions) -> Iterator[Json]:
    """How far each group of another team is from a group, and how many of its units all attackers see."""
    reach = mode_of(state, group).rng
    for other in state.groups:
        if are_friends(state, group.seat, other.seat):
            continue
        seen = seen_by_all(state, group, other, options)
        distance = distance_between(state, group, other)
        yield {
            "target": other.id,
            "distance": distance,
            "seen": seen,
            "units": len(other.units),
            "in_range": reach is None or distance <= reach,
        }


def field(view: View, state: OpenForcesState, held: OpenForcesGroup | None, aims: list[Json]) -> Json:
    """The battlefield as shapes of a picture."""
    scale, edge = scale_of(state), state.battlefield
    groups = [shape_of_group(view, state, group, scale) for group in state.groups]
    obstacles = [shape_of_obstacle(thing, scale) for thing in state.obstacles]
    labelled = [(thing, "label", thing["called"] or "") for thing in obstacles]
    labelled += [(group, "name", f"{group['called']} {group['mode']}") for group in groups]
    lines = lines_of((name, *thing[label]) for thing, label, name in labelled)
    for (thing, label, _), line in zip(labelled, lines, strict=True):
        thing[label] = (thing[label][0], line)
    middles = {group["id"]: group["middle"] for group in groups}
    return {
        "width": WIDTH,
        "height": scale.height,
        "grid": grid(scale),
        "ten": scale.length(LINES),
        "edge": rectangle(scale, edge) if edge else None,
        "zones": [
            {"seat": seat, **rectangle(scale, zone)}
            for seat, zone in enumerate(() if state.round else state.zones, 1)
            if zone is not None
        ],
        "obstacles": obstacles,
        "groups": groups,
        "reach": reach_of(state, held, scale) if held else None,
        "aims": [{**aim, "from": middles[held.id], "to": middles[aim["target"]]} for aim in aims if held is not None],
        "scale": {"left": scale.left, "top": scale.top, "per": scale.length(HUNDREDTHS) / HUNDREDTHS},
    }


def scale_of(state: OpenForcesState) -> Scale:
    """A scale that shows the battlefield, all that stands on it, and room for groups to place where it has no edge."""
    bases = {card.id: card.base for card in state.cards}
    boxes = [
        (at.x - reach, at.x + reach, at.y - reach, at.y + reach)
        for at, reach in [
            *((place_of(unit), bases[group.card]) for group in state.groups for unit in group.units),
            *((at, thing.radius) for thing in state.obstacles for at in (thing.at, *thing.corners)),
        ]
    ]
    if edge := state.battlefield:
        boxes.append(box_of_rectangle(edge))
    boxes = boxes or [(0, 0, 0, 0)]
    margin = RIM if edge else ROOM if state.to_place else MARGIN
    left, right, bottom, top = (
        pick(side) for pick, side in zip((min, max, min, max), zip(*boxes, strict=True), strict=True)
    )
    return Scale(left - margin, right + margin, bottom - margin, top + margin)


def rectangle(scale: Scale, one: OpenForcesRectangle) -> Json:
    """The battlefield, or a zone on it."""
    left, top = scale.at(OpenForcesPoint(one.at.x, one.at.y + one.height))
    return {"left": left, "top": top, "width": scale.length(one.width), "height": scale.length(one.height)}


def grid(scale: Scale) -> Json:
    """The lines of the grid, as places in the picture."""
    first_x, first_y = -(-scale.left // LINES) * LINES, -(-scale.bottom // LINES) * LINES
    return {
        "x": [scale.length(x - scale.left) for x in range(first_x, scale.right, LINES)],
        "y": [scale.length(scale.top - y) for y in range(first_y, scale.top, LINES)],
    }


def shape_of_obstacle(thing: OpenForcesObstacle, scale: Scale) -> Json:
    """An obstacle: a disc, a wall or an area."""
    places = [scale.at(at) for at in (thing.at, *thing.corners)]
    x, y = scale.at(middle_of((thing.at, *thing.corners)))
    radius = scale.length(thing.radius)
    return {
        "called": thing.name or thing.kind,
        "places": places,
        "radius": radius,
        "blocks_sight": thing.blocks_sight,
        "def": thing.def_,
        "label": (x, y + (7 if thing.blocks_sight else radius + 20)),
    }


def shape_of_group(view: View, state: OpenForcesState, group: OpenForcesGroup, scale: Scale) -> Json:
    """A group with its units as discs, and where its name stands."""
    card = card_of(state, group)
    places = tuple(place_of(unit) for unit in group.units)
    left, right, low, _ = box_of(places)
    base = scale.length(card.base)
    x, y = scale.at(OpenForcesPoint((left + right) // 2, low))
    return {
        "id": group.id,
        "called": view.called(group.id, "groups"),
        "seat": group.seat,
        "ready": group.ready,
        "mode": group.mode,
        "card": card.name or card.id,
        "radius": max(base, 7),
        "units": [{"id": unit.id, "at": scale.at(place_of(unit))} for unit in group.units],
        "name": (x, y + max(base, 7) + 26),
        "middle": scale.at(middle_of(places)),
    }


def reach_of(state: OpenForcesState, held: OpenForcesGroup, scale: Scale) -> Json:
    """What a group reaches from where it stands: with its attack and with its movement."""
    card, mode = card_of(state, held), mode_of(state, held)
    attack = None if mode.rng is None or mode.atk is None else card.base + mode.rng * HUNDREDTHS
    return {
        "attack": None if attack is None else scale.length(attack),
        "movement": scale.length(card.base + mode.spd * HUNDREDTHS),
        "places": [scale.at(place_of(unit)) for unit in held.units],
    }
