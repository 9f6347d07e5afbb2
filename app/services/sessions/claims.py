"""Claims: links that hand a seat over once, to whoever holds them, or says the code of one."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NotRequired

import sqlalchemy as sa
from typing_extensions import TypedDict

from app.errors import Problem
from app.persistence.queries import credentials
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import raw_id
from app.persistence.writing.draft import Draft
from app.persistence.writing.writer import stored
from app.services.access import (
    CLAIM_PREFIX,
    OWNER,
    Caller,
    Retry,
    repeatable_token,
)
from app.services.document_types import Uuid, document
from app.services.players import player_of
from app.services.sessions.codes import code_of, shown
from app.services.sessions.read import read_session
from app.services.sessions.tokens import give_token, hands_over


@document
class ClaimShown(TypedDict):
    """A claim of a seat. It is shown once; whoever holds it takes the seat with it."""

    claim: str
    """The claim; a link carries it behind `#`, so that it reaches no log."""
    seat: int
    """The number of the seat; 0 is the place of the host."""
    expires_at: str
    """When it ends, if nobody uses it before."""
    spare: bool
    """Whether it is the spare one of the seat, which stays valid beside newer ones until the seat has a new token."""
    code: str | None
    """Eight letters that stand for the claim, to be said or typed; null where none were requested."""
    code_expires_at: str | None
    """When the code ends, if nobody uses it before; the claim itself may be valid longer."""


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
EVER = ""
"""Before every time."""


def digest_of(claim: str) -> bytes:
    """SHA-256 of a claim, which is stored and compared in its place."""
    return sha256(claim.encode()).digest()


def claim_for(session: str, seat: int, retry: Retry | None, nonce: bytes | None = None) -> str:
    """A claim of a seat: random, or for a request with a key computed, so that a retry gets the same one again."""
    return repeatable_token(CLAIM_PREFIX, retry, nonce, b"claim", raw_id(session) + bytes([seat]))


@dataclass(frozen=True, slots=True)
class NewClaim:
    """A claim that is about to be made."""

    claim: str
    minutes: int
    """How long it is good."""
    code: bytes | None = None
    """The MAC of its code; None: it has none."""
    code_minutes: int = 0
    """How long the code is good."""
    is_spare: bool = False


def make_claim(draft: Draft, id: str, number: int, caller: Caller, new: NewClaim) -> ClaimShown:
    """Make a claim of a seat, or of the host's place; an earlier claim of it ends, of a spare one the earlier spare.

    As long as nobody has taken a seat that was opened for a claim, any other seat may do it. Raises what hands_over()
    raises; busy (503) where another claim has the same code.
    """
    session, sender = hands_over(draft, id, number, caller, by_all_while_unclaimed=True)
    if new.code and credentials.claim_of_code(draft.reading(id), new.code, draft.at):
        raise Problem("busy")
    made_at = datetime.fromisoformat(draft.at)
    row: Json = {
        "spare": new.is_spare,
        "claim": digest_of(new.claim),
        "made_by": sender,
        "expires_at": stored(made_at + timedelta(minutes=new.minutes)),
        "code": new.code,
        "code_expires_at": stored(made_at + timedelta(minutes=min(new.minutes, new.code_minutes)))
        if new.code
        else None,
    }
    draft.claim(session, number, row)
    draft.made(id, number)
    return claim_shown(new.claim, {**row, "seat": number})


def claim_shown(claim: str, row: Json) -> ClaimShown:
    """A claim as its maker sees it, once."""
    return {
        "claim": claim,
        "seat": row["seat"],
        "expires_at": row["expires_at"],
        "spare": row["spare"],
        "code": shown(code_of(claim)) if row["code"] else None,
        "code_expires_at": row["code_expires_at"],
    }


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
    return claim_shown(claim, row)


@dataclass(frozen=True, slots=True)
class Sent:
    """What somebody sends to take a seat: a claim, or the code that stands for one."""

    claim: str | None = None
    code: bytes | None = None
    """The MAC of the code."""

    def row(self, connection: sa.Connection, at: str) -> Json | None:
        """The claim as a row; None where it is gone at this time."""
        if self.code is not None:
            return credentials.claim_of_code(connection, self.code, at)
        row = credentials.claim_of(connection, digest_of(self.claim or ""))
        return row if row and row["expires_at"] > at else None


def session_of_claim(connection: sa.Connection, sent: Sent) -> str | None:
    """The id of the session whose seat a claim hands over, whether or not its time is over; None where it is gone."""
    row = sent.row(connection, EVER)
    return None if row is None else str(row["session_id"])


def use_claim(draft: Draft, id: str | None, sent: Sent, retry: Retry | None, caller: Caller = NOBODY) -> Claimed:
    """Use a claim of a seat of session `id`: the seat gets a new token, and the claim ends, with its code.

    Where the caller is a player, who has no other seat in the session, the player's tokens are the seat's too.
    Raises Problem: claim-gone (410), session-closed (409), token-invalid (401).
    """
    row = None if id is None else sent.row(draft.reading(id), draft.at)
    session = None if id is None else draft.session(id)
    if id is None or row is None or session is None:
        raise Problem("claim-gone")
    if session.status == "closed":
        raise Problem("session-closed")
    if row["made_by"] == OWNER and not (session.owner and credentials.is_live_key(draft.reading(id), session.owner)):
        raise Problem("claim-gone")  # what a leaked key has made ends with the key
    seat: int = row["seat"]
    player = player_of(draft.reading(id), caller) if caller.is_player else None
    token = give_token(draft, session, seat, retry, change="claimed", by=row["made_by"], player=player)
    return {"session_id": id, "seat": seat, "token": token}
