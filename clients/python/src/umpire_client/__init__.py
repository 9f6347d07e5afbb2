"""Plays attacks and games through Umpire, follows them, and checks their dice.

The operations of the service with their types are in `umpire_client.generated`, made from its document.
"""

from umpire_client.async_client import AsyncUmpire
from umpire_client.client import Umpire
from umpire_client.notes import InMemory, Note, Notes
from umpire_client.playing import NoSuchAnswer, Question
from umpire_client.problems import Problem, Unreachable
from umpire_client.rendering import Rendered, render
from umpire_client.shared import answered
from umpire_client.verify import Verified, verify_export
from umpire_client.webhooks import NotSigned, verify_webhook

__all__ = [
    "AsyncUmpire",
    "InMemory",
    "NoSuchAnswer",
    "NotSigned",
    "Note",
    "Notes",
    "Problem",
    "Question",
    "Rendered",
    "Umpire",
    "Unreachable",
    "Verified",
    "answered",
    "render",
    "verify_export",
    "verify_webhook",
]
