"""Further attacks on the same defender: every outcome of an attack with what they may meet of the ship."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from app.domain.effort import Effort
from app.domain.record import Record
from app.domain.resolution import answers_in
from app.domain.ruleset import Left, Policies, Values
from app.rulesets.x_wing.attack.deck import CARD_WITHOUT_EFFECT, EFFECTIVE_CARDS
from app.rulesets.x_wing.attack.state import DEFENDER, battle_of, opening_state
from app.rulesets.x_wing.effects import Atom
from app.rulesets.x_wing.exact.relevance import RestOfAttack
from app.rulesets.x_wing.exact.state_features import STRESS_OF_DEFENDER, StateFeature
from app.rulesets.x_wing.model import XWingAttack, XWingShip, XWingShipDamageCard
from app.rulesets.x_wing.odds.enumerate import MEASURES, Kept, weighted_outcomes
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.options import XWingOptions
from app.rulesets.x_wing.rules import chapters_of
from app.rulesets.x_wing.terms import DamageCard

SEEN = (*EFFECTIVE_CARDS, DamageCard.STRUCTURAL_DAMAGE)
"""XW-56: the damage cards whose texts matter to every further attack."""


def outcomes(
    situation: XWingAttack,
    options: XWingOptions,
    policies: Policies,
    so_far: Record,
    further: Sequence[XWingAttack],
    *,
    effort: Effort | None = None,
) -> Iterator[tuple[Values, Left, Fraction]]:
    """Every outcome with the defender and its deck as further attacks see them, and its probability.

    Raises LimitExceeded if it would take too much work (XW-29).
    """
    subjects, cards = looked_at_by(further, options)
    kept = Kept(subjects, cards_later=cards)
    battle = battle_of(situation, options)
    battle = replace(battle, situation=replace(situation, damage_deck=opening_state(battle).deck))
    for outcome, chance in weighted_outcomes(battle, policies, answers_in(so_far), kept=kept, effort=effort):
        values = {name: measure(outcome) for name, measure in MEASURES.items()}
        after = outcome.after
        yield values, {"defender": met_again(after.defender, cards), "damage_deck": after.damage_deck}, chance


class LookedAt(NamedTuple):
    """What attacks look at of their defender: what it has, and the names of damage cards."""

    subjects: tuple[StateFeature, ...]
    cards: tuple[DamageCard, ...]


def looked_at_by(attacks: Sequence[XWingAttack], options: XWingOptions) -> LookedAt:
    """What these attacks look at of their defender."""
    rests = [RestOfAttack(battle, chapters_of(battle)) for battle in (battle_of(one, options) for one in attacks)]
    looked_at = [subject for rest in rests for subject in rest.relevances[0].subjects]
    subjects = tuple(dict.fromkeys(subject for subject in looked_at if subject.role is DEFENDER))
    return LookedAt(subjects, cards_looked_at(rests, subjects))


def cards_looked_at(later: Sequence[RestOfAttack], subjects: tuple[StateFeature, ...]) -> tuple[DamageCard, ...]:
    """XW-56, XW-60: the damage cards whose names matter to these attacks, lying on the defender or drawn."""
    effects = [held.effect for rest in later for held in rest.effects]
    if any(effect.does(Op.EXPOSE) or effect.asks(Atom.DEALT_FACEUP) for effect in effects):
        return tuple(DamageCard)
    stressing = (DamageCard.PANICKED_PILOT,) if any(one in STRESS_OF_DEFENDER for one in subjects) else ()
    return (*SEEN, *stressing)


def met_again(ship: XWingShip, cards: tuple[DamageCard, ...]) -> XWingShip:
    """The ship with damage cards in one order, without the names that make no difference."""
    if len(cards) == len(DamageCard):
        return ship
    seen = [held if held.faceup and held.card in cards else SAME[held.faceup] for held in ship.damage_cards]
    return replace(ship, damage_cards=tuple(sorted(seen, key=lambda held: (held.faceup, held.card or ""))))


SAME = {True: XWingShipDamageCard(CARD_WITHOUT_EFFECT, True), False: XWingShipDamageCard()}
"""What stands for a damage card whose name makes no difference, faceup and facedown."""
