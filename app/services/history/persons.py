"""The persons of lists: who sat at a seat, and what each had a part in, counted."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import sqlalchemy as sa

from app.domain.record import Role
from app.errors import Problem
from app.persistence.queries import store
from app.persistence.queries.filters import Filters
from app.persistence.queries.history import Listing, Reader, all_rows, seats_of_players
from app.persistence.queries.persons import person_of
from app.persistence.stored.codec import Json
from app.persistence.stored.tables import actions, casualties, rolls
from app.services.pages import cut

MOST = 100_000
"""How many rows are counted at most."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits at a seat, as lists tell it."""

    player: str | None = None
    """`player:`, `reference:` or `name:` with the rest, or `seat:` for one of whom nothing is known; None: no seat."""
    name: str | None = None
    """The name at that seat."""

    @property
    def shown(self) -> str | None:
        """The name, or what stands for it."""
        return self.name or self.player


NOBODY = Person()
Persons = Callable[[str, int | None], Person]
"""The person at a seat of a session; NOBODY where there is no seat."""


def persons_in(connection: sa.Connection, sessions: Iterable[str]) -> Persons:
    """The persons of some sessions."""
    found = store.seats_by_session(connection, sorted(set(sessions)))
    known = {(id, seat.seat): Person(person_of(id, seat), seat.name) for id, seats in found.items() for seat in seats}
    return lambda session, seat: NOBODY if seat is None else known.get((session, seat), NOBODY)


def actor_of(row: Json) -> int | None:
    """The seat that made an action: in a game that whose move it is, else the seat that sent it; None for the host."""
    seat = row["seats"].get("actor")
    if seat is None and isinstance(row["sent_by"], dict):
        seat = row["sent_by"].get("seat")
    return seat if isinstance(seat, int) else None


@dataclass(slots=True)
class Tally:
    """What is counted of a person."""

    person: Person
    count: int = 0
    parts: dict[str, Counter[str]] = field(default_factory=dict)
    """The numbers by what they are about: fates, dice; or `lost`, `as_attacker` and the like, under an empty name."""

    def add(self, about: str, name: str, number: int = 1) -> None:
        """Count one more."""
        self.parts.setdefault(about, Counter())[name] += number


Adds = Callable[[Json, Callable[[int | None], Tally]], None]
"""Counts a row: for each seat that has a part in it."""


def add_casualty(row: Json, of: Callable[[int | None], Tally]) -> None:
    """A casualty counts for the seat that had the unit."""
    tally = of(row["seat"])
    tally.count += 1
    tally.add("by_fate", row["fate"])
    tally.add("", "lost", int(row["lost"]))


def add_roll(row: Json, of: Callable[[int | None], Tally]) -> None:
    """A roll counts for the seat that threw."""
    tally = of(row["seat"])
    tally.count += 1
    tally.add("dice", row["die"], row["count"])


def add_action(row: Json, of: Callable[[int | None], Tally]) -> None:
    """An action counts once for each seat that has a part in it, and by the role that it had."""
    seats: Mapping[str, int] = row["seats"]
    for seat in dict.fromkeys(seats.values()) or [actor_of(row)]:
        tally = of(seat)
        tally.count += 1
        for role in Role:
            tally.add("", f"as_{role.value}", int(seats.get(role.value) == seat and seat is not None))


@dataclass(frozen=True, slots=True)
class Counted:
    """A list that can be counted by person."""

    columns: tuple[sa.Column[object], ...]
    add: Adds
    always: tuple[str, ...]
    """The numbers that every item has."""
    about: str | None
    """The member with numbers by name; None where there is none."""


COUNTED: Mapping[str, Counted] = {
    "casualties": Counted(
        (casualties.c.seat, casualties.c.fate, casualties.c.lost), add_casualty, ("lost",), "by_fate"
    ),
    "rolls": Counted((rolls.c.seat, rolls.c.die, rolls.c.count), add_roll, (), "dice"),
    "actions": Counted((actions.c.seats, actions.c.sent_by), add_action, ("as_attacker", "as_defender"), None),
}


def by_person(connection: sa.Connection, name: str, listing: Listing, filters: Filters, reader: Reader) -> list[Json]:
    """What each person had a part in of a list, in the order of their names; what belongs to no seat comes last.

    With the filter of a player it is that player's part alone. Raises Problem limit-exceeded (422) for too many rows.
    """
    counted = COUNTED[name]
    rows = all_rows(connection, listing, filters, reader, counted.columns, MOST + 1)
    if len(rows) > MOST:
        extra = {"what": name, "is": None, "at_most": MOST}
        raise Problem("limit-exceeded", reason="too-many-rows", params={"most": MOST}, extra=extra)
    sessions = {row[listing.session.name] for row in rows}
    persons = persons_in(connection, sessions)
    theirs = seats_of_players(connection, filters, sessions) if filters.has_player else None
    tallies: dict[str | None, Tally] = {}
    for row in rows:
        session, spare = row[listing.session.name], Tally(NOBODY)

        def of(seat: int | None, session: str = session, spare: Tally = spare) -> Tally:
            if theirs is not None and seat not in theirs.get(session, ()):
                return spare
            person = persons(session, seat)
            return tallies.setdefault(person.player, Tally(person))

        counted.add(row, of)
    return list(person_items(counted, tallies))


def person_items(counted: Counted, tallies: Mapping[str | None, Tally]) -> Iterator[Json]:
    """The items, one a person."""
    for player in sorted(tallies, key=lambda player: (player is None, player or "")):
        tally = tallies[player]
        item: Json = {"player": player, "name": tally.person.name, "count": tally.count}
        item |= {name: tally.parts.get("", Counter())[name] for name in counted.always}
        if counted.about is not None:
            item[counted.about] = dict(sorted(tally.parts.get(counted.about, Counter()).items()))
        yield item


def page_of_persons(items: list[Json], name: str, cursor: str | None, limit: int) -> Json:
    """A page of what was counted by person. Raises Problem invalid-cursor (422)."""
    part, following = cut(f"{name}-by-player", [item["player"] or "" for item in items], cursor, limit)
    return {"items": items[part], "next": following}


def as_lines(name: str, items: list[Json]) -> tuple[tuple[str, ...], list[Json]]:
    """The columns and the lines of a sheet of what was counted: a column for each fate, and for each die."""
    counted = COUNTED[name]
    about = counted.about or ""
    names = sorted({one for item in items for one in item.get(about, ())})
    columns = ("player", "name", "count", *counted.always, *names)
    rest = dict.fromkeys(names, 0)
    return columns, [{**rest, **item, **item.get(about, {})} for item in items]
