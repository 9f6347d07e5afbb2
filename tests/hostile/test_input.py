"""What no client of good will sends, on both databases: refused as what it is, or taken for what it says; never a failure."""

import json
import re

import pytest

from tests.client import ATTACKS, PHYSICAL, SEED

pytestmark = pytest.mark.anyio
DIGITS = b"9" * 5000
"""More than Python turns into a number."""
NUMBERS = [
    DIGITS,
    b"-" + DIGITS,
    b"1e400",
    b"NaN",
    b"-Infinity",
    b"9223372036854775808",
    b"-0.0",
    b"1" + b"0" * 308 + b".5",
]
TEXTS = [
    rb"\u0000",
    rb"a\u0000b",
    rb"\ud800",
    rb"\udc00\ud800",
    b"\xff",
    b"\xed\xa0\x80",
    b"\x00",
    rb"\u2028",
    b"x" * 5000,
]
NESTED = [b"[" * 60_000, b'{"a":' * 10_000, b"[" * 150 + b"]" * 150, b'{"a":' * 150 + b"1" + b"}" * 150]
WHOLE = [
    b"",
    b" ",
    b'"',
    b"1",
    b"null",
    b"[]",
    b"{} {}",
    b"\xef\xbb\xbf{}",
    b"\xff\xfe{\x00}\x00",
    b'{"a"}',
    b"{'a': 1}",
]
VALUES = [b'"' + text + b'"' for text in TEXTS] + NUMBERS + NESTED
OPENING = "/v1/rulesets/open-forces/sessions"
FIELDS = {
    ATTACKS: ["situation", "session_id", "options", "reference", "replaces", "played_at", "answers"],
    "/v1/rulesets/open-forces/odds": ["policies"],
    OPENING: ["kind", "seats", "policies", "reference", "setup"],
    "/v1/rulesets/open-forces/sessions/{id}/actions": ["seen", "move"],
    "/v1/sessions/{id}/actions/1/answers": ["seen", "choice", "faces"],
    "/v1/sessions/{id}/actions/1/void": ["reason"],
    "/v1/sessions/{id}/close": ["result"],
}
ODD = ["%00", "a%00b", "%ff", "%ed%a0%80", "%2e%2e", "%2F", "%", "%zz", "x" * 101, "9" * 5000, "-1", "0", str(2**63), "1e3", "NaN", "%D9%A1", "{id}", "null", "%F0%9F%92%A9", "a;b"]  # fmt: skip
LISTS = ["/v1/sessions", "/v1/actions", "/v1/actions/luck", "/v1/rolls", "/v1/casualties"]
PARAMETERS = ["limit", "cursor", "since", "player", "reference", "kind", "format", "unit", "order"]
HEADERS = [b"", b" ", b"\xff\xfe", b"\x00", b"x" * 20_000, b"Bearer", b"Bearer \xff", b"9" * 5000, b"\xb2", b"-1", b"*;q=1e400", b"de;q=nan", b",,;;", b"\xe9" * 16]  # fmt: skip


@pytest.fixture
async def target(api):
    """A session with a question, its host's token, and a look at each answer."""
    api.app.state.context.hub.is_closing = True  # streams end when they have told what is there
    session = await api.open(seats=[{"name": "Anton"}, {"name": "Beatrix"}], dice=PHYSICAL)
    token = session["tokens"]["host"]
    roles = {"attacker": 1, "defender": 2}
    assert (await api.attack(token=token, session_id=session["id"], seats=roles)).status_code == 201
    return session["id"], token


def check(response, *sent):
    told = (response.status_code, response.text[:300], *(str(part)[:200] for part in sent))
    assert response.status_code < 500, told
    if response.status_code >= 400 and response.request.method != "HEAD":
        problem = response.json()
        assert response.headers["content-type"] == "application/problem+json", told
        assert problem["status"] == response.status_code, told
        assert problem["detail"], told
        assert "{{" not in response.text, told
        assert all(error["detail"] and error["pointer"][:1] in ("", "/") for error in problem.get("errors", [])), told


async def test_bodies(api, target):
    id, token = target
    situation = json.dumps(SEED).encode()
    for path, fields in FIELDS.items():
        for field in (name.encode() for name in fields):
            for value in VALUES:
                beside = b'"kind": "series", ' if b"kind" not in field else b""
                if path == ATTACKS and field != b"situation":
                    beside = b'"situation": %s, ' % situation
                body = b'{%s"%s": %s}' % (beside if path in (ATTACKS, OPENING) else b"", field, value)
                check(await api.post(path.format(id=id), body, token), body)
        for body in WHOLE:
            check(await api.post(path.format(id=id), body, token), body)


async def test_every_body_with_a_key_that_stands_twice_is_refused_as_malformed(sqlite_api, document):
    of_paths = {"id": "01a1ff60-3ff3-73ae-b824-a53feb66ae7e", "number": "1", "n": "1", "seat": "1", "message": "msg_1"}
    bodies = 0
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if "requestBody" not in operation:
                continue
            bodies += 1
            where = re.sub(r"{(\w+)}", lambda name: of_paths[name[1]], path)
            headers = {"content-type": "application/json"}
            sent = {"content": b'{"b": [{"a": 1, "\\u0061": 1}]}', "headers": headers}
            response = await sqlite_api.http.request(method, where, **sent)
            problem = response.json()
            assert (response.status_code, problem["code"], problem["reason"]) == (400, "invalid-json", "repeated-key")
            assert [error["pointer"] for error in problem["errors"]] == ["/b/0/a"], path
            assert problem["detail"] == "The key `a` appears twice in one object, at /b/0/a. Send each key once."
    assert bodies > 30


async def test_of_two_equal_keys_neither_counts(api):
    body = b'{"situation": {}, "situation": %s}' % json.dumps(SEED).encode()
    assert (await api.post(ATTACKS, body)).status_code == 400
    assert await api.count("actions") == 0


async def test_paths(api, target):
    id, token = target
    tails = ["", "/state", "/events", "/questions", "/verification", "/actions/1", "/actions/1/verification"]
    for odd in ODD:
        for tail in tails:
            check(await api.get(f"/v1/sessions/{odd}{tail}", token), odd, tail)
        for tail in ("/actions/{}", "/actions/{}/verification", "/seats/{}/token", "/{}"):
            check(await api.get(f"/v1/sessions/{id}{tail.format(odd)}", token), odd, tail)
        for tail in ("/close", "/actions/1/void", f"/actions/{odd}/answers", f"/seats/{odd}/token"):
            check(await api.post(f"/v1/sessions/{odd}{tail}", b"", token), odd, tail)
        check(await api.get(f"/v1/rulesets/{odd}"), odd)
        check(await api.post(f"/v1/rulesets/{odd}/attacks", b"{}"), odd)


async def test_query_parameters(api, target):
    id, token = target
    for odd in ODD:
        for name in PARAMETERS:
            check(await api.get(f"/v1/rolls?{name}={odd}", token), name, odd)
        for path in LISTS:
            check(await api.get(f"{path}?cursor={odd}&session_id={odd}&until={odd}", token), path, odd)
        for query in (f"?wait={odd}", f"?at={odd}", f"?after={odd}", f"?from={odd}", f"?to={odd}", f"?{odd}=1"):
            for tail in ("", "/state", "/events", "/verification", "/actions/1"):
                check(await api.get(f"/v1/sessions/{id}{tail}{query}", token), tail, query)
    for path in LISTS:
        for repeated in (
            "kind=game",
            "status=void",
            "status=open",
            "label=mixed",
            "role=attacker",
            "ruleset=a",
            "limit=1",
            "zz=1",
        ):
            response = await api.get(f"{path}?" + "&".join([repeated] * 3000), token)
            check(response, path, repeated)
            assert response.status_code == (200 if repeated == "limit=1" else 422)
    for cursor in ("W10", "bnVsbA", "A" * 400, "WyJhIiwgImIiXQ", "WyJhXHUwMDAwIiwiYiJd"):
        for path in LISTS:
            check(await api.get(f"{path}?cursor={cursor}", token), path, cursor)


async def test_headers(api, target):
    id, token = target
    names = ["Authorization", "Idempotency-Key", "If-None-Match", "Last-Event-ID", "Accept-Language", "Accept", "Content-Type", "Content-Length", "Origin"]  # fmt: skip
    requests = [("GET", f"/v1/sessions/{id}"), ("GET", f"/v1/sessions/{id}/events"), ("GET", "/v1/actions"), ("POST", ATTACKS), ("POST", f"/v1/sessions/{id}/close"), ("GET", "/healthz")]  # fmt: skip
    for name in names:
        for value in HEADERS:
            for method, path in requests:
                headers = [(b"content-type", b"application/json"), (b"authorization", f"Bearer {token}".encode())]
                headers = [
                    *(header for header in headers if header[0].decode() != name.lower()),
                    (name.encode(), value),
                ]
                body = b'{"zz": 1}' if method == "POST" else b""
                check(await api.http.request(method, path, content=body, headers=headers), method, path, name, value)


async def test_methods(api, target):
    id, _ = target
    for method in ("OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "FOO"):
        for path in (
            f"/v1/sessions/{id}",
            "/v1/sessions",
            ATTACKS,
            "/v1",
            "//",
            "/v1/sessions/",
            "/v1/rulesets/open-forces/nope",
        ):
            response = await api.http.request(method, path)
            check(response, method, path)
            assert response.status_code in (404, 405)
            assert response.status_code == 404 or response.headers["allow"]
