"""The dice of an action derived again from its revealed seed: the sheet with which a referee checks them on paper."""

from dataclasses import dataclass

from typing_extensions import TypedDict

from app.domain.dice import Die, Face
from app.domain.fairness import ProvableDice, action_key, first_block, place_in_chain, shared_entropy
from app.persistence.codec import Json
from app.services.log.read import Log, Story
from app.services.rulebooks.registry import Rulebook
from app.services.typed import document


@document
class Difference(TypedDict):
    """Where a record is not what the rules, or the seed, make of it."""

    entry: int | None
    """The place in the record; null where it is about the whole action."""
    recorded: Face | Json | list[Face] | list[Json] | None
    """What the log says."""
    computed: Face | Json | list[Face] | list[Json] | None
    """What follows from the rules or the seed."""


@document
class DiceSheetRoll(TypedDict):
    """A roll, derived again."""

    roll: int
    """Its place among the rolls of the action, from 0."""
    die: str
    """The name of the die."""
    stream: str
    """The first 32 bytes of its stream, in hex."""
    faces: list[Face] | None
    """The faces that follow from the seed; null where no installed rulebook knows the die."""
    recorded: list[Face]
    """The faces that the record holds."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The dice of one action, derived again; bytes in hex."""

    commitment: str
    seed: str
    steps: int
    """How many times the seed is hashed until it is the commitment."""
    entropy: str
    key: str
    committed: bool
    """Whether the seed leads to the commitment."""
    rolls: list[DiceSheetRoll]

    @property
    def is_whole(self) -> bool:
        """Whether every roll could be derived."""
        return all(roll["faces"] is not None for roll in self.rolls)


def sheet_of(book: Rulebook, log: Log, story: Story, dice: tuple[Die[Face], ...]) -> Sheet | None:
    """The sheet of an action with service dice whose seed is revealed; `dice`: the die of each roll that is known."""
    if not log.chains or (seed := log.seed(story.number)) is None:
        return None
    chain, place = place_in_chain(story.number, log.opened["chain"]["length"])
    entropy = shared_entropy(log.session_bytes, {})
    key = action_key(log.session_bytes, seed, story.number, entropy)
    thrown = [entry for entry in story.entries if entry["kind"] == "rolled"]
    known = (*dice, *(book.codec.dice.get(entry["die"]) for entry in thrown[len(dice) :]))
    rolls = [roll_of(key, index, entry, die) for index, (entry, die) in enumerate(zip(thrown, known, strict=True))]
    committed = log.is_committed(story.number, seed)
    commitment = log.chains[chain]["commitment"]
    return Sheet(commitment, seed.hex(), place, entropy.hex(), key.hex(), committed, rolls)


def roll_of(key: bytes, index: int, entry: Json, die: Die[Face] | None) -> DiceSheetRoll:
    """A roll derived from the action's key."""
    recorded = entry["faces"]
    return {
        "roll": index,
        "die": entry["die"],
        "stream": first_block(key, index).hex(),
        "faces": None if die is None else list(ProvableDice(key).throw(die, len(recorded), index=index)),
        "recorded": recorded,
    }


def dice_difference(sheet: Sheet, story: Story) -> Difference | None:
    """Where the seed is not the committed one, or a roll is not what follows from it."""
    if not sheet.committed:
        return {"entry": None, "recorded": sheet.commitment, "computed": "another commitment"}
    places = [place for place, entry in enumerate(story.entries) if entry["kind"] == "rolled"]
    for place, roll in zip(places, sheet.rolls, strict=True):
        if roll["faces"] is not None and roll["faces"] != roll["recorded"]:
            return {"entry": place, "recorded": roll["recorded"], "computed": roll["faces"]}
    return None
