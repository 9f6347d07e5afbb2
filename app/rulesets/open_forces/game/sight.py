"""Who sees whom where a group would stand: asked of many places, so what is quick is looked at first."""

from dataclasses import replace

from app.rulesets.open_forces.game.battlefield import place_of, sight_blockers
from app.rulesets.open_forces.game.model import OpenForcesGroup, OpenForcesState
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.setup import Points
from app.rulesets.open_forces.game.shapes import Shaped, Shapes, first_cut, is_seen, near, sides

EFFORT = 40_000
"""How many lines are held against shapes at most for each thing that a player may want."""


class Effort:
    """What the search for one thing may still cost, so that a large battlefield holds up nobody."""

    def __init__(self) -> None:
        self._left = EFFORT

    def renew(self) -> None:
        """Begin to look for the next thing."""
        self._left = EFFORT

    def allows(self, lines: int) -> bool:
        """Whether so many lines may still be held against shapes."""
        self._left -= lines
        return self._left > 0


class Sight:
    """What a group sees of the enemy groups, and they of it, where it would stand.

    Units of the two groups themselves hide nothing here, as without `same_group_blocks_los`. Where it costs too much to
    look, an enemy group counts as hidden, and the group itself as seen.
    """

    def __init__(
        self, state: OpenForcesState, rules: OpenForcesGameOptions, mover: OpenForcesGroup, effort: Effort
    ) -> None:
        self._state, self._mover, self._effort = state, mover, effort
        self._blocks_itself = rules.same_group_blocks_los
        self._rules = replace(rules, same_group_blocks_los=False)
        self._shapes: dict[tuple[str, str], Shapes] = {}
        self._hid: dict[str, tuple[int, int, Shaped]] = {}

    def is_hidden(self, places: Points, enemy: OpenForcesGroup) -> bool:
        """OF-24: whether something hides one of the enemy units from one of the places.

        What hid one last, with the numbers of both units, is tried first: it often does again.
        """
        if self._blocks_itself:
            return False  # what the units of the group hide themselves is seen when the attack is looked at
        targets = [place_of(unit) for unit in enemy.units]
        if enemy.id in self._hid:
            n, m, shape = self._hid[enemy.id]
            if first_cut(places[n], targets[m], [shape]):
                return True
        shapes = self._between(self._mover, enemy, places)
        for n, at in enumerate(places):
            for m, target in enumerate(targets):
                if not self._effort.allows(1 + sides(shapes)):
                    return True
                if met := first_cut(at, target, shapes):
                    self._hid[enemy.id] = n, m, met
                    return True
        return False

    def is_seen(self, places: Points, enemy: OpenForcesGroup) -> bool:
        """Whether all units of an enemy group see one and the same of the places."""
        eyes = [place_of(unit) for unit in enemy.units]
        shapes = self._between(enemy, self._mover, places)
        for at in places:
            if not self._effort.allows(len(eyes) * (1 + sides(shapes))) or is_seen(at, eyes, shapes):
                return True
        return False

    def lines(self, places: Points, enemy: OpenForcesGroup) -> int:
        """How many lines are held against shapes to find what the group sees of an enemy group."""
        return len(places) * len(enemy.units) * (1 + sides(self._between(self._mover, enemy, places)))

    def _between(self, attacker: OpenForcesGroup, target: OpenForcesGroup, places: Points) -> Shapes:
        """OF-25: what may hide the target from the attacker, with the moving group in these places."""
        between, enemy = (attacker.id, target.id), target if attacker is self._mover else attacker
        if between not in self._shapes:
            self._shapes[between] = sight_blockers(self._state, attacker, target, self._rules)
        return near(self._shapes[between], [*places, *(place_of(unit) for unit in enemy.units)])
