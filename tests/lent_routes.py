"""The routes of the service, which take longer to make than most tests: made once, and lent to one app at a time."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from fastapi import APIRouter, FastAPI

from app import main
from app.api.context import Context
from app.settings import Settings

ROUTERS = main.routers
NOWHERE = "sqlite:///never-made.db"


class LentRoutes:
    """Routes with their context, which gets the parts of each app that they are lent to."""

    def __init__(self) -> None:
        self._is_lent = False
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(main, "routers", self._keep)
            main.create_app(Settings(database_url=NOWHERE))

    def _keep(self, context: Context, responses: Any) -> list[APIRouter]:
        self._context, self._routers = context, list(ROUTERS(context, responses))
        return self._routers

    @contextmanager
    def app(self, settings: Settings, *, own: bool) -> Iterator[FastAPI]:
        """The service; its routes are made for it alone where others have them, or where settings may shape them."""
        if (
            own
            or self._is_lent
            or settings != Settings(database_url=settings.database_url, log_level=settings.log_level)
        ):
            yield main.create_app(settings)
            return
        self._is_lent = True
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(main, "Context", self._dressed)
            patch.setattr(main, "routers", self._made)
            app = main.create_app(settings)
        try:
            yield app
        finally:
            self._is_lent = False

    def _made(self, context: Context, responses: Any) -> Iterable[APIRouter]:
        return self._routers if context is self._context else ROUTERS(context, responses)

    def _dressed(self, *parts: Any) -> Context:
        """The context that the routes know, as if it were new; another one for other rulebooks."""
        if Context(*parts).books != self._context.books:
            return Context(*parts)
        kept = self._context.__dict__
        kept.clear()
        kept.update(Context(*parts).__dict__)
        return self._context
