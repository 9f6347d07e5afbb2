"""The documents of a verification, for one action or for a whole session."""

from collections.abc import Iterable, Mapping

from typing_extensions import TypedDict

from app.domain.fairness import place_in_chain
from app.persistence.stored.rows import Status
from app.services.document_types import document
from app.services.log.legal import opening_fault
from app.services.log.read import Fault, Log
from app.services.log.sheet import DiceSheetRoll, Difference
from app.services.log.verification_cache import VerificationCache
from app.services.log.verify import Proof, Result, Verdict, verdict_on, verdicts
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebook, Rulebooks

WORST_FIRST: tuple[Result, ...] = ("diverged", "rules-changed", "rules-unknown", "not-shown")
"""The results that are not `identical`, the worst first."""
LEAST_FIRST: tuple[Proof, ...] = ("not-provable", "not-yet-revealed", "derived")
"""The proofs that are less than `proven`, the least first."""


@document
class ActionVerification(TypedDict):
    """An action that was resolved again and compared with its record, with the sheet of its dice."""

    result: Result
    """`identical`: the rules lead from the recorded answers to this record; `diverged`: they do not, or the dice do not
    follow from the seed; `rules-changed`: they do not, but the action was resolved by another version of the rules;
    `rules-unknown`: the rulebook is not installed, and everything except its rules was checked; `not-shown`: the rules
    depend on something that the reader may not see."""
    dice: Proof
    """Whether the dice of the service follow from a committed seed. `derived`: they follow from the seed of an attack
    of its own, whose commitment nobody had before; `not-yet-revealed`: the seed is still secret; `not-provable`: there
    are no seeds, the dice do not follow from them, or a die is not known."""
    first_difference: Difference | None
    """The first place where the record differs from the rules or from the seed; null where there is none."""
    commitment: str | None
    """The commitment of the seed chain of this action, in hex; null with physical dice."""
    seed: str | None
    """The seed of the action, in hex; null until it is revealed."""
    steps: int | None
    """How many times the seed has to be hashed to reach the commitment; null until the seed is revealed."""
    entropy: str | None
    """The hash of the entropy that the seats contributed, or a constant of the session where they contributed none, in
    hex; null until the seed is revealed."""
    key: str | None
    """The key from which every roll of the action follows, in hex; null until the seed is revealed."""
    rolls: list[DiceSheetRoll]
    """Each roll, computed again from the key, in order; empty until the seed is revealed."""


@document
class ChainVerification(TypedDict):
    """The hash chain of a log."""

    ok: bool
    """Whether each hash follows from the events before it."""
    events: int
    """How many events the log has."""
    head: str
    """The hash of the newest event, in hex, to be compared with one that was noted earlier."""


@document
class VerifiedAction(TypedDict):
    """The result for one action in the verification of its session."""

    number: int
    """The action's number in its session."""
    status: Status
    """`pending`: the action waits for an answer; `resolved`; `void`: it does not count."""
    result: Result
    """The same as in the verification of this action alone."""
    first_difference: Difference | None
    """The first place where the record differs from the rules or from the seed; null where there is none."""


@document
class ActionRange(TypedDict):
    """Actions whose numbers follow each other."""

    first: int
    """The lowest number."""
    last: int
    """The highest number."""


@document
class SessionVerification(TypedDict):
    """A session whose actions were resolved again and compared with their records."""

    ruleset: str
    """The slug of the session's ruleset."""
    result: Result
    """The worst result of all actions; `diverged` where the hash chain is broken."""
    chain: ChainVerification
    """The hash chain of its log."""
    dice: Proof
    """The weakest proof of all actions: `not-provable`, `not-yet-revealed`, `derived` or `proven`."""
    unproven: list[ActionRange]
    """Actions whose seeds were not revealed, though they and all before them are closed: their dice lack a proof."""
    fault: Fault | None
    """The first event that may not follow those before it, however the hashes fit; null where all may. No action is
    resolved again then, and the result is `diverged`."""
    hidden: int
    """How many private parts are not shown to the reader; they were left out of the comparison."""
    forgotten: int
    """How many private parts are gone because a person was forgotten."""
    actions: list[VerifiedAction]
    """The actions that were resolved again, lowest number first; empty where the hash chain is broken."""


def action_report(book: Rulebook, log: Log, number: int, known: VerificationCache | None = None) -> ActionVerification:
    """The verification of action `number`, with the sheet of its dice."""
    verdict = verdict_on(book, log, number, known)
    sheet = verdict.sheet
    commitment = sheet.commitment if sheet else None
    if sheet is None and log.chains:
        commitment = log.chains[place_in_chain(number, log.opened["chain"]["length"])[0]]["commitment"]
    return {
        "result": verdict.result,
        "dice": verdict.dice,
        "first_difference": verdict.first_difference,
        "commitment": commitment,
        "seed": sheet.seed.hex() if sheet else None,
        "steps": sheet.steps if sheet else None,
        "entropy": sheet.entropy.hex() if sheet else None,
        "key": sheet.key.hex() if sheet else None,
        "rolls": sheet.rolls if sheet else [],
    }


def session_report(books: Rulebooks, log: Log, first: int = 1, last: int | None = None) -> SessionVerification:
    """The verification of a log. Only actions from number `first` to number `last` are resolved again.

    Where the hash chain is broken, no action is.
    """
    book = rulebook_or_absent(books, log.opened["ruleset"])
    return report_of(book, log, verdicts(book, log, first, last) if log.holds else {})


def report_of(book: Rulebook, log: Log, found: Mapping[int, Verdict]) -> SessionVerification:
    """The verification of a log from the verdicts on its actions; without any where the chain is broken."""
    fault = log.fault or (opening_fault(book, log) if log.holds else None)
    holds = log.broken_at is None and fault is None
    return {
        "ruleset": book.slug,
        "result": worst(verdict.result for verdict in found.values()) if holds else "diverged",
        "chain": {"ok": log.broken_at is None, "events": log.events, "head": log.head.hex()},
        "dice": least(verdict.dice for verdict in found.values()) if holds else "not-provable",
        "fault": fault,
        "hidden": log.hidden,
        "forgotten": log.forgotten,
        "unproven": ranges_of(log.unproven) if log.holds else [],
        "actions": [
            {
                "number": number,
                "status": log.stories.status(number),
                "result": verdict.result,
                "first_difference": verdict.first_difference,
            }
            for number, verdict in found.items()
        ],
    }


def worst(results: Iterable[Result]) -> Result:
    """The worst of some results; `identical` where there are none."""
    occurring = set(results)
    return next((result for result in WORST_FIRST if result in occurring), "identical")


def least(proofs: Iterable[Proof]) -> Proof:
    """The weakest of some proofs; `proven` where there are none."""
    occurring = set(proofs)
    return next((proof for proof in LEAST_FIRST if proof in occurring), "proven")


def ranges_of(numbers: list[int]) -> list[ActionRange]:
    """Ascending numbers as ranges without a gap."""
    ranges: list[ActionRange] = []
    for number in numbers:
        if ranges and ranges[-1]["last"] == number - 1:
            ranges[-1]["last"] = number
        else:
            ranges.append({"first": number, "last": number})
    return ranges
