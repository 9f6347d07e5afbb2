"""Lists of other programs whose texts stand in single quotes, as some programs print them."""

import pytest

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/x-wing"


@pytest.mark.parametrize(
    "text",
    [
        "{'name': 'Luke\\'s \"own\"', 'pilots': [{'id': 'lukeskywalker', 'points': None, 'upgrades': {}, 'ok': True}]}",
        "Here's my list: { 'pilots' : [{'id': \"lukeskywalker\", 'note': \"it's\"}]} It's good.",
        '\'{"pilots": [{"id": "lukeskywalker"}]}\'',
    ],
)
async def test_a_list_in_single_quotes_is_read(sqlite_api, text):
    answer = await sqlite_api.post(f"{PATH}/squads", {"xws": text})
    assert [ship["ship"]["pilot"] for ship in answer.json()["ships"]] == ["lukeskywalker"]


@pytest.mark.parametrize("text", ["{'", "{'a", "{'a': }", "{'" + '\\"' * 9_000, "{'" + "\\'" * 9_000, "{'" * 9_000])
async def test_what_is_no_list_in_single_quotes_is_refused_at_once(sqlite_api, text):
    answer = await sqlite_api.post(f"{PATH}/squads", {"xws": text})
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "no-list")
