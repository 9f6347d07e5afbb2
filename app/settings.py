"""Settings, from the environment."""

from typing import Literal

from pydantic import PositiveFloat
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.persistence.rows import Visibility


class Settings(BaseSettings):
    """Each setting is read from `UMPIRE_` and its name in capitals."""

    model_config = SettingsConfigDict(env_prefix="UMPIRE_", use_attribute_docstrings=True)

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
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def visibility(self) -> Visibility:
        """Who may read a session whose opening does not say."""
        return self.default_visibility or ("unlisted" if self.require_api_key else "public")
