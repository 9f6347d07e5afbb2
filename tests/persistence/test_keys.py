"""What is looked up by several keys at once is found by an index, however many rows there are."""

import pytest
import sqlalchemy as sa

from app.persistence.connecting.database import open_database
from app.persistence.queries import history, idempotency, logged_events, seeds
from app.persistence.queries.keys import with_keys
from app.persistence.stored.rows import Session
from app.persistence.stored.tables import seats

SESSIONS = [
    Session(
        id=id,
        ruleset="x-wing",
        ruleset_version=1,
        kind="series",
        options={},
        dice="service",
        visibility="public",
        created_at="2026-01-01T00:00:00.000Z",
        chain=1,
        chain_length=64,
    )
    for id in ("a", "b")
]
NUMBERS = [("a", 1), ("b", 2)]
ASKED = {
    "seeds": (lambda connection: seeds.next_seeds(connection, SESSIONS), "session_id=? AND chain=? AND place=?"),
    "keys": (
        lambda connection: idempotency.claimed_keys(connection, [(b"a", b"1"), (b"b", b"2")]),
        "scope=? AND key=?",
    ),
    "rolls": (lambda connection: history.rolls_of(connection, NUMBERS), "session_id=? AND action=?"),
    "entries": (lambda connection: history.entries_of(connection, NUMBERS), "session_id=? AND action=?"),
}


def plans_of(url, ask):
    """How SQLite finds the rows of each statement that a function asks, in lines."""
    sent, database = [], open_database(url)
    sa.event.listen(database.reader, "before_cursor_execute", lambda *call: sent.append(call[2:4]))
    with database.reader.connect() as connection:
        ask(connection)
        asked = [each for each in sent if each[0].startswith("SELECT")]
        found = [[*connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", values)] for text, values in asked]
    database.dispose()
    return [[row[-1] for row in plan] for plan in found]


@pytest.mark.parametrize(("ask", "found_by"), ASKED.values(), ids=ASKED)
def test_rows_are_found_by_all_columns_of_an_index(sqlite_url, ask, found_by):
    [plan] = plans_of(sqlite_url, ask)
    assert any(found_by in line for line in plan), plan


def test_the_events_that_prove_an_action_are_found_without_those_of_other_actions(sqlite_url):
    plans = plans_of(sqlite_url, lambda connection: logged_events.events_for_action(connection, "a", 5))
    assert plans
    assert all("session_id=? AND action" in line for plan in plans for line in plan if "events" in line), plans


def test_the_rows_of_all_keys_are_found_once(database):
    wanted, other = [("a", 1), ("a", 2), ("b", 1)], [("b", 2), ("c", 1)]
    with database.writer.begin() as connection:
        rows = [{"session_id": id, "seat": seat, "token": b"x"} for id, seat in wanted + other]
        connection.execute(sa.insert(seats), rows)
        query = with_keys(connection, sa.select(seats.c.session_id, seats.c.seat), seats.c.session_id, seats.c.seat)
        for keys in (wanted, wanted[:1]):
            assert sorted(tuple(row) for row in connection.execute(query, {"keys": keys})) == keys
