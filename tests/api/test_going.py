"""What goes in a later release is announced by the document and by the headers of answers."""

from datetime import UTC, datetime

import pytest

from app.api.requests.deprecations import Deprecation, headers_of
from app.api.schemas.deprecations import announce
from tests.conftest import serving

pytestmark = pytest.mark.anyio
SINCE, UNTIL = datetime(2027, 1, 1, tzinfo=UTC), datetime(2027, 7, 1, tzinfo=UTC)
LIST = Deprecation("list_rulesets", SINCE, UNTIL, "Use `/v1`.")
FIELD = Deprecation("list_rulesets", SINCE, UNTIL, "Use `languages`.", ("RulesetShort", "language"))


async def test_the_headers_of_its_answers_say_so(sqlite_url, monkeypatch):
    monkeypatch.setattr("app.api.requests.strict.headers_of", lambda operation: headers_of(operation, (LIST,)))
    async with serving(sqlite_url, own_routes=True) as api:
        told = await api.get("/v1/rulesets")
        assert told.headers["Deprecation"] == "@1798761600"
        assert told.headers["Sunset"] == "Thu, 01 Jul 2027 00:00:00 GMT"
        assert "Sunset" not in (await api.get("/v1/rulesets/x-wing")).headers


def test_the_document_says_so():
    document = {
        "paths": {"/v1/rulesets": {"get": {"operationId": "list_rulesets", "responses": {"200": {}, "404": {}}}}},
        "components": {"schemas": {"RulesetShort": {"properties": {"language": {"description": "A code."}}}}},
    }
    announce(document, (FIELD,))
    operation = document["paths"]["/v1/rulesets"]["get"]
    assert operation["responses"]["200"]["headers"].keys() == {"Deprecation", "Sunset"}
    assert operation["responses"]["404"] == {}
    assert "deprecated" not in operation
    field = document["components"]["schemas"]["RulesetShort"]["properties"]["language"]
    assert field == {"deprecated": True, "description": "A code. Goes after 2027-07-01. Use `languages`."}
    announce(document, (LIST,))
    assert operation["deprecated"]
