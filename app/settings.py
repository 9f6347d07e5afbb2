"""Settings, from the environment."""

import re
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, PositiveFloat
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.persistence.rows import Visibility

ADDRESS = re.compile(r"https?://[^\s/?#@\\]+(/[\w.~-]+)*")
"""A web address with a host, perhaps with a port and a prefix."""


def public_address(given: str | None) -> str | None:
    """The address that clients reach the service at; None where it is empty. Raises ValueError."""
    if not given:
        return None
    try:
        is_address = ADDRESS.fullmatch(given) is not None and urlsplit(given).port != 0
    except ValueError:  # the port, or an IPv6 address
        is_address = False
    if not is_address:
        raise ValueError("expected http:// or https:// and a host, no slash at the end, such as https://dice.example")
    return given


class Settings(BaseSettings):
    """Each setting is read from `UMPIRE_` and its name in capitals; an empty variable is none."""

    model_config = SettingsConfigDict(env_prefix="UMPIRE_", env_ignore_empty=True, use_attribute_docstrings=True)

    database_url: str = "sqlite:///umpire.db"
    """`sqlite:///file` or `postgresql://user:password@host/name`."""
    default_visibility: Visibility | None = None
    """Who may read a session whose opening does not say; `unlisted` where keys are required, else `public`."""
    require_api_key: bool = False
    """Whether opening a session takes an API key."""
    rate_limit: str = ""
    """Requests that an API key or an address may make, such as `600/minute`; empty: any number."""
    client_timeout: PositiveFloat = 10.0
    """Seconds in which a client has to send a request, and to take what it is sent."""
    cors_origins: str = "*"
    """Origins that browsers may call from, separated by commas."""
    public_url: Annotated[str | None, BeforeValidator(public_address)] = None
    """The address that clients reach the service at, such as `https://dice.example/umpire`, told wherever one is."""
    keep_single_days: Annotated[int, Field(ge=1, le=36500)] | None = None
    """Days after which `umpire prune` may delete an attack of its own; unset: never."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def visibility(self) -> Visibility:
        """Who may read a session whose opening does not say."""
        return self.default_visibility or ("unlisted" if self.require_api_key else "public")
