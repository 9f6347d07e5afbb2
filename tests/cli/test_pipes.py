"""What a command prints into a pipe that nobody reads on: it ends without a word, whatever the command."""

import os
import subprocess
import sys

import pytest

from tests.logs import accepted

CLOSED = 141
"""The exit status of a program that a closed pipe ends."""


def piped(*arguments, read=0, **environment):
    """Runs a command into a pipe that is closed after some bytes: the exit status, and what it says."""
    reading, writing = os.pipe()
    command = [sys.executable, "-m", "app.cli", *arguments]
    whole = {**os.environ, **environment}
    with subprocess.Popen(command, stdout=writing, stderr=subprocess.PIPE, env=whole) as running:
        os.close(writing)
        if read:
            os.read(reading, read)
        os.close(reading)
        _, said = running.communicate(timeout=120)
    return running.returncode, said.decode()


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_verify_ends_without_a_word_where_nobody_reads_on(tmp_path, unbuffered):
    name, export = next(iter(accepted().items()))
    file = tmp_path / f"{name}.ndjson"
    file.write_bytes(export)
    assert piped("verify", str(file), PYTHONUNBUFFERED=unbuffered) == (CLOSED, "")


@pytest.mark.parametrize("arguments", [("openapi",), ("record", "open-forces"), ("verify", "--help"), ("--help",)])
def test_whatever_prints_ends_without_a_word(arguments):
    status, said = piped(*arguments)
    assert (status, said) == (0 if "--help" in arguments else CLOSED, "")  # argparse looks over a closed pipe itself


def test_an_export_ends_without_a_word(tmp_path):
    url = f"sqlite:///{tmp_path}/umpire.db"
    subprocess.run(
        [sys.executable, "-m", "app.cli", "keys", "create", "club"],
        env={**os.environ, "UMPIRE_DATABASE_URL": url},
        check=True,
        capture_output=True,
    )
    for command in (("export", "--all", "-"), ("keys", "list")):
        status, said = piped(*command, UMPIRE_DATABASE_URL=url)
        assert (status, said.replace("1 key", "")) == (CLOSED, ""), command
