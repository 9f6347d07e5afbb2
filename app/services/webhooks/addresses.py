"""Which addresses are on the internet."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

UNICAST = ip_network("2000::/3")
"""What of IPv6 is the internet. Addresses that stand for one of IPv4 lie outside of it, or in TUNNELS."""
TUNNELS = (ip_network("2001::/32"), ip_network("2002::/16"))


def is_public(address: str) -> bool:
    """Whether an address is on the internet, and not of this machine, of this network or of a tunnel into one."""
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if isinstance(found, IPv6Address) and (found not in UNICAST or any(found in tunnel for tunnel in TUNNELS)):
        return False
    return found.is_global and not found.is_multicast
