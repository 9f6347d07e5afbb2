"""A whole game of Storm Over Stalingrad: impulses, turns, arrivals, the end."""

import random
from dataclasses import replace
from itertools import islice

import pytest

from app.domain.board import Concede, Pass, SeatMove
from app.domain.dice import ThrownDice
from app.domain.errors import IllegalAction, IllegalChoice, IllegalSituation, NotYours, Refusal
from app.domain.fairness import ProvableDice
from app.domain.record import Noted, Origin, Source
from app.domain.resolution import Pending, Resolved, resolve
from app.rulesets.storm_over_stalingrad import FULL, RULESET
from app.rulesets.storm_over_stalingrad.game import BOARD, facts
from app.rulesets.storm_over_stalingrad.game.model import (
    AgreeEnd,
    Arrival,
    DeclineEnd,
    EntryCost,
    FireMove,
    Firers,
    GameOptions,
    MoveMove,
    Movers,
    Objectives,
    ProposeEnd,
    Setup,
    State,
    Withdrawal,
)
from app.rulesets.storm_over_stalingrad.game.samples import SAMPLE
from app.rulesets.storm_over_stalingrad.model import Allocator, Area, Fire, OverflowMode, Points
from tests.rulesets.storm_over_stalingrad.test_fire import (
    FRESH,
    GERMAN,
    SOVIET,
    SPENT,
    german,
    germans,
    soviets,
)  # fmt: skip
from tests.thorough import seeds, thorough

RULES = GameOptions()
PASS, GIVE_UP = Pass("pass"), Concede("concede")
MAP = Setup(
    (
        Area("A", 1, GERMAN, ("B",), units=(german("g1"), german("g2", firepower=0))),
        Area("B", 3, SOVIET, ("C",), units=(*soviets(2),)),
        Area("C", 0, GERMAN, ("D",)),
        Area("D", 0, SOVIET, ("A",)),
    ),
    objectives=Objectives(SOVIET, ("B", "C"), 2),
)


def fires(area, target):
    return FireMove("fire", area, target)


def moves(area):
    return MoveMove("move", area)


class Game:
    """A game played with written dice and choices, all of which must be used."""

    def __init__(self, start=MAP, rules=RULES):
        BOARD.prepare(start, rules, (1, 2))
        self.rules, self.state = rules, BOARD.set_up(start, rules)
        self.run(BOARD.opening_script, start, (), ())

    def run(self, script, what, dice, choices):
        thrown, left = ThrownDice(dice), list(choices)
        end = resolve(
            script,
            what,
            self.rules,
            dice=thrown,
            players=lambda *_: (left and (left.pop(0), Source(Origin.SEAT))) or None,
        )
        assert isinstance(end, Resolved), end
        assert not thrown.left_over
        assert left == []
        assert resolve(script, what, self.rules, record=end.record) == end
        self.facts = [entry.fact for entry in end.record.entries if isinstance(entry, Noted)]
        self.state = BOARD.fold(self.state, self.facts)
        return end

    def play(self, seat, move, *choices, dice=()):
        BOARD.check(self.state, self.rules, seat, move)
        return self.run(BOARD.move_script(self.state), SeatMove(seat, move), dice, choices)

    def refused(self, seat, move):
        with pytest.raises(IllegalAction) as refusal:
            BOARD.check(self.state, self.rules, seat, move)
        return refusal.value.reason, refusal.value.rule

    def asked(self, move, seat=1):
        end = resolve(BOARD.move_script(self.state), SeatMove(seat, move), self.rules)
        assert isinstance(end, Pending)
        return end.wanted.question

    def area(self, name):
        return next(area for area in self.state.areas if area.id == name)

    def units(self, name):
        return {unit.id: unit.state for unit in self.area(name).units}


def test_the_first_side_begins_and_impulses_alternate_until_two_passes_in_a_row():
    game = Game()
    assert (game.state.turn, BOARD.asked(game.state)) == (1, (1,))
    assert BOARD.asked(Game(rules=replace(RULES, first_side=SOVIET)).state) == (2,)
    game.play(1, PASS)
    assert BOARD.asked(game.state) == (2,)
    game.play(2, moves("B"), Movers(("r0",), "C"), Movers())
    assert (game.state.turn, game.state.passes) == (1, 0)
    game.play(1, PASS)
    end = game.play(2, PASS)
    assert (end.outcome.next, end.outcome.turn, end.outcome.acting, end.outcome.side) == ("turn", 2, 1, GERMAN)


def test_a_fire_is_the_fire_of_the_rulebook_with_the_seats_in_its_roles():
    game = Game()
    end = game.play(1, fires("A", "B"), Points({"r0": 1, "r1": 1}), dice=[(6, 2)])
    fire = end.outcome.fire
    assert (fire.attack_points, fire.defense_points, fire.damage_points) == (12, 10, 2)
    assert game.units("B") == {"r0": SPENT, "r1": SPENT}
    assert (game.units("A")["g1"], game.area("A").fire_markers) == (SPENT, (GERMAN,))
    assert [area for area in fire.after.areas if area.id in "AB"] == [game.area("A"), game.area("B")]


def test_a_unit_fires_once_and_markers_persist_until_the_end_of_the_turn():
    game = Game()
    game.play(1, fires("A", "B"), dice=[(1, 1)])
    game.play(2, PASS)
    assert game.refused(1, fires("A", "B")) == ("nobody-able-to-fire", "SS-2")
    game.play(1, moves("A"), Movers(("g2",), "D"))
    assert game.area("A").fire_markers == (GERMAN,)
    game.play(2, fires("B", "A"), Firers(("r0", "r1")), dice=[(3, 3)])
    assert [unit.id for unit in game.state.losses] == ["g1"]
    game.play(1, PASS)
    game.play(2, PASS)
    assert [area.fire_markers for area in game.state.areas] == [()] * 4
    assert {unit.state for area in game.state.areas for unit in area.units} == {FRESH}


def test_terrain_is_ignored_where_the_targets_fired_from_in_this_turn():
    game = Game()
    game.play(1, fires("A", "B"), dice=[(1, 1)])
    end = game.play(2, fires("B", "A"), Firers(("r0", "r1")), dice=[(1, 1)])
    assert end.outcome.fire.terrain_ignored_because == ("fire-marker",)


def test_firers_are_listed_all_first_then_by_firepower():
    units = (german("g1", firepower=3), german("g2", firepower=3), german("g3", firepower=2), german("g4", SPENT))
    game = Game(replace(MAP, areas=(replace(MAP.areas[0], units=units), *MAP.areas[1:])))
    question = game.asked(fires("A", "B"))
    listed = [(choice.units, question.leads_to(choice).firepower) for choice in question.options()]
    assert listed == [
        (("g1", "g2", "g3"), 8), (("g1", "g2"), 6), (("g1", "g3"), 5), (("g1",), 3), (("g3",), 2),
    ]  # fmt: skip
    question.check(Firers(("g2", "g3")))
    for units, reason in (
        (("g4",), "unit-spent"),
        ((), "no-firers"),
        (("r0",), "wrong-side"),
        (("g1", "g1"), "duplicate-unit"),
    ):
        with pytest.raises(Refusal) as refused:
            question.check(Firers(units))
        assert refused.value.reason == reason


def test_units_of_one_area_move_to_several_and_are_spent():
    game = Game()
    question = game.asked(moves("A"))
    assert [(exit.area, exit.room) for exit in question.context().exits] == [("D", 10), ("B", 10), ("C", 10)]
    end = game.play(1, moves("A"), Movers(("g2",), "C"), Movers(("g1",), "D"))
    assert (game.units("C"), game.units("D"), game.units("A")) == ({"g2": SPENT}, {"g1": SPENT}, {})
    assert [area.controller for area in game.state.areas] == [GERMAN, SOVIET, GERMAN, GERMAN]
    assert end.outcome.side is SOVIET


def test_an_area_with_enemies_costs_more_and_ends_the_way():
    row = tuple(Area(name, 0, SOVIET, (after,) if after else ()) for name, after in ("AB", "BC", "CD", ("D", "")))
    row = (replace(row[0], controller=GERMAN, units=germans(2)), replace(row[1], units=soviets(1)), *row[2:])
    reached = {
        (cost, factor): [e.area for e in Game(Setup(row), replace(RULES, entry_cost=cost, movement_factor=factor))
                         .asked(moves("A")).context().exits]
        for cost in EntryCost for factor in (2, 4)
    }  # fmt: skip
    assert reached[EntryCost.ENEMY_UNITS, 2] == reached[EntryCost.ENEMY_UNITS, 4] == ["B"]
    empty = (row[0], replace(row[1], units=()), *row[2:])

    def exits(**rules):
        return [e.area for e in Game(Setup(empty), replace(RULES, **rules)).asked(moves("A")).context().exits]

    assert exits() == ["B", "C"]
    assert exits(entry_cost=EntryCost.ENEMY_CONTROL) == ["B"]
    assert exits(entry_cost=EntryCost.ENEMY_CONTROL, movement_factor=4) == ["B", "C"]
    assert exits(entry_cost=EntryCost.NOTHING, movement_factor=3) == ["B", "C", "D"]


def test_full_areas_are_passed_and_not_entered():
    areas = (*MAP.areas[:2], MAP.areas[2], replace(MAP.areas[3], controller=GERMAN, units=germans(9)))
    game = Game(replace(MAP, areas=areas))
    question = game.asked(moves("A"))
    assert [(exit.area, exit.room) for exit in question.context().exits] == [("D", 1), ("B", 10), ("C", 10)]
    with pytest.raises(IllegalChoice, match="no-room"):
        question.check(Movers(("g1", "g2"), "D"))
    game.play(1, moves("A"), Movers(("g1",), "D"), Movers(("g2",), "C"))
    full = Game(replace(MAP, areas=areas), replace(RULES, stacking_limit=10))
    with pytest.raises(IllegalChoice, match="no-way"):
        full.asked(moves("A")).check(Movers(("g1",), "Q"))


@pytest.mark.parametrize(
    ("choice", "reason", "rule"),
    [
        (Movers(), "no-movers", "SS-60"),
        (Movers((), "D"), "no-movers", "SS-60"),
        (Movers(("r0",), "D"), "unit-not-able", "SS-60"),
        (Movers(("g1", "g1"), "D"), "duplicate-unit", "SS-60"),
        (Movers(("g1",)), "no-way", "SS-60"),
        (Movers(("g1",), "A"), "no-way", "SS-60"),
    ],
)
def test_what_units_may_not_do(choice, reason, rule):
    with pytest.raises(IllegalChoice) as refused:
        Game().asked(moves("A")).check(choice)
    assert (refused.value.reason, refused.value.rule) == (reason, rule)


def test_german_units_of_two_divisions_act_apart_by_option():
    units = (german("a", division="1."), german("b", division="2."), german("c", independent=True))
    start = replace(MAP, areas=(replace(MAP.areas[0], units=units), *MAP.areas[1:]))
    game = Game(start, replace(RULES, activation_restriction=FULL.activation_restriction))
    assert [choice.units for choice in game.asked(fires("A", "B")).options()][:2] == [("a", "c"), ("a",)]
    question = game.asked(moves("A"))
    assert ("a", "c") in [choice.units for choice in question.options()]
    with pytest.raises(IllegalChoice, match="division-mix"):
        question.check(Movers(("c", "a", "b"), "D"))
    game.play(1, moves("A"), Movers(("a",), "D"), Movers(("c",), "D"))
    assert list(game.units("A")) == ["b"]


def test_units_arrive_when_there_is_room_and_leave_without_being_lost():
    late, blocked = german("late"), german("blocked")
    start = replace(
        MAP,
        arrivals=(Arrival(2, "A", late), Arrival(2, "B", blocked), Arrival(3, "C", german("gone"))),
        withdrawals=(Withdrawal(1, "g2"), Withdrawal(2, "gone"), Withdrawal(2, "r0"), Withdrawal(2, "r1")),
    )
    game = Game(start)
    game.play(1, PASS)
    game.play(2, PASS)
    assert (list(game.units("A")), game.state.turn) == (["g1", "late"], 2)
    assert [fact.unit for fact in game.facts if isinstance(fact, facts.UnitDelayed)] == ["blocked"]
    game.play(1, PASS)
    game.play(2, PASS)
    assert (list(game.units("B")), game.area("B").controller) == (["blocked"], GERMAN)
    assert (game.units("C"), game.state.arrivals, game.state.withdrawals, game.state.losses) == ({}, (), (), ())


@pytest.mark.parametrize(("needed", "winner"), [(1, 2), (2, 1)])
def test_objectives_decide_after_the_last_turn(needed, winner):
    start = replace(MAP, objectives=replace(MAP.objectives, needed=needed))
    game = Game(start, replace(RULES, turns=1))
    game.play(1, PASS)
    end = game.play(2, PASS)
    assert (end.outcome.next, end.outcome.result) == ("won", game.state.result)
    result = game.state.result
    assert (result.winners, result.reason, dict(result.scores)) == ((winner,), "objectives", {"1": 1, "2": 1})
    assert (BOARD.asked(game.state), game.refused(1, PASS)) == ((), ("game-over", "SS-64"))


def test_without_objectives_the_game_is_a_draw_unless_the_players_agree():
    game = Game(replace(MAP, objectives=None), replace(RULES, turns=1))
    game.play(1, PASS)
    game.play(2, PASS)
    assert (game.state.result.winners, game.state.result.reason) == ((), "turns-over")
    agreed = Game(replace(MAP, objectives=None))
    agreed.play(1, ProposeEnd("propose-end", SOVIET))
    assert BOARD.asked(agreed.state) == (2,)
    assert agreed.refused(1, PASS) == ("end-proposed", "SS-65")
    agreed.play(2, AgreeEnd("agree-end"))
    assert (agreed.state.result.winners, agreed.state.result.reason) == ((2,), "agreed")
    assert dict(agreed.state.result.scores) == {"1": 2, "2": 2}


def test_a_declined_proposal_comes_back_only_after_an_impulse():
    game = Game()
    game.play(1, ProposeEnd("propose-end"))
    assert game.refused(1, AgreeEnd("agree-end")) == ("own-proposal", "SS-65")
    game.play(2, DeclineEnd("decline-end"))
    assert game.refused(1, ProposeEnd("propose-end")) == ("already-proposed", "SS-65")
    game.play(1, PASS)
    game.play(2, ProposeEnd("propose-end"))


@pytest.mark.parametrize(("seat", "winner"), [(1, 2), (2, 1)])
def test_any_seat_concedes_at_any_time(seat, winner):
    game = Game()
    game.play(seat, GIVE_UP)
    assert (game.state.result.winners, game.state.result.reason) == ((winner,), "conceded")


def test_what_an_impulse_forbids():
    game = Game()
    refusals = {
        fires("B", "A"): NotYours,
        fires("C", "B"): IllegalAction,
    }
    for move, kind in refusals.items():
        with pytest.raises(kind):
            BOARD.check(game.state, RULES, 1, move)
    assert game.refused(1, fires("B", "A")) == ("not-your-units", "SS-59")
    assert game.refused(1, fires("C", "B")) == ("no-units", "SS-59")
    assert game.refused(1, moves("Q")) == ("unknown-area", "SS-59")
    assert game.refused(1, fires("A", "Q")) == ("unknown-area", "SS-5")
    assert game.refused(1, fires("A", "C")) == ("target-not-adjacent", "SS-5")
    assert game.refused(1, fires("A", "D")) == ("no-target", "SS-6")
    assert game.refused(2, PASS) == ("not-your-impulse", "SS-59")
    assert game.refused(2, AgreeEnd("agree-end")) == ("nothing-proposed", "SS-65")
    game.play(1, moves("A"), Movers(("g1", "g2"), "D"))
    game.play(2, PASS)
    assert game.refused(1, moves("D")) == ("nobody-able-to-move", "SS-60")
    alone = (replace(MAP.areas[0], adjacent=()), replace(MAP.areas[3], adjacent=()))
    assert Game(Setup(alone)).refused(1, moves("A")) == ("nowhere-to-move", "SS-60")
    ferry = replace(MAP, areas=(MAP.areas[0], replace(MAP.areas[1], ferry=True), *MAP.areas[2:]))
    assert Game(ferry, replace(RULES, ferry_rules=True)).refused(1, fires("A", "B")) == ("ferry-protected", "SS-10")


A, B, C, D = MAP.areas
WRONG = [
    (replace(MAP, sides=(GERMAN, GERMAN)), "one-side", "SS-58", ("sides", 1)),
    (replace(MAP, areas=(A, B, C)), "unknown-area", "SS-5", ("areas", 2, "adjacent", 0)),
    (replace(MAP, areas=(A, B, C, D, A)), "duplicate-area", "SS-5", ("areas", 4, "id")),
    (replace(MAP, areas=(A, B, C, replace(D, adjacent=("C", "D")))), "adjacent-to-itself", "SS-5", ("areas", 3, "adjacent", 1)),
    (replace(MAP, areas=(A, B, C, replace(D, fire_markers=(GERMAN, GERMAN)))), "duplicate-marker", "SS-49", ("areas", 3, "fire_markers", 1)),
    (replace(MAP, areas=(A, B, C, replace(D, units=A.units))), "duplicate-unit", "SS-23", ("areas", 3, "units", 0, "id")),
    (replace(MAP, areas=(A, B, C, replace(D, units=germans(11)))), "overstacked", "SS-39", ("areas", 3, "units")),
    (replace(MAP, arrivals=(Arrival(2, "Q", german("n")),)), "unknown-area", "SS-63", ("arrivals", 0, "area")),
    (replace(MAP, arrivals=(Arrival(2, "A", german("g1")),)), "duplicate-unit", "SS-63", ("arrivals", 0, "unit", "id")),
    (replace(MAP, arrivals=tuple(Arrival(2, "A", german(f"n{n}")) for n in range(400))), "too-many-units", "SS-63", ("arrivals",)),
    (replace(MAP, withdrawals=(Withdrawal(1, "zz"),)), "unknown-unit", "SS-63", ("withdrawals", 0, "unit")),
    (replace(MAP, withdrawals=(Withdrawal(1, "g1"),) * 2), "duplicate-unit", "SS-63", ("withdrawals", 1, "unit")),
    (replace(MAP, objectives=Objectives(GERMAN, ("Q",), 1)), "unknown-area", "SS-64", ("objectives", "areas", 0)),
    (replace(MAP, objectives=Objectives(GERMAN, ("A", "A"), 1)), "duplicate-objective", "SS-64", ("objectives", "areas", 1)),
    (replace(MAP, objectives=Objectives(GERMAN, ("A",), 2)), "too-few-objectives", "SS-64", ("objectives", "needed")),
]  # fmt: skip


@pytest.mark.parametrize(("start", "reason", "rule", "field"), WRONG, ids=[f"{n}-{w[1]}" for n, w in enumerate(WRONG)])
def test_what_a_setup_forbids(start, reason, rule, field):
    with pytest.raises(IllegalSituation) as refused:
        BOARD.prepare(start, RULES, (1, 2))
    told = [(fault.reason, fault.rule, fault.field) for fault in (refused.value, *refused.value.more)]
    assert told[0] == (reason, rule, field)


def test_a_game_has_two_seats_and_all_faults_are_told():
    with pytest.raises(IllegalSituation) as refused:
        BOARD.prepare(replace(MAP, sides=(GERMAN, GERMAN)), RULES, (1, 2, 3))
    assert [fault.reason for fault in (refused.value, *refused.value.more)] == ["two-seats", "one-side"]


def at_random(seed):
    """A fire on a small crowded map, with options, and players who choose anything."""
    draw = random.Random(seed)

    def units(side, prefix, most):
        states = (FRESH, SPENT)
        return tuple(
            replace(german(f"{prefix}{n}", draw.choice(states), firepower=draw.randint(0, 4)), side=side)
            for n in range(draw.randint(0, most))
        )

    def area(name, adjacent):
        own, other = units(GERMAN, f"{name}-g", 10), units(SOVIET, f"{name}-s", draw.choice([0, 0, 2]))
        side, marks = draw.choice([GERMAN, GERMAN, SOVIET]), draw.choice([(), (GERMAN,), (SOVIET,)])
        return Area(name, draw.randint(0, 3), side, adjacent, units=(*own, *other), fire_markers=marks)

    target = replace(area("T", ("F", "X", "Y")), units=(german("t0"), *units(GERMAN, "t-", 6)))
    origin = draw.choice(["F", "F", "T"])
    firers = tuple(german(f"f{n}", firepower=draw.randint(1, 6)) for n in range(draw.randint(1, 3)))
    firers = tuple(replace(unit, side=SOVIET) for unit in firers)
    here = Area("F", 1, SOVIET, (), units=firers if origin == "F" else ())
    target = replace(target, units=(*target.units, *(firers if origin == "T" else ())))
    areas = (here, target, area("X", ("Y", "Z")), area("Y", ("Z",)), area("Z", ()))
    case = Fire(SOVIET, "T", areas, firing_area=origin, firers=tuple(unit.id for unit in firers),
                allocation_by=draw.choice(list(Allocator)), attack_bonus=draw.randint(0, 9))  # fmt: skip
    options = replace(
        RULES,
        overflow_mode=draw.choice(list(OverflowMode)),
        marker_on_same_area_fire=draw.random() < 0.5,
        ferry_rules=draw.random() < 0.2,
    )
    return case, options, lambda q, _by: (draw.choice(list(islice(q.options(), 20))), Source(Origin.SEAT))


@thorough
def test_the_facts_of_a_fire_fold_to_the_areas_after_it():
    folded = 0
    for seed in seeds(150, 2000):
        case, options, players = at_random(seed)
        RULESET.prepare(case, options)
        dice = ProvableDice(seed.to_bytes(32, "big"))
        end = resolve(RULESET.script, case, options, dice=dice, players=players)
        before = State(case.areas, (GERMAN, SOVIET), (), (), None)
        after = BOARD.fold(before, [entry.fact for entry in end.record.entries if isinstance(entry, Noted)])
        changed = {area.id: area for area in end.outcome.after.areas}
        assert after.areas == tuple(changed.get(area.id, area) for area in case.areas)
        assert sorted(unit.id for unit in after.losses) == sorted(end.outcome.eliminated)
        folded += len(changed) > 1
    assert folded > 50


@thorough
def test_random_games_by_the_legal_moves_alone_end_and_fold():
    ended = {}
    for seed in seeds(20, 200):
        draw = random.Random(seed)
        options = draw.choice(
            [RULES, replace(RULES, activation_restriction=FULL.activation_restriction, ferry_rules=True)]
        )
        options = replace(options, turns=draw.randint(1, 4), stacking_limit=draw.choice([3, 10]))
        start = draw.choice([SAMPLE, MAP])
        BOARD.prepare(start, options, (1, 2))
        state = BOARD.set_up(start, options)

        def run(script, what, state, options=options, draw=draw, dice=None):
            end = resolve(
                script, what, options, dice=dice,
                players=lambda q, _by: (draw.choice(list(islice(q.options(), 30))), Source(Origin.SEAT)),
            )  # fmt: skip
            assert resolve(script, what, options, record=end.record) == end
            return end, BOARD.fold(state, [e.fact for e in end.record.entries if isinstance(e, Noted)])

        _, state = run(BOARD.opening_script, start, state)
        units = sum(len(area.units) for area in start.areas) + len(start.arrivals)
        for number in range(2_000):
            if state.result is not None:
                break
            seat = draw.choice(BOARD.asked(state))
            legal = list(BOARD.legal(state, options, seat))
            calm = [move for move in legal if move.kind not in ("concede", "agree-end")] if number < 150 else legal
            move = draw.choice(calm or legal)
            BOARD.check(state, options, seat, move)
            dice = ProvableDice(random.Random(seed * 10_000 + number).randbytes(32))
            end, state = run(BOARD.move_script(state), SeatMove(seat, move), state, dice=dice)
            there = sum(len(area.units) for area in state.areas) + len(state.arrivals) + len(state.losses)
            assert there + (len(start.withdrawals) - len(state.withdrawals)) >= units - len(start.withdrawals)
            assert all(area.count(side) <= options.stacking_limit for area in state.areas for side in (GERMAN, SOVIET))
            assert len({unit.id for area in state.areas for unit in area.units}) == sum(
                len(a.units) for a in state.areas
            )
            assert end.outcome.result == state.result
        assert state.result is not None
        ended[state.result.reason] = True
    assert "objectives" in ended
