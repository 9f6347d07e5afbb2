"""What the commands say: help for everything that can be given, and after each success what was done."""

import json
import re
from argparse import _HelpAction, _SubParsersAction, _VersionAction

import pytest

from app.cli import main
from app.cli.arguments import Parser, main_parser
from app.cli.commands import COMMANDS
from tests.cli.refused import refused, status_of
from tests.client import ATTACKS
from tests.conftest import serving

pytestmark = pytest.mark.anyio
SENTENCE = re.compile(r"[A-Z`].*\.", re.DOTALL)
NUMBERED = re.compile(r"\b([\d,]+) (?:session|action|event|part|file|player|check|API key|idempotency key)(s?)\b")
ELSEWHERE = {("serve",), ("openapi",)}
"""Commands that say nothing afterwards: one says it when it begins, the other prints a document. They have their own tests."""


def parsers():
    """Each command by its words, groups of commands too, with the line that lists it."""
    top = main_parser()
    added = top.add_subparsers(parser_class=Parser)
    for module in COMMANDS:
        module.add_commands(added)
    return dict(below(added, ()))


def below(added, words):
    told = {action.dest: action.help for action in added._choices_actions}
    for name, parser in added.choices.items():
        yield (*words, name), (parser, told.get(name))
        for action in parser._actions:
            if isinstance(action, _SubParsersAction):
                yield from below(action, (*words, name))


ALL = parsers()
RUN = [words for words, (parser, _) in ALL.items() if parser.get_default("run")]


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_every_command_and_all_that_it_takes_has_a_sentence_in_help(words, capsys):
    parser, listed = ALL[words]
    assert listed, "the list of commands says nothing of it"
    assert parser.description, "its own help has no sentence"
    assert SENTENCE.fullmatch(parser.description), parser.description
    for action in parser._actions:
        if not isinstance(action, _HelpAction | _VersionAction | _SubParsersAction):
            assert action.help, f"{action.option_strings or action.dest} has no help"
    with pytest.raises(SystemExit) as left:
        main([*words, "--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert " ".join(parser.description.split()) in " ".join(shown.split())
    assert max(len(line) for line in parser.format_help().splitlines() if "UMPIRE_DATABASE_URL=" not in line) <= 100


def test_the_help_of_verify_says_that_its_numbers_are_exit_statuses():
    told = " ".join(ALL[("verify",)][0].description.split())
    assert "exit status" in told.lower()
    for status in ("0", "1", "2", "3"):
        assert re.search(rf"\b{status}\b", told)


@pytest.fixture
async def instance(sqlite_url, monkeypatch):
    """A database with an attack of its own and a series of a player, whose ids it has."""
    monkeypatch.setenv("UMPIRE_DATABASE_URL", sqlite_url)
    async with serving(sqlite_url) as api:
        lonely = (await api.attack()).json()
        player = (await api.post("/v1/players", {"name": "Clara"})).json()
        opening = {"kind": "series", "seats": [{"player": "me"}, {"name": "Beatrix", "reference": "b"}]}
        series = (await api.post(f"{ATTACKS.rpartition('/')[0]}/sessions", opening, player["token"])).json()
    return {"single": lonely["session_id"], "series": series["id"]}


async def test_every_command_says_what_it_did(instance, sqlite_url, tmp_path, monkeypatch, capsys):
    """Each once, in an order in which all succeed. Numbers stand with the right form of their noun."""
    single, series = instance["single"], instance["series"]
    monkeypatch.setenv("UMPIRE_KEEP_SINGLE_DAYS", "1")
    monkeypatch.chdir(tmp_path)
    said, numbers = set(ELSEWHERE), []

    def run(*arguments):
        capsys.readouterr()
        assert main([str(argument) for argument in arguments]) == 0, arguments
        captured = capsys.readouterr()
        told = captured.out + captured.err
        said.add(tuple(word for word in arguments[: 2 if arguments[0] in ("keys", "new") else 1]))
        assert told.strip(), arguments
        numbers.extend(NUMBERED.findall(told))
        return told

    assert re.search(r"is at revision \d+\n", run("migrate"))
    key = run("keys", "create", "club").split()[0]
    run("keys", "create", "--opens-only", "app")
    assert "club" in run("keys", "list")
    everything = "2 sessions, 2 API keys, 1 player and 0 idempotency keys"
    assert run("export", "--all", "all.gz") == f"exported {everything} to all.gz\n"
    assert re.search(
        r"exported \d+ events of session \S+ to match\.ndjson", run("export", "--session", single, "match.ndjson")
    )
    assert "identical: 1 action, dice" in run("verify", "match.ndjson")
    assert "copied" in run("backup", "copy.db")
    assert key in run("keys", "revoke", key)
    assert "0 single attacks" in run("prune")
    assert series in run("hide", "--session", series)
    assert "2 parts forgotten" in run("forget", "--player", "b")
    assert "0 sessions" in run("sessions")
    assert series in run("delete", "--session", series)
    monkeypatch.setenv("UMPIRE_DATABASE_URL", f"sqlite:///{tmp_path}/second.db")
    assert run("import", "all.gz").startswith(f"imported {everything}\n")
    assert re.match(r"wrote \d+ files:", run("new", "ruleset", "--package", "dice-duel"))
    assert "in order" in run("check", "pebbles")
    assert "wrote golden.json" in run("record", "pebbles", "golden.json")
    assert said == set(RUN)
    assert [pair for pair in numbers if (pair[0] == "1") != (pair[1] == "")] == []
    assert {"1", "2"} <= {number for number, _ in numbers}


async def test_what_goes_to_standard_output_is_the_file_alone(instance, capsys):
    for arguments in (["--all"], ["--session", instance["single"]]):
        assert main(["export", *arguments]) == 0
        captured = capsys.readouterr()
        assert [json.loads(line) for line in captured.out.splitlines()]
        assert captured.err.startswith("exported ")


WITHOUT_DATABASE = {"verify", "new ruleset", "check", "record", "openapi"}
MAKE_ONE = {
    "serve": ["serve", "--port", "0"],
    "migrate": ["migrate"],
    "keys create": ["keys", "create", "club"],
    "import": ["import", "all.ndjson"],
}
NEED_ONE = {
    "export": ["export", "--all", "all.gz"],
    "backup": ["backup", "copy.db"],
    "keys list": ["keys", "list"],
    "keys revoke": ["keys", "revoke", "1"],
    "prune": ["prune"],
    "hide": ["hide", "--session", "1"],
    "forget": ["forget", "--player", "b"],
    "delete": ["delete", "--session", "1"],
    "sessions": ["sessions"],
}


def test_every_command_is_among_those_that_are_tried_without_a_database():
    assert {*WITHOUT_DATABASE, *MAKE_ONE, *NEED_ONE} == {" ".join(words) for words in RUN}


@pytest.mark.parametrize("name", NEED_ONE)
def test_a_command_that_needs_a_database_says_how_one_is_made(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UMPIRE_DATABASE_URL", "sqlite:///umpire.db")
    monkeypatch.setenv("UMPIRE_KEEP_SINGLE_DAYS", "1")
    told = refused(NEED_ONE[name], capsys)
    assert f"there is no database {tmp_path}/umpire.db: `umpire serve` or `umpire migrate` makes one." in told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", MAKE_ONE)
async def test_a_command_that_fills_a_database_makes_one_and_says_so(name, tmp_path, monkeypatch, capsys, sqlite_url):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UMPIRE_DATABASE_URL", sqlite_url)
    assert main(["export", "--all", "all.ndjson"]) == 0
    monkeypatch.setenv("UMPIRE_DATABASE_URL", "sqlite:///first.db")
    status_of(MAKE_ONE[name])
    assert (tmp_path / "first.db").stat().st_size > 0
    if name != "serve":
        assert f"created a new database: sqlite:///{tmp_path}/first.db" in capsys.readouterr().err
