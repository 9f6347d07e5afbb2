"""The words of docs/terms.md are those that players read, and each names one thing."""

import re
from itertools import chain, product
from pathlib import Path

import pytest

from app.services.rulebooks.installed import find_rulebooks
from app.services.rulebooks.messages import SERVICE_MESSAGES
from app.web.language import MESSAGES

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "terms.md").read_text()


def find_own():
    """The rulebooks of the service itself."""
    return {slug: book for slug, book in find_rulebooks().items() if book.package.startswith("app.")}


CATALOGUES = {
    "service": SERVICE_MESSAGES,
    "pages": MESSAGES,
    **{slug: book.messages for slug, book in find_own().items()},
}
HEAD = "| in the API | English | Deutsch | Français | Русский | what it is | texts |\n"
LANGUAGES = ("en", "de", "fr", "ru")
CELLS = re.compile(r"\s*\|\s*")


def rows_of(table):
    return [CELLS.split(line.strip("| ")) for line in table.split("\n\n")[0].splitlines()[1:]]


TABLES = [rows_of(table) for table in PAGE.split(HEAD)[1:]]
DOUBLE = rows_of(PAGE.partition("| word | for | how to tell |\n")[2])
ROWS = list(chain.from_iterable(TABLES))
each_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])


def in_a_text(word):
    """What finds a word in a text: each of its parts before a point as it stands, then any ending."""
    parts = [re.escape(part.partition("·")[0]) + r"\w*" for part in word.split()]
    return re.compile(r"(?<!\w)" + r"\s+".join(parts), re.IGNORECASE)


@each_row
def test_a_word_stands_in_the_texts_that_are_named_for_it(row):
    texts = re.findall(r"`([^/`]+)/([^`]+)`", row[6])
    assert texts
    for catalogue, key in texts:
        for language, word in zip(LANGUAGES, row[1:5], strict=True):
            text = CATALOGUES[catalogue][language][key]
            assert in_a_text(word).search(text), (language, word, text)


def test_clients_meet_the_words_of_the_api_in_its_document():
    document = (ROOT / "clients" / "openapi.json").read_text()
    for row in ROWS:
        word = row[0].strip("`")
        assert re.search(rf"\b{word}\b", document), word


def test_a_word_names_one_thing_unless_the_page_says_so():
    """Among the words of the service and those of one rulebook; two rulebooks may say the same of their own things."""
    books = len(find_own())
    common = [row for table in TABLES[:-books] for row in table]
    twice = set()
    for book, column in product(TABLES[-books:], range(1, 5)):
        words = [row[column].replace("·", "").lower() for row in [*common, *book]]
        twice |= {word for word in words if words.count(word) > 1}
    assert twice == {word.lower() for words, *_ in DOUBLE for word in words.split(", ")}


def test_every_rulebook_has_words_of_its_own():
    headings = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
    assert {book.ruleset.title for book in find_own().values()} == set(headings[-len(find_own()) - 1 : -1])
