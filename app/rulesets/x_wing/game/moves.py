"""The moves of a game of X-Wing: which a player without a plan makes, and why others are refused."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from app.domain.board import Concede
from app.domain.errors import IllegalAction, NotYours, raise_all
from app.rulesets.x_wing.attack.card_conditions import as_declaring, open_cards
from app.rulesets.x_wing.attack.deck import newly_known
from app.rulesets.x_wing.attack.refusals import faults_in, lock_faults
from app.rulesets.x_wing.attack.weapons import (
    after_friend_of,
    has_trait,
    is_of_kind,
    weapon_with_numbers,
)
from app.rulesets.x_wing.cards.card import Trait
from app.rulesets.x_wing.cards.registry import card_of
from app.rulesets.x_wing.game.attacking import situation_of, weapons_meant
from app.rulesets.x_wing.game.end_phase import GOING_TOKENS
from app.rulesets.x_wing.game.model import Phase, XWingGameShip, XWingState
from app.rulesets.x_wing.game.move_types import (
    Declare,
    EndPhase,
    Engage,
    XWingDeclaredAttack,
    XWingDeclaredShip,
    XWingMove,
)
from app.rulesets.x_wing.game.refusals import effects_refused
from app.rulesets.x_wing.game.rounds import as_declared
from app.rulesets.x_wing.game.setup import XWingGameOptions
from app.rulesets.x_wing.game.state import (
    find_ship,
    has_arc_left,
    in_play,
    is_at_enemy,
    is_early,
    may_engage,
    other_seat,
    own_bonuses_granting,
    player_at,
    ship_at,
    turn_of,
)
from app.rulesets.x_wing.game.table_effects import as_engaging
from app.rulesets.x_wing.terms import Arc

MOST_ATTACKS = 1000
"""How many attacks are looked at for being listed, shared among the ships that may engage; others are accepted too."""

LIKELY_RANGES = (2, 1, 3, 0)
"""The attack ranges in the order in which a listed attack takes the first that its weapon has."""


def legal(state: XWingState, options: XWingGameOptions, seat: int) -> Iterator[XWingMove]:
    """The moves of a seat: attacks first, each at one range that its weapon has.

    Bonus attacks come after the end of the phase: whether an enemy maneuver allows one, the table knows. What is
    declared is not listed, and to concede only while a ship of the seat engages, though it is always legal.
    """
    engaging = [held for held in in_play(state, seat) if may_engage(state, held)]
    for held in engaging:
        for declared in islice(likely_attacks(state, held), MOST_ATTACKS // len(engaging)):
            move = Engage("engage", held.ship.id, declared)
            if is_legal(state, options, seat, move):
                yield move
        yield Engage("engage", held.ship.id)
    if is_legal(state, options, seat, EndPhase("end-phase")):
        yield EndPhase("end-phase")
        yield from islice(bonus_attacks(state, options, seat), MOST_ATTACKS)
    if turn_of(state) == seat:
        yield Concede("concede")


def likely_attacks(state: XWingState, held: XWingGameShip) -> Iterator[XWingDeclaredAttack]:
    """An attack with each weapon on each enemy, as if it were in the weapon's arc; of equal weapons with one."""
    for n, weapon in enumerate(held.arms):
        if weapon in held.arms[:n]:
            continue
        printed = card_of(f"upgrade:{weapon.upgrade}").weapon or weapon
        at = next((at for at in LIKELY_RANGES if printed.min_range <= at <= printed.max_range), printed.min_range)
        arcs = (Arc.FRONT, Arc.BULLSEYE) if printed.arc is Arc.BULLSEYE else (printed.arc,)
        for target in in_play(state, other_seat(held.seat)):
            yield XWingDeclaredAttack(target.ship.id, weapon, attack_range=at, defender_in_arcs=arcs)


def bonus_attacks(state: XWingState, options: XWingGameOptions, seat: int) -> Iterator[Engage]:
    """XW-64: the bonus attacks that cards grant after an enemy maneuver, each at one range that its weapon has."""
    for held in in_play(state, seat) if state.phase is Phase.ACTIVATION else ():
        for declared in likely_attacks(state, held):
            move = Engage("engage", held.ship.id, replace(declared, bonus=True))
            if is_legal(state, options, seat, move):
                yield move


@dataclass(frozen=True, slots=True)
class PhaseEnds:
    """What the end of a phase is for its player."""

    phase: Phase
    """The phase that ends once both players say so."""


def leads_to(state: XWingState, move: XWingMove) -> PhaseEnds | None:
    """XW-66: the phase that a move ends; None for other moves."""
    return PhaseEnds(state.phase) if isinstance(move, EndPhase) else None


def is_measured(move: XWingMove) -> bool:
    """XW-9: whether a move tells what is measured at the table, or came of maneuvers and actions there."""
    return isinstance(move, Declare) or (isinstance(move, Engage) and move.attack is not None)


def check(state: XWingState, options: XWingGameOptions, seat: int, move: XWingMove) -> None:
    """Raise IllegalAction with all that is wrong, NotYours where the first fault is about the other seat's ship."""
    raise_all(refusals(state, options, seat, move))


def is_legal(state: XWingState, options: XWingGameOptions, seat: int, move: XWingMove) -> bool:
    """Whether a seat may make a move."""
    return next(refusals(state, options, seat, move), None) is None


def refusals(state: XWingState, options: XWingGameOptions, seat: int, move: XWingMove) -> Iterator[IllegalAction]:
    """Every reason why a seat may not make a move."""
    if state.result is not None:
        yield IllegalAction("game-over", "XW-77")
        return
    match move:
        case Declare():
            yield from declaring_refused(state, options, seat, move)
        case Engage():
            yield from engaging_refused(state, options, seat, move)
        case EndPhase():
            yield from ending_refused(state, seat, move)


def ship_refused(state: XWingState, seat: int, id: str, *field: str | int) -> IllegalAction | None:
    """XW-74: the ship is in play and the seat's own."""
    held = find_ship(state, id)
    if held is None:
        return IllegalAction("unknown-ship", "XW-70", *field, ship=id)
    return None if held.seat == seat else NotYours("not-your-ship", "XW-74", *field, ship=id)


def engaging_refused(state: XWingState, options: XWingGameOptions, seat: int, move: Engage) -> Iterator[IllegalAction]:
    """XW-2, XW-66: it is the ship's time to engage, and its attack is a legal one."""
    is_bonus = move.attack is not None and move.attack.bonus
    is_time, held = state.phase is Phase.ENGAGEMENT, find_ship(state, move.ship)
    if not (is_time or is_bonus):
        yield IllegalAction("other-phase", "XW-66", phase=state.phase.value)
    if (refused := ship_refused(state, seat, move.ship, "ship")) or held is None:
        yield refused or IllegalAction("unknown-ship", "XW-70", "ship", ship=move.ship)
        return
    if is_time and not is_bonus and not may_engage(state, held):
        yield IllegalAction("not-engaging", "XW-66", "ship", ship=move.ship, turn=turn_of(state))
    if move.attack is not None:
        if is_bonus and not is_granted(state, held, move.attack):
            yield IllegalAction("no-bonus-attack", "XW-64", "attack", "bonus", ship=move.ship)
        yield from attack_refused(state, options, held, move.attack, move.conditions)
    yield from conditions_refused(state, held, move)


def is_granted(state: XWingState, held: XWingGameShip, declared: XWingDeclaredAttack) -> bool:
    """XW-64: whether a card grants a ship this bonus attack outside of its own engagement.

    After an enemy maneuver that is an attack with a weapon like Snap Shot, in the Activation Phase; after a friend has
    defended one at the ship that has attacked it. Where a card names another moment, the players see it: in the
    Engagement Phase, or before the End Phase is over.
    """
    weapon, defended = next(weapons_meant(held, declared), None), state.defended
    if weapon is None:
        return False
    if state.phase is Phase.ACTIVATION:
        return card_of(f"upgrade:{weapon.upgrade}").has(Trait.BONUS) and is_at_enemy(state, held, declared)
    if is_early(state, held, weapon) or own_bonuses_granting(state, held, weapon, declared):
        return True
    is_friends = defended is not None and defended.defender != held.ship.id
    if state.phase is not Phase.ENGAGEMENT or defended is None or not is_friends:
        return False
    is_own = ship_at(state, defended.defender).seat == held.seat and declared.target == defended.attacker
    return is_own and any(
        (bonus.kind is None or is_of_kind(weapon_with_numbers(weapon, held.ship), bonus.kind))
        and (defended.cards > 0 or not bonus.if_dealt)
        and not (bonus.depletes and held.ship.tokens.deplete)
        for bonus in after_friend_of(held.ship)
    )


def conditions_refused(state: XWingState, held: XWingGameShip, move: Engage) -> Iterator[IllegalAction]:
    """XW-72: conditions are sent of cards that have one, and that are on a ship of the attack."""
    target = find_ship(state, move.attack.target) if move.attack is not None else None
    cards = (*open_cards(held.ship), *(open_cards(target.ship) if target is not None else ()))
    for card in move.conditions:
        if card not in cards:
            yield IllegalAction("no-condition", "XW-72", "conditions", card, card=card)


def attack_refused(
    state: XWingState,
    options: XWingGameOptions,
    held: XWingGameShip,
    declared: XWingDeclaredAttack,
    conditions: Mapping[str, bool],
) -> Iterator[IllegalAction]:
    """XW-5 … XW-16: the target is an enemy in play, the weapon the ship's own, and the attack may be made."""
    target = find_ship(state, declared.target)
    is_enemy = target is not None and (target.seat != held.seat or has_trait(held.ship, Trait.AT_FRIENDS))
    is_target = is_enemy and target is not None and target is not held and target.stays_until is None
    if not is_target:
        yield IllegalAction("invalid-defender", "XW-6", "attack", "target")
    weapon = next(weapons_meant(held, declared), None)
    if weapon is None or weapon not in held.arms:
        yield IllegalAction("weapon-requirement", "XW-5", "attack", "weapon")
        return
    if not has_arc_left(held, arc := weapon_with_numbers(weapon, held.ship).arc):
        yield IllegalAction("arc-used", "XW-72", "attack", "weapon", ship=held.ship.id, arc=arc.value)
    if is_target:
        ship = as_declaring(as_engaging(held.ship, options), conditions)
        for fault in faults_in(situation_of(state, ship, weapon, declared), options):
            yield IllegalAction(fault.reason, fault.rule, "attack", **fault.params)


def declaring_refused(
    state: XWingState, options: XWingGameOptions, seat: int, move: Declare
) -> Iterator[IllegalAction]:
    """XW-12, XW-56, XW-73, XW-74: a seat tells of each of its own ships once, and nothing impossible."""
    for n, sent in enumerate(move.ships):
        at = ("ships", n)
        if refused := ship_refused(state, seat, sent.id, *at, "id"):
            yield refused
            continue
        if sent.id in [other.id for other in move.ships[:n]]:
            yield IllegalAction("ship-declared-twice", "XW-74", *at, "id", ship=sent.id)
        yield from impossible(state, options, sent, at)
    yield from cards_refused(state, seat, move)


def cards_refused(state: XWingState, seat: int, move: Declare) -> Iterator[IllegalAction]:
    """XW-56, XW-59: faceup cards have a name, they destroy no ship, and what is known of them now was in the deck."""
    deck = list(player_at(state, seat).deck)
    for n, sent in enumerate(move.ships):
        held, at = find_ship(state, sent.id), ("ships", n, "damage_cards")
        if sent.damage_cards is None or held is None or held.seat != seat:
            continue
        if any(card.faceup and card.card is None for card in sent.damage_cards):
            yield IllegalAction("invalid-stat", "XW-56", *at)
        if len(sent.damage_cards) >= held.ship.hull:
            yield IllegalAction("invalid-stat", "XW-56", *at)
        for card in newly_known(held.ship.damage_cards, sent.damage_cards):
            if card not in deck:
                yield IllegalAction("not-in-deck", "XW-59", *at, card=card.value)
            else:
                deck.remove(card)


def impossible(
    state: XWingState, options: XWingGameOptions, sent: XWingDeclaredShip, at: tuple[str | int, ...]
) -> Iterator[IllegalAction]:
    """XW-12, XW-56, XW-72, XW-73: why a ship, which stands `at` a place of the move, cannot be as it is declared."""
    held = find_ship(state, sent.id)
    if held is None:
        return
    ship = as_declared(held.ship, sent, options)
    if ship.shields.active > ship.shields.max:
        yield IllegalAction("invalid-stat", "XW-56", *at)
    if ship.force.active > ship.force.capacity:
        yield IllegalAction("invalid-stat", "XW-73", *at)
    unknown = [id for id in ship.locks if find_ship(state, id) is None] if sent.locks is not None else []
    for id in unknown:
        yield IllegalAction("unknown-ship", "XW-70", *at, "locks", ship=id)
    for fault in (*lock_faults("attacker", ship, options), *effects_refused(ship)):
        yield IllegalAction(fault.reason, fault.rule, *at, **fault.params)


def ending_refused(state: XWingState, seat: int, move: EndPhase) -> Iterator[IllegalAction]:
    """XW-71: the phase is one that players end, the seat has not ended it, and what it keeps is there and would go."""
    if state.phase is Phase.ENGAGEMENT:
        yield IllegalAction("other-phase", "XW-66", phase=state.phase.value)
    elif seat in state.ended:
        yield IllegalAction("phase-ended", "XW-71", seat=seat)
    if move.keeps and state.phase is not Phase.END:
        yield IllegalAction("nothing-goes", "XW-71", "keeps", phase=state.phase.value)
    for n, kept in enumerate(move.keeps):
        held = find_ship(state, kept.ship)
        if (refused := ship_refused(state, seat, kept.ship, "keeps", n, "ship")) or held is None:
            yield refused or IllegalAction("unknown-ship", "XW-70", "keeps", n, "ship", ship=kept.ship)
            continue
        has = held.ship.tokens.count(kept.token)
        if kept.token not in GOING_TOKENS or kept.amount > has:
            yield IllegalAction("not-kept", "XW-71", "keeps", n, ship=kept.ship, token=kept.token.value, has=has)
