"""Lists of history across sessions, page by page or whole."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from pydantic_core import from_json
from typing_extensions import TypedDict

from app.persistence.queries import store
from app.persistence.queries.filters import Filters
from app.persistence.queries.history import (
    ACTIONS,
    CASUALTIES,
    ROLLS,
    SESSIONS,
    Listing,
    Reader,
    entries_of,
    page,
    rolls_of,
    rows_of,
    seats_of_players,
    with_seats,
)
from app.persistence.stored.codec import Json
from app.persistence.stored.fields import LISTED, names_of
from app.persistence.stored.rows import Action, Session, action_from_row
from app.persistence.stored.tables import casualties, rolls
from app.services.actions.state import read_state, seen_session
from app.services.document_types import document
from app.services.documents.action import summary
from app.services.documents.session import SessionDocument, session_document
from app.services.documents.wording import named_in
from app.services.history.action_luck import is_choice
from app.services.history.luck import LuckRows
from app.services.history.persons import Persons, actor_of, persons_in
from app.services.pages import cursor_of, invalid_cursor, parts_of
from app.services.play.seating import role_of
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebooks
from app.services.view_rights import ViewRights, shown, tags_in

WHOLE_PAGE = 200
"""How many rows are read at a time for a whole list, unless they are large: some 256 kB, which each one holds."""

MOST = 2**31 - 1
"""The largest number that a key may hold."""

ROLL, CASUALTY = (
    tuple(str(column.name) for column in table.c if column.name != "listed") for table in (rolls, casualties)
)
"""The columns of the lists of rolls and of casualties, in order: those of the tables."""

ACTION = names_of(Action, LISTED)


@document
class SessionPage(TypedDict):
    """A page of the list of sessions."""

    items: list[SessionDocument]  # type: ignore[valid-type]
    """The sessions, in the order of the list."""
    next: str | None
    """The value of `cursor` for the next page; null on the last page."""


@dataclass(frozen=True, slots=True)
class PagePosition:
    """Where a page of a list begins: at the cursor that the page before it ended with, or at the newest row."""

    name: str
    """The list's; its cursors say it, because keys of other lists may look alike."""
    listing: Listing
    cursor: str | None

    @property
    def after(self) -> list[Any] | None:
        """The key of the row before the page; 422 invalid-cursor."""
        if self.cursor is None:
            return None
        found = parts_of(self.cursor)
        if found[:1] != [self.name] or not self.is_key(found[1:]):
            raise invalid_cursor()
        return found[1:]

    def is_key(self, key: list[Any]) -> bool:
        """Whether rows of the list may have this key; a database refuses to compare with what is out of range."""
        kinds = [column.type.python_type for column in self.listing.key]
        numbers = [part for part in key if isinstance(part, int)]
        texts = [part for part in key if isinstance(part, str)]
        is_in_range = all(0 <= number <= MOST for number in numbers)
        return [type(part) for part in key] == kinds and is_in_range and not any("\0" in text for text in texts)

    def cursor_after(self, row: Json) -> str:
        """The cursor of the page that begins after a row."""
        return cursor_of(self.name, *self.listing.sort_key(row))


RowsToItems = Callable[[sa.Connection, list[Json]], list[Json]]
"""Makes the items of a list from its rows."""


@dataclass(frozen=True, slots=True)
class History:
    """A kind of list: where its rows come from, and how they become items."""

    listing: Listing
    tells: Callable[[Rulebooks, str | None], RowsToItems]
    """Takes the rulebooks, and the language of the texts that items have besides; None: they have none."""


def action_items(books: Rulebooks, language: str | None = None) -> RowsToItems:
    """Makes items from the rows of actions, with a text in `language` where there is one."""

    def told(connection: sa.Connection, rows: list[Json]) -> list[Json]:
        changed, persons = with_changed_rules(connection, books, rows), persons_of(connection, rows)
        items = [
            {name: row[name] for name in ACTION}
            | of_person(persons, row, actor_of(row))
            | {"rules_changed": (row["session_id"], row["number"]) in changed}
            for row in rows
        ]
        if language is None:
            return items
        sessions = store.sessions_by_id(connection, {row["session_id"] for row in rows})
        texts = action_texts(books, language, changed, rows, sessions)
        return [item | {"text": text} for item, text in zip(items, texts, strict=True)]

    return told


def action_texts(
    books: Rulebooks,
    language: str,
    changed: set[tuple[str, int]],
    rows: list[Json],
    sessions: Mapping[str, Session],
) -> Iterator[str]:
    """What came of each action in one sentence, as everybody may see it; `changed`: those whose rules have changed."""
    for row in rows:
        book, action = rulebook_or_absent(books, row["ruleset"]), action_from_row(row)
        session = seen_session(sessions[action.session_id], ViewRights())
        texts = named_in(book.texts(language), session, action.situation)
        yield summary(book, action, texts, rules_changed=(action.session_id, action.number) in changed)


def with_changed_rules(connection: sa.Connection, books: Rulebooks, rows: list[Json]) -> set[tuple[str, int]]:
    """Those of some actions, each named by its session and its number, that can no longer be answered.

    Only those are looked at that wait, and were declared under another version of their rulebook.
    """
    waiting = [row for row in rows if row["status"] == "pending" and row["ruleset"] in books]
    older = [row for row in waiting if row["ruleset_version"] != books[row["ruleset"]].ruleset.version]
    sessions = store.sessions_by_id(connection, {row["session_id"] for row in older}) if older else {}
    return {
        (row["session_id"], row["number"])
        for row in older
        if read_state(connection, books[row["ruleset"]], sessions[row["session_id"]], row["number"]).rules_changed
    }


def session_items(connection: sa.Connection, rows: list[Json]) -> list[Json]:
    """The documents of sessions, from their rows."""
    return [session_document(session) for session in with_seats(connection, rows)]


def persons_of(connection: sa.Connection, rows: list[Json]) -> Persons:
    """The persons of the sessions that these rows belong to."""
    return persons_in(connection, (row["session_id"] for row in rows))


def of_person(persons: Persons, row: Json, seat: int | None) -> Json:
    """Who sits at a seat of the session of a row, as lists tell it."""
    person = persons(row["session_id"], seat)
    return {"player": person.player, "name": person.name}


def roll_items(_books: Rulebooks, _language: str | None) -> RowsToItems:
    """Makes items from the rows of rolls."""

    def told(connection: sa.Connection, rows: list[Json]) -> list[Json]:
        persons = persons_of(connection, rows)
        return [
            {name: row[name] for name in ROLL} | of_person(persons, row, row["seat"]) | {"role": role_of(row["role"])}
            for row in rows
        ]

    return told


def casualty_items(_books: Rulebooks, _language: str | None) -> RowsToItems:
    """Makes items from the rows of casualties, whose own `name` is the player's."""

    def told(connection: sa.Connection, rows: list[Json]) -> list[Json]:
        persons = persons_of(connection, rows)
        return [
            {name: row[name] for name in CASUALTY} | of_person(persons, row, row["seat"]) | {"unit_name": row["name"]}
            for row in rows
        ]

    return told


HISTORIES: Mapping[str, History] = {
    "sessions": History(SESSIONS, lambda _books, _language: session_items),
    "actions": History(ACTIONS, action_items),
    "rolls": History(ROLLS, roll_items),
    "casualties": History(CASUALTIES, casualty_items),
}


def history_page(
    connection: sa.Connection,
    books: Rulebooks,
    name: str,
    filters: Filters,
    reader: Reader,
    cursor: str | None,
    limit: int,
    language: str | None = None,
) -> Json:
    """A page of the list called `name`, and the cursor of the next one; 422 invalid-cursor.

    `language`: that of the texts which items have besides.
    """
    history = HISTORIES[name]
    place = PagePosition(ordered(name, filters), history.listing, cursor)
    rows, following = rows_page(connection, place, filters, reader, limit)
    return {"items": history.tells(books, language)(connection, rows), "next": following}


def ordered(name: str, filters: Filters) -> str:
    """The name of a list in its order; cursors of one order are none of the other."""
    return f"{name} oldest" if filters.oldest_first else name


def actions_of_session(
    connection: sa.Connection,
    books: Rulebooks,
    session: Session,
    cursor: str | None,
    limit: int,
    *,
    oldest_first: bool = False,
    language: str | None = None,
) -> Json:
    """A page of all actions of a session, which the caller may read; 422 invalid-cursor.

    `language`: that of the text which each action has besides.
    """
    filters = Filters(session_id=(session.id,), status=("pending", "resolved", "void"), oldest_first=oldest_first)
    place = PagePosition(ordered(session.id, filters), ACTIONS, cursor)
    rows, further = rows_of(connection, ACTIONS, ACTIONS.query(filters, sa.true(), place.after, limit + 1), limit)
    following = place.cursor_after(rows[-1]) if further else None
    return {"items": action_items(books, language)(connection, seen_by_everybody(connection, rows)), "next": following}


def rows_page(
    connection: sa.Connection, place: PagePosition, filters: Filters, reader: Reader, limit: int
) -> tuple[list[Json], str | None]:
    """The rows of a page, and the cursor of the next one; 422 invalid-cursor."""
    rows, is_cut = page(connection, place.listing, filters, reader, place.after, limit)
    return seen_by_everybody(connection, rows), place.cursor_after(rows[-1]) if is_cut else None


def seen_by_everybody(connection: sa.Connection, rows: list[Json]) -> list[Json]:
    """The rows of actions as everybody may see them; other rows hide nothing."""
    hiding = [row for row in rows if tags_in([row.get(name) for name in HIDING])]
    if not hiding:
        return rows
    sessions = store.sessions_by_id(connection, {row["session_id"] for row in hiding})
    for row in hiding:
        session = sessions[row["session_id"]]
        sight = ViewRights(is_whole=session.status == "closed")
        row |= {name: shown(connection, session, row[name], sight) for name in HIDING}
    return rows


HIDING = ("situation", "outcome")
"""The columns of an action that may have private parts."""


def luck_page(
    connection: sa.Connection,
    filters: Filters,
    reader: Reader,
    cursor: str | None,
    limit: int,
    *,
    by_person: bool = False,
) -> tuple[LuckRows, str | None]:
    """A page of resolved actions with what their luck is counted from, and the cursor of the next page or None.

    Raises Problem invalid-cursor (422).
    """
    resolved = replace(filters, status=("resolved",))
    rows, following = rows_page(
        connection, PagePosition(ordered("luck", resolved), ACTIONS, cursor), resolved, reader, limit
    )
    numbers = [(row["session_id"], row["number"]) for row in rows]
    of_sessions = {session for session, _ in numbers}
    seats = seats_of_players(connection, filters, of_sessions) if filters.has_player else None
    sessions = store.sessions_by_id(connection, of_sessions)
    persons = persons_of(connection, rows) if by_person else None
    return LuckRows(
        rows, rolls_of(connection, numbers), chosen_in(connection, numbers), seats, sessions, persons
    ), following


def chosen_in(connection: sa.Connection, numbers: list[tuple[str, int]]) -> set[tuple[str, int]]:
    """Those of some actions, each named by its session and its number, in which a player made a choice."""
    return {
        (event["session_id"], event["action"])
        for event in entries_of(connection, numbers)
        if any(is_choice(entry) for entry in from_json(event["body"])["entries"])
    }


def whole(engine: sa.Engine, listing: Listing, filters: Filters, reader: Reader, told: RowsToItems) -> Iterator[Json]:
    """Every item of a list, told as `told` has it. It is read page by page, each page on a connection of its own."""
    after: tuple[Any, ...] | None = None
    while True:
        with engine.connect() as connection:
            rows, is_cut = page(connection, listing, filters, reader, after, WHOLE_PAGE)
            items = told(connection, seen_by_everybody(connection, rows))
        yield from items
        if not is_cut:
            return
        after = listing.sort_key(rows[-1])
