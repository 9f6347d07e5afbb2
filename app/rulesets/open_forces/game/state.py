"""The state of a game of Open Forces: its beginning, look-ups in it, and its changes by facts."""

from dataclasses import replace

from app.domain.casualties import Casualty
from app.rulesets.open_forces.game import facts
from app.rulesets.open_forces.game.model import (
    ObjectiveClaim,
    OpenForcesGroup,
    OpenForcesPlayer,
    OpenForcesState,
    OpenForcesUnit,
)
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.setup import (
    OpenForcesDataCard,
    OpenForcesGroupSetup,
    OpenForcesMode,
    OpenForcesPoint,
    OpenForcesSetup,
    Placement,
)


def set_up(setup: OpenForcesSetup, _options: OpenForcesGameOptions) -> OpenForcesState:
    """OF-4, OF-5: the armies, each group in its first mode, on the field or yet to be placed; nothing has happened."""
    armies = tuple(enumerate(setup.armies, 1))
    groups = [(group, entering(group, seat)) for seat, army in armies for group in army.groups]
    places = setup.placement is Placement.IN_TURN
    return OpenForcesState(
        players=tuple(OpenForcesPlayer(seat, army.team) for seat, army in armies),
        groups=tuple(group for told, group in groups if told.positions or not places),
        to_place=tuple(group for told, group in groups if places and not told.positions),
        cards=setup.cards,
        obstacles=setup.obstacles,
        objective=setup.objective,
        battlefield=setup.battlefield,
        zones=setup.zones,
    )


def unit_ids_of(group: OpenForcesGroupSetup) -> tuple[str, ...]:
    """The client's ids of a group's units, else the group's id with a number."""
    return group.unit_ids or tuple(f"{group.id}-{n}" for n in range(1, group.units + 1))


def entering(group: OpenForcesGroupSetup, seat: int) -> OpenForcesGroup:
    """A group of the setup as it begins the game."""
    ids = unit_ids_of(group)
    places: tuple[OpenForcesPoint | None, ...] = group.positions or (None,) * len(ids)
    units = tuple(OpenForcesUnit(id, at) for id, at in zip(ids, places, strict=True))
    return OpenForcesGroup(group.id, seat, group.card, group.mode, ready=True, units=units, name=group.name)


def find_group(state: OpenForcesState, id: str) -> OpenForcesGroup | None:
    """The group with this id; None: it is not on the field."""
    return next((group for group in state.groups if group.id == id), None)


def group_at(state: OpenForcesState, id: str) -> OpenForcesGroup:
    """The group with this id, which must be on the field."""
    return next(group for group in state.groups if group.id == id)


def card_of(state: OpenForcesState, group: OpenForcesGroup) -> OpenForcesDataCard:
    """The data card of a group."""
    return next(card for card in state.cards if card.id == group.card)


def mode_of(state: OpenForcesState, group: OpenForcesGroup) -> OpenForcesMode:
    """OF-16: the current mode of a group."""
    return next(mode for mode in card_of(state, group).modes if mode.mode == group.mode)


def keeps_positions(state: OpenForcesState) -> bool:
    """Whether the game stores the positions of units."""
    return bool(state.to_place) or any(unit.at is not None for group in state.groups for unit in group.units)


def team_of(state: OpenForcesState, seat: int) -> str:
    """The team of a seat; a seat without a team is a team of its own."""
    team = next(player.team for player in state.players if player.seat == seat)
    return f"seat-{seat}" if team is None else f"team {team}"


def are_friends(state: OpenForcesState, one: int, other: int) -> bool:
    """Whether two seats are the same seat, or of the same team."""
    return team_of(state, one) == team_of(state, other)


def seats_of(state: OpenForcesState) -> tuple[int, ...]:
    """All seats, ascending."""
    return tuple(player.seat for player in state.players)


def seats_on_field(state: OpenForcesState) -> tuple[int, ...]:
    """OF-8, OF-37: the seats that still have groups, ascending."""
    held = [group.seat for group in state.groups]
    return tuple(player.seat for player in state.players if player.seat in held)


def has_ready_group(state: OpenForcesState, seat: int) -> bool:
    """OF-12: whether a seat can give a command."""
    return any(group.ready for group in state.groups if group.seat == seat)


def has_group_to_place(state: OpenForcesState, seat: int) -> bool:
    """OF-4: whether a seat has yet to place a group."""
    return any(group.seat == seat for group in state.to_place)


def evolve(state: OpenForcesState, fact: object) -> OpenForcesState:  # noqa: C901 - a case for each fact
    """The state after a fact."""
    match fact:
        case facts.PlacementPassed(seat):
            return replace(state, turn=seat)
        case facts.GroupPlaced(id, _, to):
            return with_placed(state, id, to)
        case facts.RoundBegan(number):
            ready = tuple(replace(group, ready=True) for group in state.groups)
            return replace(state, round=number, deaths=0, turn=None, groups=ready)
        case facts.InitiativeCompared(_, highest, tied):
            return state if tied else replace(state, turn=highest[0])
        case facts.TurnPassed(seat):
            return replace(state, turn=seat)
        case facts.ModeSet(id, mode):
            return with_group(state, replace(group_at(state, id), mode=mode))
        case facts.GroupMoved(id, _, to) if to:
            return moved(state, group_at(state, id), to)
        case facts.GroupClosedUp(id, to):
            return moved(state, group_at(state, id), to)
        case Casualty() as casualty:
            return without_unit(state, casualty.unit)
        case facts.GroupDestroyed(id):
            return without_group(state, id)
        case facts.GroupMarked(id) if find_group(state, id):
            return with_group(state, replace(group_at(state, id), ready=False))
        case facts.RoundEnded(_, _, quiet):
            return replace(state, quiet_rounds=quiet, turn=None)
        case facts.StalemateOffered(seat):
            return replace(state, stalemate_offers=(*state.stalemate_offers, seat))
        case facts.StalemateDeclined():
            return replace(state, stalemate_offers=())
        case facts.ObjectiveAnswered(seat, word):
            return answered(state, seat, word)
        case facts.GameEnded(_, result):
            return replace(state, result=result, turn=None, claim=None, stalemate_offers=())
    return state


def with_group(state: OpenForcesState, changed: OpenForcesGroup) -> OpenForcesState:
    """The state with one group changed."""
    return replace(state, groups=tuple(changed if group.id == changed.id else group for group in state.groups))


def with_placed(state: OpenForcesState, id: str, to: tuple[OpenForcesPoint, ...]) -> OpenForcesState:
    """OF-4: the state with a group on the battlefield that was yet to be placed."""
    group = next(group for group in state.to_place if group.id == id)
    left = tuple(other for other in state.to_place if other is not group)
    return moved(replace(state, groups=(*state.groups, group), to_place=left), group, to)


def moved(state: OpenForcesState, group: OpenForcesGroup, to: tuple[OpenForcesPoint, ...]) -> OpenForcesState:
    """OF-17: the state with a group's units in other places."""
    units = tuple(OpenForcesUnit(unit.id, at) for unit, at in zip(group.units, to, strict=True))
    return with_group(state, replace(group, units=units))


def without_unit(state: OpenForcesState, id: str) -> OpenForcesState:
    """OF-30: the state without a killed unit."""
    groups = tuple(replace(group, units=tuple(unit for unit in group.units if unit.id != id)) for group in state.groups)
    return replace(state, groups=groups, deaths=state.deaths + 1)


def without_group(state: OpenForcesState, id: str) -> OpenForcesState:
    """OF-37: the state without a destroyed group; a claim ends with the last group of the claimer's team."""
    fallen = tuple(group for group in state.groups if group.id == id)
    groups = tuple(group for group in state.groups if group.id != id)
    left = replace(state, groups=groups, fallen=(*state.fallen, *fallen))
    claim = state.claim
    if claim is None or any(are_friends(left, seat, claim.seat) for seat in seats_on_field(left)):
        return left
    return replace(left, claim=None)


def answered(state: OpenForcesState, seat: int, word: str) -> OpenForcesState:
    """OF-6: the state after a claim, or after an answer to one."""
    if word == "claimed":
        return replace(state, claim=ObjectiveClaim(seat, ()))
    if word == "denied" or state.claim is None:
        return replace(state, claim=None)
    return replace(state, claim=replace(state.claim, confirmed_by=(*state.claim.confirmed_by, seat)))
