"""What a question lists and counts is what it accepts: every answer that can be sent is tried."""

from dataclasses import replace
from itertools import chain, combinations, permutations
from random import Random

import pytest

from app.conformance.play import RandomPlayer, play
from app.domain.errors import IllegalChoice
from app.rulesets.x_wing.attack.aftermath_questions import AftermathOrder, BonusAttack, XWingOrder
from app.rulesets.x_wing.attack.window_questions import XWingUse, counts_of_takings, takings
from app.rulesets.x_wing.terms import DONE, TOKEN_USES
from app.services.rulebooks.installed import find_rulebooks
from tests.rulesets.x_wing.random_situations import drawn
from tests.rulesets.x_wing.short_situations import attack, attacker, defender, fight
from tests.thorough import cases

BOOK = find_rulebooks()["x-wing"]
MOST_DICE = 6


def shown_by(question, choice):
    """What tells a choice from others: what is used, on which faces, or with which number."""
    use = next((use for use in question.uses if use.name == choice.use), None)
    if use is None or not use.offer.takes_dice:
        return choice.use, choice.amount
    dice = question.state.dice(use.pool)
    return choice.use, *sorted(dice[place].face for place in choice.dice)


def sendable(question):
    """Every answer that somebody could send: each name with no, each number, each set of dice."""
    names = {DONE, *TOKEN_USES, *(use.name for use in question.uses)}
    dice = max(len(question.state.attack_dice), len(question.state.defense_dice))
    sets = list(chain.from_iterable(combinations(range(dice), count) for count in range(1, dice + 1)))
    for name in names:
        yield XWingUse(name)
        yield from (XWingUse(name, amount=amount) for amount in range(9))
        yield from (XWingUse(name, places) for places in sets)


def accepted(question):
    """What can be sent, once for each way that shows something else."""
    found = set()
    for choice in sendable(question):
        try:
            question.check(choice)
        except IllegalChoice:
            continue
        found.add(shown_by(question, choice))
    return found


def require_listed(question):
    if isinstance(question, BonusAttack):
        return  # declared with what only the table knows
    options = list(question.options())
    assert question.total() == len(options) == len(set(options))
    if isinstance(question, AftermathOrder):
        assert {choice.order for choice in options} == set(permutations(question.abilities))
    elif hasattr(question, "uses") and len(question.state.attack_dice) <= MOST_DICE:
        shown = [shown_by(question, choice) for choice in options]
        assert len(shown) == len(set(shown))
        assert set(shown) == accepted(question)


@pytest.mark.parametrize("seed", range(cases(40, 400)))
def test_what_is_accepted_is_listed_and_counted(seed):
    fought, _ = drawn(seed, 2)
    player = RandomPlayer(Random(seed))
    play(BOOK, fought, bytes([seed % 256]) * 32, player)
    for question, _ in player.asked:
        require_listed(question)


def test_rose_tico_spends_any_die():
    rose = replace(attacker("rosetico"), tokens=replace(attacker().tokens, focus=1))
    question = fight(attack(rose, 4, defender()), "hcfb").wanted.question
    spent = [choice.dice for choice in question.options() if choice.use == "upgrade:rosetico"]
    assert sorted(spent) == [(0,), (1,), (2,), (3,)]


def test_a_lock_rerolls_any_of_the_dice():
    question = fight(attack(attacker(lock=True), 4, defender()), "hhfb").wanted.question
    rerolled = [choice.dice for choice in question.options() if choice.use == "lock"]
    assert rerolled[0] == (0, 1, 2, 3)
    assert len(rerolled) == 3 * 2 * 2 - 1


def test_ways_are_counted_without_being_listed():
    for sizes in ([], [3], [2, 0, 1], [3, 2, 1, 2]):
        counts = counts_of_takings(sizes)
        assert counts == [len(list(takings(sizes, count))) for count in range(sum(sizes) + 1)]
    assert sum(counts_of_takings([25, 25, 25, 24])) == 26**3 * 25


def test_every_order_is_counted():
    question = AftermathOrder(tuple(f"upgrade:{n}" for n in range(7)))
    question.check(XWingOrder(question.abilities[::-1]))
    assert question.total() == 5040
