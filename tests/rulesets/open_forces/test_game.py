"""A whole game of Open Forces: rounds, commands, the battlefield, the end."""

import random
from dataclasses import replace

import pytest

from app.domain.board import Pass, SeatMove
from app.domain.dice import ThrownDice
from app.domain.errors import IllegalAction, NotYours, Refusal
from app.domain.fairness import ProvableDice
from app.domain.record import Chose, Noted, Origin, Rolled, Seated, Source
from app.domain.resolution import Resolved, resolve
from app.rulesets.open_forces.game import BOARD, facts
from app.rulesets.open_forces.game.battlefield import distance_between, seen_by_all
from app.rulesets.open_forces.game.model import (
    ChosenMode,
    ClaimObjective,
    Command,
    ConfirmObjective,
    DenyObjective,
    Movement,
    OfferStalemate,
    Target,
)
from app.rulesets.open_forces.game.movement import Move
from app.rulesets.open_forces.game.options import MovementPath, OpenForcesGameOptions, PassThrough, TurnDirection
from app.rulesets.open_forces.game.samples import SAMPLES
from app.rulesets.open_forces.game.setup import (
    OpenForcesArmy,
    OpenForcesDataCard,
    OpenForcesGroupSetup,
    OpenForcesMode,
    OpenForcesObstacle,
    OpenForcesPoint,
    OpenForcesSetup,
)
from app.rulesets.open_forces.game.shapes import cuts, disc
from app.rulesets.open_forces.game.state import find_group, group_at
from app.rulesets.open_forces.game.targets import DeclareAttack
from app.rulesets.open_forces.model import OpenForcesCover
from tests.conftest import vectors
from tests.thorough import seeds, thorough

CARD = OpenForcesDataCard(
    "rifles", (OpenForcesMode(1, spd=10, def_=1, atk=1, rng=30), OpenForcesMode(2, spd=20, def_=-3)), army_value=5
)
RULES = OpenForcesGameOptions()
STAY, NOBODY = Movement(), Target()


def army(prefix, groups, units=3, **rest):
    return OpenForcesArmy(
        tuple(OpenForcesGroupSetup(f"{prefix}{n}", "rifles", units) for n in range(1, groups + 1)), **rest
    )


def setup(*sizes, card=CARD, teams=(None,) * 8, **rest):
    armies = tuple(army("ABCDEFGH"[n], groups, team=teams[n]) for n, groups in enumerate(sizes))
    return OpenForcesSetup((card,), armies, **rest)


class Game:
    """A game played with written dice and choices, all of which must be used."""

    def __init__(self, start, rules=RULES, dice=((6,), (1,))):
        BOARD.prepare(start, rules, tuple(range(1, len(start.armies) + 1)))
        self.rules, self.state = rules, BOARD.set_up(start, rules)
        self.records = []
        self.run(BOARD.opening_script, start, dice, ())

    def run(self, script, what, dice, choices):
        thrown, left = ThrownDice(dice), list(choices)
        end = resolve(
            script, what, self.rules, dice=thrown, players=lambda *_: left and (left.pop(0), Source(Origin.SEAT))
        )
        assert isinstance(end, Resolved), end
        assert not thrown.left_over
        assert left in ([], [NOBODY])  # where nothing can be attacked nobody is asked
        assert resolve(script, what, self.rules, record=end.record) == end
        self.state = BOARD.fold(self.state, self.facts(end))
        self.records.append(end.record)
        return end

    @staticmethod
    def facts(end):
        return [entry.fact for entry in end.record.entries if isinstance(entry, Noted)]

    def play(self, seat, action, *choices, dice=()):
        BOARD.check(self.state, self.rules, seat, action)
        return self.run(BOARD.move_script(self.state), SeatMove(seat, action), dice, choices)

    def command(self, seat, group, mode=1, move=STAY, target=NOBODY, dice=()):
        choices = [ChosenMode(mode), move, *([] if mode == 2 else [target])]
        return self.play(seat, Command("command", group), *choices, dice=dice)


def refused(game, seat, action):
    with pytest.raises(IllegalAction) as refusal:
        BOARD.check(game.state, game.rules, seat, action)
    return refusal.value.reason, refusal.value.rule


@pytest.mark.parametrize("case", vectors("open-forces")["command_order"])
def test_commands_go_around_the_table_and_skip_whoever_has_none_left(case):
    sizes = [case["groups"][name] for name in case["seats"]]
    present = [n for n, size in enumerate(sizes, 1) if size]
    start = setup(*(size or 1 for size in sizes))
    first = case["seats"].index(case["first"]) + 1
    game = Game(start, dice=[(6,) if seat == first else (1,) for seat in range(1, len(sizes) + 1)])
    gone = tuple(group for group in game.state.groups if group.seat in present)
    game.state = replace(game.state, groups=gone)
    order = []
    for _ in case["order"]:
        seat = game.state.turn
        order.append(case["seats"][seat - 1])
        group = next(group.id for group in game.state.groups if group.seat == seat and group.ready)
        last = len(order) == len(case["order"])
        game.command(seat, group, dice=[(6,), *[(1,)] * (len(present) - 1)] if last else ())
    assert order == case["order"]
    assert game.state.round == 2


def test_only_those_tied_for_highest_roll_off():
    game = Game(setup(1, 1, 1), dice=[(5,), (2,), (5,), (3,), (3,), (1,), (6,)])
    rolls = [(entry.by, entry.rule) for entry in game.records[0].entries if isinstance(entry, Rolled)]
    assert rolls[:3] == [("seat-1", "OF-8"), ("seat-2", "OF-8"), ("seat-3", "OF-8")]
    assert rolls[3:] == [("seat-1", "OF-9"), ("seat-3", "OF-9")] * 2
    assert game.state.turn == 3


def test_a_command_is_mode_movement_attack_and_marking_in_this_order():
    game = Game(setup(2, 1))
    end = game.command(
        1, "A1", move=Movement(10), target=Target("B1", 30, cover=(OpenForcesCover(2, 2),)), dice=[(1, 1, 1), (6, 6, 6)]
    )
    told = [entry.question if isinstance(entry, Chose) else type(entry.fact).__name__
            for entry in end.record.entries if not isinstance(entry, Rolled)]  # fmt: skip
    wanted = ["CommandBegan", "choose-mode", "ModeSet", "move", "GroupMoved", "declare-attack", "AttackBegan", "Seated"]
    assert told[:8] == wanted
    assert end.outcome.attack.raw_threshold == 7 + 1 + 2 - 1
    assert end.outcome.attack.kills == 0
    assert told[-2:] == ["GroupMarked", "TurnPassed"]
    assert next(fact for fact in game.facts(end) if isinstance(fact, Seated)) == Seated(1, 2)


def test_the_mode_set_last_gives_the_def():
    game = Game(setup(2, 2))
    game.command(1, "A1")
    game.command(2, "B1", mode=2)
    end = game.command(1, "A2", target=Target("B1"), dice=[(1, 1, 1), (3, 3, 3)])
    assert (end.outcome.attack.raw_threshold, end.outcome.attack.threshold) == (7 - 3 - 1, 4)
    assert end.outcome.attack.kills == 3
    assert find_group(game.state, "B1") is None


def test_a_destroyed_group_drops_out_and_the_last_army_wins_at_once():
    game = Game(setup(1, 1))
    end = game.command(1, "A1", target=Target("B1"), dice=[(6, 6, 6), (6, 6, 6)])
    assert end.outcome.next == "end"
    assert game.state.result.winners == (1,)
    assert (game.state.result.reason, dict(game.state.result.scores)) == ("last-army", {"1": 15, "2": 0})
    assert BOARD.asked(game.state) == ()
    assert refused(game, 1, Command("command", "A1")) == ("game-over", "OF-6")


def test_allied_armies_win_together():
    game = Game(setup(1, 1, 1, teams=("red", None, "red")), dice=[(6,), (2,), (1,)])
    assert refused_target(game, "A1", "C1") == ("friendly-target", "OF-22")
    game.command(1, "A1", target=Target("B1"), dice=[(6, 6, 6), (6, 6, 6)])
    assert game.state.result.winners == (1, 3)


def refused_target(game, group, target, **seen):
    question = Question(game, group)
    with pytest.raises(Refusal) as refusal:
        question.check(Target(target, **seen))
    return refusal.value.reason, refusal.value.rule


def Question(game, group):  # noqa: N802
    return DeclareAttack(game.state, game.rules, group)


def refused_move(game, group, movement):
    with pytest.raises(Refusal) as refusal:
        Move(game.state, game.rules, group).check(movement)
    return refusal.value.reason, refusal.value.rule


def test_what_a_round_forbids():
    game = Game(setup(2, 2))
    assert refused(game, 2, Command("command", "B1")) == ("not-your-turn", "OF-11")
    with pytest.raises(NotYours) as refusal:
        BOARD.check(game.state, game.rules, 1, Command("command", "B1"))
    assert refusal.value.reason == "not-your-group"
    assert refused(game, 1, Command("command", "Z")) == ("unknown-group", "OF-10")
    game.command(1, "A1")
    game.command(2, "B1")
    assert refused(game, 1, Command("command", "A1")) == ("already-commanded", "OF-10")
    assert refused(game, 1, Pass("pass")) == ("no-passing", "OF-10")
    assert refused(game, 1, ClaimObjective("claim-objective")) == ("no-objective", "OF-6")
    assert refused(game, 1, ConfirmObjective("confirm-objective")) == ("nothing-claimed", "OF-6")
    assert refused_target(game, "A2", "B1", distance=31) == ("out-of-range", "OF-23")
    assert refused_target(game, "A2", "B1", line_of_sight=False) == ("no-line-of-sight", "OF-24")
    assert refused_target(game, "A2", "A2") == ("own-group", "OF-22")
    assert refused_target(game, "A2", "A1") == ("friendly-target", "OF-22")
    assert refused_target(game, "A2", "X") == ("unknown-group", "OF-20")
    assert refused_target(game, "A2", None, distance=1) == ("no-target", "OF-20")
    assert refused_target(game, "A2", "B1", cover=(OpenForcesCover(1, 4),)) == ("touching-above-size", "OF-35")
    assert refused_move(game, "A2", Movement(11)) == ("too-far", "OF-17")
    assert refused_move(game, "A2", Movement(path=((OpenForcesPoint(0, 0),),))) == ("positions-not-kept", "OF-17")


def test_a_player_may_pass_the_rest_of_the_round_by_option():
    game = Game(setup(2, 1), replace(RULES, allow_pass=True))
    end = game.play(1, Pass("pass"))
    assert end.outcome.turn == 2
    game.command(2, "B1", dice=[(6,), (1,)])
    assert game.state.round == 2


def test_descending_order_by_option():
    game = Game(setup(1, 1, 1), replace(RULES, turn_direction=TurnDirection.DESCENDING), dice=[(1,), (6,), (2,)])
    assert game.state.turn == 2
    game.command(2, "B1")
    assert game.state.turn == 1


def test_ten_rounds_without_a_death_are_a_stalemate():
    game = Game(setup(2, 1))
    for number in range(1, 11):
        assert game.state.result is None
        assert game.state.round == number
        game.command(1, "A1")
        game.command(2, "B1")
        game.command(1, "A2", dice=[(6,), (1,)] if number < 10 else ())
    assert game.state.result.winners == (1,)
    assert (game.state.result.reason, dict(game.state.result.scores)) == ("rounds-without-death", {"1": 30, "2": 15})


def test_a_death_starts_the_count_again():
    game = Game(setup(1, 1))
    for _ in range(3):
        game.command(1, "A1")
        game.command(2, "B1", dice=[(6,), (1,)])
    assert game.state.quiet_rounds == 3
    game.command(1, "A1", target=Target("B1"), dice=[(1, 1, 1), (1, 1, 6)])
    game.command(2, "B1", dice=[(6,), (1,)])
    assert (game.state.quiet_rounds, len(group_at(game.state, "B1").units)) == (0, 2)


def test_a_stalemate_agreed_by_all_and_equal_values_are_a_draw():
    game = Game(setup(1, 1, 1), dice=[(6,), (2,), (1,)])
    for seat in (3, 1):
        game.play(seat, OfferStalemate("offer-stalemate"))
    assert BOARD.asked(game.state) == (1, 2)
    assert refused(game, 1, OfferStalemate("offer-stalemate")) == ("already-offered", "OF-38")
    game.play(2, OfferStalemate("offer-stalemate"))
    assert (game.state.result.winners, game.state.result.reason) == ((), "stalemate-agreed")


def test_no_stalemate_is_agreed_where_the_option_forbids_it():
    game = Game(setup(1, 1), replace(RULES, stalemate_by_agreement=False))
    assert refused(game, 1, OfferStalemate("offer-stalemate")) == ("no-agreed-stalemate", "OF-38")


def test_an_agreed_objective_wins_once_the_others_agree():
    game = Game(setup(1, 1, 1, objective="hold the bridge", teams=("x", None, None)), dice=[(6,), (2,), (1,)])
    game.play(1, ClaimObjective("claim-objective"))
    assert BOARD.asked(game.state) == (1, 2, 3)
    assert refused(game, 2, ClaimObjective("claim-objective")) == ("already-claimed", "OF-6")
    game.play(3, DenyObjective("deny-objective"))
    assert game.state.claim is None
    game.play(1, ClaimObjective("claim-objective"))
    game.play(2, ConfirmObjective("confirm-objective"))
    assert game.state.result is None
    game.play(3, ConfirmObjective("confirm-objective"))
    assert (game.state.result.winners, game.state.result.reason) == ((1,), "objective")


def at(*places):
    return tuple(OpenForcesPoint(x, y) for x, y in places)


def field(a, b, *, obstacles=(), kinds=("infantry", "infantry"), sizes=(1, 1), extra=(), base=100, **rest):
    """Two armies of one group each, and further groups of the first army, where they stand."""
    cards = tuple(
        replace(CARD, id=f"card-{n}", unit_kind=kind, size_class=size, base=base)
        for n, (kind, size) in enumerate(zip(kinds, sizes, strict=True))
    )
    first = [OpenForcesGroupSetup("A1", "card-0", len(a), positions=at(*a))]
    first += [OpenForcesGroupSetup(f"A{n}", card, len(where), positions=at(*where))
              for n, (card, where) in enumerate(extra, 2)]  # fmt: skip
    second = OpenForcesGroupSetup("B1", "card-1", len(b), positions=at(*b))
    return OpenForcesSetup(cards, (OpenForcesArmy(tuple(first)), OpenForcesArmy((second,))), tuple(obstacles), **rest)


def test_a_move_of_ten_is_legal_and_one_of_ten_and_a_hundredth_is_not():
    game = Game(field([(0, 0)], [(5000, 0)]))
    assert refused_move(game, "A1", Movement(path=(at((0, 1001)),))) == ("too-far", "OF-17")
    end = game.command(1, "A1", move=Movement(path=(at((600, 800)),)))
    assert group_at(game.state, "A1").units[0].at == OpenForcesPoint(600, 800)
    assert next(fact for fact in game.facts(end) if isinstance(fact, facts.GroupMoved)).distance == 10


def test_a_bent_path_takes_the_option():
    path = Movement(path=(at((500, 0)), at((500, 500))))
    game = Game(field([(0, 0)], [(5000, 0)]))
    assert refused_move(game, "A1", path) == ("not-straight", "OF-18")
    assert refused_move(game, "A1", Movement(path=(at((1, 1), (2, 2)),))) == ("wrong-count", "OF-17")
    assert refused_move(game, "A1", Movement(3)) == ("positions-kept", "OF-17")
    bent = Game(field([(0, 0)], [(5000, 0)]), replace(RULES, movement_path=MovementPath.POLYLINE))
    bent.command(1, "A1", move=path)
    assert refused_move(bent, "B1", Movement(path=(at((4500, 0)), at((4500, 501))))) == ("too-far", "OF-17")


def test_nothing_is_passed_through_but_friends_of_the_kind_and_smaller_kinds():
    through = Movement(path=(at((1000, 0)),))
    tree = OpenForcesObstacle("tree", OpenForcesPoint(500, 0), 50)
    assert refused_move(Game(field([(0, 0)], [(5000, 0)], obstacles=[tree])), "A1", through) == ("way-blocked", "OF-19")
    free = replace(tree, crossed_by=("infantry",))
    Game(field([(0, 0)], [(5000, 0)], obstacles=[free])).command(1, "A1", move=through)
    enemy = field([(0, 0)], [(500, 0)])
    assert refused_move(Game(enemy), "A1", through) == ("way-blocked", "OF-19")
    Game(field([(0, 0)], [(500, 0)], sizes=(2, 1))).command(1, "A1", move=through)
    friendly_only = replace(RULES, pass_through_smaller=PassThrough.FRIENDLY_ONLY)
    assert refused_move(Game(field([(0, 0)], [(500, 0)], sizes=(2, 1)), friendly_only), "A1", through)
    Game(field([(0, 0)], [(5000, 0)], extra=[("card-0", [(500, 0)])])).command(1, "A1", move=through)
    upon = Movement(path=(at((600, 0)),))
    same = field([(0, 0)], [(5000, 0)], extra=[("card-0", [(500, 0)])])
    assert refused_move(Game(same), "A1", upon) == ("way-blocked", "OF-19")


def test_range_is_measured_from_base_to_base_and_rounded_up():
    game = Game(field([(0, 0), (-300, 0)], [(3200, 0)]))
    groups = group_at(game.state, "A1"), group_at(game.state, "B1")
    assert distance_between(game.state, *groups) == 30
    assert Question(game, "A1").refusal(Target("B1")) is None
    further = Game(field([(0, 0)], [(3201, 0)]))
    assert distance_between(further.state, group_at(further.state, "A1"), group_at(further.state, "B1")) == 31
    assert refused_target(further, "A1", "B1") == ("out-of-range", "OF-23")
    assert refused_target(game, "A1", "B1", distance=3) == ("positions-kept", "OF-23")


def test_sight_is_blocked_by_what_stands_in_the_way_and_is_not_shot_over():
    tree = OpenForcesObstacle("tree", OpenForcesPoint(1000, 0), 50)
    assert refused_target(Game(field([(0, 0)], [(2000, 0)], obstacles=[tree])), "A1", "B1") == (
        "no-line-of-sight",
        "OF-24",
    )
    beside = replace(tree, at=OpenForcesPoint(1000, 50))
    assert Question(Game(field([(0, 0)], [(2000, 0)], obstacles=[beside])), "A1").refusal(Target("B1")) is None
    own = field([(0, 0)], [(2000, 0)], extra=[("card-0", [(1000, 0)])])
    assert refused_target(Game(own), "A1", "B1") == ("no-line-of-sight", "OF-24")
    smaller = field([(0, 0)], [(2000, 0)], extra=[("card-1", [(1000, 0)])], sizes=(2, 1))
    assert Question(Game(smaller), "A1").refusal(Target("B1")) is None


def test_units_of_the_same_group_do_not_hide_each_other_unless_the_option_says_so():
    deep = field([(0, 0), (300, 0)], [(2000, 0), (2300, 0)])
    game = Game(deep)
    groups = group_at(game.state, "A1"), group_at(game.state, "B1")
    assert seen_by_all(game.state, *groups, game.rules) == ("B1-1", "B1-2")
    assert seen_by_all(game.state, *groups, replace(game.rules, same_group_blocks_los=True)) == ()


def test_cover_follows_from_the_units_that_touch_it():
    bags = OpenForcesObstacle("bags", OpenForcesPoint(2000, 200), 100, blocks_sight=False, def_=2)
    game = Game(field([(0, 0)], [(2000, 0), (2300, 0)], obstacles=[bags]))
    end = game.command(1, "A1", target=Target("B1"), dice=[(1, 1), (6,)])
    assert end.outcome.attack.raw_threshold == 9
    away = Game(field([(0, 0)], [(2000, -1), (2300, 0)], obstacles=[bags]))
    assert away.command(1, "A1", target=Target("B1"), dice=[(1, 1), (6,)]).outcome.attack.raw_threshold == 7


def test_a_line_is_cut_by_a_disc_but_not_by_one_it_touches():
    a, b = OpenForcesPoint(0, 0), OpenForcesPoint(10, 0)
    assert cuts(a, b, disc(OpenForcesPoint(5, 2), 3))
    assert not cuts(a, b, disc(OpenForcesPoint(5, 3), 3))
    assert cuts(a, b, disc(OpenForcesPoint(-1, 0), 2))
    assert not cuts(a, b, disc(OpenForcesPoint(-2, 0), 2))
    assert not cuts(a, b, disc(OpenForcesPoint(12, 0), 2))


BAD = {
    "army-for-each-seat": (setup(1, 1, 1), {}),
    "duplicate-mode": (setup(1, 1, card=replace(CARD, modes=(CARD.modes[0], CARD.modes[0]))), {}),
    "two-value-atk": (setup(1, 1, card=replace(CARD, modes=(replace(CARD.modes[0], atk_base=1),))), {}),
    "duplicate-card": (OpenForcesSetup((CARD, CARD), (army("A", 1), army("B", 1))), {}),
    "unknown-card": (OpenForcesSetup((replace(CARD, id="x"),), (army("A", 1), army("B", 1))), {}),
    "empty-group": (OpenForcesSetup((CARD,), (army("A", 1, units=0), army("B", 1))), {}),
    "group-too-large": (setup(1, 1, card=replace(CARD, max_group_size=2)), {}),
    "over-budget": (setup(2, 1), {"army_budget": 29}),
    "duplicate-group": (OpenForcesSetup((CARD,), (army("A", 1), army("A", 1))), {}),
    "one-team": (setup(1, 1, teams=("x", "x")), {}),
    "too-many-units": (OpenForcesSetup((CARD,), (army("A", 2, units=51), army("B", 1))), {}),
    "positions-not-kept": (setup(1, 1, obstacles=(OpenForcesObstacle("t", OpenForcesPoint(0, 0), 1),)), {}),
    "threshold-limits-crossed": (setup(1, 1), {"threshold_min": 13, "threshold_max": 2}),
}


@pytest.mark.parametrize("reason", BAD)
def test_what_a_setup_forbids(reason):
    start, options = BAD[reason]
    with pytest.raises(Refusal) as refusal:
        BOARD.prepare(start, replace(RULES, **options), (1, 2))
    assert refusal.value.reason == reason


def test_a_setup_with_half_its_positions_is_refused():
    start = field([(0, 0)], [(5000, 0)])
    bare = replace(start.armies[1].groups[0], positions=())
    with pytest.raises(Refusal, match="positions-incomplete"):
        BOARD.prepare(replace(start, armies=(start.armies[0], OpenForcesArmy((bare,)))), RULES, (1, 2))


@pytest.mark.parametrize("name", SAMPLES)
@thorough
@pytest.mark.parametrize("seed", seeds(4, 80))
def test_a_player_who_knows_only_what_is_legal_ends_the_game(name, seed):
    chance, start = random.Random(f"{name} {seed}"), SAMPLES[name]
    state, number = BOARD.set_up(start, RULES), 1

    def players(question, _by):
        return chance.choice(list(question.options())), Source(Origin.POLICY, "random")

    def dice():
        return ProvableDice(number.to_bytes(32, "big"))

    end = resolve(BOARD.opening_script, start, RULES, dice=dice(), players=players)
    state = BOARD.fold(state, Game.facts(end))
    while state.result is None:
        number += 1
        seat = chance.choice(BOARD.asked(state))
        moves = list(BOARD.legal(state, RULES, seat))
        assert moves
        commands = [move for move in moves if isinstance(move, Command)]
        move = chance.choice(commands if commands and chance.random() < 0.97 else moves)
        end = resolve(BOARD.move_script(state), SeatMove(seat, move), RULES, dice=dice(), players=players)
        assert resolve(BOARD.move_script(state), SeatMove(seat, move), RULES, record=end.record) == end
        state = BOARD.fold(state, Game.facts(end))
        assert number < 2000
    assert sum(state.result.scores.values()) == sum(
        5 * len(group.units) if "infantry" in group.card else 12 * len(group.units) if "mortar" in group.card else 30
        for group in state.groups
    )
