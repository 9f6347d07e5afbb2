"""The boards of a game, computed again from its log."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import sqlalchemy as sa

from app.errors import Problem
from app.persistence.queries import logged_events
from app.persistence.stored.codec import OPENING, Json
from app.persistence.stored.private import opened
from app.persistence.stored.rows import Session
from app.services.log.action_log import ActionLog
from app.services.log.read import Log, read_events
from app.services.log.verification_cache import VerificationCache, bases, board_key
from app.services.play.scripts import board_of, stored_facts
from app.services.rulebooks.absent import require_installed
from app.services.rulebooks.registry import Rulebook
from app.services.view_rights import ViewRights, revealed_in

LARGER = 2
"""A board takes at most about so many bytes for each byte of the JSON that its game was opened with."""


class BoardReplay:
    """Replays a game from its log, board by board; it begins at the nearest cached board."""

    def __init__(self, book: Rulebook, log: Log, known: VerificationCache | None = None) -> None:
        """Where the log does not hold, `known` is left aside."""
        self._book, self._log, self._at = book, log, 0
        self._known = known if log.holds else None
        self.numbers = sorted(log.stories)
        """The numbers of the actions, lowest first."""
        self.state: Any = None
        """The board where it stands now; None before the first action."""

    @cached_property
    def _bases(self) -> list[bytes]:
        return bases(self._log, on_boards=True)

    def before(self, index: int) -> Any:
        """The board before the action at `index`; None before the first."""
        for _ in self.go_to(index):
            pass
        return self.state

    def go_to(self, index: int) -> Iterator[None]:
        """Make the board before the action at `index`; yields after each action."""
        self._begin_near(index)
        if self._at == index:
            return
        while self._at < index:
            self.state = after_story(self._book, self._log, self.state, self._log.stories[self.numbers[self._at]])
            self._at += 1
            yield
        if self._known is not None:
            key = board_key(self._book, self._bases[index - 1])
            self._known.boards.put(key, self.state, LARGER * self._log.stories.size_of_opening)

    def _begin_near(self, index: int) -> None:
        if index < self._at:
            self._at, self.state = 0, None
        if self._known is None:
            return
        for at in range(index, self._at, -1):
            state = self._known.boards.get(board_key(self._book, self._bases[at - 1]))
            if state is not None:
                self._at, self.state = at, state
                return


def board_after(book: Rulebook, log: Log, *, without: int | None = None) -> Any:
    """The board after all actions of a log, or after all but `without`; None where no game has been opened."""
    state = None
    for number in sorted(log.stories):
        state = state if number == without else after_story(book, log, state, log.stories[number])
    return state


def after_story(book: Rulebook, log: Log, state: Any, story: ActionLog) -> Any:
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


def board_now(connection: sa.Connection, book: Rulebook, session: Session) -> Json:
    """A game's board as it stands, an action that waits included; 404 where there is none."""
    if not session.is_game:
        raise Problem("not-found", reason="no-board")
    if not session.pending and session.state is not None:
        return session.state
    require_installed(book)
    if session.state is None:  # the opening waits: there is no more of it than one action
        state = board_after(book, story_of(connection, session, session.seq))
        if state is None:
            raise Problem("not-found", reason="no-board-yet")
        return board_of(book)[1].state.dump(state)
    board, shapes = board_of(book)
    entries = logged_events.entries_of(connection, session.id, session.last_number)
    return shapes.state.dump(board.fold(shapes.state.load(session.state), stored_facts(book, entries)))


def board_seen(connection: sa.Connection, book: Rulebook, session: Session, board: Json, sight: ViewRights) -> Json:
    """A game's board as a caller may see it."""
    if not session.hides:
        return board
    if not sight.is_whole and book.is_installed:
        rules, shapes = board_of(book)
        tags = revealed_in(connection, session.id, board, sight)
        board = shapes.state.dump(rules.view(shapes.state.load(opened(board, tags)), sight.seat))
    seen: Json = sight.of(board)
    return seen


def board_without(connection: sa.Connection, book: Rulebook, session: Session, *, without: int) -> Json:
    """A game's board as JSON, computed from its log without action `without`."""
    return board_of(book)[1].state.dump(board_after(book, story_of(connection, session, session.seq), without=without))


def story_of(connection: sa.Connection, session: Session, upto: int) -> Log:
    """The events of a game's log that its boards depend on, up to event `upto`, read into a Log."""
    types = ("session-opened", "action-declared", "entries", "action-voided")
    return read_events(logged_events.events_of_types(connection, session.id, types, upto))


def last_event_of(connection: sa.Connection, session: Session, number: int) -> int:
    """The number of the last event about an action, but for that which reveals its seed."""
    found = logged_events.events_for_action(connection, session.id, number)
    return max(event.seq for event in found if event.action == number and event.type != "seeds-revealed")
