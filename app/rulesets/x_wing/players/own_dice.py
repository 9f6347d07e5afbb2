"""How automatic players decide about their own dice by habit, and the choice that carries out a decision."""

from app.rulesets.x_wing.attack.use_names import DONE, LOCK
from app.rulesets.x_wing.attack.window_questions import ModifyAttackDice, ModifyDefenseDice, XWingUse
from app.rulesets.x_wing.effects import Op
from app.rulesets.x_wing.players.conversions import best_stop
from app.rulesets.x_wing.players.position import BLANKS, FOCUSES, NextUse, Position, as_many_dice, is_usable
from app.rulesets.x_wing.players.position_of_state import position_of
from app.rulesets.x_wing.terms import FACES_OF, OWN_WINDOW


def is_about_own_dice(question: ModifyAttackDice | ModifyDefenseDice) -> bool:
    """Whether the question is about the player's own dice."""
    return question.window is OWN_WINDOW[question.uses[0].pool]


def position_for(question: ModifyAttackDice | ModifyDefenseDice) -> Position:
    """The position of the player who is asked."""
    return position_of(question.battle, question.state, question.uses[0].pool)


def habitual_use(position: Position) -> NextUse:
    """The next use by habit: mandatory abilities, free rerolls of blanks, the lock, then conversions."""
    for ability in position.abilities:
        is_free_reroll = (
            ability.op is Op.REROLL and not ability.is_paid and position.fresh[BLANKS] > 0 and BLANKS in ability.faces
        )
        if not is_usable(position, ability) or not (ability.is_mandatory or is_free_reroll):
            continue
        if ability.is_mandatory or ability.exactly:
            return NextUse(ability.name, as_many_dice(position, ability))
        return NextUse(ability.name, (min(position.fresh[BLANKS], ability.most), *[0] * (len(position.fresh) - 1)))
    spendable = position.spendable
    focuses = position.fresh[FOCUSES] + position.fixed[FOCUSES]
    convertible = focuses if spendable.focus else min(focuses, spendable.calculate + spendable.force)
    stuck = min(position.fresh[FOCUSES], focuses - convertible)
    if spendable.lock and position.goal is None and position.fresh[BLANKS] + stuck:
        return NextUse(LOCK, (position.fresh[BLANKS], stuck, *[0] * (len(position.fresh) - 2)))
    totals = tuple([a + b for a, b in zip(position.fresh, position.fixed, strict=True)])
    return best_stop(totals, spendable, position.abilities, position.goal)[1]


def choice_for(question: ModifyAttackDice | ModifyDefenseDice, next_use: NextUse) -> XWingUse:
    """The choice that carries out `next_use`; of dice with the same face, those rerolled before are taken first."""
    use = next((use for use in question.uses if use.name == next_use.use), None)
    if use is None:
        return XWingUse(DONE) if question.may_stop() else next(question.options())
    if not use.takes_dice:
        return XWingUse(use.name)
    dice = question.state.dice(use.pool)
    by_use = sorted(use.places, key=lambda place: not dice[place].rerolled)
    places: list[int] = []
    for face, count in zip(FACES_OF[use.pool], next_use.dice, strict=True):
        places += [place for place in by_use if dice[place].face is face][:count]
    return XWingUse(use.name, tuple(sorted(places)))
