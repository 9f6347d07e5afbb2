"""The work that an answer takes, counted: which functions of the service were called how often, and what it asked a database."""

import inspect
import sys
import threading
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

APP = f"{Path(__file__).parents[2]}/app/"
COUNTED = tuple(f"{APP}{room}/" for room in ("domain", "rulesets", "services", "web", "persistence/queries"))
"""The rooms whose functions know what is hidden. Those that wait and take turns are called as often as time wants."""
COMPARING = ("__eq__", "__hash__")
"""Of two equal names in a row the first ends a search, as cheaply as any comparison."""


class Work:
    """Counts, in every thread, while it is told to."""

    def __init__(self) -> None:
        self._calls: Counter[str] = Counter()
        self._is_counting = False

    def called(self, frame, event, _argument) -> None:
        """A function of the interpreter begins or ends, in whatever thread."""
        if not self._is_counting or event != "call" or not frame.f_code.co_filename.startswith(COUNTED):
            return
        code = frame.f_code
        if not code.co_flags & inspect.CO_COROUTINE and code.co_name not in COMPARING:
            self._calls[f"{code.co_filename.removeprefix(APP)}: {code.co_qualname}"] += 1

    def stated(self, _connection, _cursor, statement, *_more) -> None:
        """A statement is sent to the database."""
        if self._is_counting:
            self._calls[f"statement: {statement}"] += 1

    @contextmanager
    def counted(self):
        """What is called meanwhile."""
        self._calls, self._is_counting = Counter(), True
        try:
            yield self._calls
        finally:
            self._is_counting = False

    @contextmanager
    def listening(self):
        """Threads that begin meanwhile are listened to, and this one."""
        threading.setprofile(self.called)
        sys.setprofile(self.called)
        sa.event.listen(sa.Engine, "before_cursor_execute", self.stated)
        try:
            yield
        finally:
            sa.event.remove(sa.Engine, "before_cursor_execute", self.stated)
            sys.setprofile(None)
            threading.setprofile(None)
