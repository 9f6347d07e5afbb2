"""Squads as squad builders export them (XWS): their ships, ready for a situation, and what of them is not known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from app.domain.catalogue import ListReader
from app.domain.errors import IllegalSituation
from app.rulesets.x_wing.cards.builder_links import is_link, links_in, list_of_link
from app.rulesets.x_wing.cards.card import Reason
from app.rulesets.x_wing.cards.reading import MOST_PILOTS, read_list
from app.rulesets.x_wing.cards.registry import card_of
from app.rulesets.x_wing.cards.squad_ships import (
    MOST_UPGRADES,
    ListedShip,
    XWingNotKnown,
    XWingSquadShip,
    text_of,
)
from app.rulesets.x_wing.cards.text_list import XWingReadAs, XWingTextList, list_in


@dataclass(frozen=True, slots=True)
class XWingByHand:
    """A card of which the players apply something themselves."""

    card: str
    """The card, such as `upgrade:juke`."""
    reason: Reason
    """Why the rules do not apply it."""


@dataclass(frozen=True, slots=True)
class XWingSquad:
    """A squad that was read. Cards are named as in a ship's `effects`, such as `upgrade:juke`."""

    name: str | None
    """The name of the squad; null where it has none."""
    faction: str | None
    """The id of its faction; null where it has none."""
    ships: tuple[XWingSquadShip, ...]
    """Its ships in the order of the list, each ready for a situation."""
    not_known: tuple[XWingNotKnown, ...]
    """Ids that are not known; the ships lack them."""
    no_effect: tuple[str, ...]
    """Cards that do nothing in an attack."""
    by_hand: tuple[XWingByHand, ...]
    """Cards that do something in an attack that the players apply, or a part of it, themselves."""
    at_table: tuple[str, ...]
    """Cards with a condition or a count that only the table knows: leave them out of a situation while they do not
    apply, and send what they count. Those with two sides are left out of the ships here."""
    for_friends: tuple[str, ...]
    """Cards that can help friends: name them in a friend's `effects` while they do."""
    xws: XWingTextList | None = None
    """What was read of a text without JSON, as a game takes it; null for an XWS list."""
    read_as: tuple[XWingReadAs, ...] = ()
    """The lines of a text that were read as a card with a similar name, and the ids of a list that stand for another
    one."""


def read_squad(xws: Mapping[str, object]) -> XWingSquad:
    """XW-1: the squad of an XWS list.

    Raises IllegalSituation where it has no pilots, too much of anything, or an id that can mean several cards.
    """
    pilots = xws.get("pilots")
    if not isinstance(pilots, list) or not pilots:
        raise IllegalSituation("no-pilots", "XW-1", "pilots")
    if len(pilots) > MOST_PILOTS:
        raise IllegalSituation("too-many-pilots", "XW-1", "pilots", pilots=len(pilots), most=MOST_PILOTS)
    listed_ships = ships_in(pilots)
    if len(listed_ships) < len(pilots):
        wrong = next(place for place, sent in enumerate(pilots) if not isinstance(sent, dict))
        raise IllegalSituation("no-pilots", "XW-1", "pilots", wrong)
    for listed in listed_ships:
        if (refused := crowded(sum(1 for _ in listed.sent_upgrades()), "pilots", listed.place)) is not None:
            raise refused
    whole, read_as = read_list(xws)
    return replace(squad_in(whole, ships_in(whole["pilots"])), read_as=read_as)


def ships_in(pilots: object) -> list[ListedShip]:
    """The ships of a list."""
    sent = pilots if isinstance(pilots, list) else []
    return [ListedShip(place, ship) for place, ship in enumerate(sent) if isinstance(ship, dict)]


def read_text(text: str) -> XWingSquad:
    """XW-1: the squad of a text that lists pilots and upgrades by name, or of a builder's link. Raises
    IllegalSituation where it names no pilot, and what read_squad() raises.
    """
    listed, read_as = list_of_text(text)
    pilots = [
        {"id": each.id, "ship": each.ship, "upgrades": {slot: list(ids) for slot, ids in each.upgrades.items()}}
        for each in listed.pilots
    ]
    squad = read_squad({"name": listed.name, "faction": listed.faction, "pilots": pilots})
    return replace(squad, xws=listed, read_as=(*read_as, *squad.read_as))


def list_of_text(text: str) -> tuple[XWingTextList, tuple[XWingReadAs, ...]]:
    """XW-1: the list of a text, or of the first link in a text that names no pilot; with what was read as a card.

    Raises IllegalSituation where neither is there.
    """
    found, read_as = (None, ()) if is_link(text) else list_in(text)
    if found is not None and found.pilots:
        return found, read_as
    links = [text] if is_link(text) else list(links_in(text))
    read = (listed for link in links if (listed := list_of_link(link)) is not None)
    if (listed := next(read, None)) is None:
        raise IllegalSituation("no-squad-in-link" if links else "no-pilot-in-text", "XW-1")
    return listed, ()


def crowded(upgrades: int, *place: str | int) -> IllegalSituation | None:
    """XW-1: the refusal of a listed ship at `place` with so many upgrades; None where it can have them."""
    if upgrades <= MOST_UPGRADES:
        return None
    return IllegalSituation("too-many-upgrades", "XW-1", *place, "upgrades", upgrades=upgrades, most=MOST_UPGRADES)


def squad_in(xws: Mapping[str, object], listed_ships: Sequence[ListedShip]) -> XWingSquad:
    """The squad that these ships of a list are."""
    ships: list[XWingSquadShip] = []
    not_known: list[XWingNotKnown] = []
    keys: dict[str, None] = {}
    for listed in listed_ships:
        not_known += listed.not_known()
        if (found := listed.ship([each.ship.id for each in ships])) is not None:
            ships.append(found)
            keys |= dict.fromkeys(listed.keys())
    return XWingSquad(text_of(xws, "name"), text_of(xws, "faction"), tuple(ships), tuple(not_known), *_sorted_out(keys))


def _sorted_out(
    keys: Mapping[str, None],
) -> tuple[tuple[str, ...], tuple[XWingByHand, ...], tuple[str, ...], tuple[str, ...]]:
    cards = {key: card_of(key) for key in keys}
    return (
        tuple(key for key, card in cards.items() if not card.is_applied and card.by_hand is None),
        tuple(XWingByHand(key, card.by_hand) for key, card in cards.items() if card.by_hand is not None),
        tuple(key for key, card in cards.items() if card.is_at_table),
        tuple(key for key, card in cards.items() if card.helps_friends),
    )


EXAMPLE: Mapping[str, object] = {
    "name": "Red and Black",
    "faction": "rebelalliance",
    "version": "2.0.0",
    "points": 20,
    "obstacles": ["coreasteroid0", "core2asteroid1", "gascloud3"],
    "pilots": [
        {
            "id": "wedgeantilles",
            "ship": "t65xwing",
            "points": 5,
            "upgrades": {"talent": ["predator"], "torpedo": ["protontorpedoes"], "modification": ["shieldupgrade"]},
        },
        {"id": "redsquadronveteran", "ship": "t65xwing", "points": 4, "upgrades": {"astromech": ["r4astromech"]}},
    ],
}
SQUADS = ListReader("squads", "xws", XWingSquad, read_squad, (EXAMPLE,), read_text)
