"""An attack in a game: the script of an attack on the ships as they stand, with the decks of both players."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from app.domain.board import BoardTable
from app.domain.record import Role, seat_name
from app.rulesets.x_wing.attack.card_conditions import with_conditions
from app.rulesets.x_wing.attack.deck import without_cards
from app.rulesets.x_wing.attack.state import ATTACKER, DEFENDER, State, battle_of, opening_state
from app.rulesets.x_wing.attack.weapons import after_friend_of, keys_of, unmet_of, weapon_with_numbers
from app.rulesets.x_wing.cards.card import Trait
from app.rulesets.x_wing.cards.registry import card_of
from app.rulesets.x_wing.cards.squad_limits import NOTHING, pilot_limits
from app.rulesets.x_wing.effects import CostKind, XWingCount
from app.rulesets.x_wing.game import facts
from app.rulesets.x_wing.game.model import Phase, XWingDefended, XWingGameShip, XWingState
from app.rulesets.x_wing.game.move_types import XWingDeclaredAttack
from app.rulesets.x_wing.game.setup import Reference, XWingGameOptions
from app.rulesets.x_wing.game.state import in_play, is_early, other_seat, own_bonuses_granting, player_at, ship_at
from app.rulesets.x_wing.game.telling import cards_of
from app.rulesets.x_wing.model import WeaponKind, XWingAttack, XWingShip, XWingWeapon
from app.rulesets.x_wing.outcome import XWingOutcome
from app.rulesets.x_wing.rules import outcome_of, play_to_end
from app.rulesets.x_wing.terms import DamageCard

Table = BoardTable[XWingState]


def weapons_meant(held: XWingGameShip, declared: XWingDeclaredAttack) -> Iterator[XWingWeapon]:
    """XW-5: the weapon of a declared attack; where it names none, the primary ones in whose arc the target is."""
    if declared.weapon is not None:
        yield declared.weapon
        return
    for weapon in held.arms:
        if weapon.kind is WeaponKind.PRIMARY and weapon.upgrade is None and weapon.arc in declared.defender_in_arcs:
            yield weapon


def situation_of(state: XWingState, ship: XWingShip, weapon: XWingWeapon, declared: XWingDeclaredAttack) -> XWingAttack:
    """The attack of a ship as the rules of an attack take it; its target must be in the game."""
    target = ship_at(state, declared.target)
    return XWingAttack(
        attacker=ship,
        weapon=weapon,
        defender=target.ship,
        attack_range=declared.attack_range,
        obstructed=declared.obstructed,
        defender_in_arcs=declared.defender_in_arcs,
        attacker_in_arcs=declared.attacker_in_arcs,
        damage_deck=player_at(state, target.seat).deck,
        ignores_obstacles=declared.ignores_obstacles,
        touching=declared.touching,
        at_obstacle=declared.at_obstacle,
        bonus=declared.bonus,
    )


def others_of(state: XWingState, seat: int, *but: str) -> tuple[XWingShip, ...]:
    """The ships of a seat but these."""
    return tuple(held.ship for held in in_play(state, seat) if held.ship.id not in but)


def attack(
    id: str, declared: XWingDeclaredAttack, conditions: Mapping[str, bool], options: XWingGameOptions, table: Table
) -> XWingOutcome:
    """XW-2: one standard attack of a ship, with the bonus attacks that follow.

    `conditions` say whether the conditions of cards hold that only the table knows.
    """
    state = table.state
    held = ship_at(state, id)
    seat, enemy = held.seat, ship_at(state, declared.target).seat
    seats = {ATTACKER: seat, DEFENDER: enemy}
    others = {
        ATTACKER: others_of(state, seat, id, declared.target),
        DEFENDER: others_of(state, other_seat(seat), declared.target),
    }
    weapon = next(weapons_meant(held, declared))
    if declared.bonus and any(one.disarms for one in own_bonuses_granting(state, held, weapon, declared)):
        table.note(facts.DisarmDue(id), rule="XW-72")
    if declared.bonus and is_early(state, held, weapon):
        table.note(facts.ArcUsed(id, weapon_with_numbers(weapon, held.ship).arc), rule="XW-72")
    situation = with_conditions(
        situation_of(state, held.ship, weapon, declared),
        options,
        others,
        conditions,
        {role: seat_name(seat) for role, seat in seats.items()},
        table,
    )
    situation = replace(
        situation,
        attacker=with_friends_stores(situation.attacker, others_of(state, seat, id)),
        defender=with_friends_stores(situation.defender, others_of(state, enemy, declared.target)),
    )
    table.seated(attacker=seat, defender=enemy, rule="XW-2", situation=situation)
    battle = battle_of(situation, options)
    battle = replace(battle, others=others, arms={each.ship.id: each.arms for each in state.ships})
    decks = player_at(state, enemy).deck, player_at(state, seat).deck
    end = play_to_end(battle, table, opening_state(battle)._replace(deck=decks[0], attacker_deck=decks[1]))
    end = without_counts(end, state)
    after = {seat: end.attacker_deck, enemy: end.deck}
    if seat == enemy:
        after = {seat: without_cards(end.deck, without_cards(decks[1], end.attacker_deck))}
    note_changes(end, after, options, table)
    note_payments(end.paid_by_friends, seats, table)
    if any(after_friend_of(ship) for ship in others[DEFENDER]):
        cards = end.dealt.facedown + len(end.dealt.faceup)
        table.note(facts.FriendDefended(XWingDefended(id, declared.target, cards)), rule="XW-64")
    return outcome_of(battle, end)


def store_of(ship: XWingShip, key: str) -> int:
    """XW-74: how many charges, or Force, the ship has to pay for what its card does for friends."""
    return ship.force.active if costs_force(key) else ship.charges.get(charges_key(key), 0)


def costs_force(key: str) -> bool:
    """Whether a friend pays Force for what its card does, and no charges."""
    return any(effect.costs(CostKind.FORCE) for effect in card_of(key).effects)


def charges_key(key: str) -> str:
    """The name of a card among the charges of its ship."""
    kind, _, id = key.partition(":")
    return id if kind == "upgrade" else kind


def with_friends_stores(ship: XWingShip, friends: tuple[XWingShip, ...]) -> XWingShip:
    """XW-74: the ship that says in its `effects` what the friends that help it have left to pay; none that is gone.

    A card of whose condition it is settled that it does not hold stays without.
    """
    unmet = unmet_of(ship)
    keys = [sent for sent in ship.effects if isinstance(sent, str) and card_of(sent).is_paid_by_friend]
    keys = [key for key in keys if key not in unmet]
    has = {key: max((store_of(one, key) for one in friends if key in cards_of(one)), default=0) for key in keys}
    kept = [sent for sent in ship.effects if not (isinstance(sent, XWingCount) and sent.counts in has)]
    return replace(ship, effects=(*kept, *(XWingCount(key, min(10, left)) for key, left in has.items())))


def note_payments(paid: tuple[tuple[Role, str], ...], seats: Mapping[Role, int], table: Table) -> None:
    """XW-74: friends have as much less as they have paid in an attack."""
    for (role, key), amount in Counter(paid).items():
        friends = [one for one in others_of(table.state, seats[role]) if key in cards_of(one)]
        friend = max(friends, key=lambda one: store_of(one, key))
        left = store_of(friend, key) - amount
        if costs_force(key):
            friend = replace(friend, force=replace(friend.force, active=left))
        else:
            friend = replace(friend, charges={**friend.charges, charges_key(key): left})
        note_ships((friend,), {}, table)


def without_counts(end: State, before: XWingState) -> State:
    """The end of an attack with ships whose `effects` are those before it, and the conditions that they were assigned.

    What was said about the conditions of their cards holds for one attack.
    """

    def as_before(ship: XWingShip) -> XWingShip:
        effects = ship_at(before, ship.id).ship.effects
        assigned = [sent for sent in ship.effects if isinstance(sent, str) and sent not in effects]
        return replace(ship, effects=(*effects, *[sent for sent in assigned if sent.startswith("condition:")]))

    return end._replace(
        attacker=as_before(end.attacker),
        defender=as_before(end.defender),
        bonus_attacks=tuple(replace(one, target_after=as_before(one.target_after)) for one in end.bonus_attacks),
    )


def note_changes(
    end: State, decks: Mapping[int, tuple[DamageCard, ...]], options: XWingGameOptions, table: Table
) -> None:
    """XW-59, XW-67: the ships and decks as an attack left them, and how long destroyed ships stay."""
    found = {bonus.target: bonus.target_after for bonus in end.bonus_attacks}
    found |= {end.attacker.id: end.attacker, end.defender.id: end.defender}
    note_ships(tuple(found.values()), decks, table)
    for id in found:
        killer = next((bonus.by for bonus in end.bonus_attacks if bonus.target == id and bonus.destroyed), None)
        step, own = (ship_at(table.state, unit).step for unit in (end.attacker.id, killer or end.attacker.id))
        is_attackers = options.simultaneous_fire_reference is Reference.ATTACKER
        note_doom(id, min(step, own) if is_attackers else step, table)


def note_ships(ships: tuple[XWingShip, ...], decks: Mapping[int, tuple[DamageCard, ...]], table: Table) -> None:
    """XW-59: ships as they are now, and the decks that have changed."""
    before = table.state.players
    players = tuple(replace(player, deck=decks[player.seat]) for player in before if player.seat in decks)
    players = tuple(player for player in players if player not in before)
    table.note(facts.ShipsChanged(tuple(ship.id for ship in ships), ships, players), rule="XW-59")


def note_doom(id: str, stays_until: int, table: Table) -> None:
    """XW-67: a ship that has been destroyed in the Engagement Phase stays until this initiative has engaged, or until
    the end of the phase where a card says so (XW-72)."""
    held = ship_at(table.state, id)
    if held.stays_until is None and held.ship.is_destroyed and table.state.phase is Phase.ENGAGEMENT:
        table.note(facts.ShipDoomed(id, 0 if stays_for_phase(held.ship) else stays_until), rule="XW-67")


def stays_for_phase(ship: XWingShip) -> bool:
    """XW-72: whether a card of a destroyed ship, or that of a friend of one that is not limited, lets it stay."""
    is_limited = pilot_limits().get(ship.pilot or "", NOTHING).limited > 0
    keys = [key for key in keys_of(ship) if card_of(key).has(Trait.STAYS)]
    return any(not is_limited or key == f"pilot:{ship.pilot}" for key in keys)
