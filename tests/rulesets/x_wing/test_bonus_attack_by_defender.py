"""XW-28, XW-64, XW-74: a bonus attack by the defender is played by the defending player."""

from dataclasses import replace

import pytest

from app.domain.casualties import Casualty
from app.domain.errors import IllegalChoice
from app.domain.record import Chose, Origin, Role, Rolled, Source
from app.domain.resolution import Resolved, resolve
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.attack.aftermath_questions import XWingBonusAttack
from app.rulesets.x_wing.attack.window_questions import XWingUse
from app.rulesets.x_wing.effects import XWingEffect, XWingStep
from app.rulesets.x_wing.model import XWingWeapon
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import DONE, Window
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, done, fight, noted, uses

BACK = XWingEffect("back", Window.AFTERMATH_BONUS_DEFENDING, (XWingStep(Op.BONUS_ATTACK),))
SHOOTS_BACK = XWingBonusAttack("back", XWingWeapon(value=2), attack_range=2)
STOP = XWingUse(DONE)


def situation():
    """Each ship has a focus token; the defender may shoot back with two dice at one defense die."""
    shooter = replace(attacker(focus=1), agility=1)
    return attack(shooter, 1, defender(effects=(BACK,), focus=1))


def test_the_defending_player_rolls_and_modifies_the_dice_of_its_own_bonus_attack():
    end = fight(situation(), "b", SHOOTS_BACK)
    assert (end.wanted.by, end.wanted.die.name, end.wanted.count) == ("defender", "attack-die", 2)
    end = fight(situation(), "b", SHOOTS_BACK, "hf")
    assert (end.wanted.by, uses(end)) == ("defender", ["focus"])
    end = fight(situation(), "b", SHOOTS_BACK, "hf", XWingUse("focus"))
    assert (end.wanted.by, end.wanted.die.name) == ("attacker", "defense-die")
    end = fight(situation(), "b", SHOOTS_BACK, "hf", XWingUse("focus"), "f")
    assert (end.wanted.by, uses(end)) == ("attacker", ["focus"])
    outcome = done(situation(), "b", SHOOTS_BACK, "hf", XWingUse("focus"), "f", XWingUse("focus"))
    assert (outcome.after.attacker.tokens.focus, outcome.after.defender.tokens.focus) == (0, 0)
    assert len(outcome.after.attacker.damage_cards) == 1


def test_the_casualty_of_a_bonus_attack_by_the_defender_is_the_attacking_players():
    end = fight(situation(), "b", SHOOTS_BACK, "hf", XWingUse("focus"), "f", STOP)
    assert isinstance(end, Resolved)
    assert [(loss.role, loss.unit) for loss in noted(end, Casualty)] == [(Role.ATTACKER, "red-5")]


def test_policies_of_the_outer_roles_answer_in_the_bonus_attack():
    asked = []

    def players(question, by):
        asked.append((str(by), question.name))
        choice = SHOOTS_BACK if question.name == "bonus-attack" else RULESET.policies["none"](question, by)
        return choice, Source(Origin.POLICY)

    class Loaded:
        source = "service"

        def throw(self, die, count, *, index):
            return (["blank", "focus", "focus"][index],) * count

    resolve(RULESET.script, situation(), OPTIONS, dice=Loaded(), players=players)
    assert asked == [
        ("defender", "bonus-attack"),
        ("defender", "modify-attack-dice"),
        ("attacker", "modify-defense-dice"),
    ]


def test_a_bonus_attack_inside_the_bonus_attack_of_the_defender_changes_the_roles_back():
    shooter = replace(attacker(), effects=(BACK,))
    again = XWingBonusAttack("back", XWingWeapon(value=1), attack_range=2)
    end = fight(attack(shooter, 1, defender(effects=(BACK,))), "b", SHOOTS_BACK, "bb", "bb", again, "b")
    rolled = [(str(entry.by), entry.die) for entry in end.record.entries if isinstance(entry, Rolled)]
    assert rolled == [
        ("attacker", "attack-die"),
        ("defender", "attack-die"),
        ("attacker", "defense-die"),
        ("attacker", "attack-die"),
    ]
    asked = [str(entry.by) for entry in end.record.entries if isinstance(entry, Chose)]
    assert asked == ["defender", "attacker"]


def test_a_bonus_attack_tells_its_range_and_passing_needs_none():
    with pytest.raises(IllegalChoice) as refused:
        fight(situation(), "b", XWingBonusAttack("back", XWingWeapon(value=2)))
    assert (refused.value.reason, refused.value.rule) == ("range-missing", "XW-10")
    assert done(situation(), "b", XWingBonusAttack("pass")).bonus_attacks == ()
