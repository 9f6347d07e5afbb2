"""The settings, which are read from environment variables."""

import os
import re
from collections.abc import Iterable, Iterator
from ipaddress import ip_network
from typing import Annotated, Literal
from urllib.parse import urlsplit

import sqlalchemy as sa
from pydantic import AfterValidator, BeforeValidator, Field, NonNegativeInt, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.domain.nearest import nearest
from app.persistence.stored.rows import Visibility

PREFIX = "UMPIRE_"

MISSPELT = 85
"""How similar a variable must be to a setting, in percent, to be taken for it."""

ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^\s/,]+|\*|null")
ENDLESS = 86_400.0
"""Seconds of the longest time that can be set."""


class WrongSettings(Exception):
    """Variables of the environment that cannot be used: one sentence for each."""


def _database(url: str) -> str:
    """A URL of a file or of a PostgreSQL server. Raises ValueError."""
    try:
        parsed = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        raise ValueError("this is no URL") from None
    if parsed.get_backend_name() == "sqlite":
        is_file = parsed.database not in (None, "", ":memory:")
        fits = is_file and not (parsed.host or parsed.query)
    else:
        fits = parsed.get_backend_name() == "postgresql" and bool(parsed.database)
        fits = fits and (parsed.port is None or 0 < parsed.port < 65536)
    if not fits:
        raise ValueError("this names no database that can be used")
    return url


def _limit(text: str) -> str:
    """Requests in a time. Raises ValueError."""
    if not text:
        return text
    from limits import parse  # it takes long, and many services have no limit

    if parse(text).amount < 1:
        raise ValueError("this allows no request")
    return text


def _origins(text: str) -> str:
    """Origins, separated by commas. Raises ValueError."""
    if not all(ORIGIN.fullmatch(origin.strip()) for origin in text.split(",")):
        raise ValueError("these are no origins")
    return text


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


def _contact(given: str | None) -> str | None:
    """An e-mail address or a web address. Raises ValueError."""
    if given and not (MAIL.fullmatch(given) or WEB.fullmatch(given)):
        raise ValueError("this is no address")
    return given


MAIL = re.compile(r"[^\s@]+@[^\s@]+")
WEB = re.compile(r"https?://\S+")


def split(listed: str) -> list[str]:
    """What is separated by commas."""
    return [part.strip() for part in listed.split(",") if part.strip()]


class Settings(BaseSettings):
    """The settings of the service. The variable of each is `UMPIRE_` followed by its name in capital letters.

    An empty variable counts as not set.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, use_attribute_docstrings=True)

    database_url: Annotated[str, AfterValidator(_database)] = "sqlite:///umpire.db"
    """The database: `sqlite:///file` or `postgresql://user:password@host/name`."""
    default_visibility: Visibility | None = None
    """Who may read a session if the request that opens it does not say: `public`, `unlisted` or `private`. Without this
    setting, it is `unlisted` if API keys are required, else `public`."""
    require_api_key: bool = False
    """Whether a session can be opened only with an API key."""
    rate_limit: Annotated[str, AfterValidator(_limit)] = ""
    """How many requests an API key or an address may send, such as `600/minute`; empty: any number."""
    streams_per_address: NonNegativeInt = 1000
    """Event streams that an address may follow at the same time; 0: any number."""
    connections_per_address: NonNegativeInt = 2000
    """Connections that an address may have at the same time; 0: any number."""
    sessions_per_day: NonNegativeInt = 50_000
    """Sessions that an API key or an address may open in a day, including single attacks; 0: any number. What is open
    is played on."""
    megabytes_per_day: NonNegativeInt = 1000
    """Megabytes of events that an API key or an address may store in a day before it can open no further session; 0:
    any number. What is open is played on."""
    trusted_proxies: str = ""
    """Proxies whose `X-Forwarded-For` is trusted: addresses or networks, separated by commas."""
    client_timeout: Annotated[float, Field(gt=0, le=ENDLESS, allow_inf_nan=False)] = 10.0
    """Seconds that a client has to send a request, and to receive the answer."""
    cors_origins: Annotated[str, AfterValidator(_origins)] = "*"
    """The origins of web pages that may send requests, separated by commas; `*`: all."""
    public_url: Annotated[str | None, BeforeValidator(public_address)] = None
    """The address at which clients reach the service, such as `https://dice.example/umpire`. Answers use it
    wherever they contain an address."""
    contact: Annotated[str | None, AfterValidator(_contact)] = None
    """The contact that the description of the API shows: an e-mail address or a web address."""
    keep_abandoned_days: Annotated[int, Field(ge=1, le=36500)] = 365
    """Days after which `umpire prune` deletes a series or a game that is still open, if nothing was done in it
    since."""
    keep_single_days: Annotated[int, Field(ge=1, le=36500)] | None = None
    """Days after which `umpire prune` deletes a single attack; unset: never."""
    free_megabytes: NonNegativeInt = 64
    """Free megabytes that the disk of an SQLite database needs for `/readyz` to answer 200; 0 turns the check off."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """Which messages are logged: those of this level and above, of `debug`, `info`, `warning`, `error`."""
    log_format: Literal["text", "json"] = "text"
    """The form of each line of the log: `text` or `json`."""
    webhooks_to_private_networks: bool = False
    """Whether webhooks may be sent to private networks and to this machine, and without encryption."""
    metrics: bool = False
    """Whether `GET /metrics` shows the metrics of this process for Prometheus."""

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
        """Who may read a session if the request that opens it does not say."""
        return self.default_visibility or ("unlisted" if self.require_api_key else "public")


EXPECTED = {
    "database_url": "must name a file as sqlite:///umpire.db (absolute: sqlite:////var/lib/umpire.db), without "
    "parameters, or a database as postgresql://user:password@host/name",
    "default_visibility": "must be public, unlisted or private",
    "require_api_key": "must be true or false",
    "rate_limit": "must be a number of requests and a second, minute, hour or day, such as 600/minute, or empty",
    "client_timeout": f"must be a number of seconds above 0 and at most {ENDLESS:.0f}, such as 10",
    "cors_origins": "must be * or origins without a path, separated by commas, such as https://example.org",
    "log_level": "must be debug, info, warning or error",
    "log_format": "must be text or json",
    "webhooks_to_private_networks": "must be true or false",
    "metrics": "must be true or false",
    "public_url": "must be http:// or https:// and a host, without a slash at the end, such as https://dice.example",
    "streams_per_address": "must be a number of event streams from 0 (any number) on",
    "connections_per_address": "must be a number of connections from 0 (any number) on",
    "sessions_per_day": "must be a number of sessions from 0 (any number) on",
    "megabytes_per_day": "must be a number of megabytes from 0 (any number) on",
    "keep_abandoned_days": "must be a number of days from 1 to 36500",
    "free_megabytes": "must be a number of megabytes from 0 (the disk is not checked) on",
    "trusted_proxies": "must be addresses or networks, separated by commas, such as 10.0.0.0/8, or empty",
    "contact": "must be an e-mail address or a web address, such as umpire@dice.example or https://dice.example/help",
    "keep_single_days": "must be a number of days from 1 to 36500, or empty",
}
"""What each setting takes, as it is told where the environment has something else."""


def read_environment() -> Settings:
    """The settings of the environment. Raises WrongSettings; a value is not repeated, it may hold a password."""
    names: dict[str, None] = {}
    try:
        settings = Settings()
    except ValidationError as wrong:
        names = dict.fromkeys(str(error["loc"][0]) for error in wrong.errors())
    if told := [*misspelt(os.environ), *(f"{PREFIX}{name.upper()} {EXPECTED[name]}." for name in names)]:
        raise WrongSettings("\n".join(told))
    return settings


def misspelt(variables: Iterable[str]) -> Iterator[str]:
    """A sentence for each variable that is nearly a setting.

    Others with our prefix are left alone: Kubernetes makes `UMPIRE_SERVICE_HOST` and the like.
    """
    known = [f"{PREFIX}{name.upper()}" for name in Settings.model_fields]
    for name in variables:
        if name.startswith(PREFIX) and name not in known and (near := nearest(name, known, MISSPELT)):
            yield f"{name} is no setting; did you mean {near}?"
