"""Write what is made from the code anew, tables of docs/reference.md and clients/openapi.json: `python -m tests.reference`.

A table stands between `<!-- made: NAME -->` and `<!-- end -->`. What stands around it is written by hand and left alone.
"""

import re
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pydantic import BaseModel

from app import connection
from app.api import context
from app.api.requests import strict
from app.api.responses import conditional
from app.api.responses.openapi import Documented
from app.api.routes import history
from app.api.schemas import bodies, listed, many_attacks
from app.api.schemas.requests import requests_of
from app.api.streams import stream
from app.api.work import computing
from app.cli.arguments import Parser, main_parser
from app.cli.commands import COMMANDS
from app.delivery import deliverer
from app.domain import casualties, fairness
from app.errors import STATUS
from app.faults import members
from app.main import create_app
from app.persistence.queries import credentials, pages
from app.persistence.writing import writer
from app.rulesets.castle_rampage import model as castle_rampage
from app.rulesets.open_forces import model as open_forces
from app.rulesets.storm_over_stalingrad import model as stalingrad
from app.rulesets.storm_over_stalingrad import refusals as stalingrad_refusals
from app.rulesets.x_wing import model as x_wing
from app.rulesets.x_wing.exact import price
from app.services.access import CLAIM_PREFIX, HOST_PREFIX, KEY_PREFIX, PLAYER_PREFIX, SEAT_PREFIX, TICKET_PREFIX
from app.services.log import several
from app.services.odds import compute_budget, matrix
from app.services.play import choices
from app.services.rulebooks.installed import find_rulebooks
from app.services.rulebooks.texts import service_texts
from app.services.webhooks import registrations
from app.settings import PREFIX, Settings
from tests.callers import who
from tests.contract import laid_out

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference.md"
DOCUMENT = ROOT / "clients" / "openapi.json"
TABLE = re.compile(r"(<!-- made: ([a-z]+) -->\n).*?(<!-- end -->)", re.DOTALL)

OUTSIDE_OPENAPI = {
    "/": "Say what this service is, to people",
    "/docs": "Try the API in a browser; works without internet",
    "/openapi.json": "Read the OpenAPI document",
    "/metrics": "Show numbers of this process to Prometheus, with `UMPIRE_METRICS=true`",
}
"""The routes that OpenAPI leaves out."""

Row = tuple[object, ...]


def renewed(page: str) -> str:
    """The page with each of its tables made anew."""
    return TABLE.sub(lambda table: f"{table[1]}{TABLES[table[2]]()}{table[3]}", page)


def table(headings: str, rows: Iterator[Row]) -> str:
    """A table in Markdown."""
    head = f"| {headings} |\n|{'---|' * (headings.count('|') + 1)}\n"
    return head + "".join(f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in row)} |\n" for row in rows)


@cache
def service() -> Documented:
    return create_app(Settings(database_url="sqlite:///never-made.db"))


@cache
def bare() -> dict[str, Any]:
    return service().made()


@cache
def whole() -> dict[str, Any]:
    """The document with its examples, which nobody changes."""
    return service().openapi()


def routes() -> Iterator[Row]:
    """Each route once; those that several rulesets have, with `{slug}`."""
    document, books = bare(), service().state.context.books
    titles = {slug: book.ruleset.title for slug, book in books.items() if book.package.startswith("app.")}
    seen = set()
    for path, operations in document["paths"].items():
        slug = next((slug for slug in books if path.startswith(f"/v1/rulesets/{slug}/")), None)
        if slug and slug not in titles:
            continue
        shown = path
        if slug and sum(path.replace(slug, other, 1) in document["paths"] for other in titles) > 1:
            shown = path.replace(slug, "{slug}", 1)
        for method, operation in operations.items():
            if (method, shown) not in seen:
                seen.add((method, shown))
                told = operation.get("summary", "").removesuffix(f" of {titles[slug]}" if slug else "")
                name = operation["operationId"].removesuffix("_" + slug.replace("-", "_") if slug else "")
                yield f"`{method.upper()} {shown}`", told, query(operation, document), who(name)
    for path, told in OUTSIDE_OPENAPI.items():
        yield f"`GET {path}`", told, "", "anybody"


def query(operation: dict[str, Any], document: dict[str, Any]) -> str:
    """The names of what may stand in the query, without `language`, which is everywhere."""
    names, of_lists = [], set(listed.Listed.model_fields)
    for parameter in operation.get("parameters", ()):
        if "$ref" in parameter:
            parameter = document["components"]["parameters"][parameter["$ref"].rpartition("/")[2]]
        if parameter["in"] == "query" and parameter["name"] != strict.LANGUAGE:
            names.append(parameter["name"])
    is_list = of_lists <= set(names)
    own = [f"`{name}`" for name in names if not (is_list and name in of_lists)]
    return ", ".join(["those of [every list](#lists)", *own] if is_list else own)


def parameters() -> Iterator[Row]:
    """What the query of every list may hold."""
    for name, field in listed.Listed.model_fields.items():
        yield f"`{name}`", " ".join((field.description or "").split())


def tokens() -> Iterator[Row]:
    yield (
        f"`{HOST_PREFIX}…`",
        "host",
        "the answer that opens a session, or that resolves an attack of its own",
        ("all that the seats may, and void, close, renew tokens"),
    )
    yield (
        f"`{SEAT_PREFIX}…`",
        "seat",
        "the answer that opens a session, `POST …/seats/{n}/token`, and `POST /v1/claims`",
        ("answer, roll, attack and move for its own seat; propose to void and to close"),
    )
    yield (
        f"`{CLAIM_PREFIX}…`",
        "claim",
        "`POST …/seats/{n}/claims`, `POST /v1/players/claims`",
        "be used once, in the body of `POST /v1/claims`, for a token of its seat or player; no other request takes it",
    )
    yield (
        f"`{PLAYER_PREFIX}…`",
        "player",
        "`POST /v1/players`, and `POST /v1/claims` with a claim of the player",
        "what the seats may that the player has taken; list and follow their sessions",
    )
    yield (
        f"`{TICKET_PREFIX}…`",
        "ticket",
        "`POST …/stream-tickets`",
        "stand as `ticket` in the query of the events of its session, for 12 hours; no other request takes it",
    )
    yield (
        f"`{KEY_PREFIX}…`",
        "API key",
        "`umpire keys create`",
        ("open sessions, read and list those that it opened; it cannot play in them"),
    )


def limits() -> Iterator[Row]:
    """What is bounded, the bound, and what comes of more."""
    invalid = "422 `invalid-request`"
    attack = requests_of(service().state.context.books["x-wing"]).attack
    too_large = "413 `body-too-large`"
    yield "a body", f"{strict.LIMIT:,} bytes", too_large
    yield "a body that opens a session, or holds a squad", f"{strict.LARGE:,} bytes", too_large
    yield "a body with several attacks", f"{strict.LARGEST:,} bytes", too_large
    yield "… and each of them", f"{strict.LIMIT:,} bytes", f"{too_large}, at its place"
    yield "members of an object in a body", members.MOST_MEMBERS, invalid
    yield (
        "values in a body",
        f"{members.FEWEST_VALUES:,}, or one for each {members.BYTES_A_VALUE} bytes up to {members.MOST_VALUES:,}",
        invalid,
    )
    yield "attacks in one request", many_attacks.MOST, invalid
    yield "address and headers of a request", f"{connection.HEAD_LIMIT:,} bytes", "431 `head-too-large`"
    yield "sending a request", f"`{PREFIX}CLIENT_TIMEOUT`", "408 `request-timeout`"
    yield "seats of a session", bound(bodies.SeatsRequest, "attacker", "maximum"), invalid
    yield "attacks and moves of a session", "any number", ""
    yield "answers sent along with an attack", bound(attack, "answers", "maxItems"), invalid
    yield "rolls sent along with an attack", bound(bodies.DiceRequest, "faces", "maxItems"), invalid
    yield "dice of a roll that is sent", bound(bodies.AnswerRequest, "faces", "maxItems"), invalid
    yield "choices listed with a question", choices.LISTED, "the others are accepted too; `choices_total` counts all"
    yield "a player's name", f"{bound(bodies.SeatRequest, 'name', 'maxLength')} characters", invalid
    yield "a `reference`", f"{bound(bodies.SeatRequest, 'reference', 'maxLength')} characters", invalid
    yield "a `reason` or a `note`", f"{bound(bodies.VoidRequest, 'reason', 'maxLength')} characters", invalid
    yield "an id of a unit", f"{longest(casualties.UnitId)} characters of printable ASCII", invalid
    yield "an `Idempotency-Key`", "16 to 100 visible ASCII characters", invalid
    yield (
        "how long an `Idempotency-Key` is kept",
        f"{writer.KEPT.total_seconds() / 3600:.0f} hours or a little more",
        ("the request counts as a new one"),
    )
    yield "a page of a list", f"{bound(listed.Listed, 'limit', 'maximum')} items, unless asked 50", invalid
    yield "… and its bytes, without its last item", f"{pages.PAGE_BYTES:,}", "`next` goes on from there"
    yield "a whole list (`ndjson`, `csv`)", "any number of items", ""
    yield "values of one filter", bound(listed.Listed, "ruleset", "maxItems"), invalid
    yield "attacks counted in one answer of `…/luck`", f"{bound(listed.ListedLuck, 'limit', 'maximum'):,}", invalid
    yield "… and the time that is taken for them", f"{history.LUCK_SECONDS:.0f} seconds", "`next` goes on from there"
    yield "`?wait`", f"{longest(conditional.Wait)} seconds", invalid
    yield "silence of a stream", f"{stream.HEARTBEAT:.0f} seconds", "a comment line is sent"
    yield "streams of an address", f"`{PREFIX}STREAMS_PER_ADDRESS`", "429 `too-many-requests`"
    yield "whole lists and logs that an address takes at a time", context.LONG_ANSWERS, "429 `too-many-requests`"
    yield "connections of an address", f"`{PREFIX}CONNECTIONS_PER_ADDRESS`", "429 `too-many-requests`"
    yield "tokens of a player", credentials.TOKENS, "the oldest ends"
    yield "stream tickets of a token for a session", credentials.TICKETS, "the oldest ends"
    yield "sessions of `GET /v1/events`", several.MOST, "the newest are followed"
    yield "webhooks of an API key", registrations.MOST, "422 `limit-exceeded`"
    yield "messages that wait for a webhook", f"{deliverer.MOST_WAITING:,}", "further ones are not made"
    yield "requests of an address or a key", f"`{PREFIX}RATE_LIMIT`", "429 `too-many-requests`"
    yield "changes that wait to be written", f"{writer.WAITING:,}", "503 `busy`"
    yield "odds of an address in the queue or computed; verifications in theirs", computing.WAITING, "503 `busy`"
    yield "… of all addresses; one that has none is taken", f"{computing.OF_ALL:,}", "503 `busy`"
    yield (
        "odds computed for one request: its choices, variants, points",
        f"{compute_budget.MOST_ODDS:,}",
        "422 `limit-exceeded`",
    )
    yield "odds of a matrix", matrix.MOST_CELLS, "422 `limit-exceeded`"
    yield "matrices of odds of an address at a time", 1, "429 `too-many-requests`"
    yield (
        "… and the steps of work that they take together, some three to five seconds",
        f"{compute_budget.MOST_WORK:,}",
        "422 `limit-exceeded`",
    )
    yield "… and the computing that they take on a slow machine", f"{compute_budget.SECONDS:.0f} seconds", "503 `busy`"
    yield "requests for odds that are computed at a time, of an address one", context.ODDS_BEGUN, "further ones wait"
    yield "actions with the seeds of one chain", f"{fairness.CHAIN_LENGTHS[0]:,}", "a further chain is committed before"
    too_large = "422 `limit-exceeded`"
    yield "Open Forces: units of a side", open_forces.MOST_UNITS, invalid
    yield "Castle Rampage: cards, gate and castle together", castle_rampage.MOST_CARDS, "422 `illegal-situation`"
    yield "Storm Over Stalingrad: areas", longest(stalingrad.Fire.__annotations__["areas"]), invalid
    yield "Storm Over Stalingrad: units", stalingrad_refusals.MOST_UNITS, "422 `illegal-situation`"
    yield "X-Wing: tokens of a kind", x_wing.MOST_TOKENS, invalid
    yield "X-Wing: dice of a roll, in odds", price.MOST_DICE_IN_ODDS, too_large


def bound(model: type[BaseModel], field: str, keyword: str) -> int:
    """A bound of a field, as its JSON schema has it."""
    return next(found(model.model_json_schema()["properties"][field], keyword))


def found(schema: object, keyword: str) -> Iterator[int]:
    if isinstance(schema, dict):
        yield from [schema[keyword]] if isinstance(schema.get(keyword), int) else []
        schema = list(schema.values())
    for member in schema if isinstance(schema, list) else ():
        yield from found(member, keyword)


def longest(annotated: Any) -> int:
    """The greatest value or length that an annotation allows."""
    for mark in flat(annotated.__metadata__):
        for name in ("max_length", "le"):
            if (most := getattr(mark, name, None)) is not None:
                return most
    raise LookupError(annotated)


def flat(marks: Any) -> Iterator[object]:
    for mark in marks:
        yield mark
        yield from getattr(mark, "metadata", ())


def codes() -> Iterator[Row]:
    texts = service_texts("en")
    for code, status in sorted(STATUS.items(), key=lambda item: (item[1], item[0])):
        yield f"`{code}`", status, texts.find(f"means.{code}", {}), texts.find(f"remedy.{code}", {})


def settings() -> Iterator[Row]:
    for name, field in Settings.model_fields.items():
        default = str("" if field.default is None else field.default).removesuffix(".0").lower()
        yield f"`{PREFIX}{name.upper()}`", default and f"`{default}`", " ".join((field.description or "").split())


def commands() -> Iterator[Row]:
    parser = main_parser()
    added = parser.add_subparsers(parser_class=Parser)
    for module in COMMANDS:
        module.add_commands(added)
    yield from commands_of(added)


def commands_of(added: "_SubParsersAction[Parser]") -> Iterator[Row]:
    told = {action.dest: action.help for action in added._choices_actions}
    for name, parser in added.choices.items():
        below = below_of(parser)
        if below:
            yield from commands_of(below)
        else:
            usage = parser.format_usage().removeprefix("usage: ").replace("[-h]", "")
            yield f"`{' '.join(usage.split())}`", told[name]


def below_of(parser: ArgumentParser) -> "_SubParsersAction[Parser] | None":
    return next((action for action in parser._actions if isinstance(action, _SubParsersAction)), None)


TABLES = {
    "routes": lambda: table("route | what it does | query | who may, where API keys are required", routes()),
    "lists": lambda: table("parameter | what it chooses", parameters()),
    "tokens": lambda: table("begins with | whose | comes from | may", tokens()),
    "limits": lambda: table("what | at most | more", limits()),
    "codes": lambda: table("code | status | what it means | what to do", codes()),
    "settings": lambda: table("variable | default | what it sets", settings()),
    "commands": lambda: table("command | what it does", commands()),
}


def openapi() -> str:
    """The OpenAPI document of the service, from which clients are generated, line by line for who reads a change."""
    own = {slug: book for slug, book in find_rulebooks().items() if book.package.startswith("app.")}
    with patch("app.main.find_rulebooks", lambda: own):  # tests have further rulebooks
        return written(create_app(Settings(database_url="sqlite:///never-made.db")).made())


def written(document: dict[str, Any]) -> str:
    """An OpenAPI document as the file has it."""
    return laid_out(document) + "\n"


if __name__ == "__main__":
    DOCUMENT.write_text(openapi(), "utf-8")
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")
