"""`umpire verify`: what it compares with what somebody noted, what it prints, and what no file does to it."""

import gzip
import json

import pytest

from app.cli import main
from tests.logs import LENGTHS, accepted, compact, forged, read, written

ENTROPY, HIDES = "session-11", "castle-rampage-whole-sample-finished"


@pytest.fixture(autouse=True)
def short_chains(monkeypatch):
    """What was recorded has some sessions that outlive their first seed chain."""
    monkeypatch.setattr("app.domain.fairness.CHAIN_LENGTHS", LENGTHS)


@pytest.fixture
def verified(tmp_path, capsys):
    """Checks an export: the exit status, and what is printed."""

    def verify(export, *noted):
        file = tmp_path / "log.ndjson"
        file.write_bytes(export)
        try:
            status = main(["verify", *noted, str(file)])
        except SystemExit as wrong:
            status = wrong.code
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    return verify


def noted_of(export):
    """The commitment of the opening, each head, and what seat 1 has revealed."""
    lines = [json.loads(line) for line in export.splitlines()[:-1]]
    bodies = [json.loads(line["body"]) for line in lines]
    shares = [body["entropy"] for body in bodies if body["type"] == "seat-revealed"]
    return bodies[0]["chain"]["commitment"], [line["hash"] for line in lines], shares[0]


def test_what_was_noted_is_that_of_the_log(verified):
    commitment, heads, share = noted_of(export := accepted()[ENTROPY])
    noted = ["--commitment", commitment, "--head", heads[0], "--head", heads[-1].upper(), "--entropy", f"1={share}"]
    status, printed = verified(export, *noted)
    assert status == 0
    assert "not noted" not in printed


@pytest.mark.parametrize(
    ("noted", "said"),
    [
        (["--commitment", "ab" * 32], "the commitment of chain 1 is not"),
        (["--head", "ab" * 32], "no event has the head"),
        (["--entropy", f"1={'ab' * 32}"], "seat 1 has revealed other bytes"),
        (["--entropy", f"2={'00' * 32}"], "seat 2 has revealed other bytes"),
    ],
)
def test_what_was_noted_and_is_another_in_the_log_is_named(verified, noted, said):
    status, printed = verified(accepted()[ENTROPY], *noted)
    assert (status, said in printed) == (1, True)
    assert printed.startswith("diverged")


def test_a_decoy_commitment_is_not_taken_for_that_of_the_opening(verified):
    export = accepted()["session-05"]
    second = next(line.body["commitment"] for line in read(export) if line.type == "chain-committed")
    assert verified(export, "--commitment", second)[0] == 1


def test_what_is_no_seat_with_its_bytes_is_refused(verified):
    for wrong in ("1", "x=00", "1=xyz"):
        assert verified(accepted()[ENTROPY], "--entropy", wrong)[0] == 2


def test_a_reader_is_told_who_left_a_seat_out_what_was_voided_and_what_waits(verified):
    assert "the entropy of seat 2 was left out by the host" in verified(accepted()[ENTROPY])[1]
    assert "action 2 had rolled and was voided by the host" in verified(accepted()["session-04"])[1]
    assert "action 1 waits for an answer" in verified(accepted()["session-08"])[1]
    assert "private parts forgotten" in verified(accepted()["session-16"])[1]
    for name, label in (("session-08", "physical"), ("session-03", "recorded"), ("session-04", "committed")):
        assert f"label {label}" in verified(accepted()[name])[1]


def test_an_open_log_of_which_parts_are_hidden_is_identical_as_far_as_shown(verified):
    log = read(accepted()[HIDES])
    close = next(place for place, line in enumerate(log) if line.type == "session-closed")
    log = log[: close - 8]
    for line in log:
        line.private = []
    status, printed = verified(written(log))
    assert printed.startswith("identical as far as shown: ")
    assert status == 0
    assert "private parts not shown" in printed


def test_nothing_of_a_file_reaches_the_terminal_but_what_can_be_printed(verified):
    log = read(accepted()["session-01"])
    log[0].body["ruleset"] = "\x1b[2Jopen-forces\u202e"
    log[5].body["type"] = "entries\x1b]0;owned\x07"
    for export in (written(log), written(log[:1]), forged("a_second_opening_with_another_commitment")):
        _, printed = verified(export)
        assert all(sign.isprintable() or sign == "\n" for sign in printed)


@pytest.mark.parametrize(
    "line",
    [b"{}", b"[" * 100_000, b'{"seq":1}', b'{"seq":1,"hash":"00","body":"[]","private":[]}', b"\xff", b"null", b'""'],
    ids=lambda line: line[:12],
)
def test_what_is_no_log_is_unreadable_and_no_traceback(verified, line):
    status, printed = verified(line + b"\n")
    assert (status, "Traceback" in printed) == (2, False)


def test_a_log_whose_facts_lead_nowhere_is_no_traceback(verified):
    log = read(accepted()["session-15"])
    for line in log:
        for entry in line.body["entries"] if line.type == "entries" else ():
            if entry["kind"] == "noted" and "group" in entry["data"]:
                entry["data"]["group"] = "nobody"
    status, printed = verified(written(log))
    assert status in (1, 2)
    assert "Traceback" not in printed


def test_a_file_that_unpacks_to_more_than_a_log_may_have_is_refused_before_it_is_held(verified, monkeypatch):
    monkeypatch.setattr("app.services.log.export.LONGEST", 1 << 20)
    monkeypatch.setattr("app.services.log.export.LARGEST", 4 << 20)
    status, printed = verified(gzip.compress(b'{"seq":' + b"1" * (16 << 20)))
    assert (status, "the line has more than 1 MiB" in printed) == (2, True)
    line = compact({"seq": 1, "hash": "00", "body": "x" * 1000, "private": []}).encode() + b"\n"
    status, printed = verified(gzip.compress(accepted()["session-02"].splitlines(keepends=True)[0] + line * 8000))
    assert status == 2
