"""A body that is wrong in as many places as fit into it costs no more than one that is wrong in a few."""

import json
import re
from functools import cache, partialmethod
from threading import get_ident

import pytest

from app.api.requests.strict import LIMIT, LONG, LooseBody, StrictBody, StrictRoute
from app.faults import bounded
from app.faults.members import BYTES_A_VALUE, FEWEST_VALUES, MOST_MEMBERS, most_values
from tests.reference import bare, service

pytestmark = pytest.mark.anyio
MOST_FOUND = 5_000
"""How many errors pydantic may note for one request, in all of its attempts to read it."""
PLACE = "the place"
TOYS = re.compile("/(pebbles|face-down|coin-duel)/")
IN_BATCH = '"attacks":[{'
"""What stands before the parts of an attack of a batch, which is read as an attack alone is."""
PATHS = {"id": "01a1ff60-3ff3-73ae-b824-a53feb66ae7e", "number": "1", "n": "1", "seat": "1", "message": "msg_1"}
MEDIA_TYPE = {"content-type": "application/json"}


def resolved(node):
    """A schema, for a reference that to which it leads."""
    while "$ref" in node:
        node = bare()["components"]["schemas"][node["$ref"].rpartition("/")[2]]
    return node


def members(node):
    """The schemas of which a value may fit one; what is put together is one."""
    node = resolved(node)
    if "allOf" in node:
        parts = [each for part in node["allOf"] for each in members(part)]
        fields = {name: field for part in parts for name, field in part.get("properties", {}).items()}
        yield {**node, "type": "object", "properties": {**fields, **node.get("properties", {})}, "required": [name for part in (*parts, node) for name in part.get("required", ())]}  # fmt: skip
        return
    choices = node.get("anyOf") or node.get("oneOf")
    if not choices:
        yield node
    for choice in choices or ():
        yield from members(choice)


def least(node):
    """The least value that a schema takes, or nearly."""
    node = next(members(node))
    if "const" in node or "enum" in node:
        return node.get("const", node.get("enum", [None])[0])
    if node.get("type") == "object":
        return {name: least(node["properties"][name]) for name in node.get("required", ())}
    return {"array": [], "integer": node.get("minimum", 1), "string": "x", "boolean": True}.get(node.get("type"))


def collections(node, around=lambda value: value, known=None):
    """Every list and every object of a schema: how a body is made that has a value in its place, and its schema."""
    known = set() if known is None else known
    for one in members(node):
        kind, others = one.get("type"), one.get("additionalProperties")
        shape = json.dumps(one, sort_keys=True)
        if shape in known or kind not in ("array", "object"):
            continue
        known.add(shape)
        yield around, one
        if kind == "array":
            yield from collections(one.get("items", {}), lambda value, around=around: around([value]), known)
            continue
        if isinstance(others, dict):
            yield from collections(others, lambda value, around=around: around({"1": value}), known)
        for name, field in one.get("properties", {}).items():

            def within(value, around=around, one=one, name=name):
                return around({**least(one), name: value})

            yield from collections(field, within, known)


def strangers(count):
    """An object with members that no schema has."""
    return "{" + ",".join(f'"{n:06}":0' for n in range(count)) + "}"


CROWD = strangers(MOST_MEMBERS)
"""An object with as many members as one may have, none of which belongs anywhere."""


def filled(around, schema, size):
    """The largest bodies of a size, with as many values as may be, whose list or object consists of what is wrong there."""
    before, after = json.dumps(around(PLACE), separators=(",", ":")).split(f'"{PLACE}"')
    room = size - len(before) - len(after) - 2
    if schema["type"] == "array":
        for item in ("{}", "[]", CROWD) if size <= LIMIT else ("{}",):
            values = sum(map(f"{item},".count, ",[{"))
            if size > FEWEST_VALUES * BYTES_A_VALUE:
                item = item.ljust(values * BYTES_A_VALUE - 1)
            most = (most_values(size) - sum(map(f"{before}[{after}".count, ",[{"))) // values
            yield f"{before}[{','.join([item] * min(room // (len(item) + 1), most))}]{after}"
    else:
        yield f"{before}{strangers(min(room // 11, most_values(size) // 2))}{after}"
        yield f"{before}{CROWD}{after}"


@cache
def limits():
    """How many bytes the body of each operation may have, by its path and its method."""
    return {
        (route.path, method.lower()): route.strict_body.limit
        for route in service().routes
        if isinstance(route, StrictRoute) and route.strict_body
        for method in route.methods
    }


def bodies():
    """Each operation that takes a body, with its schema and its size."""
    for path, operations in bare()["paths"].items():
        for method, operation in operations.items():
            if "requestBody" in operation and not TOYS.search(path):
                schema = operation["requestBody"]["content"]["application/json"]["schema"]
                yield method, path, schema, limits()[path, method]


@pytest.fixture
def found(monkeypatch):
    """How many errors pydantic noted in each attempt to read something."""
    counts, attempt = [], bounded.Reader._attempt

    def counted(self, validator, raw):
        try:
            return attempt(self, validator, raw)
        except bounded.ValidationError as invalid:
            counts.append(invalid.error_count())
            raise

    monkeypatch.setattr(bounded.Reader, "_attempt", counted)
    return counts


@pytest.mark.parametrize(("method", "path", "schema", "size"), [pytest.param(*body, id=f"{body[0]} {body[1]}") for body in bodies()])  # fmt: skip
async def test_what_is_wrong_in_a_body_is_looked_for_in_a_part_of_it(sqlite_api, found, method, path, schema, size):
    where = re.sub(r"{(\w+)}", lambda name: PATHS[name[1]], path)
    for around, part in collections(schema):
        if IN_BATCH in json.dumps(around(PLACE), separators=(",", ":")):
            continue
        for body in filled(around, part, size):
            assert len(body) <= size
            found.clear()
            answer = await sqlite_api.http.request(method, where, content=body.encode(), headers=MEDIA_TYPE)
            assert answer.status_code in (200, 401, 404, 422), (body[:200], answer.text)
            assert len(answer.json().get("errors", ())) <= 50
            assert sum(found) <= MOST_FOUND, (sum(found), found, body[:200])


async def test_a_batch_of_attacks_that_are_wrong_everywhere_is_read_in_parts(sqlite_api, found):
    wide = "," + " " * 20  # a short body may have fewer values
    effects = json.dumps({"situation": {"attacker": {"effects": [{}] * 1_100}}}, separators=(wide, ":"))
    body = f'{{"attacks":[{",".join([effects] * 17)}]}}'
    answer = await sqlite_api.post("/v1/rulesets/x-wing/attacks/batch", body.encode())
    assert [item["status"] for item in answer.json()["items"]] == [422] * 17
    assert max(found) <= MOST_FOUND
    assert sum(found) <= 17 * MOST_FOUND


async def test_long_bodies_are_read_beside_the_event_loop(sqlite_api, monkeypatch):
    threads, long = set(), b'{"a":"%s"}' % (b"x" * LONG)

    def noted(self, raw, validate):
        threads.add(get_ident())
        return validate(self, raw)

    for kind in (StrictBody, LooseBody):
        monkeypatch.setattr(kind, "validate", partialmethod(noted, validate=kind.validate))
    for method, path, _, _ in bodies():
        where = re.sub(r"{(\w+)}", lambda name: PATHS[name[1]], path)
        answer = await sqlite_api.http.request(method, where, content=long, headers=MEDIA_TYPE)
        assert answer.status_code in (401, 404, 422), answer.text
        assert threads, path
        assert get_ident() not in threads, path
        threads.clear()


TEXTS = ("maxLength", "pattern", "enum", "const")


def parts_of(node, root, at, known):
    """A schema with all that it refers to and that stands in it, each with its place."""
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        if name not in known:
            known.add(name)
            yield from parts_of(root[name], root, name, known)
        return
    yield at, node
    for name, field in node.get("properties", {}).items():
        yield from parts_of(field, root, f"{at}.{name}", known)
    several = [*node.get("anyOf", ()), *node.get("oneOf", ()), *node.get("allOf", ()), *node.get("prefixItems", ())]
    several += [part for part in (node.get("items"), node.get("additionalProperties")) if isinstance(part, dict)]
    for part in several:
        yield from parts_of(part, root, at, known)


def is_bounded(node):
    """Whether a schema says how large a list, an object with any names or a text may be."""
    kind, others = node.get("type"), node.get("additionalProperties")
    if kind == "array":
        return "maxItems" in node
    if kind == "object":
        return not others or "maxProperties" in node
    return kind != "string" or any(bound in node for bound in TEXTS)


def sent_schemas():
    """The schema of each request, and of each value of a ruleset that stands in one, with what it refers to."""
    for method, path, schema, _ in bodies():
        yield f"{method} {path}", schema, bare()["components"]["schemas"]
    for slug, book in service().state.context.books.items():
        board = book.codec.board
        shapes = {"situation": book.codec.situation, **book.codec.choices}
        if board:
            shapes |= {"setup": board.setup, "move": board.move}
        if board and board.bringing:
            shapes |= {"setup, brought": board.bringing.setup, "list": board.bringing.list}
            shapes |= {"limits": board.bringing.limits}
        for name, shape in shapes.items() if book.package.startswith("app.") else ():
            yield f"{slug}: {name}", shape.schema, shape.schema.get("$defs", {})


def test_every_list_every_object_with_any_names_and_every_text_that_clients_send_has_a_bound():
    unbounded = {
        place
        for at, schema, root in sent_schemas()
        for place, node in parts_of(schema, root, at, set())
        if not is_bounded(node)
    }
    assert unbounded == set()


def test_no_object_of_a_schema_may_have_more_members_than_objects_of_a_body():
    for at, schema, root in sent_schemas():
        for place, node in parts_of(schema, root, at, set()):
            assert node.get("maxProperties", len(node.get("properties", ()))) <= MOST_MEMBERS, place
