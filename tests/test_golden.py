"""Recorded actions that are never edited: the rules still tell the same story, entry by entry."""

import json
from pathlib import Path

import pytest

from app.domain.resolution import Resolved, resolve
from app.services.log.export import check_export
from app.services.rulebooks.registry import find_rulebooks

GOLDEN = Path(__file__).parent / "golden"
BOOKS = find_rulebooks()
FILES = sorted(GOLDEN.glob("*/v*/*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(GOLDEN)))
def test_a_golden_record_replays(file):
    book = BOOKS[file.parts[-3]]
    if file.parts[-2] != f"v{book.ruleset.version}":
        pytest.skip("an earlier version")
    golden, codec = json.loads(file.read_text()), book.codec
    end = resolve(
        book.ruleset.script,
        codec.situation.load(golden["situation"]),
        codec.options.load(golden["options"]),
        record=codec.load_record(golden["entries"]),
    )
    assert isinstance(end, Resolved), "bump the version, or undo"
    assert codec.dump_entries(end.record) == golden["entries"], "bump the version, or undo"
    assert codec.outcome.dump(end.outcome) == golden["outcome"], "bump the version, or undo"


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
