"""What happens to an action: it is declared, its record grows, it is resolved, voided, or others want it void."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from app.domain.fairness import place_in_chain
from app.domain.players import BEST
from app.persistence.stored.codec import Json
from app.persistence.stored.private import bare
from app.persistence.stored.rows import Action
from app.services.events.event import Happened, InLog, Present, event
from app.services.events.shapes import CasualtyShown, DiceShown, LoggedEntry, SentBy, SentBySeat
from app.services.typed import document


@dataclass(frozen=True, kw_only=True)
class OfAction(Happened):
    """The base of the events about one action, which they change."""

    action: int
    """The number of the action."""

    @property
    def about(self) -> int | None:
        return self.action


@event("action-declared")
class ActionDeclared(OfAction):
    """An action was declared; nothing of it was rolled yet."""

    is_step, row = True, Action
    in_log = {"dice": DiceShown, "sent_by": SentBy}

    logged: Json

    def apply(self, now: Present) -> None:
        session = now.session
        session.last_number += 1
        session.pending += 1
        if self.action != session.last_number:
            raise ValueError("the actions have gaps")
        session.watched = session.watched or BEST in self.logged["policies"].values()
        own = {"dice": self.logged["dice"]["source"], "reference": bare(self.logged.get("reference"))}
        now.action = Action(
            session_id=session.id,
            number=self.action,
            ruleset=session.ruleset,
            listed=session.visibility == "public",
            created_at=now.at,
            commitment=self._commitment(now),
            **{**self.logged, **own},
        )

    def _commitment(self, now: Present) -> bytes | None:
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

    def apply(self, now: Present) -> None:
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

    def apply(self, now: Present) -> None:
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

    def apply(self, now: Present) -> None:
        now.own.proposal = self.proposal_after(now.own.proposal)

    def proposal_after(self, known: Json | None) -> Json:
        """What seats propose about the action after this event, from what they did before it."""
        replacement = bare(self.replacement)
        if replacement is not None and self.reference is not None:
            replacement = {**replacement, "reference": bare(self.reference)}
        return proposal_to_void(None if self.anew else known, self.seat, bare(self.reason), replacement)


def proposal_to_void(known: Json | None, seat: int, reason: str | None, replacement: Json | None = None) -> Json:
    """The proposal to void an action after a seat has proposed it: the `reason`, and the `seats` that agree.

    With a `replacement`, the request of the attack that takes its place, and `by`, the seat that sent it. Another
    replacement begins a new proposal.
    """
    if known is None or known.get("replacement") != replacement:
        replaced = {} if replacement is None else {"by": seat, "replacement": replacement}
        known = {"reason": reason, "seats": [], **replaced}
    return {**known, "seats": sorted({*known["seats"], seat})}


@event("void-declined")
class VoidDeclined(OfAction):
    """The host or a seat declined to void an action, with which the proposal ended."""

    by: Annotated[Any, InLog(SentBy)]
    """Who declined."""

    def apply(self, now: Present) -> None:
        now.own.proposal = None


@event("deadline-passed")
class DeadlinePassed(Happened):
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
