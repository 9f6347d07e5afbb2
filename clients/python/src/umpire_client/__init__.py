"""Plays attacks and games through Umpire, follows them, and checks their dice.

The operations of the service with their types are in `umpire_client.generated`, made from its document.
"""

from umpire_client.async_client import AsyncUmpire
from umpire_client.client import Umpire
from umpire_client.notes import InMemory, Note, Notes
from umpire_client.playing import Question
from umpire_client.problems import Problem, Unreachable
from umpire_client.shared import answered
from umpire_client.verify import Verified, verify_export

__all__ = [
    "AsyncUmpire",
    "InMemory",
    "Note",
    "Notes",
    "Problem",
    "Question",
    "Umpire",
    "Unreachable",
    "Verified",
    "answered",
    "verify_export",
]
