"""Answer the question that an action waits with."""

from dataclasses import dataclass

from pydantic import ValidationError

from app.domain.dice import Dice, Faces
from app.domain.record import Origin
from app.domain.resolution import Pending
from app.domain.table import ChoiceWanted, RollWanted, Wanted
from app.errors import Problem
from app.persistence.batch import Draft
from app.persistence.codec import Json
from app.services.access import HOST, Caller, Sender, player_in, require_seat, sent_by
from app.services.actions.dice import dice_of, with_revealed_seed
from app.services.actions.state import (
    ActionState,
    continue_script,
    find_action,
    load_state,
    read_state,
    run_to_question,
)
from app.services.actions.write import write_entries, write_result
from app.services.play.players import Players, SentAnswer, illegal_answer
from app.services.play.seating import seat_for, seats_of_entries
from app.services.rulebooks.absent import require_installed
from app.services.rulebooks.registry import Rulebook


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to a question: a choice as JSON, or faces; `seen` is the length of the record that was read."""

    seen: int
    choice: Json | None = None
    faces: Faces | None = None


def answer_question(draft: Draft, book: Rulebook, id: str, number: int, caller: Caller, reply: Reply) -> ActionState:
    """Answer the open question of an action and go on to the next one. 403 not-your-role, 409 stale, illegal-choice."""
    session, sender = player_in(draft, id, caller)
    require_installed(book)
    connection = draft.reading(id)
    state = load_state(connection, session, find_action(connection, session, number))
    if is_repeated(state, reply, sender):
        return read_state(connection, book, session, number)
    if state.action.status != "pending":
        raise Problem("action-closed", params={"status": state.action.status})
    waiting = run_to_question(book, state)
    if reply.seen != len(state.entries):
        state.wanted = waiting.wanted
        raise Problem("stale", at=("seen",), params={"seen": len(state.entries)}, extra={"state": state})
    require_seat(sender, seat_wanted(state, waiting.wanted))
    players, dice = answerers(draft, book, state, waiting, reply, sender)
    end = continue_script(book, state, dice, players)
    if players.illegal is not None:
        raise illegal_answer("illegal-choice", "choice", players.illegal, book.slug) from players.illegal
    draft.change(state.action)
    write_entries(draft, state, book.codec.dump_entries(end.record, len(state.entries)), [], sent_by(sender))
    write_result(draft, book, state, end)
    draft.made(id, number)
    return with_revealed_seed(draft, state)


def seat_wanted(state: ActionState, wanted: Wanted) -> int | None:
    """The seat that has to answer."""
    return wanted.seat or seat_for(wanted.by, state.action.seats)


def is_repeated(state: ActionState, reply: Reply, sender: Sender) -> bool:
    """Whether this very answer, by the same sender, is already the entry at `seen`."""
    if reply.seen >= len(state.entries):
        return False
    entry = state.entries[reply.seen]
    seat = list(seats_of_entries(state.entries, state.action.seats))[reply.seen]
    if sender not in (HOST, seat):
        return False
    if reply.faces is not None:
        return bool(entry["kind"] == "rolled" and entry["faces"] == list(reply.faces) and entry["source"] == "physical")
    source = origin_of(sender).value
    return bool(entry["kind"] == "chose" and entry["choice"] == reply.choice and entry["source"] == source)


def origin_of(sender: Sender) -> Origin:
    """Who answers."""
    return Origin.HOST if sender == HOST else Origin.SEAT


def answerers(
    draft: Draft, book: Rulebook, state: ActionState, waiting: Pending, reply: Reply, sender: Sender
) -> tuple[Players, Dice]:
    """Dice and players that hold the answer to what the action waits for."""
    policies, ruleset = state.action.policies, book.ruleset
    match waiting.wanted:
        case RollWanted() if reply.faces is not None:
            return Players(ruleset, policies), dice_of(draft, state, (reply.faces,))
        case ChoiceWanted(question) if reply.choice is not None:
            sent = SentAnswer(question.name, typed_choice(book, question.name, reply.choice))
            return Players(ruleset, policies, [sent], origin_of(sender)), dice_of(draft, state, ())
    wanted = "faces" if isinstance(waiting.wanted, RollWanted) else "choice"
    raise Problem("illegal-answer", at=(wanted,), reason="other-question", params={"wanted": wanted})


def typed_choice(book: Rulebook, question: str, choice: Json) -> object:
    """A choice from its JSON; 422 illegal-answer where it is none of this question."""
    try:
        loaded: object = book.codec.choices[question].load(choice)
    except ValidationError as malformed:
        where = malformed.errors(include_url=False, include_input=False)[0]["loc"]
        raise Problem("illegal-answer", at=("choice", *where)) from malformed
    return loaded
