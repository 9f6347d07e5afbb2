"""The table answers from the record first, then from dice and players."""

from dataclasses import dataclass

import pytest
from coin_duel import CoinDuelAttack, CoinDuelOptions, CoinDuelOutcome, Raised, attack

from app.domain.dice import D6, IllegalDice, ThrownDice
from app.domain.errors import Diverged, IllegalChoice, TableOverrun
from app.domain.fairness import ProvableDice
from app.domain.record import Chose, Noted, Origin, Record, Role, Rolled, Source
from app.domain.resolution import Pending, Resolved, resolve
from app.domain.table import QUESTIONS, ChoiceWanted, Question, RollWanted

OPTIONS = CoinDuelOptions()
DUEL = CoinDuelAttack(coins=3, shields=2)
HOST = Source(Origin.HOST)


def raising(shields):
    return lambda _question, _by: (Raised(shields), HOST)


def thrown(*rolls):
    return ThrownDice(rolls)


def test_a_script_waits_for_a_roll():
    end = resolve(attack, DUEL, OPTIONS, dice=thrown())
    assert isinstance(end, Pending)
    assert isinstance(end.wanted, RollWanted)
    assert (end.wanted.count, end.wanted.by, end.wanted.index) == (3, Role.ATTACKER, 0)


def test_a_script_waits_for_a_choice():
    end = resolve(attack, DUEL, OPTIONS, dice=thrown(("heads", "heads", "tails")))
    assert isinstance(end, Pending)
    assert isinstance(end.wanted, ChoiceWanted)
    assert list(end.wanted.question.options()) == [Raised(2), Raised(1), Raised(0)]


def test_one_shot_and_step_by_step_give_the_same_record():
    faces = ("heads", "heads", "tails")
    whole = resolve(attack, DUEL, OPTIONS, dice=thrown(faces), players=raising(1))
    first = resolve(attack, DUEL, OPTIONS, dice=thrown(faces))
    last = resolve(attack, DUEL, OPTIONS, record=first.record, players=raising(1))
    assert whole == last
    assert isinstance(whole, Resolved)
    assert whole.outcome == CoinDuelOutcome(1)


def test_a_single_choice_is_taken_by_the_rules():
    end = resolve(attack, DUEL, OPTIONS, dice=thrown(("tails", "tails", "tails")))
    assert isinstance(end, Resolved)
    assert end.record.sources[1] == Source(Origin.RULES)


def test_a_record_replays_itself():
    whole = resolve(attack, DUEL, OPTIONS, dice=ProvableDice(bytes(32)), players=raising(0))
    assert resolve(attack, DUEL, OPTIONS, record=whole.record) == whole


def test_a_resumed_script_throws_the_same_dice():
    dice = ProvableDice(b"key".ljust(32))
    once = resolve(attack, DUEL, OPTIONS, dice=dice)
    assert resolve(attack, DUEL, OPTIONS, dice=dice) == once


ROLL = Rolled("CD-1", Role.ATTACKER, "coin", ("heads", "tails", "tails"))


@pytest.mark.parametrize(
    ("entries", "place"),
    [
        ([Rolled("CD-9", Role.ATTACKER, "coin", ("heads", "tails", "tails"))], 0),
        ([Rolled("CD-1", Role.DEFENDER, "coin", ("heads", "tails", "tails"))], 0),
        ([Rolled("CD-1", Role.ATTACKER, "d6", ("heads", "tails", "tails"))], 0),
        ([Rolled("CD-1", Role.ATTACKER, "coin", ("heads", "tails"))], 0),
        ([Rolled("CD-1", Role.ATTACKER, "coin", ("heads", "tails", "edge"))], 0),
        ([Noted("CD-1", "?"), ROLL], 0),
        ([ROLL, ROLL], 1),
        ([ROLL, Chose("CD-2", Role.DEFENDER, "raise-shields", Raised(2))], 1),
        ([ROLL, Chose("CD-2", Role.ATTACKER, "raise-shields", Raised(1))], 1),
        ([ROLL, Chose("CD-2", Role.DEFENDER, "raise-shields", Raised(1)), ROLL], 2),
    ],
)
def test_a_record_that_the_script_would_not_write_is_found(entries, place):
    with pytest.raises(Diverged) as found:
        resolve(attack, DUEL, OPTIONS, record=Record(tuple(entries), (HOST,) * len(entries)))
    assert found.value.entry == place


@pytest.mark.parametrize("faces", [("heads",), ("heads",) * 4, ("heads", "tails", "edge")])
def test_dice_that_do_not_fit_are_refused(faces):
    with pytest.raises(IllegalDice):
        resolve(attack, DUEL, OPTIONS, dice=thrown(faces))


def test_an_illegal_choice_is_refused():
    with pytest.raises(IllegalChoice):
        resolve(attack, DUEL, OPTIONS, dice=thrown(("heads", "tails", "tails")), players=raising(2))


def test_a_roll_of_no_dice_is_not_made():
    end = resolve(lambda _s, _o, table: table.roll(D6, 0, by=Role.ATTACKER, rule="X-1"), None, None)
    assert isinstance(end, Resolved)
    assert (end.outcome, end.record.entries) == ((), ())


def test_a_script_has_a_budget():
    def endless(_situation, _options, table):
        while True:
            table.note("again", rule="X-1")

    with pytest.raises(TableOverrun):
        resolve(endless, None, None)


@dataclass(frozen=True)
class Pick(Question[Raised]):
    """A question with as many answers as it is told."""

    answers: int

    def options(self):
        return map(Raised, range(self.answers))

    def check(self, choice):
        assert choice.shields < self.answers


def asking(answers):
    def script(times, _options, table):
        for _ in range(times):
            table.ask(Pick(answers), by=Role.DEFENDER, rule="CD-2")

    return script


def test_only_questions_that_are_put_to_a_player_count_towards_the_limit():
    end = resolve(asking(1), QUESTIONS + 1, OPTIONS, players=raising(0))
    assert isinstance(end, Resolved)
    assert resolve(asking(1), QUESTIONS + 1, OPTIONS, record=end.record) == end
    assert isinstance(resolve(asking(2), QUESTIONS, OPTIONS, players=raising(0)), Resolved)
    with pytest.raises(TableOverrun):
        resolve(asking(2), QUESTIONS + 1, OPTIONS, players=raising(0))
