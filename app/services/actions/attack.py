"""Attacks as clients declare them, alone or in a series."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.domain.dice import DiceSource
from app.domain.record import Role
from app.errors import Problem
from app.persistence import store
from app.persistence.batch import Draft
from app.persistence.codec import ATTACK
from app.persistence.rows import Session
from app.services.access import HOST, Caller, Sender, player_in, require_seat
from app.services.actions.declare import Declaration, SentAlong, declare
from app.services.actions.state import ActionState, find_action, load_state
from app.services.actions.void import check_voidable, void_action
from app.services.play.players import ASK, named_policies
from app.services.play.seating import Seating, seating_for
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.open import Opening, open_session


@dataclass(frozen=True, slots=True)
class AttackOrder:
    """An attack as a client declares it, checked as far as it can be by itself."""

    book: Rulebook
    situation: Any
    options: Any
    dice: DiceSource
    seats: Seating
    policies: dict[str, str]
    """As sent, by role."""
    replaces: int | None
    given: SentAlong


def attack_alone(draft: Draft, order: AttackOrder, opening: Opening) -> ActionState:
    """Resolve an attack in a session of its own."""
    session = open_session(draft, opening)
    state = declare_attack(draft, order, session, HOST, None)
    state.tokens = opening.tokens
    return state


def attack_in_series(
    draft: Draft, id: str, caller: Caller, order_for: Callable[[Session], AttackOrder], last_seed: bytes
) -> ActionState:
    """Resolve an attack in a series, perhaps in the place of an earlier one."""
    session, sender = player_in(draft, id, caller)
    order = order_for(session)
    check_session_takes(session, order)
    reference = order.given.reference
    if reference is not None and store.has_reference(draft.reading(id), id, reference):
        raise Problem("reference-taken", at=("reference",), params={"reference": reference})
    if order.replaces is not None:
        void_replaced(draft, order, session, sender, order.replaces)
    return declare_attack(draft, order, session, sender, last_seed)


def void_replaced(draft: Draft, order: AttackOrder, session: Session, sender: Sender, number: int) -> None:
    """Void an action in whose place the next one comes; 409 needs-assent where a seat asks for it."""
    if sender != HOST:
        raise Problem("needs-assent", at=("replaces",))
    connection = draft.reading(session.id)
    voided = load_state(connection, session, find_action(connection, session, number))
    check_voidable(voided)
    void_action(draft, order.book, voided, reason="replaced", replaced_by=session.last_number + 1)


def check_session_takes(session: Session, order: AttackOrder) -> None:
    """Raise where the session is closed, of another ruleset or kind, or has fixed other options or dice."""
    if session.status == "closed":
        raise Problem("session-closed")
    if session.ruleset != order.book.slug:
        raise Problem("fixed-by-session", at=("session_id",), params={"fixed": session.ruleset})
    if session.kind != "series":
        raise Problem("fixed-by-session", at=("session_id",), params={"fixed": session.kind})
    if order.book.codec.options.load(session.options) != order.options:
        raise Problem("fixed-by-session", at=("options",), params={"fixed": "options"})
    if session.dice != order.dice:
        raise Problem("fixed-by-session", at=("dice", "source"), params={"fixed": session.dice})


def declare_attack(
    draft: Draft, order: AttackOrder, session: Session, sender: Sender, last_seed: bytes | None
) -> ActionState:
    """Give each role its seat and its policy, and resolve the attack as far as its answers reach."""
    ruleset = order.book.ruleset
    seating = seating_for(session, order.seats, ruleset.sides(order.situation), sender)
    if seating:
        require_seat(sender, seating[Role.ATTACKER], "seats", "attacker")
    declaration = Declaration(
        ATTACK,
        order.book.codec.situation.dump(order.situation),
        policies_of_roles(order, session, seating, sender),
        seating,
        sender,
        (ruleset.script, order.situation, order.options),
    )
    return declare(draft, order.book, session, declaration, order.given, last_seed)


def policies_of_roles(order: AttackOrder, session: Session, seating: Seating, sender: Sender) -> dict[str, str]:
    """Who answers for each role: as sent; else as the session says for the seat; else its player, if a seat plays."""
    for role in order.policies:
        require_seat(sender, seating.get(role, HOST), "policies", role)
    of_seats = {seat.seat: seat.policy or ASK for seat in session.seats}
    absent = {role: of_seats[seat] for role, seat in seating.items()}
    return named_policies(order.book.ruleset, {**absent, **order.policies})
