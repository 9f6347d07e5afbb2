"""The command line."""

from app.cli import main

__all__ = ["main"]
