"""What datamodel-code-generator makes of the document is typed strictly, and a program with it plays a duel."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from tests.reference import DOCUMENT
from tests.thorough import left_out

GENERATOR = "datamodel-code-generator==0.89.0"
PROGRAM = Path(__file__).parent / "duel_of_models.py"
OPTIONS = ("--use-annotated", "--strict-nullable", "--collapse-root-models", "--strict-types", "str", "int", "bool")
pytestmark = left_out("pip, a generator and mypy take half a minute")


@pytest.fixture(scope="module")
def generator(request):
    """The program, in an environment of its own that is kept."""
    cache = request.config.cache.mkdir("umpire-datamodel")
    folder = cache / GENERATOR.partition("==")[2]
    with FileLock(f"{folder}.lock"):
        if not (folder / "complete").exists():
            shutil.rmtree(folder, ignore_errors=True)
            subprocess.run([sys.executable, "-m", "venv", folder], check=True)
            command = [folder / "bin" / "python", "-m", "pip", "install", "-q", GENERATOR]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                pytest.skip("NOT TESTED: datamodel-code-generator cannot be had: " + done.stderr[-300:])
            (folder / "complete").touch()
    return folder / "bin" / "datamodel-codegen"


def test_a_program_with_the_models_is_typed_strictly_and_plays_a_duel(generator, service, tmp_path):
    shutil.copy(PROGRAM, tmp_path)
    made = tmp_path / "umpire_models.py"
    command = [generator, "--input", DOCUMENT, "--input-file-type", "openapi", "--output", made]
    command += ["--output-model-type", "pydantic_v2.BaseModel", "--target-python-version", "3.11"]
    told = subprocess.run(
        [*command, *OPTIONS, "--formatters", "builtin", "--disable-timestamp"], capture_output=True, text=True
    )
    assert (told.returncode, told.stdout + told.stderr) == (0, "")
    strict = [sys.executable, "-m", "mypy", "--strict", "--config-file=", PROGRAM.name, made.name]
    typed = subprocess.run(strict, cwd=tmp_path, capture_output=True, text=True)
    assert typed.returncode == 0, typed.stdout
    command = [sys.executable, "-W", "error", PROGRAM.name, service["UMPIRE_TEST_URL"]]
    played = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert played.returncode == 0, played.stderr
    *decided, result = played.stdout.splitlines()
    assert {line.partition(":")[0] for line in decided} >= {"modify-attack-dice", "modify-defense-dice"}
    assert result.startswith("resolved, ")
