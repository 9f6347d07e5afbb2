"""A database that cannot be used is told in one true sentence that says what to do."""

import os
import shutil
import stat
import uuid
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from app.cli import main
from app.persistence.connecting.file import only_process
from tests import postgres
from tests.cli.refused import refused, status_of
from tests.persistence.test_migrations import move_to

NOBODY = 65534
COMMANDS = [["serve", "--port", "0"], ["migrate"], ["keys", "list"], ["export", "--all"], ["backup", "copy.db"]]
MAKERS = COMMANDS[:2]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(params=COMMANDS, ids=lambda command: command[0])
def command(request):
    return request.param


@pytest.fixture
def told_for(monkeypatch, capsys):
    def told(url, command, status=2):
        monkeypatch.setenv("UMPIRE_DATABASE_URL", str(url))
        return refused(command, capsys, status=status)

    return told


@contextmanager
def as_nobody():
    """As an account without rights, also where the tests run as root."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder():
    """A folder that every account may enter."""
    made = Path("/tmp") / f"umpire-{uuid.uuid4().hex}"
    made.mkdir(mode=0o755)
    yield made
    shutil.rmtree(made)


def test_a_missing_folder_is_told_and_not_made(folder, command, told_for):
    assert f"there is no folder {folder}/typo/deep" in told_for(f"sqlite:///{folder}/typo/deep/umpire.db", command)
    assert list(folder.iterdir()) == []


def test_a_file_that_cannot_be_made_is_told(folder, told_for):
    for command in MAKERS:
        told = told_for("sqlite:////proc/x.db", command)
        assert "/proc/x.db cannot be made (" in told
        assert "UMPIRE_DATABASE_URL" in told


def test_only_what_fills_a_database_makes_one(folder, told_for, monkeypatch, capsys):
    for command in COMMANDS[2:]:
        assert f"there is no database {folder}/umpire.db" in told_for("sqlite:///umpire.db", command)
    assert list(folder.iterdir()) == []
    assert main(["migrate"]) == 0
    assert capsys.readouterr().err == f"created a new database: sqlite:///{folder}/umpire.db\n"
    assert main(["migrate"]) == 0
    assert capsys.readouterr().err == ""


def test_a_first_key_makes_the_database_that_the_service_takes(folder, monkeypatch, capsys):
    monkeypatch.setenv("UMPIRE_DATABASE_URL", f"sqlite:///{folder}/umpire.db")
    for made in ([f"created a new database: sqlite:///{folder}/umpire.db"], []):
        assert main(["keys", "create", "club"]) == 0
        assert capsys.readouterr().err.splitlines()[:-1] == made
    assert main(["keys", "list"]) == 0
    assert [line.split()[-1] for line in capsys.readouterr().out.splitlines()] == ["club", "club"]
    assert stat.S_IMODE((folder / "umpire.db").stat().st_mode) == 0o600
    with pytest.raises(SystemExit, match="it serves"):
        main(["serve", "--port", "0"])


def test_a_folder_is_no_database(folder, command, told_for):
    assert f"{folder} is a folder" in told_for(f"sqlite:///{folder}", command)


def test_a_file_of_something_else_is_told_and_left_alone(folder, command, told_for):
    (folder / "notes.txt").write_text("Bring dice.\n" * 100)
    assert "notes.txt is no SQLite database" in told_for("sqlite:///notes.txt", command)
    assert (folder / "notes.txt").read_text() == "Bring dice.\n" * 100


def test_a_damaged_file_is_told(folder, sqlite_template, command, told_for):
    whole = sqlite_template.read_bytes()
    (folder / "umpire.db").write_bytes(whole[:200] + bytes(len(whole) - 200))
    assert "umpire.db is damaged: restore a backup" in told_for("sqlite:///umpire.db", command)


def test_a_file_of_another_account_is_told(open_folder, sqlite_template, command, told_for):
    shutil.copy(sqlite_template, file := open_folder / "umpire.db")
    file.chmod(0o000)
    with as_nobody():
        assert f"this account may not read and write {file}" in told_for(f"sqlite:///{file}", command)


def test_a_folder_that_may_only_be_read_is_told(open_folder, sqlite_template, command, told_for):
    shutil.copy(sqlite_template, file := open_folder / "umpire.db")
    file.chmod(0o666)
    open_folder.chmod(0o555)
    with as_nobody():
        assert f"this account may not write in {open_folder}" in told_for(f"sqlite:///{file}", command)


def test_a_new_file_in_a_folder_that_may_only_be_read_is_told(open_folder, told_for):
    with as_nobody():
        assert "umpire.db cannot be made (" in told_for(f"sqlite:///{open_folder}/umpire.db", ["serve", "--port", "0"])


def test_a_newer_database_is_told(sqlite_url, command, folder, told_for):
    move_to(sqlite_url, "9999")
    if command[0] != "backup":  # a copy is true whatever has made it
        assert "at revision 9999, newer than this program" in told_for(sqlite_url, command)


def test_a_served_file_is_told_by_any_name(folder, sqlite_url, told_for):
    (folder / "other").mkdir()
    (folder / "other" / "link.db").symlink_to(folder / "umpire.db")
    lock = only_process(str(folder / "umpire.db"))
    try:
        for name in ("umpire.db", "other/link.db", "other/../umpire.db"):
            assert "another process serves" in told_for(f"sqlite:///{name}", ["serve", "--port", "0"], status=1)
    finally:
        lock.release()


def test_a_file_with_two_names_is_refused(folder, sqlite_url, command, told_for):
    (folder / "second.db").hardlink_to(folder / "umpire.db")
    assert "has a second name" in told_for("sqlite:///second.db", command)


@pytest.mark.parametrize(
    ("url", "status", "expected"),
    [
        ("postgresql://nobody:secret@127.0.0.1:1/none", 1, "cannot be reached: nothing listens at"),
        ("postgresql://nobody:secret@nowhere.invalid/none", 2, "the host of the PostgreSQL server nowhere.invalid"),
        ("postgresql://nobody:secret@127.0.0.1/none?colour=red", 2, "parameter"),
    ],
)
def test_a_server_that_is_not_there_is_told(url, status, expected, command, folder, told_for):
    if command[0] != "backup":
        told = told_for(url, command, status)
        assert expected in told
        assert "secret" not in told


@pytest.fixture
def told_by_server(postgres_server, told_for):
    def told(user="postgres", name="none"):
        host = postgres_server.rpartition("@")[2].rpartition("/")[0]
        return told_for(f"postgresql://{user}:secret@{host}/{name}", ["serve", "--port", "0"])

    return told


def test_a_missing_database_or_user_is_told(told_by_server):
    assert "has no database none: make it with `createdb none`" in told_by_server()
    assert "has no user somebody" in told_by_server(user="somebody")


def test_a_wrong_password_is_told(told_for):
    with postgres.cluster() as cluster:
        with psycopg.connect(cluster.url, autocommit=True) as connection:
            connection.execute("CREATE ROLE umpire LOGIN PASSWORD 'right'")
            (where,) = connection.execute("SHOW hba_file").fetchone()
            Path(where).write_text("host all postgres all trust\nhost all all all scram-sha-256\n")
            connection.execute("SELECT pg_reload_conf()")
        host = f"127.0.0.1:{cluster.port}/postgres"
        for url, expected in [
            (f"postgresql://umpire:secret@{host}", "does not accept the password of umpire"),
            (f"postgresql://umpire@{host}", "wants a password"),
        ]:
            assert expected in told_for(url, ["migrate"])
        with psycopg.connect(cluster.url, autocommit=True) as connection:
            connection.execute("REVOKE CREATE ON SCHEMA public FROM public")
        assert "make it the owner" in told_for(f"postgresql://umpire:right@{host}", ["migrate"])


@pytest.mark.parametrize("mask", [0o000, 0o077])
def test_the_files_of_a_new_database_are_its_owners_alone(mask, tmp_path, nursery):
    old = os.umask(mask)
    try:
        nursery.start(f"sqlite:///{tmp_path}/umpire.db")
    finally:
        os.umask(old)
    rights = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    assert {"umpire.db", "umpire.db-wal", "umpire.db-shm", "umpire.db.lock"} <= rights.keys()
    assert set(rights.values()) == {0o600}


def test_files_that_others_could_read_are_taken_from_them(sqlite_url, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("UMPIRE_DATABASE_URL", sqlite_url)
    file = tmp_path / "umpire.db"
    file.chmod(0o644)
    (tmp_path / "umpire.db.lock").touch(0o666)
    assert status_of(["serve", "--port", "0"]) == "it serves"
    assert {stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()} == {0o600}
    assert f"others could read {file} (mode 0644)" in capsys.readouterr().err
