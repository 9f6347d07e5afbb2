"""The log is the truth: the rest is rebuilt from it, and every change to it is found."""

import io
import tracemalloc

import pytest
from pydantic_core import from_json

from app.cli import main
from app.domain.fairness import seed_chain
from app.persistence.queries import logged_events, store
from app.persistence.stored.rows import Event, raw_id
from app.services.log.export import Unreadable, check_export, export, spelled
from app.services.log.read import Log, read_log
from app.services.play.list_rows import roll_rows
from app.services.rulebooks.installed import find_rulebooks
from tests.client import SEED, SEED_FACES, path_of
from tests.thorough import cases, thorough

pytestmark = pytest.mark.anyio
BOOKS = find_rulebooks()
ASK = {"attacker": "ask", "defender": "ask"}


async def a_match(api):
    """A series with a bit of everything."""
    session = await api.open(options={"surplus_dice": "owner-choice", "casualty_choice": "attacker"})
    token, id = session["tokens"]["host"], session["id"]
    splash = {**SEED, "attacker": {"units": 3, "mode": {"atk": 2, "atk_base": 2, "spl": 3}}}
    for situation in (SEED, splash, SEED):
        await api.attack(situation, token, session_id=id)
    many = {**SEED, "attacker": {"units": 8, "mode": {"atk": 1}}}  # so many dice are never all the same
    waiting = (await api.attack(many, token, session_id=id, policies=ASK)).json()
    sure = {"attacker": {"units": 2, "mode": {"atk": 9}}, "defender": {"units": 2, "mode": {"def": 0}}}
    await api.attack(sure, token, session_id=id, replaces=2)
    await api.answer(waiting, token, choice=waiting["pending"]["choices"][-1]["choice"])
    await api.post(
        path_of({"session_id": id, "number": 3}) + "/void", {"reason": 'ümlaut \u00a0\u200f "quoted"'}, token
    )
    return id


async def exported(api, id):
    return (await api.get(f"/v1/sessions/{id}/events?format=ndjson")).content


async def test_rolls_and_casualties_follow_from_the_log(api):
    id = await a_match(api)
    database = api.app.state.context.database
    log = read_log(logged_events.all_events(database.reader, id))
    rolls, casualties = [], []
    for number, story in sorted(log.stories.items()):
        if story.status == "pending":
            continue
        is_void = story.status == "void"
        rolls += [
            {"action": number, "void": is_void, **row} for row in roll_rows(story.entries, story.declared["seats"])
        ]
        if not is_void:
            casualties += [{"action": number, "n": n, **row} for n, row in enumerate(story.resolved["casualties"])]
    with database.reader.connect() as connection:
        stored_rolls, stored_casualties = store.projections(connection, id)
    extra = ("session_id", "ruleset", "listed", "at")
    assert [{k: v for k, v in row.items() if k not in extra} for row in stored_rolls] == rolls
    assert [{k: v for k, v in row.items() if k not in extra} for row in stored_casualties] == casualties
    assert rolls
    assert casualties


async def test_sessions_and_actions_follow_from_the_log(api):
    id = await a_match(api)
    log = read_log(logged_events.all_events(api.app.state.context.database.reader, id))
    shown = (await api.get(f"/v1/sessions/{id}")).json()
    statuses = [story.status for story in log.stories.values()]
    assert shown["actions"] == {status: statuses.count(status) for status in ("resolved", "pending", "void")}
    assert (shown["seq"], shown["head"]) == (log.events, log.head.hex())
    for number, story in log.stories.items():
        action = (await api.get(f"/v1/sessions/{id}/actions/{number}")).json()
        assert action["status"] == story.status
        assert action["outcome"] == (story.resolved["outcome"] if story.status == "resolved" else None)
        own = ("text", "by", "seat")  # a document says the role and the seat, a log one name for both
        shown = [{k: v for k, v in entry.items() if k not in own} for entry in action["record"]]
        assert shown == [{k: v for k, v in entry.items() if k not in own} for entry in story.entries]
        roles = [entry["by"] if entry.get("by") in ("attacker", "defender") else None for entry in story.entries]
        assert [entry["by"] for entry in action["record"]] == roles


async def test_reading_a_log_takes_little_more_memory_than_its_bytes(sqlite_api):
    session = await sqlite_api.open()
    for _ in range(10):
        await sqlite_api.attack(token=session["tokens"]["host"], session_id=session["id"])
    events = list(logged_events.all_events(sqlite_api.app.state.context.database.reader, session["id"]))
    read_log(events)  # what is made once is made now
    tracemalloc.start()
    log = read_log(events)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(log.stories) == 10
    assert held < sum(len(event.body) for event in events) / 2, "the events themselves are not counted"


def test_of_a_name_that_stands_twice_in_an_event_the_last_counts():
    """As everywhere where its whole body is read: else the two could be about different actions."""
    body = b'{"seq":1,"type":"seeds-revealed","type":"action-declared","action":1,"action":2,"kind":"attack"}'
    log = Log()
    assert log.add(Event(1, "", None, body, b"")) == {"seq": 1, "type": "action-declared", "action": 2}
    assert log.stories[2].declared == from_json(body)


async def test_an_export_verifies_offline(api, tmp_path, capsys):
    id = await a_match(api)
    file = tmp_path / "match.ndjson"
    file.write_bytes(await exported(api, id))
    assert main(["verify", str(file)]) == 0
    printed = capsys.readouterr().out
    assert (await api.get(f"/v1/sessions/{id}")).json()["head"] in printed
    file.write_bytes(file.read_bytes().replace(b"seeds-revealed", b"seeds-revealeD"))
    assert main(["verify", str(file)]) == 1
    file.write_bytes(b"{}\n")
    assert main(["verify", str(file)]) == 2
    assert main(["verify", str(tmp_path / "absent")]) == 2


def test_an_export_escapes_only_what_json_has_to():
    told = {**{code: f"\\u{code:04x}" for code in range(0x20)}, 0x22: '\\"', 0x5C: "\\\\"}
    for text in ("plain", 'a "word"', "C:\\umpire", "жуть\u00a0\u200f\x7f\u2028😀", "".join(map(chr, range(0x250)))):
        line = spelled(text.encode())
        assert line == '"' + "".join(told.get(ord(letter), letter) for letter in text) + '"'
        assert from_json(line) == text


def holds(content):
    try:
        return check_export(BOOKS, io.BytesIO(content))[0]
    except Unreadable:
        return False


@thorough
async def test_every_single_byte_change_to_an_export_is_found(sqlite_api):
    """At every place with --thorough, else at every fifth."""
    action = (await sqlite_api.attack({**SEED, "attacker": {"units": 1, "mode": {"atk": 1}}})).json()
    content = await exported(sqlite_api, action["session_id"])
    assert holds(content)
    for place in range(0, len(content), cases(5, 1)):
        for other in (content[place] ^ 1, content[place] ^ 0x20, 0x20):
            if other != content[place]:
                assert not holds(content[:place] + bytes([other]) + content[place + 1 :]), place
        assert not holds(content[:place] + content[place + 1 :]), place


async def test_a_cut_export_is_found(sqlite_api):
    content = await exported(sqlite_api, await a_match(sqlite_api))
    lines = content.splitlines(keepends=True)
    for n in range(len(lines)):
        assert not holds(b"".join(lines[:n]))
        assert not holds(b"".join(lines[:n] + lines[n + 1 :]))
    assert not holds(content + lines[-1])


async def test_a_rebuilt_chain_with_other_dice_is_found(sqlite_api):
    """A forger who hashes everything anew cannot make the dice follow from the seed."""
    from app.domain.fairness import event_hash
    from app.persistence.stored.rows import Event

    action = (await sqlite_api.attack()).json()
    database = sqlite_api.app.state.context.database
    for old, new, difference in [
        (b'"faces":[', b'"faces":[0,', True),
        (b'"kills":', b'"kills":1', True),
        (b'"threshold":9', b'"threshold":8', True),
        (b'"unit":"', b'"unit":"1', True),
        (b'"sent_by":"host"', b'"sent_by":"guest"', True),
        (b'"sent_by":"host"', b'"sent_by":"service"', True),
        (b'"played_at":null', b'"played_at":"2026-05-01T18:00:00.000Z"', False),
    ]:
        head, forged = bytes(32), []
        for event in logged_events.all_events(database.reader, action["session_id"]):
            body = event.body.replace(old, new)
            head = event_hash(head, body)
            forged.append(Event(event.seq, event.type, event.action, body, head))
        changed = any(
            a.body != b.body
            for a, b in zip(forged, logged_events.all_events(database.reader, action["session_id"]), strict=True)
        )
        assert holds(b"".join(export(forged))) is not (difference and changed), old


async def test_a_change_of_rules_is_told_from_a_forgery(sqlite_api):
    from dataclasses import replace

    from app.services.log.report import session_report
    from app.services.rulebooks.registry import Rulebook

    action = (await sqlite_api.attack(dice={"source": "physical", "faces": SEED_FACES})).json()
    log = read_log(logged_events.all_events(sqlite_api.app.state.context.database.reader, action["session_id"]))
    book = BOOKS["open-forces"]

    def other_rules(situation, options, table):
        return book.ruleset.script(situation, replace(options, base_threshold=8), table)

    now = book.ruleset.version
    for version, result in ((now, "diverged"), (now + 1, "rules-changed")):
        changed = Rulebook(replace(book.ruleset, script=other_rules, version=version), book.package)
        report = session_report({book.slug: changed}, log)
        assert report["result"] == result
        difference = report["actions"][0]["first_difference"]
        assert difference["recorded"]["data"]["base"] == 7
        assert difference["computed"]["data"]["base"] == 8
    same = Rulebook(replace(book.ruleset, version=2), book.package)
    assert session_report({book.slug: same}, log)["result"] == "identical"


def test_a_seed_is_committed_if_it_leads_to_the_commitment_or_to_one_that_does():
    session = "01a1fdee-8fd5-7469-9114-3e8ad95bf997"
    chains = {number: seed_chain(raw_id(session), bytes([number]) * 32, 4) for number in (1, 2)}
    committed = {number: {"commitment": chain[0].hex()} for number, chain in chains.items()}
    log = Log({"session": session, "chain": {"length": 4}}, committed)
    places = {1: (1, 1), 3: (1, 3), 2: (1, 2), 4: (1, 4), 8: (2, 4), 5: (2, 1)}
    for number, (chain, place) in places.items():
        assert log.is_committed(number, chains[chain][place]), number
    for number, (chain, place) in places.items():
        assert not log.is_committed(number, chains[chain][place - 1]), number
        assert not log.is_committed(number, chains[3 - chain][place]), number
