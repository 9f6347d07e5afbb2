"""What the question of a window shows: both pools and both ships as they are now, and the dice of each choice."""

from dataclasses import replace

from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.model import XWingTokens
from app.rulesets.x_wing.terms import DONE, Face, Pool, Window
from tests.rulesets.x_wing.short_situations import attack, attacker, defender, fight

STOP = XWingUse(DONE)


def question(*answers):
    ship = attacker("predator", lock=True, focus=1, calculate=2)
    situation = attack(ship, 3, defender(2, focus=1, evade=1), defender_in_arcs=("front", "bullseye"))
    return fight(situation, *answers).wanted.question


def leading(asked):
    """What each use leads to, the first listed choice of each."""
    found = {}
    for choice in asked.options():
        found.setdefault(choice.use, asked.leads_to(choice))
    return found


def test_a_window_shows_both_pools_and_both_ships_as_they_are_now():
    shown = question("bfh", XWingUse("focus"), STOP, "fb").context()
    assert (shown.window, shown.pool) == (Window.MODIFY_DEFENSE_DEFENDER, Pool.DEFENSE)
    assert [die.face for die in shown.attack_dice] == [Face.BLANK, Face.HIT, Face.HIT]
    assert [die.face for die in shown.defense_dice] == [Face.FOCUS, Face.BLANK]
    assert shown.attacker.tokens == XWingTokens(calculate=2)
    assert shown.defender == replace(defender(2), tokens=XWingTokens(focus=1, evade=1))


def test_each_choice_tells_its_dice_and_how_many_of_them():
    found = leading(question("bff"))
    assert {use: (to.dice, to.at_least, to.at_most) for use, to in found.items() if to is not None} == {
        "upgrade:predator": ((0, 1, 2), 1, 1),
        "lock": ((0, 1, 2), 1, 3),
        "focus": ((1, 2), 2, 2),
        "calculate": ((1, 2), 1, 2),
    }
    assert found[DONE] is None


def test_a_choice_tells_what_its_own_dice_show():
    found = leading(question("bfh"))
    assert found["upgrade:predator"].before == (Face.BLANK,)
    assert found["lock"].before == (Face.BLANK, Face.FOCUS, Face.HIT)
    assert found["focus"].before == (Face.FOCUS,)
