"""How many Python functions an attack calls, by thread and by whose they are: a cost that no machine changes.

`python -m benchmarks.calls [COMMIT …]` counts here and at other commits: on the event loop and on other threads,
those of the service and those of its libraries, for an attack, an answer and a move of a game. The service's own are
held to `budget.json`: where a change needs more, it raises the budget in the same commit (`--write`).
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

from benchmarks.against import HERE, checkout, environment
from benchmarks.report import lined

BUDGET = Path(__file__).with_name("budget.json")
SPARE = 0.03
"""By how much the service's own calls may exceed the budget, as a share of it."""
PARTS = ("loop, own", "loop, libraries", "threads, own", "threads, libraries")
Counts = Mapping[str, Mapping[str, float]]
"""The calls by thread, file and function, those of libraries together, of each thing that is asked for: the mean."""

CHILD = r"""
import asyncio, hashlib, json, os, sys, threading, uuid
import uuid_utils
import app
OWN = os.path.dirname(app.__file__)
counting, counts = False, {}

def seen(frame, event, _arg):
    if counting and event == "call":
        code = frame.f_code
        is_own = code.co_filename.startswith(OWN)
        thread = "loop" if threading.current_thread() is threading.main_thread() else "threads"
        key = f"{thread}|{code.co_filename[len(OWN) + 1:]}|{code.co_qualname}" if is_own else f"{thread}|libraries|"
        counts[key] = counts.get(key, 0) + 1

first, drawn_so_far = 0, {}
def drawn(count):
    drawn_so_far[count] = drawn_so_far.get(count, first) + 1
    return hashlib.shake_128(b"%d" % drawn_so_far[count]).digest(count)
def begin(number):
    global first
    first = number
    drawn_so_far.clear()
os.urandom = drawn  # dice are the same in each run
uuid_utils.uuid7 = lambda: uuid.UUID(bytes=drawn(16), version=4)
threading.setprofile(seen)
from app.main import create_app
from app.settings import Settings

async def sent(service, method, path, body, token, *, count=False, refused=False):
    global counting
    raw = json.dumps(body).encode() if body is not None else b""
    heads = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"content-length", b"%d" % len(raw))]
    if token:
        heads.append((b"authorization", b"Bearer " + token.encode()))
    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "path": path,
        "raw_path": path.encode(), "query_string": b"", "root_path": "", "scheme": "http", "headers": heads,
        "client": ("127.0.0.1", 1), "server": ("localhost", 80), "state": {}}
    told = [{"type": "http.request", "body": raw, "more_body": False}]
    waiting = asyncio.Event()
    async def receive():
        if told:
            return told.pop()
        await waiting.wait()
    answer = []
    async def send(message):
        answer.append(message)
    if count:
        counts.clear()
        counting = True
        sys.setprofile(seen)
    await service(scope, receive, send)
    if count:
        await asyncio.sleep(0.05)  # the writer's thread comes to rest
        sys.setprofile(None)
        counting = False
    found = json.loads(b"".join(each.get("body", b"") for each in answer[1:]))
    if answer[0]["status"] >= 400 and not refused:
        raise SystemExit(f"{method} {path}: {found}")
    return found

async def main():
    found, folder = {}, sys.argv[1]
    service = create_app(Settings(database_url=f"sqlite:///{folder}/calls.db", log_level="error"))
    async with service.router.lifespan_context(service):
        for book in (await sent(service, "GET", "/v1/rulesets", None, None))["items"]:
            slug = book["slug"]
            details = await sent(service, "GET", f"/v1/rulesets/{slug}", None, None)
            opening = f"/v1/rulesets/{slug}/sessions"
            begin(1_000_000 * (1 + len(found)))
            series = await sent(service, "POST", opening, {"kind": "series"}, None)
            body = {"situation": details["examples"][0], "session_id": series["id"]}
            least = None
            for turn in range(8):
                await sent(service, "POST", f"/v1/rulesets/{slug}/attacks", body, series["tokens"]["host"], count=True)
                least = {where: min(count, least[where]) for where, count in counts.items() if where in least} if (
                    least) else dict(counts)
            found[f"{slug}: an attack"] = least
            found.update(await played(service, slug, details, opening))
    print(json.dumps(found))

async def played(service, slug, details, opening):
    setups = details["game"]["setups"]
    begin(first + 100_000)
    for name in ("sample", "whole-sample", "ships", *setups):
        if name in setups:
            session = await sent(service, "POST", opening, {"kind": "game", "setup": setups[name]}, None, refused=True)
            if "id" in session:
                break
    else:
        return {}
    host, id, costs = session["tokens"]["host"], session["id"], {"move": [], "answer": []}
    for _ in range(60):
        for token in (host, *session["tokens"]["seats"].values()):
            asked = (await sent(service, "GET", f"/v1/sessions/{id}/questions", None, token))["items"]
            asked = next((each for each in asked if each.get("choices")), None)
            if asked:
                break
        else:
            break
        token = session["tokens"]["seats"][str(asked["seat"])] if asked["seat"] else host
        if asked["question"] == "act":
            choices = [each["choice"] for each in asked["choices"] if each["choice"]["kind"] not in (
                "concede", "propose-end", "offer-stalemate")] or [each["choice"] for each in asked["choices"]]
            where, seen = f"/v1/rulesets/{slug}/sessions/{id}/actions", {"seen": asked["seen"]}
            told = await sent(service, "POST", where, {**seen, "move": choices[0]}, token, count=True, refused=True)
            if told.get("code") == "invalid-request":  # what the member was called before
                await sent(service, "POST", where, {**seen, "action": choices[0]}, token, count=True)
            costs["move"].append(dict(counts))
        else:
            await sent(service, "POST", f"/v1/sessions/{id}/actions/{asked['action']}/answers",
                {"seen": asked["seen"], "choice": asked["choices"][0]["choice"]}, token, count=True)
            costs["answer"].append(dict(counts))
    return {f"{slug}: {'a move' if kind == 'move' else 'an answer'} of a game": {
        where: round(sum(each.get(where, 0) for each in some) / len(some), 2) for where in {}.fromkeys(
            where for each in some for where in each)} for kind, some in costs.items() if some}

asyncio.run(main())
"""
"""Counts with the code in the working directory. It asks for nothing that older commits lack."""


def counted(code: Path) -> Counts:
    """What the code in a folder calls. Raises RuntimeError where it cannot be asked."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", CHILD, folder]
        around = {**environment(code, ""), "PYTHONHASHSEED": "0"}
        done = subprocess.run(command, cwd=code, env=around, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    found: Counts = json.loads(done.stdout.splitlines()[-1])
    return found


def parted(calls: Mapping[str, float]) -> Sequence[int]:
    """The calls of each of PARTS."""
    found = dict.fromkeys(PARTS, 0.0)
    for where, count in calls.items():
        thread, file, _ = where.split("|")
        found[f"{thread}, {'libraries' if file == 'libraries' else 'own'}"] += count
    return [round(count) for count in found.values()]


def own(calls: Mapping[str, float]) -> int:
    """The calls of the service's own functions, on all threads."""
    loop, _, threads, _ = parted(calls)
    return loop + threads


def main() -> None:
    """Print the counts, here and at other commits, or write the budget."""
    parser = argparse.ArgumentParser(prog="benchmarks.calls", description=__doc__)
    parser.add_argument("commits", nargs="*", metavar="COMMIT")
    parser.add_argument("--write", action="store_true", help="write what the service's own calls are now as the budget")
    parser.add_argument(
        "--where", metavar="WHAT", help="of this, such as `x-wing: an attack`, what is called more often"
    )
    given = parser.parse_args()
    here = counted(HERE)
    if given.write:
        BUDGET.write_text(json.dumps({what: own(calls) for what, calls in here.items()}, indent=2) + "\n")
        return
    with tempfile.TemporaryDirectory() as folder:
        others = [counted(checkout(commit, Path(folder))) for commit in given.commits]
    if given.where:
        print(
            *lined(("thread, file", "function", "here", *given.commits), differing(given.where, here, others)), sep="\n"
        )
        return
    rows = []
    for what, calls in here.items():
        theirs = [parted(other.get(what, {})) for other in others]
        cells = [", ".join(f"{each:,}" for each in one) for one in (parted(calls), *theirs)]
        shares = [f"{sum(calls.values()) / sum(one):.2f}" if sum(one) else "–" for one in theirs]
        rows.append([what, *cells, *shares])
    heads = ["calls", "here", *given.commits, *(f"here / {commit}" for commit in given.commits)]
    print(f"Each: {'; '.join(PARTS)}.", "", *lined(heads, rows), sep="\n")


def differing(what: str, here: Counts, others: Sequence[Counts]) -> list[Sequence[str]]:
    """The functions that are not called as often everywhere, those first that are called more often here."""
    all_ = [here.get(what, {}), *(other.get(what, {}) for other in others)]
    found = {where: [calls.get(where, 0) for calls in all_] for where in dict.fromkeys(chain(*all_))}
    uneven = sorted((counts[-1] - counts[0], where) for where, counts in found.items() if len(set(counts)) > 1)
    rows = list[Sequence[str]]()
    for _, where in uneven:
        thread, file, function = where.split("|")
        rows.append([f"{thread}, {file}", function, *map(str, found[where])])
    return rows


if __name__ == "__main__":
    main()
