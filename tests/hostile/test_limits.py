"""Limits by address: no invented key and no forged header gives a fresh one."""

import asyncio
import re
from contextlib import asynccontextmanager

import pytest
from pydantic import ValidationError

from app.services.access import is_known_key
from app.services.keys import create_key, revoke_key
from app.settings import Settings
from tests.client import bearer
from tests.conftest import serving
from tests.servers import client
from tests.waiting import LONG, until

pytestmark = pytest.mark.anyio
GET = b"GET /v1/rulesets HTTP/1.1\r\nHost: umpire\r\n\r\n"


async def statuses(http, headers):
    return [(await http.get("/v1/rulesets", headers=each)).status_code for each in headers]


@pytest.fixture
def started(nursery, sqlite_url):
    @asynccontextmanager
    async def start(**environment):
        server = await asyncio.to_thread(nursery.start, sqlite_url, UMPIRE_CLIENT_TIMEOUT=LONG, **environment)
        async with client(server.port) as http:
            http.port = server.port
            yield http

    return start


async def test_invented_keys_share_the_limit_of_their_address(sqlite_url):
    async with serving(sqlite_url, rate_limit="3/day") as api:
        assert await statuses(api.http, [bearer(f"umk_{n}") for n in range(5)]) == [401, 401, 401, 429, 429]
        assert await statuses(api.http, [{}]) == [429]


async def test_each_known_key_has_a_limit_of_its_own(sqlite_url):
    async with serving(sqlite_url, rate_limit="3/day") as api:
        database = api.app.state.context.database
        (_, one), (id, other) = create_key(database, "one"), create_key(database, "other")
        assert await statuses(api.http, [{}] * 4) == [200, 200, 200, 429]
        assert await statuses(api.http, [bearer(one)] * 4) == [200, 200, 200, 429]
        assert await statuses(api.http, [bearer(other)] * 4) == [200, 200, 200, 429]
        assert await statuses(api.http, [{"Authorization": f"Basic {other}"}]) == [429]
        revoke_key(database, id)
    async with serving(sqlite_url, rate_limit="3/day") as api:
        assert await statuses(api.http, [bearer(other)] * 4) == [401, 401, 401, 429]
        assert await statuses(api.http, [{}]) == [429]


async def test_a_known_key_is_looked_up_once_and_invented_ones_within_the_limit(sqlite_url, monkeypatch):
    looked_up, context = [], None
    async with serving(sqlite_url, rate_limit="3/day") as api:
        context = api.app.state.context
        _, key = create_key(context.database, "one")
        read = type(context).read

        async def count(self, query):
            if query.func is is_known_key:
                looked_up.append(query)
            return await read(self, query)

        monkeypatch.setattr(type(context), "read", count)
        await statuses(api.http, [bearer(key)] * 3)
        assert len(looked_up) == 1
        await statuses(api.http, [bearer(f"umk_{n}") for n in range(20)])
        assert len(looked_up) <= 3


async def test_what_is_left_is_told_with_every_answer(sqlite_url):
    async with serving(sqlite_url, rate_limit="3/day") as api:
        for left in (2, 1, 0, 0):
            answer = await api.http.get("/v1/rulesets", headers={"Origin": "https://page.test"})
            assert answer.headers["ratelimit-policy"] == '"default";q=3;w=86400'
            assert re.fullmatch(rf'"default";r={left};t=\d+', answer.headers["ratelimit"])
            assert {"RateLimit", "RateLimit-Policy"} <= set(answer.headers["access-control-expose-headers"].split(", "))
        assert answer.status_code == 429
        assert 1 <= int(answer.headers["retry-after"]) <= 86_400
        assert "ratelimit" not in (await api.get("/healthz")).headers
    async with serving(sqlite_url) as api:
        assert "ratelimit" not in (await api.get("/v1/rulesets")).headers


async def test_forwarded_addresses_count_only_from_proxies_that_are_named(started):
    forged = [{"X-Forwarded-For": f"192.0.2.{n}"} for n in range(4)]
    async with started(UMPIRE_RATE_LIMIT="3/day") as http:
        assert await statuses(http, forged) == [200, 200, 200, 429]


async def test_behind_a_named_proxy_each_address_has_its_own_limit(started):
    async with started(UMPIRE_RATE_LIMIT="3/day", UMPIRE_TRUSTED_PROXIES="10.0.0.0/8, 127.0.0.1") as http:
        assert await statuses(http, [{"X-Forwarded-For": f"192.0.2.{n}"} for n in range(4)]) == [200] * 4
        forged = [{"X-Forwarded-For": f"192.0.2.{n}, 198.51.100.7, 10.1.1.1"} for n in range(4)]
        assert await statuses(http, forged) == [200, 200, 200, 429]
        network = [{"X-Forwarded-For": f"2001:db8::{n:x}"} for n in range(4)]
        assert await statuses(http, network) == [200, 200, 200, 429]
        assert await statuses(http, [{"X-Forwarded-For": "2001:db8:0:1::1"}]) == [200]


@pytest.mark.parametrize("proxies", ["proxy", "10.0.0.0/99", "*", "10.0.0.1/8", "127.0.0.1;10.0.0.1"])
def test_a_proxy_is_an_address_or_a_network(proxies):
    with pytest.raises(ValidationError, match="an address or a network"):
        Settings(trusted_proxies=proxies)


async def test_streams_of_an_address_are_limited(started):
    async with started(UMPIRE_STREAMS_PER_ADDRESS=3) as http:
        session = (await http.post("/v1/rulesets/open-forces/sessions", json={"kind": "series"})).json()
        path = f"/v1/sessions/{session['id']}/events?format=stream"
        request = f"GET {path} HTTP/1.1\r\nHost: umpire\r\n\r\n".encode()
        streams = []
        for _ in range(3):
            reader, writer = await asyncio.open_connection("127.0.0.1", http.port)
            writer.write(request)
            await reader.readuntil(b"session-opened")
            streams.append(writer)
        answer = await http.get(path)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many-requests")
        assert answer.headers["retry-after"]
        assert "stream" in answer.json()["detail"]
        assert (await http.get(f"/v1/sessions/{session['id']}")).status_code == 200
        streams.pop().close()

        async def followed():
            async with http.stream("GET", path) as stream:
                return stream.status_code == 200

        await until(followed)
        for writer in streams:
            writer.close()


async def test_connections_of_an_address_are_limited(started):
    async with started(UMPIRE_CONNECTIONS_PER_ADDRESS=4) as http:
        held = [await asyncio.open_connection("127.0.0.1", http.port) for _ in range(4)]
        reader, writer = await asyncio.open_connection("127.0.0.1", http.port)
        answer = await asyncio.wait_for(reader.read(), LONG)
        assert answer.startswith(b"HTTP/1.1 429 ")
        assert b'"code":"too-many-requests"' in answer
        assert b"\r\nretry-after: " in answer
        writer.close()
        held[0][1].write(GET)
        assert (await held[0][0].readline()).startswith(b"HTTP/1.1 200 ")
        held.pop()[1].close()

        async def served():
            return (await first_line(http.port)).startswith(b"HTTP/1.1 200 ")

        await until(served)
        for _, writer in held:
            writer.close()


async def test_a_named_proxy_has_as_many_connections_as_it_needs(started):
    async with started(UMPIRE_CONNECTIONS_PER_ADDRESS=2, UMPIRE_TRUSTED_PROXIES="127.0.0.1") as http:
        held = [await asyncio.open_connection("127.0.0.1", http.port) for _ in range(6)]
        assert (await first_line(http.port)).startswith(b"HTTP/1.1 200 ")
        for _, writer in held:
            writer.close()


async def first_line(port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(GET)
        return await asyncio.wait_for(reader.readline(), LONG)
    except ConnectionError:
        return b""
    finally:
        writer.close()
