"""The entries of a record as clients read them, with a text: told once for all rulebooks."""

from typing import Annotated

from typing_extensions import TypeAliasType

from app.services.events.shapes import ENTRY, LoggedChoice, LoggedFact, LoggedRoll
from app.services.typed import ToldApart, document


@document
class RolledEntry(LoggedRoll):
    """An entry of a record: dice were thrown."""

    text: str
    """The entry as a sentence."""


@document
class ChoseEntry(LoggedChoice):
    """An entry of a record: a player, or a policy for the player, answered a question."""

    text: str
    """The entry as a sentence."""


@document
class NotedEntry(LoggedFact):
    """An entry of a record: the rules came to a conclusion, the fact."""

    text: str
    """The entry as a sentence."""


Entry = TypeAliasType("Entry", Annotated[RolledEntry | ChoseEntry | NotedEntry, ToldApart("kind", ENTRY)])
"""An entry of a record of any ruleset."""
