"""How pydantic reads texts that clients give: how they are spelled, and that readers see something of them.

The spelling is matched by the regular expression that the schema shows, without a call of Python: a text that somebody
may not see takes no other work than another, or than none.
"""

from math import inf
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import PydanticCustomError, PydanticKnownError, core_schema

from app.domain.visible import Spelled, Visible, is_visible, shows_all
from app.faults.found import FORMS


def _visible_schema(self: Visible, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
    text: Any = handler(source)
    most = text.get("max_length", inf)

    def read(text: str, info: core_schema.ValidationInfo) -> str:
        if info.context:
            return text
        if not is_visible(text):
            raise PydanticCustomError("not_visible", "Nobody sees anything of this.")
        if not shows_all(text):
            raise PydanticCustomError("not_all_visible", "Nobody sees a part of this.")
        if len(same := self.form(text)) > most:
            raise PydanticKnownError("string_too_long", {"max_length": most})
        return same

    return core_schema.with_info_after_validator_function(read, text)


def _spelled_schema(self: Spelled, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
    FORMS.setdefault(self.pattern, "characters")
    text: Any = handler(source)
    return {**text, "pattern": self.pattern}


Visible.__get_pydantic_core_schema__ = _visible_schema  # type: ignore[attr-defined]
Spelled.__get_pydantic_core_schema__ = _spelled_schema  # type: ignore[attr-defined]
