"""Who plays at a seat, named alike in every list: by the id of a player, else by a reference, else by a name."""

from collections.abc import Callable, Sequence

import sqlalchemy as sa

from app.domain.visible import plain, seen_of
from app.persistence.stored.rows import Seat
from app.persistence.stored.tables import seats

PLAYER, REFERENCE, NAME, SEAT = "player:", "reference:", "name:", "seat:"
"""How the names of persons begin; a seat that nobody can be told of is a person of its own."""


def person_of(session: str, seat: Seat) -> str:
    """The person at a seat of a session. Lists that are asked for this person find exactly the same seats."""
    if seat.player is not None:
        return PLAYER + seat.player
    if seat.reference is not None:
        return REFERENCE + seat.reference
    return NAME + seat.name if seat.name is not None else f"{SEAT}{session}/{seat.seat}"


def is_person(sent: tuple[str, ...]) -> sa.ColumnElement[bool]:
    """Whether one of these persons sits at a seat; also a bare reference, or the bare name of who has none."""
    nobody_s, unnamed = seats.c.player.is_(None), seats.c.reference.is_(None)
    theirs = [seats.c.reference.in_(alike(sent, plain)), sa.and_(unnamed, seats.c.name.in_(alike(sent, seen_of)))]
    if ids := after(PLAYER, sent):
        theirs.append(seats.c.player.in_(ids))
    if references := after(REFERENCE, sent):
        theirs.append(sa.and_(nobody_s, seats.c.reference.in_(alike(references, plain))))
    if names := after(NAME, sent):
        theirs.append(sa.and_(nobody_s, unnamed, seats.c.name.in_(alike(names, seen_of))))
    for place in after(SEAT, sent):
        session, _, number = place.partition("/")
        if number in SEATS:
            nobody = sa.and_(nobody_s, unnamed, seats.c.name.is_(None))
            theirs.append(sa.and_(seats.c.session_id == session, seats.c.seat == int(number), nobody))
    return sa.or_(*theirs)


def alike(texts: Sequence[str], form: Callable[[str], str]) -> tuple[str, ...]:
    """Texts, and the form of each in which those that look the same are equal; what is stored may be older."""
    return tuple(dict.fromkeys([*texts, *map(form, texts)]))


SEATS = tuple("12345678")


def after(form: str, sent: tuple[str, ...]) -> list[str]:
    """What follows in those that begin with a form."""
    return [one.removeprefix(form) for one in sent if one.startswith(form)]
