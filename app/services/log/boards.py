"""The boards of a game, computed again from its log."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from app.errors import Problem
from app.persistence import store
from app.persistence.codec import OPENING, Json
from app.persistence.rows import Session
from app.services.log.read import Log, Story, read_events
from app.services.play.scripts import board_of, stored_facts
from app.services.rulebooks.absent import require_installed
from app.services.rulebooks.registry import Rulebook


def boards(book: Rulebook, log: Log) -> Iterator[tuple[Story, Any]]:
    """Each action of a game, lowest number first, with the board before it; None before the opening."""
    state = None
    for _, story in sorted(log.stories.items()):
        yield story, state
        state = after_story(book, log, state, story)


def board_after(book: Rulebook, log: Log, *, without: int | None = None) -> Any:
    """The board after all actions of a log, or after all but `without`; None where no game has been opened."""
    state = None
    for number, story in sorted(log.stories.items()):
        state = state if number == without else after_story(book, log, state, story)
    return state


def after_story(book: Rulebook, log: Log, state: Any, story: Story) -> Any:
    """The board after an action, from the board `state` before it. A void action changes nothing.

    Raises ValueError for a move before the opening.
    """
    if story.status == "void":
        return state
    board, shapes = board_of(book)
    if story.declared["kind"] == OPENING:
        state = board.set_up(shapes.setup.load(story.declared["situation"]), shapes.options.load(log.opened["options"]))
    elif state is None:
        raise ValueError("a game begins with its opening")
    return board.fold(state, stored_facts(book, story.entries))


def state_at(connection: sa.Connection, book: Rulebook, session: Session, at: int | None) -> tuple[int, Json]:
    """A game's board as JSON, now or after event `at`, with the number of the event that it belongs to.

    Raises Problem: not-found (404) where the session is no game, or had no board or no such event yet; unknown-ruleset
    (404) where the rulebook is needed but not installed.
    """
    if not session.is_game or (at is not None and at > session.seq):
        raise Problem("not-found")
    if at is None and not session.pending and session.state is not None:
        return session.seq, session.state
    require_installed(book)
    if at is not None or session.state is None:
        at = session.seq if at is None else at
        state = board_after(book, story_of(connection, session, at))
        if state is None:
            raise Problem("not-found")
        return at, board_of(book)[1].state.dump(state)
    board, shapes = board_of(book)
    entries = store.entries_of(connection, session.id, session.last_number)
    return session.seq, shapes.state.dump(board.fold(shapes.state.load(session.state), stored_facts(book, entries)))


def board_without(connection: sa.Connection, book: Rulebook, session: Session, *, without: int) -> Json:
    """A game's board as JSON, computed from its log without action `without`."""
    return board_of(book)[1].state.dump(board_after(book, story_of(connection, session, session.seq), without=without))


def story_of(connection: sa.Connection, session: Session, upto: int) -> Log:
    """The events of a game's log that its boards depend on, up to event `upto`, read into a Log."""
    types = ("session-opened", "action-declared", "entries", "action-voided")
    return read_events(store.events_of_types(connection, session.id, types, upto))
