"""Whatever an operation answers in a test stands in the OpenAPI document of the release: its status, and its members."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs

DOCUMENT = Path(__file__).parents[1] / "clients" / "openapi.json"
SCHEMAS = "#/components/schemas/"
DIALECT = "https://json-schema.org/draft/2020-12/schema"

ANYWHERE = {405, 408, 429, 431, 500, 503}
"""What `default` stands for."""
OF_BODIES = {400, 413, 415}
"""What a body is refused with, also where none is asked for."""
OPEN = "Other"
"""What the names of schemas have in them that may have any members: of rulebooks and events that came later."""
PLAIN = ("example", "examples", "enum", "const", "default", "mapping")
"""What holds no schemas."""


async def require_documented(response: httpx.Response) -> None:
    """Fail where the document does not tell the status of an operation, or a member of its answer."""
    request, found = response.request, operation(response.request.method, response.request.url.path)
    status = response.status_code
    if found is None or status in ANYWHERE:
        return
    statuses = {int(status) for status in found["responses"] if status.isdigit()}
    if status in OF_BODIES and not statuses & OF_BODIES:
        return
    name = f"{request.method} {request.url.path}"
    assert status in statuses, f"{name} answers {status}, which the document does not tell"
    media_type = response.headers.get("content-type", "").partition(";")[0]
    if request.method != "HEAD" and media_type in ("application/json", "application/problem+json"):
        validator = validator_of(found["operationId"], status)
        if validator is not None:
            wrong = next(validator.iter_errors(json.loads(await response.aread())), None)
            assert wrong is None, f"{name}: {'/'.join(map(str, wrong.instance_path))}: {wrong.message[-600:]}"


def operation(method: str, path: str) -> dict[str, Any] | None:
    """What the document tells of an operation; None where it has none at this path."""
    for pattern, methods in operations():
        if method.lower() in methods and pattern.fullmatch(path):
            found: dict[str, Any] = methods[method.lower()]
            return found
    return None


@cache
def document() -> dict[str, Any]:
    """The document."""
    found: dict[str, Any] = json.loads(DOCUMENT.read_text("utf-8"))
    return found


@cache
def operations() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """The operations of each path, the paths without parameters first."""
    return [
        (re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), methods)
        for path, methods in sorted(document()["paths"].items(), key=lambda one: one[0].count("{"))
    ]


@cache
def validator_of(id: str, status: int) -> Any:
    """What holds an answer to its schema, in which no unknown members are; None where it has none."""
    (found,) = (one for _, methods in operations() for one in methods.values() if one.get("operationId") == id)
    response = found["responses"][str(status)]
    if "$ref" in response:
        response = document()["components"]["responses"][response["$ref"].rpartition("/")[2]]
    content = response.get("content", {})
    kind = content.get("application/json") or content.get("application/problem+json")
    if kind is None or "schema" not in kind:
        return None
    return validator_for(closed(kind["schema"]))


def require_message(body: bytes) -> None:
    """Fail where the document does not tell a message to a webhook, or a member of it."""
    told = json.loads(body)
    wrong = next(validator_of_messages(told["type"]).iter_errors(told), None)
    assert wrong is None, f"{told['type']}: {'/'.join(map(str, wrong.instance_path))}: {wrong.message[-600:]}"


@cache
def validator_of_messages(type: str) -> Any:
    """What holds messages of a type to their schema, in which no unknown members are."""
    content = document()["webhooks"][type]["post"]["requestBody"]["content"]["application/json"]
    return validator_for(closed(content["schema"]))


def validator_for(schema: dict[str, Any]) -> Any:
    """The validator of a closed schema. It has only the schemas that this leads to: to read them all takes longer."""
    found: dict[str, Any] = {}
    ahead = [schema]
    while ahead:
        for name in referred(ahead.pop()) - found.keys():
            found[name] = closed_schemas()[name]
            ahead.append(found[name])
    return jsonschema_rs.validator_for({"$schema": DIALECT, "components": {"schemas": found}, **schema})


def referred(node: Any) -> set[str]:
    """The names of the schemas that a schema refers to."""
    return set(re.findall(rf'"\$ref": "{SCHEMAS}([^"]+)"', json.dumps(node)))


@cache
def closed_schemas() -> dict[str, Any]:
    """All schemas, none of which has members that it does not name, but for those that are open."""
    found = {}
    for name, schema in document()["components"]["schemas"].items():
        found[name] = closed(schema)
        if name in bases() or OPEN in name:
            found[name].pop("unevaluatedProperties", None)
    return found


@cache
def bases() -> frozenset[str]:
    """The schemas that others extend: closed where they stand alone."""
    return frozenset(re.findall(rf'"allOf": \[{{"\$ref": "{SCHEMAS}(\w+)"', json.dumps(document())))


def closed(node: Any, *, is_part: bool = False) -> Any:
    """A schema without members that it does not name; `is_part`: it is a part of one that is closed as a whole."""
    if isinstance(node, list):
        return [closed(each) for each in node]
    if not isinstance(node, dict):
        return node
    if node.get("$ref", "").removeprefix(SCHEMAS) in bases() and not is_part:
        return {**node, "unevaluatedProperties": False}
    made = {
        key: part
        if key in PLAIN
        else [closed(each, is_part=True) for each in part]
        if key == "allOf"
        else {name: closed(each) for name, each in part.items()}
        if key == "properties"
        else closed(part)
        for key, part in node.items()
    }
    if not is_part and ("properties" in node or "allOf" in node) and "additionalProperties" not in node:
        made.setdefault("unevaluatedProperties", False)
    if "oneOf" in node and "discriminator" in node:
        made["anyOf"] = [but_known(each, node["discriminator"]) for each in made.pop("oneOf")]
    return made


def but_known(member: Any, discriminator: Any) -> Any:
    """A member of a union; an open one is for values that no other member has."""
    if OPEN not in member.get("$ref", "") or not discriminator.get("mapping"):
        return member
    known = {discriminator["propertyName"]: {"enum": sorted(discriminator["mapping"])}}
    return {"allOf": [member, {"not": {"properties": known}}]}
