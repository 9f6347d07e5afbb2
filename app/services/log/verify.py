"""Verification: the hash chain, the seeds, the dice and the rules of a log, checked from its events alone."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from app.domain.dice import Die, Face
from app.domain.errors import Diverged
from app.domain.hidden import NotShown
from app.domain.resolution import Pending, Resolved, answered, resolve
from app.persistence.stored.codec import OPENING, Json
from app.persistence.stored.private import UNKNOWN, agrees, is_private_value, unwrap_private
from app.services.log.action_log import ActionLog
from app.services.log.boards import BoardReplay
from app.services.log.legal import (
    MALFORMED,
    Choosers,
    NotChosen,
    call_of,
    ending_difference,
    illegal_difference,
    is_open,
)
from app.services.log.read import Log
from app.services.log.sheet import Difference, Sheet, dice_difference, sheet_of
from app.services.log.verification_cache import VERDICT, VerificationCache, bases, verdict_key
from app.services.play.brought import bringing_of, whole_setup
from app.services.play.list_rows import casualty_rows
from app.services.play.scripts import board_of
from app.services.rulebooks.registry import Rulebook

Result = Literal["identical", "diverged", "rules-changed", "rules-unknown", "not-shown"]
"""How a record compares with what the rules make of its answers; see ActionVerification.result."""
Proof = Literal["proven", "derived", "not-yet-revealed", "not-provable"]
"""Whether the dice of the service follow from a committed seed."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of checking one action."""

    result: Result
    dice: Proof
    first_difference: Difference | None
    sheet: Sheet | None


def verify_action(book: Rulebook, log: Log, story: ActionLog, before: Any = None) -> Verdict:
    """Compute the dice of an action again, and run the rules over its recorded answers.

    A move runs on `before`, the board before it. Without the rulebook, everything is checked that does not depend on
    it.
    """
    is_shown = True
    try:
        difference, dice = compared(book, log, story, before) if book.is_installed else (None, ())
    except NotShown:
        difference, dice = missing_difference(log, story), ()
        is_shown = difference is not None
    sheet = sheet_of(book, log, story, dice)
    if sheet is not None and (wrong := dice_difference(sheet, story)):
        return Verdict("diverged", "not-provable", wrong, sheet)
    result = result_of(book, story, difference) if is_shown else "not-shown"
    return Verdict(result, proof_of(log, story, sheet), difference, sheet)


def missing_difference(log: Log, story: ActionLog) -> Difference | None:
    """Where the rules need a value that is not shown though the log lacks nothing; None: it lacks something."""
    if log.may_lack(story.number):
        return None
    return {"entry": None, "recorded": None, "computed": "a value that is not shown"}


def result_of(book: Rulebook, story: ActionLog, difference: Difference | None) -> Result:
    """How a record with this difference compares with the present rules."""
    if not book.is_installed:
        return "rules-unknown"
    if difference is None:
        return "identical"
    return "diverged" if story.declared["ruleset_version"] == book.ruleset.version else "rules-changed"


def proof_of(log: Log, story: ActionLog, sheet: Sheet | None) -> Proof:
    """What the sheet proves about the dice; nothing where there is no seed, or where its reveal is missing."""
    if sheet is not None:
        came_with_dice = log.opened["kind"] == "single"  # nobody has held the commitment before
        return "not-provable" if not sheet.is_whole else "derived" if came_with_dice else "proven"
    is_waiting = log.chains and (story.number > log.closed_upto or log.holds_seeds_back)
    return "not-yet-revealed" if is_waiting else "not-provable"


def compared(
    book: Rulebook, log: Log, story: ActionLog, before: Any
) -> tuple[Difference | None, tuple[Die[Face], ...]]:
    """The first difference of an action, as first_difference() gives it; of an opening first that of its setup."""
    other = setup_difference(book, log, story) or illegal_difference(book, log, story, before)
    return (other, ()) if other is not None else first_difference(book, log, story, before)


def setup_difference(book: Rulebook, log: Log, story: ActionLog) -> Difference | None:
    """Where the setup of a game is not what its opening and the lists that seats have brought make; None: it is.

    Raises NotShown where a list is not there.
    """
    if story.declared["kind"] != OPENING or not log.opened.get("bring"):
        return None
    if UNKNOWN in (lists := log.lists).values():
        raise NotShown("list")
    recorded = story.declared["situation"]
    try:
        require_lists(book, log, lists)
        shape, whole = board_of(book)[1].setup, whole_setup(book, log.opened["setup"], lists)
        is_same = shape.load(recorded) == whole
    except MALFORMED as unreadable:
        return {"entry": None, "recorded": None, "computed": type(unreadable).__name__}
    return None if is_same else {"entry": None, "recorded": recorded, "computed": shape.dump(whole)}


def require_lists(book: Rulebook, log: Log, lists: Mapping[int, Json]) -> None:
    """Raise the refusal of the rules where a list does not keep to the limits of the opening.

    Raises ValueError where the service has brought another list for a seat than lies there for it.
    """
    (bringing, shapes), options = bringing_of(book), board_of(book)[1].options.load(log.opened["options"])
    setup = shapes.setup.load(log.opened["setup"])
    for seat, brought in lists.items():
        limits = unwrap_private(log.opened["bring"][str(seat)])
        reserve = None if limits.get("reserve") == UNKNOWN else limits.get("reserve")
        bringing.check(setup, options, shapes.limits.load({**limits, "reserve": reserve}), shapes.list.load(brought))
        if log.brought_by(seat) == "service" and reserve is not None and not agrees(brought, reserve, is_whole=True):
            raise ValueError("the service has brought another list than that in reserve")


def first_difference(
    book: Rulebook, log: Log, story: ActionLog, before: Any
) -> tuple[Difference | None, tuple[Die[Face], ...]]:
    """The first place where the record, the outcome or the casualties differ from what the rules lead to.

    With it comes the die of each roll, in order, as far as the rules still ask for these rolls.
    """
    codec, declared = book.codec, story.declared
    end = replayed(book, log, story, before)
    if not isinstance(end, (Resolved, Pending)):
        return end, ()
    entries = codec.dump_entries(end.record)
    if story.resolved is None:
        if log.is_partly_hidden or is_open(log, story, end, len(entries)):
            return None, end.dice
        return {"entry": len(story.entries), "recorded": None, "computed": "no open question"}, end.dice
    if not isinstance(end, Resolved) or len(entries) != len(story.entries):
        return {"entry": len(story.entries), "recorded": None, "computed": "another entry"}, end.dice
    computed: dict[str, Any] = {
        "outcome": codec.outcome_of(declared["kind"]).dump(end.outcome),
        "casualties": casualty_rows(entries, declared["seats"]),
    }
    computed["outcome"] = recorded_then(book, declared, story.resolved["outcome"], computed["outcome"])
    for part, value in computed.items():
        if not agrees(story.resolved[part], value, is_whole=not log.is_partly_hidden):
            return {
                "entry": None,
                "recorded": unwrap_private(story.resolved[part]),
                "computed": unwrap_private(value),
            }, end.dice
    return None, end.dice


def recorded_then(book: Rulebook, declared: Json, recorded: Any, computed: Any) -> Any:
    """An outcome that was computed, without the members that the version of the action did not record yet."""
    version, added = declared["ruleset_version"], book.ruleset.added_members
    later = {name for name, since in added.items() if since > version} if version != book.ruleset.version else None

    def then(old: Any, new: Any) -> Any:
        if is_private_value(old) or is_private_value(new):
            return new
        if isinstance(old, dict) and isinstance(new, dict):
            return {name: then(old.get(name), new[name]) for name in new if name in old or name not in (later or ())}
        if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            return [then(*both) for both in zip(old, new, strict=True)]
        return new

    return then(recorded, computed) if later else computed


def replayed(book: Rulebook, log: Log, story: ActionLog, before: Any) -> Resolved[Any] | Pending | Difference:
    """Where the script of an action comes to with the answers of its record, or the first entry that is another.

    Raises NotShown where it depends on what is not shown.
    """
    codec = book.codec
    try:
        script, situation, options = call_of(book, story, before)
        watch = None if log.is_partly_hidden else Choosers(book, log, story, may_search=log.may_search)
        answers = codec.load_answers(story.entries)
        end = answered(script, situation, options, answers, number=story.number, watch=watch)
        is_whole = not log.is_partly_hidden
        if not agrees(story.entries, codec.dump_entries(end.record), is_whole=is_whole):  # stored in more than one form
            end = run_again(book, story, before, story.entries)
    except NotShown:
        raise
    except Diverged as diverged:
        return difference_at(book, story, before, diverged.entry)
    except NotChosen as other:
        computed = None if other.choice is None else codec.choices[other.question.name].dump(other.choice)
        return {"entry": other.place, "recorded": unwrap_private(story.entries[other.place]), "computed": computed}
    except MALFORMED as unreadable:
        return {"entry": None, "recorded": None, "computed": type(unreadable).__name__}
    return end


def run_again(book: Rulebook, story: ActionLog, before: Any, entries: list[Json]) -> Resolved[Any] | Pending:
    """Run the script of an action over `entries`, which are the first entries of its record or all of them."""
    script, situation, options = call_of(book, story, before)
    return resolve(script, situation, options, record=book.codec.load_record(entries), number=story.number)


def difference_at(book: Rulebook, story: ActionLog, before: Any, place: int) -> Difference:
    """What the record contains at `place`, and what the rules make of the answers before it."""
    recorded = story.entries[place] if place < len(story.entries) else None
    computed = None
    try:
        entries = book.codec.dump_entries(run_again(book, story, before, story.entries[:place]).record)
        computed = entries[place] if place < len(entries) else None
    except Diverged:
        pass
    return {"entry": place, "recorded": recorded, "computed": computed}


def verdicts(book: Rulebook, log: Log, first: int = 1, last: int | None = None) -> dict[int, Verdict]:
    """The verdict on each action, by number, lowest first."""
    return dict(each_verdict(book, log, first, last))


def each_verdict(
    book: Rulebook, log: Log, first: int = 1, last: int | None = None, known: VerificationCache | None = None
) -> Iterator[tuple[int, Verdict]]:
    """The verdict on each action with its number, lowest first, without its sheet.

    Of a log whose chain is broken nothing may be taken from `known`.
    """
    on_boards = is_on_boards(book, log)
    played = BoardReplay(book, log, known)
    for index, (number, basis) in enumerate(zip(played.numbers, bases(log, on_boards=on_boards), strict=True)):
        if not first <= number <= (last or number):
            continue
        key = verdict_key(book, log, number, basis) if known else b""
        found = known.verdicts.get(key) if known else None
        if found is not None:
            yield number, Verdict(*found, None, None)
            continue
        verdict = verdict_at(book, log, played, index) if on_boards else verify_action(book, log, log.stories[number])
        is_final = verdict.sheet is not None or not log.chains  # else its seed may still be revealed
        if known and is_final and verdict.first_difference is None:
            known.verdicts.put(key, (verdict.result, verdict.dice), VERDICT)
        yield number, Verdict(verdict.result, verdict.dice, verdict.first_difference, None)


def verdict_on(book: Rulebook, log: Log, number: int, known: VerificationCache | None = None) -> Verdict:
    """The verdict on one action, with its sheet; in a game the log holds the actions before it."""
    if is_on_boards(book, log):
        return verdict_at(book, log, BoardReplay(book, log, known), sorted(log.stories).index(number))
    return verify_action(book, log, log.stories[number])


def verdict_at(book: Rulebook, log: Log, played: BoardReplay, index: int) -> Verdict:
    """The verdict on the move at `index`; not shown where the board before it depends on what is not shown."""
    story = log.stories[played.numbers[index]]
    try:
        before = played.before(index)
    except NotShown:
        difference = missing_difference(log, story)
        result = "not-shown" if difference is None else result_of(book, story, difference)
        return Verdict(result, proof_of(log, story, None), difference, None)
    except MALFORMED as unreadable:
        difference = {"entry": None, "recorded": None, "computed": type(unreadable).__name__}
        return Verdict(result_of(book, story, difference), proof_of(log, story, None), difference, None)
    verdict = verify_action(book, log, story, before)
    if verdict.first_difference is None:
        is_last = index == len(played.numbers) - 1
        with suppress(NotShown):
            if (wrong := ending_difference(book, log, story, before, is_last=is_last)) is not None:
                return replace(verdict, result=result_of(book, story, wrong), first_difference=wrong)
    return verdict


def is_on_boards(book: Rulebook, log: Log) -> bool:
    """Whether actions are replayed on the boards before them."""
    return log.opened["kind"] == "game" and book.is_installed
