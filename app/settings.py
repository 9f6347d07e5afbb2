"""The settings, which are read from environment variables."""

from typing import Literal

from pydantic import PositiveFloat
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.persistence.rows import Visibility


class Settings(BaseSettings):
    """The settings of the service. The variable of each is `UMPIRE_` followed by its name in capital letters."""

    model_config = SettingsConfigDict(env_prefix="UMPIRE_", use_attribute_docstrings=True)

    database_url: str = "sqlite:///umpire.db"
    """The database: `sqlite:///file` or `postgresql://user:password@host/name`."""
    default_visibility: Visibility | None = None
    """Who may read a session if the request that opens it does not say: `public`, `unlisted` or `private`. Without this
    setting `unlisted` if API keys are required, else `public`."""
    require_api_key: bool = False
    """Whether a session can be opened only with an API key."""
    rate_limit: str = ""
    """How many requests an API key or an address may send, such as `600/minute`; empty for no limit."""
    client_timeout: PositiveFloat = 10.0
    """Seconds that a client may take to send a request, and to receive what is sent to it."""
    cors_origins: str = "*"
    """The origins from which browsers may send requests, separated by commas; `*` for all."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The least important messages that are logged."""

    @property
    def visibility(self) -> Visibility:
        """Who may read a session if the request that opens it does not say."""
        return self.default_visibility or ("unlisted" if self.require_api_key else "public")
