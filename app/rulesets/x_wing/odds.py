"""Exact odds: the attack's own steps over every roll, states that can no longer differ merged."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from app.domain.odds import Distributions, Steps, distributions_of, enumerate_steps, outcomes_of_step
from app.domain.record import By, Origin, Role, Source
from app.domain.ruleset import Policies
from app.domain.table import Question
from app.rulesets.x_wing.battle import Battle, InForce, State, battle_of, opening
from app.rulesets.x_wing.deck import simplified
from app.rulesets.x_wing.effects import SUFFERING, Atom, Face, Op, Window
from app.rulesets.x_wing.fate import deal
from app.rulesets.x_wing.leaps import Leap, leaps_of
from app.rulesets.x_wing.model import DamageCard, Dice, XWingAttack, XWingOptions, XWingOutcome
from app.rulesets.x_wing.neutralize import count_faces
from app.rulesets.x_wing.rules import DEAL_DAMAGE, NEUTRALIZE, ROLL_DEFENSE, Chapter, chapters_of, outcome_of, step

MEASURES: Mapping[str, Callable[[XWingOutcome], int | bool]] = {
    "damage": lambda outcome: outcome.damage.hit + outcome.damage.crit,
    "crit_damage": lambda outcome: outcome.damage.crit,
    "destroyed": lambda outcome: outcome.destroyed,
}
POLICY = Source(Origin.POLICY)


def odds(situation: XWingAttack, options: XWingOptions, policies: Policies) -> Distributions:
    """The exact distribution of each measure."""
    return distributions_of(weighted(battle_of(situation, options), policies), MEASURES)


def weighted(battle: Battle, policies: Policies, *, leaping: bool = True) -> Iterator[tuple[XWingOutcome, Fraction]]:
    """Every outcome with its probability; without `leaping` every throw is played step by step."""
    chapters = chapters_that_count(battle)
    ahead = Ahead(battle, chapters)
    leaps: dict[int, Leap] = {}
    if leaping:
        leaps.update(leaps_of(battle, chapters, policies))
        if ahead.last_effect < ahead.dealing:
            leaps[ahead.dealing] = lambda state: deal(state, battle.options)

    def players(question: Question[object], by: By) -> tuple[object, Source]:
        return policies[Role(by)](question, by), POLICY

    def following(state: State) -> Iterator[tuple[State, Fraction]]:
        chapter = chapters[state.chapter]
        leap = leaps.get(state.chapter)
        if leap is not None and not (state.is_skipped and chapter.is_about_dice):
            return leap(state)
        return outcomes_of_step(lambda at, table: step(battle, chapters, at, table), state, players)

    start = opening(battle)
    if ahead.is_deck_simple:
        start = start._replace(deck=simplified(start.deck))
    steps = Steps(start, following, lambda state: state.chapter, len(chapters), ahead.key_of)
    return ((outcome_of(battle, state), weight) for state, weight in enumerate_steps(steps))


def chapters_that_count(battle: Battle) -> tuple[Chapter, ...]:
    """The chapters up to the last one that may damage a ship."""
    chapters = chapters_of(battle)
    end = chapters.index(DEAL_DAMAGE) + 1
    late = [held for chapter in chapters[end:] for held in battle.of(chapter.window)]
    return chapters if any(may_hurt(held) for held in late) else chapters[:end]


def may_hurt(held: InForce) -> bool:
    """Whether an ability, or what it costs, may damage a ship or change its cards."""
    is_costly = any(part.kind in SUFFERING for part in held.effect.cost)
    return is_costly or any(part.op in (Op.SUFFER, Op.LOSE_SHIELD, Op.EXPOSE, Op.REPAIR) for part in held.effect.ops)


@dataclass(frozen=True)
class Ahead:
    """What still matters at each chapter of an attack."""

    battle: Battle
    chapters: tuple[Chapter, ...]

    @cached_property
    def last_effect(self) -> int:
        """The last chapter in which an ability may be used; −1 without any."""
        return max((n for n, chapter in enumerate(self.chapters) if self.battle.of(chapter.window)), default=-1)

    @cached_property
    def defense(self) -> int:
        """The chapter that rolls defense dice."""
        return self.chapters.index(ROLL_DEFENSE)

    @cached_property
    def neutralizing(self) -> int:
        """The chapter that neutralizes results."""
        return self.chapters.index(NEUTRALIZE)

    @cached_property
    def dealing(self) -> int:
        """The chapter that deals damage."""
        return self.chapters.index(DEAL_DAMAGE)

    @cached_property
    def is_deck_simple(self) -> bool:
        """Whether only those cards need be told apart that change what damage does."""
        effects = [held for chapter in self.chapters for held in self.battle.of(chapter.window)]
        late = self.battle.of(Window.BEFORE_DAMAGE)
        return (
            self.last_effect <= self.dealing
            and not any(may_hurt(held) for held in effects)
            and not any(atom.that is Atom.HAS_TOKEN for held in late for part in held.effect.condition for atom in part)
        )

    def key_of(self, state: State) -> Hashable:
        """All that the rest of the attack depends on; dice of one roll are exchangeable."""
        damage = suffered(state) if self.is_deck_simple else suffered_by_card(state)
        if state.chapter <= self.last_effect or state.chapter < self.defense:
            return abilities(state), faces(state.attack_dice), faces(state.defense_dice), damage
        if state.chapter < self.neutralizing:
            tokens = state.defender.tokens, state.defender.force.active
            return results(state), faces(state.defense_dice), tokens, state.used, damage
        if state.chapter == self.neutralizing:
            return results(state), count_faces(state.defense_dice, Face.EVADE), state.used, damage
        return damage


def abilities(state: State) -> Hashable:
    """What abilities may depend on, beside dice and damage."""
    attacker, defender = state.attacker, state.defender
    return (
        (attacker.tokens, attacker.force.active, attacker.locks, frozenset(attacker.charges.items())),
        (attacker.shields.active, attacker.damage_cards, state.attacker_deck),
        (defender.tokens, defender.force.active, defender.locks, frozenset(defender.charges.items())),
        (frozenset(state.used), frozenset(state.passed), state.queue, state.guess),
        (state.is_lock_forbidden, frozenset(state.has_spent_calculate), frozenset(state.has_suffered)),
    )


def suffered(state: State) -> Hashable:
    """What the defender has suffered, is about to suffer, and may draw, as far as it decides its fate."""
    ship, dealt = state.defender, state.dealt
    ahead = state.is_skipped, state.attack_hits, state.pending, dealt.hit, dealt.crit, dealt.prevented
    breached, leaks = ship.faceup(DamageCard.HULL_BREACH) > 0, ship.faceup(DamageCard.FUEL_LEAK)
    if ship.is_destroyed:
        return state.chapter, ahead, breached
    return state.chapter, ahead, breached, leaks, ship.shields.active, len(ship.damage_cards), state.deck


def suffered_by_card(state: State) -> Hashable:
    """The same, with every damage card."""
    cards = tuple(sorted((held.card or "", held.faceup) for held in state.defender.damage_cards))
    return suffered(state), cards, state.deck


def results(state: State) -> tuple[int, int]:
    """The hits and crits that are there."""
    return count_faces(state.attack_dice, Face.HIT), count_faces(state.attack_dice, Face.CRIT)


def faces(dice: Dice) -> Hashable:
    """The dice in any order."""
    return tuple(sorted((die.face, die.rerolled, die.canceled) for die in dice))
