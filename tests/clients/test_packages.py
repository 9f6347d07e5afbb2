"""The packages of `clients/` for JavaScript are built from their lock, and their own tests pass before a real server."""

import asyncio
import json
import re
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn

from tests.clients.examples import Retold
from tests.clients.npm import run
from tests.clients.table import table
from tests.examples.service import Reciting
from tests.examples.story import play
from tests.reference import DOCUMENT
from tests.thorough import only_thorough
from tests.waiting import until

APP = Path(__file__).parents[2] / "app"


def test_each_package_compiles_with_its_tests_against_the_document_of_this_release(workshop):
    packages = json.loads((workshop / "package.json").read_text())["workspaces"]
    assert [package for package in packages if not any((workshop / package / "dist").rglob("*.js"))] == []


def test_the_modules_of_the_pages_are_typed(workshop, tmp_path):
    modules = sorted([*(APP / "web" / "assets").rglob("*.js"), *APP.glob("rulesets/*/pages/*.js")])
    assert len(modules) > 100
    options = ["--allowJs", "--checkJs", "--noEmit", "--strict", "--target", "es2022", "--module", "es2022"]
    lib = ["--moduleResolution", "bundler", "--lib", "es2023,dom,dom.iterable"]
    done = run(tmp_path, workshop / "node_modules" / ".bin" / "tsc", *options, *lib, *modules)
    assert done.returncode == 0, done.stdout


@only_thorough("plays before a server")
def test_the_typescript_package_plays_follows_and_verifies(workshop, nursery, sqlite_url, tmp_path):
    with table(nursery, sqlite_url) as environment:
        run_tests(workshop / "typescript", environment)
        try_readme(workshop, "typescript", tmp_path, environment)


@only_thorough("plays before a server")
def test_the_foundry_module_attacks_asks_and_links_a_game(workshop, nursery, sqlite_url):
    with table(nursery, sqlite_url) as environment:
        run_tests(workshop / "foundry", environment)


@only_thorough("plays before a server")
def test_the_owlbear_extension_links_a_room_hands_seats_over_and_attacks(workshop, nursery, sqlite_url):
    with table(nursery, sqlite_url) as environment:
        run_tests(workshop / "owlbear", environment)


@only_thorough("the whole story takes eight seconds")
@pytest.mark.anyio
async def test_each_example_makes_its_round_trip_through_the_typescript_package(workshop, sqlite_url):
    document = json.loads(DOCUMENT.read_text())
    async with Reciting(sqlite_url) as story, serving(overheard := Overheard(story.api.app)) as url:
        program = workshop / "typescript" / "build" / "test" / "examples.js"
        pipe = asyncio.subprocess.PIPE
        node = await asyncio.create_subprocess_exec("node", program, url, stdin=pipe, stdout=pipe, limit=10_000_000)

        async def send(request):
            statuses = [int(status) for status in request.operation["responses"] if status < "3"]
            params = {"path": request.path, "query": request.query}
            body = {} if request.body is None else {"body": request.body}
            told = {"params": params, "headers": request.headers, **body}
            line = {"method": request.method.lower(), "path": request.template, "init": told}
            node.stdin.write(json.dumps(line).encode() + b"\n")
            answer = json.loads(await node.stdout.readline())
            if "problem" in answer:
                return httpx.Response(answer["problem"]["status"], json=answer["problem"])
            assert answer["value"] == (json.loads(overheard.body) if overheard.body else None)
            return httpx.Response(statuses[0], json=answer["value"])

        retold = Retold(story.api, document, send)
        try:
            await play(retold)
        finally:
            node.kill()
            await node.wait()
    assert set(retold.sent) == retold.told.keys() - {"explain_problem", "follow_sessions"}


class Overheard:
    """The app, with the body of what it answered last."""

    def __init__(self, app):
        self._app, self.body = app, b""

    async def __call__(self, scope, receive, send):
        plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]

        async def overhear(message):
            if message["type"] == "http.response.start":
                self.body = b""
            self.body += message.get("body", b"")
            await send(message)

        await self._app({**scope, "headers": plain}, receive, overhear)


@asynccontextmanager
async def serving(app):
    """The app, at an address."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, lifespan="off", log_config=None, ws="none"))
    running = asyncio.create_task(server.serve())
    await until(lambda: server.started or running.done())
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await running


def run_tests(package, environment):
    """Run the compiled tests of a package with node's own runner; all of them have to pass."""
    files = sorted((package / "build").rglob("*.test.js"))
    assert files
    done = run(package, "node", "--test", "--test-timeout=300000", *files, **environment)
    assert done.returncode == 0, done.stdout + done.stderr


def try_readme(workshop, package, folder, environment):
    """Install the packed package into an empty folder, as its README says; what the README shows is typed strictly and runs."""
    packed = run(workshop, "npm", "pack", "--ignore-scripts", "--workspace", package, "--pack-destination", folder)
    assert packed.returncode == 0, packed.stderr
    file = next(folder.glob("*.tgz"))
    (folder / "package.json").write_text("{}")
    done = run(folder, "npm", "install", "--no-audit", "--no-fund", "--prefer-offline", file)
    assert done.returncode == 0, done.stderr
    shown = "".join(re.findall(r"^```js\n(.*?)^```", (workshop / package / "README.md").read_text(), re.M | re.S))
    (folder / "readme.mts").write_text(shown)
    strict = ("--strict", "--noEmit", "--target", "es2022", "--module", "nodenext")
    done = run(folder, workshop / "node_modules" / ".bin" / "tsc", *strict, "readme.mts")
    assert done.returncode == 0, done.stdout
    (folder / "readme.mjs").write_text(shown.replace("http://127.0.0.1:8000", environment["UMPIRE_TEST_URL"]))
    done = run(folder, "node", "readme.mjs")
    assert done.returncode == 0, done.stderr
    assert "OF-30 Unit 4 is killed" in done.stdout
    assert "session-closed" in done.stdout
