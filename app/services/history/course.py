"""How a closed game went: after each action the number of each seat, and what all have left at its end."""

from collections.abc import Generator, Mapping

import sqlalchemy as sa
from typing_extensions import TypedDict

from app.errors import Problem
from app.persistence.queries import logged_events
from app.persistence.stored.rows import Session
from app.services.document_types import document
from app.services.log.boards import BoardReplay
from app.services.log.slices import read_in_slices
from app.services.rulebooks.own_names import OwnNames, in_words, things_in
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import Texts


@document
class CoursePoint(TypedDict):
    """The numbers of the seats after an action."""

    action: int
    """The number of the action."""
    round: int
    """The number of the round or turn of the game; 0 before the first."""
    values: dict[str, int]
    """The number of each seat, by the number of the seat."""


@document
class ThingLeft(TypedDict):
    """How much a seat has left of a thing, such as the units of a group."""

    seat: int
    """The number of the seat."""
    id: str
    """The id of the thing, such as that of a group."""
    name: str
    """What players call it."""
    left: int
    """How much is left at the end."""
    of: int
    """How much it was at most."""


@document
class GameCourse(TypedDict):
    """How a closed game went."""

    measure: str | None
    """The name of the number that each seat has; null where the rulebook has none."""
    text: str | None
    """What the number is, in words; null where there is none."""
    points: list[CoursePoint]
    """The numbers after the first action, after each action that changed one of them, and after the last. Void actions
    are left out.
    """
    left: list[ThingLeft]
    """What each seat has left, seat 1 first."""


def course_of(book: Rulebook, engine: sa.Engine, session: Session) -> Generator[None, None, GameCourse]:
    """The course of a closed game, from its log, without words of the rulebook: add_words() adds them.

    Raises Problem not-found (404) where the session is not a game, or nothing happened in it.
    """
    if not session.is_game:
        raise Problem("not-found", reason="no-board")
    course = book.ruleset.board and book.ruleset.board.course
    document: GameCourse = {"measure": course.measure if course else None, "text": None, "points": [], "left": []}
    log = yield from read_in_slices(logged_events.all_events(engine, session.id, session.seq))
    played, seats = BoardReplay(book, log), [seat.seat for seat in session.seats]
    counted = [index for index, number in enumerate(played.numbers, 1) if log.stories[number].status != "void"]
    if not counted:
        raise Problem("not-found", reason="no-board-yet")
    if course is None:
        return document
    most: dict[int, dict[str, int]] = {seat: {} for seat in seats}
    now: dict[int, Mapping[str, int]] = {}
    for index in counted:
        yield from played.go_to(index)
        state, points = played.state, document["points"]
        values = {str(seat): course.value(state, seat) for seat in seats}
        if index == counted[-1] or not points or points[-1]["values"] != values:
            points.append({"action": played.numbers[index - 1], "round": course.round(state), "values": values})
        now = {seat: course.left(state, seat) for seat in seats}
        for seat in seats:
            most[seat] |= {id: max(count, most[seat].get(id, 0)) for id, count in now[seat].items()}
    names = OwnNames(things_in(session.state or {}))
    document["left"] = [
        {"seat": seat, "id": id, "name": names.of(id, "") or "", "left": now[seat].get(id, 0), "of": of}
        for seat in seats
        for id, of in most[seat].items()
        if of
    ]
    return document


def add_words(course: GameCourse, texts: Texts) -> GameCourse:
    """The same course with what the rulebook calls its number, and the things to which nobody gave a name."""
    if course["measure"] is None:
        return course
    left: list[ThingLeft] = [
        {**one, "name": one["name"] or texts.find(f"word.{one['id']}", {}) or in_words(one["id"])}
        for one in course["left"]
    ]
    return {**course, "text": texts.find(f"course.{course['measure']}", {}), "left": left}
