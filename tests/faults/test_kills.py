"""A real server, killed: nothing acknowledged is lost, nothing is doubled, and questions wait."""

import asyncio
import signal
import subprocess
import sys

import httpx
import pytest

from tests.client import ATTACKS, PHYSICAL, SEED, SEED_FACES, path_of
from tests.faults import SCALE
from tests.faults.load import Load
from tests.faults.proxy import Proxy
from tests.servers import client, environment_for, free_port
from tests.thorough import cases, thorough
from tests.waiting import LONG, until

pytestmark = pytest.mark.anyio


@thorough
@pytest.mark.parametrize("database_url", cases(["postgresql"], ["sqlite", "postgresql"]), indirect=True)
async def test_a_question_survives_a_killed_server(database_url, nursery):
    body = {
        "situation": SEED,
        "options": {"surplus_dice": "owner-choice"},
        "policies": {"attacker": "ask"},
        "dice": PHYSICAL,
    }
    server = nursery.start(database_url)
    async with client(server.port) as http:
        action = (await http.post(ATTACKS, json=body)).json()
    token = {"Authorization": f"Bearer {action['tokens']['host']}"}
    for answer in ({"faces": SEED_FACES[0]}, {"faces": SEED_FACES[1]}, {"choice": {"faces": [1]}}):
        server.kill()
        server = nursery.start(database_url)
        async with client(server.port) as http:
            again = (await http.get(path_of(action))).json()
            assert again["pending"] == action["pending"]
            response = await http.post(
                path_of(action) + "/answers", json={"seen": again["pending"]["seen"], **answer}, headers=token
            )
            action = response.json()
    assert (action["status"], action["outcome"]["kills"]) == ("resolved", 2)


@thorough
@pytest.mark.parametrize("database_url", cases(["postgresql"], ["sqlite", "postgresql"]), indirect=True)
async def test_a_server_killed_under_load_loses_and_doubles_nothing(database_url, nursery):
    server = nursery.start(database_url)
    async with client(server.port) as http:
        load = Load(http)
        await load.open()
        async with load.running():
            for _ in range(2 * SCALE):
                await load.more()
                server.kill()
                await load.trouble()
                server = await asyncio.to_thread(nursery.start, database_url, server.port)
            await load.more()
        await load.check()


async def test_an_answer_cut_off_behind_the_commit_is_given_again(database_url, nursery):
    server = nursery.start(database_url)
    body, key = {"situation": SEED}, {"Idempotency-Key": "an-answer-that-is-cut-off"}
    async with Proxy(server.port) as proxy, client(proxy.port) as behind, client(server.port) as http:
        proxy.fall_silent(after=b"an-answer-that-is-cut-off")
        asking = asyncio.create_task(behind.post(ATTACKS, json=body, headers=key))

        async def stored():
            return (await http.get("/v1/actions?kind=single")).json()["items"]

        listed = await until(stored)
        proxy.reset()
        with pytest.raises(httpx.TransportError):
            await asking
        answers = [await http.post(ATTACKS, json=body, headers=key) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 200]
        first, second = [answer.json() for answer in answers]
        assert first == second
        assert (await http.get("/v1/actions?kind=single")).json()["items"] == listed
        assert first["session_id"] == listed[0]["session_id"]
        host = {"Authorization": f"Bearer {first['tokens']['host']}"}
        assert (await http.post(path_of(first) + "/void", headers=host)).status_code == 200


async def test_a_second_process_on_one_sqlite_file_says_so_and_exits(tmp_path, nursery):
    url = f"sqlite:///{tmp_path}/umpire.db"
    server = nursery.start(url)
    second = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "app.cli", "serve", "--port", str(free_port())],
        env=environment_for(url),
        capture_output=True,
        text=True,
        timeout=LONG,
    )
    assert second.returncode == 1
    assert "another process serves" in second.stderr
    server.send_signal(signal.SIGTERM)
    assert server.wait() == 0
