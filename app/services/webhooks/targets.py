"""Which addresses a webhook may have, as far as the address itself tells; the rest is seen when it is connected to."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from app.services.webhooks.addresses import is_public

HTTPS, HTTP = "https", "http"


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
    return "webhook-private" if is_private(host or "") else None


def is_private(host: str) -> bool:
    """Whether a host is this machine by its name, or an address that is not on the internet."""
    if host.rstrip(".") == "localhost" or host.rstrip(".").endswith(".localhost"):
        return True
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return not is_public(host)
