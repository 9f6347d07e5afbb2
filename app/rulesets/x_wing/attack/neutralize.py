"""Neutralize results (XW-48 … XW-53): evades cancel hits and crits, then reinforce, then the attack hits or misses."""

from dataclasses import dataclass, replace

from app.domain.table import Table
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.conditions import condition_holds
from app.rulesets.x_wing.attack.dice import count_faces
from app.rulesets.x_wing.attack.state import Battle, State
from app.rulesets.x_wing.attack.windows import to_next_chapter
from app.rulesets.x_wing.model import XWingShip
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.outcome import Dice, Uncanceled
from app.rulesets.x_wing.terms import Arc, Face, Token, Window


@dataclass(frozen=True, slots=True)
class Neutralizing:
    """How results cancel each other in this attack (XW-49, XW-50)."""

    crit_first: bool = False
    spares_crits: bool = False
    """Whether evades cannot cancel crits."""
    reinforce: int = 0
    """The number of reinforce tokens that apply."""

    def canceled(self, hits: int, crits: int, evades: int) -> tuple[int, int]:
        """XW-48, XW-49: how many hits and how many crits are canceled by `evades`."""
        if self.spares_crits:
            return min(hits, evades), 0
        if self.crit_first:
            crits_gone = min(crits, evades)
            return min(hits, evades - crits_gone), crits_gone
        hits_gone = min(hits, evades)
        return hits_gone, min(crits, evades - hits_gone)

    def reinforced(self, hits: int, crits: int) -> tuple[Face, ...]:
        """XW-50: which result each reinforce token cancels; a token cancels only while two results or more remain."""
        gone: list[Face] = []
        for _ in range(self.reinforce):
            hit, crit = self.canceled(hits, crits, 1)
            if hits + crits < 2 or not hit + crit:
                break
            hits, crits = hits - hit, crits - crit
            gone.append(Face.HIT if hit else Face.CRIT)
        return tuple(gone)

    def left(self, hits: int, crits: int, evades: int) -> tuple[int, int]:
        """How many hits and how many crits remain after evades and reinforce tokens."""
        hits_gone, crits_gone = self.canceled(hits, crits, evades)
        hits, crits = hits - hits_gone, crits - crits_gone
        gone = self.reinforced(hits, crits)
        return hits - gone.count(Face.HIT), crits - gone.count(Face.CRIT)


def neutralizing_of(battle: Battle, state: State) -> Neutralizing:
    """How results cancel each other, from the abilities in force and the reinforce tokens that apply."""
    steps = [
        step.op
        for held in battle.of(Window.NEUTRALIZE)
        if held.key in state.used or (not held.effect.optional and condition_holds(held, battle, state))
        for step in held.effect.ops
    ]
    tokens = len(reinforce_tokens(battle, state.defender))
    return Neutralizing(Op.CRIT_FIRST in steps, Op.EVADES_SPARE_CRITS in steps, tokens)


def reinforce_tokens(battle: Battle, ship: XWingShip) -> tuple[Token, ...]:
    """XW-50: the reinforce tokens on the side of the attacker; none if the attacker is on both sides or on neither."""
    if not (ship.tokens.reinforce_fore or ship.tokens.reinforce_aft):
        return ()
    arcs = battle.situation.attacker_in_arcs
    is_fore = any(arc in arcs for arc in (Arc.FULL_FRONT, Arc.FRONT))
    is_aft = any(arc in arcs for arc in (Arc.FULL_REAR, Arc.REAR))
    if is_fore == is_aft:
        return ()
    token = Token.REINFORCE_FORE if is_fore else Token.REINFORCE_AFT
    return (token,) * ship.tokens.count(token)


def neutralize_results(battle: Battle, state: State, table: Table) -> State:
    """XW-48 … XW-51: evades cancel hits, then crits; then reinforce; the attack hits if at least one result remains."""
    how = neutralizing_of(battle, state)
    hits, crits = count_faces(state.attack_dice, Face.HIT), count_faces(state.attack_dice, Face.CRIT)
    evades = count_faces(state.defense_dice, Face.EVADE)
    hits_gone, crits_gone = how.canceled(hits, crits, evades)
    hits, crits = hits - hits_gone, crits - crits_gone
    fact = facts.ResultsNeutralized(evades, hits_gone, crits_gone, hits, crits, how.crit_first)
    table.note(fact, rule="XW-49" if how.crit_first or how.spares_crits else "XW-48")
    for face in how.reinforced(hits, crits):
        hits, crits = (hits - 1, crits) if face is Face.HIT else (hits, crits - 1)
        token = reinforce_tokens(battle, state.defender)[0]
        table.note(facts.ReinforceApplied(token, face, hits + crits), rule="XW-50")
    table.note(facts.AttackJudged(hits + crits > 0, hits, crits), rule="XW-51")
    dice = cancel_all_but(cancel_all_but(state.attack_dice, Face.HIT, hits), Face.CRIT, crits)
    defense = cancel_all_but(state.defense_dice, Face.EVADE, evades - hits_gone - crits_gone)
    return with_uncanceled(state._replace(attack_dice=dice, defense_dice=defense), hits, crits)


def with_uncanceled(state: State, hits: int, crits: int) -> State:
    """XW-51: the state after results are neutralized, with so many hits and crits uncanceled."""
    return to_next_chapter(
        state._replace(
            uncanceled=Uncanceled(hits, crits),
            attack_hits=hits + crits > 0,
            pending=(False,) * hits + (True,) * crits,
        )
    )


def cancel_all_but(dice: Dice, face: Face, left: int) -> Dice:
    """The dice that show `face` canceled, except `left` of them; the last dice of the pool remain."""
    found = 0
    result = []
    for die in reversed(dice):
        if die.face is face and not die.canceled:
            found += 1
            die = die if found <= left else replace(die, canceled=True)
        result.append(die)
    return tuple(reversed(result))
