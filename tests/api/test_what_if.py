"""What if: each variant of a request for odds has the odds of the request that is written out with its change."""

from fractions import Fraction

import pytest

from app.services.odds import compute_budget
from app.services.odds.variants import merged, placed
from app.services.rulebooks.installed import find_rulebooks
from tests.api.test_advice import RULES, mean, odds
from tests.languages import LANGUAGES

pytestmark = pytest.mark.anyio
BOOKS = find_rulebooks()
EXAMPLES = [
    (slug, book.codec.situation.dump(example))
    for slug, book in BOOKS.items()
    if book.package.startswith("app.")
    for example in book.ruleset.examples
]


def skirmish(attackers=3, defenders=2, atk=1, **rest):
    return {"attacker": {"units": attackers, "mode": {"atk": atk}}, "defender": {"units": defenders, "mode": {"def": 1}}, **rest}  # fmt: skip


@pytest.mark.parametrize(
    ("target", "patch", "result"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        (["a", "b"], ["c", "d"], ["c", "d"]),
        ({"a": "b"}, ["c"], ["c"]),
        ({"a": "foo"}, None, None),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ],
)
def test_a_merge_patch_does_what_its_standard_lists(target, patch, result):
    assert merged(target, patch) == result


async def test_a_variant_has_the_odds_of_its_situation_written_out(sqlite_api):
    changes = {
        "one more": ({"attacker": {"units": 4}}, skirmish(4)),
        "covered": ({"cover": [{"def": 2, "touching": 2}]}, skirmish(cover=[{"def": 2, "touching": 2}])),
        "another mode": ({"attacker": {"mode": {"atk": 3, "spl": None}}}, skirmish(atk=3)),
    }
    variants = [{"name": name, "patch": patch} for name, (patch, _) in changes.items()]
    rest = {"options": {"base_threshold": 8}, "dice": {"faces": [[2, 5]]}}
    told = await odds(sqlite_api, "open-forces", skirmish(), variants=variants, **rest)
    alone = await odds(sqlite_api, "open-forces", skirmish(), **rest)
    assert {name: told[name] for name in alone} == alone
    assert [one["name"] for one in told["variants"]] == list(changes)
    for one, (patch, situation) in zip(told["variants"], changes.values(), strict=True):
        written_out = await odds(sqlite_api, "open-forces", situation, **rest)
        assert (one["chances"], one["means"]) == (written_out["chances"], written_out["means"])
        assert (one["patch"], "text" in one) == (patch, False)
        by = mean(written_out, "kills") - mean(alone, "kills")
        assert one["change"]["kills"] == round(float(by), 6)


async def test_what_does_not_fit_is_the_problem_of_its_variant_alone(sqlite_api):
    patches = [{"attacker": {"units": 0}}, {"attacker": {"unit": 4}}, {"attacker": None}, {"attacker": {"units": 5}}]
    variants = [{"name": str(n), "patch": patch} for n, patch in enumerate(patches)]
    told = (await odds(sqlite_api, "open-forces", skirmish(), variants=variants))["variants"]
    assert [one["problem"]["code"] for one in told[:3]] == ["illegal-situation", "invalid-request", "invalid-request"]
    for one, patch, pointer in zip(told, patches[:3], ("/attacker/units", "/attacker/unit", "/attacker"), strict=False):
        alone = await sqlite_api.post(f"{RULES}/open-forces/odds", {"situation": merged(skirmish(), patch)})
        assert one["problem"]["code"] == alone.json()["code"]
        assert one["problem"]["errors"][0]["pointer"] == f"/situation{pointer}" == alone.json()["errors"][0]["pointer"]
        assert one.keys() == {"name", "patch", "problem"}
    assert told[3]["means"]
    many = [{"name": "x", "patch": {}}] * 17
    refused = await sqlite_api.post(f"{RULES}/open-forces/odds", {"situation": skirmish(), "variants": many})
    assert refused.status_code == 422


async def test_a_patch_changes_what_was_sent_before_a_pilot_fills_it(sqlite_api):
    """Another pilot brings another ship: nothing of the first one stays behind."""
    ship = {"id": "t", "agility": 2, "hull": 3}
    sent = {"attacker": {"pilot": "wedgeantilles"}, "defender": ship, "attack_range": 2}
    patch = {"attacker": {"pilot": "darthvader"}}
    told = await odds(sqlite_api, "x-wing", sent, variants=[{"name": "vader", "patch": patch}])
    written_out = await odds(sqlite_api, "x-wing", {**sent, "attacker": {"pilot": "darthvader"}})
    assert told["variants"][0]["means"] == written_out["means"] != told["means"]


@pytest.mark.parametrize(("slug", "situation"), EXAMPLES)
async def test_what_is_offered_fits_and_is_named_and_the_best_is_first(sqlite_api, slug, situation):
    told = await odds(sqlite_api, slug, situation, variants="offered")
    assert 1 <= len(told["variants"]) <= 16
    ruleset = BOOKS[slug].ruleset
    best = (ruleset.best_by or tuple(ruleset.measures))[0]
    worth = [mean(one, best) for one in told["variants"]]
    assert worth == sorted(worth, reverse=True)
    for one in (told["variants"][0], told["variants"][-1]):
        written_out = await odds(sqlite_api, slug, merged(situation, one["patch"]))
        assert (one["chances"], one["means"]) == (written_out["chances"], written_out["means"])
    for language in LANGUAGES if situation == dict(reversed(EXAMPLES))[slug] else ():
        body = {"situation": situation, "variants": "offered"}
        shown = (await sqlite_api.post(f"{RULES}/{slug}/odds?language={language}", body)).json()["variants"]
        texts = [one["text"] for one in shown]
        assert len(set(texts)) == len(texts)
        assert not any("{" in text or text == one["name"] for text, one in zip(texts, shown, strict=True))


async def test_a_grid_prices_every_pair_of_values(sqlite_api):
    axes = [{"path": "/attacker/units", "values": [1, 3, 500]}, {"path": "/attacker/mode/atk", "values": [0, 2]}]
    told = (await odds(sqlite_api, "open-forces", skirmish(), grid=axes))["grid"]
    assert [len(row) for row in told] == [2, 2, 2]
    for units, row in zip((1, 3), told, strict=False):
        for atk, cell in zip((0, 2), row, strict=True):
            written_out = await odds(sqlite_api, "open-forces", skirmish(units, atk=atk))
            assert cell == {"chances": written_out["chances"], "means": written_out["means"]}
    assert {cell["problem"]["errors"][0]["pointer"] for cell in told[2]} == {"/situation/attacker/units"}
    (single,) = (await odds(sqlite_api, "open-forces", skirmish(), grid=[{"path": "/cover", "values": [[]]}]))["grid"]
    assert Fraction(single[0]["means"]["kills"]["exact"]) > 0
    for path in ("attacker/units", "/attacker/units/0"):
        body = {"situation": skirmish(), "grid": [{"path": path, "values": [1]}]}
        refused = await sqlite_api.post(f"{RULES}/open-forces/odds", body)
        assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/grid/0/path")


def test_a_place_in_a_list_is_named_by_its_number():
    assert placed({"a": [1, {"b": 2}]}, ("a", "1", "c"), 3) == {"a": [1, {"b": 2, "c": 3}]}
    with pytest.raises(LookupError):
        placed({"a": [1]}, ("a", "1"), 3)


async def test_one_budget_holds_for_all_variants(sqlite_api, monkeypatch):
    variants = [{"name": str(n), "patch": {}} for n in range(4)]
    assert len((await odds(sqlite_api, "open-forces", skirmish(), variants=variants))["variants"]) == 4
    monkeypatch.setattr(compute_budget, "MOST_ODDS", 4)
    refused = await sqlite_api.post(f"{RULES}/open-forces/odds", {"situation": skirmish(), "variants": variants})
    told = refused.json()
    assert (refused.status_code, told["what"], told["is"], told["at_most"]) == (422, "odds", 5, 4)


async def test_one_effort_holds_for_all_variants(sqlite_api, monkeypatch):
    situation = dict(EXAMPLES)["x-wing"]
    variants = [{"name": str(n), "patch": {"defender": {"hull": 3 + n}}} for n in range(4)]
    path, body = f"{RULES}/x-wing/odds", {"situation": situation}
    monkeypatch.setattr(compute_budget, "MOST_WORK", 1)
    alone = await sqlite_api.post(path, {**body, "policies": {}})  # not the same bytes, as refusals are kept
    assert (alone.status_code, alone.json()["reason"]) == (422, "too-much-work")
    monkeypatch.setattr(compute_budget, "MOST_WORK", most := 4_000)
    assert (await sqlite_api.post(path, body)).status_code == 200
    for language in LANGUAGES:
        refused = await sqlite_api.post(f"{path}?language={language}", body | {"variants": variants})
        told = refused.json()
        assert (refused.status_code, told["code"], told["reason"]) == (422, "limit-exceeded", "too-much-work")
        assert {name: told[name] for name in ("what", "is", "at_most")} == {
            "what": "steps",
            "is": None,
            "at_most": most,
        }
        assert "{" not in told["detail"]
