"""Examples in the OpenAPI document: what was sent to the service and answered by it, as `examples.json` has it."""

from pathlib import Path
from typing import Any

from pydantic_core import from_json

from app.domain.catalogue import ListReader
from app.persistence.stored.codec import Json
from app.services.rulebooks.registry import Rulebook, Rulebooks

RECORDED = Path(__file__).with_name("examples.json")


def add_examples(document: Json, books: Rulebooks) -> None:
    """Add the recorded examples to the operations they are of, and the situations of each ruleset to its own."""
    recorded = from_json(RECORDED.read_bytes())
    examples = document["components"].setdefault("examples", {})
    for problems in recorded["problems"].values():
        examples |= problems
    operations = {
        operation["operationId"]: operation for methods in document["paths"].values() for operation in methods.values()
    }
    for book in books.values():
        for kind in ("attack", "odds"):
            add_situations(operations[f"{kind}_{book.slug.replace('-', '_')}"], book)
        for reader in book.ruleset.lists:
            add_lists(operations[f"{reader.path.replace('-', '_')}_{book.slug.replace('-', '_')}"], reader)
    for id, operation in operations.items():
        for name, told in recorded["operations"].get(id, {}).items():
            add_recorded(operation, name, told)
        add_problems(operation, document["components"], recorded["problems"])


def add_situations(operation: Json, book: Rulebook) -> None:
    """Add the examples of the ruleset as bodies that can be sent."""
    body = operation["requestBody"]["content"]["application/json"]
    for number, situation in enumerate(book.ruleset.examples, 1):
        value = {"situation": book.codec.situation.dump_short(situation)}
        body.setdefault("examples", {})[f"situation-{number}"] = {"summary": f"Situation {number}", "value": value}


def add_lists(operation: Json, reader: ListReader[Any]) -> None:
    """Add the examples of a list of another program as bodies that can be sent."""
    operation["requestBody"]["content"]["application/json"]["examples"] = {
        f"list-{number}": {"summary": f"List {number}", "value": {reader.member: example}}
        for number, example in enumerate(reader.examples, 1)
    }


def add_recorded(operation: Json, name: str, told: Json) -> None:
    """Add what was sent and what was answered."""
    response = operation["responses"][str(told["status"])]
    response["content"] = {media_type: dict(content) for media_type, content in response["content"].items()}
    contents = [(response["content"].setdefault(told["media_type"], {}), told["response"])]
    if "request" in told:
        contents.append((operation["requestBody"]["content"]["application/json"], told["request"]))
    for content, value in contents:
        content["examples"] = {**content.get("examples", {}), name: {"summary": told["summary"], "value": value}}


def add_problems(operation: Json, components: Json, problems: Json) -> None:
    """Add to each refusal, its own or one that operations share, the problems that have its status."""
    for status, response in operation["responses"].items():
        if "$ref" in response:
            response = components["responses"][response["$ref"].rpartition("/")[2]]
        codes = problems.get(status) or ([*problems["429"], *problems["503"]] if status == "default" else ())
        for content in response.get("content", {}).values() if codes else ():
            if "examples" not in content:
                content["examples"] = {code: {"$ref": f"#/components/examples/{code}"} for code in codes}
