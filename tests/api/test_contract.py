"""A client that was made from the document of a release goes on working: what would break it is named."""

import copy
import json

import pytest

from tests.breaks import RELEASES, additions, breaks


@pytest.fixture
def changed(document):
    """A copy of the document, its schemas, and its operations by id."""
    made = copy.deepcopy(document)
    operations = {each["operationId"]: each for methods in made["paths"].values() for each in methods.values()}
    return made, made["components"]["schemas"], operations


def test_no_release_is_broken(document):
    for file in sorted(RELEASES.glob("*.json")):
        assert breaks(json.loads(file.read_text()), document) == [], file.name


def test_additions_break_nothing(document, changed):
    made, schemas, operations = changed
    made["paths"]["/v1/later"] = made["paths"]["/healthz"]
    schemas["CasualtyFields"]["properties"]["cause"] = {"type": "string"}
    schemas["CasualtyFields"]["required"].append("cause")
    schemas["CasualtyFields"]["properties"]["fate"]["anyOf"][0]["enum"].append("captured")
    schemas["XWingShip"]["properties"]["paint"] = {"type": "string"}
    operations["get_session"]["parameters"].append({"name": "later", "in": "query", "schema": {"type": "string"}})
    assert breaks(document, made) == []
    found = additions(document, made)
    assert set(found) >= {
        "GET /v1/later",
        "GET /v1/sessions/{id} takes later",
        "CasualtyShown.cause",
        "XWingShip.paint",
    }
    assert all(any(word in line for word in ("later", "cause", "paint")) for line in found), found
    assert additions(document, document) == []


def remove_path(made, schemas, operations):
    del made["paths"]["/v1/rolls"]


def rename_operation(made, schemas, operations):
    operations["get_session"]["operationId"] = "read_session"


def drop_field(made, schemas, operations):
    del schemas["CasualtyFields"]["properties"]["fate"]


def let_field_be_absent(made, schemas, operations):
    schemas["ActionFields"]["required"].remove("text")


def let_field_be_null(made, schemas, operations):
    schemas["RolledEntry"]["properties"]["rule"] = {"anyOf": [{"type": "string"}, {"type": "null"}]}


def demand_member(made, schemas, operations):
    schemas["XWingShipInput"].setdefault("required", []).append("size")


def refuse_member(made, schemas, operations):
    del schemas["XWingOddsRequest"]["allOf"][1]["properties"]["also"]


def narrow_choice(made, schemas, operations):
    schemas["XWingObstacle"]["enum"].remove("debris")


def widen_closed_choice(made, schemas, operations):
    schemas["XWingObstacle"]["enum"].append("comet")


def demand_parameter(made, schemas, operations):
    operations["verify_session"]["parameters"].append({"name": "why", "in": "query", "required": True, "schema": {}})


def lower_limit(made, schemas, operations):
    schemas["VoidRequest"]["properties"]["reason"]["anyOf"][0]["maxLength"] = 10


def close_union(made, schemas, operations):
    schemas["OpenForcesGameMove"]["oneOf"].pop()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (remove_path, "GET /v1/rolls is gone"),
        (rename_operation, "GET /v1/sessions/{id} is called read_session, no longer get_session"),
        (drop_field, "CasualtyShown.fate is no longer there"),
        (let_field_be_absent, "XWingAttackAction.text may now be absent"),
        (let_field_be_null, "RolledEntry.rule may now be null"),
        (demand_member, "XWingShipInput.size must now be sent"),
        (refuse_member, "XWingOddsRequest.also is no longer taken"),
        (narrow_choice, "XWingObstacle may no longer be `debris`"),
        (widen_closed_choice, "XWingObstacle may now be `comet`"),
        (demand_parameter, "GET /v1/sessions/{id}/verification now demands why"),
        (lower_limit, "VoidRequest.reason has a stricter maxLength"),
        (close_union, "OpenForcesGameMove no longer takes OpenForcesDenyObjective"),
    ],
)
def test_what_would_break_clients_is_named(document, changed, change, told):
    change(*changed)
    assert any(line.startswith(told) for line in breaks(document, changed[0])), breaks(document, changed[0])
