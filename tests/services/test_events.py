"""Rows of sessions and actions follow from events, and from nothing else."""

import ast
from pathlib import Path

import pytest

from app.persistence.stored.fields import CHANGES, names_of
from app.persistence.stored.rows import Action, Session
from app.services.events.action import ActionVoided, VoidProposed
from app.services.events.event import EVENTS, event_in
from app.services.events.session import SessionOpened

SERVICES = Path(__file__).parents[2] / "app" / "services"
NOT_OF_EVENTS = {
    ("actions/write.py", "state"): "the cached board of a game",
    ("actions/void.py", "state"): "the cached board of a game",
    ("log/rebuild.py", "state"): "the cached board of a game",
    ("actions/clocks.py", "clock_at"): "by what clock of the service, which each database has of its own",
    ("sessions/forget.py", "result"): "what an event tells no more once its part is forgotten",
    ("sessions/forget.py", "proposal"): "what an event tells no more once its part is forgotten",
}


def test_nothing_but_an_event_changes_what_follows_from_events():
    changing = {*names_of(Session, CHANGES), *names_of(Action, CHANGES)}
    found = set()
    for file in SERVICES.rglob("*.py"):
        place = file.relative_to(SERVICES).as_posix()
        for node in ast.walk(ast.parse(file.read_text())):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            for target in (one for each in targets for one in (each.elts if isinstance(each, ast.Tuple) else [each])):
                if (
                    isinstance(target, ast.Attribute)
                    and target.attr in changing
                    and getattr(target.value, "id", getattr(target.value, "attr", "")) in ("session", "action")
                ):
                    found.add((place, target.attr))
    assert {place for place in found if not place[0].startswith("events/")} == NOT_OF_EVENTS.keys()


def test_no_file_writes_to_a_log_but_by_an_event():
    writers = [
        file.relative_to(SERVICES).as_posix()
        for file in SERVICES.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "append"
        and getattr(node.func.value, "id", "") == "draft"
    ]
    assert writers == ["events/event.py"]


def test_a_member_with_a_default_is_left_out_and_read_from_a_body_without_it():
    plain = VoidProposed(action=3, seat=1, reason=None)
    assert plain.body() == {"action": 3, "seat": 1, "reason": None}
    assert event_in({"seq": 9, "at": "…", "type": "void-proposed", **plain.body()}) == plain
    anew = VoidProposed(action=3, seat=1, reason=None, replacement={"situation": {}}, anew=True)
    assert event_in({"type": "void-proposed", **anew.body()}) == anew


def test_an_event_without_a_member_that_was_always_there_is_none():
    with pytest.raises(TypeError):
        event_in({"type": "action-voided", "action": 1, "by": "host", "reason": None})
    with pytest.raises(LookupError):
        event_in({"type": "invented"})


def test_each_event_is_known_by_the_type_that_it_is_logged_with():
    assert all(kind.type == type for type, kind in EVENTS.items())
    assert EVENTS["session-opened"] is SessionOpened
    assert EVENTS["action-voided"] is ActionVoided
