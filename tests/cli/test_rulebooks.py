"""A rulebook written, checked and recorded by the command line, in a clone and as a package."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from app.cli import main
from app.conformance import CHECKS
from app.conformance.goldens import require_golden
from app.services.rulebooks.installed import find_rulebooks
from tests.conformance.conftest import TOYS
from tests.thorough import only_thorough

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
"""Whether a new package is tried too."""
NAMES = ["dice-duel", "go", "a-name-of-thirty-characters-ab"]

ATTACK = """
import sys
from starlette.testclient import TestClient
from app.main import create_app
from app.settings import Settings

with TestClient(create_app(Settings(database_url="sqlite:///" + sys.argv[2]))) as client:
    path = f"/v1/rulesets/{sys.argv[1]}/attacks"
    answer = client.post(path, json={"situation": {"dice": 3, "shields": 1}, "policies": {"defender": "ask"}})
    print(answer.status_code, answer.json()["pending"] or answer.json()["text"])
"""


def run(*command, at, path=(), status=0):
    """What a process prints; Umpire, and what else is in `path`, can be imported."""
    places = os.pathsep.join([str(place) for place in (*path, ROOT)])
    done = subprocess.run(
        [sys.executable, *command],
        cwd=at, env={**os.environ, "PYTHONPATH": places}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def clone(tmp_path):
    """A folder with the code and the settings of the tools."""
    shutil.copytree(ROOT / "app", tmp_path / "app", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "migrations", tmp_path / "migrations", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tests" / "rulesets").mkdir(parents=True)
    return tmp_path


def require_tidy(folder, *files):
    run("-m", "ruff", "check", "--no-cache", *files, at=folder)
    run("-m", "ruff", "format", "--no-cache", "--check", *files, at=folder)


def require_typed(folder, written):
    run("-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir=/dev/null", written, at=folder)


def test_a_new_ruleset_is_tidy_whatever_its_name(clone, monkeypatch):
    monkeypatch.chdir(clone)
    for name in NAMES:
        assert main(["new", "ruleset", name]) == 0
    require_tidy(clone, "app/rulesets", "tests/rulesets")
    for name in NAMES:
        assert main(["new", "ruleset", "--package", name]) == 0
        require_tidy(clone / name, ".")


@only_thorough("starts many processes")
def test_a_new_ruleset_in_a_clone_runs_at_once(clone, monkeypatch):
    monkeypatch.chdir(clone)
    name = "dice-duel"
    assert main(["new", "ruleset", name]) == 0
    tests = "tests/rulesets/dice_duel"
    require_typed(clone, "app/rulesets/dice_duel")
    assert f"{name}: in order" in run("-m", "app.cli", "check", name, at=clone, path=[clone])
    run("-m", "pytest", "-p", "no:cacheprovider", "-n", "0", tests, at=clone, path=[clone])
    assert run("-c", ATTACK, name, "umpire.db", at=clone, path=[clone]).startswith("201 ")


@only_thorough("starts many processes")
def test_a_new_package_runs_once_it_is_installed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = "dice-duel"
    assert main(["new", "ruleset", "--package", name]) == 0
    folder, package = tmp_path / name, "dice_duel"
    project = tomllib.loads((folder / "pyproject.toml").read_text())
    entry = project["project"]["entry-points"]["umpire.rulesets"]
    assert entry == {name: f"{package}:RULESET"}
    require_typed(folder, package)
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[umpire.rulesets]\n{name} = {entry[name]}\n")
    golden = folder / "tests" / "golden" / name / "v1" / "one-hit.json"
    golden.parent.mkdir(parents=True)
    run("-m", "app.cli", "record", name, str(golden), at=folder, path=[folder])
    assert f"{name}: in order" in run("-m", "app.cli", "check", name, at=folder, path=[folder])
    assert "passed" in run("-m", "pytest", "-p", "no:cacheprovider", at=folder, path=[folder])
    golden.write_text(golden.read_text().replace('"needed": 5', '"needed": 2'))
    assert "Raise the version" in run("-m", "pytest", "-p", "no:cacheprovider", at=folder, path=[folder], status=1)
    assert run("-c", ATTACK, name, "umpire.db", at=folder, path=[folder]).startswith("201 ")


@pytest.mark.parametrize(
    "name", ["Dice", "dice_duel", "2-dice", "dice-", "class", "a-name-of-thirty-one-characters", "", "../dice"]
)
def test_a_wrong_name_is_told_what_is_expected(tmp_path, monkeypatch, capsys, name):
    (tmp_path / "app" / "rulesets").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert main(["new", "ruleset", name]) == 2
    assert "cannot be the name of a rulebook: " in capsys.readouterr().err
    assert list((tmp_path / "app" / "rulesets").iterdir()) == []


def test_a_package_is_not_called_like_a_module_that_is_there(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name in ("json", "pytest", "app"):
        assert main(["new", "ruleset", "--package", name]) == 2
    assert "Python has a module or a word json" in capsys.readouterr().err


def test_nothing_is_overwritten(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "ruleset", "dice-duel"]) == 1
    assert "start in a clone of Umpire, or use --package" in capsys.readouterr().err
    (tmp_path / "app" / "rulesets").mkdir(parents=True)
    (tmp_path / "tests" / "rulesets" / "dice_duel").mkdir(parents=True)
    (tmp_path / "dice-duel").mkdir()
    assert main(["new", "ruleset", "dice-duel"]) == 1
    assert main(["new", "ruleset", "--package", "dice-duel"]) == 1
    assert "tests/rulesets/dice_duel already exists" in capsys.readouterr().err
    assert not list((tmp_path / "app" / "rulesets").iterdir()) + list((tmp_path / "dice-duel").iterdir())


# Check


def test_a_right_rulebook_is_in_order(capsys):
    assert main(["check", "pebbles"]) == 0
    assert capsys.readouterr().out == f"pebbles: in order, {len(CHECKS)} checks of conformance\n"


def test_a_rulebook_that_is_not_there_is_told_with_those_that_are(capsys):
    assert main(["check", "chess"]) == 2
    told = capsys.readouterr().err
    assert "no rulebook is called chess; the known ones are castle-rampage, coin-duel, " in told
    assert re.search(
        rf"installed: (uv pip install --python )?{re.escape(sys.executable)} (-m pip install )?-e FOLDER$", told
    )


def test_a_new_package_is_told_to_be_installed_where_umpire_is(tmp_path, monkeypatch, capsys):
    """Into the environment of the command: that of the `pip` on the path is mostly another."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "ruleset", "--package", "dice-duel"]) == 0
    (command,) = [line.strip() for line in capsys.readouterr().out.splitlines() if "install" in line]
    assert sys.executable in command
    assert command.endswith(" -e dice-duel")


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("__init__.py", "dice=(D6,)", "dice=()", "pebbles: the die `d6` (pebbles/rules.py:"),
        ("game.py", "move.pebbles > most", "move.pebbles > 9", "pebbles: the setup `two` with 2 seats: `check` lets"),
        ("game.py", "BOARD: ", "BROAD: ", "pebbles: the package cannot be loaded, ImportError"),
        (
            "__init__.py",
            'slug="pebbles"',
            'slug="open-forces"',
            "pebbles: the slug open-forces is too like open-forces, the slug of app.rulesets.open_forces.",
        ),
    ],
)
def test_what_is_wrong_is_told_in_sentences(tmp_path, file, old, new, words):
    for folder in ("pebbles", "pebbles-1.0.dist-info"):
        shutil.copytree(TOYS / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    source = tmp_path / "pebbles" / file
    assert old in source.read_text()
    source.write_text(source.read_text().replace(old, new))
    told = run("-m", "app.cli", "check", "pebbles", at=tmp_path, path=[tmp_path], status=1)
    assert words in told
    assert "Traceback" not in told


# Record


@pytest.mark.parametrize("slug", sorted(find_rulebooks()))
def test_a_recorded_example_is_a_golden_record(tmp_path, slug):
    file, book = tmp_path / "golden.json", find_rulebooks()[slug]
    example = str(len(book.ruleset.examples) - 1)
    assert main(["record", slug, str(file), "--example", example, "--key", "ab" * 32]) == 0
    require_golden(book, file)
    own = GOLDEN / slug / f"v{book.ruleset.version}"
    for known in list(own.glob("*.json"))[:1]:
        assert json.loads(known.read_text()).keys() == json.loads(file.read_text()).keys()
        assert file.read_text().startswith(known.read_text()[:20])


def test_a_record_goes_to_standard_output_and_its_place_is_told(capsys):
    assert main(["record", "coin-duel"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["situation"] == {"coins": 3, "shields": 1}
    assert "tests/golden/coin-duel/v1/" in printed.err
    assert main(["record", "coin-duel", "--key", "01" * 32]) == 0
    assert json.loads(capsys.readouterr().out)["entries"] != json.loads(printed.out)["entries"]


def test_a_golden_record_is_never_overwritten(tmp_path, capsys):
    file = tmp_path / "golden.json"
    file.write_text("{}")
    assert main(["record", "coin-duel", str(file)]) == 1
    assert file.read_text() == "{}"
    assert "never overwritten" in capsys.readouterr().err
    assert main(["record", "coin-duel", str(tmp_path / "missing" / "golden.json")]) == 1


def test_an_example_or_a_key_that_is_not_there_is_refused(capsys):
    assert main(["record", "coin-duel", "--example", "7"]) == 2
    assert "has 1 examples, numbered from 0; there is no example 7" in capsys.readouterr().err
    for key in ("ab", "x" * 64):
        with pytest.raises(SystemExit) as left:
            main(["record", "coin-duel", "--key", key])
        assert left.value.code == 2
    assert "64 hexadecimal digits" in capsys.readouterr().err
    assert main(["record", "chess"]) == 2
