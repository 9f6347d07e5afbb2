"""The same record comes of the same dice in every process: nothing depends on the order of a set."""

import os
import subprocess
import sys

from app.conformance.faults import require
from app.services.rulebooks.registry import Rulebook


def records_do_not_depend_on_the_hash_seed(book: Rulebook) -> None:
    """Two processes with different hash seeds record the examples and the games in the same way."""
    processes = [recording(book.package, seed) for seed in ("1", "2")]
    printed = [process.communicate() for process in processes]
    for process, (_, errors) in zip(processes, printed, strict=True):
        last = errors.decode().strip().rpartition("\n")[2]
        require(process.returncode == 0, f"the examples and games cannot be recorded in another process: {last}")
    one, other = [records for records, _ in printed]
    require(one == other, "two processes make two records of the same dice. Iterate over no set.")


def recording(package: str, seed: str) -> subprocess.Popen[bytes]:
    """A process with a hash seed that prints the records of a rulebook."""
    path = os.pathsep.join(place or os.getcwd() for place in sys.path)
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
    command = [sys.executable, "-m", f"{__package__}.records", package]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


CHECKS = (records_do_not_depend_on_the_hash_seed,)
