"""The server gives memory back that it no longer needs."""

import subprocess
import sys

import pytest

FREED = """
import re
from pathlib import Path
from app.server import give_back

def held():
    return int(re.search(r"RssAnon:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024

some = [bytes(2_000) for _ in range(50_000)]
some = some[::1_000]
before = held()
give_back()
print(before - held())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only glibc keeps what is freed in pieces")
def test_memory_that_was_freed_goes_back():
    done = subprocess.run([sys.executable, "-c", FREED], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 50, "of a hundred MiB in pieces most goes back"
