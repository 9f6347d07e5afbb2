"""The OpenAPI document tells everything: texts everywhere, and examples that run and are what the service answers."""

import json
from functools import cache, reduce
from pathlib import Path

import jsonschema_rs
import pytest

from app.api.schemas.examples import RECORDED
from app.main import create_app
from app.services.rulebooks.installed import find_rulebooks
from app.settings import Settings
from tests.examples.__main__ import written
from tests.examples.story import recorded
from tests.made import require_made
from tests.reference import DOCUMENT

pytestmark = pytest.mark.anyio
OWN = {slug for slug, book in find_rulebooks().items() if book.package.startswith("app.rulesets.")}
SCHEMAS, BYTES = 590, 617_000
"""How large the document of a release may be, without examples: its schemas, and its JSON in UTF-8 without spaces."""
EXAMPLES = json.loads(RECORDED.read_text("utf-8"))


@pytest.fixture(scope="module")
def operations(document):
    """Every operation by its id, of the service and of its own rulebooks."""
    return {
        operation["operationId"]: operation
        for methods in document["paths"].values()
        for operation in methods.values()
        if operation["tags"][0] in OWN or operation["tags"][0] not in find_rulebooks()
    }


@pytest.fixture(scope="module")
def wrong_in(document):
    """What in a value does not fit a schema of the document; nothing where it fits."""
    components = {"schemas": document["components"]["schemas"]}

    @cache
    def validator(schema):
        return jsonschema_rs.Draft202012Validator({**json.loads(schema), "components": components})

    def wrong(schema, value):
        found = validator(json.dumps(schema)).iter_errors(value)
        return [f"{error.instance_path}: {error.message}"[:300] for error in found]

    return wrong


def parts_of(value, place=""):
    """Every object in a value, with its place."""
    if isinstance(value, dict):
        yield place, value
        for name, part in value.items():
            if name not in ("examples", "example", "default", "const", "enum"):
                yield from parts_of(part, f"{place}/{name}")
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from parts_of(part, f"{place}/{number}")


def examples_of(content, document):
    """The examples of a body as values by name."""
    for name, example in content.get("examples", {}).items():
        found = document["components"]["examples"][name] if "$ref" in example else example
        assert found["summary"]
        yield name, found["value"]


def resolved(part, document):
    """A part of the document, or what it refers to."""
    while "$ref" in part:
        _, *steps = part["$ref"].split("/")
        part = reduce(dict.__getitem__, steps, document)
    return part


def bodies_of(operation, document):
    """Every body of an operation: how it is called, its status ("" of a request), its media type and its content."""
    for media_type, content in operation.get("requestBody", {}).get("content", {}).items():
        yield f"{operation['operationId']} {media_type}", "", media_type, content
    for status, response in operation["responses"].items():
        for media_type, content in resolved(response, document).get("content", {}).items():
            yield f"{operation['operationId']} {status} {media_type}", status, media_type, content


def test_the_document_of_the_release_stays_small():
    document = json.loads(DOCUMENT.read_text())
    assert len(document["components"]["schemas"]) <= SCHEMAS
    assert len(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()) <= BYTES


def test_no_schema_is_a_copy_of_another(document):
    """The words of a choice are those of its rulebook, though another one has the same."""
    alike = {}
    for name, schema in document["components"]["schemas"].items():
        if "enum" not in schema:
            alike.setdefault(json.dumps(schema, sort_keys=True), []).append(name)
    assert [names for names in alike.values() if names[1:]] == []
    moves = {}
    for name, schema in document["components"]["schemas"].items():
        if schema.get("properties", {}).keys() == {"kind"}:
            moves.setdefault(schema["properties"]["kind"]["const"], []).append(name)
    assert moves["concede"] == ["Concede"]
    assert moves["pass"] == ["Pass"]


def test_a_choice_has_a_name_unless_no_other_field_of_its_name_has_one(document):
    places = {}
    for name, schema in document["components"]["schemas"].items():
        for place, part in parts_of(schema):
            words = place.split("/")
            if "enum" in part and "properties" in words and words[-1] != "not":
                field = words[len(words) - words[::-1].index("properties")]
                places.setdefault(field, []).append((name, part["enum"]))
    assert {field: found for field, found in places.items() if found[1:]} == {}


def test_a_request_and_an_answer_have_schemas_of_their_own_where_they_differ(document):
    """What is sent names no schema of what is read in its place, and the other way round."""
    schemas = document["components"]["schemas"]
    sent, read = set(), set()
    operations = [each for methods in document["paths"].values() for each in methods.values()]
    for operation in operations:
        add_named(schemas, [operation.get("requestBody"), operation.get("parameters")], sent)
        add_named(schemas, operation["responses"], read)
    inputs = {name for name in schemas if name.endswith("Input") and name.removesuffix("Input") in schemas}
    assert len(inputs) > 60
    assert inputs <= sent - read
    assert {name.removesuffix("Input") for name in inputs} <= read - sent
    differ = [name for name in inputs if always(schemas, name) != always(schemas, name.removesuffix("Input"))]
    assert {"XWingShipInput", "OpenForcesOptionsInput", "DeadlineInput", "CastleRampageEffectInput"} <= set(differ)
    for name in differ:
        assert always(schemas, name) < always(schemas, name.removesuffix("Input"))
    assert "hull" in always(schemas, "XWingShip")
    assert "hull" not in always(schemas, "XWingShipInput")


def add_named(schemas, value, found):
    """Add the names of all schemas that a part of the document leads to."""
    for _, part in parts_of(value):
        name = part.get("$ref", "").removeprefix("#/components/schemas/")
        if name in schemas and name not in found:
            found.add(name)
            add_named(schemas, schemas[name], found)


def always(schemas, name):
    """The fields that are always there, with those of what it extends."""
    found = set(schemas[name].get("required", ()))
    for part in schemas[name].get("allOf", ()):
        found |= set(part.get("required", ()))
        found |= always(schemas, part["$ref"].rpartition("/")[2]) if "$ref" in part else set()
    return found


def test_every_schema_and_every_property_has_a_description_unless_its_only_value_says_it(document):
    bare = [name for name, schema in document["components"]["schemas"].items() if not schema.get("description")]
    for place, part in parts_of({**document["components"], "paths": document["paths"]}):
        if place.endswith("/properties"):
            bare += [
                f"{place}/{name}"
                for name, schema in part.items()
                if not schema.get("description") and "const" not in schema
            ]
    assert bare == []


def test_every_operation_parameter_response_and_header_has_a_description(document):
    bare = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            parts = [*operation.get("parameters", []), *operation["responses"].values()]
            told = [operation, *(resolved(part, document) for part in parts)]
            told += [operation["requestBody"]] if "requestBody" in operation else []
            told += [
                resolved(header, document)
                for response in operation["responses"].values()
                for header in resolved(response, document).get("headers", {}).values()
            ]
            assert operation["summary"].rstrip(".") == operation["summary"]
            assert operation["description"].startswith("Use this "), operation["operationId"]
            bare += [(path, method, part.get("name")) for part in told if not part.get("description")]
            bare += [(path, method) for part in told if part.get("description") == "Successful Response"]
    assert bare == []


async def test_the_options_of_rulesets_are_described_too(sqlite_api):
    for ruleset in (await sqlite_api.get("/v1/rulesets")).json()["items"]:
        told = (await sqlite_api.get(f"/v1/rulesets/{ruleset['slug']}")).json()
        for options in (told["options"], (told["game"] or told)["options"]):
            shown = [part for part in options["described"]["$defs"].values() if "properties" in part]
            assert any(part["properties"].keys() == options["defaults"].keys() for part in shown)
            assert all(member.get("description") for part in shown for member in part["properties"].values())


def test_every_list_comes_in_pages(operations, document):
    schemas, lists = document["components"]["schemas"], set()
    for name, operation in operations.items():
        told = operation["responses"].get("200", {}).get("content", {}).get("application/json", {}).get("schema", {})
        fields = schemas.get(told.get("$ref", "").rpartition("/")[2], {}).get("properties", {})
        if "items" not in fields or "requestBody" in operation or name == "get_turning_points":
            continue
        lists.add(name)
        assert fields["next"]["anyOf"] == [{"type": "string"}, {"type": "null"}], name
        shared = document["components"]["parameters"]
        parameters = [shared.get(part.get("$ref", "").rpartition("/")[2], part) for part in operation["parameters"]]
        assert {"limit", "cursor"} <= {part["name"] for part in parameters}, name
    assert {"list_rulesets", "list_webhooks", "list_questions", "list_events", "luck_of_actions"} <= lists


def test_no_summary_is_that_of_another_operation(operations):
    summaries = [operation["summary"] for operation in operations.values()]
    assert len(set(summaries)) == len(summaries)


def test_tags_and_the_document_itself_have_texts(document):
    named = {tag["name"]: tag["description"] for tag in document["tags"]}
    all_methods = [*document["paths"].values(), *document["webhooks"].values()]
    used = {tag for methods in all_methods for operation in methods.values() for tag in operation["tags"]}
    assert not {"webhooks", "webhook-messages"} - used  # what is received is apart from what is called
    assert used == named.keys()
    assert all(named.values())
    told = document["info"]["description"]
    for word in ("/attacks", "`pending`", "/answers", "`seen`", "tokens.host", "Idempotency-Key"):
        assert word in told


def test_the_document_has_the_version_of_the_package(document):
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    assert f'version = "{document["info"]["version"]}"' in project


@pytest.mark.parametrize(
    ("contact", "told"),
    [
        (None, None),
        ("umpire@dice.example", {"email": "umpire@dice.example"}),
        ("https://dice.example/help", {"url": "https://dice.example/help"}),
    ],
)
def test_the_contact_is_the_operators(contact, told):
    app = create_app(Settings(database_url="sqlite:////tmp/none.db", contact=contact))
    assert app.contact == told


def test_every_body_and_every_answer_has_an_example(operations, document):
    bare = [
        name
        for operation in operations.values()
        for name, _, _, content in bodies_of(operation, document)
        if not content.get("examples") and not name.endswith(" image/png")  # no JSON holds a picture
    ]
    assert bare == []


def test_every_example_fits_its_schema(operations, document, wrong_in):
    wrong, count = [], 0
    for operation in operations.values():
        for name, _, media_type, content in bodies_of(operation, document):
            for example, value in examples_of(content, document):
                if "json" in media_type and "ndjson" not in media_type:
                    count += 1
                    wrong += [f"{name} {example} {fault}" for fault in wrong_in(content["schema"], value)]
    assert wrong == []
    assert count > 300


async def test_the_examples_are_what_the_service_answers(sqlite_url):
    require_made(RECORDED, written(await recorded(sqlite_url)), "python -m tests.examples")


async def test_every_example_of_an_attack_its_odds_and_a_session_runs(sqlite_api, document):
    """Those too that are not part of the story, because a ruleset brings them; `session_id` is that of a new series."""
    count = 0
    for path, methods in document["paths"].items():
        if not path.endswith(("/attacks", "/odds", "/sessions")) or "post" not in methods:
            continue
        slug = path.split("/")[3]
        (content,) = methods["post"]["requestBody"]["content"].values()
        for name, body in examples_of(content, document):
            token = None
            if "session_id" in body:
                opening = {"kind": "series", "seats": [{"name": "Anton"}, {"name": "Beatrix"}]}
                session = (await sqlite_api.post(f"/v1/rulesets/{slug}/sessions", opening)).json()
                token, body = session["tokens"]["host"], {**body, "session_id": session["id"]}
                replaced = {name: value for name, value in body.items() if name not in ("replaces", "reference")}
                await sqlite_api.post(path, replaced, token)
            response = await sqlite_api.post(path, body, token)
            assert response.status_code in (200, 201), (path, name, response.text)
            count += 1
    assert count > 20


async def test_what_hides_a_card_fits_its_schema(sqlite_api, wrong_in):
    path, card = "/v1/rulesets/castle-rampage", {"card": "moat", "gate_defense": 9, "castle_defense": 2}
    seats = [{"name": "Anton"}, {"name": "Beatrix"}]
    series = (await sqlite_api.post(f"{path}/sessions", {"kind": "series", "seats": seats})).json()
    sent = {"situation": {"attack": {"value": 5}, "gate": [card], "castle": [card]}, "session_id": series["id"]}
    await sqlite_api.post(f"{path}/attacks", sent, series["tokens"]["seats"]["1"])
    listed = (await sqlite_api.get("/v1/actions")).json()["items"][0]
    assert listed["outcome"]["after"]["castle"] == [{"unknown": True}]
    assert wrong_in({"$ref": "#/components/schemas/ListedAction"}, listed) == []
    action = (await sqlite_api.get(f"/v1/sessions/{series['id']}/actions/1")).json()
    assert wrong_in({"$ref": "#/components/schemas/CastleRampageAction"}, action) == []
    setup = {"starting_seat": 1, "gate": 1, "castle": 1}
    siege = (await sqlite_api.post(f"{path}/sessions", {"kind": "game", "seats": seats, "setup": setup})).json()
    lay = {"seen": siege["seq"], "move": {"kind": "lay", "structure": "gate", "card": card}}
    await sqlite_api.post(f"{path}/sessions/{siege['id']}/actions", lay, siege["tokens"]["seats"]["1"])
    state = (await sqlite_api.get(f"/v1/sessions/{siege['id']}/state")).json()
    assert state["state"]["players"][0]["gate"][0]["card"] == {"unknown": True}
    assert wrong_in({"$ref": "#/components/schemas/CastleRampageStateDocument"}, state) == []
