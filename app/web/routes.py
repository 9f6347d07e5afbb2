"""The routes of the pages."""

import gzip
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response
from jinja2 import Environment, PackageLoader, StrictUndefined

import app.web
from app.api.context import Context
from app.api.schemas.openapi import Documented
from app.api.schemas.strict import LANGUAGE
from app.services.rulebooks.registry import Rule, Rulebook, rulebook
from app.services.rulebooks.texts import preferred
from app.web.assets import assets, assets_path
from app.web.codes import code_routes
from app.web.lan import lan_addresses
from app.web.language import LANGUAGES, MESSAGES, page_texts

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
    "Vary": "Accept, Accept-Language, Accept-Encoding",
}
"""The headers of every page: it loads from this service only, and nothing of it stands in the page itself."""
SMALLEST_ZIPPED = 500

ENVIRONMENT = Environment(
    loader=PackageLoader(app.web.__name__),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
ENVIRONMENT.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "sort_keys": True}


class Pages:
    """The pages of a service."""

    def __init__(self, app: Documented, context: Context) -> None:
        self._app, self._context = app, context

    def page(self, request: Request, template: str, **values: object) -> Response:
        """A page in the caller's language; `values` are what its template shows beside the texts."""
        language = page_language(request)
        messages = {**MESSAGES["en"], **MESSAGES[language]}
        texts = page_texts(language)

        def text(key: str, **params: object) -> str:
            return texts.find(key, params) or key

        def link(path: str) -> str:
            return self.link(path, request)

        html = ENVIRONMENT.get_template(template).render(
            text=text,
            link=link,
            messages=messages,
            language=language,
            switch=[(each, switched(request, each)) for each in LANGUAGES],
            root=self._app.prefix,
            assets=self._app.prefix + assets_path(),
            rulesets=[shown(book) for book in self._context.books.values()],
            pages=self._pages(),
            here=request.url.path.removeprefix(self._app.prefix),
            **values,
        )
        return zipped(html.encode(), request, {**HEADERS, "Content-Language": language})

    def _pages(self) -> list[tuple[str, str]]:
        """The pages that every page leads to, each with the key of its name."""
        first = next(iter(self._context.books), "")
        return [
            *(("/", "nav.home"), (f"/try/{first}", "nav.try")),
            *(("/play", "nav.play"), ("/history", "nav.history"), (f"/rules/{first}", "nav.rules")),
        ]

    def link(self, path: str, request: Request) -> str:
        """The path of a page, in the language that was chosen by hand, if one was."""
        chosen = request.query_params.get(LANGUAGE)
        return self._app.prefix + path + (f"?{urlencode({LANGUAGE: chosen})}" if chosen in LANGUAGES else "")

    def book(self, slug: str) -> Rulebook:
        """The rulebook of a page. Raises Problem unknown-ruleset (404)."""
        return rulebook(self._context.books, slug)

    def address(self, request: Request) -> str:
        """The address at which the service was reached, or the one that its owner has set."""
        return self._context.settings.public_url or str(request.base_url).rstrip("/")

    def lan(self, request: Request) -> str:
        """The address for phones: the public one, else where other devices reach this machine; empty without one."""
        if self._context.settings.public_url:
            return self._context.settings.public_url
        found = lan_addresses()
        port = f":{request.url.port}" if request.url.port else ""
        return f"http://{found[0]}{port}" if found else ""


def page_language(request: Request) -> str:
    """The language of a page: that of the query, else the one that the browser prefers."""
    wanted = request.query_params.get(LANGUAGE) or request.headers.get("accept-language", "")
    return preferred(wanted, LANGUAGES)


def switched(request: Request, language: str) -> str:
    """The same page in another language, as a query."""
    others = [(name, value) for name, value in request.query_params.multi_items() if name != LANGUAGE]
    return "?" + urlencode([*others, (LANGUAGE, language)])


def shown(book: Rulebook) -> Mapping[str, Any]:
    """What pages show of a rulebook."""
    ruleset = book.ruleset
    return {
        "slug": ruleset.slug,
        "title": ruleset.title,
        "has_dice": bool(ruleset.dice),
        "sides": list(ruleset.side_names),
    }


def told(rule: Rule) -> Mapping[str, Any]:
    """What the page of the rules shows of one: the rule, then how it is read here."""
    return {"id": rule.id, "source": rule.source, "parts": re.split(r" (?=Interpretation: )", rule.text)}


def zipped(body: bytes, request: Request, headers: dict[str, str]) -> Response:
    """A page, compressed where the browser takes that."""
    if len(body) >= SMALLEST_ZIPPED and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers = gzip.compress(body, 6, mtime=0), {**headers, "Content-Encoding": "gzip"}
    return Response(body, headers=headers, media_type="text/html")


def add_pages(app: Documented, context: Context) -> None:
    """Add the pages and what they load. The OpenAPI document does not show them."""
    pages = Pages(app, context)

    @app.get("/try/{slug}", include_in_schema=False)
    async def attack(request: Request, slug: str) -> Response:
        return pages.page(request, "try.html", book=shown(pages.book(slug)))

    @app.get("/rules/{slug}", include_in_schema=False)
    async def rules(request: Request, slug: str) -> Response:
        book = pages.book(slug)
        return pages.page(request, "rules.html", book=shown(book), rules=[told(rule) for rule in book.rules])

    @app.get("/play", include_in_schema=False)
    async def play(request: Request) -> Response:
        return pages.page(request, "play.html", lan=pages.lan(request))

    @app.get("/play/{id}", include_in_schema=False)
    async def seat(request: Request, id: str) -> Response:
        return pages.page(request, "seat.html", id=id, lan=pages.lan(request))

    @app.get("/sessions/{id}", include_in_schema=False)
    async def session(request: Request, id: str) -> Response:
        return pages.page(request, "session.html", id=id)

    @app.get("/history", include_in_schema=False)
    async def history(request: Request) -> Response:
        return pages.page(request, "history.html")

    @app.get("/join", include_in_schema=False)
    async def join(request: Request) -> Response:
        return pages.page(request, "join.html")

    @app.get("/", include_in_schema=False)
    async def home(request: Request) -> Response:
        if "text/html" not in request.headers.get("accept", ""):
            return plain(pages.address(request))
        return pages.page(request, "home.html", address=pages.address(request))

    app.include_router(code_routes())
    app.mount(assets_path(), assets())


def plain(address: str) -> Response:
    """The first page for a terminal."""
    text = (
        "Umpire resolves combat for tabletop games: it applies the rulebook, rolls the dice, asks the players\n"
        "what only they may decide, and explains every step.\n\n"
        f"Pages for people:                 {address}/\n"
        f"The API, with examples to try:    {address}/docs\n"
        f"The same for programs:            {address}/openapi.json\n"
        f"Version, rulesets and languages:  curl -s {address}/v1\n"
    )
    return Response(text, headers=HEADERS, media_type="text/plain")
