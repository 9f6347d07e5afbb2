"""Faults: whatever breaks, nothing acknowledged is lost, nothing is doubled, and the service recovers by itself."""

from tests.thorough import cases

SCALE = cases(1, 2)
"""How many times as heavy the faults are as they usually are."""
