"""Write what the service chose in the place of a player, if nobody else has answered meanwhile."""

from app.domain.record import Origin, Source
from app.persistence.stored.rows import Action, Session
from app.persistence.writing.draft import Draft
from app.services.access import SERVICE
from app.services.actions.answer import go_on
from app.services.actions.declare import AdvanceInput
from app.services.actions.dice import dice_of
from app.services.actions.move import MoveInput, declare_move
from app.services.actions.state import find_action, load_state, seat_wanted
from app.services.autoplay.due import PendingDecision
from app.services.events.action import DeadlinePassed
from app.services.events.event import append
from app.services.play.players import Players, SentAnswer


def answer_instead(draft: Draft, due: PendingDecision, choice: object) -> bool:
    """Answer for a player, or move. Returns False, and does nothing, where what was due is not due any more.

    So of several processes that apply a deadline, one does. Raises Problem illegal-choice, illegal-action or
    rules-changed (409).
    """
    session = draft.session(due.session.id)
    if session is None or session.status == "closed":
        return False
    if due.state is None:
        if session.pending or session.state_seq != due.seen:
            return False
        log_deadline(draft, session, due)
        order = MoveInput(due.seen, choice, due.wanted.seat, AdvanceInput())
        declare_move(draft, due.book, session, order, SERVICE)
        return True
    connection = draft.reading(session.id)
    state = load_state(connection, session, find_action(connection, session, due.state.action.number))
    if state.action.status != "pending" or len(state.entries) != due.seen:
        return False
    log_deadline(draft, session, due, state.action)
    answer = SentAnswer(due.wanted.question.name, choice)
    source, policies = Source(Origin.POLICY, due.policy), state.action.policies
    players = Players(due.book.ruleset, policies, [answer], source, may_search=False)
    go_on(draft, due.book, state, players, dice_of(draft, state, ()), SERVICE)
    return True


def log_deadline(draft: Draft, session: Session, due: PendingDecision, action: Action | None = None) -> None:
    """Log that a deadline is over, where one is; `action`: what waited, None where it was a move."""
    if due.deadline is None:
        return
    seat = seat_wanted(due.state, due.wanted) if due.state else due.wanted.seat
    number = action.number if action else None
    append(draft, session, DeadlinePassed(action=number, by=due.wanted.by, seat=seat, policy=due.policy), action)
