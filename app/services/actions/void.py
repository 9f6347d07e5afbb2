"""Make an action void: at once by the host, or when all seats have proposed it."""

from app.errors import Problem
from app.persistence.stored.codec import OPENING, Json
from app.persistence.stored.parts import personal
from app.persistence.stored.private import wrap_private
from app.persistence.stored.rows import Session
from app.persistence.writing.draft import Draft
from app.services.access import HOST, Caller, Sender, sent_by, session_to_play, voices
from app.services.actions.dice import with_revealed_seed
from app.services.actions.proposals import require_not_refused
from app.services.actions.revealed import require_nothing_revealed
from app.services.actions.slip import is_slip
from app.services.actions.state import ActionState, closed, read_state
from app.services.actions.write import reveal, write_list_rows
from app.services.events.action import ActionVoided, VoidProposed, proposal_to_void
from app.services.events.event import append
from app.services.log.boards import board_without
from app.services.rulebooks.absent import require_installed
from app.services.rulebooks.registry import Rulebook
from app.services.view_rights import audience_of

REPLACED, ABANDONED = "replaced", "abandoned"
"""Reasons that the service gives."""


def void_or_propose(
    draft: Draft, book: Rulebook, id: str, number: int, caller: Caller, reason: str | None
) -> ActionState:
    """Void an action, or record that a seat proposes it; it is void when all seats have proposed it.

    A slip of its own a seat takes back at once, where the session allows it: see is_slip(). A void action keeps its
    number, its dice and its seed, but it no longer counts. Raises Problem: what check_voidable() and
    require_nothing_revealed() raise; unknown-ruleset (404) in a game whose rulebook is not installed.
    """
    session, sender = session_to_play(draft, id, caller)
    state = read_state(draft.reading(id), book, session, number)
    check_voidable(state)
    if session.is_game:
        require_installed(book)
    require_nothing_revealed(draft, book, state)
    alone = sender == HOST or is_slip(draft, book, state, sender)
    if alone or all_agree_to_void(draft, state, sender, reason):
        reason = reason if alone else (state.action.proposal or {}).get("reason")
        void_action(draft, book, state, reason=reason, sender=sender, alone=alone)
    draft.made(id, number)
    return with_revealed_seed(draft, state)


def begins_anew(state: ActionState, sender: Sender) -> bool:
    """Whether what another seat proposes in place of the action counts for nothing here: where something is hidden.

    Nobody agrees by sending the same, as elsewhere: whether it is the same would tell what the other has proposed.
    """
    proposed = state.action.proposal or {}
    return state.session.hides and proposed.get("by", sender) != sender


def proposer_of(state: ActionState, replacement: Json | None, sender: Sender, *, anew: bool) -> Sender:
    """Who proposed first that this request takes the place of the action, and so plays it; else the sender."""
    proposed = (not anew and state.action.proposal) or {}
    return int(proposed["by"]) if proposed.get("replacement") == replacement else sender


def void_to_replace(
    draft: Draft, book: Rulebook, state: ActionState, sender: Sender, replacement: Json | None, *, anew: bool
) -> bool:
    """Void the action for another that takes its place; or log that a seat proposes it, and return False.

    It is done at once by the host, of a slip by its seat, and when all seats have proposed the same.
    """
    alone = sender == HOST or is_slip(draft, book, state, sender)
    if not alone and not all_agree_to_void(draft, state, sender, None, replacement, anew=anew):
        return False
    following = state.session.last_number + 1
    void_action(draft, book, state, reason=REPLACED, replaced_by=following, sender=sender, alone=alone)
    return True


def all_agree_to_void(
    draft: Draft,
    state: ActionState,
    seat: Sender,
    reason: str | None,
    replacement: Json | None = None,
    *,
    anew: bool = False,
) -> bool:
    """Log that a seat proposes to void the action, or to replace it. Returns whether all seats have now proposed it."""
    session, action = state.session, state.action
    proposal = proposal_to_void(None if anew else action.proposal, seat, reason, replacement)
    if proposal["seats"] == [seat]:
        require_not_refused(draft, session, seat, action.number)
    if proposal != action.proposal:
        replaced = {} if replacement is None else replacement_for_event(session, proposal["by"], replacement)
        told = personal(reason, seat)
        anew = action.proposal is not None and proposal["seats"] == [seat]
        append(
            draft, session, VoidProposed(action=action.number, seat=seat, reason=told, anew=anew, **replaced), action
        )
    return voices(session) <= {*proposal["seats"]}


def replacement_for_event(session: Session, by: int, replacement: Json) -> Json:
    """The request that seat `by` proposes in place of an action, as members of the event.

    Its reference can be forgotten; where something is hidden, the rest is for this seat only, whoever agrees.
    """
    reference = replacement.get("reference")
    named = {} if reference is None else {"reference": personal(reference, by)}
    if not session.hides:
        return {"replacement": {**replacement, **named}}
    rest = {name: value for name, value in replacement.items() if name != "reference"}
    return {"replacement": wrap_private(rest, audience_of(session, by), f"~{session.seq}"), **named}


def check_voidable(state: ActionState) -> None:
    """Raise Problem where the action cannot be voided.

    session-closed (409); action-closed (409) where it is void already; fixed-by-session (409) in a game, except for the
    newest move.
    """
    session, action = state.session, state.action
    if session.status == "closed":
        raise Problem("session-closed")
    if action.status == "void":
        raise closed(action)
    if session.is_game and action.kind == OPENING:
        raise Problem("fixed-by-session", reason="opening-stays")
    if session.is_game and action.number != session.last_number:
        raise Problem("fixed-by-session", reason="latest-only", params={"last": session.last_number})


def reason_for_event(reason: str | None) -> object:
    """Why an action becomes void, as events have it: what people wrote can be forgotten."""
    return reason if reason in (REPLACED, ABANDONED) else personal(reason)


def void_action(
    draft: Draft,
    book: Rulebook,
    state: ActionState,
    *,
    reason: str | None,
    replaced_by: int | None = None,
    sender: Sender = HOST,
    alone: bool = False,
) -> None:
    """Make the action void: it no longer counts, and its outcome, its casualties and its effect on the board go.

    `alone`: a seat does it without the others.
    """
    session, action = state.session, state.action
    was_pending = action.status == "pending"
    state.casualties, state.wanted, state.rules_changed = [], None, False
    by, told = sent_by(sender) if alone or sender == HOST else "seats", reason_for_event(reason)
    voided = ActionVoided(action=action.number, by=by, reason=told, replaced_by=replaced_by)
    append(draft, session, voided, action)
    if was_pending:
        write_list_rows(draft, state)
        reveal(draft, state)
        return
    draft.rows.voided.append({"of_session": session.id, "of_action": action.number})
    if session.is_game:
        session.state = board_without(draft.reading(session.id), book, session, without=action.number)
