"""What happens to an action: it is declared, its record grows, it is resolved, voided, or others want it void."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from typing_extensions import TypedDict

from app.domain.fairness import place_in_chain
from app.domain.players import ASK, BEST
from app.persistence.stored.codec import ACTOR, ATTACK, OPENING, Json
from app.persistence.stored.private import unwrap_private
from app.persistence.stored.rows import Action
from app.services.document_types import document
from app.services.events.conditions import (
    AFTER_DEADLINE,
    EXISTING_SEAT,
    HAS_VERSION,
    IN_TIME,
    IS_BY_SERVICE,
    IS_GAME,
    NOT_LOST,
    OPEN,
    PLAYS_ON,
    Condition,
    all_of,
    any_of,
    has_host,
    is_absent,
    is_there,
    sent_by_somebody,
    text,
    when,
)
from app.services.events.event import LOSE, EventTarget, InLog, LogEvent, event
from app.services.events.shapes import CasualtyShown, LoggedEntry, SentBy, SentBySeat, SessionDice

DECLARED = Condition("its action was not declared", is_there("action"))
NOT_VOID = Condition("its action is void", ["not", ["=", "action.status", text("void")]])
OWN = (*PLAYS_ON, DECLARED, NOT_VOID)
PENDING = Condition("its action does not wait for anything", ["=", "action.status", text("pending")])
IS_OPENING = ["=", "event.kind", text(OPENING)]
OWN_DICE = "its dice are not those of the opening"


@dataclass(frozen=True, kw_only=True)
class OfAction(LogEvent):
    """The base of the events about one action, which they change."""

    action: int
    """The number of the action."""

    conditions: ClassVar[tuple[Condition, ...]] = OWN

    @property
    def about(self) -> int | None:
        return self.action


SENT_BY_HOST, SENT_BY_SERVICE = (["=", "event.sent_by", text(name)] for name in ("host", "service"))
IS_LEFT_TO_SERVICE = any_of(
    is_there(["at", "players", "event.seats.actor"]),
    ["in", "event.seats.actor", "fallen"],
    all_of(AFTER_DEADLINE, is_absent("before.action"), ["=", "before.seat", "event.seats.actor"]),
)
"""Whether the service moves for a seat: it plays it, or the time of its player is over."""
IS_FOR_SERVICE = all_of(is_there(["at", "players", "event.seats.actor"]), ["in", "event.sent_by.seat", "seats"])
"""Whether a player at the table moves for a seat that the service plays, which does not see the table."""
IS_BY_ATTACKER = all_of(is_there("event.sent_by.seat"), ["=", "event.sent_by.seat", "event.seats.attacker"])
IS_BY_NONE = ["=", ["size", ["keys", "event.seats"]], 0]
IS_BY_ONE = ["=", ["keys", "event.seats"], ["list", text(ACTOR)]]
IS_BY_TWO = all_of(
    ["=", ["size", ["keys", "event.seats"]], 2],
    ["within", ["keys", "event.seats"], ["list", text("attacker"), text("defender")]],
    ["not", ["=", "event.seats.attacker", "event.seats.defender"]],
)
"""Which seats take part in the action that is declared."""


@event("action-declared")
class ActionDeclared(OfAction):
    """An action was declared; nothing of it was rolled yet."""

    is_step, row = True, Action
    in_log = {"dice": SessionDice, "sent_by": SentBy}

    logged: Json

    conditions = (
        OPEN,
        NOT_LOST,
        Condition("actions are declared as 1, 2, …, each once", ["=", "event.action", ["+", "last_number", 1]]),
        Condition("an attack of its own is one action", when(["=", "kind", text("single")], ["=", "event.action", 1])),
        Condition("an action of the game still waits", when(IS_GAME, ["=", "pending", 0])),
        Condition("a seat has yet to give its entropy", ["=", ["size", ["keys", "due"]], 0]),
        Condition("a seat has yet to bring its list", ["=", ["size", "to_bring"], 0]),
        Condition(
            "no seed chain is committed for its action",
            any_of(["=", "chain", 0], ["<=", "event.action", ["*", "chain", "chain_length"]]),
        ),
        HAS_VERSION,
        Condition("its options are not those of the opening", ["=", "event.options", "options"]),
        Condition(OWN_DICE, ["=", "event.dice.source", "dice"]),
        sent_by_somebody("event.sent_by", "service"),
        Condition("a seat of its action does not exist", ["within", ["values", "event.seats"], "seats"]),
        Condition(
            "the first action of a game alone is its opening",
            when(IS_GAME, ["=", IS_OPENING, ["=", "event.action", 1]]),
        ),
        Condition(
            "one seat makes a move, and none the opening",
            when(IS_GAME, any_of(all_of(IS_OPENING, IS_BY_NONE), all_of(["not", IS_OPENING], IS_BY_ONE))),
        ),
        Condition("its policies are not those of the opening", when(IS_GAME, ["=", "event.policies", "policies"])),
        Condition(
            "its kind is not that of its move",
            when(IS_GAME, any_of(IS_OPENING, ["=", "event.situation.kind", "event.kind"])),
        ),
        Condition("outside of a game actions are attacks", any_of(IS_GAME, ["=", "event.kind", text(ATTACK)])),
        Condition(
            "an attack is made by two different seats, or by none",
            any_of(IS_GAME, IS_BY_NONE, IS_BY_TWO),
        ),
        has_host("event.sent_by", IS_OPENING),
        Condition(
            "who has sent it may not move for this seat",
            when(
                all_of(IS_GAME, ["not", IS_OPENING], ["not", SENT_BY_HOST]),
                any_of(
                    ["=", "event.sent_by.seat", "event.seats.actor"],
                    all_of(SENT_BY_SERVICE, IS_LEFT_TO_SERVICE),
                    IS_FOR_SERVICE,
                ),
            ),
        ),
        Condition(
            "who has sent it does not attack",
            any_of(IS_GAME, SENT_BY_HOST, IS_BY_ATTACKER),
        ),
        Condition(
            IN_TIME.why,
            when(AFTER_DEADLINE, all_of(SENT_BY_SERVICE, ["=", "before.seat", "event.seats.actor"])),
        ),
        Condition(
            "what replaces an action is not what all seats have proposed",
            all_of(
                when(is_there("replacing.situation"), ["agrees", "event.situation", "replacing.situation"]),
                when(is_there("replacing.move"), ["agrees", "event.situation", "replacing.move"]),
            ),
        ),
    )

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


CHOSEN_BY = ["sources", "event.entries", text("chose")]
"""Who made the choices among the entries of an event."""
HAVE_CHOSEN = ["choosers", "event.entries", "action.seats", "past.seated", IS_GAME]
IS_BY_POLICY = all_of(
    ["=", ["at", ["first", "event.entries"], text("by")], "before.by"],
    ["=", ["at", ["first", "event.entries"], text("policy")], "before.policy"],
)
"""Whether the first entry is the answer of the policy that a deadline has named."""


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

    conditions = (
        *(OPEN, NOT_LOST, DECLARED, NOT_VOID, PENDING),
        sent_by_somebody("event.sent_by", "service"),
        Condition("its entries do not follow those before them", ["=", "event.from", "action.recorded"]),
        Condition(
            "an answer is said to be of another than who sent it",
            all_of(
                when(["in", text("host"), CHOSEN_BY], ["=", "event.sent_by", text("host")]),
                when(["in", text("seat"), CHOSEN_BY], is_there("event.sent_by.seat")),
            ),
        ),
        Condition(OWN_DICE, ["within", ["sources", "event.entries", text("rolled")], ["list", "dice"]]),
        has_host("event.sent_by", all_of(IS_GAME, ["=", "event.action", 1])),
        Condition(
            "who has answered is not who was asked",
            when(is_there("event.sent_by.seat"), ["within", HAVE_CHOSEN, ["list", "event.sent_by.seat"]]),
        ),
        Condition(
            "nobody has left the answer to the service",
            when(
                SENT_BY_SERVICE,
                any_of(
                    AFTER_DEADLINE,
                    ["=", "action.sent_by", text("service")],
                    ["not", ["within", ["values", "action.policies"], ["list", text(ASK)]]],
                    ["<", 0, ["size", "fallen"]],
                ),
            ),
        ),
        Condition(
            IN_TIME.why,
            when(
                AFTER_DEADLINE,
                all_of(SENT_BY_SERVICE, ["=", "before.action", "event.action"], IS_BY_POLICY),
            ),
        ),
    )

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

    conditions = (*OWN, PENDING)

    def apply(self, now: EventTarget) -> None:
        now.session.pending -= 1
        now.session.resolved += 1
        action = now.own
        action.status, action.resolved_at, action.outcome = "resolved", now.at, self.outcome


AGREED_ON_IT = all_of(is_there("action.proposal"), ["within", "voices", "action.proposal.seats"])
AGREED_AT_CLOSE = all_of(["=", "proposal.abandon", True], ["within", "voices", "proposal.seats"])
"""Whether all seats that have a voice have proposed to void an action, or to close the session without it."""

IS_SLIP = all_of(
    IS_GAME,
    ["=", "event.action", "last_number"],
    ["=", "action.sent_by", "event.by"],
    ["=", "action.seats.actor", "event.by.seat"],
    ["not", ["=", "past.came_of_it", True]],
)
"""Whether a seat takes back a move that it has just made itself; `came_of_it` is known where a log is read."""


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

    conditions = (
        *(OPEN, DECLARED, NOT_VOID),
        sent_by_somebody("event.by", "seats", "service"),
        Condition(
            "the next action is what replaces one",
            any_of(is_absent("event.replaced_by"), ["=", "event.replaced_by", ["+", "last_number", 1]]),
        ),
        Condition(
            "not every seat has agreed to void it",
            when(["=", "event.by", text("seats")], any_of(is_there("bring.refused"), AGREED_ON_IT, AGREED_AT_CLOSE)),
        ),
        Condition(
            "a seat takes nothing back alone here",
            when(is_there("event.by.seat"), ["=", "take_back", text("free")]),
        ),
        has_host(),
        Condition(
            "a seat takes back its own newest move alone, as long as nothing came of it",
            when(is_there("event.by.seat"), IS_SLIP),
        ),
        Condition(
            "the service makes an action void only where the time of a player is over, and the game with it",
            when(IS_BY_SERVICE, all_of(["=", "clock.flag", text(LOSE)], ["<", 0, ["size", "fallen"]])),
        ),
        Condition(NOT_LOST.why, any_of(IS_BY_SERVICE, NOT_LOST.holds)),
    )

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

    conditions = (*OWN, EXISTING_SEAT)

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

    conditions = (
        *OWN,
        sent_by_somebody("event.by"),
        Condition("nobody has proposed it", is_there("action.proposal")),
        has_host(),
    )

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

    conditions = (
        *PLAYS_ON,
        Condition("the session has no deadlines", is_there("deadline")),
        Condition(DECLARED.why, any_of(is_absent("event.action"), DECLARED.holds)),
        Condition(PENDING.why, any_of(is_absent("event.action"), PENDING.holds)),
        Condition(EXISTING_SEAT.why, any_of(is_absent("event.seat"), EXISTING_SEAT.holds)),
        Condition(
            "another policy answers than after a deadline of the opening",
            when(["=", ["size", "to_bring"], 0], ["=", "event.policy", "deadline.policy"]),
        ),
    )

    @property
    def about(self) -> int | None:
        return self.action
