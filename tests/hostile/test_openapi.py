"""Requests made from the OpenAPI document, right and wrong: the service does as the document says, and never fails."""

import random
import re
from collections import Counter

import pytest
import schemathesis
import sqlalchemy as sa
from schemathesis.core import NotSet
from schemathesis.core.parameters import ParameterLocation
from schemathesis.engine import from_schema
from schemathesis.python.asgi import ASGIClient, get_client, shutdown_lifespans

from app.api.work.autoplay import AutoPlayer
from app.main import create_app
from app.persistence.stored import tables
from app.services.keys import create_key
from app.services.rulebooks.messages import SERVICE_MESSAGES
from app.settings import Settings
from tests.client import PHYSICAL, SEED
from tests.thorough import cases, longest, thorough

EXAMPLES = cases(1, 8)
"""Requests drawn for each operation."""
IS_WHOLE = EXAMPLES > 2
"""Whether every phase runs: thousands of requests."""
ROUND = 1
BEYOND = {
    messages[f"invalid.{text}"]
    for messages in SERVICE_MESSAGES.values()
    for text in ("characters", "one-line", "no-such-day", "not-visible", "not-all-visible")
}
"""What is wrong with values whose form is right, in every language."""
SIDE = re.compile(r"/seats/\d+/side")
GIVEN = re.compile(r"(/attacks/\d+)?/answers/\d+(/.*)?")
"""A choice that is made in advance."""
SHIPS = r"/(situation|then/\d+|setup/squads/\d+|(attackers|defenders)/\d+)"
WITHOUT_PILOT = re.compile(rf"{SHIPS}/(.+/)?(id|agility|hull|weapons?|pilot)$")
"""What a ship of X-Wing without a pilot lacks; in a matrix of odds its attacker lacks the pilot who says the weapon."""
LEFT_OUT = re.compile(r"/setup/(armies|cards|groups|squads)$")
OF_ANY_RULESET = "POST /v1/sessions/{id}/actions"
"""Takes moves and attacks of all rulesets: what each has in them, its own requests say."""
RULES = "/v1/rulesets"
TWO = [{"name": "Anton", "side": "german"}, {"name": "Beatrix", "side": "soviet"}]
DATABASES = ["postgresql" if IS_WHOLE else "sqlite"]
ALL, HALF, OTHERS = "", "/x-wing/", "^(?!.*/x-wing/)"
"""Paths: all, those of the rulebook with half of all cases of `coverage`, and the others."""
PARTS = [
    pytest.param("coverage", HALF, id="coverage-x-wing"),
    pytest.param("coverage", OTHERS, id="coverage-others"),
    *(pytest.param(phase, ALL, id=phase) for phase in ("fuzzing", "stateful", "examples")),
]
"""What is sent on a service of its own: a phase, and the paths that it is sent to."""
FEW = {"examples", "stateful"}
"""Phases whose requests fit the document, most of them."""


class World:
    """Sessions to be hit: open and closed, of each ruleset, seen by everybody or not, with their tokens."""

    def __init__(self, client: ASGIClient) -> None:
        self.client, self.sessions = client, []
        examples = {
            slug: self.get(f"{RULES}/{slug}") for slug in ("open-forces", "castle-rampage", "storm-over-stalingrad")
        }
        setups = examples["open-forces"]["game"]["setups"]
        for visibility in ("public", "private"):
            for slug, told in examples.items():
                for dice in (PHYSICAL, {"source": "service"}):
                    opening = {"kind": "series", "seats": TWO, "dice": dice, "visibility": visibility}
                    situation = SEED if slug == "open-forces" else told["examples"][0]
                    self.play(self.open(slug, opening), slug, situation)
            for setup in setups.values():
                self.open("open-forces", {"kind": "game", "setup": setup, "visibility": visibility})
        closed = self.open("open-forces", {"kind": "series"})
        self.post(f"/v1/sessions/{closed['id']}/close", {}, closed["tokens"]["host"])
        alone = self.post(f"{RULES}/open-forces/attacks", {"situation": SEED})
        self.sessions.append((alone["session_id"], [alone["tokens"]["host"]]))

    def get(self, path):
        return self.client.get(f"http://testserver{path}").json()

    def post(self, path, body, token=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        response = self.client.post(f"http://testserver{path}", json=body, headers=headers)
        assert response.ok, response.text
        return response.json()

    def open(self, slug, body):
        session = self.post(f"{RULES}/{slug}/sessions", body)
        held = [session["tokens"]["host"], *session["tokens"]["seats"].values()]
        self.sessions.append((session["id"], held))
        return session

    def play(self, session, slug, situation):
        body = {"situation": situation, "session_id": session["id"], "seats": {"attacker": 2, "defender": 1}}
        for _ in range(2):
            self.post(f"{RULES}/{slug}/attacks", body, session["tokens"]["host"])


def is_right(case, part):
    """Whether a part of a request is meant to fit the document."""
    modes = {place: component.mode for place, component in case.meta.components.items()}
    if case.meta.generation.mode.is_negative and not any(mode.is_negative for mode in modes.values()):
        return False  # what is wrong is what is not there
    return part not in modes or modes[part].is_positive


def with_whole_numbers(value):
    """The same, where 5.0 is 5: a schema takes both for the same number, the service takes only the second."""
    if isinstance(value, dict):
        return {name: with_whole_numbers(part) for name, part in value.items()}
    if isinstance(value, list):
        return [with_whole_numbers(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


class Aim:
    """Points most requests at what is there, with tokens that fit; and looks at every answer."""

    def __init__(self, connection, world, key) -> None:
        self.connection, self.world, self.key = connection, world, key
        self.chance, self.found, self.statuses = random.Random(ROUND), {}, Counter()
        self.rows = self.count()

    def before(self, case):
        self.rows = self.count()
        id, held = self.chance.choice(self.world.sessions)
        path = case.path_parameters or {}
        if self.chance.random() < 0.85 and is_right(case, ParameterLocation.PATH):
            there = {
                "id": id,
                "number": self.chance.choice([1, 1, 2, 3]),
                "seat": self.chance.choice([1, 2]),
                "delivery": "msg_1",
            }
            there |= {"slug": "open-forces", "code": "stale"}
            path.update({name: there[name] for name in path})
        if is_right(case, ParameterLocation.BODY):
            case.body = with_whole_numbers(case.body)
        if self.chance.random() < 0.8 and is_right(case, ParameterLocation.HEADER):
            token = self.chance.choice([*held, *held, self.key])
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}

    def after(self, case, response):
        self.statuses[response.status_code] += 1
        if response.status_code >= 400 and (wrong := self.wrong_in(response)):
            self.found[case.operation.label, wrong] = f"{response.status_code} {response.text[:300]}"

    def wrong_in(self, response):
        """What is wrong with a refusal."""
        if (rows := self.count()) != self.rows:
            return f"something was stored, {self.rows} became {rows}: {self.newest()}"
        if response.status_code >= 500:
            return "the service failed"
        problem = response.json()
        if "{{" in response.text or problem["title"] == problem["code"]:
            return "a text has a hole"
        if not all(error["detail"] and error["pointer"][:1] in ("", "/") for error in problem.get("errors", [])):
            return "an error does not say what is wrong"
        return None

    def count(self):
        """How many events and how many keys there are."""
        counts = [sa.select(sa.func.count()).select_from(table) for table in (tables.events, tables.idempotency_keys)]
        return tuple(self.connection.execute(sa.select(*(one.scalar_subquery() for one in counts))).one())

    def newest(self):
        """The last events of the newest sessions."""
        of = tables.events.c
        order = of.session_id.desc(), of.seq.desc()
        return self.connection.execute(sa.select(of.session_id, of.seq, of.type).order_by(*order).limit(9)).all()


def config(phase):
    phases = dict.fromkeys(("examples", "fuzzing", "coverage", "stateful"), False) | {phase: True}
    return schemathesis.Config.from_dict(
        {
            "seed": ROUND,
            "continue-on-failure": True,
            "generation": {"max-examples": EXAMPLES, "database": "none", "no-shrink": True},
            "phases": {name: {"enabled": enabled} for name, enabled in phases.items()},
            "checks": {"ignored_auth": {"enabled": False}},  # Aim sends tokens that fit; test_callers.py has the others
        }
    )


def failures(event):
    """What the checks found, told apart by operation, check and place."""
    recorder = getattr(event, "recorder", None)
    for id, checks in recorder.checks.items() if recorder else ():
        for check in checks:
            case, sent = recorder.cases[id].value, recorder.interactions[id]
            if (
                check.failure_info is None
                or is_beyond_schemas(check, case, sent.response)
                or is_no_failure(check, case, sent)
            ):
                continue
            told = f"{check.failure_info.failure.message[:300]}\n{case.as_curl_command()[:1500]}\n{sent.response.text[:500]}"
            yield (case.operation.label, check.failure_info.failure.title), told
    if type(event).__name__ in ("NonFatalError", "FatalError"):
        yield (type(event).__name__,), f"{event.label}: {event.value!r}"


def is_beyond_schemas(check, case, response):
    """Whether a request that fits the document was refused for what none tells, as that names are printable."""
    if check.name != "positive_data_acceptance":
        return False
    problem = response.json()
    faults = problem.get("errors", [])
    if problem["code"] != "invalid-request" or "reason" in problem:
        return True
    parts = ("/move/", "/situation/") if case.operation.label == OF_ANY_RULESET else ()
    return bool(faults) and all(
        is_fault_beyond_schemas(fault) or fault["pointer"].startswith(parts) for fault in faults
    )


def is_fault_beyond_schemas(fault):
    """Whether no schema tells it: a control character, a day such as 30 February, a side that the rulebook lacks.

    That an answer to a question needs `seen` is told in words, for one to a proposal needs none, and so is that a range
    does not end before it begins, what a ship of X-Wing without a pilot needs, and that a game takes a move and a series
    an attack. The questions that may be answered in advance, and their choices, have their schemas at
    `GET /v1/rulesets/{slug}/schemas`: GivenAnswer says so, and is one for all rulesets. What a rulebook refuses names
    its rule. That only seats who bring something have it left out of a setup is told in words, too.
    """
    if fault.get("rule") is not None or LEFT_OUT.fullmatch(fault["pointer"]):
        return True
    if fault["code"] == "unknown-field" or (fault["code"] == "unknown-option" and not is_preset(fault)):
        return True  # a schema that is read too leaves open what a later release tells
    if GIVEN.fullmatch(fault["pointer"]):
        return True
    if fault["code"] == "missing" and WITHOUT_PILOT.search(fault["pointer"]):
        return True
    if fault["pointer"] in ("/seen", "/query/to", "/move", "/situation"):
        return True
    return fault["code"] == "wrong-form" and (bool(SIDE.fullmatch(fault["pointer"])) or fault["detail"] in BEYOND)


def is_preset(fault):
    """Whether what is not known is a preset, whose names the document tells."""
    return fault["pointer"].endswith("/preset")


def is_no_failure(check, case, sent):
    """Whether a request meant to be wrong was refused for its size or in its place among others, or lacks but a body
    that may be left out; or a stream was looked at as if it were one value.
    """
    if check.name == "response_schema_conformance":
        return sent.response.headers.get("content-type", [""])[0].startswith("text/event-stream")
    if check.name != "negative_data_rejection":
        return False
    if sent.response.status_code == 413:
        return True
    if case.path.endswith("/attacks/batch") and sent.response.status_code == 200:
        return any(item["status"] >= 400 for item in sent.response.json()["items"])  # each is refused by itself
    if not isinstance(case.body, NotSet):
        return False
    wrong = [place for place, component in case.meta.components.items() if component.mode.is_negative]
    return wrong in ([], [ParameterLocation.BODY])


@thorough
@longest
@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("phase", "paths"), PARTS if IS_WHOLE else [pytest.param("fuzzing", ALL, id="fuzzing")])
@pytest.mark.parametrize("database_url", DATABASES, indirect=True)
def test_requests_made_from_the_document_are_answered_as_it_says(database_url, phase, paths, monkeypatch):
    monkeypatch.setattr(
        AutoPlayer, "wake", lambda *_: None
    )  # what it plays would be taken for what a refused request stored
    app = create_app(Settings(database_url=database_url))
    engine = sa.create_engine(database_url, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
    with get_client(app) as client, engine.connect() as connection:
        aim = Aim(connection, World(client), create_key(app.state.context.database, "fuzz")[1])
        app.state.context.hub.is_closing = True  # streams end when they have told what is there

        @schemathesis.hook
        def before_call(context, case, kwargs):
            aim.before(case)

        @schemathesis.hook
        def after_call(context, case, response):
            aim.after(case, response)

        try:
            schema = schemathesis.openapi.from_asgi("/openapi.json", app, config=config(phase))
            requests = from_schema(schema.include(path_regex=paths) if paths else schema)
            found = dict(failure for event in requests.execute() for failure in failures(event))
        finally:
            schemathesis.hooks.unregister_all()
            shutdown_lifespans()
    print(sum(aim.statuses.values()), "requests", dict(aim.statuses))
    report = [f"{key}\n{told}" for key, told in [*found.items(), *aim.found.items()]]
    assert not report, "\n\n".join(report[:20])
    assert sum(aim.statuses.values()) > (30 if phase in FEW else EXAMPLES * 30)
    assert ({200, 201} if phase in FEW else {200, 201, 401, 404, 422}) <= aim.statuses.keys()
