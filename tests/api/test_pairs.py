"""Two games that differ only in what a seat may not see answer this seat with the same bytes, on every route."""

import json
import re
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from app.api.streams.several import news_in
from app.api.streams.stream import Listener, look_at
from app.services.access import Caller
from app.services.instance.personal import delete_session
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.sessions.read import read_session
from app.services.webhooks.messages import messages_of
from tests.api.paired import AT, GAMES, GUESSES, MADE, SESSION, key_for, world_of
from tests.conftest import serving
from tests.thorough import cases, thorough

pytestmark = pytest.mark.anyio
NAMES = re.compile(rb"um[a-z]_[A-Za-z0-9_-]{43}|[0-9a-f]{32,64}")
"""What is drawn anew in each game: tokens, digests, salts, and the hashes that follow from them."""

SESSIONS = "/v1/sessions/{id}"
ACTIONS = f"{SESSIONS}/actions/{{number}}"
READ = {
    "get_session": [SESSIONS],
    "list_questions": [
        f"{SESSIONS}/questions{end}" for end in ("", "?include=odds", "?seat=2", "?seat=1", "?language=ru")
    ],
    "get_state": [f"{SESSIONS}/state{end}" for end in ("", "?at=3", "?seat=2", "?seat=1", "?at=99999")],
    "list_events": [f"{SESSIONS}/events{end}" for end in ("", "?format=ndjson", "?texts=true", "?seat=2")],
    "verify_session": [f"{SESSIONS}/verification", f"{SESSIONS}/verification?from=2"],
    "get_action": [f"{ACTIONS}{end}" for end in ("", "?include=odds", "?language=de", "?seat=2", "?seat=1")],
    "get_odds": [f"{ACTIONS}/odds{end}" for end in ("", "?at=0", "?at=2", "?at=99")],
    "verify_action": [f"{ACTIONS}/verification"],
    "list_sessions": ["/v1/sessions", "/v1/sessions?format=csv", "/v1/sessions?id={id}&format=ndjson"],
    "list_actions": ["/v1/actions", "/v1/actions?format=csv", "/v1/actions?format=ndjson"],
    "list_rolls": ["/v1/rolls", "/v1/rolls?format=csv"],
    "list_casualties": ["/v1/casualties", "/v1/casualties?format=ndjson"],
    "luck_of_actions": ["/v1/actions/luck", "/v1/actions/luck?player=Anton", "/v1/actions/luck?format=csv"],
    "list_decisions": ["/v1/decisions"],
    "follow_sessions": ["/v1/events?session_id={id}&after=nowhere"],
}
"""What is read, by operation; streams are compared by what they send."""
SENT = {
    "answer_question": [
        (f"{ACTIONS}/answers", lambda guess, seen=seen: {"seen": seen, "choice": guess["choice"]}) for seen in (0, 1, 3)
    ],
    "act": [
        ("/v1/rulesets/{slug}/sessions/{id}/actions", made)
        for made in (
            *(
                lambda guess, place=place: {
                    "seen": guess["seq"],
                    "action": guess["fire"],
                    "answers": guess["answers"](place),
                }
                for place in range(5)
            ),
            lambda guess: {"seen": guess["seq"], "action": guess["move"]},
            lambda guess: {"seen": 0, "action": guess["move"]},
            lambda guess: {"seen": guess["seq"], "action": guess["move"], "seat": 1},
            lambda guess: {"seen": guess["seq"], "action": guess["move"], "replaces": guess["last"]},
        )
    ],
    "attack": [
        (
            "/v1/rulesets/{slug}/attacks",
            lambda guess: {"situation": guess["attack"], "session_id": SESSION, **guess["replaces"]},
        )
    ],
    "attack_many": [
        (
            "/v1/rulesets/{slug}/attacks/batch",
            lambda guess: {"attacks": [{"situation": guess["attack"], "session_id": SESSION}]},
        )
    ],
    "void_action": [(f"{ACTIONS}/void", lambda _guess: {"reason": "wrong"})],
    "close_session": [(f"{SESSIONS}/close", lambda _guess: {})],
    "renew_seat_token": [(f"{SESSIONS}/seats/1/token", lambda _guess: {})],
    "make_claim": [(f"{SESSIONS}/seats/{seat}/claims", lambda _guess: {}) for seat in (1, 2)],
    "use_claim": [("/v1/claims", lambda _guess: {"claim": "umc_" + "a" * 43})],
    "give_entropy": [(f"{SESSIONS}/seats/2/entropy", lambda _guess: {"commitment": "0" * 64})],
    "call_judge": [(f"{SESSIONS}/judge", lambda _guess: {})],
    "make_stream_ticket": [(f"{SESSIONS}/stream-tickets", lambda _guess: {})],
    "forget_seat": [(f"{SESSIONS}/seats/{seat}/forget", lambda _guess: {}) for seat in (1, 2)],
}
"""What seat 2 sends: refusals tell no more than answers."""
TELLS_NO_SESSION = re.compile(
    r"odds_|open_session_|catalogue|squads|purses|health|readiness|metrics|get_service|list_rulesets|get_ruleset|"
    r"explain_problem|\w+_player$|\w+_webhooks?$|list_deliveries|redeliver"
)
PARTS = 4
"""Into how many parts the requests are cut; each pair is asked one of them, in turn."""


def requests(world, slug, random, last, seq, fire):
    """Every request whose answers are compared, by operation: method, path, body and who sends it."""
    for name, paths in READ.items():
        for path in paths:
            for number in numbers(path, last):
                for who in ("2", *cases((random.choice(world.others),), world.others)):
                    if who != "host" or "seat=1" not in path:
                        yield name, path.format(id=SESSION, number=number), None, who
    moves, choices = GUESSES[slug]
    for name, sent in SENT.items():
        for path, body in sent:
            for number in numbers(path, last):
                guess = {"move": random.choice(moves), "choice": random.choice(choices), "last": last, "seq": seq}
                guess |= {"attack": MADE[slug](random, random) if slug in MADE else {}}
                guess |= {"replaces": random.choice([{}, {"replaces": last}])}
                guess |= {"fire": fire[0] if fire else moves[0], "answers": guessed(choices, fire)}
                for who in ("2", "nobody"):
                    yield name, path.format(id=SESSION, number=number, slug=slug), body(guess), who


async def fire_of(world):
    """A fire of seat 2 with its units, where it may fire; else nothing."""
    acts = [asked["choices"] for asked in await world.asked(2) if asked["question"] == "act"] or [[]]
    fires = [one["choice"] for one in acts[0] if one["choice"]["kind"] == "fire"]
    if not fires:
        return None
    state = (await world.api.get(f"/v1/sessions/{SESSION}/state")).json()["state"]
    (area,) = [one for one in state["areas"] if one["id"] == fires[0]["area"]]
    units = [
        one["id"] for one in area["units"] if (one["side"], one["state"]) == ("soviet", "fresh") and one["firepower"]
    ]
    return fires[0], {"units": units[:1]}


def guessed(choices, fire):
    """Answers that are sent along with a move: those of seat 2, and then a guess at what seat 1 holds."""

    def sent(place):
        own = [("choose-firers", fire[1]), ("choose-fire-card", {"card": None})] if fire else []
        known = [*own, ("choose-fire-card", choices[place % len(choices)])]
        return [{"question": question, "choice": choice} for question, choice in known]

    return sent


def numbers(path, last):
    """The first action and the latest, where the path names one."""
    return sorted({1, last}) if "{number}" in path else [1]


async def answers(world, slug, part):
    """What everybody but seat 1 is answered, and sent in streams and messages."""
    api, session = world.api, (await world.api.get(f"/v1/sessions/{SESSION}")).json()
    found = [await streamed(api, world.tokens[who]) for who in ("2", *world.others)]
    found.append(await messaged(api))
    random = Random(world.common.random())
    wanted = list(requests(world, slug, random, sum(session["actions"].values()), session["seq"], await fire_of(world)))
    for place, (_name, path, body, who) in enumerate(wanted):
        if place % PARTS == part:
            token = world.tokens[who]
            answer = await (api.get(path, token) if body is None else api.post(path, body, token))
            assert answer.status_code < 500, answer.text
            told = {name: value for name, value in answer.headers.items() if name not in ("x-request-id", "date")}
            found.append((path, body, who, answer.status_code, str(told).encode() + answer.content))
    return found


async def streamed(api, token):
    """What the streams of one session, and of several, send to a caller from the beginning."""
    context = api.app.state.context
    listener = Listener(SESSION, Caller(token), "en", None, texts=True)

    def read(connection: sa.Connection):
        look = look_at(connection, context=context, listener=listener, after=0)
        news = news_in(connection, context=context, listener=listener, after=0)
        return look.frames, look.questions or b"", *news.frames, news.questions or b""

    return "stream", None, token and token[:4], 200, b"".join(await context.read(read))


async def messaged(api):
    """The messages to webhooks about the game."""
    context = api.app.state.context
    about = {"events": ["question-opened", "action-resolved", "session-closed"], "language": "en"}
    hook = {"id": "hook", "rulesets": [], "reference": None, **about}

    def read(connection: sa.Connection):
        session = read_session(connection, SESSION, Caller())
        book = rulebook_or_absent(context.books, session.ruleset)
        return messages_of(connection, book, session, {"seq": 1}, [hook], AT)

    return "webhook", None, None, 200, b"".join(message["body"] for message in await context.read(read))


def plainly(answers):
    """The answers with tokens, digests, hashes and heads by the order of their first appearance."""
    names = {}
    for *about, content in answers:
        plain = NAMES.sub(lambda found: names.setdefault(found[0], b"#%d" % len(names)), content)
        yield *about, re.sub(rb'"request_id":"[^"]*"', b"", plain)


@thorough
@pytest.mark.parametrize("game", GAMES)
async def test_a_seat_is_answered_the_same_whatever_it_may_not_see(sqlite_url, monkeypatch, game):
    slug, play = GAMES[game]
    async with serving(sqlite_url) as api:
        key, differ, wanted = key_for(api), 0, cases(PARTS, 100)
        for seed in range(wanted):
            found, whole = [], []
            for secret in ("one", "other"):
                world = world_of(api, monkeypatch, key, slug, Random(seed), Random(f"{seed} {secret}"))
                await play(world)
                found.append(list(plainly(await answers(world, slug, seed % PARTS))))
                log = await api.get(f"/v1/sessions/{SESSION}/events?format=ndjson&limit=200", world.tokens["1"])
                whole.append(re.sub(NAMES, b"", log.content))
                assert delete_session(api.app.state.context.database, SESSION)
            for one, other in zip(*found, strict=True):
                assert one == other, f"pair {seed}"
            differ += whole[0] != whole[1]
        assert differ > wanted / 2


def test_every_operation_of_the_document_is_asked_or_tells_of_no_session():
    document = json.loads((Path(__file__).parents[2] / "clients" / "openapi.json").read_text())
    slugs = "|".join(
        path.split("/")[3] for path in document["paths"] if re.fullmatch("/v1/rulesets/[^{]+/sessions", path)
    )
    of_ruleset = re.compile(rf"^(act|attack|attack_many)_({slugs.replace('-', '_')})$")
    found = {
        of_ruleset.sub(r"\1", one["operationId"])
        for path in document["paths"].values()
        for one in path.values()
        if "operationId" in one
    }
    asked = {*READ, *SENT}
    assert sorted(name for name in found - asked if not TELLS_NO_SESSION.match(name)) == []
    assert sorted(asked - found) == []
