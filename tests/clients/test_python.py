"""The Python client that openapi-python-client makes with its defaults reads all that the service answers."""

import copy
import json
import subprocess
import sys
from uuid import UUID

import httpx
import pytest

from app.api.schemas.examples import RECORDED
from tests.client import PHYSICAL, SEED, SEED_FACES
from tests.clients.examples import Retold, by_id
from tests.clients.generated import NAME, Generated, generate
from tests.clients.reading import is_read_whole, others, plain
from tests.clients.table import ROOT
from tests.examples.service import Reciting
from tests.examples.story import play as play_story
from tests.thorough import only_thorough

RULESETS = ("open_forces", "castle_rampage", "x_wing", "storm_over_stalingrad")
JSON = ("application/json", "application/problem+json")
CLIENT = """
import sys

from generated_umpire_client import AuthenticatedClient, Client
from generated_umpire_client.api.open_forces import attack_open_forces
from generated_umpire_client.api.actions import answer_question
from generated_umpire_client.api.x_wing import attack_x_wing
from generated_umpire_client.models import (
    AnswerRequest,
    ChoiceQuestion,
    NotedEntry,
    OpenForcesAttackAction,
    OpenForcesAttackRequest,
    RollQuestion,
    XWingAttackAction,
    XWingAttackRequest,
)
from generated_umpire_client.types import Unset

def threshold(client: AuthenticatedClient, request: OpenForcesAttackRequest) -> str | None:
    action = attack_open_forces.sync(client=client, body=request)
    if not isinstance(action, OpenForcesAttackAction):
        return None
    for entry in action.record:
        if isinstance(entry, NotedEntry) and entry.fact == "threshold-set":
            return entry.text
    return None

def answer_to(question: RollQuestion | ChoiceQuestion) -> AnswerRequest:
    if isinstance(question, RollQuestion):
        return AnswerRequest(seen=question.seen, faces=question.faces[3 : 3 + question.count])
    return AnswerRequest.from_dict({"seen": question.seen, "choice": question.choices[0].choice.to_dict()})

def duel(url: str) -> str:
    action = attack_x_wing.sync(client=Client(base_url=url), body=XWingAttackRequest.from_dict(DUEL))
    assert isinstance(action, XWingAttackAction) and action.tokens and action.tokens.host
    host = AuthenticatedClient(base_url=url, token=action.tokens.host)
    while action.pending:
        body = answer_to(action.pending)
        told = answer_question.sync(str(action.session_id), action.number, client=host, body=body)
        assert isinstance(told, XWingAttackAction), told
        action = told
    return f"{action.status}: {action.text}"

DUEL = {
    "situation": {
        "attacker": {"id": "red-5", "agility": 2, "hull": 4, "tokens": {"focus": 1}},
        "weapon": {"value": 3},
        "attack_range": 1,
        "defender": {"id": "black-2", "agility": 3, "hull": 3, "tokens": {"evade": 1}},
    },
    "dice": {"source": "physical"},
    "policies": {"attacker": "ask", "defender": "ask"},
}

if __name__ == "__main__":
    print(duel(sys.argv[1]))
"""


NOT_JSON = {"explain_problem", "follow_sessions"}
"""The operations whose answers no generated client reads."""

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def document():
    return json.loads((ROOT / "clients" / "openapi.json").read_text())


@pytest.fixture(scope="module")
def folder(document, request):
    return generate(document, request.config.cache.mkdir("umpire-clients"))


@pytest.fixture
def generated(document, folder, sqlite_api):
    return Generated(folder[0], document, sqlite_api)


def operations(document):
    for path, methods in document["paths"].items():
        for operation in methods.values():
            yield path, operation


def choice_of(generated, question):
    answer = generated.models.AnswerRequest
    if question["kind"] == "roll":
        return answer.from_dict({"seen": question["seen"], "faces": question["faces"][: question["count"]]})
    return answer.from_dict({"seen": question["seen"], "choice": question["choices"][0]["choice"]})


async def play(generated, action, token):
    """Answer all questions of an action, each with its first choice; returns the action as it is then."""
    at = {"id": UUID(action["session_id"]), "number": action["number"]}
    while action["pending"]:
        waiting = await generated.call("list_questions", token, id=at["id"])
        assert waiting[0] == 200
        assert is_read_whole(*waiting[1:])
        status, action, parsed = await generated.call(
            "answer_question", token, **at, body=choice_of(generated, action["pending"])
        )
        assert status == 200, action
        assert is_read_whole(action, parsed)
    for operation in ("get_action", "verify_action"):
        status, told, parsed = await generated.call(operation, token, **at)
        assert status == 200
        assert is_read_whole(told, parsed)
    return action


def test_the_generator_has_nothing_to_say(folder):
    assert folder[1].split() == ["0", "Generating", NAME]


async def test_each_example_is_read_and_written_whole(generated):
    recorded, told = json.loads(RECORDED.read_text()), by_id(generated.document)
    for id, examples in recorded["operations"].items():
        for example in examples.values():
            if "request" in example:
                written = generated.body(told[id]["told"], example["request"]).to_dict()
                assert plain(written) == plain(example["request"])
            if example["media_type"] == "application/json":
                assert is_read_whole(example["response"], generated.read(id, example["status"], example["response"]))
    for problems in recorded["problems"].values():
        for problem in problems.values():
            read = generated.models.ProblemDocument.from_dict(problem["value"])
            assert is_read_whole(problem["value"], read)


@only_thorough("the whole story takes eight seconds")
async def test_each_example_makes_its_round_trip(document, folder, sqlite_url):
    async with Reciting(sqlite_url) as story:
        generated = Generated(folder[0], document, story.api)

        async def send(request):
            body = generated.body(request.operation, request.body) if request.body is not None else None
            if body is not None:
                assert plain(body.to_dict()) == plain(request.body)
            done = await generated.send(request, body)
            if done.content:
                assert is_read_whole(json.loads(done.content), done.parsed)
            kind = {"content-type": done.headers["content-type"]} if done.content else {}
            return httpx.Response(done.status_code, content=done.content, headers=kind)

        retold = Retold(story.api, document, send)
        await play_story(retold)
    assert set(retold.told) - set(retold.sent) == NOT_JSON


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_an_attack_is_played_with_all_its_questions(generated, ruleset):
    status, told, parsed = await generated.call("get_ruleset", slug=ruleset.replace("_", "-"))
    assert is_read_whole(told, parsed)
    asking = {"attacker": "ask", "defender": "ask"}
    for situation in told["examples"][:2]:
        for dice in ("service", "physical"):
            operation = next(o for _, o in operations(generated.document) if o["operationId"] == f"attack_{ruleset}")
            request = {"situation": situation, "policies": asking, "dice": {"source": dice}}
            status, action, parsed = await generated.call(f"attack_{ruleset}", body=generated.body(operation, request))
            assert status == 201, action
            assert is_read_whole(action, parsed)
            played = await play(generated, action, action["tokens"]["host"])
            session, token = UUID(played["session_id"]), action["tokens"]["host"]
            for reading in ("get_session", "list_events", "verify_session"):
                status, told, parsed = await generated.call(reading, token, id=session)
                assert status == 200
                assert is_read_whole(told, parsed)


async def test_a_game_is_played(generated):
    setups = (await generated.call("get_ruleset", slug="open-forces"))[1]["game"]["setups"]
    operation = next(o for _, o in operations(generated.document) if o["operationId"] == "open_session_open_forces")
    opening = {"kind": "game", "seats": [{"name": "Anton"}, {"name": "Beatrix"}], "setup": setups["sample"]}
    status, session, parsed = await generated.call("open_session_open_forces", body=generated.body(operation, opening))
    assert status == 201, session
    assert is_read_whole(session, parsed)
    token, id = session["tokens"]["host"], UUID(session["id"])
    for _ in range(3):
        asked = await generated.call("list_questions", token, id=id)
        assert is_read_whole(*asked[1:])
        (question, *_) = asked[1]["items"]
        move = generated.models.OpenForcesMoveRequest.from_dict(
            {"seen": question["seen"], "move": question["choices"][0]["choice"]}
        )
        status, action, parsed = await generated.call("act_open_forces", token, id=id, body=move)
        assert status == 201, action
        assert is_read_whole(action, parsed)
        await play(generated, action, token)
        for reading in ("get_state", "list_events"):
            status, told, parsed = await generated.call(reading, token, id=id)
            assert is_read_whole(told, parsed)


async def test_lists_and_refusals_are_read(generated):
    for operation in (
        "list_rulesets",
        "list_sessions",
        "list_actions",
        "list_rolls",
        "list_casualties",
        "luck_of_actions",
    ):
        status, told, parsed = await generated.call(operation)
        assert status == 200
        assert is_read_whole(told, parsed)
    request = generated.models.XWingAttackRequest
    situation = (await generated.call("get_ruleset", slug="x-wing"))[1]["examples"][0]
    for wrong in ({"policies": {"attacker": "best-of-all"}}, {"dice": {"source": "physical", "faces": [["heads"]]}}):
        status, told, parsed = await generated.call(
            "attack_x_wing", body=request.from_dict({"situation": situation, **wrong})
        )
        assert status == 422
        assert is_read_whole(told, parsed)
    waiting = {"situation": situation, "policies": {"attacker": "ask"}, "dice": {"source": "physical"}}
    action = (await generated.call("attack_x_wing", body=request.from_dict(waiting)))[1]
    late = generated.models.AnswerRequest.from_dict({"seen": 60, "faces": ["hit"]})
    at = {"id": UUID(action["session_id"]), "number": 1}
    status, told, parsed = await generated.call("answer_question", action["tokens"]["host"], **at, body=late)
    assert (status, told["code"]) == (409, "stale")
    assert is_read_whole(told, parsed)
    assert type(parsed.pending).__name__ == "RollQuestion"


async def test_what_came_later_is_read_by_a_client_of_today(generated):
    thrown = {"situation": SEED, "dice": {**PHYSICAL, "faces": SEED_FACES}}  # two units are killed
    body = generated.models.OpenForcesAttackRequest.from_dict(thrown)
    action = (await generated.call("attack_open_forces", body=body))[1]
    events = (await generated.call("list_events", id=UUID(action["session_id"])))[1]
    later = copy.deepcopy(action)
    fact = next(entry for entry in later["record"] if entry["kind"] == "noted")
    fact |= {"fact": "wind-turned", "data": {"by": 3}}
    later["record"].append({**fact, "more": "fields"})
    chose = {"kind": "chose", "rule": "OF-1", "by": "attacker", "seat": 1, "question": "bid", "choice": {"bid": 2}}
    later["record"].append({**chose, "source": "oracle", "text": "Two."})
    later["more"] = 1
    later["casualties"] = [{**action["casualties"][0], "fate": "captured"}]
    later["fairness"]["label"] = "notarized"
    read = generated.read("attack_open_forces", 201, later)
    assert read.casualties[0].fate == "captured"
    assert plain(read.to_dict()) == plain(later)
    for unknown in ({**action, "ruleset": "go"}, {**action, "kind": "seance"}):
        read = generated.read("get_action", 200, unknown)
        assert next(others(read)) in ("OtherAction", "OpenForcesOtherAction")
        assert read.text == action["text"]
    events["items"][0] |= {"type": "lamp-lit", "event": {"seq": 1, "at": action["created_at"], "type": "lamp-lit"}}
    read = generated.read("list_events", 200, events)
    assert type(read.items[0].event).__name__ == "OtherLoggedEvent"
    problem = {"type": "/problems/tired", "title": "T", "status": 409, "detail": "D", "code": "tired", "hours": 8}
    assert generated.read("get_action", 409, problem).code == "tired"


@only_thorough("mypy reads 800 modules")
def test_a_program_with_the_client_is_typed_strictly_and_plays_a_duel(folder, service):
    (folder[0] / "program.py").write_text(CLIENT)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "program.py", NAME]
    told = subprocess.run(command, cwd=folder[0], capture_output=True, text=True)
    wrong = [line for line in told.stdout.splitlines() if ": error:" in line]
    own = (f"{NAME}/client.py", f"{NAME}/types.py")  # the generator's own code, the same for every document
    assert [line for line in wrong if not line.startswith(own)] == [], told.stderr
    command = [sys.executable, "program.py", service["UMPIRE_TEST_URL"]]
    played = subprocess.run(command, cwd=folder[0], capture_output=True, text=True)
    assert played.stdout.startswith("resolved: "), told.stdout + played.stderr
