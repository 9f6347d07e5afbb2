"""The documents of actions that a request has written: they are told, however long that takes and whatever fails."""

import logging

from app.api.context import Context
from app.errors import Problem
from app.persistence.stored.codec import Json
from app.services.access import Caller
from app.services.actions.state import ActionState, sight_in
from app.services.documents.action import action_document, takes_long
from app.services.rulebooks.registry import Rulebook
from app.services.sight import Sight

log = logging.getLogger(__name__)


async def told(context: Context, book: Rulebook, state: ActionState, language: str, sight: Sight) -> Json:
    """The document of an action, built beside the event loop where that takes long."""
    if takes_long(state):
        return await context.tell(action_document, book, state, language, sight)
    return action_document(book, state, language, sight)


async def told_as_written(context: Context, book: Rulebook, state: ActionState, language: str, caller: Caller) -> Json:
    """The document of an action that stands in the database now.

    Raises Problem internal-error (500), which says that it is written, where there is no document of it.
    """
    try:
        return await told(context, book, state, language, sight_in(state, caller))
    except Exception as failure:
        log.exception("an action that is written cannot be told")
        id, number = state.session.id, state.action.number
        tokens = {"tokens": state.tokens.document} if state.tokens else {}
        raise Problem(
            "internal-error",
            reason="written",
            params={"session": id, "action": number},
            extra={"session_id": id, "number": number, **tokens},
        ) from failure
