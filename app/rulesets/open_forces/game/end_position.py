"""Where a group would stand after a movement, and what follows from it there."""

from dataclasses import dataclass
from functools import cached_property

from app.rulesets.open_forces.game.battlefield import covers_of, distance_between, seen_by_all
from app.rulesets.open_forces.game.model import OpenForcesGroup, OpenForcesState, Target
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.state import are_friends, group_at, mode_of
from app.rulesets.open_forces.game.targets import DeclareAttack, can_attack
from app.rulesets.open_forces.rules import bonus_of


@dataclass(frozen=True)
class EndPosition:
    """Where a group would stand after a movement, and what follows from it there."""

    state: OpenForcesState
    rules: OpenForcesGameOptions
    group: str

    @property
    def mover(self) -> OpenForcesGroup:
        """The group, where it would stand."""
        return group_at(self.state, self.group)

    @cached_property
    def distances(self) -> dict[str, int]:
        """The distance to each enemy group, in units of length, the nearest first."""
        found = {enemy.id: distance_between(self.state, self.mover, enemy) for enemy in enemies(self.state, self.mover)}
        return dict(sorted(found.items(), key=lambda pair: pair[1]))

    def targets(self) -> tuple[str, ...]:
        """The enemy groups that the group could attack."""
        asked, rng = DeclareAttack(self.state, self.rules, self.group), mode_of(self.state, self.mover).rng
        if not can_attack(self.state, self.mover):
            return ()
        within = [enemy for enemy, distance in self.distances.items() if rng is None or distance <= rng]
        return tuple(enemy for enemy in within if asked.refusal(Target(enemy)) is None)

    def cover(self) -> int:
        """OF-35, OF-36: what the covers of the group would add to its DEF."""
        return bonus_of(covers_of(self.state, self.mover), len(self.mover.units), self.rules)

    def seen_by(self) -> tuple[str, ...]:
        """The enemy groups all of whose units see one and the same unit of the group."""
        return tuple(enemy.id for enemy in enemies(self.state, self.mover) if self.is_seen_by(enemy))

    def is_seen_by(self, enemy: OpenForcesGroup) -> bool:
        """Whether all units of an enemy group see one and the same unit of the group."""
        return bool(seen_by_all(self.state, enemy, self.mover, self.rules))


def enemies(state: OpenForcesState, group: OpenForcesGroup) -> list[OpenForcesGroup]:
    """The groups of other sides."""
    return [other for other in state.groups if not are_friends(state, group.seat, other.seat)]
