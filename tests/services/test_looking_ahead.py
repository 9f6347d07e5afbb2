"""`best` in a game of Open Forces: one move ahead, by the army value that an attack kills, else by how near it comes."""

import threading
from dataclasses import replace

import pytest

from app.domain.board import Act, SeatMove
from app.domain.odds import finished
from app.domain.record import Record, seat_name
from app.domain.resolution import Pending, resolve
from app.domain.table import ChoiceWanted
from app.rulesets.open_forces import RULESET
from app.rulesets.open_forces.game import BOARD
from app.rulesets.open_forces.game.battlefield import distance_between
from app.rulesets.open_forces.game.model import ChosenMode, Command, Target
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.setup import (
    OpenForcesArmy,
    OpenForcesDataCard,
    OpenForcesGroupSetup,
    OpenForcesMode,
    OpenForcesPoint,
    OpenForcesSetup,
)
from app.rulesets.open_forces.game.state import group_at
from app.rulesets.open_forces.game.targets import DeclareAttack
from app.services.autoplay import ahead
from app.services.autoplay.ahead import best_ahead, of_answer, of_move
from app.services.rulebooks.installed import find_rulebooks
from tests.api.test_autoplay import until

BOOK = find_rulebooks()["open-forces"]
RULES = OpenForcesGameOptions()
FIGHT = OpenForcesMode(mode=1, spd=5, def_=0, atk=2, rng=20)
MARCH = OpenForcesMode(mode=2, spd=30, def_=0)
SOFT = OpenForcesDataCard("soft", (OpenForcesMode(mode=1, spd=0, def_=0, atk=1, rng=5),), army_value=1, base=100)
HARD = OpenForcesDataCard("hard", (OpenForcesMode(mode=1, spd=0, def_=2, atk=1, rng=5),), army_value=50, base=100)
GUNS = OpenForcesDataCard("guns", (FIGHT, MARCH), army_value=10, base=100)


def at(*places):
    return tuple(OpenForcesPoint(x, y) for x, y in places)


def begun(ours, *theirs):
    """Three guns of seat 1, groups of seat 2 by their cards, and seat 1 commands."""
    mine = (OpenForcesGroupSetup("guns", "guns", 3, positions=ours),)
    enemies = tuple(OpenForcesGroupSetup(card, card, len(places), positions=places) for card, places in theirs)
    setup = OpenForcesSetup((SOFT, HARD, GUNS), (OpenForcesArmy(mine), OpenForcesArmy(enemies)))
    BOARD.prepare(setup, RULES, (1, 2))
    return replace(BOARD.set_up(setup, RULES), turn=1, round=1)


HERE = at((0, 0), (200, 0), (400, 0))


def commanded(state):
    """All that `best` answers in its next command, by the name of the question; it rolls nothing."""
    act = Act(BOARD, state, RULES, 1)
    wanted = ChoiceWanted(act, seat_name(1), "OF-11")
    chosen, call = {"act": finished(best_ahead(BOOK, wanted, of_move(wanted), state))}, None
    call, record = (BOARD.move_script(state), SeatMove(1, chosen["act"]), RULES), Record()
    while isinstance(end := resolve(*call, record=record), Pending) and isinstance(end.wanted, ChoiceWanted):
        wanted = end.wanted
        choice = chosen[wanted.question.name] = finished(
            best_ahead(BOOK, wanted, of_answer(wanted, call, end.record), state)
        )
        record = ahead.with_choice(end.record, wanted, choice)
    return chosen


def test_the_greater_army_value_is_attacked_though_fewer_are_killed():
    state = begun(HERE, ("soft", at((0, 1000), (200, 1000), (400, 1000))), ("hard", at((0, -1000), (200, -1000))))
    chosen = commanded(state)
    assert chosen["act"] == Command("command", "guns")
    assert (chosen["choose-mode"], chosen["declare-attack"]) == (ChosenMode(1), Target("hard"))


def test_what_is_out_of_reach_is_approached_by_the_fastest_way():
    """At 30 a move the guns come from 98 to 68; a shot is 20 far."""
    state = begun(
        HERE,
        (
            "hard",
            at(
                (0, 10000),
            ),
        ),
    )
    assert distance_between(state, group_at(state, "guns"), group_at(state, "hard")) == 98
    chosen = commanded(state)
    assert chosen["choose-mode"] == ChosenMode(2)
    (places,) = chosen["move"].path
    assert min(place.y for place in places) >= 2990
    assert "declare-attack" not in chosen


def test_the_service_comes_to_its_attack_within_a_few_commands():
    state, attacked = (
        begun(
            HERE,
            (
                "hard",
                at(
                    (0, 10000),
                ),
            ),
        ),
        False,
    )
    for _ in range(4):
        chosen = commanded(state)
        attacked = attacked or chosen.get("declare-attack", Target()).target == "hard"
        if "move" in chosen and chosen["move"].path:
            guns = group_at(state, "guns")
            units = tuple(replace(unit, at=to) for unit, to in zip(guns.units, chosen["move"].path[-1], strict=True))
            moved = replace(guns, units=units)
            state = replace(state, groups=tuple(moved if one.id == "guns" else one for one in state.groups))
    assert attacked


def test_friends_are_not_worth_an_attack():
    odds = {"kills": {1: 1}}
    state = begun(
        HERE,
        (
            "soft",
            at(
                (0, 1000),
            ),
        ),
    )
    guns, soft = (group_at(state, id) for id in ("guns", "soft"))
    question = DeclareAttack(state, RULES, "guns")
    assert BOARD.ahead.gain(state, question.situation(Target("soft")), odds) == 1
    allied = replace(state, players=tuple(replace(player, team="one") for player in state.players))
    assert BOARD.ahead.gain(allied, question.situation(Target("soft")), odds) == -1
    assert (guns.seat, soft.seat) == (1, 2)


@pytest.mark.anyio
async def test_nothing_is_looked_ahead_in_the_writer(sqlite_api, monkeypatch):
    names, real = set(), ahead.attack_in

    def noted(*arguments):
        names.add(threading.current_thread().name)
        return real(*arguments)

    monkeypatch.setattr(ahead, "attack_in", noted)
    setup = BOOK.codec.board.setup.dump(RULESET.board.setups["sample"])
    body = {"kind": "game", "setup": setup, "policies": {"1": "best", "2": "best"}}
    session = (await sqlite_api.post("/v1/rulesets/open-forces/sessions", body)).json()

    async def moved():
        return (await sqlite_api.get(f"/v1/sessions/{session['id']}")).json()["actions"]["resolved"] >= 2

    await until(moved, 60.0)
    assert names
    assert "writer" not in names
