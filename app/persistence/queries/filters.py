"""The filters of lists: which rows fit them, as conditions of queries."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from app.domain.visible import plain
from app.persistence.queries.persons import is_person
from app.persistence.stored.tables import actions, casualties, rolls, seats, sessions

LAST = "\U0010ffff"
"""A character that sorts after every other."""

Names = tuple[str, ...]
"""Values of which a row must have one; empty where every value is accepted."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What the rows of a list must have in common."""

    id: Names = ()
    ruleset: Names = ()
    session_id: Names = ()
    reference: Names = ()
    player: Names = ()
    role: Names = ()
    side: Names = ()
    unit: Names = ()
    kind: Names = ()
    status: Names = ()
    label: Names = ()
    since: str | None = None
    """The earliest time, included."""
    until: str | None = None
    """The latest time, excluded."""
    may_wait: bool = False
    """Whether attacks of their own are left out that wait for nothing."""
    held_by: str | None = None
    """The id of a player, whose seats count beside those of `player`; None for nobody."""
    oldest_first: bool = False
    """Whether the rows come from the oldest on, instead of from the newest."""

    @property
    def has_player(self) -> bool:
        """Whether only what certain players had a part in is listed."""
        return bool(self.player or self.held_by)


def of_session(filters: Filters, table: sa.Table) -> list[sa.ColumnElement[bool]]:
    """The conditions on the sessions of a list."""
    clauses = [any_of(sessions.c.ruleset, filters.ruleset)]
    clauses.append(any_of(sessions.c.id, filters.id if table is sessions else filters.session_id))
    clauses.append(any_of(sessions.c.kind, filters.kind))
    if filters.reference:
        by_session = refers(unindexed(sessions.c.reference), filters)
        by_own = refers(unindexed(actions.c.reference), filters)
        clauses.append(sa.or_(by_session, by_own) if table is actions else by_session)
    clauses.append(sa.or_(*(label_is(label) for label in filters.label)) if filters.label else sa.true())
    if table is sessions:
        clauses.append(any_of(sessions.c.status, filters.status))
    if filters.may_wait:
        clauses.append(sa.or_(lasting(), sessions.c.pending > 0))
    return clauses


def of_rows(filters: Filters, table: sa.Table, key: tuple[sa.Column[Any], ...]) -> list[sa.ColumnElement[bool]]:
    """The conditions on the rows of a list."""
    clauses = []
    if filters.since is not None:
        clauses.append(key[0] >= filters.since)
    if filters.until is not None:
        clauses.append(key[0] < filters.until)
    if filters.has_player or filters.side:
        clauses.append(played_by(filters, table))
    if table in (rolls, casualties):
        clauses.append(any_of(table.c.role, filters.role))
    clauses += among_few(filters, table)
    if table is casualties and len(filters.unit) == 1:
        clauses.append(casualties.c.unit.between(*filters.unit * 2))  # a range, by which the rows are sorted too
    elif table is casualties:
        clauses.append(any_of(casualties.c.unit, filters.unit))
    if table is rolls:
        clauses.append(rolls.c.void.in_([status == "void" for status in filters.status or ("resolved",)]))
    if table is actions:
        clauses.append(any_of(actions.c.status, filters.status) if filters.status else actions.c.status != "void")
    return clauses


def played_by(filters: Filters, table: sa.Table) -> sa.ColumnElement[bool]:
    """The condition that a player, found by an index, or a side, looked up for each row, has taken part."""
    if filters.has_player:
        return of_players(filters, table)
    seat = sa.select(seats.c.session_id).where(seats.c.session_id == sessions.c.id, seats.c.side.in_(filters.side))
    if table in (rolls, casualties):
        seat = seat.where(seats.c.seat == table.c.seat)
    if table is casualties:
        return sa.or_(casualties.c.side.in_(filters.side), seat.exists())
    return seat.exists()


def of_players(filters: Filters, table: sa.Table) -> sa.ColumnElement[bool]:
    """The condition that one of the players has taken part."""
    is_theirs = is_seat_of(filters)
    played = sessions.c.id.in_(sa.select(seats.c.session_id).where(is_theirs))
    if table not in (rolls, casualties):
        return played
    seat = sa.select(seats.c.seat).where(seats.c.session_id == sessions.c.id, seats.c.seat == table.c.seat, is_theirs)
    return sa.and_(played, seat.exists())


def is_seat_of(filters: Filters) -> sa.ColumnElement[bool]:
    """Whether a seat belongs to one of the players and has one of the sides."""
    theirs = [is_person(filters.player)] if filters.player else []
    theirs += [seats.c.player == filters.held_by] if filters.held_by else []
    return sa.and_(sa.or_(*theirs), any_of(seats.c.side, filters.side))


def among_few(filters: Filters, table: sa.Table) -> list[sa.ColumnElement[bool]]:
    """Conditions that repeat the conditions of partial indexes, so that the database uses these indexes.

    A partial index contains only the few rows of one kind; it is used where the filters accept no other rows.
    """
    clauses: list[sa.ColumnElement[bool]] = []
    if table is sessions and filters.kind and "single" not in filters.kind:
        clauses.append(lasting())
    dice = {sessions: sessions.c.dice, actions: actions.c.dice, rolls: rolls.c.source}.get(table)
    if filters.label == ("physical",) and dice is not None:
        clauses.append(dice == sa.literal_column("'physical'"))
    if table is casualties and filters.role == ("attacker",):
        clauses.append(casualties.c.role == sa.literal_column("'attacker'"))
    if table is rolls and filters.status == ("void",):
        clauses.append(rolls.c.void.is_(sa.true()))
    if table is actions and filters.status and "resolved" not in filters.status:
        clauses.append(actions.c.status != sa.literal_column("'resolved'"))
    return clauses


def lasting() -> sa.ColumnElement[bool]:
    """The condition that a session is no attack of its own."""
    return sessions.c.kind != sa.literal_column("'single'")


def any_of(column: sa.ColumnElement[Any], values: Names) -> sa.ColumnElement[bool]:
    """The condition that a column has one of the values; without values, every row fits."""
    return column.in_(values) if values else sa.true()


def unindexed(column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    """A column of texts for a walk along the rows, which a database would leave for the index of the column."""
    return column.concat("")


def reference_is(column: sa.ColumnElement[Any], reference: str) -> sa.ColumnElement[bool]:
    """The condition that a column has this reference; with a star at its end, that it begins with the rest.

    It is met by what looks the same too; what is stored may be older than the rule that references are kept plain.
    """
    asked = tuple(dict.fromkeys((reference, plain(reference))))
    if not reference.endswith("*"):
        return column == reference if len(asked) == 1 else column.in_(asked)
    beginnings = [one[:-1] for one in asked]
    return sa.or_(*(sa.and_(column >= begin, column < begin + LAST) for begin in beginnings))


def refers(column: sa.ColumnElement[Any], filters: Filters) -> sa.ColumnElement[bool]:
    """The condition that a column has one of the references of the filters."""
    return sa.or_(*(reference_is(column, reference) for reference in filters.reference))


def label_is(label: str) -> sa.ColumnElement[bool]:
    """The sessions whose dice have this label; see dice_label()."""
    by_hand = sessions.c.dice == "physical"
    if label == "physical":
        return by_hand
    if label == "recorded":
        return sa.and_(~by_hand, sessions.c.kind == "single")
    lasting_ones = sa.and_(~by_hand, sessions.c.kind != "single")
    return sa.and_(lasting_ones, sessions.c.mixed.is_(label == "mixed"))
