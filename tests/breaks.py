"""What a change of the OpenAPI document adds, and what it would break for clients that were made from the one before.

What is sent may be taken more freely, and what is read may tell more; never the other way. `python -m tests.breaks` names
each difference from the newest release, or from a document that it is given, and fails where one is a break.
"""

import json
import sys
from pathlib import Path

RELEASES = Path(__file__).parent / "golden" / "openapi"
NOW = Path(__file__).parents[1] / "clients" / "openapi.json"

LIMITS = {"maxLength": -1, "maxItems": -1, "maximum": -1, "minLength": 1, "minItems": 1, "minimum": 1}
"""Limits of what is sent; -1: a lower one is stricter, 1: a higher one is."""


def breaks(old, new):
    """A sentence for each thing that a client of the old document may rely on and the new one does not keep."""
    return sorted(set(Comparison(old, new).operations()))


def additions(old, new):
    """A sentence for each operation, parameter, answer, schema, field and word that only the new document has."""
    added = set(told_in(new)) - set(told_in(old))
    return sorted(line for line in added if not any(place in added for place in places_of(line)))


def places_of(line):
    """The sentences about what a sentence is in: what is new as a whole is named once."""
    place = line.partition(" may be ")[0].partition(" takes ")[0].partition(" answers ")[0]
    return [*([place] if place != line else []), f"the schema {place.partition('.')[0]}"]


def told_in(document):
    """What a document tells of, a sentence each."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            place = f"{method.upper()} {path}"
            yield place
            for part in operation.get("parameters", ()):
                yield f"{place} takes {resolved(document, part)['name']}"
            yield from (f"{place} answers {status}" for status in operation["responses"])
    for name, schema in document["components"]["schemas"].items():
        yield f"the schema {name}"
        yield from (f"{name} may be {word}" for word in kinds(schema, lambda part: resolved(document, part)))
        for field, part in whole(document, schema).get("properties", {}).items():
            yield f"{name}.{field}"
            yield from (f"{name}.{field} may be {word}" for word in kinds(part, lambda each: resolved(document, each)))


def main():
    """Print all differences."""
    files = [Path(name) for name in sys.argv[1:]] or sorted(RELEASES.glob("*.json"))[-1:]
    if not files:
        print("No release has recorded its document yet: python -m tests.record_openapi does.")
        return
    old, new = json.loads(files[0].read_text()), json.loads(NOW.read_text())
    for each in additions(old, new):
        print(f"addition: {each}")
    for each in (broken := breaks(old, new)):
        print(f"break: {each}")
    sys.exit(1 if broken else 0)


class Comparison:
    def __init__(self, old, new):
        self.old, self.new, self.seen = old, new, set()

    def operations(self):
        for name in self.old["components"]["schemas"].keys() - self.new["components"]["schemas"].keys():
            yield f"the schema {name} is gone, by which generated clients call its class"
        for path, methods in self.old["paths"].items():
            for method, was in methods.items():
                place = f"{method.upper()} {path}"
                now = self.new["paths"].get(path, {}).get(method)
                if now is None:
                    yield f"{place} is gone"
                    continue
                if was["operationId"] != now["operationId"]:
                    yield f"{place} is called {now['operationId']}, no longer {was['operationId']}"
                yield from self.parameters(place, was, now)
                yield from self.bodies(place, was, now)
                yield from self.answers(place, was, now)

    def parameters(self, place, was, now):
        before = {(part["in"], part["name"]): part for part in map(self.of_old, was.get("parameters", ()))}
        after = {(part["in"], part["name"]): part for part in map(self.of_new, now.get("parameters", ()))}
        for key in before.keys() - after.keys():
            yield f"{place} no longer takes {key[1]}"
        for key, part in after.items():
            if part.get("required") and not before.get(key, {}).get("required"):
                yield f"{place} now demands {key[1]}"
            if key in before:
                yield from self.schemas(f"{place} {key[1]}", before[key]["schema"], part["schema"], is_sent=True)

    def bodies(self, place, was, now):
        before, after = was.get("requestBody", {}), now.get("requestBody", {})
        if after.get("required") and not before.get("required"):
            yield f"{place} now demands a body"
        yield from self.contents(f"{place} body", before, after, is_sent=True)

    def answers(self, place, was, now):
        for status, answer in was["responses"].items():
            if status not in now["responses"] and status < "400":
                yield f"{place} no longer answers {status}"
            elif status in now["responses"]:
                before, after = self.of_old(answer), self.of_new(now["responses"][status])
                yield from self.contents(f"{place} {status}", before, after, is_sent=False)

    def contents(self, place, before, after, is_sent):
        for media_type, told in before.get("content", {}).items():
            if media_type not in after.get("content", {}):
                yield f"{place} is no longer {media_type}"
            elif "schema" in told:
                yield from self.schemas(place, told["schema"], after["content"][media_type]["schema"], is_sent)

    def schemas(self, place, was, now, is_sent):
        if "$ref" in was and "$ref" in now:
            if (was["$ref"], now["$ref"], is_sent) in self.seen:
                return
            self.seen.add((was["$ref"], now["$ref"], is_sent))
            place = was["$ref"].rpartition("/")[2]
        was, now = whole(self.old, was), whole(self.new, now)
        wide, narrow = (was, now) if is_sent else (now, was)
        missing = kinds(wide, self.of(wide is was)) - kinds(narrow, self.of(narrow is was))
        if missing:
            what = "may no longer be" if is_sent else "may now be"
            yield f"{place} {what} {', '.join(sorted(missing))}"
        yield from self.members(place, was, now, is_sent)
        yield from self.fields(place, was, now, is_sent)
        for word, direction in LIMITS.items() if is_sent else ():
            if word in now and (word not in was or (now[word] - was[word]) * direction > 0):
                yield f"{place} has a stricter {word}"
        for word in ("items", "additionalProperties"):
            if isinstance(was.get(word), dict) and isinstance(now.get(word), dict):
                yield from self.schemas(f"{place}[]", was[word], now[word], is_sent)

    def members(self, place, was, now, is_sent):
        """The members of unions that have the same name, or the same place where they have none."""
        before, after = named(was), named(now)
        for name in before.keys() & after.keys():
            yield from self.schemas(place, before[name], after[name], is_sent)
        is_open = any(name.rpartition("/")[2].find("Other") >= 0 for name in before)
        for name in before.keys() - after.keys() if is_sent else set() if is_open else after.keys() - before.keys():
            if name.startswith("#"):
                yield f"{place} {'no longer takes' if is_sent else 'may now be'} {name.rpartition('/')[2]}"

    def fields(self, place, was, now, is_sent):
        before, after = was.get("properties", {}), now.get("properties", {})
        for name in before.keys() - after.keys():
            if not is_sent or is_closed(now):
                yield f"{place}.{name} is no longer {'taken' if is_sent else 'there'}"
        required = set(was.get("required", ())), set(now.get("required", ()))
        for name in required[1] - required[0] if is_sent else (required[0] - required[1]) & after.keys():
            yield f"{place}.{name} {'must now be sent' if is_sent else 'may now be absent'}"
        for name in before.keys() & after.keys():
            yield from self.schemas(f"{place}.{name}", before[name], after[name], is_sent)

    def of(self, is_old):
        return self.of_old if is_old else self.of_new

    def of_old(self, part):
        return resolved(self.old, part)

    def of_new(self, part):
        return resolved(self.new, part)


def resolved(document, part):
    """What a reference means."""
    while "$ref" in part:
        _, _, kind, name = part["$ref"].split("/")
        part = document["components"][kind][name]
    return part


def whole(document, part):
    """What a reference means, with the fields of all that it extends."""
    found = resolved(document, part)
    if "allOf" not in found:
        return found
    made = {"properties": {}, "required": [], **{word: told for word, told in found.items() if word != "allOf"}}
    for each in (whole(document, each) for each in found["allOf"]):
        made["properties"] = {**made["properties"], **each.get("properties", {})}
        made["required"] = [*made["required"], *each.get("required", ())]
    return made


def is_closed(schema):
    """Whether what is sent may have no fields beside those that are told."""
    return False in (schema.get("additionalProperties"), schema.get("unevaluatedProperties"))


def named(schema):
    """The members of a union, by the reference to each, or by its type."""
    members = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    return {member.get("$ref", str(member.get("type"))): member for member in members if "enum" not in member}


def kinds(schema, resolve):
    """The words that a text may be, or the types of other values; all texts where any may be."""
    schema = resolve(schema)
    members = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    if members:
        found = set().union(*(kinds(member, resolve) for member in members))
    elif "enum" in schema or "const" in schema:
        found = {f"`{word}`" for word in schema.get("enum", [schema.get("const")])}
    else:
        types = schema.get("type", ())
        found = {types} if isinstance(types, str) else set(types)
    return found - {word for word in found if word.startswith("`")} if "string" in found else found


if __name__ == "__main__":
    main()
