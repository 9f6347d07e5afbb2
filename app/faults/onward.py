"""Reads a body on past its faults: each is noted and mended with something that fits, until the rest can be judged.

What is mended only stands in for what the client will send; faults that follow from it are left out.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import ValidationError
from pydantic_core import to_json

from app.domain.errors import MOST_TOLD
from app.errors import Fault, Path, Problem
from app.faults.found import faults_in
from app.faults.places import value_at
from app.faults.schema import Schema

T = TypeVar("T")
ROUNDS = 8
"""How often a body is mended at most: what stands in for a value may lack something itself."""


@dataclass(slots=True)
class Read(Generic[T]):
    """What was read of a body, and what was wrong with it."""

    value: T | None = None
    """The body, mended; None where it cannot be."""
    faults: list[Fault] = field(default_factory=list)
    refusals: list[Problem] = field(default_factory=list)
    """What was refused while it was read, and later, each with its place."""
    mended: list[Path] = field(default_factory=list)

    @property
    def is_faultless(self) -> bool:
        """Whether nothing was wrong so far."""
        return not self.faults and not self.refusals and not self.mended

    def follows(self, at: Path) -> bool:
        """Whether a fault at this place may only follow from something that was mended."""
        return any(at[: len(path)] == path for path in self.mended)

    def touches(self, at: Path) -> bool:
        """Whether something was mended at this place, in it or around it."""
        return self.follows(at) or any(path[: len(at)] == at for path in self.mended)

    def refuse(self, problem: Problem) -> None:
        """Note a refusal with all that come with it, but for what may follow from something that was mended."""
        placed = (one for one in (problem, *problem.more) if one.at is not None)
        self.refusals += [one for one in placed if not self.touches(one.at or ())]
        self.faults += [one for one in problem.faults if not self.touches(one.at)]


def read_on(validate: Callable[[bytes], T], body: object, schema: Schema) -> Read[T]:
    """Read a body, an object of JSON, that is mended in its place where it has faults.

    `validate` raises pydantic's ValidationError, and a Problem for what the rulebook refuses while it completes it.
    """
    read = Read[T]()
    for _ in range(ROUNDS):
        try:
            read.value = validate(to_json(body))
            break
        except Problem as refused:
            read.refuse(refused)
            for one in (refused, *refused.more):
                leave_out(read, body, one.at or ())
        except ValidationError as invalid:
            for fault in faults_in(invalid.errors(include_url=False), body, schema):
                if not read.follows(fault.at):
                    read.faults.append(fault)
                mend(read, body, fault, schema)
            if len(read.faults) >= MOST_TOLD:
                break
    return read


def leave_out(read: Read[Any], body: object, at: Path) -> None:
    """Leave out a value that is refused; the item of a list that holds it is not whole then."""
    holder = value_at(at[:-1], body)
    if at and isinstance(holder, dict):
        holder.pop(at[-1], None)
    item = max((n for n, part in enumerate(at) if isinstance(part, int)), default=len(at) - 2)
    read.mended.append(at[: item + 1])


def mend(read: Read[Any], body: object, fault: Fault, schema: Schema) -> None:
    """Put something that fits in the place of a fault."""
    if not fault.at:
        return
    *way, last = fault.at
    holder, held = value_at(tuple(way), body), value_at(fault.at, body)
    if fault.text == "unknown-field" and isinstance(holder, dict):
        value, nearest = holder.pop(last, None), fault.params.get("nearest")
        if nearest is not None and nearest not in holder:
            holder[nearest] = value
        return
    if fault.text == "most-items" and isinstance(held, list):
        del held[fault.params["limit"] :]
        return
    read.mended.append(fault.at)
    if isinstance(holder, dict) or (isinstance(holder, list) and isinstance(last, int) and last < len(holder)):
        holder[last] = fitting(fault, held, body, schema)  # type: ignore[index]


def fitting(fault: Fault, held: object, body: object, schema: Schema) -> object:
    """A value that fits in the place of a fault, as near to what is there as can be."""
    limit = fault.params.get("limit")
    match fault.text:
        case "least" | "most":
            return limit
        case "most-characters" if isinstance(held, str):
            return held[:limit]
        case "least-items" if isinstance(held, list):
            return [*held, *(schema.value((*fault.at, 0), body) for _ in range(len(held), limit or 0))]
    return schema.value(fault.at, body)
