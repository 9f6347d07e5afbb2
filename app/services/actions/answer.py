"""Answer the question for which an action waits."""

from dataclasses import dataclass, replace

from pydantic import ValidationError

from app.domain.dice import Dice, Faces
from app.domain.errors import IllegalSituation
from app.domain.record import Origin, Source
from app.domain.resolution import Pending
from app.domain.table import ChoiceWanted, RollWanted
from app.errors import Problem
from app.faults.found import faults_in
from app.faults.schema import Schema
from app.persistence.stored.codec import Json
from app.persistence.stored.private import is_private_value, unwrap_private
from app.persistence.writing.draft import Draft
from app.services.access import HOST, Caller, Sender, require_seat, sent_by, session_to_play
from app.services.actions.dice import dice_of, with_revealed_seed
from app.services.actions.state import (
    ActionState,
    closed,
    continue_script,
    find_action,
    load_state,
    read_state,
    run_to_question,
    seat_wanted,
    seen_as,
)
from app.services.actions.write import write_entries, write_result
from app.services.play.players import Players, SentAnswer, illegal_answer
from app.services.play.seating import seats_of_entries
from app.services.rulebooks.absent import require_installed
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.names import about
from app.services.view_rights import sight_for


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer from a client: either a choice, or the faces of a roll."""

    seen: int
    """The length of the record that the client had read when it answered."""
    choice: Json | None = None
    """The choice as JSON; None where faces are sent."""
    faces: Faces | None = None
    """The faces that people threw; None where a choice is sent."""


def answer_question(draft: Draft, book: Rulebook, id: str, number: int, caller: Caller, reply: Reply) -> ActionState:
    """Answer the open question of an action, and run its script until the next question or the end.

    Raises Problem: action-closed (409), stale (409) where the record is not as long as `seen`, rules-changed (409),
    not-your-role (403), illegal-answer (422) where the answer has the wrong form, illegal-choice (409), illegal-dice
    (422). An answer that is sent a second time changes nothing.
    """
    session, sender = session_to_play(draft, id, caller)
    require_installed(book)
    connection = draft.reading(id)
    state = load_state(connection, session, find_action(connection, session, number))
    if is_repeated(book, state, reply, sender):
        return read_state(connection, book, session, number)
    if state.action.status != "pending":
        raise closed(state.action)
    waiting = run_to_question(book, state)
    if reply.seen != len(state.entries):
        state.wanted = waiting.wanted
        raise Problem("stale", at=("seen",), params={"seen": len(state.entries)}, extra={"state": state})
    require_seat(sender, seat_wanted(state, waiting.wanted))
    players, dice = answerers(draft, book, state, waiting, reply, sender)
    return go_on(draft, book, state, players, dice, sender)


def go_on(
    draft: Draft, book: Rulebook, state: ActionState, players: Players, dice: Dice, sender: Sender
) -> ActionState:
    """Run the script of a waiting action on with players and dice that have its answer, and write what comes of it.

    Raises Problem: illegal-choice (409), illegal-dice (422), rules-changed (409).
    """
    end = continue_script(book, state, dice, players)
    if players.illegal is not None:
        seen = seen_as(state, sight_for(state.session, sender))
        named = about(state.session, {**(seen.session.state or {}), **seen.action.situation})
        raise illegal_answer("illegal-choice", ("choice",), players.illegal, book.slug, named) from players.illegal
    draft.change(state.action)
    write_entries(draft, book, state, end, [], sent_by(sender))
    write_result(draft, book, state, end)
    draft.made(state.session.id, state.action.number)
    return with_revealed_seed(draft, state)


def is_repeated(book: Rulebook, state: ActionState, reply: Reply, sender: Sender) -> bool:
    """Whether the record already contains this answer of this sender, at the place `seen`, however it is spelled."""
    if reply.seen >= len(state.entries):
        return False
    entry = state.entries[reply.seen]
    seat = seats_of_entries(state.entries, state.action.seats)[reply.seen]
    if sender not in (HOST, seat):
        return False
    if reply.faces is not None:
        is_seen = entry["kind"] == "rolled" and (sender == seat or not is_private_value(entry["faces"]))
        faces = unwrap_private(entry["faces"]) if is_seen else None
        return bool(faces == list(reply.faces) and entry["source"] == "physical")
    if entry["kind"] != "chose" or entry["source"] != origin_of(sender).value:
        return False
    return is_same_choice(book, entry["question"], unwrap_private(entry["choice"]), reply.choice)


def is_same_choice(book: Rulebook, question: str, stored: Json, sent: Json | None) -> bool:
    """Whether a choice as sent is one that stands in a record, where all its fields are written out."""
    shape = book.codec.choices[question]
    try:
        return bool(shape.read(sent) == shape.load(stored))
    except (ValidationError, TypeError, IllegalSituation):
        return False


def origin_of(sender: Sender) -> Origin:
    """How the record names the source of an answer: the host or a seat."""
    return Origin.HOST if sender == HOST else Origin.SEAT


def answerers(
    draft: Draft, book: Rulebook, state: ActionState, waiting: Pending, reply: Reply, sender: Sender
) -> tuple[Players, Dice]:
    """The players and the dice for the next run of the script; they contain the answer.

    Raises Problem illegal-answer (422) where the script waits for faces and a choice was sent, or the reverse.
    """
    policies, ruleset = state.action.policies, book.ruleset
    match waiting.wanted:
        case RollWanted() if reply.faces is not None:
            return Players(ruleset, policies, may_search=False), dice_of(draft, state, (reply.faces,))
        case ChoiceWanted(question) if reply.choice is not None:
            sent = SentAnswer(question.name, typed_choice(book, question.name, reply.choice))
            source = Source(origin_of(sender))
            return Players(ruleset, policies, [sent], source, may_search=False), dice_of(draft, state, ())
    wanted = "faces" if isinstance(waiting.wanted, RollWanted) else "choice"
    state.wanted = waiting.wanted
    raise Problem("illegal-answer", at=(wanted,), reason=f"wants-{wanted}", extra={"state": state})


def typed_choice(book: Rulebook, question: str, choice: Json) -> object:
    """A choice from its JSON. Raises Problem illegal-answer (422) where the JSON does not fit the question."""
    shape = book.codec.choices[question]
    try:
        loaded: object = shape.read(choice)
    except ValidationError as malformed:
        found = faults_in(malformed.errors(include_url=False), choice, Schema(shape.schema), is_choice=True)
        faults = [replace(fault, at=("choice", *fault.at)) for fault in found]
        raise Problem("illegal-answer", faults=faults) from malformed
    except IllegalSituation as refusal:
        at, reason, rule = ("choice", *refusal.field), refusal.reason, refusal.rule
        raise Problem("illegal-answer", at=at, reason=reason, rule=rule, params=refusal.params) from refusal
    return loaded
