"""Two games that differ only in what a seat may not see answer this seat with the same bytes, on every route."""

import re
from random import Random

import pytest

from app.domain.fairness import ProvableDice, action_key, earlier_seed, shared_entropy
from app.main import create_app
from app.persistence.rows import raw_id
from app.services.instance.personal import delete_session
from app.services.sessions import open as opening
from app.settings import Settings
from tests.conftest import serving
from tests.thorough import cases, thorough

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/face-down"
CARDS = [1, 2, 3, 4, 5, 6, 7, 8]
HAND = 2
SEATS = [{"name": "Anton"}, {"name": "Beatrix"}]
HASH = re.compile(rb"[0-9a-f]{32,64}")

READ = {
    "get_session": [""],
    "list_questions": ["/questions", "/questions?include=odds", "/questions?seat={seat}"],
    "get_state": ["/state", "/state?at=3", "/state?seat={seat}"],
    "list_events": ["/events", "/events?format=ndjson", "/events?texts=true"],
    "verify_session": ["/verification"],
    "get_action": ["/actions/{number}", "/actions/{number}?include=odds", "/actions/{number}?language=de"],
    "get_odds": ["/actions/{number}/odds", "/actions/{number}/odds?at=0"],
    "verify_action": ["/actions/{number}/verification"],
}
"""What is read of a session, by operation."""
LISTS = {
    "list_sessions": ["sessions", "sessions?format=csv"],
    "list_actions": ["actions", "actions?format=csv", "actions?format=ndjson"],
    "list_rolls": ["rolls"],
    "list_casualties": ["casualties"],
    "luck_of_actions": ["actions/luck"],
    "list_decisions": ["decisions"],
}
SENT = {
    "act_face_down": ("/v1/rulesets/face-down/sessions/{id}/actions", {"seen": 0, "action": {"kind": "scout"}}),
    "answer_question": ("/v1/sessions/{id}/actions/{number}/answers", {"seen": 0, "choice": {"value": 9}}),
    "attack_face_down": (
        f"{PATH}/attacks",
        {"situation": {"strength": 1, "cards": [{"unknown": True}]}, "session_id": "{id}"},
    ),
    "close_session": ("/v1/sessions/{id}/close", {}),
}
"""What the seat sends, and what is refused or only proposed: refusals tell no more than answers."""
CHANGES_SEATS = {
    *("renew_seat_token", "make_claim", "use_claim", "forget_seat", "void_action"),
    *("give_entropy", "call_judge", "make_stream_ticket", "follow_sessions"),
}
"""What answers with the session, a token or an action as the routes above do."""
TELLS_NO_SESSION = re.compile(
    r"odds_|open_session_|attack_many_|catalogue|squads|purses|health|readiness|metrics|get_service|list_rulesets|"
    r"get_ruleset|explain_problem|\w+_player|\w+_webhooks?$|list_deliveries|redeliver|(attack|act)_(?!face_down)"
)


def keys_of(session):
    """Seeds in pairs: the hand of seat 2 is the same, and that of seat 1 is another."""
    found = {}
    for n in range(10_000):
        last = n.to_bytes(32, "big")
        first = earlier_seed(raw_id(session), last, 1023)
        key = action_key(raw_id(session), first, 1, shared_entropy(raw_id(session), {}))
        order = ProvableDice(key).shuffle(len(CARDS), index=0)
        own, other = order[HAND : 2 * HAND], order[:HAND]
        for known, before in found.setdefault(own, []):
            if known != other:
                yield before, last
                found[own] = []
                break
        else:
            found[own].append((other, last))


HOST = {}
ASKED = 12
"""How many of the requests each pair is asked in a plain run."""
SESSION = "01a20157-5b1e-7069-be8d-04f1faee2e37"


async def answers(api, monkeypatch, last, random, secret):
    """What seat 2 is answered on every route, in a game from this seed; `secret` draws what seat 1 decides in secret."""
    context = api.app.state.context
    monkeypatch.setattr(opening, "uuid7", lambda: SESSION)
    monkeypatch.setattr(opening, "draw_seed", lambda: last)
    monkeypatch.setattr(context.writer, "_clock", lambda: "2026-11-22T01:02:03.004Z")
    setup = {"cards": CARDS, "hand": HAND}
    body = {"kind": "game", "seats": SEATS, "setup": setup, "visibility": "public"}
    session = (await api.post(f"{PATH}/sessions", body)).json()
    tokens, HOST[SESSION] = session["tokens"]["seats"], session["tokens"]["host"]
    await play(api, session, tokens, random, secret)
    wanted = list(requests(tokens))
    wanted = wanted if cases(0, 1) else random.sample(wanted, ASKED)
    told = [
        await (api.get(path, token) if body is None else api.post(path, body, token)) for path, body, token in wanted
    ]
    return [(answer.status_code, answer.headers.get("etag"), answer.content) for answer in told]


def requests(tokens):
    """Every request whose answer is compared: path, body (None: a GET) and token."""
    path = f"/v1/sessions/{SESSION}"
    for token in (tokens["2"], None):
        for end in (end for paths in READ.values() for end in paths):
            for number in range(1, 5) if "{number}" in end else (1,):
                yield path + end.format(number=number, seat=2), None, token
        for name in (name for names in LISTS.values() for name in names):
            yield f"/v1/{name}", None, token
        for where, sent in SENT.values():
            body = {**sent, **({"session_id": SESSION} if "session_id" in sent else {})}
            for number in range(1, 5) if "{number}" in where else (1,):
                yield where.format(id=SESSION, number=number), body, token


async def play(api, session, tokens, random, secret):
    """Seat 1 swaps a card, perhaps, and lays one; seat 2 perhaps sends its scout."""

    async def act(seat, **action):
        seen = (await api.get(f"/v1/sessions/{SESSION}")).json()["seq"]
        made = await api.post(f"{PATH}/sessions/{SESSION}/actions", {"seen": seen, "action": action}, tokens[seat])
        assert made.status_code == 201, made.text
        return made.json()

    if random.random() < 0.7:
        action = await act("1", kind="swap")
        if random.random() < 0.7:
            choices = action["pending"]["choices"]
            choice = choices[secret.randrange(len(choices))]["choice"]
            assert (await api.answer(action, tokens["1"], choice=choice)).status_code == 200
        else:
            return
    await act("1", kind="lay", place=random.randrange(HAND), stake=secret.randint(1, 3))


def plainly(answers):
    """The answers with digests, hashes and heads by the order of their first appearance."""
    names = {}
    for status, etag, content in answers:
        plain = HASH.sub(lambda found: names.setdefault(found[0], b"#%d" % len(names)), content)
        tag = etag and names.setdefault(etag.strip('"').encode(), b"#%d" % len(names))
        yield status, tag, re.sub(rb'"request_id":"[^"]*"', b"", plain)


def pairs():
    """Games in pairs, with the seed of what both have in common."""
    found = keys_of(SESSION)
    return [(next(found), n) for n in range(cases(40, 500))]


@thorough
async def test_a_seat_is_answered_the_same_whatever_it_may_not_see(sqlite_url, monkeypatch):
    async with serving(sqlite_url) as api:
        differ = 0
        for pair, seed in pairs():
            found, whole = [], []
            for n, last in enumerate(pair):
                answered = await answers(api, monkeypatch, last, Random(seed), Random(f"{seed} {n}"))
                found.append(list(plainly(answered)))
                host = (await api.get(f"/v1/sessions/{SESSION}/state?seat=1", HOST[SESSION])).json()
                whole.append(host["state"]["hands"][0])
                assert delete_session(api.app.state.context.database, SESSION)
            for one, other in zip(*found, strict=True):
                assert one == other
            differ += whole[0] != whole[1]
        assert differ > len(pairs()) / 2


def test_every_operation_of_the_document_is_asked_or_tells_of_no_session():
    known = {*READ, *LISTS, *SENT, *CHANGES_SEATS}
    document = create_app(Settings(database_url="sqlite:///never-made.db")).openapi()
    operations = [
        one["operationId"] for path in document["paths"].values() for one in path.values() if "operationId" in one
    ]
    assert [name for name in operations if name not in known and not TELLS_NO_SESSION.match(name)] == []
