"""Uses: what a player may do with dice in a window now, with the dice and the cost of each use."""

from dataclasses import dataclass, replace

from app.domain.record import Role
from app.domain.table import Table
from app.rulesets.x_wing.attack.conditions import times_payable
from app.rulesets.x_wing.attack.dice import eligible_places
from app.rulesets.x_wing.attack.restrictions import limits_on, restriction_on_effect, restriction_on_token
from app.rulesets.x_wing.attack.state import Battle, InForce, State, opponent_of, owner_of
from app.rulesets.x_wing.cards.card import Trait
from app.rulesets.x_wing.cards.registry import card_of
from app.rulesets.x_wing.effects import CostKind, XWingCost, XWingStep
from app.rulesets.x_wing.model import MOST_IN_POOL
from app.rulesets.x_wing.ops import FORBIDDING, MODIFICATIONS, Op
from app.rulesets.x_wing.outcome import Dice
from app.rulesets.x_wing.terms import (
    CALCULATE,
    EVADE,
    FOCUS,
    FORCE,
    GAS_CLOUD,
    LOCK,
    OWN_WINDOW,
    POOL_OF,
    ROLE_OF,
    Face,
    Pool,
    Window,
    usage_key,
)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a player may use in a window now, whatever the dice show; `step` says which dice it takes.

    Tokens, locks and Force are offers like those of cards, without `held`.
    """

    name: str
    rule: str
    step: XWingStep
    pool: Pool
    cost: tuple[XWingCost, ...] = ()
    limit: int | None = None
    """The most dice; None: all."""
    is_cost_per_die: bool = False
    is_on_dice: bool = True
    optional: bool = True
    held: InForce | None = None
    limits: tuple[Op, ...] = ()
    """The abilities of the enemy that limit which dice it takes."""
    most_focus: int | None = None
    """The most focus results among its dice; None: any number."""

    @property
    def takes_dice(self) -> bool:
        """Whether the player chooses the dice; if not, the use takes all that it can, or none at all."""
        return self.is_on_dice and (self.step.up_to is not None or not self.step.exactly)

    def range_for(self, eligible: int) -> tuple[int, int]:
        """XW-32, XW-73: the least and the most dice that it takes where it can act on this many; (0, 0): none."""
        most = eligible if self.limit is None else min(eligible, self.limit)
        return (most if self.step.exactly else min(1, most)), most

    @property
    def takes_amount(self) -> bool:
        """Whether the player names a number."""
        return self.step.op is Op.GUESS


@dataclass(frozen=True, slots=True)
class Use:
    """An offer as it can be used now, on `least` to `most` of the dice at `places`, or with a number from `least`.

    Places are ordered by how useful the dice are to their owner, the least useful first.
    """

    offer: Offer
    places: tuple[int, ...] = ()
    least: int = 0
    most: int = 0

    @property
    def name(self) -> str:
        """What choices call it."""
        return self.offer.name

    @property
    def pool(self) -> Pool:
        """Whose dice it is about."""
        return self.offer.pool

    @property
    def held(self) -> InForce | None:
        """The effect that is used; None for tokens."""
        return self.offer.held


@dataclass(frozen=True, slots=True)
class Using:
    """A use with the player's choices: the role, the dice, the number, and the window in which it is used."""

    battle: Battle
    role: Role
    use: Use
    dice: tuple[int, ...]
    amount: int
    window: Window
    table: Table

    @property
    def charges(self) -> str:
        """The key of the charges that the use costs; empty for tokens."""
        return self.use.held.charges if self.use.held else ""


def uses_in(battle: Battle, state: State, window: Window) -> tuple[Use, ...]:
    """Every modification that the player of the window may make now (XW-29, XW-75)."""
    uses = [use_of(offer, state.dice(offer.pool)) for offer in offers_of_cards(battle, state, window)]
    for offer in offers_of_tokens(battle, state, window):
        use = use_of(offer, state.dice(offer.pool))
        if use is not None and not restriction_on_token(battle, state, use.pool, use.name):
            uses.append(use)
    return tuple([use for use in uses if use is not None])


def offers_in(battle: Battle, state: State, window: Window) -> tuple[Offer, ...]:
    """Every offer to the player of a window about modifying dice, even where no die is there for it."""
    tokens = [
        offer
        for offer in offers_of_tokens(battle, state, window)
        if not restriction_on_token(battle, state, offer.pool, offer.name)
    ]
    return (*offers_of_cards(battle, state, window), *tokens)


def limited(offer: Offer, battle: Battle, state: State, window: Window) -> Offer:
    """XW-72: the offer, on as many focus results and rerolled dice as an ability of the enemy leaves."""
    role, pool = ROLE_OF[window], offer.pool
    if role is not owner_of(pool) or offer.step.op not in MODIFICATIONS:
        return offer
    limits = limits_on(battle, state, pool)
    if not limits:
        return offer
    left = {op: int((role, op) not in state.limited) for op in limits}
    limit = offer.limit
    if Op.LIMIT_REROLLS in left and offer.step.op is Op.REROLL:
        limit = min(MOST_IN_POOL if limit is None else limit, left[Op.LIMIT_REROLLS])
    return replace(offer, limits=limits, limit=limit, most_focus=left.get(Op.LIMIT_FOCUS))


def offers_of_cards(battle: Battle, state: State, window: Window) -> list[Offer]:
    """The abilities of the player of the window that nothing but the dice can keep from being used."""
    return [
        limited(offer_of_effect(state, held, window), battle, state, window)
        for held in battle.of(window, ROLE_OF[window])
        if held.effect.ops[0].op not in FORBIDDING and not restriction_on_effect(battle, state, held)
    ]


def offers_of_tokens(battle: Battle, state: State, window: Window) -> list[Offer]:
    """XW-31, XW-45: the modifications that tokens, locks and Force allow the owner of the dice in its own window."""
    pool = POOL_OF[window]
    if window is not OWN_WINDOW[pool]:
        return []
    role, to, rule = owner_of(pool), RESULT_OF[pool], "XW-31" if pool is Pool.ATTACK else "XW-45"
    ship = state.ship(role)
    found: list[Offer] = []
    if pool is Pool.ATTACK and state.may_spend_lock(role):
        step, cost = XWingStep(Op.REROLL, pool, up_to=10), (XWingCost(CostKind.LOCK),)
        found.append(Offer(LOCK, rule, step, pool, cost, step.up_to))
    if ship.tokens.focus:
        step = XWingStep(Op.CHANGE, pool, (Face.FOCUS,), to, exactly=True)
        found.append(Offer(FOCUS, rule, step, pool, (XWingCost(CostKind.FOCUS),)))
    for name, kind, count, faces in (
        (CALCULATE, CostKind.CALCULATE, ship.tokens.calculate, (Face.FOCUS,)),
        (FORCE, CostKind.FORCE, ship.force.active, (Face.FOCUS,)),
        (EVADE, CostKind.EVADE, ship.tokens.evade if pool is Pool.DEFENSE else 0, (Face.BLANK, Face.FOCUS)),
    ):
        if count:
            step = XWingStep(Op.CHANGE, pool, faces, to, up_to=count)
            found.append(Offer(name, rule, step, pool, (XWingCost(kind),), count, is_cost_per_die=True))
    is_clouded = battle.options.obstructing_gas_cloud_blank_to_evade and battle.situation.obstructed
    if pool is Pool.DEFENSE and is_clouded and usage_key(window, role, GAS_CLOUD) not in state.used:
        found.append(Offer(GAS_CLOUD, "XW-39", XWingStep(Op.CHANGE, pool, (Face.BLANK,), to, up_to=1), pool, limit=1))
    return [limited(offer, battle, state, window) for offer in found]


RESULT_OF = {Pool.ATTACK: Face.HIT, Pool.DEFENSE: Face.EVADE}
"""The result to which tokens change the dice of a pool."""


def use_of(offer: Offer, dice: Dice) -> Use | None:
    """The offer as a use of these dice of its pool, or None if it would have no effect."""
    places = eligible_places(offer.step, dice, offer.pool) if offer.is_on_dice else ()
    few = with_few_focus(places, dice, offer)
    least, most = offer.range_for(len(few))
    if offer.is_on_dice and most == 0:
        return None
    if offer.takes_amount:
        least, most = 1, MOST_GUESSED
    elif not offer.is_on_dice:
        least, most = 0, 0
    return Use(offer, places if offer.takes_dice and offer.most_focus else few, least, most)


def with_few_focus(places: tuple[int, ...], dice: Dice, offer: Offer) -> tuple[int, ...]:
    """XW-72: the places without those of more focus results than an ability of the enemy leaves to the offer."""
    if offer.most_focus is None:
        return places
    focus = [place for place in places if dice[place].face is Face.FOCUS]
    return tuple([place for place in places if place not in focus[offer.most_focus :]])


MOST_GUESSED = 6
"""The largest number of results that an ability can guess."""


def use_of_effect(state: State, held: InForce, window: Window) -> Use | None:
    """The effect as a use of the window, or None if it would have no effect."""
    offer = offer_of_effect(state, held, window)
    return use_of(offer, state.dice(offer.pool))


def offer_of_effect(state: State, held: InForce, window: Window) -> Offer:
    """The effect as an offer of the window."""
    effect, chosen = held.effect, held.effect.choosing()
    step = chosen or effect.ops[0]
    limit = step.up_to
    if effect.multiplied:
        limit = min(limit if limit is not None else MOST_IN_POOL, times_payable(held, state))
    return Offer(
        effect.id,
        rule_of_window(window),
        step,
        step.pool or POOL_OF.get(window, Pool.ATTACK),
        effect.cost,
        limit,
        effect.multiplied and chosen is not None,
        chosen is not None,
        effect.optional,
        held,
    )


def rule_of_window(window: Window) -> str:
    """The rule id of the window."""
    return RULE_OF.get(window, "XW-33")


RULE_OF = {
    Window.AFTER_DECLARED: "XW-33",
    Window.ROLL_ATTACK: "XW-24",
    Window.ROLL_DEFENSE: "XW-24",
    Window.MODIFY_ATTACK_DEFENDER: "XW-28",
    Window.MODIFY_ATTACK_ATTACKER: "XW-28",
    Window.MODIFY_DEFENSE_ATTACKER: "XW-42",
    Window.MODIFY_DEFENSE_DEFENDER: "XW-42",
    Window.BEFORE_NEUTRALIZE: "XW-47",
    Window.NEUTRALIZE: "XW-49",
    Window.ON_HIT: "XW-53",
    Window.BEFORE_DAMAGE: "XW-61",
    Window.AFTER_DAMAGE: "XW-56",
    Window.AFTERMATH_DEFENDING: "XW-62",
    Window.AFTERMATH_ATTACKING: "XW-62",
    Window.AFTERMATH_BONUS_DEFENDING: "XW-62",
    Window.AFTERMATH_BONUS_ATTACKING: "XW-62",
}


def decider_of(held: InForce) -> Role:
    """The role of the player who decides; the enemy where its card says so, or to avoid the dice (XW-53)."""
    is_enemys = held.effect.does(Op.SKIP_DICE) or card_of(held.effect.card).has(Trait.ENEMY_DECIDES)
    return opponent_of(held.role) if is_enemys else held.role
