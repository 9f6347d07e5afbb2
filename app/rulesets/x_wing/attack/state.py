"""The state of an attack: Battle holds what is fixed when it is declared, State what changes step by step."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain
from typing import NamedTuple

from app.domain.record import Role
from app.rulesets.x_wing.attack.deck import full_deck, known_cards, without_cards
from app.rulesets.x_wing.attack.weapons import charges_of, firing_arcs, has_trait, unmet_of, weapon_aimed
from app.rulesets.x_wing.cards.card import Trait
from app.rulesets.x_wing.cards.printed import PILOT_ROWS
from app.rulesets.x_wing.cards.registry import card_of
from app.rulesets.x_wing.cards.squad_ships import weapons_by_cards
from app.rulesets.x_wing.effects import SPENDING, Atom, Whose, XWingCount, XWingEffect, with_count
from app.rulesets.x_wing.model import WeaponKind, XWingAttack, XWingShip, XWingWeapon
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.options import XWingOptions
from app.rulesets.x_wing.outcome import Dealt, Dice, Uncanceled, XWingBonusOutcome
from app.rulesets.x_wing.terms import Arc, DamageCard, Pool, Token, Window, usage_key

ATTACKER, DEFENDER = Role.ATTACKER, Role.DEFENDER


@dataclass(frozen=True, slots=True)
class InForce:
    """An effect in force: its ship, the card whose charges it costs, and whether another ship pays (XW-74)."""

    role: Role
    effect: XWingEffect
    charges: str
    is_paid_elsewhere: bool
    is_a_friends: bool = False
    """Whether it is the ability of a friend."""
    friend_has: int | None = None
    """Of a friend's ability that costs charges or Force, how many the friend has; None for all others."""

    @property
    def key(self) -> str:
        """The key under which its use, or that it was declined, is kept."""
        return usage_key(self.effect.window, self.role, self.effect.id)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that its use marks: its own, and that of its card where the card has other choices."""
        card = usage_key(self.effect.window, self.role, self.effect.card)
        return (self.key,) if card == self.key else (self.key, card)


@dataclass(frozen=True, slots=True)
class Battle:
    """What is fixed for a whole attack: situation, options, the weapon with its numbers, the effects of both ships."""

    situation: XWingAttack
    options: XWingOptions
    weapon: XWingWeapon
    effects: Mapping[Window, tuple[InForce, ...]]
    """The effects of each window, the attacker's first."""
    depth: int = 0
    """How many attacks are around this one; 0 if it is no bonus attack."""
    arms: Mapping[str, tuple[XWingWeapon, ...]] | None = None
    """In a game, the weapons of every ship, by its id; null where the client tells what they are."""
    others: Mapping[Role, tuple[XWingShip, ...]] | None = None
    """In a game, the ships of each player beside the one in this attack; null where the client tells what they are."""

    def of(self, window: Window | None, role: Role | None = None) -> tuple[InForce, ...]:
        """The effects of a window, of both ships or of the ship in one role; none if `window` is None."""
        found = self.effects.get(window, ()) if window else ()
        return found if role is None else tuple([held for held in found if held.role is role])

    @property
    def is_range_0(self) -> bool:
        """Whether the attack range is 0."""
        return self.situation.attack_range == 0

    @property
    def is_primary(self) -> bool:
        """Whether the attack is made with a primary weapon."""
        return self.weapon.kind is WeaponKind.PRIMARY

    @property
    def is_bonus(self) -> bool:
        """XW-64: whether it is a bonus attack outside of any other attack."""
        sent = self.situation.bonus
        return card_of(f"upgrade:{self.weapon.upgrade}").has(Trait.BONUS) if sent is None else sent

    @property
    def firing_arcs_of_defender(self) -> tuple[Arc, ...]:
        """XW-8: the arcs of the defender in which it has a primary weapon or a turret."""
        ship = self.situation.defender
        if self.arms is not None:
            return firing_arcs(self.arms[ship.id])
        return firing_arcs(weapons_by_cards(ship.pilot, ship.upgrades), is_whole=ship.pilot in PILOT_ROWS)

    def asks(self, atom: Atom) -> bool:
        """Whether an effect has a condition about this subject."""
        return any(held.effect.asks(atom) for held in chain.from_iterable(self.effects.values()))

    def has_step(self, window: Window, op: Op) -> bool:
        """Whether an effect of the window has a step with this op."""
        return any(held.effect.does(op) for held in self.of(window))


class Due(Enum):
    """A damage event: the next thing that happens to a ship that suffers damage (XW-56)."""

    HIT = "hit"
    CRIT = "crit"
    LEAK = "leak"
    """One faceup Fuel Leak is set off, if the ship still has one."""
    LEAKS = "leaks"
    """Every Fuel Leak that is faceup when this event comes is set off."""
    DIRECT_HIT = "direct-hit"
    """A faceup Direct Hit is turned facedown."""


class State(NamedTuple):
    """What has happened in an attack so far; with Battle, all that the rest of the attack depends on."""

    attacker: XWingShip
    defender: XWingShip
    deck: tuple[DamageCard, ...]
    """The cards that the defending player may still draw faceup."""
    attacker_deck: tuple[DamageCard, ...] = ()
    chapter: int = 0
    attack_dice: Dice = ()
    defense_dice: Dice = ()
    used: tuple[str, ...] = ()
    """Abilities that were used, as keys `window/role/id`."""
    declined: tuple[str, ...] = ()
    """Abilities that were declined, as keys `window/role/id`."""
    is_lock_forbidden: bool = False
    is_modified: bool = False
    """Whether the attacker has modified an attack die."""
    rerolled_last: Role | None = None
    """The role of the ship whose dice the last modification rerolled, where an ability asks for that."""
    limited: tuple[tuple[Role, Op], ...] = ()
    """The roles that have modified the one die of a kind that an ability of the enemy lets them modify."""
    is_skipped: bool = False
    """Whether steps 2 and 3 are skipped and the attack counts as a hit."""
    paid_by_friends: tuple[tuple[Role, str], ...] = ()
    """The friends' cards that have spent charges or Force for the ship in a role, once for each that was spent."""
    spent: tuple[tuple[Role, Token], ...] = ()
    """The kinds of green tokens that ships have spent, each once."""
    suffered: tuple[Role, ...] = ()
    """The role of the ship for each damage that was suffered in this attack."""
    guess: int | None = None
    uncanceled: Uncanceled = Uncanceled()
    attack_hits: bool = False
    pending: tuple[bool, ...] = ()
    """The results that are still to become damage, in order; true is a crit."""
    due: tuple[Due, ...] = ()
    """The damage events that happen before anything else, in order, to the ship in the role `due_role`."""
    due_role: Role = DEFENDER
    jammed: tuple[tuple[Role, Role], ...] = ()
    """The ships that have gained jam tokens, each with the player who takes something from it before anything else."""
    dealt: Dealt = Dealt()
    bonus_attacks: tuple[XWingBonusOutcome, ...] = ()
    queue: tuple[str, ...] = ()
    """The ids of the abilities of the aftermath that are still to be resolved, in order."""

    def ship(self, role: Role) -> XWingShip:
        """The ship in a role."""
        return self.attacker if role is ATTACKER else self.defender

    def has_lock(self, role: Role) -> bool:
        """Whether the ship in a role has a lock on the other ship."""
        return self.ship(opponent_of(role)).id in self.ship(role).locks

    def has_spent(self, role: Role, *tokens: Token) -> bool:
        """Whether the ship in a role has spent a token of one of these kinds."""
        return any((role, token) in self.spent for token in tokens)

    def may_spend_lock(self, role: Role) -> bool:
        """Whether it may also spend that lock."""
        return self.has_lock(role) and not self.is_lock_forbidden

    def with_ship(self, role: Role, ship: XWingShip) -> "State":
        """The state with another ship in a role."""
        return self._replace(attacker=ship) if role is ATTACKER else self._replace(defender=ship)

    def dice(self, pool: Pool) -> Dice:
        """The dice of a pool."""
        return self.attack_dice if pool is Pool.ATTACK else self.defense_dice

    def with_dice(self, pool: Pool, dice: Dice) -> "State":
        """The state with other dice in a pool."""
        return self._replace(attack_dice=dice) if pool is Pool.ATTACK else self._replace(defense_dice=dice)


def opponent_of(role: Role) -> Role:
    """The other role."""
    return DEFENDER if role is ATTACKER else ATTACKER


def role_of(whose: Whose, role: Role) -> Role:
    """The role of the ship that a step or a condition of a ship in this role refers to."""
    return role if whose is Whose.OWN else opponent_of(role)


def owner_of(pool: Pool) -> Role:
    """The role whose player rolls the dice of a pool."""
    return ATTACKER if pool is Pool.ATTACK else DEFENDER


def battle_of(
    situation: XWingAttack, options: XWingOptions, depth: int = 0, granted: tuple[XWingEffect, ...] = ()
) -> Battle:
    """The fixed part of an attack that is `depth` attacks deep, with every effect that is in force.

    `granted` are the attacker's besides those of its cards.
    """
    weapon = weapon_aimed(situation)
    if situation.attack_range == 0 and has_trait(situation.attacker, Trait.RANGE_0_IS_1):
        situation = replace(situation, attack_range=1)
    if situation.bonus is False and card_of(f"upgrade:{weapon.upgrade}").has(Trait.BONUS):
        weapon = replace(weapon, cost={})
    effects: dict[Window, tuple[InForce, ...]] = {}
    for role, ship in ((ATTACKER, situation.attacker), (DEFENDER, situation.defender)):
        more = [InForce(role, effect, "", False) for effect in granted if role is ATTACKER]
        for held in (*effects_of_ship(role, ship, weapon), *more):
            held = before_damage(held) if options.after_hit_before_damage else held
            effects[held.effect.window] = (*effects.get(held.effect.window, ()), held)
    return Battle(situation, options, weapon, effects, depth)


def before_damage(held: InForce) -> InForce:
    """XW-53: the effect; before the damage, where its card works after a hit."""
    is_late = card_of(held.effect.card).has(Trait.AFTER_HIT) and held.effect.window is Window.AFTERMATH_ATTACKING
    return replace(held, effect=replace(held.effect, window=Window.ON_HIT)) if is_late else held


def effects_of_ship(role: Role, ship: XWingShip, weapon: XWingWeapon) -> list[InForce]:
    """The effects of a ship in this role: of its cards, of friends' abilities, and those that the client describes."""
    found: list[InForce] = []
    cards = ([("pilot", f"pilot:{ship.pilot}")] if ship.pilot else []) + [
        (upgrade, f"upgrade:{upgrade}") for upgrade in ship.upgrades
    ]
    for charges, key in cards:
        card = card_of(key)
        is_idle = card.weapon is not None and (role is DEFENDER or weapon.upgrade != charges)
        if not (card.has(Trait.ONLY_FOR_FRIENDS) or is_idle):
            paying = charges_of(weapon) if card.has(Trait.WEAPON_PAYS) else charges
            effects = [effect for effect in effects_of(key, ship) if effect.is_for(role)]
            found += [InForce(role, effect, paying, card.has(Trait.PAID_ELSEWHERE)) for effect in effects]
    for sent in ship.effects:
        if isinstance(sent, XWingEffect):
            found += [InForce(role, sent, sent.id, False)] if sent.is_for(role) else []
        elif isinstance(sent, str):
            card = card_of(sent)
            is_own = sent.startswith(("ship:", "condition:")) and not card.has(Trait.ONLY_FOR_FRIENDS)
            is_elsewhere = not ((sent.startswith("ship:") and is_own) or card.has(Trait.HELPED_PAYS))
            charges = "pilot" if sent.startswith("ship:") else sent
            effects = [effect for effect in effects_of(sent, ship) if effect.is_for(role)]
            for effect in effects:
                has = friend_has(effect, ship) if is_elsewhere else None
                found.append(InForce(role, effect, charges, is_elsewhere, not is_own, has))
    return found


def friend_has(effect: XWingEffect, ship: XWingShip) -> int | None:
    """XW-74: the charges or Force of a friend for its ability, as the `effects` of the ship that it helps say.

    Where they do not, it can pay once. None for an ability that costs neither.
    """
    price = effect.price(*SPENDING)
    if not price:
        return None
    said = [sent.number for sent in ship.effects if isinstance(sent, XWingCount) and sent.counts == effect.card]
    return sum(said) if said else price


def effects_of(key: str, ship: XWingShip) -> tuple[XWingEffect, ...]:
    """The effects of a card; of one that counts something at the table, on so many dice at most.

    A card whose condition does not hold, or whose side is not up, has none.
    """
    card = card_of(key)
    if card.has(Trait.AT_TABLE, Trait.TWO_SIDED) and key in unmet_of(ship):
        return ()
    if not card.has(Trait.COUNTS):
        return card.effects
    count = counted(key, ship)
    return tuple(
        with_count(effect, count) if count and not effect.asks(Atom.COUNTED) else effect
        for effect in card.effects
        if count or effect.asks(Atom.COUNTED)
    )


def counted(key: str, ship: XWingShip) -> int:
    """What a card of a ship counts at the table."""
    return sum(sent.number for sent in ship.effects if isinstance(sent, XWingCount) and sent.counts == key)


def opening_state(battle: Battle) -> State:
    """The state before the first step of the attack."""
    situation = battle.situation
    known = known_cards(situation.defender.damage_cards)
    deck = situation.damage_deck if situation.damage_deck is not None else without_cards(full_deck(), known)
    return State(
        situation.attacker,
        situation.defender,
        deck,
        without_cards(full_deck(), known_cards(situation.attacker.damage_cards)),
    )


def reopened(state: State, window: Window) -> State:
    """The state with everything in a window unused again, because the window comes once more."""
    prefix = f"{window.value}/"
    return state._replace(
        used=tuple(name for name in state.used if not name.startswith(prefix)),
        declined=tuple(name for name in state.declined if not name.startswith(prefix)),
    )


def next_damage(state: State, *, crit: bool) -> State:
    """XW-54: the state in which the next damage is about to be dealt, as a crit or as a hit."""
    dealt = replace(state.dealt, hit=state.dealt.hit + (not crit), crit=state.dealt.crit + crit)
    return reopened(state._replace(pending=state.pending[1:], dealt=dealt), Window.BEFORE_DAMAGE)
