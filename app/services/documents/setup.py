"""The document of a setup that somebody looks at before it is played."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from typing_extensions import TypedDict

from app.domain.completion import Said
from app.domain.hidden import with_audience
from app.domain.record import NOBODY, seat_name
from app.domain.resolution import resolve
from app.persistence.stored.codec import Json
from app.services.document_types import document
from app.services.documents.brought import BringContext, bring_text
from app.services.documents.notes import NoteShown, note_document, notes_document
from app.services.events.seats import nothing_brought
from app.services.play.scripts import board_of, facts_in
from app.services.rulebooks.own_names import OwnNames, things_in
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import Texts
from app.services.sessions.lists import BRING
from app.services.sessions.names import UNIT
from app.services.sessions.open import RequestedSeat
from app.services.view_rights import FULL_VIEW, ViewRights

MOST_NOTES = 100


@document
class BringAsked(BringContext):
    """The list that a seat must bring."""

    question: str
    """The name of the question to the seat: `bring-list`."""
    text: str
    """The question as a sentence."""


@document
class SetupFields(TypedDict):
    """Information about a setup, in addition to the setup and its board."""

    seats: int
    """How many seats a game with it has."""
    sides: list[str | None]
    """The side of each seat, seat 1 first; null if the ruleset has none."""
    text: str
    """A few sentences about the game."""
    brings: list[BringAsked]
    """The lists that seats must bring."""
    notes: list[NoteShown]
    """Differences from known cards, and effects that the players apply themselves; a hundred at most. The `pointer` of
    a note on a list in `reserve` leads into `bring`."""


def setup_document(
    book: Rulebook,
    setup: Any,
    options: Any,
    players: Sequence[RequestedSeat],
    left: Json,
    language: str,
    filled: Any = None,
) -> Json:
    """A setup that `prepare` accepts, with all that follows from it, and the board with which its game begins.

    `left`: what the list of each seat has to keep to that brings one, by its number; its place in `setup` is empty.
    `filled`: the setup with the lists in reserve in these places; None where there are none.
    """
    board, shapes = board_of(book)
    whole = board.whole(setup)
    dumped = shapes.setup.dump(whole)
    if left and board.bringing is not None:
        places = enumerate(dumped[board.bringing.places], 1)
        dumped[board.bringing.places] = [None if str(seat) in left else place for seat, place in places]
    names = {seat_name(n): seat.name for n, seat in enumerate(players, 1) if seat.name}
    texts = book.texts(language).naming(OwnNames(things_in(dumped), names, getattr(options, UNIT, None)))
    notes = notes_document(shapes.setup.completion, dumped, texts, "setup")
    notes += [note_document(note, texts, "setup") for note in board.by_id(whole)]
    if filled is not None:
        notes = [*reserve_notes(book, filled, left, texts), *notes]
    parts: SetupFields = {
        "seats": len(players),
        "sides": [seat.side for seat in players],
        "text": " ".join(sentences(board.said(whole), len(players), texts)),
        "brings": [bring_asked(int(seat), limits, texts) for seat, limits in nothing_brought(left)["limits"].items()],
        "notes": notes[:MOST_NOTES],
    }
    return {"setup": dumped, "state": first_board(book, whole, options, is_whole=not left), **parts}


def reserve_notes(book: Rulebook, filled: Any, left: Json, texts: Texts) -> Iterator[NoteShown]:
    """What a rulebook tells of the lists in reserve, each where it stands in `bring`."""
    board, shapes = board_of(book)
    completion, bringing = shapes.setup.completion, board.bringing
    if completion is None or bringing is None:
        return
    seats: dict[tuple[str | int, ...], str] = {(bringing.places, int(seat) - 1): seat for seat in left}
    for note in completion.notes(shapes.setup.dump(filled)):
        if seat := seats.get(note.place[:2]):
            yield note_document(replace(note, place=note.place[2:]), texts, "bring", seat, "reserve")


def bring_asked(seat: int, limits: Json, texts: Texts) -> BringAsked:
    """What a seat is to bring, within these limits."""
    return {"seat": seat, "limits": limits, "question": BRING, "text": bring_text(seat, texts)}


def setup_texts(book: Rulebook, setup: Any, language: str) -> str:
    """What is played with a setup, in a language, for players without names."""
    board, shapes = board_of(book)
    whole = board.whole(setup)
    texts = book.texts(language).naming(
        OwnNames(things_in(shapes.setup.dump(whole)), unit=getattr(board.options, UNIT, None))
    )
    return " ".join(sentences(board.said(whole), board.seats(setup) if board.seats else 2, texts))


def sentences(said: Iterable[Said], seats: int, texts: Texts) -> Iterator[str]:
    """What a rulebook says of a setup; how many players it is for, where it says nothing."""
    for one in tuple(said) or (Said("seats", {"seats": seats}, "seats"),):
        count = one.params.get(one.counted_by) if one.counted_by else None
        told = texts.find(f"setup.{one.name}", one.params, count=count if isinstance(count, int) else None)
        yield told or one.name


def first_board(book: Rulebook, setup: Any, options: Any, *, is_whole: bool = True) -> Json:
    """The board of a game as everybody sees it before anybody has thrown, shuffled or chosen anything.

    A setup that is not whole waits for the lists of seats: the rules have not begun the game.
    """
    board, shapes = board_of(book)
    kept = with_audience(setup, NOBODY, 1) if board.hides else setup
    state = board.set_up(kept, options)
    if is_whole:
        end = resolve(board.opening_script, kept, options, number=1)
        state = board.fold(state, facts_in(end.record))
    sight = ViewRights() if board.hides and board.hides_in(setup) else FULL_VIEW
    seen: Json = sight.of(shapes.state.dump(board.view(state, None)))
    return seen
