"""How a session is closed, as a request tells it: by its own words, or by a choice of the question `assent`."""

from dataclasses import dataclass

from pydantic_core import to_json

from app.api.routes.typed_bodies import TypedBody
from app.api.schemas.bodies import CloseRequest
from app.errors import Problem, with_path_prefix
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Session

BODY = TypedBody(lambda: CloseRequest)
"""Reads the choices of the question whether a session is closed."""


@dataclass(frozen=True, slots=True)
class Closing:
    """How a session is to be closed."""

    declines: bool
    """Whether the sender declines what others propose; nothing else counts then."""
    result: Json | None = None
    abandon: bool = False


def closing_of(sent: CloseRequest, session: Session) -> Closing:
    """How a request wants a session closed.

    Raises Problem: invalid-request (422) where a choice is none; stale (409), illegal-answer (422) for what is picked.
    """
    if sent.pick is not None:
        return closing_picked(session, sent.seen, sent.pick)
    if sent.choice is not None:
        try:
            sent = BODY.read(sent.choice, to_json(sent.choice))
        except Problem as wrong:
            raise with_path_prefix(wrong, ("choice",)) from wrong
    return Closing(sent.agree is False, sent.result.model_dump() if sent.result else None, sent.abandon)


def closing_picked(session: Session, seen: int | None, place: int) -> Closing:
    """The choice at a place of the question whether a session is closed: what is proposed, or to decline it."""
    if session.proposal is None:
        raise Problem("stale", at=("pick",), reason="no-proposal")
    if seen != session.seq:
        raise Problem("stale", at=("seen",), params={"seen": session.seq})
    choices = [Closing(False, session.proposal["result"], session.proposal["abandon"]), Closing(True)]
    if place >= len(choices):
        raise Problem("illegal-answer", at=("pick",), reason="no-such-pick", params={"listed": len(choices)})
    return choices[place]
