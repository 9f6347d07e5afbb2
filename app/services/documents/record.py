"""The entries of a record as clients read them, with a text."""

from typing import Any, Literal

from typing_extensions import TypedDict

from app.services.events.shapes import ENTRY, LoggedChoice, LoggedFact, LoggedRoll
from app.services.typed import document, members_of, one_of_these, retyped, shown_model


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


@document
class OtherEntry(TypedDict):
    """An entry of a record of a kind that came later; its text says what it is."""

    kind: str
    """The kind of the entry."""
    text: str
    """The entry as a sentence."""


Entry = one_of_these("Entry", "kind", ENTRY, RolledEntry, ChoseEntry, NotedEntry, OtherEntry)
"""An entry of a record of any ruleset."""


def chose_entry(name: str, question: str, choice: Any) -> Any:
    """The entry that answers this question."""
    told = {"question": Literal[question], "choice": choice}
    return shown_model(
        name, f"An entry of a record: the question `{question}` was answered.", retyped(members_of(ChoseEntry), told)
    )


def noted_entry(name: str, fact: str, data: Any) -> Any:
    """The entry that notes this fact."""
    told = {"fact": Literal[fact], "data": data}
    return shown_model(
        name, "An entry of a record: the rules came to a conclusion, the fact.", retyped(members_of(NotedEntry), told)
    )


def other_chose(name: str) -> Any:
    """The entry that answers a question which came later."""
    text = "An entry of a record: a question was answered that came later; its text says what it is."
    return shown_model(name, text, members_of(ChoseEntry))


def other_noted(name: str) -> Any:
    """The entry that notes a fact which came later."""
    text = "An entry of a record: the rules came to a conclusion of a kind that came later; its text says what it is."
    return shown_model(name, text, members_of(NotedEntry))
