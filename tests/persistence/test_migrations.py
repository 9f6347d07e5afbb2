"""The migrations make the tables that the code works with."""

import re
import uuid

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from app.cli import main
from app.persistence.connecting import migrate as migrations
from app.persistence.connecting.database import open_database
from app.persistence.connecting.migrate import migrate
from app.persistence.connecting.refusals import OtherRevision
from app.persistence.connecting.revisions import is_current
from app.persistence.stored.tables import metadata
from tests import postgres
from tests.conftest import serving


def test_the_newest_revision_is_what_the_tables_say(database):
    assert is_current(database)
    with database.reader.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_migrating_again_changes_nothing(database):
    migrate(database)
    assert is_current(database)


def move_to(url, revision):
    database = open_database(url)
    with database.writer.begin() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{revision}'")
    database.dispose()


@pytest.mark.parametrize("command", [["serve"], ["keys", "list"], ["migrate"]])
def test_a_database_of_a_newer_program_is_left_alone(database_url, command, monkeypatch, capsys):
    move_to(database_url, "9999")
    assert run(database_url, command, monkeypatch) == 2
    assert "the database is at revision 9999, newer than this program" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["serve"], ["keys", "list"]])
def test_on_postgresql_a_database_is_migrated_by_command_only(postgres_url, command, monkeypatch, capsys):
    move_to(postgres_url, "0001")
    assert run(postgres_url, command, monkeypatch) == 1
    assert re.search(r"at revision 0001, this program needs \d{4}: run `umpire migrate`", capsys.readouterr().err)


def test_a_database_without_tables_is_not_served(postgres_server, monkeypatch, capsys):
    url = postgres.create_database(postgres_server, f"t{uuid.uuid4().hex}")
    assert run(url, ["serve"], monkeypatch) == 1
    assert "the database has no tables" in capsys.readouterr().err
    assert run(url, ["migrate"], monkeypatch) == 0
    assert run(url, ["serve"], monkeypatch) == "served"


def test_a_database_that_cannot_be_reached_is_told(monkeypatch, capsys):
    assert run("postgresql://nobody@127.0.0.1:1/none", ["serve"], monkeypatch) == 1
    assert "the database cannot be reached" in capsys.readouterr().err


@pytest.mark.anyio
async def test_an_app_on_another_revision_does_not_start(postgres_url):
    move_to(postgres_url, "0001")
    with pytest.raises(OtherRevision):
        async with serving(postgres_url):
            raise AssertionError("it serves")


def run(url, command, monkeypatch):
    """The exit status of a command, or `served` where it went as far as that."""

    def served(server):
        for listener in server._listeners:
            listener.close()
        raise Served

    monkeypatch.setenv("UMPIRE_DATABASE_URL", url)
    command = [*command, "--port", "0"] if command == ["serve"] else command
    monkeypatch.setattr("app.cli.serving.Server.run", served)
    try:
        return main(command)
    except Served:
        return "served"


class Served(Exception):
    """The server would run now."""


@pytest.mark.anyio
async def test_claims_outlive_the_way_back_before_codes_and_forward_again(database_url):
    async with serving(database_url) as api:
        session = await api.open(seats=[{}, {}])
        host, path = session["tokens"]["host"], f"/v1/sessions/{session['id']}/seats"
        link = (await api.post(f"{path}/2/claims", {"code": True, "minutes": 60}, host)).json()
        spare = (await api.post(f"{path}/2/claims", {"spare": True}, host)).json()
    database = open_database(database_url)
    with database.writer.begin() as connection:
        settings = migrations.config()
        settings.attributes["connection"] = connection
        command.downgrade(settings, "0016")
    migrate(database)
    database.dispose()
    async with serving(database_url) as api:
        assert (await api.post("/v1/claims", {"claim": spare["claim"]})).status_code == 410
        assert (await api.post("/v1/claims", {"code": link["code"]})).status_code == 410
        assert (await api.post("/v1/claims", {"claim": link["claim"]})).json()["seat"] == 2
        again = (await api.post(f"{path}/1/claims", {"code": True}, host)).json()
        assert (await api.post("/v1/claims", {"code": again["code"]})).json()["seat"] == 1
