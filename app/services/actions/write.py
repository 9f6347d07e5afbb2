"""What each change of an action writes: events, its resolution, revealed seeds, and the rows that follow from these."""

from typing import Any

from pydantic_core import to_json

from app.domain.resolution import Pending, Resolved
from app.persistence.queries import logged_events, store
from app.persistence.stored.codec import ATTACK, OPENING, Json
from app.persistence.stored.parts import MARKED, Part, action_in
from app.persistence.stored.private import BRINGER, opened, unwrap_private
from app.persistence.stored.rows import Action, Session, part_from_row
from app.persistence.writing.draft import Draft
from app.services.actions.dice import seed_of
from app.services.actions.state import ActionState, seat_wanted
from app.services.events.action import ActionResolved, EntriesAdded
from app.services.events.event import append
from app.services.events.session import PrivateRevealed, SeedsRevealed, SessionClosed
from app.services.play.face_down import hide_what_is_left, turned_up
from app.services.play.list_rows import casualty_rows, list_rows
from app.services.play.scripts import board_of, facts_in
from app.services.rulebooks.registry import Rulebook
from app.services.view_rights import named


def write_entries(
    draft: Draft,
    book: Rulebook,
    state: ActionState,
    end: Resolved[Any] | Pending,
    unused: list[Json],
    sender: str | Json,
) -> None:
    """Log all entries that a run has added to the record as one event, with the sender and the unused answers."""
    action = state.action
    entries = book.codec.dump_entries(end.record, len(state.entries), action.number)
    if state.session.hides:
        hides = MARKED in to_json(entries)
        entries = named(entries, action.seats) if hides else entries
        state.is_open = not hides and not state.entries
    if entries or unused:
        added = EntriesAdded(
            action=action.number,
            from_=len(state.entries),
            entries=entries,
            unused_answers=unused,
            sent_by=sender,
        )
        append(draft, state.session, added, action)
        state.entries = [*state.entries, *entries]


def resolve_or_wait(draft: Draft, book: Rulebook, state: ActionState, end: Resolved[Any] | Pending) -> None:
    """Resolve the action with the outcome of its script, or set the question for which it now waits.

    What it has turned up is revealed in the same commit.
    """
    session, action, codec = state.session, state.action, book.codec
    is_covered = action.kind == ATTACK and session.hides
    revealed = (*end.revealed, *(turned_up(book, action.situation, end.record) if is_covered else ()))
    if revealed:
        reveal_parts(draft, session, revealed, action)
        state.revealed = (*state.revealed, *revealed)
        state.entries = opened(state.entries, end.revealed)
    if isinstance(end, Pending):
        state.wanted = end.wanted
        draft.asked[session.id] = seat_wanted(state, end.wanted)
        return
    outcome = opened(codec.outcome_of(action.kind).dump(end.outcome), end.revealed)
    outcome = hide_what_is_left(book, action.situation, outcome, revealed) if is_covered else outcome
    state.wanted, state.casualties = None, casualty_rows(state.entries, action.seats)
    resolved = ActionResolved(action=action.number, outcome=outcome, casualties=state.casualties)
    append(draft, session, resolved, action)
    write_list_rows(draft, state)
    reveal(draft, state)


def write_list_rows(draft: Draft, state: ActionState) -> None:
    """Write the rows of the rolls and of the casualties of an action that has just been closed."""
    rolls, casualties = list_rows(state.action, state.entries, state.casualties, draft.at)
    draft.rows.rolls += rolls
    draft.rows.casualties += casualties


def reveal(draft: Draft, state: ActionState) -> None:
    """Reveal the seed of the highest number such that this action and all actions before it are closed.

    An action that stayed open for long may have held back several chains: the last seed of each chain that is left
    behind is revealed as well.
    """
    session = state.session
    if session.hides and session.is_game:
        return  # a seed would tell the order of what was shuffled: all are revealed at the end
    upto = session.last_number if session.pending == 0 else lowest_pending(draft, state) - 1
    reveal_seeds(draft, session, upto)


def reveal_seeds(draft: Draft, session: Session, upto: int) -> None:
    """Reveal the seeds of the actions up to `upto`, as far as they are still secret."""
    if session.chain and upto > session.closed_upto:
        for number in places_revealed(session, session.closed_upto, upto):
            append(draft, session, SeedsRevealed(upto=number, seed=seed_of(draft, session, number).hex()))


def reveal_all(draft: Draft, session: Session) -> None:
    """Reveal what a session has hidden, which has just been closed: its private parts, and then its seeds."""
    if session.hides:
        found = reveal_parts(draft, session, None)
        for number in dict.fromkeys(int(part.tag.partition("#")[0]) for part in found if "#" in part.tag):
            project_hidden_rolls(draft, session, number)
        reveal_seeds(draft, session, session.last_number)


def project_hidden_rolls(draft: Draft, session: Session, number: int) -> None:
    """Write the rows of the rolls of an action that were hidden until now."""
    connection = draft.reading(session.id)
    action = draft.rows.actions.get(session.id, {}).get(number) or store.action(connection, session.id, number)
    if action is None:
        return
    entries = unwrap_private(
        logged_events.entries_of(connection, session.id, number) + draft.entries_of(session.id, number)
    )
    known = store.rolls_of(connection, session.id, number)
    known += [row["roll"] for row in draft.rows.rolls if row["session_id"] == session.id and row["action"] == number]
    rolls, _ = list_rows(action, entries, [], draft.at)
    draft.rows.rolls += [row for row in rolls if row["roll"] not in known]


def reveal_parts(
    draft: Draft, session: Session, tags: tuple[str, ...] | None, action: Action | None = None
) -> list[Part]:
    """Reveal the private parts of these tags that not every reader may see yet, wherever the log has them.

    Without tags all are revealed but lists that seats have brought.
    """
    stored = tags and tuple(tag for tag in tags if (session.id, action_in(tag)) not in draft.rows.declared)
    is_stored = session.id not in draft.rows.opened and stored != ()
    found = logged_events.hidden_parts(draft.reading(session.id), session.id, stored) if is_stored else []
    draft.rows.revealed += [(session.id, tag) for tag in dict.fromkeys(part.tag for part in found)]
    own = [row for row in draft.rows.parts if row["session_id"] == session.id and row["audience"] is not None]
    for row in own:
        if row["tag"] in tags if tags is not None else not row["audience"].startswith(BRINGER):
            found.append(part_from_row(row))
            row["audience"] = None
    if found:
        number = action.number if action else None
        revealed = PrivateRevealed(action=number, parts=[part.shown for part in found])
        append(draft, session, revealed, action)
    return found


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
    resolve_or_wait(draft, book, state, end)
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
    session.state = opened(shapes.state.dump(after), end.revealed)
    if result := board.result(after):
        ending = {"winner": result.winner, "winners": list(result.winners), "scores": dict(result.scores)}
        append(draft, session, SessionClosed(result={**ending, "note": result.reason}, reason="finished"))
        reveal_all(draft, session)
