"""The rules of the X-Wing attack in the order of the rules reference (1.4.5): its chapters, and how they are played.

XW-66 … XW-71, XW-76 and XW-77 are about the game around the attack: they stand in `game`.
"""

from dataclasses import dataclass, replace

from app.domain.record import Role
from app.domain.table import Exchanged, Table
from app.rulesets.x_wing.attack.aftermath import aftermath_queue
from app.rulesets.x_wing.attack.card_conditions import with_conditions, without_unmet
from app.rulesets.x_wing.attack.counts import roll_attack_dice, roll_defense_dice
from app.rulesets.x_wing.attack.damage import resolve_due
from app.rulesets.x_wing.attack.dealing import deal_damage, judge_ships, resolve_hit
from app.rulesets.x_wing.attack.deck import known_cards, without_cards
from app.rulesets.x_wing.attack.declare import declare_target
from app.rulesets.x_wing.attack.jamming import resolve_jammed
from app.rulesets.x_wing.attack.neutralize import neutralize_results
from app.rulesets.x_wing.attack.state import (
    ATTACKER,
    DEFENDER,
    Battle,
    InForce,
    State,
    battle_of,
    opening_state,
    opponent_of,
)
from app.rulesets.x_wing.attack.windows import Play, ability_window, modification_window, to_next_chapter
from app.rulesets.x_wing.cards.registry import card_of
from app.rulesets.x_wing.model import XWingAttack
from app.rulesets.x_wing.options import XWingOptions
from app.rulesets.x_wing.outcome import XWingAfter, XWingBonusOutcome, XWingOutcome
from app.rulesets.x_wing.terms import Window


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the attack, and the window for abilities that belongs to it."""

    play: Play
    window: Window | None = None
    is_always: bool = False
    """Whether the part has to be played even if no ability uses its window."""
    is_about_dice: bool = False
    """Whether the part is skipped together with the dice steps (XW-53)."""


def resolve_attack(situation: XWingAttack, options: XWingOptions, table: Table) -> XWingOutcome:
    """XW-1: declare target, attack dice, defense dice, neutralize results, deal damage, aftermath."""
    battle = battle_of(situation, options)
    return outcome_of(battle, play_to_end(battle, table, opening_state(battle)))


def play_to_end(battle: Battle, table: Table, state: State) -> State:
    """The state at the end of the attack that continues from `state`."""
    chapters = chapters_of(battle)
    while state.chapter < len(chapters):
        state = play_next(battle, chapters, state, table)
    return state


def play_next(battle: Battle, chapters: tuple[Chapter, ...], state: State, table: Table) -> State:
    """The state after the next damage events or jam token, the next use in the chapter, or the whole chapter."""
    if state.due:
        return resolve_due(battle, state, table)
    if state.jammed:
        return resolve_jammed(battle, state, table)
    chapter = chapters[state.chapter]
    if state.is_skipped and chapter.is_about_dice:
        return to_next_chapter(state)
    return chapter.play(battle, state, table)


def make_bonus_attack(battle: Battle, state: State, held: InForce, situation: XWingAttack, table: Table) -> State:
    """XW-64, XW-65: play a complete attack inside the first one, whose ships and players keep their roles.

    In a bonus attack of the defender, its player is the one who attacks (XW-28, XW-74).
    """
    inner_table = table if held.role is ATTACKER else Exchanged(table)
    if battle.others is not None:
        situation = settled_anew(battle, state, held.role, situation, inner_table)
    inner = battle_of(situation, battle.options, battle.depth + 1, card_of(held.effect.id).in_bonus)
    if battle.others is not None:
        inner = replace(inner, others={ATTACKER: (), DEFENDER: ()}, arms=battle.arms)
    start = with_decks(battle, state, held.role, opening_state(inner))
    paid = state.paid_by_friends if held.role is ATTACKER else exchanged(state.paid_by_friends)
    end = play_to_end(inner, inner_table, start._replace(paid_by_friends=paid))
    paid = end.paid_by_friends if held.role is ATTACKER else exchanged(end.paid_by_friends)
    own, enemy = state.ship(held.role), state.ship(opponent_of(held.role))
    end = end._replace(attacker=replace(end.attacker, effects=own.effects))
    if situation.defender.id == enemy.id:
        end = end._replace(defender=replace(end.defender, effects=enemy.effects))
    state = state.with_ship(held.role, end.attacker)
    is_attackers = held.role is ATTACKER
    deck, attacker_deck = (end.deck, end.attacker_deck) if is_attackers else (end.attacker_deck, end.deck)
    state = state._replace(deck=deck, attacker_deck=attacker_deck, paid_by_friends=paid)
    if situation.defender.id == enemy.id:
        state = state.with_ship(opponent_of(held.role), end.defender)
    bonus = XWingBonusOutcome(
        by=situation.attacker.id,
        target=situation.defender.id,
        granted_by=held.effect.id,
        attack_hits=end.attack_hits,
        attack_dice=end.attack_dice,
        defense_dice=end.defense_dice,
        uncanceled=end.uncanceled,
        damage=end.dealt,
        destroyed=end.defender.is_destroyed,
        target_after=end.defender,
    )
    return state._replace(bonus_attacks=(*state.bonus_attacks, bonus, *end.bonus_attacks))


def exchanged(paid: tuple[tuple[Role, str], ...]) -> tuple[tuple[Role, str], ...]:
    """XW-64: what friends have paid, as it is where the ships have the other roles."""
    return tuple((opponent_of(role), card) for role, card in paid)


def settled_anew(battle: Battle, state: State, role: Role, situation: XWingAttack, table: Table) -> XWingAttack:
    """XW-72: a bonus attack in a game with the conditions of cards as they are in it, and not in the attack around."""
    situation = replace(
        situation, attacker=without_unmet(situation.attacker), defender=without_unmet(situation.defender)
    )
    others = None
    if battle.others is not None and not battle.depth:
        foes = (*battle.others[opponent_of(role)], state.ship(opponent_of(role)))
        left = tuple(ship for ship in foes if ship.id != situation.defender.id)
        others = {ATTACKER: battle.others[role], DEFENDER: left}
    return with_conditions(situation, battle.options, others, {}, {role: role for role in Role}, table)


def with_decks(battle: Battle, outer: State, role: Role, inner: State) -> State:
    """XW-59: the first state of a bonus attack by the ship in this role; both players keep their decks."""
    own, enemys = (outer.attacker_deck, outer.deck) if role is ATTACKER else (outer.deck, outer.attacker_deck)
    is_new = inner.defender.id != outer.ship(opponent_of(role)).id
    is_sent = battle.others is not None or (role is ATTACKER and battle.situation.damage_deck is not None)
    if is_new and not is_sent:
        enemys = without_cards(enemys, known_cards(inner.defender.damage_cards))
    return inner._replace(deck=enemys, attacker_deck=own)


def dice_chapter(play: Play, window: Window | None = None, *, is_always: bool = False) -> Chapter:
    """A chapter that is part of steps 2 … 4."""
    return Chapter(play, window, is_always, is_about_dice=True)


def ability_chapter(window: Window, first: Role = ATTACKER) -> Chapter:
    """A window for abilities, played only if a ship has an ability in it."""
    return Chapter(ability_window(window, first), window)


def dice_ability_chapter(window: Window, first: Role = ATTACKER) -> Chapter:
    """A window for abilities that is part of steps 2 … 4."""
    return dice_chapter(ability_window(window, first), window)


ROLL_ATTACK, ROLL_DEFENSE = dice_chapter(roll_attack_dice), dice_chapter(roll_defense_dice)
MODIFY_ATTACK = dice_chapter(
    modification_window(Window.MODIFY_ATTACK_ATTACKER), Window.MODIFY_ATTACK_ATTACKER, is_always=True
)
MODIFY_DEFENSE = dice_chapter(
    modification_window(Window.MODIFY_DEFENSE_DEFENDER), Window.MODIFY_DEFENSE_DEFENDER, is_always=True
)
NEUTRALIZE = dice_chapter(neutralize_results)
DEAL_DAMAGE = Chapter(deal_damage, Window.BEFORE_DAMAGE, is_always=True)
CHAPTERS = (
    Chapter(declare_target),
    ability_chapter(Window.AFTER_DECLARED),
    dice_ability_chapter(Window.ROLL_ATTACK),
    ROLL_ATTACK,
    dice_ability_chapter(Window.AFTER_ROLL_ATTACK),
    dice_chapter(modification_window(Window.MODIFY_ATTACK_DEFENDER), Window.MODIFY_ATTACK_DEFENDER),
    MODIFY_ATTACK,
    dice_ability_chapter(Window.AFTER_MODIFY_ATTACK),
    dice_ability_chapter(Window.ROLL_DEFENSE, DEFENDER),
    ROLL_DEFENSE,
    dice_ability_chapter(Window.AFTER_ROLL_DEFENSE, DEFENDER),
    dice_chapter(modification_window(Window.MODIFY_DEFENSE_ATTACKER), Window.MODIFY_DEFENSE_ATTACKER),
    MODIFY_DEFENSE,
    dice_ability_chapter(Window.AFTER_MODIFY_DEFENSE, DEFENDER),
    dice_ability_chapter(Window.BEFORE_NEUTRALIZE),
    dice_ability_chapter(Window.NEUTRALIZE, DEFENDER),
    NEUTRALIZE,
    Chapter(resolve_hit, Window.ON_HIT),
    DEAL_DAMAGE,
    ability_chapter(Window.AFTER_DAMAGE, DEFENDER),
    Chapter(judge_ships),
    Chapter(aftermath_queue(Window.AFTERMATH_DEFENDING, make_bonus_attack), Window.AFTERMATH_DEFENDING),
    Chapter(aftermath_queue(Window.AFTERMATH_ATTACKING, make_bonus_attack), Window.AFTERMATH_ATTACKING),
    Chapter(aftermath_queue(Window.AFTERMATH_BONUS_DEFENDING, make_bonus_attack), Window.AFTERMATH_BONUS_DEFENDING),
    Chapter(aftermath_queue(Window.AFTERMATH_BONUS_ATTACKING, make_bonus_attack), Window.AFTERMATH_BONUS_ATTACKING),
)
"""The six steps of an attack, with every window in its place (XW-1, XW-33, XW-47, XW-53, XW-62)."""


def chapters_of(battle: Battle) -> tuple[Chapter, ...]:
    """The chapters of this attack: without windows that no ability uses."""
    effects = battle.effects
    return tuple(
        [chapter for chapter in CHAPTERS if chapter.is_always or chapter.window is None or effects.get(chapter.window)]
    )


def outcome_of(battle: Battle, state: State) -> XWingOutcome:
    """XW-51, XW-58: the outcome at the end of the attack."""
    destroyed = state.defender.is_destroyed
    deck = None if battle.situation.damage_deck is None else state.deck
    result = "destroyed" if destroyed else "hit" if state.attack_hits else "missed"
    return XWingOutcome(
        result=result,
        attack_hits=state.attack_hits,
        attack_dice=state.attack_dice,
        defense_dice=state.defense_dice,
        uncanceled=state.uncanceled,
        damage=state.dealt,
        destroyed=destroyed,
        after=XWingAfter(state.attacker, state.defender, deck),
        bonus_attacks=state.bonus_attacks,
    )
