"""The entries of a record as clients read them, with a text; and as the log holds them, without."""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from app.services.typed import described, document, members_of, one_of_these, retyped, shown_model


@document
class LoggedRoll(TypedDict):
    """An entry of a record in the log: dice were thrown."""

    kind: Literal["rolled"]
    """Always `rolled`."""
    rule: str
    """The id of the rule that asks for the roll."""
    by: str
    """Who rolls: `attacker` or `defender`; in a game, outside of an attack, a seat such as `seat-1`."""
    die: str
    """The name of the die."""
    faces: list[int | str]
    """The faces in the order of the throw. Later entries name a die by its place in this list, from 0."""
    source: Literal["service", "physical"]
    """Who threw: `service` or `physical`, which means people."""


@document
class LoggedChoice(TypedDict):
    """An entry of a record in the log: a player, or a policy for the player, answered a question."""

    kind: Literal["chose"]
    """Always `chose`."""
    rule: str
    """The id of the rule that asks."""
    by: str
    """Who chooses: `attacker` or `defender`; in a game, outside of an attack, a seat such as `seat-1`."""
    question: str
    """The name of the question."""
    choice: dict[str, Any]
    """The choice, in the form that this question demands."""
    source: Literal["seat", "host", "request", "policy", "rules"]
    """Who answered. `seat`: the player; `host`: the host; `request`: an answer sent with the attack or the move;
    `policy`: an automatic player; `rules`: only one choice was legal."""
    policy: NotRequired[str | None]
    """The name of the policy that answered; absent or null where no policy did."""


@document
class LoggedFact(TypedDict):
    """An entry of a record in the log: the rules came to a conclusion, the fact."""

    kind: Literal["noted"]
    """Always `noted`."""
    rule: str
    """The id of the rule."""
    fact: str
    """The name of the fact."""
    data: dict[str, Any]
    """The fact."""


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


@document
class OtherLogged(TypedDict):
    """An entry of a record in the log, of a kind that came later."""

    kind: str
    """The kind of the entry."""


ENTRY = "An entry of a record: something was rolled, chosen or noted."
Entry = one_of_these("Entry", "kind", ENTRY, RolledEntry, ChoseEntry, NotedEntry, OtherEntry)
"""An entry of a record of any ruleset."""

TOLD = described(str, "The entry as a sentence. Present only with `texts=true`, and never in the log itself.")


def as_logged(kind: Any) -> Any:
    """An entry in the log, which has a text where texts are asked for."""
    return shown_model(kind.__name__, kind.__doc__, {**members_of(kind), "text": NotRequired[TOLD]})


_LOGGED = (as_logged(kind) for kind in (LoggedRoll, LoggedChoice, LoggedFact, OtherLogged))
LoggedEntry = one_of_these("LoggedEntry", "kind", ENTRY, *_LOGGED)
"""An entry of a record of any ruleset as the log holds it."""


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
