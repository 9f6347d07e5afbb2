"""The addresses at which other devices of the same network reach this machine."""

from collections.abc import Iterable
from ipaddress import IPv4Address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ifaddr import Adapter

VIRTUAL = ("br-", "docker", "lxc", "podman", "tap", "tun", "utun", "vboxnet", "veth", "virbr", "vmnet", "wg", "zt")
"""How the names of interfaces begin behind which there is no phone: those of containers, machines inside, tunnels."""


def lan_addresses(adapters: "Iterable[Adapter] | None" = None) -> list[str]:
    """The IPv4 addresses at which other devices of the same network reach this machine, private ones first."""
    from ifaddr import get_adapters  # it takes long, and only few ask

    found = [
        IPv4Address(ip.ip)
        for adapter in (get_adapters() if adapters is None else adapters)
        if not is_virtual(adapter.nice_name)
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    ]
    reachable = {ip for ip in found if not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)}
    return [str(ip) for ip in sorted(reachable, key=lambda ip: (not ip.is_private, ip))]


def is_virtual(name: str) -> bool:
    """Whether an interface leads to no network outside."""
    plain = name.lower()
    return plain.startswith(VIRTUAL) or "virtual" in plain or "vethernet" in plain
