"""An action as clients read it, with every step in words."""

from pydantic import ValidationError

from app.domain.fairness import SCHEME
from app.persistence.codec import ATTACK, Json
from app.persistence.rows import Action
from app.services.actions.state import ActionState
from app.services.documents.question import question_document
from app.services.documents.session import dice_label, player_names
from app.services.documents.wording import entry_text, message_of
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import Texts


def action_document(book: Rulebook, state: ActionState, language: str) -> Json:
    """An action as it stands, every step told in words."""
    session, action, texts = state.session, state.action, book.texts(language)
    names = player_names(session)
    document = {
        "ruleset": action.ruleset,
        "ruleset_version": action.ruleset_version,
        "session_id": session.id,
        "number": action.number,
        "kind": action.kind,
        "status": action.status,
        "standard": is_standard(book, action),
        "text": summary(book, state, texts),
        "situation": action.situation,
        "options": action.options,
        "policies": action.policies,
        "seats": action.seats,
        "outcome": action.outcome,
        "record": [{**entry, "text": entry_text(book, entry, texts, names)} for entry in state.entries],
        "casualties": state.casualties,
        "fairness": fairness_of(state),
        "seq": action.seq,
        "head": action.head.hex(),
        "sent_by": action.sent_by,
        "pending": question_document(book, state, texts),
        "reference": action.reference,
        "replaced_by": action.replaced_by,
        "proposal": action.proposal,
        "created_at": action.created_at,
        "resolved_at": action.resolved_at,
        "played_at": action.played_at,
    }
    return document if state.tokens is None else {**document, "tokens": state.tokens.document}


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
    if action.kind == ATTACK:
        return message_of(book.ruleset.outcome, "outcome", outcome, outcome, texts) or action.status
    return message_of(book.ruleset.board.turn, "turn", outcome, outcome, texts) or action.status


def fairness_of(state: ActionState) -> Json:
    """Where the dice come from, and what proves them."""
    session, action = state.session, state.action
    held_back = action.commitment is not None and action.number > session.closed_upto
    return {
        "scheme": SCHEME,
        "label": dice_label(session),
        "commitment": action.commitment and action.commitment.hex(),
        "seed": state.seed and state.seed.hex(),
        "waits_for": session.closed_upto + 1 if held_back else None,
    }
