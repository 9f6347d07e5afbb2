"""Games of any legal setup and any legal attacks, not the samples only: all choices can be listed, told and told apart."""

import random
from itertools import islice

import pytest

from app.conformance.afterwards import is_taken_again, require_on_board
from app.conformance.boards import asked_in, require_game_texts
from app.conformance.games import Game, steps_of
from app.conformance.play import RandomPlayer, key_of
from app.conformance.texts import require_question_texts
from app.domain.errors import Refusal
from app.domain.fairness import ProvableDice
from app.domain.resolution import resolve
from app.services.rulebooks.installed import find_rulebooks
from app.services.rulebooks.own_names import OwnNames, things_in
from tests.rulesets import random_setups
from tests.thorough import seeds, thorough

BOOKS = find_rulebooks()
MOVES = 25


def drawn(slug, seed):
    """A game of a legal setup with legal options."""
    chance, board = random.Random(f"{slug} {seed}"), BOOKS[slug].ruleset.board
    while True:
        setup, options = random_setups.SETUPS[slug](chance), random_setups.options(board.options, chance)
        seats = tuple(range(1, board.seats(setup) + 1)) if board.seats else (1, 2)
        try:
            board.prepare(setup, options, seats)
        except Refusal:
            continue
        return Game(f"{slug} {seed}", board, setup, options, seats)


@thorough
@pytest.mark.parametrize("seed", seeds(6, 60))
@pytest.mark.parametrize("slug", random_setups.SETUPS)
def test_every_choice_of_any_legal_game_is_listed_and_told_apart_and_what_attacks_leave_is_what_stands_there(
    slug, seed
):
    game = drawn(slug, seed)
    for _ in islice(steps_of(game, seed), MOVES):
        pass
    require_game_texts(BOOKS[slug], game)
    require_on_board(BOOKS[slug], game)
    if game.board.ahead is not None:
        for state, seat in asked_in(game):
            for move in game.board.legal(state, game.options, seat):
                game.board.ahead.missing(state, move)


@thorough
@pytest.mark.parametrize("seed", seeds(12, 100))
@pytest.mark.parametrize("slug", random_setups.ATTACKS)
def test_every_choice_of_any_legal_attack_is_listed_and_told_apart_and_what_it_leaves_can_be_sent_again(slug, seed):
    book, player = BOOKS[slug], RandomPlayer(random.Random(seed))
    situation, options = random_setups.ATTACKS[slug](seed)
    end = resolve(book.ruleset.script, situation, options, dice=ProvableDice(key_of(seed)), players=player)
    is_taken_again(book, f"{slug} {seed}", situation, options, end.outcome)
    for question, by in player.asked:
        assert len(list(question.options())) == question.total()
        require_question_texts(book, question, by, OwnNames(things_in(book.codec.situation.dump(situation))))


def test_every_rulebook_with_a_game_is_drawn():
    own = {slug for slug, book in BOOKS.items() if book.package.startswith("app.") and book.ruleset.board}
    assert own == random_setups.SETUPS.keys()
