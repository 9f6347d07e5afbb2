"""A whole game of Storm Over Stalingrad, held by the server: turns of alternating impulses, with cards in hand."""

from app.domain.board import Board, Concede, Pass
from app.domain.names import dataclasses_of
from app.rulesets.storm_over_stalingrad.game import facts
from app.rulesets.storm_over_stalingrad.game.card_questions import ChooseAdvance, ChooseDiscards, ChooseFireCard
from app.rulesets.storm_over_stalingrad.game.card_traits import leads_to
from app.rulesets.storm_over_stalingrad.game.endings import COURSE
from app.rulesets.storm_over_stalingrad.game.impulses import act, open_game
from app.rulesets.storm_over_stalingrad.game.model import (
    AgreeEnd,
    ChangeTerrain,
    DeclineEnd,
    FireMove,
    GameOptions,
    Move,
    MoveMove,
    PlayCard,
    ProposeEnd,
    Setup,
    State,
    Turn,
)
from app.rulesets.storm_over_stalingrad.game.moves import asked, check, legal
from app.rulesets.storm_over_stalingrad.game.questions import ChooseArrival, ChooseFirers, ChooseMovers
from app.rulesets.storm_over_stalingrad.game.refusals import prepare, sides
from app.rulesets.storm_over_stalingrad.game.samples import SAMPLES
from app.rulesets.storm_over_stalingrad.game.state import evolve, set_up
from app.rulesets.storm_over_stalingrad.game.telling import notes, said
from app.rulesets.storm_over_stalingrad.game.ways import ChooseWay

BOARD: Board[State, Setup, Move, GameOptions] = Board(
    setup=Setup,
    options=GameOptions,
    state=State,
    actions=(FireMove, MoveMove, PlayCard, ChangeTerrain, Pass, ProposeEnd, AgreeEnd, DeclineEnd, Concede),
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
    rule="SS-59",
    facts=dataclasses_of(facts),
    questions=(ChooseFirers, ChooseMovers, ChooseFireCard, ChooseAdvance, ChooseDiscards, ChooseWay, ChooseArrival),
    setups=SAMPLES,
    sides=sides,
    hides=True,
    hides_in=lambda setup: bool(setup.cards),
    needs_service_dice=lambda setup: bool(setup.cards),
    seats=lambda setup: len(setup.sides),
    said=said,
    course=COURSE,
    by_id=notes,
    leads_to=leads_to,
)
