"""Merging of states: odds treat two states as one if the rest of the attack cannot tell them apart."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from app.rulesets.x_wing.attack.conditions import is_about_results
from app.rulesets.x_wing.attack.deck import EFFECTIVE_WHEN_EXPOSED
from app.rulesets.x_wing.attack.dice import count_faces
from app.rulesets.x_wing.attack.state import ATTACKER, DEFENDER, Battle, InForce, State
from app.rulesets.x_wing.effects import SUFFERING, Atom, Op, XWingCondition, XWingStep
from app.rulesets.x_wing.odds.state_keys import (
    damage_key,
    damage_key_by_card,
    damage_key_in_order,
    dice_key,
    possessions_key,
    results_key,
    usages_in,
)
from app.rulesets.x_wing.rules import DEAL_DAMAGE, MODIFY_ATTACK, MODIFY_DEFENSE, NEUTRALIZE, Chapter
from app.rulesets.x_wing.terms import Face, Pool

COUNTED_FACES = (Face.HIT, Face.CRIT, Face.EVADE)
"""The results that are compared when results are neutralized."""

ABOUT_SHIPS = (
    Atom.HAS_TOKEN,
    Atom.NO_GREEN_TOKENS,
    Atom.SHIELDED,
    Atom.DAMAGED,
    Atom.CRITICALLY_DAMAGED,
    Atom.HULL_LEFT,
    Atom.DESTROYED,
    Atom.HAS_LOCK,
    Atom.CHARGE_ACTIVE,
    Atom.SUFFERED_DAMAGE,
    Atom.SPENT_CALCULATE,
)
"""Conditions about what ships have, or what happened to them in this attack."""


ABOUT_CARDS = (Atom.CRITICALLY_DAMAGED, Atom.DEALT_FACEUP)
"""Conditions about damage cards by their names."""


class Relevance(NamedTuple):
    """What the attack from one chapter on can still depend on, apart from damage."""

    ships: tuple[bool, bool]
    """Whether the possessions (tokens, charges, locks) of the attacker matter, and those of the defender."""
    dice: tuple[bool, bool]
    """For attack dice and defense dice: true if every face matters, false if only hits and crits, or evades, do."""
    results: bool
    """Whether results are still to be neutralized."""
    windows: frozenset[str]
    """The windows whose used and declined abilities matter."""


@dataclass(frozen=True)
class RestOfAttack:
    """For each chapter of an attack, what the chapters from there on depend on."""

    battle: Battle
    chapters: tuple[Chapter, ...]

    @cached_property
    def last_effect(self) -> int:
        """The index of the last chapter in which an ability may be used; −1 if there is none."""
        return max((n for n, chapter in enumerate(self.chapters) if self.battle.of(chapter.window)), default=-1)

    @cached_property
    def damage_chapter(self) -> int:
        """The index of the chapter that deals damage."""
        return self.chapters.index(DEAL_DAMAGE)

    @cached_property
    def is_deck_simple(self) -> bool:
        """Whether the deck may be reduced to the cards that change damage.

        That is so if no ability damages a ship before the dice are final, and none depends on tokens or on damage cards
        after that; a known facedown card that changes nothing must not be mixed up with one of the deck (XW-60).
        """
        end = self.chapters.index(MODIFY_DEFENSE) + 1
        early, late = (effects_in_chapters(self.battle, part) for part in (self.chapters[:end], self.chapters[end:]))
        subjects = (Atom.HAS_TOKEN, *ABOUT_CARDS)
        counts = any(condition.that in subjects for held in late for condition in conditions_of(held))
        down = [held.card for held in self.battle.situation.defender.damage_cards if not held.faceup]
        exposes = any(step.op is Op.EXPOSE for held in (*early, *late) for step in held.effect.ops)
        mixes = exposes and any(card is not None and card not in EFFECTIVE_WHEN_EXPOSED for card in down)
        return not (counts or mixes or any(may_hurt(held) for held in early))

    @cached_property
    def simplifies_wrecks(self) -> bool:
        """Whether, once a ship is destroyed, only the number of crits dealt to it matters."""
        before = effects_in_chapters(self.battle, self.chapters[: self.damage_chapter + 1])
        return self.is_deck_simple and not any(may_hurt(held) for held in before)

    @cached_property
    def key_of_damage(self) -> Callable[[State], Hashable]:
        """The function that gives the key of a ship's damage: by counts, by cards, or by cards in their order."""
        ops = [step.op for held in effects_in_chapters(self.battle, self.chapters) for step in held.effect.ops]
        if Op.REPAIR in ops:
            return damage_key_in_order
        return damage_key_by_card if Op.EXPOSE in ops or not self.is_deck_simple else damage_key

    @cached_property
    def relevances(self) -> tuple[Relevance, ...]:
        """What matters from each chapter on, and after the last one."""
        return tuple(self._relevance(n) for n in range(len(self.chapters) + 1))

    def _relevance(self, n: int) -> Relevance:
        later = effects_in_chapters(self.battle, self.chapters[n:])
        places = [self.chapters.index(own) for own in (MODIFY_ATTACK, MODIFY_DEFENSE)]
        depends_on_ships = any(
            held.effect.cost or any(condition.that in ABOUT_SHIPS for condition in conditions_of(held))
            for held in later
        )
        windows = [chapter.window.value for chapter in self.chapters[max(0, n - 1) :] if chapter.window]
        windows += [
            condition.kind or "" for held in later for condition in conditions_of(held) if condition.that is Atom.USED
        ]
        return Relevance(
            ships=(
                n <= places[0] or depends_on_ships or any(may_reroll(held, Pool.ATTACK) for held in later),
                n <= places[1] or depends_on_ships or any(may_reroll(held, Pool.DEFENSE) for held in later),
            ),
            dice=(
                n <= places[0] or any(depends_on_dice(held, Pool.ATTACK) for held in later),
                n <= places[1] or any(depends_on_dice(held, Pool.DEFENSE) for held in later),
            ),
            results=n <= self.chapters.index(NEUTRALIZE),
            windows=frozenset(windows),
        )

    def key_of(self, state: State) -> Hashable:
        """The key of a state: states of one chapter with equal keys are merged; the order of dice does not count."""
        relevance = self.relevances[state.chapter]
        tokens = state.defender.tokens
        return (
            self.key_of_damage(state),
            possessions_key(state, ATTACKER) if relevance.ships[0] else None,
            possessions_key(state, DEFENDER)
            if relevance.ships[1]
            else relevance.results and (tokens.reinforce_fore, tokens.reinforce_aft),
            dice_key(state.attack_dice) if relevance.dice[0] else relevance.results and results_key(state),
            dice_key(state.defense_dice)
            if relevance.dice[1]
            else relevance.results and count_faces(state.defense_dice, Face.EVADE),
            usages_in(state.used, relevance.windows),
            usages_in(state.declined, relevance.windows),
            (state.queue, state.guess, state.is_lock_forbidden),
            any(relevance.ships) and (frozenset(state.has_spent_calculate), frozenset(state.has_suffered)),
            None if self.is_deck_simple else tuple(sorted(state.dealt.faceup)),
        )


def effects_in_chapters(battle: Battle, chapters: tuple[Chapter, ...]) -> list[InForce]:
    """The effects in the windows of some chapters, in order."""
    return [held for chapter in chapters for held in battle.of(chapter.window)]


def conditions_of(held: InForce) -> list[XWingCondition]:
    """All conditions of an effect as one list."""
    return [condition for clause in held.effect.condition for condition in clause]


def may_reroll(held: InForce, pool: Pool) -> bool:
    """Whether an effect may reroll dice of a pool; the decision then depends on what the owner of the dice has."""
    return any(step.op is Op.REROLL and step.pool in (None, pool) for step in held.effect.ops)


def depends_on_dice(held: InForce, pool: Pool) -> bool:
    """Whether an effect depends on more than the hits, crits and evades among a pool's dice."""
    guesses = any(
        condition.that is Atom.GUESSED and (condition.pool or Pool.ATTACK) is pool for condition in conditions_of(held)
    )
    about_dice = guesses or any(is_about_results(condition, pool) for condition in conditions_of(held))
    return about_dice or any(step_depends_on_dice(step, pool) for step in held.effect.ops)


def step_depends_on_dice(step: XWingStep, pool: Pool) -> bool:
    """Whether a step depends on more than the hits, crits and evades among a pool's dice."""
    if step.pool not in (None, pool):
        return False
    if step.op is Op.REROLL or (step.op in (Op.CHANGE, Op.SPEND_RESULT, Op.CANCEL_RESULT) and not step.faces):
        return True
    return any(face not in COUNTED_FACES for face in step.faces)


def may_hurt(held: InForce) -> bool:
    """Whether an effect, or its cost, may damage a ship or change its damage cards."""
    is_costly = any(part.kind in SUFFERING for part in held.effect.cost)
    return is_costly or any(part.op in (Op.SUFFER, Op.LOSE_SHIELD, Op.EXPOSE, Op.REPAIR) for part in held.effect.ops)
