"""The list of channels is whole: each route is in it, or tells nothing of any session; and each is asked in every way."""

import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from fastapi.routing import iter_route_contexts

from app.main import create_app
from app.services.rulebooks.installed import find_rulebooks
from app.settings import Settings
from app.web.assets import assets_root
from tests.leaks.channels import CHANNELS, SILENT
from tests.leaks.games import GAMES
from tests.leaks.viewers import Viewer
from tests.leaks.worlds import service

SLUGS = "|".join(find_rulebooks())
ASKED = {channel.name for channel in CHANNELS if re.match("[A-Z]+ /", channel.name)}


def of_any_ruleset(path):
    """The template of a path that every ruleset has."""
    return re.sub(f"^/v1/rulesets/({SLUGS})/", "/v1/rulesets/{slug}/", path)


def routes():
    """Every route by method and template; those of all rulesets are one, and so are the files of the pages."""
    app = create_app(Settings(database_url="sqlite:///never-opened.db", metrics=True))
    for one in iter_route_contexts(list(app.routes)):
        route = one.original_route
        for method in getattr(route, "methods", None) or {"GET"}:
            yield f"{method} {of_any_ruleset(route.path).replace(assets_root(), '/pages/{file}')}"


def parameters():
    """The names of the parameters of each route that is read, in its query or its head."""
    document = json.loads((Path(__file__).parents[2] / "clients" / "openapi.json").read_text())
    for path, methods in document["paths"].items():
        if "get" in methods:
            sent = [
                document["components"]["parameters"][one["$ref"].rpartition("/")[2]] if "$ref" in one else one
                for one in methods["get"].get("parameters", ())
            ]
            names = {one["name"].lower() for one in sent if one["in"] != "path"}
            yield f"GET {of_any_ruleset(path)}", {"accept-language" if name == "language" else name for name in names}


def test_every_route_is_a_channel_or_tells_nothing_of_any_session():
    names = Counter(channel.name for channel in CHANNELS)
    assert [name for name, times in names.items() if times > 1] == []
    assert ASKED & SILENT.keys() == set()
    assert ASKED | SILENT.keys() == set(routes())


@pytest.mark.anyio
async def test_every_channel_is_asked_with_every_parameter_that_it_has(sqlite_url, monkeypatch, alone):
    game = GAMES["cards"]
    async with service(sqlite_url, monkeypatch) as served:
        world = served.world(Random(0), Random(1), game.slug)
        await game.play(world)
        await world.look()
        for channel in CHANNELS:
            name = channel.viewers[0] if channel.viewers else game.viewers[0]
            viewer = Viewer(world, game, name, Random(0), few=99)
            await channel.ask(viewer, channel.path)
            assert viewer.heard, channel.name
            assert channel.name in served.asked or channel.name not in ASKED, channel.name
    left = {name: sent - served.asked[name] for name, sent in parameters() if name in ASKED}
    assert {name: sent for name, sent in left.items() if sent} == {}
