"""How pydantic reads texts that clients give: how they are spelled, and that readers see something of them.

The spelling is matched by the regular expression that the schema shows, without a call of Python: a text that somebody
may not see takes no other work than another, or than none.
"""

from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import PydanticCustomError, core_schema

from app.domain.visible import Spelled, Visible, is_visible
from app.faults.found import FORMS


def _checked(text: str, info: core_schema.ValidationInfo) -> str:
    if not info.context and not is_visible(text):
        raise PydanticCustomError("not_visible", "Nobody sees anything of this.")
    return text


def _visible_schema(_self: Visible, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
    return core_schema.with_info_after_validator_function(_checked, handler(source))


def _spelled_schema(self: Spelled, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
    FORMS.setdefault(self.pattern, "characters")
    text: Any = handler(source)
    return {**text, "pattern": self.pattern}


Visible.__get_pydantic_core_schema__ = _visible_schema  # type: ignore[attr-defined]
Spelled.__get_pydantic_core_schema__ = _spelled_schema  # type: ignore[attr-defined]
