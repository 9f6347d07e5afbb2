"""Answers to the question that an action waits with."""

from dataclasses import dataclass

from pydantic import ValidationError

from app.domain.dice import Dice, Faces
from app.domain.record import Origin
from app.domain.resolution import Pending
from app.domain.table import ChoiceWanted, RollWanted
from app.errors import Problem
from app.persistence.codec import Json
from app.persistence.unit import Draft
from app.services.access import Caller, require_player
from app.services.actions import dice_of, find_action, go_on, load_state, read_state, reopen, with_seed
from app.services.catalogue import Rulebook
from app.services.ledger import ActionState, settle, write_entries
from app.services.players import Players, SentAnswer


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to a question: a choice as JSON, or faces; `seen` is the length of the record that was read."""

    seen: int
    choice: Json | None = None
    faces: Faces | None = None


def answer(draft: Draft, book: Rulebook, id: str, number: int, caller: Caller, reply: Reply) -> ActionState:
    """Answer the open question of an action and go on to the next one."""
    session = require_player(draft.session(id), caller)
    connection = draft.reading()
    state = load_state(connection, session, find_action(connection, session, number))
    if is_repeated(state, reply):
        return read_state(connection, book, session, number)
    if state.action.status != "pending":
        raise Problem("action-closed", params={"status": state.action.status})
    waiting = reopen(book, state)
    if reply.seen != len(state.entries):
        state.wanted = waiting.wanted
        raise Problem("stale", at=("seen",), params={"seen": len(state.entries)}, extra={"state": state})
    players, dice = answerers(draft, book, state, waiting, reply)
    codec = book.codec
    end = go_on(book, state, dice, players)
    if players.illegal is not None:
        illegal = players.illegal
        raise Problem(
            "illegal-choice",
            at=("choice",),
            reason=illegal.reason,
            rule=illegal.rule,
            params=illegal.params,
            ruleset=book.slug,
        ) from illegal
    draft.change(state.action)
    write_entries(draft, state, codec.dump_entries(end.record, len(state.entries)), [])
    settle(draft, state, end, codec)
    draft.made(id, number)
    return with_seed(draft, state)


def is_repeated(state: ActionState, reply: Reply) -> bool:
    """Whether this very answer is already the entry at `seen`."""
    if reply.seen >= len(state.entries):
        return False
    entry = state.entries[reply.seen]
    if reply.faces is not None:
        return bool(entry["kind"] == "rolled" and entry["faces"] == list(reply.faces) and entry["source"] == "physical")
    return bool(entry["kind"] == "chose" and entry["choice"] == reply.choice and entry["source"] == "host")


def answerers(draft: Draft, book: Rulebook, state: ActionState, waiting: Pending, reply: Reply) -> tuple[Players, Dice]:
    """Dice and players that hold the answer to what the action waits for."""
    policies, ruleset = state.action.policies, book.ruleset
    match waiting.wanted:
        case RollWanted() if reply.faces is not None:
            return Players(ruleset, policies), dice_of(draft, state, (reply.faces,))
        case ChoiceWanted(question) if reply.choice is not None:
            sent = SentAnswer(question.name, typed_choice(book, question.name, reply.choice))
            return Players(ruleset, policies, [sent], Origin.HOST), dice_of(draft, state, ())
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
