"""Whole games of random players, each beside a second Castle Rampage that is written from the rulebook alone."""

import random
from collections import Counter
from dataclasses import replace

from app.domain.board import SeatMove
from app.domain.fairness import ProvableDice
from app.domain.record import Chose, Noted, Origin, Rolled, Source
from app.domain.resolution import resolve
from app.rulesets.castle_rampage.game import BOARD
from app.rulesets.castle_rampage.game.catalogue import EmptyDrawPile, PlayedEffect, PlayedEffectKind, Scheme
from app.rulesets.castle_rampage.game.model import GameOptions, Phase, ReinforceTiming, Setup
from app.rulesets.castle_rampage.game.whole_sample import WHOLE_SAMPLE
from app.rulesets.castle_rampage.model import (
    DiggerTarget,
    Effect,
    EffectKind,
    PurpleOnLastCard,
    Structure,
    VeteranOnRepel,
)
from tests.rulesets.castle_rampage.referee import Referee
from tests.thorough import seeds, thorough

WHERE = {VeteranOnRepel.RETURN_TO_HAND: "hand", VeteranOnRepel.STAY_IN_PLAY: "front", VeteranOnRepel.DISCARD: "discard"}
COUNTED = (EffectKind.ATTACKER_DISCARDS_HAND, EffectKind.DEFENDER_DRAWS, EffectKind.DRAW)


class Chance:
    """All that is drawn for one game: its cards, options, dice and what the players choose."""

    def __init__(self, seed):
        self.draw = random.Random(seed)

    def options(self):
        draw = self.draw
        return GameOptions(
            veteran_on_repel=draw.choice(list(VeteranOnRepel)),
            digger_target=draw.choice(list(DiggerTarget)),
            purple_on_last_castle_card=draw.choice(list(PurpleOnLastCard)),
            castle_loss_any_cause=draw.random() < 0.7,
            reinforce_timing=draw.choice(list(ReinforceTiming)),
        )

    def setup(self):
        draw = self.draw
        cards = tuple(self.changed(kind) for kind in WHOLE_SAMPLE.cards)
        whole = replace(
            WHOLE_SAMPLE,
            cards=cards,
            draw_pile_empty=draw.choice(list(EmptyDrawPile)),
            hand_limit=draw.choice((None, 0, 3, 7)),
        )
        return Setup(starting_seat=draw.choice((None, 1, 2)), whole=whole)

    def changed(self, kind):
        """A card of the sample with other values; purple ones with another effect, others with other costs."""
        draw = self.draw
        values = {"gate_defense": draw.randrange(5), "castle_defense": draw.randrange(5)}
        if kind.purple:
            effect = draw.choice(list(EffectKind))
            amount = draw.randint(-3, 3) if effect is EffectKind.CHANGE_REMAINING_ATTACK else None
            amount = draw.randint(1, 3) if effect in COUNTED else amount
            structure = draw.choice(list(Structure)) if effect is EffectKind.DESTROY_TOP_OF else None
            at_random = effect is EffectKind.ATTACKER_DISCARDS_HAND and draw.random() < 0.5
            values |= {"when_destroyed": Effect(effect, amount, structure), "at_random": at_random, "copies": 2}
        elif kind.scheme is not None:
            bonus = draw.choice((None, "red", "blue"))
            units = tuple(draw.choice(("red", "blue")) for _ in range(draw.randint(1, 2)))
            values |= {"scheme": Scheme(draw.randint(3, 9), units, bonus, 0 if bonus is None else 5)}
        elif kind.attacks and draw.random() < 0.3:
            played = draw.choice(list(PlayedEffectKind))
            structure = draw.choice(list(Structure)) if played is PlayedEffectKind.DESTROY_TOP_OF else None
            amount = draw.randint(1, 3) if played is PlayedEffectKind.DRAW else None
            values |= {"when_played": (PlayedEffect(played, amount, structure),), "cost": draw.randrange(3)}
        return replace(kind, **values)

    def move(self, seen, rules, seat):
        """Any legal move; to give up or to end the turn is chosen less often."""
        listed = list(BOARD.legal(seen, rules, seat))
        busy = [move for move in listed if move.kind not in ("concede", "end-turn")]
        if busy and self.draw.random() < 0.8:
            return self.draw.choice(busy)
        calm = [move for move in listed if move.kind != "concede"]
        return self.draw.choice(calm if calm and self.draw.random() < 0.98 else listed)

    def __call__(self, question, _by):
        return self.draw.choice(list(question.options())), Source(Origin.SEAT)


def plain(whole):
    """The catalogue as plain data, for the second game."""
    found = {}
    for kind in whole.cards:
        scheme, fallen = kind.scheme, kind.when_destroyed
        found[kind.card] = {
            "copies": kind.copies,
            "purple": kind.purple,
            "gate": kind.gate_defense,
            "castle": kind.castle_defense,
            "attack": kind.attack,
            "cost": kind.cost,
            "units": list(kind.units),
            "permanent": kind.permanent,
            "bypasses_gate": kind.bypasses_gate,
            "survives_repel": kind.survives_repel,
            "at_random": kind.at_random,
            "scheme": scheme and {name: getattr(scheme, name) for name in ("attack", "units", "bonus", "bonus_attack")},
            "when_played": [
                {"effect": one.effect.value, "amount": one.amount, "structure": str(one.structure)}
                for one in kind.when_played
            ],
            "when_destroyed": {
                "effect": fallen.effect.value,
                "amount": fallen.amount,
                "structure": str(fallen.structure),
            },
        }
    return found


def referee_of(setup, rules):
    whole = setup.whole
    left_open = {
        "reshuffle": whole.draw_pile_empty is EmptyDrawPile.RESHUFFLE,
        "limit": whole.hand_limit,
        "veteran": WHERE[rules.veteran_on_repel],
        "choice": rules.digger_target is DiggerTarget.ATTACKER_CHOICE,
        "last_purple": rules.purple_on_last_castle_card is PurpleOnLastCard.RESOLVED,
        "any_cause": rules.castle_loss_any_cause,
        "any_time": rules.reinforce_timing is ReinforceTiming.ANY_TIME,
    }
    return Referee(plain(whole), left_open)


def tell(referee, record):
    """Tell the second game what chance and players did in an action."""
    chance = [entry.faces for entry in record.entries if isinstance(entry, Rolled)]
    chosen = [entry.choice for entry in record.entries if isinstance(entry, Chose)]
    referee.told(chance, [getattr(choice, "card", None) or getattr(choice, "structure", None) for choice in chosen])


def follow(referee, seat, move):
    match move.kind:
        case "lay-card":
            referee.lay(seat, move.structure.value, move.card.value)
        case "play-card":
            referee.play(seat, move.card, move.in_play)
        case "end-turn":
            referee.end_turn(seat)


def require_equal(referee, state):
    """Both games stand alike, and nothing that chance or players did is left over."""
    assert not referee.chance
    assert not referee.chosen
    assert [part.value for part in state.deck] == referee.pile
    assert list(state.discarded) == referee.discard
    for seat, player in enumerate(state.players, 1):
        assert sorted(part.value for part in player.held) == sorted(referee.hand[seat])
        assert sorted(part.value for part in player.aside) == sorted(referee.aside[seat])
        assert player.hand == len(referee.hand[seat]) + len(referee.aside[seat])
        assert list(player.in_play) == referee.front[seat]
        for structure in Structure:
            laid = [each.card.value.card for each in player.stack(structure)]
            assert laid == referee.stack[seat, structure.value]
    assert state.turn == referee.turn
    assert state.result or state.acting == (referee.acting if referee.turn else None)


@thorough
def test_random_whole_games_are_those_of_the_rulebook():
    seen = Counter()
    for seed in (10 + number for number in seeds(3, 150)):
        chance = Chance(seed)
        rules, setup = chance.options(), chance.setup()
        BOARD.prepare(setup, rules, (1, 2))
        state, number, referee = BOARD.set_up(setup, rules), 1, referee_of(setup, rules)
        cards = referee.all_cards()

        def run(script, what, state, number, rules=rules, chance=chance, seed=seed):
            dice = ProvableDice(random.Random(seed * 10_000 + number).randbytes(32))
            end = resolve(script, what, rules, dice=dice, players=chance, number=number)
            assert resolve(script, what, rules, record=end.record, number=number) == end
            found = [entry.fact for entry in end.record.entries if isinstance(entry, Noted)]
            seen.update(type(fact).__name__ for fact in found)
            return end, BOARD.fold(state, found)

        end, state = run(BOARD.opening_script, setup, state, number)
        tell(referee, end.record)
        referee.open_game(setup.starting_seat)
        while state.result is None and number < 2_000:
            require_equal(referee, state)
            number += 1
            seat = chance.draw.choice(BOARD.asked(state))
            view = BOARD.view(state, seat)
            move = chance.move(view, rules, seat)
            seen[move.kind] += 1
            BOARD.check(view, rules, seat, move)
            end, state = run(BOARD.move_script(state), SeatMove(seat, move), state, number)
            tell(referee, end.record)
            follow(referee, seat, move)
            assert referee.all_cards() == cards
            assert end.outcome.result == state.result
        require_equal(referee, state)
        assert state.result is not None
        assert state.phase is Phase.TURNS
        assert (state.result.reason == "castle-fallen") is bool(referee.winner)
        assert not referee.winner or state.result.winners == (referee.winner,)
        seen[state.result.reason] += 1
    assert set(SEEN) <= seen.keys(), set(SEEN) - seen.keys()


SEEN = (
    "castle-fallen", "conceded", "lay-card", "play-card", "end-turn", "DrawPileShuffled", "PurpleReplaced", "HandDealt",
    "HandDrawn", "HeldCardLaid", "CardPlayed", "CardTookEffect", "CardPlaced", "HandShown", "CardTaken",
    "PermanentDiscarded", "TopDiscarded", "CardsDiscarded", "AttackCardPlayed", "PurpleDestroyed", "EffectIgnored",
    "CastleFell", "GateCleared",
)  # fmt: skip
"""What random games have to come to, or they prove little."""


def test_players_who_take_the_first_choice_come_to_the_fall_of_a_castle():
    """A repelled veteran that returns to the hand is not played for ever."""
    rules, setup = GameOptions(), Setup(whole=WHOLE_SAMPLE)
    first = lambda question, _by: (next(question.options()), Source(Origin.POLICY))  # noqa: E731
    for seed in (2, 4):
        state, number = BOARD.set_up(setup, rules), 0
        while state.result is None and number < 100:
            number += 1
            seat = (BOARD.asked(state) or (0,))[0]
            move = next(BOARD.legal(BOARD.view(state, seat), rules, seat)) if seat else None
            script = BOARD.opening_script if move is None else BOARD.move_script(state)
            dice = ProvableDice(random.Random(seed * 1_000 + number).randbytes(32))
            what = setup if move is None else SeatMove(seat, move)
            end = resolve(script, what, rules, dice=dice, players=first, number=number)
            state = BOARD.fold(state, [entry.fact for entry in end.record.entries if isinstance(entry, Noted)])
        assert state.result is not None
        assert state.result.reason == "castle-fallen"
