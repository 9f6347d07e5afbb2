"""Automatic players: `exact` expects the most it can, `simple` follows habit, `none` spends nothing."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

from app.domain.record import By, Role
from app.domain.ruleset import Policy
from app.domain.table import Question
from app.rulesets.x_wing.attack.counts import dice_to_roll
from app.rulesets.x_wing.attack.neutralize import count_faces, neutralizing_of
from app.rulesets.x_wing.attack.questions import (
    ModifyAttackDice,
    ModifyDefenseDice,
    UseAbility,
    XWingUse,
    dice_of_choice,
)
from app.rulesets.x_wing.attack.state import Battle, InForce, State, owner_of
from app.rulesets.x_wing.attack.uses import (
    DONE,
    FACES_OF,
    LOCK,
    OWN_WINDOW,
    Use,
    usage_key,
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
from app.rulesets.x_wing.players.plans import position_of
from app.rulesets.x_wing.players.position import (
    NextUse,
    Position,
    add_counts,
    as_many_dice,
    best_stop,
    is_usable,
    number_of_throws,
    scale_of,
    subtract_counts,
    throws_of,
)
from app.rulesets.x_wing.players.search import Budget, ChooseNextUse, Search, best_use, only_mandatory

BUDGET_OF_A_SEARCH = 60_000
"""How much may be weighed for one question in play, and for all questions in odds: so both decide alike."""

WEIGHT_OF_A_CHOICE = 10
"""What it weighs to look at one set of dice."""

MOST_WEIGHED = 12
"""Of more dice of the enemy only one set is weighed."""


def expected_value(battle: Battle, state: State, pool: Pool, search: Search) -> Fraction:
    """What the owner of a pool expects of it: hits and crits, or minus the results that remain."""
    position = position_of(battle, state, pool)
    return Fraction(search.expected(position)[0], 8 ** scale_of(position))


def choose_exactly(question: Question[object], search: Search) -> object:
    """An exact expectimax over the window (own dice), or over what it does to the enemy's (theirs)."""
    if isinstance(question, ModifyAttackDice | ModifyDefenseDice):
        if is_about_own_dice(question):
            return choice_for(question, best_use(position_for(question), search))
        return choose_for_enemy_dice(question, search)
    return choose_ability(question, search)


def choose_by_habit(question: Question[object], search: Search) -> object:
    """Habit: with a lock, all blanks and the focus results that cannot be converted; then convert."""
    if isinstance(question, ModifyAttackDice | ModifyDefenseDice):
        return (
            choice_for(question, habitual_use(position_for(question)))
            if is_about_own_dice(question)
            else choose_for_enemy_dice(question, search)
        )
    return choose_ability(question, search)


def choose_nothing(question: Question[object], search: Search) -> object:
    """Spends nothing; what is mandatory is done."""
    if isinstance(question, ModifyAttackDice | ModifyDefenseDice | UseAbility):
        if question.may_stop():
            return XWingUse(DONE)
        if not isinstance(question, UseAbility) and is_about_own_dice(question):
            next_use = only_mandatory(position_for(question), search)
            if next_use.use != DONE:
                return choice_for(question, next_use)
        mandatory = next(use for use in question.uses if not use.optional)
        return next(option for option in question.options() if option.use == mandatory.name)
    return next(question.options())


def is_about_own_dice(question: ModifyAttackDice | ModifyDefenseDice) -> bool:
    """Whether a player modifies the own dice."""
    return question.window is OWN_WINDOW[question.uses[0].pool]


def position_for(question: ModifyAttackDice | ModifyDefenseDice) -> Position:
    """What the player has to work with."""
    return position_of(question.battle, question.state, question.uses[0].pool)


def habitual_use(position: Position) -> NextUse:
    """The next thing of habit: what must be done, free rerolls of blanks, the lock, then conversions."""
    for ability in position.abilities:
        is_free_reroll = (
            ability.op is Op.REROLL and not ability.is_paid and position.fresh[0] > 0 and 0 in ability.faces
        )
        if not is_usable(position, ability) or not (ability.is_mandatory or is_free_reroll):
            continue
        if ability.is_mandatory or ability.exactly:
            return NextUse(ability.name, as_many_dice(position, ability))
        return NextUse(ability.name, (min(position.fresh[0], ability.most), *[0] * (len(position.fresh) - 1)))
    spendable = position.spendable
    focuses = position.fresh[1] + position.fixed[1]
    convertible = focuses if spendable.focus else min(focuses, spendable.calculate + spendable.force)
    stuck = min(position.fresh[1], focuses - convertible)
    if spendable.lock and position.goal is None and position.fresh[0] + stuck:
        return NextUse(LOCK, (position.fresh[0], stuck, *[0] * (len(position.fresh) - 2)))
    totals = tuple([a + b for a, b in zip(position.fresh, position.fixed, strict=True)])
    return best_stop(totals, spendable, position.abilities, position.goal)[1]


def choice_for(question: ModifyAttackDice | ModifyDefenseDice, next_use: NextUse) -> XWingUse:
    """The choice that carries out an act, on dice that show the faces, those that were rerolled first."""
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


def choose_for_enemy_dice(question: ModifyAttackDice | ModifyDefenseDice, search: Search) -> XWingUse:
    """The enemy's dice: rerolls that lower what the enemy expects, then free changes, always."""
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


def expected_after_reroll(
    question: ModifyAttackDice | ModifyDefenseDice | UseAbility, choice: XWingUse, search: Search
) -> Fraction:
    """What the owner of the dice expects after a reroll; dice that it does not count for may be rerolled again."""
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


def _pays_off(question: ModifyAttackDice | ModifyDefenseDice, use: Use, search: Search) -> bool:
    """Whether a paid change lowers what the enemy expects."""
    if use.op is not Op.CHANGE or use.to is None:
        return False
    dice = list(question.state.dice(use.pool))
    for place in use.places[::-1][: use.most]:
        die = dice[place]
        dice[place] = type(die)(use.to, die.rolled, die.rerolled, die.canceled)
    changed = question.state.with_dice(use.pool, tuple(dice))
    before = expected_value(question.battle, question.state, use.pool, search)
    return expected_value(question.battle, changed, use.pool, search) < before


def choose_ability(question: Question[object], search: Search) -> object:
    """Outside the windows for dice: what is free and good is used, the rest declined; orders as listed."""
    if not isinstance(question, UseAbility):
        return next(question.options())
    for use in question.uses:
        if not use.optional or is_worth_it(question, use, search):
            return next(option for option in question.options() if option.use == use.name)
    return XWingUse(DONE)


def is_worth_it(question: UseAbility, use: Use, search: Search) -> bool:
    """Whether `exact` uses an ability, by window."""
    battle, state, window = question.battle, question.state, question.window
    if window is Window.BEFORE_NEUTRALIZE:
        return is_worth_canceling(question, use)
    if window is Window.BEFORE_DAMAGE:
        ship = state.defender
        return ship.shields.active == 0 and len(ship.damage_cards) + 1 == ship.hull
    if window in COUNTING_WINDOWS and use.held is not None:
        return improves_count(question, use, use.held)
    if use.cost:
        return False
    if use.op is Op.REROLL:
        choice = next(option for option in question.options() if option.use == use.name)
        after, now = expected_after_reroll(question, choice, search), expected_value(battle, state, use.pool, search)
        return after > now if owner_of(use.pool) is question.role else after < now
    return window is Window.AFTER_DECLARED and use.op is not Op.SKIP_DICE


def improves_count(question: UseAbility, use: Use, held: InForce) -> bool:
    """XW-24: whether one's own dice become no fewer and the enemy's no more; for what a friend pays, it must help."""
    battle, state, pool = question.battle, question.state, COUNTING_WINDOWS[question.window]
    used = state._replace(used=(*state.used, usage_key(question.window, held.role, use.name)))
    more = dice_to_roll(battle, used, pool) - dice_to_roll(battle, state, pool)
    gain = more if owner_of(pool) is held.role else -more
    return gain > 0 and held.is_paid_elsewhere if use.cost else gain >= 0


def is_worth_canceling(question: UseAbility, use: Use) -> bool:
    """XW-47: whether canceling changes how many results remain; nobody suffers damage for it unasked."""
    if use.op is not Op.CANCEL_RESULT or any(part.kind in SUFFERING for part in use.cost):
        return False
    battle, state = question.battle, question.state
    choice = next(option for option in question.options() if option.use == use.name)
    before = remaining_results(battle, state)
    dice = list(state.dice(use.pool))
    for place in choice.dice if choice.dice is not None else use.places:
        die = dice[place]
        dice[place] = type(die)(die.face, die.rolled, die.rerolled, True)
    after = remaining_results(battle, state.with_dice(use.pool, tuple(dice)))
    return after > before if question.role is Role.ATTACKER else after < before


def remaining_results(battle: Battle, state: State) -> int:
    """How many results would remain uncanceled."""
    hits, crits = count_faces(state.attack_dice, Face.HIT), count_faces(state.attack_dice, Face.CRIT)
    return neutralizing_of(battle, state).left(hits, crits, count_faces(state.defense_dice, Face.EVADE))


@dataclass(frozen=True)
class AutomaticPlayer:
    """A policy: how it decides, and what it does with its own dice as far as a plan tells it all."""

    decide: Callable[[Question[object], Search], object]
    choose_next_use: ChooseNextUse

    def __call__(self, question: Question[object], _by: By) -> object:
        """The choice in play, by habit where there is too much to weigh."""
        search = Search(Budget(BUDGET_OF_A_SEARCH))
        choice = self.decide(question, search)
        if not search.budget.is_spent:
            return choice
        if isinstance(question, ModifyAttackDice | ModifyDefenseDice) and is_about_own_dice(question):
            return choice_for(question, habitual_use(position_for(question)))
        return choose_nothing(question, search)


POLICIES: dict[str, Policy] = {
    "exact": AutomaticPlayer(choose_exactly, best_use),
    "simple": AutomaticPlayer(choose_by_habit, lambda position, _search: habitual_use(position)),
    "none": AutomaticPlayer(choose_nothing, only_mandatory),
}
