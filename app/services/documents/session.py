"""A session as clients read it."""

from app.domain.fairness import SCHEME
from app.domain.record import seat_name
from app.persistence.codec import Json
from app.persistence.rows import Seat, Session
from app.services.access import IssuedTokens


def session_document(session: Session, tokens: IssuedTokens | None = None) -> Json:
    """A session as it stands."""
    fairness = {
        "scheme": SCHEME,
        "label": dice_label(session),
        "commitment": session.commitment and session.commitment.hex(),
        "chain_length": session.chain_length or None,
    }
    document = {
        "id": session.id,
        "ruleset": session.ruleset,
        "ruleset_version": session.ruleset_version,
        "kind": session.kind,
        "status": session.status,
        "visibility": session.visibility,
        "reference": session.reference,
        "options": session.options,
        "dice": {"source": session.dice},
        "seats": [seat_document(seat) for seat in session.seats],
        "actions": {"resolved": session.resolved, "pending": session.pending, "void": session.void},
        "fairness": fairness,
        "result": session.result,
        "proposal": session.proposal,
        "seq": session.seq,
        "head": session.head.hex(),
        "created_at": session.created_at,
        "closed_at": session.closed_at,
    }
    return document if tokens is None else {**document, "tokens": tokens.document}


def seat_document(seat: Seat) -> Json:
    """A player's place."""
    shown = ("seat", "name", "side", "reference", "policy")
    return {name: getattr(seat, name) for name in shown}


def player_names(session: Session) -> dict[str, str]:
    """What players are called in texts, by how their seat stands in a record."""
    return {seat_name(seat.seat): seat.name for seat in session.seats if seat.name}


def dice_label(session: Session) -> str:
    """What the session's dice can prove: see `umpire-1`."""
    if not session.chain:
        return "physical"
    return "recorded" if session.kind == "single" else "committed"
