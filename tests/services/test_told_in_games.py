"""What players read in whole games: no text says a word twice, shows a field's name, or leaves a hole."""

import re
from itertools import islice
from random import Random

import pytest

from app.conformance.games import Game, seatings, take_step
from app.domain.board import Act, SeatMove
from app.persistence.stored.private import seen_by, unwrap_private
from app.services.documents.question import choice_question
from app.services.documents.wording import entry_text, message_of, named_in, nothing_of
from app.services.rulebooks.installed import find_rulebooks
from tests.languages import LANGUAGES

BOOKS = {slug: book for slug, book in find_rulebooks().items() if book.package.startswith("app.")}
SETUPS = [(slug, name) for slug, book in BOOKS.items() for name in book.ruleset.board.setups]
MOVES = 14
"""How many moves of each setup are read."""

TWICE = re.compile(r"\b([^\W\d_]+)\s+\1\b", re.IGNORECASE)
GAP = re.compile(r"[ \u00a0\u202f]{2}|[ \u00a0\u202f][.,]|[:;,–—][ \u00a0\u202f]*$|\(\s*\)")
RAW = re.compile(r"{{|\b(?:true|false|null)\b|\b[a-z]+_[a-z]+\b")


class Table:
    """A session as far as texts look at it."""

    def __init__(self, state, options):
        self.state, self.options, self.seats = state, options, []


class Asked:
    """A question, and who is asked."""

    def __init__(self, question, by):
        self.question, self.by, self.rule = question, by, ""


def moves_of(book, setup, seed):
    """The first steps of a game of random players, with the questions for moves before them."""
    board, random = book.ruleset.board, Random(seed)
    seats = next(seatings(board, setup))
    game = Game("a game", board, setup, board.options(), seats)
    state, act = take_step(game, "its opening", board.open, None, board.set_up(setup, game.options), random), None
    yield game.steps[-1], act
    for _ in range(MOVES):
        if not (asked := board.asked(state)):
            return
        seat = random.choice(asked)
        act = Act(board, board.view(state, seat), game.options, seat)
        move = random.choice(list(islice(act.options(), 20)))
        state = take_step(game, "a move", board.act, SeatMove(seat, move), state, random)
        yield game.steps[-1], (act, f"seat-{seat}")


def texts_in(book, step, act, texts):
    """Every text of a step: its questions with their choices, its entries as each seat and nobody sees them, its end."""
    for question, by in (*step.asked, *([act] if act else [])):
        shown = choice_question(book, Asked(question, by), {"seen": 0, "by": by, "seat": 1, "rule": ""}, texts)
        yield shown["text"]
        yield from (choice["text"] for choice in shown["choices"])
    for entry in book.codec.dump_entries(step.end.record):
        for seen in (unwrap_private(entry), seen_by(entry, ())):
            yield entry_text(book, seen, texts)
    turn = book.codec.board.turn.dump(step.end.outcome)
    yield message_of(book.ruleset.board.turn, "turn", turn, turn, texts)


@pytest.mark.parametrize(("slug", "setup"), SETUPS)
def test_no_text_of_a_game_says_a_word_twice_or_shows_a_field(slug, setup):
    book, strange = BOOKS[slug], {}
    board = book.ruleset.board
    options = {"unit_of_length": "cm"} if slug == "open-forces" else {}
    for step, act in moves_of(book, board.setups[setup], seed=1):
        state = unwrap_private(book.codec.board.state.dump(step.after))
        for language in LANGUAGES:
            texts = named_in(book.texts(language), Table(state, options))
            for text in texts_in(book, step, act, texts):
                for fault in (TWICE, GAP, RAW):
                    if found := fault.search(text):
                        strange.setdefault((language, found[0]), text)
    assert strange == {}


@pytest.mark.parametrize("slug", BOOKS)
def test_the_choice_of_nothing_at_all_leaves_no_hole(slug):
    book = BOOKS[slug]
    nothing = {name: nothing_of(shape) for name, shape in book.codec.choices.items()}
    for question, choice in nothing.items():
        entry = {
            "kind": "chose",
            "rule": "",
            "by": "seat-1",
            "question": question,
            "choice": choice,
            "source": "player",
        }
        told = [entry_text(book, entry, book.texts(language)) for language in LANGUAGES if choice is not None]
        assert not [text for text in told if GAP.search(text) or RAW.search(text)], question


@pytest.mark.parametrize("language", ["en", "de", "fr", "ru"])
def test_where_nobody_attacks_no_line_says_so(language):
    book = find_rulebooks()["x-wing"]
    seated = {"kind": "noted", "fact": "seated", "data": {"attacker": 1, "defender": 2}}
    attacked, burnt = (entry_text(book, {**seated, "rule": rule}, book.texts(language)) for rule in ("XW-2", "XW-60"))
    assert attacked != burnt
    assert "{{" not in burnt
    assert "2" in burnt
    assert "1" not in burnt
