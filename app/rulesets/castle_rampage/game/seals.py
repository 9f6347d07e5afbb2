"""CR-26: sealed cards: what a digest is of, and whether a card that is shown is the one that was sealed."""

import json

from app.domain.fairness import private_digest
from app.rulesets.castle_rampage.model import Card


def bytes_of(card: Card) -> bytes:
    """CR-26: a card as the bytes that are sealed: JSON with all fields in their order, without spaces, in UTF-8."""
    effect = {"effect": card.effect.effect, "amount": card.effect.amount, "structure": card.effect.structure}
    fields = {
        "card": card.card,
        "gate_defense": card.gate_defense,
        "castle_defense": card.castle_defense,
        "purple": card.purple,
        "effect": effect,
    }
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()


def seal_of(card: Card, salt: str) -> str:
    """CR-26: the digest of a card with a salt of 32 hexadecimal digits."""
    return private_digest(bytes.fromhex(salt), bytes_of(card)).hex()
