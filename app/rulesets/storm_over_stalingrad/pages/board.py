"""The areas of Storm Over Stalingrad as a map, with who controls them, their units, and what lies beside what."""

from collections.abc import Iterator
from itertools import combinations
from math import ceil

from app.drawing.cells import HEIGHT, WIDTH, Cell, cells_of
from app.drawing.layout import Place, places_of, squared
from app.drawing.view import Json, View
from app.rulesets.storm_over_stalingrad.game.card_traits import Trait, traits_of
from app.rulesets.storm_over_stalingrad.game.cards import TacticalCard
from app.rulesets.storm_over_stalingrad.model import UnitState
from app.rulesets.storm_over_stalingrad.pages.textures import signs_of, textures_of

COUNTER = 64
"""The side of a counter, in units of the picture; smaller where an area holds many."""
GAP = 6
"""What is between two counters."""
SIGNS = 34
"""How high the row of signs is between the name of an area and its counters."""
LETTERS = 7
"""How many letters of a name have room on a counter."""
LONG_NUMBER = 4
"""A number with so many digits leaves no room for the name before it."""
TRAITS = tuple[Trait, ...]
"""What a card does."""


def drawn(view: View) -> Json:
    """The map with what is won by holding which areas."""
    board = named(view)
    areas = board["areas"]
    names = {area["id"]: area["name"] for area in areas}
    beside = pairs_of(areas)
    cells = cells_of(places_on_map(areas) or places_of(tuple(area["id"] for area in areas), beside))
    textures = textures_of(areas, beside)
    objectives = (board["objectives"] or {}).get("areas", [])
    return {
        "turn": board["turn"],
        "labels": labels_of([unit["name"] for unit in units_of(board)]),
        "acting": board["acting"],
        "sides": board["sides"],
        "objectives": board["objectives"],
        "losses": board["losses"],
        "arrivals": [{**arrival, "areas": entries(arrival, names)} for arrival in board["arrivals"]],
        "hands": [
            {**hand(view, cards), "seat": seat, "side": board["sides"][seat - 1]}
            for seat, cards in enumerate(board["cards"], 1)
            if any(cards.values())
        ],
        "names": names,
        "held": view.held,
        "width": WIDTH,
        "height": HEIGHT,
        "areas": [
            {
                **area,
                **shape(area, cells[area["id"]]),
                "is_objective": area["id"] in objectives,
                "texture": textures[area["id"]].value,
                "signs": signs_of(area, is_objective=area["id"] in objectives),
                "marks": marks(area, is_objective=area["id"] in objectives),
                "beside": neighbours(area["id"], beside),
            }
            for area in areas
        ],
        "textures": sorted(set(textures.values())),
        "used": used_in(areas),
        "full": COUNTER,
        "walls": [edge for pair, edge in borders(cells) if pair not in beside],
        "ways": [(cells[a].middle, cells[b].middle) for a, b in beside if b not in cells[a].edges],
    }


def used_in(areas: list[Json]) -> list[str]:
    """What the map has to define beside its textures: signs that are rare, and the sides with spent units."""
    spent = {unit["side"] for area in areas for unit in area["units"] if unit["state"] != UnitState.FRESH}
    rare = ["ferry"] * any(area["ferry"] for area in areas) + ["fire"] * any(area["fire_markers"] for area in areas)
    return rare + sorted(spent)


def named(view: View) -> Json:
    """The board, on which areas and units have the names that texts give them."""

    def called(thing: Json, kind: str) -> Json:
        return {**thing, "name": view.called(thing["id"], kind)}

    def units(all_units: list[Json]) -> list[Json]:
        return [called(unit, "units") for unit in all_units]

    board = view.board
    return {
        **board,
        "areas": [called({**area, "units": units(area["units"])}, "areas") for area in board["areas"]],
        "arrivals": [{**arrival, "unit": called(arrival["unit"], "units")} for arrival in board["arrivals"]],
        "losses": units(board["losses"]),
    }


def places_on_map(areas: list[Json]) -> dict[str, Place] | None:
    """The places of the areas as their setup has them; None where one has none, or two have the same."""
    middles = [(area["middle"]["x"], area["middle"]["y"]) for area in areas if area.get("middle")]
    if len(set(middles)) < len(areas):
        return None
    return dict(zip((area["id"] for area in areas), squared(middles), strict=True))


def entries(arrival: Json, names: Json) -> str:
    """The names of the areas where a unit may arrive."""
    return " / ".join(names[area] for area in (arrival["area"], *arrival.get("or_areas", ())))


def hand(view: View, cards: Json) -> Json:
    """The cards of a seat with what they do: those in hand, None for one that is hidden, and those that were played."""
    held = [None if card.get("unknown") else shown(view, card) for card in cards["hand"]]
    return {"cards": held, "played": [shown(view, card) for card in cards["discarded"]]}


def shown(view: View, card: Json) -> Json:
    """A card with its name, when it is played and what it does."""
    return {"name": card["name"] or card["id"], "traits": view.dump(TRAITS, traits_of(view.load(TacticalCard, card)))}


def units_of(board: Json) -> list[Json]:
    """All units of a game: on the map, lost and still to come, so that a counter has the same name all along."""
    there = [unit for area in board["areas"] for unit in area["units"]]
    return [*there, *board["losses"], *(arrival["unit"] for arrival in board["arrivals"])]


def labels_of(names: list[str]) -> dict[str, str]:
    """What stands on the counters of units, by name: each name as far as there is room, and no two alike."""
    labels: dict[str, str] = {}
    for name in sorted(dict.fromkeys(names)):
        all_ways = list(shortened(name))
        labels[name] = next((way for way in all_ways if way not in labels.values()), all_ways[0])
    return labels


def shortened(name: str) -> Iterator[str]:
    """A name for a counter, the best one first: as it is, its beginning, its initials, its first letter and its end.

    The number at its end stays, since it tells units of a kind apart.
    """
    if len(name) <= LETTERS:
        yield name
    stem = name.rstrip("0123456789")
    number = f" {name[len(stem) :]}" if 0 < len(name) - len(stem) < LONG_NUMBER else ""
    stem = stem.strip(" -–.") or name
    room = LETTERS - len(number)
    yield f"{stem[: room - 1].rstrip()}.{number}"
    words = stem.split()
    if len(words) > 1:
        yield f"{''.join(word[0] for word in words)[:room]}{number}"
    for end in range(len(stem), 1, -1):
        yield f"{stem[0]}{stem[max(1, end - room + 1) : end]}{number}"


def marks(area: Json, *, is_objective: bool) -> list[str]:
    """What the map shows of an area by signs: that it counts, a ferry, and whose fire markers lie there."""
    named = [("objective", is_objective), ("ferry", area["ferry"])]
    return [name for name, is_there in named if is_there] + [f"fire_{side}" for side in area["fire_markers"]]


def pairs_of(areas: list[Json]) -> tuple[tuple[str, str], ...]:
    """The areas that are adjacent, each pair once; one that names the other is enough."""
    known = [area["id"] for area in areas]
    named = {area["id"]: area["adjacent"] for area in areas}
    return tuple((a, b) for a, b in combinations(known, 2) if b in named[a] or a in named[b])


def neighbours(id: str, beside: tuple[tuple[str, str], ...]) -> list[str]:
    """The ids of the areas that are adjacent to one."""
    return [b if a == id else a for a, b in beside if id in (a, b)]


def borders(cells: dict[str, Cell]) -> list[tuple[tuple[str, str], tuple[tuple[float, float], tuple[float, float]]]]:
    """The borders between two cells, each once."""
    ids = list(cells)
    return [((a, b), cells[a].edges[b]) for a, b in combinations(ids, 2) if b in cells[a].edges]


def shape(area: Json, cell: Cell) -> Json:
    """The cell of an area, with the places of its counters below its name."""
    x, y = cell.middle
    room = max(cell.room * 1.7, 120)
    count = len(area["units"])
    size = COUNTER
    while count and size > 26 and ceil(count / max(1, int(room // (size + GAP)))) * (size + GAP) > room * 0.72:
        size -= 4
    row = max(1, min(count, int(room // (size + GAP))))
    rows = ceil(count / row) if count else 0
    top = y - (rows * (size + GAP)) / 2 + SIGNS
    counters = []
    for n, unit in enumerate(area["units"]):
        line, place = divmod(n, row)
        here = min(row, count - line * row)
        left = x - here * (size + GAP) / 2 + place * (size + GAP) + GAP / 2
        counters.append({**unit, "x": round(left, 1), "y": round(top + line * (size + GAP), 1)})
    return {
        "outline": cell.outline,
        "label": (x, round(top - SIGNS - 10, 1)),
        "row": (round(x), round(top - SIGNS / 2 - 3)),
        "size": size,
        "counters": counters,
    }
