"""Hints between processes: quick, and never more than a hint."""

import threading

import psycopg
import pytest

from app.persistence.connecting import notifications
from app.persistence.connecting.database import open_database
from app.persistence.connecting.notifications import LONGEST, ChangeNotifications, payloads
from tests.waiting import LONG, wait_until

IDS = [f"01234567-89ab-7def-8123-{n:012x}" for n in range(1000)]


class Hearing:
    """One process's hints, and what it has heard."""

    def __init__(self, url):
        self.heard, self.more = set(), threading.Condition()
        self.hints = ChangeNotifications(open_database(url), self.hear)
        self.hints.start()
        wait_until(lambda: self.hints.is_connected, "no connection")

    def hear(self, sessions):
        with self.more:
            self.heard |= sessions
            self.more.notify_all()

    def has(self, sessions, seconds=LONG):
        with self.more:
            return self.more.wait_for(lambda: self.heard >= set(sessions), seconds)


@pytest.fixture
def two(postgres_url):
    found = [Hearing(postgres_url) for _ in range(2)]
    yield found
    for each in found:
        each.hints.close()
        each.hints._thread.join(LONG)
    assert not any(each.hints._thread.is_alive() for each in found)


def cut(url):
    with psycopg.connect(url, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'umpire hints' AND datname = current_database()"
        )
        assert ended.rowcount == 2


def test_one_process_hears_what_another_has_changed_but_not_its_own(two):
    one, other = two
    one.hints.notify({"a"})
    assert other.has({"a"})
    other.hints.notify({"b", "c"})
    assert one.has({"b", "c"})
    assert (one.heard, other.heard) == ({"b", "c"}, {"a"})


def test_any_number_of_sessions_is_told(two):
    one, other = two
    one.hints.notify(set(IDS))
    assert other.has(IDS)


def test_nothing_that_is_told_while_another_is_under_way_is_lost(two):
    one, other = two
    for id in IDS:
        one.hints.notify({id})
        other.hints.notify({id.upper()})
    assert other.has(IDS)
    assert one.has(id.upper() for id in IDS)


def test_a_notification_stays_below_what_postgresql_takes():
    told = list(payloads(set(IDS)))
    assert max(map(len, told)) <= LONGEST < 8000
    assert [id for payload in told for id in payload.split(",")] == IDS
    assert list(payloads(set())) == []


def test_a_broken_connection_comes_back(two, postgres_url):
    one, other = two
    for n in range(2):
        cut(postgres_url)
        for teller, hearer, told in ((one, other, f"after {n}"), (other, one, f"then {n}")):
            wait_until(lambda: teller.hints.notify({told}) or hearer.has({told}, 0.1), "it does not come back")


def test_pauses_between_attempts_grow(monkeypatch):
    paused = []
    one = ChangeNotifications(open_database("postgresql://nobody@127.0.0.1:1/none"), lambda _sessions: None)

    def wait(seconds):
        paused.append(seconds)
        if len(paused) == 9:
            one._closed.set()

    monkeypatch.setattr(one._closed, "wait", wait)
    one.start()
    one._thread.join(LONG)
    one.close()
    assert paused == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0, 5.0]
    assert notifications.LONGEST_PAUSE == 5.0
