"""What the service tells when it starts."""

import re
import subprocess
import sys
import threading

import httpx
import pytest

from app.version import VERSION
from tests.servers import environment_for
from tests.thorough import cases, thorough


@thorough
@pytest.mark.parametrize("format", cases(["json"], ["text", "json"]))
def test_the_start_tells_version_address_and_database(format, tmp_path):
    environment = {**environment_for(f"sqlite:///{tmp_path}/umpire.db"), "UMPIRE_LOG_LEVEL": "info"}
    environment["UMPIRE_LOG_FORMAT"] = format
    for kind in (", a new database", "") if format == "text" else (", a new database",):
        with subprocess.Popen(
            [sys.executable, "-m", "app.cli", "serve", "--port", "0"],
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            watchdog = threading.Timer(600, process.kill)
            watchdog.start()
            first = process.stderr.readline()
            told = f"umpire {VERSION} serves (http://127.0.0.1:[0-9]+) from sqlite:///{tmp_path}/umpire.db{kind}"
            found = re.search(told + ('"}$' if format == "json" else "$"), first)
            assert found, first
            assert httpx.get(f"{found[1]}/healthz", headers={"X-Request-ID": "mine"}).status_code == 200
            process.terminate()
            rest = process.stderr.read()
            watchdog.cancel()
        assert process.returncode == 0
        lines = [line for line in rest.splitlines() if "only this machine reaches" not in line]
        assert [("mine" in line) for line in lines] == [True], rest
