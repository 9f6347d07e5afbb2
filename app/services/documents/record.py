"""The entries of a record as clients read them, with a text: told once for all rulebooks."""

from typing import Annotated, Any, Literal

from typing_extensions import TypeAliasType, TypedDict

from app.persistence.stored.codec import Json
from app.services.document_types import UnionTag, document
from app.services.events.shapes import ENTRY, ChoiceParts, LoggedFact, RollParts
from app.services.play.seating import Seating, role_of, seats_of_entries


@document
class Told(TypedDict):
    """What every entry of a record has beside what the log has of it."""

    by: Literal["attacker", "defender"] | None
    """The role that rolled or chose; null outside of an attack, and of what the rules concluded."""
    seat: int | None
    """The number of the seat that rolled or chose; null if no seat did."""
    text: str
    """The entry as a sentence."""


@document
class RolledEntry(RollParts, Told):
    """An entry of a record: dice were thrown."""


@document
class ChoseEntry(ChoiceParts, Told):
    """An entry of a record: a player, or a policy for the player, answered a question."""


@document
class NotedEntry(LoggedFact, Told):
    """An entry of a record: the rules came to a conclusion, the fact."""


Entry = TypeAliasType("Entry", Annotated[RolledEntry | ChoseEntry | NotedEntry, UnionTag("kind", ENTRY)])
"""An entry of a record of any ruleset."""


def placed(entries: list[Json], seating: Seating) -> list[dict[str, Any]]:
    """For each stored entry the role and the seat that rolled or chose, as the record tells them."""
    seats = seats_of_entries(entries, seating)
    return [
        {"by": role_of(entry["by"]) if "by" in entry else None, "seat": seat}
        for entry, seat in zip(entries, seats, strict=True)
    ]
