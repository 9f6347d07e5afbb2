"""Each request has an id, a line in the log and its numbers; none of them tells a secret."""

import json
import re
from threading import Event

import pytest

from app.api.middleware.catch_errors import CatchErrors
from app.api.middleware.request_tracking import RequestTracking
from app.logs import BufferedLog
from tests.client import ATTACKS, SEED
from tests.conftest import serving

pytestmark = pytest.mark.anyio


class Written:
    """What a log wrote."""

    def __init__(self):
        self.text = b""

    def write(self, some):
        self.text += some

    def flush(self):
        pass


@pytest.fixture
def written(monkeypatch):
    stream, init = Written(), BufferedLog.__init__
    monkeypatch.setattr(BufferedLog, "__init__", lambda self, kind: init(self, kind, stream))
    return stream


async def test_every_answer_has_the_id_of_its_request(sqlite_api):
    for path, id in (("/healthz", "a-1"), ("/nowhere", "~" * 100), ("/v1/sessions/none", "x")):
        response = await sqlite_api.get(path, **{"X-Request-ID": id})
        assert response.headers["x-request-id"] == id
        if response.status_code >= 400:
            assert response.json()["request_id"] == id
    for unfit in ("", "x" * 101, "two words", "umk_secret", "tab\tbed", b"\xff"):
        response = await sqlite_api.http.get("/healthz", headers={"X-Request-ID": unfit})
        assert re.fullmatch("[0-9a-f]{16}", response.headers["x-request-id"])
    preflight = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST"}
    response = await sqlite_api.http.options(ATTACKS, headers=preflight)
    assert len(response.headers.get_list("x-request-id")) == 1


async def test_a_request_is_one_line_without_secrets(sqlite_url, written):
    async with serving(sqlite_url, log_format="json", log_level="info") as api:
        session = await api.open()
        token, id = session["tokens"]["host"], session["id"]
        await api.attack(token=token, session_id=id, reference="private-matter")
        await api.get(f"/v1/sessions/{id}?wait=7&secret=hidden", token, **{"X-Request-ID": "mine"})
        await api.get("/v1/sessions/not%0Athere", token)
        await api.get("/nowhere/hidden?token=umk_hidden")
    lines = [json.loads(line) for line in written.text.splitlines()]
    seen = [(line["method"], line["route"], line["status"], line.get("session_id"), line.get("code")) for line in lines]
    assert seen == [
        ("POST", "/v1/rulesets/open-forces/sessions", 201, id, None),
        ("POST", ATTACKS, 201, id, None),
        ("GET", "/v1/sessions/{id}", 422, id, "unknown-parameter"),
        ("GET", "/v1/sessions/{id}", 404, None, "not-found"),
        ("GET", "-", 404, None, "not-found"),
    ]
    assert lines[2]["request_id"] == "mine"
    assert all(line["ms"] > 0 and line["level"] == "info" for line in lines)
    for secret in (token, "hidden", "private-matter", "umk_", "umh_", "wait"):
        assert secret.encode() not in written.text


async def test_a_line_of_text_reads_from_left_to_right(sqlite_url, written):
    async with serving(sqlite_url, log_level="info") as api:
        await api.get("/healthz", **{"X-Request-ID": "mine"})
    line = r"\S+Z info umpire\.requests: request method=GET route=/healthz status=200 ms=[\d.]+ request_id=mine\n"
    assert re.fullmatch(line, written.text.decode())


async def test_a_quiet_log_has_no_lines_of_requests(sqlite_url, written):
    async with serving(sqlite_url, log_level="warning") as api:
        await api.get("/healthz")
    assert written.text == b""


async def test_what_nobody_expected_is_answered_with_all_headers_and_logged_once(sqlite_api, monkeypatch, caplog):
    def broken(*_arguments):
        raise LookupError("the shelf is empty")

    monkeypatch.setattr("app.api.routes.sessions.read_session", broken)
    monkeypatch.setattr("app.api.responses.conditional.read_session", broken, raising=False)
    headers = {"Origin": "https://a.example", "X-Request-ID": "mine"}
    response = await sqlite_api.get("/v1/sessions/01a1fdee-8fd5-7469-9114-3e8ad95bf997/questions", **headers)
    assert (response.status_code, response.json()["code"], response.json()["request_id"]) == (
        500,
        "internal-error",
        "mine",
    )
    assert response.headers["access-control-allow-origin"] == "*"
    assert "X-Request-ID" in response.headers["access-control-expose-headers"]
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == ["request mine failed"]


async def test_an_answer_that_has_begun_is_cut_off_and_not_begun_anew():
    sent = []

    async def breaking(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200})
        raise RuntimeError("in the middle")

    async def send(message):
        sent.append(message["type"])

    app = RequestTracking(CatchErrors(breaking, None), None, lambda note: sent.append(note.status), Event())
    with pytest.raises(RuntimeError):
        await app({"type": "http", "method": "GET", "headers": [], "query_string": b""}, None, send)
    assert sent == ["http.response.start", 200]


@pytest.mark.parametrize("path", ["/readyz", "/v1/rulesets", "/none"])
async def test_from_the_signal_on_each_answer_closes_its_connection_and_none_before(sqlite_url, path):
    async with serving(sqlite_url) as api:
        assert "connection" not in (await api.get(path)).headers
        api.app.state.context.stopping.set()
        assert (await api.get(path)).headers["connection"] == "close"


async def test_an_answer_to_a_request_that_came_before_the_signal_closes_its_connection():
    stopping, sent = Event(), []

    async def slow(_scope, _receive, send):
        stopping.set()
        await send({"type": "http.response.start", "status": 200})

    async def send(message):
        sent.append(dict(message["headers"])[b"connection"])

    await RequestTracking(slow, None, lambda note: None, stopping)(
        {"type": "http", "method": "GET", "headers": [], "query_string": b""}, None, send
    )
    assert sent == [b"close"]


async def test_metrics_are_off_unless_set(sqlite_api):
    assert (await sqlite_api.get("/metrics")).status_code == 404


@pytest.mark.usefixtures("alone")  # the first look for messages is a change that is written too
async def test_metrics_count_and_hold_no_ids(database_url):
    async with serving(database_url, metrics=True) as api:
        session = await api.open()
        id, token = session["id"], session["tokens"]["host"]
        for _ in range(3):
            await api.attack(token=token, session_id=id)
        await api.http.request("BREW", f"/v1/sessions/{id}")
        await api.get("/v1/sessions/none")
        await api.post(ATTACKS, {"situation": SEED, "reference": 1})
        await api.post(f"/v1/sessions/{id}/close", {}, token)
        await api.get(f"/v1/sessions/{id}/events?format=stream")
        response = await api.get("/metrics")
    assert response.headers["content-type"].startswith("text/plain")
    told = response.text
    for line in (
        f'umpire_requests_total{{method="POST",route="{ATTACKS}",status="201"}} 3.0',
        'umpire_requests_total{method="other",route="/v1/sessions/{id}",status="405"} 1.0',
        'umpire_refusals_total{code="not-found"} 1.0',
        'umpire_refusals_total{code="invalid-request"} 1.0',
        "umpire_commit_jobs_count 5.0",
        "umpire_jobs_waiting 0.0",
        "umpire_writer_up 1.0",
        "umpire_streams 0.0",
        f'umpire_request_seconds_count{{method="POST",route="{ATTACKS}"}} 4.0',
    ):
        assert line in told, (line, told)
    assert id not in told
    assert token not in told


async def test_metrics_tell_how_many_actions_wait_for_an_answer(sqlite_url):
    async with serving(sqlite_url, metrics=True) as api:
        for dice in ({"source": "physical"}, {"source": "physical"}, {"source": "service"}):
            assert (await api.post(ATTACKS, {"situation": SEED, "dice": dice})).status_code == 201
        assert "umpire_actions_pending 2.0" in (await api.get("/metrics")).text
