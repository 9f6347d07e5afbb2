"""The routes of the pages."""

from collections.abc import Mapping

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from app.api.answers.boards import read_board
from app.api.answers.openapi import Documented
from app.api.context import Context
from app.api.reading.callers import caller_of
from app.errors import STATUS
from app.services.rulebooks.texts import service_texts
from app.web.assets import assets, assets_path
from app.web.codes import code_routes
from app.web.pages import HEADERS, Pages, shown, told
from app.web.seen import Example, seen_in

PLAIN = {
    "/history": "history.html",
    "/join": "join.html",
    "/tables": "tables.html",
    "/organise": "organise.html",
    "/players": "players.html",
}
"""The pages that are the same for everybody, with their templates."""
OF_SESSION = {"/sessions/{id}": "session.html", "/play/{id}": "seat.html"}
"""The pages of a session, with their templates."""


OF_BOOKS = {"/try": ("nav.try", "home.sentence"), "/rules": ("nav.rules", "rules.hint")}
"""What there is a page of for each rulebook, with the keys of its name and of a sentence about it."""


def add_pages(app: Documented, context: Context) -> None:
    """Add the pages and what they load. The OpenAPI document does not show them.

    They are made beside the event loop: templates and examples take a while.
    """
    pages = Pages(app, context)
    for path, template in PLAIN.items():
        add_plain(app, pages, path, template)
    for path, template in OF_SESSION.items():
        add_of_session(app, pages, path, template)
    add_of_rulebooks(app, pages)
    add_developers(app, pages)
    add_embeds(app, pages)
    add_home(app, pages)
    add_mark(app)
    add_board(app, pages, context)
    app.include_router(code_routes())
    app.mount(assets_path(), assets())
    app.state.style = f"{app.root_path}{assets_path()}/umpire.css"
    app.state.lost = pages.lost


def add_plain(app: Documented, pages: Pages, path: str, template: str) -> None:
    """Add a page that is the same for everybody."""

    @app.get(path, include_in_schema=False)
    def page(request: Request) -> Response:
        return pages.page(request, template, lan=pages.lan(request))


def add_of_session(app: Documented, pages: Pages, path: str, template: str) -> None:
    """Add a page of a session. What it shows of it, the page reads itself."""

    @app.get(path, include_in_schema=False)
    def page(request: Request, id: str) -> Response:
        return pages.page(request, template, id=id, lan=pages.lan(request))


def add_of_rulebooks(app: Documented, pages: Pages) -> None:
    """Add the pages of a rulebook, and the one on which a table is opened."""
    seen: dict[str, Mapping[str, Example]] = {}
    for path, (name, hint) in OF_BOOKS.items():
        add_shelf(app, pages, path, name, hint)

    @app.get("/try/{slug}", include_in_schema=False)
    def attack(request: Request, slug: str) -> Response:
        return pages.page(request, "try.html", book=shown(pages.book(slug)))

    @app.get("/rules/{slug}", include_in_schema=False)
    def rules(request: Request, slug: str) -> Response:
        book = pages.book(slug)
        if slug not in seen:
            seen[slug] = seen_in(book.ruleset)
        read = [told(rule, seen[slug]) for rule in book.rules_in(pages.language(request))]
        return pages.page(request, "rules.html", book=shown(book), rules=read)

    @app.get("/play", include_in_schema=False)
    def play(request: Request) -> Response:
        return pages.page(request, "play.html", lan=pages.lan(request))


def add_shelf(app: Documented, pages: Pages, path: str, name: str, hint: str) -> None:
    """Add the page that lists the rulebooks, each with the link to a page of its own."""

    @app.get(path, include_in_schema=False)
    def page(request: Request) -> Response:
        return pages.page(request, "books.html", path=f"{path}/", name=name, hint=hint)


def add_developers(app: Documented, pages: Pages) -> None:
    """Add the page for those who make apps."""

    @app.get("/developers", include_in_schema=False)
    def developers(request: Request) -> Response:
        texts = service_texts(pages.language(request))
        problems = [(code, status, texts.find(f"title.{code}", {}) or code) for code, status in STATUS.items()]
        return pages.page(request, "developers.html", address=pages.address(request), problems=problems)


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
        return pages.page(request, "home.html", address=pages.address(request))


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
        return await context.tell(pages.board, request, session, state or {}, held)


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
