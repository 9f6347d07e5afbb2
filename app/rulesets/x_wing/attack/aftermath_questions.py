"""The questions of the aftermath: in which order abilities are resolved, and whether to make a bonus attack."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, permutations
from math import factorial
from typing import Annotated, ClassVar

from annotated_types import MaxLen

from app.domain.casualties import UnitId
from app.domain.errors import IllegalChoice
from app.domain.record import Role
from app.domain.table import Question
from app.rulesets.x_wing.attack.refusals import faults_in
from app.rulesets.x_wing.attack.state import Battle, State, opponent_of
from app.rulesets.x_wing.effects import EffectName
from app.rulesets.x_wing.model import Range, XWingAttack, XWingShip, XWingWeapon
from app.rulesets.x_wing.terms import PASS, Arc


@dataclass(frozen=True, slots=True)
class XWingOrder:
    """The ids of abilities, in the order in which they are resolved."""

    order: Annotated[tuple[EffectName, ...], MaxLen(64)]
    """The ids of all abilities that wait, the first one first."""


@dataclass(frozen=True, slots=True)
class QueueShown:
    """The ids of the abilities that wait to be resolved."""

    abilities: tuple[str, ...]
    """The ids of the abilities, in the order of the ships' cards."""


LISTED_ORDERS = 24
"""The largest number of orders that are listed as options; every order is accepted as an answer."""


@dataclass(frozen=True, slots=True)
class AftermathOrder(Question[XWingOrder]):
    """XW-63: in which order the abilities of a player's queue are resolved."""

    abilities: tuple[str, ...]

    def options(self) -> Iterator[XWingOrder]:
        """Up to LISTED_ORDERS orders; the first is the order of the ships' cards."""
        return map(XWingOrder, islice(permutations(self.abilities), LISTED_ORDERS))

    def total(self) -> int:
        return min(LISTED_ORDERS, factorial(len(self.abilities)))

    def check(self, choice: XWingOrder) -> None:
        if sorted(choice.order) != sorted(self.abilities):
            raise IllegalChoice("bad-order", "XW-63")

    def context(self) -> QueueShown:
        return QueueShown(self.abilities)


@dataclass(frozen=True, slots=True)
class XWingBonusAttack:
    """A bonus attack as it is declared, or `pass`."""

    varied_by: ClassVar = "use"
    use: EffectName
    """The id of the ability that grants the bonus attack, or `pass`."""
    weapon: XWingWeapon | None = None
    """The weapon of the bonus attack; null with `pass`."""
    target: XWingShip | None = None
    """The target, if it is a ship outside this attack; null: the other ship of this attack.

    In a game it is sent as it stands there.
    """
    attack_range: Range | None = None
    """The attack range to the target, from 0 to 3; null with `pass` only."""
    obstructed: bool = False
    """Whether an obstacle obstructs the bonus attack; ships and devices do not count."""
    defender_in_arcs: Annotated[tuple[Arc, ...], MaxLen(9)] = (Arc.FRONT,)
    """The arcs of the ship that attacks in which the target is."""
    attacker_in_arcs: Annotated[tuple[Arc, ...], MaxLen(9)] = ()
    """The arcs of the target in which the ship that attacks is."""


@dataclass(frozen=True, slots=True)
class BonusShown:
    """The ability that grants a bonus attack, and the ship that has it."""

    ability: str
    """The id of the ability that grants the bonus attack."""
    unit: UnitId
    """The id of the ship that may make it."""


@dataclass(frozen=True, slots=True)
class BonusAttack(Question[XWingBonusAttack]):
    """XW-64: whether a ship makes a bonus attack, and if so, with which weapon and at which target."""

    battle: Battle
    state: State
    role: Role
    ability: str
    weapon: str | None
    """The upgrade that the weapon has to be; null: any weapon."""
    other_target: bool
    """Whether the target has to be a ship outside this attack."""

    def options(self) -> Iterator[XWingBonusAttack]:
        """Only `pass`: which targets there are is known at the table alone."""
        yield XWingBonusAttack(PASS)

    def forced(self) -> None:
        """None: a bonus attack can be declared in more ways than `options` lists."""

    def check(self, choice: XWingBonusAttack) -> None:
        if choice.use == PASS:
            return
        if choice.use != self.ability:
            raise IllegalChoice("unknown-use", "XW-64", use=choice.use)
        if choice.weapon is None:
            raise IllegalChoice("weapon-requirement", "XW-5")
        if self.weapon is not None and choice.weapon.upgrade != self.weapon:
            raise IllegalChoice("weapon-requirement", "XW-5")
        is_sent_anew = choice.target is not None and choice.target.id == self.state.ship(opponent_of(self.role)).id
        if is_sent_anew or (self.other_target and choice.target is None) or self.target_of(choice) is None:
            raise IllegalChoice("invalid-defender", "XW-6")
        if choice.attack_range is None:
            raise IllegalChoice("range-missing", "XW-10")
        situation = self.situation_of(choice, choice.weapon, choice.attack_range)
        for fault in faults_in(situation, self.battle.options, waives=self.weapon is not None):
            raise IllegalChoice(fault.reason, fault.rule, **fault.params)

    def situation_of(self, choice: XWingBonusAttack, weapon: XWingWeapon, attack_range: Range) -> XWingAttack:
        """The situation of the bonus attack, a complete attack."""
        return XWingAttack(
            attacker=self.state.ship(self.role),
            weapon=weapon,
            defender=choice.target or self.state.ship(opponent_of(self.role)),
            attack_range=attack_range,
            obstructed=choice.obstructed,
            defender_in_arcs=choice.defender_in_arcs,
            attacker_in_arcs=choice.attacker_in_arcs,
        )

    def target_of(self, choice: XWingBonusAttack) -> XWingShip | None:
        """The target; None in a game whose enemy has no such other ship, or one that stands otherwise."""
        others = self.battle.others
        if choice.target is None or others is None:
            return choice.target or self.state.ship(opponent_of(self.role))
        now = {bonus.target: bonus.target_after for bonus in self.state.bonus_attacks}
        ships = (now.get(ship.id, ship) for ship in others[opponent_of(self.role)])
        return choice.target if choice.target in ships else None

    def context(self) -> BonusShown:
        return BonusShown(self.ability, self.state.ship(self.role).id)
