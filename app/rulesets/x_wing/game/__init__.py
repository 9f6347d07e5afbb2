"""A whole game of X-Wing, held by the server: rounds, engagements by initiative, the end and its score."""

from app.domain.board import Board, Concede
from app.domain.names import dataclasses_of
from app.rulesets.x_wing.game import facts
from app.rulesets.x_wing.game.bringing import BRINGING
from app.rulesets.x_wing.game.endings import COURSE
from app.rulesets.x_wing.game.fleet import set_up
from app.rulesets.x_wing.game.model import XWingState, XWingTurn
from app.rulesets.x_wing.game.move_types import Declare, EndPhase, Engage, XWingMove
from app.rulesets.x_wing.game.moves import check, is_measured, leads_to, legal
from app.rulesets.x_wing.game.refusals import prepare
from app.rulesets.x_wing.game.rounds import act, open_game
from app.rulesets.x_wing.game.samples import SAMPLES
from app.rulesets.x_wing.game.setup import GAME_PRESETS, XWingGameOptions, XWingSetup
from app.rulesets.x_wing.game.state import asked, evolve
from app.rulesets.x_wing.game.telling import notes, said, whole

BOARD: Board[XWingState, XWingSetup, XWingMove, XWingGameOptions] = Board(
    setup=XWingSetup,
    options=XWingGameOptions,
    state=XWingState,
    actions=(Declare, Engage, EndPhase, Concede),
    turn=XWingTurn,
    prepare=prepare,
    set_up=set_up,
    open=open_game,
    legal=legal,
    leads_to=leads_to,
    check=check,
    act=act,
    evolve=evolve,
    asked=asked,
    result=lambda state: state.result,
    rule="XW-66",
    facts=dataclasses_of(facts),
    setups=SAMPLES,
    presets=GAME_PRESETS,
    lists_every_move=False,
    at_table=is_measured,
    seats=lambda setup: len(setup.squads),
    whole=whole,
    said=said,
    course=COURSE,
    by_id=notes,
    bringing=BRINGING,
)
