"""`UMPIRE_PUBLIC_URL`: the address that the service tells is the one that clients reach."""

import re
from urllib.parse import urljoin

import pytest
from pydantic import ValidationError

from app.settings import Settings
from tests.conftest import serving

pytestmark = pytest.mark.anyio
PUBLIC = "https://club.example/umpire"


async def test_locations_begin_with_the_public_address(sqlite_url):
    async with serving(sqlite_url, public_url=PUBLIC) as api:
        session = await api.post("/v1/rulesets/open-forces/sessions", {"kind": "series"})
        assert session.headers["location"] == f"{PUBLIC}/v1/sessions/{session.json()['id']}"
        action = await api.attack()
        assert action.headers["location"] == f"{PUBLIC}/v1/sessions/{action.json()['session_id']}/actions/1"


async def test_without_one_locations_are_paths(sqlite_api):
    action = await sqlite_api.attack()
    assert action.headers["location"].startswith("/v1/sessions/")


async def test_openapi_names_the_public_address(sqlite_url):
    async with serving(sqlite_url, public_url=PUBLIC) as api:
        assert (await api.get("/openapi.json")).json()["servers"] == [{"url": PUBLIC}]
    async with serving(sqlite_url) as api:
        assert (await api.get("/openapi.json")).json()["servers"] == [{"url": "/"}]


async def test_the_pages_of_the_api_are_found_behind_a_prefix(sqlite_url):
    async with serving(sqlite_url, public_url=PUBLIC) as api:
        for path in links_of((await api.get("/umpire/", accept="text/html")).text, "/umpire/"):
            assert path.startswith("/umpire/")
            assert (await api.get(path)).status_code == 200
        assert f"{PUBLIC}/docs" in (await api.get("/umpire/")).text
        told = (await api.get("/umpire/v1")).json()
        assert (told["documentation"], told["openapi"]) == (f"{PUBLIC}/docs", f"{PUBLIC}/openapi.json")
        for path in links_of((await api.get("/umpire/docs")).text, "/umpire/docs"):
            assert path.startswith("/umpire/")
            assert (await api.get(path)).status_code == 200


def links_of(page, address):
    """Whatever a page names in `href` and `src`, as a browser at this address resolves it."""
    found = [urljoin(address, link) for link in re.findall(r'(?:href|src)="([^"]+)"', page)]
    assert len(found) > 3
    return [link for link in found if not link.startswith("data:")]


@pytest.mark.parametrize("path", ["", "/umpire"])
async def test_a_balancer_may_or_may_not_cut_the_prefix(sqlite_url, path):
    async with serving(sqlite_url, public_url=PUBLIC) as api:
        assert (await api.get(f"{path}/readyz")).status_code == 200
        assert (await api.post(f"{path}/v1/rulesets/open-forces/sessions", {"kind": "series"})).status_code == 201
        refused = await api.post(f"{path}/v1/rulesets/open-forces/attacks", {"situation": {}})
        assert refused.status_code == 422


@pytest.mark.parametrize(
    "url", ["http://192.168.1.20:8000", "https://club.example", PUBLIC, "http://[fd00::2]:8000/a/b"]
)
def test_an_address_is_http_and_a_host_perhaps_with_port_and_prefix(url):
    assert Settings(public_url=url).public_url == url


@pytest.mark.parametrize(
    "url",
    [
        "club.example", "ftp://club.example", "https://", "https://club.example/", f"{PUBLIC}/", f"{PUBLIC}?a=1", f"{PUBLIC}#a",
        "https://user:word@club.example", "https://club.example:99999", "https://club.example:x", "https://club.example//a", "https://club example",
    ],
)  # fmt: skip
def test_another_address_is_refused_with_what_is_expected(url):
    with pytest.raises(ValidationError, match=r"such as https://dice\.example"):
        Settings(public_url=url)


def test_an_empty_one_is_none():
    assert Settings(public_url="").public_url is None
