"""OpenAPI tells what is there."""

import pytest

from app.api.refusals.problems import REFUSALS
from tests.client import SEED

pytestmark = pytest.mark.anyio


def references(value):
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        for part in value.values():
            yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


async def test_every_operation_has_an_id_and_tells_its_refusals(sqlite_api):
    openapi = (await sqlite_api.get("/openapi.json")).json()
    operations = [
        operation
        for path, methods in openapi["paths"].items()
        if path.startswith("/v1")
        for operation in methods.values()
    ]
    ids = [operation["operationId"] for operation in operations]
    assert len(set(ids)) == len(ids) > 10
    for operation in operations:
        takes_none = set() if "requestBody" in operation else {"400", "413", "415"}
        assert {str(status) for status in REFUSALS} - takes_none - {"404"} <= operation["responses"].keys()
        assert not takes_none & operation["responses"].keys()
        assert operation["summary"]


def test_schemas_have_plain_names_and_nothing_dangles(document):
    schemas = document["components"]["schemas"]
    there = {f"#/components/{kind}/{name}" for kind, parts in document["components"].items() for name in parts}
    used = set(references(document))
    assert used <= there
    assert [name for name in schemas if f"#/components/schemas/{name}" not in used] == []
    assert all(name.isidentifier() for name in schemas)
    attack = schemas["OpenForcesAttack"]
    assert "additionalProperties" not in attack, "it is read too, and a later release may tell more"
    assert schemas["OpenForcesAttackRequest"]["unevaluatedProperties"] is False
    assert attack["properties"]["distance"]["description"]
    assert schemas["OpenForcesDefenseMode"]["properties"].keys() == {"def"}


def test_the_service_is_where_the_document_is_unless_it_has_a_public_address(document):
    assert document["servers"] == [{"url": "/"}]


async def test_the_first_example_is_the_rulebooks_own_and_runs(sqlite_api, document):
    path = "/v1/rulesets/open-forces/attacks"
    examples = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["examples"]
    first = next(iter(examples.values()))["value"]
    assert (await sqlite_api.post(path, first)).status_code == 201
    assert first["situation"]["cover"] == SEED["cover"]
