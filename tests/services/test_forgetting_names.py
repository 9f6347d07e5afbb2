"""Who is forgotten takes its own along, and nothing of anybody whose name begins, ends or contains its own."""

import io
import json
import shutil
import uuid

import pytest

from app.cli import main
from app.persistence.connecting.database import open_database
from app.services.instance.dump import dump_instance
from app.services.instance.restore import restore_instance
from app.services.log.export import check_export
from app.services.rulebooks.installed import find_rulebooks
from app.services.sessions.called import Called
from tests.client import PHYSICAL, SEED, bearer
from tests.conftest import serving
from tests.services.test_moving import rows

pytestmark = pytest.mark.anyio
PAIRS = [
    ("Al", "Alexandra"),
    ("Ann", "Hannah"),
    ("Ян", "Яна"),
    ("Анна", "Марианна"),
    ("ანა", "ანასტასია"),
    ("李", "李明"),
    ("李小明", "李小明月"),
]
"""A name, and another that contains it: in Latin, Cyrillic, Georgian and Chinese."""
BOTH_WAYS = PAIRS + [pair[::-1] for pair in PAIRS]


def reference_of(name):
    return f"club:{name}"


class Table:
    """A series of two persons, and what its routes tell."""

    def __init__(self, api, session, host, seats):
        self.api, self.id, self.host, self.seats = api, session, host, seats
        self.path = f"/v1/sessions/{session}"

    @classmethod
    async def open(cls, api, *names, **rest):
        seats = [{"name": name, "reference": reference_of(name)} for name in names]
        session = await api.open(**{"seats": seats, **rest})
        return cls(api, session["id"], session["tokens"]["host"], session["tokens"]["seats"])

    async def attack(self, token, reference=None, **rest):
        rest |= {"seats": {"attacker": 1, "defender": 2}} if token == self.host else {}
        made = await self.api.attack(SEED, token, session_id=self.id, reference=reference, **rest)
        assert made.status_code in (201, 202), made.text
        return made.json()

    async def void(self, number, token, reason=None):
        made = await self.api.post(f"{self.path}/actions/{number}/void", {"reason": reason}, token)
        assert made.status_code in (200, 202), made.text

    async def agree(self, number, token):
        made = await self.api.post(f"{self.path}/actions/{number}/answers", {"agree": True}, token)
        assert made.status_code in (200, 201), made.text

    async def close(self, note, token, winner=1):
        body = {"result": {"winner": winner, "note": note}}
        made = await self.api.post(f"{self.path}/close", body, token)
        assert made.status_code in (200, 202), made.text

    async def forget(self, seat="1"):
        made = await self.api.delete(f"{self.path}/seats/{seat}/person", self.seats[seat])
        assert made.status_code == 204, made.text

    async def told(self):
        return (await self.api.get(self.path, self.host)).json()

    async def action(self, number):
        return (await self.api.get(f"{self.path}/actions/{number}", self.host)).json()

    async def events(self, *types):
        listed = (await self.api.get(f"{self.path}/events?limit=200", self.host)).json()["items"]
        return [item["event"] for item in listed if item["event"]["type"] in types]


@pytest.fixture
def holds(sqlite_url, sqlite_template, tmp_path):
    """Checks that logs are proven, and that a moved instance has the rows, the dump and the answers of this one."""

    async def check(table):
        report = (await table.api.get(f"{table.path}/verification", table.host)).json()
        assert (report["result"], report["chain"]["ok"], report["unproven"]) == ("identical", True, [])
        exported = (await table.api.get(f"{table.path}/events?format=ndjson", table.host)).content
        assert check_export(find_rulebooks(), iter(exported.splitlines(keepends=True)))[0]
        dump = b"".join(dump_instance(table.api.app.state.context.database))
        file = tmp_path / f"{uuid.uuid4().hex}.db"
        shutil.copy(sqlite_template, file)
        moved = open_database(f"sqlite:///{file}")
        try:
            restore_instance(find_rulebooks(), moved, io.BytesIO(dump))
            assert rows(f"sqlite:///{file}") == rows(sqlite_url)
            assert b"".join(dump_instance(moved)) == dump
        finally:
            moved.dispose()

    return check


@pytest.mark.parametrize("way", ["by its seat", "by its player", "by the operator"])
@pytest.mark.parametrize(("name", "other"), BOTH_WAYS)
async def test_who_is_forgotten_takes_nothing_of_another_along(name, other, way, sqlite_url, monkeypatch, holds):
    async with serving(sqlite_url) as api:
        seats = [{"name": name, "reference": reference_of(name)}, {"name": other, "reference": reference_of(other)}]
        rest = {"seats": seats, "reference": f"nationals/{name}/{other}"}
        if way == "by its player":
            me = (await api.post("/v1/players", {"name": name})).json()["token"]
            seats[0] = {"player": "me", "reference": reference_of(name)}
            body = {"kind": "series", **rest}
            session = (await api.post("/v1/rulesets/open-forces/sessions", body, me)).json()
            table = Table(api, session["id"], session["tokens"]["host"], {"1": me, **session["tokens"]["seats"]})
        else:
            table = await Table.open(api, **rest)
        one, two = table.seats["1"], table.seats["2"]
        own, theirs = f"{reference_of(name)}/1", f"{name}+{other}/2"
        told_by_host = f"table/{name}/{other}"
        await table.attack(one, own)
        await table.attack(two, theirs)
        await table.attack(table.host, told_by_host)
        await table.attack(table.host, reference_of(name))
        await table.void(1, one, "a slip of mine")
        await table.void(2, two, f"{other} misread")
        await table.void(3, table.host, f"{other} rolled twice")
        await table.close(f"{other} was late", table.host)

        if way == "by its seat":
            await table.forget()
        elif way == "by its player":
            assert (await api.http.delete("/v1/players/me", headers=bearer(me))).status_code == 204
        else:
            monkeypatch.setenv("UMPIRE_DATABASE_URL", sqlite_url)
            assert main(["forget", "--player", reference_of(name)]) == 0

        told = await table.told()
        assert [(seat["name"], seat["reference"]) for seat in told["seats"]] == [
            (None, None),
            (other, reference_of(other)),
        ]
        assert told["reference"] == f"nationals/{name}/{other}"
        assert told["result"]["note"] == f"{other} was late"
        references = [(await table.action(number))["reference"] for number in (1, 2, 3, 4)]
        assert references == [None, theirs, told_by_host, None]
        assert [event["reference"] for event in await table.events("action-declared")] == references
        reasons = [event["reason"] for event in await table.events("void-proposed", "action-voided")]
        assert reasons == [None, f"{other} misread", f"{other} rolled twice"]
        await holds(table)


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["Ann"], "Ann was late"),
        (["Ann"], "so says ANN"),
        (["Ann"], "Ann's fault"),
        (["Ann"], "_Ann_, who else?"),
        (["Анна"], "это АННА, не я"),
        (["ანა"], "ანა, არა მე"),
        (["李小明"], "李小明, 不是我"),
        (["Ηρώδης"], "ΗΡΏΔΗΣ left"),
        (["Zoe\u0308"], "Zo\u00eb left"),
        (["Straße"], "STRASSE left"),
        (["Ａｎｎ"], "Ann left"),
        (["Ann Lee"], "Ms Lee, as ever"),
        (["Al Bo"], "then al bo left"),
        (["Anna-Maria"], "Anna Maria left"),
        (["अनिता"], "अनिता left"),
        (["İlker"], "ilker left"),
        (["ilker"], "so says İLKER"),
        (["Işıl"], "IŞIL left"),
    ],
)
def test_a_text_tells_a_name_that_is_a_whole_word_or_some_words_of_it(names, text):
    assert Called(tuple(names)).is_named_in(text)


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["Al"], "Al was late"),
        (["李明"], "李明 was late"),
        (["Ann"], "Hannah planned it"),
        (["Анна"], "Марианна"),
        (["ანა"], "ანასტასია"),
        (["李小明"], "李小明月"),
        (["अनि"], "अनिता left"),
        (["Al Bo"], "Al left, and Bo too"),
        (["Anna Bo"], "Bo left"),
        ([""], "nothing"),
        (["…"], "nothing …"),
        ([], "nobody"),
    ],
)
def test_a_text_does_not_tell_a_short_name_or_a_part_of_a_word(names, text):
    assert not Called(tuple(names)).is_named_in(text)


@pytest.mark.parametrize(
    ("reference", "stays"),
    [
        ("Al", False),
        (" aL ", False),
        ("club:Al", False),
        ("nationals-2027/r3/t12", True),
        ("league/Al", True),
        ("club:Al/1", True),
        ("Alexandra", True),
    ],
)
async def test_the_reference_of_a_session_goes_only_where_it_is_the_persons_own(reference, stays, sqlite_url, holds):
    async with serving(sqlite_url) as api:
        table = await Table.open(api, "Al", "Alexandra", reference=reference)
        await table.forget()
        assert (await table.told())["reference"] == (reference if stays else None)
        await holds(table)


def test_names_are_the_same_however_they_are_written():
    assert Called(("Zoe\u0308",)).is_just("ZO\u00cb")
    assert Called((), ("club:7",)).is_just("Club:7")
    assert not Called(("Al",)).is_just("Al B")
    assert not Called().is_just("Al")


def test_a_reference_is_told_as_a_whole():
    zeb = Called((), ("discord:zeb-77",))
    assert zeb.is_named_in("so says discord:zeb-77.")
    assert not zeb.is_named_in("zeb is on discord")


@pytest.mark.parametrize(("name", "other"), [("Ann", "Hannah"), ("Анна", "Марианна"), ("李小明", "李小明月")])
async def test_what_others_said_goes_where_a_whole_word_of_it_is_the_name(name, other, sqlite_url, holds):
    async with serving(sqlite_url) as api:
        table = await Table.open(api, name, other)
        for _ in range(2):
            await table.attack(table.host)
        await table.void(1, table.seats["2"], f"{name} misread")
        await table.void(2, table.host, f"({name}) rolled twice")
        await table.close(f"{name}: late", table.host)
        await table.forget()
        assert [event["reason"] for event in await table.events("void-proposed", "action-voided")] == [None, None]
        told = await table.told()
        assert (told["result"]["winner"], told["result"]["note"]) == (1, None)
        assert told["seats"][1]["name"] == other
        await holds(table)


async def test_who_has_the_same_name_keeps_it(sqlite_url, holds):
    async with serving(sqlite_url) as api:
        table = await Table.open(api, "Alexandra", "Alexandra")
        await table.attack(table.seats["2"], "club:Alexandra")
        await table.forget()
        assert [seat["name"] for seat in (await table.told())["seats"]] == [None, "Alexandra"]
        assert (await table.action(1))["reference"] == "club:Alexandra"
        await holds(table)


async def test_a_text_that_another_seat_wrote_too_stays(sqlite_url, holds):
    async with serving(sqlite_url) as api:
        table = await Table.open(api, "Al", "Alexandra")
        for _ in range(2):
            await table.attack(table.host)
        await table.void(1, table.seats["1"], "a misread card")
        await table.void(2, table.seats["2"], "a misread card")
        await table.forget()
        assert [event["reason"] for event in await table.events("void-proposed")] == [None, "a misread card"]
        await table.agree(2, table.seats["1"])
        assert [event["reason"] for event in await table.events("action-voided")] == ["a misread card"]
        await holds(table)


@pytest.mark.parametrize(("seat", "stays"), [("1", False), ("2", True)])
async def test_words_that_another_seat_agrees_to_are_of_the_seat_that_said_them_first(seat, stays, sqlite_url, holds):
    reason, note = "a misread card", "a fine day"
    async with serving(sqlite_url) as api:
        table = await Table.open(api, "Al", "Alexandra")
        one, two = table.seats["1"], table.seats["2"]
        await table.attack(one)
        await table.void(1, one, reason)
        await table.agree(1, two)
        await table.close(note, one)
        await table.close(note, two)
        await table.forget(seat)
        reasons = [event["reason"] for event in await table.events("void-proposed", "action-voided")]
        assert reasons == [reason if stays else None] * 3
        notes = [event["result"]["note"] for event in await table.events("close-proposed", "session-closed")]
        assert notes == [note if stays else None] * 3
        assert (await table.told())["result"]["note"] == notes[-1]
        await holds(table)


async def test_what_a_seat_adds_as_it_agrees_is_its_own(sqlite_url, holds):
    async with serving(sqlite_url) as api:
        table = await Table.open(api, "Al", "Alexandra")
        await table.attack(table.host)
        await table.void(1, table.seats["1"], "a misread card")
        await table.void(1, table.seats["2"], "indeed it was")
        await table.forget("2")
        reasons = [event["reason"] for event in await table.events("void-proposed", "action-voided")]
        assert reasons == ["a misread card", None, "a misread card"]
        await holds(table)


@pytest.mark.parametrize("forgotten", ["1", "2", "12"])
async def test_a_proposal_is_that_of_the_same_seats_after_its_note_is_forgotten(forgotten, sqlite_url, holds):
    async with serving(sqlite_url) as api:
        table = await Table.open(api, "Al", "Alexandra", "Bea")
        await table.close("a fine day", table.seats["1"])
        await table.close("a long day", table.seats["2"])
        for seat in forgotten:
            await table.forget(seat)
        note = None if "2" in forgotten else "a long day"
        proposal = (await table.told())["proposal"]
        assert (proposal["result"]["note"], proposal["seats"]) == (note, [2])
        await holds(table)


@pytest.mark.parametrize("forgotten", ["1", "2", "12"])
async def test_a_replacement_is_that_of_the_same_seat_after_its_reference_is_forgotten(forgotten, sqlite_url, holds):
    async with serving(sqlite_url) as api:
        table = await Table.open(api, "Al", "Alexandra")
        await table.attack(table.host)
        for seat in "12":
            await table.attack(table.seats[seat], f"{seat} instead", replaces=1)
        for seat in forgotten:
            await table.forget(seat)
        proposal = (await table.action(1))["proposal"]
        reference = None if "2" in forgotten else "2 instead"
        assert (proposal["replacement"]["reference"], proposal["seats"]) == (reference, [2])
        await holds(table)


async def test_a_reason_with_which_a_seat_takes_its_own_move_back_is_its_own(sqlite_url, holds):
    async with serving(sqlite_url) as api:
        setup = (await api.get("/v1/rulesets/open-forces")).json()["game"]["setups"]["sample"]
        seats = [{"name": "Al"}, {"name": "Alexandra"}]
        body = {"kind": "game", "seats": seats, "setup": setup, "take_back": "free"}
        session = (await api.post("/v1/rulesets/open-forces/sessions", body)).json()
        table = Table(api, session["id"], session["tokens"]["host"], session["tokens"]["seats"])
        question = (await api.get(f"{table.path}/questions", table.host)).json()["items"][-1]
        seat = str(question["seat"])
        move = {"seen": question["seen"], "move": question["choices"][0]["choice"]}
        made = await api.post(f"/v1/rulesets/open-forces/sessions/{table.id}/actions", move, table.seats[seat])
        assert made.status_code == 201, made.text
        await table.void(made.json()["number"], table.seats[seat], "the wrong group")
        voided = await table.events("action-voided")
        assert [(event["by"], event["reason"]) for event in voided] == [({"seat": int(seat)}, "the wrong group")]
        await table.forget(seat)
        assert [event["reason"] for event in await table.events("action-voided")] == [None]
        await holds(table)


async def test_everybody_of_a_session_is_forgotten_with_all_that_was_said(sqlite_url, monkeypatch, holds):
    async with serving(sqlite_url) as api:
        table = await Table.open(api, "Al", "Alexandra", reference="league/Al", dice=PHYSICAL)
        await table.close("a fine day", table.host)
        monkeypatch.setenv("UMPIRE_DATABASE_URL", sqlite_url)
        assert main(["forget", "--session", table.id]) == 0
        told = await table.told()
        assert (told["reference"], told["result"]["note"]) == (None, None)
        assert "Al" not in json.dumps(await table.events("session-opened"))
        await holds(table)
