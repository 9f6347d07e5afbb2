"""All that is wrong with a move, or with an answer in one, is told at once, each with its place."""

from dataclasses import replace

import pytest

from app.domain.board import Pass
from app.domain.errors import IllegalAction, IllegalChoice, NotYours
from app.domain.hidden import Private
from app.rulesets.castle_rampage.game import BOARD as CASTLE_RAMPAGE
from app.rulesets.castle_rampage.game.actions import AttackMove, LayCard, PlayCard
from app.rulesets.castle_rampage.game.model import GameOptions, Phase
from app.rulesets.castle_rampage.game.whole_sample import WHOLE_SAMPLE
from app.rulesets.castle_rampage.model import Card, Structure
from app.rulesets.open_forces.game import BOARD as OPEN_FORCES
from app.rulesets.open_forces.game.model import Command, Movement
from app.rulesets.open_forces.game.movement import Move
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.setup import OpenForcesPoint
from app.rulesets.storm_over_stalingrad import RULESET as STALINGRAD
from app.rulesets.storm_over_stalingrad.game.model import FireMove, Proposal
from app.rulesets.x_wing import RULESET as X_WING
from app.rulesets.x_wing.game.move_types import EndPhase, Engage, XWingDeclaredAttack, XWingKept
from app.rulesets.x_wing.model import XWingWeapon
from app.rulesets.x_wing.terms import Token
from tests.api.test_games import open_game

RULES, SIEGE = OpenForcesGameOptions(), GameOptions()


def told(error):
    """The reasons of a refusal with their places."""
    return [(one.reason, getattr(one, "field", ())) for one in (error, *error.more)]


def skirmish():
    return replace(OPEN_FORCES.set_up(OPEN_FORCES.setups["sample-with-positions"], RULES), turn=1, round=1)


def test_a_command_out_of_turn_to_a_group_of_somebody_else_has_two_faults():
    with pytest.raises(IllegalAction) as refused:
        OPEN_FORCES.check(skirmish(), RULES, 2, Command("command", "a-tank"))
    assert told(refused.value) == [("not-your-turn", ()), ("not-your-group", ("group",))]
    assert isinstance(refused.value.more[0], NotYours)
    with pytest.raises(IllegalAction) as refused:
        OPEN_FORCES.check(skirmish(), RULES, 2, Pass("pass"))
    assert told(refused.value) == [("no-passing", ()), ("not-your-turn", ())]


def test_a_path_that_is_too_long_and_blocked_has_both_faults():
    state = skirmish()
    question = Move(state, RULES, "a-infantry-1")
    to = tuple(OpenForcesPoint(place.x + 100, place.y + 5000) for place in question.start)
    with pytest.raises(IllegalChoice) as refused:
        question.check(Movement(path=(to, to)))
    assert [reason for reason, _ in told(refused.value)] == ["not-straight", "too-far", "way-blocked"]


def test_a_fire_at_an_unknown_area_from_one_without_units_while_an_end_is_proposed_has_all_faults():
    board, options = STALINGRAD.board, STALINGRAD.board.options()
    state = replace(
        board.set_up(board.setups["sample"], options), acting=2, turn=1, proposal=Proposal(seat=2, winner=None)
    )
    with pytest.raises(IllegalAction) as refused:
        board.check(state, options, 1, FireMove("fire", "nowhere", "elsewhere"))
    assert told(refused.value) == [
        ("not-your-impulse", ()),
        ("end-proposed", ()),
        ("unknown-area", ("area",)),
        ("unknown-area", ("target",)),
    ]


def test_an_engagement_in_another_phase_with_a_foreign_weapon_at_nobody_has_all_faults():
    board, options = X_WING.board, X_WING.board.options()
    state = board.set_up(board.setups["ships"], options)
    ship = next(held.ship.id for held in state.ships if held.seat == 1)
    attack = XWingDeclaredAttack("nobody", XWingWeapon(value=6), attack_range=2)
    with pytest.raises(IllegalAction) as refused:
        board.check(state, options, 1, Engage("engage", ship, attack))
    assert told(refused.value) == [
        ("other-phase", ()),
        ("invalid-defender", ("attack", "target")),
        ("weapon-requirement", ("attack", "weapon")),
    ]
    kept = (XWingKept("nobody", Token.FOCUS, 1), XWingKept(ship, Token.FOCUS, 9))
    with pytest.raises(IllegalAction) as refused:
        board.check(state, options, 1, EndPhase("end-phase", kept))
    assert told(refused.value)[-2:] == [("unknown-ship", ("keeps", 0, "ship")), ("not-kept", ("keeps", 1))]


def test_a_card_laid_out_of_turn_without_its_values_has_all_faults():
    state = CASTLE_RAMPAGE.set_up(CASTLE_RAMPAGE.setups["siege"], SIEGE)
    state = replace(state, phase=Phase.TURNS, turn=1, acting=1)
    with pytest.raises(IllegalAction) as refused:
        CASTLE_RAMPAGE.check(state, SIEGE, 2, LayCard("lay", Structure.GATE, Private(Card("wall"))))
    assert told(refused.value) == [
        ("not-your-turn", ()),
        ("missing-value", ("card", "gate_defense")),
        ("missing-value", ("card", "castle_defense")),
    ]
    with pytest.raises(IllegalAction) as refused:
        CASTLE_RAMPAGE.check(state, SIEGE, 2, AttackMove("play-attack", 5, "ram", in_play=True))
    assert told(refused.value) == [("not-your-turn", ()), ("not-in-play", ("card",))]


def test_a_card_that_is_not_in_the_hand_played_while_cards_are_laid_has_both_faults():
    state = CASTLE_RAMPAGE.set_up(CASTLE_RAMPAGE.setups["whole-sample"], SIEGE)
    with pytest.raises(IllegalAction) as refused:
        CASTLE_RAMPAGE.check(state, SIEGE, 1, PlayCard("play-card", WHOLE_SAMPLE.cards[0].card))
    assert told(refused.value)[:2] == [("cards-not-laid", ("kind",)), ("card-not-in-hand", ("card",))]


@pytest.mark.anyio
async def test_the_problem_of_a_move_lists_all_faults_in_the_language_of_the_caller(sqlite_api):
    session = await open_game(sqlite_api)
    (act,) = (await sqlite_api.get(f"/v1/sessions/{session['id']}/questions")).json()["items"]
    other = 3 - act["seat"]
    group = act["choices"][0]["choice"]
    refused = await sqlite_api.post(
        f"/v1/rulesets/open-forces/sessions/{session['id']}/actions?language=ru",
        {"seen": act["seen"], "move": group, "seat": other},
        session["tokens"]["host"],
    )
    problem = refused.json()
    assert (refused.status_code, problem["reason"]) == (409, "not-your-turn")
    assert [(one["pointer"], one["code"], one["rule"]) for one in problem["errors"]] == [
        ("/move", "not-your-turn", "OF-11"),
        ("/move/group", "not-your-group", "OF-10"),
    ]
    setup = (await sqlite_api.get("/v1/rulesets/open-forces")).json()["game"]["setups"]["sample"]
    named = {one["id"]: one["name"] for army in setup["armies"] for one in army["groups"]}
    assert named[group["group"]] in problem["errors"][1]["detail"]


@pytest.mark.anyio
async def test_a_refused_move_calls_the_other_player_by_the_name(sqlite_api):
    seats = [{"name": name} for name in ("Ada", "Bo")]
    session = await open_game(sqlite_api, seats=seats)
    (act,) = (await sqlite_api.get(f"/v1/sessions/{session['id']}/questions")).json()["items"]
    refused = await sqlite_api.post(
        f"/v1/rulesets/open-forces/sessions/{session['id']}/actions",
        {"seen": act["seen"], "move": act["choices"][0]["choice"], "seat": 3 - act["seat"]},
        session["tokens"]["host"],
    )
    assert refused.json()["reason"] == "not-your-turn"
    assert ("Ada", "Bo")[act["seat"] - 1] in refused.json()["errors"][0]["detail"]
