"""What texts about a session call by its name: its players, and the unit in which they measure."""

from app.domain.record import seat_name
from app.errors import TextNames
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Session

UNIT = "unit_of_length"
"""The option that says in which unit the players measure; the texts of rulebooks without it tell bare numbers."""


def player_names(session: Session) -> dict[str, str]:
    """The names of the players for texts, by the name of the seat in records; without players that have no name."""
    return {seat_name(seat.seat): seat.name for seat in session.seats if seat.name}


def about(session: Session, things: Json) -> TextNames:
    """What the text of a refusal in a session calls by its name; `things`: a situation or a board as JSON."""
    return TextNames(things, player_names(session), session.options.get(UNIT))
