"""Boards as the service draws them: whole, escaped, to scale, and the same for everybody who may see them."""

import re
from math import hypot
from types import SimpleNamespace

import pytest

from app.drawing.cells import HEIGHT, WIDTH, cells_of
from app.drawing.layout import places_of
from app.rulesets.storm_over_stalingrad.pages.board import labels_of, places_on_map
from app.services.rulebooks.installed import find_rulebooks
from app.web.boards import drawn
from app.web.pages import templates, words
from tests.languages import LANGUAGES

pytestmark = pytest.mark.anyio
SETUPS = [
    ("open-forces", "sample"),
    ("open-forces", "sample-with-positions"),
    ("open-forces", "sample-to-place"),
    ("open-forces", "sample-with-teams"),
    ("storm-over-stalingrad", "sample"),
    ("x-wing", "lists"),
    ("x-wing", "ships"),
]
LINE = tuple((chr(n), chr(n + 1)) for n in range(65, 70))


async def opened(api, slug, setup, change=lambda setup: None, **more):
    setups = (await api.get(f"/v1/rulesets/{slug}")).json()["game"]["setups"]
    change(setups[setup])
    more = {"seats": [{"name": name} for name in "ABCD"[: len(setups[setup].get("armies", "AB"))]], **more}
    answer = await api.post(f"/v1/rulesets/{slug}/sessions", {"kind": "game", "setup": setups[setup], **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


@pytest.mark.parametrize(("slug", "setup"), SETUPS)
async def test_each_sample_has_a_board_in_every_language(sqlite_api, slug, setup):
    session = await opened(sqlite_api, slug, setup)
    boards = []
    for language in LANGUAGES:
        board = await sqlite_api.get(f"/pages/boards/{session['id']}", **{"Accept-Language": language})
        assert (board.status_code, board.headers["content-language"]) == (200, language)
        assert not re.search(r"{{|[> ](board|phase|token|of|ss|xw)\.\w", board.text)
        boards.append(board.text)
    assert len(set(boards)) == len(LANGUAGES)


async def test_pieces_carry_the_ids_that_choices_name(sqlite_api):
    session = await opened(sqlite_api, "open-forces", "sample-with-positions")
    board = (await sqlite_api.get(f"/pages/boards/{session['id']}")).text
    question = (await sqlite_api.get(f"/v1/sessions/{session['id']}/questions")).json()["items"][0]
    groups = [choice["choice"]["group"] for choice in question["choices"] if choice["choice"]["kind"] == "command"]
    assert groups
    for group in groups:
        assert f'data-item="{group}"' in board


async def test_a_group_shows_the_name_and_all_values_of_its_mode(sqlite_api):
    def change(setup):
        infantry, mortar, _ = setup["cards"]
        infantry["modes"][0] |= {"name": "Окоп <b>", "def": -1}
        mortar["modes"][0] |= {"name": None}

    session = await opened(sqlite_api, "open-forces", "sample", change)
    board = (await sqlite_api.get(f"/pages/boards/{session['id']}")).text
    rows = dict(re.findall(r'<li class="group-row[^>]*data-item="([^"]*)">(.*?)</li>', board, re.DOTALL))
    shown = {id: re.search('class="values">(.*)</span>', row)[1] for id, row in rows.items()}
    words = {id: " ".join(re.sub("<[^>]*>", " ", values).split()) for id, values in shown.items()}
    assert words["a-infantry-1"] == "Окоп &lt;b&gt; SPD 6 DEF −1 ATK 1 RNG 30"
    assert words["a-mortar"] == "SPD 0 DEF 1 ATK 2 / 1 SPL 4 RNG 80"
    assert "mode 1 (<bdi>Окоп &lt;b&gt;</bdi>), 5 units" in rows["a-infantry-1"]
    assert "mode 1, 2 units" in rows["a-mortar"]


async def test_what_players_write_is_text_on_the_board(sqlite_api):
    naughty = "<script>alert(1)</script>"

    def change(setup):
        setup["areas"][1]["name"] = naughty

    seats = [{"name": naughty}, {"name": "Beatrix"}]
    session = await opened(sqlite_api, "storm-over-stalingrad", "sample", change, seats=seats)
    board = (await sqlite_api.get(f"/pages/boards/{session['id']}")).text
    assert "<script>" not in board
    assert "&lt;script&gt;" in board


async def test_counters_show_their_movement_and_arrivals_all_their_areas(sqlite_api):
    def change(setup):
        setup["areas"][0]["units"][0]["movement"] = 3
        setup["arrivals"][0]["or_areas"] = ["mill"]

    session = await opened(sqlite_api, "storm-over-stalingrad", "sample", change)
    board = (await sqlite_api.get(f"/pages/boards/{session['id']}")).text
    assert board.count(">4–8–3</text>") == 1
    assert "firepower 4, defense 8, movement 3" in board
    assert "Turn 2: Rifles 5 arrives in River bank / Old mill." in board


async def test_the_table_of_areas_tells_in_words_what_the_map_shows_by_marks(sqlite_api):
    def change(setup):
        area = setup["areas"][1]
        area.update(ferry=True, fire_markers=["soviet", "german"], name="Mill")
        setup["objectives"] = {"side": "soviet", "areas": [area["id"]], "needed": 1}

    session = await opened(sqlite_api, "storm-over-stalingrad", "sample", change)
    for language, told in (
        ("en", "objective, ferry, Soviet fire marker, German fire marker"),
        ("de", "Siegziel, Fährgebiet, sowjetischer Feuermarker, deutscher Feuermarker"),
    ):
        board = await sqlite_api.get(f"/pages/boards/{session['id']}", **{"Accept-Language": language})
        head = re.search(r'<th scope="row">(.*?Mill.*?)</th>', board.text)[1]
        assert re.sub(r"<[^>]*>", "", head) == f"★ Mill ({told})"
        assert board.text.count(told) == 1


async def test_counters_of_units_with_long_names_are_told_apart_and_say_that_they_are_cut(sqlite_api):
    names = ("Soviet 1", "Soviet 12", "Militia Rifles 1", "Militia Tanks 1", "Guarded", "Grenadiers", "Гвардейцы 3")

    def change(setup):
        units = [unit for area in setup["areas"] for unit in area["units"]]
        for unit, name in zip(units, names, strict=False):
            unit["name"] = name

    session = await opened(sqlite_api, "storm-over-stalingrad", "sample", change)
    board = (await sqlite_api.get(f"/pages/boards/{session['id']}")).text
    told = re.findall(r'<title>([^<]*)</title>.*?class="piece-name"[^>]*>([^<]*)<', board, re.DOTALL)
    shown = dict(told)
    assert [shown[name] for name in names] == ["Sovi. 1", "Sov. 12", "Mili. 1", "MT 1", "Guarded", "Grenad.", "Гвар. 3"]
    assert len(set(shown.values())) == len(told)


def test_names_are_told_apart_as_long_as_letters_allow():
    labels = labels_of(
        [f"Guards {n}" for n in range(1, 12)] + ["Guarding 1", "Guardian 1", "Guardian 2", "Guardhouse 1"]
    )
    assert all(label.startswith("G") for label in labels.values())
    assert [label.split()[-1] for label in labels.values()] == [name.split()[-1] for name in labels]
    assert len(set(labels.values())) == len(labels)
    assert max(map(len, labels.values())) <= 7
    assert labels_of(["Division 1942000"]) == {"Division 1942000": "Divisi."}


async def test_before_the_first_turn_a_board_counts_none(sqlite_api):
    session = await opened(sqlite_api, "storm-over-stalingrad", "sample")
    path = f"/pages/boards/{session['id']}"
    begun = (await sqlite_api.get(path)).text
    assert "<b>Turn 1</b>" in begun
    board = (await sqlite_api.get(f"/v1/sessions/{session['id']}/state")).json()["state"]
    html = rendered("storm-over-stalingrad", {**board, "turn": 0})
    assert "Turn 0" not in html
    assert "<b>Before the first turn</b>" in html


def riders_only(setup):
    (rider,) = [card for card in setup["whole"]["cards"] if card["card"] == "sample-rider"]
    setup["whole"]["cards"] = [{**rider, "copies": 60}]


def barrage_only(setup):
    setup["cards"] = [card for card in setup["cards"] if card["id"] == "barrage"]


@pytest.mark.parametrize(
    ("slug", "setup", "change", "name", "told"),
    [
        ("storm-over-stalingrad", "sample-with-cards", barrage_only, "Barrage", "as an action of its own, fires with 6"),
        ("castle-rampage", "whole-sample", riders_only, "Rider",
         "defends the gate with 2, the castle with 2, unit (red), attack 4, costs 1 card"),
    ],
)  # fmt: skip
async def test_a_card_in_hand_tells_what_it_is_and_does(sqlite_api, slug, setup, change, name, told):
    session = await opened(sqlite_api, slug, setup, change)
    path = f"/pages/boards/{session['id']}"
    own = (await sqlite_api.get(path, token=session["tokens"]["seats"]["1"])).text
    cards = re.findall(r'<details class="card-more"><summary><bdi>([^<]+)</bdi></summary><span>([^<]+)<', own)
    assert set(cards) == {(name, told)}
    assert "card-more" not in (await sqlite_api.get(path)).text  # nobody else sees a card
    asked = (await sqlite_api.get(f"/v1/sessions/{session['id']}/questions", session["tokens"]["seats"]["1"])).json()
    mine = next(each for each in asked["items"] if each["seat"] == 1)
    about = [each for each in mine["choices"] if each["leads_to"]]
    assert about
    for each in about:
        assert f"{name}" in each["text"]
        assert each["leads_to"]["traits"][0]["trait"] in ("fires", "defends")
        assert each["text"].split(name)[1].strip(" :()") != ""


async def test_range_and_sight_are_told_while_a_group_is_held(sqlite_api):
    session = await opened(sqlite_api, "open-forces", "sample-with-positions")
    plain = (await sqlite_api.get(f"/pages/boards/{session['id']}")).text
    held = (await sqlite_api.get(f"/pages/boards/{session['id']}?held=a-mortar")).text
    assert "reach-attack" not in plain
    # the mortar reaches 80 cm and has a base of 1 cm; the picture is 1,000 wide for 62 cm
    per = float(re.search(r'data-per="([\d.]+)"', held)[1])
    radius = float(re.search(r'<g class="reach-attack"><circle [^>]*r="([\d.]+)"', held)[1])
    assert radius == pytest.approx(8100 * per, rel=0.01)
    assert held.count('class="aim open"') + held.count('class="aim shut"') == 4
    assert "48\u00a0cm away, 2 of 2 in sight" in held  # 50 cm less two bases of 1 cm


async def test_each_unit_is_a_figure_on_its_base_and_each_group_has_its_die(sqlite_api):
    session = await opened(sqlite_api, "open-forces", "sample-with-positions")
    board = (await sqlite_api.get(f"/pages/boards/{session['id']}")).text
    field = board[: board.index('class="legend"')]
    (drawings,) = set(re.findall(r'href="([^"#]+)#', board))
    assert [field.count(f"{drawings}#f-{name}") for name in ("rifle", "mortar", "tank")] == [18, 4, 2]
    assert field.count('<circle class="unit"') == 24
    assert field.count(f"{drawings}#mode-1") == 8
    drawn_with = await sqlite_api.get(drawings)
    assert "immutable" in drawn_with.headers["cache-control"]
    assert len(drawn_with.content) < 40_000
    for name in set(re.findall(r"#([a-z]+-\w+)\"", field)) - {"of-grass"}:
        assert f'id="{name}"' in drawn_with.text or f'id="{name}"' in field


async def test_the_board_is_that_of_an_event_and_of_nobody_else(sqlite_api):
    session = await opened(sqlite_api, "x-wing", "ships", visibility="private")
    host = session["tokens"]["host"]
    path = f"/pages/boards/{session['id']}"
    assert (await sqlite_api.get(path)).status_code == 404
    assert (await sqlite_api.get(path, token=host)).status_code == 200
    early = await sqlite_api.get(f"{path}?at=1", token=host)
    assert early.status_code == 404
    assert (await sqlite_api.get(f"{path}?at=999", token=host)).status_code == 404


def test_a_siege_shows_faces_only_where_they_are_known():
    card = {"card": "ogre", "gate_defense": 6, "castle_defense": 4, "purple": False}
    stack = [{"card": card, "known": True}, {"card": {"unknown": True}, "known": False}, {"card": None, "known": False}]
    player = {"gate": stack, "castle": [], "hand": 3, "in_play": []}
    board = {
        "turn": 2,
        "phase": "turns",
        "gate": 4,
        "castle": 4,
        "acting": 1,
        "discarded": ["", "knight"],
        "players": [player, player],
    }
    html = rendered("castle-rampage", board)
    assert html.count("ogre") == 2
    assert html.count("face down") == 4
    assert "3 cards in hand" in html
    assert "knight" in html


def test_a_whole_game_shows_a_hand_to_its_player_only_and_the_size_of_the_draw_pile():
    unknown, stacks = {"unknown": True}, {"gate": [], "castle": [], "in_play": []}
    own = {**stacks, "hand": 3, "held": ["wall", "sword"], "aside": ["ogre"]}
    other = {**stacks, "hand": 2, "held": [unknown, unknown], "aside": []}
    board = {"turn": 1, "phase": "turns", "acting": 1, "discarded": [], "players": [own, other]}
    board |= {"gate": 4, "castle": 4, "whole": {}, "deck": [unknown] * 71}
    html = rendered("castle-rampage", {**board, "deals": 2})
    assert [name for name in ("wall", "sword", "ogre") if html.count(f"<bdi>{name}</bdi>") != 1] == []
    assert "unknown" not in html
    assert "Draw pile: 71" in html
    before = rendered("castle-rampage", {**board, "deals": 0})
    assert "Draw pile" not in before
    assert "in hand" not in before.replace("In hand", "")


def test_a_board_that_nobody_draws_is_a_list():
    html = rendered("chess", {"squares": [{"piece": "<rook>"}], "turn": None})
    assert "&lt;rook&gt;" in html
    assert "squares" in html


def rendered(slug, board):
    book = find_rulebooks().get(slug) or SimpleNamespace(package=slug)
    template, values = drawn(book, board, {}, None)
    return templates().get_template(template).render(**words("en"), players={1: "A", 2: "B"}, **values)


def test_the_map_of_a_row_of_areas_is_a_row():
    ids = tuple("ABCDEF")
    places = places_of(ids, LINE)
    xs = [places[id][0] for id in ids]
    assert xs == sorted(xs)
    assert (xs[0], xs[-1]) == (0, 1)
    cells = cells_of(places)
    for a, b in LINE:
        assert b in cells[a].edges
        assert a in cells[b].edges
    assert sum(area(cell.outline) for cell in cells.values()) == pytest.approx(WIDTH * HEIGHT, rel=0.001)


@pytest.mark.parametrize(
    ("middles", "is_kept"),
    [(((0, 0), (500, 0), (0, 900)), True), (((0, 0), (0, 0), (5, 5)), False), (((0, 0), (9, 9), None), False)],
    ids=["places", "two in one place", "one without a place"],
)
def test_areas_stand_where_their_setup_has_them(middles, is_kept):
    areas = [
        {"id": id, "middle": middle and dict(zip("xy", middle, strict=True))}
        for id, middle in zip("ABC", middles, strict=True)
    ]
    assert places_on_map(areas) == ({"A": (0, 0), "B": (1, 0), "C": (0, 1)} if is_kept else None)


def test_areas_without_neighbours_have_cells_too():
    cells = cells_of(places_of(("A", "B", "C"), ()))
    middles = [cell.middle for cell in cells.values()]
    assert all(hypot(a[0] - b[0], a[1] - b[1]) > 50 for n, a in enumerate(middles) for b in middles[:n])


def area(outline):
    sides = zip(outline, (*outline[1:], outline[0]), strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in sides)) / 2


async def test_units_and_areas_of_one_name_are_told_apart_on_the_map_as_in_texts(sqlite_api):
    def same(setup):
        for area in setup["areas"]:
            area["name"] = "Mill"
            for unit in area["units"]:
                unit["name"] = "Rifles"

    session = await opened(sqlite_api, "storm-over-stalingrad", "sample", same)
    board = (await sqlite_api.get(f"/pages/boards/{session['id']}")).text
    shown = re.findall(r"<title>([^<]+)</title>", board)
    assert len(shown) == len(set(shown)) > 8
    assert all(re.fullmatch(r"Rifles \d+", name) for name in shown)
    assert all(f"Mill {n}" in board for n in range(1, 7))
