"""Verification: chain, seeds, dice and rules of a log, checked from its events alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from pydantic import ValidationError
from pydantic_core import from_json

from app.domain.dice import Die
from app.domain.errors import Diverged, Refusal
from app.domain.fairness import (
    GENESIS,
    ProvableDice,
    action_key,
    earlier_seed,
    event_hash,
    first_block,
    place_in_chain,
    shared_entropy,
)
from app.domain.resolution import Resolved, resolve
from app.persistence.codec import Json
from app.persistence.rows import Event
from app.services.catalogue import Catalogues, Rulebook, rulebook
from app.services.ledger import casualty_rows

IDENTICAL, DIVERGED, RULES_CHANGED = "identical", "diverged", "rules-changed"
PROVEN, NOT_YET_REVEALED, NOT_PROVABLE = "proven", "not-yet-revealed", "not-provable"


@dataclass(slots=True)
class Story:
    """What a log tells of one action."""

    number: int
    declared: Json
    entries: list[Json] = field(default_factory=list)
    resolved: Json | None = None
    voided: Json | None = None

    @property
    def status(self) -> str:
        """pending, resolved or void."""
        return "void" if self.voided else "resolved" if self.resolved else "pending"


@dataclass(slots=True)
class Log:
    """A log, read: its opening, its chains, its reveals and its actions."""

    opened: Json = field(default_factory=dict)
    chains: dict[int, Json] = field(default_factory=dict)
    reveals: list[tuple[int, bytes]] = field(default_factory=list)
    stories: dict[int, Story] = field(default_factory=dict)
    events: int = 0
    head: bytes = GENESIS
    broken_at: int | None = None

    def add(self, event: Event) -> None:
        """Read the next event, without checking the chain."""
        body: Json = from_json(event.body)
        match body["type"]:
            case "session-opened":
                self.opened = body
                if body["chain"]:
                    self.chains[1] = body["chain"]
            case "chain-committed":
                self.chains[body["number"]] = body
            case "action-declared":
                self.stories[body["action"]] = Story(body["action"], body)
            case "entries":
                self.stories[body["action"]].entries += body["entries"]
            case "action-resolved":
                self.stories[body["action"]].resolved = body
            case "action-voided":
                self.stories[body["action"]].voided = body
            case "seeds-revealed":
                self.reveals.append((body["upto"], bytes.fromhex(body["seed"])))

    def add_chained(self, event: Event) -> None:
        """Read the next event and check that it is chained to the one before."""
        self.events += 1
        self.head = event_hash(self.head, event.body)
        if self.broken_at is None and (event.hash != self.head or event.seq != self.events):
            self.broken_at = event.seq
        self.add(event)
        if self.broken_at is None and from_json(event.body)["seq"] != event.seq:
            self.broken_at = event.seq

    @property
    def session_bytes(self) -> bytes:
        """The 16 raw bytes of the session's id."""
        return UUID(self.opened["session"]).bytes

    def seed(self, number: int) -> bytes | None:
        """The seed of an action, from the first reveal that reaches it."""
        for upto, seed in self.reveals:
            if upto >= number:
                return self._seed_before(upto, seed, number)
        return None

    def _seed_before(self, upto: int, seed: bytes, number: int) -> bytes | None:
        length = self.opened["chain"]["length"]
        (chain, place), (revealed_chain, revealed) = place_in_chain(number, length), place_in_chain(upto, length)
        if chain == revealed_chain:
            return earlier_seed(self.session_bytes, seed, revealed - place)
        return None


def read_log(events: Iterable[Event]) -> Log:
    """A whole log, chained from its first event."""
    log = Log()
    for event in events:
        log.add_chained(event)
    return log


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking one action."""

    result: str
    dice: str
    first_difference: Json | None = None


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


def verify_action(book: Rulebook, log: Log, story: Story) -> Verdict:
    """Derive the service's dice again, and run the rules over the recorded answers."""
    sheet = sheet_of(book, log, story)
    if sheet is not None and (wrong := dice_difference(sheet, story)):
        return Verdict(DIVERGED, NOT_PROVABLE, wrong)
    dice = NOT_PROVABLE if not log.chains else NOT_YET_REVEALED if sheet is None else PROVEN
    difference = first_difference(book, story)
    if difference is None:
        return Verdict(IDENTICAL, dice)
    same_version = story.declared["ruleset_version"] == book.ruleset.version
    return Verdict(DIVERGED if same_version else RULES_CHANGED, dice, difference)


def dice_difference(sheet: Sheet, story: Story) -> Json | None:
    """Where the seed is not the committed one, or a roll not what follows from it."""
    if not sheet.committed:
        return {"entry": None, "recorded": sheet.commitment, "computed": "another commitment"}
    places = [place for place, entry in enumerate(story.entries) if entry["kind"] == "rolled"]
    for place, roll in zip(places, sheet.rolls, strict=True):
        if roll["faces"] != roll["recorded"]:
            return {"entry": place, "recorded": roll["recorded"], "computed": roll["faces"]}
    return None


def first_difference(book: Rulebook, story: Story) -> Json | None:
    """Where the record, the outcome or the casualties are not what the rules make of the recorded answers."""
    codec = book.codec
    try:
        situation = codec.situation.load(story.declared["situation"])
        options = codec.options.load(story.declared["options"])
        record = codec.load_record(story.entries)
        end = resolve(book.ruleset.script, situation, options, record=record)
    except Diverged as diverged:
        return difference_at(book, story, diverged.entry)
    except (Refusal, ValidationError, KeyError, ValueError, TypeError) as unreadable:
        return {"entry": None, "recorded": None, "computed": type(unreadable).__name__}
    if story.resolved is None:
        return None
    if not isinstance(end, Resolved) or len(end.record.entries) != len(story.entries):
        return {"entry": len(story.entries), "recorded": None, "computed": "another entry"}
    computed = {"outcome": codec.outcome.dump(end.outcome), "casualties": casualty_rows(codec, end.record)}
    for part, value in computed.items():
        if story.resolved[part] != value:
            return {"entry": None, "recorded": story.resolved[part], "computed": value}
    return None


def difference_at(book: Rulebook, story: Story, place: int) -> Json:
    """What stands in the record at `place`, and what the rules make of the answers before it."""
    codec = book.codec
    recorded = story.entries[place] if place < len(story.entries) else None
    computed = None
    try:
        before = codec.load_record(story.entries[:place])
        situation = codec.situation.load(story.declared["situation"])
        options = codec.options.load(story.declared["options"])
        end = resolve(book.ruleset.script, situation, options, record=before)
        entries = codec.dump_entries(end.record)
        computed = entries[place] if place < len(entries) else None
    except Diverged:
        pass
    return {"entry": place, "recorded": recorded, "computed": computed}


def sheet_of(book: Rulebook, log: Log, story: Story) -> Sheet | None:
    """The sheet of an action with service dice whose seed is revealed."""
    if not log.chains or (seed := log.seed(story.number)) is None:
        return None
    chain, place = place_in_chain(story.number, log.opened["chain"]["length"])
    commitment = log.chains[chain]["commitment"]
    entropy = shared_entropy(log.session_bytes, {})
    key = action_key(log.session_bytes, seed, story.number, entropy)
    dice: Mapping[str, Die] = book.codec.dice
    thrown = [entry for entry in story.entries if entry["kind"] == "rolled"]
    rolls = [
        {
            "roll": index,
            "die": entry["die"],
            "stream": first_block(key, index).hex(),
            "faces": list(ProvableDice(key).throw(dice[entry["die"]], len(entry["faces"]), index=index)),
            "recorded": entry["faces"],
        }
        for index, entry in enumerate(thrown)
    ]
    committed = earlier_seed(log.session_bytes, seed, place).hex() == commitment
    return Sheet(commitment, seed.hex(), place, entropy.hex(), key.hex(), committed, rolls)


def action_report(book: Rulebook, log: Log, number: int) -> Json:
    """The verification of one action, with the sheet of its dice."""
    story = log.stories[number]
    verdict, sheet = verify_action(book, log, story), sheet_of(book, log, story)
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
    numbers = [number for number in sorted(log.stories) if chain_ok and first <= number <= (last or number)]
    verdicts = {number: verify_action(book, log, log.stories[number]) for number in numbers}
    return {
        "result": worst(verdict.result for verdict in verdicts.values()) if chain_ok else DIVERGED,
        "chain": {"ok": chain_ok, "events": log.events, "head": log.head.hex()},
        "dice": least(verdict.dice for verdict in verdicts.values()) if chain_ok else NOT_PROVABLE,
        "actions": [
            {
                "number": number,
                "status": log.stories[number].status,
                "result": verdict.result,
                "first_difference": verdict.first_difference,
            }
            for number, verdict in verdicts.items()
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
