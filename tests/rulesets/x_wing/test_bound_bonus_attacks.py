"""XW-64: each card that grants a bonus attack says with which weapon, from which arc and at which target."""

from dataclasses import dataclass, replace
from itertools import product

import pytest

from app.domain.errors import IllegalChoice
from app.domain.record import Origin, Source
from app.domain.resolution import Pending, resolve
from app.rulesets.x_wing import RULESET
from app.rulesets.x_wing.attack.aftermath_questions import XWingBonusAttack
from app.rulesets.x_wing.cards.registry import SAID
from app.rulesets.x_wing.model import XWingForce, XWingShields, XWingShip, XWingTokens, XWingWeapon
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.terms import Arc
from app.services.rulebooks.installed import find_rulebooks
from tests.rulesets.x_wing.engagements import engaging, entering
from tests.rulesets.x_wing.short_situations import OPTIONS, attack, attacker, defender, fight
from tests.rulesets.x_wing.test_bonus_attack_by_defender import BACK, SHOOTS_BACK

FRONT, REAR = XWingWeapon(value=3), XWingWeapon(value=2, arc=Arc.REAR)
TURRET, TURRETS = XWingWeapon(value=2, arc=Arc.SINGLE_TURRET), XWingWeapon(value=2, arc=Arc.DOUBLE_TURRET)
CANNON, OTHER_CANNON, MISSILE = (XWingWeapon(id) for id in ("ioncannon", "autoblasters", "concussionmissiles"))
DORSAL, CLUSTER = XWingWeapon("dorsalturret"), XWingWeapon("clustermissiles")
BULLSEYE = XWingWeapon(value=3, arc=Arc.BULLSEYE)
PRIMARY = {"front": FRONT, "rear": REAR, "turret": TURRET, "turrets": TURRETS, "bullseye": BULLSEYE}
SPECIAL = {"cannon": CANNON, "other-cannon": OTHER_CANNON, "dorsal": DORSAL}
WEAPONS = {**PRIMARY, **SPECIAL}
ARC_OF = {"cannon": Arc.FRONT, "other-cannon": Arc.FRONT, "dorsal": Arc.SINGLE_TURRET, "missile": Arc.FRONT}
WINGMAN = XWingShip("black-3", 0, 9)
BOTH = ("same", "other")


@dataclass(frozen=True)
class Bound:
    """What a card says, copied from it by hand, and an attack after which it grants a bonus attack."""

    weapons: str
    """Those among WEAPONS that fit."""
    targets: tuple[str, ...] = BOTH
    first: str = "front"
    """The weapon of the attack after which it does."""
    hits: bool = True
    defends: bool = False


ANY = " ".join(WEAPONS)
TURRET_ARC = "turret turrets dorsal"
CANNONS = "cannon other-cannon"
PRIMARIES = " ".join(PRIMARY)
SAID_BY_CARDS = {
    "pilot:doubleedge": Bound(ANY, first="missile", hits=False),
    "pilot:captainyorr-battleoverendor": Bound(CANNONS),
    "pilot:flightleaderubbel": Bound(ANY, ("same",), defends=True),
    "pilot:majorvynder-ssl": Bound(CANNONS, first="missile"),
    "pilot:quickdraw": Bound(PRIMARIES, defends=True),
    "pilot:wrath": Bound(ANY, ("other",), first="bullseye"),
    "pilot:ig88b": Bound(CANNONS, hits=False),
    "pilot:dengar": Bound(ANY, ("same",), defends=True),
    "pilot:darthmaul": Bound(PRIMARIES, ("other",)),
    "upgrade:ghostcompany": Bound(TURRET_ARC, ("other",)),
    "upgrade:bistan": Bound(TURRET_ARC, ("other",)),
    "upgrade:bossk": Bound(PRIMARIES, ("same",), hits=False),
    "upgrade:ezrabridger": Bound(TURRET_ARC),
    "upgrade:specialforcesgunner": Bound("turret turrets"),
    "upgrade:veterantailgunner": Bound("rear"),
    "upgrade:veteranturretgunner": Bound(TURRET_ARC),
    "upgrade:migsmayfeld": Bound(f"rear {TURRET_ARC}", ("other",)),
    "upgrade:airencracken-battleoverendor": Bound(PRIMARIES, ("same",), defends=True),
    "upgrade:stabilizedsfoils": Bound("other-cannon", ("same",), first="cannon"),
    "upgrade:tiedefenderelite": Bound(PRIMARIES, ("same",), first="cannon"),
    "ship:lockedandloaded": Bound("rear"),
    "condition:youdbettermeanbusiness": Bound(ANY, ("same",), defends=True),
}
ASIDE = ("upgrade:clustermissiles", "pilot:torphun", "pilot:deathfire")
"""Those with a test of their own: one whose own weapon makes the attack, and two that ask for a destroyed ship."""


def armed(ship, key, **rest):
    """A ship with a card, with all that could be asked for, and with every weapon."""
    kind, _, id = key.partition(":")
    cards = [id] if kind == "upgrade" else []
    upgrades = (*cards, "ioncannon", "autoblasters", "concussionmissiles", "dorsalturret")
    charges = dict.fromkeys((*upgrades, "pilot", key), 2)
    return replace(
        ship,
        pilot=id if kind == "pilot" else None,
        upgrades=upgrades,
        effects=(key,) if kind in ("condition", "ship") else (),
        force=XWingForce(3, 3),
        charges=charges,
        tokens=XWingTokens(focus=1, jam=1),
        hull=20,
        **rest,
    )


class Thrown:
    """Dice that all show the same, blanks of the defender aside."""

    source = Origin.SERVICE

    def __init__(self, face):
        self.face = face

    def throw(self, die, count, *, index):
        face = self.face if die.name == "attack-die" else "blank"
        return (die.faces[0],) * count if face not in die.faces else (face,) * count


def arcs_of(name):
    arc = ARC_OF.get(name) or WEAPONS[name].arc
    return (Arc.FRONT, arc) if arc is Arc.BULLSEYE else (arc,)


def situation_with(key, of):
    one, two = attacker(lock=True), defender(shields=1)
    if of.defends:
        two = armed(two, key, shields=XWingShields(1, 1), locks=("red-5",))
    else:
        one = armed(one, key)
    weapon = {**WEAPONS, "missile": MISSILE}[of.first]
    return attack(one, weapon, two, defender_in_arcs=arcs_of(of.first), attacker_in_arcs=(Arc.FRONT,))


def asked(situation, *, hits=True, answers=()):
    """The question for a bonus attack; what comes before it policies answer."""
    left = list(answers)

    def players(question, by):
        if question.name == "bonus-attack":
            return (left.pop(0), Source(Origin.HOST)) if left else None
        return RULESET.policies["none"](question, by), Source(Origin.POLICY)

    RULESET.prepare(situation, OPTIONS)
    return resolve(RULESET.script, situation, OPTIONS, dice=Thrown("hit" if hits else "blank"), players=players)


def answer(key, weapon, target):
    """A bonus attack with a weapon at the other ship of the attack, or at one outside of it."""
    arcs = arcs_of(weapon)
    return XWingBonusAttack(key, WEAPONS[weapon], WINGMAN if target == "other" else None, 2, defender_in_arcs=arcs)


def fits(question, choice):
    try:
        question.check(choice)
    except IllegalChoice as refused:
        return refused
    return True


@pytest.mark.parametrize("key", SAID_BY_CARDS)
def test_a_card_takes_the_weapons_arcs_and_targets_that_it_says_and_no_others(key):
    of = SAID_BY_CARDS[key]
    end = asked(situation_with(key, of), hits=of.hits)
    assert isinstance(end, Pending), key
    question = end.wanted.question
    assert question.ability == key
    for weapon, target in product(WEAPONS, BOTH):
        found = fits(question, answer(key, weapon, target))
        should = weapon in of.weapons.split() and target in of.targets
        assert (found is True) is should, (weapon, target, found)
        if found is not True:
            assert (found.rule, found.params["card"]) == ("XW-64", key), (weapon, target, found)


def test_every_card_that_grants_a_bonus_attack_says_how_it_is_bound():
    granting = {key for key, card in SAID.items() if any(effect.does(Op.BONUS_ATTACK) for effect in card.effects)}
    assert granting == {*SAID_BY_CARDS, *ASIDE}
    assert [key for key in granting if SAID[key].bonus is None] == []
    assert [key for key, card in SAID.items() if card.bonus is not None and key not in granting] == []


def test_darth_maul_attacks_the_same_ship_again_where_his_attack_missed():
    missed = asked(situation_with("pilot:darthmaul", Bound("")), hits=False).wanted.question
    assert [fits(missed, answer("pilot:darthmaul", "front", target)) for target in BOTH] == [True, True]


def test_a_turret_that_has_attacked_grants_no_attack_from_the_same_arc():
    for key in ("upgrade:veteranturretgunner", "upgrade:ezrabridger"):
        assert not isinstance(asked(situation_with(key, Bound("", first="turret"))), Pending)
        question = asked(situation_with(key, Bound("", first="turrets"))).wanted.question
        assert fits(question, answer(key, "turrets", "same")) is True


def test_double_edge_takes_another_weapon_than_the_one_that_missed():
    question = asked(situation_with("pilot:doubleedge", Bound("", first="dorsal")), hits=False).wanted.question
    assert fits(question, answer("pilot:doubleedge", "dorsal", "same")).reason == "bonus-other-weapon"
    assert fits(question, answer("pilot:doubleedge", "front", "same")) is True


def test_a_refusal_names_the_card_in_every_language():
    question = asked(situation_with("pilot:ig88b", Bound("")), hits=False).wanted.question
    refused = fits(question, answer("pilot:ig88b", "front", "same"))
    for language, word in (("en", "cannon"), ("de", "Kanone"), ("fr", "canon"), ("ru", "пушка")):
        told = find_rulebooks()["x-wing"].texts(language).find(f"reason.{refused.reason}", refused.params)
        assert "IG-88B" in told
        assert word in told


def test_a_question_shows_the_weapons_and_the_ships_that_fit():
    shown = asked(situation_with("pilot:ig88b", Bound("")), hits=False).wanted.question.context()
    assert [weapon.upgrade for weapon in shown.weapons] == ["ioncannon", "autoblasters"]
    assert shown.targets == ("black-2",)
    shown = asked(situation_with("pilot:wrath", SAID_BY_CARDS["pilot:wrath"])).wanted.question.context()
    assert shown.targets == ()


def test_effects_that_a_client_describes_are_bound_by_nothing():
    end = fight(attack(attacker(), 1, defender(effects=(BACK,))), "b", SHOOTS_BACK)
    assert end.wanted.die.name == "attack-die"


def test_cluster_missiles_make_their_bonus_attack_themselves_and_at_another_ship():
    situation = attack(attacker("clustermissiles", lock=True, charges={"clustermissiles": 3}), CLUSTER, defender())
    question = asked(situation).wanted.question
    sent = XWingBonusAttack("upgrade:clustermissiles", CLUSTER, WINGMAN, 2)
    assert fits(question, sent) is True
    assert fits(question, replace(sent, weapon=FRONT)).reason == "bonus-own-weapon"
    assert fits(question, replace(sent, target=None)).reason == "bonus-other-target"


def test_tor_phun_attacks_another_ship_after_he_has_destroyed_one():
    tor_phun, weak = replace(attacker(), pilot="torphun"), replace(defender(), hull=1)
    end = fight(attack(tor_phun, FRONT, weak), "hbb")
    again = XWingBonusAttack("pilot:torphun", FRONT, WINGMAN, 2)
    assert fits(end.wanted.question, replace(again, target=None)).reason == "bonus-other-target"
    after = fight(attack(tor_phun, FRONT, weak), "hbb", again, "hbb").outcome
    assert (after.after.attacker.tokens.strain, after.bonus_attacks[0].damage.hit) == (2, 1)
    assert not isinstance(fight(attack(tor_phun, FRONT, defender()), "hbb"), Pending)


GUNNER = entering("a", 5, weapons=(FRONT, REAR), upgrades=("veterantailgunner",))
FROM_REAR = XWingBonusAttack("upgrade:veterantailgunner", REAR, attack_range=2, defender_in_arcs=(Arc.REAR,))
TWO_ENEMIES = (entering("b", 4, hull=9), entering("b-2", 3, hull=9))


def refused(own, enemies, choice):
    with pytest.raises(IllegalChoice) as refusal:
        engaging(own, enemies).engage("a", "b", choice, weapon=FRONT, dice=["bbb"])
    return refusal.value.reason


def test_in_a_game_a_bonus_attack_has_a_weapon_of_the_ship_and_what_the_card_says():
    assert refused([GUNNER], TWO_ENEMIES, replace(FROM_REAR, weapon=FRONT)) == "bonus-arc"
    stronger = replace(REAR, value=6)
    assert refused([GUNNER], TWO_ENEMIES, replace(FROM_REAR, weapon=stronger)) == "weapon-requirement"
    game = engaging([GUNNER], TWO_ENEMIES)
    game.engage("a", "b", FROM_REAR, weapon=FRONT, dice=["bbb", "hb"])
    assert len(game.ship("b").ship.damage_cards) == 1


def test_in_a_game_a_bonus_attack_is_made_at_a_ship_of_the_game():
    for enemies in (TWO_ENEMIES, TWO_ENEMIES[:1]):
        assert refused([GUNNER], enemies, replace(FROM_REAR, target=WINGMAN)) == "invalid-defender"


def test_in_a_game_no_bonus_attack_is_asked_for_where_no_weapon_or_no_ship_fits():
    one_gun = entering("a", 5, weapons=(FRONT,), upgrades=("veterantailgunner",))
    focused = entering("a", 5, weapons=(TURRET, FRONT), upgrades=("bistan",), tokens=XWingTokens(focus=1))
    engaging([one_gun], TWO_ENEMIES).engage("a", "b", weapon=FRONT, dice=["bbb"])
    engaging([focused], TWO_ENEMIES[:1]).engage("a", "b", weapon=FRONT, dice=["bbb"])


def test_in_a_game_migs_mayfeld_asks_for_a_red_or_orange_token_and_a_lock_is_one():
    migs, wingman = entering("a", 5, weapons=(FRONT, REAR), upgrades=("migsmayfeld",)), entering("a-2", 2)
    choice = replace(FROM_REAR, use="upgrade:migsmayfeld")
    other = TWO_ENEMIES[1]
    stressed = replace(other, ship=replace(other.ship, tokens=XWingTokens(stress=1)))
    for own, enemy in (([migs, wingman], stressed), ([migs, locking(wingman, "b-2")], other)):
        game = engaging(own, [TWO_ENEMIES[0], enemy])
        game.engage("a", "b", replace(choice, target=enemy.ship), weapon=FRONT, dice=["bbb", "hb"])
        assert len(game.ship("b-2").ship.damage_cards) == 1
    engaging([migs, wingman], TWO_ENEMIES).engage("a", "b", weapon=FRONT, dice=["bbb"])
    third = entering("b-3", 2, hull=9)
    game = [TWO_ENEMIES[0], stressed, third]
    assert refused([migs], game, replace(choice, target=third.ship)) == "bonus-marked-target"


def locking(entering_ship, *ids):
    return replace(entering_ship, ship=replace(entering_ship.ship, locks=ids))
