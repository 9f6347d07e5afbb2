"""Texts in the language that is asked for, the pages that explain problems, and what browsers may read."""

import json
import re
from pathlib import Path

import pytest

from app.errors import STATUS
from app.services.rulebooks.messages import SERVICE_MESSAGES
from tests.client import ATTACKS, SEED
from tests.conftest import serving
from tests.languages import LANGUAGES

pytestmark = pytest.mark.anyio
HOLE = re.compile(r"{{(\w+)")
PAGES = {"en": "What to do", "de": "Was zu tun ist", "fr": "Que faire", "ru": "Что делать"}


async def test_the_language_of_the_query_wins_over_the_header(sqlite_api):
    action = (await sqlite_api.attack()).json()
    path = f"/v1/sessions/{action['session_id']}/actions/1"
    for query, header, language in [
        ("?language=de", "fr", "de"),
        ("?language=de-AT", "en", "de"),
        ("?language=DE", "en", "de"),
        ("", "De-at, en;q=0.5", "de"),
        ("?language=de_DE", "en", "de"),
        ("?language=xx", "de", "en"),
        ("?language=%00", "de", "en"),
        ("?language=", "de", "de"),
        ("", "de", "de"),
    ]:
        response = await sqlite_api.get(path + query, **{"Accept-Language": header})
        assert (query, response.status_code, response.headers["content-language"]) == (query, 200, language)
        assert "Accept-Language" in response.headers["vary"]
    german = (await sqlite_api.get(path + "?language=de")).json()["text"]
    assert german == (await sqlite_api.get(path, **{"Accept-Language": "de"})).json()["text"] != action["text"]


async def test_every_get_takes_a_language(sqlite_api, document):
    session = (await sqlite_api.open())["id"]
    for path in (
        "/v1/rulesets",
        "/v1/rulesets/open-forces",
        "/v1/sessions",
        "/v1/actions/luck",
        f"/v1/sessions/{session}",
        f"/v1/sessions/{session}/questions",
        f"/v1/sessions/{session}/verification",
        f"/v1/sessions/{session}/nothing",
        "/v1/rolls?since=x",
        "/problems/stale",
    ):
        response = await sqlite_api.get(path + ("&" if "?" in path else "?") + "language=ru")
        assert (path, response.headers["content-language"]) == (path, "ru")
        if response.status_code >= 400:
            assert re.search("[а-я]", response.json()["detail"])
    events = await sqlite_api.get(f"/v1/sessions/{session}/events?language=ru")
    assert events.status_code == 200
    for path, methods in document["paths"].items():
        if path.startswith("/v1/") and "get" in methods:
            shared = document["components"]["parameters"]
            told = [shared.get(one.get("$ref", "").rpartition("/")[2], one) for one in methods["get"]["parameters"]]
            assert "language" in [parameter["name"] for parameter in told]


async def test_a_stream_speaks_the_language_of_its_query(sqlite_api):
    physical = await sqlite_api.open(dice={"source": "physical"})
    id, host = physical["id"], physical["tokens"]["host"]
    await sqlite_api.attack(session_id=id, token=host)
    await sqlite_api.post(f"/v1/sessions/{id}/close", {"abandon": True}, host)
    response = await sqlite_api.get(f"/v1/sessions/{id}/events?format=stream&language=de")
    assert response.headers["content-language"] == "de"
    assert response.headers["vary"].startswith("Accept-Language")


@pytest.mark.parametrize("language", PAGES)
async def test_every_code_has_a_page_in_every_language(sqlite_api, language):
    for code in STATUS:
        page = await sqlite_api.get(f"/problems/{code}?language={language}")
        assert (page.status_code, page.headers["content-language"]) == (200, language)
        assert page.headers["content-type"] == "text/plain; charset=utf-8"
        texts = SERVICE_MESSAGES[language]
        for words in (PAGES[language], str(STATUS[code]), code, texts[f"means.{code}"], texts[f"remedy.{code}"]):
            assert words in page.text
        assert "{{" not in page.text


async def test_the_type_of_a_problem_leads_to_its_page(sqlite_api):
    problem = (await sqlite_api.get("/v1/sessions/nope")).json()
    assert problem["type"] == "/problems/not-found"
    page = await sqlite_api.get(problem["type"], Accept="text/html,application/xhtml+xml")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.text.startswith("<!DOCTYPE html>")
    assert "Not found" in page.text
    assert "Accept" in page.headers["vary"]


async def test_behind_a_proxy_the_type_is_the_public_address(sqlite_url):
    async with serving(sqlite_url, public_url="https://dice.example/umpire") as api:
        problem = (await api.get("/v1/sessions/nope")).json()
        assert problem["type"] == "https://dice.example/umpire/problems/not-found"


async def test_a_reason_of_a_rulebook_has_a_page_too(sqlite_api):
    page = await sqlite_api.get("/problems/must-apply-maximum?language=ru")
    assert "Storm Over Stalingrad: Нужно распределить …, …." in page.text
    assert "must-apply-maximum" in (await sqlite_api.get("/problems/illegal-choice")).text
    service = await sqlite_api.get("/problems/unknown-route")
    assert "There is no such path" in service.text
    unknown = await sqlite_api.get("/problems/illegal-dices")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "not-found")
    assert "Did you mean `illegal-dice`?" in unknown.json()["detail"]
    assert "<script>" not in (await sqlite_api.get("/problems/<script>", Accept="text/html")).text


def test_the_service_says_the_same_in_every_language():
    english = SERVICE_MESSAGES["en"]
    assert set(SERVICE_MESSAGES) == set(LANGUAGES)
    for language in LANGUAGES:
        texts = SERVICE_MESSAGES[language]
        plural = {key for key in texts if key.endswith(("_few", "_many"))}
        assert set(texts) - plural == set(english)
        for key in english:
            assert (language, key, set(HOLE.findall(texts[key]))) == (language, key, set(HOLE.findall(english[key])))


def test_every_reason_of_the_service_has_a_text():
    sources = "".join(path.read_text() for room in ("api", "services") for path in Path("app", room).rglob("*.py"))
    reasons = set(re.findall(r'reason(?: = |=)"([a-z-]+)"', sources))
    assert len(reasons) > 20
    of_events = {"replaced", "abandoned", "finished", "time"}
    assert {f"reason.{reason}" for reason in reasons - of_events} <= set(SERVICE_MESSAGES["en"])


EXPOSED = (
    "Location, ETag, Retry-After, Content-Language, X-Request-ID, RateLimit, RateLimit-Policy, Deprecation, Sunset"
)
SENT = "authorization, content-type, idempotency-key, last-event-id, if-none-match, x-request-id, traceparent"


async def test_browsers_of_every_origin_may_ask_and_read(sqlite_api):
    preflight = {
        "Origin": "https://vtt.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": SENT,
        "Access-Control-Request-Private-Network": "true",
    }
    allowed = await sqlite_api.http.options(ATTACKS, headers=preflight)
    assert allowed.status_code == 200
    assert allowed.headers["access-control-allow-private-network"] == "true"
    names = allowed.headers["access-control-allow-headers"].lower()
    assert set(SENT.split(", ")) <= set(names.split(", "))
    for path in ("/v1/rulesets", "/v1/nothing", "/problems/stale", "/healthz"):
        response = await sqlite_api.get(path, Origin="https://vtt.example")
        assert response.headers["access-control-allow-origin"] == "*"
        assert response.headers["access-control-expose-headers"] == EXPOSED
        assert "access-control-allow-credentials" not in response.headers


async def test_a_failure_can_be_read_by_browsers_too(sqlite_api, monkeypatch):
    async def broken(*_arguments):
        raise RuntimeError("unexpected")

    monkeypatch.setattr(type(sqlite_api.app.state.context), "write", broken)
    response = await sqlite_api.post(ATTACKS, {"situation": SEED}, Origin="https://vtt.example")
    assert (response.status_code, response.json()["code"]) == (500, "internal-error")
    assert response.headers["access-control-allow-origin"] == "*"
    assert response.headers["access-control-expose-headers"] == EXPOSED
    assert response.headers["x-request-id"] == json.loads(response.content)["request_id"]
