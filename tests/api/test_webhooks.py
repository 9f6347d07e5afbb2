"""Webhooks: what a key's server is told, signed, once each, for as long as it takes."""

import asyncio
import contextlib
import json
import logging
import threading
from datetime import datetime
from functools import partial
from ipaddress import IPv4Address, ip_address
from socket import inet_aton
from time import monotonic

import pytest
import sqlalchemy as sa
from standardwebhooks import Webhook, WebhookVerificationError

from app.delivery import connections, deliverer, lane, network
from app.persistence.queries import webhooks
from app.services.keys import create_key, revoke_key
from app.services.webhooks import messages
from app.services.webhooks.addresses import is_public
from app.services.webhooks.targets import why_not
from tests.client import PHYSICAL, SEED, SEED_FACES, bearer
from tests.conftest import serving
from tests.documented import require_message
from tests.waiting import LONG, until

pytestmark = pytest.mark.anyio
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]
RULES = "/v1/rulesets/open-forces"
AT = "2026-11-26T12:00:00.000Z"
NOBODY = {"attacker": "default", "defender": "default"}


class Receiver:
    """A server of its own, which checks what it is sent with the library and answers as it is told."""

    def __init__(self):
        self.secret, self.taken, self.answers, self.seconds = None, [], [], 0.0
        self.over, self.answers_now = asyncio.Event(), asyncio.Event()
        self.open = self.most_open = 0
        self.answers_now.set()

    async def __aenter__(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/told"
        return self

    async def __aexit__(self, *raised):
        self.over.set()
        self.server.close()
        await until(lambda: not self.open)

    async def serve(self, reader, writer):
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        try:
            await self.take(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
            self.open -= 1

    async def take(self, reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        headers = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if line)
        headers = {name.lower(): value for name, value in headers.items()}
        body = await reader.readexactly(int(headers["content-length"]))
        if self.seconds:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.over.wait(), self.seconds)
            return
        answer = self.answers.pop(0) if self.answers else "204 No Content"
        self.taken.append((headers, body))
        await self.answers_now.wait()
        writer.write(f"HTTP/1.1 {answer}\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()

    def told(self):
        """What was told, each checked by the library and by the document."""
        for _, body in self.taken:
            require_message(body)
        return [Webhook(self.secret).verify(body, headers) for headers, body in self.taken]

    async def until(self, count):
        await until(lambda: len(self.taken) >= count)


class Keeping(Receiver):
    """Answers as often as it is asked on a connection, always the same; it closes it at the request after the most."""

    def __init__(self, answer, most=100):
        super().__init__()
        self.answer, self.most, self.connections, self.writers = answer, most, 0, []

    async def __aexit__(self, *raised):
        for writer in self.writers:
            writer.close()
        await super().__aexit__(*raised)

    async def take(self, reader, writer):
        self.connections += 1
        self.writers.append(writer)
        for _ in range(self.most):
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            body = await reader.readexactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))
            self.taken.append((head, body))
            writer.write(b"HTTP/1.1 " + self.answer)
            await writer.drain()
        await reader.readuntil(b"\r\n\r\n")


@pytest.fixture(autouse=True)
def quick(monkeypatch, caplog):
    """It looks often; a test that fails shows what the service has logged."""
    monkeypatch.setattr(deliverer, "PAUSE", 0.05)
    caplog.set_level(logging.DEBUG, "app")


@pytest.fixture
async def served(database_url):
    async with serving(database_url, webhooks_to_private_networks=True) as api:
        yield api


def key_of(api, name="club"):
    return create_key(api.app.state.context.database, name)[1]


async def hooked(api, key, receiver, **rest):
    made = await api.post("/v1/webhooks", {"url": receiver.url, **rest}, key)
    assert made.status_code == 201, made.text
    assert made.headers["cache-control"] == "no-store"
    receiver.secret = made.json()["secret"]
    return made.json()


async def opened(api, key, **rest):
    made = await api.post(f"{RULES}/sessions", {"kind": "series", "visibility": "private", **rest}, key)
    assert made.status_code == 201, made.text
    return made.json()


async def attack(api, session, **rest):
    made = await api.attack(SEED, session["tokens"]["host"], session_id=session["id"], **rest)
    assert made.status_code == 201, made.text
    return made.json()


async def deliveries(api, key, hook):
    return (await api.get(f"/v1/webhooks/{hook['id']}/deliveries", key)).json()["items"]


async def all_delivered(api, key, hook):
    """The messages of a webhook, once none waits any more."""
    listed = await deliveries(api, key, hook)
    return listed if all(one["status"] != "waiting" for one in listed) else None


async def all_told(api):
    """Wait until messages were made of all that is new, and each of them was taken or given up."""
    for waiting in ("webhook_outbox", "webhook_messages WHERE next_at IS NOT NULL"):
        await until(lambda: is_empty(api, waiting))


async def all_made(api):
    """Wait until messages were made of all that is new."""
    await until(lambda: is_empty(api, "webhook_outbox"))


async def is_empty(api, table):
    return await api.count(table) == 0


async def others_are_told(api, times=2):
    """Wait until another key was told so often, one message after the other, of what came after all that is new."""
    key = key_of(api, "another")
    async with Receiver() as receiver:
        hook = await hooked(api, key, receiver, events=["action-resolved"])
        session = await opened(api, key)
        for told in range(1, times + 1):
            await attack(api, session, policies=NOBODY)
            await receiver.until(told)
        await until(lambda: all_delivered(api, key, hook))


async def test_a_key_is_told_of_its_sessions_and_the_library_verifies_it(served):
    key = key_of(served)
    async with Receiver() as receiver:
        hook = await hooked(served, key, receiver, language="de")
        session = await opened(served, key, seats=TWO, dice=PHYSICAL, reference="worlds/t1")
        waits = await attack(served, session, seats={"attacker": 1, "defender": 2})
        await receiver.until(1)
        for told, faces in enumerate(SEED_FACES, 2):
            answer = {"seen": waits["pending"]["seen"], "faces": faces}
            path = f"/v1/sessions/{session['id']}/actions/1"
            waits = (await served.post(f"{path}/answers", answer, session["tokens"]["host"])).json()
            await receiver.until(told)
        await served.post(f"/v1/sessions/{session['id']}/close", {}, session["tokens"]["host"])
        await receiver.until(4)
        told = receiver.told()
        action = (await served.get(f"/v1/sessions/{session['id']}/actions/1?language=de", key)).json()
        listed = await until(lambda: all_delivered(served, key, hook))
    types = ["question-opened", "question-opened", "action-resolved", "session-closed"]
    assert [one["type"] for one in told] == types
    whose = {"session_id": session["id"], "ruleset": "open-forces", "kind": "series", "reference": "worlds/t1"}
    assert all(one["data"].items() >= whose.items() for one in told)
    assert [one["data"]["question"]["seat"] for one in told[:2]] == [2, 1]
    assert told[0]["data"]["question"]["text"]
    assert "choices" not in told[0]["data"]["question"]
    assert (told[2]["data"]["action"], told[2]["data"]["text"]) == (1, action["text"])
    assert told[3]["data"]["reason"] == "closed"
    assert [(one["type"], one["status"], one["attempts"], one["last_status"]) for one in listed] == [
        (type, "delivered", 1, 204) for type in reversed(types)
    ]
    assert len({headers["webhook-id"] for headers, _ in receiver.taken}) == 4


async def test_a_message_that_was_changed_is_not_believed(served):
    key = key_of(served)
    async with Receiver() as receiver:
        await hooked(served, key, receiver)
        await attack(served, await opened(served, key), policies=NOBODY)
        await receiver.until(1)
    headers, body = receiver.taken[0]
    with pytest.raises(WebhookVerificationError):
        Webhook(receiver.secret).verify(body.replace(b"action-resolved", b"session-closed"), headers)


async def test_only_what_was_asked_for_is_told(served):
    key, other = key_of(served), key_of(served, "other")
    async with Receiver() as receiver:
        await hooked(served, key, receiver, events=["action-resolved"], reference="club/*", rulesets=["open-forces"])
        for owner, reference in ((key, "hall/1"), (key, None), (other, "club/1"), (None, "club/1"), (key, "club/2")):
            session = await opened(served, owner, reference=reference)
            await attack(served, session, policies=NOBODY)
            await served.post(f"/v1/sessions/{session['id']}/close", {}, session["tokens"]["host"])
        await all_told(served)
        assert [one["data"]["session_id"] for one in receiver.told()] == [session["id"]]


async def test_nothing_is_written_where_a_key_has_no_webhook(served):
    key = key_of(served)
    await attack(served, await opened(served, key), policies=NOBODY)
    await served.attack()
    assert await served.count("webhook_outbox") == await served.count("webhook_messages") == 0


async def test_a_message_is_sent_again_with_the_same_id_until_it_is_taken(served, monkeypatch):
    monkeypatch.setattr(deliverer, "AGAIN", (0, 0, 0))
    key = key_of(served)
    async with Receiver() as receiver:
        receiver.answers = ["500 No", "302 Found\r\nLocation: http://127.0.0.1:1/"]
        hook = await hooked(served, key, receiver, events=["action-resolved"])
        await attack(served, await opened(served, key), policies=NOBODY)
        await receiver.until(3)
        (one,) = await until(lambda: taken_by(served, key, hook))
        assert len(receiver.told()) == 3
    assert len({(headers["webhook-id"], body) for headers, body in receiver.taken}) == 1
    assert (one["attempts"], one["last_status"], one["next_at"]) == (3, 204, None)


async def taken_by(api, key, hook):
    return [one for one in await deliveries(api, key, hook) if one["status"] != "waiting"]


async def test_after_a_day_it_is_given_up_and_can_be_asked_for_again(served, monkeypatch):
    monkeypatch.setattr(deliverer, "AGAIN", (0,))
    key = key_of(served)
    async with Receiver() as receiver:
        receiver.answers = ["500 No", "500 No"]
        hook = await hooked(served, key, receiver, events=["action-resolved"])
        await attack(served, await opened(served, key), policies=NOBODY)
        (one,) = await until(lambda: taken_by(served, key, hook))
        assert (one["status"], one["attempts"], one["last_failure"]) == ("failed", 2, "answered")
        path = f"/v1/webhooks/{hook['id']}/deliveries/{one['id']}/redeliver"
        again = await served.post(path, b"", key)
        assert (again.status_code, again.json()["status"]) == (202, "waiting")
        await receiver.until(3)
        assert {headers["webhook-id"] for headers, _ in receiver.taken} == {one["id"]}


def test_the_pauses_are_a_day_in_all():
    assert 23 * 3600 < sum(deliverer.AGAIN) < 25 * 3600
    assert list(deliverer.AGAIN) == sorted(deliverer.AGAIN)


async def test_a_slow_receiver_starves_nobody(served, monkeypatch):
    slow_key, key = key_of(served, "slow"), key_of(served)
    async with Receiver() as slow, Receiver() as receiver:
        slow.seconds = 3600
        for _ in range(4):
            await hooked(served, slow_key, slow)
        await hooked(served, key, receiver)
        for owner in (slow_key, key):
            await attack(served, await opened(served, owner), policies=NOBODY)
        await receiver.until(1)
        await until(lambda: slow.open == deliverer.LANES_OF_KEY)
        await others_are_told(served)
        assert (slow.most_open, slow.taken) == (deliverer.LANES_OF_KEY, [])


async def test_a_process_that_ends_leaves_its_messages_to_the_next(database_url, monkeypatch):
    options = {"webhooks_to_private_networks": True}
    monkeypatch.setattr(deliverer, "PAUSE", 3600)
    async with Receiver() as receiver:
        async with serving(database_url, **options) as api:
            monkeypatch.setattr(api.app.state.deliverer, "wake", lambda: None)
            key = key_of(api)
            await hooked(api, key, receiver, events=["action-resolved"])
            await attack(api, await opened(api, key), policies=NOBODY)
        assert receiver.taken == []
        monkeypatch.setattr(deliverer, "PAUSE", 0.05)
        async with serving(database_url, **options):
            await receiver.until(1)


async def test_messages_leave_when_things_happen_and_not_at_the_next_look(served, monkeypatch):
    monkeypatch.setattr(deliverer, "PAUSE", 3600)
    monkeypatch.setattr(deliverer, "IN_A_LANE", 20)
    served.app.state.deliverer.wake()  # ends the pause that has begun
    key = key_of(served)
    async with Receiver() as receiver:
        await hooked(served, key, receiver)
        session = await opened(served, key, seats=TWO, dice=PHYSICAL)
        waits = await attack(served, session, seats={"attacker": 1, "defender": 2})
        await receiver.until(1)
        events = (await served.get(f"/v1/sessions/{session['id']}/events", session["tokens"]["host"])).json()["items"]
        assert [one["type"] for one in receiver.told()] == ["question-opened"]
        assert receiver.told()[0]["timestamp"] == events[waits["seq"] - 1]["event"]["at"]
        for number in range(2, 2 + deliverer.IN_A_LANE):
            await attack(
                served,
                session,
                seats={"attacker": 1, "defender": 2},
                policies=NOBODY,
                dice={**PHYSICAL, "faces": SEED_FACES},
            )
            await receiver.until(number)


async def looks_only_when_woken(api, monkeypatch):
    """The deliverer of a service whose pause never ends."""
    delivers = api.app.state.deliverer
    monkeypatch.setattr(deliverer, "PAUSE", 3600)
    await until(lambda: delivers._looked_at)  # it has looked, and the pause that has begun is the last
    delivers.wake()
    return delivers


def fails_once(monkeypatch, place, name, fault):
    """Let a function fail at its next call, and work again; the calls that it had."""
    works, calls = getattr(place, name), []

    def fails(*given, **named):
        calls.append(name)
        if len(calls) == 1:
            raise fault
        return works(*given, **named)

    monkeypatch.setattr(place, name, fails)
    return calls


LOST = sa.exc.OperationalError("SELECT 1", {}, Exception("the connection was lost"))


@pytest.mark.parametrize("fault", [LOST, LookupError("a fault of ours")], ids=["database", "fault"])
@pytest.mark.parametrize("place", ["outbox_rows", "due_webhooks", "due_messages"])
async def test_where_a_look_or_a_lane_fails_it_is_tried_again_soon(served, monkeypatch, place, fault):
    await looks_only_when_woken(served, monkeypatch)
    key = key_of(served)
    async with Receiver() as receiver:
        await hooked(served, key, receiver, events=["action-resolved"])
        session = await opened(served, key)
        await all_told(served)
        calls = fails_once(monkeypatch, webhooks, place, fault)
        await attack(served, session, policies=NOBODY)
        await receiver.until(1)
    assert len(calls) > 1


async def test_a_connection_that_does_not_close_well_ends_nothing(served, monkeypatch):
    monkeypatch.setattr(connections, "IDLE", 3600)
    delivers, key = await looks_only_when_woken(served, monkeypatch), key_of(served)
    async with Receiver() as receiver:
        hook = await hooked(served, key, receiver, events=["action-resolved"])
        session = await opened(served, key)
        await attack(served, session, policies=NOBODY)
        await until(lambda: all_told_of(served, key, hook, 1))
        await until(lambda: not delivers.lanes)
        calls = fails_once(monkeypatch, connections.httpcore.AsyncConnectionPool, "aclose", OSError("it is gone"))
        monkeypatch.setattr(connections, "monotonic", lambda: monotonic() + 7200)
        delivers.wake()
        await until(lambda: calls)
        await attack(served, session, policies=NOBODY)
        await receiver.until(2)


async def all_told_of(api, key, hook, count):
    """Whether so many messages were made for a webhook, and none waits."""
    return len(await all_delivered(api, key, hook) or ()) == count


async def test_a_message_that_comes_while_its_lane_finds_nothing_to_send_is_sent_at_once(served, monkeypatch):
    monkeypatch.setattr(deliverer, "AGAIN", (3600,))
    await looks_only_when_woken(served, monkeypatch)
    key, due_messages, due_webhooks = key_of(served), webhooks.due_messages, webhooks.due_webhooks
    found_nothing, may_end, looks = threading.Event(), threading.Event(), []

    def waits_where_nothing_is_due(connection, **wanted):
        due = due_messages(connection, **wanted)
        if not due:
            found_nothing.set()
            may_end.wait(LONG)
        return due

    def noted(connection, at):
        due = due_webhooks(connection, at)
        looks.append(due)
        return due

    async with Receiver() as receiver:
        hook = await hooked(served, key, receiver, events=["action-resolved"])
        first, other = await opened(served, key), await opened(served, key)
        receiver.answers.append("500 Broken")
        await attack(served, first, policies=NOBODY)
        await until(lambda: has_failed(served, key, hook))
        await until(lambda: not served.app.state.deliverer.lanes)
        monkeypatch.setattr(webhooks, "due_messages", waits_where_nothing_is_due)
        monkeypatch.setattr(webhooks, "due_webhooks", noted)
        try:
            await attack(served, first, policies=NOBODY)  # is held up by the message that was refused
            await until(found_nothing.is_set)
            await attack(served, other, policies=NOBODY)
            await all_made(served)
            before = len(looks)
            served.app.state.deliverer.wake()
            await until(lambda: len(looks) > before)
            await asyncio.sleep(0)
        finally:
            may_end.set()
        await receiver.until(2)
        assert [one["data"]["session_id"] for one in receiver.told()] == [first["id"], other["id"]]


async def test_webhooks_whose_messages_are_held_up_leave_a_lane_to_others_of_their_key(served, monkeypatch):
    monkeypatch.setattr(deliverer, "AGAIN", (3600,))
    monkeypatch.setattr(deliverer, "LANES_OF_KEY", 1)
    key = key_of(served)
    async with Receiver() as broken, Receiver() as receiver:
        hook = await hooked(served, key, broken, events=["action-resolved"])
        session = await opened(served, key)
        broken.answers.append("500 Broken")
        await attack(served, session, policies=NOBODY)
        await until(lambda: has_failed(served, key, hook))
        await hooked(served, key, receiver, events=["action-resolved"])
        await attack(served, session, policies=NOBODY)
        await receiver.until(1)


@pytest.fixture
async def sent_later(served, monkeypatch):
    """Messages are neither made nor sent before the function is called that this is."""
    delivers = served.app.state.deliverer
    wake, look, rests, may_look = delivers.wake, delivers.look, asyncio.Event(), asyncio.Event()

    async def looks_later():
        rests.set()
        if may_look.is_set():
            await look()

    def looks_now():
        may_look.set()
        wake()

    monkeypatch.setattr(deliverer, "PAUSE", 3600)
    monkeypatch.setattr(delivers, "look", looks_later)
    wake()  # ends the pause that has begun
    await rests.wait()  # nothing is looked at any more that was looked at before
    monkeypatch.setattr(delivers, "wake", lambda: None)
    return looks_now


async def resolved(served, session, count):
    """Attacks of one session that are resolved at once."""
    for _ in range(count):
        await attack(served, session, policies=NOBODY)


@pytest.mark.parametrize("side_by_side", [1, 8])
async def test_messages_of_a_session_come_in_order_and_a_busy_session_starves_none(
    served, sent_later, monkeypatch, side_by_side
):
    monkeypatch.setattr(lane, "SIDE_BY_SIDE", side_by_side)
    key = key_of(served)
    async with Receiver() as receiver:
        await hooked(served, key, receiver, events=["action-resolved"])
        busy, others = await opened(served, key), [await opened(served, key) for _ in range(3)]
        await resolved(served, busy, 4 * deliverer.OF_A_SESSION)
        for session in others:
            await resolved(served, session, 2)
        sent_later()
        await receiver.until(4 * deliverer.OF_A_SESSION + 6)
        told = [(one["data"]["session_id"], one["data"]["action"]) for one in receiver.told()]
    for session in (busy, *others):
        numbers = [action for id, action in told if id == session["id"]]
        assert numbers == list(range(1, len(numbers) + 1))
    before = told[: max(told.index((session["id"], 2)) for session in others)]
    assert len([id for id, _ in before if id == busy["id"]]) <= deliverer.OF_A_SESSION


async def test_a_session_with_much_news_does_not_keep_others_from_having_theirs_told(served, sent_later, monkeypatch):
    monkeypatch.setattr(messages, "AT_ONCE", 1)
    key, told = key_of(served), ""
    async with Receiver() as receiver:
        await hooked(served, key, receiver, events=["action-resolved"])
        first, last = await opened(served, key), await opened(served, key)
        await resolved(served, last, 1)
        for _ in range(2):  # the first one has news at each turn
            await resolved(served, first, 3)
            read = partial(messages.messages_of_news, books=served.app.state.context.books, now=lambda: AT, after=told)
            (news,), made = await served.app.state.context.read(read)
            told = news["session_id"]
    assert (told, len(made)) == (last["id"], 1)
    assert (news["seq"], news["last"]) == (1, 2)  # it was opened, and attacked in


async def test_news_of_several_sessions_are_read_with_as_many_statements_as_those_of_one(served, sent_later):
    context, counts = served.app.state.context, []
    key = key_of(served)
    async with Receiver() as receiver:
        await hooked(served, key, receiver, events=["action-resolved", "session-closed"])
        for sessions in (1, 5):
            for _ in range(sessions):
                await resolved(served, await opened(served, key), 2)
            sent, own = [], []  # the service reads by itself meanwhile, on other connections

            def note(connection, _cursor, statement, *_call, sent=sent):
                sent.append((connection, statement))

            def read(connection, own=own):
                own.append(connection)
                return messages.messages_of_news(connection, books=context.books, now=lambda: AT, after="")

            sa.event.listen(context.database.reader, "before_cursor_execute", note)
            told, made = await context.read(read)
            sa.event.remove(context.database.reader, "before_cursor_execute", note)
            selects = [one for connection, one in sent if connection in own and one.startswith("SELECT")]
            counts.append((len(told), len(made), len(selects)))
    assert counts[0][2] > 2
    assert counts == [(1, 2, counts[0][2]), (6, 12, counts[0][2])]


async def test_a_connection_serves_for_several_messages_unless_an_answer_is_long(served, sent_later):
    key = key_of(served)
    for answer, count in ((b"204 No Content\r\n\r\n", 1), (b"200 OK\r\nContent-Length: 9999\r\n\r\n", 3)):
        async with Keeping(answer) as receiver:
            hook = await hooked(served, key, receiver, events=["action-resolved"])
            await resolved(served, await opened(served, key), 3)
            sent_later()
            await receiver.until(3)
            assert receiver.connections == count
        await served.http.delete(f"/v1/webhooks/{hook['id']}", headers=bearer(key))


async def test_a_connection_serves_for_later_messages_too_until_it_was_idle_for_long(served, monkeypatch):
    monkeypatch.setattr(connections, "IDLE", 3600)
    key = key_of(served)
    async with Keeping(b"204 No Content\r\n\r\n") as receiver:
        hook = await hooked(served, key, receiver, events=["action-resolved"])
        session = await opened(served, key)
        for number in range(1, 4):
            await resolved(served, session, 1)
            await receiver.until(number)
            await until(lambda: all_delivered(served, key, hook))
            await until(lambda: not served.app.state.deliverer.lanes)
        assert (len(receiver.taken), receiver.connections, receiver.open) == (3, 1, 1)
        monkeypatch.setattr(connections, "monotonic", lambda: monotonic() + 7200)
        await until(lambda: not receiver.open)


async def test_connections_close_with_the_service(database_url, monkeypatch):
    monkeypatch.setattr(connections, "IDLE", 3600)
    async with Keeping(b"204 No Content\r\n\r\n") as receiver:
        async with serving(database_url, webhooks_to_private_networks=True) as api:
            key = key_of(api)
            hook = await hooked(api, key, receiver, events=["action-resolved"])
            await resolved(api, await opened(api, key), 1)
            await receiver.until(1)
            await until(lambda: all_delivered(api, key, hook))
            await until(lambda: not api.app.state.deliverer.lanes)
            assert receiver.open == 1
        await until(lambda: not receiver.open)


async def test_of_too_many_idle_connections_the_oldest_close(monkeypatch):
    monkeypatch.setattr(connections, "MOST_IDLE", 2)
    held = connections.Connections(network.CheckedNetwork(allows_private=True), None)
    lent = []
    for webhook in ("first", "second", "third", "second"):
        with held.lent(webhook) as pool:
            lent.append(pool)
    await held.close_old()
    assert lent[1] is lent[3]
    with held.lent("first") as first, held.lent("second") as second, held.lent("third") as third:
        assert first not in lent
        assert [second, third] == lent[1:3]


async def test_a_connection_that_a_receiver_closes_after_an_answer_costs_no_attempt(served, sent_later, monkeypatch):
    monkeypatch.setattr(deliverer, "AGAIN", (3600,))
    key = key_of(served)
    async with Keeping(b"204 No Content\r\n\r\n", most=1) as receiver:
        hook = await hooked(served, key, receiver, events=["action-resolved"])
        await resolved(served, await opened(served, key), 3)
        sent_later()
        await receiver.until(3)
        assert receiver.connections == 3
        assert [one["attempts"] for one in await until(lambda: all_delivered(served, key, hook))] == [1, 1, 1]


async def test_it_ends_when_it_is_told_to_even_as_news_comes(sqlite_api, alone):
    delivers = sqlite_api.app.state.deliverer
    for steps in range(6):
        await delivers.close()
        delivers.start()
        for step in range(20 + steps):
            if step == 20:
                delivers.wake()
            await asyncio.sleep(0)
        async with asyncio.timeout(LONG):
            await delivers.close()


async def test_what_a_receiver_refuses_holds_up_later_messages_of_its_session_alone(served, monkeypatch):
    monkeypatch.setattr(deliverer, "AGAIN", (3600,))
    key = key_of(served)
    async with Receiver() as receiver:
        hook = await hooked(served, key, receiver, events=["action-resolved"])
        first, other = await opened(served, key), await opened(served, key)
        receiver.answers.append("500 Broken")
        await attack(served, first, policies=NOBODY)
        await receiver.until(1)
        await until(lambda: has_failed(served, key, hook))
        await attack(served, first, policies=NOBODY)
        await attack(served, other, policies=NOBODY)
        await receiver.until(2)
        assert [one["data"]["session_id"] for one in receiver.told()] == [first["id"], other["id"]]
        (late, *_) = [one for one in await deliveries(served, key, hook) if one["attempts"]][::-1]
        assert (await served.post(f"/v1/webhooks/{hook['id']}/deliveries/{late['id']}/redeliver", None, key)).is_success
        await receiver.until(4)
        assert [(one["data"]["session_id"], one["data"]["action"]) for one in receiver.told()][2:] == [
            (first["id"], 1),
            (first["id"], 2),
        ]


async def has_failed(api, key, hook):
    """Whether the only message of a webhook was refused, and waits again."""
    return [one["attempts"] for one in await deliveries(api, key, hook)] == [1]


def refusals(monkeypatch):
    """The processes that asked to be the one that delivers while another was, as often as they did."""
    found, take_lease = [], webhooks.take_lease

    def take(connection, *, holder, **wanted):
        lease = take_lease(connection, holder=holder, **wanted)
        if lease.holder != holder:
            found.append(holder)
        return lease

    monkeypatch.setattr(webhooks, "take_lease", take)
    return found


async def test_one_process_delivers_at_a_time(postgres_url, monkeypatch):
    refused = refusals(monkeypatch)
    options = {"webhooks_to_private_networks": True}
    async with (
        Receiver() as receiver,
        serving(postgres_url, **options) as one,
        serving(postgres_url, **options) as two,
    ):
        key = key_of(one)
        await hooked(one, key, receiver, events=["action-resolved"])
        receiver.answers_now.clear()
        await attack(one, await opened(one, key), policies=NOBODY)
        await receiver.until(1)
        await until(lambda: len(refused) >= 3 or len(receiver.taken) > 1)  # the other one sees what is being sent
        assert (len(receiver.taken), len(set(refused))) == (1, 1)
        receiver.answers_now.set()
        for api in (two, one, two, one, two):
            await attack(api, await opened(api, key), policies=NOBODY)
        await all_told(one)
        assert len(receiver.taken) == 6
        assert [api.app.state.deliverer.is_delivering for api in (one, two)].count(True) == 1


async def test_what_another_process_writes_is_sent_when_it_is_heard_of(postgres_url, monkeypatch):
    options = {"webhooks_to_private_networks": True}
    monkeypatch.setattr(deliverer, "PAUSE", 3600)
    async with (
        Receiver() as receiver,
        serving(postgres_url, **options) as one,
        serving(postgres_url, **options) as two,
    ):
        await until(lambda: one.app.state.hints.is_connected and two.app.state.hints.is_connected)
        key = key_of(one)
        await hooked(one, key, receiver, events=["action-resolved"])
        await attack(one, await opened(one, key), policies=NOBODY)
        await receiver.until(1)
        await attack(two, await opened(two, key), policies=NOBODY)
        await receiver.until(2)


async def test_what_is_no_address_on_the_internet_is_refused(sqlite_api):
    key = key_of(sqlite_api)
    for url, reason in (
        ("http://club.example/", "webhook-not-secure"),
        ("https://127.0.0.1/", "webhook-private"),
        ("https://[::1]/", "webhook-private"),
        ("https://[::ffff:10.0.0.1]/", "webhook-private"),
        ("https://localhost/", "webhook-private"),
        ("https://127.1/", "webhook-private"),
        ("https://2130706433/", "webhook-private"),
        ("https://1.1.1.1/", "webhook-number"),
        ("https://a:b@club.example/", "webhook-address"),
        ("ftp://club.example/", "webhook-address"),
        ("https:///x", "webhook-address"),
        ("https://club.example:99999/", "webhook-address"),
        ("https://club.example/\r\nx: y", "webhook-address"),
    ):
        response = await sqlite_api.post("/v1/webhooks", {"url": url}, key)
        assert (response.status_code, response.json()["errors"][0]["code"]) == (422, reason), url
    assert why_not("http://192.168.0.2:8080/told", allows_private=True) is None


def spellings(address):
    """The ways in which systems read an IPv4 address: with one to four parts, each decimal, octal or hex."""
    whole = int(IPv4Address(address))
    for parts in range(4):
        rest = whole % 256 ** (4 - parts)
        head = [whole >> 8 * (3 - n) & 255 for n in range(parts)]
        for form in ("{}", "0{:o}", "0x{:x}", "0X{:X}", "0x000{:x}", "000{:o}"):
            spelled = ".".join([*(form.format(part) for part in head), form.format(rest)])
            assert inet_aton(spelled) == IPv4Address(address).packed
            yield from (spelled, spelled + ".")
    yield from (f"[::ffff:{address}]", f"[::ffff:{whole >> 16:x}:{whole & 0xFFFF:x}]", f"[0:0:0:0:0:FFFF:{address}]")


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "0.0.0.0", "192.168.0.2", "8.8.8.8"])
def test_an_address_in_numbers_is_refused_however_it_is_spelled(address):
    reason = "webhook-private" if ip_address(address).is_private else "webhook-number"
    for host in spellings(address):
        assert why_not(f"https://{host}/told", allows_private=False) == reason, host
        assert why_not(f"https://{host}:8443", allows_private=True) is None


@pytest.mark.parametrize(
    "host", ["1.2.3.4.5", "999.1.1.1", "09", "0x", "1.2.0x", "club.7", "[fe80::1%25eth0]", "[2606:4700::1111]"]
)
def test_what_is_no_name_is_no_host_of_a_webhook(host):
    assert why_not(f"https://{host}/", allows_private=False) in ("webhook-number", "webhook-private")


@pytest.mark.parametrize("host", ["club.example", "1e100.net", "7.club.example", "127.0.0.1.example", "0x7f.club", "x"])
def test_names_with_digits_are_names(host):
    assert why_not(f"https://{host}/", allows_private=False) is None


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "192.0.2.1"),
        *("::1", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:1::"),
        "::7f00:1",
    ],
)
def test_addresses_of_private_networks_are_known(address):
    assert not is_public(address)


def test_addresses_on_the_internet_are_known():
    assert all(is_public(address) for address in ("1.1.1.1", "2606:4700::1111", "::ffff:8.8.8.8"))


async def test_a_name_that_leads_into_a_private_network_is_not_connected_to(monkeypatch):
    """Whatever it led to when the webhook was made: the address is looked up, checked and connected to in one."""
    asked = []

    def looked_up(host, port):
        asked.append(host)
        return ["1.1.1.1", "127.0.0.1"]

    monkeypatch.setattr(network, "addresses_of", looked_up)
    with pytest.raises(network.PrivateNetwork):
        await network.CheckedNetwork(allows_private=False).connect_tcp("club.example", 443)
    assert asked == ["club.example"]


async def test_the_address_that_was_checked_is_the_one_that_is_connected_to(monkeypatch):
    answers, connected = [["1.1.1.1"], ["127.0.0.1"]], []
    monkeypatch.setattr(network, "addresses_of", lambda host, port: answers.pop(0))

    class Inner:
        async def connect_tcp(self, host, *rest):
            connected.append(host)

    monkeypatch.setattr(network.httpcore, "AnyIOBackend", Inner)
    checked = network.CheckedNetwork(allows_private=False)
    await checked.connect_tcp("club.example", 443)
    assert (connected, len(answers)) == (["1.1.1.1"], 1)  # a name is not looked up a second time


async def test_where_private_networks_are_not_allowed_any_more_nothing_is_sent_there(database_url, monkeypatch):
    async with Receiver() as receiver:
        async with serving(database_url, webhooks_to_private_networks=True) as api:
            key = key_of(api)
            hook = await hooked(api, key, receiver, events=["action-resolved"])
        async with serving(database_url) as api:
            await attack(api, await opened(api, key), policies=NOBODY)

            async def tried():
                return [one for one in await deliveries(api, key, hook) if one["attempts"]]

            (one,) = await until(tried)
        assert (one["last_failure"], one["status"], receiver.taken) == ("not-secure", "waiting", [])


async def test_webhooks_belong_to_their_key(served):
    key, other = key_of(served), key_of(served, "other")
    async with Receiver() as receiver:
        hook = await hooked(served, key, receiver)
        path = f"/v1/webhooks/{hook['id']}"
        for method, where in (("GET", f"{path}/deliveries"), ("GET", path), ("DELETE", path)):
            assert (await served.http.request(method, where, headers=bearer(other))).status_code == 404
        assert (await served.post(f"{path}/deliveries/msg_1/redeliver", b"", other)).status_code == 404
        assert (await served.post(f"{path}/deliveries/msg_1/redeliver", b"", key)).status_code == 404
        assert (await served.get("/v1/webhooks", other)).json() == {"items": [], "next": None}
        (listed,) = (await served.get("/v1/webhooks", key)).json()["items"]
        assert "secret" not in listed
        host = (await served.open())["tokens"]["host"]
        for token in (None, host, "umk_" + "A" * 43):
            assert (await served.get("/v1/webhooks", token)).status_code == 401
        opens = create_key(served.app.state.context.database, "app", opens_only=True)[1]
        assert (await served.get("/v1/webhooks", opens)).status_code == 403
        assert (await served.http.delete(path, headers=bearer(key))).status_code == 204
        await attack(served, await opened(served, key), policies=NOBODY)
        await all_told(served)
        assert receiver.taken == []


async def test_a_webhook_is_read_where_it_was_made_and_its_receiver_may_move(served):
    key = key_of(served)
    async with Receiver() as left, Receiver() as receiver:
        made = await served.post("/v1/webhooks", {"url": left.url}, key)
        where, known = made.headers["location"], {name: made.json()[name] for name in made.json() if name != "secret"}
        assert (await served.get(where, key)).json() == known
        change = {"url": receiver.url, "events": ["session-closed"]}
        changed = await served.http.request("PATCH", where, json=change, headers=bearer(key))
        assert (changed.status_code, changed.json()) == (200, known | change)
        assert (await served.get(where, key)).json() == known | change
        for wrong in ({"url": "ftp://club.example"}, {"events": []}, {"secret": "mine"}):
            assert (await served.http.request("PATCH", where, json=wrong, headers=bearer(key))).status_code == 422
        session = await opened(served, key)
        await served.post(f"/v1/sessions/{session['id']}/close", {}, session["tokens"]["host"])
        await receiver.until(1)
        assert left.taken == []


async def test_a_webhook_that_rests_is_told_nothing_until_it_is_active_again(served, clock, monkeypatch):
    monkeypatch.setattr(deliverer, "AGAIN", (60, 3600))
    key = key_of(served)

    async def set_active(active):
        path = f"/v1/webhooks/{hook['id']}"
        changed = await served.http.request("PATCH", path, json={"active": active}, headers=bearer(key))
        assert (changed.status_code, changed.json()["active"]) == (200, active)

    async with Receiver() as receiver:
        receiver.answers.append("500 Broken")
        hook = await hooked(served, key, receiver, events=["action-resolved"])
        session = await opened(served, key)
        await attack(served, session, policies=NOBODY)
        await until(lambda: has_failed(served, key, hook))
        await set_active(False)
        await attack(served, session, policies=NOBODY)
        assert await served.count("webhook_outbox") == 0
        clock.move(seconds=60)
        await others_are_told(served)
        assert len(receiver.taken) == 1
        await set_active(True)
        await attack(served, session, policies=NOBODY)
        await receiver.until(3)
        assert [one["data"]["action"] for one in receiver.told()] == [1, 1, 3]


async def test_a_webhook_asked_for_again_is_the_same_one_and_ten_are_enough(served):
    key, asked = key_of(served), {"Idempotency-Key": "a-webhook-for-the-club"}
    body = {"url": "https://club.example/umpire"}
    first, again = [await served.post("/v1/webhooks", body, key, **asked) for _ in range(2)]
    assert (first.status_code, again.status_code, first.json()) == (201, 200, again.json())
    for _ in range(9):
        assert (await served.post("/v1/webhooks", body, key)).status_code == 201
    too_many = await served.post("/v1/webhooks", body, key)
    assert (too_many.status_code, too_many.json()["reason"]) == (422, "too-many-webhooks")


async def test_a_revoked_key_is_told_nothing(served):
    database = served.app.state.context.database
    id, key = create_key(database, "club")
    async with Receiver() as receiver:
        await hooked(served, key, receiver)
        session = await opened(served, key)
        revoke_key(database, id)
        await attack(served, session, policies=NOBODY)
        await others_are_told(served)
        assert receiver.taken == []


async def test_wrong_wishes_are_refused(sqlite_api):
    key = key_of(sqlite_api)
    url = "https://club.example/umpire"
    for body in (
        {},
        {"url": url, "events": []},
        {"url": url, "events": ["dice-thrown"]},
        {"url": url, "rulesets": ["chess"]},
        {"url": url, "secret": "mine"},
    ):
        assert (await sqlite_api.post("/v1/webhooks", body, key)).status_code == 422, body


def searches(monkeypatch):
    """Each search for messages that are too old: before when they were made that it deletes."""
    found, forget_messages = [], webhooks.forget_messages

    def forget(connection, *, before, **wanted):
        found.append(before)
        return forget_messages(connection, before=before, **wanted)

    monkeypatch.setattr(webhooks, "forget_messages", forget)
    return found


async def test_messages_are_paged_and_forgotten_after_a_week(served, clock, monkeypatch):
    key, searched = key_of(served), searches(monkeypatch)
    async with Receiver() as receiver:
        hook = await hooked(served, key, receiver, events=["action-resolved"])
        session = await opened(served, key)
        for _ in range(3):
            await attack(served, session, policies=NOBODY)
        await receiver.until(3)
        await until(lambda: all_delivered(served, key, hook))
        path, found, cursor = f"/v1/webhooks/{hook['id']}/deliveries?limit=2", [], ""
        while cursor is not None:
            page = (await served.get(f"{path}{cursor and '&cursor='}{cursor}", key)).json()
            found, cursor = found + page["items"], page["next"]
        assert len({one["id"] for one in found}) == 3
        assert (await served.get(f"{path}&cursor=x", key)).status_code == 422
        made = 3
        for days, oldest in ((6, 1), (2, 4)):
            clock.move(days=days)
            due = deliverer.stored(deliverer.now() - deliverer.KEPT)
            while not any(before >= due for before in searched):  # a round that had begun still has the time of before
                clock.move(seconds=deliverer.TIDYING)
                await attack(served, session, policies=NOBODY)
                await all_told(served)
                made += 1
            await attack(served, session, policies=NOBODY)  # it is written after what the search has deleted
            await all_told(served)
            made += 1
            messages = [json.loads(body) for body in await bodies(served)]
            assert [one["data"]["action"] for one in messages] == [*range(made, oldest - 1, -1)]


async def test_a_message_is_not_older_than_what_it_tells(served, clock, monkeypatch):
    """A look that began before something happened may find it all the same."""
    key, outbox_rows, has_begun, may_read = key_of(served), webhooks.outbox_rows, threading.Event(), threading.Event()

    def held_back(*sent):
        has_begun.set()
        may_read.wait(LONG)
        return outbox_rows(*sent)

    monkeypatch.setattr(webhooks, "outbox_rows", held_back)
    async with Receiver() as receiver:
        await hooked(served, key, receiver, events=["action-resolved"])
        session = await opened(served, key)
        await until(has_begun.is_set)
        clock.move(days=1)
        made = await attack(served, session, policies=NOBODY)
        may_read.set()
        await receiver.until(1)
        made_at = sa.text("SELECT created_at FROM webhook_messages")
        (message_at,) = await served.app.state.context.read(lambda c: c.execute(made_at).scalars().all())
    assert datetime.fromisoformat(message_at) >= datetime.fromisoformat(made["resolved_at"])


async def bodies(api):
    """What is stored of messages, the newest first."""
    newest = sa.text("SELECT body FROM webhook_messages ORDER BY created_at DESC, id DESC")
    return await api.app.state.context.read(lambda c: c.execute(newest).scalars().all())


async def test_the_log_tells_no_address_and_no_secret(served, capsys):
    key = key_of(served)
    async with Receiver() as receiver:
        hook = await hooked(served, key, receiver)
        await attack(served, await opened(served, key), policies=NOBODY)
        await receiver.until(1)
    told = capsys.readouterr()
    assert hook["secret"] not in told.out + told.err
    assert json.dumps(receiver.url) not in told.out + told.err


async def test_the_statement_of_the_outbox_finds_no_webhook_without_writing(served):
    rows = await served.app.state.context.read(lambda c: c.execute(sa.text("SELECT * FROM webhook_lease")).all())
    assert rows == []  # nobody has anything to deliver, so nobody writes that it delivers


async def test_a_test_is_sent_at_once_signed_and_listed(served):
    key = key_of(served)
    async with Receiver() as receiver:
        hook = await hooked(served, key, receiver)
        made = await served.post(f"/v1/webhooks/{hook['id']}/test", b"", key, **{"Idempotency-Key": "k" * 16})
        assert (made.status_code, made.json()["type"], made.json()["session_id"]) == (202, "test", None)
        again = await served.post(f"/v1/webhooks/{hook['id']}/test", b"", key, **{"Idempotency-Key": "k" * 16})
        assert (again.status_code, again.json()["id"]) == (200, made.json()["id"])
        await receiver.until(1)
        (told,) = receiver.told()
        assert (told["type"], told["data"]) == ("test", {"webhook": hook["id"]})
        (listed,) = await until(lambda: all_delivered(served, key, hook))
        assert (listed["id"], listed["status"]) == (made.json()["id"], "delivered")
        assert len(receiver.taken) == 1


async def test_a_test_of_a_webhook_of_somebody_else_is_not_found(served):
    async with Receiver() as receiver:
        hook = await hooked(served, key_of(served), receiver)
        for what in ("test", "secret"):
            refused = await served.post(f"/v1/webhooks/{hook['id']}/{what}", b"", key_of(served, "another"))
            assert (refused.status_code, refused.json()["code"]) == (404, "not-found")
        assert receiver.taken == []


async def test_a_new_secret_signs_and_the_old_one_too_for_a_day(served, clock):
    key = key_of(served)
    async with Receiver() as receiver:
        hook = await hooked(served, key, receiver)
        old = receiver.secret
        made = await served.post(f"/v1/webhooks/{hook['id']}/secret", b"", key, **{"Idempotency-Key": "s" * 16})
        assert made.status_code == 201
        assert made.headers["cache-control"] == "no-store"
        again = await served.post(f"/v1/webhooks/{hook['id']}/secret", b"", key, **{"Idempotency-Key": "s" * 16})
        new = made.json()["secret"]
        assert (again.status_code, again.json()["secret"]) == (200, new)
        assert new != old

        async def test_sent():
            before = len(receiver.taken)
            assert (await served.post(f"/v1/webhooks/{hook['id']}/test", b"", key)).status_code == 202
            await receiver.until(before + 1)
            headers, body = receiver.taken[-1]
            return len(headers["webhook-signature"].split(" ")), headers, body

        count, headers, body = await test_sent()
        assert count == 2
        for secret in (old, new):
            Webhook(secret).verify(body, headers)
        clock.move(days=1, seconds=1)
        count, headers, body = await test_sent()
        assert count == 1
        await until(lambda: all_delivered(served, key, hook))
