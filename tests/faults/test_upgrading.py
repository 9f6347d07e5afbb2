"""An upgrade under load, and back again: nothing is refused but 503 with Retry-After, and nothing is lost."""

import asyncio
import signal

import pytest
import sqlalchemy as sa

from app.persistence.connecting.database import open_database
from tests.client import ATTACKS, SEED, path_of
from tests.faults import SCALE
from tests.faults.load import PATIENCE, Load
from tests.follower import Follower
from tests.haproxy import balancer
from tests.newer import REVISION, newer_migrations
from tests.servers import client, free_port
from tests.thorough import only_thorough, thorough

pytestmark = pytest.mark.anyio

WINDOW = {
    "situation": {
        "attacker": {"id": "red-5", "agility": 2, "hull": 4, "tokens": {"focus": 1}, "locks": ["black-2"]},
        "weapon": {"value": 3},
        "attack_range": 1,
        "defender": {"id": "black-2", "agility": 3, "hull": 3},
    },
    "policies": {"attacker": "ask"},
}
"""An attack of X-Wing that waits at its window of modification."""
KEYED = {"Idempotency-Key": "an-attack-before-the-upgrade"}


@pytest.fixture
def upgrade(tmp_path):
    """What makes a process one of the newer release."""
    return {"app.persistence.connecting.revisions:MIGRATIONS": newer_migrations(tmp_path)}


@thorough
async def test_an_upgrade_under_load_refuses_and_loses_nothing(postgres_url, nursery, tmp_path, upgrade):
    ports = {"a": free_port(), "b": free_port()}
    servers = {name: await asyncio.to_thread(nursery.start, postgres_url, port) for name, port in ports.items()}
    with balancer(tmp_path, tuple(ports.values())) as proxy:
        async with client(proxy.port) as http:
            for name in ports:
                await proxy.put_back(name)
            window = (await http.post("/v1/rulesets/x-wing/attacks", json=WINDOW)).json()
            made = (await http.post(ATTACKS, json={"situation": SEED}, headers=KEYED)).json()
            load = Load(http)
            await load.open()
            follower = Follower(proxy.port, load.session)
            following = asyncio.create_task(follower.follow())
            async with load.running():
                await load.more()
                migration = nursery.run(postgres_url, "migrate", **upgrade)[0]
                assert await asyncio.to_thread(migration.wait) == 0
                await load.more()
                for server in servers.values():
                    async with client(server.port) as old:
                        assert (await old.get("/readyz")).status_code == 200
                for name in list(ports) * SCALE:
                    await proxy.drain(name)
                    await load.more()
                    servers[name].send_signal(signal.SIGTERM)
                    assert await asyncio.to_thread(servers[name].wait, PATIENCE) == 0
                    servers[name] = await asyncio.to_thread(nursery.start, postgres_url, ports[name], **upgrade)
                    await proxy.put_back(name)
                    await load.more()
            await load.check()
            await the_question_is_answered(http, window)
            again = await http.post(ATTACKS, json={"situation": SEED}, headers=KEYED)
            assert (again.status_code, again.json()) == (200, made)
            await http.post(f"/v1/sessions/{load.session}/close", headers={"Authorization": f"Bearer {load.token}"})
            await asyncio.wait_for(following, PATIENCE)
    assert load.cut_off == 0
    assert [event["seq"] for event in follower.events] == list(range(1, len(follower.events) + 1))
    assert follower.connections >= 2
    assert migrated_to(postgres_url) == REVISION


@only_thorough("starts four servers")
async def test_going_back_to_the_release_before_and_forward_again_loses_nothing(database_url, nursery, upgrade):
    """The schema is migrated beside the program that runs; then both releases serve it in turn, each under load."""
    server = await asyncio.to_thread(nursery.start, database_url)
    async with client(server.port) as http:
        load = Load(http)
        await load.open()
        follower = Follower(server.port, load.session)
        following = asyncio.create_task(follower.follow())
        asked = [(await http.post("/v1/rulesets/x-wing/attacks", json=WINDOW)).json()]
        made = (await http.post(ATTACKS, json={"situation": SEED}, headers=KEYED)).json()
        async with load.running():
            await load.more()
            migration = nursery.run(database_url, "migrate", **upgrade)[0]
            assert await asyncio.to_thread(migration.wait) == 0
            assert (await http.get("/readyz")).status_code == 200
            await load.more()
            for release in (upgrade, {}, upgrade) * SCALE:
                server.send_signal(signal.SIGTERM)
                assert await asyncio.to_thread(server.wait, PATIENCE) == 0
                server = await asyncio.to_thread(nursery.start, database_url, server.port, **release)
                asked.append((await http.post("/v1/rulesets/x-wing/attacks", json=WINDOW)).json())
                await load.more()
        await load.check()
        for window in asked:
            await the_question_is_answered(http, window)
        again = await http.post(ATTACKS, json={"situation": SEED}, headers=KEYED)
        assert (again.status_code, again.json()) == (200, made)
        await http.post(f"/v1/sessions/{load.session}/close", headers={"Authorization": f"Bearer {load.token}"})
        await asyncio.wait_for(following, PATIENCE)
    assert [event["seq"] for event in follower.events] == list(range(1, len(follower.events) + 1))
    assert migrated_to(database_url) == REVISION


async def the_question_is_answered(http, window):
    """The window that was open before the upgrade, to its end, by a process of the newer release."""
    token = {"Authorization": f"Bearer {window['tokens']['host']}"}
    action = (await http.get(path_of(window), headers=token)).json()
    assert action["pending"] == window["pending"]
    while action["status"] == "pending":
        answer = {"seen": action["pending"]["seen"], "choice": action["pending"]["choices"][-1]["choice"]}
        response = await http.post(path_of(window) + "/answers", json=answer, headers=token)
        assert response.status_code == 200, response.text
        action = response.json()
    assert action["status"] == "resolved"
    report = (await http.get(f"/v1/sessions/{window['session_id']}/verification")).json()
    assert (report["result"], report["dice"]) == ("identical", "derived")


def migrated_to(url):
    database = open_database(url)
    with database.reader.connect() as connection:
        found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one()
    database.dispose()
    return found
