"""The picture of a session and of an action, as it is shown beside a link."""

import random
import re
import struct
import threading
from contextlib import AsyncExitStack
from xml.etree import ElementTree

import anyio
import httpx
import pytest

from app.web.pictures import drawing, moment
from app.web.pictures.style import SANS, SERIF, plain_style
from tests.api.test_stalingrad_game import played
from tests.client import Client, path_of
from tests.conftest import serving
from tests.languages import LANGUAGES
from tests.web.opening import BOOKS

pytestmark = pytest.mark.anyio
HTML = {"Accept": "text/html"}
ODD = 'Константин <b>&"Длиннофамильный</b> 日本😀'
PNG = b"\x89PNG\r\n\x1a\n"


def size_of(png):
    assert png.startswith(PNG)
    return struct.unpack(">II", png[16:24])


async def opened(api, slug, setup=None, count=2, names=("Anton", "Beatrix", ODD, "Zoë"), **more):
    """A game of a setup, the first one where none is named."""
    setups = (await api.get(f"/v1/rulesets/{slug}")).json()["game"]["setups"]
    body = {"kind": "game", "setup": setups[setup or next(iter(setups))], "seats": [{"name": n} for n in names[:count]]}
    made = await api.post(f"/v1/rulesets/{slug}/sessions", {"visibility": "unlisted", **body, **more})
    assert made.status_code == 201, made.text
    return made.json()


async def shown(api, path, token=None, **headers):
    """The PNG at a path below that of a session."""
    answer = await api.get(f"{path}/picture.png", token, **headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/png"
    return answer.content


def where(session):
    return f"/v1/sessions/{session['id']}"


async def moved(api, session, count=6):
    """Some moves of a game, answered at random."""
    draw = random.Random(7)
    for _ in range(count):
        asked = (await api.get(f"{where(session)}/questions")).json()["items"]
        if not asked:
            return
        token = session["tokens"]["seats"][str(asked[0]["seat"])]
        (question, *_) = (await api.get(f"{where(session)}/questions", token)).json()["items"]
        choices = [one["choice"] for one in question["choices"]]
        path, body = question["answer"]["path"], {"seen": question["seen"]}
        kept = [one for one in choices if one.get("kind") not in ("concede", "propose-end")]
        sent = await api.post(path, body | {question["answer"]["member"]: draw.choice(kept)}, token)
        assert sent.status_code in (200, 201), sent.text


@pytest.mark.parametrize("slug", BOOKS)
async def test_every_rulebook_has_pictures_of_its_games_in_every_language(sqlite_api, slug):
    session = await opened(sqlite_api, slug)
    await moved(sqlite_api, session)
    pictures = [await shown(sqlite_api, where(session), **{"Accept-Language": each}) for each in LANGUAGES]
    assert {size_of(each) for each in pictures} == {(1200, 630)}
    assert len(set(pictures)) == len(LANGUAGES)
    answer = await sqlite_api.get(f"{where(session)}/picture.png?language=ru")
    assert (answer.headers["content-language"], answer.content) == ("ru", pictures[LANGUAGES.index("ru")])


async def test_four_players_with_long_names_in_odd_letters_have_room(sqlite_api, monkeypatch):
    made = []
    drawing_of = drawing.drawing_of
    monkeypatch.setattr(drawing, "drawing_of", lambda *of: made.append(drawing_of(*of)) or made[-1])
    session = await opened(sqlite_api, "open-forces", "sample-with-teams", 4, names=[ODD] * 4)
    assert size_of(await shown(sqlite_api, where(session))) == (1200, 630)
    texts = [text.text for text in ElementTree.fromstring(made[0]).iter("{http://www.w3.org/2000/svg}text")]
    cut = [text for text in texts if text and text.startswith('Константин <b>&"Дли') and text.endswith("…")]
    assert len(cut) == 8  # in the list of players, and above each army
    assert not set("日本😀") & set("".join(text or "" for text in texts))


async def test_a_picture_is_kept_until_something_happens(sqlite_api):
    session = await opened(sqlite_api, "open-forces")
    first = await sqlite_api.get(f"{where(session)}/picture.png")
    same = await sqlite_api.get(f"{where(session)}/picture.png", **{"If-None-Match": first.headers["etag"]})
    assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", first.headers["etag"])
    await moved(sqlite_api, session, 1)
    later = await sqlite_api.get(f"{where(session)}/picture.png", **{"If-None-Match": first.headers["etag"]})
    assert (later.status_code, later.content == first.content) == (200, False)


async def test_nobody_has_a_picture_of_a_private_session(sqlite_api):
    session = await opened(sqlite_api, "castle-rampage", visibility="private")
    unknown = session["id"][:-1] + ("0" if session["id"][-1] != "0" else "1")
    for below in ("picture.png", "actions/1/picture.png"):
        for token in (None, session["tokens"]["host"], session["tokens"]["seats"]["1"]):
            refused = [await sqlite_api.get(f"/v1/sessions/{id}/{below}", token) for id in (session["id"], unknown)]
            assert [one.status_code for one in refused] == [404, 404]
            told = [{**one.json(), "instance": None, "request_id": None} for one in refused]
            assert told[0] == told[1]
            assert refused[0].headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("slug", "setup"), [("castle-rampage", "whole-sample"), ("storm-over-stalingrad", "sample-with-cards")]
)
async def test_whoever_asks_sees_what_somebody_without_a_seat_sees(sqlite_api, slug, setup):
    session = await opened(sqlite_api, slug, setup)
    await moved(sqlite_api, session)
    tokens = [*session["tokens"]["seats"].values(), session["tokens"]["host"], "nonsense"]
    for path in (where(session), f"{where(session)}/actions/2"):
        nobody = await sqlite_api.get(f"{path}/picture.png")
        for token in tokens:
            own = await sqlite_api.get(f"{path}/picture.png", token)
            assert (own.content, own.headers["etag"]) == (nobody.content, nobody.headers["etag"])


async def test_a_closed_game_says_who_won_and_its_last_action_what_happened(sqlite_api, monkeypatch):
    told = []
    picture_of = drawing.picture_of
    monkeypatch.setattr("app.web.pictures.moment.picture_of", lambda *of: told.append(of[1]) or picture_of(*of))
    session = await opened(sqlite_api, "storm-over-stalingrad", options={"turns": 1}, dice={"source": "physical"})
    await played(sqlite_api, session, random.Random(3))
    result = (await sqlite_api.get(where(session))).json()
    assert result["status"] == "closed"
    last = sum(result["actions"].values())
    text = (await sqlite_api.get(f"{where(session)}/actions/{last}")).json()["text"]
    await shown(sqlite_api, where(session))
    await shown(sqlite_api, f"{where(session)}/actions/{last}")
    await shown(sqlite_api, f"{where(session)}/actions/1")
    winner = result["result"]["winner"]
    assert told[0].headline == f"Won by {('Anton', 'Beatrix')[winner - 1]}."
    assert told[0].then == told[1].headline == text
    assert [player.is_marked for player in told[0].players] == [winner == 1, winner == 2]
    assert (told[1].then, told[2].headline == text) == ("", False)


async def test_an_action_keeps_its_picture_while_the_game_goes_on(sqlite_api):
    session = await opened(sqlite_api, "open-forces", "sample-with-positions")
    await moved(sqlite_api, session, 3)
    before = await shown(sqlite_api, f"{where(session)}/actions/1")
    await moved(sqlite_api, session, 6)
    assert await shown(sqlite_api, f"{where(session)}/actions/1") == before
    assert await shown(sqlite_api, where(session)) != before


@pytest.mark.parametrize("number", ["0", "9", "-1", "99999999999999999999", "one"])
async def test_what_is_no_action_is_refused_as_its_document_is(sqlite_api, number):
    session = await sqlite_api.open()
    path = f"{where(session)}/actions/{number}"
    document, refused = await sqlite_api.get(path), await sqlite_api.get(f"{path}/picture.png")
    assert refused.status_code == document.status_code in (404, 422)
    assert refused.json()["code"] == document.json()["code"]


async def test_a_series_has_a_picture_before_and_after_an_attack_as_a_single_attack_has(sqlite_api):
    session = await sqlite_api.open(seats=[{"name": "A"}, {}], visibility="unlisted")
    before = await shown(sqlite_api, where(session))
    sent = {"session_id": session["id"], "seats": {"attacker": 1, "defender": 2}}
    attack = (await sqlite_api.attack(token=session["tokens"]["host"], **sent)).json()
    after = await shown(sqlite_api, where(session))
    assert before != after
    assert after == await shown(sqlite_api, path_of(attack))
    alone = (await sqlite_api.attack()).json()
    assert size_of(await shown(sqlite_api, f"/v1/sessions/{alone['session_id']}")) == (1200, 630)


@pytest.mark.parametrize("page", ["sessions", "play"])
async def test_pages_name_their_picture_with_its_whole_address(sqlite_url, page):
    async with serving(sqlite_url, public_url="https://club.example/umpire") as api:
        session = await api.open(visibility="unlisted")
        await api.attack(token=session["tokens"]["host"], session_id=session["id"])
        of_page = (await api.get(f"/{page}/{session['id']}?language=fr", **HTML)).text
        told = dict(re.findall(r'(?:property|name)="((?:og:image|twitter)[^"]*)" content="([^"]*)"', of_page))
        assert told["og:image"] == f"https://club.example/umpire{where(session)}/picture.png?language=fr"
        assert (told["og:image:width"], told["og:image:height"]) == ("1200", "630")
        assert told["og:image:alt"]
        assert told["twitter:card"] == "summary_large_image"
        of_action = (await api.get(f"/{page}/{session['id']}?action=1", **HTML)).text
        assert f"{where(session)}/actions/1/picture.png?language=en" in of_action
        private = await api.open(visibility="private")
        assert "og:image" not in (await api.get(f"/{page}/{private['id']}", private["tokens"]["host"], **HTML)).text


async def test_the_text_of_the_renderer_is_in_the_fonts_that_are_installed():
    for family in (SERIF, SANS):
        for weight in (drawing.REGULAR, drawing.BOLD):
            font = drawing.font_of(family, weight)
            written = "Größe, œuvre, Ёлка, “12” – −3 × …"
            assert font.legible(written) == written


@pytest.mark.parametrize("slug", BOOKS)
def test_the_styles_of_boards_have_no_variables_for_the_renderer(slug):
    style = plain_style(f"app.rulesets.{slug.replace('-', '_')}")
    assert re.findall(r"var\(|light-dark|color-mix", style) == []


async def test_a_renderer_that_fails_is_told_and_ends_nothing(sqlite_api, monkeypatch):
    session = await opened(sqlite_api, "open-forces")
    monkeypatch.setattr(drawing, "RENDERER", drawing.RENDERER.with_name("no-such-file.py"))
    refused = await sqlite_api.get(f"{where(session)}/picture.png")
    assert (refused.status_code, refused.json()["code"]) == (503, "busy")
    monkeypatch.undo()
    assert size_of(await shown(sqlite_api, where(session))) == (1200, 630)


async def test_many_pictures_at_once_hold_up_nobody_else_and_are_drawn_one_at_a_time(sqlite_api, monkeypatch):
    held, begun, at_once = threading.Event(), threading.Event(), []
    picture_at = moment.picture_at

    def slow(of):
        at_once.append(1)
        begun.set()
        assert held.wait(60)
        assert len(at_once) == 1
        picture = picture_at(of)
        at_once.clear()
        return picture

    monkeypatch.setattr("app.web.pictures.routes.picture_at", slow)
    sessions = [await opened(sqlite_api, "open-forces") for _ in range(4)]
    async with AsyncExitStack() as stack, anyio.create_task_group() as tasks:
        for number, session in enumerate(sessions):
            transport = httpx.ASGITransport(app=sqlite_api.app, client=(f"192.0.2.{number}", 1))
            http = await stack.enter_async_context(
                httpx.AsyncClient(transport=transport, base_url="http://umpire.test")
            )
            for _ in range(8):
                tasks.start_soon(shown, Client(http, sqlite_api.app), where(session))
        await anyio.to_thread.run_sync(begun.wait)
        for session in sessions:  # everybody else is answered meanwhile: boards, moves, attacks
            assert (await sqlite_api.get(f"/pages/boards/{session['id']}", accept="text/html")).status_code == 200
            await moved(sqlite_api, session, 1)
        attack = await sqlite_api.post(
            "/v1/rulesets/open-forces/attacks",
            {"situation": {"attacker": {"units": 3, "mode": {"atk": 1}}, "defender": {"units": 2, "mode": {"def": 1}}}},
        )
        assert attack.status_code == 201, attack.text
        held.set()
