"""What every rulebook that is found has to keep, the toys among them: the suite that ships with the package."""

import pytest

from app.conformance import CHECKS
from app.conformance.choices import spoiled
from app.conformance.games import games_of
from app.conformance.play import key_of, play, policy_of
from app.domain.record import Rolled
from app.services.rulebooks.installed import find_rulebooks

BOOKS = find_rulebooks()


@pytest.mark.parametrize("slug", sorted(BOOKS))
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_rulebook_conforms(check, slug):
    check(BOOKS[slug])


def test_the_toys_are_found_like_any_installed_rulebook():
    assert {"open-forces", "coin-duel", "pebbles"} <= BOOKS.keys()


def test_illegal_choices_are_tried_in_more_than_one_rulebook():
    tried = set()
    for slug, book in BOOKS.items():

        def players(question, by, slug=slug, book=book):
            if list(spoiled(next(question.options()))):
                tried.add(slug)
            return policy_of(book)(question, by)

        for example in book.ruleset.examples:
            play(book, example, key_of(1), players)
    assert {"coin-duel", "open-forces"} <= tried


@pytest.mark.parametrize("slug", [slug for slug, book in BOOKS.items() if book.ruleset.board])
def test_the_games_that_are_tried_have_rolls_questions_and_an_end(slug):
    games = games_of(BOOKS[slug])
    entries = [entry for game in games for step in game.steps for entry in step.end.record.entries]
    assert any(isinstance(entry, Rolled) for entry in entries)
    assert any(step.asked for game in games for step in game.steps)
    assert all(game.board.result(game.states[-1]) for game in games)
    assert len({len(game.steps) for game in games}) > 1
