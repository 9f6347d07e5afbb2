"""Players: one person across sessions and phones, known by tokens alone."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

import sqlalchemy as sa
from typing_extensions import TypedDict
from uuid_utils import uuid7

from app.errors import Problem
from app.persistence.queries import credentials
from app.persistence.stored.codec import Json
from app.persistence.writing.draft import Draft
from app.persistence.writing.writer import stored
from app.services.access import CLAIM_PREFIX, PLAYER_PREFIX, Caller, Retry, repeatable_token
from app.services.document_types import Uuid, document


@dataclass(frozen=True, slots=True)
class Player:
    """A player, with the digests of the player's tokens."""

    id: str
    name: str | None
    tokens: tuple[bytes, ...]
    language: str | None = None


@document
class PlayerShown(TypedDict):
    """A player with a token, which is shown once. Whoever holds it is this player."""

    player: Uuid
    """The id of the player."""
    token: str
    """A token of the player, to send as Bearer wherever the token of a seat is sent."""


@document
class PlayerProfile(TypedDict):
    """A player, as the player alone sees it."""

    player: Uuid
    """The id of the player."""
    name: str | None
    """The name of the player, for seats that are opened for the player without a name; null without one."""
    language: str | None
    """The language in which programs speak to the player, as a code; null where none was sent."""


@document
class PlayerClaimShown(TypedDict):
    """A claim that makes another phone the player's too. It is shown once."""

    claim: str
    """The claim, which `POST /v1/claims` turns into a token of the player; a link carries it behind `#`."""
    player: Uuid
    """The id of the player."""
    expires_at: str
    """When it ends, if nobody uses it before."""


def new_player_id() -> str:
    """An id for a new player."""
    return str(uuid7())


def player_token(player: str, retry: Retry | None, nonce: bytes | None = None) -> str:
    """A token of a player: random, or for a request with a key the same at each sending."""
    return repeatable_token(PLAYER_PREFIX, retry, nonce, b"player", UUID(player).bytes)


def player_claim(player: str, retry: Retry | None, nonce: bytes | None = None) -> str:
    """A claim of a player: random, or for a request with a key the same at each sending."""
    return repeatable_token(CLAIM_PREFIX, retry, nonce, b"player-claim", UUID(player).bytes)


def player_of(connection: sa.Connection, caller: Caller) -> Player:
    """The player who sends a request.

    Raises Problem token-missing (401) without a token, token-invalid (401) where it is no player's.
    """
    if caller.token is None:
        raise Problem("token-missing", reason="player-missing")
    found = credentials.player_of(connection, caller.digest) if caller.is_player else None
    if found is None:
        raise Problem("token-invalid", reason="unknown-token" if caller.is_player else "player-needed")
    tokens = credentials.tokens_of_players(connection, [found["id"]])[found["id"]]
    return Player(found["id"], found["name"], tokens, found["language"])


def profile_of(connection: sa.Connection, caller: Caller) -> PlayerProfile:
    """The caller, a player. Raises what player_of() raises."""
    player = player_of(connection, caller)
    return {"player": player.id, "name": player.name, "language": player.language}


def change_player(draft: Draft, caller: Caller, changes: Json) -> PlayerProfile:
    """Give the caller, a player, another name, which seats do not take over, or language.

    Raises what player_of() raises.
    """
    player = player_of(draft.reading(""), caller)
    if changes:
        draft.also(partial(credentials.change_player, player=player.id, changes=changes))
    told: PlayerProfile = {"player": player.id, "name": player.name, "language": player.language}
    return {**told, **changes}  # type: ignore[typeddict-item]


def add_player(draft: Draft, id: str, name: str, language: str | None, retry: Retry | None) -> PlayerShown:
    """Make a player with a first token."""
    token = player_token(id, retry)
    row = {"id": id, "name": name, "language": language, "created_at": draft.at}
    draft.also(partial(credentials.add_player, row=row, token=Caller(token).digest))
    draft.made(id, None)
    return {"player": id, "token": token}


def player_made_before(connection: sa.Connection, id: str, retry: Retry | None, nonce: bytes) -> PlayerShown:
    """The player whom the first sending of a repeated request made, or gave a token, with that token.

    Raises Problem token-invalid (401) where the token has ended.
    """
    token = player_token(id, retry, nonce)
    player_of(connection, Caller(token))
    return {"player": id, "token": token}


def claim_player(
    draft: Draft, caller: Caller, retry: Retry | None, minutes: int, *, ends_others: bool
) -> PlayerClaimShown:
    """Make a claim of the caller, a player, that is good for `minutes`; an earlier one ends.

    Raises what player_of() raises.
    """
    player = player_of(draft.reading(""), caller)
    claim = player_claim(player.id, retry)
    expires_at = stored(datetime.fromisoformat(draft.at) + timedelta(minutes=minutes))
    row = {"claim": Caller(claim).digest, "ends_others": ends_others, "expires_at": expires_at}
    draft.also(partial(credentials.claim_player, player=player.id, row=row))
    draft.made(player.id, None)
    return {"claim": claim, "player": player.id, "expires_at": expires_at}


def claim_of_player_made_before(
    connection: sa.Connection, id: str, retry: Retry | None, nonce: bytes
) -> PlayerClaimShown:
    """The claim that the first sending of a repeated request made. Raises Problem claim-gone (410)."""
    claim = player_claim(id, retry, nonce)
    row = credentials.claim_of_player(connection, Caller(claim).digest)
    if row is None:
        raise Problem("claim-gone")
    return {"claim": claim, "player": id, "expires_at": row["expires_at"]}


def player_claimed(connection: sa.Connection, claim: str) -> str | None:
    """The id of the player whose claim this is; None where it is none, or gone."""
    row = credentials.claim_of_player(connection, Caller(claim).digest)
    return None if row is None else str(row["player"])


def use_player_claim(draft: Draft, claim: str, retry: Retry | None) -> PlayerShown:
    """Use a claim of a player: there is one more token, or with `ends_others` this one alone.

    Raises Problem claim-gone (410).
    """
    row = credentials.claim_of_player(draft.reading(""), Caller(claim).digest, lock=True)
    if row is None or row["expires_at"] <= draft.at:
        raise Problem("claim-gone")
    id: str = row["player"]
    token = player_token(id, retry)
    digest, ends = Caller(token).digest, row["ends_others"]
    draft.also(partial(credentials.claim_player, player=id, row=None))
    draft.also(partial(credentials.add_token, player=id, token=digest, at=draft.at, ends_others=ends))
    draft.made(id, None)
    return {"player": id, "token": token}


def seats_of(connection: sa.Connection, caller: Caller) -> dict[str, tuple[int, ...]]:
    """The seats of the caller, a player, by session. Raises what player_of() raises."""
    found: dict[str, tuple[int, ...]] = {}
    for session, seat in credentials.seats_of_player(connection, player_of(connection, caller).id):
        found[session] = (*found.get(session, ()), seat)
    return found


def forget_player(draft: Draft, caller: Caller) -> None:
    """Delete the caller, a player: tokens and claim end, and the seats are the player's no longer.

    The name at these seats is forgotten before, session by session. Raises what player_of() raises.
    """
    player = player_of(draft.reading(""), caller)
    draft.also(partial(credentials.forget_player, player=player.id))
