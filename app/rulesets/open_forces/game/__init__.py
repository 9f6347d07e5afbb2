"""A whole game of Open Forces, held by the server: rounds, commands in turn, final scoring."""

from app.domain.board import Board, Pass
from app.domain.names import dataclasses_of
from app.rulesets.open_forces.game import facts
from app.rulesets.open_forces.game.ahead import AHEAD
from app.rulesets.open_forces.game.bringing import BRINGING
from app.rulesets.open_forces.game.endings import COURSE
from app.rulesets.open_forces.game.model import (
    ClaimObjective,
    Command,
    ConfirmObjective,
    DeclineStalemate,
    DenyObjective,
    OfferStalemate,
    OpenForcesMove,
    OpenForcesState,
    OpenForcesTurn,
    Place,
)
from app.rulesets.open_forces.game.movement import Move
from app.rulesets.open_forces.game.moves import asked, check, legal
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.placement import PlaceGroup
from app.rulesets.open_forces.game.questions import ChooseMode, leads_to
from app.rulesets.open_forces.game.refusals import prepare
from app.rulesets.open_forces.game.rounds import act, open_game
from app.rulesets.open_forces.game.samples import SAMPLES
from app.rulesets.open_forces.game.setup import OpenForcesSetup
from app.rulesets.open_forces.game.state import evolve, set_up
from app.rulesets.open_forces.game.targets import AnswerDeclaration, DeclareAttack
from app.rulesets.open_forces.game.telling import said

BOARD: Board[OpenForcesState, OpenForcesSetup, OpenForcesMove, OpenForcesGameOptions] = Board(
    setup=OpenForcesSetup,
    options=OpenForcesGameOptions,
    state=OpenForcesState,
    actions=(Place, Command, Pass, OfferStalemate, DeclineStalemate, ClaimObjective, ConfirmObjective, DenyObjective),
    turn=OpenForcesTurn,
    prepare=prepare,
    set_up=set_up,
    open=open_game,
    legal=legal,
    check=check,
    act=act,
    evolve=evolve,
    asked=asked,
    result=lambda state: state.result,
    rule="OF-11",
    facts=dataclasses_of(facts),
    questions=(PlaceGroup, ChooseMode, Move, DeclareAttack, AnswerDeclaration),
    setups=SAMPLES,
    seats=lambda setup: len(setup.armies),
    ahead=AHEAD,
    leads_to=leads_to,
    said=said,
    course=COURSE,
    bringing=BRINGING,
)
