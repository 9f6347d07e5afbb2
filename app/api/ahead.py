"""What is worked out before a request comes to the writer, so that no other request waits for it there."""

from functools import partial
from typing import Any

from app.api.context import Context
from app.api.routes.orders import options_of
from app.domain.errors import IllegalSituation
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.read import Terms, terms_of_session


async def plan_attack(context: Context, book: Rulebook, situation: Any, options: Any) -> None:
    """Work out what policies need in this attack, in the queue of odds; what is wrong with it the writer tells.

    Raises Problem busy (503).
    """
    work = book.ruleset.plan(situation, options) if book.ruleset.plan else None
    if work is None:
        return
    try:
        book.ruleset.prepare(situation, options)
    except IllegalSituation:
        return
    await context.plan(work)


async def plan_in_series(context: Context, book: Rulebook, body: Any) -> None:
    """The same for an attack of a series, whose options hold."""
    terms = await terms_of(context, body.session_id) if book.ruleset.plan else None
    if terms is None or terms.ruleset != book.slug or terms.kind == "game":
        return
    options = options_of(book, body.options, book.codec.options.load(terms.options))
    await plan_attack(context, book, body.situation, options)


async def terms_of(context: Context, id: str) -> Terms | None:
    """What was fixed when a session was opened; None where there is none."""
    known = context.terms.get(id.encode())
    if known is None and (known := await context.read(partial(terms_of_session, id=id))) is not None:
        context.terms.put(id.encode(), known)
    return known
