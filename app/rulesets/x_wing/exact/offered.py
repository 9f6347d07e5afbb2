"""What may be used in a window about modifying dice, found out once for all dice that make no difference to it."""

from collections.abc import Hashable

from app.rulesets.x_wing.attack.conditions import CHECKS, conditions_of, looks_at_dice
from app.rulesets.x_wing.attack.state import Battle, InForce, State
from app.rulesets.x_wing.attack.uses import Offer, offers_in
from app.rulesets.x_wing.effects import RESULT_ATOMS, Atom
from app.rulesets.x_wing.exact.moves import Kind, Offers
from app.rulesets.x_wing.exact.order import may_wait
from app.rulesets.x_wing.exact.places import Place
from app.rulesets.x_wing.exact.tallies import as_fresh, dice_of
from app.rulesets.x_wing.terms import ENEMY_WINDOW, OWN_WINDOW, POOL_OF, Pool, Window

Dice = tuple[int, int]
"""The tallies of both pools, without what was rerolled; 0 for a pool that nothing looks at."""


class Offered:
    """The offers of every window of one attack."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self._offers: dict[tuple[int, Hashable], Offers] = {}
        self._shown: dict[tuple[Window, Dice], Hashable] = {}
        self._lists: dict[tuple[Kind, ...], Offers] = {}
        self._kinds: dict[tuple[Offer, Window], Kind] = {}
        self._looks = {
            window: [any(looks_at_dice(held, pool) for held in self._held_about(window)) for pool in Pool]
            for window in POOL_OF
        }

    def at(self, place: Place, window: Window, rest: State, *, is_settled: bool) -> Offers:
        """What the player of a window may use at a place with this rest."""
        looks = self._looks[window]
        dice = as_fresh(place.attack) if looks[0] else 0, as_fresh(place.defense) if looks[1] else 0
        shown = self._shown.get((window, dice))
        if shown is None:
            shown = self._shown[window, dice] = self._shown_by(dice, with_dice(rest, *dice), window)
        found = self._offers.get((place.rest, shown))
        if found is None:
            state = with_dice(rest, *dice)
            found = self._offers[place.rest, shown] = self._offers_in(state, window, is_settled=is_settled)
        return found

    def _shown_by(self, dice: Dice, state: State, window: Window) -> Hashable:
        """What of the dice matters for what may be used: which conditions about results hold, or all of them."""
        asked = [(one, held) for held in self._held_about(window) for one in conditions_of(held)]
        if any(one.that is Atom.GUESSED for one, _ in asked):
            return dice
        return tuple(
            [CHECKS[one.that](one, held, self.battle, state) for one, held in asked if one.that in RESULT_ATOMS]
        )

    def _held_about(self, window: Window) -> list[InForce]:
        """The effects that decide what may be used in a window."""
        pool = POOL_OF[window]
        return [*self.battle.of(OWN_WINDOW[pool]), *self.battle.of(ENEMY_WINDOW[pool])]

    def _offers_in(self, state: State, window: Window, *, is_settled: bool) -> Offers:
        kinds = tuple(
            [
                self._kind(offer, window)
                for offer in offers_in(self.battle, state, window)
                if not is_settled or may_wait(offer)
            ]
        )
        return self._lists.setdefault(kinds, Offers(len(self._lists), kinds))

    def _kind(self, offer: Offer, window: Window) -> Kind:
        found = self._kinds.get((offer, window))
        if found is None:
            found = self._kinds[offer, window] = Kind(len(self._kinds), offer, window)
        return found


def with_dice(rest: State, attack: int, defense: int) -> State:
    """A state with this rest and dice with these tallies."""
    return rest._replace(attack_dice=dice_of(attack, Pool.ATTACK), defense_dice=dice_of(defense, Pool.DEFENSE))
