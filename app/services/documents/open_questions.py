"""Everything for which a session waits: rolls, choices, moves of a game, what seats give and bring, and proposals."""

from dataclasses import dataclass

import sqlalchemy as sa

from app.domain.board import Act
from app.domain.record import seat_name
from app.domain.table import ChoiceWanted
from app.persistence.queries import store
from app.persistence.stored.rows import Session
from app.services.actions.state import ActionState, read_state, seen_as, seen_session
from app.services.documents.assent import assents
from app.services.documents.brought import bring_questions
from app.services.documents.entropy import entropy_questions
from app.services.documents.question import Question, QuestionFields, Questions, asked_document, question_document
from app.services.documents.wording import named_in, texts_of
from app.services.pages import cut
from app.services.play.scripts import board_of
from app.services.rulebooks.registry import Rulebook
from app.services.view_rights import ViewRights


def questions_document(
    book: Rulebook,
    session: Session,
    states: list[ActionState],
    moves: list[ChoiceWanted[object]],
    language: str,
    sight: ViewRights,
) -> Questions:
    """All open questions of a session as a caller may see them: those of waiting actions, then those for a move."""
    texts = named_in(book.texts(language), seen_session(session, sight))
    items: list[Question] = []
    for state in states:
        seen = seen_as(state, sight)
        if (question := question_document(book, seen, texts_of(book, seen, language), sight)) is not None:
            question["action"] = state.action.number
            items.append(question)
    for wanted in moves:
        asked: QuestionFields = {
            "action": None,
            "seen": session.state_seq,
            "seen_of": "log",
            "by": None,
            "seat": wanted.seat,
            "answer": {"path": f"/v1/sessions/{session.id}/actions", "member": "move"},
            "rule": wanted.rule,
        }
        items.append(asked_document(book, wanted, asked, texts, sight))
    return {"items": items, "next": None}


def moves_asked(book: Rulebook, session: Session) -> list[ChoiceWanted[object]]:
    """For each seat that is to move, the question for its move; the seat whose turn it is comes first."""
    has_board = session.is_game and session.state is not None and book.is_installed
    if not has_board or session.pending or session.status == "closed":
        return []
    board, shapes = board_of(book)
    state, options = shapes.state.load(session.state), shapes.options.load(session.options)
    return [
        ChoiceWanted(Act(board, board.view(state, seat), options, seat), seat_name(seat), board.rule, seat)
        for seat in board.asked(state)
    ]


@dataclass(frozen=True, slots=True)
class Opened:
    """For what a session waits: its waiting actions, and the questions for its next move."""

    book: Rulebook
    session: Session
    states: list[ActionState]
    moves: list[ChoiceWanted[object]]
    changed: list[ActionState]
    """The actions that wait for nothing any more, because their rules have changed."""


MANY = 16
"""So many actions may wait in a session whose questions are found at once."""


class NeedsSlowQueue(Exception):
    """So many questions are open that the request needs the slow queue."""


def opened_in(connection: sa.Connection, book: Rulebook, session: Session, *, patiently: bool = True) -> Opened:
    """For what a session waits, proposals aside.

    Raises TakesLong where that is more than MANY, unless the caller waits `patiently`.
    """
    if session.pending > MANY and not patiently:
        raise NeedsSlowQueue
    waiting = store.pending_actions(connection, session.id) if session.pending else []
    states = [read_state(connection, book, session, action.number) for action in waiting]
    asking = [state for state in states if state.wanted is not None]
    changed = [state for state in states if state.rules_changed]
    return Opened(book, session, asking, moves_asked(book, session), changed)


def open_questions(connection: sa.Connection, opened: Opened, language: str, sight: ViewRights) -> Questions:
    """Everything for which a session waits: rolls and choices of open actions, moves of a game, and proposals."""
    book, session = opened.book, opened.session
    found = questions_document(book, session, opened.states, opened.moves, language, sight)
    texts = named_in(book.texts(language), seen_session(session, sight))
    found["items"] += entropy_questions(session, texts)
    found["items"] += bring_questions(session, texts)
    found["items"] += assents(connection, session, opened.changed, texts, sight)
    return found


def page_of_questions(questions: Questions, cursor: str | None, limit: int) -> tuple[Questions, int]:
    """A page of the open questions of a session, and the place of its first among them.

    Raises Problem invalid-cursor (422), also where the question is no longer open after which the page begins.
    """
    items = questions["items"]
    keys = [f"{each.get('action')}/{each.get('question')}/{each['seat']}/{each['seen']}" for each in items]
    part, following = cut("questions", keys, cursor, limit)
    return {"items": items[part], "next": following}, part.start
