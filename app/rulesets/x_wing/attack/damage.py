"""Damage to a ship (XW-56 … XW-61): shields before damage cards, and the texts of faceup cards."""

from dataclasses import replace

from app.domain.casualties import Casualty, Fate
from app.domain.record import Role
from app.domain.table import Table
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.deck import deck_die, exposed_die, full_deck, without_cards
from app.rulesets.x_wing.attack.state import Battle, Due, State
from app.rulesets.x_wing.attack.suffering import counts_of, due_of_card, suffer_first
from app.rulesets.x_wing.attack.tokens import change_tokens
from app.rulesets.x_wing.model import MOST_CARDS, XWingShip, XWingShipDamageCard
from app.rulesets.x_wing.outcome import Dealt
from app.rulesets.x_wing.terms import DamageCard, Token


def suffer(battle: Battle, state: State, role: Role, table: Table, *, crit: bool) -> State:
    """XW-56: the state after one damage, to a shield or as a card, with everything that it causes."""
    return resolve_all_due(battle, with_damage_due(state, role, crit=crit), table)


def with_damage_due(state: State, role: Role, *, crit: bool) -> State:
    """The state with one damage due next to the ship in this role."""
    return state._replace(due=(Due.CRIT if crit else Due.HIT,), due_role=role)


def with_suffered(state: State, role: Role) -> State:
    """The state in which the ship has suffered one more damage."""
    return state._replace(suffered=(*state.suffered, role))


def resolve_all_due(battle: Battle, state: State, table: Table) -> State:
    """The state after every damage event that is due."""
    while state.due:
        state = resolve_due(battle, state, table)
    return state


def resolve_due(battle: Battle, state: State, table: Table) -> State:
    """XW-56: the state after the next damage events that are due, up to and including the first that draws a card."""
    decks, by_itself = (state.deck, state.attacker_deck), battle.options.fuel_leak_self_trigger
    while state.due and (state.deck, state.attacker_deck) == decks:
        first, role = state.due[0], state.due_role
        before = counts_of(state.ship(role))
        after, due, is_faceup = suffer_first(before, state.due, leaks_by_itself=by_itself)
        state = state._replace(due=due)
        if first is Due.DIRECT_HIT:
            state = turn_down(state, role, DamageCard.DIRECT_HIT, table)
        elif after.leaks < before.leaks:
            state = repair_fuel_leak(state, role, table)
        elif after.shields < before.shields:
            state = lose_shield(with_suffered(state, role), role, table)
        elif after.left < before.left:
            state = deal_card(battle, with_suffered(state, role), role, table, faceup=is_faceup)
    return state


def with_due_first(state: State, *due: Due) -> State:
    """The state with these damage events put before those that are due already."""
    return state._replace(due=(*due, *state.due))


def repair_fuel_leak(state: State, role: Role, table: Table) -> State:
    """XW-56: the state after a Fuel Leak was set off and repaired; its damage is due already."""
    table.note(facts.CardTextResolved(state.ship(role).id, DamageCard.FUEL_LEAK), rule="XW-56")
    return _count_damage(turn_down(state, role, DamageCard.FUEL_LEAK, table), role, from_cards=1)


def lose_shield(state: State, role: Role, table: Table) -> State:
    """XW-56: the ship loses one active shield."""
    ship = state.ship(role)
    left = ship.shields.active - 1
    table.note(facts.ShieldLost(ship.id, left), rule="XW-56")
    state = state.with_ship(role, replace(ship, shields=replace(ship.shields, active=left)))
    return _count_damage(state, role, shields=1)


def deal_card(battle: Battle, state: State, role: Role, table: Table, *, faceup: bool) -> State:
    """XW-56, XW-57, XW-59: the ship is dealt one damage card, even beyond its hull; a faceup one takes effect."""
    card = None
    if faceup:
        state, card = draw_card(state, role, table)
    ship = state.ship(role)
    if len(ship.damage_cards) < MOST_CARDS:
        ship = replace(ship, damage_cards=(*ship.damage_cards, XWingShipDamageCard(card, faceup)))
    table.note(facts.CardDealt(ship.id, card, faceup, len(ship.damage_cards), ship.hull), rule="XW-56")
    state = _count_damage(state.with_ship(role, ship), role, card=card, facedown=0 if faceup else 1)
    return resolve_text(battle, state, role, card, table) if card is not None else state


def draw_card(state: State, role: Role, table: Table) -> tuple[State, DamageCard]:
    """XW-59: draw a card from the deck of the player in this role; an empty deck is shuffled anew first."""
    deck = state.deck if role is Role.DEFENDER else state.attacker_deck
    (card,) = table.roll(deck_die(deck), 1, by=role, rule="XW-59")
    return with_deck(state, role, without_cards(deck or full_deck(), (card,))), card


def with_deck(state: State, role: Role, deck: tuple[DamageCard, ...]) -> State:
    """The state with another deck of the player in this role."""
    return state._replace(deck=deck) if role is Role.DEFENDER else state._replace(attacker_deck=deck)


def resolve_text(battle: Battle, state: State, role: Role, card: DamageCard, table: Table) -> State:
    """XW-56: the immediate effect of a card that was turned or dealt faceup, if it has one."""
    if card is DamageCard.DIRECT_HIT:
        table.note(facts.CardTextResolved(state.ship(role).id, card), rule="XW-56")
        return with_due_first(_count_damage(state, role, from_cards=1), *due_of_card(card))
    if card is DamageCard.PANICKED_PILOT:
        table.note(facts.CardTextResolved(state.ship(role).id, card), rule="XW-56")
        return turn_down(change_tokens(battle, state, role, Token.STRESS, 2, table), role, card, table)
    return state


def turn_down(state: State, role: Role, card: DamageCard, table: Table) -> State:
    """XW-60: repair a faceup card; it stays on the ship facedown. Nothing happens without such a card."""
    ship, held = state.ship(role), XWingShipDamageCard(card, True)
    if held not in ship.damage_cards:
        return state
    place = ship.damage_cards.index(held)
    cards = (*ship.damage_cards[:place], XWingShipDamageCard(card, False), *ship.damage_cards[place + 1 :])
    table.note(facts.CardRepaired(ship.id, card, False), rule="XW-60")
    return state.with_ship(role, replace(ship, damage_cards=cards))


def expose_card(battle: Battle, state: State, role: Role, table: Table) -> State:
    """XW-60: turn one facedown card faceup, each as likely as the others; its effect is due next."""
    state = state._replace(due_role=role)
    ship = state.ship(role)
    down = [place for place, held in enumerate(ship.damage_cards) if not held.faceup]
    if not down:
        return state
    deck = state.deck if role is Role.DEFENDER else state.attacker_deck
    die = exposed_die(tuple([ship.damage_cards[place].card for place in down]), deck or full_deck())
    is_certain = all(face is die.faces[0] for face in die.faces)
    (card,) = die.faces[:1] if is_certain else table.roll(die, 1, by=role, rule="XW-60")
    place = next(place for name in (card, None) for place in down if ship.damage_cards[place].card is name)
    if ship.damage_cards[place].card is None:
        state = with_deck(state, role, without_cards(deck or full_deck(), (card,)))
    cards = (*ship.damage_cards[:place], XWingShipDamageCard(card, True), *ship.damage_cards[place + 1 :])
    table.note(facts.CardExposed(ship.id, card), rule="XW-60")
    return resolve_text(battle, state.with_ship(role, replace(ship, damage_cards=cards)), role, card, table)


def reveal_cards(state: State, role: Role, table: Table) -> State:
    """XW-60, XW-72: every facedown card is revealed; an unknown one may be any of the deck. No effect is due."""
    for place, held in enumerate(state.ship(role).damage_cards):
        if held.faceup:
            continue
        card = held.card
        if card is None:
            state, card = draw_card(state, role, table)
        cards = list(state.ship(role).damage_cards)
        cards[place] = XWingShipDamageCard(card, True)
        table.note(facts.CardExposed(state.ship(role).id, card), rule="XW-60")
        state = state.with_ship(role, replace(state.ship(role), damage_cards=tuple(cards)))
    return state


def discard_cards(state: State, role: Role, table: Table, *cards: DamageCard) -> State:
    """XW-72: the ship discards its damage cards, or those among them that are named."""
    ship = state.ship(role)
    left = tuple(held for held in ship.damage_cards if cards and held.card not in cards)
    for held in ship.damage_cards:
        if held not in left:
            table.note(facts.CardRepaired(ship.id, held.card, True), rule="XW-72")
    return state.with_ship(role, replace(ship, damage_cards=left))


def repair_card(state: State, role: Role, table: Table) -> State:
    """XW-60: turn one faceup card facedown, or else discard a facedown one; a destroyed ship stays destroyed."""
    ship = state.ship(role)
    up = [held.card for held in ship.damage_cards if held.faceup and held.card is not None]
    if up:
        return turn_down(state, role, up[0], table)
    if not ship.damage_cards or ship.is_destroyed:
        return state
    table.note(facts.CardRepaired(ship.id, None, True), rule="XW-60")
    return state.with_ship(role, replace(ship, damage_cards=ship.damage_cards[:-1]))


def _count_damage(
    state: State,
    role: Role,
    *,
    shields: int = 0,
    facedown: int = 0,
    card: DamageCard | None = None,
    from_cards: int = 0,
) -> State:
    """The state with the totals of damage dealt to the defender raised; nothing is counted for the attacker."""
    if role is not Role.DEFENDER:
        return state
    dealt = state.dealt
    dealt = replace(
        dealt,
        shields=dealt.shields + shields,
        facedown=dealt.facedown + facedown,
        faceup=dealt.faceup if card is None else (*dealt.faceup, card),
        from_cards=dealt.from_cards + from_cards,
    )
    return state._replace(dealt=dealt)


def overkill_of(ship: XWingShip) -> int:
    """XW-57: how many damage cards the ship has beyond its hull."""
    return max(0, len(ship.damage_cards) - ship.hull)


def note_casualty(before: XWingShip, state: State, role: Role, table: Table) -> None:
    """XW-58: note the ship as destroyed if it has as many damage cards as hull, else as damaged if it lost anything."""
    ship = state.ship(role)
    shields = before.shields.active - ship.shields.active
    cards = len(ship.damage_cards) - len(before.damage_cards)
    if shields <= 0 and cards <= 0:
        return
    dealt = state.dealt if role is Role.DEFENDER else Dealt()
    detail: dict[str, int | str | tuple[str, ...]] = {
        "hits": dealt.hit,
        "crits": dealt.crit,
        "from_cards": dealt.from_cards,
        "shields": shields,
        "cards": cards,
        "faceup": tuple(card.value for card in dealt.faceup),
        "overkill": overkill_of(ship),
    }
    is_destroyed = ship.is_destroyed and not before.is_destroyed
    fate = Fate.DESTROYED if is_destroyed else Fate.DAMAGED
    casualty = Casualty(role, ship.id, fate, lost=is_destroyed, name=ship.name, detail=detail)
    table.note(casualty, rule="XW-58")
