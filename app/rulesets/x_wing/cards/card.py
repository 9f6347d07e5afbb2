"""What the text of a card says about attacks, all of it in one value."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.rulesets.x_wing.cards.bonus_attacks import AfterFriend, EarlyAttack, OwnBonus, XWingBonus
from app.rulesets.x_wing.effects import SPENDING, XWingEffect
from app.rulesets.x_wing.model import XWingWeapon


class Reason(StrEnum):
    """Why the players apply a card, or a part of it, themselves."""

    OTHER_SHIPS = "other-ships"
    """It concerns ships outside the attack."""
    ENEMY_CHOOSES = "enemy-chooses"
    """The enemy decides what happens."""
    CHOICE = "choice"
    """Its player chooses among several things, of which one or none is applied."""
    TIMING = "timing"
    """It works at a moment in which no ability is asked for, or is used before the attack."""
    DECLARING = "declaring"
    """It changes which ships may be attacked, with what, or at which range."""
    DAMAGE_CARDS = "damage-cards"
    """It looks at damage cards, or replaces one that is dealt."""
    TOKENS = "tokens"
    """It spends, keeps or exchanges tokens in a way of its own."""
    DICE = "dice"
    """It limits what others do to dice, or rolls dice of its own."""
    CONDITION_CARD = "condition-card"
    """It gives a ship a condition card."""
    ACTION = "action"
    """It grants an action, or lets a device be dropped, after an attack."""
    OBSTACLES = "obstacles"
    """It ignores obstacles; the situation tells which of them count."""
    HUGE_SHIPS = "huge-ships"
    """It belongs to huge ships."""


class Trait(StrEnum):
    """What a card has to do with the table, with other ships and with charges."""

    AT_TABLE = "at-table"
    """It has a condition that only the table knows, and is sent only while that holds."""
    COUNTS = "counts"
    """It counts something at the table, which a ship's `effects` tell; without that it does mostly nothing."""
    TWO_SIDED = "two-sided"
    """It has two sides, and does something only while one of them is up: the closed one, or by the next trait the open
    one. Where a ship's `sides` do not say which is up, it is sent only while it does something."""
    WORKS_OPEN = "works-open"
    """It does something while its open side is up."""
    FOR_FRIENDS = "for-friends"
    """It helps friends too: a ship's `effects` name it while it does."""
    ONLY_FOR_FRIENDS = "only-for-friends"
    """It helps friends, and never the ship that has the card."""
    HELPED_PAYS = "helped-pays"
    """The ship that is helped pays its cost, and not the one that has the card."""
    PAID_ELSEWHERE = "paid-elsewhere"
    """Another ship pays its cost, or another card of its own ship."""
    ENEMY_DECIDES = "enemy-decides"
    """Outside the modification of dice the enemy decides what happens."""
    WEAPON_PAYS = "weapon-pays"
    """It spends and recovers the charges of the weapon that attacks."""
    BONUS = "bonus"
    """After an enemy maneuver an attack with its weapon is a bonus attack (XW-64), and only then it costs anything."""
    AFTER_HIT = "after-hit"
    """What it does after an attack that hits comes before the damage where the option says so."""
    RANGE_0_IS_1 = "range-0-is-1"
    """An attack of its ship at range 0 is one at range 1."""
    WIDER_RANGE = "wider-range"
    """Torpedoes and missiles of its ship reach one range nearer and one farther."""
    AT_OBSTACLES = "at-obstacles"
    """Its ship attacks at range 0 of obstacles too."""
    SPECIAL_AT_ASTEROIDS = "special-at-asteroids"
    """Its ship makes special attacks at range 0 of asteroids too."""
    AT_LOCKED = "at-locked"
    """Its ship attacks despite disarm tokens at ships only that it has locked."""
    FOCUS_AT_RANGE_0 = "focus-at-range-0"
    """In an attack of its ship, or at its ship, focus tokens modify attack dice at range 0 too."""
    FORCE_ONLY_ATTACKING = "force-only-attacking"
    """Its ship spends Force only while it attacks."""
    NO_LOCK_REROLLS = "no-lock-rerolls"
    """Its ship spends no lock to reroll attack dice."""
    LOCK_ALLOWED = "lock-allowed"
    """Although it forbids to modify dice, a lock may be spent on them."""
    STAYS = "stays"
    """Destroyed in the Engagement Phase, its ship stays until the end of the phase; so does a friend that it helps, but
    no limited one."""
    AT_FRIENDS = "at-friends"
    """Its ship attacks ships of its own player too."""
    DOCKED_WEAPON = "docked-weapon"
    """Its ship has a primary weapon in the rear arc with the attack value of a docked ship, which the card counts."""
    STARTS_WITHOUT_ONE = "starts-without-one"
    """It loses a charge before the game."""


@dataclass(frozen=True, slots=True)
class Card:
    """What a card says. One without effects, reason and weapon says nothing about attacks: its text was read."""

    effects: tuple[XWingEffect, ...] = ()
    """What the rules apply."""
    by_hand: Reason | None = None
    """Why the players apply the card, or a part of it, themselves; None if they need not."""
    traits: tuple[Trait, ...] = ()
    bonus: XWingBonus | None = None
    """How the bonus attack is bound that it grants; None where it grants none."""
    after_friend: AfterFriend | None = None
    """The bonus attack that it grants after a friend has defended; None where it grants none."""
    own_bonus: OwnBonus | None = None
    """The bonus attack that it grants at a moment of its own; None where it grants none."""
    early_attack: EarlyAttack | None = None
    """The bonus attack that it grants at an initiative of its own; None where it grants none."""
    assigns: str | None = None
    """The condition that it assigns, such as `suppressivefire`."""
    turns: str | None = None
    """The kind of weapons, `primary` or a slot, whose front arc counts as the ship's single turret arc."""
    backwards: tuple[str, ...] = ()
    """The kinds of weapons, `special` or slots, that also attack from the rear arc instead of the front arc."""
    backwards_at_most: int = 3
    """The longest attack range of such an attack."""
    disarmed: tuple[str, ...] = ()
    """The slots of the weapons that attack despite disarm tokens."""
    most_disarms: int = 1
    """The most disarm tokens despite which they attack."""
    in_bonus: tuple[XWingEffect, ...] = ()
    """What the rules apply in the bonus attack that it grants, and only there."""
    name: str = ""
    """The name of a condition; those of other cards stand in `data`."""
    weapon: XWingWeapon | None = None
    """Its weapon, if it is one, with the numbers from `data`."""

    def has(self, *traits: Trait) -> bool:
        """Whether it has one of these traits."""
        return any(trait in self.traits for trait in traits)

    @property
    def is_at_table(self) -> bool:
        """Whether only the table knows if it works, or on how many dice."""
        return self.has(Trait.AT_TABLE, Trait.COUNTS)

    @property
    def helps_friends(self) -> bool:
        """Whether the `effects` of another ship may name it."""
        return self.has(Trait.FOR_FRIENDS, Trait.ONLY_FOR_FRIENDS)

    @property
    def is_paid_by_friend(self) -> bool:
        """XW-74: whether the friend that has it pays charges or Force for what it does for another ship."""
        is_friends = self.helps_friends and not self.has(Trait.HELPED_PAYS)
        return is_friends and any(effect.costs(*SPENDING) for effect in self.effects)

    @property
    def is_applied(self) -> bool:
        """Whether the rules apply anything of it."""
        declares = self.turns is not None or self.backwards or self.disarmed or self.has(*DECLARING, *IN_GAMES)
        attacks = self.after_friend or self.own_bonus or self.early_attack
        return bool(self.effects or declares or attacks) or self.weapon is not None


DECLARING = (Trait.RANGE_0_IS_1, Trait.WIDER_RANGE, Trait.AT_OBSTACLES, Trait.FOCUS_AT_RANGE_0)
"""What a card without effects does to the attacks that ships may make."""

IN_GAMES = (Trait.STAYS, Trait.AT_FRIENDS, Trait.DOCKED_WEAPON)
"""What a card without effects does in whole games."""


Texts = Mapping[str, Card]
"""What cards say, by their XWS ids; several are separated by spaces where they say the same."""


def says(
    *parts: XWingEffect | Trait | Reason | XWingBonus, name: str = "", in_bonus: tuple[XWingEffect, ...] = ()
) -> Card:
    """All that a card says: its effects, its traits, how a bonus attack is bound, and why players apply some of it."""
    return Card(
        tuple(part for part in parts if isinstance(part, XWingEffect)),
        next((part for part in parts if isinstance(part, Reason)), None),
        tuple(part for part in parts if isinstance(part, Trait)),
        next((part for part in parts if isinstance(part, XWingBonus)), None),
        name=name,
        in_bonus=in_bonus,
    )
