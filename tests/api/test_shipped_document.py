"""The OpenAPI document is a file of the release, and the forms of facts and questions stand beside it."""

import json
from copy import deepcopy

import jsonschema_rs
import pytest

from app.api.responses import openapi
from app.cli.commands import run
from app.services.rulebooks.installed import find_rulebooks
from tests import reference
from tests.client import SEED
from tests.conftest import serving
from tests.made import require_made

pytestmark = pytest.mark.anyio
OWN = {slug: book for slug, book in find_rulebooks().items() if book.package.startswith("app.")}


def never():
    raise AssertionError("no process that serves makes the document")


async def test_a_service_with_the_rulebooks_of_the_release_reads_its_document_from_the_file(sqlite_url, monkeypatch):
    monkeypatch.setattr("app.main.find_rulebooks", lambda: OWN)
    monkeypatch.setattr(openapi, "made_elsewhere", never)
    monkeypatch.setattr(openapi.Documented, "made", never)
    async with serving(sqlite_url) as api:
        bare = await api.get("/openapi.json?examples=false")
        require_made(reference.DOCUMENT, reference.written(bare.json()), "python -m tests.reference")
        told = (await api.get("/openapi.json")).json()
        assert told["paths"].keys() == bare.json()["paths"].keys()
        assert told["components"]["examples"]
        assert bare.headers["ETag"]


async def test_one_with_further_rulebooks_has_it_made_once_by_another_process(sqlite_url, monkeypatch):
    times = []
    monkeypatch.setattr(openapi, "made_elsewhere", lambda: times.append(1) or deepcopy(reference.bare()))
    async with serving(sqlite_url) as api:
        for _ in range(2):
            assert "/v1/rulesets/coin-duel/attacks" in (await api.get("/openapi.json?examples=false")).json()["paths"]
    assert times == [1]


def test_the_command_prints_what_the_file_has(monkeypatch, capsys):
    monkeypatch.setattr("app.main.find_rulebooks", lambda: OWN)
    assert run(["openapi"]) == 0
    require_made(
        reference.DOCUMENT, reference.written(json.loads(capsys.readouterr().out)), "python -m tests.reference"
    )


async def test_what_entries_and_questions_hold_fits_the_schemas_of_the_ruleset(sqlite_api):
    schemas = (await sqlite_api.get("/v1/rulesets/open-forces/schemas")).json()
    sent = {"situation": SEED, "options": {"casualty_choice": "defender"}, "policies": {"defender": "ask"}}
    action = (await sqlite_api.post("/v1/rulesets/open-forces/attacks", sent)).json()
    facts = [entry for entry in action["record"] if entry["kind"] == "noted"]
    assert facts
    for entry in facts:
        jsonschema_rs.validate(schemas["facts"][entry["fact"]], entry["data"])
    for told in schemas["questions"].values():
        for schema in filter(None, told.values()):
            jsonschema_rs.Draft202012Validator(schema)


@pytest.mark.parametrize("slug", sorted(find_rulebooks()))
async def test_every_fact_and_every_question_of_a_ruleset_has_a_schema(sqlite_api, slug):
    told = (await sqlite_api.get(f"/v1/rulesets/{slug}")).json()
    schemas = (await sqlite_api.get(f"/v1/rulesets/{slug}/schemas")).json()
    assert sorted(schemas["facts"]) == told["facts"]
    assert sorted(schemas["questions"]) == told["questions"]
