"""The page of the rules: in every language, each with how it is read here, and seen to happen in an example."""

import pytest

from app.services.rulebooks.installed import find_rulebooks
from app.web.rule_examples import examples_by_rule
from tests.languages import LANGUAGES
from tests.web.opening import BOOKS, some

pytestmark = pytest.mark.anyio


@pytest.mark.thorough
@pytest.mark.parametrize("slug", some(BOOKS, first=1))
async def test_an_example_of_a_rule_is_played_by_the_service_as_the_page_says(sqlite_api, slug):
    ruleset = find_rulebooks()[slug].ruleset
    seen = examples_by_rule(ruleset)
    assert len(seen) >= 8
    situations = (await sqlite_api.get(f"/v1/rulesets/{slug}")).json()["examples"]
    opening = {"kind": "series", "dice": {"source": "physical"}}
    session = (await sqlite_api.post(f"/v1/rulesets/{slug}/sessions", opening)).json()
    for rule, example in {str(each): (rule, each) for rule, each in seen.items()}.values():
        policies = {"attacker": example["policy"], "defender": example["policy"]}
        body = {
            "situation": situations[example["example"]],
            "session_id": session["id"],
            "policies": policies,
            "dice": {"source": "physical", "faces": example["faces"]},
        }
        played = await sqlite_api.post(f"/v1/rulesets/{slug}/attacks", body, session["tokens"]["host"])
        assert played.json()["status"] == "resolved", played.text
        assert rule in [entry["rule"] for entry in played.json()["record"]]


async def test_how_a_rule_is_read_stands_apart_in_every_language(sqlite_api):
    for language in LANGUAGES:
        page = await sqlite_api.get("/rules/x-wing", accept="text/html", **{"Accept-Language": language})
        assert page.text.count('class="reading"') > 25, language
