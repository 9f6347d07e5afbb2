"""Ids that are none, at every route and on both databases: nothing is found by them, or they are refused; never a failure."""

import json
import re
from collections import Counter
from random import Random
from urllib.parse import quote

import pytest

from app.services.keys import create_key
from tests.client import PHYSICAL, bearer
from tests.thorough import cases, seeds

pytestmark = pytest.mark.anyio
NO_IDS = [
    "%00", "a%00b", "%ff", "%ed%a0%80", "%ed%b0%80%ed%a0%80", "x" * 36, "x" * 101, "x" * 5000, "9" * 36, "9" * 5000,
    "-1", "1e3", "NaN", "null", "{id}", "%20", "%0A", "%7F", "%C2%85", "%E2%80%AE", "%EF%BF%BD", "%F0%9F%92%A9",
    "%D9%A1" * 32, "%EF%BC%91" * 36, "0" * 31, "0" * 33, "g" * 32, "urn:uuid:%00", "%7B00000000-0000-7000-8000-00000000000%00%7D",
    "a;b", "a%25b", "%27--", str(2**31), str(2**63), "%C4%B0", "e%CC%81",
]  # fmt: skip
"""As they stand in a path: signs that no text may have, what is no UTF-8, very long, numbers, and almost an id."""
REFUSED = {401, 404, 422}
"""Not found, or wrong as a parameter; or refused before anything is looked for, where a token is needed."""
LETTERS = ["\0", "\x1f", "0", "a", "-", "f", "\u0130", "\u0661", "\u2028", "\ud7ff", "\ufdd0", "\uffff", "\U0010ffff"]


def almost_an_id(chance):
    """A text of 32 to 120 letters of which any may be odd, as it stands in a path."""
    odd = [chance.choice(LETTERS) for _ in range(chance.choice([32, 36, 36, 100, 120]))]
    return quote("".join(chance.choice(["0", "f", sign]) for sign in odd), safe="")


def drawn():
    return [almost_an_id(Random(seed)) for seed in seeds(4, 20)]


@pytest.fixture
async def there(api):
    """What is there: a session with a question, and the tokens of its host, of a player and of a server."""
    api.app.state.context.hub.is_closing = True  # streams end when they have told what is there
    session = await api.open(seats=[{"name": "Anton"}, {"name": "Beatrix"}], dice=PHYSICAL)
    host = session["tokens"]["host"]
    roles = {"attacker": 1, "defender": 2}
    assert (await api.attack(token=host, session_id=session["id"], seats=roles)).status_code == 201
    key = create_key(api.app.state.context.database, "ids")[1]
    return {"id": session["id"], "number": "1", "seat": "1", "slug": "open-forces", "code": "stale"}, [host, key, None]


def operations(document):
    """Each operation, with the names of the parameters that stand in its path, and of those that stand in its query."""
    shared = document["components"]["parameters"]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            told = [
                shared[each["$ref"].rpartition("/")[2]] if "$ref" in each else each
                for each in operation.get("parameters", ())
            ]
            in_path, in_query = ([each["name"] for each in told if each["in"] == place] for place in ("path", "query"))
            yield method.upper(), path, operation, in_path, in_query


def bodies(operation):
    """What an operation may be sent: an example that the document shows, an empty object, and nothing."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    shown = [json.dumps(example["value"]).encode() for example in content.get("examples", {}).values()]
    return [*shown[:1], b"{}", b""] if content else [b""]


async def answered(api, chance, method, path, operation, tokens):
    """How a request is answered, from any caller, with any body, and with an Idempotency-Key or without one."""
    body, token = chance.choice(bodies(operation)), chance.choice(tokens)
    headers = {"content-type": "application/json"} if body else {}
    headers |= bearer(token) if token else {}
    if method == "POST" and chance.random() < 0.5:
        headers["Idempotency-Key"] = f"an-id-that-is-none-{chance.random()}"
    return await api.http.request(method, path, content=body, headers=headers)


async def test_an_id_that_is_none_is_not_found_or_refused_at_every_route(api, there, document):
    known, tokens = there
    ids, wrong, told = [*NO_IDS, *drawn()], [], Counter()
    for method, path, operation, names, _ in operations(document):
        chance = Random(f"{method} {path}")
        for name in names:
            for id in chance.sample(ids, cases(8, len(ids))):
                where = path.format(**{each: id if each == name else known.get(each, "msg_1") for each in names})
                response = await answered(api, chance, method, where, operation, tokens)
                told[response.status_code] += 1
                if response.status_code not in REFUSED:
                    wrong.append((method, where[:200], response.status_code, response.text[:200]))
    assert not wrong, (len(wrong), wrong[:12])
    assert told[404] > sum(told.values()) / 3, told


async def test_a_page_of_an_id_that_is_none_is_not_found(api, there):
    pages = {
        route.path for route in api.app.routes if "{" in getattr(route, "path", "") and not hasattr(route, "body_field")
    }
    ids, found = [*NO_IDS, *drawn()], set()
    for path in sorted(pages):
        chance = Random(path)
        for id in chance.sample(ids, cases(8, len(ids))):
            response = await api.http.get(re.sub(r"{\w+(:\w+)?}", id, path), headers={"accept": "text/html"})
            found.add((path, response.status_code))
    assert {status for _, status in found} <= {404, 422}, found


async def test_an_id_that_is_none_in_a_query_fails_nothing(api, there, document):
    known, tokens = there
    ids, wrong = [*NO_IDS, *drawn()], []
    for method, path, operation, names, queries in operations(document):
        chance = Random(f"{method} {path}")
        where = path.format(**{each: known.get(each, "msg_1") for each in names})
        for name in queries if method == "GET" else ():
            for id in chance.sample(ids, cases(2, 12)):
                response = await answered(api, chance, method, f"{where}?{name}={id}", operation, tokens)
                if response.status_code >= 500:
                    wrong.append((method, f"{where}?{name}={id[:200]}", response.status_code, response.text[:200]))
    assert not wrong, (len(wrong), wrong[:12])
