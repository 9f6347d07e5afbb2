"""Special weapons: arc, attack value, ranges, requirement, cost and effects. Add a weapon here."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.rulesets.x_wing.effects import Atom, CostKind, Op, Whose, XWingCondition, XWingCost, XWingEffect, XWingStep
from app.rulesets.x_wing.model import Requirement, WeaponKind, XWingWeapon
from app.rulesets.x_wing.terms import Arc, Face, Pool, Token, Window

ATTACK = Pool.ATTACK
NEEDS_LOCK, NEEDS_FOCUS = Requirement.LOCK, Requirement.FOCUS


@dataclass(frozen=True, slots=True)
class Weapon:
    """The numbers and effects of a special weapon's card."""

    arc: Arc
    value: int
    min_range: int
    max_range: int
    ordnance: bool = False
    requires: Requirement | None = None
    charges: int = 0
    effects: tuple[XWingEffect, ...] = ()
    force: int = 0
    is_bonus: bool = False
    """Whether it attacks after an enemy's maneuver, as a bonus attack (XW-64)."""

    def as_sent(self, xws: str) -> XWingWeapon:
        """The weapon of the upgrade `xws`, with all its numbers."""
        return XWingWeapon(
            upgrade=xws,
            arc=self.arc,
            value=self.value,
            min_range=self.min_range,
            max_range=self.max_range,
            kind=WeaponKind.SPECIAL,
            ordnance=self.ordnance,
            requires=self.requires,
            cost={
                kind: amount
                for kind, amount in ((CostKind.CHARGE, self.charges), (CostKind.FORCE, self.force))
                if amount
            },
        )


def on_hit(*ops: XWingStep) -> XWingEffect:
    """An effect when the weapon hits, instead of damage or before it (XW-53)."""
    return XWingEffect("", Window.ON_HIT, ops, optional=False)


def inflict(token: Token, damage_first: int) -> XWingEffect:
    """An effect that turns the first results into damage and each other result into a token."""
    return on_hit(XWingStep(Op.INFLICT_INSTEAD, amount=damage_first, token=token, ship=Whose.ENEMY))


ION = (inflict(Token.ION, 1),)
IN_BULLSEYE = ((XWingCondition(Atom.DEFENDER_IN_ARC, arc=Arc.BULLSEYE),),)
OUTSIDE_FRONT = ((XWingCondition(Atom.ATTACKER_IN_ARC, arc=Arc.FRONT, not_=True),),)
HIT_TO_CRIT = XWingEffect(
    "", Window.MODIFY_ATTACK_ATTACKER, (XWingStep(Op.CHANGE, ATTACK, (Face.HIT,), Face.CRIT, up_to=1),)
)
CRITS_TO_HITS = XWingEffect(
    "",
    Window.AFTER_MODIFY_ATTACK,
    (XWingStep(Op.CHANGE, ATTACK, (Face.CRIT,), Face.HIT, exactly=True),),
    optional=False,
)
SALVO = XWingEffect(
    "",
    Window.MODIFY_ATTACK_ATTACKER,
    (XWingStep(Op.REROLL, ATTACK),),
    condition=IN_BULLSEYE,
    cost=(XWingCost(CostKind.CHARGE),),
    multiplied=True,
)
EXPOSE = XWingEffect(
    "",
    Window.AFTERMATH_ATTACKING,
    (XWingStep(Op.EXPOSE, ship=Whose.ENEMY),),
    condition=((XWingCondition(Atom.ATTACK_HITS),),),
    optional=False,
)
PLASMA = (
    XWingEffect("", Window.NEUTRALIZE, (XWingStep(Op.CRIT_FIRST),), optional=False),
    on_hit(XWingStep(Op.LOSE_SHIELD, ship=Whose.ENEMY)),
)
AUTOBLASTERS = (
    XWingEffect("", Window.ROLL_ATTACK, (XWingStep(Op.DICE_COUNT, ATTACK),), condition=IN_BULLSEYE, optional=False),
    XWingEffect("", Window.NEUTRALIZE, (XWingStep(Op.EVADES_SPARE_CRITS),), condition=OUTSIDE_FRONT, optional=False),
)
CLUSTER = XWingEffect("", Window.AFTERMATH_BONUS_ATTACKING, (XWingStep(Op.BONUS_ATTACK),))
NOT_MODIFIED = XWingEffect(
    "", Window.MODIFY_ATTACK_ATTACKER, (XWingStep(Op.FORBID_MODIFICATION, ATTACK),), optional=False
)
FORESEEN = XWingEffect(
    "", Window.MODIFY_ATTACK_ATTACKER, (XWingStep(Op.CHANGE, ATTACK, (Face.FOCUS,), Face.HIT, up_to=1),)
)
HOMING = XWingEffect("", Window.AFTER_DECLARED, (XWingStep(Op.SKIP_DICE, ship=Whose.ENEMY),))
WEAPONS: Mapping[str, Weapon] = {
    "protontorpedoes": Weapon(Arc.FRONT, 4, 2, 3, True, NEEDS_LOCK, 1, (HIT_TO_CRIT,)),
    "concussionmissiles": Weapon(Arc.FRONT, 3, 2, 3, True, NEEDS_LOCK, 1, (EXPOSE,)),
    "barragerockets": Weapon(Arc.FRONT, 3, 2, 3, True, NEEDS_FOCUS, 1, (SALVO,)),
    "heavylasercannon": Weapon(Arc.BULLSEYE, 4, 2, 3, effects=(CRITS_TO_HITS,)),
    "ioncannon": Weapon(Arc.FRONT, 3, 1, 3, effects=ION),
    "ionmissiles": Weapon(Arc.FRONT, 3, 2, 3, True, NEEDS_LOCK, 1, ION),
    "iontorpedoes": Weapon(Arc.FRONT, 4, 2, 3, True, NEEDS_LOCK, 1, ION),
    "tractorbeam": Weapon(Arc.FRONT, 3, 1, 3, effects=(inflict(Token.TRACTOR, 0),)),
    "jammingbeam": Weapon(Arc.FRONT, 3, 1, 2, effects=(inflict(Token.JAM, 0),)),
    "plasmatorpedoes": Weapon(Arc.FRONT, 3, 2, 3, True, NEEDS_LOCK, 1, PLASMA),
    "autoblasters": Weapon(Arc.FRONT, 2, 1, 2, effects=AUTOBLASTERS),
    "clustermissiles": Weapon(Arc.FRONT, 3, 1, 2, True, NEEDS_LOCK, 1, (CLUSTER,)),
    "homingmissiles": Weapon(Arc.FRONT, 4, 2, 3, True, NEEDS_LOCK, 1, (HOMING,)),
    "hotshottailblaster": Weapon(Arc.REAR, 2, 0, 1, True, None, 1),
    "snapshot": Weapon(Arc.FRONT, 2, 2, 2, True, effects=(NOT_MODIFIED,), is_bonus=True),
    "foresight": Weapon(Arc.BULLSEYE, 2, 1, 3, True, effects=(NOT_MODIFIED, FORESEEN), force=1, is_bonus=True),
}
