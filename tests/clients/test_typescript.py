"""The TypeScript clients of openapi-typescript and @hey-api/openapi-ts, with their defaults, compile strictly."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.clients.npm import installed
from tests.thorough import left_out

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SENT = re.compile(r"(/v1/[\w/-]+)'? -H 'Content-Type: application/json' -d '(\{.*?\})'", re.DOTALL)
FOR_NODE = ("--module", "commonjs", "--moduleResolution", "node10")
pytestmark = left_out("npm, two generators and a compiler take half a minute")


def run(folder, *command):
    """What a program of the packages says, without its decoration."""
    program = folder.parent / "node_modules" / ".bin" / command[0]
    done = subprocess.run([program, *command[1:]], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def requests_in_documentation():
    """The requests of README and docs with a body: their path and their JSON."""
    texts = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [(path, json.loads(body)) for text in texts for path, body in SENT.findall(text.read_text())]


def is_refused(body):
    """Whether a page shows a request to tell how it is refused: an attack in a batch has no defender."""
    return any("defender" not in attack["situation"] for attack in body.get("attacks", ()))


@pytest.fixture(scope="module")
def folder(request, document):
    """A folder with the document and both clients, beside the packages."""
    made = Path(mkdtemp(dir=installed(request.config.cache.mkdir("umpire-npm"), HERE)))
    (made / "openapi.json").write_text(json.dumps(document))
    for file in ("tsconfig.json", "openapi-typescript.ts", "hey-api.ts"):
        shutil.copy(HERE / file, made)
    yield made
    shutil.rmtree(made)


def test_no_generator_warns_and_programs_with_the_clients_compile_and_play_a_duel(folder, service):
    told = run(folder, "openapi-typescript", "openapi.json", "-o", "umpire.d.ts")
    told += run(folder, "openapi-ts", "-i", "openapi.json", "-o", "hey")
    assert not [line for line in told.splitlines() if re.search(r"warn|⚠|error|fail", line, re.IGNORECASE)], told
    sent = requests_in_documentation()
    assert len(sent) >= 2
    lines = ['import type { paths } from "./umpire";']
    for number, (path, body) in enumerate(sent):
        if is_refused(body):
            lines.append("// @ts-expect-error: the compiler finds what the page shows refused")
        kind = f'paths["{path}"]["post"]["requestBody"]["content"]["application/json"]'
        lines.append(f"export const sent{number}: {kind} = {json.dumps(body)};")
    (folder / "readme.ts").write_text("\n".join(lines))
    run(folder, "tsc", "--project", ".")
    run(folder, "tsc", "--project", ".", "--noEmit", "false", "--outDir", "made", *FOR_NODE)
    for program in ("openapi-typescript", "hey-api"):
        script = f"require('./made/{program}.js').duel({json.dumps(service['UMPIRE_TEST_URL'])}).then(console.log)"
        done = subprocess.run(["node", "-e", script], cwd=folder, capture_output=True, text=True)
        assert done.stdout.startswith("resolved: "), done.stdout + done.stderr
