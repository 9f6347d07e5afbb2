"""A database that only reads: writes are refused with what keeps them off, reads go on, and all recovers by itself."""

import asyncio

import psycopg
import pytest

from app.persistence.writing import writer
from tests import postgres
from tests.client import ATTACKS, SEED, path_of
from tests.conftest import serving
from tests.faults.load import check_busy, readiness_is
from tests.faults.proxy import Proxy
from tests.servers import client
from tests.waiting import until

pytestmark = pytest.mark.anyio
KEY = "an-attack-on-a-database-that-only-reads"


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(writer, "PROBE", 0.1)
    monkeypatch.setattr(writer, "QUIET", 0.1)


class OfSqlite:
    """Makes a file read only: for the connection that writes, as root may write any file."""

    def __init__(self, api):
        self._writer = api.app.state.context.database.writer

    async def only_reads(self, is_so):
        with self._writer.connect() as connection:
            driver = connection.connection.dbapi_connection
            connection.rollback()
            driver.execute(f"PRAGMA query_only={'ON' if is_so else 'OFF'}")


class OfPostgresql:
    """Tells a server to write no more, as an operator or a failover does."""

    def __init__(self, url):
        self._url = url

    async def only_reads(self, is_so):
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            change = "SET default_transaction_read_only = on" if is_so else "RESET default_transaction_read_only"
            connection.execute(f"ALTER SYSTEM {change}")
            connection.execute("SELECT pg_reload_conf()")
        await until(lambda: self._is(is_so))

    def _is(self, is_so):
        with psycopg.connect(self._url) as connection:
            return connection.execute("SHOW default_transaction_read_only").fetchone() == ("on" if is_so else "off",)


@pytest.fixture(params=["sqlite", "postgresql"])
async def breaking(request):
    """A service, and what makes its database read only."""
    if request.param == "sqlite":
        async with serving(request.getfixturevalue("sqlite_url")) as api:
            yield api, OfSqlite(api)
    else:
        url = request.getfixturevalue("cluster").url
        async with serving(url) as api:
            yield api, OfPostgresql(url)


async def test_writes_are_refused_by_name_reads_go_on_and_it_recovers_without_a_request(breaking, caplog):
    api, database = breaking
    session = await api.open()
    token = {"token": session["tokens"]["host"], "session_id": session["id"]}
    made = (await api.attack(**token)).json()
    await database.only_reads(True)
    for _ in range(20):
        refused = await api.attack(key=KEY, **token)
        check_busy(refused)
        assert refused.json()["reason"] == "read-only"
        assert "is read-only" in refused.json()["detail"]
    told = await api.get("/readyz")
    assert (told.status_code, told.json()) == (503, {"status": "unavailable", "reason": "read-only"})
    assert (await api.get(path_of(made))).json()["outcome"] == made["outcome"]
    assert (await api.get("/v1/actions")).status_code == 200
    assert len([line for line in caplog.messages if "fails" in line or "refused" in line]) == 1
    await database.only_reads(False)
    await until(lambda: ready(api))
    assert (await api.attack(key=KEY, **token)).json()["number"] == 2


async def ready(api):
    return (await api.get("/readyz")).status_code == 200


async def test_a_database_that_becomes_read_only_while_nobody_writes_is_found_out_by_asking_for_readiness(breaking):
    api, database = breaking
    await api.open()
    await database.only_reads(True)

    async def tells():
        return (await api.get("/readyz")).json().get("reason") == "read-only"

    await until(tells)
    await database.only_reads(False)
    await until(lambda: ready(api))


async def test_where_the_address_leads_to_a_standby_the_service_connects_anew_until_it_leads_to_what_writes(
    cluster, nursery
):
    """As where a name or a proxy in between is moved: the connection that is there would lead to the standby for ever."""
    with postgres.cluster(primary=cluster) as standby:
        async with Proxy(cluster.port) as proxy:
            url = cluster.url.replace(str(cluster.port), str(proxy.port))
            quick = {"app.persistence.writing.writer:PROBE": 0.1}
            server = await asyncio.to_thread(nursery.start, url, **quick)
            async with client(server.port) as http:
                made = (await http.post(ATTACKS, json={"situation": SEED})).json()
                await until(lambda: has_caught_up(cluster, standby))
                with psycopg.connect(standby.url, autocommit=True) as connection:
                    connection.execute("SELECT pg_wal_replay_pause()")
                proxy.lead_to(standby.port)
                proxy.reset()

                async def told():
                    answer = await http.post(ATTACKS, json={"situation": SEED})
                    check_busy(answer)
                    return answer.json().get("reason")

                assert await until(told) == "read-only"
                assert (await http.get(path_of(made))).json()["outcome"] == made["outcome"]
                proxy.lead_to(cluster.port)
                await readiness_is(http, 200)
                new = (await http.post(ATTACKS, json={"situation": SEED})).json()
                assert (await http.get(path_of(new))).json()["outcome"] == new["outcome"]


def has_caught_up(primary, standby):
    """Whether a standby has all that was written."""
    with psycopg.connect(primary.url) as one, psycopg.connect(standby.url) as other:
        count = "SELECT count(*) FROM actions"
        return one.execute(count).fetchone() == other.execute(count).fetchone()
