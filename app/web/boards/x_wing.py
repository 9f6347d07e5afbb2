"""The ships of X-Wing with what lies on them; where they stand is known at the table only."""

from collections import Counter

from app.persistence.stored.codec import Json
from app.services.rulebooks.registry import Rulebook


def drawn(book: Rulebook, board: Json, _options: Json, held: str | None) -> Json:
    """The squads, seat 1 first, with who engages when."""
    names = {each["ship"]["id"]: each["ship"]["name"] or each["ship"]["id"] for each in board["ships"]}
    twice = [name for name, count in Counter(names.values()).items() if count > 1]
    return {
        "round": board["round"],
        "phase": board["phase"],
        "first_player": board["first_player"],
        "held": held,
        "squads": [
            {
                "seat": player["seat"],
                "name": player["squad"],
                "ships": [told(each, names, twice, book) for each in board["ships"] if each["seat"] == player["seat"]],
            }
            for player in board["players"]
        ],
    }


def called(book: Rulebook, id: str) -> str:
    """What a card is called that has charges: an upgrade, or the pilot; the id where the catalogue does not know it."""
    name_of = book.ruleset.catalogue.name_of if book.ruleset.catalogue else {}.get
    return name_of(f"upgrade:{id}") or name_of(f"pilot:{id}") or id


def told(each: Json, names: dict[str, str], twice: list[str], book: Rulebook) -> Json:
    """A ship as it stands; with its id where another one has the same name."""
    ship = each["ship"]
    cards = ship["damage_cards"]
    return {
        "id": ship["id"],
        "name": names[ship["id"]],
        "also": ship["id"] if names[ship["id"]] in twice else None,
        "size": ship["size"],
        "initiative": each["initiative"],
        "engaged": each["engaged"],
        "destroyed": each["stays_until"] is not None,
        "removed": each["removed"],
        "agility": ship["agility"],
        "hull": ship["hull"],
        "damage": len(cards),
        "faceup": [card["card"] for card in cards if card["faceup"] and card["card"]],
        "shields": ship["shields"],
        "force": ship["force"],
        "tokens": [(name, count) for name, count in ship["tokens"].items() if count],
        "locks": [names.get(id, id) for id in ship["locks"]],
        "charges": [(called(book, id), count) for id, count in ship["charges"].items()],
    }
