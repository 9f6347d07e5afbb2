"""What earlier releases exported: every later one verifies it, and takes it in."""

import gzip
import json
import sqlite3
import subprocess
import sys

import pytest

from app.persistence.connecting.database import open_database
from app.persistence.connecting.migrate import migrate
from app.services.instance.dump import HEADER, dump_instance
from app.services.instance.restore import restore_instance
from app.services.log.export import check_export
from app.services.rulebooks.installed import find_rulebooks
from tests.newer import newer_program
from tests.record_exports import EXPORTS, RELEASE
from tests.servers import environment_for

BOOKS = find_rulebooks()
FOLDERS = sorted(EXPORTS.iterdir())
every_release = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def test_this_release_has_exports_that_were_recorded():
    assert EXPORTS / RELEASE in FOLDERS, "python -m tests.record_exports"


@pytest.fixture(autouse=True)
def short_chains(monkeypatch):
    """What was recorded has some sessions that outlive their first seed chain."""
    monkeypatch.setattr("app.domain.fairness.CHAIN_LENGTHS", (16, 1024))


@every_release
def test_the_export_of_a_session_verifies(folder):
    with (folder / "session.ndjson").open("rb") as lines:
        opened = json.loads(json.loads(next(lines))["body"])
    with (folder / "session.ndjson").open("rb") as lines:
        _, report = check_export(BOOKS, lines)
    is_of_now = opened["ruleset_version"] == BOOKS[opened["ruleset"]].ruleset.version
    assert report["result"] == "identical" or (report["result"] == "rules-changed" and not is_of_now)
    assert (report["chain"]["ok"], report["dice"], report["unproven"]) == (True, "proven", [])
    assert len(report["actions"]) == 5


@every_release
def test_a_whole_instance_comes_in_and_goes_out_as_it_was(folder, bare_database_url):
    database = open_database(bare_database_url)
    migrate(database)
    with gzip.open(folder / "instance.ndjson.gz") as lines:
        counts = restore_instance(BOOKS, database, lines)
    assert counts["session"] > 15
    recorded = gzip.decompress((folder / "instance.ndjson.gz").read_bytes())
    if recorded.startswith(HEADER):
        assert b"".join(dump_instance(database)) == recorded
    database.dispose()


IN_AND_OUT = """
import sys
from app.cli import main
from app.domain import fairness
fairness.CHAIN_LENGTHS = (16, 1024)
sys.exit(main(["import", sys.argv[1]]) or main(["export", "--all", sys.argv[2]]))
"""


@every_release
def test_a_release_that_logs_further_fields_takes_it_in_with_their_defaults(folder, tmp_path):
    newer_program(tmp_path)
    instance, again = folder / "instance.ndjson.gz", tmp_path / "instance.ndjson"
    command = [sys.executable, "-c", IN_AND_OUT, instance, again]
    environment = environment_for(f"sqlite:///{tmp_path}/umpire.db")
    end = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert end.returncode == 0, end.stderr
    recorded = gzip.decompress(instance.read_bytes())
    assert again.read_bytes() == recorded or not recorded.startswith(HEADER)
    taken_in = sqlite3.connect(tmp_path / "umpire.db")
    assert taken_in.execute("SELECT DISTINCT season FROM sessions").fetchall() == [(1,)]
    assert taken_in.execute("SELECT DISTINCT weather FROM actions").fetchall() == [(None,)]
    taken_in.close()


@every_release
def test_the_recorded_instance_has_all_kinds_of_sessions_and_rulebooks(folder):
    with gzip.open(folder / "instance.ndjson.gz", "rt") as lines:
        bodies = [json.loads(parts["body"]) for parts in map(json.loads, lines) if "body" in parts]
    opened = [body for body in bodies if body["type"] == "session-opened"]
    assert {body["kind"] for body in opened} == {"single", "series", "game"}
    assert {body["ruleset"] for body in opened} == {"open-forces", "castle-rampage", "storm-over-stalingrad", "x-wing"}
