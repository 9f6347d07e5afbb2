"""The dice of an action, computed again from its revealed seed: a sheet to check them by hand."""

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
    """The place where a record differs from what the rules or the seed lead to."""

    entry: int | None
    """The place in the record, from 0; null where the difference concerns the whole action."""
    recorded: Face | Json | list[Face] | list[Json] | None
    """What the log contains; null where it contains nothing there."""
    computed: Face | Json | list[Face] | list[Json] | None
    """What the rules or the seed lead to; null where they lead to nothing there."""


@document
class DiceSheetRoll(TypedDict):
    """A roll, computed again from the key of its action."""

    roll: int
    """The place of the roll among the rolls of the action, from 0."""
    die: str
    """The name of the die."""
    stream: str
    """The first 32 bytes from which the faces follow, in hex."""
    faces: list[Face] | None
    """The faces that follow from the seed; null where no installed rulebook has this die."""
    recorded: list[Face]
    """The faces in the record."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The dice of one action, computed again. All bytes are written in hex."""

    commitment: str
    seed: str
    steps: int
    """How many times the seed has to be hashed to reach the commitment."""
    entropy: str
    """The hash of the entropy that the seats contributed, or a constant of the session where there is none."""
    key: str
    """The key from which every roll of the action follows."""
    committed: bool
    """Whether the seed leads to the commitment."""
    rolls: list[DiceSheetRoll]

    @property
    def is_whole(self) -> bool:
        """Whether the faces of every roll could be computed."""
        return all(roll["faces"] is not None for roll in self.rolls)


def sheet_of(book: Rulebook, log: Log, story: Story, dice: tuple[Die[Face], ...]) -> Sheet | None:
    """The sheet of an action; None with physical dice, or where its seed is not yet revealed.

    `dice`: the die of each roll, as far as the rules still ask for them; the others are found by name.
    """
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
    """Roll `index` of the action, computed from its key. Without `die` there are no faces."""
    recorded = entry["faces"]
    return {
        "roll": index,
        "die": entry["die"],
        "stream": first_block(key, index).hex(),
        "faces": None if die is None else list(ProvableDice(key).throw(die, len(recorded), index=index)),
        "recorded": recorded,
    }


def dice_difference(sheet: Sheet, story: Story) -> Difference | None:
    """Where the seed does not lead to the commitment, or a roll does not follow from the seed; None if all agree."""
    if not sheet.committed:
        return {"entry": None, "recorded": sheet.commitment, "computed": "another commitment"}
    places = [place for place, entry in enumerate(story.entries) if entry["kind"] == "rolled"]
    for place, roll in zip(places, sheet.rolls, strict=True):
        if roll["faces"] is not None and roll["faces"] != roll["recorded"]:
            return {"entry": place, "recorded": roll["recorded"], "computed": roll["faces"]}
    return None
