"""Notes: what is told beside an answer of what was sent, such as a number that differs from that of its card."""

from typing_extensions import TypedDict

from app.domain.completion import Completion, Note
from app.errors import pointer
from app.persistence.stored.codec import Json
from app.services.document_types import document
from app.services.rulebooks.texts import Texts


@document
class NoteShown(TypedDict):
    """A remark on what was sent that players may want to know; the request is still accepted."""

    pointer: str
    """A JSON pointer (RFC 6901) to what it is about."""
    code: str
    """The code of the remark, from the ruleset."""
    rule: str
    """The id of the rule."""
    text: str
    """The note in a sentence."""


def notes_document(completion: Completion | None, whole: Json, texts: Texts, *place: str) -> list[NoteShown]:
    """What a rulebook tells of what was sent and stands at `place`; nothing where it completes nothing of the kind."""
    return [note_document(note, texts, *place) for note in (completion.notes(whole) if completion is not None else ())]


def note_document(note: Note, texts: Texts, *place: str) -> NoteShown:
    """A note on what stands at `place`."""
    return {
        "pointer": pointer((*place, *note.place)),
        "code": note.code,
        "rule": note.rule,
        "text": texts.find(f"note.{note.code}", note.params, words=note.words) or note.code,
    }
