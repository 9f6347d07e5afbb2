"""The service as a player: it looks after sessions in which it plays a seat, or keeps a deadline or clocks."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from time import monotonic
from typing import Any

import sqlalchemy as sa

from app.api.work.fair_threads import CURRENT_RECEIVE
from app.api.work.presence import Presence
from app.api.work.served import Served
from app.domain.players import BEST
from app.errors import Problem
from app.persistence.writing.draft import Draft
from app.persistence.writing.writer import Busy, now
from app.services.actions.bring import bring_instead
from app.services.actions.clocks import let_clocks_begin, wait_for_nobody
from app.services.actions.state import ActionState, read_state
from app.services.autoplay.answer import answer_instead
from app.services.autoplay.choose import chosen
from app.services.autoplay.due import Deadline, DueList, Look, PendingDecision, look_at, watched_sessions
from app.services.log.verification_cache import VerificationCache
from app.services.rulebooks.registry import Rulebooks

ROUND = 1.0
"""Seconds between two looks at the sessions in which the service may have to answer."""
AT_ONCE = 16
"""How many sessions are looked at together."""
SHARE = 0.1
"""The share of a core that all games get in which no person has a seat, while requests have work done."""
WAITS = 900.0
"""Seconds after the opening of a game for which its clocks wait for players at most."""
PATIENCE = 10.0
"""Seconds that a request waits for what the service answers in its action."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class AutoPlayerServices:
    """What the automatic player needs from the service."""

    books: Rulebooks
    engine: Any
    known: VerificationCache
    read: Callable[..., Awaitable[Any]]
    read_or_wait_for_turn: Callable[..., Awaitable[Any]]
    write: Callable[..., Awaitable[Any]]
    advise: Callable[..., Awaitable[Any]]
    others_work: Callable[[], bool]
    """Whether requests have work done."""
    served: Served
    submit: Callable[..., Awaitable[Any]]
    """Writes what is no change of a session."""
    presence: Presence
    """Which players have come lately."""


@dataclass(slots=True)
class Watched:
    """A session that is looked after. Times are told by a clock that nobody sets."""

    seen_at: float
    """When it was last seen how far its log goes."""
    seq: int = 0
    """Its newest event then."""
    grown: list[tuple[int, float]] = field(default_factory=list)
    """Up to which event its log was seen to have grown, and before which time these events were not there."""
    asked_at: dict[int, float] = field(default_factory=dict)
    """When the questions stood open that have a deadline, by their events."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    next_at: float | None = None
    """When its next deadline is over; None without one."""
    falls_at: int | None = None
    """What the clock of the service has when the next clock of a player falls; None where none runs."""
    is_settled: bool = False
    """Whether nothing was due when it was last looked at, up to `next_at`."""
    is_alone: bool = False
    """Whether no person has a seat in it, as it was last looked at."""
    absent: Mapping[int, tuple[bytes, ...]] = field(default_factory=dict)
    """Where clocks wait for players: the seats of those who have not come, each with the digests of its tokens."""
    begins_at: float | None = None
    """When clocks that wait for players begin without them; None where none wait."""
    served: int = 0
    """When it was last looked after in a round, counted in such sessions."""

    @property
    def is_late(self) -> bool:
        """Whether clocks have waited for players as long as they do at most."""
        return self.begins_at is not None and self.begins_at <= monotonic()

    def saw(self, seq: int, at: float) -> bool:
        """Its log was read after this time and ended with this event. Returns whether it has grown."""
        if seq < self.seq:
            return False  # another look began earlier and was faster
        has_grown = seq > self.seq
        if has_grown:
            self.grown.append((seq, self.seen_at))
            self.is_settled = False
        self.seq, self.seen_at = seq, max(self.seen_at, at)
        return has_grown

    def hear(self, seq: int, deadlines: Mapping[int, Deadline]) -> None:
        """Take down since when the questions with these deadlines stand open, as the log tells that ends with an event.

        The time of its event tells that, as far as the clock is believed: the event came after it was last seen not to
        be there, and not before this process began. So a deadline neither ends nor lasts because somebody sets the
        clock, and none ends while the service is down.
        """
        known, at, wall = self.asked_at, monotonic(), datetime.fromisoformat(now())
        self.asked_at = {}
        for event, deadline in deadlines.items():
            earliest = next((before for seq, before in self.grown if event <= seq), self.seen_at)
            age = max(0.0, (wall - datetime.fromisoformat(deadline.since)).total_seconds())
            self.asked_at[event] = known.get(event, max(earliest, at - age))
        self.grown = [(later, before) for later, before in self.grown if later > seq]

    def is_over(self, due: PendingDecision | DueList) -> bool:
        """Whether the service owes this now."""
        return due.deadline is None or self.over_at(due.deadline) <= monotonic()

    def over_at(self, deadline: Deadline) -> float:
        """When a deadline is over."""
        return self.asked_at[deadline.event] + deadline.seconds


class AutoPlayer:
    """Answers for seats that the service plays, and after deadlines.

    What is due is found in the database, so any process goes on where another has ended; what somebody has answered
    meanwhile is left alone.
    """

    def __init__(self, means: AutoPlayerServices) -> None:
        self._means, self._rounded_at = means, monotonic()
        self._watched: dict[str, Watched] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        """Those of them that are looked at once more afterwards."""
        self._served, self._others_wait = 0, False
        self._rests_until = 0.0

    async def run(self) -> None:
        """For ever, look after all sessions. Of what other processes write, a round is left to them first."""
        while True:
            await asyncio.sleep(ROUND)
            try:
                at = monotonic()
                self._go_round(await self._looked(at), at)
            except Exception as failure:
                log.debug("watched sessions cannot be looked at now: %s", failure)

    async def _looked(self, at: float) -> dict[str, int]:
        """The watched sessions; the clock of the service is set on while one of a player runs, else looked up."""
        served: Served = self._means.served
        if any(known.falls_at is not None for known in self._watched.values()):
            await self._means.submit(lambda draft: draft.also(served.set_on))
            return await self._means.read(watched_sessions)  # type: ignore[no-any-return]

        def both(connection: sa.Connection) -> dict[str, int]:
            served.follow(connection, at)
            return watched_sessions(connection)

        return await self._means.read(both)  # type: ignore[no-any-return]

    async def end(self) -> None:
        """Stop everything that has begun."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self, id: str) -> None:
        """Look at a session soon; once more where one looks at it just now, which may have read it already."""
        if id in self._tasks:
            self._again.add(id)
            return
        task = self._tasks[id] = asyncio.create_task(self._look_after(id), context=Context())
        task.add_done_callback(lambda done: self._looked_after(id, done))

    def _looked_after(self, id: str, task: asyncio.Task[None]) -> None:
        self._tasks.pop(id, None)
        if id in self._again:
            self._again.discard(id)
            if not task.cancelled():
                self.wake(id)

    async def settled(self, state: ActionState) -> ActionState:
        """An action that a request has changed, after what the service answers in it at once.

        What takes longer than PATIENCE seconds, or fails, the request does not wait for: it is written already.
        """
        if not state.session.watched:
            return state
        id, number = state.session.id, state.action.number
        if state.action.status == "pending" and BEST in state.action.policies.values():
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self._look_after(id, number)
            read = partial(read_state, book=self._means.books[state.session.ruleset], session=state.session)
            fresh: ActionState = await self._means.read(lambda connection: read(connection, number=number))
            state = replace(fresh, tokens=state.tokens, is_new=state.is_new)
        self.wake(id)
        return state

    def _go_round(self, sessions: Mapping[str, int], read_at: float) -> None:
        for gone in self._watched.keys() - sessions.keys() - self._tasks.keys():
            if self._watched[gone].seen_at < read_at:  # else it was opened after they were read
                del self._watched[gone]
        at, due = monotonic(), []
        for id, seq in sessions.items():
            known = self._known(id)
            if known.saw(seq, read_at):
                continue
            has_fallen = known.falls_at is not None and known.falls_at <= self._means.served.ms
            is_due = has_fallen or not known.is_settled or (known.next_at is not None and known.next_at <= at)
            is_due = is_due or self._may_begin(known)
            if is_due and id not in self._tasks:
                due.append(id)
        self._rounded_at = at
        due.sort(key=lambda waiting: self._watched[waiting].served)
        alone = [id for id in due if self._watched[id].is_alone]
        left = set(alone if self._plays_alone(at) else alone[1:])
        due = [id for id in due if id not in left]
        room = max(0, AT_ONCE - len(self._tasks))
        self._others_wait = len(due) > room
        for id in due[:room]:
            self._served += 1
            self._watched[id].served = self._served
            self.wake(id)

    def _plays_alone(self, at: float) -> bool:
        """Whether a game without people goes on just now, or has had its share; they come one after the other."""
        is_on = any(id in self._watched and self._watched[id].is_alone for id in self._tasks)
        return is_on or (at < self._rests_until and self._means.others_work())

    def _has_had_its_share(self, spent: float) -> bool:
        """Whether a game without people gives way after so many seconds; if so, all of them rest for a while."""
        share = SHARE if self._means.others_work() else 1.0
        self._rests_until = monotonic() + spent / SHARE - spent
        return spent >= ROUND * share

    async def _look_after(self, id: str, number: int | None = None) -> None:
        """Answer all that is due in a session, or in one action of it; what fails is told in the log."""
        CURRENT_RECEIVE.set(None)  # the answers are due whether or not the client is still there
        try:
            await self._go_on(id, number)
        except Busy:
            log.debug("session %s is looked at again later", id)
        except Problem as problem:
            if problem.code != "busy":
                log.warning("the service cannot answer in session %s: %s", id, problem.code)
                self._leave(id)
        except Exception:  # a fault in one session must not end what the service does in others
            log.exception("the service cannot answer in session %s", id)
            self._leave(id)

    def _leave(self, id: str) -> None:
        """Leave a session alone until its log grows."""
        known = self._known(id)
        known.is_settled, known.next_at = True, None

    def _known(self, id: str) -> Watched:
        """What is known of a session; of a new one that it was not there, or not looked after, in the last round."""
        return self._watched.setdefault(id, Watched(self._rounded_at))

    async def _go_on(self, id: str, number: int | None = None) -> None:
        known, began = self._known(id), monotonic()
        while True:
            async with known.lock:
                at = monotonic()
                look: Look | None = await self._means.read_or_wait_for_turn(
                    partial(look_at, books=self._means.books, id=id)
                )
                if look is None:
                    return
                known.is_alone, known.falls_at = look.is_alone, look.falls_at
                if number is None and (await self._has_stopped(id, look) or await self._has_begun(id, known, look)):
                    continue
                deadlines = {due.deadline.event: due.deadline for due in look.due if due.deadline}
                known.saw(look.seq, at)
                known.hear(look.seq, deadlines)
                ready = [due for due in look.due if (number is None or is_in(due, number)) and known.is_over(due)]
                if not ready:
                    if number is None and look.seq == known.seq:
                        known.is_settled = True
                        known.next_at = min(map(known.over_at, deadlines.values()), default=None)
                    return
                if not await self._answer(ready[0]):
                    self._leave(id)
                    return
                if self._others_wait and number is None:
                    return  # a game that the service plays alone may take hours; its next round comes
                if known.is_alone and number is None and self._has_had_its_share(monotonic() - began):
                    return

    async def _has_stopped(self, id: str, look: Look) -> bool:
        """Stop the clock of a player whose time is over, or that runs though nobody can answer. Whether one did."""
        if look.falls_at is None or not (look.is_stuck or look.falls_at <= self._means.served.ms):
            return False

        def stop(draft: Draft) -> None:
            if look.is_stuck:
                wait_for_nobody(draft, id)

        await self._means.write(stop, None, id)  # before each change of a session clocks fall that are due
        return True

    def _may_begin(self, known: Watched) -> bool:
        """Whether a player has come for whom clocks wait, or they begin without."""
        return known.is_late or any(self._means.presence.has(tokens) for tokens in known.absent.values())

    async def _has_begun(self, id: str, known: Watched, look: Look) -> bool:
        """Where clocks wait for players: log who has come, and let them begin when all have. Whether anything was."""
        known.absent, known.begins_at = look.absent, None
        if look.opened_at:
            age = (datetime.fromisoformat(now()) - datetime.fromisoformat(look.opened_at)).total_seconds()
            known.begins_at = monotonic() + max(0.0, WAITS - age)
        if not self._may_begin(known):
            return False
        come = {seat for seat, tokens in look.absent.items() if self._means.presence.has(tokens)}
        is_late = known.is_late
        await self._means.write(
            lambda draft: let_clocks_begin(draft, draft.session(id), come, is_late=is_late), None, id
        )
        return True

    async def _answer(self, due: PendingDecision | DueList) -> bool:
        """Answer, if nobody else has meanwhile. Returns False where there is nothing to choose."""
        means = self._means
        if isinstance(due, DueList):
            await means.write(
                partial(bring_instead, book=due.book, id=due.session.id, seat=due.seat), None, due.session.id
            )
            return True
        choice = await means.advise(chosen(due, means.engine, means.known))
        if choice is None:
            return False
        await means.write(lambda draft: answer_instead(draft, due, choice), None, due.session.id)
        return True


def is_in(due: PendingDecision | DueList, number: int) -> bool:
    """Whether what is due is an answer in this action."""
    return isinstance(due, PendingDecision) and due.state is not None and due.state.action.number == number
