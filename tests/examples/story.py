"""The story that the examples of the OpenAPI document are taken from: all that a client may do, in order."""

import hashlib
import itertools
import uuid
from functools import partial
from typing import Any

import pytest

from app.domain.fairness import seat_commitment
from app.persistence.queries import webhooks
from app.persistence.writing.writer import Busy, Writer
from app.services.keys import create_key
from tests.client import PHYSICAL, SEED, SEED_FACES, path_of
from tests.examples.service import AGAIN, Reciting, Story, delete, get, keyed, patch, post
from tests.examples.tables import tell_of_held_seats, tell_of_tables

FIRST = "situation-1"
"""The name of the first example of each ruleset."""
PLAYERS = [{"name": "Anton", "side": "german"}, {"name": "Beatrix", "side": "soviet"}]
ASKED = {"attacker": "ask", "defender": "ask"}
DOGFIGHT = {
    "attacker": {
        "id": "red-5",
        "name": "Red Five",
        "agility": 2,
        "hull": 4,
        "shields": {"max": 2, "active": 2},
        "tokens": {"focus": 1},
        "locks": ["black-2"],
    },
    "weapon": {"value": 3},
    "defender": {"id": "black-2", "name": "Black Two", "agility": 3, "hull": 3, "tokens": {"focus": 1, "evade": 1}},
    "attack_range": 1,
}
MATRICES: dict[str, Any] = {
    "open-forces": {
        "attackers": [{"units": 5, "mode": {"atk": 1}}, {"units": 3, "mode": {"atk": 2, "spl": 2}}],
        "defenders": [{"units": 4, "mode": {"def": 1}}],
    },
    "x-wing": {
        "attackers": [{"pilot": "wedgeantilles", "tokens": {"focus": 1}}, {"pilot": "lukeskywalker"}],
        "defenders": [{"pilot": "darthvader"}],
        "ranges": [1, 3],
    },
}


async def recorded(url: str) -> dict[str, Any]:
    """The whole story, as it is stored, on an empty database."""
    async with Reciting(url) as story:
        await play(story)
    async with Reciting(url, rate_limit="1/day") as limited:
        await limited.send(get("/v1"))
        await limited.refuse(get("/v1"))
    return {"operations": story.told, "problems": dict(sorted({**story.problems, **limited.problems}.items()))}


async def play(story: Story) -> None:
    """Play the whole story."""
    await tell_of_the_service(story)
    await tell_of_each_ruleset(story)
    await tell_of_a_series(story)
    await tell_of_entropy(story)
    await tell_of_questions(story)
    await tell_of_a_game(story)
    await tell_of_impulses(story)
    await tell_of_engagements(story)
    await tell_of_what_seats_bring(story)
    await tell_of_a_siege(story)
    await tell_of_lists(story)
    await tell_of_webhooks(story)
    await tell_of_refusals(story)
    await tell_of_tables(story)
    await tell_of_a_rematch(story)
    await tell_of_a_code(story)
    await tell_of_held_seats(story)


async def tell_of_the_service(story: Story) -> None:
    await story.tell("get_service", "service", "What this service is", get("/v1"))
    await story.tell("list_rulesets", "rulesets", "The rulesets", get("/v1/rulesets"))
    details = get("/v1/rulesets/castle-rampage")
    shown = await story.tell(
        "get_ruleset", "castle-rampage", "Castle Rampage, without the schemas of its options and of its game", details
    )
    shown["options"]["described"] = {}  # it has references, which programs would look for in the document
    shown["game"]["options"]["described"] = shown["game"]["setup"] = {}
    schemas = get("/v1/rulesets/castle-rampage/schemas")
    shown = await story.tell("get_schemas", "castle-rampage", "What one fact and one question hold", schemas)
    shown["facts"] = {"values-compared": {"type": "object"}}  # the others have references too
    shown["questions"] = {"choose-target": {"choice": {"type": "object"}, "context": None, "leads_to": None}}
    await story.tell("explain_problem", "stale", "A code", get("/problems/stale"))
    await story.tell("explain_problem", "page", "The same as HTML", get("/problems/stale", accept="text/html"))
    await story.tell("health", "alive", "The process lives", get("/healthz"))
    await story.tell("readiness", "ready", "It can work", get("/readyz"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Writer, "can_write", False)
        await story.tell("readiness", "unavailable", "It cannot work now", get("/readyz"))


async def tell_of_each_ruleset(story: Story) -> None:
    for n, (slug, book) in enumerate(story.api.app.state.context.books.items()):
        name, path = slug.replace("-", "_"), f"/v1/rulesets/{slug}"
        body = {"situation": book.codec.situation.dump_short(book.ruleset.examples[0])}
        attack, opening = f"attack_{name}", f"open_session_{name}"
        await story.tell(attack, FIRST, "An attack of its own", post(f"{path}/attacks", **keyed(n)), body)
        await story.tell(attack, "again", AGAIN, post(f"{path}/attacks", **keyed(n)), body)
        many = {
            "attacks": [{**body, "key": keyed(30 + n)["Idempotency-Key"]}, {**body, "policies": {"attacker": "worst"}}]
        }
        await story.tell(
            f"attack_many_{name}", FIRST, "A good one and a wrong one", post(f"{path}/attacks/batch"), many
        )
        await story.tell(f"odds_{name}", FIRST, "The same situation", post(f"{path}/odds"), body)
        if book.ruleset.matrix is not None:
            of, path_of_all = f"odds_matrix_{name}", f"{path}/odds/matrix?format="
            await story.tell(of, "document", "Two against one", post(f"{path_of_all}json"), MATRICES[slug])
            await story.tell(of, "lines", "Two against one, in lines", post(f"{path_of_all}ndjson"), MATRICES[slug])
        seats = {"kind": "series", "seats": PLAYERS, "reference": f"club-night/{slug}"}
        await story.tell(opening, "series", "A series with two seats", post(f"{path}/sessions", **keyed(10 + n)), seats)
        await story.tell(opening, "again", AGAIN, post(f"{path}/sessions", **keyed(10 + n)), seats)
        await tell_of_a_proposal(story, attack, path, body)
        if book.ruleset.board is not None:
            await tell_of_a_setup(story, book)
        if book.ruleset.catalogue is not None:
            found = get(f"{path}/catalogue?kind=upgrade&q=juke")
            await story.tell(f"catalogue_{name}", "juke", "Upgrades with these letters", found)
        for reader in book.ruleset.lists:
            sent = {reader.member: reader.examples[0]}
            await story.tell(f"{reader.path}_{name}", "list-1", "A list", post(f"{path}/{reader.path}"), sent)


async def tell_of_a_setup(story: Story, book: Any) -> None:
    """Somebody looks at the first setup that a ruleset has to try."""
    setup = book.codec.board.setup.dump_short(next(iter(book.ruleset.board.setups.values())))
    look = post(f"/v1/rulesets/{book.slug}/setups")
    await story.tell(f"look_at_setup_{book.slug.replace('-', '_')}", "setup", "A setup to try", look, {"setup": setup})


async def tell_of_a_proposal(story: Story, operation: str, path: str, body: dict[str, Any]) -> None:
    """A seat proposes that its attack replaces another one."""
    series = {"kind": "series", "seats": PLAYERS, "policies": {"1": "default", "2": "default"}}
    session = (await story.send(post(f"{path}/sessions"), series)).json()
    played = {**body, "session_id": session["id"]}
    wrong = (await story.send(post(f"{path}/attacks", session["tokens"]["seats"]["2"]), played)).json()
    seat = session["tokens"]["seats"][str(wrong["seats"]["attacker"])]
    proposed = {**played, "seats": wrong["seats"], "replaces": 1}
    summary = "A seat proposes another attack in the place of a wrong one"
    await story.tell(operation, "proposed", summary, post(f"{path}/attacks", seat), proposed)


async def tell_of_a_series(story: Story) -> None:
    """A series of Open Forces: mistakes, a seat that is handed over, the log, and the end."""
    rules = "/v1/rulesets/open-forces"
    session = (await story.send(post(f"{rules}/sessions"), {"kind": "series", "seats": PLAYERS})).json()
    host, first = session["tokens"]["host"], session["tokens"]["seats"]["1"]
    path = f"/v1/sessions/{session['id']}"
    played = {"situation": SEED, "session_id": session["id"], "seats": {"attacker": 1, "defender": 2}}
    policies = {"policies": {"attacker": "default", "defender": "default"}}
    wrong = await story.tell(
        "attack_open_forces", "series", "In a series", post(f"{rules}/attacks", host), played | policies
    )
    await story.tell("void_action", "proposed", "A seat proposes it", post(path_of(wrong) + "/void", first), {})
    right = await story.tell(
        *("attack_open_forces", "replaces", "In the place of a wrong one", post(f"{rules}/attacks", host)),
        {**played, **policies, "replaces": 1, "reference": "attack-2"},
    )
    await story.tell("get_action", "resolved", "An attack", get(path_of(right)))
    await story.tell(
        *("odds_open_forces", "advice", "What each choice is worth", post(f"{rules}/odds")),
        {
            "situation": SEED,
            "options": {"surplus_dice": "owner-choice"},
            "policies": {"attacker": "ask"},
            "dice": {"faces": SEED_FACES},
        },
    )
    await story.tell("get_action", "odds", "An attack with its odds", get(path_of(right) + "?include=odds"))
    mistake = (await story.send(post(f"{rules}/attacks", host), played | policies)).json()
    why = {"reason": "Six units attacked, not five."}
    await story.tell("void_action", "host", "The host does it", post(path_of(mistake) + "/void", host), why)
    token = post(f"{path}/seats/2/token", host, **keyed(20))
    await story.tell("renew_seat_token", "new", "A new token", token)
    await story.tell("renew_seat_token", "again", AGAIN, token)
    await tell_of_players(story, path, host)
    link = post(f"{path}/seats/2/claims", host, **keyed(21))
    claim = await story.tell("make_claim", "new", "A link for an hour", link, {})
    await story.tell("make_claim", "again", AGAIN, link, {})
    used = await story.tell("use_claim", "used", "Somebody opens it", post("/v1/claims"), {"claim": claim["claim"]})
    link = post(f"{path}/seats/0/claims", host, **keyed(24))
    await story.tell("make_claim", "host", "A link for the place of the host", link, {})
    ticket = post(f"{path}/stream-tickets", host, **keyed(22))
    await story.tell("make_stream_ticket", "new", "A ticket for 12 hours", ticket)
    await story.tell("make_stream_ticket", "again", AGAIN, ticket)
    await story.tell("call_judge", "wanted", "A seat wants a judge", post(f"{path}/judge", first), {})
    await story.tell("call_judge", "done", "The judge has been there", post(f"{path}/judge", host), {"wanted": False})
    await story.tell("get_session", "open", "A series", get(path))
    result = {"result": {"winner": 1, "scores": {"1": 20, "2": 8}, "note": "time"}}
    await story.tell("close_session", "proposed", "A seat proposes it", post(f"{path}/close", first), result)
    await story.tell("close_session", "host", "The host does it", post(f"{path}/close", host), result)
    assert (await story.send(delete(f"{path}/seats/2/person", used["token"]))).status_code == 204
    await story.tell("list_events", "page", "The first events", get(f"{path}/events?limit=2"))
    last = (await story.send(get(path))).json()["seq"] - 1
    for format, summary in (("ndjson", "The whole log"), ("stream", "The events after one")):
        after = f"&after={last}" if format == "stream" else ""
        await story.tell("list_events", format, summary, get(f"{path}/events?format={format}{after}"))
    several = get(f"/v1/events?session_id={session['id']}")
    await story.tell("follow_sessions", "one", "A session that is closed", several)
    await story.tell("verify_action", "proven", "An attack whose seed is told", get(f"{path}/actions/2/verification"))
    await story.tell("verify_session", "identical", "Nothing is wrong", get(f"{path}/verification"))
    await story.tell("get_turning_points", "closed", "What changed most", get(f"{path}/turning-points?limit=2"))
    await story.tell("get_session_luck", "closed", "What came and what was to be expected", get(f"{path}/luck"))


async def tell_of_entropy(story: Story) -> None:
    """Two seats contribute to the dice of a series, in which the service answers after an hour."""
    opening = {"kind": "series", "seats": PLAYERS, "entropy": "seats", "deadline": {"seconds": 3600}}
    rules = "/v1/rulesets/open-forces"
    summary = "The seats contribute to the dice, and have an hour for each answer"
    session = await story.tell("open_session_open_forces", "entropy", summary, post(f"{rules}/sessions"), opening)
    id, path = uuid.UUID(session["id"]).bytes, f"/v1/sessions/{session['id']}"
    shares = {seat: hashlib.sha256(f"a share of seat {seat}".encode()).digest() for seat in (1, 2)}
    tokens = session["tokens"]["seats"]
    await story.tell("list_questions", "entropy", "What the seats have to give", get(f"{path}/questions"))
    early = {"situation": SEED, "session_id": session["id"], "seats": {"attacker": 1}}
    await story.refuse(post(f"{rules}/attacks", tokens["1"]), early)
    for name, summary in (("commitment", "Commit"), ("entropy", "Reveal")):
        for seat, share in shares.items():
            sent = seat_commitment(id, seat, share) if name == "commitment" else share
            give = post(f"{path}/seats/{seat}/entropy", tokens[str(seat)])
            await story.tell("give_entropy", f"{name}-{seat}", f"{summary}, seat {seat}", give, {name: sent.hex()})


async def tell_of_a_rematch(story: Story) -> None:
    """Two seats end a series, and play once more."""
    opening = post("/v1/rulesets/open-forces/sessions")
    session = (await story.send(opening, {"kind": "series", "seats": PLAYERS, "host": False})).json()
    path, tokens = f"/v1/sessions/{session['id']}", session["tokens"]["seats"]
    first, second = (post(f"{path}/rematch", token, **keyed(28)) for token in tokens.values())
    await story.refuse(first)
    for token in tokens.values():
        await story.send(post(f"{path}/close", token), {})
    await story.tell("play_rematch", "offered", "A seat offers it", first)
    await story.tell("play_rematch", "again", AGAIN, first)
    await story.tell("play_rematch", "joined", "The other joins", second)


async def tell_of_a_code(story: Story) -> None:
    """A seat is handed over by word of mouth."""
    opening = post("/v1/rulesets/open-forces/sessions")
    session = (await story.send(opening, {"kind": "series", "seats": PLAYERS})).json()
    link = post(f"/v1/sessions/{session['id']}/seats/2/claims", session["tokens"]["host"])
    spoken = await story.tell("make_claim", "code", "A code to say", link, {"code": True})
    await story.tell("use_claim", "code", "Somebody types it", post("/v1/claims"), {"code": spoken["code"]})


async def tell_of_what_seats_bring(story: Story) -> None:
    """Two seats bring their squads, and one refuses what it sees."""
    rules, limits = "/v1/rulesets/x-wing", {"points": 20, "ships": 3}
    opening = {"kind": "game", "seats": PLAYERS, "setup": {"squads": [None, None]}, "bring": {"1": limits, "2": limits}}
    summary = "Each seat brings its squad"
    session = await story.tell("open_session_x_wing", "bring", summary, post(f"{rules}/sessions"), opening)
    path, tokens = f"/v1/sessions/{session['id']}", session["tokens"]["seats"]
    await story.tell("list_questions", "bring", "What the seats have to bring", get(f"{path}/questions"))
    xws = {"xws": {"pilots": [{"id": "wedgeantilles", "ship": "t65xwing", "points": 5}]}}
    ships = {"ships": [{"ship": {"pilot": "academypilot"}, "points": 2}]}
    await story.refuse(post(f"{path}/seats/1/list", tokens["1"]), {"refuse": True})
    for seat, name, squad in (("1", "xws", xws), ("2", "ships", ships)):
        brings = post(f"{path}/seats/{seat}/list", tokens[seat])
        await story.tell("bring_list", name, f"Seat {seat} brings its squad", brings, {"list": squad})
    refuses = post(f"{path}/seats/1/list", tokens["1"])
    await story.tell("bring_list", "refuse", "Seat 1 does not play with these", refuses, {"refuse": True})


async def tell_of_players(story: Story, path: str, host: str) -> None:
    """Somebody who is one player on two phones takes a seat."""
    made = post("/v1/players", **keyed(25))
    player = await story.tell("make_player", "new", "A player", made, {"name": "Clara"})
    await story.tell("make_player", "again", AGAIN, made, {"name": "Clara"})
    claim = (await story.send(post(f"{path}/seats/2/claims", host), {})).json()["claim"]
    await story.tell("use_claim", "player", "A player opens it", post("/v1/claims", player["token"]), {"claim": claim})
    link = post("/v1/players/claims", player["token"], **keyed(26))
    claim = await story.tell("claim_player", "new", "A link for another phone", link, {})
    await story.tell("claim_player", "again", AGAIN, link, {})
    await story.tell("use_claim", "phone", "The other phone opens it", post("/v1/claims"), {"claim": claim["claim"]})
    me = "/v1/players/me"
    await story.tell("get_caller", "player", "Whose token it is", get("/v1/me", player["token"]))
    await story.tell("get_player", "me", "Who sends the token", get(me, player["token"]))
    await story.tell("change_player", "name", "Another name", patch(me, player["token"]), {"name": "Dora"})
    assert (await story.send(delete(me, player["token"]))).status_code == 204


async def tell_of_webhooks(story: Story) -> None:
    """A server that is told of a match; nothing is sent in a story, which has no internet."""
    key = create_key(story.api.app.state.context.database, "club")[1]
    made = post("/v1/webhooks", key, **keyed(27))
    wanted = {"url": "https://club.example/umpire", "reference": "club-night/*", "language": "de"}
    hook = await story.tell("make_webhook", "new", "For one event in German", made, wanted)
    await story.tell("make_webhook", "again", AGAIN, made, wanted)
    await story.tell("list_webhooks", "one", "One webhook", get("/v1/webhooks", key))
    own = f"/v1/webhooks/{hook['id']}"
    await story.tell("get_webhook", "one", "One webhook", get(own, key))
    moved = {"url": "https://club.example/told"}
    await story.tell("change_webhook", "url", "The receiver has moved", patch(own, key), moved)
    sent = f"{own}/deliveries"
    await story.tell("list_deliveries", "none", "Nothing yet", get(sent, key))
    message = {
        "id": "msg_019f2d5e84007000800000000000007c",
        "webhook": hook["id"],
        "about": bytes(32),
        "body": b"{}",
        "type": "session-closed",
        "session_id": "019f2d5e-8400-7000-8000-000000000001",
        "attempts": 11,
        "created_at": "2026-07-03T14:00:00.000Z",
        "last_at": "2026-07-04T13:42:35.000Z",
        "next_at": None,
        "last_status": 500,
        "last_failure": "answered",
    }
    write = partial(webhooks.store_messages, told=[], made=[message], most=1)
    await story.api.app.state.context.writer.submit(lambda draft: draft.also(write))
    await story.tell("list_deliveries", "failed", "A receiver that failed for a day", get(sent, key))
    test = post(f"{own}/test", key, **keyed(29))
    await story.tell("test_webhook", "test", "A test, which is sent at once", test)
    await story.tell("test_webhook", "again", AGAIN, test)
    renew = post(f"{own}/secret", key, **keyed(28))
    await story.tell("renew_secret", "new", "Signed with the new secret from now on", renew)
    await story.tell("renew_secret", "again", AGAIN, renew)
    mended = post(f"{sent}/{message['id']}/redeliver", key, **keyed(31))
    await story.tell("redeliver", "mended", "The receiver was mended", mended)
    await story.tell("redeliver", "again", AGAIN, mended)
    assert (await story.send(delete(own, key))).status_code == 204


async def tell_of_questions(story: Story) -> None:
    """X-Wing: an attack whose players choose, with dice that the service throws; then one whose dice they throw."""
    path = "/v1/rulesets/x-wing/attacks"
    asked = {"situation": DOGFIGHT, "policies": ASKED}
    action = await story.tell("attack_x_wing", "asked", "The players decide", post(path), asked)
    token, answers = action["tokens"]["host"], path_of(action) + "/answers"
    await story.tell("get_action", "pending", "An attack that waits", get(path_of(action)))
    questions = f"/v1/sessions/{action['session_id']}/questions"
    await story.tell("list_questions", "choice", "A choice", get(questions, token))
    await story.tell("list_inbox", "choice", "What waits for the host", get("/v1/questions", token))
    await story.tell("list_questions", "odds", "A choice with its odds", get(f"{questions}?include=odds", token))
    seen = action["pending"]["seen"]
    await story.tell("get_odds", "open", "What each choice is worth", get(path_of(action) + "/odds"))
    for number in itertools.count(1):
        answer = {"seen": action["pending"]["seen"], "choice": action["pending"]["choices"][0]["choice"]}
        summary = f"Answer {number}: the first of the choices"
        action = await story.tell("answer_question", f"choice-{number}", summary, post(answers, token), answer)
        if not action["pending"]:
            break
    await story.tell("get_odds", "chosen", "What another choice was worth", get(path_of(action) + f"/odds?at={seen}"))
    thrown = {"situation": SEED, "dice": {**PHYSICAL, "faces": SEED_FACES}}
    path = "/v1/rulesets/open-forces/attacks"
    await story.tell("attack_open_forces", "thrown", "The dice are thrown already", post(path), thrown)
    waits = await story.tell(
        "attack_open_forces", "throw", "The players throw", post(path), {**thrown, "dice": PHYSICAL}
    )
    token, answers = waits["tokens"]["host"], path_of(waits) + "/answers"
    questions = f"/v1/sessions/{waits['session_id']}/questions"
    await story.tell("list_questions", "roll", "A roll", get(questions, token))
    faces = {"seen": waits["pending"]["seen"], "faces": SEED_FACES[0]}
    await story.tell("answer_question", "roll", "What was thrown", post(answers, token), faces)


async def tell_of_a_game(story: Story) -> None:
    rules = "/v1/rulesets/open-forces"
    setup = (await story.send(get(rules))).json()["game"]["setups"]["sample"]
    opening = {"kind": "game", "seats": PLAYERS, "setup": setup, "reference": "worlds/r3/t12"}
    game = await story.tell("open_session_open_forces", "game", "A game", post(f"{rules}/sessions"), opening)
    path, host = f"/v1/sessions/{game['id']}", game["tokens"]["host"]
    await story.tell("get_session", "game", "A game", get(path))
    await story.tell("get_state", "board", "The board at the start", get(f"{path}/state"))
    await story.tell("list_questions", "act", "Whose turn it is", get(f"{path}/questions", host))
    await tell_of_a_move(story, "open-forces", game, "command", "A group is commanded")
    await tell_of_the_home(story, rules, opening)


async def tell_of_the_home(story: Story, rules: str, opening: Any) -> None:
    """A move by its place, at the one address for what is done in a session, and the list of what was done."""
    game = (await story.send(post(f"{rules}/sessions"), {**opening, "reference": None})).json()
    host, path = game["tokens"]["host"], f"/v1/sessions/{game['id']}"
    (turn, *_) = (await story.send(get(f"{path}/questions", host))).json()["items"]
    acts, move = post(turn["answer"]["path"], host, **keyed(34)), {"seen": turn["seen"], "pick": 0}
    made = await story.tell("act", "pick", "The first move that is listed", acts, move)
    await story.tell("act", "again", AGAIN, acts, move)
    seen = (await story.send(get(path))).json()["seq"]
    other = {"seen": seen, "move": turn["choices"][-1]["choice"], "replaces": made["number"]}
    seat = post(turn["answer"]["path"], game["tokens"]["seats"][str(turn["seat"])])
    await story.tell("act", "proposed", "A seat proposes another move in its place", seat, other)
    await story.tell("list_session_actions", "page", "A page with one item", get(f"{path}/actions?limit=1"))


async def tell_of_impulses(story: Story) -> None:
    rules = "/v1/rulesets/storm-over-stalingrad"
    setup = (await story.send(get(rules))).json()["game"]["setups"]["sample"]
    opening = {"kind": "game", "seats": PLAYERS, "setup": setup}
    game = await story.tell("open_session_storm_over_stalingrad", "game", "A game", post(f"{rules}/sessions"), opening)
    await tell_of_a_move(story, "storm-over-stalingrad", game, "impulse", "What a side does with its impulse")
    path = f"/v1/sessions/{game['id']}"
    await story.send(post(f"{path}/close", game["tokens"]["host"]), {"abandon": True})
    await story.tell("get_course", "game", "A game that was broken off", get(f"{path}/course"))


async def tell_of_a_siege(story: Story) -> None:
    rules = "/v1/rulesets/castle-rampage"
    setup = {"starting_seat": 1, "gate": 1, "castle": 1}
    opening = {"kind": "game", "seats": PLAYERS, "setup": setup}
    game = await story.tell("open_session_castle_rampage", "game", "A game", post(f"{rules}/sessions"), opening)
    wall = {"card": "wall", "gate_defense": 3, "castle_defense": 1}
    lay = {"seen": game["seq"], "move": {"kind": "lay", "structure": "gate", "card": wall}}
    acts = post(f"{rules}/sessions/{game['id']}/actions", game["tokens"]["seats"]["1"], **keyed(32))
    await story.tell("act_castle_rampage", "lay", "A card is laid face down", acts, lay)
    made = await story.tell("act_castle_rampage", "again", AGAIN, acts, lay)
    seen = (await story.send(get(f"/v1/sessions/{game['id']}", game["tokens"]["host"]))).json()["seq"]
    tower = {**lay["move"], "card": {**wall, "card": "tower"}}
    other = {"seen": seen, "move": tower, "replaces": made["number"]}
    acts = post(f"{rules}/sessions/{game['id']}/actions", game["tokens"]["seats"]["1"], **keyed(33))
    await story.tell("act_castle_rampage", "proposed", "A seat proposes another card instead", acts, other)
    await tell_of_a_whole_game(story, rules)


async def tell_of_a_whole_game(story: Story, rules: str) -> None:
    """The sample is dealt, and a seat lays the first card that is listed."""
    setup = (await story.send(get(rules))).json()["game"]["setups"]["whole-sample"]
    opening = {"kind": "game", "seats": PLAYERS, "setup": setup}
    told = "A whole game: the service deals the cards of a made-up catalogue"
    game = await story.tell("open_session_castle_rampage", "whole", told, post(f"{rules}/sessions"), opening)
    token = game["tokens"]["seats"]["1"]
    path = f"/v1/sessions/{game['id']}/questions"
    (asked, *_) = (await story.send(get(path, token))).json()["items"]
    lay = {"seen": asked["seen"], "move": asked["choices"][0]["choice"]}
    acts = post(f"{rules}/sessions/{game['id']}/actions", token)
    await story.tell("act_castle_rampage", "lay-card", "A card of the hand is laid face down", acts, lay)


async def tell_of_a_move(story: Story, slug: str, game: Any, told: str, summary: str) -> None:
    """The first move that is legal."""
    host, operation = game["tokens"]["host"], f"act_{slug.replace('-', '_')}"
    (turn, *_) = (await story.send(get(f"/v1/sessions/{game['id']}/questions", host))).json()["items"]
    move = {"seen": turn["seen"], "move": turn["choices"][0]["choice"]}
    path = f"/v1/rulesets/{slug}/sessions/{game['id']}/actions"
    acts = post(path, host, **keyed(30))
    made = await story.tell(operation, told, summary, acts, move)
    await story.tell(operation, "again", AGAIN, acts, move)
    seen = (await story.send(get(f"/v1/sessions/{game['id']}"))).json()["seq"]
    other = {"seen": seen, "move": turn["choices"][-1]["choice"], "replaces": made["number"]}
    seat = post(path, game["tokens"]["seats"][str(turn["seat"])])
    await story.tell(operation, "proposed", "A seat proposes another move in its place", seat, other)


async def tell_of_engagements(story: Story) -> None:
    rules = "/v1/rulesets/x-wing"
    setup = (await story.send(get(rules))).json()["game"]["setups"]["lists"]
    opening = {"kind": "game", "seats": PLAYERS, "setup": setup}
    game = await story.tell("open_session_x_wing", "game", "A game", post(f"{rules}/sessions"), opening)
    focus = {"id": "wedgeantilles", "tokens": {"focus": 1}, "locks": ["howlrunner"]}
    move = {"seen": game["seq"], "seat": 1, "move": {"kind": "declare", "ships": [focus]}}
    acts = post(f"{rules}/sessions/{game['id']}/actions", game["tokens"]["host"], **keyed(31))
    await story.tell("act_x_wing", "declare", "What came of a ship's action", acts, move)
    await story.tell("act_x_wing", "again", AGAIN, acts, move)
    seen = (await story.send(get(f"/v1/sessions/{game['id']}"))).json()["seq"]
    seat = post(f"{rules}/sessions/{game['id']}/actions", game["tokens"]["seats"]["1"])
    focus = {**focus, "locks": []}
    other = {"seen": seen, "replaces": 2, "move": {"kind": "declare", "ships": [focus]}}
    await story.tell("act_x_wing", "proposed", "A seat proposes another move in its place", seat, other)


async def tell_of_lists(story: Story) -> None:
    for kind in ("sessions", "actions", "rolls", "casualties"):
        path = f"/v1/{kind}?ruleset=open-forces&kind=series"
        await story.tell(f"list_{kind}", "page", "A page with one item", get(f"{path}&limit=1"))
        for format, summary in (("ndjson", "All of them, for programs"), ("csv", "All of them, for spreadsheets")):
            await story.tell(f"list_{kind}", format, summary, get(f"{path}&format={format}"))
    path = "/v1/actions?ruleset=open-forces&kind=series&limit=1&include=text"
    await story.tell("list_actions", "texts", "With the outcome in one sentence", get(path))
    for kind in ("actions", "rolls", "casualties"):
        path = f"/v1/{kind}/summary?ruleset=open-forces&kind=series&group_by=player"
        await story.tell(f"summarize_{kind}", "players", "Of series", get(path))
        for format, summary in (("ndjson", "All of them, for programs"), ("csv", "All of them, for spreadsheets")):
            await story.tell(f"summarize_{kind}", format, summary, get(f"{path}&format={format}"))
    await story.tell("luck_of_actions", "series", "Of series", get("/v1/actions/luck?ruleset=open-forces&kind=series"))


async def tell_of_refusals(story: Story) -> None:
    path = "/v1/rulesets/open-forces/attacks"
    session = (await story.send(post("/v1/rulesets/open-forces/sessions"), {"kind": "series", "seats": PLAYERS})).json()
    first, second = session["tokens"]["seats"]["1"], session["tokens"]["seats"]["2"]
    body = {"situation": SEED, "session_id": session["id"]}
    owner = {"options": {"surplus_dice": "owner-choice"}, "situation": SEED, "policies": ASKED}
    waits = (await story.send(post(path), owner)).json()
    answers, host = path_of(waits) + "/answers", waits["tokens"]["host"]
    answer = {"seen": waits["pending"]["seen"], "choice": waits["pending"]["choices"][0]["choice"]}
    await story.refuse(post(path), b'{"situation": ')
    await story.refuse(post(answers), answer)
    await story.refuse(post(answers, f"{host[:-1]}!"), answer)
    await story.refuse(post(path, second), {**body, "seats": {"attacker": 1, "defender": 2}})
    await story.refuse(get("/v1/sessions/019f0000-0000-7000-8000-000000000000"))
    await story.refuse(get("/v1/rulesets/chess"))
    await story.refuse(post(answers, host), {**answer, "seen": answer["seen"] + 1})
    await story.refuse(post(answers, host), {**answer, "choice": {"faces": [6, 6, 6, 6]}})
    await story.refuse(post(path, first), b" " * 70_000)
    await story.refuse(post(path, **{"content-type": "text/plain"}), body)
    await story.refuse(post(path), {"situation": {**SEED, "attackers": 5}})
    await story.refuse(post(path), {"situation": {**SEED, "line_of_sight": False}})
    await story.refuse(post("/v1/claims"), {"claim": "umc_" + "A" * 43})

    async def busy(*_arguments: object, **_named: object) -> None:
        raise Busy

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Writer, "submit", busy)
        await story.refuse(post(path), {"situation": SEED})
