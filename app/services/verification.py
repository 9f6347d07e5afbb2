"""Verification: chain, seeds, dice and rules of a log, checked from its events alone."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from app.domain.dice import Die, Face
from app.domain.errors import Diverged, Refusal
from app.domain.fairness import (
    ProvableDice,
    action_key,
    first_block,
    place_in_chain,
    shared_entropy,
)
from app.domain.resolution import Pending, Resolved, resolve
from app.persistence.codec import Json
from app.services.catalogue import Catalogues, Rulebook, rulebook
from app.services.ledger import casualty_rows
from app.services.log import Log, Story, boards
from app.services.playing import load_played

IDENTICAL, DIVERGED, RULES_CHANGED = "identical", "diverged", "rules-changed"
PROVEN, NOT_YET_REVEALED, NOT_PROVABLE = "proven", "not-yet-revealed", "not-provable"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking one action."""

    result: str
    dice: str
    first_difference: Json | None
    sheet: "Sheet | None"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The dice of one action, derived again: what a referee needs to check them on paper."""

    commitment: str
    seed: str
    steps: int
    entropy: str
    key: str
    committed: bool
    rolls: list[Json]


def verify_action(book: Rulebook, log: Log, story: Story, before: Any = None) -> Verdict:
    """Derive the service's dice again, and run the rules over the recorded answers; a move, on the board before it."""
    difference, dice = first_difference(book, story, before)
    sheet = sheet_of(book, log, story, dice)
    if sheet is not None and (wrong := dice_difference(sheet, story)):
        return Verdict(DIVERGED, NOT_PROVABLE, wrong, sheet)
    proof = NOT_PROVABLE if not log.chains else NOT_YET_REVEALED if sheet is None else PROVEN
    if difference is None:
        return Verdict(IDENTICAL, proof, None, sheet)
    same_version = story.declared["ruleset_version"] == book.ruleset.version
    return Verdict(DIVERGED if same_version else RULES_CHANGED, proof, difference, sheet)


def dice_difference(sheet: Sheet, story: Story) -> Json | None:
    """Where the seed is not the committed one, or a roll not what follows from it."""
    if not sheet.committed:
        return {"entry": None, "recorded": sheet.commitment, "computed": "another commitment"}
    places = [place for place, entry in enumerate(story.entries) if entry["kind"] == "rolled"]
    for place, roll in zip(places, sheet.rolls, strict=True):
        if roll["faces"] != roll["recorded"]:
            return {"entry": place, "recorded": roll["recorded"], "computed": roll["faces"]}
    return None


def first_difference(book: Rulebook, story: Story, before: Any) -> tuple[Json | None, tuple[Die[Face], ...]]:
    """Where the record, the outcome or the casualties are not what the rules make of the recorded answers.

    With it the die of each roll, as far as the rules still ask for them.
    """
    codec, declared = book.codec, story.declared
    try:
        end = replayed(book, story, before, story.entries)
    except Diverged as diverged:
        return difference_at(book, story, before, diverged.entry), ()
    except (Refusal, ValidationError, LookupError, ValueError, TypeError) as unreadable:
        return {"entry": None, "recorded": None, "computed": type(unreadable).__name__}, ()
    if story.resolved is None:
        return None, end.dice
    if not isinstance(end, Resolved) or len(end.record.entries) != len(story.entries):
        return {"entry": len(story.entries), "recorded": None, "computed": "another entry"}, end.dice
    computed = {
        "outcome": codec.outcome_of(declared["kind"]).dump(end.outcome),
        "casualties": casualty_rows(codec, end.record, declared["seats"]),
    }
    for part, value in computed.items():
        if story.resolved[part] != value:
            return {"entry": None, "recorded": story.resolved[part], "computed": value}, end.dice
    return None, end.dice


def replayed(book: Rulebook, story: Story, before: Any, entries: list[Json]) -> Resolved[Any] | Pending:
    """Run an action's script over some of its recorded entries."""
    told = story.declared
    script, situation, options = load_played(
        book, told["kind"], told["situation"], told["options"], told["seats"], before
    )
    return resolve(script, situation, options, record=book.codec.load_record(entries))


def difference_at(book: Rulebook, story: Story, before: Any, place: int) -> Json:
    """What stands in the record at `place`, and what the rules make of the answers before it."""
    recorded = story.entries[place] if place < len(story.entries) else None
    computed = None
    try:
        entries = book.codec.dump_entries(replayed(book, story, before, story.entries[:place]).record)
        computed = entries[place] if place < len(entries) else None
    except Diverged:
        pass
    return {"entry": place, "recorded": recorded, "computed": computed}


def sheet_of(book: Rulebook, log: Log, story: Story, thrown_dice: tuple[Die[Face], ...]) -> Sheet | None:
    """The sheet of an action with service dice whose seed is revealed."""
    if not log.chains or (seed := log.seed(story.number)) is None:
        return None
    chain, place = place_in_chain(story.number, log.opened["chain"]["length"])
    commitment = log.chains[chain]["commitment"]
    entropy = shared_entropy(log.session_bytes, {})
    key = action_key(log.session_bytes, seed, story.number, entropy)
    thrown = [entry for entry in story.entries if entry["kind"] == "rolled"]
    known = (*thrown_dice, *(book.codec.dice[entry["die"]] for entry in thrown[len(thrown_dice) :]))
    rolls = [
        {
            "roll": index,
            "die": entry["die"],
            "stream": first_block(key, index).hex(),
            "faces": list(ProvableDice(key).throw(die, len(entry["faces"]), index=index)),
            "recorded": entry["faces"],
        }
        for index, (entry, die) in enumerate(zip(thrown, known, strict=True))
    ]
    committed = log.is_committed(story.number, seed)
    return Sheet(commitment, seed.hex(), place, entropy.hex(), key.hex(), committed, rolls)


def verdicts(book: Rulebook, log: Log, first: int = 1, last: int | None = None) -> dict[int, Verdict]:
    """The verdict on each action, by number, lowest first."""
    is_game = log.opened["kind"] == "game"
    told = boards(book, log) if is_game else ((story, None) for _, story in sorted(log.stories.items()))
    return {
        story.number: verify_action(book, log, story, before)
        for story, before in told
        if first <= story.number <= (last or story.number)
    }


def action_report(book: Rulebook, log: Log, number: int) -> Json:
    """The verification of one action, with the sheet of its dice."""
    verdict = verdicts(book, log)[number]
    sheet = verdict.sheet
    told = {"result": verdict.result, "dice": verdict.dice, "first_difference": verdict.first_difference}
    parts = ("commitment", "seed", "steps", "entropy", "key", "rolls")
    proof = {part: getattr(sheet, part) if sheet else None for part in parts}
    if sheet is None and log.chains:
        proof["commitment"] = log.chains[place_in_chain(number, log.opened["chain"]["length"])[0]]["commitment"]
    return {**told, **proof, "rolls": proof["rolls"] or []}


def session_report(books: Catalogues, log: Log, first: int = 1, last: int | None = None) -> Json:
    """The verification of a whole log; `first` and `last` bound the actions that are replayed.

    Of a log whose chain is broken nothing is replayed.
    """
    chain_ok = log.broken_at is None
    book = rulebook(books, log.opened["ruleset"])
    found = verdicts(book, log, first, last) if chain_ok else {}
    return {
        "result": worst(verdict.result for verdict in found.values()) if chain_ok else DIVERGED,
        "chain": {"ok": chain_ok, "events": log.events, "head": log.head.hex()},
        "dice": least(verdict.dice for verdict in found.values()) if chain_ok else NOT_PROVABLE,
        "actions": [
            {
                "number": number,
                "status": log.stories[number].status,
                "result": verdict.result,
                "first_difference": verdict.first_difference,
            }
            for number, verdict in found.items()
        ],
    }


def worst(results: Iterable[str]) -> str:
    """diverged before rules-changed before identical."""
    found = set(results)
    return next((result for result in (DIVERGED, RULES_CHANGED) if result in found), IDENTICAL)


def least(dice: Iterable[str]) -> str:
    """not-provable before not-yet-revealed before proven."""
    found = set(dice)
    return next((verdict for verdict in (NOT_PROVABLE, NOT_YET_REVEALED) if verdict in found), PROVEN)
