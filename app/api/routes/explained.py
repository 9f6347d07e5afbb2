"""The pages to which the `type` of a problem leads: what a code means, when it comes, and what to do."""

import re
from collections.abc import Iterator
from html import escape
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from app.api.context import Context, language_of
from app.api.refusals.problems import REFUSALS
from app.api.responses.cached_document import AGE
from app.api.responses.page_headers import GUARDED
from app.api.routes.routing import Routes
from app.errors import STATUS, Problem
from app.faults.hints import hints
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import Texts, service_texts

BY_RULES = ("illegal-situation", "illegal-choice", "illegal-action", "illegal-answer")
"""The codes whose reasons are those of the rulebooks."""

Code = Annotated[str, Path(max_length=100, description="The code of a problem, or the reason that a ruleset gives.")]
Part = tuple[str, list[str]]
"""A heading with its paragraphs."""


def problem_routes(context: Context) -> APIRouter:
    """The route that explains the codes of problems."""
    router = Routes(tags=["problems"], responses={404: REFUSALS[404], 422: REFUSALS[422]})
    formats: dict[int | str, dict[str, Any]] = {
        200: {"content": {kind: {"schema": {"type": "string"}} for kind in ("text/html", "text/plain")}}
    }

    @router.get(
        "/problems/{code}",
        operation_id="explain_problem",
        response_class=Response,
        responses=formats,
        summary="Explain the code of a problem",
        response_description="The explanation.",
    )
    async def explain(code: Code, request: Request) -> Response:
        """Use this to learn what a code means, when you get it, and what to do; `type` of each problem leads here.

        The page is HTML if the client accepts that, else text. A reason of a ruleset is explained by its sentences.
        """
        language = language_of(request, context)
        texts = service_texts(language)
        books = list(context.books.values())
        parts = list(code_explained(code, texts) if code in STATUS else reason_explained(code, books, texts, language))
        if not parts:
            reasons = {reason for book in books for reason in book.reasons}
            raise Problem("not-found", reason="unknown-code", params=hints(code, [*STATUS, *reasons]))
        if code in BY_RULES:
            known = [f"{book.ruleset.title}: {', '.join(book.reasons)}" for book in books if book.reasons]
            parts.append((texts.find("page.reasons", {}) or "", known))
        title = texts.find(f"title.{code}", {}) or code
        wants_html = "text/html" in request.headers.get("accept", "")
        page = (
            as_html(code, title, parts, language, getattr(request.app.state, "style", None))
            if wants_html
            else as_text(code, title, parts)
        )
        headers = {**GUARDED, "Content-Language": language, "Vary": "Accept, Accept-Language"}
        headers["Cache-Control"] = f"public, max-age={AGE}"
        return Response(page, headers=headers, media_type="text/html" if wants_html else "text/plain")

    return router


def code_explained(code: str, texts: Texts) -> Iterator[Part]:
    """What a code of the service means."""
    for part in ("means", "remedy"):
        yield texts.find(f"page.{part}", {}) or part, [texts.find(f"{part}.{code}", {}) or code]
    yield texts.find("page.status", {}) or "HTTP", [str(STATUS[code])]


def reason_explained(reason: str, books: list[Rulebook], texts: Texts, language: str) -> Iterator[Part]:
    """What each rulebook, or the service, says where it gives this reason; what differs each time is left open."""
    own = texts.messages.outline(f"reason.{reason}")
    told = [own] if own else []
    told += [f"{book.ruleset.title}: {book.texts(language).messages.outline(f'reason.{reason}')}" for book in books
             if reason in book.reasons]  # fmt: skip
    if told:
        yield texts.find("page.means", {}) or "", told


def as_text(code: str, title: str, parts: list[Part]) -> str:
    """The explanation as plain text."""
    lines = [title if title == code else f"{title} ({code})", ""]
    for heading, paragraphs in parts:
        lines += [heading, *(f"  {paragraph}" for paragraph in paragraphs), ""]
    return "\n".join(lines)


def marked(text: str) -> str:
    """A text as HTML, where what stands in backticks is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def as_html(code: str, title: str, parts: list[Part], language: str, style: str | None) -> str:
    """The explanation as a simple page, with the style sheet of the other pages where there are some."""
    told = "".join(
        f"<h2>{escape(heading)}</h2>" + "".join(f"<p>{marked(paragraph)}</p>" for paragraph in paragraphs)
        for heading, paragraphs in parts
    )
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    if style:
        head += f'<link rel="stylesheet" href="{escape(style)}">'
    body = (
        f'<main><p><a href="../">Umpire</a></p><h1>{escape(title)}</h1><p><code>{escape(code)}</code></p>{told}</main>'
    )
    return f'<!DOCTYPE html><html lang="{language}"><head>{head}</head><body class="problem">{body}</body></html>'
