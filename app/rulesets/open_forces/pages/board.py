"""The battlefield of Open Forces, to scale; range and sight while a group is held."""

from collections.abc import Iterator, Mapping

from app.drawing.view import Json, View
from app.rulesets.open_forces.game.battlefield import distance_between, place_of, seen_by_all
from app.rulesets.open_forces.game.model import OpenForcesGroup, OpenForcesState
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.setup import HUNDREDTHS, OpenForcesMode, OpenForcesPoint
from app.rulesets.open_forces.game.shapes import box_of
from app.rulesets.open_forces.game.state import are_friends, card_of, find_group, keeps_positions, mode_of
from app.rulesets.open_forces.game.vectors import middle_of
from app.rulesets.open_forces.pages.figures import Figure, figures_in, looks_left
from app.rulesets.open_forces.pages.ground import ruler, shape_of_obstacle
from app.rulesets.open_forces.pages.scale import WIDTH, Scale, rectangle, scale_of

SMALLEST = 3
"""How large a base is at least in the picture, so that a figure stands on it and not a disc alone."""
DISC = 7
"""How large the disc of a unit is at least in the picture."""
DIE = 13
"""Half of what the die of a mode takes in the picture."""
GAP = 6
"""What is between the die of a mode and its group."""


def drawn(view: View) -> Json:
    """The groups of each seat; with positions the battlefield, and what the held group sees and reaches."""
    state: OpenForcesState = view.load(OpenForcesState, view.board)
    chosen: OpenForcesGameOptions = view.load(OpenForcesGameOptions, view.options)
    holding = find_group(state, view.held) if view.held else None
    has_places = keeps_positions(state) or bool(state.battlefield or state.obstacles)
    aims = list(aims_of(state, holding, chosen)) if holding and has_places else []
    figures = figures_in(state)
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
                "groups": [group_json(view, state, g, aims, figures[g.seat]) for g in groups_of(state, each.seat)],
            }
            for each in state.players
        ],
        "held": holding and holding.id,
        "field": field(view, state, holding, aims, figures) if has_places else None,
    }


def groups_of(state: OpenForcesState, seat: int) -> Iterator[OpenForcesGroup]:
    """The groups of a seat, those on the battlefield first."""
    return (group for group in (*state.groups, *state.to_place) if group.seat == seat)


def group_json(
    view: View, state: OpenForcesState, group: OpenForcesGroup, aims: list[Json], figures: Mapping[str, Figure]
) -> Json:
    """A group in words and numbers."""
    card, mode = card_of(state, group), mode_of(state, group)
    aim = next((each for each in aims if each["target"] == group.id), None)
    return {
        "id": group.id,
        "called": view.called(group.id, "groups"),
        "card": card.name or card.id,
        "figure": figures[card.id].value,
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


def field(
    view: View,
    state: OpenForcesState,
    held: OpenForcesGroup | None,
    aims: list[Json],
    figures: Mapping[int, Mapping[str, Figure]],
) -> Json:
    """The battlefield as shapes of a picture."""
    scale, edge = scale_of(state), state.battlefield
    groups = [shape_of_group(view, state, group, scale, figures[group.seat]) for group in state.groups]
    obstacles = [shape_of_obstacle(thing, scale) for thing in state.obstacles]
    middles = {group["id"]: group["middle"] for group in groups}
    return {
        "width": WIDTH,
        "height": scale.height,
        "ruler": ruler(scale, edge),
        "terrains": sorted({thing["terrain"] for thing in obstacles}),
        "edge": rectangle(scale, edge) if edge else None,
        "zones": [
            {"seat": seat, **rectangle(scale, zone)}
            for seat, zone in enumerate(() if state.round else state.zones, 1)
            if zone is not None
        ],
        "obstacles": obstacles,
        "groups": groups,
        "by": f"seat-{held.seat}" if held else None,
        "reach": reach_of(state, held, scale) if held else None,
        "aims": [{**aim, "from": middles[held.id], "to": middles[aim["target"]]} for aim in aims if held is not None],
        "scale": {"left": scale.left, "top": scale.top, "per": scale.per},
    }


def shape_of_group(
    view: View, state: OpenForcesState, group: OpenForcesGroup, scale: Scale, figures: Mapping[str, Figure]
) -> Json:
    """A group with its units as figures on their bases, and where its name and its die stand."""
    card = card_of(state, group)
    places = tuple(place_of(unit) for unit in group.units)
    left, right, low, _ = box_of(places)
    base = scale.length(card.base)
    radius = max(base, DISC)
    x, y = scale.at(OpenForcesPoint((left + right) // 2, low))
    return {
        "id": group.id,
        "called": view.called(group.id, "groups"),
        "seat": group.seat,
        "ready": group.ready,
        "mode": group.mode,
        "card": card.name or card.id,
        "radius": radius,
        "figure": figures[card.id].value if base >= SMALLEST else None,
        "size": round(radius / 10, 2),
        "looks_left": looks_left(state, group.seat),
        "units": [{"id": unit.id, "at": scale.at(place_of(unit))} for unit in group.units],
        "name": (x, y + radius + 26),
        "middle": scale.at(middle_of(places)),
        "die": place_of_die(places, scale, radius),
    }


def place_of_die(places: tuple[OpenForcesPoint, ...], scale: Scale, radius: float) -> tuple[float, float]:
    """Where the die of a mode lies: on the right of its group, or on the left where the picture ends."""
    first, last = min(places, key=lambda at: at.x), max(places, key=lambda at: at.x)
    away = radius + DIE + GAP
    x, y = scale.at(last)
    if x + away + DIE <= WIDTH:
        return round(x + away, 1), y
    x, y = scale.at(first)
    return round(x - away, 1), y


def reach_of(state: OpenForcesState, held: OpenForcesGroup, scale: Scale) -> Json:
    """What a group reaches from where it stands: with its attack and with its movement."""
    card, mode = card_of(state, held), mode_of(state, held)
    attack = None if mode.rng is None or mode.atk is None else card.base + mode.rng * HUNDREDTHS
    return {
        "attack": None if attack is None else scale.length(attack),
        "movement": scale.length(card.base + mode.spd * HUNDREDTHS),
        "places": [scale.at(place_of(unit)) for unit in held.units],
    }
