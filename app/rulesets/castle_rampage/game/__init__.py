"""A siege or a whole game that the server holds: gate and castle of each player face down, as they were laid."""

from app.domain.board import Board, Concede, Course
from app.domain.names import dataclasses_of
from app.rulesets.castle_rampage.game import facts, whole_facts
from app.rulesets.castle_rampage.game.actions import (
    AttackMove,
    DiscardCards,
    DrawCards,
    EndTurn,
    LayCard,
    LayHeldCard,
    Move,
    PlayCard,
    Turn,
    TurnUpCard,
)
from app.rulesets.castle_rampage.game.model import GameOptions, Setup, State
from app.rulesets.castle_rampage.game.moves import asked, check, legal
from app.rulesets.castle_rampage.game.play_questions import ChoosePermanent, DiscardFromHand
from app.rulesets.castle_rampage.game.questions import ShowCard
from app.rulesets.castle_rampage.game.refusals import SEATS, prepare
from app.rulesets.castle_rampage.game.samples import SAMPLES
from app.rulesets.castle_rampage.game.state import evolve, seen_from, set_up
from app.rulesets.castle_rampage.game.telling import notes, said
from app.rulesets.castle_rampage.game.traits import leads_to
from app.rulesets.castle_rampage.game.turns import act, open_game
from app.rulesets.castle_rampage.model import Structure


def laid(state: State, seat: int) -> dict[str, int]:
    """CR-3: how many cards lie in each structure of a seat."""
    return {structure.value: len(state.player(seat).stack(structure)) for structure in Structure}


COURSE: Course[State] = Course(
    "laid_cards", lambda state: state.turn, lambda state, seat: sum(laid(state, seat).values()), laid
)

BOARD: Board[State, Setup, Move, GameOptions] = Board(
    setup=Setup,
    options=GameOptions,
    state=State,
    actions=(LayCard, LayHeldCard, AttackMove, PlayCard, DrawCards, DiscardCards, TurnUpCard, EndTurn, Concede),
    turn=Turn,
    prepare=prepare,
    set_up=set_up,
    open=open_game,
    legal=legal,
    check=check,
    act=act,
    evolve=evolve,
    asked=asked,
    result=lambda state: state.result,
    rule="CR-7",
    facts=(*dataclasses_of(facts), *dataclasses_of(whole_facts)),
    questions=(ShowCard, DiscardFromHand, ChoosePermanent),
    setups=SAMPLES,
    lists_every_move=False,
    hides=True,
    shows=(facts.CardTurnedUp,),
    view=seen_from,
    needs_service_dice=lambda setup: setup.whole is not None,
    seats=lambda _setup: SEATS,
    said=said,
    by_id=notes,
    leads_to=leads_to,
    course=COURSE,
)
