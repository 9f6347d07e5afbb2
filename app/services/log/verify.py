"""Verification: the hash chain, the seeds, the dice and the rules of a log, checked from its events alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, cast

from pydantic import ValidationError

from app.domain.dice import Die, Face
from app.domain.errors import Diverged, Refusal
from app.domain.hidden import NotShown
from app.domain.resolution import Pending, Resolved, answered, resolve
from app.persistence.stored.codec import OPENING, Json
from app.persistence.stored.private import UNKNOWN, bare, is_mark
from app.services.log.boards import Played
from app.services.log.known import VERDICT, Known, bases, verdict_key
from app.services.log.read import Log
from app.services.log.sheet import Difference, Sheet, dice_difference, sheet_of
from app.services.log.story import Story
from app.services.play.brought import whole_setup
from app.services.play.projections import casualty_rows
from app.services.play.scripts import ScriptCall, board_of, load_call
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


def verify_action(book: Rulebook, log: Log, story: Story, before: Any = None) -> Verdict:
    """Compute the dice of an action again, and run the rules over its recorded answers.

    A move runs on `before`, the board before it. Without the rulebook, everything is checked that does not depend on
    it.
    """
    is_shown = True
    try:
        difference, dice = compared(book, log, story, before) if book.is_installed else (None, ())
    except NotShown:
        difference, dice, is_shown = None, (), False
    sheet = sheet_of(book, log, story, dice)
    if sheet is not None and (wrong := dice_difference(sheet, story)):
        return Verdict("diverged", "not-provable", wrong, sheet)
    result = result_of(book, story, difference) if is_shown else "not-shown"
    return Verdict(result, proof_of(log, story, sheet), difference, sheet)


def result_of(book: Rulebook, story: Story, difference: Difference | None) -> Result:
    """How a record with this difference compares with the present rules."""
    if not book.is_installed:
        return "rules-unknown"
    if difference is None:
        return "identical"
    return "diverged" if story.declared["ruleset_version"] == book.ruleset.version else "rules-changed"


def proof_of(log: Log, story: Story, sheet: Sheet | None) -> Proof:
    """What the sheet proves about the dice; nothing where there is no seed, or where its reveal is missing."""
    if sheet is not None:
        came_with_dice = log.opened["kind"] == "single"  # nobody has held the commitment before
        return "not-provable" if not sheet.is_whole else "derived" if came_with_dice else "proven"
    is_waiting = log.chains and (story.number > log.closed_upto or log.holds_seeds_back)
    return "not-yet-revealed" if is_waiting else "not-provable"


def compared(book: Rulebook, log: Log, story: Story, before: Any) -> tuple[Difference | None, tuple[Die[Face], ...]]:
    """The first difference of an action, as first_difference() gives it; of an opening first that of its setup."""
    other = setup_difference(book, log, story)
    return (other, ()) if other is not None else first_difference(book, story, before)


def setup_difference(book: Rulebook, log: Log, story: Story) -> Difference | None:
    """Where the setup of a game is not what its opening and the lists that seats have brought make; None: it is.

    Raises NotShown where a list is not there.
    """
    if story.declared["kind"] != OPENING or not log.opened.get("bring"):
        return None
    if UNKNOWN in (lists := log.lists).values():
        raise NotShown("list")
    recorded = story.declared["situation"]
    try:
        shape, whole = board_of(book)[1].setup, whole_setup(book, log.opened["setup"], lists)
        is_same = shape.load(recorded) == whole
    except (Refusal, ValidationError, LookupError, ValueError, TypeError) as unreadable:
        return {"entry": None, "recorded": None, "computed": type(unreadable).__name__}
    return None if is_same else {"entry": None, "recorded": recorded, "computed": shape.dump(whole)}


def first_difference(book: Rulebook, story: Story, before: Any) -> tuple[Difference | None, tuple[Die[Face], ...]]:
    """The first place where the record, the outcome or the casualties differ from what the rules lead to.

    With it comes the die of each roll, in order, as far as the rules still ask for these rolls.
    """
    codec, declared = book.codec, story.declared
    try:
        script, situation, options = call_of(book, story, before)
        end = answered(script, situation, options, codec.load_answers(story.entries), number=story.number)
        entries = codec.dump_entries(end.record)
        if not agrees(story.entries, entries):  # stored in more than one form
            end = run_again(book, story, before, story.entries)
            entries = codec.dump_entries(end.record)
    except NotShown:
        raise
    except Diverged as diverged:
        return difference_at(book, story, before, diverged.entry), ()
    except (Refusal, ValidationError, LookupError, ValueError, TypeError) as unreadable:
        return {"entry": None, "recorded": None, "computed": type(unreadable).__name__}, ()
    if story.resolved is None:
        return None, end.dice
    if not isinstance(end, Resolved) or len(entries) != len(story.entries):
        return {"entry": len(story.entries), "recorded": None, "computed": "another entry"}, end.dice
    computed: dict[str, Any] = {
        "outcome": codec.outcome_of(declared["kind"]).dump(end.outcome),
        "casualties": casualty_rows(entries, declared["seats"]),
    }
    if declared["ruleset_version"] != book.ruleset.version:
        computed["outcome"] = known_then(story.resolved["outcome"], computed["outcome"])
    for part, value in computed.items():
        if not agrees(story.resolved[part], value):
            return {"entry": None, "recorded": bare(story.resolved[part]), "computed": bare(value)}, end.dice
    return None, end.dice


def known_then(recorded: object, computed: object) -> object:
    """What is computed, without the members that an earlier version of the rulebook did not record."""
    if is_mark(recorded) or is_mark(computed):
        return computed
    if isinstance(recorded, dict) and isinstance(computed, dict):
        return {name: known_then(recorded[name], value) for name, value in computed.items() if name in recorded}
    if isinstance(recorded, list) and isinstance(computed, list) and len(recorded) == len(computed):
        return [known_then(one, other) for one, other in zip(recorded, computed, strict=True)]
    return computed


def agrees(recorded: object, computed: object) -> bool:
    """Whether JSON data agree but for what is unknown in one of them."""
    if recorded == computed:
        return True
    if is_mark(recorded):
        recorded = cast(Json, recorded)["private"]
    if is_mark(computed):
        computed = cast(Json, computed)["private"]
    if UNKNOWN in (recorded, computed):
        return True
    if isinstance(recorded, dict) and isinstance(computed, dict):
        is_same = recorded.keys() == computed.keys()
        return is_same and all(agrees(value, computed[key]) for key, value in recorded.items())
    if isinstance(recorded, list) and isinstance(computed, list):
        is_same = len(recorded) == len(computed)
        return is_same and all(agrees(one, other) for one, other in zip(recorded, computed, strict=True))
    return recorded == computed  # what stood in parts


def call_of(book: Rulebook, story: Story, before: Any) -> ScriptCall:
    """The script of an action, ready to run."""
    declared = story.declared
    return load_call(book, declared["kind"], declared["situation"], declared["options"], declared["seats"], before)


def run_again(book: Rulebook, story: Story, before: Any, entries: list[Json]) -> Resolved[Any] | Pending:
    """Run the script of an action over `entries`, which are the first entries of its record or all of them."""
    script, situation, options = call_of(book, story, before)
    return resolve(script, situation, options, record=book.codec.load_record(entries), number=story.number)


def difference_at(book: Rulebook, story: Story, before: Any, place: int) -> Difference:
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
    book: Rulebook, log: Log, first: int = 1, last: int | None = None, known: Known | None = None
) -> Iterator[tuple[int, Verdict]]:
    """The verdict on each action with its number, lowest first, without its sheet.

    Of a log whose chain is broken nothing may be taken from `known`.
    """
    on_boards = is_on_boards(book, log)
    played = Played(book, log, known)
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


def verdict_on(book: Rulebook, log: Log, number: int, known: Known | None = None) -> Verdict:
    """The verdict on one action, with its sheet; in a game the log holds the actions before it."""
    if is_on_boards(book, log):
        return verdict_at(book, log, Played(book, log, known), sorted(log.stories).index(number))
    return verify_action(book, log, log.stories[number])


def verdict_at(book: Rulebook, log: Log, played: Played, index: int) -> Verdict:
    """The verdict on the move at `index`; not shown where the board before it depends on what is not shown."""
    story = log.stories[played.numbers[index]]
    try:
        before = played.before(index)
    except NotShown:
        return Verdict("not-shown", proof_of(log, story, None), None, None)
    return verify_action(book, log, story, before)


def is_on_boards(book: Rulebook, log: Log) -> bool:
    """Whether actions are replayed on the boards before them."""
    return log.opened["kind"] == "game" and book.is_installed
