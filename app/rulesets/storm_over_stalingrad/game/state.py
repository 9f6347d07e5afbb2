"""The state of a game of Storm Over Stalingrad: its beginning, look-ups in it, and its changes by facts."""

from dataclasses import replace

from app.domain.casualties import Casualty, Fate
from app.domain.hidden import Private
from app.rulesets.storm_over_stalingrad.facts import ControlChanged, FireMarkerPlaced, FirersSpent
from app.rulesets.storm_over_stalingrad.game import facts
from app.rulesets.storm_over_stalingrad.game.cards import SideCards
from app.rulesets.storm_over_stalingrad.game.model import GameOptions, Proposal, Setup, State
from app.rulesets.storm_over_stalingrad.ground import Ground, add, marked, passed_to, spend, units_of, without
from app.rulesets.storm_over_stalingrad.model import Area, Side, Unit, UnitState


def set_up(setup: Setup, _options: GameOptions) -> State:
    """SS-58: the map as it is set up; nothing has happened."""
    return State(
        setup.areas,
        setup.sides,
        setup.arrivals,
        setup.withdrawals,
        setup.objectives,
        cards=(cards_of(setup, setup.sides[0]), cards_of(setup, setup.sides[1])),
        hand_sizes=setup.hand_sizes,
    )


def cards_of(setup: Setup, side: Side) -> SideCards:
    """SS-66: the cards of a side, before they are shuffled."""
    return SideCards(tuple(Private(card) for card in setup.cards if card.side is side))


def ground_of(state: State) -> Ground:
    """The areas by id."""
    return {area.id: area for area in state.areas}


def find_area(state: State, id: str) -> Area | None:
    """The area with this id; None: there is none."""
    return next((area for area in state.areas if area.id == id), None)


def place_of(state: State, unit: str) -> str | None:
    """The id of the area in which a unit is; None: it is not on the map."""
    return next((area.id for area in state.areas if any(other.id == unit for other in area.units)), None)


def side_of(state: State, seat: int) -> Side:
    """SS-58: the side that a seat plays."""
    return state.sides[seat - 1]


def seat_of(state: State, side: Side) -> int:
    """SS-58: the seat that plays a side."""
    return state.sides.index(side) + 1


def on(state: State, ground: Ground) -> State:
    """The state with other areas."""
    return replace(state, areas=tuple(ground.values()))


def evolve(state: State, fact: object) -> State:  # noqa: C901 - a case for each fact
    """The state after a fact."""
    match fact:
        case Casualty(unit=unit):
            return after_casualty(state, unit, fact)
        case ControlChanged(area, side):
            return on(state, passed_to(ground_of(state), area, side))
        case FireMarkerPlaced(area, side):
            return on(state, marked(ground_of(state), area, side))
        case FirersSpent(units):
            return turned(state, units)
        case facts.TurnBegan(turn):
            return replace(state, turn=turn)
        case facts.ImpulseBegan(seat):
            return replace(state, acting=seat, has_proposed=False, proposal=None)
        case facts.AreaActivated():
            return replace(state, passes=0)
        case facts.ImpulsePassed():
            return replace(state, passes=state.passes + 1)
        case facts.UnitsMoved(units, origin, to):
            return moved(state, units, origin, to)
        case facts.TurnEnded():
            return replace(state, areas=tuple(map(refreshed, state.areas)), passes=0)
        case facts.UnitWithdrawn(unit):
            return withdrawn(state, unit)
        case facts.UnitArrived(unit, area):
            return arrived(state, unit, area)
        case facts.EndProposed(seat, winner):
            return replace(state, proposal=Proposal(seat, winner), has_proposed=True)
        case facts.EndAnswered():
            return replace(state, proposal=None)
        case facts.GameEnded(result=result):
            return replace(state, result=result, acting=None, proposal=None)
    return after_cards(state, fact)


def after_cards(state: State, fact: object) -> State:
    """SS-54 … SS-56, SS-66, SS-67: the state after a fact about cards."""
    match fact:
        case facts.DeckShuffled(seat, cards):
            return with_cards(state, seat, replace(state.cards[seat - 1], deck=cards))
        case facts.CardsDrawn(seat, cards):
            own = state.cards[seat - 1]
            drawn = replace(own, deck=own.deck[len(cards) :], hand=(*own.hand, *cards))
            return with_cards(state, seat, drawn)
        case facts.CardPlayed(seat, card):
            own = state.cards[seat - 1]
            hand = tuple(part for part in own.hand if not part.is_known or part.value.id != card.id)
            return with_cards(state, seat, replace(own, hand=hand, discarded=(*own.discarded, card)))
        case facts.CardsDiscarded(seat, cards):
            own, gone = state.cards[seat - 1], [card.id for card in cards]
            hand = tuple(part for part in own.hand if not part.is_known or part.value.id not in gone)
            return with_cards(state, seat, replace(own, hand=hand, discarded=(*own.discarded, *cards)))
        case facts.CardActed():
            return replace(state, passes=0)
        case facts.UnitsAdvanced(units, origin, to):
            return advanced(state, units, origin, to)
        case facts.TerrainKept(area, factor, bonus):
            kept = replace(ground_of(state)[area], terrain_multiplier=factor, terrain_bonus=bonus)
            return on(state, {**ground_of(state), area: kept})
    return state


def with_cards(state: State, seat: int, cards: SideCards) -> State:
    """The state with other cards of a seat."""
    first, second = state.cards
    return replace(state, cards=(cards, second) if seat == 1 else (first, cards))


def refreshed(area: Area) -> Area:
    """SS-52: the area with fresh units and without fire markers."""
    units = tuple(replace(unit, state=UnitState.FRESH) for unit in area.units)
    return replace(area, units=units, fire_markers=())


def turned(state: State, units: tuple[str, ...]) -> State:
    """SS-24, SS-50: the state with units on their spent side."""
    return replace(state, areas=tuple(spend(ground_of(state), area.id, units)[area.id] for area in state.areas))


def after_casualty(state: State, unit: str, fact: Casualty) -> State:
    """SS-24, SS-32, SS-33: a unit is flipped, is gone to the losses, or has retreated to the end of its path."""
    area = place_of(state, unit)
    if area is None:
        return state
    if fact.fate is Fate.FLIPPED:
        return turned(state, (unit,))
    gone = unit_at(state, area, unit)
    left = without(ground_of(state), area, unit)
    if fact.fate is Fate.RETREATED:
        path = fact.detail["path"]
        return on(state, add(left, path[-1], gone)) if isinstance(path, tuple) else state
    return replace(on(state, left), losses=(*state.losses, gone))


def unit_at(state: State, area: str, unit: str) -> Unit:
    """The unit with this id, which must be in the area."""
    return units_of(ground_of(state), area, (unit,))[0]


def moved(state: State, units: tuple[str, ...], origin: str, to: str) -> State:
    """SS-60: the state with units in another area, spent."""
    return turned(advanced(state, units, origin, to), units)


def advanced(state: State, units: tuple[str, ...], origin: str, to: str) -> State:
    """SS-56: the state with units in another area."""
    ground = ground_of(state)
    for unit in units:
        ground = add(without(ground, origin, unit), to, unit_at(state, origin, unit))
    return on(state, ground)


def withdrawn(state: State, unit: str) -> State:
    """SS-63: the state without a unit, on the map or still to arrive."""
    area = place_of(state, unit)
    left = state if area is None else on(state, without(ground_of(state), area, unit))
    return replace(
        left,
        withdrawals=tuple(other for other in state.withdrawals if other.unit != unit),
        arrivals=tuple(other for other in state.arrivals if other.unit.id != unit),
    )


def arrived(state: State, unit: str, area: str) -> State:
    """SS-63: the state with a unit that has entered the map in an area."""
    arrival = next(other for other in state.arrivals if other.unit.id == unit)
    entered = on(state, add(ground_of(state), area, arrival.unit))
    return replace(entered, arrivals=tuple(other for other in state.arrivals if other != arrival))
