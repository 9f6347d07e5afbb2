"""A log is believed only if it could have been written so: common vectors for every checker, and what changes of them do."""

import io
import json
import re
import shutil
import subprocess
from copy import deepcopy
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from app.services.events.event import EVENTS
from app.services.log.export import Unreadable, check_export
from app.services.rulebooks.installed import find_rulebooks
from tests import record_shapes
from tests.logs import FORGERIES, LENGTHS, RULES, SEEDS, UNREADABLE, Line, accepted, forged, read, written
from tests.made import require_made
from tests.services.test_moving import TWO
from tests.thorough import cases, thorough

BOOKS = find_rulebooks()
ROOT = Path(__file__).parents[2]
NODE = shutil.which("node")


@pytest.fixture(autouse=True)
def short_chains(monkeypatch):
    """What was recorded has some sessions that outlive their first seed chain."""
    monkeypatch.setattr("app.domain.fairness.CHAIN_LENGTHS", LENGTHS)


def checked(export):
    """What the service says of a log: `identical` or a worse result, why it is not believed, and whether it holds."""
    try:
        holds, report = check_export(BOOKS, io.BytesIO(export))
    except Unreadable as unreadable:
        return UNREADABLE, str(unreadable), False
    return report["result"], report["fault"] and report["fault"]["why"], holds


def test_there_are_enough_logs_of_either_kind():
    assert len(accepted()) >= 40
    assert len(FORGERIES) >= 40


@pytest.mark.parametrize("name", accepted())
def test_every_log_that_a_release_has_written_is_believed(name):
    result, why, holds = checked(accepted()[name])
    assert (result in ("identical", "rules-changed"), why) == (True, None)
    assert holds or result == "rules-changed" or not name[0].isdigit()


@pytest.mark.parametrize("name", FORGERIES)
def test_no_forged_log_is_believed_though_all_its_hashes_fit(name):
    result, why, holds = checked(forged(name))
    expected = FORGERIES[name][1]
    assert not holds
    if expected == UNREADABLE:
        assert result == UNREADABLE
    elif expected in (RULES, SEEDS):
        assert result in ("diverged", "rules-changed")
    else:
        assert (result, why) == ("diverged", expected)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """What the check of the pages says of each log, by its name."""
    if NODE is None:
        pytest.skip("NO NODE: the check of the pages is not tried")
    folder = tmp_path_factory.mktemp("logs")
    every = {**accepted(), **{name: forged(name) for name in FORGERIES}}
    for name, export in every.items():
        (folder / name).write_bytes(export)
    return found_by_pages(folder)


def pages_say(export):
    """What the check of the pages says of one log."""
    if NODE is None:
        pytest.skip("NO NODE: the check of the pages is not tried")
    with TemporaryDirectory() as folder:
        Path(folder, "one").write_bytes(export)
        return found_by_pages(folder)["one"]


def found_by_pages(folder):
    """What the check of the pages says of each file of a folder."""
    program = f"""
import {{ readdirSync, readFileSync }} from "node:fs";
import {{ verify }} from "{(ROOT / "app/web/assets/verify.js").as_uri()}";
const found = {{}};
for (const name of readdirSync({json.dumps(str(folder))})) {{
  const exported = readFileSync({json.dumps(str(folder))} + "/" + name, "utf8");
  try {{
    const {{ chain, fault, seeds, dice }} = await verify(exported, [], JSON.parse(exported.split("\\n")[0]).body.includes('"length":16,') ? 16 : 1024);
    found[name] = {{ chain, fault, seeds, wrong: dice.wrong }};
  }} catch (failure) {{
    found[name] = {{ unreadable: String(failure) }};
  }}
}}
console.log(JSON.stringify(found));
"""
    done = subprocess.run([NODE, "--input-type=module", "-e", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", accepted())
def test_the_pages_believe_every_log_that_a_release_has_written(pages, name):
    assert pages[name] == {"chain": True, "fault": None, "seeds": True, "wrong": 0}


@pytest.mark.parametrize("name", [name for name, (_, why, _) in FORGERIES.items() if why != RULES])
def test_the_pages_believe_no_forged_log_and_say_why_in_the_same_words(pages, name):
    expected, found = FORGERIES[name][1], pages[name]
    if expected == UNREADABLE:
        assert "unreadable" in found
    elif expected == SEEDS:
        assert not found["seeds"]
    else:
        assert found.get("fault", found) is not None
        assert found["fault"]["why"] == expected


def bodies_of(export):
    """The bodies of an export, with everything that its lines or later events show in its place."""
    shown, bodies = {}, []
    for line in export.splitlines()[:-1]:
        told = json.loads(line)
        bodies.append(json.loads(told["body"]))
        for part in [*told["private"], *(bodies[-1]["parts"] if bodies[-1]["type"] == "private-revealed" else ())]:
            shown[part["digest"]] = json.loads(part["bytes"])

    def opened(node):
        if isinstance(node, dict):
            if node.keys() == {"private"}:
                return opened(shown[node["private"]]) if node["private"] in shown else None
            return {key: opened(value) for key, value in node.items()}
        return [opened(one) for one in node] if isinstance(node, list) else node

    return [opened(body) for body in bodies]


TOLD = {
    "session-opened": ("session", "ruleset", "kind", "options", "setup", "chain"),
    "action-declared": ("kind", "situation", "options", "seats"),
    "action-resolved": ("outcome", "casualties"),
}


def story(export):
    """What a log says was played, read from its bytes alone: what nobody may change and be believed.

    Not in it is what only a noted head shows: what people threw and typed in, and whether the host voided an action.
    """
    told, actions = {}, {}
    for body in bodies_of(export):
        kind, action = body["type"], actions.setdefault(body.get("action"), {"entries": []})
        of = told if kind == "session-opened" else action
        of |= {name: body[name] for name in TOLD.get(kind, ())}
        for entry in body["entries"] if kind == "entries" else ():
            untold = ("source", "policy", "faces") if entry.get("source") == "physical" else ("source", "policy")
            action["entries"].append({key: value for key, value in entry.items() if key not in untold})
        if kind == "session-closed" and body["reason"] == "finished":
            told["result"] = body["result"]
    actions = {number: action for number, action in actions.items() if "kind" in action}
    return (told, actions) if actions else ({}, {})  # an opening that nobody noted binds nobody before the first action


def is_cut_off(told, whole):
    """Whether a story is the beginning of another: no check sees a log that was cut off before anybody noted its head."""
    (opening, actions), (whole_opening, whole_actions) = told, whole
    opening = {**opening, "result": whole_opening.get("result")}
    rest = {"result": None, **whole_opening}
    known = {number: whole_actions[number] for number in actions if number in whole_actions}
    last = max(actions, default=0)
    same = all(
        action == known.get(number)
        or (number == last and action["entries"] == known[number]["entries"][: len(action["entries"])])
        for number, action in actions.items()
        if number in known
    )
    return opening == rest and same and actions.keys() <= whole_actions.keys()


def mutations(log):
    """A log with one event dropped, doubled, or moved by one, and cut off after each: with the place of the change."""
    for place in range(len(log)):
        yield place, [*log[:place], *log[place + 1 :]]
        yield place, [*log[: place + 1], *log[place:]]
        if place:
            yield place, [*log[: place - 1], log[place], log[place - 1], *log[place + 1 :]]


def values_in(node, path=()):
    """The places of the plain values of a body."""
    if isinstance(node, dict | list):
        for key, item in node.items() if isinstance(node, dict) else enumerate(node):
            yield from values_in(item, (*path, key))
    else:
        yield path


def changed_values(log, chance):
    """A log with one plain value changed, some of each event."""
    for place, line in enumerate(log):
        paths = [path for path in values_in(line.body) if path[0] not in ("seq", "at", "type")]
        for path in chance.sample(paths, min(len(paths), CHANGES)):
            again = list(log)
            again[place] = deepcopy(line)
            node = again[place].body
            for key in path[:-1]:
                node = node[key]
            node[path[-1]] = {int: lambda n: n + 1, bool: lambda b: not b, str: lambda s: s + "x"}.get(
                type(node[path[-1]]), lambda _: 1
            )(node[path[-1]])
            yield place, again


def difference(changed, log):
    """The first event that differs."""
    return next(((one.body, other.body) for one, other in zip(changed, log, strict=False) if one != other), "the end")


CHANGES = cases(2, 20)
SMALL = 40
"""How many events a log has at most whose events are all changed; of longer ones every fifth is."""


@thorough
@pytest.mark.parametrize("name", [name for name in accepted() if not name[0].isdigit()])
def test_a_changed_log_that_is_believed_tells_the_same_story(name):
    whole, log, chance = story(accepted()[name]), read(accepted()[name]), Random(name)
    believed = 0
    for n, (_, changed) in enumerate([*mutations(log), *changed_values(log, chance)]):
        if len(log) > SMALL and n % cases(97, 11):
            continue
        export = written(changed)
        if checked(export)[2]:
            told = story(export)
            believed += bool(told[1])  # before the first action an opening binds nobody, and may be any
            assert told == whole or is_cut_off(told, whole), difference(changed, log)
    assert believed < 4 * len(log)


def test_an_event_without_a_number_breaks_the_chain_for_every_checker():
    log = read(accepted()["session-01"])
    log[3].body["seq"] = None
    export = written(log, numbers=False).replace(b'{"seq":None,', b'{"seq":4,')
    assert not checked(export)[2]
    assert pages_say(export)["chain"] is False


@pytest.mark.parametrize("name", ["session-06", "open-forces-sample-open"])
def test_a_log_says_whether_there_is_a_host(name):
    """A game is opened by who opens its session, whether or not that is its host afterwards."""
    log = read(accepted()[name])
    later = [line for line in log if not (log[0].body["kind"] == "game" and line.body.get("action") == 1)]
    assert "host" not in {str(line.body.get("by", line.body.get("sent_by"))) for line in later}
    log[0].body["host"] = False
    assert checked(export := written(log))[2]
    assert pages_say(export)["fault"] is None


@pytest.mark.anyio
@pytest.mark.parametrize(("place", "holds"), [(0, True), (1, False)])
async def test_a_move_that_a_policy_would_not_make_is_not_the_services(sqlite_api, place, holds):
    path = "/v1/rulesets/open-forces"
    setup = (await sqlite_api.get(path)).json()["game"]["setups"]["sample"]
    session = (await sqlite_api.post(f"{path}/sessions", {"kind": "game", "setup": setup, "seats": TWO})).json()
    (asked, *_) = (await sqlite_api.get(f"/v1/sessions/{session['id']}/questions")).json()["items"]
    seat, where = asked["seat"], f"/v1/sessions/{session['id']}"
    move = {"seen": asked["seen"], "move": asked["choices"][place]["choice"]}
    moved = await sqlite_api.post(f"{where}/actions", move, session["tokens"]["seats"][str(seat)])
    assert moved.status_code == 201, moved.text
    export = await sqlite_api.get(f"{where}/events", session["tokens"]["host"], accept="application/x-ndjson")
    log = read(export.content)
    log[0].body["policies"] = {str(seat): "first-legal"}
    for line in log:
        if line.type == "action-declared":
            line.body["policies"][f"seat-{seat}"] = "first-legal"
        if line.body.get("action") == 2 and "sent_by" in line.body:
            line.body["sent_by"] = "service"
    believed, report = check_export(BOOKS, io.BytesIO(written(log)))
    assert believed == holds, report


OPEN = ("options", "setup", "situation", "outcome", "data", "detail", "choice", "list", "bring", "replacement")
"""The members whose content depends on the ruleset: there anything may stand that is an object."""
MAPS = ("policies", "seats", "scores", "left_ms")
"""The members that are objects with any keys."""


def objects_in(node, path=()):
    """The objects of a body whose members are fixed, with their places."""
    if isinstance(node, dict) and not (path and path[-1] in (*OPEN, *MAPS)) and node.keys() != {"private"}:
        yield path, node
    if isinstance(node, dict | list) and not (path and path[-1] in OPEN):
        for key, item in node.items() if isinstance(node, dict) else enumerate(node):
            yield from objects_in(item, (*path, key))


MAY_BE_ABSENT = {name.rstrip("?") for name in re.findall(r'"(\w+\?)"', record_shapes.made())}


def misshapen(body):
    """A body with a member more, with one less, and with one of another type: each in each of its objects."""

    def at_place(change, path):
        again = deepcopy(body)
        node = again
        for key in path:
            node = node[key]
        change(node)
        return again

    for path, found in objects_in(body):
        yield "more", at_place(lambda node: node.update(more=1), path)
        for name in found:
            if name not in MAY_BE_ABSENT and name not in ("type", "seq"):
                yield f"no {name}", at_place(lambda node, name=name: node.pop(name), path)
            if name not in ("type", "seq", "private"):
                yield f"another {name}", at_place(lambda node, name=name: node.update({name: [[]]}), path)


def test_an_event_of_another_shape_is_unreadable_to_every_checker(tmp_path):
    kinds = {}
    for name, export in accepted().items():
        for place, line in enumerate(log := read(export)):
            kinds.setdefault(line.type, (name, log[: place + 1]))
    assert kinds.keys() == EVENTS.keys()
    said = {}
    for type, (_, log) in kinds.items():
        for n, (what, body) in enumerate(misshapen(log[-1].body)):
            name = f"{type} {n} {what}"
            (tmp_path / name).write_bytes(export := written([*log[:-1], Line(body, log[-1].private)]))
            said[name] = checked(export)[0]
    assert {name for name, result in said.items() if result != UNREADABLE} == set()
    if NODE is None:
        pytest.skip("NO NODE: the check of the pages is not tried")
    pages = found_by_pages(tmp_path)
    expected = {"unreadable": "TypeError: this is not an event"}
    assert {name: found for name, found in pages.items() if found != expected} == {}


def test_the_pages_know_the_shapes_and_conditions_of_events():
    require_made(record_shapes.FILE, record_shapes.made(), "python -m tests.record_shapes")
    require_made(record_shapes.CONDITIONS, record_shapes.conditions(), "python -m tests.record_shapes")
