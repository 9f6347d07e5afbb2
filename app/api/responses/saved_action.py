"""Builds the document of an action that is already saved. If that fails, the error says that the action is saved."""

import logging

from app.api.context import Context
from app.errors import Problem
from app.persistence.stored.codec import Json
from app.services.access import Caller
from app.services.actions.state import ActionState, sight_in
from app.services.documents.action import action_document, takes_long
from app.services.rulebooks.registry import Rulebook
from app.services.view_rights import ViewRights

log = logging.getLogger(__name__)


async def action_json(context: Context, book: Rulebook, state: ActionState, language: str, sight: ViewRights) -> Json:
    """The document of an action; a slow one is built on a worker thread."""
    if takes_long(state):
        return await context.build_document(action_document, book, state, language, sight)
    return action_document(book, state, language, sight)


async def saved_action_json(
    context: Context, book: Rulebook, state: ActionState, language: str, caller: Caller
) -> Json:
    """The document of an action that the request has just saved.

    Raises Problem internal-error (500) if the document cannot be built; the problem says that the action is saved.
    """
    try:
        return await action_json(context, book, state, language, sight_in(state, caller))
    except Exception as failure:
        log.exception("the document of a saved action cannot be built")
        id, number = state.session.id, state.action.number
        tokens = {"tokens": state.tokens.document} if state.tokens else {}
        raise Problem(
            "internal-error",
            reason="written",
            params={"session": id, "action": number},
            extra={"session_id": id, "number": number, **tokens},
        ) from failure
