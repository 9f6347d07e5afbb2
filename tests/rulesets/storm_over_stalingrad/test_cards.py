"""Tactical cards in a game: drawn, held, played as an action or before a roll, and what they change."""

import random
from dataclasses import replace
from itertools import islice

import pytest

from app.domain.board import SeatMove
from app.domain.dice import ThrownDice
from app.domain.errors import IllegalChoice, IllegalSituation
from app.domain.fairness import ProvableDice
from app.domain.hidden import Private
from app.domain.record import Noted, Origin, Source
from app.domain.resolution import Pending, resolve
from app.rulesets.storm_over_stalingrad.game import BOARD, facts
from app.rulesets.storm_over_stalingrad.game.card_moves import MOST_ADVANCES
from app.rulesets.storm_over_stalingrad.game.card_questions import (
    Advance,
    ChooseDiscards,
    ChooseFireCard,
    Discards,
    FireCard,
)
from app.rulesets.storm_over_stalingrad.game.card_traits import TraitKind, traits_of
from app.rulesets.storm_over_stalingrad.game.cards import TacticalCard, Timing
from app.rulesets.storm_over_stalingrad.game.model import PlayCard
from app.rulesets.storm_over_stalingrad.game.samples import SAMPLE, SAMPLE_CARDS, SAMPLES
from app.rulesets.storm_over_stalingrad.model import Allocator, CardFire, Points
from app.services.rulebooks.installed import find_rulebooks
from tests.rulesets.storm_over_stalingrad.test_fire import FRESH, GERMAN, SOVIET, SPENT
from tests.rulesets.storm_over_stalingrad.test_game import MAP, PASS, RULES, Game, fires, german
from tests.thorough import seeds, thorough

ACTION, OWN, ENEMY = Timing.OWN_ACTION, Timing.OWN_FIRE, Timing.ENEMY_FIRE
BARRAGE = TacticalCard("barrage", GERMAN, ACTION, card_fire=CardFire(6))
ASSAULT = TacticalCard("assault", GERMAN, ACTION, move_then_fire=True)
OBSERVER = TacticalCard("observer", GERMAN, OWN, allocation_by=Allocator.FIRING_PLAYER)
ROCKETS = TacticalCard("rockets", GERMAN, OWN, attack_bonus=3)
RUBBLE = TacticalCard("rubble", SOVIET, ENEMY, terrain_multiplier=2, lasts=True)
CELLARS = TacticalCard("cellars", SOVIET, ENEMY, terrain_bonus=1)
SHORTAGE = TacticalCard("shortage", SOVIET, ENEMY, cancel_fire=True)
NONE = FireCard()


class InOrder(ThrownDice):
    """Dice as they are written, and decks that lie in the order of the setup."""

    def shuffle(self, size, *, index):
        return tuple(range(size))


class CardGame(Game):
    """A game played with written dice and choices; decks are drawn in the order of the setup."""

    def __init__(self, *cards, hand_sizes=(9,), discards=False, **changes):
        start, rules = replace(MAP, cards=cards, hand_sizes=hand_sizes, **changes), replace(RULES, discards=discards)
        BOARD.prepare(start, rules, (1, 2))
        self.rules, self.state = rules, BOARD.set_up(start, rules)
        self.run(BOARD.opening_script, start, (), ())

    def run(self, script, what, dice, choices):
        thrown, left = InOrder(dice), list(choices)
        players = lambda *_: (left and (left.pop(0), Source(Origin.SEAT))) or None  # noqa: E731
        end = resolve(script, what, self.rules, dice=thrown, players=players)
        assert not isinstance(end, Pending), end
        assert not thrown.left_over
        assert left == []
        assert resolve(script, what, self.rules, record=end.record) == end
        self.facts = [entry.fact for entry in end.record.entries if isinstance(entry, Noted)]
        self.state = BOARD.fold(self.state, self.facts)
        return end

    def hand(self, seat, seen_by=None):
        state = self.state if seen_by is None else BOARD.view(self.state, seen_by)
        return [part.known and part.known.id for part in state.cards[seat - 1].hand]


def test_hands_are_drawn_at_the_beginning_of_each_turn_and_seen_by_their_side_only():
    game = CardGame(BARRAGE, ASSAULT, OBSERVER, RUBBLE, hand_sizes=(1, 3))
    assert (game.hand(1), game.hand(2)) == (["barrage"], ["rubble"])
    assert (game.hand(1, seen_by=1), game.hand(1, seen_by=2)) == (["barrage"], [None])
    assert [len(part.deck) for part in game.state.cards] == [2, 0]
    assert BOARD.view(game.state, 1).cards[0].deck == BOARD.view(game.state, None).cards[0].deck
    game.play(1, PASS)
    game.play(2, PASS)
    assert game.hand(1) == ["barrage", "assault", "observer"]
    assert [fact.seat for fact in game.facts if isinstance(fact, facts.CardsDrawn)] == [1]


def test_of_two_copies_of_a_card_one_is_listed_and_both_may_be_played():
    game = CardGame(BARRAGE, replace(BARRAGE, id="barrage-2"), replace(BARRAGE, id="other", card_fire=CardFire(1)))
    played = [move.card for move in BOARD.legal(game.state, RULES, 1) if isinstance(move, PlayCard)]
    assert list(dict.fromkeys(played)) == ["barrage", "other"]
    BOARD.check(game.state, RULES, 1, PlayCard("play-card", "barrage-2", "B"))
    discards = ChooseDiscards(game.state.cards[0].hand)
    assert [choice.cards for choice in discards.options()] == [
        (), ("barrage",), ("other",), ("barrage", "barrage-2", "other")
    ]  # fmt: skip


def test_a_card_fires_instead_of_units():
    game = CardGame(BARRAGE)
    end = game.play(1, PlayCard("play-card", "barrage", "B"), Points({"r0": 2, "r1": 0}), dice=[(4, 2)])
    fire = end.outcome.fire
    assert (fire.attack_points, fire.defense_points, fire.fire_marker, fire.spent_firers) == (12, 10, None, ())
    assert (game.hand(1), [card.id for card in game.state.cards[0].discarded]) == ([], ["barrage"])
    assert (game.state.acting, game.units("A")) == (2, {"g1": FRESH, "g2": FRESH})


def test_units_move_to_an_adjacent_area_and_fire_by_a_card():
    game = CardGame(ASSAULT)
    move = PlayCard("play-card", "assault", "B", "A", "B")
    end = game.play(1, move, Points({"r0": 1, "r1": 1}), dice=[(3, 2)])
    fire = end.outcome.fire
    assert (fire.attack_points, fire.defense_points, fire.terrain_ignored_because) == (9, 7, ("same-area",))
    assert (game.units("A"), game.units("B")) == ({"g2": FRESH}, {"r0": SPENT, "r1": SPENT, "g1": SPENT})
    assert BOARD.asked(game.state) == (2,)


def test_an_area_that_is_entered_by_a_card_comes_under_control():
    areas = tuple(replace(area, adjacent=("C", "A")) if area.id == "B" else area for area in MAP.areas)
    areas = tuple(replace(area, adjacent=("B", "C")) if area.id == "A" else area for area in areas)
    near = CardGame(ASSAULT, areas=tuple(replace(a, controller=SOVIET) if a.id == "C" else a for a in areas))
    near.play(1, PlayCard("play-card", "assault", "B", "A", "C"), dice=[(1, 1)])
    assert (near.area("C").controller, near.units("C")) == (GERMAN, {"g1": SPENT})


def test_who_has_cards_is_asked_before_each_roll_whether_one_fits_or_not():
    game = CardGame(BARRAGE, SHORTAGE)
    end = game.play(1, fires("A", "B"), NONE, NONE, dice=[(1, 1)])
    asked = [entry.by for entry in end.record.entries if getattr(entry, "question", "") == "choose-fire-card"]
    assert asked == ["seat-1", "seat-2"]


def test_cards_change_points_terrain_and_who_distributes():
    game = CardGame(ROCKETS, OBSERVER, RUBBLE, CELLARS)
    cards = [FireCard("rockets"), FireCard("observer"), FireCard("cellars"), FireCard("rubble")]
    end = game.play(1, fires("A", "B"), *cards, Points({"r0": 3, "r1": 2}), dice=[(6, 6)])
    fire = end.outcome.fire
    assert (fire.attack_points, fire.defense_points, fire.damage_points) == (19, 14, 5)
    chosen = [entry for entry in end.record.entries if getattr(entry, "question", "") == "allocate-damage"]
    assert [entry.by for entry in chosen] == ["attacker"]
    assert (game.hand(1), game.hand(2)) == ([], [])


def test_rubble_stays_and_cellars_do_not():
    for card, kept in ((RUBBLE, (2, 0)), (CELLARS, (1, 0))):
        game = CardGame(card)
        end = game.play(1, fires("A", "B"), FireCard(card.id), dice=[(1, 1)])
        assert (game.area("B").terrain_multiplier, game.area("B").terrain_bonus) == kept
        assert end.outcome.fire.defense_points == (13 if card is RUBBLE else 11)
        left = {area.id: area for area in end.outcome.fire.after.areas}
        assert left.get("B", game.area("B")) == game.area("B")


def test_a_card_cancels_a_fire_and_nobody_is_asked_any_more():
    game = CardGame(SHORTAGE, CELLARS)
    end = game.play(1, fires("A", "B"), FireCard("shortage"))
    assert (end.outcome.fire.damage_points, end.outcome.fire.spent_firers) == (0, ("g1",))
    assert game.hand(2) == ["cellars"]


@pytest.mark.parametrize(
    ("move", "reason", "rule"),
    [
        (PlayCard("play-card", "rubble", "B"), "card-not-in-hand", "SS-54"),
        (PlayCard("play-card", "nothing", "B"), "card-not-in-hand", "SS-54"),
        (PlayCard("play-card", "rockets", "B"), "card-not-own-action", "SS-54"),
        (PlayCard("play-card", "barrage", "Q"), "unknown-area", "SS-5"),
        (PlayCard("play-card", "barrage", "C"), "no-target", "SS-6"),
        (PlayCard("play-card", "barrage", "B", "A"), "card-fires-itself", "SS-56"),
        (PlayCard("play-card", "assault", "B"), "unknown-area", "SS-56"),
        (PlayCard("play-card", "assault", "B", "A", "C"), "not-adjacent", "SS-56"),
        (PlayCard("play-card", "assault", "B", "A", "A"), "not-adjacent", "SS-56"),
        (PlayCard("play-card", "assault", "B", "D", "A"), "nobody-able-to-fire", "SS-2"),
        (PlayCard("play-card", "assault", "D", "A", "B"), "target-not-adjacent", "SS-5"),
    ],
)
def test_what_a_card_may_not_do(move, reason, rule):
    game = CardGame(BARRAGE, ASSAULT, ROCKETS, RUBBLE)
    assert game.refused(1, move) == (reason, rule)


def test_a_full_area_is_not_entered_by_a_card():
    areas = (replace(MAP.areas[0], units=(*MAP.areas[0].units,)), MAP.areas[1], *MAP.areas[2:])
    game = CardGame(ASSAULT, areas=areas)
    game.rules = replace(RULES, stacking_limit=1)
    full = replace(game.state.areas[3], units=(replace(MAP.areas[0].units[0], id="g9"),))
    game.state = replace(game.state, areas=(*game.state.areas[:3], full))
    assert game.refused(1, PlayCard("play-card", "assault", "B", "A", "D")) == ("no-room", "SS-39")


def test_which_units_move_and_fire():
    units = (*MAP.areas[0].units, replace(MAP.areas[0].units[0], id="g3"))
    game = CardGame(ASSAULT, areas=(replace(MAP.areas[0], units=units), *MAP.areas[1:]))
    question = game.asked(PlayCard("play-card", "assault", "B", "A", "B"))
    assert list(question.options()) == [Advance(("g1", "g3")), Advance(("g1",)), Advance(("g3",))]
    for choice, reason in (
        (Advance(("g2",)), "unit-not-able"),
        (Advance(()), "no-firers"),
        (Advance(("g1", "g1")), "duplicate-unit"),
    ):
        with pytest.raises(IllegalChoice) as refused:
            question.check(choice)
        assert refused.value.reason == reason
    crowded = replace(question, rules=replace(RULES, stacking_limit=1))
    with pytest.raises(IllegalChoice, match="no-room"):
        crowded.check(Advance(("g1", "g3")))


def test_a_card_that_does_not_fit_cannot_be_played_in_a_fire():
    game = CardGame(BARRAGE, ROCKETS)
    question = game.asked(fires("A", "B"))
    assert isinstance(question, ChooseFireCard)
    assert list(question.options()) == [NONE, FireCard("rockets")]
    for card in ("barrage", "rubble"):
        with pytest.raises(IllegalChoice, match="card-not-playable"):
            question.check(FireCard(card))


@pytest.mark.parametrize(
    ("cards", "hand_sizes", "reason", "rule", "field"),
    [
        ((BARRAGE, BARRAGE), (1,), "duplicate-card", "SS-55", ("cards", 1, "id")),
        ((BARRAGE,), (), "hand-sizes-missing", "SS-66", ("hand_sizes",)),
        ((replace(BARRAGE, move_then_fire=True),), (1,), "card-one-action", "SS-56", ("cards", 0)),
        ((replace(BARRAGE, card_fire=None),), (1,), "card-one-action", "SS-56", ("cards", 0)),
        ((replace(BARRAGE, cancel_fire=True),), (1,), "card-not-in-action", "SS-56", ("cards", 0)),
        ((replace(BARRAGE, timing=OWN),), (1,), "card-action-in-fire", "SS-56", ("cards", 0)),
        ((replace(ROCKETS, cancel_fire=True),), (1,), "card-cancels-own", "SS-56", ("cards", 0)),
        ((replace(OBSERVER, timing=ENEMY),), (1,), "card-gives-allocation", "SS-56", ("cards", 0)),
        ((replace(ROCKETS, attack_bonus=0),), (1,), "card-without-effect", "SS-56", ("cards", 0)),
    ],
)
def test_which_cards_a_setup_forbids(cards, hand_sizes, reason, rule, field):
    with pytest.raises(IllegalSituation) as refused:
        BOARD.prepare(replace(MAP, cards=cards, hand_sizes=hand_sizes), RULES, (1, 2))
    assert (refused.value.reason, refused.value.rule, refused.value.field) == (reason, rule, field)


@thorough
def test_random_games_with_cards_end_fold_and_lose_no_card():
    played = {}
    for seed in seeds(20, 200):
        draw = random.Random(seed)
        options, start = replace(RULES, turns=draw.randint(1, 4)), SAMPLES["sample-with-cards"]
        state, number = BOARD.set_up(start, options), 0

        def run(script, what, state, options=options, draw=draw, seed=seed):
            end = resolve(
                script, what, options, dice=ProvableDice(random.Random(seed * 10_000 + number).randbytes(32)),
                players=lambda q, _by: (draw.choice(list(islice(q.options(), 30))), Source(Origin.SEAT)),
            )  # fmt: skip
            assert resolve(script, what, options, record=end.record) == end
            return BOARD.fold(state, [e.fact for e in end.record.entries if isinstance(e, Noted)])

        state = run(BOARD.opening_script, start, state)
        while state.result is None and number < 2_000:
            number += 1
            seat = draw.choice(BOARD.asked(state))
            seen = BOARD.view(state, seat)
            legal = list(BOARD.legal(seen, options, seat))
            calm = [move for move in legal if move.kind not in ("concede", "agree-end")] if number < 150 else legal
            move = draw.choice(calm or legal)
            BOARD.check(seen, options, seat, move)
            state = run(BOARD.move_script(state), SeatMove(seat, move), state)
            for own, side in zip(state.cards, start.sides, strict=True):
                there = [part.value.id for part in (*own.deck, *own.hand)] + [card.id for card in own.discarded]
                assert sorted(there) == sorted(card.id for card in SAMPLE_CARDS if card.side is side)
        assert state.result is not None
        played |= {card.id: True for own in state.cards for card in own.discarded}
    assert len(played) == len(SAMPLE_CARDS)


def test_every_area_of_the_sample_map_has_a_name():
    assert [area.id for area in SAMPLE.areas if area.name is None] == []


def test_a_game_without_cards_asks_and_draws_nothing():
    game = Game(replace(SAMPLE, cards=()))
    assert game.state.cards[0].deck == game.state.cards[0].hand == ()
    game.play(1, PASS)
    assert not any(isinstance(fact, facts.CardsDrawn) for fact in game.facts)


def test_each_side_may_discard_when_a_turn_ends_where_an_option_says_so():
    game = CardGame(BARRAGE, ASSAULT, OBSERVER, RUBBLE, CELLARS, hand_sizes=(2,), discards=True)
    game.play(1, PASS)
    end = game.play(2, PASS, Discards(("assault",)), Discards())
    assert (game.hand(1), game.hand(2)) == (["barrage", "observer"], ["rubble", "cellars"])
    assert [card.id for card in game.state.cards[0].discarded] == ["assault"]
    assert len(end.revealed) == 1  # what is discarded is seen by all
    told = [type(fact) for fact in game.facts]
    assert told.index(facts.TurnEnded) < told.index(facts.CardsDiscarded) < told.index(facts.CardsDrawn)
    off = CardGame(BARRAGE, RUBBLE)
    off.play(1, PASS)
    off.play(2, PASS)  # nobody is asked


def test_only_cards_in_hand_are_discarded_and_each_once():
    question = ChooseDiscards(tuple(Private(card) for card in (BARRAGE, ASSAULT)))
    sets = [(), ("barrage",), ("assault",), ("barrage", "assault")]
    assert [choice.cards for choice in question.options()] == sets
    for cards, reason in ((("rubble",), "card-not-in-hand"), (("barrage", "barrage"), "duplicate-card")):
        with pytest.raises(IllegalChoice) as refused:
            question.check(Discards(cards))
        assert (refused.value.reason, refused.value.rule) == (reason, "SS-67")


def test_a_side_that_holds_no_card_is_not_asked_to_discard():
    game = CardGame(BARRAGE, hand_sizes=(1,), discards=True)
    game.play(1, PASS)
    game.play(2, PASS, Discards(("barrage",)))
    assert (game.hand(1), game.hand(2), game.state.turn) == ([], [], 2)


def test_of_very_many_advances_some_of_each_card_are_listed_and_all_are_accepted():
    ids = [f"a{n}" for n in range(28)]
    everywhere = [*(area.id for area in MAP.areas), *ids]
    more = tuple(
        replace(
            MAP.areas[0],
            id=id,
            adjacent=tuple(other for other in everywhere if other != id),
            units=(german(f"u{n}"),),
        )
        for n, id in enumerate(ids)
    )
    cards = [replace(ASSAULT, id=f"c{n}", attack_bonus=n) for n in range(9)]
    game = CardGame(*cards, areas=(*MAP.areas, *more))
    listed = [move for move in BOARD.legal(game.state, game.rules, 1) if isinstance(move, PlayCard)]
    assert {move.card for move in listed} == {card.id for card in cards}
    assert len(listed) <= MOST_ADVANCES
    last = PlayCard("play-card", "c8", "B", "a27", "A")
    assert last not in listed
    BOARD.check(game.state, game.rules, 1, last)


@pytest.mark.parametrize("language", ["en", "de", "fr", "ru"])
def test_every_trait_of_a_card_has_words(language):
    texts = find_rulebooks()["storm-over-stalingrad"].texts(language)
    for kind in TraitKind:
        told = texts.find("card", {"traits": [{"trait": kind, "amount": 2}]})
        assert told == texts.find(f"word.{kind}.does", {"count": 2}, count=2)


def test_a_card_says_when_it_is_played_and_what_it_does():
    def told(card):
        return [(each.trait, each.amount) for each in traits_of(card)]

    assert [told(card) for card in SAMPLE_CARDS] == [
        [("as-own-action", None), ("fires", 6)],
        [("as-own-action", None), ("moves-then-fires", None)],
        [("in-enemy-fire", None), ("cancels-fire", None)],
        [("in-own-fire", None), ("deals-damage", None)],
        [("as-own-action", None), ("fires", 7)],
        [("in-enemy-fire", None), ("multiplies-terrain", 2), ("lasts", None)],
        [("in-enemy-fire", None), ("adds-terrain", 1)],
        [("in-own-fire", None), ("adds-attack-points", 2)],
    ]


def test_choices_of_cards_tell_what_each_does_and_whoever_does_not_see_a_card_is_told_nothing():
    game = CardGame(BARRAGE, RUBBLE)
    move = PlayCard("play-card", "barrage", "B")
    assert [each.trait for each in BOARD.leads_to(game.state, move).traits] == ["fires"]
    assert BOARD.leads_to(BOARD.view(game.state, 2), move) is None
    assert BOARD.leads_to(game.state, PASS) is None
    question = ChooseDiscards(tuple(Private(card) for card in (BARRAGE, ASSAULT)))
    assert [each and len(each.traits) for each in map(question.leads_to, question.options())] == [None, 2, 2, None]
    asked = ChooseFireCard((Private(CELLARS),), ENEMY, None)
    assert [[each.trait for each in asked.leads_to(choice).traits] for choice in asked.options()] == [
        [],
        ["adds-terrain"],
    ]
