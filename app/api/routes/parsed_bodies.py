"""Turns the body of a request into the values that the services expect."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from pydantic import TypeAdapter
from pydantic_core import to_json

from app.api.refusals.problems import check_situation
from app.api.schemas.bodies import PoliciesRequest, SeatRequest
from app.api.schemas.requests import requests_of
from app.domain.dice import DiceSource
from app.domain.follow_ups import Horizon
from app.domain.nearest import nearest
from app.domain.players import ASK
from app.errors import Fault, Problem
from app.persistence.stored.codec import Json
from app.persistence.stored.fields import SENT, names_of
from app.persistence.stored.rows import Action, Session
from app.services.actions.attack import AttackInput
from app.services.actions.declare import AdvanceInput
from app.services.actions.move import MoveInput
from app.services.actions.state import as_sent_today
from app.services.odds.advice import OddsInput
from app.services.play.players import SentAnswer, named_policies, policy_named
from app.services.play.scripts import board_of
from app.services.players import Player
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.open import RequestedSeat


def options_of(book: Rulebook, sent: Any, fixed: Any = None) -> Any:
    """The options of a request.

    Those that it does not send come from its preset, or else are those that its session has `fixed`, or the defaults.
    """
    ruleset = book.ruleset
    given = fixed or ruleset.options()
    if sent is None:
        return given
    preset = getattr(sent, "preset", None)
    base = ruleset.presets[preset] if preset else given
    sent_options = {name: getattr(sent, name) for name in sent.model_fields_set - {"preset"}}
    values = {field.name: getattr(base, field.name) for field in fields(ruleset.options)}
    return ruleset.options(**{**values, **sent_options})


def game_options_of(book: Rulebook, sent: Any) -> Any:
    """The options of a game.

    Those that the request does not send come from the preset: that of games, or that of attacks where games have none
    of this name. What both lack are the defaults.
    """
    board, _ = board_of(book)
    if sent is None:
        return board.options()
    preset = getattr(sent, "preset", None)
    base = board.presets.get(preset) or book.ruleset.presets[preset] if preset else board.options()
    values = {field.name: getattr(base, field.name) for field in fields(base)}
    return board.options(**{**values, **{name: getattr(sent, name) for name in sent.model_fields_set - {"preset"}}})


def policies_of(book: Rulebook, sent: PoliciesRequest | None) -> dict[str, str]:
    """The name of the policy for each role. Raises Problem unknown-policy (422)."""
    return named_policies(book.ruleset, sent.by_role if sent else {})


def requested_seats(
    book: Rulebook, body: Any, player: Player | None = None, setup: Any = None
) -> tuple[RequestedSeat, ...]:
    """The seats of a new session with their policies; a game that names none gets those that its `setup` is for.

    A seat for `me` is that of `player`.

    Raises Problem seats-unclear (422) where a policy names a seat that does not exist, where nobody would get a
    token, or where a seat is both for a claim and for its player; unknown-policy (422).
    """
    seats = body.seats or unnamed_seats(book, setup)
    for seat in body.policies:
        if int(seat) > len(seats):
            params = {"seat": seat, "seats": len(seats)}
            raise Problem("seats-unclear", at=("policies", seat), reason="no-such-seat", params=params)
    if not body.host and all(seat.unclaimed for seat in seats):
        raise Problem("seats-unclear", at=("host",), reason="nobody-plays")
    for n, seat in enumerate(seats):
        if seat.unclaimed and seat.player:
            raise Problem("seats-unclear", at=("seats", n, "unclaimed"), reason="one-holder")
    check_sides(book, seats)
    named = {seat: policy_named(book.ruleset, name, at=("policies", seat)) for seat, name in body.policies.items()}
    policies = {seat: None if policy == ASK else policy for seat, policy in named.items()}
    return tuple(
        RequestedSeat(
            seat.name,
            seat.side,
            seat.reference,
            policies.get(str(n)),
            player if seat.player else None,
            unclaimed=seat.unclaimed,
        )
        for n, seat in enumerate(seats, 1)
    )


def unnamed_seats(book: Rulebook, setup: Any) -> tuple[SeatRequest, ...]:
    """A seat without a name for each that the setup of a game is for, where the rulebook can tell how many."""
    return seats_of_setup(book, setup) if setup is not None else ()


def seats_of_setup(book: Rulebook, setup: Any) -> tuple[SeatRequest, ...]:
    """A seat without a name for each that a setup is for; none where the rulebook cannot tell how many."""
    board, _ = board_of(book)
    return tuple(SeatRequest() for _ in range(board.seats(setup))) if board.seats else ()


def check_sides(book: Rulebook, seats: Sequence[SeatRequest]) -> None:
    """Raise Problem invalid-request (422) where a seat plays a side that the rulebook does not have."""
    known = book.ruleset.side_names
    faults = [
        Fault(("seats", n, "side"), "wrong-form", "one-of", {"nearest": nearest(seat.side, known), "allowed": known})
        for n, seat in enumerate(seats)
        if known and seat.side is not None and seat.side not in known
    ]
    if faults:
        raise Problem("invalid-request", faults=faults)


def sent_along_in(body: Any, dice: DiceSource) -> AdvanceInput:
    """What a request sends together with an attack or a move.

    Raises Problem illegal-dice (422) where it sends faces although the service throws.
    """
    faces = body.dice.faces if body.dice else ()
    if faces and dice is DiceSource.SERVICE:
        raise Problem("illegal-dice", at=("dice", "faces"), reason="service-dice")
    answers = tuple(SentAnswer(answer.question, answer.choice) for answer in body.answers)
    return AdvanceInput(faces, answers, {name: getattr(body, name) for name in names_of(Action, SENT)})


def attack_order(book: Rulebook, body: Any, options: Any, dice: DiceSource) -> AttackInput:
    """The order for an attack.

    Raises Problem illegal-situation, illegal-dice or unknown-policy (422).
    """
    sent_along = sent_along_in(body, dice)
    check_situation(book, body.situation, options)
    if book.ruleset.covers is not None:
        book.ruleset.covers.check(body.situation)
    policies = body.policies.by_role if body.policies else {}
    return AttackInput(
        book=book,
        situation=body.situation,
        options=options,
        dice=dice,
        seats=body.seats.by_role if body.seats else {},
        policies={role: policy_named(book.ruleset, name, at=("policies", role)) for role, name in policies.items()},
        replaces=body.replaces,
        given=sent_along,
        request=None if body.replaces is None else request_of(body),
        sends_options=body.options is not None,
    )


def request_of(body: Any) -> Json:
    """The request of an attack or a move as JSON, with what was sent but `seen`, which differs by seat."""
    request: Json = body.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude={"seen"})
    return request


def order_in_session(book: Rulebook, body: Any, session: Session) -> AttackInput:
    """The order for an attack; where the request sends no options or no dice, those of its series apply."""
    is_known = session.ruleset == book.slug and not session.is_game
    options = options_of(book, body.options, book.codec.options.load(session.options) if is_known else None)
    sent = body.dice and "source" in body.dice.model_fields_set
    return attack_order(book, body, options, body.dice.source if sent else DiceSource(session.dice))


def replacing_order(book: Rulebook, session: Session, request: Json) -> AttackInput | MoveInput:
    """The order for an attack or a move from its request, which a seat has proposed."""
    requests = requests_of(book)
    if session.is_game:
        move: Any = TypeAdapter(requests.move).validate_json(
            to_json({**as_sent_today(request), "seen": session.state_seq})
        )
        return move_order(move, DiceSource(session.dice))
    body: Any = TypeAdapter(requests.attack).validate_json(to_json(request))
    return order_in_session(book, body, session)


def odds_asked(book: Rulebook, body: Any) -> OddsInput:
    """What a request for odds asks.

    Raises Problem illegal-situation or unknown-policy (422).
    """
    options = options_of(book, body.options)
    check_situation(book, body.situation, options)
    faces = body.dice.faces if body.dice else ()
    answers = tuple(SentAnswer(answer.question, answer.choice) for answer in body.answers)
    then = further_attacks(book, body, options)
    also = tuple(dict.fromkeys(body.also)) if book.ruleset.further else ()
    horizon: Horizon = getattr(body, "horizon", Horizon.ATTACK)
    if horizon is Horizon.SERIES and not then:
        raise Problem("invalid-request", at=("horizon",), reason="series-of-one")
    return OddsInput(body.situation, options, policies_of(book, body.policies), faces, answers, then, horizon, also)


def further_attacks(book: Rulebook, body: Any, options: Any) -> tuple[Any, ...]:
    """The further attacks of a request for odds, on the defender of the first.

    Raises Problem illegal-situation (422) where the rulebook refuses one even on the whole defender.
    """
    going = book.ruleset.then
    if going is None:
        return ()
    left = {name: getattr(body.situation, name) for name in going.defender}
    found = []
    for place, sent in enumerate(body.then):
        values = {name: getattr(sent, name) for name in type(sent).model_fields}
        attack = book.ruleset.situation(**values, **left)
        check_situation(book, attack, options, "then", place)
        found.append(attack)
    return tuple(found)


def move_order(body: Any, dice: DiceSource) -> MoveInput:
    """The order for a move.

    Raises Problem fixed-by-session (409) where the session has other dice, illegal-dice (422).
    """
    if body.dice and "source" in body.dice.model_fields_set and body.dice.source != dice:
        raise Problem("fixed-by-session", at=("dice", "source"), reason="dice-fixed", params={"fixed": dice})
    request = None if body.replaces is None else request_of(body)
    return MoveInput(body.seen, body.move, body.seat, sent_along_in(body, dice), body.replaces, request)
