"""A siege that the server holds: gate and castle of each player face down, as they were laid."""

from app.domain.board import Board
from app.domain.names import dataclasses_of
from app.rulesets.castle_rampage.game import facts
from app.rulesets.castle_rampage.game.model import (
    AttackMove,
    Concede,
    DiscardCards,
    DrawCards,
    EndTurn,
    GameOptions,
    LayCard,
    Move,
    Setup,
    State,
    Turn,
    TurnUpCard,
)
from app.rulesets.castle_rampage.game.moves import asked, check, legal
from app.rulesets.castle_rampage.game.questions import ShowCard
from app.rulesets.castle_rampage.game.refusals import SEATS, prepare
from app.rulesets.castle_rampage.game.samples import SAMPLES
from app.rulesets.castle_rampage.game.state import evolve, set_up
from app.rulesets.castle_rampage.game.turns import act, open_game

BOARD: Board[State, Setup, Move, GameOptions] = Board(
    setup=Setup,
    options=GameOptions,
    state=State,
    actions=(LayCard, AttackMove, DrawCards, DiscardCards, TurnUpCard, EndTurn, Concede),
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
    facts=dataclasses_of(facts),
    questions=(ShowCard,),
    setups=SAMPLES,
    lists_every_move=False,
    hides=True,
    shows=(facts.CardTurnedUp,),
    seats=lambda _setup: SEATS,
)
