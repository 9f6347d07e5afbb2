"""The channels: each way in which somebody may be told of a session, and how it is asked.

A route is a channel of its own; its name is the method and the template. To add one, add an entry to CHANNELS with a
function that asks as a viewer, to whom everything that comes is kept, or to SILENT with the reason.
"""

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

from app.services.log.export import Unreadable, check_export
from app.services.rulebooks.installed import find_rulebooks
from tests.leaks.asking import reads, sends, walks
from tests.leaks.games import an_army
from tests.leaks.viewers import Viewer
from tests.leaks.worlds import SESSION

KEYS_SERVER, OPERATOR = ("key",), ("host",)


@dataclass(frozen=True)
class Channel:
    """One way in which somebody may be told of a session."""

    name: str
    """The method and the template of a route, or what else it is."""
    ask: Callable[[Viewer, str], Awaitable[None]]
    """Asks as a viewer; the path is the template of the route."""
    viewers: tuple[str, ...] | None = None
    """Who alone has it; None: everybody."""

    @property
    def path(self):
        return self.name.partition(" ")[2]


async def boards(viewer, path):
    """The board after each event."""
    where = viewer.filled(path)
    await reads("", "?seat=2", "?seat=1", "?at=99999", "?wait=0")(viewer, path)
    for seq in viewer.some(range(1, viewer.world.seq + 1)):
        await viewer.get(f"{where}?at={seq}")


async def logs(viewer, path):
    """A log in pages, whole, verified without the service, as a stream from any event on, and with a ticket."""
    where = viewer.filled(path)
    ends = (
        "",
        "?texts=true&language={language}",
        "?seat=2",
        "?seat=1",
        "?limit=3&after=2",
        "?format=stream&seat=2",
        "?cursor=x",
        "?order=newest&limit=3",
    )
    await reads(*ends)(viewer, path)
    log = await viewer.get(f"{where}?format=ndjson")
    if log.status == 200:
        viewer.hears("what is verified without the service", verified(log))
    await viewer.get(f"{where}?format=stream", last_event_id=str(viewer.random.randrange(viewer.world.seq + 1)))
    made = await viewer.post(f"/v1/sessions/{SESSION}/stream-tickets", {})
    if made.status == 201:
        token, viewer.world.tokens[viewer.name] = viewer.world.tokens[viewer.name], None
        await viewer.get(f"{where}?format=stream&texts=true&ticket={made.json()['ticket']}")
        viewer.world.tokens[viewer.name] = token


def verified(log):
    """What anybody finds out from a log alone."""
    try:
        return json.dumps(check_export(find_rulebooks(), iter(log.body.splitlines(keepends=True)))).encode()
    except Unreadable as unreadable:
        return repr(unreadable).encode()


async def several(viewer, path):
    """Several sessions as one stream."""
    for end in (
        "?session_id={id}&texts=true",
        "?reference={reference}",
        "?session_id={id}&after=now",
        "?after=nowhere",
    ):
        await viewer.get(path + viewer.filled(end))
    await viewer.get(f"{path}?session_id={SESSION}", last_event_id="now", accept_language="de")


async def moves(viewer, path):
    """Moves that are tried: now and too late, for another seat, in place of another, and with answers sent along."""
    where, seen, last = viewer.filled(path), viewer.world.seq, viewer.world.last
    others = {"seen": seen, "seat": int(viewer.game.owner == "1") + 1}
    await viewer.post(where, others | {"move": viewer.move})
    await viewer.post(f"{where}?include=questions", others | {"move": viewer.move})
    if viewer.name == "host":
        return  # where it plays for the seat that knows, it has looked as that seat, and that is logged
    for body in ({"seen": seen}, {"seen": 0}, {"seen": seen, "seat": int(viewer.game.owner != "2")}):
        await viewer.post(where, body | {"move": viewer.move})
    await viewer.post(where, {"seen": seen, "move": viewer.move, "replaces": last})
    fire, units = await fire_of(viewer)
    for _ in viewer.some(range(3)):
        known = [*units, ("choose-fire-card", viewer.choice)]
        answers = [{"question": question, "choice": choice} for question, choice in known]
        await viewer.post(where, {"seen": seen, "move": fire, "answers": answers})


def but_not_the_host(*bodies):
    """The same for all others: where it answers for the seat that knows, it has looked as that seat; that is logged."""
    send = sends(*bodies)

    async def ask(viewer, path):
        if viewer.name != "host":
            await send(viewer, path)

    return ask


async def picks(viewer, path):
    """Moves at the one address for what is done in a session, by their places too.

    A place that is listed is sent too late: in time it would be a move, which may turn up what was hidden.
    """
    await moves(viewer, path)
    if viewer.name == "host":
        return
    where, seen = viewer.filled(path), viewer.world.seq
    for at, place in viewer.some(((0, 0), (0, 3), (seen, 99))):
        await viewer.post(where, {"seen": at, "seat": int(viewer.game.owner == "1") + 1, "pick": place})
        await viewer.post(where, {"seen": at, "pick": place})


async def fire_of(viewer):
    """A fire of seat 2 with its own answers, where it may fire; else any move."""
    world, fires = viewer.world, []
    if world.slug == "storm-over-stalingrad" and viewer.name == "2":
        asked = [one["choices"] for one in await world.asked(2) if one["question"] == "act"]
        fires = [one["choice"] for choices in asked for one in choices if one["choice"]["kind"] == "fire"]
    if not fires:
        return viewer.move, []
    state = (await world.get(f"/v1/sessions/{SESSION}/state")).json()["state"]
    (area,) = [one for one in state["areas"] if one["id"] == fires[0]["area"]]
    units = [one for one in area["units"] if (one["side"], one["state"]) == ("soviet", "fresh") and one["firepower"]]
    return fires[0], [("choose-firers", {"units": [units[0]["id"]]}), ("choose-fire-card", {"card": None})]


async def lists(viewer, path):
    """What a seat refuses, and lists that are tried: none that is one, and one's own of a seat that has brought it."""
    await sends(lambda _: {"refuse": True}, lambda _: {"list": {}}, lambda _: {"list": {"groups": []}})(viewer, path)


def held(viewer):
    """The own token, as a list of games sends it."""
    return {"tokens": [viewer.world.tokens[viewer.name] or "none"]}


async def deletes(viewer, path):
    """What may be taken away."""
    for where in viewer.places(path):
        await viewer.ask("DELETE", where)


async def retries(viewer, _path):
    """What was sent with an Idempotency-Key, once more: one's own as it was, and that of others as well as one can."""
    for who, path, body, key in viewer.some(viewer.world.sent):
        is_own = who == viewer.name and viewer.game.owner is not None
        if not path.endswith("/close"):  # it would be done, and is tried among the routes
            await viewer.post(path, body if is_own else guessed(viewer, body), idempotency_key=key)


def guessed(viewer, body):
    """A body with what is not known of it guessed."""
    known = {"move": viewer.move, "situation": viewer.attack, "choice": viewer.choice, "seats": [], "claim": CLAIM}
    known |= {"reference": viewer.filled("{reference}"), "reason": "wrong", "result": None, "list": ARMY}
    return {name: known.get(name, value) for name, value in body.items()}


ARMY = an_army(Random(1))
CLAIM = "umc_" + "a" * 43


async def messages(viewer, _path):
    """What the server of an API key is sent."""
    service = viewer.world.service
    await service.deliver()
    for headers, body in service.receiver.taken:
        told = {
            name: value for name, value in headers.items() if name not in ("webhook-timestamp", "webhook-signature")
        }
        viewer.hears("a message", repr(told).encode() + body)


async def deliveries(viewer, path):
    """What was sent to the server of an API key."""
    await viewer.world.service.deliver()
    await walks("", "?limit=200", "?language={language}", "?order=oldest")(viewer, viewer.filled(path))


async def redelivery(viewer, path):
    """Messages that are sent again."""
    where = viewer.filled("/v1/webhooks/{id}/deliveries")
    for item in [*(await viewer.get(where)).json()["items"][:2], {"id": "msg_none"}]:
        await viewer.post(f"{where}/{item['id']}/redeliver", {})
    await messages(viewer, path)


async def lines(viewer, _path):
    """What the service writes into its log of all requests, those of the owner too, but for times."""
    service = viewer.world.service
    service.api.app.state.requests.flush()
    for line in service.log.text.splitlines():
        told = json.loads(line) if line.startswith(b"{") else line.decode()
        viewer.hears("a line", str({**told, "at": 0, "ms": 0} if isinstance(told, dict) else told).encode())


APART = re.compile(r"#.*|umpire_request_seconds.*|.*_created.*|umpire_cache_.*")
"""Times, which are measured apart; and how caches serve, which follows from all that is computed: `/metrics` is for the
operator, who has the database too, and docs/operating.md says to keep it inside."""


async def metrics(viewer, path):
    """How the numbers of the process have changed since the game was opened; how long requests took is measured apart."""
    after = await viewer.world.service.ask("GET", path)
    viewer.world.service.asked.setdefault(f"GET {path}", set())
    before, now = (
        dict(line.rsplit(" ", 1) for line in text.decode().splitlines() if not APART.fullmatch(line))
        for text in (viewer.world.before, after.body)
    )
    changes = {name: float(value) - float(before.get(name, 0)) for name, value in now.items()}
    viewer.hears("the metrics", repr(sorted(one for one in changes.items() if one[1])).encode())


SESSIONS = "/v1/sessions/{id}"
ACTIONS = f"{SESSIONS}/actions/{{number}}"
LISTED = (
    *("", "?format=csv&language={language}", "?format=ndjson", "?format=csv&separator=semicolon", "?ruleset={slug}"),
    *("?reference={reference}", "?player={player}", "?side={side}", "?kind={session_kind}", "?label={label}"),
    *("?since={time}", "?until={time}", "?order=newest"),
)
OF_SESSION = ("?session_id={id}",)
BY_PLAYER = tuple(f"?group_by=player{end and '&'}{end.lstrip('?')}" for end in (*LISTED, *OF_SESSION))
CHANNELS = (
    Channel(f"GET {SESSIONS}", reads("", "?wait=0", "?language={language}")),
    Channel(
        f"GET {SESSIONS}/questions",
        reads("", "?include=odds", "?seat=2", "?seat=1", "?wait=0&language={language}", "?limit=1", "?cursor=x"),
    ),
    Channel(f"GET {SESSIONS}/course", reads("", "?language={language}")),
    Channel(f"GET {SESSIONS}/turning-points", reads("", "?limit=1&language={language}")),
    Channel(f"GET {SESSIONS}/luck", reads("")),
    Channel(f"GET {SESSIONS}/state", boards),
    Channel(f"GET {SESSIONS}/picture.png", reads("", "?language={language}")),
    Channel(f"GET {SESSIONS}/events", logs),
    Channel(f"GET {SESSIONS}/verification", reads("", "?from=2", "?to=1")),
    Channel(f"GET {ACTIONS}", reads("", "?include=odds", "?language={language}&wait=0", "?seat=2", "?seat=1")),
    Channel(f"GET {ACTIONS}/picture.png", reads("", "?language={language}")),
    Channel(f"GET {ACTIONS}/odds", reads("", "?at=0", "?at=2", "?at=99", "?through=true")),
    Channel(f"GET {ACTIONS}/verification", reads("")),
    Channel("GET /v1/sessions", walks(*LISTED, "?id={id}", "?status=open", "?status=closed")),
    Channel("GET /v1/actions", walks(*LISTED, *OF_SESSION, "?status=void", "?status=pending", "?include=text")),
    Channel(
        "GET /v1/actions/summary", walks(*BY_PLAYER, "?group_by=player&status=void", "?group_by=player&status=pending")
    ),
    Channel(
        "GET /v1/actions/luck",
        walks(*(end for end in LISTED if "format" not in end), *OF_SESSION, "?format=json", "?group_by=player"),
    ),
    Channel("GET /v1/rolls", walks(*LISTED, *OF_SESSION, "?role={role}", "?status=void")),
    Channel("GET /v1/rolls/summary", walks(*BY_PLAYER, "?group_by=player&role={role}", "?group_by=player&status=void")),
    Channel("GET /v1/casualties", walks(*LISTED, *OF_SESSION, "?role={role}", "?unit={unit}", "?unit={unit}&unit=cat")),
    Channel(
        "GET /v1/casualties/summary", walks(*BY_PLAYER, "?group_by=player&role={role}", "?group_by=player&unit={unit}")
    ),
    Channel("GET /v1/questions", walks("", "?language={language}", "?order=oldest")),
    Channel("POST /v1/seats", sends(held, lambda viewer: {"tokens": ["ums_" + "A" * 43]})),
    Channel("GET /v1/events", several),
    Channel("GET /sessions/{id}", reads("", "?language={language}", "?action=1", "?action=3&language={language}")),
    Channel("GET /play/{id}", reads("")),
    Channel("GET /embed/{id}", reads("")),
    Channel("GET /pages/boards/{id}", reads("", "?at=3", "?at=99", "?held={unit}")),
    Channel("retries with a used key", retries),
    Channel(f"POST {SESSIONS}/stream-tickets", sends(lambda _: {})),
    Channel(
        f"POST {ACTIONS}/answers",
        but_not_the_host(
            *(lambda viewer, seen=seen: {"seen": seen, "choice": viewer.choice} for seen in (0, 1, 3)),
            lambda _: {"seen": 1, "faces": [1]},
            lambda _: {"seen": 0, "pick": 0},
            lambda _: {"seen": 1, "pick": 9},
        ),
    ),
    Channel(f"POST {SESSIONS}/actions", picks),
    Channel(
        f"GET {SESSIONS}/actions",
        reads("", "?limit=1", "?cursor=x", "?order=oldest", "?include=text&language={language}"),
    ),
    Channel("POST /v1/rulesets/{slug}/sessions/{id}/actions", moves),
    Channel(
        "POST /v1/rulesets/{slug}/attacks",
        sends(
            lambda viewer: {"situation": viewer.attack, "session_id": SESSION},
            lambda viewer: {"situation": viewer.attack, "session_id": SESSION, "replaces": viewer.world.last},
            lambda viewer: {
                "situation": viewer.attack,
                "session_id": SESSION,
                "reference": viewer.filled("{reference}"),
            },
        ),
    ),
    Channel(
        "POST /v1/rulesets/{slug}/attacks/batch",
        sends(lambda viewer: {"attacks": [{"situation": viewer.attack, "session_id": SESSION}]}),
    ),
    Channel("POST /v1/rulesets/{slug}/odds", sends(lambda viewer: {"situation": viewer.attack})),
    Channel("POST /v1/rulesets/{slug}/sessions", sends(lambda _: {"kind": "series"})),
    Channel(f"POST {ACTIONS}/void", sends(lambda _: {"reason": "wrong"})),
    Channel(f"POST {SESSIONS}/judge", sends(lambda _: {})),
    Channel(f"POST {SESSIONS}/clock", sends(lambda _: {"running": False})),
    Channel(f"POST {SESSIONS}/seats/{{seat}}/entropy", sends(lambda _: {"commitment": "0" * 64})),
    Channel(f"POST {SESSIONS}/seats/{{seat}}/list", lists),
    Channel(f"POST {SESSIONS}/seats/{{seat}}/claims", sends(lambda _: {})),
    Channel("POST /v1/claims", sends(lambda _: {"claim": CLAIM})),
    Channel(f"POST {SESSIONS}/close", sends(lambda _: {})),
    Channel(f"POST {SESSIONS}/rematch", sends(lambda _: {})),
    Channel(f"POST {SESSIONS}/seats/{{seat}}/token", sends(lambda _: {})),
    Channel(f"DELETE {SESSIONS}/seats/{{seat}}/person", deletes),
    Channel("messages to webhooks", messages, KEYS_SERVER),
    Channel("GET /v1/webhooks", walks("", "?limit=1&language={language}", "?order=newest"), KEYS_SERVER),
    Channel("GET /v1/webhooks/{id}/deliveries", deliveries, KEYS_SERVER),
    Channel("POST /v1/webhooks/{id}/deliveries/{delivery}/redeliver", redelivery, KEYS_SERVER),
    Channel("lines of the log", lines, OPERATOR),
    Channel("GET /metrics", metrics, OPERATOR),
)
"""Every channel, in the order in which it is asked: what changes the session comes late."""

ITSELF = "is the same for everybody: made of the program, its rulebooks and its settings alone"
OWN = "tells what the caller has just sent, and knows of no session"
SILENT = {
    **dict.fromkeys(
        (
            *(
                "GET /",
                "GET /developers",
                "GET /developers/first-client.md",
                "GET /docs",
                "GET /docs/assets",
                "GET /embed",
                "GET /favicon.ico",
            ),
            *("GET /history", "GET /join", "GET /openapi.json", "GET /organise", "GET /play", "GET /players"),
            *(
                "GET /make",
                "GET /make/{slug}",
                "GET /rules",
                "GET /rules/{slug}",
                "GET /tables",
                "GET /try",
                "GET /try/{slug}",
                "GET /pages/{file}",
                "GET /problems/{code}",
            ),
            *("GET /v1", "GET /v1/rulesets", "GET /v1/rulesets/{slug}", "GET /v1/rulesets/{slug}/catalogue"),
            "GET /v1/rulesets/{slug}/schemas",
        ),
        ITSELF,
    ),
    **dict.fromkeys(
        (
            *("POST /pages/codes", "POST /v1/players", "POST /v1/players/claims", "POST /v1/webhooks"),
            *("POST /v1/rulesets/{slug}/squads", "POST /v1/rulesets/{slug}/purses", "POST /pages/setups/{slug}"),
            *("POST /v1/rulesets/{slug}/setups", "POST /v1/rulesets/{slug}/odds/matrix"),
        ),
        OWN,
    ),
    "GET /v1/me": "tells whose the own token is",
    **dict.fromkeys(
        ("POST /v1/webhooks/{id}/test", "POST /v1/webhooks/{id}/secret"), "make something for a webhook, of no session"
    ),
    "DELETE /v1/webhooks/{id}": "deletes what its key has made, and answers nothing",
    **dict.fromkeys(
        ("GET /v1/webhooks/{id}", "PATCH /v1/webhooks/{id}"), "tell what its key has sent, and of no session"
    ),
    **dict.fromkeys(("GET /v1/players/me", "PATCH /v1/players/me"), "tell a player's own name, and of no session"),
    "DELETE /v1/players/me": "answers nothing; what is left of the player is asked in the games of persons",
    "GET /healthz": "tells that the process lives",
    "GET /readyz": "tells whether the database takes what is written",
    **dict.fromkeys(
        (f"{method} /v1/rulesets/{{slug}}/{{rest:path}}" for method in ("DELETE", "GET", "PATCH", "POST", "PUT")),
        "refuses what no ruleset answers",
    ),
}
"""The routes that can tell nothing of a session, each with the reason."""
