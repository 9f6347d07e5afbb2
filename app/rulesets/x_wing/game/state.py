"""The state of a game of X-Wing: look-ups in it, and its changes by facts."""

from dataclasses import replace

from app.rulesets.x_wing.attack.weapons import early_attacks_of, is_of_kind, own_bonuses_of, weapon_with_numbers
from app.rulesets.x_wing.cards.bonus_attacks import OwnBonus
from app.rulesets.x_wing.game import facts
from app.rulesets.x_wing.game.fleet import cards_without_place
from app.rulesets.x_wing.game.model import Phase, Until, XWingGameShip, XWingInitiative, XWingPlayer, XWingState
from app.rulesets.x_wing.game.move_types import XWingDeclaredAttack
from app.rulesets.x_wing.model import XWingShip, XWingTokens, XWingWeapon
from app.rulesets.x_wing.terms import Arc, are_arcs, is_arc


def find_ship(state: XWingState, id: str) -> XWingGameShip | None:
    """The ship in play with this id; None: there is none."""
    return next((held for held in state.ships if held.ship.id == id and not held.removed), None)


def ship_at(state: XWingState, id: str) -> XWingGameShip:
    """The ship with this id, which must be in the game."""
    return next(held for held in state.ships if held.ship.id == id)


def player_at(state: XWingState, seat: int) -> XWingPlayer:
    """The player of a seat."""
    return next(player for player in state.players if player.seat == seat)


def in_play(state: XWingState, seat: int | None = None) -> tuple[XWingGameShip, ...]:
    """The ships that are not removed, of one seat or of both."""
    return tuple(held for held in state.ships if not held.removed and seat in (None, held.seat))


def other_seat(seat: int) -> int:
    """The other one of the two seats."""
    return 3 - seat


def seats_in_order(state: XWingState) -> tuple[int, int]:
    """XW-66: the first player, then the other; seat 1 while nobody is first player."""
    first = state.first_player or 1
    return first, other_seat(first)


def waiting_to_engage(state: XWingState) -> tuple[XWingGameShip, ...]:
    """XW-66, XW-68: the ships that are to engage in this round, destroyed ones that are not removed included."""
    return tuple(held for held in in_play(state) if not held.engaged)


def step_of(state: XWingState) -> int | None:
    """XW-66: the initiative whose ships engage now; None: all have engaged."""
    return max((held.step for held in waiting_to_engage(state)), default=None)


def engaging_next(state: XWingState) -> tuple[XWingGameShip, ...]:
    """XW-66: the ships of the initiative whose ships engage now; those that come last in it once the others have."""
    step = step_of(state)
    found = tuple(held for held in waiting_to_engage(state) if held.step == step)
    return tuple(held for held in found if not held.is_last) or found


def turn_of(state: XWingState) -> int | None:
    """XW-66: the seat whose ship engages next: of equal initiative the first player's ships all come first."""
    if state.result is not None or state.phase is not Phase.ENGAGEMENT:
        return None
    seats = [held.seat for held in engaging_next(state)]
    return next((seat for seat in seats_in_order(state) if seat in seats), None)


def has_arc_left(held: XWingGameShip, arc: Arc) -> bool:
    """XW-8, XW-72: whether a ship may still attack from an arc in this round; a double turret arc is two arcs."""
    return held.arcs_used.count(arc) < (2 if arc is Arc.DOUBLE_TURRET else 1)


def is_early(state: XWingState, held: XWingGameShip, weapon: XWingWeapon) -> bool:
    """XW-64: whether a card grants a ship a bonus attack with a weapon now, at an initiative that the card names.

    The weapon attacks from the arc that the card names, and no ship of that or a lower initiative has engaged yet.
    """
    arc = weapon_with_numbers(weapon, held.ship).arc
    return state.phase is Phase.ENGAGEMENT and any(
        is_arc(arc, early.arc)
        and has_arc_left(held, arc)
        and (step_of(state) or 0) <= early.initiative
        and not any(other.engaged and other.step <= early.initiative for other in in_play(state))
        for early in early_attacks_of(held.ship)
    )


def is_at_enemy(state: XWingState, held: XWingGameShip, declared: XWingDeclaredAttack) -> bool:
    """XW-6: whether the target of an attack is a ship of the other seat."""
    target = find_ship(state, declared.target)
    return target is not None and target.seat != held.seat


def own_bonuses_granting(
    state: XWingState, held: XWingGameShip, weapon: XWingWeapon, declared: XWingDeclaredAttack
) -> list[OwnBonus]:
    """XW-64: what cards grant a ship this bonus attack at moments of their own, which the players see."""
    if state.phase not in (Phase.ENGAGEMENT, Phase.END):
        return []
    return [
        bonus
        for bonus in own_bonuses_of(held.ship)
        if (bonus.kind is None or is_of_kind(weapon_with_numbers(weapon, held.ship), bonus.kind))
        and (bonus.arc is None or are_arcs(declared.defender_in_arcs, bonus.arc))
        and (not bonus.at_enemies or is_at_enemy(state, held, declared))
    ]


def may_engage(state: XWingState, held: XWingGameShip) -> bool:
    """XW-66: whether it is this ship's time to engage."""
    return held in engaging_next(state) and held.seat == turn_of(state)


def asked(state: XWingState) -> tuple[int, ...]:
    """The seats that may move: the one whose ship engages, or those that have not ended the phase."""
    if state.result is not None:
        return ()
    if state.phase is Phase.ENGAGEMENT:
        turn = turn_of(state)
        return () if turn is None else (turn,)
    return tuple(seat for seat in seats_in_order(state) if seat not in state.ended)


def evolve(state: XWingState, fact: object) -> XWingState:
    """The state after a fact."""
    match fact:
        case facts.RoundBegan(round, phase):
            fresh = tuple(
                replace(held, engaged=False, changed=None, arcs_used=(), is_disarm_due=False) for held in state.ships
            )
            return replace(state, round=round, phase=phase, ended=(), ships=fresh)
        case facts.FirstPlayerRolled(_, first):
            return replace(state, first_player=first)
        case facts.PhaseEnded(seat):
            return replace(state, ended=(*state.ended, seat))
        case facts.PhaseBegan(phase):
            ships = tuple(with_own_initiative(held) for held in state.ships)
            return replace(state, phase=phase, ended=(), ships=ships, defended=None)
        case facts.MissionPointsTold(seat, points):
            told = tuple(
                replace(player, mission_points=points) if player.seat == seat else player for player in state.players
            )
            return replace(state, players=told)
        case facts.GameEnded(_, result):
            return replace(state, result=result)
    return evolve_ships(state, fact)


def evolve_ships(state: XWingState, fact: object) -> XWingState:
    """The state after a fact about ships and decks."""
    match fact:
        case facts.ShipsDeclared(_, _, ships) | facts.ShipsTidied(_, ships):
            return with_ships(state, ships)
        case facts.ShipsChanged(_, ships, players):
            found = {player.seat: player for player in players}
            changed = tuple(found.get(player.seat, player) for player in state.players)
            return with_ships(replace(state, players=changed), ships)
        case facts.InitiativeChanged(unit, initiative, until):
            return with_initiative(state, unit, XWingInitiative(initiative, until))
        case facts.ShipEngaged(_, unit):
            return replace(with_ship(state, replace(ship_at(state, unit), engaged=True)), defended=None)
        case facts.FriendDefended(defended):
            return replace(state, defended=defended)
        case facts.ArcUsed(unit) | facts.DisarmDue(unit) | facts.ShipDoomed(unit):
            return with_ship(state, marked(ship_at(state, unit), fact))
        case facts.ShipRemoved(unit):
            return without_ship(state, unit)
        case facts.DeckShuffled(seat):
            return with_deck_shuffled(state, seat)
    return state


def marked(held: XWingGameShip, fact: facts.ArcUsed | facts.DisarmDue | facts.ShipDoomed) -> XWingGameShip:
    """XW-67, XW-72: a ship of which something is to be remembered for later in this round or the next."""
    match fact:
        case facts.ArcUsed(_, arc):
            return replace(held, arcs_used=(*held.arcs_used, arc))
        case facts.DisarmDue():
            return replace(held, is_disarm_due=True)
        case facts.ShipDoomed(_, stays_until):
            return replace(held, stays_until=stays_until)


def with_own_initiative(held: XWingGameShip) -> XWingGameShip:
    """XW-66: the ship at the end of a phase, after which an initiative may count no more."""
    is_over = held.changed is not None and held.changed.until is Until.PHASE
    return replace(held, changed=None) if is_over else held


def with_initiative(state: XWingState, id: str, changed: XWingInitiative) -> XWingState:
    """XW-66: a ship with another initiative; one above the step that has come lets it engage last in that step."""
    step = step_of(state) if state.phase is Phase.ENGAGEMENT else None
    is_above = step is not None and changed.value > step
    held = ship_at(state, id)
    return with_ship(state, replace(held, changed=replace(changed, after=step) if is_above else changed))


def with_ship(state: XWingState, held: XWingGameShip) -> XWingState:
    """The state with a ship as it is now."""
    ships = tuple(held if other.ship.id == held.ship.id else other for other in state.ships)
    return replace(state, ships=ships)


def with_ships(state: XWingState, ships: tuple[XWingShip, ...]) -> XWingState:
    """The state with the tokens, cards and all else of ships as they are now."""
    for ship in ships:
        state = with_ship(state, replace(ship_at(state, ship.id), ship=ship))
    return state


def without_ship(state: XWingState, id: str) -> XWingState:
    """XW-70: the ship is out of the game without its tokens; locks by it and on it cease, its damage cards stay."""
    gone = ship_at(state, id)
    left = replace(gone, removed=True, ship=replace(gone.ship, tokens=XWingTokens(), locks=()))
    state = with_ship(state, left)
    locking = [held.ship for held in in_play(state) if id in held.ship.locks]
    return with_ships(state, tuple(unlocked(ship, id) for ship in locking))


def unlocked(ship: XWingShip, target: str) -> XWingShip:
    """The ship without its lock on a target."""
    return replace(ship, locks=tuple(locked for locked in ship.locks if locked != target))


def with_deck_shuffled(state: XWingState, seat: int) -> XWingState:
    """XW-59: the cards that no ship in play has are the seat's deck again; those of removed ships among them."""
    state = with_ships(
        state,
        tuple(replace(held.ship, damage_cards=()) for held in state.ships if held.removed and held.seat == seat),
    )
    deck = cards_without_place(state.ships, seat)
    players = tuple(replace(player, deck=deck) if player.seat == seat else player for player in state.players)
    return replace(state, players=players)


def cards_left(state: XWingState, seat: int) -> int:
    """XW-59: how many cards lie in a seat's deck: those without a known place but the facedown ones of its ships."""
    held = [card for own in state.ships if own.seat == seat for card in own.ship.damage_cards]
    return len(player_at(state, seat).deck) - sum(card.card is None for card in held)
