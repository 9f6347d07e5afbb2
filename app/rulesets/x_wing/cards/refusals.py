"""Refusals of cards and of effects that a client describes: unknown, sent twice, or without meaning."""

from collections.abc import Iterator

from app.domain.errors import Fact
from app.rulesets.x_wing.cards.card import Trait
from app.rulesets.x_wing.cards.faults import Fault
from app.rulesets.x_wing.cards.idle_effects import idle_effect_faults
from app.rulesets.x_wing.cards.registry import SAID, card_of, is_known, suggestion
from app.rulesets.x_wing.effects import XWingCount, XWingEffect, XWingStep
from app.rulesets.x_wing.model import XWingAttack, XWingShip
from app.rulesets.x_wing.ops import (
    CHOOSING,
    COUNTED_IN,
    COUNTING_OPS,
    DICE_OPS,
    FORBIDDING,
    ONLY_IN,
    WITH_AMOUNT,
    WITH_FACE,
    WITH_POOL,
    WITH_TOKEN,
    Op,
)
from app.rulesets.x_wing.options import UnknownCards, XWingOptions
from app.rulesets.x_wing.terms import COUNTING_WINDOWS, DICE_WINDOWS, FACES_OF, POOL_OF, RESERVED_NAMES, Pool


def _ships(situation: XWingAttack) -> tuple[tuple[str, XWingShip], ...]:
    return (("attacker", situation.attacker), ("defender", situation.defender))


def _unknown_cards(situation: XWingAttack, options: XWingOptions) -> Iterator[Fault]:
    """XW-72: cards and abilities that are not known, each with the most similar known one, and cards sent twice."""
    for role, ship in _ships(situation):
        refuses = options.unknown_cards is UnknownCards.REFUSE
        if refuses and ship.pilot is not None and not is_known(f"pilot:{ship.pilot}"):
            yield unknown_card(ship.pilot, (role, "pilot"), "pilot:")
        for n, upgrade in enumerate(ship.upgrades):
            if refuses and not is_known(f"upgrade:{upgrade}"):
                yield unknown_card(upgrade, (role, "upgrades", n), "upgrade:")
            if upgrade in ship.upgrades[:n]:
                yield Fault("card-sent-twice", "XW-72", (role, "upgrades", n), {"card": upgrade})
        yield from effect_faults(role, ship)
    weapon = situation.weapon.upgrade
    if weapon is not None and not is_known(f"upgrade:{weapon}"):
        yield unknown_card(weapon, ("weapon", "upgrade"), "upgrade:")
    elif weapon is not None and card_of(f"upgrade:{weapon}").weapon is None:
        yield Fault("not-a-weapon", "XW-5", ("weapon", "upgrade"), {"card": weapon})


def unknown_card(sent: str, place: tuple[str | int, ...], prefix: str = "") -> Fault:
    """XW-72: a name that no card of this kind has: one of another kind, or none, with the most similar."""
    params: dict[str, Fact] = {"card": sent}
    if prefix == "upgrade:" and is_known(f"pilot:{sent}"):
        is_friend = card_of(f"pilot:{sent}").helps_friends
        return Fault("friend-is-effect" if is_friend else "card-is-pilot", "XW-72", place, params)
    if prefix == "pilot:" and is_known(f"upgrade:{sent}"):
        return Fault("card-is-upgrade", "XW-72", place, params)
    whole = (key for key, card in SAID.items() if not prefix and card.helps_friends and key.endswith(f":{sent}"))
    return Fault("unknown-card", "XW-72", place, {**params, "nearest": next(whole, None) or suggestion(sent, prefix)})


def effect_faults(role: str, ship: XWingShip) -> Iterator[Fault]:
    """XW-72, XW-74: what is wrong with the effects and the sides of cards that are sent with a ship."""
    for card in ship.sides:
        if not card_of(card).has(Trait.TWO_SIDED) or card.removeprefix("upgrade:") not in ship.upgrades:
            yield Fault("no-sides", "XW-72", (role, "sides", card), {"card": card})
    if not ship.effects:
        return
    seen: tuple[str, ...] = (f"pilot:{ship.pilot}", *(f"upgrade:{upgrade}" for upgrade in ship.upgrades))
    for n, sent in enumerate(ship.effects):
        place = (role, "effects", n)
        if isinstance(sent, str):
            yield from _name_faults(sent, seen, place)
            seen = (*seen, sent)
        elif isinstance(sent, XWingCount):
            counting = card_of(sent.counts)
            if not (counting.has(Trait.COUNTS, Trait.AT_TABLE) or counting.is_paid_by_friend):
                yield Fault("counts-nothing", "XW-72", (*place, "counts"), {"card": sent.counts})
        else:
            yield from _description_faults(sent, ship.effects[:n], place)


def _name_faults(sent: str, seen: tuple[str, ...], place: tuple[str | int, ...]) -> Iterator[Fault]:
    """XW-72, XW-74: names of abilities that are not known, that help no friends, or that come twice."""
    if not is_known(sent):
        yield unknown_card(sent, place)
    elif not card_of(sent).helps_friends and not sent.startswith(("ship:", "condition:")):
        yield Fault("no-friends-ability", "XW-74", place, {"card": sent})
    if sent in seen:
        yield Fault("card-sent-twice", "XW-72", place, {"card": sent})


def _description_faults(
    sent: XWingEffect, before: tuple[str | XWingEffect | XWingCount, ...], place: tuple[str | int, ...]
) -> Iterator[Fault]:
    """XW-29, XW-72: descriptions of effects whose names are taken, or whose steps mean nothing."""
    if is_known(sent.id) or sent.id in RESERVED_NAMES:
        yield Fault("name-taken", "XW-72", (*place, "id"), {"card": sent.id})
    if any(isinstance(one, XWingEffect) and (one.id, one.window) == (sent.id, sent.window) for one in before):
        yield Fault("card-sent-twice", "XW-72", place, {"card": sent.id})
    yield from idle_effect_faults(sent, place)
    for m, step in enumerate(sent.ops):
        yield from _step_faults(sent, step, (*place, "ops", m))
    if sum(step.op in CHOOSING for step in sent.ops) > 1:
        yield Fault("bad-effect", "XW-29", (*place, "ops"), {"effect": sent.id})


def _step_faults(effect: XWingEffect, step: XWingStep, place: tuple[str | int, ...]) -> Iterator[Fault]:
    """XW-29: steps with missing fields, in a window where they mean nothing, or with faces their dice do not have."""
    pool = step.pool or POOL_OF.get(effect.window)
    lacks_pool, lacks_token = step.op in WITH_POOL and pool is None, step.op in WITH_TOKEN and step.token is None
    if lacks_pool or lacks_token or (step.op in WITH_FACE and step.to is None):
        yield Fault("bad-effect", "XW-29", place, {"effect": effect.id})
    elif pool is not None:
        for face in (*step.faces, *((step.to,) if step.to is not None else ())):
            if face not in FACES_OF[pool]:
                yield Fault("invalid-face", "XW-29", place, {"face": face.value, "pool": pool.value})
    if step.amount < 0 and step.op is not Op.DICE_COUNT:
        yield Fault("bad-effect", "XW-29", place, {"effect": effect.id})
    if step.op is Op.ASSIGN_CONDITION or not step_fits_window(effect, step, pool):
        yield Fault("bad-effect", "XW-29", place, {"effect": effect.id})


def step_fits_window(effect: XWingEffect, step: XWingStep, pool: Pool | None) -> bool:
    """XW-29: whether the step means something in the window of its effect."""
    window = effect.window
    if step.op in FORBIDDING and len(effect.ops) > 1:
        return False
    if step.for_each is not None and not (step.op in WITH_AMOUNT and window in COUNTED_IN[step.for_each]):
        return False
    if step.op in COUNTING_OPS:
        return window in COUNTING_WINDOWS and step.pool in (None, COUNTING_WINDOWS[window])
    if step.op in DICE_OPS:
        return pool is not None and window in DICE_WINDOWS[pool] and POOL_OF.get(window, pool) is pool
    return window in ONLY_IN.get(step.op, (window,))
