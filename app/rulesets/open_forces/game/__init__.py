"""A whole game of Open Forces, held by the server: rounds, commands in turn, final scoring."""

from app.domain.board import SEATED, Board
from app.domain.record import Seated
from app.rulesets.open_forces.game import facts
from app.rulesets.open_forces.game.model import (
    ChosenMode,
    ClaimObjective,
    Command,
    ConfirmObjective,
    DenyObjective,
    Movement,
    OfferStalemate,
    OpenForcesGameOptions,
    OpenForcesMove,
    OpenForcesSetup,
    OpenForcesState,
    OpenForcesTurn,
    Pass,
    Target,
)
from app.rulesets.open_forces.game.moves import asked, check, legal
from app.rulesets.open_forces.game.questions import ChooseMode, DeclareAttack, MoveGroup
from app.rulesets.open_forces.game.refusals import prepare
from app.rulesets.open_forces.game.rounds import act, open_game
from app.rulesets.open_forces.game.samples import SAMPLES
from app.rulesets.open_forces.game.state import evolve, set_up

BOARD: Board[OpenForcesState, OpenForcesSetup, OpenForcesMove, OpenForcesGameOptions] = Board(
    setup=OpenForcesSetup,
    options=OpenForcesGameOptions,
    state=OpenForcesState,
    actions={
        "command": Command,
        "pass": Pass,
        "offer-stalemate": OfferStalemate,
        "claim-objective": ClaimObjective,
        "confirm-objective": ConfirmObjective,
        "deny-objective": DenyObjective,
    },
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
    facts={
        SEATED: Seated,
        "round-began": facts.RoundBegan,
        "initiative-compared": facts.InitiativeCompared,
        "turn-passed": facts.TurnPassed,
        "command-began": facts.CommandBegan,
        "command-passed": facts.CommandPassed,
        "mode-set": facts.ModeSet,
        "group-moved": facts.GroupMoved,
        "attack-began": facts.AttackBegan,
        "group-destroyed": facts.GroupDestroyed,
        "group-marked": facts.GroupMarked,
        "round-ended": facts.RoundEnded,
        "stalemate-offered": facts.StalemateOffered,
        "objective-answered": facts.ObjectiveAnswered,
        "game-ended": facts.GameEnded,
    },
    questions={ChooseMode.name: ChosenMode, MoveGroup.name: Movement, DeclareAttack.name: Target},
    setups=SAMPLES,
)
