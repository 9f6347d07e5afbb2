"""Recorded actions that are never edited: the rules still tell the same story, entry by entry."""

from pathlib import Path

import pytest

from app.conformance.goldens import require_golden
from app.services.log.export import check_export
from app.services.rulebooks.installed import find_rulebooks

GOLDEN = Path(__file__).parent / "golden"
BOOKS = find_rulebooks()
FILES = sorted(GOLDEN.glob("*/v*/*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(GOLDEN)))
def test_a_golden_record_replays(file):
    book = BOOKS[file.parts[-3]]
    if file.parts[-2] != f"v{book.ruleset.version}":
        pytest.skip("an earlier version")
    require_golden(book, file)


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*/v*/*.ndjson")), ids=lambda file: str(file.relative_to(GOLDEN)))
def test_a_golden_match_replays(file):
    if file.parts[-2] != f"v{BOOKS[file.parts[-3]].ruleset.version}":
        pytest.skip("an earlier version")
    with file.open("rb") as lines:
        holds, report = check_export(BOOKS, lines)
    assert holds, "bump the version, or undo"
    assert report["dice"] == "proven"


def test_every_rulebook_has_golden_records_of_its_version():
    own = {slug: book for slug, book in BOOKS.items() if book.package.startswith("app.")}
    for slug, book in own.items():
        assert list((GOLDEN / slug / f"v{book.ruleset.version}").glob("*.json")), slug
