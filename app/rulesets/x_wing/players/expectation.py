"""How many results the owner of a pool expects, now and after a reroll."""

from fractions import Fraction

from app.rulesets.x_wing.attack.state import Battle, State
from app.rulesets.x_wing.attack.window_questions import (
    ModifyAttackDice,
    ModifyDefenseDice,
    UseAbility,
    XWingUse,
    dice_of_choice,
)
from app.rulesets.x_wing.players.position import add_counts, number_of_throws, scale_of, subtract_counts, throws_of
from app.rulesets.x_wing.players.position_of_state import position_of
from app.rulesets.x_wing.players.search import Search
from app.rulesets.x_wing.terms import FACES_OF, Pool

WEIGHT_OF_A_CHOICE = 10
"""The work of judging one set of dice, in units of the search's budget."""


def expected_value(battle: Battle, state: State, pool: Pool, search: Search) -> Fraction:
    """What the owner of a pool expects: hits and crits of attack dice, minus the remaining results of defense dice."""
    position = position_of(battle, state, pool)
    return Fraction(search.expected(position)[0], 8 ** scale_of(position))


def expected_after_reroll(
    question: ModifyAttackDice | ModifyDefenseDice | UseAbility, choice: XWingUse, search: Search
) -> Fraction:
    """What the owner of the dice expects after a reroll; dice may be rerolled again if it is not counted as one."""
    search.budget.take(WEIGHT_OF_A_CHOICE)
    use = next(use for use in question.uses if use.name == choice.use)
    places, dice, faces = dice_of_choice(use, choice), question.state.dice(use.pool), FACES_OF[use.pool]
    shown = [(dice[place].face, dice[place].rerolled) for place in places]
    fresh, fixed = (tuple([shown.count((face, was)) for face in faces]) for was in (False, True))
    position = position_of(question.battle, question.state, use.pool)
    rest = position._replace(fresh=subtract_counts(position.fresh, fresh), fixed=subtract_counts(position.fixed, fixed))
    again = 0 if use.counts_as_reroll else sum(fresh)
    if not search.budget.take(number_of_throws(len(faces), again)):
        return Fraction(0)
    total = sum(
        ways * search.rerolled(rest._replace(fresh=add_counts(rest.fresh, thrown)), len(places) - again)
        for thrown, ways in throws_of(len(faces), again)
    )
    return Fraction(total, 8 ** (scale_of(rest) + again + len(places)))
