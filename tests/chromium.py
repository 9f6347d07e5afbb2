"""The Chromium that draws pages in tests: the light one without windows where it is installed, else the whole browser."""

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next((found for name in NAMES if (found := shutil.which(name))), None)
"""Where it is, or None where there is none. The light one takes half the processor."""
