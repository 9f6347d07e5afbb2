"""What players read in whole games names things in words: no text and no board shows the id of a thing."""

import re
from functools import cache
from html import unescape
from itertools import count
from random import Random

import pytest

from app.conformance.play import RandomPlayer, key_of, play
from app.persistence.stored.private import unwrap_private
from app.services.documents.question import choice_question
from app.services.documents.wording import entry_text, message_of, named_in
from app.services.rulebooks.own_names import OwnNames, things_in
from app.web.boards import drawn
from app.web.pages import templates, words
from tests.languages import LANGUAGES
from tests.services.test_told_in_games import BOOKS, SETUPS, Asked, Table, moves_of, texts_in
from tests.thorough import seeds

IDS = ("id", "card")
"""The fields that identify a thing."""
PRINTED = {"xws"}
"""The fields whose ids are those of printed cards."""
CODED = re.compile(r"(?<![\w-])[^\W\d_]+(?:-[^\W_]+)*-\d+(?:-\d+)*(?![\w-])")
"""An id as programs write it: a word and a number."""
OWN = "qzthing"
"""How all ids of a setup begin."""
SIGHT = re.compile(r"<[^>]*?(?:(?:aria-label|title|alt)=\"([^\"]*)\")?[^>]*>")


def ids_in(node, found):
    """The ids of the things of a setup, each once."""
    if isinstance(node, dict):
        found |= {node[name]: None for name in IDS if isinstance(node.get(name), str)}
        for inner, value in node.items():
            if inner not in PRINTED:
                ids_in(value, found)
    elif isinstance(node, list):
        for value in node:
            ids_in(value, found)
    return found


def with_ids(node, ids):
    """The same setup with other ids."""
    if isinstance(node, dict):
        return {ids.get(key, key): value if key in PRINTED else with_ids(value, ids) for key, value in node.items()}
    if isinstance(node, list):
        return [with_ids(value, ids) for value in node]
    return ids.get(node, node) if isinstance(node, str) else node


def with_names(node, numbers):
    """The same setup, whose things all have names."""
    if isinstance(node, list):
        return [with_names(value, numbers) for value in node]
    if not isinstance(node, dict):
        return node
    named = {key: value if key in PRINTED else with_names(value, numbers) for key, value in node.items()}
    is_thing = any(isinstance(node.get(name), str) for name in IDS)
    return {**named, "name": f"Anton {next(numbers)}"} if is_thing and "name" in node else named


@cache
def steps_of(slug, name, is_named, seed):
    """The first steps of a game with ids that no text has by chance; all its things have names where `is_named`."""
    book = BOOKS[slug]
    shape = book.codec.board.setup
    sent = shape.dump(book.ruleset.board.setups[name])
    sent = with_ids(sent, {id: f"{OWN}-{n}" for n, id in enumerate(ids_in(sent, {}), 1)})
    setup = shape.load(with_names(sent, count(100)) if is_named else sent)
    return [(*step, unwrap_private(shape.dump(setup))) for step in moves_of(book, setup, seed)]


def seen_on(html):
    """What a reader sees or hears of a part of a page."""
    return unescape(SIGHT.sub(lambda tag: f" {tag[1] or ''} ", html))


def told_in(slug, name, language, *, is_named, seed):
    """Every text of the first steps of a game, in each step and after the last, and the board after each."""
    book = BOOKS[slug]
    options = {"unit_of_length": "cm"} if slug == "open-forces" else {}
    steps = steps_of(slug, name, is_named, seed)
    last = unwrap_private(book.codec.board.state.dump(steps[-1][0].after))
    for step, act, setup in steps:
        state = unwrap_private(book.codec.board.state.dump(step.after))
        situation = setup if step.what == "its opening" else {}
        for known in (state, last):  # a record is read in its move, and after others
            yield from texts_in(book, step, act, named_in(book.texts(language), Table(known, options), situation))
        template, values = drawn(book, state, options, None)
        players = dict(enumerate("ABCDEFGH", 1))
        yield seen_on(templates().get_template(template).render(**words(language, book), players=players, **values))


def lines_with(shows, told):
    """What a pattern finds, each with the words around it."""
    found = [(match, text) for text in told if text for match in shows.finditer(text)]
    return {match[0]: " ".join(text[max(0, match.start() - 80) : match.end() + 80].split()) for match, text in found}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("slug", "name"), SETUPS)
def test_no_text_of_a_game_shows_an_id_as_programs_write_it(slug, name, language):
    for seed in seeds(1, 10):
        assert lines_with(CODED, told_in(slug, name, language, is_named=False, seed=seed)) == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("slug", "name"), SETUPS)
def test_a_thing_that_has_a_name_is_never_called_by_its_id(slug, name, language):
    own = re.compile(rf"{OWN}\S*(?: \d+)?", re.IGNORECASE)
    for seed in seeds(1, 10):
        assert lines_with(own, told_in(slug, name, language, is_named=True, seed=seed)) == {}


@pytest.mark.parametrize("slug", BOOKS)
def test_no_text_of_an_attack_shows_an_id_as_programs_write_it(slug):
    book, found = BOOKS[slug], {}
    for n in seeds(6, 60):
        example = book.ruleset.examples[n % len(book.ruleset.examples)]
        player = RandomPlayer(Random(n))
        end = play(book, example, key_of(n), player)
        things = OwnNames(things_in(book.codec.situation.dump(example)))
        for language in LANGUAGES:
            texts = book.texts(language).naming(things)
            for question, by in player.asked:
                shown = choice_question(
                    book, Asked(question, by), {"by": str(by), "seen": 0, "seat": 1, "rule": ""}, texts
                )
                found |= lines_with(CODED, [shown["text"], *(choice["text"] for choice in shown["choices"])])
            outcome = book.codec.outcome.dump(end.outcome)
            entries = [entry_text(book, entry, texts) for entry in book.codec.dump_entries(end.record)]
            found |= lines_with(CODED, [*entries, message_of(book.ruleset.outcome, "outcome", outcome, outcome, texts)])
    assert found == {}
