"""Odds are priced before they are computed: the dearest situations that were found are taken, what costs more is not."""

import time
from contextlib import suppress
from dataclasses import replace
from importlib import import_module

import pytest

from app.api.routes import history
from app.api.work import computing
from app.domain.errors import LimitExceeded
from app.rulesets.castle_rampage.model import (
    Attack,
    Attacker,
    Card,
    Effect,
    EffectKind,
    Structure,
)
from app.rulesets.open_forces.model import (
    OpenForcesAttack,
    OpenForcesAttackers,
    OpenForcesAttackMode,
    OpenForcesDefenders,
    OpenForcesDefenseMode,
)
from app.rulesets.storm_over_stalingrad.model import Area, Fire, Side, Unit, UnitState
from app.services.odds import compute_budget
from app.services.odds.compute_budget import MOST_WORK, ComputeBudget
from app.services.odds.odds import distributions
from app.services.rulebooks.installed import find_rulebooks

BOOKS = find_rulebooks()
FOREVER = 20.0
"""Seconds that none of these may take, however slow the machine; they take about one."""
UNKNOWN = Card(unknown=True)
EXACT = {"attacker": "exact", "defender": "exact"}
WEAKER = Effect(EffectKind.CHANGE_REMAINING_ATTACK, amount=-3)
STRONGER = Effect(EffectKind.CHANGE_REMAINING_ATTACK, amount=1)
DISCARDS = Effect(EffectKind.DESTROY_TOP_OF, structure=Structure.GATE)
ENDS = Effect(EffectKind.DESTROY_ATTACK_CARD)


def purple(n, gate, castle, effect):
    return Card(f"p{n}", gate, castle, purple=True, effect=effect)


def siege(gate, castle, attack, *special):
    """Unknown cards from a whole deck: the special ones, and ordinary ones of all kinds of weakness."""
    ordinary = [Card(f"c{n}", n % 3, n * 7 % 3) for n in range(118 - len(special))]
    return Attack(Attacker(attack), (UNKNOWN,) * gate, (UNKNOWN,) * castle, (*special, *ordinary))


def raised(kinds, unknown, attack):
    """Cards of so many kinds, one of which raises the attack: only their order tells how it ends."""
    cards = (purple(0, 1, 1, STRONGER), *(Card(f"c{n}", n % 11, n // 11) for n in range(kinds - 1)))
    return Attack(Attacker(attack), (UNKNOWN,), (UNKNOWN,) * (unknown - 1), cards)


def pursuit(firers=10, targets=10):
    """Units that retreat through thirty areas, each full, each beside each other."""
    names = tuple(f"a{n:02}" for n in range(30))

    def units(name, side, count, state=UnitState.SPENT):
        return tuple(Unit(f"{name}-{side}-{n}", side, state, 1, 0, 0) for n in range(count))

    def area(name, *neighbors, **held):
        friends, enemies = held.get("friends", 0), held.get("enemies", 0)
        there = units(name, Side.GERMAN, friends) + units(name, Side.SOVIET, enemies, UnitState.FRESH)
        return Area(name, terrain_defense=0, controller=Side.GERMAN, adjacent=neighbors, units=there)

    around = [area(name, *(set(names) - {name}), friends=10, enemies=2) for name in names]
    areas = (area("F", "T", enemies=firers), area("T", "F", *names, friends=targets), *around)
    firing = tuple(unit.id for unit in areas[0].units)
    return Fire(Side.SOVIET, "T", areas, firing_area="F", firers=firing, attack_bonus=-10)


CROWD = OpenForcesAttack(
    attacker=OpenForcesAttackers(100, OpenForcesAttackMode(atk=1)),
    defender=OpenForcesDefenders(100, OpenForcesDefenseMode(def_=1)),
)
TAKEN = {
    "open-forces: 100 against 100": ("open-forces", CROWD),
    "stalingrad: twenty retreat through thirty full areas": (
        "storm-over-stalingrad",
        pursuit(firers=20, targets=20),
        {"stacking_limit": 20},
    ),
    "castle: a whole deck, none special": ("castle-rampage", siege(59, 59, 99)),
    "castle: ten that weaken the attack, one that discards": (
        "castle-rampage",
        siege(19, 59, 99, purple(0, 3, 0, DISCARDS), *(purple(n, 50, 2, WEAKER) for n in range(1, 11))),
    ),
    "castle: seventy of one kind by different names": (
        "castle-rampage",
        siege(19, 59, 99, purple(0, 3, 0, DISCARDS), *(purple(n, 6, 6, ENDS) for n in range(1, 71))),
    ),
    "castle: three of 78 different, one raises": ("castle-rampage", raised(78, 3, 99)),
    "castle: two of a whole deck, one raises": ("castle-rampage", raised(118, 2, 99)),
}
REFUSED = {
    "castle: a whole deck, one raises": ("castle-rampage", raised(118, 118, 99), {}),
    "castle: sixty kinds that end the attack beside twenty that weaken it": (
        "castle-rampage",
        siege(
            *(19, 59, 99, purple(0, 3, 0, DISCARDS)),
            *(purple(n, 50, 2, WEAKER) for n in range(1, 21)),
            *(purple(n, n % 10, n // 10, ENDS) for n in range(21, 81)),
        ),
        {},
    ),
}


@pytest.mark.anyio
async def test_the_luck_of_costly_attacks_is_told_in_parts(sqlite_api, monkeypatch):
    monkeypatch.setattr(history, "LUCK_SECONDS", 1e-9)
    monkeypatch.setattr(history, "LUCK_PAGE", 2)
    session = await sqlite_api.open()
    for _ in range(3):
        await sqlite_api.attack(token=session["tokens"]["host"], session_id=session["id"])
    counted, cursor = 0, ""
    while cursor is not None:
        told = (await sqlite_api.get(f"/v1/actions/luck?cursor={cursor}" if cursor else "/v1/actions/luck")).json()
        monkeypatch.setattr(history, "LUCK_SECONDS", 60)
        counted += sum(row["attacks"] for row in told["items"] if row["measure"] == "kills")
        cursor = told["next"]
    assert counted == 3


@pytest.mark.parametrize("name", TAKEN)
def test_the_dearest_that_are_taken_are_computed(name):
    slug, situation, *house_rules = TAKEN[name]
    ruleset = BOOKS[slug].ruleset
    options = replace(ruleset.options(), **dict(*house_rules))
    ruleset.prepare(situation, options)
    policies = dict.fromkeys(("attacker", "defender"), ruleset.policy_name("default"))
    began = time.process_time()
    assert distributions(BOOKS[slug], situation, options, policies)
    assert time.process_time() - began < FOREVER


@pytest.mark.parametrize("name", REFUSED)
def test_what_costs_more_is_refused_at_once(name):
    slug, situation, house_rules = REFUSED[name]
    ruleset = BOOKS[slug].ruleset
    options = replace(ruleset.options(), **house_rules)
    ruleset.prepare(situation, options)
    began = time.process_time()
    with pytest.raises(LimitExceeded):
        ruleset.price(situation, options)
    assert time.process_time() - began < FOREVER / 10


def test_many_odds_of_many_cards_are_refused_before_they_are_computed(monkeypatch):
    slug, situation = TAKEN["castle: ten that weaken the attack, one that discards"]
    castle_odds = import_module("app.rulesets.castle_rampage.odds")
    computed, odds = [], castle_odds.counted
    monkeypatch.setattr(castle_odds, "counted", lambda *each: computed.append(each) or odds(*each))
    policies = dict.fromkeys(("attacker", "defender"), BOOKS[slug].ruleset.policy_name("default"))
    options, effort = BOOKS[slug].ruleset.options(), ComputeBudget()
    while not effort.refusal:
        with suppress(LimitExceeded):
            distributions(BOOKS[slug], situation, options, policies, effort=effort.work)
    assert 1 <= len(computed) <= 8
    assert effort.refusal.params == {"what": "steps", "is": None, "at_most": MOST_WORK}


REFUSED_LIMIT = ("sets-of-cards", 40_000)


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_says_what_there_is_too_much_of(name):
    slug, situation, house_rules = REFUSED[name]
    ruleset = BOOKS[slug].ruleset
    with pytest.raises(LimitExceeded) as refused:
        ruleset.price(situation, replace(ruleset.options(), **house_rules))
    told = refused.value.params
    assert (told["what"], told["at_most"]) == REFUSED_LIMIT
    assert told["is"] > told["at_most"]


@pytest.mark.anyio
async def test_odds_that_were_too_much_are_refused_again_without_computing_them(sqlite_api, monkeypatch):
    worked, run_slice = [], computing.run_slice

    def counted(job):
        worked.append(job)
        return run_slice(job)

    monkeypatch.setattr(computing, "run_slice", counted)
    monkeypatch.setattr(compute_budget, "MOST_ODDS", 2)
    group = {"units": 3, "mode": {"atk": 1}}
    body = {
        "situation": {"attacker": group, "defender": {"units": 3, "mode": {"def": 1}}},
        "then": [{"attacker": group}],
    }
    answers = [await sqlite_api.post("/v1/rulesets/open-forces/odds", body) for _ in range(2)]
    first, again = [{**answer.json(), "request_id": ""} for answer in answers]
    assert (first["code"], first["at_most"], first) == ("limit-exceeded", 2, again)
    assert len(worked) == 1
    assert (await sqlite_api.post("/v1/rulesets/open-forces/odds", {**body, "then": []})).status_code == 200


@pytest.mark.anyio
async def test_attacks_of_which_there_are_too_many_say_how_many_there_may_be(sqlite_api, monkeypatch):
    ship = {"agility": 2, "hull": 8, "shields": {"max": 3, "active": 3}, "tokens": {"focus": 1}}
    path, found = "/v1/rulesets/x-wing/odds", set()
    for most in (12_000, 24_000, 36_000):
        wedge = {"pilot": "wedgeantilles", "id": f"wedge-{most}", "tokens": {"focus": 1}}
        again = {"attacker": wedge, "attack_range": 2}
        body = {"situation": {**again, "defender": {"id": "target", **ship}}, "policies": EXACT}
        monkeypatch.setattr(compute_budget, "MOST_WORK", most)
        refused = await sqlite_api.post(path, {**body, "then": [again] * 7})
        told = refused.json()
        assert (told["code"], told["reason"], told["is"]) == ("limit-exceeded", "too-many-attacks", 8)
        assert told["errors"][0]["pointer"] == "/then"
        assert 0 < told["at_most"] < 8
        found.add(told["at_most"])
        answered = await sqlite_api.post(path, {**body, "then": [again] * (told["at_most"] - 1)})
        assert answered.status_code == 200, answered.text
    assert len(found) > 1
