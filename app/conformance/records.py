"""`python -m app.conformance.records PACKAGE` prints the records of a rulebook's examples and games."""

import sys
from importlib import import_module

from app.conformance.games import games_of
from app.conformance.play import cases, key_of, play
from app.services.rulebooks.registry import Rulebook


def print_records(package: str) -> None:
    """Print a record on each line, with the outcome behind it."""
    book = Rulebook(import_module(package).RULESET, package)
    for _, example in cases(book):
        end = play(book, example, key_of(0))
        print(book.codec.dump_entries(end.record), book.codec.outcome.dump(end.outcome))
    for game in games_of(book):
        for step in game.steps:
            print(book.codec.dump_entries(step.end.record))


if __name__ == "__main__":
    print_records(sys.argv[1])
