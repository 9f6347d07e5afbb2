"""Clients that are slow, silent or greedy: dropped within seconds, while everybody else is served."""

import asyncio
import json
import socket
from contextlib import asynccontextmanager

import pytest

from tests.client import ATTACKS, SEED
from tests.servers import client
from tests.waiting import LONG, until

pytestmark = pytest.mark.anyio
PATIENCE = 1.0
"""Seconds that the impatient server gives its clients."""
SLOW = b"y" * 1000
"""More than is sent byte by byte before a test gives up."""
HEAD = b"POST /v1/rulesets/open-forces/attacks HTTP/1.1\r\nHost: umpire\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
BODY = json.dumps({"situation": SEED}).encode()


@pytest.fixture(scope="module")
def port(tmp_path_factory, session_nursery):
    url = f"sqlite:///{tmp_path_factory.mktemp('sockets')}/umpire.db"
    server = session_nursery.start(url, UMPIRE_CLIENT_TIMEOUT=LONG)
    yield server.port
    server.kill()


@pytest.fixture(scope="module")
def impatient(tmp_path_factory, session_nursery):
    url = f"sqlite:///{tmp_path_factory.mktemp('sockets')}/umpire.db"
    server = session_nursery.start(url, UMPIRE_CLIENT_TIMEOUT=PATIENCE)
    yield server.port
    server.kill()


@asynccontextmanager
async def connected(port, limit=2**16, buffer=2**16):
    """A connection that takes so many bytes before anybody reads them, here and in the kernel."""
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    plain.connect(("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=plain, limit=limit)
    try:
        yield reader, writer
    finally:
        writer.close()


async def drip(writer, data, pause=0.2):
    """Send byte by byte, for as long as the other side listens."""
    for n in range(len(data)):
        if writer.transport.is_closing():
            return
        writer.write(data[n : n + 1])
        await asyncio.sleep(pause)


async def what_comes(reader):
    """All that is received until the connection ends; fails where it does not end."""
    try:
        return await asyncio.wait_for(reader.read(), LONG)
    except ConnectionError:
        return b""


async def one_answer(reader):
    """The next answer, which says how long it is; further ones may follow."""
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), LONG)
    length = next(
        int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")
    )
    return head + await asyncio.wait_for(reader.readexactly(length), LONG)


def told(answer):
    """Status and code of the problem that came."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    problem = json.loads(body)
    assert problem["detail"]
    assert "{{" not in problem["detail"]
    return int(head.split()[1]), problem["code"]


async def slow(port, data):
    async with connected(port) as (reader, writer):
        sending = asyncio.create_task(drip(writer, data))
        answer = await what_comes(reader)
        sending.cancel()
        return answer


def hanging(port):
    """Clients who send a head or a body byte by byte, all but the last byte, or nothing; 20 of them nothing."""
    sized = HEAD + b"Content-Length: %d\r\n\r\n" % len(BODY + SLOW)
    heads = [slow(port, HEAD + b"X: " + SLOW) for _ in range(20)]
    bodies = [slow(port, sized + BODY + SLOW) for _ in range(20)]
    silent = [slow(port, b"") for _ in range(20)]

    async def body_alone():
        async with connected(port) as (reader, writer):
            writer.write(sized + BODY + SLOW[:-1])
            return await what_comes(reader)

    return [asyncio.create_task(one) for one in (*heads, *bodies, *silent, body_alone())]


async def test_slow_and_silent_clients_are_dropped(impatient):
    answers = await asyncio.gather(*hanging(impatient))
    assert {told(answer) for answer in answers if answer} == {(408, "request-timeout")}
    assert sum(not answer for answer in answers) == 20


async def test_beside_slow_and_silent_clients_others_are_served(port):
    tasks = hanging(port)
    async with client(port) as http:
        for _ in range(6):
            assert (await http.post(ATTACKS, json={"situation": SEED})).status_code == 201
    assert not any(task.done() for task in tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_streams_and_those_who_wait_are_not_cut(impatient):
    async with client(impatient) as http:
        session = (await http.post("/v1/rulesets/open-forces/sessions", json={"kind": "series"})).json()
        path, host = f"/v1/sessions/{session['id']}", {"Authorization": f"Bearer {session['tokens']['host']}"}
        etag = (await http.get(path)).headers["etag"]

        lines = []

        async def follow():
            async with http.stream("GET", f"{path}/events?format=stream") as stream:
                async for line in stream.aiter_lines():
                    lines.append(line)  # noqa: PERF401

        waiting = asyncio.create_task(http.get(f"{path}?wait=25", headers={"If-None-Match": etag}))
        following = asyncio.create_task(follow())
        await until(lambda: "event: session-opened" in lines)
        for _ in range(3):  # who came later has been dropped, one after the other
            assert await slow(impatient, b"") == b""
        assert not following.done()
        assert not waiting.done()
        assert (await http.post(f"{path}/close", headers=host)).status_code == 200
        assert (await asyncio.wait_for(waiting, LONG)).json()["status"] == "closed"
        await asyncio.wait_for(following, LONG)
        assert "event: session-closed" in lines


async def test_who_does_not_take_what_he_asked_for_is_dropped_and_holds_up_nobody(impatient):
    async with client(impatient) as http:
        session = (await http.post("/v1/rulesets/open-forces/sessions", json={"kind": "series"})).json()
        host = {"Authorization": f"Bearer {session['tokens']['host']}"}
        unit_ids = [f"{n:03}" + "x" * 97 for n in range(100)]
        defender = {"units": 100, "unit_ids": unit_ids, "mode": {"def": -20}}
        situation = {"attacker": {"units": 100, "mode": {"atk": 20}}, "defender": defender}
        body = {"situation": situation, "session_id": session["id"]}
        for _ in range(40):
            assert (await http.post(ATTACKS, json=body, headers=host)).status_code == 201
        path = f"/v1/sessions/{session['id']}/events"
        for query in ("?format=stream", "?format=ndjson", "?limit=200"):
            async with connected(impatient, limit=1024, buffer=1024) as (_reader, writer):
                writer.write(b"GET %s%s HTTP/1.1\r\nHost: umpire\r\n\r\n" % (path.encode(), query.encode()))

                async def is_dropped():
                    writer.write(b"\r\n")  # what is sent to a dropped connection comes back as its end
                    assert (await http.post(ATTACKS, json=body, headers=host)).status_code == 201
                    return writer.transport.is_closing()

                await until(is_dropped)


@pytest.mark.parametrize(
    ("request_", "status", "code"),
    [
        (b"GET /" + b"x" * 300_000 + b" HTTP/1.1\r\n", 431, "head-too-large"),
        (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 50_000, 431, "head-too-large"),
        (b"GET / HTTP/1.1\r\nX: " + b"y" * 70_000 + b"\r\n\r\n", 431, "head-too-large"),
        (b"\x16\x03\x01 nonsense\r\n\r\n", 400, "invalid-http"),
        (b"GET /\xff\xfe HTTP/1.1\r\nHost: a\r\n\r\n", 400, "invalid-http"),
        (HEAD + b"Content-Length: -1\r\n\r\n", 400, "invalid-http"),
        (HEAD + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n", 400, "invalid-http"),
        (HEAD + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\n{}", 400, "invalid-http"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400, "invalid-http"),
        (HEAD + b"Content-Length: 9999999\r\n\r\n", 413, "body-too-large"),
        (
            HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"10000\r\n" + b"x" * 65536 + b"\r\n1\r\nx",
            413,
            "body-too-large",
        ),
        (HEAD + b"Content-Length: 50\r\n\r\n" + b"x" * 40, 408, "request-timeout"),
        (CHUNKED + b"0\r\n" + b"X: y\r\n" * 50_000, 431, "head-too-large"),
        (CHUNKED + b"0\r\nX: " + b"y" * 600_000, 431, "head-too-large"),
        (CHUNKED + b"0\r\nX: " + b"y" * 70_000 + b"\r\n\r\n", 431, "head-too-large"),
        (CHUNKED + b"1;" + b"y" * 600_000, 431, "head-too-large"),
        (b"GET /healthz HTTP/1.1\r\n\r\n", 400, "invalid-http"),
        (b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "invalid-http"),
        (b"GET /healthz HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", 400, "invalid-http"),
        (b"GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n", 400, "invalid-http"),
    ],
    ids=lambda value: value[:24] if isinstance(value, bytes) else None,
)
async def test_what_is_too_large_or_no_http_is_told_so(port, impatient, request_, status, code):
    async with connected(impatient if status == 408 else port) as (reader, writer):
        writer.write(request_)
        assert told(await one_answer(reader)) == (status, code)
    async with client(port) as http:
        assert (await http.get("/healthz")).status_code == 200


async def answer_to(port, *parts):
    """What comes back, where a client sends each part once that before it is answered, and then closes its side."""
    async with connected(port) as (reader, writer):
        *earlier, last = parts
        answers = b""
        for part in earlier:
            writer.write(part)
            answers += await one_answer(reader)
        writer.write(last)
        writer.write_eof()
        return answers + await what_comes(reader)


def statuses(answers):
    """The statuses of answers that came one after the other, without interim ones."""
    return [status for part in answers.split(b"HTTP/1.1 ")[1:] if (status := int(part[:3])) != 100]


async def test_trailers_are_no_headers(port):
    chunk = b"%x\r\n%s\r\n" % (len(BODY), BODY)
    sent = CHUNKED + chunk + b"0\r\nContent-Type: text/plain\r\nAuthorization: nonsense\r\n\r\n"
    assert statuses(await answer_to(port, sent)) == [201]


async def test_many_small_chunks_are_a_body(port):
    whole = b"".join(b"1\r\n%c\r\n" % byte for byte in BODY + b" " * 60_000) + b"0\r\n\r\n"
    assert statuses(await answer_to(port, CHUNKED + whole)) == [201]


async def test_a_client_that_closes_its_side_after_its_request_is_answered(port):
    get = b"GET /v1/rulesets HTTP/1.1\r\nHost: umpire\r\n\r\n"
    post = HEAD + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY
    assert statuses(await answer_to(port, get)) == [200]
    assert statuses(await answer_to(port, post)) == [201]
    assert statuses(await answer_to(port, get + post + get)) == [200, 201, 200]
    assert statuses(await answer_to(port, get, post[:-1])) == [200]
    assert await answer_to(port, post[:-1]) == b""
    assert await answer_to(port, b"") == b""


async def test_a_client_that_closes_its_side_may_wait_and_read_the_whole_log(port):
    async with client(port) as http:
        session = (await http.post("/v1/rulesets/open-forces/sessions", json={"kind": "series"})).json()
        path = f"/v1/sessions/{session['id']}"
        etag = (await http.get(path)).headers["etag"]
    wait = f"GET {path}?wait=1 HTTP/1.1\r\nHost: umpire\r\nIf-None-Match: {etag}\r\n\r\n"
    assert statuses(await answer_to(port, wait.encode())) == [304]
    export = f"GET {path}/events?format=ndjson HTTP/1.1\r\nHost: umpire\r\n\r\n"
    assert b'"end":true' in await answer_to(port, export.encode())


async def test_a_stream_ends_with_the_client_that_closes_its_side(port):
    async with client(port) as http:
        session = (await http.post("/v1/rulesets/open-forces/sessions", json={"kind": "series"})).json()
    async with connected(port) as (reader, writer):
        writer.write(f"GET /v1/sessions/{session['id']}/events?format=stream HTTP/1.1\r\nHost: umpire\r\n\r\n".encode())
        await reader.readuntil(b"session-opened")
        writer.write_eof()
        await what_comes(reader)


async def test_a_request_of_http_1_0_needs_no_host(port):
    assert statuses(await answer_to(port, b"GET /healthz HTTP/1.0\r\n\r\n")) == [200]
