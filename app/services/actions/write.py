"""What each change of an action writes: events, its resolution, revealed seeds, and the rows that follow from these."""

from typing import Any

from app.domain.resolution import Pending, Resolved
from app.persistence.codec import OPENING, Codec, Json
from app.persistence.draft import Draft
from app.persistence.rows import Session
from app.services.actions.dice import seed_of
from app.services.actions.state import ActionState
from app.services.play.projections import casualty_rows, projected_rows
from app.services.play.scripts import board_of, facts_in
from app.services.rulebooks.registry import Rulebook


def write_entries(
    draft: Draft, state: ActionState, entries: list[Json], unused: list[Json], sender: str | Json
) -> None:
    """Log all entries that a request has added to the record as one event, with the sender and the unused answers."""
    if entries or unused:
        body = {"action": state.action.number, "from": len(state.entries), "entries": entries, "unused_answers": unused}
        append_action_event(draft, state, "entries", {**body, "sent_by": sender})
        state.entries = [*state.entries, *entries]


def resolve_or_wait(draft: Draft, state: ActionState, end: Resolved[Any] | Pending, codec: Codec) -> None:
    """Resolve the action with the outcome of its script, or set the question for which it now waits."""
    session, action = state.session, state.action
    if isinstance(end, Pending):
        state.wanted = end.wanted
        return
    action.status, action.resolved_at = "resolved", draft.at
    action.outcome = codec.outcome_of(action.kind).dump(end.outcome)
    state.wanted, state.casualties = None, casualty_rows(codec, end.record, action.seats)
    session.pending -= 1
    session.resolved += 1
    body = {"action": action.number, "outcome": action.outcome, "casualties": state.casualties}
    append_action_event(draft, state, "action-resolved", body)
    project(draft, state)
    reveal(draft, state)


def project(draft: Draft, state: ActionState) -> None:
    """Write the rows of the rolls and of the casualties of an action that has just been closed."""
    rolls, casualties = projected_rows(state.action, state.entries, state.casualties, draft.at)
    draft.rows.rolls += rolls
    draft.rows.casualties += casualties


def append_action_event(draft: Draft, state: ActionState, type: str, body: Json) -> None:
    """Append an event about the action to the log of its session."""
    event = draft.append(state.session, type, body, action=state.action.number)
    state.action.seq, state.action.head = event.seq, event.hash
    if state.session.is_game:
        state.session.state_seq = event.seq


def reveal(draft: Draft, state: ActionState) -> None:
    """Reveal the seed of the highest number such that this action and all actions before it are closed.

    An action that stayed open for long may have held back several chains: the last seed of each chain that is left
    behind is revealed as well.
    """
    session = state.session
    before = session.closed_upto
    upto = session.last_number if session.pending == 0 else lowest_pending(draft, state) - 1
    if upto <= before:
        return
    session.closed_upto = upto
    for number in places_revealed(session, before, upto) if session.chain else ():
        body = {"upto": number, "seed": seed_of(draft, session, number).hex()}
        draft.append(session, "seeds-revealed", body, action=number)


def places_revealed(session: Session, before: int, upto: int) -> list[int]:
    """The actions whose seeds prove those after `before`, up to `upto`: the last of each chain left, and the newest."""
    length = session.chain_length
    ends = range((before // length + 1) * length, upto, length)
    return [*ends, upto]


def lowest_pending(draft: Draft, state: ActionState) -> int:
    """The lowest number of the actions that still wait, without this one, which has just been closed."""
    waiting = draft.open_numbers(state.session.id)
    return min(number for number in waiting if number != state.action.number)


def write_result(draft: Draft, book: Rulebook, state: ActionState, end: Resolved[Any] | Pending) -> None:
    """Resolve an action or leave it with its question. In a game also write the new board, and end a finished game."""
    resolve_or_wait(draft, state, end, book.codec)
    session = state.session
    if not session.is_game or not isinstance(end, Resolved):
        return
    board, shapes = board_of(book)
    if state.action.kind == OPENING:
        rules = shapes.options.load(session.options)
        before = board.set_up(shapes.setup.load(state.action.situation), rules)
    else:
        before = shapes.state.load(session.state)
    after = board.fold(before, facts_in(end.record))
    session.state = shapes.state.dump(after)
    if result := board.result(after):
        ending = {"winner": result.winner, "winners": list(result.winners), "scores": dict(result.scores)}
        session.status, session.closed_at = "closed", draft.at
        session.result = {**ending, "note": result.reason}
        draft.append(session, "session-closed", {"result": session.result, "reason": "finished"})
