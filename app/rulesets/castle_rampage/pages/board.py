"""Gates, castles and hands of Castle Rampage, as whoever looks may see them."""

from typing import Any

from app.drawing.view import Json, View
from app.rulesets.castle_rampage.game.catalogue import WholeGame
from app.rulesets.castle_rampage.game.traits import Trait, traits_of, when_destroyed
from app.rulesets.castle_rampage.model import Card
from app.rulesets.castle_rampage.pages.fronts import front_of

TRAITS = tuple[Trait, ...]
"""What a card is and does."""


def drawn(view: View) -> Json:
    """What each player has on the table and in hand, seat 1 first."""
    board = view.board
    names, kinds = names_in(board), traits_in(view)
    traits = {card: view.dump(TRAITS, each) for card, each in kinds.items()}
    fronts = {card: front_of(each) for card, each in kinds.items()}
    is_whole = board.get("whole") is not None
    is_dealt = not is_whole or board["deals"] > 0

    def shown(card: str) -> Json:
        return {"name": names.get(card) or view.called(card, "cards"), "traits": traits.get(card, [])}

    def held(card: str) -> Json:
        return {**shown(card), "id": card, "front": fronts.get(card)}

    return {
        "turn": board["turn"],
        "wanted": {"gate": board["gate"], "castle": board["castle"]} if board["phase"] == "lay" else {},
        "discarded": [shown(card) for card in board["discarded"] if card],
        "held": view.held,
        "pile": len(board["deck"]) if is_whole and is_dealt else None,
        "sides": [
            {
                "seat": seat,
                "acting": board["acting"] == seat,
                "stacks": [
                    (name, [laid(view, card, name, traits) for card in player[name]]) for name in ("gate", "castle")
                ],
                "hand": player["hand"] if is_dealt else None,
                "cards": [
                    held(card) for card in (*player.get("aside", ()), *player.get("held", ())) if isinstance(card, str)
                ],
                "in_play": [shown(card) for card in player["in_play"]],
            }
            for seat, player in enumerate(board["players"], 1)
        ],
    }


def names_in(board: Json) -> dict[str, str]:
    """What the players call cards that may be seen, by id."""
    known = [*board.get("names", ()), *(board["whole"]["cards"] if board.get("whole") else ())]
    return {card["card"]: card["name"] for card in known if card.get("name")}


def traits_in(view: View) -> dict[str, tuple[Trait, ...]]:
    """What each card of a whole game is and does, by its id; nothing in a siege, whose players hold the cards."""
    whole = view.board.get("whole")
    cards = view.load(WholeGame, whole).cards if whole else ()
    return {kind.card: traits_of(kind) for kind in cards}


def laid(view: View, card: Json, structure: str, traits: dict[str, Any]) -> Json:
    """A card that lies on the table: a face where it is known to whoever looks, else a back."""
    face: Any = card["card"]
    if not isinstance(face, dict) or f"{structure}_defense" not in face:
        return {"is_known": False}
    known = view.load(Card, face)
    return {
        "is_known": True,
        "name": face.get("name") or (known.card and view.called(known.card, "cards")),
        "defense": face[f"{structure}_defense"],
        "traits": traits.get(known.card or "") or view.dump(TRAITS, when_destroyed(known.effect, purple=known.purple)),
        "open": card["known"],
    }
