"""Seeds that do not lead to the commitment are found, even where dice, outcome and chain all follow from them."""

import io
import json
from collections import Counter
from hashlib import sha256

import pytest
import sqlalchemy as sa
from pydantic_core import from_json, to_json

from app.cli import main
from app.domain.fairness import ProvableDice, action_key, event_hash, seed_chain, shared_entropy
from app.domain.record import Origin, Source
from app.domain.resolution import resolve
from app.persistence.connecting.database import open_database
from app.persistence.queries import logged_events
from app.persistence.stored import tables
from app.persistence.stored.rows import Event, raw_id
from app.services.instance.dump import dump_instance, end_of_instance
from app.services.instance.restore import restore_instance
from app.services.log.export import Unreadable, export
from app.services.log.read import read_log
from app.services.log.report import session_report
from app.services.play.list_rows import casualty_rows
from app.services.rulebooks.installed import find_rulebooks

pytestmark = pytest.mark.anyio
BOOKS = find_rulebooks()
BOOK = BOOKS["open-forces"]
ATTACKS = 3


def first_policy(question, by):
    policy = next(iter(BOOK.ruleset.policies.values()))
    return policy(question, by), Source(Origin.POLICY, "default")


def played_anew(session, body, seed):
    """What an action becomes with another seed: its entries, its outcome and its casualties."""
    id = raw_id(session)
    dice = ProvableDice(action_key(id, seed, body["action"], shared_entropy(id, {})))
    situation = BOOK.codec.situation.load(body["situation"])
    options = BOOK.codec.options.load(body["options"])
    end = resolve(BOOK.ruleset.script, situation, options, dice=dice, players=first_policy)
    entries = BOOK.codec.dump_entries(end.record)
    outcome = BOOK.codec.outcome.dump(end.outcome)
    return {"entries": entries, "outcome": outcome, "casualties": casualty_rows(entries, body["seats"])}


def forged(events, seeds):
    """The log with other seeds for some actions, by number, and with all that follows from them."""
    session = from_json(events[0].body)["session"]
    head, anew, made = bytes(32), {}, []
    for event in events:
        body = from_json(event.body)
        if body["type"] == "action-declared" and body["action"] in seeds:
            anew[body["action"]] = played_anew(session, body, seeds[body["action"]])
        if body["type"] == "seeds-revealed" and body["upto"] in seeds:
            body["seed"] = seeds[body["upto"]].hex()
        follows = anew.get(body.get("action"), {})
        data = to_json({**body, **{name: value for name, value in follows.items() if name in body}})
        head = event_hash(head, data)
        made.append(Event(event.seq, event.type, event.action, data, head))
    return made


def forged_seeds(session, which):
    """Seeds of a chain that leads elsewhere, for some actions."""
    chain = seed_chain(raw_id(session), b"\1" * 32, ATTACKS)
    return {number: chain[number] for number in which}


@pytest.fixture
async def attacked(sqlite_api):
    """A session of some attacks, and its events."""
    session = await sqlite_api.open()
    for _ in range(ATTACKS):
        await sqlite_api.attack(token=session["tokens"]["host"], session_id=session["id"])
    return session["id"], list(logged_events.all_events(sqlite_api.app.state.context.database.reader, session["id"]))


every_forgery = pytest.mark.parametrize("which", [(2,), (3,), (1, 2, 3)], ids=str)


def verdicts(which):
    return ["diverged" if number in which else "identical" for number in range(1, ATTACKS + 1)]


async def test_the_forgery_differs_from_the_log_in_nothing_but_seeds_and_what_follows(attacked):
    session, events = attacked
    honest = {
        body["upto"]: bytes.fromhex(body["seed"])
        for body in (from_json(event.body) for event in events)
        if body["type"] == "seeds-revealed"
    }
    assert forged(events, honest) == events
    changed = forged(events, forged_seeds(session, (2,)))
    assert [read_log(changed).broken_at, len(changed)] == [None, len(events)]
    types = {old.type for old, new in zip(events, changed, strict=True) if old.body != new.body}
    assert types >= {"entries", "seeds-revealed"}
    assert types <= {"entries", "seeds-revealed", "action-resolved"}


@every_forgery
async def test_the_verification_of_a_session_finds_forged_seeds(attacked, which):
    session, events = attacked
    report = session_report(BOOKS, read_log(forged(events, forged_seeds(session, which))))
    assert (report["result"], report["dice"], report["chain"]["ok"]) == ("diverged", "not-provable", True)
    assert [action["result"] for action in report["actions"]] == verdicts(which)
    first = next(action["first_difference"] for action in report["actions"] if action["number"] in which)
    commitment = from_json(events[0].body)["chain"]["commitment"]
    assert first == {"entry": None, "recorded": commitment, "computed": "another commitment"}


@every_forgery
async def test_the_verification_of_an_action_finds_a_forged_seed_in_the_database(sqlite_api, attacked, which):
    session, events = attacked
    table, writer = tables.events, sqlite_api.app.state.context.database.writer
    with writer.begin() as connection:
        for event in forged(events, forged_seeds(session, which)):
            is_it = sa.and_(table.c.session_id == session, table.c.seq == event.seq)
            connection.execute(sa.update(table).where(is_it).values(body=event.body, hash=event.hash))
    path = f"/v1/sessions/{session}"
    reports = [
        (await sqlite_api.get(f"{path}/actions/{number}/verification")).json() for number in range(1, ATTACKS + 1)
    ]
    assert [report["result"] for report in reports] == verdicts(which)
    found = {report["first_difference"]["computed"] for report in reports if report["first_difference"]}
    assert found == {"another commitment"}
    whole = (await sqlite_api.get(f"{path}/verification")).json()
    assert (whole["result"], whole["chain"]["ok"]) == ("diverged", True)


@every_forgery
async def test_umpire_verify_finds_forged_seeds(attacked, which, tmp_path, capsys):
    session, events = attacked
    file = tmp_path / "session.ndjson"
    file.write_bytes(b"".join(export(events)))
    assert main(["verify", str(file)]) == 0
    file.write_bytes(b"".join(export(forged(events, forged_seeds(session, which)))))
    assert main(["verify", str(file)]) == 1
    printed = capsys.readouterr().out
    assert f"diverged: {ATTACKS} actions, dice not-provable" in printed
    assert printed.count("another commitment") == len(which)


@every_forgery
async def test_an_import_refuses_forged_seeds_beside_an_honest_chain(sqlite_api, attacked, which, tmp_path):
    session, events = attacked
    lines = [line for line in dump_instance(sqlite_api.app.state.context.database) if not line.startswith(b'{"seq":')]
    header, kept, *_ = lines
    assert "session" in json.loads(kept)
    target = open_database(f"sqlite:///{tmp_path}/target.db")
    tables.metadata.create_all(target.writer)
    whole = [header, kept, *export(forged(events, forged_seeds(session, which)))]
    with pytest.raises(Unreadable, match=f"action {which[0]} diverges from the rules"):
        restore_instance(BOOKS, target, instance_of(whole))
    assert restore_instance(BOOKS, target, instance_of([header, kept, *export(events)]))["session"] == 1
    target.dispose()


def instance_of(lines):
    """A file of one session, with the end that fits it."""
    end = end_of_instance(Counter(session=1), sha256(b"".join(lines)).hexdigest())
    return io.BytesIO(b"".join([*lines, end]))
