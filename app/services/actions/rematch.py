"""A rematch: the seats of a closed session play once more, each in the place after its own.

The old session tells the id of the new one before that is opened, in a commit of its own: where a process ends between
the two, the next seat that asks opens it. So no commit writes two sessions, and two seats never open two.
"""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from pydantic import ValidationError
from typing_extensions import TypedDict

from app.domain.dice import DiceSource
from app.domain.errors import Refusal
from app.domain.players import OF_THE_SERVICE
from app.errors import Problem
from app.persistence.queries import credentials, logged_events, store
from app.persistence.stored.codec import ATTACK, OPENING, Json
from app.persistence.stored.private import UNKNOWN, holds_unknown, unwrap_private
from app.persistence.stored.rows import Seat, Session
from app.persistence.writing.draft import Draft
from app.services.access import (
    HOST,
    Caller,
    Retry,
    is_unclaimed,
    require_reader,
    require_sender,
    seat_in,
    session_to_play,
)
from app.services.actions.move import open_game
from app.services.document_types import Uuid, document
from app.services.events.event import append
from app.services.events.session import RematchOffered
from app.services.play.scripts import board_of
from app.services.players import Player
from app.services.rulebooks.absent import require_installed
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.open import Opening, RequestedSeat, draw_opening, open_session
from app.services.sessions.tokens import give_token


@document
class Rematch(TypedDict):
    """A seat in the rematch of a session, with its token, which is shown once."""

    session_id: Uuid
    """The id of the new session."""
    seat: int
    """The number of the caller's seat in it."""
    token: str
    """The token of that seat."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A closed session that is to be played once more."""

    session: Session
    seat: Seat
    """The seat of who asks."""
    opened: Json
    """The first event of its log."""
    owner: str | None
    """The id of the API key that opened it; None where none did, or where it is revoked."""
    is_open: bool
    """Whether the rematch is opened already."""

    @property
    def place(self) -> int:
        """The number of the seat in the rematch."""
        return place_after(self.seat.seat, self.session)


def place_after(seat: int, session: Session) -> int:
    """The place of a seat in the rematch: of two the other, of more the next, and the last has the first."""
    return seat % session.seat_count + 1


def read_finished(connection: sa.Connection, id: str, caller: Caller) -> Finished:
    """What a rematch of a session begins with.

    Raises Problem: not-your-role (403) for the host, session-open (409), not-found (404), token-missing or
    token-invalid (401).
    """
    session = require_reader(connection, store.sessions_by_id(connection, [id]).get(id), caller)
    sender = require_sender(session, caller)
    check_offers(session, sender)
    owner = session.owner if session.owner and credentials.is_live_key(connection, session.owner) else None
    opened = logged_events.opened_with(connection, id)
    is_open = session.rematch is not None and bool(store.known_sessions(connection, [session.rematch]))
    return Finished(session, seat_in(session, sender), opened, owner, is_open)


def check_offers(session: Session, sender: int) -> None:
    """Raise Problem unless the sender may offer a rematch now: not-your-role (403), session-open (409)."""
    if sender == HOST:
        raise Problem("not-your-role", reason="rematch-by-seat")
    if session.status != "closed":
        raise Problem("session-open")


def draw_rematch(book: Rulebook, finished: Finished, retry: Retry | None) -> Opening:
    """Everything that is needed to open the rematch, with its random parts drawn.

    Who asks gets a token, the others none before they ask too; nobody gets that of a seat that the service plays.
    Raises Problem: not-shown (409) where the setup is not known any more, rules-changed (409) where the rules of today
    refuse it, seats-unclear (422) where a seat that the service plays would have no list, unknown-ruleset (404).
    """
    require_installed(book)
    session, opened = finished.session, finished.opened
    players = tuple(sorted((seated_again(finished, seat) for seat in session.seats), key=lambda pair: pair[0]))
    setup, options = terms_again(book, session, unwrap_private(opened["setup"]))
    return draw_opening(
        book,
        session.kind,
        options,
        DiceSource(session.dice),
        session.visibility,
        retry,
        players=tuple(seat for _, seat in players),
        host=False,
        owner=finished.owner,
        setup=setup,
        deadline=session.deadline,
        shares_entropy=session.entropy is not None,
        advice=session.advice,
        bring=brought_again(session, opened.get("bring")),
        take_back=session.take_back,
        clock=opened.get("clock"),
        id=session.rematch,
    )


def seated_again(finished: Finished, seat: Seat) -> tuple[int, RequestedSeat]:
    """The place of a seat in the rematch, and who sits there; the side is that of the place."""
    place = place_after(seat.seat, finished.session)
    player = Player(seat.player, seat.name, seat.player_tokens) if seat.player and seat == finished.seat else None
    waits = seat != finished.seat and seat.policy not in OF_THE_SERVICE
    side = seat_in(finished.session, place).side
    return place, RequestedSeat(seat.name, side, seat.reference, seat.policy, player, unclaimed=waits)


def terms_again(book: Rulebook, session: Session, setup: Json | None) -> tuple[Json | None, Json]:
    """Setup and options as the rules of today read them. Raises Problem: see draw_rematch()."""
    if holds_unknown(setup):
        raise Problem("not-shown", reason="setup-unknown")
    try:
        shape = book.codec.options_of(OPENING if session.is_game else ATTACK)
        options = shape.load(session.options)
        if session.is_game:
            setup = prepared(book, setup, options, tuple(seat.seat for seat in session.seats))
        return setup, shape.dump(options)
    except (Refusal, ValidationError, LookupError, ValueError, TypeError) as refused:
        raise Problem("rules-changed", reason="rematch-refused") from refused


def prepared(book: Rulebook, setup: Json | None, options: Any, seats: tuple[int, ...]) -> Json:
    """The setup of a game, which the rulebook has looked at. Raises what the rulebook raises."""
    board, shapes = board_of(book)
    bringing, places = board.bringing, shapes.bringing
    is_left = bringing is not None and None in (setup or {}).get(bringing.places, ())
    if is_left and bringing is not None and places is not None:
        bringing.prepare(value := places.setup.load(setup), options, seats)
        return places.setup.dump(value)
    board.prepare(value := shapes.setup.load(setup), options, seats)
    return shapes.setup.dump(value)


def brought_again(session: Session, bring: Json | None) -> Json | None:
    """What lists have to keep to: the limits of each place; a reserve moves with its seat where the limits are equal.

    Raises Problem seats-unclear (422) where the service plays a seat that has no reserve then.
    """
    if not bring:
        return None
    told, found = unwrap_private(bring), dict[str, Json]()
    before = {str(place_after(seat.seat, session)): seat for seat in session.seats}
    for place in told:
        seat = before[place]
        own = told.get(str(seat.seat))
        reserve = own["reserve"] if own and {**own, "reserve": None} == {**told[place], "reserve": None} else None
        if reserve in (None, UNKNOWN) and seat.policy is not None:
            raise Problem("seats-unclear", reason="reserve-needed", params={"seat": int(place)})
        found[place] = {**told[place], "reserve": None if reserve == UNKNOWN else reserve}
    return found


def offer_rematch(draft: Draft, id: str, caller: Caller, rematch: str) -> str:
    """Log that a seat offers a rematch, which is to have this id. Returns the id that it has: another may have offered.

    Raises what read_finished() raises.
    """
    session, sender = session_to_play(draft, id, caller)
    check_offers(session, sender)
    if session.rematch is None:
        append(draft, session, RematchOffered(session=rematch, seat=sender))
    return session.rematch or rematch


def join_rematch(
    draft: Draft, book: Rulebook, id: str, finished: Finished, opening: Opening | None, retry: Retry | None
) -> Rematch:
    """Open the rematch `id`, unless somebody has, and give a seat of the old session its token in the new one.

    Raises Problem: claim-gone (410) where the seat has a token already, session-closed (409).
    """
    place, held = finished.place, finished.seat
    session = draft.session(id)
    if session is None:
        if opening is None:
            raise Problem("busy")
        session = open_game(draft, book, opening) if opening.kind == "game" else open_session(draft, opening)
        draft.made(id, place)
        return {"session_id": id, "seat": place, "token": str(opening.tokens.seats[place - 1])}
    if session.status == "closed":
        raise Problem("session-closed")
    if not is_unclaimed(seat_in(session, place)):
        raise Problem("claim-gone", reason="seat-taken", params={"seat": place})
    player = Player(held.player, held.name, held.player_tokens) if held.player else None
    token = give_token(draft, session, place, retry, change="joined", by=place, player=player)
    return {"session_id": id, "seat": place, "token": token}
