"""Record logs that every checker has to accept: `python -m tests.record_logs`, once after a change of what is logged.

With names, such as `python -m tests.record_logs x-wing-duel-finished`, only these are written.

They are sessions of every kind as the service logs them now, each a file of `tests/vectors/logs/`. Beside them
stand those of earlier releases in `tests/golden/exports/`; what no checker accepts is made from both in tests/logs.py.
"""

import asyncio
import gzip
import shutil
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from app.api.work import autoplay
from app.persistence.connecting.database import open_database
from app.persistence.connecting.migrate import migrate
from app.services.log.export import export_session
from tests.api.test_x_wing_game import go_on, questions
from tests.api.test_x_wing_game import open_game as open_engagement
from tests.conftest import serving
from tests.services.test_moving import TWO, filled
from tests.waiting import until

FOLDER = Path(__file__).parent / "vectors" / "logs"
FINISHED = {
    "open-forces": ("sample",),
    "castle-rampage": ("sealed", "whole-sample"),
    "storm-over-stalingrad": ("sample", "sample-with-cards"),
}
"""The setups of games that the service plays to their ends."""


async def finished(api):
    """Games that the service has played for both seats."""
    found = {}
    for slug, names in FINISHED.items():
        path = f"/v1/rulesets/{slug}"
        setups = (await api.get(path)).json()["game"]["setups"]
        for name in names:
            body = {"kind": "game", "setup": setups[name], "seats": TWO}
            body["policies"] = {"1": "first-legal", "2": "first-legal"}
            id = (await api.post(f"{path}/sessions", body)).json()["id"]

            async def is_over(id=id):
                return (await api.get(f"/v1/sessions/{id}")).json()["status"] == "closed"

            await until(is_over)
            found[f"{slug}-{name}-finished"] = id
    return found


async def in_hand(api):
    """A game with a slip that its seat has taken back, and one of X-Wing that waits."""
    found = {}
    for slug, name, more in (("open-forces", "sample", {"take_back": "free"}), ("x-wing", "ships", {})):
        path = f"/v1/rulesets/{slug}"
        setup = (await api.get(path)).json()["game"]["setups"][name]
        session = (await api.post(f"{path}/sessions", {"kind": "game", "setup": setup, "seats": TWO, **more})).json()
        found[f"{slug}-{name}-open"] = session["id"]
        (asked, *_) = (await api.get(f"/v1/sessions/{session['id']}/questions")).json()["items"]
        token = session["tokens"]["seats"][str(asked["seat"])]
        move = {"seen": asked["seen"], "move": asked["choices"][0]["choice"]}
        moved = (await api.post(f"{path}/sessions/{session['id']}/actions", move, token)).json()
        if more:
            await api.post(f"/v1/sessions/{session['id']}/actions/{moved['number']}/void", {}, token)
    return found


async def duel(api):
    """A game of X-Wing that two players have fought to its end."""
    squads = [{"xws": {"pilots": [{"id": id, "ship": ship}]}} for id, ship in DUEL]
    session = (await open_engagement(api, squads)).json()
    chance = Random(1)
    while asked := await questions(api, session):
        answered = await go_on(api, session, asked[0], chance)
        assert answered.status_code in (200, 201), answered.text
    return {"x-wing-duel-finished": session["id"]}


DUEL = (("wedgeantilles", "t65xwing"), ("maulermithel", "tielnfighter"))


async def record(url, patch):
    """The exports of all sessions, by name."""
    one = await filled(url, patch)
    async with serving(url) as api:
        found = {**await finished(api), **await in_hand(api), **await duel(api)}
    found |= {f"session-{n:02}": session["id"] for n, session in enumerate(one.sessions, 1)}
    database = open_database(url)
    exports = {name: b"".join(export_session(database.reader, id)) for name, id in found.items()}
    database.dispose()
    return exports


def main():
    """Record them anew."""
    if not (names := sys.argv[1:]):
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir()
    with TemporaryDirectory() as scratch, pytest.MonkeyPatch.context() as patch:
        patch.setattr(autoplay, "ROUND", 0.05)
        file = Path(scratch) / "umpire.db"
        file.touch(0o600)
        database = open_database(url := f"sqlite:///{file}")
        migrate(database)
        database.dispose()
        for name, export in asyncio.run(record(url, patch)).items():
            if name in (names or (name,)):
                (FOLDER / f"{name}.ndjson.gz").write_bytes(gzip.compress(export, mtime=0))


if __name__ == "__main__":
    main()
