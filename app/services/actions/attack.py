"""Attacks that clients declare: a single attack in a session of its own, or one attack of a series."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_core import to_json

from app.domain.dice import DiceSource
from app.domain.errors import Refusal, TableOverrun
from app.domain.hidden import with_audience
from app.domain.players import ASK
from app.domain.record import Role
from app.errors import Problem
from app.persistence.stored.codec import ATTACK, Json
from app.persistence.stored.rows import Session
from app.persistence.writing.batch import EarlierResult, KeyReused
from app.persistence.writing.draft import Draft
from app.services.access import HOST, Caller, Retry, Sender, require_seat, session_to_play
from app.services.actions.declare import AdvanceInput, Declaration, declare
from app.services.actions.dice import with_revealed_seed
from app.services.actions.state import ActionState, read_state
from app.services.actions.void import begins_anew, check_voidable, proposer_of, void_to_replace
from app.services.play.face_down import hide_face_down
from app.services.play.players import named_policies
from app.services.play.seating import Seating, seating_for
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.open import Opening, open_session
from app.services.sessions.shares import check_entropy
from app.services.view_rights import audience_of


@dataclass(frozen=True, slots=True)
class AttackInput:
    """An attack that a client wants to resolve. All is checked that can be checked without the session."""

    book: Rulebook
    situation: Any
    options: Any
    dice: DiceSource
    seats: Seating
    """The seats that the client names for the roles; empty where it names none."""
    policies: dict[str, str]
    """The policies that the client sends, by role."""
    replaces: int | None
    """The number of the action that this attack replaces; None where it replaces none."""
    given: AdvanceInput
    """The faces, the answers and the stored fields that the client sends with the attack."""
    request: Json | None = None
    """The request as other seats are asked to agree to it; None where the attack replaces none."""
    sends_options: bool = True
    """Whether the client sends options; else they are those of the session."""


def attack_alone(draft: Draft, order: AttackInput, opening: Opening) -> ActionState:
    """Open a session for this one attack, and resolve the attack in it."""
    session = open_session(draft, opening)
    state = declare_attack(draft, order, session, HOST)
    state.tokens = opening.tokens
    return state


def attack_in_series(draft: Draft, id: str, caller: Caller, order_for: Callable[[Session], AttackInput]) -> ActionState:
    """Resolve an attack in a series. If the attack replaces an earlier action, that action becomes void.

    Where a seat has to ask the others first, it is the action to be replaced that is returned. Raises Problem:
    not-found (404), token-missing or token-invalid (401), and what replace_or_propose() raises.
    """
    session, sender = session_to_play(draft, id, caller)
    order = order_for(session)
    if order.replaces is None:
        check_session_takes(draft, session, order)
        return declare_attack(draft, order, session, sender)
    replaced = read_state(draft.reading(id), order.book, session, order.replaces, at=("replaces",))
    anew = begins_anew(replaced, sender)
    declared = replace_or_propose(draft, order, replaced, sender, anew=anew)
    if declared is None:
        draft.made(id, order.replaces)
        return with_revealed_seed(draft, replaced)
    return declared


class RefusedPart(Exception):
    """One of several attacks was refused that are made together; `place` is its place among them, from 0."""

    def __init__(self, place: int, refusal: Exception) -> None:
        super().__init__(f"part {place}: {refusal}")
        self.place, self.refusal = place, refusal


def attacks_together(
    draft: Draft,
    id: str,
    caller: Caller,
    attacks: Sequence[tuple[Callable[[Session], AttackInput], Retry | None]],
) -> list[ActionState | EarlierResult]:
    """Resolve several attacks of a series, one after the other: all of them, or none.

    An attack that its key has made before is not made again. Raises RefusedPart.
    """
    made: list[ActionState | EarlierResult] = []
    for place, (order_for, retry) in enumerate(attacks):
        try:
            before = draft.made_before(retry.claim if retry else None)
            state = before or attack_in_series(draft, id, caller, order_for)
            if isinstance(state, ActionState) and not state.is_new:  # only proposed, beside what it would replace
                raise Problem("needs-assent", at=("replaces",))
            made.append(state)
        except (Problem, Refusal, TableOverrun, KeyReused) as refusal:
            raise RefusedPart(place, refusal) from refusal
    return made


def replace_or_propose(
    draft: Draft,
    order: AttackInput,
    replaced: ActionState,
    sender: Sender,
    *,
    anew: bool = False,
) -> ActionState | None:
    """Void an action and resolve the attack that takes its place, or record that a seat proposes it, and return None.

    It is done at once by the host, and when all seats have proposed it; then the attack is that of the seat that was
    the first. Raises Problem what check_session_takes(), check_voidable() and declare_attack() raise.
    """
    session = replaced.session
    check_session_takes(draft, session, order)
    check_voidable(replaced)
    attacker = proposer_of(replaced, order.request, sender, anew=anew)
    own_seating(order, session, attacker)
    if not void_to_replace(draft, order.book, replaced, sender, order.request, anew=anew):
        return None
    return declare_attack(draft, order, session, attacker)


def check_session_takes(draft: Draft, session: Session, order: AttackInput) -> None:
    """Raise Problem where the session does not accept this attack.

    session-closed, entropy-open, reference-taken (409); fixed-by-session (409) where the session has another ruleset,
    is no series, or has other options or other dice.
    """
    if session.status == "closed":
        raise Problem("session-closed")
    if session.ruleset != order.book.slug:
        raise Problem("fixed-by-session", at=("session_id",), reason="other-ruleset", params={"fixed": session.ruleset})
    if session.kind != "series":
        reason = "moves-elsewhere" if session.is_game else "one-attack-only"
        params = {"ruleset": session.ruleset, "session": session.id}
        raise Problem("fixed-by-session", at=("session_id",), reason=reason, params=params)
    check_entropy(session)
    if order.sends_options and (other := other_options(order.book.codec.options.dump(order.options), session.options)):
        raise other
    if session.dice != order.dice:
        raise Problem("fixed-by-session", at=("dice", "source"), reason="dice-fixed", params={"fixed": session.dice})
    reference = order.given.reference
    if reference is not None and draft.has_reference(session.id, reference):
        raise Problem("reference-taken", at=("reference",), params={"reference": reference})


def other_options(sent: Json, fixed: Json) -> Problem | None:
    """The Problem for options that differ from those of the series, each with both values; None where none differs."""
    found = [
        Problem(
            "fixed-by-session",
            at=("options", name),
            reason="option-fixed",
            params={"option": name, "fixed": to_json(fixed.get(name)).decode(), "sent": to_json(value).decode()},
        )
        for name, value in sent.items()
        if value != fixed.get(name)
    ]
    if found:
        found[0].more = found[1:]
    return next(iter(found), None)


def declare_attack(draft: Draft, order: AttackInput, session: Session, sender: Sender) -> ActionState:
    """Find the seat and the policy of each role, then declare and resolve the attack."""
    ruleset, seating = order.book.ruleset, own_seating(order, session, sender)
    situation, dump = order.situation, order.book.codec.situation.dump
    if session.hides:
        to, number = audience_of(session, sender), session.last_number + 1
        situation = with_audience(situation, to, number)
        stored = hide_face_down(order.book, dump(situation), to, number)
    else:
        stored = dump(situation)
    declaration = Declaration(
        ATTACK,
        stored,
        policies_of_roles(order, session, seating, sender),
        seating,
        sender,
        (ruleset.script, situation, order.options),
    )
    return declare(draft, order.book, session, declaration, order.given)


def own_seating(order: AttackInput, session: Session, sender: Sender) -> dict[str, int]:
    """The seat of each role.

    Raises Problem not-your-role (403) where the sender is a seat that does not attack, and seats-unclear (422).
    """
    seating = seating_for(session, order.seats, order.book.ruleset.sides(order.situation), sender)
    if seating:
        require_seat(sender, seating[Role.ATTACKER], "seats", "attacker")
    return seating


def policies_of_roles(order: AttackInput, session: Session, seating: Seating, sender: Sender) -> dict[str, str]:
    """The name of the policy that answers for each role, or `ask`.

    The policy that the client sends comes first, then the policy of the seat that plays the role; then `ask` if a seat
    plays the role, else the default policy.
    """
    for role in order.policies:
        require_seat(sender, seating.get(role, HOST), "policies", role, role=role)
    of_seats = {seat.seat: seat.policy or ASK for seat in session.seats}
    absent = {role: of_seats[seat] for role, seat in seating.items()}
    return named_policies(order.book.ruleset, {**absent, **order.policies})
