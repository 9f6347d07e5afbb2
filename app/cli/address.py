"""The address that the service listens on: found out and taken before anything else is done."""

import errno
import os
import socket

BACKLOG = 2048


class WrongAddress(Exception):
    """This address cannot be listened on, and what to do: one sentence."""


def bind(host: str, port: int) -> list[socket.socket]:
    """A socket for each address of a host; they take no connections yet. Raises WrongAddress."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE) if host else []
    except (OSError, UnicodeError):
        found = []
    if not found:
        raise WrongAddress(
            f"--host {host or 'without a name'} is not known: it must be an address or a name of this "
            "machine, such as 127.0.0.1 or 0.0.0.0."
        )
    taken: list[socket.socket] = []
    try:
        for family, kind, protocol, _, address in dict.fromkeys(found):
            listener = socket.socket(family, kind, protocol)
            taken.append(listener)
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind(address)
    except OSError as failure:
        for listener in taken:
            listener.close()
        raise WrongAddress(why(failure, host, port)) from None
    return taken


def listen(listeners: list[socket.socket], host: str, port: int) -> None:
    """Take connections. Raises WrongAddress."""
    try:
        for listener in listeners:
            listener.listen(BACKLOG)
    except OSError as failure:
        raise WrongAddress(why(failure, host, port)) from None


def why(failure: OSError, host: str, port: int) -> str:
    """What is wrong with an address, and what to do."""
    match failure.errno:
        case errno.EADDRINUSE:
            return f"{host}:{port} is in use by another process: stop it, or use another --port."
        case errno.EADDRNOTAVAIL:
            return f"--host {host} is not an address of this machine; 0.0.0.0 means all its addresses."
        case errno.EACCES | errno.EPERM:
            return f"this account may not listen on port {port}: use --port with 1024 or more."
    return f"the service cannot listen on {host}:{port} ({failure.strerror}): use another --host or --port."


def shown(listener: socket.socket) -> str:
    """Where a socket is reached."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
