"""Short builders of situations, and functions that play an attack with written-out rolls and choices."""

from app.domain.dice import ThrownDice
from app.domain.record import Noted, Origin, Source
from app.domain.resolution import Pending, Resolved, resolve
from app.domain.table import RollWanted
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.model import XWingAttack, XWingForce, XWingShields, XWingShip, XWingTokens, XWingWeapon
from app.rulesets.x_wing.options import AMG_1_4_5

ENDLESS = 40
"""More hull than an attack can take."""


def attacker(*upgrades, lock=False, force=0, charges=None, **tokens):
    return XWingShip(
        "red-5",
        2,
        4,
        upgrades=upgrades,
        tokens=XWingTokens(**tokens),
        force=XWingForce(force, force),
        locks=("black-2",) if lock else (),
        charges=charges or {},
    )


def defender(agility=0, *upgrades, hull=ENDLESS, shields=0, force=0, charges=None, pilot=None, effects=(), **tokens):
    return XWingShip(
        "black-2",
        agility,
        hull,
        pilot=pilot,
        upgrades=upgrades,
        shields=XWingShields(shields, shields),
        tokens=XWingTokens(**tokens),
        force=XWingForce(force, force),
        charges=charges or {},
        effects=effects,
    )


def attack(ship, dice, target, **rest):
    weapon = dice if isinstance(dice, XWingWeapon) else XWingWeapon(value=dice)
    return XWingAttack(ship, weapon, target, **{"attack_range": 2, **rest})


OPTIONS = AMG_1_4_5


FACE = {"b": "blank", "f": "focus", "h": "hit", "c": "crit", "e": "evade"}


def fight(situation, *answers, options=OPTIONS):
    """The attack as far as the answers go: dice as letters or a card's name, anything else as a choice."""
    RULESET.prepare(situation, options)
    end = resolve(RULESET.script, situation, options)
    for answer in answers:
        assert isinstance(end, Pending), answer
        if isinstance(end.wanted, RollWanted):
            assert isinstance(answer, str), (answer, end.wanted)
            faces = (answer,) if end.wanted.die.name == "damage-card" else tuple(FACE[letter] for letter in answer)
            end = resolve(RULESET.script, situation, options, record=end.record, dice=ThrownDice([faces]))
            continue
        assert not isinstance(answer, str), (answer, end.wanted)
        end = resolve(RULESET.script, situation, options, record=end.record, players=one(answer))
    return end


def one(choice):
    """Players who make one choice and then wait."""
    left = [choice]
    return lambda *_: (left.pop(), Source(Origin.HOST)) if left else None


def done(situation, *answers, options=OPTIONS):
    """The outcome of an attack that these answers bring to its end."""
    end = fight(situation, *answers, options=options)
    assert isinstance(end, Resolved), end.wanted
    return end.outcome


def noted(end, kind):
    """The facts of a kind, in order."""
    return [entry.fact for entry in end.record.entries if isinstance(entry, Noted) and isinstance(entry.fact, kind)]


def uses(end):
    """What may be used now."""
    return [use.name for use in end.wanted.question.uses]


def shown(dice):
    """What dice show, canceled ones left out."""
    return "".join(die.face.value[0] for die in dice if not die.canceled)
