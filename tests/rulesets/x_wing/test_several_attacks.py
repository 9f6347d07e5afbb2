"""Several attacks worked out together have the odds of each attack on each defender by itself."""

from dataclasses import replace

import pytest

from app.domain.errors import LimitExceeded, NotComputable
from app.domain.follow_ups import odds_of_several
from app.domain.odds import finished
from app.domain.record import Record, Role
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.exact.budget import Budget
from app.rulesets.x_wing.model import XWingShields, XWingShipDamageCard, XWingTokens
from app.rulesets.x_wing.odds import several_attacks
from app.rulesets.x_wing.odds.several_attacks import several
from app.rulesets.x_wing.options import AMG_1_4_5
from app.rulesets.x_wing.terms import DamageCard
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
