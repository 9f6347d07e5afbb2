"""An action as clients read it, with every step in words."""

from typing import Annotated, Any, Literal, NotRequired, cast

from pydantic import Field, ValidationError
from typing_extensions import TypedDict

from app.domain.fairness import SCHEME
from app.persistence.codec import ATTACK, Json
from app.persistence.rows import Action, Visibility
from app.services.access import TokensShown
from app.services.actions.state import ActionState
from app.services.documents.question import QuestionShown, question_document
from app.services.documents.session import Label, dice_label, player_names
from app.services.documents.wording import entry_text, message_of
from app.services.odds.luck import ActionOdds
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import Texts
from app.services.typed import document, shown_values


@document
class Fairness(TypedDict):
    """Where the dice come from, and what proves them (`umpire-1`)."""

    scheme: str
    label: Label
    commitment: str | None
    seed: str | None
    waits_for: int | None
    """The open action that holds the seed back."""


@document
class RolledEntry(TypedDict):
    """Chance answered."""

    kind: Literal["rolled"]
    rule: str
    by: str
    die: str
    faces: list[int | str]
    """As thrown; a die's name is its place."""
    source: Literal["service", "physical"]
    text: str


@document
class ChoseEntry(TypedDict):
    """A player or a policy chose."""

    kind: Literal["chose"]
    rule: str
    by: str
    question: str
    choice: dict[str, Any]
    source: Literal["seat", "host", "request", "policy", "rules"]
    policy: NotRequired[str | None]
    text: str


@document
class CasualtyShown(TypedDict):
    """What an attack did to one unit."""

    role: Literal["attacker", "defender"]
    side: str | None
    seat: int | None
    unit: str
    name: str | None
    fate: Literal["killed", "destroyed", "damaged", "flipped", "retreated", "eliminated"]
    lost: bool
    rule: str
    detail: dict[str, Any]


@document
class ActionParts(TypedDict):
    """What the document of an action shows beside the action's own fields."""

    visibility: Annotated[Visibility, Field(description="Who may read it: as its session.")]
    standard: Annotated[bool, Field(description="Whether its options are the rulebook's, without house rules.")]
    text: Annotated[str, Field(description="What came of it, in one sentence.")]
    record: Annotated[list[Json], Field(description="Everything that was rolled, chosen and noted, in order.")]
    casualties: Annotated[list[CasualtyShown], Field(description="What it did to each unit.")]
    fairness: Annotated[Fairness, Field(description="Where its dice come from, and what proves them.")]
    pending: Annotated[QuestionShown | None, Field(description="The question that it waits with.")]
    odds: NotRequired[
        Annotated[ActionOdds, Field(description="Where its outcome lies in the odds, with `include=odds`.")]
    ]
    tokens: NotRequired[
        Annotated[TokensShown, Field(description="The tokens of its session, in the answer that opens it.")]
    ]


def action_document(book: Rulebook, state: ActionState, language: str) -> Json:
    """An action as it stands, with every step in words."""
    action, texts = state.action, book.texts(language)
    names = player_names(state.session)
    parts: ActionParts = {
        "visibility": state.session.visibility,
        "standard": is_standard(book, action),
        "text": summary(book, state, texts),
        "record": [{**entry, "text": entry_text(book, entry, texts, names)} for entry in state.entries],
        "casualties": cast(list[CasualtyShown], state.casualties),
        "fairness": fairness_of(state),
        "pending": question_document(book, state, texts),
    }
    if state.tokens is not None:
        parts["tokens"] = state.tokens.document
    return {**shown_values(action), **parts}


def is_standard(book: Rulebook, action: Action) -> bool:
    """Whether stored options are the rulebook's, without house rules; false where they can no longer be read."""
    try:
        return bool(book.ruleset.is_standard(book.codec.options_of(action.kind).load(action.options)))
    except ValidationError:
        return False


def summary(book: Rulebook, state: ActionState, texts: Texts) -> str:
    """The action in one sentence."""
    action, outcome = state.action, state.action.outcome
    if outcome is None:
        return texts.find(f"action.{action.status}", {}) or action.status
    if not book.is_installed:
        return action.status
    key, kind = ("outcome", book.ruleset.outcome) if action.kind == ATTACK else ("turn", book.ruleset.board.turn)
    return message_of(kind, key, outcome, outcome, texts) or action.status


def fairness_of(state: ActionState) -> Fairness:
    """Where the dice come from, and what proves them."""
    session, action = state.session, state.action
    held_back = action.commitment is not None and action.number > session.closed_upto
    return {
        "scheme": SCHEME,
        "label": dice_label(session),
        "commitment": action.commitment.hex() if action.commitment else None,
        "seed": state.seed.hex() if state.seed else None,
        "waits_for": session.closed_upto + 1 if held_back else None,
    }
