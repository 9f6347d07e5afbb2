"""Keys that stand twice in one object, and too many of them, are found wherever they stand, and nothing else is."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import Problem
from app.faults.members import FEWEST_VALUES, MOST_MEMBERS, most_values, require_members

NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=3)
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), NAMES)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=12
)


def spelled(name):
    """A name as JSON, each of its characters escaped."""
    return '"' + "".join(f"\\u{unit:04x}" for unit in memoryview(name.encode("utf-16-le")).cast("H")) + '"'


def objects_in(value, at=("body",)):
    """The way to every object with keys in a value, from the body on."""
    if isinstance(value, dict):
        if value:
            yield at
        for key, inner in value.items():
            yield from objects_in(inner, (*at, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from objects_in(inner, (*at, place))


def written(value, twice=None, again="", at=("body",)):
    """A value as JSON, in which the object at `twice` has one of its keys a second time, behind all others."""
    if isinstance(value, dict):
        members = [f"{json.dumps(name)}: {written(inner, twice, again, (*at, name))}" for name, inner in value.items()]
        if at == twice:
            members.append(again)
        return "{" + " , ".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(written(inner, twice, again, (*at, n)) for n, inner in enumerate(value)) + "]"
    return json.dumps(value)


@given(VALUES)
def test_where_every_key_stands_once_nothing_is_refused(value):
    require_members(written(value).encode())


@given(st.data(), st.booleans(), LEAVES)
def test_the_key_that_stands_twice_is_told_with_its_place(data, is_escaped, other):
    value = data.draw(VALUES.filter(lambda value: any(objects_in(value))))
    at = data.draw(st.sampled_from(list(objects_in(value))))
    holder = value
    for part in at[1:]:
        holder = holder[part]
    key = data.draw(st.sampled_from(sorted(holder)))
    again = f"{spelled(key) if is_escaped else json.dumps(key)}: {json.dumps(other)}"
    with pytest.raises(Problem) as refused:
        require_members(written(value, at, again).encode())
    assert (refused.value.code, refused.value.reason) == ("invalid-json", "repeated-key")
    assert refused.value.at == (*at[1:], key)
    assert refused.value.params["key"] == key


@pytest.mark.parametrize("body", [b"", b"[", b"\xff", b'{"a": 1, "a": 2', b'{"a": NaN, "a": 1}', b"[" * FEWEST_VALUES])
def test_what_is_no_json_is_left_to_whoever_reads_it(body):
    require_members(body)


def test_an_object_with_too_many_members_is_told_with_its_place():
    members = {f"m{n}": n for n in range(MOST_MEMBERS)}
    require_members(json.dumps({"a": [0, members]}).encode())
    with pytest.raises(Problem) as refused:
        require_members(json.dumps({"a": [0, {**members, "more": {}}]}).encode())
    (fault,) = refused.value.faults
    assert (refused.value.code, fault.at, fault.text) == ("invalid-request", ("a", 1), "most-items")
    assert fault.params == {"limit": MOST_MEMBERS}


@pytest.mark.parametrize("item", [[], {}, 0, [0, {}]])
@pytest.mark.parametrize(("width", "limit"), [(1, 15_000), (11, 45_000)])
def test_a_body_with_too_many_values_is_refused_before_it_is_read(item, width, limit):
    values = sum(map(f"{json.dumps(item)},".count, ",[{"))

    def body(count):
        return b"[" + b",".join([json.dumps(item).ljust(width * values).encode()] * count) + b"]"

    require_members(body(limit // values))
    with pytest.raises(Problem) as refused:
        require_members(body(limit // values + 1))
    (fault,) = refused.value.faults
    assert (refused.value.code, fault.at, fault.text) == ("invalid-request", (), "most-values")
    assert fault.params == {"limit": limit}


def test_how_many_values_a_body_may_have_follows_its_length():
    assert [most_values(size) for size in (0, 150_009, 150_010, 262_144, 450_000, 1_048_576)] == [15_000, 15_000, 15_001, 26_214, 45_000, 45_000]  # fmt: skip
