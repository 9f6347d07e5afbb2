"""The routes of the pages."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from app.api.context import Context
from app.api.requests.callers import caller_of
from app.api.responses.boards import read_board
from app.api.responses.openapi import Documented
from app.domain.players import OF_THE_SERVICE
from app.errors import STATUS, Problem
from app.services.rulebooks.texts import service_texts
from app.web.assets import Assets, assets_path, assets_root
from app.web.first import first_table
from app.web.pages import HEADERS, Pages, rule_of_page, shown
from app.web.pictures.routes import picture_routes
from app.web.preview import preview_of
from app.web.qr_codes import code_routes
from app.web.rule_examples import Example, examples_by_rule
from app.web.setups import setup_routes

PLAIN = {
    "/history": "history.html",
    "/join": "join.html",
    "/tables": "tables.html",
    "/organise": "organise.html",
    "/players": "players.html",
}
"""The pages that are the same for everybody, with their templates."""
FIRST_CLIENT = (Path(__file__).with_name("first-client.md"), Path(__file__).parents[2] / "docs" / "first-client.md")
"""Where a release, or a clone, has the programs to begin with."""


OF_BOOKS = {
    "/try": ("nav.try", "home.sentence"),
    "/make": ("make.title", "make.sentence"),
    "/rules": ("nav.rules", "rules.hint"),
}
"""What there is a page of for each rulebook, with the keys of its name and of a sentence about it."""


def add_pages(app: Documented, context: Context) -> None:
    """Add the pages and what they load. The OpenAPI document does not show them.

    They are made beside the event loop: templates and examples take a while.
    """
    pages = Pages(app, context)
    for path, template in PLAIN.items():
        add_plain(app, pages, path, template)
    add_session(app, pages, context)
    add_seat(app, pages, context)
    add_of_rulebooks(app, pages)
    add_developers(app, pages)
    add_embeds(app, pages)
    add_home(app, pages)
    add_mark(app)
    add_board(app, pages, context)
    app.include_router(picture_routes(context))
    app.include_router(code_routes(context))
    app.include_router(setup_routes(pages, context))
    app.mount(assets_root(), Assets())
    app.state.style = f"{app.root_path}{assets_path()}/umpire.css"
    app.state.lost = pages.lost


def add_plain(app: Documented, pages: Pages, path: str, template: str) -> None:
    """Add a page that is the same for everybody."""

    @app.get(path, include_in_schema=False)
    def page(request: Request) -> Response:
        return pages.page(request, template, lan=pages.lan(request))


def add_session(app: Documented, pages: Pages, context: Context) -> None:
    """Add the page of a session, which reads itself what it shows; what a link to it says elsewhere stands in it."""

    @app.get("/sessions/{id}", include_in_schema=False)
    async def session(request: Request, id: str) -> Response:
        return await previewed(pages, context, request, "session.html", id)


def add_seat(app: Documented, pages: Pages, context: Context) -> None:
    """Add the page of a seat. What it shows of its session, the page reads itself."""

    @app.get("/play/{id}", include_in_schema=False)
    async def seat(request: Request, id: str) -> Response:
        return await previewed(pages, context, request, "seat.html", id)


async def previewed(pages: Pages, context: Context, request: Request, template: str, id: str) -> Response:
    """A page of a session, with what a link to it says elsewhere."""
    preview = await preview_of(context, request, id)
    lan, address = pages.lan(request), pages.address(request)
    return await context.build_document(
        partial(pages.page, request, template, id=id, lan=lan, address=address, preview=preview)
    )


def add_of_rulebooks(app: Documented, pages: Pages) -> None:
    """Add the pages of a rulebook, and the one on which a table is opened."""
    seen: dict[str, Mapping[str, Example]] = {}
    for path, (name, hint) in OF_BOOKS.items():
        add_shelf(app, pages, path, name, hint)

    @app.get("/try/{slug}", include_in_schema=False)
    def attack(request: Request, slug: str) -> Response:
        book = pages.book(slug)
        first = first_table(book, pages.language(request))
        return pages.page(request, "try.html", book=shown(book), first=first)

    @app.get("/rules/{slug}", include_in_schema=False)
    def rules(request: Request, slug: str) -> Response:
        book = pages.book(slug)
        if slug not in seen:
            seen[slug] = examples_by_rule(book.ruleset)
        read = [rule_of_page(rule, seen[slug]) for rule in book.rules_in(pages.language(request))]
        return pages.page(request, "rules.html", book=shown(book), rules=read)

    @app.get("/make/{slug}", include_in_schema=False)
    def make(request: Request, slug: str) -> Response:
        book = pages.book(slug)
        if book.ruleset.board is None:
            raise Problem("not-found")
        return pages.page(request, "make.html", book=shown(book), lan=pages.lan(request))

    @app.get("/play", include_in_schema=False)
    def play(request: Request) -> Response:
        return pages.page(request, "play.html", lan=pages.lan(request), levels=OF_THE_SERVICE)


def add_shelf(app: Documented, pages: Pages, path: str, name: str, hint: str) -> None:
    """Add the page that lists the rulebooks, each with the link to a page of its own."""

    @app.get(path, include_in_schema=False)
    def page(request: Request) -> Response:
        return pages.page(request, "books.html", path=f"{path}/", name=name, hint=hint)


def add_developers(app: Documented, pages: Pages) -> None:
    """Add the page for those who make apps, and the programs that they can begin with."""

    @app.get("/developers/first-client.md", include_in_schema=False)
    def first_client(request: Request) -> Response:
        text = next(file for file in FIRST_CLIENT if file.exists()).read_text("utf-8")
        text = text.replace("http://127.0.0.1:8000", pages.address(request))
        return Response(text, headers=HEADERS, media_type="text/plain; charset=utf-8")

    @app.get("/developers", include_in_schema=False)
    def developers(request: Request) -> Response:
        texts = service_texts(pages.language(request))
        problems = [(code, status, texts.find(f"title.{code}", {}) or code) for code, status in STATUS.items()]
        return pages.page(
            request, "developers.html", address=pages.address(request), flow=pages.flow(), problems=problems
        )


def add_embeds(app: Documented, pages: Pages) -> None:
    """Add what other sites show in a frame: a session, or the newest one of a reference. Its query says how."""

    @app.get("/embed", include_in_schema=False)
    def newest(request: Request) -> Response:
        return pages.page(request, "embed.html", framed=True, id="")

    @app.get("/embed/{id}", include_in_schema=False)
    def one(request: Request, id: str) -> Response:
        return pages.page(request, "embed.html", framed=True, id=id)


def add_home(app: Documented, pages: Pages) -> None:
    """Add the first page, which a terminal gets as text."""

    @app.get("/", include_in_schema=False)
    def home(request: Request) -> Response:
        if "text/html" not in request.headers.get("accept", ""):
            return plain(pages.address(request))
        return pages.page(request, "home.html", address=pages.address(request), flow=pages.flow())


def add_mark(app: Documented) -> None:
    """Add the mark of the service where browsers look for it on pages that name none."""

    @app.get("/favicon.ico", include_in_schema=False)
    async def mark() -> Response:
        return RedirectResponse(f"{app.root_path}{assets_path()}/mark.svg")


def add_board(app: Documented, pages: Pages, context: Context) -> None:
    """Add the part of a page that is the board of a game."""

    @app.get("/pages/boards/{id}", include_in_schema=False)
    async def board(request: Request, id: str, at: int | None = None, held: str | None = None) -> Response:
        """The board as the caller may see it, after event `at`, while the piece `held` is held."""
        session, _, state = await read_board(context, id, caller_of(request), at)
        return await context.build_document(pages.board, request, session, state or {}, held)


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
