"""What happens to an action: it is declared, its record grows, it is resolved, voided, or others want it void."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from app.domain.fairness import place_in_chain
from app.domain.players import BEST
from app.persistence.stored.codec import ACTOR, ATTACK, OPENING, Json
from app.persistence.stored.private import unwrap_private
from app.persistence.stored.rows import Action, Session
from app.services.access import held
from app.services.document_types import document
from app.services.events.asked import asked_of_seats, asked_to_bring, policies_of_seats
from app.services.events.event import EventTarget, InLog, LogEvent, event, require, require_seat, require_sender
from app.services.events.shapes import CasualtyShown, LoggedEntry, SentBy, SentBySeat, SessionDice


@dataclass(frozen=True, kw_only=True)
class OfAction(LogEvent):
    """The base of the events about one action, which they change."""

    action: int
    """The number of the action."""

    @property
    def about(self) -> int | None:
        return self.action

    def check(self, now: EventTarget) -> None:
        super().check(now)
        require(now.own.status != "void", "its action is void")


PENDING = "its action does not wait for anything"


@event("action-declared")
class ActionDeclared(OfAction):
    """An action was declared; nothing of it was rolled yet."""

    is_step, row = True, Action
    in_log = {"dice": SessionDice, "sent_by": SentBy}

    logged: Json

    def is_hosts(self, now: EventTarget) -> bool:  # noqa: ARG002
        """A game is opened by who opens its session, also where that is no host afterwards."""
        return bool(self.logged["sent_by"] == "host" and self.logged["kind"] != OPENING)

    def check(self, now: EventTarget) -> None:
        session, logged = now.session, self.logged
        require(session.status == "open", "the session is closed")
        require(self.action == session.last_number + 1, "actions are declared as 1, 2, …, each once")
        require(session.kind != "single" or self.action == 1, "an attack of its own is one action")
        require(not session.is_game or session.pending == 0, "an action of the game still waits")
        require(not asked_of_seats(session), "a seat has yet to give its entropy")
        require(not asked_to_bring(session), "a seat has yet to bring its list")
        is_committed = not session.chain or self.action <= session.chain * session.chain_length
        require(is_committed, "no seed chain is committed for its action")
        require(logged["options"] == session.options, "its options are not those of the opening")
        require(logged["dice"] == {"source": session.dice}, "its dice are not those of the opening")

        require_sender(now, logged["sent_by"])
        self._check_players(session)

    def _check_players(self, session: Session) -> None:
        seats, policies = self.logged["seats"], self.logged["policies"]
        there = {seat.seat for seat in session.seats}
        require(there >= set(seats.values()), "a seat of its action does not exist")
        if session.is_game:
            is_opening = self.logged["kind"] == OPENING
            require(is_opening == (self.action == 1), "the first action of a game alone is its opening")
            require(seats.keys() == (set() if is_opening else {ACTOR}), "one seat makes a move, and none the opening")
            require(policies == policies_of_seats(session), "its policies are not those of the opening")
            is_named = is_opening or self.logged["situation"].get("kind") == self.logged["kind"]
            require(is_named, "its kind is not that of its move")
            return
        require(self.logged["kind"] == ATTACK, "outside of a game actions are attacks")
        is_seated = not seats or (seats.keys() == {"attacker", "defender"} and len(set(seats.values())) == 2)
        require(is_seated, "an attack is made by two different seats, or by none")

    def apply(self, now: EventTarget) -> None:
        session = now.session
        session.last_number += 1
        session.pending += 1
        session.watched = session.watched or BEST in self.logged["policies"].values()
        own = {"dice": self.logged["dice"]["source"], "reference": unwrap_private(self.logged.get("reference"))}
        now.action = Action(
            session_id=session.id,
            number=self.action,
            ruleset=session.ruleset,
            listed=session.visibility == "public",
            created_at=now.at,
            commitment=self._commitment(now),
            **{**self.logged, **own},
        )

    def _commitment(self, now: EventTarget) -> bytes | None:
        """The commitment of the seed chain from which the dice of the action follow; None with physical dice."""
        session = now.session
        if not session.chain:
            return None
        chain, _ = place_in_chain(self.action, session.chain_length)
        return session.commitment if chain == session.chain else now.earlier(chain)


@document
class UnusedAnswer(TypedDict):
    """An answer that was sent along and did not apply."""

    question: str
    """The name of the question."""
    choice: dict[str, Any]
    """The choice that was sent."""


@event("entries")
class EntriesAdded(OfAction):
    """A request added entries to the record of an action. `from` is the place of the first of them, from 0."""

    is_step = True

    from_: int
    """The place in the record of the first of these entries, from 0."""
    entries: Annotated[list[Json], InLog(list[LoggedEntry])]
    """The entries, in order."""
    unused_answers: Annotated[list[Json], InLog(list[UnusedAnswer])]
    """The answers sent along that did not apply."""
    sent_by: Annotated[Any, InLog(SentBy)]
    """Who sent the request."""

    def is_hosts(self, now: EventTarget) -> bool:
        is_opening = now.session.is_game and self.action == 1
        return self.sent_by == "host" and not is_opening

    def check(self, now: EventTarget) -> None:
        super().check(now)
        require(now.own.status == "pending", PENDING)
        require_sender(now, self.sent_by)
        require(self.from_ == now.own.recorded, "its entries do not follow those before them")
        answers = {entry["source"] for entry in self.entries if entry["kind"] == "chose"} & {"host", "seat"}
        sender = "host" if self.sent_by == "host" else "seat" if isinstance(self.sent_by, dict) else None
        require(answers <= {sender}, "an answer is said to be of another than who sent it")
        rolled = (entry["source"] for entry in self.entries if entry["kind"] == "rolled")
        require(all(source == now.session.dice for source in rolled), "its dice are not those of the opening")

    def apply(self, now: EventTarget) -> None:
        now.own.recorded += len(self.entries)


@event("action-resolved")
class ActionResolved(OfAction):
    """An action was resolved."""

    is_step = True

    outcome: Annotated[Json, InLog(dict[str, Any])]
    """The outcome, as the ruleset has it."""
    casualties: Annotated[list[Json], InLog(list[CasualtyShown])]
    """What the action did to each unit."""
    text: Annotated[str | None, InLog(str)] = None
    """The outcome in one sentence. Present only with `texts=true`, and never in the log itself."""

    def check(self, now: EventTarget) -> None:
        super().check(now)
        require(now.own.status == "pending", PENDING)

    def apply(self, now: EventTarget) -> None:
        now.session.pending -= 1
        now.session.resolved += 1
        action = now.own
        action.status, action.resolved_at, action.outcome = "resolved", now.at, self.outcome


@event("action-voided")
class ActionVoided(OfAction):
    """An action became void."""

    is_step = True

    by: Annotated[Any, InLog(Literal["host", "seats", "service"] | SentBySeat)]
    """Who voided it: the host, all seats together, or the seat that took back a slip of its own; the service where the
    time of a player was over."""
    reason: Annotated[Any, InLog(str | None)]
    """Why it became void; null where nobody said."""
    replaced_by: int | None
    """The number of the action that replaces it; null where none does."""

    def check(self, now: EventTarget) -> None:
        super().check(now)
        session = now.session
        require_sender(now, self.by, "seats")
        require(self.replaced_by in (None, session.last_number + 1), "the next action is what replaces one")
        if self.by == "seats":
            require(self._is_agreed(session, now.own), "not every seat has agreed to void it")
        elif isinstance(self.by, dict):
            require(session.take_back == "free", "a seat takes nothing back alone here")

    def _is_agreed(self, session: Session, action: Action) -> bool:
        """Whether all seats that have a voice have proposed it, or to close the session without it."""
        at_close = session.proposal if session.proposal and session.proposal["abandon"] else None
        if session.bring and session.bring["refused"]:
            return True
        return any(held(session) <= {*proposal["seats"]} for proposal in (action.proposal, at_close) if proposal)

    def apply(self, now: EventTarget) -> None:
        session, action = now.session, now.own
        was_pending = action.status == "pending"
        session.pending -= was_pending
        session.resolved -= not was_pending
        session.void += 1
        action.status, action.resolved_at, action.outcome = "void", now.at, None
        action.replaced_by = self.replaced_by


@event("void-proposed")
class VoidProposed(OfAction):
    """A seat proposed to void an action."""

    seat: int
    """The number of the seat that proposes it."""
    reason: Annotated[Any, InLog(str | None)]
    """Why it should become void; null where the seat did not say."""
    replacement: Annotated[Any, InLog(dict[str, Any])] = None
    """The request of the attack or the move that is to replace it; absent where none is."""
    reference: Annotated[Any, InLog(str | None)] = None
    """The client's own id of that request, where the rest of it is hidden; absent where it has none."""
    anew: bool = False
    """True where it takes the place of another proposal; else absent."""

    def check(self, now: EventTarget) -> None:
        super().check(now)
        require_seat(now, self.seat)

    def apply(self, now: EventTarget) -> None:
        now.own.proposal = self.proposal_after(now.own.proposal)

    def proposal_after(self, known: Json | None) -> Json:
        """What seats propose about the action after this event, from what they did before it."""
        replacement = unwrap_private(self.replacement)
        if replacement is not None and self.reference is not None:
            replacement = {**replacement, "reference": unwrap_private(self.reference)}
        return proposal_to_void(None if self.anew else known, self.seat, unwrap_private(self.reason), replacement)


def proposal_to_void(known: Json | None, seat: int, reason: str | None, replacement: Json | None = None) -> Json:
    """The proposal to void an action after a seat has proposed it: the `reason`, and the `seats` that agree.

    With a `replacement`, the request of the attack that takes its place, and `by`, the seat that sent it. Another
    replacement begins a new proposal.
    """
    if known is None or without_reference(known.get("replacement")) != without_reference(replacement):
        replaced = {} if replacement is None else {"by": seat, "replacement": replacement}
        known = {"reason": reason, "seats": [], **replaced}
    return {**known, "seats": sorted({*known["seats"], seat})}


def without_reference(replacement: Json | None) -> Json | None:
    """A request without its reference, where this is null: it was forgotten."""
    is_forgotten = replacement is not None and replacement.get("reference", "") is None
    return (
        {name: value for name, value in (replacement or {}).items() if name != "reference"}
        if is_forgotten
        else replacement
    )


@event("void-declined")
class VoidDeclined(OfAction):
    """The host or a seat declined to void an action, with which the proposal ended."""

    by: Annotated[Any, InLog(SentBy)]
    """Who declined."""

    def check(self, now: EventTarget) -> None:
        super().check(now)
        require(now.own.proposal is not None, "nobody has proposed it")

    def apply(self, now: EventTarget) -> None:
        now.own.proposal = None


@event("deadline-passed")
class DeadlinePassed(LogEvent):
    """The time for an answer or a move was over; the next events show what answered instead."""

    action: int | None
    """The number of the action that waited; null where it was a move of a game."""
    by: str
    """Who was to answer: `attacker`, `defender`, or a seat such as `seat-1`."""
    seat: int | None
    """The number of the seat that was to answer; null where no seats play."""
    policy: str
    """The policy, or the player of the service, that answers instead."""

    @property
    def about(self) -> int | None:
        return self.action

    def check(self, now: EventTarget) -> None:
        super().check(now)
        require(now.session.deadline is not None, "the session has no deadlines")
        require(self.action is None or now.own.status == "pending", PENDING)
