"""Lists of history over many rolls, on both databases: milliseconds, and the indexes that the database uses.

On top of all that everybody may see lie attacks of their own that are unlisted, as hostile as they can be: all of the
rare ruleset, with physical dice, of one unit, and half of them waiting, so that each filter that fits few public rows
fits a million of these.
"""

import argparse
import random
import re
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from statistics import median
from typing import Any

import sqlalchemy as sa

from app.persistence.connecting.database import Database, open_database
from app.persistence.connecting.migrate import migrate
from app.persistence.queries.filters import Filters
from app.persistence.queries.history import ACTIONS, CASUALTIES, ROLLS, SESSIONS, Listing, Reader, page, ways_of
from app.persistence.stored.tables import actions, casualties, rolls, seats, sessions
from tests import postgres

ATTACKS = 20
"""How many attacks a series has. Between two series there are as many single attacks."""

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
RULESETS = ("open-forces", "castle-rampage", "storm-over-stalingrad", "x-wing")
PAGE = 51
NOBODY = Reader(None)
HOST, SEAT = Reader(b"s0000021"), Reader(b"s0000021/1")
KEY, KEY_BENEATH = Reader(b"", "key-on-top"), Reader(b"", "key-beneath")
KEY_ALONE = Reader(b"", "key-on-top", only_own=True)

OWN: dict[str, tuple[Listing, Filters, Reader]] = {
    "sessions, to a host": (SESSIONS, Filters(), HOST),
    "actions, to a host": (ACTIONS, Filters(), HOST),
    "rolls, to a seat": (ROLLS, Filters(), SEAT),
    "sessions, to the key that opened all unlisted": (SESSIONS, Filters(), KEY),
    "actions, to the key that opened all unlisted": (ACTIONS, Filters(), KEY),
    "only its own actions, to this key": (ACTIONS, Filters(), KEY_ALONE),
    "only its own resolved actions, to this key": (ACTIONS, Filters(status=("resolved",)), KEY_ALONE),
    "only its own rolls, to this key": (ROLLS, Filters(), KEY_ALONE),
    "sessions, to a key with 100 series beneath": (SESSIONS, Filters(), KEY_BENEATH),
    "casualties, to a key with 100 series beneath": (CASUALTIES, Filters(), KEY_BENEATH),
}
"""Lists of readers who have something of their own."""

PUBLIC: dict[str, tuple[Listing, Filters]] = {
    "sessions": (SESSIONS, Filters()),
    "sessions of a rare ruleset": (SESSIONS, Filters(ruleset=("x-wing",))),
    "sessions of a player": (SESSIONS, Filters(player=("player-7",))),
    "sessions of a rare player": (SESSIONS, Filters(player=("hermit",))),
    "sessions by reference": (SESSIONS, Filters(reference=("cup-17",))),
    "sessions by the beginning of a reference": (SESSIONS, Filters(reference=("cup-1*",))),
    "sessions by an unknown reference": (SESSIONS, Filters(reference=("league-*",))),
    "sessions of a side": (SESSIONS, Filters(side=("red",))),
    "sessions of an unknown side": (SESSIONS, Filters(side=("green",))),
    "games": (SESSIONS, Filters(kind=("game",))),
    "open sessions": (SESSIONS, Filters(status=("open",))),
    "series": (SESSIONS, Filters(kind=("series",))),
    "sessions with physical dice": (SESSIONS, Filters(label=("physical",))),
    "actions": (ACTIONS, Filters()),
    "actions of a rare ruleset": (ACTIONS, Filters(ruleset=("x-wing",))),
    "actions of a rare player": (ACTIONS, Filters(player=("hermit",))),
    "actions of a session": (ACTIONS, Filters(session_id=("s0000000",))),
    "actions by reference": (ACTIONS, Filters(reference=("cup-17",))),
    "actions by the beginning of a reference": (ACTIONS, Filters(reference=("cup-1*",))),
    "actions of a side": (ACTIONS, Filters(side=("red",))),
    "actions in games": (ACTIONS, Filters(kind=("game",))),
    "single attacks": (ACTIONS, Filters(kind=("single",))),
    "pending actions": (ACTIONS, Filters(status=("pending",))),
    "actions with physical dice": (ACTIONS, Filters(label=("physical",))),
    "rolls": (ROLLS, Filters()),
    "rolls in a month": (ROLLS, Filters(since="2026-02-01", until="2026-03-01")),
    "rolls of a role": (ROLLS, Filters(role=("defender",))),
    "rolls of a rare ruleset": (ROLLS, Filters(ruleset=("x-wing",))),
    "rolls of a player": (ROLLS, Filters(player=("player-7",))),
    "rolls of a rare player": (ROLLS, Filters(player=("hermit",))),
    "rolls with physical dice": (ROLLS, Filters(label=("physical",))),
    "rolls of a side": (ROLLS, Filters(side=("red",))),
    "rolls of an unknown side": (ROLLS, Filters(side=("green",))),
    "rolls in games": (ROLLS, Filters(kind=("game",))),
    "rolls that the log proves": (ROLLS, Filters(label=("committed",))),
    "rolls of single attacks": (ROLLS, Filters(label=("recorded",))),
    "rolls by reference": (ROLLS, Filters(reference=("cup-17",))),
    "rolls by the beginning of a reference": (ROLLS, Filters(reference=("cup-1*",))),
    "rolls of a session": (ROLLS, Filters(session_id=("s0000000",))),
    "rolls of void actions": (ROLLS, Filters(status=("void",))),
    "casualties": (CASUALTIES, Filters()),
    "casualties of a unit": (CASUALTIES, Filters(unit=("unit-7",))),
    "casualties of a rare player": (CASUALTIES, Filters(player=("hermit",))),
    "casualties of a side": (CASUALTIES, Filters(side=("red",))),
    "casualties of an unknown side": (CASUALTIES, Filters(side=("green",))),
    "casualties of attackers": (CASUALTIES, Filters(role=("attacker",))),
    "casualties in games": (CASUALTIES, Filters(kind=("game",))),
    "casualties with physical dice": (CASUALTIES, Filters(label=("physical",))),
}

LISTS = {**{name: (listing, filters, NOBODY) for name, (listing, filters) in PUBLIC.items()}, **OWN}
"""Every list that is measured: what is listed, its filters, and its reader."""


def rows(count: int) -> Iterator[dict[str, list[dict[str, Any]]]]:
    """At least `count` rolls, with their sessions, in batches.

    Half of the attacks are single attacks, the other half belong to series with two players.
    """
    chance, at, number, made = random.Random(1), BEGAN, 0, 0
    while made < count:
        batch: dict[str, list[dict[str, Any]]] = {
            table.name: [] for table in (sessions, seats, actions, rolls, casualties)
        }
        for _ in range(200):
            is_single = number % (ATTACKS + 1) != 0
            ruleset = "x-wing" if number % 5003 == 0 else RULESETS[number % 3]
            made += add(batch, f"s{number:07}", ruleset, is_single, at, chance)
            at += timedelta(seconds=9 if is_single else 90)
            number += 1
        yield batch


def add(
    batch: dict[str, list[dict[str, Any]]], id: str, ruleset: str, is_single: bool, at: datetime, chance: random.Random
) -> int:
    """Add one session with its attacks to a batch. Returns how many rolls it has."""
    attacks = 1 if is_single else ATTACKS
    instant = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    number = int(id[1:])
    batch["sessions"].append(session(id, ruleset, is_single, instant, attacks))
    if not is_single:
        names = [
            "hermit" if number == ATTACKS + 1 else f"player-{chance.randrange(500)}",
            f"player-{chance.randrange(500)}",
        ]
        for seat, name in enumerate(names, 1):
            batch["seats"].append(
                {"session_id": id, "seat": seat, "name": name, "side": ("red", "blue")[seat - 1], "reference": None,
                 "policy": None, "token": f"{id}/{seat}".encode()}
            )  # fmt: skip
    for n in range(1, attacks + 1):
        batch["actions"].append(action(id, n, ruleset, instant))
        for roll, role in enumerate(("defender", "attacker")):
            batch["rolls"].append(
                {"session_id": id, "action": n, "roll": roll, "ruleset": ruleset, "role": role, "seat": 2 - roll,
                 "rule": "OF-26", "die": "d6", "count": 2, "faces": [1, 6], "total": 7,
                 "source": "service", "void": n == 7 and number % 50 == 0, "listed": True, "at": instant}
            )  # fmt: skip
        batch["casualties"].append(
            {"session_id": id, "action": n, "n": 0, "ruleset": ruleset, "role": "defender", "side": "red",
             "seat": 2, "unit": f"unit-{chance.randrange(1000)}", "name": None, "fate": "killed", "lost": True,
             "rule": "OF-30", "detail": {}, "listed": True, "at": instant}
        )  # fmt: skip
    return 2 * attacks


def session(id: str, ruleset: str, is_single: bool, at: str, attacks: int) -> dict[str, Any]:
    """The row of a closed, public session."""
    number = int(id[1:])
    return {
        "id": id, "ruleset": ruleset, "ruleset_version": 1, "kind": "single" if is_single else "series",
        "status": "closed", "visibility": "public", "options": {},
        "dice": "physical" if number % 997 == 0 else "service",
        "reference": None if is_single else f"cup-{number // (ATTACKS + 1)}",
        "host_token": id.encode(), "owner": "key-beneath" if not is_single and number < 2100 else None,
        "seat_count": 0 if is_single else 2, "state": None, "state_seq": 0, "proposal": None, "commitment": None,
        "chain": 0, "chain_length": 64, "seq": attacks, "head": b"", "last_number": attacks, "closed_upto": attacks,
        "resolved": attacks, "pending": 0, "void": 0,
        "result": None, "created_at": at, "closed_at": at,
    }  # fmt: skip


def action(id: str, number: int, ruleset: str, at: str) -> dict[str, Any]:
    """The row of a resolved attack."""
    return {
        "session_id": id, "number": number, "kind": "attack", "ruleset": ruleset, "ruleset_version": 1,
        "situation": {}, "options": {}, "dice": "service", "policies": {}, "seats": {}, "sent_by": {"host": True},
        "status": "resolved", "outcome": {}, "commitment": None, "reference": None, "replaced_by": None,
        "proposal": None, "seq": number, "head": b"", "listed": True, "created_at": at, "resolved_at": at,
        "played_at": None,
    }  # fmt: skip


def unlisted(count: int) -> Iterator[sa.Insert]:
    """The statements that store so many unlisted attacks of their own, all of them newer than everything else."""
    numbers = sa.select(sa.literal(0).label("n")).cte("numbers", recursive=True)
    numbers = numbers.union_all(sa.select(numbers.c.n + 1).where(numbers.c.n < count - 1))
    padded = sa.func.substr(sa.cast(10_000_000 + numbers.c.n, sa.String), 2)
    id, at = "u" + padded, "2027-01-01T" + padded
    is_odd = numbers.c.n % 2 == 1
    of_session = session("u0", "x-wing", True, "", 1) | {
        "id": id, "visibility": "unlisted", "dice": "physical", "host_token": None, "owner": "key-on-top",
        "created_at": at, "closed_at": None, "status": "open",
    }  # fmt: skip
    of_action = action("", 1, "x-wing", "") | {
        "session_id": id, "dice": "physical", "status": sa.case((is_odd, "pending"), else_="resolved"),
        "listed": False, "created_at": at, "resolved_at": None,
    }  # fmt: skip
    of_roll = {
        "session_id": id, "action": 1, "roll": 0, "ruleset": "x-wing", "role": "attacker", "seat": None,
        "rule": "XW-1", "die": "d6", "count": 1, "faces": [1], "total": 1, "source": "physical", "void": is_odd,
        "listed": False, "at": at,
    }  # fmt: skip
    of_casualty = {
        "session_id": id, "action": 1, "n": 0, "ruleset": "x-wing", "role": "attacker", "side": "red", "seat": None,
        "unit": "unit-7", "name": None, "fate": "damaged", "lost": False, "rule": "XW-1", "detail": {},
        "listed": False, "at": at,
    }  # fmt: skip
    for table, row in ((sessions, of_session), (actions, of_action), (rolls, of_roll), (casualties, of_casualty)):
        values: list[Any] = [
            sa.literal(row[name], table.c[name].type) if is_plain(row[name]) else row[name] for name in row
        ]
        yield sa.insert(table).from_select(list(row), sa.select(*values).select_from(numbers))


def is_plain(value: object) -> bool:
    """Whether a value is the same in every row."""
    return not isinstance(value, sa.ColumnElement)


def fill(database: Database, count: int, on_top: int) -> None:
    """Migrate a database and store at least `count` rolls with what belongs to them, and `on_top` unlisted attacks."""
    migrate(database)
    source = rows(count)
    while batches := list(islice(source, 20)):
        with database.writer.begin() as connection:
            for batch in batches:
                for table in (sessions, seats, actions, rolls, casualties):
                    if batch[table.name]:
                        connection.execute(sa.insert(table), batch[table.name])
    for statement in unlisted(on_top) if on_top else ():
        with database.unhurried().begin() as connection:
            connection.execute(statement)
    with database.unhurried().connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.text("ANALYZE"))


def plan_of(connection: sa.Connection, query: sa.Select[Any], *, is_sqlite: bool) -> str:
    """The indexes and the table scans of a query, in order."""
    text = str(query.compile(connection.engine, compile_kwargs={"literal_binds": True}))
    plan = connection.exec_driver_sql(("EXPLAIN QUERY PLAN " if is_sqlite else "EXPLAIN ") + text.replace("%", "%%"))
    steps = "\n".join(str(row[3] if is_sqlite else row[0]) for row in plan)
    found = re.findall(r"(?:ix_\w+|pk_\w+|sqlite_autoindex_\w+|\bSCAN \w+|Seq Scan on \w+)", steps)
    return ", ".join(dict.fromkeys(found))


def table(count: int, on_top: int) -> list[tuple[str, str, str]]:
    """A row for each list: its name, milliseconds on SQLite and PostgreSQL, and the indexes."""
    cells: dict[str, list[str]] = {name: [] for name in LISTS}
    with tempfile.TemporaryDirectory() as folder, postgres.server() as url:
        for where in (f"sqlite:///{folder}/history.db", postgres.create_database(url, "history")):
            database = open_database(where)
            fill(database, count, on_top)
            with database.reader.connect() as connection:
                for name, (listing, filters, reader) in LISTS.items():
                    took = median(timed(connection, listing, filters, reader) for _ in range(3))
                    ways = ways_of(connection, listing, filters, reader, None, PAGE)
                    plans = [plan_of(connection, way.query, is_sqlite=database.is_sqlite) for way in ways]
                    cells[name] += [f"{took * 1e3:.1f}", " + ".join(plans)]
            database.dispose()
    return [
        (name, f"{lite} / {pg}", f"{lite_plan}; {pg_plan}") for name, (lite, lite_plan, pg, pg_plan) in cells.items()
    ]


def timed(connection: sa.Connection, listing: Listing, filters: Filters, reader: Reader) -> float:
    """Seconds that a page takes."""
    began = time.perf_counter()
    page(connection, listing, filters, reader, None, PAGE)
    return time.perf_counter() - began


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="benchmarks.history")
    parser.add_argument("--rolls", type=int, default=1_000_000)
    parser.add_argument("--unlisted", type=int, default=1_000_000)
    given = parser.parse_args()
    for row in table(given.rolls, given.unlisted):
        print(" | ".join(row))
