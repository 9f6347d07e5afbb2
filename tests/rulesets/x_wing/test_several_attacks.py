"""Several attacks worked out together have the odds of each attack on each defender by itself."""

import tracemalloc
from dataclasses import replace

import pytest

from app.domain.effort import Effort
from app.domain.errors import LimitExceeded, NotComputable
from app.domain.follow_ups import odds_of_several
from app.domain.odds import finished
from app.domain.record import Record, Role
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.exact import player
from app.rulesets.x_wing.exact.budget import Budget
from app.rulesets.x_wing.model import XWingShields, XWingShipDamageCard, XWingTokens, XWingWeapon
from app.rulesets.x_wing.odds import several_attacks
from app.rulesets.x_wing.odds.several_attacks import several
from app.rulesets.x_wing.options import AMG_1_4_5, FFG_1_0_0
from app.rulesets.x_wing.terms import Arc, DamageCard
from tests.rulesets.x_wing.random_situations import drawn
from tests.rulesets.x_wing.short_situations import attack, attacker, defender
from tests.thorough import seeds, thorough

BEST = dict.fromkeys(Role, RULESET.policies["exact"])
ONE_BY_ONE = replace(RULESET, then=replace(RULESET.then, several=lambda *_: None))
CARDS = [
    DamageCard.HULL_BREACH,
    DamageCard.FUEL_LEAK,
    DamageCard.DIRECT_HIT,
    DamageCard.STRUCTURAL_DAMAGE,
    DamageCard.WOUNDED_PILOT,
]


def odds(ruleset, attacks, options):
    return finished(odds_of_several(ruleset, attacks, options, BEST))


def assert_alike(attacks, options):
    assert several(attacks, options, BEST, Record()) is not None
    assert odds(RULESET, attacks, options) == odds(ONE_BY_ONE, attacks, options)


@pytest.mark.parametrize("leaks_by_itself", [False, True])
@pytest.mark.parametrize("on_ship", [*CARDS, None])
def test_every_card_that_may_lie_on_the_ship_is_met_again(on_ship, leaks_by_itself):
    options = replace(AMG_1_4_5, fuel_leak_self_trigger=leaks_by_itself)
    target = replace(
        defender(1, hull=4, shields=1, focus=1),
        damage_cards=() if on_ship is None else (XWingShipDamageCard(on_ship, True),),
    )
    shot = attack(attacker(focus=1, lock=True), 2, target, damage_deck=tuple(CARDS))
    assert_alike((shot, replace(shot, attacker=attacker(lock=True)), shot), options)


def test_a_deck_that_is_drawn_to_its_end_is_shuffled_between_attacks():
    shot = attack(attacker(lock=True), 2, defender(0, hull=3), damage_deck=(DamageCard.STRUCTURAL_DAMAGE,) * 2)
    assert_alike((shot, shot, shot), AMG_1_4_5)


def test_a_wreck_is_not_attacked_again():
    shot = attack(attacker(focus=1), 3, defender(0, hull=1))
    found = odds(RULESET, (shot, shot), AMG_1_4_5)
    single = odds(ONE_BY_ONE, (shot,), AMG_1_4_5)["destroyed"][0]
    assert found["destroyed"][0] == single**2


def test_an_attack_that_is_refused_does_not_happen():
    shot = attack(attacker(focus=1), 2, defender(1, hull=3, focus=1))
    refused = replace(shot, attacker=replace(attacker(), tokens=XWingTokens(disarm=1)))
    assert odds(RULESET, (shot, refused, shot), AMG_1_4_5) == odds(RULESET, (shot, shot), AMG_1_4_5)
    assert_alike((shot, refused), AMG_1_4_5)


def test_all_that_attacks_take_counts_together(monkeypatch):
    taken, take = [], Budget.take

    def counted(self, work):
        taken.append(work)
        return take(self, work)

    target = defender(2, hull=8, shields=2, focus=1, evade=1)
    shots = tuple(attack(attacker(focus=n % 2, lock=True), 2 + n % 3, target) for n in range(6))
    monkeypatch.setattr(several_attacks, "WORK_OF_ALL", most := 20_000)
    monkeypatch.setattr(Budget, "take", counted)
    with pytest.raises(LimitExceeded) as refused:
        odds(RULESET, shots, AMG_1_4_5)
    assert refused.value.params["at_most"] == most
    assert sum(taken) < 3 * most


MANY = ("zuckuss", "heroic", "juke", "firecontrolsystem", "predator", "lonewolf")
"""Abilities that each give a player something to decide."""


def hostile(n=0):
    """An attack of six dice on six, in which both players have as much to decide as in few others."""
    tokens = {"focus": 1 + n % 3, "evade": 1, "calculate": 1 + n % 4}
    ship = attacker(*MANY, lock=True, force=1 + n % 3, **tokens)
    target = defender(6, "l337", "heroic", "lonewolf", "elusive", "finn", hull=8, shields=3, force=2, **tokens)
    return attack(ship, 6, target, defender_in_arcs=(Arc.FRONT, Arc.BULLSEYE))


def with_search(effort, attacks):
    """The odds of attacks with an effort, and whether they were refused."""
    try:
        return finished(odds_of_several(RULESET, attacks, AMG_1_4_5, BEST, effort=effort))
    except LimitExceeded as refused:
        return refused.params


@pytest.mark.parametrize("further", [1, 7])
def test_several_attacks_take_no_more_work_than_a_request_may(further, monkeypatch):
    monkeypatch.setattr(player, "SEARCHES", {})
    taken, take = [], Budget.take

    def counted(self, work):
        if self._within is None or isinstance(self._within, Effort):
            taken.append(work)
        return take(self, work)

    monkeypatch.setattr(Budget, "take", counted)
    effort = Effort(150_000)
    first = replace(hostile(), weapon=XWingWeapon(value=2))
    told = with_search(effort, (first, *(replace(hostile(), attacker=hostile(n).attacker) for n in range(further))))
    assert told == {"what": "possibilities", "is": None, "at_most": 150_000}
    assert sum(taken) < 2 * 150_000


def test_a_search_that_is_kept_counts_as_if_it_were_made_anew(monkeypatch):
    monkeypatch.setattr(player, "SEARCHES", {})
    shot = attack(attacker("predator", focus=1, lock=True), 3, defender(2, hull=3, focus=1))
    left = []
    for _ in range(2):
        effort = Effort(100_000)
        found = with_search(effort, (shot, shot))
        assert sum(found["damage"].values()) == 1
        left.append(effort.left)
    assert left[0] == left[1] < 100_000
    for kept in ({}, player.SEARCHES):
        monkeypatch.setattr(player, "SEARCHES", kept)
        told = with_search(Effort(2_000), (shot, shot))
        assert told == {"what": "possibilities", "is": None, "at_most": 2_000}


def test_each_attack_is_priced_before_the_first_is_computed(monkeypatch):
    computed = []
    monkeypatch.setattr(several_attacks, "outcomes", lambda *_, **__: computed.append(1) or iter(()))
    shot = attack(attacker(focus=1), 2, defender(1))
    beyond = replace(shot, weapon=XWingWeapon(value=7))
    with pytest.raises(LimitExceeded, match="too-many-dice"):
        odds(RULESET, (shot, shot, beyond), FFG_1_0_0)
    with pytest.raises(LimitExceeded, match="too-many-dice"):
        odds(ONE_BY_ONE, (shot, shot, beyond), FFG_1_0_0)
    assert not computed


def test_searches_are_kept_up_to_a_number_of_bytes(monkeypatch):
    monkeypatch.setattr(player, "SEARCHES", {})
    shots = [attack(attacker("predator", focus=n, lock=True), 3, defender(2, hull=3, focus=1)) for n in range(1, 5)]
    for shot in shots:
        with_search(Effort(), (shot, shot))
    assert [key[0].attacker.tokens.focus for key in player.SEARCHES] == [1, 2, 3, 4]
    monkeypatch.setattr(player, "KEPT_BYTES", most := sum(tree.bytes for (tree,) in player.SEARCHES.values()) - 1)
    with_search(Effort(), (shots[0], shots[0]))
    assert [key[0].attacker.tokens.focus for key in player.SEARCHES] == [3, 4, 1]
    assert sum(tree.bytes for (tree,) in player.SEARCHES.values()) <= most


def test_the_memory_of_a_search_is_about_what_it_is_taken_for(monkeypatch):
    for shot in (hostile(), attack(attacker("predator", focus=1, lock=True), 4, defender(3, "elusive", focus=1))):
        shot = replace(shot, weapon=XWingWeapon(value=4))
        monkeypatch.setattr(player, "SEARCHES", {})
        tracemalloc.start()
        (tree,) = [player.searched((shot, AMG_1_4_5, 0), Effort())]
        taken, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert taken / 3 < tree.bytes < taken * 3


def test_a_budget_within_another_ends_with_it():
    around = Budget(10)
    inside, beside = Budget(100, around), Budget(5, around)
    assert inside.take(8)
    assert beside.take(2)
    assert not beside.take(1)
    assert (beside.is_spent, inside.is_spent, around.left) == (True, True, -1)
    assert inside.exceeded().params["at_most"] == 10


@pytest.mark.parametrize("card", ["pilot:lukeskywalker", "upgrade:hullupgrade"])
def test_tokens_that_are_spent_are_gone_in_the_next_attack(card):
    kind, _, name = card.partition(":")
    target = defender(2, hull=3, shields=1, focus=1, evade=1, force=2, charges={"pilot": 1})
    target = replace(target, **({"pilot": name} if kind == "pilot" else {"upgrades": (name,)}))
    shot = attack(attacker(focus=1, lock=True), 3, target)
    assert_alike((shot, shot, shot), AMG_1_4_5)


@thorough
def test_random_attacks_have_the_odds_of_each_by_itself():
    together = 0
    for seed in seeds(12, 120):
        shot, options = drawn(seed, 1)
        ship = replace(shot.defender, shields=XWingShields(1, 1))
        attacks = (shot, replace(shot, defender=ship), replace(shot, attacker=replace(shot.attacker, locks=())))
        if several(attacks, options, BEST, Record()) is None:
            continue
        try:
            expected = odds(ONE_BY_ONE, attacks, options)
        except NotComputable:
            continue
        together += 1
        assert odds(RULESET, attacks, options) == expected, seed
    assert together > 2
