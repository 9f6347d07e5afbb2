"""A file that is no longer what the code makes is reported by its first difference, and by what renews it."""

import pytest

from tests import made
from tests.made import require_made


@pytest.mark.parametrize(
    ("now", "shown"),
    [
        ("one\nzwei\nthree", ["line 2", "in the file: two", "made now:    zwei"]),
        ("one\ntwo", ["line 3", "in the file: three", "made now:    (the end)"]),
        ("one\ntwo\nthree\n" + "x" * 500, ["line 4", "in the file: (the end)", "made now:    x"]),
    ],
)
def test_the_first_difference_and_the_command_are_named(tmp_path, monkeypatch, now, shown):
    monkeypatch.setattr(made, "ROOT", tmp_path)
    file = tmp_path / "texts.txt"
    file.write_text("one\ntwo\nthree")
    with pytest.raises(pytest.fail.Exception) as failed:
        require_made(file, now, "python -m tests.sentences")
    for part in ("texts.txt", "uv run python -m tests.sentences", *shown):
        assert part in str(failed.value)
    assert len(str(failed.value)) < 700


def test_of_a_long_line_the_place_that_differs_is_shown(tmp_path, monkeypatch):
    monkeypatch.setattr(made, "ROOT", tmp_path)
    (tmp_path / "long.json").write_text("a" * 9_000 + "b" + "c" * 9_000)
    with pytest.raises(pytest.fail.Exception, match=r"aab" + "c" * 20):
        require_made(tmp_path / "long.json", "a" * 9_000 + "d" + "c" * 9_000, "python -m tests.reference")


def test_a_file_that_is_what_the_code_makes_passes(tmp_path):
    (tmp_path / "same.txt").write_text("one\n")
    require_made(tmp_path / "same.txt", "one\n", "never")
