"""What README and docs show is what happens: each page's `sh` blocks run in order against a real server.

A block `text` or `json` right after one shows what it prints: `text` all of it, `json` a part, where `…` stands for
whatever else a text holds and members may be left out.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests import servers

ROOT = Path(__file__).parents[1]
TOYS = str(ROOT / "tests" / "toys")
"""Where the rulebook is that docs/rulebook.md explains, and that it has people serve."""
BLOCK = re.compile(r"^```sh\n(.*?)^```\n(?:\n```(text|json)\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
ADDRESS = "http://127.0.0.1:8000"
END = "-- end of a block --\n"
SHOWN = {
    page: [block.groups(default="") for block in BLOCK.finditer(page.read_text())]
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
}
PAGES = [page for page, blocks in SHOWN.items() if blocks]
needs_curl = pytest.mark.skipif(shutil.which("curl") is None or os.name != "posix", reason="there is no sh, or no curl")


@needs_curl
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_commands_of_a_page_do_what_it_shows(page, nursery, sqlite_url, tmp_path):
    with servers.nursery(PYTHONPATH=TOYS) if page.name == "rulebook.md" else nullcontext(nursery) as own:
        check(page, own.start(sqlite_url), sqlite_url, tmp_path)


def check(page, server, sqlite_url, tmp_path):
    blocks = SHOWN[page]
    script = "".join(f"{commands}printf '%s' '{END}'\n" for commands, _, _ in blocks)
    (tmp_path / ".curlrc").write_text("fail-with-body\n")  # a refusal ends the script
    done = subprocess.run(
        ["sh", "-e"],
        input=script.replace(ADDRESS, address := f"http://127.0.0.1:{server.port}"),
        cwd=tmp_path,
        env={
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "CURL_HOME": str(tmp_path),
            "HOME": str(tmp_path),
            "UMPIRE_DATABASE_URL": sqlite_url,
        },
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    printed = done.stdout.replace(address, ADDRESS).split(END)
    assert len(printed) == len(blocks) + 1
    for (_, kind, shown), out in zip(blocks, printed, strict=False):
        if kind == "text":
            assert out == shown
        elif kind == "json":
            assert differences(json.loads(shown), json.loads(out)) == []


def differences(shown, found, at=""):
    """The places where an answer is not what a page shows of it."""
    if isinstance(shown, dict) and isinstance(found, dict):
        return [
            place
            for name in shown
            for place in (differences(shown[name], found[name], f"{at}/{name}") if name in found else [f"{at}/{name}"])
        ]
    if isinstance(shown, list) and isinstance(found, list) and len(shown) == len(found):
        return [
            place for n, pair in enumerate(zip(shown, found, strict=True)) for place in differences(*pair, f"{at}/{n}")
        ]
    if isinstance(shown, str) and isinstance(found, str) and "…" in shown:
        pattern = ".*".join(re.escape(part) for part in shown.split("…"))
        return [] if re.fullmatch(pattern, found, re.DOTALL) else [at]
    return [] if shown == found and type(shown) is type(found) else [at]


def test_most_pages_have_commands_that_are_run():
    assert {"README", "using", "games", "events", "history"} <= {page.stem for page in PAGES}


@pytest.mark.parametrize(
    ("shown", "places"),
    [
        ({"a": "b…", "n": [1]}, []),
        ({"a": "c…"}, ["/a"]),
        ({"n": [2]}, ["/n/0"]),
        ({"n": [1, 1]}, ["/n"]),
        ({"n": [True]}, ["/n/0"]),
        ({"m": 1}, ["/m"]),
    ],
)
def test_a_part_that_is_shown_wrongly_is_found(shown, places):
    assert differences(shown, {"a": "bcd", "n": [1], "z": None}) == places
