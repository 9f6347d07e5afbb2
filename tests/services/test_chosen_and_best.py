"""No choice of a random player is worth more to it than the one that advice puts first, in attacks and in games."""

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random

import pytest

from app.conformance.games import Game, seatings, take_step
from app.conformance.play import RandomPlayer, key_of
from app.domain.board import Act, SeatMove
from app.domain.dice import ThrownDice
from app.domain.fairness import ProvableDice
from app.domain.odds import finished
from app.domain.record import Chose, Record, seat_name
from app.domain.resolution import resolve
from app.domain.table import ChoiceWanted
from app.errors import Problem
from app.rulesets.castle_rampage import DRAGON, OGRE
from app.rulesets.castle_rampage import RULESET as CASTLE_RAMPAGE
from app.rulesets.castle_rampage.game.samples import SAMPLE_CARDS
from app.rulesets.castle_rampage.model import Attack, Attacker, Card, DiggerTarget
from app.rulesets.castle_rampage.model import Options as CastleOptions
from app.rulesets.open_forces import RULESET as OPEN_FORCES
from app.rulesets.open_forces.game.model import DefenderSays
from app.rulesets.open_forces.game.options import Declarations, OpenForcesGameOptions
from app.rulesets.open_forces.model import CasualtyChoice, OpenForcesCover, SurplusDice
from app.rulesets.x_wing import RULESET as X_WING
from app.rulesets.x_wing.options import AMG_1_4_5
from app.services.odds.advice import OddsPoint, ranked_odds_of
from app.services.odds.compute_budget import ComputeBudget
from app.services.odds.of_actions import by_default, worth_in_game, worth_of_moves
from app.services.play.players import Players
from app.services.play.scripts import run
from app.services.rulebooks.installed import find_rulebooks
from tests.rulesets.test_advice import OWNERS, skirmish
from tests.rulesets.x_wing.short_situations import attack as dogfight
from tests.rulesets.x_wing.short_situations import attacker, defender
from tests.thorough import cases, seeds, thorough

BOOKS = find_rulebooks()
WANTED_BY_ATTACKERS = {
    "open-forces": ("kills",),
    "castle-rampage": ("castle_fallen", "destroyed", "gate_cleared"),
    "x-wing": ("damage", "destroyed", "crit_damage"),
    "storm-over-stalingrad": ("damage_points", "eliminated", "retreated", "flipped"),
}
"""What an attacker wants more of, and a defender less, what counts most first."""

DIGGER = Attacker(5, bypasses_gate=True, card="digger")
ATTACKS = {
    "open-forces, whole groups": ("open-forces", skirmish(3, 5), OWNERS),
    "open-forces, splash": ("open-forces", skirmish(2, 4, spl=2), OWNERS),
    "castle-rampage": (
        "castle-rampage",
        Attack(DIGGER, (OGRE,), (DRAGON, Card("keep", 1, 1))),
        CastleOptions(digger_target=DiggerTarget.ATTACKER_CHOICE),
    ),
    "x-wing": (
        "x-wing",
        dogfight(attacker(focus=1, lock=True), 2, defender(1, shields=1, focus=1, evade=1)),
        AMG_1_4_5,
    ),
}
CONFIRMED = OpenForcesGameOptions(
    surplus_dice=SurplusDice.OWNER_CHOICE,
    casualty_choice=CasualtyChoice.DEFENDER,
    declarations=Declarations.CONFIRMED,
)
SKIRMISHES = OPEN_FORCES.board.setups
KNOWN_POOL = replace(CASTLE_RAMPAGE.board.setups["siege"], pool=SAMPLE_CARDS * 12)
GAMES = {
    "open-forces, declared": (
        "open-forces",
        SKIRMISHES["sample"],
        CONFIRMED,
        12,
        {"declare-attack", "answer-declaration"},
    ),
    "open-forces, on a battlefield": (
        "open-forces",
        SKIRMISHES["sample-with-positions"],
        CONFIRMED,
        6,
        {"declare-attack"},
    ),
    "castle-rampage": ("castle-rampage", KNOWN_POOL, None, 24, {"act"}),
    "x-wing": ("x-wing", X_WING.board.setups["ships"], None, 8, {"act"}),
}
"""Slug, setup, options, how many moves, and the questions that have to be priced in them."""


def worth_to(slug, role, priced):
    """What a choice is worth to a role: the more, the better."""
    sign = 1 if role == "attacker" else -1
    means = (
        sum(value * chance for value, chance in priced.distributions[name].items())
        for name in WANTED_BY_ATTACKERS[slug]
    )
    return tuple(sign * Fraction(mean) for mean in means)


def chosen_in(record):
    """Each choice of a record that was one, with what stood before it."""
    for place, (entry, source) in enumerate(zip(record.entries, record.sources, strict=True)):
        if isinstance(entry, Chose) and source.origin != "rules":
            yield entry, Record(record.entries[:place], record.sources[:place])


def require_no_better(slug, role, worth, choice):
    """The choices stand in the order of their worth to a role, and the one that was made is none the better."""
    with_attack = [one for one in worth.priced if one.distributions]
    assert worth.chosen is not None
    assert worth.chosen.choice == choice
    values = [worth_to(slug, role, one) for one in with_attack]
    assert values == sorted(values, reverse=True), choice
    if worth.chosen.distributions:
        assert worth_to(slug, role, worth.chosen) <= values[0]


@thorough
@pytest.mark.parametrize("name", ATTACKS)
def test_nobody_chooses_better_than_the_best_in_an_attack(name):
    slug, situation, options = ATTACKS[name]
    book, found = BOOKS[slug], 0
    for seed in seeds(3, 40):
        player = RandomPlayer(Random(seed))
        end = resolve(book.ruleset.script, situation, options, dice=ProvableDice(key_of(seed)), players=player)
        for entry, before in chosen_in(end.record):
            asked = run(
                book,
                (book.ruleset.script, situation, options),
                before,
                ThrownDice(),
                Players(book.ruleset, {"attacker": "ask", "defender": "ask"}),
            )
            spot = OddsPoint(situation, options, by_default(book), before, asked.wanted)
            worth = finished(ranked_odds_of(book, spot, lambda _seen, entry=entry: entry.choice))
            require_no_better(slug, entry.by, worth, entry.choice)
            found += 1
    assert found


IDLE = ("concede", "offer-stalemate", "decline-stalemate", "end-turn", "end-phase", "discard", "turn-up")
"""Moves that a random player makes only where it has no other: a game is to come to its attacks."""


def steps_of(book, setup, options, seed, moves):
    """The moves of a game of random players, each with the question for it."""
    board, random = book.ruleset.board, Random(seed)
    seats = next(seatings(board, setup))
    game = Game("a game", board, setup, options or board.options(), seats)
    state = take_step(game, "its opening", board.open, None, board.set_up(setup, game.options), random)
    for _ in range(moves):
        if not (asked := board.asked(state)):
            return
        act = Act(board, state, game.options, random.choice(asked))
        legal = list(islice(act.options(), 40))
        move = random.choice([one for one in legal if one.kind not in IDLE] or legal)
        state = take_step(game, "a move", board.act, SeatMove(act.seat, move), state, random)
        yield game.steps[-1], act, move


def worth_or_nothing(job):
    """What a job finds out; None where it says that nothing can be computed."""
    try:
        return finished(job)
    except Problem as none:
        return None if none.code in ("not-computable", "limit-exceeded") else none


def role_of(entry):
    """The role of the one who chose: before an attack of Open Forces the defender answers the declaration alone."""
    if entry.by in ("attacker", "defender"):
        return entry.by
    return "defender" if entry.question == "answer-declaration" else "attacker"


@thorough
@pytest.mark.parametrize("name", GAMES)
def test_nobody_chooses_better_than_the_best_in_a_game(name):
    slug, setup, options, moves, wanted = GAMES[name]
    book, found = BOOKS[slug], set()
    for seed in seeds(1, 10):
        for step, act, move in steps_of(book, setup, options, seed, cases(moves, 3 * moves)):
            question = ChoiceWanted(act, seat_name(act.seat), "")
            if worth := worth_or_nothing(worth_of_moves(book, question, 0, ComputeBudget())):
                mine = next(one for one in worth.priced if one.choice == move)
                require_no_better(slug, "attacker", replace(worth, chosen=mine), move)
                found.add("act")
            call = (step.script, step.situation, act.rules)
            for entry, before in chosen_in(step.end.record):
                asked = worth_in_game(book, call, before, lambda _seen, entry=entry: entry.choice, ComputeBudget())
                worth = worth_or_nothing(asked)
                if worth and worth.chosen.distributions:
                    require_no_better(slug, role_of(entry), worth, entry.choice)
                    found.add(entry.question)
    assert found >= wanted


def test_a_cover_of_its_own_is_worth_more_to_the_defender_than_to_accept_that_there_is_none():
    """Before the attack its target is asked, whose interest is not that of the one who commands."""
    book = BOOKS["open-forces"]
    mine = DefenderSays(accepted=True, cover=(OpenForcesCover(2, 3),))
    for step, act, _ in steps_of(book, SKIRMISHES["sample"], CONFIRMED, 0, 12):
        for entry, before in chosen_in(step.end.record):
            if entry.question == "answer-declaration":
                call = (step.script, step.situation, act.rules)
                worth = finished(worth_in_game(book, call, before, lambda _seen: mine, ComputeBudget()))
                assert [one.choice for one in worth.priced[:2]] == [mine, DefenderSays(accepted=True)]
                return
    raise AssertionError("nobody declared an attack")
