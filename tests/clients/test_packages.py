"""The packages of `clients/` for JavaScript are built from their lock, and their own tests pass before a real server."""

import re

from tests.clients.npm import run
from tests.clients.table import table


def test_the_typescript_package_plays_follows_and_verifies(workshop, nursery, sqlite_url, tmp_path):
    with table(nursery, sqlite_url) as environment:
        run_tests(workshop / "typescript", environment)
        try_readme(workshop, "typescript", tmp_path, environment)


def test_the_foundry_module_attacks_asks_and_links_a_game(workshop, nursery, sqlite_url):
    with table(nursery, sqlite_url) as environment:
        run_tests(workshop / "foundry", environment)


def run_tests(package, environment):
    """Run the compiled tests of a package with node's own runner; all of them have to pass."""
    files = sorted((package / "build").rglob("*.test.js"))
    assert files
    done = run(package, "node", "--test", "--test-timeout=60000", *files, **environment)
    assert done.returncode == 0, done.stdout + done.stderr


def try_readme(workshop, package, folder, environment):
    """Install the packed package into an empty folder, as its README says, and run what the README shows there."""
    packed = run(workshop, "npm", "pack", "--ignore-scripts", "--workspace", package, "--pack-destination", folder)
    assert packed.returncode == 0, packed.stderr
    file = next(folder.glob("*.tgz"))
    (folder / "package.json").write_text("{}")
    done = run(folder, "npm", "install", "--no-audit", "--no-fund", "--prefer-offline", file)
    assert done.returncode == 0, done.stderr
    shown = "".join(re.findall(r"^```js\n(.*?)^```", (workshop / package / "README.md").read_text(), re.M | re.S))
    (folder / "readme.mjs").write_text(shown.replace("http://127.0.0.1:8000", environment["UMPIRE_TEST_URL"]))
    done = run(folder, "node", "readme.mjs")
    assert done.returncode == 0, done.stderr
    assert "OF-30 Unit 4 is killed" in done.stdout
    assert "session-closed" in done.stdout
