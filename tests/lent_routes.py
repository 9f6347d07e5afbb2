"""The routes of the service, which take longer to make than most tests: made once, and lent to one app at a time."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from fastapi import APIRouter, FastAPI

from app import main
from app.api.context import Context
from app.api.responses.openapi import Documented
from app.settings import Settings
from app.web.routes import add_pages

ROUTERS = main.routers
NOWHERE = "sqlite:///never-made.db"
AT_ONCE = 2
"""How many apps have lent routes at the same time: many tests look at one database from two processes."""


class LentRoutes:
    """The routes that are lent, as often as apps need them at the same time."""

    def __init__(self) -> None:
        self._free = [Lent() for _ in range(AT_ONCE)]

    @contextmanager
    def app(self, settings: Settings, *, own: bool) -> Iterator[FastAPI]:
        """The service; its routes are made for it alone where others have them, and where they keep its address."""
        if own or settings.public_url or not self._free:
            yield main.create_app(settings)
            return
        lent = self._free.pop()
        try:
            yield lent.app(settings)
        finally:
            self._free.append(lent)


class Lent:
    """Routes and pages with their context, which gets the parts of each app that they are lent to."""

    def __init__(self) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(main, "routers", self._keep)
            patch.setattr(main, "add_pages", self._keep_pages)
            main.create_app(Settings(database_url=NOWHERE))

    def app(self, settings: Settings) -> FastAPI:
        """The service with these routes."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(main, "Context", self._dressed)
            patch.setattr(main, "routers", self._made)
            patch.setattr(main, "add_pages", self._add_pages)
            return main.create_app(settings)

    def _keep(self, context: Context, responses: Any) -> list[APIRouter]:
        self._context = context
        with unread(context):
            self._routers = list(ROUTERS(context, responses))
        return self._routers

    def _keep_pages(self, app: Documented, context: Context) -> None:
        others = len(app.router.routes)
        with unread(context):
            add_pages(app, context)
        self._pages, self._state = app.router.routes[others:], app.state

    def _made(self, context: Context, responses: Any) -> Iterable[APIRouter]:
        return self._routers if context is self._context else ROUTERS(context, responses)

    def _add_pages(self, app: Documented, context: Context) -> None:
        if context is not self._context:
            add_pages(app, context)
            return
        app.router.routes.extend(self._pages)
        app.state.style, app.state.lost = self._state.style, self._state.lost

    def _dressed(self, *parts: Any) -> Context:
        """The context that the routes know, as if it were new; another one for other rulebooks."""
        if Context(*parts).books != self._context.books:
            return Context(*parts)
        kept = self._context.__dict__
        kept.clear()
        kept.update(Context(*parts).__dict__)
        return self._context


@contextmanager
def unread(context: Context) -> Iterator[None]:
    """No setting shapes what is made here, so that it fits a service with any settings."""
    kept = context.__dict__
    settings, kept["settings"] = kept["settings"], None
    yield
    kept["settings"] = settings
