"""Settings, from the environment."""

from ipaddress import ip_network
from typing import Literal

from pydantic import NonNegativeInt, PositiveFloat, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.persistence.rows import Visibility


def split(listed: str) -> list[str]:
    """What is separated by commas."""
    return [part.strip() for part in listed.split(",") if part.strip()]


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
    streams_per_address: NonNegativeInt = 1000
    """Event streams that an address may follow at a time; 0: any number."""
    connections_per_address: NonNegativeInt = 2000
    """Connections that an address may hold at a time; 0: any number."""
    trusted_proxies: str = ""
    """Proxies whose `X-Forwarded-For` counts: addresses or networks, separated by commas."""
    client_timeout: PositiveFloat = 10.0
    """Seconds in which a client has to send a request, and to take what it is sent."""
    cors_origins: str = "*"
    """Origins that browsers may call from, separated by commas."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @field_validator("trusted_proxies")
    @classmethod
    def _are_addresses(cls, proxies: str) -> str:
        for proxy in split(proxies):
            try:
                ip_network(proxy)
            except ValueError:
                raise ValueError(f"{proxy!r} is not an address or a network, such as 10.0.0.0/8") from None
        return proxies

    @property
    def proxies(self) -> list[str]:
        """The proxies that are trusted."""
        return split(self.trusted_proxies)

    @property
    def visibility(self) -> Visibility:
        """Who may read a session whose opening does not say."""
        return self.default_visibility or ("unlisted" if self.require_api_key else "public")
