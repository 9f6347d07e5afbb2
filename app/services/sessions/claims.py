"""Claims: links that hand a seat over once, to whoever holds them."""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import NotRequired

import sqlalchemy as sa
from typing_extensions import TypedDict

from app.errors import Problem
from app.persistence.queries import credentials
from app.persistence.stored.rows import raw_id
from app.persistence.writing.draft import Draft
from app.persistence.writing.writer import stored
from app.services.access import (
    CLAIM_PREFIX,
    OWNER,
    Caller,
    Retry,
    again,
)
from app.services.players import player_of
from app.services.sessions.read import read_session
from app.services.sessions.tokens import give_token, hands_over
from app.services.typed import Uuid, document


@document
class ClaimShown(TypedDict):
    """A claim of a seat. It is shown once; whoever holds it takes the seat with it."""

    claim: str
    """The claim; a link carries it behind `#`, so that it reaches no log."""
    seat: int
    """The number of the seat; 0 is the place of the host."""
    expires_at: str
    """When it ends, if nobody uses it before."""


@document
class Claimed(TypedDict):
    """What a claim was used for, with its new token: a seat, or a player."""

    session_id: NotRequired[Uuid]
    """The id of the session; absent where the claim is a player's."""
    seat: NotRequired[int]
    """The number of the seat; 0 is the place of the host. Absent where the claim is a player's."""
    player: NotRequired[Uuid]
    """The id of the player; absent where the claim is a seat's."""
    token: str
    """The new token. Of a seat, the one that it had before is no longer valid; of a player, it is a further one."""


NOBODY = Caller()


def digest_of(claim: str) -> bytes:
    """SHA-256 of a claim, which is stored and compared in its place."""
    return sha256(claim.encode()).digest()


def claim_for(session: str, seat: int, retry: Retry | None, nonce: bytes | None = None) -> str:
    """A claim of a seat: random, or for a request with a key computed, so that a retry gets the same one again."""
    return again(CLAIM_PREFIX, retry, nonce, b"claim", raw_id(session) + bytes([seat]))


def make_claim(draft: Draft, id: str, number: int, caller: Caller, retry: Retry | None, minutes: int) -> ClaimShown:
    """Make a claim of a seat, or of the host's place, that is good for `minutes`; an earlier claim of it ends.

    Raises what hands_over() raises.
    """
    session, sender = hands_over(draft, id, number, caller)
    claim = claim_for(id, number, retry)
    expires_at = stored(datetime.fromisoformat(draft.at) + timedelta(minutes=minutes))
    draft.claim(session, number, {"claim": digest_of(claim), "made_by": sender, "expires_at": expires_at})
    draft.made(id, number)
    return {"claim": claim, "seat": number, "expires_at": expires_at}


def claim_made_before(
    connection: sa.Connection, id: str, number: int, caller: Caller, retry: Retry | None, nonce: bytes
) -> ClaimShown:
    """The claim that the first sending of a repeated request made.

    Raises Problem claim-gone (410), or token-invalid (401) where the caller's token has ended.
    """
    read_session(connection, id, caller)
    claim = claim_for(id, number, retry, nonce)
    row = credentials.claim_of(connection, digest_of(claim))
    if row is None:
        raise Problem("claim-gone")
    return {"claim": claim, "seat": number, "expires_at": row["expires_at"]}


def session_of_claim(connection: sa.Connection, claim: str) -> str | None:
    """The id of the session whose seat a claim hands over; None where the claim is gone."""
    row = credentials.claim_of(connection, digest_of(claim))
    return None if row is None else str(row["session_id"])


def use_claim(draft: Draft, id: str | None, claim: str, retry: Retry | None, caller: Caller = NOBODY) -> Claimed:
    """Use a claim of a seat of session `id`: the seat gets a new token, and the claim ends.

    Where the caller is a player, who has no other seat in the session, the player's tokens are the seat's too.
    Raises Problem: claim-gone (410), session-closed (409), token-invalid (401).
    """
    row = None if id is None else credentials.claim_of(draft.reading(id), digest_of(claim))
    session = None if id is None else draft.session(id)
    if id is None or row is None or session is None or row["expires_at"] <= draft.at:
        raise Problem("claim-gone")
    if session.status == "closed":
        raise Problem("session-closed")
    if row["made_by"] == OWNER and not (session.owner and credentials.is_live_key(draft.reading(id), session.owner)):
        raise Problem("claim-gone")  # what a leaked key has made ends with the key
    seat: int = row["seat"]
    player = player_of(draft.reading(id), caller) if caller.is_player else None
    token = give_token(draft, session, seat, retry, change="claimed", by=row["made_by"], player=player)
    return {"session_id": id, "seat": seat, "token": token}
