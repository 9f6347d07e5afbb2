"""The pages as the server sends them: whole in every language, light, escaped, and loading nothing from elsewhere."""

import asyncio
import gzip
import json
import re
from collections import Counter
from pathlib import Path
from posixpath import dirname, join, normpath
from threading import Event, get_ident

import pytest
from fastapi.routing import iter_route_contexts

import app.web
from app.api.work.computing import WAITING
from app.services.rulebooks.messages import LOCALES, messages_in
from app.web import qr_codes
from app.web.assets import FOLDER, assets_path, assets_root, folders, may_be_loaded
from app.web.language import MESSAGES
from tests.conftest import serving
from tests.french import spaced
from tests.languages import LANGUAGES
from tests.web.opening import BOOKS

pytestmark = pytest.mark.anyio
HTML = {"accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}
SHELVES = ("/try", "/make", "/rules")
PAGES = [
    "/",
    "/play",
    "/play/none",
    "/sessions/none",
    "/history",
    "/join",
    "/organise",
    "/tables",
    "/developers",
    "/players",
    *SHELVES,
    *(f"{page}/{slug}" for page in SHELVES for slug in BOOKS),
]
HOLE = re.compile(r"{{(\w+)}}")
PLURAL = re.compile(r"_(one|few|many|other)$")
OWN = [folder for folder in folders().values() if folder.is_relative_to(Path(app.web.__file__).parents[1])]
"""The folders of the service and of its rulebooks, without those of plug-ins."""
MODULES = sorted(file for folder in OWN for file in folder.rglob("*.js"))
TEMPLATES = [
    Path(app.web.__file__).parent / "templates",
    *(folder for folder in OWN if folder != FOLDER),
]
SOURCES = [*MODULES, *sorted(file for folder in TEMPLATES for file in folder.glob("*.html"))]
HEAVIEST = 100_000


@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_page_is_whole_in_every_language(sqlite_api, language):
    for path in PAGES:
        page = await sqlite_api.get(path, **HTML, **{"Accept-Language": language})
        assert (page.status_code, page.headers["content-language"]) == (200, language), path
        assert f'<html lang="{language}"' in page.text, path
        assert not re.search(r"{{|>(\w+\.\w+)<", page.text.replace("&#34;", '"').split("data-texts")[0]), path
        chosen = await sqlite_api.get(f"{path}?language={language}", **HTML, **{"Accept-Language": "en"})
        assert chosen.headers["content-language"] == language, path
        assert f"/play?language={language}" in chosen.text, path


async def test_each_kind_of_page_of_a_rulebook_has_one_that_leads_to_all_of_them(sqlite_api):
    for shelf in SHELVES:
        page = await sqlite_api.get(f"{shelf}?language=de", **HTML)
        assert set(re.findall(rf'href="({shelf}/[^"?]+)\?language=de"', page.text)) >= {
            f"{shelf}/{slug}" for slug in BOOKS
        }


async def test_nothing_is_inline_and_nothing_comes_from_elsewhere(sqlite_api):
    for path in PAGES:
        page = await sqlite_api.get(path, **HTML)
        policy = page.headers["content-security-policy"]
        assert policy.startswith("default-src 'self';"), path
        assert "unsafe" not in policy, path
        assert "frame-ancestors 'none'" in policy, path
        found = re.findall(r"<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|javascript:", page.text)
        assert found == [], path
        loaded = re.findall(r'<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"', page.text)
        assert loaded, path
        for asset in loaded:
            assert asset.startswith(assets_root()), path
            assert (await sqlite_api.get(asset)).status_code == 200, asset


WRITTEN = [file for folder in OWN for kind in ("js", "css") for file in sorted(folder.rglob(f"*.{kind}"))]


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: file.name)
async def test_what_is_loaded_is_what_is_written_without_lines_of_comments(sqlite_api, file):
    place, folder = next(each for each in folders().items() if file.is_relative_to(each[1]))
    sent = (await sqlite_api.get(f"{assets_root()}/{place}/{file.relative_to(folder).as_posix()}")).text
    is_inside = False
    for line, before in zip(sent.splitlines(), file.read_text("utf-8").splitlines(), strict=True):
        start = before.strip()
        is_begun = start.startswith("/*") and start.find("*/") in (-1, len(start) - 2)
        is_comment = is_inside or is_begun or start.startswith("//")
        is_inside = (is_inside or is_begun) and not start.endswith("*/")
        assert line == ("" if is_comment else before)
        assert is_comment or before.replace("\\`", "").count("`") % 2 == 0  # else the next line may be one of a text


async def test_each_page_with_all_it_loads_is_light(sqlite_api):
    weights = {asset: len((await sqlite_api.packed(asset, "gzip", **HTML))[0]) for asset in assets_of_all()}
    for path in PAGES:
        body, headers = await sqlite_api.packed(path, "gzip", **HTML)
        assert headers["content-encoding"] == "gzip", path
        slug = path.rpartition("/")[2]
        files = loaded_by(re.findall(r'(?:src|href)="(/pages/[^"]+)"', gzip.decompress(body).decode()))
        if path.startswith("/try/"):
            files.add(of_book(slug, "form"))
        if path.startswith(("/try/", "/make/")):
            body += (await sqlite_api.packed(f"/v1/rulesets/{slug}", "gzip", **HTML))[0]
        if path.startswith("/play/"):
            files |= {of_book("x-wing", kind) for kind in ("form", "moves")}
        assert len(files) > (3 if path.startswith(("/try/", "/make/")) or not path.startswith(SHELVES) else 1), path
        assert len(body) + sum(weights[file] for file in files) < HEAVIEST, path


def assets_of_all():
    """The address of each asset."""
    return [
        f"{assets_root()}/{place}/{file.relative_to(folder).as_posix()}"
        for place, folder in folders().items()
        for file in folder.rglob("*.*")
        if may_be_loaded(place, file)
    ]


def of_book(slug, kind):
    """The address of a module of a rulebook."""
    return f"{assets_root()}/rulesets/{slug.replace('-', '_')}/pages/{kind}.js"


def file_at(address):
    """The file of an asset."""
    name = address.removeprefix(f"{assets_root()}/")
    place = next(place for place in folders() if name.startswith(f"{place}/"))
    return folders()[place] / name.removeprefix(f"{place}/")


def loaded_by(told):
    """What a page names, with all the modules that these import."""
    files = set(told)
    while told:
        address = told.pop()
        for name in re.findall(r'(?:from|import) "(\.[^"]+)"', file_at(address).read_text()):
            found = normpath(join(dirname(address), name))
            if found not in files:
                files.add(found)
                told.append(found)
    return files


async def test_only_what_is_made_for_frames_may_be_framed(sqlite_api):
    for path in ("/embed", "/embed/none"):
        page = await sqlite_api.get(f"{path}?theme=dark&parts=board", **HTML)
        assert "frame-ancestors" not in page.headers["content-security-policy"]  # `*` would not let files on a disk
        assert page.headers["content-security-policy"].startswith("default-src 'self';")
        assert not re.findall(r"<script(?![^>]* src=)|<style|\sstyle=", page.text)


async def test_an_explained_problem_looks_like_the_other_pages(sqlite_api):
    page = await sqlite_api.get("/problems/stale", **HTML)
    assert f'href="{assets_path()}/umpire.css"' in page.text


async def test_every_answer_in_html_has_the_headers_of_a_page(sqlite_api):
    holes = {"code": "stale", "slug": "open-forces", "id": "none"}
    paths = {re.sub(r"{(\w+)}", lambda hole: holes.get(hole[1], "1"), path) for path in addresses(sqlite_api.app)}
    shown = set()
    for path in sorted({*paths, *PAGES, "/nowhere", "/problems/illegal-answer", "/problems/nothing"}):
        page = await sqlite_api.get(path, **HTML)
        if page.headers.get("content-type", "").startswith("text/html"):
            shown.add(path)
            policy = page.headers["content-security-policy"]
            assert policy.startswith(("default-src 'self'", "default-src 'none'")), path
            assert ("frame-ancestors 'none'" in policy) is not path.startswith("/embed"), path
            assert page.headers["x-content-type-options"] == "nosniff", path
            assert page.headers["referrer-policy"] == "no-referrer", path
    assert shown >= {*PAGES, "/docs", "/embed", "/nowhere", "/problems/stale", "/problems/nothing"}


def addresses(service):
    """The path of each route that can be read."""
    routes = (one.original_route for one in iter_route_contexts(list(service.routes)))
    return {route.path for route in routes if "GET" in (getattr(route, "methods", None) or ())}


async def test_pages_that_name_no_mark_have_one(sqlite_api):
    mark = await sqlite_api.get("/favicon.ico")
    assert (mark.status_code, mark.headers["location"]) == (307, f"{assets_path()}/mark.svg")


async def test_what_pages_load_is_kept_for_good(sqlite_api):
    asset = await sqlite_api.get(f"{assets_path()}/umpire.css")
    assert "immutable" in asset.headers["cache-control"]
    for wrong in ("/nothing.js", "/../routes.py", "/%2e%2e/routes.py"):
        missing = await sqlite_api.get(assets_path() + wrong)
        assert missing.status_code == 404
        assert "immutable" not in missing.headers.get("cache-control", "")


async def test_who_looks_for_a_page_that_is_not_there_gets_one_and_a_program_gets_a_problem(sqlite_api):
    for path in ("/try/chess", "/nowhere"):
        page = await sqlite_api.get(path, **HTML, **{"Accept-Language": "de"})
        assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert page.headers["content-security-policy"].startswith("default-src 'self';")
        assert 'href="/"' in page.text
        for asked in (await sqlite_api.get(path), await sqlite_api.get(f"/v1{path}", **HTML)):
            assert (asked.status_code, asked.headers["content-type"]) == (404, "application/problem+json")
    assert "Unter dieser Adresse gibt es keine Seite." in page.text


async def test_a_link_to_a_result_says_it_in_a_sentence_and_nothing_of_a_private_session(sqlite_api):
    said, attacks = {}, {}
    for visibility in ("unlisted", "private"):
        session = await sqlite_api.open(visibility=visibility, seats=[{"name": '"A>'}, {"name": "B"}])
        more = {"session_id": session["id"], "seats": {"attacker": 1, "defender": 2}}
        attacks[visibility] = (await sqlite_api.attack(token=session["tokens"]["host"], **more)).json()
        page = await sqlite_api.get(f"/sessions/{session['id']}?action=1", **HTML)
        said[visibility] = re.findall(r'og:(?:title|description)" content="([^"]*)"', page.text)
    assert said["unlisted"][0] == attacks["unlisted"]["text"]
    assert attacks["unlisted"]["record"][0]["text"] in said["unlisted"][1]
    assert "&#34;A&gt; – B" in said["unlisted"][1]
    assert said["private"] == []


async def test_a_made_up_host_is_no_markup(sqlite_api):
    page = await sqlite_api.get("/", accept="text/html", host='a"><script>alert(1)</script>')
    assert "<script>" not in page.text


async def test_pages_stand_below_the_prefix_of_the_public_address(sqlite_url):
    async with serving(sqlite_url, public_url="https://club.example/umpire") as api:
        page = await api.get("/try/x-wing", **HTML)
        assert 'data-root="/umpire"' in page.text
        paths = re.findall(r'(?:href|src)="(/[^"]*)"', page.text)
        assert paths
        assert all(path.startswith("/umpire") for path in paths)
        assert "curl -s https://club.example/umpire/v1" in (await api.get("/", **HTML)).text


def test_every_text_is_there_in_every_language_with_the_same_values():
    assert set(LANGUAGES) == set(MESSAGES)
    of_plug_ins = {
        key for folder in folders().values() if folder not in OWN for key in messages_in(folder / LOCALES)["en"]
    }
    stems = {PLURAL.sub("", key) for key in MESSAGES["en"].keys() - of_plug_ins}
    for language, all_of_it in MESSAGES.items():
        messages = {key: text for key, text in all_of_it.items() if key not in of_plug_ins}
        assert {PLURAL.sub("", key) for key in messages} == stems, language
        for key, message in messages.items():
            english = MESSAGES["en"].get(key) or MESSAGES["en"][PLURAL.sub("_other", key)]
            assert sorted(set(HOLE.findall(message))) == sorted(set(HOLE.findall(english))), (language, key)
            assert "!" not in message


def test_french_marks_stand_behind_the_space_that_each_needs():
    for key, message in MESSAGES["fr"].items():
        assert (message, "'" in message) == (spaced(message), False), key


def test_every_text_that_a_page_asks_for_is_there():
    stems = {PLURAL.sub("", key) for key in MESSAGES["en"]}
    for source in SOURCES:
        text = source.read_text()
        asked = re.findall(r"""\b(?:t|text|parts)\("([a-z]+\.[a-z_.-]+)"[,)]""", text)
        for key in asked:
            assert key in stems, (source.name, key)
    assert json.loads((Path(app.web.__file__).parent / "locales" / "en.json").read_text())


async def test_every_option_and_its_values_have_a_text_on_the_forms(sqlite_api):
    for slug in BOOKS:
        ruleset = (await sqlite_api.get(f"/v1/rulesets/{slug}", **{"Accept-Language": "ru"})).json()
        kinds = ruleset["options"]["described"]["$defs"]
        (options,) = [kind["properties"] for kind in kinds.values() if "properties" in kind]
        assert options.keys() <= ruleset["labels"]["options"].keys()
        named = [kinds[told["$ref"].rpartition("/")[2]] for told in options.values() if "$ref" in told]
        for value in [value for kind in named for value in kind.get("enum", ())]:
            assert value in ("cm", "in") or f"value.{value}" in MESSAGES["en"], (slug, value)


IMPORTS = re.compile(r'^import {([^}]+)} from "(\.[^"]+)";', re.MULTILINE)
EXPORTED = re.compile(r"^export (?:async )?(?:function\*?|const|let|class) ([^=(]+)", re.MULTILINE)


def test_what_modules_import_is_exported():
    for source in MODULES:
        for imported, path in IMPORTS.findall(source.read_text()):
            told = source.parent.joinpath(path).read_text()
            exported = {name for names in EXPORTED.findall(told) for name in re.findall(r"\w+", names)}
            wanted = {name.split(" as ")[0].strip() for name in imported.split(",") if name.strip()}
            assert wanted <= exported, (source.name, path)


def test_modules_write_no_markup_and_load_their_own_only():
    for source in MODULES:
        text = source.read_text()
        assert text.startswith("// @ts-check\n"), source
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text), (
            source
        )
        assert not re.search(r"""["'`]https?://(?!www\.w3\.org/2000/svg)""", text), source
        assert len(text.splitlines()) < 250, source


async def test_codes_are_drawn_beside_the_event_loop_and_only_so_many_wait_for_it(sqlite_api, monkeypatch):
    threads, drawn, others_wait = set(), qr_codes.drawn, Event()

    def noted(link):
        threads.add(get_ident())
        others_wait.wait(10)
        others_wait.set()
        return drawn(link)

    monkeypatch.setattr(qr_codes, "drawn", noted)
    links = [{"link": f"https://dice.example/{n}"} for n in range(WAITING + 8)]
    asked = [asyncio.ensure_future(sqlite_api.post("/pages/codes", link)) for link in links]
    while sum(one.done() for one in asked) < 8 and not others_wait.is_set():
        await asyncio.sleep(0.01)
    others_wait.set()
    answers = await asyncio.gather(*asked)
    assert Counter(answer.status_code for answer in answers) == {200: WAITING, 503: 8}
    assert threads
    assert get_ident() not in threads
    later = await sqlite_api.post("/pages/codes", {"link": "x" * 2000})
    assert (later.status_code, later.json()["size"] > 100) == (200, True)
