"""History across sessions: filtered, paged without gaps, whole as NDJSON."""

import json
from fractions import Fraction

import pytest

from app.persistence.queries.filters import Filters
from app.persistence.queries.history import ACTIONS, CASUALTIES, PUBLIC, ROLLS, SESSIONS
from app.persistence.queries.list_plans import session_lookups
from app.services.rulebooks.installed import find_rulebooks
from tests.client import PHYSICAL, SEED_FACES, path_of
from tests.conftest import serving
from tests.languages import LANGUAGES

pytestmark = pytest.mark.anyio
TWO = [{"name": "Anton", "reference": "discord:1"}, {"name": "Beatrix"}]
DICE = {**PHYSICAL, "faces": SEED_FACES}


def code(response):
    return response.status_code, response.json().get("code")


async def items(api, query, token=None):
    response = await api.get(f"/v1/{query}", token)
    assert response.status_code == 200, response.text
    return response.json()["items"]


async def a_season(api):
    """Two series, one with a void attack, a private one, and an attack of its own, which comes last."""
    league = await api.open(seats=TWO, dice=PHYSICAL, reference="worlds-2027/r1/t1")
    host = league["tokens"]["host"]
    for n in range(3):
        seats = {"attacker": 1 + n % 2, "defender": 2 - n % 2}
        await api.attack(token=host, session_id=league["id"], seats=seats, dice=DICE, reference=f"shot:{n}")
    await api.post(path_of({"session_id": league["id"], "number": 3}) + "/void", {}, host)
    other = await api.open(reference="home")
    await api.attack(token=other["tokens"]["host"], session_id=other["id"])
    hidden = await api.open(visibility="private", reference="worlds-2027/secret")
    await api.attack(token=hidden["tokens"]["host"], session_id=hidden["id"])
    alone = (await api.attack(dice=DICE)).json()
    return league, other, hidden, alone["session_id"]


async def test_lists_hold_what_is_public_and_what_is_ones_own(api):
    league, other, hidden, alone = await a_season(api)
    assert [item["id"] for item in await items(api, "sessions")] == [alone, other["id"], league["id"]]
    own = await items(api, "sessions", hidden["tokens"]["host"])
    assert [item["id"] for item in own] == [alone, hidden["id"], other["id"], league["id"]]
    for token, count in ((None, 4), (hidden["tokens"]["host"], 5), (league["tokens"]["seats"]["2"], 4)):
        assert len(await items(api, "actions", token)) == count
        assert len(await items(api, "rolls", token)) == 2 * count
    assert code(await api.get("/v1/sessions", "umk_wrong")) == (401, "token-invalid")


@pytest.mark.parametrize(("few", "actions"), [(0, 0), (500, 0), (500, 10_000)], ids=["many", "long", "few"])
async def test_every_parameter_narrows(api, few, actions, monkeypatch):
    monkeypatch.setattr("app.persistence.queries.list_plans.FEW", few)
    monkeypatch.setattr("app.persistence.queries.list_plans.FEW_ACTIONS", actions)
    league, other, *_ = await a_season(api)

    async def count(query):
        return len(await items(api, query))

    assert await count("sessions?reference=worlds-2027/*") == 1
    assert await count("sessions?reference=worlds-2027/r1/t1&reference=home") == 2
    assert await count("sessions?reference=worlds") == 0
    assert await count("sessions?reference=Worlds-2027/*") == 0
    assert await count("sessions?reference=*") == 2
    assert await count("sessions?side=north") == 0
    assert await count("sessions?kind=game") == 0
    assert await count("sessions?label=recorded") == 0
    assert await count("sessions?kind=single") == 1
    assert await count("sessions?kind=series&kind=single") == 3
    assert await count("sessions?label=physical") == 2
    assert await count("sessions?status=closed") == 0
    assert await count(f"sessions?id={other['id']}") == 1
    assert await count("sessions?player=discord:1") == 1
    assert await count("sessions?player=Anton") == 0
    assert await count("sessions?player=Beatrix") == 1
    assert await count("sessions?since=2026-01-01&until=2026-01-02") == 0
    assert await count("sessions?since=2026-01-01T00:00:00Z") == 3
    assert await count("sessions?ruleset=castle-rampage") == 0
    assert await count(f"actions?session_id={league['id']}") == 2
    assert await count("actions?status=void") == 1
    assert await count("actions?reference=shot:*") == 2
    assert await count("actions?reference=worlds-2027/r1/t1&reference=shot:0") == 2
    assert await count("actions?kind=single") == 1
    assert await count("rolls?role=attacker") == 4
    assert await count("rolls?player=discord:1") == 2
    assert await count("rolls?player=discord:1&role=defender") == 1
    assert await count("rolls?status=void") == 2
    assert await count("rolls?label=physical&kind=single") == 2
    losses = await items(api, "casualties?player=Beatrix")
    assert [(row["unit"], row["seat"]) for row in losses] == [("4", 2), ("3", 2)]
    assert await count("casualties?unit=4&kind=single") == 1


async def test_what_is_no_parameter_is_refused_by_name(api):
    for query, filters in (
        ("sessions?unit=4", "unknown-parameter"),
        ("rolls?fate=killed", "unknown-parameter"),
        ("sessions?limit=201", "invalid-request"),
        ("sessions?kind=tournament", "invalid-request"),
        ("actions?since=yesterday", "invalid-request"),
        ("rolls?cursor=abc", "invalid-cursor"),
        ("rolls?cursor=WzFd", "invalid-cursor"),
        ("rolls?cursor=%C3%A9", "invalid-cursor"),
        ("sessions?order=random", "invalid-request"),
        ("actions/luck?separator=tab", "unknown-parameter"),
    ):
        assert code(await api.get(f"/v1/{query}")) == (422, filters), query
    cursor = (await paged(api, "sessions"))[1]
    assert cursor is None


async def error_of(api, query, **headers):
    response = await api.get(f"/v1/{query}", **headers)
    assert response.status_code == 422, response.text
    (error,) = response.json()["errors"]
    return error["pointer"], error["code"], error["detail"]


async def test_a_refused_filter_tells_what_would_do(api):
    pointer, code, detail = await error_of(api, "casualties?fate=killed")
    assert (pointer, code) == ("/query/fate", "unknown-parameter")
    assert all(f"`{name}`" in detail for name in ("player", "role", "separator", "unit", "until"))
    pointer, code, detail = await error_of(api, "actions?ruleset=open-forces&ruleset=foo")
    assert (pointer, code) == ("/query/ruleset", "unknown-ruleset")
    assert detail.startswith("There is no such rulebook. Known here: ")
    assert "x-wing" in detail
    assert (await error_of(api, "actions/luck?ruleset=foo"))[1] == "unknown-ruleset"
    for query, example in (
        ("sessions?id=foo", "0192f3a4-5b6c-7d8e-9fa0-b1c2d3e4f506"),
        ("rolls?session_id=foo", "0192f3a4-5b6c-7d8e-9fa0-b1c2d3e4f506"),
        ("actions?since=yesterday", "2026-11-21T14:00:00Z"),
        ("actions?until=2026-11-21T14:00:00%2B01:00", "2026-11-21T14:00:00Z"),
    ):
        _, code, detail = await error_of(api, query)
        assert code == "wrong-form"
        assert example in detail
    assert (await error_of(api, "rolls?since=2026-02-30"))[1:] == ("wrong-form", "The calendar has no such day.")


async def paged(api, query, limit=1):
    """All items page by page."""
    found, cursor, pages = [], None, 0
    while True:
        joint = "&" if "?" in query else "?"
        page = (await api.get(f"/v1/{query}{joint}limit={limit}" + (f"&cursor={cursor}" if cursor else ""))).json()
        found += page["items"]
        cursor, pages = page["next"], pages + 1
        if cursor is None:
            return found, cursor


async def test_pages_never_repeat_or_skip_a_row_while_rows_are_added(api):
    session = await api.open()
    token = session["tokens"]["host"]
    for _ in range(9):
        await api.attack(token=token, session_id=session["id"])
    for name in ("actions", "rolls", "casualties"):
        whole = await items(api, f"{name}?limit=200")
        found, cursor = [], None
        while True:
            page = (await api.get(f"/v1/{name}?limit=4" + (f"&cursor={cursor}" if cursor else ""))).json()
            found += page["items"]
            cursor = page["next"]
            if cursor is None:
                break
            await api.attack(token=token, session_id=session["id"])
        assert found == whole


async def test_a_list_is_had_whole(api):
    await a_season(api)
    lines = (await api.get("/v1/rolls?format=ndjson")).text.splitlines()
    assert json.loads(lines[-1]) == {"end": True, "items": 8}
    assert [json.loads(line) for line in lines[:-1]] == await items(api, "rolls")
    packed = await api.get("/v1/rolls?format=ndjson", **{"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text.splitlines() == lines


async def test_where_keys_are_needed_each_sees_its_own(database_url, monkeypatch, capsys):
    from app.cli import main

    monkeypatch.setenv("UMPIRE_DATABASE_URL", database_url)
    keys = []
    for name in ("one", "two"):
        main(["keys", "create", name])
        keys.append(capsys.readouterr().out.split("\n")[1])
    async with serving(database_url, require_api_key=True) as api:
        path = "/v1/rulesets/open-forces/sessions"
        made = [(await api.post(path, {"kind": "series"}, key)).json()["id"] for key in keys]
        for key, id in zip(keys, made, strict=True):
            assert [item["id"] for item in await items(api, "sessions", key)] == [id]
        assert code(await api.get("/v1/sessions")) == (401, "token-missing")


MANY = Filters()
WALKED = {
    "sessions": (SESSIONS, MANY, "ix_sessions_public "),
    "open sessions": (SESSIONS, Filters(status=("open",)), "ix_sessions_public_status"),
    "sessions of a ruleset": (SESSIONS, Filters(ruleset=("x-wing",)), "ix_sessions_public_ruleset"),
    "physical sessions": (SESSIONS, Filters(label=("physical",)), "ix_sessions_public_physical"),
    "actions": (ACTIONS, MANY, "ix_actions_listed "),
    "rolls": (ROLLS, MANY, "ix_rolls_listed "),
    "casualties": (CASUALTIES, MANY, "ix_casualties_listed "),
    "pending actions": (ACTIONS, Filters(status=("pending",)), "ix_actions_listed_unresolved"),
    "void rolls": (ROLLS, Filters(status=("void",)), "ix_rolls_listed_void"),
    "physical actions": (ACTIONS, Filters(label=("physical",)), "ix_actions_listed_physical"),
    "physical rolls": (ROLLS, Filters(label=("physical",)), "ix_rolls_listed_physical"),
    "casualties of attackers": (CASUALTIES, Filters(role=("attacker",)), "ix_casualties_listed_attacker"),
    "casualties of a unit": (CASUALTIES, Filters(unit=("4",)), "ix_casualties_listed_unit"),
}


@pytest.mark.parametrize(("listing", "filters", "index"), WALKED.values(), ids=WALKED)
async def test_lists_are_walked_along_an_index(sqlite_api, listing, filters, index):
    after = ["2026", *["x"] * (len(listing.key) - 1)]
    plan = plan_of(sqlite_api, listing.query(filters, listing.public, after, 50))
    assert index in plan, plan
    assert "TEMP B-TREE" not in plan, plan


WAYS = {
    "series": (SESSIONS, Filters(kind=("series",)), ["ix_sessions_lasting"]),
    "games": (ROLLS, Filters(kind=("game",)), ["ix_sessions_games"]),
    "a ruleset": (ROLLS, Filters(ruleset=("x-wing",)), ["ix_sessions_public_ruleset"]),
    "casualties of physical dice": (CASUALTIES, Filters(label=("physical",)), ["ix_sessions_public_physical"]),
    "a reference": (ROLLS, Filters(reference=("cup-1",)), ["ix_sessions_reference"]),
    "references": (ACTIONS, Filters(reference=("cup*",)), ["ix_sessions_reference", "ix_actions_reference"]),
    "a side": (CASUALTIES, Filters(side=("red",)), ["ix_seats_side", "ix_casualties_side"]),
}


@pytest.mark.parametrize(("listing", "filters", "indexes"), WAYS.values(), ids=WAYS)
async def test_few_sessions_are_found_by_an_index(sqlite_api, listing, filters, indexes):
    ((*ways,),) = session_lookups(filters, listing.table, PUBLIC)
    for way, index in zip(ways, indexes, strict=True):
        plan = plan_of(sqlite_api, way.limit(500))
        assert index in plan, plan


@pytest.mark.parametrize("listing", [SESSIONS, ACTIONS, ROLLS, CASUALTIES], ids=lambda listing: listing.table.name)
async def test_players_are_found_by_an_index(sqlite_api, listing):
    plan = plan_of(sqlite_api, listing.query(Filters(player=("Anton",)), listing.public, None, 50))
    assert "ix_seats_reference" in plan, plan
    assert "ix_seats_name" in plan, plan


def plan_of(api, query):
    """How SQLite goes about it; on PostgreSQL that depends on how much there is, and the benchmarks tell."""
    import sqlalchemy as sa

    database = api.app.state.context.database
    text = query.compile(database.reader, compile_kwargs={"literal_binds": True})
    with database.reader.connect() as connection:
        return "\n".join(row[3] for row in connection.execute(sa.text(f"EXPLAIN QUERY PLAN {text}")))


async def test_an_outcome_tells_where_it_lay(api):
    action = (await api.attack(dice=DICE)).json()
    odds = (await api.get(path_of(action) + "?include=odds")).json()["odds"]
    kills = odds["measures"]["kills"]
    assert (kills["value"], kills["probability"]) == (2, "179651/419904")
    assert kills["expected"]["exact"] == "446975/279936"
    assert kills["at_least"] == str(Fraction(179651, 419904) + Fraction(15007, 139968) + Fraction(1469, 279936))
    assert (await api.get(path_of(action))).json().get("odds") is None
    waiting = (await api.attack(dice=PHYSICAL)).json()
    assert (await api.get(path_of(waiting) + "?include=odds")).json()["odds"] is None
    assert code(await api.get(path_of(action) + "?include=luck")) == (422, "invalid-request")


async def test_luck_is_summed_with_service_and_physical_dice_apart(api):
    await a_season(api)
    luck = (await api.get("/v1/actions/luck")).json()
    told = {row["dice"]: row for row in luck["items"] if row["measure"] == "kills"}
    assert (told["physical"]["attacks"], told["physical"]["actual"]) == (3, 6)
    assert told["physical"]["expected"]["exact"] == str(3 * Fraction(446975, 279936))
    assert told["physical"]["deviation"] == pytest.approx(0.731 * (3 / 2) ** 0.5, abs=0.001)
    assert told["service"]["attacks"] == 1
    faces = next(row for row in luck["dice"] if row["source"] == "physical")
    assert faces["faces"] == {"1": 6, "2": 9, "3": 0, "4": 3, "5": 6, "6": 3}
    assert (faces["chi_square"], faces["degrees_of_freedom"], faces["p"]) == (11, 5, None)
    cursor, attacks = None, 0
    while True:
        page = (await api.get("/v1/actions/luck?limit=1" + (f"&cursor={cursor}" if cursor else ""))).json()
        attacks += sum(row["attacks"] for row in page["items"] if row["measure"] == "kills")
        cursor = page["next"]
        if cursor is None:
            break
    assert attacks == 4


def test_the_chance_of_a_chi_square_is_the_known_one():
    from app.services.history.chi_square import upper_gamma

    for freedom, statistic, chance in ((1, 3.841459, 0.05), (5, 11.0705, 0.05), (7, 18.475307, 0.01), (2, 0, 1)):
        assert upper_gamma(freedom / 2, statistic / 2) == pytest.approx(chance, abs=1e-6)


async def moved(api, session, count):
    """Some moves of a game, each the first choice that somebody has."""
    for _ in range(count):
        for seat, token in session["tokens"]["seats"].items():
            asked = (await api.get(f"/v1/sessions/{session['id']}/questions", token)).json()["items"]
            question = next((one for one in asked if one["seat"] == int(seat) and one.get("choices")), None)
            if question is not None:
                answer = {"seen": question["seen"], question["answer"]["member"]: question["choices"][0]["choice"]}
                sent = await api.post(question["answer"]["path"], answer, token)
                assert sent.status_code in (200, 201), sent.text
                break


@pytest.mark.parametrize("language", LANGUAGES)
async def test_actions_have_their_text_on_request_as_everybody_may_see_it(sqlite_api, language):
    headers, alone = {"Accept-Language": language}, set()
    books = {slug: book for slug, book in find_rulebooks().items() if book.ruleset.board}
    for slug, book in books.items():
        body = {"visibility": "public", "seats": TWO, "host": True}
        setup = next(iter(book.ruleset.board.setups))
        setups = (await sqlite_api.get(f"/v1/rulesets/{slug}")).json()["game"]["setups"]
        opened = await sqlite_api.post(
            f"/v1/rulesets/{slug}/sessions", {**body, "kind": "game", "setup": setups[setup]}
        )
        assert opened.status_code == 201, opened.text
        await moved(sqlite_api, opened.json(), 8)
        example = (await sqlite_api.get(f"/v1/rulesets/{slug}")).json()["examples"][0]
        attacked = await sqlite_api.post(f"/v1/rulesets/{slug}/attacks", {"situation": example})
        alone.add(attacked.json()["session_id"])
    page = (await sqlite_api.get("/v1/actions?include=text&limit=200", **headers)).json()["items"]
    assert {item["ruleset"] for item in page} == set(books)
    assert alone < {item["session_id"] for item in page}
    for item in page:
        action = (await sqlite_api.get(path_of(item), **headers)).json()
        assert item["text"] == action["text"]
    lines = (await sqlite_api.get("/v1/actions?include=text&format=ndjson", **headers)).text.splitlines()
    assert [json.loads(line)["text"] for line in lines[:-1]] == [item["text"] for item in page]
    of_one = (await sqlite_api.get(f"/v1/sessions/{page[-1]['session_id']}/actions?include=text", **headers)).json()
    assert {item["number"]: item["text"] for item in of_one["items"]} == {
        item["number"]: item["text"] for item in page if item["session_id"] == page[-1]["session_id"]
    }
    assert "text" not in (await sqlite_api.get("/v1/actions", **headers)).json()["items"][0]


@pytest.mark.parametrize("query", ["/summary?group_by=player&include=text", "?include=odds", "?include="])
async def test_what_a_list_of_actions_cannot_include_is_refused(sqlite_api, query):
    refused = await sqlite_api.get(f"/v1/actions{query}")
    assert refused.status_code == 422
    assert "include" in refused.text


@pytest.mark.parametrize("name", ["actions", "rolls", "casualties"])
async def test_lists_name_the_summary_to_which_a_parameter_belongs(sqlite_api, name):
    refused = await sqlite_api.get(f"/v1/{name}?group_by=player")
    assert code(refused) == (422, "unknown-parameter")
    assert f"/v1/{name}/summary" in refused.json()["detail"]
    for query in ("", "?group_by=unit"):
        assert code(await sqlite_api.get(f"/v1/{name}/summary{query}")) == (422, "invalid-request")
