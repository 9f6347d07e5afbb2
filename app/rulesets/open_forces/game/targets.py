"""The question for the target of a group that is commanded, and which groups may be attacked."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.domain.errors import IllegalChoice, IllegalSituation, raise_all
from app.domain.table import Question
from app.rulesets.open_forces.game.battlefield import covers_of, distances_to, seen_by_all
from app.rulesets.open_forces.game.model import DefenderSays, OpenForcesGroup, OpenForcesState, Target
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.state import are_friends, card_of, find_group, group_at, keeps_positions, mode_of
from app.rulesets.open_forces.model import (
    OpenForcesAttack,
    OpenForcesAttackers,
    OpenForcesAttackMode,
    OpenForcesCover,
    OpenForcesDefenders,
    OpenForcesDefenseMode,
)
from app.rulesets.open_forces.refusals import refusals


@dataclass(frozen=True, slots=True)
class TargetContext:
    """The group that may attack, and whether the player has to declare what is seen on the table."""

    group: str
    """The id of the group."""
    declared: bool
    """Whether the player declares distance, sight and cover, in a game without positions."""


@dataclass(frozen=True, slots=True)
class DeclareAttack(Question[Target]):
    """OF-20: a group to attack, or none."""

    state: OpenForcesState
    rules: OpenForcesGameOptions
    group: str
    objected: tuple[str, ...] = ()
    """The groups for which the defender has not accepted what was declared."""

    def options(self) -> Iterator[Target]:
        """No attack first, then each group that may be attacked without a declaration by the players."""
        yield Target()
        for group in self.state.groups:
            choice = Target(group.id)
            if self.refusal(choice) is None:
                yield choice

    def check(self, choice: Target) -> None:
        raise_all(self.refusals(choice))

    def refusal(self, choice: Target) -> IllegalChoice | IllegalSituation | None:
        """The first reason for which a target may not be attacked; None: it may."""
        return next(self.refusals(choice), None)

    def refusals(self, choice: Target) -> Iterator[IllegalChoice | IllegalSituation]:
        """OF-22 … OF-25, OF-29: every reason for which a target may not be attacked."""
        if choice.target is None:
            if choice != Target():
                yield IllegalChoice("no-target", "OF-20")
            return
        attacker, target = group_at(self.state, self.group), find_group(self.state, choice.target)
        if target is None:
            yield IllegalChoice("unknown-group", "OF-20", group=choice.target)
            return
        if target.id == attacker.id:
            yield IllegalChoice("own-group", "OF-22", group=target.id)
        elif are_friends(self.state, attacker.seat, target.seat) and not self.rules.friendly_fire:
            yield IllegalChoice("friendly-target", "OF-22", group=target.id)
        if target.id in self.objected:
            yield IllegalChoice("not-accepted", "OF-24", group=target.id)
        if keeps_positions(self.state) and choice != Target(choice.target):
            yield IllegalChoice("positions-kept", "OF-23")
        else:
            yield from refusals(self.situation(choice), self.rules)

    def situation(self, choice: Target) -> OpenForcesAttack:
        """The attack on a target as the rules of an attack take it (OF-16, OF-23 … OF-25, OF-35)."""
        attacker, target = group_at(self.state, self.group), group_at(self.state, choice.target or "")
        mode, defense = mode_of(self.state, attacker), mode_of(self.state, target)
        ids = tuple(unit.id for unit in attacker.units), tuple(unit.id for unit in target.units)
        needed = mode.needs_line_of_sight
        attack = OpenForcesAttack(
            attacker=OpenForcesAttackers(
                len(ids[0]), OpenForcesAttackMode(mode.atk, mode.atk_base, mode.spl, mode.rng), ids[0]
            ),
            defender=OpenForcesDefenders(len(ids[1]), OpenForcesDefenseMode(defense.def_), ids[1]),
            distance=choice.distance,
            line_of_sight=choice.line_of_sight or not needed,
            visible=choice.visible if needed else None,
            cover=choice.cover,
        )
        return self.as_seen(attack, attacker, target) if keeps_positions(self.state) else attack

    def as_seen(self, attack: OpenForcesAttack, attacker: OpenForcesGroup, target: OpenForcesGroup) -> OpenForcesAttack:
        """The attack with distance, sight and cover as they follow from the positions.

        The distance of a splash attack is that of the units that are attacked, so each unit tells its own.
        """
        distances = distances_to(self.state, attacker, target)
        if mode_of(self.state, attacker).spl:
            attack = replace(attack, distances=distances)
        else:
            attack = replace(attack, distance=min(distances))
        if mode_of(self.state, attacker).needs_line_of_sight:
            seen = seen_by_all(self.state, attacker, target, self.rules)
            attack = replace(attack, line_of_sight=bool(seen), visible=seen)
        return replace(attack, cover=covers_of(self.state, target))

    def context(self) -> TargetContext:
        return TargetContext(self.group, not keeps_positions(self.state))


@dataclass(frozen=True, slots=True)
class DeclarationContext:
    """What the attacker declares."""

    group: str
    """The id of the group that attacks."""
    target: str
    """The id of the group that is attacked."""
    distance: int | None
    """The shortest distance between them; null where the attacker sends none."""
    visible: tuple[str, ...] | None
    """The target units that every attacker sees; null: all."""
    cover: tuple[OpenForcesCover, ...]
    """The surroundings that protect the target."""


@dataclass(frozen=True, slots=True)
class AnswerDeclaration(Question[DefenderSays]):
    """OF-24, OF-35: whether the defender accepts what the attacker declares, and which cover it sees."""

    attack: DeclareAttack
    declared: Target

    def options(self) -> Iterator[DefenderSays]:
        """To accept first; a cover of the defender's own is accepted too."""
        yield DefenderSays(accepted=True)
        yield DefenderSays(accepted=False)

    def check(self, choice: DefenderSays) -> None:
        if choice.cover is None:
            return
        if not choice.accepted:
            raise IllegalChoice("cover-of-objection", "OF-35")
        raise_all(self.attack.refusals(replace(self.declared, cover=choice.cover)))

    def context(self) -> DeclarationContext:
        told = self.declared
        return DeclarationContext(self.attack.group, told.target or "", told.distance, told.visible, told.cover)


def can_attack(state: OpenForcesState, group: OpenForcesGroup) -> bool:
    """OF-20, OF-29: whether the group's mode has an attack value."""
    return mode_of(state, group).atk is not None


def any_can_attack(state: OpenForcesState) -> bool:
    """OF-38: whether any group on the field has a mode that can attack."""
    return any(mode.atk is not None for group in state.groups for mode in card_of(state, group).modes)
