"""Who may do what: every operation of the OpenAPI document against every kind of caller."""

import shutil

import pytest

from app.services.keys import create_key, revoke_key
from app.web.assets import assets_root
from tests.callers import CALLERS, LISTS, SUMMARIES, TABLE, WITH_KEY
from tests.client import PHYSICAL, SEED, bearer
from tests.conftest import serving
from tests.examples.story import MATRICES
from tests.reference import whole

pytestmark = pytest.mark.anyio
RULES = "/v1/rulesets"
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]
PAGES = (
    *(
        "/try",
        "/try/{slug}",
        "/rules",
        "/rules/{slug}",
        "/play",
        "/play/{id}",
        "/sessions/{id}",
        "/history",
        "/join",
        "/organise",
    ),
    *(
        "/favicon.ico",
        "/tables",
        "/embed",
        "/embed/{id}",
        "/developers",
        "/players",
        "/make",
        "/make/{slug}",
        "/pages/setups/{slug}",
        "/pages/codes",
        "/pages/boards/{id}",
    ),
)
VISIBILITIES = ("public", "unlisted", "private")

DESCRIBING = {
    "health",
    "readiness",
    "get_service",
    "list_rulesets",
    "get_ruleset",
    "get_schemas",
    "catalogue",
    "explain_problem",
}
NOT_OF_A_SESSION = {
    *DESCRIBING,
    *("make_webhook", "list_webhooks", "delete_webhook", "list_deliveries", "redeliver"),
    *("get_caller", "test_webhook", "renew_secret"),
    *("get_webhook", "change_webhook", "get_player", "change_player"),
    *("list_inbox", "look_at_seats", "make_player", "claim_player", "forget_player"),
    "use_claim",
    *("odds", "odds_matrix"),
    "squads",
    "look_at_setup",
    "purses",
    "open_session",
    "attack",
    "attack_many",
    *LISTS,
}
OF_A_SESSION = TABLE.keys() - NOT_OF_A_SESSION
MADE_ANEW = ("give_entropy", "bring_list", "play_rematch")
"""What is asked of a session of its own each time."""


AS_NOBODY = {"get_session_picture", "get_action_picture"}
"""What is shown as to somebody without a token, whoever asks."""


def expected(name, caller, visibility, table=TABLE):
    """The status; of a private session nobody else may know but the API key that opened it."""
    if name in AS_NOBODY and visibility == "private":
        return 404
    if name in OF_A_SESSION and visibility == "private" and caller in ("nobody", "another host", "another key"):
        return 404
    return table[name][CALLERS.index(caller)]


class World:
    """A session with an open question of seat 2, and a game in which it is the turn of seat 1; made anew once changed."""

    def __init__(self, api, headers, visibility):
        self.api, self.headers, self.visibility = api, headers, visibility
        self.rulesets, self.series, self.games = {}, {}, {}

    async def setup(self, slug):
        """A setup to try; none where a ruleset has no games."""
        game = (await self.ruleset(slug)).get("game") or {"setups": {"": {}}}
        return next(iter(game["setups"].values()), {})

    async def ruleset(self, slug):
        if slug not in self.rulesets:
            self.rulesets[slug] = (await self.api.get(f"{RULES}/{slug}")).json()
        return self.rulesets[slug]

    async def post(self, path, body, headers):
        response = await self.api.post(path, body, **headers)
        assert response.status_code == 201, response.text
        return response.json()

    async def in_series(self, slug):
        if slug not in self.series:
            body = {"kind": "series", "seats": TWO, "dice": PHYSICAL, "visibility": self.visibility}
            session = await self.post(f"{RULES}/{slug}/sessions", body, self.headers["owner's key"])
            await self.post(
                f"{RULES}/{slug}/attacks", await self.attack(slug, session), bearer(session["tokens"]["host"])
            )
            self.series[slug] = session
        return self.series[slug]

    async def before_dice(self, slug):
        """A session whose seats have not contributed to the dice yet."""
        body = {"kind": "series", "seats": TWO, "entropy": "seats", "visibility": self.visibility}
        return await self.post(f"{RULES}/{slug}/sessions", body, self.headers["owner's key"])

    async def before_lists(self, _slug):
        """A game whose seats have not brought their squads yet."""
        body = {"kind": "game", "seats": TWO, "setup": {}, "bring": {"1": {}, "2": {}}, "visibility": self.visibility}
        return await self.post(f"{RULES}/x-wing/sessions", body, self.headers["owner's key"])

    async def closed(self, slug):
        """A series that is over."""
        body = {"kind": "series", "seats": TWO, "visibility": self.visibility}
        session = await self.post(f"{RULES}/{slug}/sessions", body, self.headers["owner's key"])
        await self.api.post(f"/v1/sessions/{session['id']}/close", {}, session["tokens"]["host"])
        return session

    async def in_game(self, slug):
        if slug not in self.games:
            setup = next(iter((await self.ruleset(slug))["game"]["setups"].values()))
            body = {
                "kind": "game",
                "seats": TWO,
                "setup": setup,
                "visibility": self.visibility,
                "clock": {"seconds": 9000},
            }
            session = await self.post(f"{RULES}/{slug}/sessions", body, self.headers["owner's key"])
            path, host = f"/v1/sessions/{session['id']}/questions", session["tokens"]["host"]
            asked = [item for item in (await self.api.get(path, host)).json()["items"] if item["question"] == "act"]
            own = session["tokens"]["seats"][str(asked[0]["seat"])]  # whose choices only this seat may see
            asked = [item for item in (await self.api.get(path, own)).json()["items"] if item["question"] == "act"]
            if asked[0]["seat"] == 2:  # the tokens are held so that seat 1 is the one whose turn it is
                session["tokens"]["seats"] = dict(
                    zip("12", list(session["tokens"]["seats"].values())[::-1], strict=True)
                )
            self.games[slug] = {
                **session,
                "move": {"seen": asked[0]["seen"], "move": asked[0]["choices"][0]["choice"]},
            }
        return self.games[slug]

    async def attack(self, slug, session):
        situation = (await self.ruleset(slug))["examples"][0]
        return {"situation": situation, "session_id": session["id"], "seats": {"attacker": 1, "defender": 2}}

    async def request(self, name, slug, path):
        """Whose session it is about, the path and the body; None: a GET."""
        kinds = {"give_entropy": self.before_dice, "bring_list": self.before_lists, "play_rematch": self.closed}
        kinds |= dict.fromkeys(("act", "get_state", "switch_clocks"), self.in_game)
        session = await kinds.get(name, self.in_series)(slug)
        path = path.format(id=session["id"], number=1, seat=1, slug=slug, code="stale", delivery="msg_1")
        if name == "follow_sessions":
            path += f"?session_id={session['id']}&after=x"
        if name in SUMMARIES:
            path += "?group_by=player"
        if name == "attack in a session":
            return session, path, await self.attack(slug, session)
        pending = {"seen": 0, "faces": [2, 2, 5, 5]}
        if name == "answer_question":
            action = (await self.api.get(path.removesuffix("/answers"), session["tokens"]["host"])).json()
            pending["seen"] = action["pending"]["seen"]
        bodies = {
            "odds": {"situation": (await self.ruleset(slug))["examples"][0]},
            "odds_matrix": MATRICES.get(slug),
            "attack": {"situation": (await self.ruleset(slug))["examples"][0]},
            "attack_many": {"attacks": [{"situation": (await self.ruleset(slug))["examples"][0]}]},
            "squads": {"xws": {"pilots": [{"id": "academypilot", "ship": "tielnfighter"}]}},
            "look_at_seats": {"tokens": ["ums_" + "A" * 43]},
            "look_at_setup": {"setup": await self.setup(slug), "seats": TWO},
            "purses": {"purse": {"coins": 3}},
            "open_session": {"kind": "series", "visibility": self.visibility},
            "act": session.get("move"),
            "answer_question": pending,
            "void_action": {},
            "close_session": {"abandon": True},
            "renew_seat_token": b"",
            "make_claim": {},
            "bring_list": {"list": {"xws": {"pilots": [{"id": "academypilot", "ship": "tielnfighter"}]}}},
            "give_entropy": {"waive": True},
            "make_stream_ticket": b"",
            "make_player": {"name": "Clara"},
            "claim_player": {},
            "make_webhook": {"url": "https://club.example/umpire"},
            "change_webhook": {},
            "change_player": {"name": "Dora"},
            "redeliver": b"",
            "test_webhook": b"",
            "renew_secret": b"",
            "call_judge": {},
            "switch_clocks": {"running": False},
            "play_rematch": b"",
        }
        if name == "use_claim":
            self.series.pop(slug)
            claims, host = f"/v1/sessions/{session['id']}/seats/1/claims", session["tokens"]["host"]
            bodies[name] = {"claim": (await self.api.post(claims, {}, host)).json()["claim"]}
        return session, path, bodies.get(name)

    async def ask(self, name, slug, path, caller):
        session, path, body = await self.request(name, slug, path)
        held = session["tokens"]
        own = {"host": held["host"], "seat 1": held["seats"]["1"], "seat 2": held["seats"]["2"]}
        headers = bearer(own[caller]) if caller in own else self.headers[caller]
        if body is None:
            method = "DELETE" if name in ("forget_player", "delete_webhook", "forget_seat") else "GET"
            return await self.api.http.request(method, path, headers=headers)
        if name.startswith("change_"):
            return await self.api.http.request("PATCH", path, json=body, headers=headers)
        response = await self.api.post(path, body, **headers)
        if response.status_code < 300 and name in OF_A_SESSION and name not in MADE_ANEW:
            (self.games if name in ("act", "switch_clocks") else self.series).pop(slug)
        return response


async def operations(api):
    """Every operation of the document: its name without the ruleset, its ruleset, its path."""
    document = whole()
    slugs = [item["slug"] for item in (await api.get(RULES)).json()["items"]]
    for path, methods in document["paths"].items():
        for operation in methods.values():
            id, slug = operation["operationId"], next((slug for slug in slugs if slug in operation["tags"]), None)
            name = id.removesuffix("_" + slug.replace("-", "_")) if slug else id
            yield name, slug or "open-forces", path
            if name == "attack":
                yield "attack in a session", slug, path


@pytest.fixture
async def serve(tmp_path, sqlite_template):
    """The API with the headers of those who hold no token of a session."""

    def settings(**options):
        shutil.copy(sqlite_template, tmp_path / "umpire.db")
        return serving(f"sqlite:///{tmp_path}/umpire.db", **options)

    return settings


async def strangers(api):
    database = api.app.state.context.database
    (_, owner), (_, another), (id, revoked) = (create_key(database, name) for name in ("owner", "another", "revoked"))
    revoke_key(database, id)
    other = await api.post(f"{RULES}/open-forces/sessions", {"kind": "series"}, owner)
    return {
        "nobody": {},
        "another host": bearer(other.json()["tokens"]["host"]),
        "owner's key": bearer(owner),
        "another key": bearer(another),
        "revoked key": bearer(revoked),
        "no bearer": {"Authorization": "Basic dW1waXJl"},
        "garbage": bearer("umh_garbage"),
    }


@pytest.mark.parametrize("visibility", VISIBILITIES)
async def test_every_operation_answers_every_caller_as_the_table_says(serve, visibility):
    async with serve() as api:
        world, wrong = World(api, await strangers(api), visibility), []
        known = [operation async for operation in operations(api)]
        assert {name for name, _, _ in known} == TABLE.keys()
        asked = known if visibility == "public" else [one for one in known if one[0] in OF_A_SESSION]
        for name, slug, path in asked:
            for caller in CALLERS:
                response = await world.ask(name, slug, path, caller)
                told = expected(name, caller, visibility)
                if name == "act" and slug in ("x-wing", "castle-rampage") and caller == "seat 2":
                    told = 201  # both players plan at once, or lay their cards
                if response.status_code != told:
                    wrong.append((name, slug, caller, response.status_code, told))
                if response.status_code == 401:
                    assert response.headers["www-authenticate"] == "Bearer"
        assert wrong == []


async def test_the_document_says_where_a_token_is_needed(sqlite_api):
    document = whole()
    told = {each["operationId"]: each.get("security") for of in document["paths"].values() for each in of.values()}
    assert document["security"] == [{"bearer": []}, {}]
    for name, slug, _ in [operation async for operation in operations(sqlite_api)]:
        if name in TABLE and name != "attack in a session":
            id = next(id for id in (name, f"{name}_{slug.replace('-', '_')}") if id in told)
            assert told[id] == ([{"bearer": []}] if TABLE[name][0] == 401 else None), name


async def test_where_keys_are_needed_they_open_sessions_and_lists(serve):
    async with serve(require_api_key=True) as api:
        world, wrong = World(api, await strangers(api), "unlisted"), []
        for name, slug, path in [operation async for operation in operations(api)]:
            if slug != "open-forces":
                continue
            for caller in CALLERS:
                response = await world.ask(name, slug, path, caller)
                if response.status_code != expected(name, caller, "unlisted", WITH_KEY):
                    wrong.append((name, caller, response.status_code))
        assert wrong == []


@pytest.mark.parametrize("required", [False, True])
async def test_lists_show_what_is_public_and_what_is_the_callers_own(serve, required):
    async with serve(require_api_key=required) as api:
        headers = await strangers(api)
        sessions = {}
        for visibility in VISIBILITIES:
            world = World(api, headers, visibility)
            sessions[visibility] = await world.in_series("open-forces")
        for visibility, session in sessions.items():
            held = session["tokens"]
            callers = {**headers, "host": bearer(held["host"])}
            callers |= {f"seat {seat}": bearer(token) for seat, token in held["seats"].items()}
            for caller in CALLERS:
                for path in (f"/v1/sessions?id={session['id']}", f"/v1/actions?session_id={session['id']}"):
                    response = await api.get(path, **callers[caller])
                    if response.status_code == 401:
                        continue
                    is_own = caller in ("host", "seat 1", "seat 2", "owner's key")
                    is_seen = is_own or (visibility == "public" and not required)
                    assert len(response.json()["items"]) == is_seen, (visibility, caller, path)


async def test_routes_beside_the_document_are_few_and_known(sqlite_api, document):
    shown = document["paths"]
    routes = {path for route in sqlite_api.app.routes for path in paths_of(route)}
    assert routes - shown.keys() <= {
        "/",
        "/openapi.json",
        "/docs",
        "/docs/assets",
        "/favicon.ico",
        "/developers/first-client.md",
        *PAGES,
        assets_root(),
        "/v1/rulesets/{slug}/{rest:path}",
    }


def paths_of(route):
    """The paths of a route, or of the routes of an included router."""
    if hasattr(route, "original_router"):
        return [path for inner in route.original_router.routes for path in paths_of(inner)]
    return [route.path]


async def test_a_private_session_is_as_if_it_were_not_there(serve):
    """To the byte, but for what the request itself says."""
    async with serve() as api:
        headers = await strangers(api)
        session = await World(api, headers, "private").in_series("open-forces")
        for method, tail in (
            ("GET", ""),
            ("GET", "/events"),
            ("GET", "/actions/1"),
            ("POST", "/close"),
            ("GET", "/state"),
        ):
            for caller, status in (("nobody", 404), ("another host", 404), ("another key", 404), ("garbage", 401)):
                answers = []
                for id in (session["id"], "01a1fd32-cb6d-76bc-881b-bc673741095b"):
                    response = await api.http.request(
                        method, f"/v1/sessions/{id}{tail}", headers={**headers[caller], "X-Request-ID": "the-same"}
                    )
                    answers.append((response.status_code, response.content, dict(response.headers)))
                assert answers[0] == answers[1]
                assert answers[0][0] == status
        body = {"situation": SEED, "session_id": session["id"]}
        assert (await api.post(f"{RULES}/open-forces/attacks", body)).status_code == 404
