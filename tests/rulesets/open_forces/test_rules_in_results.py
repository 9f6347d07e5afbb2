"""Rules of Open Forces that no entry names, or that only a refusal does."""

from dataclasses import replace

import pytest

from app.domain.errors import IllegalSituation
from app.rulesets.open_forces import RULESET
from app.rulesets.open_forces.facts import ThresholdSet
from app.rulesets.open_forces.game import BOARD
from app.rulesets.open_forces.game.model import Target
from tests.rulesets.open_forces.test_attack import STANDARD, situation, throw
from tests.rulesets.open_forces.test_game import RULES, Game, setup


def test_a_group_does_not_start_in_a_mode_that_its_card_does_not_have():
    start = setup(1, 1)
    group = replace(start.armies[1].groups[0], mode=3)
    with pytest.raises(IllegalSituation) as refused:
        BOARD.prepare(
            replace(start, armies=(start.armies[0], replace(start.armies[1], groups=(group,)))), RULES, (1, 2)
        )
    assert (refused.value.reason, refused.value.rule) == ("mode-not-on-card", "OF-5")


def seen(group):
    return Target(group, distance=20, line_of_sight=True)


@pytest.mark.rule("OF-14")
def test_a_command_is_mode_then_movement_then_attack_then_marking():
    end = Game(setup(1, 1)).command(1, "A1", target=seen("B1"), dice=((1, 1, 1), (1, 1, 1)))
    rules = [entry.rule for entry in end.record.entries]
    places = [rules.index(rule) for rule in ("OF-15", "OF-17", "OF-20", "OF-26", "OF-21")]
    assert places == sorted(places)
    assert rules[-1] != "OF-26"


@pytest.mark.rule("OF-16")
def test_a_group_defends_with_the_mode_of_its_last_command():
    game = Game(setup(1, 1))
    game.command(1, "A1", mode=2)
    end = game.command(2, "B1", target=seen("A1"), dice=((1, 1, 1), (1, 1, 1), (6,), (1,)))
    (threshold,) = [fact for fact in Game.facts(end) if isinstance(fact, ThresholdSet)]
    assert (threshold.def_, threshold.atk) == (-3, 1)


@pytest.mark.rule("OF-25")
@pytest.mark.parametrize("hidden", [{"line_of_sight": False}, {"visible": ()}], ids=["from all", "one by one"])
def test_an_obstacle_in_the_way_forbids_the_attack(hidden):
    with pytest.raises(IllegalSituation, match="no-line-of-sight"):
        RULESET.prepare(situation(2, 2, **hidden), STANDARD)
    RULESET.prepare(situation(2, 2), STANDARD)


@pytest.mark.rule("OF-34")
def test_a_splash_attack_is_evaluated_like_a_conventional_one_of_the_same_value_and_size():
    splash = throw(situation(3, 4, atk=1, spl=4), [1, 2, 5, 6], [1, 3, 5, 6]).outcome
    conventional = throw(situation(4, 4, atk=3), [1, 2, 5, 6], [1, 3, 5, 6]).outcome
    assert splash.threshold == conventional.threshold
    assert (splash.rows, splash.pairs, splash.kills) == (conventional.rows, conventional.pairs, conventional.kills)
