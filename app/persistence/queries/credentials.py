"""The queries for what shows who a caller is: API keys, claims, stream tickets, and players with their tokens."""

from collections.abc import Iterable, Sequence

import sqlalchemy as sa

from app.persistence.stored.codec import Json
from app.persistence.stored.tables import (
    api_keys,
    claims,
    player_claims,
    player_tokens,
    players,
    seats,
    secrets,
    sessions,
    stream_tickets,
)

TICKETS = 32
"""How many tickets a credential may have for one session; of further ones the first that expires is given up."""

TOKENS = 10
"""How many tokens a player may have; of further ones the oldest ends."""


def api_key(connection: sa.Connection, key: bytes) -> str | None:
    """The id of the API key with this digest; None where there is none or it is revoked."""
    query = sa.select(api_keys.c.id).where(api_keys.c.key == key, api_keys.c.revoked_at.is_(None))
    id: str | None = connection.execute(query).scalar_one_or_none()
    return id


def is_live_key(connection: sa.Connection, id: str) -> bool:
    """Whether there is an API key with this id that is not revoked."""
    query = sa.select(api_keys.c.id).where(api_keys.c.id == id, api_keys.c.revoked_at.is_(None))
    return connection.execute(query).first() is not None


def opens_only(connection: sa.Connection, key: bytes) -> bool:
    """Whether the API key with this digest opens sessions and does nothing else."""
    query = sa.select(api_keys.c.opens_only).where(api_keys.c.key == key)
    return bool(connection.execute(query).scalar_one_or_none())


def has_credential(connection: sa.Connection, digest: bytes) -> bool:
    """Whether a token's digest is that of a host, a seat, a player or an API key that is not revoked."""
    found = sa.union_all(
        sa.select(sa.literal(1)).where(sessions.c.host_token == digest),
        sa.select(sa.literal(1)).where(seats.c.token == digest),
        sa.select(sa.literal(1)).where(player_tokens.c.token == digest),
        sa.select(sa.literal(1)).where(api_keys.c.key == digest, api_keys.c.revoked_at.is_(None)),
    )
    return connection.execute(found.limit(1)).first() is not None


def hosted_by(connection: sa.Connection, digest: bytes) -> str | None:
    """The session whose host has the token with this digest; None where there is none."""
    id: str | None = connection.execute(sa.select(sessions.c.id).where(sessions.c.host_token == digest)).scalar()
    return id


def seat_with(connection: sa.Connection, digest: bytes) -> tuple[str, int] | None:
    """The session and the number of the seat that has the token with this digest; None where there is none."""
    found = connection.execute(sa.select(seats.c.session_id, seats.c.seat).where(seats.c.token == digest)).first()
    return None if found is None else (found.session_id, found.seat)


def seats_with(connection: sa.Connection, digests: Iterable[bytes]) -> dict[bytes, tuple[str, int]]:
    """The session and the number of each seat that has a token with one of these digests, by digest."""
    query = sa.select(seats.c.token, seats.c.session_id, seats.c.seat).where(seats.c.token.in_(sorted(digests)))
    return {row.token: (row.session_id, row.seat) for row in connection.execute(query)}


def claim_of(connection: sa.Connection, digest: bytes) -> Json | None:
    """The claim with this digest as a row; None where there is none any more."""
    found = connection.execute(sa.select(claims).where(claims.c.claim == digest)).mappings().first()
    return None if found is None else dict(found)


def claim_of_code(connection: sa.Connection, code: bytes, at: str) -> Json | None:
    """The claim whose code has this MAC as a row; None where there is none, or where the code has expired by `at`."""
    is_live = sa.and_(claims.c.code == code, claims.c.code_expires_at > at)
    found = connection.execute(sa.select(claims).where(is_live)).mappings().first()
    return None if found is None else dict(found)


def secret_of(connection: sa.Connection, name: str) -> bytes:
    """A secret of this database, 32 bytes."""
    value: bytes = connection.execute(sa.select(secrets.c.value).where(secrets.c.name == name)).scalar_one()
    return value


def add_api_key(connection: sa.Connection, row: Json) -> None:
    """Store an API key."""
    connection.execute(sa.insert(api_keys), [row])


def all_api_keys(connection: sa.Connection) -> list[Json]:
    """Every API key as a row, oldest first, without its digest."""
    shown = (api_keys.c.id, api_keys.c.name, api_keys.c.created_at, api_keys.c.revoked_at, api_keys.c.opens_only)
    return [dict(row) for row in connection.execute(sa.select(*shown).order_by(api_keys.c.id)).mappings()]


def whole_api_keys(connection: sa.Connection) -> list[Json]:
    """Every API key as a row, oldest first, with its digest."""
    return [dict(row) for row in connection.execute(sa.select(api_keys).order_by(api_keys.c.id)).mappings()]


def has_api_key(connection: sa.Connection, id: str, key: bytes) -> bool:
    """Whether there is an API key with this id or this digest."""
    query = sa.select(api_keys.c.id).where(sa.or_(api_keys.c.id == id, api_keys.c.key == key))
    return connection.execute(query).first() is not None


def revoke_api_key(connection: sa.Connection, id: str, at: str) -> bool:
    """Revoke an API key. Returns False where there is none with this id, or where it was revoked before."""
    live = sa.and_(api_keys.c.id == id, api_keys.c.revoked_at.is_(None))
    return connection.execute(sa.update(api_keys).where(live).values(revoked_at=at)).rowcount > 0


def tokens_of_players(connection: sa.Connection, ids: Iterable[str]) -> dict[str, tuple[bytes, ...]]:
    """SHA-256 of each token of these players, by player."""
    query = sa.select(player_tokens.c.player, player_tokens.c.token).where(player_tokens.c.player.in_(sorted(ids)))
    found: dict[str, tuple[bytes, ...]] = {}
    for player, token in connection.execute(query):
        found[player] = (*found.get(player, ()), token)
    return found


def ticket_of(connection: sa.Connection, digest: bytes) -> Json | None:
    """The ticket with this digest as a row; None where there is none."""
    found = connection.execute(sa.select(stream_tickets).where(stream_tickets.c.ticket == digest)).mappings().first()
    return None if found is None else dict(found)


def add_ticket(connection: sa.Connection, row: Json, at: str) -> None:
    """Store a ticket; those of its session that expired before `at` go, and the oldest where there are too many."""
    table = stream_tickets
    of_session = table.c.session_id == row["session_id"]
    connection.execute(sa.delete(table).where(of_session, table.c.expires_at <= at))
    held = sa.select(table.c.ticket).where(of_session, table.c.credential == row["credential"])
    extra = connection.execute(held.order_by(table.c.expires_at.desc(), table.c.ticket).offset(TICKETS - 1)).scalars()
    connection.execute(sa.delete(table).where(table.c.ticket.in_(extra.all())))
    connection.execute(sa.insert(table), [row])


def add_player(connection: sa.Connection, row: Json, token: bytes) -> None:
    """Store a player with a first token."""
    connection.execute(sa.insert(players), [row])
    add_token(connection, row["id"], token, row["created_at"])


def add_token(connection: sa.Connection, player: str, token: bytes, at: str, *, ends_others: bool = False) -> None:
    """Give a player one more token, in place of all others where `ends_others`."""
    table = player_tokens
    held = sa.select(table.c.token).where(table.c.player == player).order_by(table.c.created_at.desc(), table.c.token)
    extra = connection.execute(held.offset(0 if ends_others else TOKENS - 1)).scalars()
    connection.execute(sa.delete(table).where(table.c.token.in_(extra.all())))
    connection.execute(sa.insert(table), [{"token": token, "player": player, "created_at": at}])


def player_of(connection: sa.Connection, token: bytes) -> Json | None:
    """The player with this token as a row; None where there is none."""
    joined = players.join(player_tokens, player_tokens.c.player == players.c.id)
    query = sa.select(players).select_from(joined).where(player_tokens.c.token == token)
    found = connection.execute(query).mappings().first()
    return None if found is None else dict(found)


def all_players(connection: sa.Connection) -> list[Json]:
    """Every player as a row with the digests of the tokens, oldest first."""
    tokens: dict[str, list[bytes]] = {}
    for row in connection.execute(sa.select(player_tokens).order_by(player_tokens.c.token)):
        tokens.setdefault(row.player, []).append(row.token)
    found = connection.execute(sa.select(players).order_by(players.c.id)).mappings()
    return [{**row, "tokens": tokens.get(row["id"], [])} for row in found]


def claim_of_player(connection: sa.Connection, digest: bytes, *, lock: bool = False) -> Json | None:
    """The claim of a player with this digest as a row; None where there is none any more. `lock`: nobody uses it."""
    query = sa.select(player_claims).where(player_claims.c.claim == digest)
    found = connection.execute(query.with_for_update() if lock else query).mappings().first()
    return None if found is None else dict(found)


def claim_player(connection: sa.Connection, player: str, row: Json | None) -> None:
    """Give a player a claim, in place of the one there is; with None take that away."""
    connection.execute(sa.delete(player_claims).where(player_claims.c.player == player))
    if row is not None:
        connection.execute(sa.insert(player_claims), [{"player": player, **row}])


def seats_of_player(connection: sa.Connection, player: str) -> list[tuple[str, int]]:
    """The session and the number of each seat that a player holds."""
    query = sa.select(seats.c.session_id, seats.c.seat).where(seats.c.player == player)
    return [(row.session_id, row.seat) for row in connection.execute(query.order_by(seats.c.session_id, seats.c.seat))]


def change_player(connection: sa.Connection, player: str, changes: Json) -> None:
    """Give a player another name or language; what was there before is overwritten."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete=ON")
    connection.execute(sa.update(players).where(players.c.id == player).values(**changes))


def forget_player(connection: sa.Connection, player: str) -> None:
    """Delete a player with the tokens and the claim, and take the seats from the player."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete=ON")
    connection.execute(sa.update(seats).where(seats.c.player == player).values(player=None))
    for table in (player_claims, player_tokens):
        connection.execute(sa.delete(table).where(table.c.player == player))
    connection.execute(sa.delete(players).where(players.c.id == player))


def restore_player(connection: sa.Connection, row: Json, tokens: list[bytes], held: Sequence[tuple[str, int]]) -> bool:
    """Store a player of another database; False where it or a token is there already, or a seat is not."""
    taken = sa.select(players.c.id).where(players.c.id == row["id"])
    used = sa.select(player_tokens.c.token).where(player_tokens.c.token.in_(tokens))
    if connection.execute(taken).first() or connection.execute(used).first():
        return False
    connection.execute(sa.insert(players), [row])
    if tokens:
        made = [{"token": token, "player": row["id"], "created_at": row["created_at"]} for token in tokens]
        connection.execute(sa.insert(player_tokens), made)
    for session, number in held:
        seat = sa.and_(seats.c.session_id == session, seats.c.seat == number, seats.c.player.is_(None))
        if not connection.execute(sa.update(seats).where(seat).values(player=row["id"])).rowcount:
            return False
    return True
