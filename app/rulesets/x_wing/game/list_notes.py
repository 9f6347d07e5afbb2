"""How the list of a squad was read: ids that stand for other cards, and cards that are not known."""

from collections.abc import Iterator, Mapping

from app.domain.completion import Note
from app.rulesets.x_wing.cards.printed import PILOT_ROWS
from app.rulesets.x_wing.cards.registry import is_known
from app.rulesets.x_wing.cards.squad_ships import ListedShip

Place = tuple[str | int, ...]


def list_notes(fleet: object, n: int) -> Iterator[Note]:
    """XW-1, XW-72: what was read as another card in the list of the squad at place `n` as JSON, and what is not known.

    A list stays beside the ships that it became, which lack what is not known.
    """
    xws = fleet.get("xws") if isinstance(fleet, Mapping) else None
    if not isinstance(xws, Mapping):
        return
    place: Place = ("squads", n, "xws")
    for m, read in _maps(xws.get("read_as")):
        text, card = read.get("text"), read.get("card")
        if isinstance(text, str) and isinstance(card, str) and is_known(card):
            told = {"card": card, "key": card}
            yield Note("read-as", "XW-1", (*place, "read_as", m), {"text": text, **told}, ("card",))
    for m, pilot in _maps(xws.get("pilots")):
        yield from not_known(ListedShip(m, pilot), (*place, "pilots", m))


def not_known(ship: ListedShip, place: Place) -> Iterator[Note]:
    """XW-72: each card of a listed ship that is not known."""
    pilot, printed = ship.pilot[:100], ship.printed()
    called = f"pilot:{pilot}" if pilot in PILOT_ROWS else printed.name if printed is not None else pilot
    for card, _nearest in ship.unknown():
        yield Note("card-not-known", "XW-72", (*place, *card.place), {"ship": called, "card": card.id}, ("ship",))


def _maps(sent: object) -> list[tuple[int, Mapping[str, object]]]:
    return [(n, one) for n, one in enumerate(sent if isinstance(sent, list) else ()) if isinstance(one, Mapping)]
