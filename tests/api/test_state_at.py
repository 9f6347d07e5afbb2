"""The board as it stood at an event: that event is contained in it, and nothing after it."""

import pytest

from tests.api.test_games import act, open_game, questions, sample, state
from tests.client import PHYSICAL, path_of

pytestmark = pytest.mark.anyio
CHANGING = ("entries", "action-voided")
"""The types of events that change a board; a request writes one of them at most."""


async def events(api, session):
    return (await api.get(f"/v1/sessions/{session['id']}/events?limit=200")).json()["items"]


async def a_game_in_steps(api):
    """An opening, a command in steps, a command that is voided; with the board after each of the requests, by seq."""
    session = await open_game(api, await sample(api), dice=PHYSICAL)
    host, boards = session["tokens"]["host"], {}

    async def keep():
        now = await state(api, session)
        boards[now["seq"]] = now["state"]

    await keep()
    for face in (6, 1):
        (asked,) = await questions(api, session)
        await api.post(
            path_of({"session_id": session["id"], "number": 1}) + "/answers",
            {"seen": asked["seen"], "faces": [face]},
            host,
        )
        await keep()
    action = (await act(api, session, host, {"kind": "command", "group": "a-infantry-1"})).json()
    for choice in ({"mode": 2}, {"distance": 3}, {"target": None}):
        await keep()
        action = (await api.answer(action, host, choice=choice)).json()
    assert action["status"] == "resolved"
    await keep()
    waiting = (await act(api, session, host, {"kind": "command", "group": "b-tank"})).json()
    await api.answer(waiting, host, choice={"mode": 2})
    await keep()
    await api.post(path_of(waiting) + "/void", {}, host)
    await keep()
    return session, boards


async def test_the_board_at_an_event_contains_that_event_and_nothing_after_it(api):
    session, boards = await a_game_in_steps(api)
    log = await events(api, session)
    ends = sorted(boards)
    changed = []
    for event in log[1:]:
        seq = event["seq"]
        shown = await state(api, session, f"?at={seq}")
        following = next(end for end in ends if end >= seq)
        assert shown["seq"] == seq
        if any(later["type"] in CHANGING for later in log[seq:following]):
            continue  # within a request, before the event that changes the board
        assert shown["state"] == boards[following], event["type"]
        if event["type"] in CHANGING:
            before = await state(api, session, f"?at={seq - 1}")
            changed.append(before.get("state") != shown["state"])
    assert changed.count(True) >= 6


async def test_there_is_no_board_before_the_game_is_opened_nor_after_the_last_event(sqlite_api):
    session = await open_game(sqlite_api)
    last = (await state(sqlite_api, session))["seq"]
    path = f"/v1/sessions/{session['id']}/state"
    statuses = [(await sqlite_api.get(f"{path}?at={at}")).status_code for at in (1, 2, last, last + 1)]
    assert statuses == [404, 200, 200, 404]
