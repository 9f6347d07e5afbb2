"""Gates, castles and hands of Castle Rampage, as whoever looks may see them."""

from typing import Any

from app.persistence.stored.codec import Json, Shape
from app.rulesets.castle_rampage.game.catalogue import WholeGame
from app.rulesets.castle_rampage.game.traits import Trait, traits_of, when_destroyed
from app.rulesets.castle_rampage.model import Card
from app.services.rulebooks.registry import Rulebook

WHOLE, CARD, TRAITS = Shape(WholeGame, remembers=16), Shape(Card), Shape(tuple[Trait, ...])
"""What of a board is read as the rulebook has it; a game has one catalogue from its beginning to its end."""


def drawn(_book: Rulebook, board: Json, _options: Json, held: str | None) -> Json:
    """What each player has on the table and in hand, seat 1 first."""
    names, traits = names_in(board), traits_in(board)

    def shown(card: str) -> Json:
        return {"name": names.get(card, card), "traits": traits.get(card, [])}

    return {
        "turn": board["turn"],
        "wanted": {"gate": board["gate"], "castle": board["castle"]} if board["phase"] == "lay" else {},
        "discarded": [shown(card) for card in board["discarded"] if card],
        "held": held,
        "pile": len(board["deck"]) if board.get("whole") is not None else None,
        "sides": [
            {
                "seat": seat,
                "acting": board["acting"] == seat,
                "stacks": [(name, [laid(card, name, traits) for card in player[name]]) for name in ("gate", "castle")],
                "hand": player["hand"],
                "cards": [
                    shown(card) for card in (*player.get("aside", ()), *player.get("held", ())) if isinstance(card, str)
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


def traits_in(board: Json) -> dict[str, Any]:
    """What each card of a whole game is and does, by its id; nothing in a siege, whose players hold the cards."""
    whole = board.get("whole")
    return {kind.card: TRAITS.dump(traits_of(kind)) for kind in WHOLE.load(whole).cards} if whole else {}


def laid(card: Json, structure: str, traits: dict[str, Any]) -> Json:
    """A card that lies on the table: a face where it is known to whoever looks, else a back."""
    face: Any = card["card"]
    if not isinstance(face, dict) or f"{structure}_defense" not in face:
        return {"is_known": False}
    known = CARD.load(face)
    return {
        "is_known": True,
        "name": face.get("name") or face.get("card"),
        "defense": face[f"{structure}_defense"],
        "traits": traits.get(known.card or "") or TRAITS.dump(when_destroyed(known.effect, purple=known.purple)),
        "open": card["known"],
    }
