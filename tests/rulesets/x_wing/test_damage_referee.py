"""Damage decks, ion and jam against a referee that shares no code: the chance that a ship is destroyed, what it keeps."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

from app.rulesets.x_wing.attack.jamming import Loss, XWingJammed
from app.rulesets.x_wing.model import Size, XWingShipDamageCard, XWingTokens, XWingWeapon
from app.rulesets.x_wing.terms import DamageCard
from tests.rulesets.x_wing.short_situations import attack, attacker, defender, fight
from tests.rulesets.x_wing.test_best_play import expected
from tests.thorough import seeds, thorough

DECK = {"breach": 2, "leak": 4, "direct": 5, "other": 22}
NAMES = {"breach": DamageCard.HULL_BREACH, "leak": DamageCard.FUEL_LEAK}


@cache
def chance_to_die(shields, left, breaches, leaks, deck, events):
    """The chance that a ship which `left` cards destroy is destroyed by damage events: `hit`, `crit`, `leak`."""
    if left <= 0:
        return Fraction(1)
    if not events:
        return Fraction(0)
    first, rest = events[0], events[1:]
    if first == "leak":
        if not leaks:
            return chance_to_die(shields, left, breaches, leaks, deck, rest)
        return chance_to_die(shields, left, breaches, leaks - 1, deck, ("hit", *rest))
    is_crit = first == "crit" or breaches > 0
    follows = ("leak",) * (leaks if is_crit else 0) + rest
    if shields:
        return chance_to_die(shields - 1, left, breaches, leaks, deck, follows)
    if not is_crit:
        return chance_to_die(0, left - 1, breaches, leaks, deck, follows)
    total = Fraction(0)
    for n, (name, copies) in enumerate(deck):
        if copies:
            less = (*deck[:n], (name, copies - 1), *deck[n + 1 :])
            more = ("hit", *follows) if name == "direct" else follows
            after = chance_to_die(0, left - 1, breaches + (name == "breach"), leaks + (name == "leak"), less, more)
            total += Fraction(copies, sum(left for _, left in deck)) * after
    return total


def chance_of_dice(count, **ship):
    """The same over every roll of so many attack dice; hits come before crits."""
    total = Fraction(0)
    for roll in product("hhhc----", repeat=count):
        events = ("hit",) * roll.count("h") + ("crit",) * roll.count("c")
        total += chance_to_die(events=events, **ship)
    return total / 8**count


@thorough
def test_a_ship_is_destroyed_as_often_as_a_referee_finds_who_draws_every_card():
    for seed in seeds(12, 300):
        chance = Random(seed)
        faceup = chance.choices(["breach", "leak"], k=chance.choice([0, 0, 1, 2]))
        shields, hull, dice = chance.randint(0, 2), len(faceup) + chance.randint(1, 4), chance.randint(1, 4)
        cards = tuple(XWingShipDamageCard(NAMES[name], True) for name in faceup)
        target = replace(defender(hull=hull, shields=shields), damage_cards=cards)
        deck = tuple((name, copies - faceup.count(name)) for name, copies in DECK.items())
        found = chance_of_dice(
            dice,
            shields=shields,
            left=hull - len(faceup),
            breaches=faceup.count("breach"),
            leaks=faceup.count("leak"),
            deck=deck,
        )
        assert expected(attack(attacker(), dice, target), measure="destroyed") == found, seed


@thorough
def test_an_ion_cannon_leaves_what_a_referee_counts():
    for seed in seeds(30, 400):
        chance = Random(seed)
        size, before = chance.choice(["small", "medium", "large"]), chance.randint(0, 2)
        rolled = "".join(chance.choices("hb", k=3))
        target = replace(defender(ion=before), size=Size(size), locks=("red-9",))
        hits = rolled.count("h")
        now = before + max(0, hits - 1)
        is_ionized = now >= {"small": 1, "medium": 2, "large": 3}[size]
        target = replace(target, locks=() if before >= {"small": 1, "medium": 2, "large": 3}[size] else ("red-9",))
        after = fight(attack(attacker("ioncannon"), XWingWeapon("ioncannon"), target), rolled).outcome.after.defender
        assert (after.tokens.ion, len(after.damage_cards)) == (now, min(1, hits)), seed
        assert after.locks == (() if is_ionized else ("red-9",)), seed


@thorough
def test_a_jamming_beam_takes_as_much_as_a_referee_counts_whatever_is_chosen():
    for seed in seeds(30, 400):
        chance = Random(seed)
        green = {name: chance.choice([0, 0, 1]) for name in ("focus", "calculate", "evade", "reinforce_aft")}
        locks = ("red-9",) * chance.randint(0, 1)
        rolled = "".join(chance.choices("hb", k=3))
        situation = attack(attacker("jammingbeam"), XWingWeapon("jammingbeam"), replace(defender(**green), locks=locks))
        answers = [rolled]
        end = fight(situation, *answers)
        while hasattr(end, "wanted"):
            loses = chance.choice([option.loses for option in end.wanted.question.options()])
            answers.append(XWingJammed(Loss(loses)))
            end = fight(situation, *answers)
        after = end.outcome.after.defender
        things, jams = sum(green.values()) + len(locks), rolled.count("h")
        kept = sum(getattr(after.tokens, name) for name in green) + len(after.locks)
        assert (kept, after.tokens.jam) == (max(0, things - jams), max(0, jams - things)), seed
        assert after.tokens == replace(
            XWingTokens(jam=after.tokens.jam), **{k: getattr(after.tokens, k) for k in green}
        )
