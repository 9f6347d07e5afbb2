"""What openapi-generator makes for Kotlin and Swift has a name for every model, none of its own invention."""

import json
import re
import shutil
import subprocess
import sys
import zipfile

import pytest
from filelock import FileLock

from tests.reference import DOCUMENT
from tests.thorough import left_out

VERSION = "7.26.0"
INVENTED = re.compile(r"Inner|AnyOf|OneOf|AllOf")
pytestmark = left_out("a wheel of 30 MB and a minute of Java")


@pytest.fixture(scope="module")
def generator(request, tmp_path_factory):
    """The program, from its wheel."""
    if shutil.which("java") is None:
        pytest.skip("NOT TESTED: java is not there, so no client in Kotlin and Swift was made")
    scratch = tmp_path_factory.mktemp("pip")
    cache = request.config.cache.mkdir("umpire-openapi-generator")
    with FileLock(cache / "lock"):
        if not (wheels := list(cache.glob(f"*-{VERSION}-*.whl"))):
            subprocess.run([sys.executable, "-m", "venv", scratch], check=True)
            command = [scratch / "bin" / "pip", "download", "-q", "--no-deps", "-d", cache]
            done = subprocess.run([*command, f"openapi-generator-cli=={VERSION}"], capture_output=True, text=True)
            if done.returncode:
                pytest.skip("NOT TESTED: openapi-generator cannot be had: " + done.stderr[-300:])
            wheels = list(cache.glob(f"*-{VERSION}-*.whl"))
        with zipfile.ZipFile(wheels[0]) as wheel:
            return wheel.extract("openapi_generator_cli/openapi-generator.jar", cache)


@pytest.mark.parametrize(("language", "ending"), [("kotlin", "kt"), ("swift6", "swift")])
def test_every_model_has_the_name_of_a_schema(generator, language, ending, tmp_path):
    command = ["java", "-Xmx1g", "-XX:TieredStopAtLevel=1", "-jar", generator, "generate", "-g", language]
    command += ["-i", DOCUMENT, "-o", tmp_path, "--global-property", "models,modelDocs=false,modelTests=false"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr[-2000:]
    made = [file.stem for file in tmp_path.rglob(f"*.{ending}")]
    assert len(made) > len(json.loads(DOCUMENT.read_text())["components"]["schemas"]) / 2
    assert [name for name in made if INVENTED.search(name)] == []
