"""How automatic players decide about the enemy's dice."""

from itertools import combinations_with_replacement

from app.rulesets.x_wing.attack.use_names import DONE
from app.rulesets.x_wing.attack.uses import Use
from app.rulesets.x_wing.attack.window_questions import ModifyAttackDice, ModifyDefenseDice, XWingUse
from app.rulesets.x_wing.effects import Op
from app.rulesets.x_wing.outcome import Dice
from app.rulesets.x_wing.players.expectation import expected_after_reroll, expected_value
from app.rulesets.x_wing.players.search import Search
from app.rulesets.x_wing.terms import Face

MOST_WEIGHED = 12
"""The largest number of the enemy's dice for which every choice is compared; for more, one choice is."""


def choose_for_enemy_dice(question: ModifyAttackDice | ModifyDefenseDice, search: Search) -> XWingUse:
    """Reroll the enemy's dice if that lowers what the enemy expects; then make changes that are free or lower it."""
    found = [choice for use in question.uses if use.op is Op.REROLL for choice in _reroll_choices(question, use)]
    if found:
        expected = [expected_after_reroll(question, choice, search) for choice in found]
        least = min(expected)
        if least < expected_value(question.battle, question.state, question.uses[0].pool, search):
            return found[expected.index(least)]
    for use in question.uses:
        if use.op is not Op.REROLL and (not use.cost or _pays_off(question, use, search)):
            if not use.takes_dice:
                return XWingUse(use.name)
            return XWingUse(use.name, tuple(sorted(use.places[::-1][: use.most])))
    if question.may_stop():
        return XWingUse(DONE)
    return next(question.options())


def _reroll_choices(question: ModifyAttackDice | ModifyDefenseDice, use: Use) -> list[XWingUse]:
    """One choice for each set of faces that can be rerolled."""
    if not use.takes_dice:
        return [XWingUse(use.name)]
    if len(use.places) > MOST_WEIGHED:
        return [next(option for option in question.options() if option.use == use.name)]
    dice, found = question.state.dice(use.pool), []
    shown = list(dict.fromkeys(dice[place].face for place in use.places))
    for count in range(use.least, use.most + 1):
        for faces in combinations_with_replacement(shown, count):
            places = _showing(use.places, dice, faces)
            if len(places) == count:
                found.append(XWingUse(use.name, places))
    return found


def _showing(places: tuple[int, ...], dice: Dice, faces: tuple[Face, ...]) -> tuple[int, ...]:
    left, found = list(faces), []
    for place in places:
        if dice[place].face in left:
            left.remove(dice[place].face)
            found.append(place)
    return tuple(sorted(found))


def _pays_off(question: ModifyAttackDice | ModifyDefenseDice, use: Use, search: Search) -> bool:
    """Whether a change that has a cost lowers what the enemy expects."""
    if use.op is not Op.CHANGE or use.to is None:
        return False
    dice = list(question.state.dice(use.pool))
    for place in use.places[::-1][: use.most]:
        die = dice[place]
        dice[place] = type(die)(use.to, die.rolled, die.rerolled, die.canceled)
    changed = question.state.with_dice(use.pool, tuple(dice))
    before = expected_value(question.battle, question.state, use.pool, search)
    return expected_value(question.battle, changed, use.pool, search) < before
