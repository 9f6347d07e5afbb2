"""Whether a caller may see the odds of an action: a session may keep them for later, or hide something."""

from app.errors import Problem
from app.persistence.stored.private import holds_unknown
from app.persistence.stored.rows import Session
from app.services.actions.state import ActionState, seen_as
from app.services.view_rights import FULL_VIEW, ViewRights


def require_odds_shown(session: Session) -> None:
    """Raise Problem not-shown (409) while a session keeps the odds of its own actions for later."""
    if session.keeps_odds:
        raise Problem("not-shown")


def eyes_for(state: ActionState, sight: ViewRights) -> ViewRights | None:
    """The view rights with which odds of an action are computed for a caller; None: they would reveal something.

    A seat of a game that hides something may see the odds of its own questions, from what it saw there.
    """
    if may_price(state, sight):
        return FULL_VIEW
    return sight if state.session.is_game and sight.seat is not None else None


def may_price(state: ActionState, sight: ViewRights) -> bool:
    """Whether the odds of an action reveal nothing that the caller may not see."""
    return sight.is_whole or not (state.session.is_game or holds_unknown(seen_as(state, sight).action.situation))
