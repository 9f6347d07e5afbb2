"""Automatic players: `exact` expects the most it can, `simple` follows habit, `none` spends nothing."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

from app.domain.record import By, Role
from app.domain.ruleset import Policy
from app.domain.table import Question
from app.rulesets.x_wing.attack.counts import dice_to_roll
from app.rulesets.x_wing.attack.neutralize import count_faces, neutralizing
from app.rulesets.x_wing.attack.questions import ModifyAttackDice, ModifyDefenseDice, UseAbility, XWingUse, dice_of
from app.rulesets.x_wing.attack.state import Battle, InForce, State, owner_of
from app.rulesets.x_wing.attack.uses import (
    DONE,
    FACES,
    LOCK,
    OWN_WINDOW,
    Use,
    mark,
)
from app.rulesets.x_wing.effects import (
    COUNTING_WINDOWS,
    SUFFERING,
    Face,
    Op,
    Pool,
    Window,
)
from app.rulesets.x_wing.model import Dice
from app.rulesets.x_wing.players.plans import plan_of
from app.rulesets.x_wing.players.position import (
    Act,
    Plan,
    as_many,
    is_open,
    minus,
    number_of_throws,
    plus,
    scale,
    stop,
    throws,
)
from app.rulesets.x_wing.players.search import Means, Mind, Planner, best_act, nothing

MEANS_OF_A_MIND = 60_000
"""How much may be weighed for one question in play, and for all questions in odds: so both decide alike."""

WEIGHT_OF_A_CHOICE = 10
"""What it weighs to look at one set of dice."""

MOST_WEIGHED = 12
"""Of more dice of the enemy only one set is weighed."""


def value(battle: Battle, state: State, pool: Pool, mind: Mind) -> Fraction:
    """What the owner of a pool expects of it: hits and crits, or minus the results that remain."""
    plan = plan_of(battle, state, pool)
    return Fraction(mind.expected(plan)[0], 8 ** scale(plan))


def exact(question: Question[object], mind: Mind) -> object:
    """An exact expectimax over the window (own dice), or over what it does to the enemy's (theirs)."""
    if isinstance(question, ModifyAttackDice | ModifyDefenseDice):
        if is_about_own(question):
            return use_for(question, best_act(plan_for(question), mind))
        return against(question, mind)
    return ability(question, mind)


def simple(question: Question[object], mind: Mind) -> object:
    """Habit: with a lock, all blanks and the focus results that cannot be converted; then convert."""
    if isinstance(question, ModifyAttackDice | ModifyDefenseDice):
        return use_for(question, habit(plan_for(question))) if is_about_own(question) else against(question, mind)
    return ability(question, mind)


def none(question: Question[object], mind: Mind) -> object:
    """Spends nothing; what is mandatory is done."""
    if isinstance(question, ModifyAttackDice | ModifyDefenseDice | UseAbility):
        if question.may_stop():
            return XWingUse(DONE)
        if not isinstance(question, UseAbility) and is_about_own(question):
            act = nothing(plan_for(question), mind)
            if act.use != DONE:
                return use_for(question, act)
        mandatory = next(use for use in question.uses if not use.optional)
        return next(option for option in question.options() if option.use == mandatory.name)
    return next(question.options())


def is_about_own(question: ModifyAttackDice | ModifyDefenseDice) -> bool:
    """Whether a player modifies the own dice."""
    return question.window is OWN_WINDOW[question.uses[0].pool]


def plan_for(question: ModifyAttackDice | ModifyDefenseDice) -> Plan:
    """What the player has to work with."""
    return plan_of(question.battle, question.state, question.uses[0].pool)


def habit(plan: Plan) -> Act:
    """The next thing of habit: what must be done, free rerolls of blanks, the lock, then conversions."""
    for move in plan.moves:
        is_free_reroll = move.op is Op.REROLL and not move.is_paid and plan.fresh[0] > 0 and 0 in move.faces
        if not is_open(plan, move) or not (move.is_mandatory or is_free_reroll):
            continue
        if move.is_mandatory or move.exactly:
            return Act(move.name, as_many(plan, move))
        return Act(move.name, (min(plan.fresh[0], move.most), *[0] * (len(plan.fresh) - 1)))
    tokens = plan.tokens
    focuses = plan.fresh[1] + plan.fixed[1]
    convertible = focuses if tokens.focus else min(focuses, tokens.calculate + tokens.force)
    stuck = min(plan.fresh[1], focuses - convertible)
    if tokens.lock and plan.goal is None and plan.fresh[0] + stuck:
        return Act(LOCK, (plan.fresh[0], stuck, *[0] * (len(plan.fresh) - 2)))
    totals = tuple([a + b for a, b in zip(plan.fresh, plan.fixed, strict=True)])
    return stop(totals, tokens, plan.moves, plan.goal)[1]


def use_for(question: ModifyAttackDice | ModifyDefenseDice, act: Act) -> XWingUse:
    """The choice that carries out an act, on dice that show the faces, those that were rerolled first."""
    use = next((use for use in question.uses if use.name == act.use), None)
    if use is None:
        return XWingUse(DONE) if question.may_stop() else next(question.options())
    if not use.takes_dice:
        return XWingUse(use.name)
    dice = question.state.dice(use.pool)
    by_use = sorted(use.places, key=lambda place: not dice[place].rerolled)
    places: list[int] = []
    for face, count in zip(FACES[use.pool], act.dice, strict=True):
        places += [place for place in by_use if dice[place].face is face][:count]
    return XWingUse(use.name, tuple(sorted(places)))


def against(question: ModifyAttackDice | ModifyDefenseDice, mind: Mind) -> XWingUse:
    """The enemy's dice: rerolls that lower what the enemy expects, then free changes, always."""
    found = [choice for use in question.uses if use.op is Op.REROLL for choice in _reroll_choices(question, use)]
    if found:
        expected = [after_reroll(question, choice, mind) for choice in found]
        least = min(expected)
        if least < value(question.battle, question.state, question.uses[0].pool, mind):
            return found[expected.index(least)]
    for use in question.uses:
        if use.op is not Op.REROLL and (not use.cost or _pays_off(question, use, mind)):
            if not use.takes_dice:
                return XWingUse(use.name)
            return XWingUse(use.name, tuple(sorted(use.places[::-1][: use.most])))
    if question.may_stop():
        return XWingUse(DONE)
    return next(question.options())


def _reroll_choices(question: ModifyAttackDice | ModifyDefenseDice, use: Use) -> list[XWingUse]:
    """Each set of faces once."""
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


def after_reroll(question: ModifyAttackDice | ModifyDefenseDice | UseAbility, choice: XWingUse, mind: Mind) -> Fraction:
    """What the owner of the dice expects after a reroll; dice that it does not count for may be rerolled again."""
    mind.means.take(WEIGHT_OF_A_CHOICE)
    use = next(use for use in question.uses if use.name == choice.use)
    places, dice, faces = dice_of(use, choice), question.state.dice(use.pool), FACES[use.pool]
    shown = [(dice[place].face, dice[place].rerolled) for place in places]
    fresh, fixed = (tuple([shown.count((face, was)) for face in faces]) for was in (False, True))
    plan = plan_of(question.battle, question.state, use.pool)
    rest = plan._replace(fresh=minus(plan.fresh, fresh), fixed=minus(plan.fixed, fixed))
    again = 0 if use.counts_as_reroll else sum(fresh)
    if not mind.means.take(number_of_throws(len(faces), again)):
        return Fraction(0)
    total = sum(
        ways * mind.rerolled(rest._replace(fresh=plus(rest.fresh, thrown)), len(places) - again)
        for thrown, ways in throws(len(faces), again)
    )
    return Fraction(total, 8 ** (scale(rest) + again + len(places)))


def _pays_off(question: ModifyAttackDice | ModifyDefenseDice, use: Use, mind: Mind) -> bool:
    """Whether a paid change lowers what the enemy expects."""
    if use.op is not Op.CHANGE or use.to is None:
        return False
    dice = list(question.state.dice(use.pool))
    for place in use.places[::-1][: use.most]:
        die = dice[place]
        dice[place] = type(die)(use.to, die.rolled, die.rerolled, die.canceled)
    changed = question.state.with_dice(use.pool, tuple(dice))
    before = value(question.battle, question.state, use.pool, mind)
    return value(question.battle, changed, use.pool, mind) < before


def ability(question: Question[object], mind: Mind) -> object:
    """Outside the windows for dice: what is free and good is used, the rest declined; orders as listed."""
    if not isinstance(question, UseAbility):
        return next(question.options())
    for use in question.uses:
        if not use.optional or is_worth_it(question, use, mind):
            return next(option for option in question.options() if option.use == use.name)
    return XWingUse(DONE)


def is_worth_it(question: UseAbility, use: Use, mind: Mind) -> bool:
    """Whether `exact` uses an ability, by window."""
    battle, state, window = question.battle, question.state, question.window
    if window is Window.BEFORE_NEUTRALIZE:
        return cancels_well(question, use)
    if window is Window.BEFORE_DAMAGE:
        ship = state.defender
        return ship.shields.active == 0 and len(ship.damage_cards) + 1 == ship.hull
    if window in COUNTING_WINDOWS and use.held is not None:
        return counts_well(question, use, use.held)
    if use.cost:
        return False
    if use.op is Op.REROLL:
        choice = next(option for option in question.options() if option.use == use.name)
        after, now = after_reroll(question, choice, mind), value(battle, state, use.pool, mind)
        return after > now if owner_of(use.pool) is question.role else after < now
    return window is Window.AFTER_DECLARED and use.op is not Op.SKIP_DICE


def counts_well(question: UseAbility, use: Use, held: InForce) -> bool:
    """XW-24: whether one's own dice become no fewer and the enemy's no more; for what a friend pays, it must help."""
    battle, state, pool = question.battle, question.state, COUNTING_WINDOWS[question.window]
    used = state._replace(used=(*state.used, mark(question.window, held.role, use.name)))
    more = dice_to_roll(battle, used, pool) - dice_to_roll(battle, state, pool)
    gain = more if owner_of(pool) is held.role else -more
    return gain > 0 and held.is_paid_elsewhere if use.cost else gain >= 0


def cancels_well(question: UseAbility, use: Use) -> bool:
    """XW-47: whether canceling changes how many results remain; nobody suffers damage for it unasked."""
    if use.op is not Op.CANCEL_RESULT or any(part.kind in SUFFERING for part in use.cost):
        return False
    battle, state = question.battle, question.state
    choice = next(option for option in question.options() if option.use == use.name)
    before = remaining(battle, state)
    dice = list(state.dice(use.pool))
    for place in choice.dice if choice.dice is not None else use.places:
        die = dice[place]
        dice[place] = type(die)(die.face, die.rolled, die.rerolled, True)
    after = remaining(battle, state.with_dice(use.pool, tuple(dice)))
    return after > before if question.role is Role.ATTACKER else after < before


def remaining(battle: Battle, state: State) -> int:
    """How many results would remain uncanceled."""
    hits, crits = count_faces(state.attack_dice, Face.HIT), count_faces(state.attack_dice, Face.CRIT)
    return neutralizing(battle, state).left(hits, crits, count_faces(state.defense_dice, Face.EVADE))


@dataclass(frozen=True)
class Player:
    """A policy: how it decides, and what it does with its own dice as far as a plan tells it all."""

    decide: Callable[[Question[object], Mind], object]
    plan: Planner

    def __call__(self, question: Question[object], _by: By) -> object:
        """The choice in play, by habit where there is too much to weigh."""
        mind = Mind(Means(MEANS_OF_A_MIND))
        choice = self.decide(question, mind)
        if not mind.means.are_spent:
            return choice
        if isinstance(question, ModifyAttackDice | ModifyDefenseDice) and is_about_own(question):
            return use_for(question, habit(plan_for(question)))
        return none(question, mind)


POLICIES: dict[str, Policy] = {
    "exact": Player(exact, best_act),
    "simple": Player(simple, lambda plan, _mind: habit(plan)),
    "none": Player(none, nothing),
}
