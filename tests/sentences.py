"""The sentences that players read, one of each shape: from attacks and games of random players, the same each time.

`python -m tests.sentences` writes them to `tests/golden/texts/`, a file a language, to be read by people.
"""

import re
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

from app.conformance.play import RandomPlayer, key_of, play
from app.persistence.stored.private import unwrap_private
from app.services.documents.question import choice_question
from app.services.documents.wording import entry_text, message_of
from app.services.rulebooks.installed import find_rulebooks
from app.services.rulebooks.own_names import OwnNames, things_in
from tests.languages import LANGUAGES
from tests.services.test_told_in_games import Asked, moves_of, texts_in

FOLDER = Path(__file__).parent / "golden" / "texts"
BOOKS = {slug: book for slug, book in find_rulebooks().items() if book.package.startswith("app.")}
ATTACKS = 300
"""How many attacks of each rulebook are read."""
GAMES = 8
"""How many games of each setup are read: every other one has named players."""
NAME = "…"
NUMBERS = re.compile(r"[−+]?\d+(?:[.,]\d+)?(?:, [−+]?\d+)*")
FACES = re.compile(r"(# [^#,.:;→()]+)(?:, # [^#,.:;→()]+)+")
"""Several counted things, of which a shape keeps the first."""
NAMES = re.compile(rf"{NAME}(?: \({NAME}\))?(?:(?:,| and| und| et| и|, and) {NAME})+")


def shape_of(text):
    """A sentence with a `#` for its numbers and an ellipsis for its names."""
    return FACES.sub(rf"\1, {NAME}", NAMES.sub(NAME, NUMBERS.sub("#", text)))


def unnamed(sent, players=()):
    """The names of a situation or a board, each an ellipsis."""
    things = {kind: dict.fromkeys(named, NAME) for kind, named in things_in(sent).items()}
    return OwnNames(things, dict.fromkeys(players, NAME), unit="cm")


@cache
def attacks_of(slug):
    """What is asked and noted in attacks of random players, played once for all languages: questions with who is asked,
    entries, outcome, names.
    """
    book, played = BOOKS[slug], []
    for n in range(ATTACKS):
        example = book.ruleset.examples[n % len(book.ruleset.examples)]
        player = RandomPlayer(Random(n))
        played.append((example, play(book, example, key_of(n), player), player.asked))
    return played


@cache
def games_of(slug):
    """The first moves of games of each setup, played once for all languages, each with the number of its game."""
    book = BOOKS[slug]
    games = product(book.ruleset.board.setups.values(), range(GAMES))
    return [(n, step, act) for setup, n in games for step, act in moves_of(book, setup, seed=n)]


def told_in_attacks(book, language):
    """Every text of the attacks in a language."""
    for example, end, asked in attacks_of(book.slug):
        texts = book.texts(language).naming(unnamed(book.codec.situation.dump(example)))
        for question, by in asked:
            shown = choice_question(book, Asked(question, by), {"by": str(by), "seen": 0, "seat": 1, "rule": ""}, texts)
            yield from (shown["text"], *(choice["text"] for choice in shown["choices"]))
        yield from (entry_text(book, entry, texts) for entry in book.codec.dump_entries(end.record))
        outcome = book.codec.outcome.dump(end.outcome)
        yield message_of(book.ruleset.outcome, "outcome", outcome, outcome, texts)


def told_in_games(book, language):
    """Every text of the first moves of games of each setup, with named players and without names."""
    for n, step, act in games_of(book.slug):
        state = unwrap_private(book.codec.board.state.dump(step.after))
        players = [f"seat-{seat}" for seat in range(1, 9)] if n % 2 else ()
        yield from texts_in(book, step, act, book.texts(language).naming(unnamed(state, players)))


def sentences(language):
    """The sentences of a language, one of each shape, by rulebook."""
    for slug, book in BOOKS.items():
        told = {shape_of(text) for text in (*told_in_attacks(book, language), *told_in_games(book, language)) if text}
        yield from (f"# {slug}", *sorted(told), "")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for language in LANGUAGES:
        (FOLDER / f"{language}.txt").write_text("\n".join(sentences(language)))
