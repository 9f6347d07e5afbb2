"""The attack of Castle Rampage, in the order of the rulebook."""

from app.domain.casualties import Casualty
from app.domain.errors import IllegalSituation, raise_all
from app.domain.record import Noted, Record, Role
from app.domain.table import Table
from app.rulesets.castle_rampage import facts
from app.rulesets.castle_rampage.effects import purple_destroyed
from app.rulesets.castle_rampage.model import (
    After,
    Attack,
    AttackCard,
    DiggerTarget,
    Options,
    Outcome,
    Result,
    Step,
    StepResult,
    Structure,
    VeteranOnRepel,
)
from app.rulesets.castle_rampage.questions import ChooseTarget
from app.rulesets.castle_rampage.siege import AboutHands, Siege, TurnUp, begun, card_if_known, defense_of, name_of

GATE, CASTLE = Structure.GATE, Structure.CASTLE


def attack(situation: Attack, options: Options, table: Table) -> Outcome:
    """CR-12 … CR-24: reveal and compare one card after the other while the attack is stronger."""
    return besiege(situation, options, table, card_if_known)


def besiege(
    situation: Attack, options: Options, table: Table, turn_up: TurnUp, about_hands: AboutHands | None = None
) -> Outcome:
    """CR-12 … CR-24: the same attack on cards of which only `turn_up` tells what they are."""
    target = choose_target(situation, options, table)
    siege = begun(situation, options, target, table, turn_up, about_hands)
    attacker = situation.attack
    table.note(facts.AttackBegan(attacker.card, attacker.value, siege.structure, attacker.bypasses_gate), rule="CR-12")
    while not siege.is_over:
        compare(siege)
    return end(situation, siege)


def refuse_unknown(situation: Attack) -> None:
    """CR-15: raise IllegalSituation for an unknown card: an attack reveals cards, only odds accept unknown ones."""
    raise_all(
        IllegalSituation("unknown-card", "CR-15", structure.value, place)
        for structure, stack in ((GATE, situation.gate), (CASTLE, situation.castle))
        for place, card in enumerate(stack)
        if card.unknown
    )


def turned_up(record: Record) -> dict[str, int]:
    """CR-15, CR-20: how many cards of each structure an attack has turned up: those compared, and those that an effect
    has discarded.
    """
    found = {str(GATE): 0, str(CASTLE): 0}
    for entry in record.entries:
        fact = entry.fact if isinstance(entry, Noted) else None
        if isinstance(fact, facts.CardRevealed):
            found[fact.structure] += 1
        elif isinstance(fact, Casualty) and fact.detail.get("cause") == "effect":
            found[str(fact.detail["structure"])] += 1
    return found


def choose_target(situation: Attack, options: Options, table: Table) -> Structure:
    """CR-13, CR-14: the gate while it stands; a digger attacks the castle, or what the attacker chooses."""
    if not situation.attack.bypasses_gate:
        return GATE
    if situation.gate and options.digger_target is DiggerTarget.ATTACKER_CHOICE:
        return table.ask(ChooseTarget(), by=Role.ATTACKER, rule="CR-14").structure
    return CASTLE


def compare(siege: Siege) -> None:
    """CR-15, CR-23: reveal the top card and compare it with the remaining attack; an empty castle falls at once."""
    structure = siege.structure
    if structure is CASTLE and not siege.stacks[CASTLE]:
        fall(siege)
        return
    card = siege.turned_up(structure)
    defense = defense_of(card, structure)
    siege.table.note(facts.CardRevealed(structure, name_of(card), defense), rule="CR-15")
    if siege.remaining < defense:
        repel(siege, defense)
    elif siege.remaining == defense:
        tie(siege, defense)
    else:
        overcome(siege, defense)


def take_step(siege: Siege, defense: int, result: StepResult, rule: str) -> None:
    """CR-16 … CR-18: note a comparison, and subtract the defense from the attack unless it is repelled."""
    before, structure = siege.remaining, siege.structure
    siege.remaining -= 0 if result is StepResult.REPELLED else defense
    card = siege.stacks[structure][0]
    siege.steps.append(Step(structure, name_of(card), defense, before, siege.remaining, result))
    siege.table.note(facts.ValuesCompared(before, defense, siege.remaining, result), rule=rule)


def repel(siege: Siege, defense: int) -> None:
    """CR-16, CR-22: the card stays on top, face down and undamaged; cards destroyed before stay destroyed."""
    take_step(siege, defense, StepResult.REPELLED, "CR-16")
    siege.is_over = True


def tie(siege: Siege, defense: int) -> None:
    """CR-17: the card is destroyed, and the attack is over."""
    take_step(siege, defense, StepResult.TIED, "CR-17")
    siege.is_over = True
    destroy(siege, defense, "CR-17")


def overcome(siege: Siege, defense: int) -> None:
    """CR-18, CR-19: the card is destroyed, and the remaining attack continues, from the gate to the castle."""
    take_step(siege, defense, StepResult.DESTROYED, "CR-18")
    destroy(siege, defense, "CR-18")
    if siege.steps[-1].structure is GATE and not siege.is_over and not siege.stacks[GATE]:
        siege.table.note(facts.GateCleared(siege.remaining), rule="CR-19")


def destroy(siege: Siege, defense: int, rule: str) -> None:
    """CR-17, CR-18, CR-20, CR-23: remove the card on top, apply a purple card's effect, see whether the castle fell."""
    step = siege.steps[-1]
    stack = siege.stacks[step.structure]
    card, is_last = stack[0], step.structure is CASTLE and len(stack) == 1
    siege.destroy_top(step.structure, rule, "attack", defense, step.before)
    if card.purple:
        purple_destroyed(siege, card, is_last=is_last)
    if siege.is_castle_emptied:
        siege.is_over = True
        if is_last or siege.options.castle_loss_any_cause:
            fall(siege)


def fall(siege: Siege) -> None:
    """CR-23: the castle has fallen, and the attack is over."""
    siege.castle_fell = siege.is_over = True
    siege.table.note(facts.CastleFell(siege.remaining), rule="CR-23")


def end(situation: Attack, siege: Siege) -> Outcome:
    """CR-16, CR-23, CR-24: the outcome: how the attack ended, and where its card is placed."""
    result = result_of(siege)
    place = attack_card(situation, siege.options, result)
    siege.table.note(facts.AttackCardPlaced(situation.attack.card, place), rule="CR-24")
    after = After(tuple(siege.stacks[GATE]), tuple(siege.stacks[CASTLE]))
    destroyed = sum(siege.gone.values())
    return Outcome(result, tuple(siege.steps), destroyed, siege.remaining, place, after)


def result_of(siege: Siege) -> Result:
    """CR-16, CR-17, CR-23: how the attack ended; that the castle has fallen counts first."""
    if siege.castle_fell:
        return Result.CASTLE_FALLEN
    last = siege.steps[-1].result
    if last is StepResult.REPELLED:
        return Result.REPELLED
    return Result.TIED if last is StepResult.TIED else Result.ENDED_BY_EFFECT


def attack_card(situation: Attack, options: Options, result: Result) -> AttackCard:
    """CR-16, CR-24: where the attack card is placed: discarded, except for a veteran who is repelled."""
    if result is not Result.REPELLED or not situation.attack.survives_repel:
        return AttackCard.DISCARDED
    return {
        VeteranOnRepel.RETURN_TO_HAND: AttackCard.RETURNED_TO_HAND,
        VeteranOnRepel.STAY_IN_PLAY: AttackCard.STAYS_IN_PLAY,
        VeteranOnRepel.DISCARD: AttackCard.DISCARDED,
    }[options.veteran_on_repel]
