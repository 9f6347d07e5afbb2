"""Further attacks on the same defender: every outcome of an attack with what they may meet of the ship."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from app.domain.record import Record
from app.domain.resolution import answers_in
from app.domain.ruleset import FollowUps, Left, Policies, Values
from app.rulesets.x_wing.attack.deck import CARD_WITHOUT_EFFECT, EFFECTIVE_CARDS
from app.rulesets.x_wing.attack.state import DEFENDER, battle_of, opening_state
from app.rulesets.x_wing.effects import Atom
from app.rulesets.x_wing.exact.relevance import RestOfAttack
from app.rulesets.x_wing.exact.subjects import STRESS_OF_DEFENDER, Subject
from app.rulesets.x_wing.model import XWingAttack, XWingShip, XWingShipDamageCard
from app.rulesets.x_wing.odds.enumerate import MEASURES, Kept, weighted_outcomes
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.options import XWingOptions
from app.rulesets.x_wing.outcome import XWingOutcome
from app.rulesets.x_wing.rules import chapters_of
from app.rulesets.x_wing.terms import DamageCard


def outcomes(
    situation: XWingAttack, options: XWingOptions, policies: Policies, so_far: Record, further: Sequence[XWingAttack]
) -> Iterator[tuple[Values, Left, Fraction]]:
    """Every outcome with the defender and its deck as further attacks see them, and its probability.

    Raises LimitExceeded if it would take too much work (XW-29).
    """
    later = [RestOfAttack(battle, chapters_of(battle)) for battle in (battle_of(one, options) for one in further)]
    looked_at = [subject for rest in later for subject in rest.relevances[0].subjects]
    subjects = tuple(dict.fromkeys(subject for subject in looked_at if subject.role is DEFENDER))
    cards = cards_looked_at(later, subjects)
    kept = Kept(subjects, cards_later=cards)
    battle = battle_of(situation, options)
    battle = replace(battle, situation=replace(situation, damage_deck=opening_state(battle).deck))
    for outcome, chance in weighted_outcomes(battle, policies, answers_in(so_far), kept=kept):
        values = {name: measure(outcome) for name, measure in MEASURES.items()}
        after = outcome.after
        yield values, {"defender": met_again(after.defender, cards), "damage_deck": after.damage_deck}, chance


def cards_looked_at(later: Sequence[RestOfAttack], subjects: tuple[Subject, ...]) -> tuple[DamageCard, ...]:
    """XW-56, XW-60: the damage cards whose names matter to these attacks, lying on the defender or drawn."""
    effects = [held.effect for rest in later for held in rest.effects]
    if any(effect.does(Op.EXPOSE) or effect.asks(Atom.DEALT_FACEUP) for effect in effects):
        return tuple(DamageCard)
    stressing = (DamageCard.PANICKED_PILOT,) if any(one in STRESS_OF_DEFENDER for one in subjects) else ()
    return (*EFFECTIVE_CARDS, DamageCard.STRUCTURAL_DAMAGE, *stressing)


def met_again(ship: XWingShip, cards: tuple[DamageCard, ...]) -> XWingShip:
    """The ship with damage cards in one order, without the names that make no difference."""
    if len(cards) == len(DamageCard):
        return ship
    seen = [held if held.faceup and held.card in cards else SAME[held.faceup] for held in ship.damage_cards]
    return replace(ship, damage_cards=tuple(sorted(seen, key=lambda held: (held.faceup, held.card or ""))))


SAME = {True: XWingShipDamageCard(CARD_WITHOUT_EFFECT, True), False: XWingShipDamageCard()}
"""What stands for a damage card whose name makes no difference, faceup and facedown."""


def left(_situation: XWingAttack, outcome: XWingOutcome) -> Left:
    """The defender and its deck after an attack."""
    return {"defender": outcome.after.defender, "damage_deck": outcome.after.damage_deck}


THEN = FollowUps(("defender", "damage_deck"), left, outcomes, {"damage_total": "damage"})
