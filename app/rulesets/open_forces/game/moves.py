"""The legal moves of a game of Open Forces, and why others are refused."""

from collections.abc import Iterator

from app.domain.errors import IllegalAction, NotYours
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
    Pass,
)
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.state import find_group, seats_on_field


def legal(state: OpenForcesState, options: OpenForcesGameOptions, seat: int) -> Iterator[OpenForcesMove]:
    """OF-6, OF-10, OF-38: the moves of a seat: commands, then to decline what others propose, then to agree."""
    groups = [group.id for group in state.groups if group.seat == seat]
    moves: tuple[OpenForcesMove, ...] = (
        *(Command("command", group) for group in groups),
        Pass("pass"),
        DenyObjective("deny-objective"),
        DeclineStalemate("decline-stalemate"),
        ConfirmObjective("confirm-objective"),
        OfferStalemate("offer-stalemate"),
        ClaimObjective("claim-objective"),
    )
    return (move for move in moves if refusal(state, options, seat, move) is None)


def check(state: OpenForcesState, options: OpenForcesGameOptions, seat: int, move: OpenForcesMove) -> None:
    """Raise IllegalAction unless the seat may make the move."""
    if refused := refusal(state, options, seat, move):
        raise refused


def refusal(
    state: OpenForcesState, options: OpenForcesGameOptions, seat: int, move: OpenForcesMove
) -> IllegalAction | None:
    """Why a seat may not make a move; None: it may."""
    if state.result is not None:
        return IllegalAction("game-over", "OF-6")
    if seat not in seats_on_field(state):
        return IllegalAction("no-groups-left", "OF-37", seat=seat)
    match move:
        case Command(_, group):
            return command_refused(state, seat, group)
        case Pass():
            return pass_refused(state, options, seat)
        case OfferStalemate():
            return offer_refused(state, options, seat)
        case DeclineStalemate():
            return None if state.stalemate_offers else IllegalAction("nothing-offered", "OF-38")
        case ClaimObjective():
            return claim_refused(state)
        case DenyObjective() if state.claim is not None and state.claim.seat == seat:
            return None
    return None if seat in waiting_for_word(state) else IllegalAction("nothing-claimed", "OF-6", seat=seat)


def command_refused(state: OpenForcesState, seat: int, group: str) -> IllegalAction | None:
    """OF-10, OF-11: it is the seat's turn, and the group is its own and ready."""
    if state.turn != seat:
        return IllegalAction("not-your-turn", "OF-11", turn=state.turn)
    commanded = find_group(state, group)
    if commanded is None:
        return IllegalAction("unknown-group", "OF-10", group=group)
    if commanded.seat != seat:
        return NotYours("not-your-group", "OF-10", group=group)
    return None if commanded.ready else IllegalAction("already-commanded", "OF-10", group=group)


def pass_refused(state: OpenForcesState, options: OpenForcesGameOptions, seat: int) -> IllegalAction | None:
    """OF-10: passing is legal only with the option for it."""
    if not options.allow_pass:
        return IllegalAction("no-passing", "OF-10")
    return None if state.turn == seat else IllegalAction("not-your-turn", "OF-11", turn=state.turn)


def offer_refused(state: OpenForcesState, options: OpenForcesGameOptions, seat: int) -> IllegalAction | None:
    """OF-38: the options allow an agreed stalemate, and the seat has not agreed to it yet."""
    if not options.stalemate_by_agreement:
        return IllegalAction("no-agreed-stalemate", "OF-38")
    return IllegalAction("already-offered", "OF-38") if seat in state.stalemate_offers else None


def claim_refused(state: OpenForcesState) -> IllegalAction | None:
    """OF-6: there is an agreed objective, and no open claim of it."""
    if state.objective is None:
        return IllegalAction("no-objective", "OF-6")
    return None if state.claim is None else IllegalAction("already-claimed", "OF-6", seat=state.claim.seat)


def asked(state: OpenForcesState) -> tuple[int, ...]:
    """OF-11: the seat in turn, then those who have to answer a claim or an offered stalemate."""
    if state.result is not None or state.turn is None:
        return ()
    waiting = waiting_for_word(state)
    others = (seat for seat in seats_on_field(state) if seat != state.turn)
    offers = state.stalemate_offers
    return (state.turn, *(seat for seat in others if seat in waiting or (offers and seat not in offers)))
