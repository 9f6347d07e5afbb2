"""The setups that a ruleset has to try, with their names in four languages, over HTTP."""

import re

import pytest

pytestmark = pytest.mark.anyio
LANGUAGES = ("en", "de", "fr", "ru")
SLUGS = ("castle-rampage", "open-forces", "storm-over-stalingrad", "x-wing")


async def game(api, slug, language="en"):
    return (await api.get(f"/v1/rulesets/{slug}?language={language}")).json()["game"]


def things_in(value):
    """Every object in JSON data that may have a name."""
    if isinstance(value, dict):
        if "name" in value and ("id" in value or "card" in value or "mode" in value):
            yield value
        for inner in value.values():
            yield from things_in(inner)
    if isinstance(value, list):
        for inner in value:
            yield from things_in(inner)


@pytest.mark.parametrize("slug", SLUGS)
async def test_samples_have_names_and_say_what_they_show_in_every_language(sqlite_api, slug):
    for language in LANGUAGES:
        told = await game(sqlite_api, slug, language)
        assert told["samples"].keys() == told["setups"].keys()
        for key, sample in told["samples"].items():
            assert sample["setup"] == told["setups"][key]
            for part in (sample["name"], sample["shows"]):
                assert sorted(part) == sorted(LANGUAGES)
                assert len(set(part.values())) == 4, part
                assert not [text for text in part.values() if re.search(r"sample-|Example \d", text)]
        names = [sample["name"][language] for sample in told["samples"].values()]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("slug", ["castle-rampage", "open-forces", "storm-over-stalingrad"])
async def test_the_things_of_samples_have_names_of_the_language(sqlite_api, slug):
    by_language = {}
    for language in LANGUAGES:
        setups = (await game(sqlite_api, slug, language))["setups"]
        by_language[language] = {key: [one["name"] for one in things_in(one)] for key, one in setups.items()}
        for key, names in by_language[language].items():
            assert None not in names, key
            assert not [name for name in names if "ample-" in name]
    assert all(
        len({str(by_language[one][key]) for one in LANGUAGES}) == 4 for key, names in by_language["en"].items() if names
    )


async def test_a_game_of_a_sample_tells_its_cards_by_their_names(sqlite_api):
    setup = (await game(sqlite_api, "castle-rampage", "ru"))["setups"]["whole-sample"]
    session = (await sqlite_api.post("/v1/rulesets/castle-rampage/sessions", {"kind": "game", "setup": setup})).json()
    token = session["tokens"]["seats"]["1"]
    asked = await sqlite_api.get(f"/v1/sessions/{session['id']}/questions?language=ru&seat=1", token)
    texts = [choice["text"] for one in asked.json()["items"] if one["seat"] == 1 for choice in one["choices"]]
    assert texts
    assert not [text for text in texts if "sample" in text]
