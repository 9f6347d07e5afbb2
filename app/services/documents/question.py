"""Open questions as clients read them: rolls to be thrown, choices, and moves of a game."""

from collections.abc import Mapping
from itertools import islice
from typing import Annotated, Any, Literal, NotRequired

import sqlalchemy as sa
from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from app.domain.board import Act
from app.domain.record import By, seat_name
from app.domain.table import ChoiceWanted, Question, RollWanted
from app.persistence import store
from app.persistence.codec import STRICT, Json
from app.persistence.rows import Session
from app.services.actions.state import ActionState, read_state
from app.services.documents.session import player_names
from app.services.documents.wording import message_of, variant_by
from app.services.play.scripts import board_of
from app.services.play.seating import seat_for
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import Texts
from app.services.typed import document

LISTED = 100
"""Choices that a question lists; every legal one is accepted."""

_ANYTHING: TypeAdapter[Any] = TypeAdapter(Any, config=STRICT)


@document
class LegalChoice(TypedDict):
    """A choice that the rules allow."""

    choice: dict[str, Any]
    text: str
    leads_to: dict[str, Any] | None


@document
class Asked(TypedDict):
    """What every open question tells."""

    action: NotRequired[int | None]
    """The number of the action that waits with it; null where it asks for a move. Only in the list of questions."""
    seen: int
    """What the answer has to echo: the length of the record, for a move the newest event of the game."""
    by: str
    """The role that answers; in a game the seat, as `seat-1`."""
    seat: int | None
    """The seat that answers, if seats play."""
    rule: str
    """The rule that asks."""


@document
class ChoiceQuestion(Asked):
    """A question that waits for a choice."""

    kind: Literal["choice"]
    question: str
    text: str
    context: dict[str, Any]
    choices: list[LegalChoice]
    choices_total: int


@document
class RollQuestion(Asked):
    """A roll that waits to be thrown."""

    kind: Literal["roll"]
    die: str
    count: int
    dice: list[int]
    faces: list[int | str]
    text: str


QuestionShown = Annotated[ChoiceQuestion | RollQuestion, Field(discriminator="kind")]


@document
class Questions(TypedDict):
    """The open questions of a session."""

    items: list[QuestionShown]


def question_document(book: Rulebook, state: ActionState, texts: Texts) -> QuestionShown | None:
    """The open question of an action, if it waits."""
    if state.wanted is None:
        return None
    wanted, names = state.wanted, player_names(state.session)
    seat = wanted.seat or seat_for(wanted.by, state.action.seats)
    asked: Asked = {"seen": len(state.entries), "by": wanted.by, "seat": seat, "rule": wanted.rule}
    if isinstance(wanted, RollWanted):
        return roll_question(wanted, asked, texts, names)
    return choice_question(book, wanted, asked, texts, names)


def roll_question(wanted: RollWanted, asked: Asked, texts: Texts, names: Mapping[str, str]) -> RollQuestion:
    """A roll that people have to throw."""
    die = wanted.die
    params = {"by": names.get(wanted.by, wanted.by), "die": die.name}
    text = texts.find("question.roll", params, varied=variant_by(wanted.by), count=wanted.count)
    return {
        "kind": "roll",
        **asked,
        "die": die.name,
        "count": wanted.count,
        "dice": list(wanted.dice),
        "faces": list(die.faces),
        "text": text or die.name,
    }


def choice_question(
    book: Rulebook, wanted: ChoiceWanted[object], asked: Asked, texts: Texts, names: Mapping[str, str]
) -> ChoiceQuestion:
    """A choice, with the legal ones listed, the default policy's first."""
    question = wanted.question
    shape = book.codec.choices[question.name]
    context_value = question.context()
    context = _ANYTHING.dump_python(context_value, mode="json", by_alias=True) or {}
    params = {**context, "by": names.get(wanted.by, wanted.by)}
    return {
        "kind": "choice",
        **asked,
        "question": question.name,
        "text": message_of(type(context_value), f"question.{question.name}", context, params, texts) or question.name,
        "context": context,
        "choices": [
            legal_choice(question, choice, shape.dump(choice), texts)
            for choice in listed_choices(book, question, wanted.by)
        ],
        "choices_total": question.total(),
    }


def legal_choice(question: Question[object], choice: object, dumped: Json, texts: Texts) -> LegalChoice:
    """A choice in words, in the variant that what it leads to names, else its own."""
    leads = question.leads_to(choice)
    leads_to = _ANYTHING.dump_python(leads, mode="json", by_alias=True)
    params = {**dumped, **(leads_to or {})}
    about = leads if hasattr(leads, "varied_by") else choice
    text = message_of(type(about), f"choice.{question.name}", params, params, texts)
    return {"choice": dumped, "text": text or question.name, "leads_to": leads_to}


def listed_choices(book: Rulebook, question: Question[object], by: By) -> list[object]:
    """The choices that are shown: the default policy's, then the others in the question's own order."""
    best = next(iter(book.ruleset.policies.values()))(question, by)
    others = (choice for choice in question.options() if choice != best)
    return [best, *islice(others, LISTED - 1)]


def questions_document(
    book: Rulebook,
    session: Session,
    states: list[ActionState],
    moves: list[ChoiceWanted[object]],
    language: str,
) -> Questions:
    """The open questions of a session, each with the number of its action; those for a move of a game have none."""
    texts, names = book.texts(language), player_names(session)
    items: list[QuestionShown] = []
    for state in states:
        if (question := question_document(book, state, texts)) is not None:
            question["action"] = state.action.number
            items.append(question)
    for wanted in moves:
        asked: Asked = {
            "action": None,
            "seen": session.state_seq,
            "by": wanted.by,
            "seat": wanted.seat,
            "rule": wanted.rule,
        }
        items.append(choice_question(book, wanted, asked, texts, names))
    return {"items": items}


def moves_asked(book: Rulebook, session: Session) -> list[ChoiceWanted[object]]:
    """The question `act` for each seat that is to move, the one in turn first."""
    has_board = session.is_game and session.state is not None and book.is_installed
    if not has_board or session.pending or session.status == "closed":
        return []
    board, shapes = board_of(book)
    state, options = shapes.state.load(session.state), shapes.options.load(session.options)
    return [
        ChoiceWanted(Act(board, state, options, seat), seat_name(seat), board.rule, seat) for seat in board.asked(state)
    ]


def open_questions(connection: sa.Connection, book: Rulebook, session: Session, language: str) -> Questions:
    """All that a session waits for: rolls and choices of open actions, and moves of a game."""
    waiting = store.pending_actions(connection, session.id) if session.pending else []
    states = [read_state(connection, book, session, action.number) for action in waiting]
    return questions_document(book, session, states, moves_asked(book, session), language)
