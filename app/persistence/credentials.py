"""The queries for stream tickets, and for players with their tokens and claims."""

from collections.abc import Sequence

import sqlalchemy as sa

from app.persistence.codec import Json
from app.persistence.tables import player_claims, player_tokens, players, seats, stream_tickets

TICKETS = 32
"""How many tickets a credential may have for one session; of further ones the first that expires is given up."""

TOKENS = 10
"""How many tokens a player may have; of further ones the oldest ends."""


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
