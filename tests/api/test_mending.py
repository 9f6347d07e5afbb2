"""A body that is wrong in thousands of places costs no more than one that is wrong in a few."""

from dataclasses import dataclass, field

import pytest
from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from app.faults.found import MOST_ERRORS
from app.faults.lenient import MOST_MENDED, validate_leniently

pytestmark = pytest.mark.anyio


@dataclass
class Piece:
    """An object where an empty list is sent."""

    height: int = 0


@dataclass
class Reader:
    """Reads lists of pieces, and counts how often it does."""

    adapter: TypeAdapter[list[Piece]] = field(default_factory=lambda: TypeAdapter(list[Piece]))
    reads: int = 0

    def __call__(self, raw):
        self.reads += 1
        return self.adapter.validator.validate_json(raw, strict=True)


def test_thousands_of_places_are_not_mended_one_by_one():
    reader = Reader()
    with pytest.raises(ValidationError) as refused:
        validate_leniently(reader, b"[" + b"[]," * MOST_MENDED + b"[]]")
    assert (reader.reads, refused.value.error_count()) == (1, MOST_ERRORS)
    assert [error["loc"] for error in refused.value.errors()] == [(place,) for place in range(MOST_ERRORS)]
    assert len(validate_leniently(reader, b"[" + b"[]," * (MOST_MENDED - 1) + b"[]]")) == MOST_MENDED


def test_what_is_left_after_mending_is_told_as_it_is():
    reader = Reader()
    with pytest.raises(ValidationError) as refused:
        validate_leniently(reader, b'[[], {"height": 2.0}, {"height": "x"}]')
    assert [(error["type"], error["loc"]) for error in refused.value.errors()] == [("int_type", (2, "height"))]


def test_errors_of_our_own_types_stay_what_they_are_when_there_are_many():
    def wrong(_raw):
        error = PydanticCustomError("no_such_day", "There is no such day")
        lines = [{"type": error, "loc": (place,), "input": place} for place in range(MOST_ERRORS + 1)]
        raise ValidationError.from_exception_data("body", lines)

    with pytest.raises(ValidationError) as refused:
        validate_leniently(wrong, b"1")
    assert {error["type"] for error in refused.value.errors()} == {"no_such_day"}
    assert refused.value.error_count() == MOST_ERRORS


async def test_a_body_of_seven_thousand_empty_lists_is_refused_with_the_first_of_them(sqlite_api):
    situation = (
        b'{"attacker": {"units": 1, "mode": {"atk": 1}}, "defender": {"units": 1, "mode": {"def": 1}}, "cover": [%s]}'
    )
    sent = b'{"situation": %s}' % (situation % b",".join([b"[]"] * 7_000))
    answer = await sqlite_api.post("/v1/rulesets/open-forces/attacks", sent)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "/situation/cover/0/def"
    assert len(answer.json()["errors"]) == 50
