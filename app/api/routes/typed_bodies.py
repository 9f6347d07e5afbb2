"""Parts of requests that are read as a ruleset has them, once it is known which ruleset it is."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from pydantic import TypeAdapter, ValidationError

from app.api.refusals.problems import of_faults
from app.faults.bounded import Reader
from app.faults.found import faults_in
from app.faults.lenient import validate_leniently
from app.faults.schema import Schema


class TypedBody:
    """Reads a part of a request as a body of a ruleset."""

    def __init__(self, make: Callable[[], Any]) -> None:
        """`make` gives the model of the body, when the first one is read."""
        self._make = make

    def read(self, sent: object, spelled: bytes) -> Any:
        """The body from its JSON; `sent`: the same as data. Raises Problem with all faults (422)."""
        try:
            return validate_leniently(self._reader.validate, spelled)
        except ValidationError as invalid:
            raise of_faults(faults_in(invalid.errors(include_url=False), sent, self._schema)) from invalid

    @cached_property
    def _reader(self) -> Reader[Any]:
        return Reader(TypeAdapter(self._make()))

    @cached_property
    def _schema(self) -> Schema:
        """What the body may hold. It is made when the first fault is told: that takes as long as many attacks."""
        return Schema(self._reader.adapter.json_schema(by_alias=True))
