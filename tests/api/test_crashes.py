"""A real server, killed: nothing acknowledged is lost, nothing is doubled, and questions wait."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
import uuid
from contextlib import asynccontextmanager

import httpx
import pytest

from tests.client import ATTACKS, PHYSICAL, SEED, SEED_FACES, path_of

pytestmark = pytest.mark.anyio
KILLS = int(os.environ.get("UMPIRE_TEST_KILLS", "2"))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment_for(url):
    """With compiled modules kept, so that a restart takes no longer than it has to."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "UMPIRE_DATABASE_URL": url, "UMPIRE_LOG_LEVEL": "warning"}


def start(url, port, *, wait=True):
    environment = environment_for(url)
    process = subprocess.Popen([sys.executable, "-m", "app.cli", "serve", "--port", str(port)], env=environment)
    return ready(process, port) if wait else process


def ready(process, port):
    """The process, once it serves."""
    deadline = time.monotonic() + 30
    while True:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/readyz").status_code == 200:
                return process
        except httpx.TransportError:
            pass
        assert process.poll() is None, "the server stopped"
        assert time.monotonic() < deadline, "the server did not start"
        time.sleep(0.05)


@asynccontextmanager
async def client(port):
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=20) as http:
        yield http


async def test_a_question_survives_a_killed_server(database_url):
    port = free_port()
    body = {
        "situation": SEED,
        "options": {"surplus_dice": "owner-choice"},
        "policies": {"attacker": "ask"},
        "dice": PHYSICAL,
    }
    process = start(database_url, port)
    try:
        async with client(port) as http:
            action = (await http.post(ATTACKS, json=body)).json()
        token = {"Authorization": f"Bearer {action['tokens']['host']}"}
        for answer in ({"faces": SEED_FACES[0]}, {"faces": SEED_FACES[1]}, {"choice": {"faces": [1]}}):
            process.send_signal(signal.SIGKILL)
            process.wait()
            process = start(database_url, port)
            async with client(port) as http:
                again = (await http.get(path_of(action))).json()
                assert again["pending"] == action["pending"]
                response = await http.post(
                    path_of(action) + "/answers", json={"seen": again["pending"]["seen"], **answer}, headers=token
                )
                action = response.json()
        assert (action["status"], action["outcome"]["kills"]) == ("resolved", 2)
    finally:
        process.kill()
        process.wait()


async def test_a_server_killed_under_load_loses_and_doubles_nothing(database_url):
    port = free_port()
    process = start(database_url, port)
    try:
        async with client(port) as http:
            session = (await http.post("/v1/rulesets/open-forces/sessions", json={"kind": "series"})).json()
        token = session["tokens"]["host"]
        acknowledged: dict[str, int] = {}

        async def attack(http):
            key = uuid.uuid4().hex
            body = json.dumps({"situation": SEED, "session_id": session["id"], "reference": key})
            headers = {"Idempotency-Key": key, "Authorization": f"Bearer {token}", "Content-Type": "application/json"}
            for _ in range(200):
                try:
                    response = await http.post(ATTACKS, content=body, headers=headers)
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
                    continue
                assert response.status_code in (200, 201), response.text
                acknowledged[key] = response.json()["number"]
                return

        async def keep_attacking(http, until):
            while time.monotonic() < until:
                await attack(http)

        for _ in range(KILLS):
            async with client(port) as http:
                load = [asyncio.ensure_future(keep_attacking(http, time.monotonic() + 1.5)) for _ in range(8)]
                await asyncio.sleep(0.7)
                process.send_signal(signal.SIGKILL)
                process.wait()
                process = await asyncio.to_thread(start, database_url, port)
                await asyncio.gather(*load)
        async with client(port) as http:
            shown = (await http.get(f"/v1/sessions/{session['id']}")).json()
            report = (await http.get(f"/v1/sessions/{session['id']}/verification")).json()
            stored = {}
            for number in range(1, len(acknowledged) + 1):
                action = (await http.get(f"/v1/sessions/{session['id']}/actions/{number}")).json()
                stored[action["reference"]] = number
        assert len(acknowledged) > 10
        assert shown["actions"]["resolved"] == len(acknowledged)
        assert stored == acknowledged
        assert (report["result"], report["dice"], report["chain"]["ok"]) == ("identical", "proven", True)
    finally:
        process.kill()
        process.wait()


async def test_a_second_process_on_one_sqlite_file_says_so_and_exits(tmp_path):
    url, port = f"sqlite:///{tmp_path}/umpire.db", free_port()
    process = start(url, port)
    try:
        second = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "app.cli", "serve", "--port", str(free_port())],
            env=environment_for(url),
            capture_output=True,
            text=True,
            timeout=30,
        )
        assert second.returncode == 1
        assert "another process serves" in second.stderr
    finally:
        process.terminate()
        assert process.wait(10) in (0, -signal.SIGTERM)
