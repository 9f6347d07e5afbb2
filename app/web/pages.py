"""The pages of a service: their templates, filled in the caller's language."""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import fields
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from babel import Locale
from fastapi import Request, Response
from pydantic_core import from_json, to_json

from app import web
from app.api.context import Context, language_of
from app.api.requests.strict import LANGUAGE
from app.api.responses.compression import CompressedResponse
from app.api.responses.openapi import Documented
from app.api.responses.page_headers import ALONE, GUARDED
from app.domain.record import By, Origin, Source
from app.domain.resolution import Pending, resolve
from app.domain.ruleset import Ruleset
from app.domain.table import Question
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Session
from app.services.documents.samples import samples_of
from app.services.rulebooks.messages import FALLBACK
from app.services.rulebooks.percent import percent_text
from app.services.rulebooks.registry import Rule, Rulebook, rulebook
from app.web.assets import (
    assets_path,
    assets_root,
    folders,
    full,
    keys_of,
    loaded,
    modules_of,
    pages_of,
    style_of,
    text_of,
)
from app.web.boards import drawn, template_of
from app.web.lan import lan_addresses
from app.web.language import MESSAGES, page_texts
from app.web.rule_examples import Example

if TYPE_CHECKING:
    from jinja2 import Environment

HEADERS = {**GUARDED, "Cache-Control": "no-cache", "Vary": "Accept, Accept-Language"}
"""The headers of every page that is made for its reader."""
FLOW = "flow.json"
"""The file of a rulebook with an attack that asks a question, as developers send it first."""
KINDS = ("form", "moves", "fields", "make", "bring", "choose", "matrix", "choices")
"""The modules that a rulebook may have: the form of its attack, its moves, the fields of those that come later, its
setups, the lists that seats bring, what these may be chosen from, what is said of squads in a table of odds, and the
figures of its choices."""
FORM = re.compile("_[a-z]+$")
"""The plural form at the end of a key."""


@cache
def templates() -> "Environment":
    """The templates of the pages. Jinja is imported with the first page: it takes long."""
    from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, PrefixLoader, StrictUndefined

    of_rulebooks = {place: FileSystemLoader(folder) for place, folder in folders().items()}
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(web.__name__), PrefixLoader(of_rulebooks, delimiter=":")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["short"] = short
    environment.filters["as_typed"] = json.dumps
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "sort_keys": True}
    return environment


class Pages:
    """The pages of a service."""

    def __init__(self, app: Documented, context: Context) -> None:
        self._app, self._context = app, context

    def page(
        self, request: Request, template: str, *, framed: bool = False, status: int = 200, **values: object
    ) -> Response:
        """A page in the caller's language; `values` are what its template shows beside the texts.

        `framed`: other sites may show it in a frame.
        """
        language = self.language(request)

        def link(path: str) -> str:
            return self.link(path, request)

        html = (
            templates()
            .get_template(template)
            .render(
                **words(language),
                link=link,
                texts=lambda modules: shown_by(tuple(modules), language),
                percent=lambda exact: percent_text(Fraction(exact), Locale.parse(language, sep="-")),
                loaded=lambda modules: loaded(tuple(modules)),
                asset=lambda name: f"{self._app.root_path}{assets_root()}/{full(name)}",
                below=assets_root(),
                of_books=of_books,
                titles=lambda books: {book["slug"]: book["title"] for book in books},
                of_books_here=lambda books, own, kinds: books_here(books, tuple(own), kinds),
                language=language,
                chosen=self.chosen(request),
                needs_key=self._context.settings.require_api_key,
                switch=[(each, own_name(each), switched(request, each)) for each in self._context.languages],
                root=self._app.root_path,
                assets=self._app.root_path + assets_path(),
                rulesets=[shown(book) for book in self._context.books.values()],
                pages=self._pages(),
                here=request.url.path.removeprefix(self._app.root_path),
                **values,
            )
        )
        headers = {**HEADERS, "Content-Language": language}
        if framed:
            headers["Content-Security-Policy"] = HEADERS["Content-Security-Policy"].removesuffix(ALONE)
        return CompressedResponse(html, status, headers, "text/html")

    def lost(self, request: Request, problem: Mapping[str, Any]) -> Response | None:
        """A refusal as a page, where somebody looked for a page; None where a program asked."""
        is_page = not request.url.path.removeprefix(self._app.root_path).startswith("/v1")
        wants_page = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
        if not (is_page and wants_page):
            return None
        return self.page(request, "lost.html", status=problem["status"], problem={"reason": None, **problem})

    def board(self, request: Request, session: Session, board: Json, held: str | None) -> Response:
        """The board of a game as a part of a page; `held` is the id of what the player holds."""
        names = {seat.seat: seat.name for seat in session.seats}
        return self.drawn_board(request, self.book(session.ruleset), board, session.options, names, held)

    def drawn_board(
        self,
        request: Request,
        book: Rulebook,
        board: Json,
        options: Json,
        names: Mapping[int, str | None],
        held: str | None = None,
    ) -> Response:
        """A board with the name of the player of each seat; a seat without one is told by its number."""
        language = self.language(request)
        template, values = drawn(book, board, options, held, self._app.root_path)
        texts = words(language, book)
        players = {seat: name or texts["text"]("play.seat", n=seat) for seat, name in names.items()}
        html = templates().get_template(template).render(**texts, players=players, **values)
        return CompressedResponse(html, headers={**HEADERS, "Content-Language": language}, media_type="text/html")

    def _pages(self) -> list[tuple[str, str]]:
        """The pages that every page leads to, each with the key of its name."""
        first = next(iter(self._context.books), "")
        return [
            *(("/", "nav.home"), (f"/try/{first}", "nav.try"), ("/play", "nav.play"), ("/organise", "nav.organise")),
            *(("/history", "nav.history"), (f"/rules/{first}", "nav.rules"), ("/developers", "nav.docs")),
        ]

    def link(self, path: str, request: Request) -> str:
        """The path of a page, in the language that was chosen by hand, if one was."""
        chosen = self.chosen(request)
        return self._app.root_path + path + (f"?{urlencode({LANGUAGE: chosen})}" if chosen else "")

    def chosen(self, request: Request) -> str | None:
        """The language that was chosen by hand, which the query names; None where none was."""
        chosen = request.query_params.get(LANGUAGE)
        return chosen if chosen in self._context.languages else None

    def language(self, request: Request) -> str:
        """The language of a page, one of those of the API."""
        return language_of(request, self._context)

    def book(self, slug: str) -> Rulebook:
        """The rulebook of a page. Raises Problem unknown-ruleset (404)."""
        return rulebook(self._context.books, slug)

    def flow(self) -> Mapping[str, Any]:
        """What a client sends first: `slug`, `situation` and `options` of the first rulebook that says it."""
        for book in self._context.books.values():
            folder = pages_of(book.package)
            if folder and (folder / FLOW).is_file():
                return {"slug": book.slug, **from_json((folder / FLOW).read_bytes())}
        return {}

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


def of_books(books: list[Mapping[str, Any]], kinds: list[str]) -> list[str]:
    """The modules of these kinds that rulebooks have: a page may load them later."""
    return [book["modules"][kind] for book in books for kind in kinds if kind in book["modules"]]


def asks_for_state(moves: str | None) -> bool:
    """Whether the moves of a rulebook need the board of a game: a page asks for it before they have come."""
    return moves is not None and "seat.state()" in text_of(moves)


def books_here(
    books: list[Mapping[str, Any]], own: tuple[str, ...], kinds: list[str]
) -> Mapping[str, Mapping[str, Any]]:
    """What a page that has loaded the modules `own` knows of rulebooks, by slug: their modules of the kinds that it
    uses, each with those that it imports, and what decides how their games are shown.
    """
    return {
        book["slug"]: {
            **book["table"],
            "state": "moves" in kinds and asks_for_state(book["modules"].get("moves")),
            "modules": {kind: beyond(name, own) for kind, name in book["modules"].items() if kind in kinds},
        }
        for book in books
    }


@cache
def beyond(name: str, own: tuple[str, ...]) -> tuple[str, ...]:
    """The place of a module, then of all that it imports beyond those of a page."""
    here = loaded(own)
    return (name, *(each for each in loaded((name,)) if each != name and each not in here))


@cache
def shown_by(modules: tuple[str, ...], language: str) -> Mapping[str, str]:
    """The texts that these modules show, and no others: a page is as light as can be."""
    whole, begun = keys_of(modules)
    messages = {**MESSAGES[FALLBACK], **MESSAGES.get(language, {})}
    return {
        key: text
        for key, text in messages.items()
        if key in whole or FORM.sub("", key) in whole or key.startswith(begun)
    }


def words(language: str, book: Rulebook | None = None) -> Mapping[str, Callable[..., str]]:
    """What templates use for texts: `text` for one by its key, `word` for that of a name, which a rulebook may know,
    and `does` for what the traits of a card say.
    """
    texts = page_texts(language)

    def text(key: str, count: int | None = None, **params: object) -> str:
        return texts.find(key, params, count=count) or key

    def word(kind: str, name: str) -> str:
        return texts.find(f"{kind}.{name}", {}) or called(book, name, language) or re.sub("[-_]", " ", name)

    def does(traits: object) -> str:
        return (book.texts(language).find("card", {"traits": traits}) if book else None) or ""

    return {"text": text, "word": word, "does": does}


def called(book: Rulebook | None, name: str, language: str) -> str | None:
    """What a rulebook calls a name, such as that of a card; None where it does not know it."""
    if book is None:
        return None
    catalogue = book.ruleset.catalogue
    return book.texts(language).find(f"word.{name}", {}) or (catalogue.name_of(name) if catalogue else None)


def short(name: str) -> str:
    """A name for a place where there is no room: its beginning, and the number at its end."""
    found = re.fullmatch(r"(.{1,5}).*?(\d*)", name)
    return found[1] + found[2] if found and len(name) > 7 else name


def own_name(language: str) -> str:
    """What a language is called by those who speak it."""
    return Locale.parse(language, sep="-").get_display_name() or language


def switched(request: Request, language: str) -> str:
    """The same page in another language, as a query."""
    others = [(name, value) for name, value in request.query_params.multi_items() if name != LANGUAGE]
    return "?" + urlencode([*others, (LANGUAGE, language)])


@cache
def shown(book: Rulebook) -> Mapping[str, Any]:
    """What pages show of a rulebook."""
    ruleset = book.ruleset
    return {
        "slug": ruleset.slug,
        "title": ruleset.title,
        "has_dice": throws_dice(ruleset),
        "sides": list(ruleset.side_names),
        "setups": setups_of(book),
        "brings": limits_of(book),
        "modules": modules_of(book.package, KINDS),
        "table": table_of(ruleset),
        "styles": {name: style for name in ("make", "board") if (style := style_of(book.package, name))},
        "picture": template_of(book.package, "picture") or "picture.html",
    }


def table_of(ruleset: Ruleset[Any, Any, Any]) -> Mapping[str, bool]:
    """What decides how a table of a rulebook is shown: whether anything may be hidden there, whether moves of a seat
    that the service plays are made by those at the table, and whether a player can concede.
    """
    board = ruleset.board
    return {
        "hides": ruleset.hides or (board is not None and board.hides),
        "at_table": board is not None and board.at_table is not None,
        "concedes": board is not None and "concede" in board.kinds,
    }


def limits_of(book: Rulebook) -> list[str]:
    """What limits the lists that seats of a game bring themselves, as a page asks it; none where they bring none."""
    board = book.ruleset.board
    known = [field.name for field in fields(board.bringing.limits)] if board and board.bringing else []
    return [name for name in ("points", "ships", "groups", "factions", "cards", "printed") if name in known]


def throws_dice(ruleset: Ruleset[Any, Any, Any]) -> bool:
    """Whether an attack throws dice; other dice are those of a game."""
    policy = ruleset.policies[ruleset.policy_name("default")]

    def choose(question: Question[Any], by: By) -> tuple[object, Source]:
        return policy(question, by), Source(Origin.POLICY, "default")

    end = resolve(ruleset.script, ruleset.examples[0], ruleset.options(), players=choose)
    return isinstance(end, Pending)


def setups_of(book: Rulebook) -> list[Mapping[str, Any]]:
    """The setups with which a page opens a game, each with its seats, their sides, and its name in each language."""
    board = book.ruleset.board
    if board is None or not board.setups:
        return []
    called = {key: sample["name"] for key, sample in samples_of(book, book.ruleset.language).items()}
    seats = {key: board.seats(setup) if board.seats else 2 for key, setup in board.setups.items()}
    return [
        {
            "name": key,
            "seats": seats[key],
            "sides": board.sides(setup, (None,) * seats[key]),
            "called": called[key],
        }
        for key, setup in board.setups.items()
    ]


def rule_of_page(rule: Rule, seen: Mapping[str, Example]) -> Mapping[str, Any]:
    """What the page of the rules shows of one: the rule, how it is read here, and the link to an example of it."""
    example = seen.get(rule.id)
    see = b64encode(to_json({**example, "rule": rule.id}), b"-_").decode().rstrip("=") if example else None
    return {"id": rule.id, "source": rule.source, "parts": rule.parts, "see": see}
