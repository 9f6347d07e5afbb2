"""A siege in progress: both stacks, the remaining attack, and what has happened."""

from collections.abc import Callable
from dataclasses import dataclass, field

from app.domain.casualties import Casualty, Fate
from app.domain.hidden import NotShown
from app.domain.record import Role
from app.domain.table import Table
from app.rulesets.castle_rampage.model import Attack, Card, Options, Step, Structure

TurnUp = Callable[[Structure, Card], Card]
"""What the top card of a structure is, once it is turned up; given is what the attack was told of it."""


AboutHands = Callable[[Card], None]
"""Carries out the effect of a destroyed card that is about the players' hands."""


def card_as_sent(_structure: Structure, card: Card) -> Card:
    """CR-15: the card that was sent with the attack."""
    return card


def card_if_known(structure: Structure, card: Card) -> Card:
    """CR-15: the same card; if the reader of a record may not see it, the replay ends here."""
    if card.unknown:
        raise NotShown(structure.value)
    return card


@dataclass(slots=True)
class Siege:
    """All that changes during an attack."""

    options: Options
    table: Table
    remaining: int
    target: Structure
    stacks: dict[Structure, list[Card]]
    steps: list[Step] = field(default_factory=list)
    gone: dict[Structure, int] = field(default_factory=lambda: {Structure.GATE: 0, Structure.CASTLE: 0})
    castle_fell: bool = False
    is_over: bool = False
    turn_up: TurnUp = card_as_sent
    about_hands: AboutHands | None = None
    """None: the players carry such effects out themselves."""

    @property
    def structure(self) -> Structure:
        """CR-13, CR-19: the structure that is attacked now: the gate while it stands, unless the attack bypasses it."""
        return Structure.GATE if self.target is Structure.GATE and self.stacks[Structure.GATE] else Structure.CASTLE

    @property
    def is_castle_emptied(self) -> bool:
        """CR-23: whether the castle has lost its last card in this attack."""
        return self.gone[Structure.CASTLE] > 0 and not self.stacks[Structure.CASTLE]

    def turned_up(self, structure: Structure) -> Card:
        """CR-15: turn up the top card of a structure, which must have one."""
        card = self.stacks[structure][0] = self.turn_up(structure, self.stacks[structure][0])
        return card

    def destroy_top(self, structure: Structure, rule: str, cause: str, defense: int, before: int) -> None:
        """CR-17, CR-18: move the top card of a structure to the discard pile, and note the casualty."""
        card = self.stacks[structure].pop(0)
        self.gone[structure] += 1
        detail = {"structure": structure.value, "cause": cause, "defense": defense, "attack": before}
        unit = f"{structure.value}-{self.gone[structure]}"
        casualty = Casualty(Role.DEFENDER, unit, Fate.DESTROYED, lost=True, name=card.name or card.card, detail=detail)
        self.table.note(casualty, rule=rule)


def defense_of(card: Card, structure: Structure) -> int:
    """CR-15: the defense of a card in the structure in which it lies."""
    return (card.gate_defense if structure is Structure.GATE else card.castle_defense) or 0


def name_of(card: Card) -> str:
    """The name of the card."""
    return card.card or ""


def begun(
    situation: Attack,
    options: Options,
    target: Structure,
    table: Table,
    turn_up: TurnUp = card_as_sent,
    about_hands: AboutHands | None = None,
) -> Siege:
    """The siege before the first card is revealed."""
    stacks = {Structure.GATE: list(situation.gate), Structure.CASTLE: list(situation.castle)}
    value = situation.attack.value
    return Siege(options, table, value, target, stacks, turn_up=turn_up, about_hands=about_hands)
