"""Lists as spreadsheets: what somebody finds who opens them in a spreadsheet program."""

import csv
import io
import re
from pathlib import Path

import pytest

from app.services.history.formats import csv_line
from app.services.history.sheets import measures_in, sheet_of
from app.services.rulebooks.installed import find_rulebooks
from tests.api.test_luck_in_games import dogfight
from tests.client import PHYSICAL, SEED_FACES, path_of

pytestmark = pytest.mark.anyio
BOOKS = find_rulebooks()
TWO = [{"name": "Anton", "reference": "discord:1", "side": "red"}, {"name": "Beatrix"}]
DICE = {**PHYSICAL, "faces": SEED_FACES}
SEATED = {"dice": DICE, "seats": {"attacker": 1, "defender": 2}}


async def sheet(api, query, delimiter=",", **headers):
    """The rows of a list, read as a spreadsheet program reads them."""
    response = await api.get(f"/v1/{query}", **headers)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "text/csv; charset=utf-8"
    assert response.content.startswith(b"\xef\xbb\xbf")
    table = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"), newline=""), delimiter=delimiter))
    assert {len(row) for row in table} == {len(table[0])}
    assert not any(cell[:1] in ("{", "[") for row in table for cell in row)
    return [dict(zip(table[0], row, strict=True)) for row in table[1:]]


async def a_match(api, **opening):
    opened = await api.open(seats=TWO, dice=PHYSICAL, **opening)
    action = await api.attack(token=opened["tokens"]["host"], session_id=opened["id"], **SEATED)
    return opened, action.json()


async def test_a_session_has_a_row_for_each_seat(api):
    opened, _ = await a_match(api, reference="worlds-2027/r1/t1")
    void = (await api.attack(token=opened["tokens"]["host"], session_id=opened["id"], **SEATED)).json()
    await api.post(path_of(void) + "/void", {}, opened["tokens"]["host"])
    path = f"/v1/sessions/{opened['id']}/close"
    result = {"winner": 2, "scores": {"1": 8, "2": 20}, "note": "time"}
    await api.post(path, {"result": result}, opened["tokens"]["host"])
    rows = await sheet(api, "sessions?format=csv")
    assert list(rows[0]) == [
        "session_id",
        "reference",
        "ruleset",
        "kind",
        "status",
        "seat",
        "name",
        "player",
        "side",
        "score",
        "result",
        "attacks",
        "void",
        "note",
        "created_at",
        "closed_at",
    ]
    told = [[row[name] for name in ("seat", "name", "player", "side", "score", "result")] for row in rows]
    assert told == [
        ["1", "Anton", "reference:discord:1", "red", "8", "lost"],
        ["2", "Beatrix", "name:Beatrix", "", "20", "won"],
    ]
    for row in rows:
        assert (row["session_id"], row["reference"]) == (opened["id"], "worlds-2027/r1/t1")
        assert (row["attacks"], row["void"], row["note"], row["status"]) == ("1", "1", "time", "closed")


@pytest.mark.parametrize(("result", "told"), [({"winner": None}, "draw"), (None, "")])
async def test_a_session_without_a_winner(api, result, told):
    opened, _ = await a_match(api)
    path = f"/v1/sessions/{opened['id']}/close"
    await api.post(path, {"result": result}, opened["tokens"]["host"])
    assert [row["result"] for row in await sheet(api, "sessions?format=csv")] == [told, told]


async def test_a_session_without_seats_has_one_row(api):
    await api.attack()
    (row,) = await sheet(api, "sessions?format=csv")
    assert (row["kind"], row["seat"], row["name"], row["attacks"]) == ("single", "", "", "1")


async def test_actions_have_words_and_measures(api):
    opened, action = await a_match(api)
    seat = opened["tokens"]["seats"]["2"]
    own = {"dice": PHYSICAL, "seats": {"attacker": 2, "defender": 1}, "reference": "shot:2"}
    await api.attack(token=seat, session_id=opened["id"], **own)
    second, first = await sheet(api, "actions?format=csv&ruleset=open-forces", **{"Accept-Language": "de"})
    assert (first["player"], first["name"], first["attacker"], first["defender"]) == ("", "", "Anton", "Beatrix")
    assert (second["player"], second["attacker"], second["reference"]) == ("name:Beatrix", "Beatrix", "shot:2")
    german = await api.get(path_of(action), **{"Accept-Language": "de"})
    assert first["text"] == german.json()["text"]
    assert first["kills"] == str(action["outcome"]["kills"])
    assert first["destroyed"] == "0"
    assert "damage" not in first
    assert (await sheet(api, "actions?format=csv"))[0]["destroyed"] == ""
    waiting = (await api.attack(dice=PHYSICAL)).json()
    (row,) = await sheet(api, "actions?format=csv&status=pending&kind=single")
    assert (row["session_id"], row["kills"], row["resolved_at"]) == (waiting["session_id"], "", "")


async def test_rolls_have_a_row_for_each_die_and_name_the_player(api):
    await a_match(api)
    rows = await sheet(api, "rolls?format=csv&role=attacker")
    faces = [("Anton", str(face), str(place)) for place, face in enumerate(SEED_FACES[1])]
    assert [(row["name"], row["face"], row["place"]) for row in rows] == faces


async def test_casualties_name_the_player_and_spell_the_details_out(api):
    await a_match(api)
    rows = await sheet(api, "casualties?format=csv")
    assert [(row["unit"], row["name"], row["fate"]) for row in rows] == [
        ("4", "Beatrix", "killed"), ("3", "Beatrix", "killed"),
    ]  # fmt: skip
    ships = {"attacker": {"id": "red-5", "agility": 2, "hull": 4}, "defender": {"id": "b", "agility": 0, "hull": 3}}
    situation = {**ships, "weapon": {"value": 2}, "attack_range": 2}
    dice = {**PHYSICAL, "faces": [["hit", "hit"]]}
    await api.post("/v1/rulesets/x-wing/attacks", {"situation": situation, "dice": dice})
    (row,) = await sheet(api, "casualties?format=csv&ruleset=x-wing")
    assert row["detail"].startswith("hits: 2; crits: 0")


@pytest.mark.parametrize(("name", "delimiter"), [("comma", ","), ("semicolon", ";"), ("tab", "\t")])
async def test_cells_are_separated_as_asked_for(api, name, delimiter):
    await api.open(reference="a,b;c", seats=[{"name": 'Zoë "Z" Śliwa'}])
    (row,) = await sheet(api, f"sessions?format=csv&separator={name}", delimiter)
    assert (row["reference"], row["name"]) == ("a,b;c", 'Zoë "Z" Śliwa')


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", '=HYPERLINK("http://x";"y")'])
async def test_a_spreadsheet_finds_no_formula(api, text):
    await api.open(reference=text, seats=[{"name": text}])
    (row,) = await sheet(api, "sessions?format=csv")
    assert (row["reference"], row["name"], row["player"]) == ("'" + text, "'" + text, f"name:{text}")


SIGNS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")


@pytest.mark.parametrize("read_at", [",", ";", "\t", "|"])
@pytest.mark.parametrize("made_with", [",", ";", "\t"])
@pytest.mark.parametrize(
    "before", ["", "x,", "x;", "x\t", "x|", "x\n", "x\r", "x\r\n", 'x;"', 'x; "', "x; ", "x;;", "x,\t"]
)
def test_no_cell_is_a_formula_wherever_a_spreadsheet_splits_the_line(before, made_with, read_at):
    for sign in SIGNS:
        line = csv_line(["first", f"{before}{sign}cmd|' /C calc'!A0;y", "last"], made_with).decode()
        rows = csv.reader(io.StringIO(line, newline=""), delimiter=read_at)
        assert not [cell for row in rows for cell in row if cell.lstrip(" ").startswith(SIGNS)], line


def test_numbers_and_texts_without_a_formula_stay_as_they_are():
    cells = [-3, 2.5, True, None, "a-b; c", "1 + 1 = 2", "Anne-Marie", "a@b.example"]
    assert csv_line(cells, ",").decode() == "-3,2.5,true,,a-b; c,1 + 1 = 2,Anne-Marie,a@b.example\r\n"


async def test_moves_of_games_have_the_measures_of_their_attacks(api):
    path, _ = await dogfight(api)
    rows = {int(row["number"]): row for row in await sheet(api, f"actions?session_id={path[13:]}&format=csv")}
    for number in (6, 7):
        damage = (await api.get(f"{path}/actions/{number}")).json()["outcome"]["attack"]["damage"]
        assert rows[number]["damage"] == str(damage["hit"] + damage["crit"])
    assert rows[2]["damage"] == ""


async def test_texts_of_moves_name_the_players(api):
    setup = (await api.get("/v1/rulesets/open-forces")).json()["game"]["setups"]["sample"]
    body = {"kind": "game", "setup": setup, "seats": TWO, "visibility": "public"}
    session = (await api.post("/v1/rulesets/open-forces/sessions", body)).json()
    path, tokens = f"/v1/sessions/{session['id']}", session["tokens"]
    (asked, *_) = (await api.get(f"{path}/questions", tokens["host"])).json()["items"]
    move = {"seen": asked["seen"], "pick": 0}
    assert (await api.post(f"{path}/actions", move, tokens["seats"][str(asked["seat"])])).status_code == 201
    told = " ".join(row["text"] for row in await sheet(api, f"actions?session_id={session['id']}&format=csv"))
    assert "Anton" in told or "Beatrix" in told
    assert "layer 1" not in told
    assert "layer 2" not in told


@pytest.mark.parametrize("name", ["sessions", "actions", "rolls", "casualties"])
@pytest.mark.parametrize("format", ["csv", "ndjson"])
@pytest.mark.parametrize("sent", ["limit=5", "cursor=x"])
async def test_a_whole_list_has_no_pages(sqlite_api, name, format, sent):
    refused = await sqlite_api.get(f"/v1/{name}?format={format}&{sent}")
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown-parameter")
    assert refused.json()["errors"][0]["pointer"] == f"/query/{sent.partition('=')[0]}"


def test_the_guide_names_the_columns_of_each_sheet():
    guide = (Path(__file__).parents[2] / "docs" / "history.md").read_text("utf-8")
    for name in ("sessions", "actions", "rolls", "casualties"):
        (row,) = [line for line in guide.splitlines() if line.startswith(f"| {name} | `session_id`")]
        told = re.findall(r"`(\w+)`", row)
        columns = sheet_of(name, BOOKS, "en").columns
        measures = set(measures_in(BOOKS)) if name == "actions" else set()
        assert told == [column for column in columns if column not in measures], name
