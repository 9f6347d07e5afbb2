"""Faults: whatever breaks, nothing acknowledged is lost, nothing is doubled, and the service recovers by itself."""

import os

SCALE = int(os.environ.get("UMPIRE_FAULT_SCALE", "1"))
"""How many times as heavy the faults are as they usually are."""
