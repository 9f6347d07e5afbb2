"""The ships of X-Wing with what lies on them; where they stand is known at the table only."""

from app.drawing.view import Json, View


def drawn(view: View) -> Json:
    """The squads, seat 1 first, with who engages when."""
    board = view.board
    ids = [each["ship"]["id"] for each in board["ships"]]
    names = {id: view.called(id, "ship") for id in ids}
    return {
        "round": board["round"],
        "phase": board["phase"],
        "first_player": board["first_player"],
        "held": view.held,
        "squads": [
            {
                "seat": player["seat"],
                "name": player["squad"],
                "ships": [ship_json(view, each, names) for each in board["ships"] if each["seat"] == player["seat"]],
            }
            for player in board["players"]
        ],
    }


def called(view: View, id: str) -> str:
    """What a card is called that has charges: an upgrade, or the pilot; the id where the catalogue does not know it."""
    return view.name_of(f"upgrade:{id}") or view.name_of(f"pilot:{id}") or id


def ship_json(view: View, each: Json, names: dict[str, str]) -> Json:
    """A ship as it stands."""
    ship = each["ship"]
    cards = ship["damage_cards"]
    return {
        "id": ship["id"],
        "name": names[ship["id"]],
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
        "charges": [(called(view, id), count) for id, count in ship["charges"].items()],
    }
