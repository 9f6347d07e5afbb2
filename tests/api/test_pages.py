"""The first page, /docs, /v1 and what stays the same until the next release: nothing of it needs another origin."""

import gzip
import html
import json
import re
from threading import get_ident

import brotli
import pytest

from app.api.responses import compression
from app.api.responses.compression import Coding, CompressedResponse
from app.web.assets import assets_path
from tests.conftest import serving

pytestmark = pytest.mark.anyio
KEPT = ["/v1", "/v1/rulesets", "/v1/rulesets/x-wing", "/openapi.json"]
ASSETS = ["swagger-ui-bundle.js", "swagger-ui.css", "docs.js"]


async def test_the_first_page_says_what_this_is_and_leads_on(sqlite_api):
    plain = await sqlite_api.get("/")
    assert plain.headers["content-type"].startswith("text/plain")
    assert {"http://umpire.test/docs", "http://umpire.test/v1"} <= set(plain.text.split())
    page = await sqlite_api.get("/", accept="text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["vary"] == "Accept, Origin" or "Accept" in page.headers["vary"]
    for path in re.findall(r'href="(/[^"]*)"', page.text):
        assert (await sqlite_api.get(path)).status_code == 200


async def test_the_service_tells_what_it_is(sqlite_api):
    told = (await sqlite_api.get("/v1")).json()
    assert told["name"] == "Umpire"
    assert {"x-wing", "open-forces"} <= {ruleset["slug"] for ruleset in told["rulesets"]}
    assert {language for ruleset in told["rulesets"] for language in ruleset["languages"]} <= set(told["languages"])
    assert told["version"] == (await sqlite_api.get(told["openapi"])).json()["info"]["version"]
    assert (await sqlite_api.get(told["documentation"])).status_code == 200


async def test_docs_load_from_this_service_alone(sqlite_api):
    page = await sqlite_api.get("/docs")
    policy = dict(part.strip().partition(" ")[::2] for part in page.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert "http" not in page.headers["content-security-policy"]
    assert "//" not in re.sub(r"<!.*?>", "", page.text)
    assert re.findall(r"<script>|style=| on\w+=", page.text) == []
    loaded = re.findall(r'(?:src|href)="docs/assets/([^"]+)"', page.text)
    assert sorted(loaded) == sorted(ASSETS)


async def test_docs_list_every_operation_before_a_script_has_come(sqlite_api, document):
    page = (await sqlite_api.get("/docs")).text
    told = {
        f"<code>{method.upper()} {path}</code> {html.escape(operation['summary'])}"
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    assert set(re.findall(r"<li>(.*)</li>", page)) == told


@pytest.mark.parametrize("name", ASSETS)
async def test_assets_are_there_and_need_not_be_loaded_twice(sqlite_api, name):
    path = f"/docs/assets/{name}"
    asset = await sqlite_api.get(path)
    assert asset.status_code == 200
    assert asset.headers["content-type"].partition(";")[0] in ("text/javascript", "text/css")
    again = await sqlite_api.get(path, **{"if-none-match": asset.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_the_page_asks_nothing_of_a_validator_elsewhere(sqlite_api):
    assert "validatorUrl: null" in (await sqlite_api.get("/docs/assets/docs.js")).text


@pytest.mark.parametrize(
    "path", ["/docs/assets/none.js", "/docs/assets/../docs.html", "/docs/assets/%2e%2e/index.html"]
)
async def test_what_is_no_asset_is_not_found(sqlite_api, path):
    response = await sqlite_api.get(path)
    assert response.status_code == 404
    assert response.json()["code"] == "not-found"


@pytest.mark.parametrize("path", KEPT)
async def test_what_a_client_has_is_not_sent_again(sqlite_api, path):
    first = await sqlite_api.get(path, **{"accept-encoding": "identity"})
    assert re.fullmatch(r"public, max-age=\d+", first.headers["cache-control"])
    assert "content-encoding" not in first.headers
    etag = first.headers["etag"]
    for known in (etag, etag.removeprefix("W/"), f'"another", {etag}', "*"):
        again = await sqlite_api.get(path, **{"if-none-match": known})
        assert (again.status_code, again.content) == (304, b""), known
        assert again.headers["etag"] == etag
        assert again.headers["cache-control"] == first.headers["cache-control"]
    other = await sqlite_api.get(path, **{"if-none-match": 'W/"another"'})
    assert other.status_code == 200


UNPACK = {"gzip": gzip.decompress, "br": brotli.decompress}


@pytest.mark.parametrize(
    "path",
    [
        *KEPT,
        "/v1/sessions/{id}",
        "/v1/sessions/{id}/events",
        "/play",
        f"{assets_path()}/dom.js",
        "/docs/assets/swagger-ui.css",
    ],
)
@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("br, gzip", "br"),
        ("gzip, deflate", "gzip"),
        ("gzip;q=1.0, br;q=0", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("identity", None),
        ("gzip;q=0.000", None),
        ("zstd", None),
    ],
)
async def test_a_client_gets_what_it_can_unpack(sqlite_api, path, accepted, coding):
    path = path.format(id=(await sqlite_api.open())["id"])
    whole = await sqlite_api.get(path, **{"accept-encoding": "identity"})
    packed, headers = await sqlite_api.packed(path, accepted)
    assert headers.get("content-encoding") == coding
    assert "Accept-Encoding" in headers["vary"]
    assert headers.get("etag", "W/").startswith("W/")
    assert (UNPACK[coding](packed) if coding else packed) == whole.content
    assert len(packed) < len(whole.content) or coding is None


async def test_what_is_short_is_sent_as_it_is(sqlite_api):
    session = await sqlite_api.open()
    short, headers = await sqlite_api.packed(f"/v1/sessions/{session['id']}/questions", "br, gzip")
    assert "content-encoding" not in headers
    assert json.loads(short)


async def test_an_unknown_token_is_refused_before_anything_is_shown(sqlite_api):
    for path in KEPT[:3]:
        response = await sqlite_api.get(path, token="umh_" + "A" * 43)
        assert response.status_code == 401


async def test_the_public_address_stands_in_what_the_service_tells(sqlite_url):
    async with serving(sqlite_url, public_url="https://club.example/umpire") as api:
        told = (await api.get("/v1")).json()
        assert told["documentation"] == "https://club.example/umpire/docs"
        assert "https://club.example/umpire/v1" in (await api.get("/")).text


@pytest.mark.parametrize("is_long", [False, True])
async def test_what_takes_long_to_compress_is_compressed_beside_the_event_loop(monkeypatch, is_long):
    threads, sent = [], []

    def pack(body):
        threads.append(get_ident())
        return body[:10]

    async def send(message):
        sent.append(message)

    monkeypatch.setattr(compression, "CODINGS", (Coding("br", pack, pack),))
    size = compression.LONG if is_long else compression.LONG - 1
    scope = {"type": "http", "headers": [(b"accept-encoding", b"br")]}
    await CompressedResponse(b"x" * size)(scope, None, send)
    assert (threads == [get_ident()]) is not is_long
    start, end = sent
    headers = dict(start["headers"])
    assert (headers[b"content-encoding"], headers[b"content-length"], end["body"]) == (b"br", b"10", b"x" * 10)
