"""Effects of cards that need hands, carried out: those of destroyed cards, and those of cards that are played."""

from app.domain.hidden import Private
from app.domain.record import seat_name
from app.rulesets.castle_rampage.game import facts, whole_facts
from app.rulesets.castle_rampage.game.catalogue import CatalogueCard, PlayedEffectKind
from app.rulesets.castle_rampage.game.dealing import draw
from app.rulesets.castle_rampage.game.hands import rules_of
from app.rulesets.castle_rampage.game.model import GameOptions
from app.rulesets.castle_rampage.game.play_questions import RULE_OF, ChoosePermanent, DiscardFor, DiscardFromHand
from app.rulesets.castle_rampage.game.turning import SEATS, Table, turn_up_top
from app.rulesets.castle_rampage.model import Card, EffectKind, Structure
from app.rulesets.castle_rampage.siege import AboutHands, name_of

BOTH = tuple(map(seat_name, SEATS))
"""Both players, who see what passes between their hands; nobody else does."""


def about_hands(defender: int, table: Table) -> AboutHands:
    """CR-20: how the effect of a destroyed card is carried out; the defender is the player to whom it belonged."""

    def carry_out(card: Card) -> None:
        name, amount, attacker = name_of(card), card.effect.amount or 0, 3 - defender
        match card.effect.effect:
            case EffectKind.ATTACKER_DISCARDS_HAND if rules_of(table.state).kind(name).at_random:
                discard_at_random(attacker, amount, table)
            case EffectKind.ATTACKER_DISCARDS_HAND:
                discard_chosen(attacker, amount, DiscardFor.EFFECT, name, table)
            case EffectKind.DEFENDER_DRAWS:
                draw(defender, amount, table)
            case EffectKind.DRAW:
                draw(attacker, amount, table)
            case EffectKind.DEFENDER_TAKES_CARD:
                take_card(attacker, table)
            case EffectKind.LOOK_AT_HAND:
                show_hand(attacker, table)
            case EffectKind.DISCARD_PERMANENT:
                discard_permanent(attacker, name, table)

    return carry_out


def take_effect(seat: int, kind: CatalogueCard, options: GameOptions, table: Table) -> None:
    """CR-7: what a card does when it is played, in order, until the game is over."""
    for effect in kind.when_played:
        if table.state.result is not None:
            return
        told = whole_facts.CardTookEffect(kind.card, effect.effect, effect.amount, effect.structure)
        table.note(told, rule="CR-7")
        match effect.effect:
            case PlayedEffectKind.DRAW:
                draw(seat, effect.amount or 0, table)
            case PlayedEffectKind.LOOK_AT_HAND:
                show_hand(3 - seat, table)
            case PlayedEffectKind.DISCARD_PERMANENT:
                discard_permanent(3 - seat, kind.card, table)
            case PlayedEffectKind.DESTROY_TOP_OF:
                structure = effect.structure or Structure.GATE
                if table.state.player(3 - seat).stack(structure):
                    turn_up_top(3 - seat, structure, discard=True, options=options, table=table)


def discard(seat: int, card: str, rule: str, table: Table) -> None:
    """CR-8: a card of a hand goes on the discard pile."""
    hand = table.state.player(seat).hand - 1
    table.note(facts.CardsDiscarded(seat, (card,), hand), rule=rule)


def discard_chosen(seat: int, cards: int, why: DiscardFor, card: str, table: Table) -> None:
    """CR-7, CR-8, CR-20: a player chooses cards of the hand and discards them, one by one, as long as there are any."""
    for left in range(min(cards, table.state.player(seat).hand), 0, -1):
        question = DiscardFromHand(table.state.player(seat).held, why, card, left, rules_of(table.state).cards)
        chosen = table.ask(question, by=seat_name(seat), rule=RULE_OF[why])
        discard(seat, chosen.card or "", RULE_OF[why], table)


def mixed_hand(seat: int, table: Table) -> tuple[Private[str], ...]:
    """CR-20: the cards of a hand in a random order, which nobody sees."""
    names = sorted(part.value for part in table.state.player(seat).held)
    return table.shuffle(names, by=seat_name(seat), rule="CR-20")


def discard_at_random(seat: int, cards: int, table: Table) -> None:
    """CR-20: cards of a hand are discarded at random."""
    for part in mixed_hand(seat, table)[:cards]:
        discard(seat, part.value, "CR-20", table)


def take_card(seat: int, table: Table) -> None:
    """CR-20: the other player takes a card from a hand at random; both know which, and nobody else."""
    for part in mixed_hand(seat, table)[:1]:
        table.note(whole_facts.CardTaken(seat, 3 - seat, part.shown_to(*BOTH)), rule="CR-20")


def show_hand(seat: int, table: Table) -> None:
    """CR-20: the other player looks at a hand; the cards are told by name only, not when they were drawn."""
    names = sorted(part.value for part in table.state.player(seat).held)
    table.note(whole_facts.HandShown(seat, tuple(table.hide(name, BOTH) for name in names)), rule="CR-20")


def discard_permanent(seat: int, card: str, table: Table) -> None:
    """CR-9, CR-20: the other player chooses a card that lies in front of this one, which is discarded."""
    if in_play := table.state.player(seat).in_play:
        question = ChoosePermanent(seat, card, in_play, rules_of(table.state).cards)
        chosen = table.ask(question, by=seat_name(3 - seat), rule="CR-9")
        table.note(whole_facts.PermanentDiscarded(seat, chosen.card), rule="CR-9")
