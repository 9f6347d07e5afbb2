"""The Python package of `clients/` plays, follows and verifies before a real server, with and without an event loop."""

import asyncio
import base64
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from importlib import import_module
from xml.etree import ElementTree

import httpx
import pytest
from standardwebhooks import Webhook

from tests.client import SEED
from tests.clients.duel import ATTACKS, DUEL, SEATS, THROWN, fight, first, focus, open_duel
from tests.clients.table import ROOT
from tests.thorough import only_thorough

PACKAGE = ROOT / "clients" / "python"
EXPORT = (ROOT / "tests" / "golden" / "exports" / "0.1.0" / "session.ndjson").read_bytes()


pytestmark = pytest.mark.anyio


class Losing(httpx.BaseTransport):
    """A line whose first answers are lost, after the service has done what was asked."""

    def __init__(self, answers):
        self._inner, self._answers, self.keys = httpx.HTTPTransport(), answers, []

    def handle_request(self, request):
        self.keys.append(request.headers.get("Idempotency-Key"))
        response = self._inner.handle_request(request)
        if len(self.keys) <= self._answers:
            response.read()
            raise httpx.ReadError("the connection is lost")
        return response

    def close(self):
        self._inner.close()


def test_an_attack_whose_answer_is_lost_is_sent_again_with_its_key_and_made_once(package, service):
    line = Losing(2)
    with package.Umpire(service["UMPIRE_TEST_URL"], transport=line, waits=[0.01, 0.01]) as umpire:
        action = umpire.post("/v1/rulesets/open-forces/attacks", {"situation": SEED})
        assert (len(line.keys), len(set(line.keys))) == (3, 1)
        assert len(umpire.get("/v1/actions", session_id=action["session_id"])["items"]) == 1


def test_a_silent_service_is_told_with_the_key_to_try_again(package, service, umpire):
    line = Losing(9)
    cut = package.Umpire(service["UMPIRE_TEST_URL"], transport=line, waits=[0.01])
    with cut, pytest.raises(package.Unreachable) as silent:
        cut.post("/v1/rulesets/open-forces/attacks", {"situation": SEED})
    assert silent.value.key == line.keys[0]
    assert umpire.post("/v1/rulesets/open-forces/attacks", {"situation": SEED}, key=silent.value.key)["number"] == 1


def test_a_service_that_is_not_ready_says_so_and_is_neither_asked_again_nor_taken_for_a_problem(package):
    asked = []

    def not_ready(request):
        asked.append(request)
        return httpx.Response(503, json={"status": "unavailable"})

    with package.Umpire("http://umpire.test", transport=httpx.MockTransport(not_ready), waits=[0.01, 0.01]) as umpire:
        assert umpire.get("/readyz") == {"status": "unavailable"}
    assert len(asked) == 1


def test_a_refusal_is_a_problem_with_its_code(package, umpire):
    with pytest.raises(package.Problem) as refused:
        umpire.post("/v1/rulesets/open-forces/attacks", {"situation": {**SEED, "defender": None}})
    assert (refused.value.status, refused.value.code) == (422, "invalid-request")
    assert [error["pointer"] for error in refused.value.document["errors"]] == ["/situation/defender"]


def test_an_attack_of_thrown_dice_is_played_to_its_end(umpire, package):
    asked = []
    told = {"situation": DUEL, "dice": {"source": "physical"}, "policies": {"attacker": "ask", "defender": "ask"}}
    action = umpire.post(ATTACKS, told)
    host = umpire.as_(action["tokens"]["host"])
    with pytest.raises(TypeError):
        host.play(action, first)
    done = host.play(
        action,
        lambda question: asked.append(question["question"]) or first(question),
        lambda question: asked.append(question["die"]) or focus(question),
    )
    assert done["status"] == "resolved"
    assert set(asked) == {"attack-die", "defense-die", "modify-attack-dice", "modify-defense-dice"}


def test_a_question_that_somebody_else_has_answered_is_not_answered_again(umpire):
    session, host, _ = open_duel(umpire, "physical")
    policies = {"attacker": "none", "defender": "none"}
    action = host.post(ATTACKS, {"session_id": session, "situation": DUEL, "seats": SEATS, "policies": policies})
    rolled = []

    def roll(question):
        rolled.append(question["die"])
        if len(rolled) == 1:
            body = {"seen": question["seen"], "faces": ["blank"] * question["count"]}
            host.post(f"/v1/sessions/{session}/actions/1/answers", body)
        return focus(question)

    assert host.play(action, first, roll)["status"] == "resolved"
    assert rolled[:2] == ["attack-die", "defense-die"]


async def test_two_phones_play_one_attack_each_its_own_questions(package, service):
    asked = {1: set(), 2: set()}
    async with package.AsyncUmpire(service["UMPIRE_TEST_URL"]) as umpire:
        body = {"kind": "series", "seats": [{}, {}], "dice": {"source": "physical"}}
        session = await umpire.post("/v1/rulesets/x-wing/sessions", body)
        one, two = (umpire.as_(session["tokens"]["seats"][seat]) for seat in ("1", "2"))
        claim = await two.post(f"/v1/sessions/{session['id']}/seats/2/claims")
        phone, taken = await umpire.claim(claim["claim"])
        assert taken["seat"] == 2
        with pytest.raises(package.Problem, match=r".") as ended:
            await two.get(f"/v1/sessions/{session['id']}")
        assert ended.value.code == "token-invalid"
        attacker = {**DUEL["attacker"], "locks": []}
        told = {"session_id": session["id"], "situation": {**DUEL, "attacker": attacker}, "seats": SEATS}
        action = await one.post(ATTACKS, {**told, "dice": {"source": "physical", "faces": THROWN}})

        async def plays(seat, client):
            async def choose(question):
                asked[seat].add(question["seat"])
                return first(question)

            return await client.play(action, choose, lambda question: ["focus", "focus", "blank"], seats=seat)

        ends = await asyncio.gather(plays(1, one), plays(2, phone))
    assert [end["status"] for end in ends] == ["resolved", "resolved"]
    assert asked == {1: {1}, 2: {2}}


def test_a_log_is_verified_with_what_was_noted_of_it(umpire, package):
    session, host, opened = open_duel(umpire)
    fight(host, session)
    verified = host.verify(session)
    assert (verified.holds, verified.commitment, verified.head) == (True, "same", "same")
    assert verified.report["result"] == "identical"
    assert host.notes.get(session).commitment == opened["fairness"]["commitment"]
    host.notes.set(session, package.Note("00", 1, "00"))
    doubted = host.verify(session)
    assert (doubted.holds, doubted.commitment, doubted.head) == (False, "other", "other")


def test_a_whole_export_of_an_earlier_release_is_read(package):
    verified = package.verify_export(EXPORT, package.Note(None, 4000, "00"))
    assert verified.report["chain"]["ok"]
    assert verified.report["dice"] == "proven"
    assert (verified.commitment, verified.head) == ("not-noted", "other")


def test_any_question_is_answered_by_its_choice_moves_too(umpire, package):
    slug = "storm-over-stalingrad"
    setup = umpire.get(f"/v1/rulesets/{slug}")["game"]["setups"]["sample"]
    body = {"kind": "game", "seats": [{}, {}], "setup": setup}
    game = umpire.post(f"/v1/rulesets/{slug}/sessions", body)
    host, seat = umpire.as_(game["tokens"]["host"]), umpire.as_(game["tokens"]["seats"]["1"], language="de")
    (question,) = host.questions(game["id"])
    assert seat.questions(game["id"])[0]["text"] != question["text"]
    move = host.answer(question, {"kind": "pass"})
    assert (move["kind"], move["number"]) == ("pass", 2)
    with pytest.raises(package.Problem) as late:
        host.answer(question, {"kind": "pass"})
    assert late.value.code == "stale"
    with pytest.raises(package.NoSuchAnswer):
        host.answer({"kind": "choice", "seen": 1}, {})
    session, host, _ = open_duel(umpire, "physical")
    attack = host.post(ATTACKS, {"session_id": session, "situation": DUEL, "seats": SEATS})
    rolled = host.answer(attack, ["hit", "hit", "focus", "focus"])
    assert rolled["pending"] != attack["pending"]
    with pytest.raises(package.NoSuchAnswer):
        host.answer({**rolled, "pending": None}, {})


def test_an_action_is_told_in_one_sentence_with_its_odds_and_where_to_check_it(umpire, service):
    dice = {"source": "physical", "faces": [[6], [6]]}
    situation = {"attacker": {"units": 1, "mode": {"atk": 1}}, "defender": {"units": 1, "mode": {"def": 1}}}
    action = umpire.post("/v1/rulesets/open-forces/attacks", {"situation": situation, "dice": dice})
    address = f"{service['UMPIRE_TEST_URL']}/sessions/{action['session_id']}"
    kills = umpire.post("/v1/rulesets/open-forces/odds", {"situation": situation})["distributions"]["kills"]
    likely = next(each["decimal"] for each in kills if each["value"] == action["outcome"]["kills"])
    told = f"{action['text']} {round(100 * likely)} in 100 come to the same. Check: {address}"
    assert umpire.sentence(action) == told
    assert httpx.get(address, headers={"Accept": "text/html"}).status_code == 200
    session, host, _ = open_duel(umpire)
    assert host.sentence(fight(host, session)).startswith("red-5 → black-2: ")


def test_dice_are_shown_as_symbols_and_drawn_and_nothing_in_them_is_markup(package):
    entry = {"kind": "rolled", "rule": "R-1", "text": "a < b", "die": "d6", "faces": [1, 6]}
    shown = package.render(entry)
    assert (shown.text, shown.dice) == ("R-1 a < b", "⚀ ⚅")
    drawn = ElementTree.fromstring(shown.svg)
    assert [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")] == ["⚀", "⚅"]
    odd = package.render({**entry, "die": "rune", "faces": ["hit", "<i>", 12, None]})
    assert odd.dice == "✸ [<i>] [12] ?"
    assert len(ElementTree.fromstring(odd.svg)) == 9
    hidden = package.render({**entry, "faces": {"unknown": True}, "text": "Beatrix rolls in secret."})
    assert (hidden.text, hidden.dice) == ("R-1 Beatrix rolls in secret.", "?")
    assert len(ElementTree.fromstring(hidden.svg)) == 3
    assert package.render({"kind": "noted", "rule": None, "text": "Hm."}) == package.Rendered("Hm.", "", "")


def test_a_message_counts_only_with_the_signature_of_its_secret_and_soon(package):
    secret, other = ("whsec_" + base64.b64encode(letter * 24).decode() for letter in (b"k", b"j"))
    body, now = b'{"type": "question-opened"}', datetime.now(UTC)

    def headers(secret=secret, at=now):
        signature = Webhook(secret).sign("msg_1", at, body.decode())
        return {"Webhook-Id": "msg_1", "webhook-timestamp": str(int(at.timestamp())), "webhook-signature": signature}

    assert package.verify_webhook(body, headers(), secret) == {"type": "question-opened"}
    two = {**headers(), "webhook-signature": f"v1,AAAA {headers()['webhook-signature']}"}
    assert package.verify_webhook(body, two, secret)
    old = headers(at=now - timedelta(hours=1))
    for sent, told in ((body + b" ", headers()), (body, headers(other)), (body, old), (body, {})):
        with pytest.raises(package.NotSigned):
            package.verify_webhook(sent, told, secret)


def test_a_client_waits_as_long_as_it_is_told(package, service):
    asked = []

    def answer(request):
        asked.append(request.extensions["timeout"]["read"])
        return httpx.Response(200, json={})

    with package.Umpire(service["UMPIRE_TEST_URL"], timeout=2, transport=httpx.MockTransport(answer)) as umpire:
        umpire.as_("ums_x").get("/v1")
    assert asked == [2]


def test_generated_operations_are_called_through_the_client(umpire, package):
    operation = import_module("umpire_client.generated.api.open_forces.attack_open_forces")
    models = import_module("umpire_client.generated.models")
    request = models.OpenForcesAttackRequest.from_dict({"situation": SEED})
    action = package.answered(operation.sync(client=umpire.client, body=request))
    assert type(action) is models.OpenForcesAttackAction
    wrong = models.OpenForcesAttackRequest.from_dict({"situation": SEED, "policies": {"attacker": "bold"}})
    with pytest.raises(package.Problem):
        operation.sync(client=umpire.client, body=wrong)


@only_thorough("starts an interpreter with 700 modules")
def test_the_example_of_the_readme_runs(installed, service):
    blocks = (PACKAGE / "README.md").read_text().split("```python\n")[1:]
    program = "".join(block.partition("```")[0] for block in blocks)
    done = subprocess.run(
        [sys.executable, "-c", program.replace("http://127.0.0.1:8000", service["UMPIRE_TEST_URL"])],
        env={"PYTHONPATH": f"{installed}:{ROOT}"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "2 units are killed" in done.stdout


@only_thorough("mypy reads 900 modules")
def test_the_package_and_the_programs_of_its_readme_are_typed_strictly(installed, tmp_path):
    blocks = (PACKAGE / "README.md").read_text().split("```python\n")[1:]
    program = tmp_path / "readme.py"
    program.write_text("".join(block.partition("```")[0] for block in blocks))
    told = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--python-version=3.11", "-m", "readme", "-p", "umpire_client"],
        cwd=installed, env={"PATH": "", "MYPYPATH": f"{ROOT}:{tmp_path}"}, capture_output=True, text=True,
    )  # fmt: skip
    wrong = [line for line in told.stdout.splitlines() if ": error:" in line and "/generated/" not in line]
    assert [line for line in wrong if "umpire_client" in line or "readme" in line] == [], told.stderr
    assert "Found" in told.stdout or "Success" in told.stdout


@only_thorough("pip fetches what builds the package")
def test_pip_installs_the_package_from_its_folder(tmp_path):
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    shutil.copytree(ROOT / "clients", tmp_path / "clients", ignore=shutil.ignore_patterns("node_modules", "generated"))
    subprocess.run([python, "-m", "pip", "install", "-q", tmp_path / "clients" / "python"], check=True)
    program = "import umpire_client.generated.models as models; print(models.XWingAttackAction.__name__)"
    assert subprocess.check_output([python, "-c", program], text=True) == "XWingAttackAction\n"
