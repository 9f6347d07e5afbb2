"""The wheel of a release: the package `umpire` and nothing else, which serves beside somebody else's package `app`."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest

from app.rulebook import v1
from app.version import VERSION
from tests.thorough import only_thorough

ROOT = Path(__file__).parents[1]
SOURCES = ("app", "migrations", "clients", "docs", "pyproject.toml", "hatch_build.py", "README.md", "umpire")
IGNORED = shutil.ignore_patterns("__pycache__", "node_modules", "python", "typescript", "foundry", "owlbear")
BOOKS = {"open-forces", "castle-rampage", "x-wing", "storm-over-stalingrad", "pebbles"}


def tried(*command, **environment):
    """A command of uv that has to work where uv can reach, or has kept, what it installs."""
    uv = os.environ.get("UV") or shutil.which("uv")
    if uv is None:
        pytest.skip("NOT TESTED: uv is not there, so no wheel was made")
    done = subprocess.run([uv, *command], env={**os.environ, **environment}, capture_output=True, text=True)
    if re.search(r"[Ff]ailed to (fetch|resolve)|error sending request|dns error|network", done.stderr):
        pytest.skip(f"NOT TESTED: what the wheel needs cannot be fetched: {done.stderr[-300:]}")
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, made from a copy of the sources, so that nobody's folder is written to."""
    folder = tmp_path_factory.mktemp("sources")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=IGNORED)
        else:
            shutil.copy(ROOT / name, folder)
    tried("build", "--quiet", "--wheel", "--out-dir", str(folder / "dist"), str(folder))
    (made,) = (folder / "dist").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A fresh environment with the wheel in it."""
    folder = tmp_path_factory.mktemp("environment")
    tried("venv", "--quiet", "--python", sys.executable, "--clear", str(folder))
    tried("pip", "install", "--quiet", str(wheel), VIRTUAL_ENV=str(folder))
    return folder / ("Scripts" if os.name == "nt" else "bin")


def test_the_wheel_has_the_package_umpire_and_nothing_beside_it(wheel):
    with zipfile.ZipFile(wheel) as file:
        names = {name: file.read(name) for name in file.namelist()}
    assert {name.partition("/")[0] for name in names} == {"umpire", f"umpire-{VERSION}.dist-info"}
    modules = {name: text.decode() for name, text in names.items() if name.endswith(".py")}
    assert not [name for name, text in modules.items() if re.search(r"^\s*(from|import) app\b", text, re.MULTILINE)]
    there = {str(file.relative_to(ROOT / "app")) for file in (ROOT / "app").rglob("*") if file.is_file()}
    there = {name for name in there if "__pycache__" not in name} | {"openapi.json"}
    assert there <= {name.removeprefix("umpire/") for name in names}


@only_thorough("installs the release")
@pytest.mark.skipif(os.name != "posix", reason="a server is stopped by a signal")
def test_an_installed_release_serves_and_plays_beside_somebody_elses_app(installed, tmp_path):
    theirs = tmp_path / "theirs"
    (theirs / "app").mkdir(parents=True)
    (theirs / "app" / "__init__.py").write_text('raise ImportError("this is the app of somebody else")')
    path = os.pathsep.join([str(theirs), str(ROOT / "tests" / "toys")])
    own = {"PATH": os.environ["PATH"], "PYTHONPATH": path, "HOME": str(tmp_path)}
    own["UMPIRE_DATABASE_URL"] = f"sqlite:///{tmp_path}/umpire.db"
    said = subprocess.run([installed / "umpire", "migrate"], cwd=tmp_path, env=own, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    serve = [installed / "umpire", "serve", "--port", "0"]
    server = subprocess.Popen(serve, cwd=tmp_path, env=own, stderr=subprocess.PIPE, text=True)
    try:
        line = server.stderr.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert address, line + server.stderr.read()
        with httpx.Client(base_url=address[0], timeout=60) as http:
            is_what_it_should_be(http)
    finally:
        server.terminate()
        server.communicate(timeout=60)


def is_what_it_should_be(http):
    """Rules, texts, pages, examples and the document are there, and a rulebook that is a package of its own plays."""
    assert http.get("/v1").json()["version"] == VERSION
    assert {book["slug"] for book in http.get("/v1/rulesets").json()["items"]} >= BOOKS
    situation = {"attacker": {"units": 1, "mode": {"atk": 1}}, "defender": {"units": 1, "mode": {"def": 1}}}
    dice = {"source": "physical", "faces": [[2], [6]]}
    attack = http.post(
        "/v1/rulesets/open-forces/attacks?language=de", json={"situation": situation, "dice": dice}
    ).json()
    assert attack["outcome"]["kills"] == 1
    assert "Einheit" in attack["text"]
    grab = http.post("/v1/rulesets/pebbles/attacks", json={"situation": {"pebbles": 9}})
    assert grab.status_code == 201, grab.text
    assert 'lang="de"' in http.get("/try/open-forces?language=de", headers={"Accept": "text/html"}).text
    assert str(http.base_url).rstrip("/") in http.get("/developers/first-client.md").text
    document = http.get("/openapi.json").json()
    assert document["info"]["version"] == VERSION
    assert (
        "examples"
        in document["paths"]["/v1/rulesets/open-forces/attacks"]["post"]["requestBody"]["content"]["application/json"]
    )


def test_everything_that_the_own_rulebooks_import_is_there_for_others_too():
    imported = re.compile(r"^from app\.domain\.\w+ import (\([^)]*\)|[^\n]*)", re.MULTILINE)
    names = {
        name.partition(" as ")[0].strip()
        for module in (ROOT / "app" / "rulesets").rglob("*.py")
        for found in imported.findall(module.read_text())
        for name in found.strip("()").split(",")
        if name.strip()
    }
    assert len(names) > 40
    assert names <= set(v1.__all__)
