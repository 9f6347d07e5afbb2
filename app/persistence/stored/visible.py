"""Reads texts of which readers have to see something: pydantic asks for it where a client sends them."""

from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import PydanticCustomError, core_schema

from app.domain.visible import Visible, is_visible


def _checked(text: str, info: core_schema.ValidationInfo) -> str:
    if not info.context and not is_visible(text):
        raise PydanticCustomError("not_visible", "Nobody sees anything of this.")
    return text


def _core_schema(_self: Visible, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
    return core_schema.with_info_after_validator_function(_checked, handler(source))


Visible.__get_pydantic_core_schema__ = _core_schema  # type: ignore[attr-defined]
