"""The dice of an action, computed again from its revealed seed: a sheet to check them by hand."""

from dataclasses import dataclass
from typing import Any

from typing_extensions import TypedDict

from app.domain.dice import Die, Face
from app.domain.fairness import ProvableDice, action_key, first_block, place_in_chain
from app.domain.table import SHUFFLE
from app.persistence.stored.codec import Json, value_and_audience
from app.persistence.stored.private import UNKNOWN
from app.services.document_types import document
from app.services.log.action_log import ActionLog
from app.services.log.read import Log
from app.services.rulebooks.registry import Rulebook


@document
class Difference(TypedDict):
    """The place where a record differs from what the rules or the seed lead to."""

    entry: int | None
    """The place in the record, from 0; null where the difference concerns the whole action."""
    recorded: Any
    """What the log contains, as JSON; null where it contains nothing there."""
    computed: Any
    """What the rules or the seed lead to, as JSON; null where they lead to nothing there."""


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
    recorded: list[Face] | None
    """The faces in the record; null where they are not shown."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The dice of one action, computed again."""

    commitment: str
    """In hex, as it is logged."""
    seed: bytes
    steps: int
    """How many times the seed has to be hashed to reach the commitment."""
    entropy: bytes
    """The hash of the entropy that the seats contributed, or a constant of the session where there is none."""
    key: bytes
    """The key from which every roll of the action follows."""
    committed: bool
    """Whether the seed leads to the commitment."""
    thrown: list[Json]
    """The rolls of the record, as they are stored."""
    recorded: list[list[Face] | None]
    """The faces of each roll in the record; None where they are not shown."""
    faces: list[list[Face] | None]
    """The faces of each roll that follow from the key; None for a die that no installed rulebook has."""

    @property
    def is_whole(self) -> bool:
        """Whether the faces of every roll could be computed."""
        return None not in self.faces

    @property
    def rolls(self) -> list[DiceSheetRoll]:
        """Each roll as a referee checks it on paper."""
        return [
            {
                "roll": index,
                "die": entry["die"],
                "stream": first_block(self.key, index).hex(),
                "faces": faces,
                "recorded": recorded,
            }
            for index, (entry, recorded, faces) in enumerate(zip(self.thrown, self.recorded, self.faces, strict=True))
        ]


def sheet_of(book: Rulebook, log: Log, story: ActionLog, dice: tuple[Die[Face], ...]) -> Sheet | None:
    """The sheet of an action; None with physical dice, or where its seed is not yet revealed.

    `dice`: the die of each roll, as far as the rules still ask for them; the others are found by name.
    """
    if not log.chains or (seed := log.seed(story.number)) is None:
        return None
    chain, place = place_in_chain(story.number, log.opened["chain"]["length"])
    entropy = log.entropy
    key = action_key(log.session_bytes, seed, story.number, entropy)
    provable = ProvableDice(key)
    thrown = [entry for entry in story.entries if entry["kind"] == "rolled"]
    recorded, faces = [], []
    for index, entry in enumerate(thrown):
        die = dice[index] if index < len(dice) else book.codec.dice.get(entry["die"])
        shown = faces_in(entry)
        recorded.append(shown)
        faces.append(thrown_again(provable, die, shown, index))
    committed = log.is_committed(story.number, seed)
    return Sheet(log.chains[chain]["commitment"], seed, place, entropy, key, committed, thrown, recorded, faces)


def faces_in(entry: Json) -> list[Face] | None:
    """The faces of a stored roll; None where they are not shown."""
    faces = value_and_audience(entry["faces"])[0]
    return None if faces == UNKNOWN else faces


def thrown_again(
    dice: ProvableDice, die: Die[Face] | None, recorded: list[Face] | None, index: int
) -> list[Face] | None:
    """The faces of roll `index` that follow from the seed; None for a die that is not known, or not shown."""
    if recorded is None or die is None:
        return None
    if die.name == SHUFFLE:
        return list(dice.shuffle(len(recorded), index=index))
    return list(dice.throw(die, len(recorded), index=index))


def dice_difference(sheet: Sheet, story: ActionLog) -> Difference | None:
    """Where the seed does not lead to the commitment, or a roll does not follow from the seed; None if all agree."""
    if not sheet.committed:
        return {"entry": None, "recorded": sheet.commitment, "computed": "another commitment"}
    for entry, recorded, faces in zip(sheet.thrown, sheet.recorded, sheet.faces, strict=True):
        if faces is not None and faces != recorded:
            place = next(place for place, one in enumerate(story.entries) if one is entry)
            return {"entry": place, "recorded": recorded, "computed": faces}
    return None
