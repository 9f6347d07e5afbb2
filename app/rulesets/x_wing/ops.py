"""The kinds of steps that effects are made of: where each is allowed, and what it can have."""

from enum import StrEnum

from app.rulesets.x_wing.terms import ENEMY_WINDOW, POOL_OF, Window


class Op(StrEnum):
    """The kind of a step: what it does."""

    DICE_COUNT = "dice-count"
    DICE_LIMIT = "dice-limit"
    IGNORE_RANGE_BONUS = "ignore-range-bonus"
    IGNORE_OBSTACLES = "ignore-obstacles"
    """The defender rolls no die for obstacles."""
    ROLL_DIE = "roll-die"
    """So many dice are rolled beside those that were rolled already; that modifies none."""
    REROLL = "reroll"
    CHANGE = "change"
    ADD_RESULT = "add-result"
    SPEND_RESULT = "spend-result"
    CANCEL_RESULT = "cancel-result"
    FORBID_MODIFICATION = "forbid-modification"
    FORBID_TOKENS = "forbid-tokens"
    FORBID_REROLLS = "forbid-rerolls"
    """Nobody rerolls dice of the window."""
    LIMIT_FOCUS = "limit-focus"
    """The enemy modifies at most one focus result of the window's dice in the attack."""
    LIMIT_REROLLS = "limit-rerolls"
    """The enemy rerolls at most one of the window's dice in the attack."""
    GUESS = "guess"
    CRIT_FIRST = "crit-first"
    EVADES_SPARE_CRITS = "evades-spare-crits"
    INFLICT_INSTEAD = "inflict-instead"
    CHANGE_UNCANCELED = "change-uncanceled"
    """Hits and crits that are left once an attack hits are changed to `to`, or canceled where there is no `to`."""
    SUFFER = "suffer"
    ROLL_FOR_DAMAGE = "roll-for-damage"
    """The ship rolls so many attack dice, and suffers hit damage for each hit and crit damage for each crit."""
    LOSE_SHIELD = "lose-shield"
    RECOVER_SHIELD = "recover-shield"
    DEAL_CARD = "deal-card"
    """Damage cards are dealt facedown, whatever shields there are."""
    PREVENT_DAMAGE = "prevent-damage"
    DEAL_NEXT = "deal-next"
    """The next damage card is dealt faceup where `crit` is true, else facedown."""
    GAIN_TOKEN = "gain-token"
    REMOVE_TOKEN = "remove-token"
    RECOVER_FORCE = "recover-force"
    LOSE_FORCE = "lose-force"
    RECOVER_CHARGE = "recover-charge"
    LOSE_CHARGE = "lose-charge"
    ACQUIRE_LOCK = "acquire-lock"
    BREAK_LOCK = "break-lock"
    FORBID_LOCK = "forbid-lock"
    EXPOSE = "expose"
    REPAIR = "repair"
    DISCARD_CARDS = "discard-cards"
    """The ship discards all its damage cards."""
    REVEAL_CARDS = "reveal-cards"
    """The ship reveals its facedown damage cards, discards Direct Hit! and those with the trait Pilot, and turns all
    others facedown."""
    SKIP_DICE = "skip-dice"
    WAIVE_REQUIREMENT = "waive-requirement"
    READY = "ready"
    BONUS_ATTACK = "bonus-attack"
    ASSIGN_CONDITION = "assign-condition"
    """A card assigns its condition to the ship."""


MODIFICATIONS = (Op.REROLL, Op.CHANGE, Op.ADD_RESULT, Op.SPEND_RESULT)
"""Steps that modify dice (XW-27, XW-47); canceling results and changing the number of dice do not."""

DICE_OPS = (*MODIFICATIONS, Op.CANCEL_RESULT)
"""Steps that act on dice already rolled."""

CHOOSING = (Op.REROLL, Op.CHANGE, Op.SPEND_RESULT, Op.CANCEL_RESULT)
"""Steps whose dice a player may choose."""

LIMITING = (Op.LIMIT_FOCUS, Op.LIMIT_REROLLS)
"""Steps that let the enemy modify one die of a kind, and no more."""

FORBIDDING = (Op.FORBID_MODIFICATION, Op.FORBID_TOKENS, Op.FORBID_REROLLS, *LIMITING)
"""Steps that no player uses: as long as their conditions hold, they keep dice from being modified."""

COUNTING_OPS = (Op.DICE_COUNT, Op.DICE_LIMIT, Op.IGNORE_RANGE_BONUS, Op.IGNORE_OBSTACLES, Op.GUESS)
"""Steps that affect the number of dice in the next roll, or guess its results."""

ONLY_IN = {
    Op.SKIP_DICE: (Window.AFTER_DECLARED,),
    Op.WAIVE_REQUIREMENT: (Window.AFTER_DECLARED,),
    Op.FORBID_MODIFICATION: tuple(POOL_OF),
    Op.FORBID_TOKENS: tuple(POOL_OF),
    Op.FORBID_REROLLS: tuple(POOL_OF),
    Op.LIMIT_FOCUS: tuple(ENEMY_WINDOW.values()),
    Op.LIMIT_REROLLS: tuple(ENEMY_WINDOW.values()),
    Op.IGNORE_OBSTACLES: (Window.ROLL_DEFENSE,),
    Op.ROLL_DIE: (Window.AFTER_ROLL_ATTACK, Window.AFTER_ROLL_DEFENSE),
    Op.CRIT_FIRST: (Window.NEUTRALIZE,),
    Op.EVADES_SPARE_CRITS: (Window.NEUTRALIZE,),
    Op.INFLICT_INSTEAD: (Window.ON_HIT,),
    Op.CHANGE_UNCANCELED: (Window.ON_HIT,),
    Op.PREVENT_DAMAGE: (Window.BEFORE_DAMAGE,),
    Op.DEAL_NEXT: (Window.BEFORE_DAMAGE,),
    Op.DISCARD_CARDS: (Window.AFTER_DAMAGE,),
    Op.REVEAL_CARDS: (Window.AFTER_DAMAGE,),
    Op.ROLL_FOR_DAMAGE: (Window.AFTERMATH_DEFENDING, Window.AFTERMATH_ATTACKING),
    Op.ASSIGN_CONDITION: (Window.AFTERMATH_ATTACKING,),
    Op.BONUS_ATTACK: (Window.AFTERMATH_BONUS_DEFENDING, Window.AFTERMATH_BONUS_ATTACKING),
}
"""Steps that are allowed in these windows only."""


class Each(StrEnum):
    """What the amount of a step is taken times."""

    SUFFERED_DAMAGE = "suffered-damage"
    """Each damage that the defender has suffered in this attack, to shields or as a card."""
    OWN_DAMAGE = "own-damage"
    """Each damage that the ship with the ability has suffered in this attack, to shields or as a card."""
    UNCANCELED_RESULT = "uncanceled-result"
    """Each hit and crit that is left, before it becomes damage."""
    UNCANCELED_CRIT = "uncanceled-crit"
    """Each crit that is left, before it becomes damage."""
    LOST_SHIELD = "lost-shield"
    """Each shield that the defender has lost in this attack."""


AFTER_DAMAGE = (
    Window.AFTER_DAMAGE,
    Window.AFTERMATH_DEFENDING,
    Window.AFTERMATH_ATTACKING,
    Window.AFTERMATH_BONUS_DEFENDING,
    Window.AFTERMATH_BONUS_ATTACKING,
)
"""The windows after damage was dealt."""

COUNTED_IN = {
    Each.SUFFERED_DAMAGE: AFTER_DAMAGE,
    Each.OWN_DAMAGE: AFTER_DAMAGE,
    Each.UNCANCELED_RESULT: (Window.ON_HIT,),
    Each.UNCANCELED_CRIT: (Window.ON_HIT,),
    Each.LOST_SHIELD: AFTER_DAMAGE,
}
"""The windows in which there is something to count."""

WITH_AMOUNT = (
    Op.SUFFER,
    Op.LOSE_SHIELD,
    Op.RECOVER_SHIELD,
    Op.DEAL_CARD,
    Op.GAIN_TOKEN,
    Op.REMOVE_TOKEN,
    Op.RECOVER_FORCE,
    Op.LOSE_FORCE,
    Op.RECOVER_CHARGE,
    Op.LOSE_CHARGE,
    Op.EXPOSE,
    Op.REPAIR,
)
"""Steps whose amount can follow a count."""

WITH_POOL = (*DICE_OPS, Op.ROLL_DIE, Op.DICE_COUNT, Op.DICE_LIMIT)
"""Steps that mean nothing without the dice that they are about."""

WITH_TOKEN = (Op.GAIN_TOKEN, Op.REMOVE_TOKEN, Op.INFLICT_INSTEAD)
"""Steps that mean nothing without a kind of token."""

WITH_FACE = (Op.CHANGE, Op.ADD_RESULT)
"""Steps that mean nothing without the face that dice get."""
