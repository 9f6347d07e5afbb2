"""A wrong setting or argument is refused with one sentence that names it and tells what is expected."""

import socket

import pytest

from app.cli import main
from app.settings import Settings, read_environment
from app.version import VERSION
from tests.cli.refused import refused

VARIABLES = [
    ("DATABASE_URL", "umpire.db", "sqlite:///"),
    ("DATABASE_URL", "mysql://user:secret@host/name", "postgresql://"),
    ("DATABASE_URL", "sqlite://", "a file"),
    ("DATABASE_URL", "sqlite:///:memory:", "a file"),
    ("DATABASE_URL", "sqlite://umpire.db", "sqlite:///"),
    ("DATABASE_URL", "sqlite:///umpire.db?mode=secret", "sqlite:///"),
    ("DATABASE_URL", "postgresql://user:secret@host:port/name", "postgresql://"),
    ("DATABASE_URL", "postgresql://user:secret@host:99999/name", "postgresql://"),
    ("DATABASE_URL", "postgresql://user:secret@host", "postgresql://"),
    ("DEFAULT_VISIBILITY", "everybody", "public, unlisted or private"),
    ("REQUIRE_API_KEY", "perhaps", "true or false"),
    ("RATE_LIMIT", "many", "600/minute"),
    ("RATE_LIMIT", "0/minute", "600/minute"),
    ("RATE_LIMIT", "600/fortnight", "600/minute"),
    ("CLIENT_TIMEOUT", "soon", "seconds"),
    ("CLIENT_TIMEOUT", "0", "seconds"),
    ("CLIENT_TIMEOUT", "inf", "seconds"),
    ("CLIENT_TIMEOUT", "nan", "seconds"),
    ("CORS_ORIGINS", "example.org", "https://"),
    ("CORS_ORIGINS", "https://example.org/", "https://"),
    ("CONTACT", "the umpire", "umpire@dice.example"),
    ("LOG_LEVEL", "loud", "debug, info, warning or error"),
    ("LOG_FORMAT", "xml", "text or json"),
    ("METRICS", "some", "true or false"),
]


@pytest.mark.parametrize(("name", "value", "expected"), VARIABLES)
@pytest.mark.parametrize("command", [["serve"], ["keys", "list"]], ids=" ".join)
def test_a_wrong_setting_is_named_with_what_is_expected(name, value, expected, command, monkeypatch, capsys):
    monkeypatch.setenv(f"UMPIRE_{name}", value)
    told = refused(command, capsys)
    assert told.startswith(f"UMPIRE_{name} ")
    assert expected in told
    assert "secret" not in told


def test_every_wrong_setting_has_a_sentence_of_its_own(monkeypatch, capsys):
    monkeypatch.setenv("UMPIRE_RATE_LIMIT", "many")
    monkeypatch.setenv("UMPIRE_CLIENT_TIMEOUT", "soon")
    told = refused(["serve"], capsys, lines=2)
    assert [line.split()[0] for line in told.splitlines()] == ["UMPIRE_RATE_LIMIT", "UMPIRE_CLIENT_TIMEOUT"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("UMPIRE_RATELIMIT", "UMPIRE_RATE_LIMIT"),
        ("UMPIRE_DATABASE_URI", "UMPIRE_DATABASE_URL"),
        ("UMPIRE_REQUIRE_API_KEYS", "UMPIRE_REQUIRE_API_KEY"),
        ("UMPIRE_METRIC", "UMPIRE_METRICS"),
    ],
)
def test_a_misspelt_setting_is_told_with_the_one_that_is_meant(name, meant, monkeypatch, capsys):
    monkeypatch.setenv(name, "true")
    assert refused(["keys", "list"], capsys) == f"{name} is no setting; did you mean {meant}?"


def test_variables_that_others_make_for_a_service_of_our_name_are_left_alone(monkeypatch):
    for name in ("UMPIRE_SERVICE_HOST", "UMPIRE_SERVICE_PORT", "UMPIRE_PORT", "UMPIRE_PORT_8000_TCP", "UMPIRE_DOMAIN"):
        monkeypatch.setenv(name, "1")
    assert read_environment() == Settings()


@pytest.mark.parametrize("port", ["99999", "65536", "-1", "http", "8.5", ""])
def test_a_port_that_there_is_not_is_refused(port, capsys):
    told = refused(["serve", f"--port={port}"], capsys)
    assert "--port" in told
    assert "0 to 65535" in told


def test_an_address_in_use_is_told(sqlite_url, monkeypatch, capsys):
    monkeypatch.setenv("UMPIRE_DATABASE_URL", sqlite_url)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        told = refused(["serve", "--port", str(port)], capsys)
    assert f"127.0.0.1:{port} is in use" in told
    assert "--port" in told


@pytest.mark.parametrize("host", ["nowhere.invalid", "", "127.0.0.1:8000", "x" * 300])
def test_an_unknown_host_is_told(host, sqlite_url, monkeypatch, capsys):
    monkeypatch.setenv("UMPIRE_DATABASE_URL", sqlite_url)
    assert "--host" in refused(["serve", f"--host={host}"], capsys)


def test_an_address_of_another_machine_is_told(sqlite_url, monkeypatch, capsys):
    monkeypatch.setenv("UMPIRE_DATABASE_URL", sqlite_url)
    assert "--host 192.0.2.1 is not an address of this machine" in refused(["serve", "--host", "192.0.2.1"], capsys)


@pytest.mark.parametrize("arguments", [[], ["play"], ["serve", "--prot", "1"], ["verify"], ["keys"], ["export", "x"]])
def test_wrong_arguments_are_told_in_one_line(arguments, capsys):
    assert "--help" in refused(arguments, capsys)


def test_help_has_defaults_variables_and_examples(capsys):
    for arguments, expected in [
        (["--help"], ["UMPIRE_DATABASE_URL", "sqlite:///umpire.db", "UMPIRE_LOG_FORMAT", "examples:", "--version"]),
        (["serve", "--help"], ["default: 127.0.0.1", "default: 8000", "examples:"]),
        (["backup", "--help"], ["examples:"]),
    ]:
        with pytest.raises(SystemExit, match="0"):
            main(arguments)
        printed = capsys.readouterr().out
        assert [part for part in expected if part not in printed] == []


def test_the_version_is_told(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"umpire {VERSION}\n"
