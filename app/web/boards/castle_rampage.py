"""Gates, castles and hands of Castle Rampage, as whoever looks may see them."""

from typing import Any

from app.persistence.stored.codec import Json
from app.services.rulebooks.registry import Rulebook


def drawn(_book: Rulebook, board: Json, _options: Json, held: str | None) -> Json:
    """What each player has on the table and in hand, seat 1 first."""
    return {
        "turn": board["turn"],
        "wanted": {"gate": board["gate"], "castle": board["castle"]} if board["phase"] == "lay" else {},
        "discarded": [card for card in board["discarded"] if card],
        "held": held,
        "pile": len(board["deck"]) if board.get("whole") is not None else None,
        "sides": [
            {
                "seat": seat,
                "acting": board["acting"] == seat,
                "stacks": [(name, [laid(card, name) for card in player[name]]) for name in ("gate", "castle")],
                "hand": player["hand"],
                "cards": [
                    card for card in (*player.get("aside", ()), *player.get("held", ())) if isinstance(card, str)
                ],
                "in_play": player["in_play"],
            }
            for seat, player in enumerate(board["players"], 1)
        ],
    }


def laid(card: Json, structure: str) -> Json:
    """A card that lies on the table: a face where it is known to whoever looks, else a back."""
    face: Any = card["card"]
    if not isinstance(face, dict) or f"{structure}_defense" not in face:
        return {"is_known": False}
    return {"is_known": True, "name": face.get("card"), "defense": face[f"{structure}_defense"], "open": card["known"]}
