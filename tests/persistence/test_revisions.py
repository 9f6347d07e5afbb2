"""Older programs beside newer databases: a release works with what the one after it makes of a database."""

import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory

from app.cli import main
from app.persistence.connecting import migrate
from app.persistence.connecting import revisions as known
from app.persistence.connecting.database import open_database
from app.persistence.connecting.migrate import config
from app.persistence.connecting.refusals import OtherRevision
from app.persistence.connecting.revisions import is_current, require_current, revisions
from app.services.instance.dump import dump_instance
from tests.client import path_of
from tests.conftest import serving
from tests.newer import REVISION, newer_migrations
from tests.waiting import LONG

FIRST = "0006"
"""The first revision that says which programs work with it."""


@pytest.fixture
def newer(tmp_path, monkeypatch):
    """Migrate a database as a newer release does."""

    def migrated(url, **said):
        try:
            with monkeypatch.context() as release:
                release.setattr(known, "MIGRATIONS", newer_migrations(tmp_path, **said))
                revisions.cache_clear()
                database = open_database(url)
                migrate.migrate(database)
                database.dispose()
        finally:
            revisions.cache_clear()
        assert REVISION not in revisions()

    return migrated


@pytest.mark.anyio
async def test_a_program_works_on_after_a_newer_release_has_migrated(database_url, newer):
    async with serving(database_url) as api:
        session = await api.open()
        token = session["tokens"]["host"]
        first = (await api.attack(token=token, session_id=session["id"])).json()
        newer(database_url)
        assert (await api.get("/readyz")).status_code == 200
        second = (await api.attack(token=token, session_id=session["id"])).json()
        assert (first["number"], second["number"]) == (1, 2)
        assert (await api.post(path_of(second) + "/void", {}, token)).status_code == 200
        verification = await api.get(f"/v1/sessions/{session['id']}/verification")
        assert verification.json()["result"] == "identical"


@pytest.mark.anyio
async def test_a_program_starts_on_the_database_of_a_newer_release_that_works_with_it(database_url, newer):
    newer(database_url)
    async with serving(database_url) as api:
        assert (await api.get("/readyz")).status_code == 200
        assert (await api.attack()).status_code == 201


def test_migrating_by_an_older_program_that_still_works_changes_nothing(database_url, newer, monkeypatch):
    newer(database_url)
    monkeypatch.setenv("UMPIRE_DATABASE_URL", database_url)
    assert main(["migrate"]) == 0
    database = open_database(database_url)
    assert known.revision(database) == REVISION
    assert is_current(database)
    database.dispose()


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["migrate"]])
def test_a_program_that_is_too_old_says_which_release_it_takes(database_url, newer, command, monkeypatch, capsys):
    newer(database_url, oldest="9000", release="9.0.0")
    monkeypatch.setenv("UMPIRE_DATABASE_URL", database_url)
    assert main(command) == 2
    assert capsys.readouterr().err == (
        f"the database is at revision {REVISION}, newer than this program ({revisions()[0]}): "
        "it takes Umpire 9.0.0 or newer.\n"
    )


@pytest.mark.anyio
async def test_a_serving_program_that_has_become_too_old_is_not_ready(database_url, newer):
    async with serving(database_url) as api:
        newer(database_url, oldest=REVISION)
        assert (await api.get("/readyz")).status_code == 503


def test_a_whole_instance_is_exported_by_a_program_that_knows_all_of_it(database_url, newer):
    """The older one would leave out what it does not know."""
    newer(database_url)
    database = open_database(database_url)
    require_current(database)
    with pytest.raises(OtherRevision, match=f"the database is at revision {REVISION}, newer than this program"):
        list(dump_instance(database))
    database.dispose()


def test_a_migration_that_waits_for_a_long_reader_holds_nobody_up(postgres_url, newer, monkeypatch):
    from concurrent.futures import ThreadPoolExecutor

    monkeypatch.setattr(migrate, "LOCKS", 0.2)
    monkeypatch.setattr(migrate, "PAUSE", 0.5)
    database = open_database(postgres_url)
    with ThreadPoolExecutor() as pool:
        with database.reader.connect() as reader:
            reader.execute(sa.text("SELECT count(*) FROM actions"))
            migrating = pool.submit(newer, postgres_url)
            for _ in range(20):
                with database.unhurried().begin() as other:
                    other.execute(sa.text("SET LOCAL lock_timeout = '60s'"))
                    other.execute(sa.text("UPDATE actions SET status = 'void' WHERE number = 0"))
                with pytest.raises(TimeoutError):
                    migrating.result(0.1)
        migrating.result(LONG)
    assert known.revision(database) == REVISION
    database.dispose()


def modules():
    scripts = list(ScriptDirectory.from_config(config()).walk_revisions())
    return {script.revision: script.module for script in reversed(scripts) if script.revision >= FIRST}


def test_each_revision_says_which_programs_work_with_it():
    known, before = list(reversed(revisions())), FIRST
    for revision, module in modules().items():
        assert known.index(before) <= known.index(module.oldest_revision) <= known.index(revision)
        assert tuple(map(int, module.oldest_release.split(".")))
        before = module.oldest_revision
