"""The questions of the aftermath: in which order abilities are resolved, and whether to make a bonus attack."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, permutations
from math import factorial
from typing import Annotated, ClassVar

from annotated_types import MaxLen

from app.domain.casualties import UnitId
from app.domain.errors import IllegalChoice
from app.domain.record import Role
from app.domain.table import Question
from app.rulesets.x_wing.attack.refusals import faults_in
from app.rulesets.x_wing.attack.state import Battle, State, opponent_of
from app.rulesets.x_wing.attack.weapons import is_of_kind, weapon_with_numbers
from app.rulesets.x_wing.cards.bonus_attacks import Target, XWingBonus
from app.rulesets.x_wing.cards.squad_ships import weapons_by_cards
from app.rulesets.x_wing.effects import EffectName
from app.rulesets.x_wing.model import Range, XWingAttack, XWingShip, XWingWeapon
from app.rulesets.x_wing.terms import PASS, RED_OR_ORANGE, Arc, is_arc


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


@dataclass(frozen=True, slots=True)
class AftermathOrder(Question[XWingOrder]):
    """XW-63: in which order the abilities of a player's queue are resolved."""

    abilities: tuple[str, ...]

    def options(self) -> Iterator[XWingOrder]:
        """Every order; the first is the order of the ships' cards."""
        return map(XWingOrder, permutations(self.abilities))

    def total(self) -> int:
        return factorial(len(self.abilities))

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
    """The ability that grants a bonus attack, the ship that has it, and what fits."""

    ability: str
    """The id of the ability that grants the bonus attack."""
    unit: UnitId
    """The id of the ship that may make it."""
    bound: XWingBonus
    """With which weapon, from which arc and at which ship it may be made."""
    weapons: tuple[XWingWeapon, ...]
    """The weapons of the ship that fit, as far as they are known."""
    targets: tuple[UnitId, ...]
    """The ids of the ships that fit, as far as they are known."""


@dataclass(frozen=True, slots=True)
class BonusAttack(Question[XWingBonusAttack]):
    """XW-64: whether a ship makes a bonus attack, and if so, with which weapon and at which target."""

    battle: Battle
    state: State
    role: Role
    ability: str
    bound: XWingBonus
    is_wanted: bool = False
    """Whether the ship has to make it, if it can."""

    def options(self) -> Iterator[XWingBonusAttack]:
        """Only `pass`: at which range a target is, and in which arc, is known at the table alone.

        Where the bonus attack has to be made, the same attack once more.
        """
        yield self.same_again if self.must_be_made else XWingBonusAttack(PASS)

    def forced(self) -> None:
        """None: a bonus attack can be declared in more ways than `options` lists."""

    def check(self, choice: XWingBonusAttack) -> None:
        if choice.use == PASS:
            if self.must_be_made:
                raise IllegalChoice("mandatory", "XW-72")
            return
        if choice.use != self.ability:
            raise IllegalChoice("unknown-use", "XW-64", use=choice.use)
        for refused in self.unfit(choice):
            raise refused

    def unfit(self, choice: XWingBonusAttack) -> Iterator[IllegalChoice]:
        """Every reason why a bonus attack may not be made so."""
        if choice.weapon is None:
            yield IllegalChoice("weapon-missing", "XW-5")
            return
        yield from self.unfit_weapon(choice.weapon)
        yield from self.unfit_target(choice.target)
        if choice.attack_range is None:
            yield IllegalChoice("range-missing", "XW-10")
            return
        situation = self.situation_of(choice, choice.weapon, choice.attack_range)
        for fault in faults_in(situation, self.battle.options, waives=self.bound.itself):
            yield IllegalChoice(fault.reason, fault.rule, **fault.params)

    def unfit_weapon(self, sent: XWingWeapon) -> Iterator[IllegalChoice]:
        """Why a weapon may not make the bonus attack: it is not the ship's, or the card says otherwise."""
        bound, card, own = self.bound, self.ability, self.battle.arms
        if own is not None and sent not in own.get(self.ship.id, ()):
            yield IllegalChoice("weapon-requirement", "XW-5")
        weapon = weapon_with_numbers(sent, self.ship)
        if bound.itself and f"upgrade:{weapon.upgrade}" != card:
            yield IllegalChoice("bonus-own-weapon", "XW-64", card=card)
        if bound.kind is not None and not is_of_kind(weapon, bound.kind):
            yield IllegalChoice("bonus-kind", "XW-64", card=card, kind=bound.kind)
        if bound.arcs and not any(is_arc(weapon.arc, arc) for arc in bound.arcs):
            params = {"card": card, "arc": bound.arcs[0].value, "other": bound.arcs[-1].value}
            yield IllegalChoice("bonus-arc" if len(bound.arcs) == 1 else "bonus-arcs", "XW-64", **params)
        if bound.other_weapon and sent == self.battle.situation.weapon:
            yield IllegalChoice("bonus-other-weapon", "XW-64", card=card)

    def unfit_target(self, target: XWingShip | None) -> Iterator[IllegalChoice]:
        """Why a ship, None for the other one of this attack, may not be the target."""
        if target is None and not self.may_be_same:
            yield IllegalChoice("bonus-other-target", "XW-64", card=self.ability)
        elif target is not None and target.id == self.enemy.id:
            yield IllegalChoice("invalid-defender", "XW-6")
        elif target is not None and self.bound.target is Target.SAME:
            yield IllegalChoice("bonus-same-target", "XW-64", card=self.ability)
        elif target is not None and self.others is not None and target not in self.others:
            yield IllegalChoice("invalid-defender", "XW-6")
        elif self.bound.marked and self.battle.others is not None and not self.is_marked(target or self.enemy):
            yield IllegalChoice("bonus-marked-target", "XW-64", card=self.ability)

    @property
    def ship(self) -> XWingShip:
        """The ship that may make the bonus attack."""
        return self.state.ship(self.role)

    @property
    def enemy(self) -> XWingShip:
        """The other ship of this attack."""
        return self.state.ship(opponent_of(self.role))

    @property
    def may_be_same(self) -> bool:
        """Whether the other ship of this attack fits."""
        missed = not self.state.attack_hits
        return self.bound.target in (Target.ANY, Target.SAME) or (
            self.bound.target is Target.OTHER_UNLESS_MISSED and missed
        )

    @property
    def others(self) -> tuple[XWingShip, ...] | None:
        """In a game, the enemy's other ships as they stand now; None where only the table knows them."""
        if self.battle.others is None:
            return None
        now = {bonus.target: bonus.target_after for bonus in self.state.bonus_attacks}
        return tuple(now.get(ship.id, ship) for ship in self.battle.others[opponent_of(self.role)])

    def is_marked(self, target: XWingShip) -> bool:
        """In a game, whether a ship has a red or orange token; a lock on it is one."""
        ships = (self.ship, self.enemy, *chain.from_iterable((self.battle.others or {}).values()))
        return any(map(target.tokens.count, RED_OR_ORANGE)) or any(target.id in ship.locks for ship in ships)

    @property
    def same_again(self) -> XWingBonusAttack:
        """This attack once more, as a bonus attack of the ship that has made it."""
        now = self.battle.situation
        return XWingBonusAttack(
            self.ability, now.weapon, None, now.attack_range, now.obstructed, now.defender_in_arcs, now.attacker_in_arcs
        )

    @property
    def must_be_made(self) -> bool:
        """XW-72: whether the bonus attack has to be made, and the same attack once more is one that can be."""
        return self.is_wanted and self.role is Role.ATTACKER and next(self.unfit(self.same_again), None) is None

    @property
    def weapons(self) -> tuple[XWingWeapon, ...]:
        """The weapons of the ship that fit, as far as they are known."""
        own = (
            weapons_by_cards(self.ship.pilot, self.ship.upgrades)
            if self.battle.arms is None
            else self.battle.arms.get(self.ship.id, ())
        )
        return tuple(weapon for weapon in own if next(self.unfit_weapon(weapon), None) is None)

    @property
    def targets(self) -> tuple[XWingShip, ...]:
        """The ships that fit, as far as they are known."""
        known = ((None, self.enemy), *((ship, ship) for ship in self.others or ()))
        return tuple(
            ship for sent, ship in known if not ship.is_destroyed and next(self.unfit_target(sent), None) is None
        )

    @property
    def may_be_made(self) -> bool:
        """Whether any weapon and any ship can fit; without a game, only the table knows."""
        return self.battle.arms is None or bool(self.weapons and self.targets)

    def situation_of(self, choice: XWingBonusAttack, weapon: XWingWeapon, attack_range: Range) -> XWingAttack:
        """The situation of the bonus attack, a complete attack."""
        return XWingAttack(
            attacker=self.ship,
            weapon=weapon,
            defender=choice.target or self.enemy,
            attack_range=attack_range,
            obstructed=choice.obstructed,
            defender_in_arcs=choice.defender_in_arcs,
            attacker_in_arcs=choice.attacker_in_arcs,
            bonus=False,
        )

    def context(self) -> BonusShown:
        targets = tuple(ship.id for ship in self.targets)
        return BonusShown(self.ability, self.ship.id, self.bound, self.weapons, targets)
