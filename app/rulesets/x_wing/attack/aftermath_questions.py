"""The questions of the aftermath: the order of abilities, and whether to make a bonus attack."""

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
from app.rulesets.x_wing.attack.refusals import fault_in
from app.rulesets.x_wing.attack.state import Battle, State, opponent_of
from app.rulesets.x_wing.attack.use_names import PASS
from app.rulesets.x_wing.effects import EffectName
from app.rulesets.x_wing.model import Range, XWingAttack, XWingShip, XWingWeapon
from app.rulesets.x_wing.terms import Arc


@dataclass(frozen=True, slots=True)
class XWingOrder:
    """Abilities in the order in which they are resolved."""

    order: Annotated[tuple[EffectName, ...], MaxLen(64)]


@dataclass(frozen=True, slots=True)
class QueueShown:
    """The abilities that wait."""

    abilities: tuple[str, ...]


LISTED_ORDERS = 24
"""Orders that are listed; every order is accepted."""


@dataclass(frozen=True, slots=True)
class AftermathOrder(Question[XWingOrder]):
    """XW-63: in which order a player's abilities of one queue are resolved."""

    name: ClassVar[str] = "aftermath-order"
    abilities: tuple[str, ...]

    def options(self) -> Iterator[XWingOrder]:
        """As they are listed first."""
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

    use: EffectName
    """The ability that grants it, or `pass`."""
    weapon: XWingWeapon | None = None
    target: XWingShip | None = None
    """Another ship; null: the other ship of this attack."""
    attack_range: Range = 1
    obstructed: bool = False
    defender_in_arcs: Annotated[tuple[Arc, ...], MaxLen(9)] = (Arc.FRONT,)
    attacker_in_arcs: Annotated[tuple[Arc, ...], MaxLen(9)] = ()


@dataclass(frozen=True, slots=True)
class BonusShown:
    """The ability that grants a bonus attack, and whose it is."""

    ability: str
    unit: UnitId


@dataclass(frozen=True, slots=True)
class BonusAttack(Question[XWingBonusAttack]):
    """XW-64: whether a ship makes its bonus attack, at whom and with what."""

    name: ClassVar[str] = "bonus-attack"
    battle: Battle
    state: State
    role: Role
    ability: str
    weapon: str | None
    """The upgrade that must be the weapon; null: any."""
    other_target: bool
    """Whether the target is another ship than the defender."""

    def options(self) -> Iterator[XWingBonusAttack]:
        """To pass; the targets are on the table."""
        yield XWingBonusAttack(PASS)

    def forced(self) -> None:
        """A bonus attack can be declared in more ways than are listed."""

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
        if is_sent_anew or (self.other_target and choice.target is None):
            raise IllegalChoice("invalid-defender", "XW-6")
        fault = fault_in(self.situation_of(choice, choice.weapon), self.battle.options, waives=self.weapon is not None)
        if fault is not None:
            raise IllegalChoice(fault.reason, fault.rule, **fault.params)

    def situation_of(self, choice: XWingBonusAttack, weapon: XWingWeapon) -> XWingAttack:
        """The bonus attack as a complete attack."""
        return XWingAttack(
            attacker=self.state.ship(self.role),
            weapon=weapon,
            defender=choice.target or self.state.ship(opponent_of(self.role)),
            attack_range=choice.attack_range,
            obstructed=choice.obstructed,
            defender_in_arcs=choice.defender_in_arcs,
            attacker_in_arcs=choice.attacker_in_arcs,
        )

    def context(self) -> BonusShown:
        return BonusShown(self.ability, self.state.ship(self.role).id)
