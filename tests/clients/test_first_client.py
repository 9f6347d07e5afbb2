"""The programs of docs/first-client.md play before a real server, as they stand there."""

import json
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager

import httpx
import pytest

from app.persistence.connecting.database import open_database
from app.services.keys import create_key
from tests.clients.table import ROOT
from tests.servers import free_port

PAGE = (ROOT / "docs" / "first-client.md").read_text()
FIRST, BOT = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
(FIRST_IN_JS,) = re.findall(r"^```js\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
ATTACKS = ["open-forces", "castle-rampage", "x-wing", "storm-over-stalingrad"]


@contextmanager
def program(folder, name, text, command, address, **environment):
    """A program of the page, running before a service at an address."""
    if (runs := shutil.which(command[0])) is None:
        pytest.skip(f"NOT TESTED: {command[0]} is not there")
    file = folder / name
    file.write_text(text.replace("http://127.0.0.1:8000", address))
    pipe = subprocess.PIPE
    ran = subprocess.Popen(
        [runs, str(file), *command[1:]], stdin=pipe, stdout=pipe, text=True, env={"PATH": "/usr/bin:/bin", **environment}
    )  # fmt: skip
    try:
        yield ran
    finally:
        ran.kill()
        ran.communicate()


@pytest.mark.parametrize("language", ["python", "js"])
@pytest.mark.parametrize(
    ("slug", "kind"),
    [*((slug, "attack") for slug in ATTACKS), ("storm-over-stalingrad", "game"), ("castle-rampage", "game")],
)
def test_the_first_program_plays_any_rulebook_to_its_end(service, tmp_path, language, slug, kind):
    name, text, runs = (
        ("first.py", FIRST, sys.executable) if language == "python" else ("first.mjs", FIRST_IN_JS, "node")
    )
    address = service["UMPIRE_TEST_URL"]
    with program(tmp_path, name, text, [runs, slug, kind], address) as ran:
        told, _ = ran.communicate("", timeout=600)
    assert ran.returncode == 0
    assert "\nIt is over: " in f"\n{told}"
    newest = httpx.get(f"{address}/v1/actions?ruleset={slug}&limit=1").json()["items"][0]
    assert newest["status"] == "resolved"


@pytest.mark.parametrize("text", [FIRST, FIRST_IN_JS], ids=["python", "js"])
def test_the_first_program_has_some_forty_lines(text):
    assert len([line for line in text.splitlines() if line.strip()]) <= 42


def test_the_bot_shows_each_question_to_its_player_and_takes_the_button_for_an_answer(
    installed, nursery, sqlite_url, tmp_path
):
    server = nursery.start(sqlite_url, UMPIRE_WEBHOOKS_TO_PRIVATE_NETWORKS="true")
    database = open_database(sqlite_url)
    _, key = create_key(database, "bot")
    database.dispose()
    port, pressed = free_port(), []
    environment = {"KEY": key, "PORT": str(port), "PYTHONPATH": str(installed)}
    address = f"http://127.0.0.1:{server.port}"
    with program(tmp_path, "bot.py", BOT, [sys.executable], address, **environment) as bot:
        said = map(json.loads, bot.stdout)
        assert next(said)["text"] == "The bot is ready."
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as chat:
            assert chat.post("/hook", json={"type": "question-opened"}).status_code == 401
            assert chat.post("/start", json={}).status_code == 204
            for told in said:
                if not told["buttons"]:
                    break
                assert len(told["buttons"]) <= 25
                assert all(len(button["data"].encode()) <= 64 for button in told["buttons"])  # what Telegram takes
                assert all(len(button["text"]) <= 80 for button in told["buttons"])
                pressed.append(told["to"])
                last = {"person": told["to"], "data": told["buttons"][0]["data"]}
                chat.post("/button", json=last)
            chat.post("/button", json={**last, "data": last["data"].removesuffix("0") + "1"})
            ends = [told, next(said), next(said)]
    assert "Anton" in pressed  # who can always roll again what his lock is on; Beatrix is asked as the dice fall
    assert sorted(end["to"] for end in ends[:2]) == ["Anton", "Beatrix"]
    assert ends[0]["text"] == ends[1]["text"]
    assert ends[0]["text"].startswith("The attack ")
    assert (ends[2]["to"], ends[2]["text"]) == (last["person"], "Action 1 is resolved; it needs no more answers.")
