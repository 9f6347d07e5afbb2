"""What is worked out before several attacks of one series come to the writer, so that they come there in order.

Any other change that lacks a search is searched for and submitted again, while others go on.
"""

from functools import partial
from typing import Any

from app.api.context import TERM, Context
from app.api.routes.parsed_bodies import options_of
from app.domain.errors import IllegalSituation
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.read import Terms, terms_of_session


async def search_before_writing(context: Context, book: Rulebook, body: Any) -> None:
    """Work out what policies need in an attack of a series, whose options hold, in the queue of odds.

    What is wrong with the attack the writer tells. Raises Problem busy (503).
    """
    if (plan := book.ruleset.plan) is None:
        return
    terms = await terms_of(context, body.session_id)
    if terms is None or terms.ruleset != book.slug or terms.kind == "game":
        return
    options = options_of(book, body.options, book.codec.options.load(terms.options))
    work = plan(body.situation, options)
    if work is None:
        return
    try:
        book.ruleset.prepare(body.situation, options)
    except IllegalSituation:
        return
    await context.run_policy_search(work)


async def terms_of(context: Context, id: str) -> Terms | None:
    """What was fixed when a session was opened; None where there is none."""
    known = context.terms.get(id.encode())
    if known is None and (known := await context.read(partial(terms_of_session, id=id))) is not None:
        context.terms.put(id.encode(), known, TERM)
    return known
