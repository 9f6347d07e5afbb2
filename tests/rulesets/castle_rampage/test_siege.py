"""A siege that the server holds: laying, turns, attacks on what lies face down, sealed cards, the end."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.board import BoardTable, Concede, SeatMove
from app.domain.dice import ThrownDice
from app.domain.errors import IllegalAction, IllegalChoice, IllegalSituation, NotComputable
from app.domain.fairness import ProvableDice, private_digest
from app.domain.hidden import Private
from app.domain.record import Noted, Origin, Source
from app.domain.resolution import Pending, Resolved, resolve
from app.persistence.stored.private import seen_by
from app.rulesets.castle_rampage import OGRE, RULESET, card
from app.rulesets.castle_rampage.game import BOARD, facts
from app.rulesets.castle_rampage.game.actions import (
    AttackMove,
    CardToLay,
    DiscardCards,
    DrawCards,
    EndTurn,
    LayCard,
    ShownCard,
    TurnUpCard,
)
from app.rulesets.castle_rampage.game.model import GameOptions, Level, Phase, ReinforceTiming, Setup, State
from app.rulesets.castle_rampage.game.samples import SAMPLE_CARDS, SAMPLES
from app.rulesets.castle_rampage.game.seals import seal_of
from app.rulesets.castle_rampage.model import (
    Attack,
    Attacker,
    Card,
    Effect,
    EffectKind,
    Result,
    Structure,
    VeteranOnRepel,
)
from app.services.log.export import check_export
from app.services.rulebooks.installed import find_rulebooks
from tests.thorough import seeds, thorough

GATE, CASTLE = Structure.GATE, Structure.CASTLE
RULES = GameOptions()
SMALL = Setup(starting_seat=1, gate=2, castle=1)
GIVE_UP, END = Concede("concede"), EndTurn("end-turn")
SALT = "5a" * 16


def lay(structure, laid=None, seal=None):
    return LayCard("lay", structure, None if laid is None else Private(laid), seal)


def draw(cards, **more):
    return DrawCards("draw", cards, **more)


def discard(*cards):
    return DiscardCards("discard", cards)


def strike(value, name="attack", **more):
    return AttackMove("play-attack", value, name, **more)


def turn_up(structure, discard=False):
    return TurnUpCard("turn-up", structure, discard)


def sealed(laid, salt=SALT):
    """The digest of a card, from the spelling that RULES.md tells."""
    effect = f'{{"effect":"{laid.effect.effect.value}","amount":null,"structure":null}}'
    text = (
        f'{{"card":"{laid.card}","gate_defense":{laid.gate_defense},"castle_defense":{laid.castle_defense},'
        f'"purple":{str(laid.purple).lower()},"effect":{effect}}}'
    )
    return private_digest(bytes.fromhex(salt), text.encode()).hex()


class Game:
    """A siege played with written lots and answers, all of which must be used."""

    def __init__(self, start=SMALL, rules=RULES, lot=()):
        BOARD.prepare(start, rules, (1, 2))
        self.rules, self.state = rules, BOARD.set_up(start, rules)
        self.run(BOARD.opening_script, start, lot, ())

    def run(self, script, what, dice, choices):
        thrown, left = ThrownDice(dice), list(choices)
        players = lambda *_: (left and (left.pop(0), Source(Origin.SEAT))) or None  # noqa: E731
        self.end = resolve(script, what, self.rules, dice=thrown, players=players)
        assert isinstance(self.end, Resolved), self.end
        assert not thrown.left_over
        assert left == []
        assert resolve(script, what, self.rules, record=self.end.record) == replace(self.end)
        self.facts = [entry.fact for entry in self.end.record.entries if isinstance(entry, Noted)]
        self.state = BOARD.fold(self.state, self.facts)
        return self.end.outcome

    def play(self, seat, *moves, choices=()):
        for move in moves:
            BOARD.check(BOARD.view(self.state, seat), self.rules, seat, move)
            outcome = self.run(BOARD.move_script(self.state), SeatMove(seat, move), (), choices)
        return outcome

    def refused(self, seat, move):
        with pytest.raises(IllegalAction) as refusal:
            BOARD.check(BOARD.view(self.state, seat), self.rules, seat, move)
        return refusal.value.reason, refusal.value.rule

    def noted(self, kind):
        return [fact for fact in self.facts if isinstance(fact, kind)]

    def names(self, seat, structure):
        return [laid.card.value.card for laid in self.state.player(seat).stack(structure)]


ANTON = (card(3, 1), card(4, 2)), (card(1, 1),)
BEATRIX = (card(2, 2), OGRE), (card(2, 3),)


def laid_out(start=SMALL, rules=RULES, first=ANTON, second=BEATRIX):
    """A siege with all cards laid; Anton, at seat 1, has the first turn."""
    game = Game(start, rules)
    for seat, (gate, castle) in ((1, first), (2, second)):
        game.play(seat, *(lay(GATE, each) for each in gate), *(lay(CASTLE, each) for each in castle))
    return game


def test_the_lot_chooses_who_begins_and_both_lay_at_the_same_time():
    game = Game(replace(SMALL, starting_seat=None), lot=[(2,)])
    assert (game.state.starting_seat, game.state.phase, BOARD.asked(game.state)) == (2, Phase.LAY, (1, 2))
    game.play(2, lay(GATE, OGRE))
    game.play(1, lay(GATE, OGRE), lay(GATE, OGRE), lay(CASTLE, OGRE))
    assert BOARD.asked(game.state) == (2,)
    assert game.refused(1, lay(GATE, OGRE)) == ("all-laid", "CR-3")
    game.play(2, lay(CASTLE, OGRE))
    assert game.refused(2, lay(CASTLE, OGRE)) == ("structure-complete", "CR-3")
    assert game.refused(2, strike(3)) == ("cards-not-laid", "CR-3")
    turn = game.play(2, lay(GATE, OGRE))
    assert (turn.next, turn.turn, turn.acting, BOARD.asked(game.state)) == ("turn", 1, 2, (2,))
    assert [player.hand for player in game.state.players] == [2, 2]


def test_cards_go_under_the_others_and_nobody_sees_them():
    game = laid_out()
    assert game.names(1, GATE) == ["3/1", "4/2"]
    game.play(1, lay(GATE, OGRE))
    assert game.names(1, GATE) == ["3/1", "4/2", "ogre"]
    assert game.state.player(1).hand == 1
    for seat in (1, 2, None):
        seen = BOARD.view(game.state, seat)
        assert all(not laid.card.is_known for player in seen.players for laid in (*player.gate, *player.castle))
        assert [len(player.gate) for player in seen.players] == [3, 2]


def test_only_the_owner_sees_what_was_laid():
    game = Game()
    game.play(1, lay(GATE, OGRE))
    (fact,) = game.noted(facts.CardLaid)
    assert (fact.card.known, fact.card.to, fact.cards) == (OGRE, ("seat-1",), 1)


def test_anton_attacks_beatrix_with_nine():
    beatrix = (card(3, 1), card(4, 2), OGRE), (card(2, 3),)
    game = laid_out(replace(SMALL, gate=3), first=((OGRE,) * 3, (OGRE,)), second=beatrix)
    game.play(1, draw(1))
    turn = game.play(1, strike(9, "scheme"))
    example = resolve(RULESET.script, RULESET.examples[0], RULES).outcome
    assert turn.attack.steps == example.steps
    assert (turn.attack.result, turn.attack.remaining_attack, turn.next) == (Result.REPELLED, 2, "move")
    assert game.state.discarded == ("3/1", "4/2", "scheme")
    (ogre,) = game.state.player(2).gate
    assert (ogre.known, BOARD.view(game.state, 1).player(2).gate) == (True, (ogre,))
    assert (game.state.player(1).hand, turn.attack.after.gate) == (2, (OGRE,))


def test_what_an_attack_tells_holds_no_card_that_was_not_turned_up():
    game = laid_out()
    turn = game.play(1, strike(2))
    assert turn.attack.after == replace(turn.attack.after, gate=(Card(unknown=True),), castle=(Card(unknown=True),))
    assert len(game.end.revealed) == 1
    assert [fact.card for fact in game.noted(facts.CardTurnedUp)] == [card(2, 2)]


def test_a_known_card_is_not_turned_up_again_and_stays_known_under_additions():
    game = laid_out()
    game.play(1, strike(3))
    assert (game.names(2, GATE), game.state.player(2).gate[0].known) == (["ogre"], True)
    game.play(1, END)
    game.play(2, lay(GATE, card(1, 1)), END)
    game.play(1, strike(5))
    assert game.noted(facts.CardTurnedUp) == []
    assert game.end.revealed == ()
    assert [laid.known for laid in game.state.player(2).gate] == [True, False]


def test_no_damage_is_remembered_between_attacks():
    game = laid_out(second=((OGRE, OGRE), (OGRE,)))
    for _ in range(2):
        assert game.play(1, strike(5)).attack.result is Result.REPELLED
    assert len(game.state.player(2).gate) == 2


def test_the_fall_of_the_castle_ends_the_game():
    game = laid_out(second=((card(1, 1), card(1, 1)), (card(1, 1),)))
    turn = game.play(1, strike(9))
    assert (turn.next, turn.acting, turn.result.winners) == ("end", None, (1,))
    assert (turn.result.reason, dict(turn.result.scores)) == ("castle-fallen", {"1": 3, "2": 0})
    assert (BOARD.asked(game.state), game.refused(1, END)) == ((), ("game-over", "CR-23"))


def test_a_digger_reaches_the_castle_although_the_gate_stands():
    game = laid_out()
    assert game.play(1, strike(3, "digger", bypasses_gate=True)).result.winners == (1,)


@pytest.mark.parametrize(
    ("where", "hand", "in_play", "discarded"),
    [
        (VeteranOnRepel.RETURN_TO_HAND, 2, (), ()),
        (VeteranOnRepel.STAY_IN_PLAY, 1, ("veteran",), ()),
        (VeteranOnRepel.DISCARD, 1, (), ("veteran",)),
    ],
)
def test_where_a_repelled_veteran_goes(where, hand, in_play, discarded):
    game = laid_out(rules=replace(RULES, veteran_on_repel=where), second=((OGRE, OGRE), (OGRE,)))
    game.play(1, strike(5, "veteran", survives_repel=True))
    assert (game.state.player(1).hand, game.state.player(1).in_play) == (hand, in_play)
    assert game.state.discarded == discarded
    if in_play:
        assert game.refused(1, strike(5, "other", in_play=True)) == ("not-in-play", "CR-12")
        game.play(1, strike(5, "veteran", in_play=True))
        assert (game.state.player(1).in_play, game.state.discarded) == ((), ("veteran",))


def test_an_effect_that_discards_turns_up_what_it_discards():
    sly = Card("sly", 2, 2, purple=True, effect=Effect(EffectKind.DESTROY_TOP_OF, structure=CASTLE))
    game = laid_out(
        Setup(starting_seat=1, gate=1, castle=2), first=((OGRE,), (OGRE, OGRE)), second=((sly,), (OGRE, OGRE))
    )
    turn = game.play(1, strike(2))
    assert [fact.card.card for fact in game.noted(facts.CardTurnedUp)] == ["sly", "ogre"]
    assert (turn.attack.destroyed, game.state.discarded) == (2, ("sly", "ogre", "attack"))


def test_hands_are_counted_as_declared():
    game = laid_out()
    game.play(1, draw(2), discard("knight", "archer"))
    game.play(2, draw(1))
    assert [player.hand for player in game.state.players] == [2, 3]
    assert game.state.discarded == ("knight", "archer")
    assert game.refused(1, discard("a", "b", "c")) == ("hand-too-small", "CR-8")
    game.play(2, draw(1, reshuffled=True))
    assert game.state.discarded == ()


def test_a_turn_has_one_reinforcement_before_its_first_attack():
    game = laid_out()
    assert game.refused(2, lay(GATE, OGRE)) == ("not-your-turn", "CR-7")
    game.play(1, lay(CASTLE, OGRE))
    assert game.refused(1, lay(CASTLE, OGRE)) == ("already-reinforced", "CR-6")
    game.play(1, strike(1), END)
    game.play(2, strike(1))
    assert game.refused(2, lay(CASTLE, OGRE)) == ("reinforce-before-play", "CR-6")
    free = laid_out(rules=replace(RULES, reinforce_timing=ReinforceTiming.ANY_TIME))
    free.play(1, strike(1), lay(CASTLE, OGRE))
    assert free.refused(1, strike(1)) == ("hand-empty", "CR-12")
    free.play(1, END)
    free.play(2, strike(1), discard("card"))
    assert free.refused(2, lay(GATE, OGRE)) == ("hand-empty", "CR-6")


def test_a_card_that_is_turned_up_without_an_attack_has_no_effect():
    sly = Card("sly", 2, 2, purple=True, effect=Effect(EffectKind.DESTROY_TOP_OF, structure=CASTLE))
    game = laid_out(second=((sly, OGRE), (OGRE,)))
    game.play(2, turn_up(GATE))
    assert (game.state.player(2).gate[0].known, len(game.state.player(2).gate)) == (True, 2)
    game.play(2, turn_up(GATE, discard=True))
    player = game.state.player(2)
    assert (len(player.gate), len(player.castle), game.state.discarded) == (1, 1, ("sly",))
    game.play(2, turn_up(CASTLE, discard=True))
    assert (game.state.result.winners, game.state.result.reason) == ((1,), "castle-fallen")


def test_a_castle_without_cards_stands_by_option_until_it_is_attacked():
    game = laid_out(rules=replace(RULES, castle_loss_any_cause=False))
    game.play(2, turn_up(CASTLE, discard=True))
    assert game.state.result is None
    assert game.refused(2, turn_up(CASTLE)) == ("nothing-to-turn-up", "CR-21")
    game.play(1, strike(9))
    assert game.state.result.winners == (1,)


@pytest.mark.parametrize("seat", [1, 2])
def test_any_seat_concedes_at_any_time(seat):
    for game in (Game(), laid_out()):
        game.play(seat, GIVE_UP)
        assert (game.state.result.winners, game.state.result.reason) == ((3 - seat,), "conceded")


def test_a_discard_that_is_offered_names_a_sample_card_as_a_laid_one_does():
    begun = laid_out()
    begun.play(1, draw(1))
    offered = [move for move in BOARD.legal(begun.state, begun.rules, 1) if isinstance(move, DiscardCards)]
    assert [move.cards for move in offered] == [(SAMPLE_CARDS[0].card,)]


def test_what_a_player_may_not_lay_or_play():
    game = Game()
    assert game.refused(1, lay(GATE)) == ("card-missing", "CR-4")
    assert game.refused(1, lay(GATE, Card(unknown=True))) == ("card-missing", "CR-4")
    assert game.refused(1, LayCard("lay", GATE, Private())) == ("card-missing", "CR-4")
    assert game.refused(1, lay(GATE, OGRE, "0" * 64)) == ("card-missing", "CR-4")
    assert game.refused(1, lay(GATE, Card("half", 3))) == ("missing-value", "CR-15")
    white = Card("white", 1, 1, effect=Effect(EffectKind.END_ATTACK))
    assert game.refused(1, lay(GATE, white)) == ("effect-not-purple", "CR-20")
    begun = laid_out()
    assert begun.refused(2, strike(3)) == ("not-your-turn", "CR-7")
    assert begun.refused(2, END) == ("not-your-turn", "CR-7")
    for _ in range(5):
        begun.play(2, draw(20))
    assert begun.refused(2, draw(20)) == ("too-many-drawn", "CR-1")
    begun.play(2, *(discard(*["card"] * 20) for _ in range(5)), draw(20))
    assert begun.refused(2, discard(*["card"] * 20)) == ("discard-pile-full", "CR-1")
    veiled = Game(replace(SMALL, level=Level.SEALED))
    assert veiled.refused(1, lay(GATE, OGRE)) == ("card-in-sealed", "CR-26")
    assert veiled.refused(1, lay(GATE)) == ("card-in-sealed", "CR-26")


@pytest.mark.parametrize(
    ("start", "seats", "reason", "rule", "field"),
    [
        (SMALL, (1,), "two-seats", "CR-1", ()),
        (Setup(gate=20, castle=20, hand=20), (1, 2), "too-many-cards", "CR-1", ("hand",)),
        (Setup(pool=(Card(unknown=True),)), (1, 2), "unknown-in-pool", "CR-15", ("pool", 0)),
        (Setup(pool=(OGRE, Card("half", 1))), (1, 2), "missing-value", "CR-15", ("pool", 1, "castle_defense")),
    ],
)
def test_what_a_setup_forbids(start, seats, reason, rule, field):
    with pytest.raises(IllegalSituation) as refused:
        BOARD.prepare(start, RULES, seats)
    assert (refused.value.reason, refused.value.rule, refused.value.field) == (reason, rule, field)


def veiled_out(second=BEATRIX):
    """A sealed siege with all cards laid; the seals of seat 2 hold the cards of `second`."""
    game = Game(replace(SMALL, level=Level.SEALED))
    game.play(1, lay(GATE, seal="a" * 64), lay(GATE, seal="b" * 64), lay(CASTLE, seal="c" * 64))
    gate, castle = second
    game.play(2, *(lay(GATE, seal=sealed(each)) for each in gate), *(lay(CASTLE, seal=sealed(each)) for each in castle))
    return game


def test_a_sealed_card_is_shown_by_its_owner_when_it_is_turned_up():
    game = veiled_out()
    assert not any(laid.card.is_known for laid in game.state.player(2).gate)
    turn = game.play(1, strike(3), choices=[ShownCard(card(2, 2), SALT), ShownCard(OGRE, SALT)])
    assert [(step.card, step.result) for step in turn.attack.steps] == [("2/2", "destroyed"), ("ogre", "repelled")]
    (ogre,) = game.state.player(2).gate
    assert (ogre.known, ogre.card.value) == (True, OGRE)
    game.play(1, strike(2))
    assert game.noted(facts.CardTurnedUp) == []


def test_a_false_card_stands_in_the_record_and_is_asked_for_again():
    game = veiled_out()
    false = ShownCard(OGRE, SALT)
    game.play(1, strike(2), choices=[false, ShownCard(card(2, 2), "00" * 16), ShownCard(card(2, 2), SALT)])
    assert [fact.tries_left for fact in game.noted(facts.SealBroken)] == [2, 1]
    assert game.state.discarded == ("2/2", "attack")
    stubborn = veiled_out()
    stubborn.play(1, strike(2), choices=[false, false, false, ShownCard(OGRE, SALT)])
    assert [fact.tries_left for fact in stubborn.noted(facts.SealBroken)] == [2, 1, 0]
    assert [fact.seat for fact in stubborn.noted(facts.CardNotShown)] == [2]
    assert stubborn.state.discarded == ("", "attack")


def test_a_card_that_is_not_shown_is_lost_and_takes_nothing_off():
    game = veiled_out()
    turn = game.play(1, strike(3), choices=[ShownCard(), ShownCard(OGRE, SALT)])
    assert [(step.card, step.defense, step.after, step.result) for step in turn.attack.steps] == [
        ("", 0, 3, "destroyed"),
        ("ogre", 6, 3, "repelled"),
    ]
    assert game.state.discarded == ("", "attack")
    game.play(2, turn_up(CASTLE), choices=[ShownCard()])
    assert game.state.result.winners == (1,)


def test_what_may_be_shown():
    game = veiled_out()
    wanted = resolve(BOARD.move_script(game.state), SeatMove(1, strike(3)), RULES)
    assert isinstance(wanted, Pending)
    question = wanted.wanted.question
    assert (wanted.wanted.seat, list(question.options()), question.context().tries_left) == (2, [ShownCard()], 3)
    for choice, reason, rule in (
        (ShownCard(None, SALT), "salt-without-card", "CR-26"),
        (ShownCard(OGRE), "card-without-salt", "CR-26"),
        (ShownCard(Card(unknown=True), SALT), "shown-card-unknown", "CR-26"),
        (ShownCard(Card("half", 3), SALT), "missing-value", "CR-15"),
    ):
        with pytest.raises(IllegalChoice) as refused:
            question.check(choice)
        assert (refused.value.reason, refused.value.rule) == (reason, rule)


class Players:
    """Players who know only what is legal; they lay any card and show what they have sealed, now and then falsely."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.shown = {}

    def card(self):
        kinds = (EffectKind.NONE, EffectKind.END_ATTACK, EffectKind.DESTROY_ATTACK_CARD, EffectKind.LOOK_AT_HAND)
        values = self.draw.randrange(7), self.draw.randrange(7)
        kind = self.draw.choice(kinds) if self.draw.random() < 0.3 else EffectKind.NONE
        return Card(f"card-{self.draw.randrange(99)}", *values, purple=kind is not EffectKind.NONE, effect=Effect(kind))

    def move(self, state, rules, seat):
        listed = list(BOARD.legal(BOARD.view(state, seat), rules, seat))
        calm = [move for move in listed if move.kind != "concede"]
        move = self.draw.choice(calm if self.draw.random() < 0.98 and calm else listed)
        if move.kind != "lay":
            return move
        laid = self.card()
        if state.level is Level.SIEGE:
            return replace(move, card=Private(laid))
        salt = self.draw.randbytes(16).hex()
        self.shown[sealed(laid, salt)] = ShownCard(laid, salt)
        return replace(move, seal=sealed(laid, salt))

    def __call__(self, question, _by):
        true = self.shown.get(getattr(question, "seal", None))
        choices = [true, true, true, ShownCard(), ShownCard(self.card(), SALT)] if true else list(question.options())
        return self.draw.choice(choices), Source(Origin.SEAT)


@thorough
def test_random_games_by_the_legal_moves_alone_end_fold_and_keep_every_card():
    ended, broken = {}, 0
    for seed in seeds(30, 200):
        players = Players(seed)
        options = replace(
            RULES,
            veteran_on_repel=players.draw.choice(list(VeteranOnRepel)),
            reinforce_timing=players.draw.choice(list(ReinforceTiming)),
            castle_loss_any_cause=players.draw.random() < 0.8,
        )
        start = replace(SAMPLES[players.draw.choice(("siege", "sealed"))], gate=players.draw.randrange(5))
        state, number = BOARD.set_up(start, options), 0

        def run(script, what, state, options=options, players=players, seed=seed):
            dice = ProvableDice(random.Random(seed * 10_000 + number).randbytes(32))
            end = resolve(script, what, options, dice=dice, players=players)
            assert resolve(script, what, options, record=end.record) == end
            found = [entry.fact for entry in end.record.entries if isinstance(entry, Noted)]
            return end, BOARD.fold(state, found), found

        _, state, _ = run(BOARD.opening_script, start, state)
        while state.result is None and number < 2_000:
            number += 1
            seat = players.draw.choice(BOARD.asked(state))
            move = players.move(state, options, seat)
            before = state
            BOARD.check(BOARD.view(state, seat), options, seat, move)
            end, state, found = run(BOARD.move_script(state), SeatMove(seat, move), state)
            assert end.outcome.result == state.result
            assert before.turn <= state.turn
            broken += any(isinstance(fact, facts.SealBroken) for fact in found)
            assert total(state) - total(before) == brought(move, before, state)
        assert state.result is not None
        ended[state.result.reason, start.level] = True
    assert {("castle-fallen", Level.SIEGE), ("castle-fallen", Level.SEALED)} <= set(ended)
    assert broken


def total(state: State) -> int:
    """How many cards are on the table and in the hands, without the draw pile."""
    there = sum(len(player.gate) + len(player.castle) + player.hand + len(player.in_play) for player in state.players)
    return there + len(state.discarded)


def brought(move, before, after):
    """How many cards a move brings from outside."""
    if move.kind == "draw":
        return move.cards - (len(before.discarded) if move.reshuffled else 0)
    return int(move.kind == "lay" and before.phase is Phase.LAY)


def test_the_odds_of_an_attack_know_the_pool_less_what_everybody_has_seen():
    pool = (card(2, 2), OGRE, card(2, 3), card(4, 2), card(3, 1), card(1, 1), card(5, 5))
    game = laid_out(replace(SMALL, pool=pool))
    game.play(1, strike(3))
    game.play(1, draw(1))
    found = []

    class Heard:
        def seated(self, attacker, defender, *, rule, situation=None):
            found.append(situation)
            raise StopIteration

        def note(self, *_args, **_more):
            pass

    with pytest.raises(StopIteration):
        BOARD.act(SeatMove(1, strike(4)), RULES, BoardTable(Heard(), game.state, BOARD.evolve))
    (situation,) = found
    unknown = Card(unknown=True)
    left = (card(2, 3), card(4, 2), card(3, 1), card(1, 1), card(5, 5))
    assert situation == Attack(Attacker(4), (OGRE,), (unknown,), left)
    with pytest.raises(NotComputable, match="unknown-without-pool"):
        RULESET.price(replace(situation, pool=()), RULES)


def shown(game, seat):
    """What a seat, or everybody, is told of the latest action and of the board, as JSON."""
    names = () if seat is None else (f"seat-{seat}",)
    book = find_rulebooks()["castle-rampage"]
    record = seen_by(book.codec.dump_entries(game.end.record), names)
    seen = BOARD.view(game.state, seat)
    moves = [list(BOARD.legal(seen, game.rules, each)) for each in BOARD.asked(game.state)]
    state = seen_by(book.codec.board.state.dump(seen), names)
    return record, state, repr(moves), repr(game.end.outcome)


@thorough
@pytest.mark.parametrize("seed", seeds(40, 250))
def test_a_seat_is_told_the_same_of_two_games_that_differ_in_what_lies_face_down(seed):
    chance = random.Random(seed)
    values = [tuple(chance.sample(range(1, 7), 2)) for _ in range(4)]
    open_ = card(1, 1)
    games = []
    for _ in range(2):
        chance.shuffle(values)
        game = Game(Setup(starting_seat=1, gate=3, castle=2))
        stacks = ((GATE, (open_, card(*values[0]), card(*values[1]))), (CASTLE, (card(*values[2]), card(*values[3]))))
        told = []
        for seat in (1, 2):
            for structure, stack in stacks if seat == 2 else ((GATE, (open_,) * 3), (CASTLE, (open_,) * 2)):
                for each in stack:
                    game.play(seat, lay(structure, each))
                    told.append([shown(game, viewer) for viewer in (1, None)])
        for move in (draw(1), strike(1), END):
            game.play(1, move)
            told.append([shown(game, viewer) for viewer in (1, None)])
        games.append(told)
    assert games[0] == games[1]


def several(*cards):
    return LayCard("lay", cards=tuple(CardToLay(structure, Private(each)) for structure, each in cards))


def test_several_cards_are_laid_in_one_move_as_they_are_one_by_one():
    game = Game()
    game.play(1, several(*((GATE, each) for each in ANTON[0]), (CASTLE, ANTON[1][0])))
    assert [(fact.structure, fact.cards) for fact in game.noted(facts.CardLaid)] == [(GATE, 1), (GATE, 2), (CASTLE, 1)]
    game.play(2, several((CASTLE, BEATRIX[1][0]), *((GATE, each) for each in BEATRIX[0])))
    assert game.state == laid_out().state
    assert game.noted(facts.TurnBegan) == [facts.TurnBegan(1, 1)]


def test_cards_of_one_move_are_refused_each_with_its_place():
    game = Game()
    wrong = several(
        (GATE, card(1, 1)), (CASTLE, Card("x")), (CASTLE, card(1, 1)), (GATE, card(1, 1)), (GATE, card(1, 1))
    )
    with pytest.raises(IllegalAction) as refusal:
        BOARD.check(game.state, RULES, 1, wrong)
    found = {one.field: one.reason for one in (refusal.value, *refusal.value.more)}
    assert found == {
        ("cards", 2, "structure"): "structure-complete",
        ("cards", 4, "structure"): "structure-complete",
        ("cards", 1, "card", "gate_defense"): "missing-value",
        ("cards", 1, "card", "castle_defense"): "missing-value",
    }


def test_one_card_and_several_are_not_sent_together_and_a_turn_has_one_card():
    game = Game()
    both = replace(several((GATE, card(1, 1))), structure=GATE)
    assert game.refused(1, both) == ("one-or-several", "CR-3")
    assert game.refused(1, LayCard("lay")) == ("one-or-several", "CR-3")
    later = laid_out()
    assert later.refused(1, several((GATE, card(1, 1)), (GATE, card(1, 1)))) == ("already-reinforced", "CR-6")
    later.play(1, several((GATE, card(1, 1))))


def test_names_of_cards_are_known_once_both_have_seen_the_card_and_stay_known():
    named = replace(card(2, 2), name="Τείχος")
    game = laid_out(second=((named, OGRE), (card(2, 3),)))
    assert game.state.names == ()
    game.play(1, AttackMove("play-attack", 2, "axe", name="斧"))
    assert [(one.card, one.name) for one in game.state.names] == [("axe", "斧"), (named.card, "Τείχος")]


def test_a_sealed_card_has_the_same_digest_with_and_without_a_name():
    assert seal_of(replace(OGRE, name="Ogre"), SALT) == seal_of(OGRE, SALT) == sealed(OGRE)


@pytest.mark.parametrize("name", ["siege", "sealed", "whole"])
def test_games_that_were_recorded_before_cards_had_names_still_hold(name):
    file = Path(__file__).parents[2] / "golden" / "castle-rampage" / "v1" / f"{name}.ndjson"
    with file.open("rb") as lines:
        holds, report = check_export(find_rulebooks(), lines)
    assert (holds, report["result"], report["dice"]) == (True, "identical", "proven")
