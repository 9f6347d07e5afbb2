"""The packages of `clients/`, built once for all tests that play with them."""

import json
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.clients.generated import NAME, generate
from tests.clients.table import ROOT, table
from tests.clients.workshop import built

PACKAGE = ROOT / "clients" / "python"
DOCUMENT = ROOT / "clients" / "openapi.json"


@pytest.fixture(scope="session")
def workshop(request: pytest.FixtureRequest) -> Path:
    """The folder `clients` with the packages for JavaScript, built."""
    return built(request.config.cache.mkdir("umpire-npm"))


@pytest.fixture(scope="session")
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the installed package for Python would lie in."""
    folder = tmp_path_factory.mktemp("installed")
    document = json.loads(DOCUMENT.read_text())
    made, _ = generate(document, request.config.cache.mkdir("umpire-clients"))
    sources = PACKAGE / "src" / "umpire_client"
    shutil.copytree(sources, folder / "umpire_client", ignore=shutil.ignore_patterns("generated"))
    (folder / "umpire_client" / "generated").symlink_to(made / NAME)
    return folder


@pytest.fixture(scope="session")
def package(installed: Path) -> Iterator[ModuleType]:
    """The package for Python, imported."""
    sys.path.insert(0, str(installed))
    try:
        yield import_module("umpire_client")
    finally:
        sys.path.remove(str(installed))


@pytest.fixture(scope="module")
def service(session_nursery, sqlite_template, tmp_path_factory) -> Iterator[dict[str, str]]:
    """What the environment tells of a server of its own."""
    file = tmp_path_factory.mktemp("service") / "umpire.db"
    shutil.copy(sqlite_template, file)
    with table(session_nursery, f"sqlite:///{file}") as environment:
        yield environment


@pytest.fixture
def umpire(package, service) -> Iterator[Any]:
    """The Python package's client of the server, without a token."""
    with package.Umpire(service["UMPIRE_TEST_URL"]) as umpire:
        yield umpire
