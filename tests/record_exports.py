"""Record what this release exports, once: `python -m tests.record_exports` before the release is made.

A session with a bit of everything and a whole instance go to tests/golden/exports/<release>/, where they stay.
"""

import asyncio
import gzip
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from app.persistence.connecting.database import open_database
from app.persistence.connecting.migrate import migrate
from app.services.instance.dump import dump_instance
from tests.client import Client, path_of
from tests.conftest import serving
from tests.services.test_log import exported
from tests.services.test_moving import filled

EXPORTS = Path(__file__).parent / "golden" / "exports"
RELEASE = version("umpire")


async def record(url: str, folder: Path) -> None:
    """Write both files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.services.test_moving.hidden_game", no_game)
        await filled(url, patch)
    async with serving(url) as api:
        for slug in ("x-wing", "storm-over-stalingrad", "castle-rampage"):
            examples = (await api.get(f"/v1/rulesets/{slug}")).json()["examples"]
            for example in examples[:3]:
                response = await api.post(f"/v1/rulesets/{slug}/attacks", {"situation": example})
                assert response.status_code == 201, response.text
        log = await exported(api, await a_series(api))
        lines = b"".join(dump_instance(api.app.state.context.database))
    folder.mkdir(parents=True)
    (folder / "session.ndjson").write_bytes(log)
    (folder / "instance.ndjson.gz").write_bytes(gzip.compress(lines, mtime=0))


async def no_game(_api: Client, _one: object) -> None:
    """In place of a game of a toy rulebook, which no installation has."""


async def a_series(api: Client) -> str:
    """A series that is over, with a void attack, one that took its place, and every seed revealed; its id."""
    session = await api.open(options={"surplus_dice": "owner-choice"}, reference="recorded")
    token, id = session["tokens"]["host"], session["id"]
    attacks = [(await api.attack(token=token, session_id=id, reference=f"r{n}")).json() for n in range(3)]
    await api.post(path_of(attacks[0]) + "/void", {"reason": 'ümlaut \u2028 "quoted"'}, token)
    await api.attack(token=token, session_id=id, replaces=2)
    await api.attack(token=token, session_id=id, policies={"attacker": "ask", "defender": "ask"})
    closed = await api.post(f"/v1/sessions/{id}/close", {"result": {"winner": None}, "abandon": True}, token)
    assert closed.status_code == 200, closed.text
    return id


if __name__ == "__main__":
    with TemporaryDirectory() as scratch:
        database = open_database(url := f"sqlite:///{scratch}/umpire.db")
        migrate(database)
        database.dispose()
        asyncio.run(record(url, EXPORTS / RELEASE))
