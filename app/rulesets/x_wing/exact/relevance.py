"""What the rest of an attack can still depend on: a search treats two states as one if what follows cannot tell them
apart. It follows from the conditions, costs and steps of the effects that are still to come.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from app.rulesets.x_wing.attack.deck import (
    EFFECTIVE_CARDS,
    EFFECTIVE_WHEN_EXPOSED,
    simplified_deck,
)
from app.rulesets.x_wing.attack.state import ATTACKER, DEFENDER, Battle, InForce, State
from app.rulesets.x_wing.effects import Atom
from app.rulesets.x_wing.exact.damage_keys import (
    damage_key,
    damage_key_by_card,
    damage_key_by_trait,
    damage_key_in_order,
    simplified_wreck,
    with_traits,
)
from app.rulesets.x_wing.exact.order import is_late
from app.rulesets.x_wing.exact.state_features import (
    ABOUT_CARDS,
    StateFeature,
    asked_by,
    depends_on_dice,
    force_of,
    is_about_lock,
    lock_of,
    looked_at,
    marks_of,
    may_hurt,
    spent_by,
    spent_of,
    taken_by,
    tokens_of,
)
from app.rulesets.x_wing.ops import FORBIDDING, Op
from app.rulesets.x_wing.rules import (
    DEAL_DAMAGE,
    MODIFY_ATTACK,
    MODIFY_DEFENSE,
    NEUTRALIZE,
    ROLL_ATTACK,
    ROLL_DEFENSE,
    Chapter,
    chapters_of,
)
from app.rulesets.x_wing.terms import (
    ENEMY_WINDOW,
    GAS_CLOUD,
    GREEN_TOKENS,
    OWN_WINDOW,
    ROLE_OF,
    DamageCard,
    Pool,
    Token,
    Window,
    usage_key,
)

BY_RULE = {
    ROLL_ATTACK: tokens_of(ATTACKER, Token.DEPLETE),
    MODIFY_ATTACK: (
        *tokens_of(ATTACKER, Token.FOCUS, Token.CALCULATE),
        force_of(ATTACKER),
        lock_of(ATTACKER),
    ),
    ROLL_DEFENSE: tokens_of(DEFENDER, Token.STRAIN, Token.TRACTOR, Token.CLOAK),
    MODIFY_DEFENSE: (*tokens_of(DEFENDER, Token.FOCUS, Token.CALCULATE, Token.EVADE), force_of(DEFENDER)),
    NEUTRALIZE: tokens_of(DEFENDER, Token.REINFORCE_FORE, Token.REINFORCE_AFT),
}
"""What the rules themselves look at, whatever the cards."""

COUNTED_LATER = (Window.ROLL_ATTACK, Window.ROLL_DEFENSE, Window.NEUTRALIZE)
"""Windows whose used abilities take effect in the chapter that follows."""


class Relevance(NamedTuple):
    """What the attack from one chapter on can still depend on, apart from damage."""

    subjects: tuple[StateFeature, ...]
    dice: tuple[bool, bool]
    """For attack dice and defense dice: true if every face matters, false if only hits and crits, or evades, do."""
    results: bool
    """Whether results are still to be neutralized."""
    marks: frozenset[str]
    """The abilities of which it matters whether they were used or declined."""


@dataclass(frozen=True)
class RestOfAttack:
    """For each chapter of an attack, what the chapters from there on depend on.

    `keeps` is what has to be told apart although nothing in the attack depends on it.
    """

    battle: Battle
    chapters: tuple[Chapter, ...]
    keeps: tuple[StateFeature, ...] = ()
    is_by_card: bool = False
    """Whether damage cards are told apart by their names although nothing depends on them."""
    cards_later: tuple[DamageCard, ...] = ()
    """The damage cards that further attacks on a defender that is not destroyed look at; empty: there are none."""
    is_rid_later: bool = False
    """Whether it can pay in further attacks to be rid of something that can be spent in this one."""

    @cached_property
    def effects(self) -> list[InForce]:
        """Every effect in a window of the chapters, in order."""
        return effects_in_chapters(self.battle, self.chapters)

    @cached_property
    def last_effect(self) -> int:
        """The index of the last chapter in which an ability may be used; −1 if there is none."""
        return max((n for n, chapter in enumerate(self.chapters) if self.battle.of(chapter.window)), default=-1)

    @cached_property
    def damage_chapter(self) -> int:
        """The index of the chapter that deals damage; beyond the last one where the attack is told up to it."""
        return self.chapters.index(DEAL_DAMAGE) if DEAL_DAMAGE in self.chapters else len(self.chapters)

    @cached_property
    def ends_with_damage(self) -> bool:
        """Whether nothing but damage matters once damage is dealt."""
        is_told_by_card = self.is_by_card or self.cards_later
        return not is_told_by_card and self.last_effect < self.damage_chapter

    @cached_property
    def is_deck_simple(self) -> bool:
        """Whether the deck may be reduced to the cards that change damage.

        That is so if no ability damages a ship before the dice are final, and none depends on tokens or on damage cards
        after that; a known facedown card that changes nothing must not be mixed up with one of the deck (XW-60).
        """
        end = self.chapters.index(MODIFY_DEFENSE) + 1
        early, late = (effects_in_chapters(self.battle, part) for part in (self.chapters[:end], self.chapters[end:]))
        counts = any(held.effect.asks(Atom.HAS_TOKEN, *ABOUT_CARDS) for held in late)
        down = [held.card for held in self.battle.situation.defender.damage_cards if not held.faceup]
        exposes = any(held.effect.does(Op.EXPOSE) for held in self.effects)
        mixes = exposes and any(card is not None and card not in EFFECTIVE_WHEN_EXPOSED for card in down)
        return not (self.is_by_card or counts or mixes or any(may_hurt(held) for held in early))

    @cached_property
    def _is_attacker_at_risk(self) -> bool:
        return any(may_hurt(held) for held in self.effects)

    @cached_property
    def _simplifies_wrecks(self) -> bool:
        """Whether, once a ship is destroyed, only the number of crits dealt to it matters."""
        before = effects_in_chapters(self.battle, self.chapters[: self.damage_chapter + 1])
        return self.is_deck_simple and not (self._reveals or any(may_hurt(held) for held in before))

    @cached_property
    def _reveals(self) -> bool:
        """Whether traits of damage cards matter even once a ship is destroyed."""
        return any(held.effect.does(Op.REVEAL_CARDS) for held in self.effects)

    @cached_property
    def _ends_with_destruction(self) -> bool:
        """Whether damage that cards add to a destroyed ship changes nothing any more."""
        effects = [held.effect for held in self.effects]
        looks = any(
            effect.does(Op.EXPOSE, Op.REPAIR, Op.REVEAL_CARDS) or effect.asks(*ABOUT_CARDS) for effect in effects
        )
        return not (self.is_by_card or looks)

    @cached_property
    def _key_of_damage(self) -> Callable[[State], Hashable]:
        """The function that gives the key of a ship's damage: by counts, by cards, or by cards in their order."""
        ops = [step.op for held in self.effects for step in held.effect.ops]
        if Op.REPAIR in ops:
            return damage_key_in_order
        if self._reveals:
            return damage_key_by_trait
        is_by_card = self.cards_later or Op.EXPOSE in ops or not self.is_deck_simple
        return damage_key_by_card if is_by_card else damage_key

    def simplified(self, state: State) -> State:
        """The state without what nothing depends on: names of cards without effect, what a wreck still has."""
        if self._ends_with_destruction and state.due and state.defender.is_destroyed and state.due_role is DEFENDER:
            state = state._replace(due=())
        if not self.is_deck_simple:
            return state
        if self._simplifies_wrecks and state.defender.is_destroyed:
            state = simplified_wreck(state)
        if self._reveals:
            return with_traits(state) if self._key_of_damage is damage_key_by_trait else state
        effective = EFFECTIVE_CARDS if self._key_of_damage is damage_key else EFFECTIVE_WHEN_EXPOSED
        return state._replace(deck=simplified_deck(state.deck, (*effective, *self.cards_later)))

    def rewards_spending(self, window: Window) -> bool:
        """Whether it can pay to spend something on dice of a window only to be rid of it, or to have spent it.

        That is so if an effect from there on asks for it, takes it away, or has to be paid with it.
        """
        n = next((n for n, chapter in enumerate(self.chapters) if chapter.window is window), None)
        if n is None or self.is_rid_later:
            return self.is_rid_later
        late = [held for held in self.battle.of(window) if is_late(held)]
        by_rule = [subject for subject in BY_RULE.get(self.chapters[n], ()) if not is_about_lock(subject)]
        spent = (*by_rule, *spent_of(ROLE_OF[window], *GREEN_TOKENS), *(one for held in late for one in spent_by(held)))
        used = [held.key for held in late]
        for held in effects_in_chapters(self.battle, self.chapters[n:]):
            asked = (*asked_by(held), *taken_by(held), *(() if held.effect.optional else spent_by(held)))
            marks = [mark for mark in marks_of(held) if mark != held.key]
            if any(one in spent for one in asked) or any(mark in used for mark in marks):
                return True
        return False

    @cached_property
    def relevances(self) -> tuple[Relevance, ...]:
        """What matters from each chapter on, and after the last one."""
        return tuple(self._relevance(n) for n in range(len(self.chapters) + 1))

    @cached_property
    def settled(self) -> tuple[Relevance, ...]:
        """The same where no die is rerolled any more in the window of the chapter."""
        return tuple(self._relevance(n, is_settled=True) for n in range(len(self.chapters)))

    def _relevance(self, n: int, *, is_settled: bool = False) -> Relevance:
        chapters = self.chapters[n:]
        later = effects_in_chapters(self.battle, chapters)
        by_rule = [subject for chapter in chapters for subject in BY_RULE.get(chapter, ())]
        if is_settled:
            window = self.chapters[n].window
            later = [held for held in later if held.effect.window is not window or is_late(held)]
            by_rule = [subject for subject in by_rule if not is_about_lock(subject)]
        places = [self.chapters.index(own) for own in (MODIFY_ATTACK, MODIFY_DEFENSE)]
        for pool, place in zip(Pool, places, strict=True):
            both = (*self.battle.of(OWN_WINDOW[pool]), *self.battle.of(ENEMY_WINDOW[pool])) if n <= place else ()
            later += [held for held in both if held.effect.ops[0].op in FORBIDDING]
        by_effects = [subject for held in later for subject in looked_at(held)]
        return Relevance(
            tuple(dict.fromkeys([*by_rule, *by_effects, *self.keeps])),
            (
                n <= places[0] or any(depends_on_dice(held, Pool.ATTACK) for held in later),
                n <= places[1] or any(depends_on_dice(held, Pool.DEFENSE) for held in later),
            ),
            n <= self.chapters.index(NEUTRALIZE),
            frozenset([mark for held in (*later, *self._counted_in(n)) for mark in marks_of(held)] + self._others(n)),
        )

    def _counted_in(self, n: int) -> tuple[InForce, ...]:
        """The effects of the window before, if they take effect in this chapter."""
        window = self.chapters[n - 1].window if n else None
        return self.battle.of(window) if window in COUNTED_LATER else ()

    def _others(self, n: int) -> list[str]:
        """The marks of what is no effect: the old rule for gas clouds, and queues that were put in order."""
        window = OWN_WINDOW[Pool.DEFENSE]
        clouds = [usage_key(window, DEFENDER, GAS_CLOUD)] if n <= self.chapters.index(MODIFY_DEFENSE) else []
        windows = [chapter.window for chapter in self.chapters[n:] if chapter.window in ROLE_OF]
        return clouds + [usage_key(window, ROLE_OF[window], "queued") for window in windows if window]

    def key_of(self, state: State, *, is_settled: bool = False) -> Hashable:
        """The key of a state without its dice: states of one chapter with equal keys are one."""
        relevance = (self.settled if is_settled else self.relevances)[state.chapter]
        ship = state.attacker
        return (
            self._key_of_damage(state),
            tuple([read(state, role, name) for read, role, name in relevance.subjects]),
            tuple(sorted([mark for mark in state.used if mark in relevance.marks])) if state.used else (),
            tuple(sorted([mark for mark in state.declined if mark in relevance.marks])) if state.declined else (),
            (state.queue, state.guess, state.jammed),
            (ship.shields.active, ship.damage_cards, state.attacker_deck) if self._is_attacker_at_risk else None,
            None if self.is_deck_simple else tuple(sorted(state.dealt.faceup)),
        )


def effects_in_chapters(battle: Battle, chapters: tuple[Chapter, ...]) -> list[InForce]:
    """The effects in the windows of some chapters, in order."""
    return [held for chapter in chapters for held in battle.of(chapter.window)]


def relevant_chapters(battle: Battle) -> tuple[Chapter, ...]:
    """All chapters if an ability after step 5 can damage a ship, else the chapters up to step 5."""
    chapters = chapters_of(battle)
    end = chapters.index(DEAL_DAMAGE) + 1
    return chapters if any(may_hurt(held) for held in effects_in_chapters(battle, chapters[end:])) else chapters[:end]
