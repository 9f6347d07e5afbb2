"""The legal moves of a game of Open Forces, and why others are refused."""

from collections.abc import Iterator

from app.domain.board import Pass
from app.domain.errors import IllegalAction, NotYours, raise_all
from app.rulesets.open_forces.game.endings import waiting_for_word
from app.rulesets.open_forces.game.model import (
    ClaimObjective,
    Command,
    ConfirmObjective,
    DeclineStalemate,
    DenyObjective,
    OfferStalemate,
    OpenForcesMove,
    OpenForcesState,
    Place,
)
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.state import find_group, seats_on_field


def legal(state: OpenForcesState, options: OpenForcesGameOptions, seat: int) -> Iterator[OpenForcesMove]:
    """OF-4, OF-6, OF-10, OF-38: a seat places or commands, then declines what others propose, then agrees."""
    groups = [group.id for group in state.groups if group.seat == seat]
    moves: tuple[OpenForcesMove, ...] = (
        *(Place("place", group.id) for group in state.to_place if group.seat == seat),
        *(Command("command", group) for group in groups),
        Pass("pass"),
        DenyObjective("deny-objective"),
        DeclineStalemate("decline-stalemate"),
        ConfirmObjective("confirm-objective"),
        OfferStalemate("offer-stalemate"),
        ClaimObjective("claim-objective"),
    )
    return (move for move in moves if next(refusals(state, options, seat, move), None) is None)


def check(state: OpenForcesState, options: OpenForcesGameOptions, seat: int, move: OpenForcesMove) -> None:
    """Raise IllegalAction, with all that is wrong, unless the seat may make the move."""
    raise_all(refusals(state, options, seat, move))


def refusals(
    state: OpenForcesState, options: OpenForcesGameOptions, seat: int, move: OpenForcesMove
) -> Iterator[IllegalAction]:
    """Every reason why a seat may not make a move."""
    if state.result is not None:
        yield IllegalAction("game-over", "OF-6")
        return
    if isinstance(move, Place):
        yield from place_refused(state, seat, move.group)
        return
    if state.to_place:
        yield IllegalAction("still-placing", "OF-4", turn=state.turn)
        return
    if seat not in seats_on_field(state):
        yield IllegalAction("no-groups-left", "OF-37", seat=seat)
        return
    match move:
        case Command(_, group):
            yield from command_refused(state, seat, group)
        case Pass():
            yield from pass_refused(state, options, seat)
        case OfferStalemate():
            yield from offer_refused(state, options, seat)
        case ClaimObjective():
            yield from claim_refused(state)
        case _:
            yield from word_refused(state, seat, move)


def word_refused(state: OpenForcesState, seat: int, move: OpenForcesMove) -> Iterator[IllegalAction]:
    """OF-6, OF-38: there is an offer to decline, or a claim to confirm, to deny or to take back."""
    if isinstance(move, DeclineStalemate):
        if not state.stalemate_offers:
            yield IllegalAction("nothing-offered", "OF-38")
        return
    is_own = isinstance(move, DenyObjective) and state.claim is not None and state.claim.seat == seat
    if not is_own and seat not in waiting_for_word(state):
        yield IllegalAction("nothing-claimed", "OF-6", seat=seat)


def place_refused(state: OpenForcesState, seat: int, id: str) -> Iterator[IllegalAction]:
    """OF-4: it is the seat's turn, and the group is its own and not on the field yet."""
    if not state.to_place:
        yield IllegalAction("all-placed", "OF-4")
        return
    if state.turn != seat:
        yield IllegalAction("not-your-turn", "OF-4", turn=state.turn)
    group = next((group for group in state.to_place if group.id == id), None)
    if group is None:
        yield IllegalAction("nothing-to-place", "OF-4", "group", group=id)
    elif group.seat != seat:
        yield NotYours("not-your-group", "OF-4", "group", group=id)


def command_refused(state: OpenForcesState, seat: int, group: str) -> Iterator[IllegalAction]:
    """OF-10, OF-11: it is the seat's turn, and the group is its own and ready."""
    if state.turn != seat:
        yield IllegalAction("not-your-turn", "OF-11", turn=state.turn)
    commanded = find_group(state, group)
    if commanded is None:
        yield IllegalAction("unknown-group", "OF-10", "group", group=group)
    elif commanded.seat != seat:
        yield NotYours("not-your-group", "OF-10", "group", group=group)
    elif not commanded.ready:
        yield IllegalAction("already-commanded", "OF-10", "group", group=group)


def pass_refused(state: OpenForcesState, options: OpenForcesGameOptions, seat: int) -> Iterator[IllegalAction]:
    """OF-10: passing is legal only with the option for it."""
    if not options.allow_pass:
        yield IllegalAction("no-passing", "OF-10")
    if state.turn != seat:
        yield IllegalAction("not-your-turn", "OF-11", turn=state.turn)


def offer_refused(state: OpenForcesState, options: OpenForcesGameOptions, seat: int) -> Iterator[IllegalAction]:
    """OF-38: the options allow an agreed stalemate, and the seat has not agreed to it yet."""
    if not options.stalemate_by_agreement:
        yield IllegalAction("no-agreed-stalemate", "OF-38")
    if seat in state.stalemate_offers:
        yield IllegalAction("already-offered", "OF-38")


def claim_refused(state: OpenForcesState) -> Iterator[IllegalAction]:
    """OF-6: there is an agreed objective, and no open claim of it."""
    if state.objective is None:
        yield IllegalAction("no-objective", "OF-6")
    if state.claim is not None:
        yield IllegalAction("already-claimed", "OF-6", seat=state.claim.seat)


def asked(state: OpenForcesState) -> tuple[int, ...]:
    """OF-11: the seat in turn, then those who have to answer a claim or an offered stalemate."""
    if state.result is not None or state.turn is None:
        return ()
    waiting = waiting_for_word(state)
    others = (seat for seat in seats_on_field(state) if seat != state.turn)
    offers = state.stalemate_offers
    return (state.turn, *(seat for seat in others if seat in waiting or (offers and seat not in offers)))
