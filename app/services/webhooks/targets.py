"""Which addresses a webhook may have, as far as the address itself tells; the rest is seen when it is connected to."""

import re
from socket import inet_aton, inet_ntoa
from urllib.parse import urlsplit

from app.services.webhooks.addresses import is_public

HTTPS, HTTP = "https", "http"
NUMBER = re.compile(r".*:.*|(.*\.)?([0-9]+|0x[0-9a-f]*)\.?")
"""A host in numbers: an address of IPv6, or what systems read as one of IPv4 (decimal, octal, hex, shortened)."""


def why_not(url: str, *, allows_private: bool) -> str | None:
    """The reason why messages are not sent to this address; None where they are.

    Without encryption they are sent only where private networks are allowed.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return "webhook-address"
    is_plain = url.isascii() and url.isprintable() and not any(letter in url for letter in ' \\"<>')
    is_whole = bool(host) and port != 0 and parts.username is None and parts.password is None and not parts.fragment
    if not is_plain or not is_whole or parts.scheme not in (HTTPS, HTTP):
        return "webhook-address"
    if allows_private:
        return None
    if parts.scheme != HTTPS:
        return "webhook-not-secure"
    if is_private(host or ""):
        return "webhook-private"
    return "webhook-number" if NUMBER.fullmatch(host or "") else None


def is_private(host: str) -> bool:
    """Whether a host is this machine by its name, or an address, however it is spelled, that is not on the internet."""
    name = host.rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    if not NUMBER.fullmatch(name):
        return False
    try:
        return not is_public(name if ":" in name else inet_ntoa(inet_aton(name)))
    except (OSError, ValueError):
        return False
