"""An event of a log as clients read it."""

from app.persistence.rows import Event


def event_document(event: Event) -> str:
    """An event of a JSON page; its body is the stored one."""
    return f'{{"seq":{event.seq},"type":"{event.type}","hash":"{event.hash.hex()}","event":{event.body.decode()}}}'
