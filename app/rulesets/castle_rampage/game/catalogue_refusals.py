"""The refusals of a whole game that follow from its setup."""

from collections.abc import Iterator
from dataclasses import fields

from app.domain.errors import IllegalSituation
from app.rulesets.castle_rampage.game.catalogue import CatalogueCard, PlayedEffectKind, Scheme, WholeGame
from app.rulesets.castle_rampage.game.dealing import CARDS_DEALT
from app.rulesets.castle_rampage.game.model import Level, Setup
from app.rulesets.castle_rampage.game.state import DEALS
from app.rulesets.castle_rampage.model import MOST_CARDS, EffectKind
from app.rulesets.castle_rampage.refusals import effect_refused

FEWEST = 2 * DEALS * CARDS_DEALT
"""How many cards that are not purple the deal takes (CR-2)."""

MOST_ATTACK = 99
"""The highest attack value, with the bonus of a scheme."""

FREE = ("starting_seat", "whole")
"""The fields of a setup that a whole game leaves open."""


def whole_refused(setup: Setup, whole: WholeGame) -> Iterator[IllegalSituation]:
    """CR-1 … CR-3, CR-26: every reason why a whole game cannot begin with a setup."""
    if setup.level is not Level.SIEGE:
        yield IllegalSituation("sealed-whole-game", "CR-26", "level")
    for field in fields(Setup):
        if field.name not in (*FREE, "level") and getattr(setup, field.name) != field.default:
            yield IllegalSituation("fixed-in-whole-game", "CR-3", field.name, field=field.name)
    total = sum(kind.copies for kind in whole.cards)
    if total > MOST_CARDS:
        yield IllegalSituation("too-many-cards", "CR-1", "whole", "cards", most=MOST_CARDS)
    dealt = sum(kind.copies for kind in whole.cards if not kind.purple)
    if dealt < FEWEST:
        yield IllegalSituation("too-few-cards", "CR-2", "whole", "cards", needed=FEWEST, found=dealt)
    names = [kind.card for kind in whole.cards]
    symbols = tuple(symbol for kind in whole.cards for symbol in kind.units)
    for n, kind in enumerate(whole.cards):
        if kind.card in names[:n]:
            yield IllegalSituation("duplicate-card", "CR-1", "whole", "cards", n, "card", card=kind.card)
        yield from kind_refused(kind, n)
        if kind.scheme is not None:
            yield from scheme_refused(kind.scheme, n, symbols)


def kind_refused(kind: CatalogueCard, n: int) -> Iterator[IllegalSituation]:
    """CR-9 … CR-14, CR-20: what a card of the catalogue says of itself does not fit together."""
    at = ("whole", "cards", n)
    if kind.attack is not None and kind.scheme is not None:
        yield IllegalSituation("attack-and-scheme", "CR-11", *at, "scheme", card=kind.card)
    if kind.permanent and kind.attacks:
        yield IllegalSituation("permanent-attacks", "CR-9", *at, "permanent", card=kind.card)
    for flag in ("bypasses_gate", "survives_repel"):
        if getattr(kind, flag) and not kind.attacks:
            yield IllegalSituation("flag-without-attack", "CR-12", *at, flag, card=kind.card, field=flag)
    if len(dict.fromkeys(kind.units)) < len(kind.units):
        yield IllegalSituation("duplicate-symbol", "CR-10", *at, "units", card=kind.card)
    yield from effects_refused(kind, n)


def effects_refused(kind: CatalogueCard, n: int) -> Iterator[IllegalSituation]:
    """CR-7, CR-20: an effect has an amount or a structure exactly where it needs one."""
    at = ("whole", "cards", n)
    for refused in effect_refused(kind.as_defense(), "cards", n):
        _, _, _, *rest = refused.field
        yield IllegalSituation(refused.reason, refused.rule, *at, "when_destroyed", *rest, **refused.params)
    if kind.at_random and kind.when_destroyed.effect is not EffectKind.ATTACKER_DISCARDS_HAND:
        yield IllegalSituation("random-without-discard", "CR-20", *at, "at_random", card=kind.card)
    for place, effect in enumerate(kind.when_played):
        if (effect.amount is not None) != (effect.effect is PlayedEffectKind.DRAW):
            yield IllegalSituation("effect-amount", "CR-7", *at, "when_played", place, "amount", effect=effect.effect)
        if (effect.structure is not None) != (effect.effect is PlayedEffectKind.DESTROY_TOP_OF):
            where = (*at, "when_played", place, "structure")
            yield IllegalSituation("effect-structure", "CR-7", *where, effect=effect.effect)


def scheme_refused(scheme: Scheme, n: int, symbols: tuple[str, ...]) -> Iterator[IllegalSituation]:
    """CR-10, CR-11: the units of a scheme are in the game, and a bonus raises the attack within its bounds."""
    at = ("whole", "cards", n, "scheme")
    wanted = (*scheme.units, *(() if scheme.bonus is None else (scheme.bonus,)))
    for symbol in dict.fromkeys(wanted):
        if symbol not in symbols:
            yield IllegalSituation("unknown-symbol", "CR-10", *at, symbol=symbol)
    if (scheme.bonus is not None) != (scheme.bonus_attack > 0):
        yield IllegalSituation("bonus-incomplete", "CR-11", *at, "bonus_attack")
    if scheme.attack + scheme.bonus_attack > MOST_ATTACK:
        yield IllegalSituation("attack-too-high", "CR-12", *at, "bonus_attack", most=MOST_ATTACK)
