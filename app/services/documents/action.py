"""The document of an action: what clients read, with a text for each step."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, NotRequired, cast, get_args, get_type_hints

from pydantic import Field, ValidationError
from typing_extensions import TypedDict

from app.domain.fairness import SCHEME
from app.domain.record import seat_of
from app.domain.table import ChoiceWanted
from app.persistence.stored.codec import ATTACK, OPENING, Json
from app.persistence.stored.rows import Action, Visibility
from app.services.access import TokensShown
from app.services.actions.state import ActionState, seen_as
from app.services.document_types import document, shown_values
from app.services.documents.notes import NoteShown, notes_document
from app.services.documents.question import Question, QuestionsNow, question_document
from app.services.documents.record import Entry, placed
from app.services.documents.session import Label, dice_label
from app.services.documents.wording import entry_text, message_of, texts_of
from app.services.events.shapes import CasualtyShown
from app.services.odds.luck import ActionOdds
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import Texts
from app.services.view_rights import ViewRights


@document
class Fairness(TypedDict):
    """The source of the dice of an action, and the proof of them."""

    scheme: str
    """The name of the scheme by which the dice follow from seeds: `umpire-1`."""
    label: Label
    """What the dice can prove. `physical`: people threw them; `recorded`: the service threw them for a single attack;
    `committed`: the seeds were fixed before the attacks; `mixed`: they were, and every seat has contributed too."""
    commitment: str | None
    """The commitment of the seed chain from which the dice follow, in hex; null with physical dice."""
    seed: str | None
    """The seed of the action, in hex; null until it is revealed, and with physical dice."""
    waits_for: int | None
    """The number of the open action that has to be closed before the seed is revealed; null if there is none, and in a
    game that hides something, whose seeds are revealed at its end."""


@document
class VoidProposal(TypedDict):
    """How seats propose to void an action."""

    reason: str | None
    """Why it should become void; null if no seat gave a reason."""
    seats: list[int]
    """The numbers of the seats that propose it."""
    by: NotRequired[int]
    """The number of the seat that sent the replacement; absent if the proposal has none."""
    replacement: NotRequired[dict[str, Any]]
    """The request that is to replace it, as it was sent; absent if the proposal has none."""


RulesChanged = Annotated[
    bool,
    Field(
        description="Whether the rules have changed while the action waited. Then nobody can answer it any more. It "
        "can only be voided; if it is the opening of a game, the game can only be closed."
    ),
]


@document
class ActionParts(TypedDict):
    """The parts of an action's document that are not stored in the action's row."""

    visibility: Annotated[Visibility, Field(description="Who may read the action; the same as for its session.")]
    standard: Annotated[bool, Field(description="Whether the options are those of the rulebook, without house rules.")]
    text: Annotated[str, Field(description="The outcome in one sentence; the status in words if there is no outcome.")]
    record: Annotated[list[Entry], Field(description="Everything that was rolled, chosen and noted, in order.")]
    casualties: Annotated[
        list[CasualtyShown], Field(description="What the action did to each unit; empty until it is resolved.")
    ]
    fairness: Annotated[Fairness, Field(description="The source of the dice, and the proof of them.")]
    pending: Annotated[
        Question | None, Field(description="The question for which the action waits; null if it does not wait.")
    ]
    notes: Annotated[
        list[NoteShown],
        Field(
            description="Differences between the situation and what the rulebook knows of it; empty if there are none."
        ),
    ]
    rules_changed: RulesChanged
    odds: NotRequired[
        Annotated[
            ActionOdds,
            Field(description="How probable the outcome was; null if that is not shown. Only with `include=odds`."),
        ]
    ]
    questions: NotRequired[QuestionsNow]
    tokens: NotRequired[
        Annotated[
            TokensShown, Field(description="The tokens of the session. Present only in the answer that opens it.")
        ]
    ]


LONG = 100
"""From so many entries on it takes long to tell a record."""


def takes_long(state: ActionState) -> bool:
    """Whether the document of an action may take over a millisecond: its rulebook lists choices, or much is told."""
    return isinstance(state.wanted, ChoiceWanted) or state.session.is_game or len(state.entries) >= LONG


def action_document(book: Rulebook, state: ActionState, language: str, sight: ViewRights) -> Json:
    """The document of an action in its present state as a caller may see it, with texts in `language`."""
    state = seen_as(state, sight)
    action, texts = state.action, texts_of(book, state, language)
    parts: ActionParts = {
        "visibility": state.session.visibility,
        "standard": is_standard(book, action),
        "text": summary(book, action, texts, rules_changed=state.rules_changed),
        "record": record_of(book, state, texts),
        "casualties": cast(list[CasualtyShown], state.casualties),
        "fairness": fairness_of(state),
        "pending": question_document(book, state, texts, sight),
        "notes": notes_of(book, action, texts),
        "rules_changed": state.rules_changed,
    }
    if state.tokens is not None:
        parts["tokens"] = state.tokens.document
    return {**shown_values(action), "policies": by_seat(action.policies), **parts}


def by_seat(policies: Mapping[str, str]) -> dict[str, str]:
    """Who answers, by role or by the number of the seat, as documents tell it; the log says `seat-1`."""
    return {str(seat_of(by, None) or by): policy for by, policy in policies.items()}


def record_of(book: Rulebook, state: ActionState, texts: Texts) -> list[Entry]:
    """The entries of an action, each with who made it and with its text."""
    own = placed(state.entries, state.action.seats)
    told = [
        {**entry, **by, "text": entry_text(book, entry, texts)} for entry, by in zip(state.entries, own, strict=True)
    ]
    return cast(list[Entry], told)


def notes_of(book: Rulebook, action: Action, texts: Texts) -> list[NoteShown]:
    """What the rulebook tells of the situation of an attack, or of the setup of a game; nothing of a move."""
    codec = book.codec
    if action.kind == OPENING and codec.board is not None:
        return notes_document(codec.board.setup.completion, action.situation, texts, "situation")
    completion = codec.situation.completion if action.kind == ATTACK else None
    return notes_document(completion, action.situation, texts, "situation")


def is_standard(book: Rulebook, action: Action) -> bool:
    """Whether the stored options contain no house rules. False where the ruleset can no longer read them."""
    try:
        return bool(book.ruleset.is_standard(book.codec.options_of(action.kind).load(action.options)))
    except ValidationError:
        return False


def summary(book: Rulebook, action: Action, texts: Texts, *, rules_changed: bool = False) -> str:
    """The outcome of the action in one sentence, after that of the attack in it; its status where there is none.

    `rules_changed`: whether the rules have changed while it waited.
    """
    outcome = action.outcome
    if outcome is None:
        status = "rules-changed" if rules_changed else action.status
        return texts.find(f"action.{status}", {}, varied=action.kind) or action.status
    if not book.is_installed:
        return action.status
    attack_kind = book.ruleset.outcome
    if action.kind == ATTACK:
        return message_of(attack_kind, "outcome", outcome, outcome, texts) or action.status
    turn = book.ruleset.board.turn
    told = message_of(turn, "turn", outcome, outcome, texts) or action.status
    attack = outcome.get(field_of(turn, attack_kind) or "")
    inner = message_of(attack_kind, "outcome", attack, attack, texts) if isinstance(attack, dict) else None
    return f"{inner} {told}" if inner else told


@cache
def field_of(turn: type, attack: type) -> str | None:
    """The field of what a move comes to that holds the outcome of an attack; None where no move attacks."""
    return next((name for name, kind in get_type_hints(turn).items() if attack in get_args(kind)), None)


def fairness_of(state: ActionState) -> Fairness:
    """Where the dice of the action come from, and what proves them."""
    session, action = state.session, state.action
    held_back = action.commitment is not None and action.number > session.closed_upto
    return {
        "scheme": SCHEME,
        "label": dice_label(session),
        "commitment": action.commitment.hex() if action.commitment else None,
        "seed": state.seed.hex() if state.seed else None,
        "waits_for": session.closed_upto + 1 if held_back and not (session.hides and session.is_game) else None,
    }
