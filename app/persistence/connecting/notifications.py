"""PostgreSQL LISTEN/NOTIFY between the processes of one database: which sessions have changed.

A process that receives a notification reads the tables again; a lost one is found by polling.
"""

import logging
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from selectors import EVENT_READ, DefaultSelector

import psycopg

from app.persistence.connecting.database import Database

CHANNEL = "umpire_changed"
LONGEST = 7_500
"""How many bytes a notification may have; PostgreSQL accepts fewer than 8,000."""
NOTIFY_INTERVAL = 0.01
"""Seconds between two notifications. All changes in between are sent together."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds before the next attempt to connect; each pause is twice as long as the one before, up to the longest."""
CONNECTION = {
    "autocommit": True,
    "application_name": "umpire hints",
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "prepare_threshold": None,  # behind a pooler the next statement may be on another connection
}

log = logging.getLogger(__name__)


class ChangeNotifications:
    """Notifies other processes which sessions this process has changed, and receives the same from them.

    It has one connection and one thread. Notifications are sent separately, after the commit: inside the writing
    transaction they would hold a lock on the whole database until the commit is on the disk, so that processes could no
    longer commit at the same time. A separate notification writes nothing to the disk, and the writer does not wait for
    it. If a hint is lost, a waiting client is only served later, when its process next reads the log.
    """

    def __init__(self, database: Database, hear: Callable[[set[str]], None]) -> None:
        """`hear` is called on the thread of the hints with the ids of the sessions that other processes changed."""
        self._database, self._hear = database, hear
        self._untold: set[str] = set()
        self._guard = threading.Lock()
        self._closed = threading.Event()
        self._door: tuple[socket.socket, socket.socket] | None = None
        self._thread = threading.Thread(target=self._work, name="hints", daemon=True)
        self.is_connected = False

    def start(self) -> None:
        """Connect, and connect again whenever the connection breaks."""
        self._door = socket.socketpair()
        for end in self._door:
            end.setblocking(False)
        self._thread.start()

    def close(self) -> None:
        """Send the hints that are left, and stop."""
        self._closed.set()
        self._knock()
        if self._thread.is_alive():
            self._thread.join(2)
        for end in self._door or ():
            end.close()

    def notify(self, sessions: set[str]) -> None:
        """Tell other processes that these sessions have changed. Any thread may call this, and it does not wait."""
        if sessions and self.is_connected:
            with self._guard:
                self._untold |= sessions
            self._knock()

    def _knock(self) -> None:
        if self._door:
            with suppress(OSError):  # the buffer is full: the thread wakes up anyway
                self._door[0].send(b"\0")

    def _work(self) -> None:
        pause = SHORTEST_PAUSE
        while not self._closed.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.is_connected, pause = True, SHORTEST_PAUSE
                    self._pass_on(connection)
            except Exception as lost:
                if pause == SHORTEST_PAUSE:  # once, until it is connected again
                    log.warning("no hints between processes for now: %s", lost)
            self.is_connected = False
            self._closed.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _connect(self) -> psycopg.Connection:
        args, options = self._database.writer.dialect.create_connect_args(self._database.url)
        return psycopg.connect(*args, **{**CONNECTION, **options})

    def _pass_on(self, connection: psycopg.Connection) -> None:
        assert self._door
        own, door = connection.info.backend_pid, self._door[1]
        with DefaultSelector() as selector:
            selector.register(connection, EVENT_READ)
            selector.register(door, EVENT_READ)
            is_last = False
            while not is_last:
                selector.select()
                is_last = self._closed.is_set()
                with suppress(BlockingIOError):
                    door.recv(4096)
                with self._guard:
                    untold, self._untold = self._untold, set()
                for payload in payloads(untold):
                    connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
                heard = [told.payload for told in connection.notifies(timeout=0) if told.pid != own]
                if heard:
                    self._hear({session for payload in heard for session in payload.split(",")})
                if untold:
                    self._closed.wait(NOTIFY_INTERVAL)


def payloads(sessions: set[str]) -> Iterator[str]:
    """The ids, separated by commas, in as few notifications as their length allows."""
    payload = ""
    for session in sorted(sessions):
        if payload and len(payload) + 1 + len(session) > LONGEST:
            yield payload
            payload = ""
        payload += f",{session}" if payload else session
    if payload:
        yield payload
