"""A whole game: the deal, hands, costs, schemes, attacks and effects, with decks and choices written out."""

from dataclasses import replace

import pytest

from app.domain.board import BoardTable, SeatMove
from app.domain.dice import ThrownDice
from app.domain.errors import IllegalAction, IllegalChoice, IllegalSituation
from app.domain.hidden import Private
from app.domain.record import Noted, Origin, Source
from app.domain.resolution import Pending, Resolved, resolve
from app.rulesets.castle_rampage import facts as attack_facts
from app.rulesets.castle_rampage.game import BOARD, facts, whole_facts
from app.rulesets.castle_rampage.game.actions import AttackMove, DrawCards, LayHeldCard, PlayCard
from app.rulesets.castle_rampage.game.catalogue import (
    CatalogueCard,
    EmptyDrawPile,
    PlayedEffect,
    PlayedEffectKind,
    Scheme,
    WholeGame,
)
from app.rulesets.castle_rampage.game.model import GameOptions, Level, Phase, ReinforceTiming, Setup
from app.rulesets.castle_rampage.game.play_questions import HeldCard, PermanentCard
from app.rulesets.castle_rampage.game.whole_sample import WHOLE_SAMPLE
from app.rulesets.castle_rampage.model import Attack as AttackSituation
from app.rulesets.castle_rampage.model import (
    Card,
    ChosenStructure,
    DiggerTarget,
    Effect,
    EffectKind,
    PurpleOnLastCard,
    Result,
    Structure,
    VeteranOnRepel,
)
from tests.rulesets.castle_rampage.test_siege import END, GIVE_UP

GATE, CASTLE = Structure.GATE, Structure.CASTLE
RULES = GameOptions()

PLAIN = (
    CatalogueCard("wall", 30, 3, 3),
    CatalogueCard("sword", 20, 1, 1, attack=2),
    CatalogueCard("knight", 6, 2, 2, attack=4, cost=1, units=("knight",)),
    CatalogueCard("archer", 6, 1, 3, units=("archer",)),
    CatalogueCard("captain", 3, 3, 3, units=("knight", "archer")),
    CatalogueCard("scheme", 3, 1, 1, scheme=Scheme(9, ("knight", "archer"), "archer", 5)),
    CatalogueCard("axe", 3, 1, 1, attack=2, when_played=(PlayedEffect(PlayedEffectKind.DRAW, 1),)),
    CatalogueCard("digger", 2, 1, 1, attack=3, bypasses_gate=True),
    CatalogueCard("veteran", 2, 1, 1, attack=2, survives_repel=True),
    CatalogueCard("banner", 3, 1, 1, permanent=True),
    CatalogueCard("supplies", 3, 1, 1, cost=1, when_played=(PlayedEffect(PlayedEffectKind.DRAW, 2),)),
    CatalogueCard("glass", 2, 1, 1, when_played=(PlayedEffect(PlayedEffectKind.LOOK_AT_HAND),)),
    CatalogueCard("ram", 4, 1, 1, when_played=(PlayedEffect(PlayedEffectKind.DESTROY_TOP_OF, structure=CASTLE),)),
    CatalogueCard("torch", 2, 1, 1, when_played=(PlayedEffect(PlayedEffectKind.DISCARD_PERMANENT),)),
    CatalogueCard("ogre", 2, 6, 6, purple=True),
)
WHOLE = WholeGame(PLAIN, EmptyDrawPile.RESHUFFLE, None)


def with_purple(effect, copies=2, *, at_random=False, whole=WHOLE):
    """The catalogue with a purple card that defends with 1 and has this effect."""
    sly = CatalogueCard("sly", copies, 1, 1, purple=True, when_destroyed=effect, at_random=at_random)
    return replace(whole, cards=(*whole.cards, sly))


class Orders(ThrownDice):
    """Decks whose first cards are written out; later shuffles leave the cards as they are, or reverse them."""

    def __init__(self, first=(), reverse=False):
        super().__init__(())
        self.first, self.reverse = first, reverse

    def shuffle(self, size, *, index):
        places = [*self.first, *(n for n in range(size) if n not in self.first)]
        self.first = ()
        return tuple(reversed(places)) if self.reverse else tuple(places)


class Whole:
    """A whole game in which seat 1 has the first turn; `deck` are the first cards of the draw pile."""

    def __init__(self, *deck, whole=WHOLE, rules=RULES):
        setup = Setup(starting_seat=1, whole=whole)
        BOARD.prepare(setup, rules, (1, 2))
        self.rules, self.state, self.left = rules, BOARD.set_up(setup, rules), []
        places, names = [], list(whole.deck())
        for name in deck:
            places.append(next(n for n, each in enumerate(names) if each == name and n not in places))
        self.run(BOARD.opening_script, setup, Orders(tuple(places)))

    def run(self, script, what, dice=None, choices=()):
        left, dice = list(choices), dice or Orders()
        players = lambda *_: (left and (left.pop(0), Source(Origin.SEAT))) or None  # noqa: E731
        self.end = resolve(script, what, self.rules, dice=dice, players=players)
        assert isinstance(self.end, Resolved), self.end
        assert left == []
        assert resolve(script, what, self.rules, record=self.end.record) == self.end
        self.facts = [entry.fact for entry in self.end.record.entries if isinstance(entry, Noted)]
        self.state = BOARD.fold(self.state, self.facts)
        return self.end.outcome

    def make(self, seat, move, *choices, dice=None):
        BOARD.check(BOARD.view(self.state, seat), self.rules, seat, move)
        return self.run(BOARD.move_script(self.state), SeatMove(seat, move), dice, choices)

    def lay(self, seat, structure, name):
        return self.make(seat, laying(structure, name))

    def play(self, seat, name, *discarded, in_play=False, more=(), dice=None):
        choices = [HeldCard(each) for each in discarded]
        return self.make(seat, PlayCard("play-card", name, in_play), *choices, *more, dice=dice)

    def asks(self, seat, move, *discarded):
        """The question that a move comes to after these cards are discarded."""
        left = [HeldCard(each) for each in discarded]
        players = lambda *_: (left and (left.pop(0), Source(Origin.SEAT))) or None  # noqa: E731
        script = BOARD.move_script(self.state)
        pending = resolve(script, SeatMove(seat, move), self.rules, dice=Orders(), players=players)
        assert isinstance(pending, Pending)
        return pending.wanted

    def refused(self, seat, move):
        with pytest.raises(IllegalAction) as refusal:
            BOARD.check(BOARD.view(self.state, seat), self.rules, seat, move)
        return refusal.value.reason, refusal.value.rule

    def hand(self, seat):
        return [part.value for part in self.state.player(seat).held]

    def stack(self, seat, structure):
        return [laid.card.value.card for laid in self.state.player(seat).stack(structure)]

    def noted(self, kind):
        return [fact for fact in self.facts if isinstance(fact, kind)]


def laying(structure, name):
    return LayHeldCard("lay-card", structure, Private(name))


def begun(hand=("sword", "sword"), other=("sword", "sword"), draws=("sword",), gate=(), castle=(), **more):
    """A game in its first turn: these are the hands, then what is drawn; gate and castle of seat 2 on top."""
    gate, castle = (*gate, *["wall"] * 4)[:4], (*castle, *["wall"] * 4)[:4]
    deals = [
        *["wall"] * 4, hand[0], *gate[:2], *castle[:2], other[0],
        *["wall"] * 4, hand[1], *gate[2:], *castle[2:], other[1],
    ]  # fmt: skip
    game = Whole(*deals, *draws, **more)
    for at in (0, 2):
        for seat, (first, second) in ((1, (["wall"] * 4,) * 2), (2, (gate, castle))):
            for structure, stack in ((GATE, first), (CASTLE, second)):
                for name in stack[at : at + 2]:
                    game.lay(seat, structure, name)
    return game


def test_each_player_is_dealt_five_cards_twice_and_keeps_one_of_each_five():
    game = Whole(*["wall"] * 4, "knight", *["archer"] * 5, *["sword"] * 5, *["captain"] * 2, *["axe"] * 3, "banner")
    assert (game.hand(1), game.hand(2)) == (["wall"] * 4 + ["knight"], ["archer"] * 5)
    assert (BOARD.asked(game.state), game.state.phase, len(game.state.deck)) == ((1, 2), Phase.LAY, 81)
    for structure in (GATE, GATE, CASTLE, CASTLE):
        game.lay(1, structure, "wall")
    assert BOARD.asked(game.state) == (2,)
    for structure in (CASTLE, GATE, CASTLE, GATE):
        game.lay(2, structure, "archer")
    assert (game.hand(1), game.hand(2)) == (["sword"] * 5, ["captain"] * 2 + ["axe"] * 3)
    assert [player.aside for player in game.state.players] == [(Private("knight"),), (Private("archer"),)]
    assert [player.hand for player in game.state.players] == [6, 6]
    for seat, names in ((1, ["sword"] * 4), (2, ["captain"] * 2 + ["axe"] * 2)):
        for structure, name in zip((GATE, GATE, CASTLE, CASTLE), names, strict=True):
            turn = game.lay(seat, structure, name)
    assert (turn.next, turn.turn, turn.acting) == ("turn", 1, 1)
    assert (game.hand(1), game.hand(2)) == (["knight", "sword", "banner"], ["archer", "axe"])
    assert game.stack(1, GATE) == ["wall", "wall", "sword", "sword"]
    assert game.stack(2, CASTLE) == ["archer", "archer", "axe", "axe"]


def test_purple_cards_are_replaced_in_the_deal_and_shuffled_back():
    game = Whole("wall", "ogre", "ogre", *["wall"] * 4, *["archer"] * 5)
    assert [(fact.seat, fact.card) for fact in game.noted(whole_facts.PurpleReplaced)] == [(1, "ogre")] * 2
    assert (game.hand(1), game.hand(2), game.state.discarded) == (["wall"] * 5, ["archer"] * 5, ("ogre",) * 2)
    assert len(game.end.revealed) == 2
    for _ in range(2):
        for seat in (1, 2):
            for structure in (GATE, GATE, CASTLE, CASTLE):
                game.lay(seat, structure, game.hand(seat)[0])
    (shuffled,) = game.noted(whole_facts.DrawPileShuffled)
    assert (shuffled.why, shuffled.size) == ("purple", len(WHOLE.deck()) - 20)
    assert (game.state.discarded, game.state.turn) == ((), 1)
    assert sorted(part.value for part in game.state.deck).count("ogre") == 2


def test_hands_are_for_their_players_and_the_draw_pile_and_what_is_laid_for_nobody():
    game = begun(hand=("knight", "scheme"))
    for viewer in (1, 2, None):
        seen = BOARD.view(game.state, viewer)
        for seat, player in enumerate(seen.players, 1):
            assert all(part.is_known is (seat == viewer) for part in player.held)
            assert not any(laid.card.is_known for laid in (*player.gate, *player.castle))
        assert not any(part.is_known for part in seen.deck)
        assert [player.hand for player in seen.players] == [3, 2]


def test_a_card_that_is_laid_cannot_be_told_from_when_it_was_drawn():
    game = begun(hand=("knight", "archer"))
    drawn = {part.tag for part in game.state.player(1).held}
    game.lay(1, GATE, "archer")
    (fact,) = game.noted(whole_facts.HeldCardLaid)
    assert (fact.card.to, fact.card.tag in drawn) == (("seat-1",), False)
    assert not BOARD.view(game.state, 1).player(1).gate[-1].card.is_known


def test_the_starting_player_draws_one_card_then_everybody_two():
    game = begun(draws=("axe", "knight", "archer", "digger", "veteran"))
    assert [fact.drawn for fact in game.noted(whole_facts.HandDrawn)] == [1]
    game.make(1, END)
    assert game.hand(2)[2:] == ["knight", "archer"]
    game.make(2, END)
    assert game.hand(1)[3:] == ["digger", "veteran"]


@pytest.mark.parametrize(("empty", "drawn"), [(EmptyDrawPile.RESHUFFLE, [1, 1]), (EmptyDrawPile.DRAW_NOTHING, [1])])
def test_an_empty_draw_pile_is_renewed_as_the_setup_says(empty, drawn):
    cards = (CatalogueCard("wall", 16, 3, 3), CatalogueCard("sword", 6, 1, 1, attack=2))
    game = begun(draws=("sword", "sword"), whole=WholeGame(cards, empty, None))
    game.play(1, "sword")
    assert (len(game.state.deck), game.state.discarded) == (1, ("sword",))
    game.make(1, END)
    assert [fact.drawn for fact in game.noted(whole_facts.HandDrawn)] == drawn
    assert [fact.why for fact in game.noted(whole_facts.DrawPileShuffled)] == ["empty"] * (len(drawn) - 1)
    game.make(2, END)
    assert game.state.turn == 3


def test_a_card_is_added_under_the_others_once_and_before_cards_are_played():
    game = begun(hand=("sword", "banner"))
    assert game.refused(2, laying(GATE, "sword")) == ("not-your-turn", "CR-7")
    assert game.refused(1, laying(GATE, "knight")) == ("card-not-in-hand", "CR-3")
    game.lay(1, GATE, "sword")
    assert (game.stack(1, GATE), game.hand(1)) == (["wall"] * 4 + ["sword"], ["banner", "sword"])
    assert game.refused(1, laying(GATE, "sword")) == ("already-reinforced", "CR-6")
    for name in ("banner", "sword"):
        late = begun(hand=("sword", "banner"))
        late.play(1, name)
        assert late.refused(1, laying(CASTLE, "sword")) == ("reinforce-before-cards", "CR-6")
    free = begun(hand=("sword", "banner"), rules=replace(RULES, reinforce_timing=ReinforceTiming.ANY_TIME))
    free.play(1, "banner")
    free.lay(1, CASTLE, "sword")


def test_what_a_card_costs_is_chosen_card_by_card_before_it_takes_effect():
    game = begun(hand=("knight", "archer"), draws=("sword",), gate=("wall",))
    wanted = game.asks(1, PlayCard("play-card", "knight"))
    assert [choice.card for choice in wanted.question.options()] == ["archer", "sword"]
    assert (wanted.seat, wanted.question.context().left, wanted.rule) == (1, 1, "CR-8")
    with pytest.raises(IllegalChoice, match="card-not-in-hand"):
        wanted.question.check(HeldCard("knight"))
    with pytest.raises(IllegalChoice, match="card-needed"):
        wanted.question.check(HeldCard())
    turn = game.play(1, "knight", "sword")
    assert (turn.attack.destroyed, turn.attack.result, turn.attack.remaining_attack) == (1, Result.REPELLED, 1)
    assert (game.hand(1), game.state.discarded) == (["archer"], ("sword", "wall", "knight"))
    supplies = begun(hand=("supplies", "archer"), draws=("sword", "axe", "banner"))
    supplies.play(1, "supplies", "archer")
    assert (supplies.hand(1), supplies.state.discarded) == (["sword", "axe", "banner"], ("archer", "supplies"))
    poor = begun(hand=("knight", "knight"), draws=("knight",))
    poor.play(1, "knight", "knight")
    assert poor.refused(1, PlayCard("play-card", "knight")) == ("cost-not-payable", "CR-8")


@pytest.mark.parametrize(("bonus", "value"), [("archer", 14), (None, 9)])
def test_a_scheme_attacks_with_nine_and_with_another_archer_with_fourteen(bonus, value):
    game = begun(hand=("scheme", "knight"), draws=("archer", "sword", "sword", "archer"))
    game.make(1, END)
    game.make(2, END)
    turn = game.play(1, "scheme", "knight", "archer", bonus)
    (began,) = game.noted(attack_facts.AttackBegan)
    assert (began.value, turn.attack.destroyed) == (value, value // 3)
    assert ("archer" in game.hand(1)) is (bonus is None)
    assert game.state.discarded[-1] == "scheme"


def test_a_unit_with_several_symbols_counts_as_one():
    move = PlayCard("play-card", "scheme")
    assert begun(hand=("scheme", "captain")).refused(1, move) == ("units-missing", "CR-11")
    game = begun(hand=("scheme", "captain"), draws=("knight",))
    wanted = game.asks(1, move)
    assert [choice.card for choice in wanted.question.options()] == ["knight"]
    with pytest.raises(IllegalChoice, match="units-needed-elsewhere"):
        wanted.question.check(HeldCard("captain"))
    rich = begun(hand=("scheme", "captain"), draws=("captain",))
    assert [choice.card for choice in rich.asks(1, move).question.options()] == ["captain"]
    second = rich.asks(1, move, "captain").question
    assert (second.context().symbol, [choice.card for choice in second.options()]) == ("archer", ["captain"])
    with pytest.raises(IllegalChoice, match="card-not-in-hand"):
        second.check(HeldCard("knight"))
    third = rich.asks(1, move, "captain", "captain").question
    assert [choice.card for choice in third.options()] == [None]
    other = begun(hand=("scheme", "captain"), draws=("archer",)).asks(1, move).question
    with pytest.raises(IllegalChoice, match="other-symbol"):
        other.check(HeldCard("archer"))


def test_the_bonus_is_left_where_the_cost_needs_the_card():
    dear = replace(PLAIN[5], card="dear", cost=1)
    game = begun(hand=("dear", "knight"), draws=("archer", "sword", "sword", "archer"), whole=plus(dear))
    game.make(1, END)
    game.make(2, END)
    move = PlayCard("play-card", "dear")
    assert game.hand(1)[3:] == ["archer", "wall"]
    third = game.asks(1, move, "knight", "archer").question
    assert [choice.card for choice in third.options()] == [None, "archer"]
    game.play(1, "dear", "knight", "archer", "archer", "wall")
    assert game.hand(1) == []
    poor = begun(hand=("dear", "knight"), draws=("archer",), whole=plus(dear))
    assert poor.refused(1, move) == ("cost-not-payable", "CR-8")


def plus(*kinds, whole=WHOLE):
    """The catalogue with more cards."""
    return replace(whole, cards=(*whole.cards, *kinds))


def test_anton_attacks_beatrix_with_nine():
    cards = (CatalogueCard("nine", 1, 1, 1, attack=9), CatalogueCard("three", 1, 3, 1), CatalogueCard("four", 1, 4, 1))
    big = CatalogueCard("six", 1, 6, 6)
    game = begun(hand=("nine", "sword"), gate=("three", "four", "six"), whole=plus(*cards, big))
    turn = game.play(1, "nine")
    steps = [(step.card, step.before, step.after, step.result) for step in turn.attack.steps]
    assert steps == [("three", 9, 6, "destroyed"), ("four", 6, 2, "destroyed"), ("six", 2, 2, "repelled")]
    assert game.state.discarded == ("three", "four", "nine")
    assert (game.stack(2, GATE), game.state.player(2).gate[0].known) == (["six", "wall"], True)
    assert [laid.card.is_known for laid in BOARD.view(game.state, 1).player(2).gate] == [True, False]


def test_a_card_that_draws_draws_before_its_attack():
    game = begun(hand=("axe", "sword"), draws=("sword", "banner"))
    turn = game.play(1, "axe")
    kinds = [type(fact) for fact in game.facts]
    assert kinds.index(whole_facts.HandDrawn) < kinds.index(attack_facts.AttackBegan)
    assert (game.hand(1), turn.attack.result) == (["sword", "sword", "banner"], Result.REPELLED)


def test_a_digger_attacks_the_castle_or_what_the_attacker_chooses():
    game = begun(hand=("digger", "sword"), castle=("sword",))
    assert [step.structure for step in game.play(1, "digger").attack.steps] == [CASTLE, CASTLE]
    free = begun(hand=("digger", "sword"), rules=replace(RULES, digger_target=DiggerTarget.ATTACKER_CHOICE))
    turn = free.play(1, "digger", more=[ChosenStructure(GATE)])
    assert [step.structure for step in turn.attack.steps] == [GATE]


@pytest.mark.parametrize(
    ("where", "hand", "in_play", "discarded"),
    [
        (VeteranOnRepel.RETURN_TO_HAND, ["sword", "sword", "veteran"], (), ()),
        (VeteranOnRepel.STAY_IN_PLAY, ["sword", "sword"], ("veteran",), ()),
        (VeteranOnRepel.DISCARD, ["sword", "sword"], (), ("veteran",)),
    ],
)
def test_where_a_repelled_veteran_goes(where, hand, in_play, discarded):
    game = begun(hand=("veteran", "sword"), rules=replace(RULES, veteran_on_repel=where))
    game.play(1, "veteran")
    assert (game.hand(1), game.state.player(1).in_play, game.state.discarded) == (hand, in_play, discarded)
    assert game.state.player(1).hand == len(hand)
    assert not any(part.is_known for part in BOARD.view(game.state, 2).player(1).held)
    if in_play:
        assert game.refused(1, PlayCard("play-card", "sword", in_play=True)) == ("not-in-play", "CR-12")
        game.play(1, "veteran", in_play=True)
        assert game.state.player(1).in_play == ("veteran",)


def test_permanent_cards_stay_and_do_not_attack():
    game = begun(hand=("banner", "sword"))
    game.play(1, "banner")
    assert (game.state.player(1).in_play, game.state.discarded) == (("banner",), ())
    assert game.refused(1, PlayCard("play-card", "banner", in_play=True)) == ("card-not-playable", "CR-9")


def struck(effect, *choices, hand=("sword", "sword"), dice=None, rules=RULES, at_random=False, before=(), **more):
    """Seat 1 destroys a purple card with 2 of strength against 1, once it has played the cards `before`."""
    whole = with_purple(effect, at_random=at_random)
    game = begun(hand=hand, whole=whole, rules=rules, **more)
    for name in before:
        game.play(1, name)
    put_on_top(game, "sly")
    game.outcome = game.play(1, "sword", more=choices, dice=dice)
    return game


def put_on_top(game, name, structure=GATE):
    """Lay a purple card, which no deal gives, on top of a structure of seat 2."""
    kind = game.state.whole.kind(name).as_defense()
    player = game.state.player(2)
    top = replace(player.stack(structure)[0], card=Private(kind, (), "0.top"))
    changed = replace(player, **{structure.value: (top, *player.stack(structure)[1:])})
    game.state = replace(game.state, players=(game.state.players[0], changed))


def test_an_attacker_discards_by_choice_or_at_random():
    effect = Effect(EffectKind.ATTACKER_DISCARDS_HAND, 2)
    game = struck(effect, HeldCard("knight"), HeldCard("sword"), hand=("sword", "knight"))
    assert (game.hand(1), game.state.discarded) == ([], ("sly", "knight", "sword", "sword"))
    mixed = struck(Effect(EffectKind.ATTACKER_DISCARDS_HAND, 1), hand=("sword", "knight"), at_random=True)
    assert (mixed.hand(1), mixed.state.discarded) == (["sword"], ("sly", "knight", "sword"))
    other = struck(
        Effect(EffectKind.ATTACKER_DISCARDS_HAND, 1),
        hand=("sword", "knight"),
        at_random=True,
        dice=Orders(reverse=True),
    )
    assert other.hand(1) == ["knight"]
    few = struck(Effect(EffectKind.ATTACKER_DISCARDS_HAND, 9), *[HeldCard("sword")] * 2, hand=("sword", "sword"))
    assert few.hand(1) == []


def test_a_defender_draws_or_the_attacker_does():
    game = struck(Effect(EffectKind.DEFENDER_DRAWS, 2), draws=("sword", "axe", "banner"))
    assert (game.hand(1), game.hand(2)) == (["sword"] * 2, ["sword", "sword", "axe", "banner"])
    own = struck(Effect(EffectKind.DRAW, 1), draws=("sword", "axe"))
    assert (own.hand(1), own.hand(2)) == (["sword", "sword", "axe"], ["sword"] * 2)


def test_a_defender_takes_a_card_at_random_which_only_both_players_see():
    game = struck(Effect(EffectKind.DEFENDER_TAKES_CARD), hand=("sword", "knight"))
    assert (game.hand(1), game.hand(2)) == (["sword"], ["sword", "sword", "knight"])
    (fact,) = game.noted(whole_facts.CardTaken)
    assert (fact.seat, fact.taker, fact.card.to) == (1, 2, ("seat-1", "seat-2"))
    assert not BOARD.view(game.state, 1).player(2).held[-1].is_known


def test_a_hand_is_shown_to_the_other_player_alone_and_not_in_the_order_of_drawing():
    game = struck(Effect(EffectKind.LOOK_AT_HAND), hand=("sword", "knight"))
    (fact,) = game.noted(whole_facts.HandShown)
    assert (fact.seat, [part.value for part in fact.cards]) == (1, ["knight", "sword"])
    assert {part.to for part in fact.cards} == {("seat-1", "seat-2")}
    assert {part.tag for part in fact.cards} & {part.tag for part in game.state.player(1).held} == set()
    assert not any(part.is_known for part in BOARD.view(game.state, 2).player(1).held)


def test_a_permanent_card_of_the_attacker_is_discarded():
    effect = Effect(EffectKind.DISCARD_PERMANENT)
    game = struck(effect, hand=("sword", "banner"), before=("banner",))
    assert (game.state.player(1).in_play, game.state.discarded) == ((), ("sly", "banner", "sword"))
    assert struck(effect).noted(whole_facts.PermanentDiscarded) == []
    flag = CatalogueCard("flag", 1, 1, 1, permanent=True)
    two = begun(hand=("flag", "banner"), whole=with_purple(effect, whole=plus(flag)))
    two.play(1, "flag")
    two.play(1, "banner")
    put_on_top(two, "sly")
    wanted = two.asks(1, PlayCard("play-card", "sword"))
    assert (wanted.seat, [choice.card for choice in wanted.question.options()]) == (2, ["flag", "banner"])
    with pytest.raises(IllegalChoice, match="not-in-play"):
        wanted.question.check(PermanentCard("sword"))
    two.play(1, "sword", more=[PermanentCard("banner")])
    assert two.state.player(1).in_play == ("flag",)


@pytest.mark.parametrize(
    ("effect", "result", "left"),
    [
        (Effect(EffectKind.END_ATTACK), Result.ENDED_BY_EFFECT, 1),
        (Effect(EffectKind.DESTROY_ATTACK_CARD), Result.ENDED_BY_EFFECT, 1),
        (Effect(EffectKind.CHANGE_REMAINING_ATTACK, 2), Result.TIED, 0),
        (Effect(EffectKind.NONE), Result.REPELLED, 1),
    ],
)
def test_effects_on_the_attack_are_those_of_attacks(effect, result, left):
    game = struck(effect)
    assert (game.outcome.attack.result, game.outcome.attack.remaining_attack) == (result, left)
    assert game.noted(attack_facts.EffectLeftToTable) == []


def test_a_purple_card_that_another_effect_discards_has_no_effect():
    game = begun(hand=("ram", "sword"), whole=with_purple(Effect(EffectKind.DEFENDER_DRAWS, 2)))
    put_on_top(game, "sly", CASTLE)
    game.play(1, "ram")
    assert (len(game.hand(2)), game.state.discarded) == (2, ("sly", "ram"))
    assert game.noted(attack_facts.PurpleDestroyed) == []


def test_what_cards_do_when_they_are_played():
    game = begun(hand=("glass", "torch"), other=("banner", "knight"), draws=("ram", "archer", "archer", "sword"))
    game.play(1, "glass")
    (shown,) = game.noted(whole_facts.HandShown)
    assert (shown.seat, [part.value for part in shown.cards]) == (2, ["banner", "knight"])
    game.play(1, "ram")
    assert (game.stack(2, CASTLE), [fact.card for fact in game.noted(facts.TopDiscarded)]) == (["wall"] * 3, ["wall"])
    game.make(1, END)
    game.play(2, "banner")
    game.make(2, END)
    game.play(1, "torch")
    assert game.state.player(2).in_play == ()
    assert game.state.discarded[-2:] == ("banner", "torch")


def test_a_game_that_an_effect_ends_does_not_come_to_the_attack():
    ending = CatalogueCard("ending", 4, 1, 1, attack=9, when_played=PLAIN[12].when_played)
    game = begun(hand=("ending", "ending"), draws=("ending", "sword", "sword", "ending"), whole=plus(ending))
    player = game.state.player(2)
    game.state = replace(game.state, players=(game.state.players[0], replace(player, castle=player.castle[:1])))
    turn = game.play(1, "ending")
    assert (turn.attack, turn.result.winners, turn.result.reason) == (None, (1,), "castle-fallen")
    assert game.state.discarded == ("wall", "ending")
    assert game.refused(2, END) == ("game-over", "CR-23")


def test_a_castle_that_an_effect_empties_stands_by_option_until_it_is_attacked():
    game = begun(hand=("ram", "sword"), rules=replace(RULES, castle_loss_any_cause=False))
    player = game.state.player(2)
    last = replace(player, castle=player.castle[:1], gate=())
    game.state = replace(game.state, players=(game.state.players[0], last))
    game.play(1, "ram")
    assert (game.state.result, game.stack(2, CASTLE)) == (None, [])
    assert game.play(1, "sword").result.winners == (1,)


def test_the_last_castle_card_ends_the_game_before_its_effect_unless_the_option_says_else():
    for resolved, drawn in ((PurpleOnLastCard.IGNORED, 2), (PurpleOnLastCard.RESOLVED, 3)):
        game = begun(
            whole=with_purple(Effect(EffectKind.DEFENDER_DRAWS, 1)),
            rules=replace(RULES, purple_on_last_castle_card=resolved),
        )
        player = game.state.player(2)
        last = replace(player, castle=player.castle[:1], gate=())
        game.state = replace(game.state, players=(game.state.players[0], last))
        put_on_top(game, "sly", CASTLE)
        turn = game.play(1, "sword")
        assert (turn.result.winners, dict(turn.result.scores)) == ((1,), {"1": 8, "2": 0})
        assert len(game.hand(2)) == drawn


def test_a_hand_above_the_limit_of_the_setup_is_reduced_when_the_turn_ends():
    game = begun(hand=("knight", "archer"), whole=replace(WHOLE, hand_limit=1))
    question = game.asks(1, END).question
    assert (question.context().left, question.context().why, question.context().card) == (2, "hand-limit", "")
    game.make(1, END, HeldCard("archer"), HeldCard("sword"))
    assert (game.hand(1), game.state.discarded, game.state.acting) == (["knight"], ("archer", "sword"), 2)


@pytest.mark.parametrize("seat", [1, 2])
def test_any_seat_concedes_at_any_time_and_scores_are_cards_at_gate_and_castle(seat):
    for game, cards in ((Whole(), 0), (begun(), 8)):
        turn = game.make(seat, GIVE_UP)
        assert (turn.result.winners, dict(turn.result.scores)) == ((3 - seat,), {"1": cards, "2": cards})


def test_the_odds_of_an_attack_know_all_cards_but_those_that_everybody_has_seen():
    heard = []
    game = begun(hand=("sword", "sword"), gate=("archer",))
    game.play(1, "sword")

    class Heard:
        def seated(self, attacker, defender, *, rule, situation=None):
            heard.append(situation)
            raise StopIteration

        def note(self, *_args, **_more):
            pass

    with pytest.raises(StopIteration):
        BOARD.act(SeatMove(1, PlayCard("play-card", "sword")), RULES, BoardTable(Heard(), game.state, BOARD.evolve))
    (situation,) = heard
    assert isinstance(situation, AttackSituation)
    assert situation.gate == (Card("wall", 3, 3), *[Card(unknown=True)] * 2)
    assert len(situation.pool) == len(WHOLE.deck()) - 4  # archer, two swords, the wall on top


def test_what_a_player_may_not_do():
    dealt = Whole(*["wall"] * 5, *["archer"] * 5, *["sword"] * 5)
    assert dealt.refused(1, END) == ("cards-not-laid", "CR-3")
    assert dealt.refused(1, PlayCard("play-card", "sword")) == ("cards-not-laid", "CR-3")
    assert dealt.refused(1, laying(GATE, "archer")) == ("card-not-in-hand", "CR-3")
    assert dealt.refused(1, LayHeldCard("lay-card", GATE, Private())) == ("card-not-named", "CR-4")
    for _ in range(2):
        dealt.lay(1, GATE, "wall")
    assert dealt.refused(1, laying(GATE, "wall")) == ("deal-complete", "CR-3")
    for _ in range(2):
        dealt.lay(1, CASTLE, "wall")
    assert dealt.refused(1, laying(CASTLE, "wall")) == ("all-laid", "CR-3")
    for structure in (GATE, GATE, CASTLE, CASTLE):
        dealt.lay(2, structure, "archer")
    assert dealt.refused(1, laying(GATE, "wall")) == ("card-set-aside", "CR-3")
    game = begun(hand=("archer", "sword"))
    for move in (AttackMove("play-attack", 9), DrawCards("draw", 2)):
        assert game.refused(1, move) == ("declared-in-siege", "CR-7")
    assert game.refused(2, PlayCard("play-card", "sword")) == ("not-your-turn", "CR-7")
    assert game.refused(2, END) == ("not-your-turn", "CR-7")
    assert game.refused(1, PlayCard("play-card", "sly")) == ("card-not-in-game", "CR-7")
    assert game.refused(1, PlayCard("play-card", "knight")) == ("card-not-in-hand", "CR-7")
    assert game.refused(1, PlayCard("play-card", "archer")) == ("card-not-playable", "CR-7")
    siege = BOARD.set_up(Setup(starting_seat=1), RULES)
    for move in (laying(GATE, "wall"), PlayCard("play-card", "wall")):
        with pytest.raises(IllegalAction, match="whole-game-only"):
            BOARD.check(siege, RULES, 1, move)


CARD = ("whole", "cards", 0)
EFFECT = Effect(EffectKind.END_ATTACK)


def first(**changes):
    """The catalogue, whose first card, the wall, is changed."""
    return {"whole": replace(WHOLE, cards=(replace(PLAIN[0], **changes), *PLAIN[1:]))}


@pytest.mark.parametrize(
    ("setup", "reason", "rule", "field"),
    [
        ({"level": Level.SEALED}, "sealed-whole-game", "CR-26", ("level",)),
        ({"gate": 3}, "fixed-in-whole-game", "CR-3", ("gate",)),
        ({"castle": 3}, "fixed-in-whole-game", "CR-3", ("castle",)),
        ({"hand": 3}, "fixed-in-whole-game", "CR-3", ("hand",)),
        ({"pool": (Card("x", 1, 1),)}, "fixed-in-whole-game", "CR-3", ("pool",)),
        (first(copies=99), "too-many-cards", "CR-1", ("whole", "cards")),
        ({"whole": replace(WHOLE, cards=PLAIN[3:7])}, "too-few-cards", "CR-2", ("whole", "cards")),
        ({"whole": plus(PLAIN[6])}, "duplicate-card", "CR-1", ("whole", "cards", len(PLAIN), "card")),
        (first(attack=2, scheme=Scheme(2, ("knight",))), "attack-and-scheme", "CR-11", (*CARD, "scheme")),
        (first(attack=2, permanent=True), "permanent-attacks", "CR-9", (*CARD, "permanent")),
        (first(bypasses_gate=True), "flag-without-attack", "CR-12", (*CARD, "bypasses_gate")),
        (first(survives_repel=True), "flag-without-attack", "CR-12", (*CARD, "survives_repel")),
        (first(units=("a", "a")), "duplicate-symbol", "CR-10", (*CARD, "units")),
        (first(when_destroyed=EFFECT), "effect-not-purple", "CR-20", (*CARD, "when_destroyed")),
        (
            first(purple=True, when_destroyed=Effect(EffectKind.DRAW)),
            "effect-amount",
            "CR-20",
            (*CARD, "when_destroyed", "amount"),
        ),
        (first(at_random=True), "random-without-discard", "CR-20", (*CARD, "at_random")),
        (
            first(when_played=(PlayedEffect(PlayedEffectKind.DRAW),)),
            "effect-amount",
            "CR-7",
            (*CARD, "when_played", 0, "amount"),
        ),
        (
            first(when_played=(PlayedEffect(PlayedEffectKind.LOOK_AT_HAND, structure=GATE),)),
            "effect-structure",
            "CR-7",
            (*CARD, "when_played", 0, "structure"),
        ),
        (first(scheme=Scheme(2, ("nobody",))), "unknown-symbol", "CR-10", (*CARD, "scheme")),
        (first(scheme=Scheme(2, ("knight",), "nobody", 1)), "unknown-symbol", "CR-10", (*CARD, "scheme")),
        (
            first(scheme=Scheme(2, ("knight",), "archer")),
            "bonus-incomplete",
            "CR-11",
            (*CARD, "scheme", "bonus_attack"),
        ),
        (first(scheme=Scheme(2, ("knight",), None, 1)), "bonus-incomplete", "CR-11", (*CARD, "scheme", "bonus_attack")),
        (
            first(scheme=Scheme(98, ("knight",), "archer", 2)),
            "attack-too-high",
            "CR-12",
            (*CARD, "scheme", "bonus_attack"),
        ),
    ],
)
def test_what_a_setup_forbids(setup, reason, rule, field):
    with pytest.raises(IllegalSituation) as refused:
        BOARD.prepare(Setup(**{"whole": WHOLE, **setup}), RULES, (1, 2))
    assert (refused.value.reason, refused.value.rule, refused.value.field) == (reason, rule, field)
    assert refused.value.more == ()


def test_the_sample_is_marked_as_one():
    assert all(kind.card.startswith("sample-") for kind in WHOLE_SAMPLE.cards)
    assert {kind.when_destroyed.effect for kind in WHOLE_SAMPLE.cards} == set(EffectKind)
    assert {effect.effect for kind in WHOLE_SAMPLE.cards for effect in kind.when_played} == set(PlayedEffectKind)
