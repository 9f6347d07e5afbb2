"""Who plays at a seat, named alike in every list: by the id of a player, else by a reference, else by a name."""

import sqlalchemy as sa

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
    theirs = [seats.c.reference.in_(sent), sa.and_(unnamed, seats.c.name.in_(sent))]
    if ids := after(PLAYER, sent):
        theirs.append(seats.c.player.in_(ids))
    if references := after(REFERENCE, sent):
        theirs.append(sa.and_(nobody_s, seats.c.reference.in_(references)))
    if names := after(NAME, sent):
        theirs.append(sa.and_(nobody_s, unnamed, seats.c.name.in_(names)))
    for place in after(SEAT, sent):
        session, _, number = place.partition("/")
        if number in SEATS:
            nobody = sa.and_(nobody_s, unnamed, seats.c.name.is_(None))
            theirs.append(sa.and_(seats.c.session_id == session, seats.c.seat == int(number), nobody))
    return sa.or_(*theirs)


SEATS = tuple("12345678")


def after(form: str, sent: tuple[str, ...]) -> list[str]:
    """What follows in those that begin with a form."""
    return [one.removeprefix(form) for one in sent if one.startswith(form)]
