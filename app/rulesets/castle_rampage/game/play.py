"""The course of a whole game: cards of the hand are laid and played, with what they cost."""

from app.domain.record import seat_name
from app.rulesets.castle_rampage import facts as attack_facts
from app.rulesets.castle_rampage.game import facts, whole_facts
from app.rulesets.castle_rampage.game.actions import LayHeldCard, PlayCard
from app.rulesets.castle_rampage.game.attacking import attack
from app.rulesets.castle_rampage.game.catalogue import CatalogueCard, Scheme
from app.rulesets.castle_rampage.game.dealing import begin_turn, deal, end_deals
from app.rulesets.castle_rampage.game.hand_effects import about_hands, discard, discard_chosen, take_effect
from app.rulesets.castle_rampage.game.hands import rules_of
from app.rulesets.castle_rampage.game.model import GameOptions, Phase
from app.rulesets.castle_rampage.game.play_questions import RULE_OF, DiscardFor, DiscardFromHand
from app.rulesets.castle_rampage.game.state import DEALS, is_laying
from app.rulesets.castle_rampage.game.turning import SEATS, Table
from app.rulesets.castle_rampage.model import AttackCard, Attacker, Outcome


def lay_held(seat: int, move: LayHeldCard, table: Table) -> None:
    """CR-2 … CR-4, CR-6: a card goes under the others; once both have laid, cards are dealt again, or turns begin."""
    is_dealt = table.state.phase is Phase.LAY
    rule = "CR-3" if is_dealt else "CR-6"
    cards = len(table.state.player(seat).stack(move.structure)) + 1
    card = move.card.shown_to(seat_name(seat))
    table.note(whole_facts.HeldCardLaid(seat, move.structure, cards, card), rule=rule)
    if is_dealt and not any(is_laying(table.state, each) for each in SEATS):
        if table.state.deals < DEALS:
            deal(table.state.deals + 1, table)
        else:
            end_deals(table)


def play(seat: int, move: PlayCard, options: GameOptions, table: Table) -> Outcome | None:
    """CR-7 … CR-12: a card is played: what it costs is discarded, it takes effect, and attacks if it can."""
    kind = rules_of(table.state).kind(move.card)
    if not kind.attacks:
        table.note(whole_facts.CardPlayed(seat, kind.card), rule="CR-7")
        pay(seat, kind, table)
        take_effect(seat, kind, options, table)
        table.note(whole_facts.CardPlaced(seat, kind.card, kind.permanent), rule="CR-9" if kind.permanent else "CR-7")
        return None
    table.note(facts.AttackCardPlayed(seat, kind.card, move.in_play), rule="CR-12")
    value = (kind.attack or 0) if kind.scheme is None else muster(seat, kind, kind.scheme, table)
    pay(seat, kind, table)
    take_effect(seat, kind, options, table)
    if table.state.result is not None:
        table.note(attack_facts.AttackCardPlaced(kind.card, AttackCard.DISCARDED), rule="CR-24")
        return None
    attacker = Attacker(value, kind.bypasses_gate, kind.survives_repel, kind.card)
    return attack(seat, attacker, options, table, about_hands(3 - seat, table))


def muster(seat: int, kind: CatalogueCard, scheme: Scheme, table: Table) -> int:
    """CR-10, CR-11: the units of a scheme are discarded, each for one symbol; one more may raise the attack value."""
    for n in range(len(scheme.units)):
        discard_unit(seat, kind, scheme.units[n:], DiscardFor.UNIT, table)
    if scheme.bonus is None:
        return scheme.attack
    raised = discard_unit(seat, kind, (scheme.bonus,), DiscardFor.BONUS, table)
    return scheme.attack + (scheme.bonus_attack if raised else 0)


def discard_unit(seat: int, kind: CatalogueCard, symbols: tuple[str, ...], why: DiscardFor, table: Table) -> bool:
    """CR-10, CR-11: a unit with the first of these symbols is discarded; false: the player leaves the bonus."""
    held, kinds = table.state.player(seat).held, rules_of(table.state).cards
    question = DiscardFromHand(held, why, kind.card, len(symbols), kinds, symbols, kind.cost)
    chosen = table.ask(question, by=seat_name(seat), rule=RULE_OF[why])
    if chosen.card is None:
        return False
    discard(seat, chosen.card, RULE_OF[why], table)
    return True


def pay(seat: int, kind: CatalogueCard, table: Table) -> None:
    """CR-8: what a card costs is discarded from the hand before it takes effect."""
    discard_chosen(seat, kind.cost, DiscardFor.COST, kind.card, table)


def end_turn(seat: int, table: Table) -> None:
    """CR-5, CR-7: a hand above the limit of the setup is reduced; the other player draws and is in turn."""
    limit = rules_of(table.state).hand_limit
    if limit is not None:
        over = max(0, table.state.player(seat).hand - limit)
        discard_chosen(seat, over, DiscardFor.HAND_LIMIT, "", table)
    begin_turn(3 - seat, table)
