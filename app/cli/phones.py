"""How phones reach the service: the addresses of this machine, each with a QR code for the terminal."""

import logging
import sys
from io import StringIO
from typing import TextIO

from app.web.lan import lan_addresses

log = logging.getLogger(__name__)

ALL_INTERFACES = "0.0.0.0"
LOOPBACKS = ("127.0.0.1", "localhost", "::1")
LIGHT_ON_DARK, PLAIN = "\x1b[97;40m", "\x1b[0m"


def print_addresses(port: int, public_url: str | None, out: TextIO | None = None) -> None:
    """Print each address of the service with its QR code; `public_url` is the first."""
    out = out or sys.stdout
    urls = [public_url] if public_url else []
    urls += [f"http://{address}:{port}" for address in lan_addresses()]
    if not urls:
        print(
            "This machine is not connected to a network: join the Wi-Fi of the phones and start again.",
            file=out,
            flush=True,
        )
        return
    print("Phones in the same network reach the service here. In an app, type the address or scan its code.", file=out)
    for url in urls:
        print(f"\n{url}\n{code_of(url, out)}", file=out)
    print(
        "No phone gets in? The firewall of this machine must allow it; see docs/local-network.md.", file=out, flush=True
    )


def code_of(url: str, out: TextIO) -> str:
    """A QR code in half blocks; empty where the terminal has no such characters."""
    import segno  # it takes long, and only `--lan` shows codes

    code = StringIO()
    segno.make(url, error="m", boost_error=False, micro=False).terminal(code, compact=True)
    lines = code.getvalue().splitlines()
    try:
        "".join(lines).encode(out.encoding or "utf-8")
    except UnicodeEncodeError:
        return ""
    return "\n".join(f"{LIGHT_ON_DARK}{line}{PLAIN}" if out.isatty() else line for line in lines)


def log_local_only(host: str, port: int) -> None:
    """Say that no other device gets in."""
    log.info("only this machine reaches http://%s:%d; for phones in the same Wi-Fi: umpire serve --lan", host, port)
