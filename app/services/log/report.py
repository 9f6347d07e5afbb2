"""The verification of an action or of a whole session, as clients read it."""

from collections.abc import Iterable, Mapping

from typing_extensions import TypedDict

from app.domain.fairness import place_in_chain
from app.persistence.rows import Status
from app.services.log.known import Known
from app.services.log.read import Log
from app.services.log.sheet import DiceSheetRoll, Difference
from app.services.log.verify import Proof, Result, Verdict, verdict_on, verdicts
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebook, Rulebooks
from app.services.typed import document

WORST_FIRST: tuple[Result, ...] = ("diverged", "rules-changed", "rules-unknown")
LEAST_FIRST: tuple[Proof, ...] = ("not-provable", "not-yet-revealed")


@document
class ActionVerification(TypedDict):
    """An action, replayed and checked, with the sheet of its dice."""

    result: Result
    """`identical`: the rules make the same of the recorded answers; `rules-changed`: a later version makes something
    else of them; `rules-unknown`: the rulebook is not installed, and all but its rules was checked."""
    dice: Proof
    """Whether the service's dice follow from a committed seed."""
    first_difference: Difference | None
    """The first place where record and rules, or record and seed, differ."""
    commitment: str | None
    """The commitment of the chain that serves the action, in hex; null with physical dice."""
    seed: str | None
    """The action's seed, in hex, once it is revealed."""
    steps: int | None
    """How many times the seed is hashed until it is the commitment."""
    entropy: str | None
    """What the seats gave, hashed, in hex."""
    key: str | None
    """The key from which every roll follows, in hex."""
    rolls: list[DiceSheetRoll]
    """Each roll, derived again."""


@document
class ChainVerification(TypedDict):
    """The hash chain of a log."""

    ok: bool
    """Whether each hash follows from the events before it."""
    events: int
    """How many events the log has."""
    head: str
    """The hash of the newest event, to be compared with one seen earlier."""


@document
class VerifiedAction(TypedDict):
    """What came of checking one action."""

    number: int
    """The action's number in its session."""
    status: Status
    """Whether it waits, is resolved, or is void."""
    result: Result
    """As in the verification of the action alone."""
    first_difference: Difference | None
    """The first place where record and rules, or record and seed, differ."""


@document
class SessionVerification(TypedDict):
    """A session, replayed and checked."""

    ruleset: str
    """The slug of its ruleset."""
    result: Result
    """The worst result of its actions."""
    chain: ChainVerification
    """The hash chain of its log."""
    dice: Proof
    """The least that is proven of its actions."""
    actions: list[VerifiedAction]
    """Each action that was replayed, in the order of their numbers."""


def action_report(book: Rulebook, log: Log, number: int, known: Known | None = None) -> ActionVerification:
    """The verification of one action, with the sheet of its dice."""
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
        "seed": sheet.seed if sheet else None,
        "steps": sheet.steps if sheet else None,
        "entropy": sheet.entropy if sheet else None,
        "key": sheet.key if sheet else None,
        "rolls": sheet.rolls if sheet else [],
    }


def session_report(books: Rulebooks, log: Log, first: int = 1, last: int | None = None) -> SessionVerification:
    """The verification of a whole log; `first` and `last` bound the actions that are replayed.

    Of a log whose chain is broken nothing is replayed.
    """
    book = rulebook_or_absent(books, log.opened["ruleset"])
    return report_of(book, log, verdicts(book, log, first, last) if log.broken_at is None else {})


def report_of(book: Rulebook, log: Log, found: Mapping[int, Verdict]) -> SessionVerification:
    """The verification of a log from the verdicts on its actions; without any where the chain is broken."""
    chain_ok = log.broken_at is None
    return {
        "ruleset": book.slug,
        "result": worst(verdict.result for verdict in found.values()) if chain_ok else "diverged",
        "chain": {"ok": chain_ok, "events": log.events, "head": log.head.hex()},
        "dice": least(verdict.dice for verdict in found.values()) if chain_ok else "not-provable",
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


def worst(results: Iterable[Result]) -> Result:
    """The worst of some results; `identical` where there is none."""
    found = set(results)
    return next((result for result in WORST_FIRST if result in found), "identical")


def least(proofs: Iterable[Proof]) -> Proof:
    """The least of some proofs; `proven` where there is none."""
    found = set(proofs)
    return next((proof for proof in LEAST_FIRST if proof in found), "proven")
