"""Lists as sheets: each cell a word or a number, a row for each seat and for each die, and players by their names."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import sqlalchemy as sa
from pydantic import ValidationError

from app.persistence.queries import store
from app.persistence.queries.history import with_seats
from app.persistence.queries.persons import person_of
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Action, Seat, Session, action_from_row
from app.services.history.lists import CASUALTY as CASUALTIES
from app.services.history.lists import ROLL as ROLLS
from app.services.history.lists import RowsToItems, action_texts, of_person, persons_of, with_changed_rules
from app.services.history.persons import Persons, actor_of
from app.services.odds.luck import stored_outcome
from app.services.play.seating import role_of
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebook, Rulebooks

Lines = Callable[[list[Json], Persons], Iterator[Json]]
"""Makes the lines of a sheet from rows of a list."""


SESSION = (
    *("session_id", "reference", "ruleset", "kind", "status", "seat", "name", "player", "side", "score", "result"),
    *("attacks", "void", "note", "created_at", "closed_at"),
)
ACTION = (
    *("session_id", "number", "ruleset", "kind", "status", "player", "name", "attacker", "defender", "text"),
    *("reference", "replaced_by", "played_at", "created_at", "resolved_at"),
)
IN_CELLS: Mapping[str, tuple[str, ...]] = {
    "seat": ("seat", "player", "name"),
    "faces": ("place", "face"),
    "name": ("unit_name",),
}
"""Columns of lists of which a sheet has others, or more."""
ROLL, CASUALTY = (
    tuple(cell for name in names for cell in IN_CELLS.get(name, (name,))) for names in (ROLLS, CASUALTIES)
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The columns of a list as a sheet, and how its lines are made from rows of the list."""

    columns: tuple[str, ...]
    told: RowsToItems


def sheet_of(name: str, books: Rulebooks, language: str) -> Sheet:
    """The sheet of the list called `name`, with the measures of these rulebooks, and texts in `language`."""
    match name:
        case "sessions":
            return Sheet(SESSION, session_rows)
        case "actions":
            at = ACTION.index("text") + 1
            columns = (*ACTION[:at], *measures_in(books), *ACTION[at:])
            return Sheet(columns, action_rows(books, language))
        case "rolls":
            return Sheet(ROLL, with_players(roll_lines))
    return Sheet(CASUALTY, with_players(casualty_lines))


def with_players(lines: Lines) -> RowsToItems:
    """Makes the lines of a sheet in which players are named."""
    return lambda connection, rows: list(lines(rows, persons_of(connection, rows)))


def session_rows(connection: sa.Connection, rows: list[Json]) -> list[Json]:
    """A line for each seat of some sessions; one for a session without seats."""
    return [line for session in with_seats(connection, rows) for line in session_lines(session)]


def session_lines(session: Session) -> Iterator[Json]:
    """A line for each seat of a session; one for a session without seats."""
    result = session.result or {}
    line = {name: getattr(session, name) for name in ("reference", "ruleset", "kind", "status", "void")}
    line |= {"session_id": session.id, "attacks": session.resolved, "note": result.get("note")}
    line |= {"created_at": session.created_at, "closed_at": session.closed_at}
    for seat in session.seats:
        score = (result.get("scores") or {}).get(str(seat.seat))
        player = person_of(session.id, seat)
        yield {**line, "seat": seat.seat, "name": seat.name, "player": player, "side": seat.side, "score": score,
               "result": result_of(session, seat)}  # fmt: skip
    if not session.seats:
        yield {**line, **dict.fromkeys(("seat", "name", "player", "side", "score", "result"))}


def result_of(session: Session, seat: Seat) -> str | None:
    """Whether a seat has `won`, `lost`, or played a `draw`; None where the session has no result."""
    result = session.result
    if result is None:
        return None
    winner = result.get("winner")
    winners = result.get("winners") or ([winner] if winner else [])
    return ("won" if seat.seat in winners else "lost") if winners else "draw"


def action_rows(books: Rulebooks, language: str) -> RowsToItems:
    """Makes the lines of a sheet of actions."""

    def told(connection: sa.Connection, rows: list[Json]) -> list[Json]:
        changed = with_changed_rules(connection, books, rows)
        sessions = store.sessions_by_id(connection, {row["session_id"] for row in rows})
        return list(action_lines(books, language, changed, rows, persons_of(connection, rows), sessions))

    return told


def action_lines(
    books: Rulebooks,
    language: str,
    changed: set[tuple[str, int]],
    rows: list[Json],
    persons: Persons,
    sessions: Mapping[str, Session],
) -> Iterator[Json]:
    """A line for each action: who acted, what came of it in words, and the measures of its outcome."""
    texts = action_texts(books, language, changed, rows, sessions)
    for row, text in zip(rows, texts, strict=True):
        yield {
            **row,
            **of_person(persons, row, actor_of(row)),
            **{role: persons(row["session_id"], row["seats"].get(role)).shown for role in ("attacker", "defender")},
            "text": text,
            **dict.fromkeys(measures_in(books)),
            **measured(rulebook_or_absent(books, row["ruleset"]), action_from_row(row)),
        }


def measures_in(books: Rulebooks) -> tuple[str, ...]:
    """The names of all measures that some rulebooks have, each once."""
    return tuple(dict.fromkeys(name for book in books.values() for name in book.ruleset.measures))


def measured(book: Rulebook, action: Action) -> Json:
    """The measures of the outcome of an attack, also of one in a move, by name; empty where none can be read."""
    try:
        outcome = None if action.outcome is None else stored_outcome(book, action.kind, action.outcome)
    except (ValidationError, LookupError, ValueError, TypeError):
        return {}
    if outcome is None:
        return {}
    values = {name: measure(outcome) for name, measure in book.ruleset.measures.items()}
    return {name: int(value) for name, value in values.items() if value is not None}


def roll_lines(rows: list[Json], persons: Persons) -> Iterator[Json]:
    """A line for each die."""
    for row in rows:
        person = of_person(persons, row, row["seat"])
        for place, face in enumerate(row["faces"]):
            yield {**row, "role": role_of(row["role"]), **person, "place": place, "face": face}


def casualty_lines(rows: list[Json], persons: Persons) -> Iterator[Json]:
    """A line for each casualty."""
    for row in rows:
        detail = "; ".join(f"{name}: {plain(value)}" for name, value in row["detail"].items())
        yield {**row, **of_person(persons, row, row["seat"]), "unit_name": row["name"], "detail": detail}


def plain(value: object) -> str:
    """A detail in words."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
