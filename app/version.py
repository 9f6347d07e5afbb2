"""Which release of Umpire this is."""

from importlib.metadata import version

VERSION = version("umpire")
"""The version of the package that is installed, read once: reading takes 30 ms."""
