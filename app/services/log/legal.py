"""What the rules say of an action beside its record: whether it was legal, who chose what, and how a game ends."""

from typing import Any

from app.domain.board import Act
from app.domain.errors import IllegalAction, Refusal
from app.domain.hidden import NotShown
from app.domain.players import ASK, BEST, OF_THE_SERVICE
from app.domain.record import By, Origin, Source, seat_name
from app.domain.resolution import Pending, Resolved
from app.domain.table import Question, RollWanted
from app.errors import Problem
from app.persistence.stored.codec import ATTACK, OPENING, Json
from app.persistence.stored.private import unwrap_private
from app.services.events.event import LOSE
from app.services.log.action_log import ActionLog
from app.services.log.boards import after_story
from app.services.log.read import Fault, Log
from app.services.log.sheet import Difference
from app.services.play.brought import bringing_of
from app.services.play.players import automatic_player
from app.services.play.scripts import ScriptCall, board_of, load_call
from app.services.rulebooks.registry import Rulebook

MALFORMED = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError),
    *(Problem, Refusal),
)
"""What rules and their shapes raise on a record that none of them has made."""


def call_of(book: Rulebook, story: ActionLog, before: Any) -> ScriptCall:
    """The script of an action, ready to run."""
    declared = story.declared
    return load_call(book, declared["kind"], declared["situation"], declared["options"], declared["seats"], before)


def illegal_difference(book: Rulebook, log: Log, story: ActionLog, before: Any) -> Difference | None:
    """Why the rules refuse an action; None where they do not, or where its reader does not see all that they saw."""
    if log.is_partly_hidden:
        return None
    try:
        require_legal(book, log, story, before)
    except NotShown:
        return None
    except Refusal as refusal:
        return {"entry": None, "recorded": unwrap_private(story.declared["situation"]), "computed": refusal.reason}
    except MALFORMED as unreadable:
        return {"entry": None, "recorded": None, "computed": type(unreadable).__name__}
    return None


def require_legal(book: Rulebook, log: Log, story: ActionLog, before: Any) -> None:
    """Raise the refusal of the rules where an attack, a setup or a move is none."""
    kind, (_, situation, options) = story.declared["kind"], call_of(book, story, before)
    if kind == ATTACK:
        known = {ASK, *OF_THE_SERVICE, *book.ruleset.policies}
        if not known.issuperset(story.declared["policies"].values()):
            raise IllegalAction("unknown-policy", "")
        book.ruleset.prepare(situation, options)
        return
    board, _ = board_of(book)
    if kind == OPENING:
        board.prepare(situation, options, tuple(seat["seat"] for seat in log.opened["seats"]))
    else:
        state = board.view(before, situation.seat)
        board.check(state, options, situation.seat, situation.action)
        if story.declared["sent_by"] == "service":
            require_own_move(log, story, Act(board, state, options, situation.seat), situation.action)


def require_own_move(log: Log, story: ActionLog, question: Act, move: object) -> None:
    """Raise IllegalAction where the service has made a move that nobody left to it, or another than its policy makes.

    What `best` would have moved is believed.
    """
    seat = question.seat
    policies = {log.opened["policies"].get(str(seat)), log.flags.get(seat_name(seat)), log.moved_for.get(story.number)}
    policies -= {None, ASK}
    if not policies:
        raise IllegalAction("not-left-to-the-service", "")
    if BEST not in policies and question.by_default() != move:
        raise IllegalAction("another-move-than-by-policy", "")


class NotChosen(Exception):
    """A choice is not what the one who is said to have made it would have chosen."""

    def __init__(self, place: int, question: Question[object], choice: object) -> None:
        """`choice`: what it would have been."""
        super().__init__(place)
        self.place, self.question, self.choice = place, question, choice


class Choosers:
    """Compares the choices of a record with those of the rules and the policies that are said to have made them."""

    def __init__(self, book: Rulebook, log: Log, story: ActionLog, *, may_search: bool) -> None:
        self._ruleset, self._policies, self._flags = book.ruleset, story.declared["policies"], log.flags
        self._instead, self._may_search = log.instead.get(story.number, set()), may_search

    def __call__(self, place: int, question: Question[object], by: By, choice: object, source: Source | None) -> None:
        """Raise NotChosen where a choice is another."""
        if source is None:
            return
        if (source.policy is not None) != (source.origin is Origin.POLICY):
            raise NotChosen(place, question, None)
        only = question.forced() if question.public else None
        if only is not None or source.origin is Origin.RULES:
            if only is None or source.origin is not Origin.RULES:
                raise NotChosen(place, question, only)
        elif source.origin is Origin.POLICY:
            self._check_policy(place, question, by, choice, source.policy)
        elif source.origin in (Origin.SEAT, Origin.HOST) and self._policies.get(by) not in (ASK, BEST):
            raise NotChosen(place, question, None)  # its policy answers at once, and nobody is asked

    def _check_policy(self, place: int, question: Question[object], by: By, choice: object, name: str | None) -> None:
        if name not in (self._policies.get(by), self._flags.get(by), *self._instead):
            raise NotChosen(place, question, None)
        if name is None or name == BEST:
            return
        policy, plan = automatic_player(self._ruleset, name), self._ruleset.plan_answer
        if not self._may_search and plan is not None and plan(policy, question) is not None:
            return
        chosen = policy(question, by)
        if chosen != choice:
            raise NotChosen(place, question, chosen)


def is_open(log: Log, story: ActionLog, end: Resolved[Any] | Pending, made: int) -> bool:
    """Whether a record ends at a question, or with physical dice at a roll: the service throws its own at once.

    `made`: how many entries the rules make of it.
    """
    waits = isinstance(end, Pending) and not (isinstance(end.wanted, RollWanted) and log.chains)
    return waits and made == len(story.entries)


def ending_difference(book: Rulebook, log: Log, story: ActionLog, before: Any, *, is_last: bool) -> Difference | None:
    """Where a game goes on though its board has a result, ends with another, or has none; None: nowhere.

    `is_last`: whether no action was declared after it.
    """
    if log.is_partly_hidden or story.status == "pending":
        return None
    board, _ = board_of(book)
    result = board.result(after_story(book, log, before, story)) if story.status == "resolved" else None
    is_finished = is_last and log.closed is not None and log.closed["reason"] == "finished"
    if result is None and not is_finished:
        return None
    recorded = unwrap_private(log.closed["result"]) if is_finished and log.closed else None
    computed = result and {
        "winner": result.winner,
        "winners": [*result.winners],
        "scores": dict(result.scores),
        "note": result.reason,
    }
    return None if recorded == computed else {"entry": None, "recorded": recorded, "computed": computed}


def opening_fault(book: Rulebook, log: Log) -> Fault | None:
    """What the rulebook says against an opening under its version: None where nothing.

    It may not know the options or the setup, or hide other things than the opening says.
    """
    opened = log.opened
    if not book.is_installed or opened["ruleset_version"] != book.ruleset.version:
        return None
    try:
        hides = is_hiding(book, opened)
    except MALFORMED:
        return {"event": 1, "why": "the rulebook does not know its options or its setup"}
    if hides != bool(opened.get("hides")):
        return {"event": 1, "why": "what it says may be hidden is not what the rulebook hides"}
    if not policies_in(opened) <= {ASK, LOSE, *OF_THE_SERVICE, *book.ruleset.policies}:
        return {"event": 1, "why": "the rulebook does not know a policy that it names"}
    sides = book.ruleset.side_names
    if sides and not {seat["side"] for seat in opened["seats"]} <= {None, *sides}:
        return {"event": 1, "why": "the rulebook does not know a side that a seat plays"}
    return None


def policies_in(opened: Json) -> set[str]:
    """The policies that an opening names: for seats, and for when somebody's time is over."""
    found = {*opened["policies"].values()}
    found |= {opened["deadline"]["policy"]} if opened.get("deadline") else set()
    return found | ({opened["clock"]["flag"]} if opened.get("clock") else set())


def is_hiding(book: Rulebook, opened: Json) -> bool:
    """Whether a session that is opened so may hide something. Raises what loading its options or its setup raises."""
    if opened["kind"] != "game":
        book.codec.options.load(opened["options"])
        return bool(book.ruleset.hides)
    board, shapes = board_of(book)
    shapes.options.load(opened["options"])
    if opened.get("bring"):
        bringing_of(book)[1].setup.load(opened["setup"])
        return board.hides
    return board.hides_in(shapes.setup.load(opened["setup"])) and board.hides
