"""What is told to a request whose path or method is not one of ours: the nearest path, the methods that there are."""

from collections.abc import Iterable, Sequence
from typing import Any

from fastapi.routing import iter_route_contexts
from starlette.requests import Request
from starlette.routing import BaseRoute, Match

from app.domain.nearest import likeness
from app.errors import Problem


def unknown_route(request: Request) -> Problem:
    """The Problem for a path that is not there (404), with the nearest that is."""
    near = nearest_path(request.url.path, paths_of(request.app.routes))
    return Problem("not-found", reason="unknown-route", params={"nearest": near})


def methods_at(request: Request) -> list[str]:
    """The methods that this path takes; empty where it is not there."""
    found: set[str] = set()
    for one in iter_route_contexts(list(request.app.routes)):
        route: Any = one.original_route
        is_of_one = not route.path.endswith(":path}")  # the others are there to refuse what is below them
        if is_of_one and route.matches(request.scope)[0] is Match.PARTIAL:
            found |= route.methods or set()
    return sorted(found | ({"HEAD"} if "GET" in found else set()))


def shown(routes: Iterable[BaseRoute]) -> Iterable[Any]:
    """The routes that OpenAPI shows."""
    return (one.original_route for one in iter_route_contexts(list(routes)) if getattr(one, "include_in_schema", False))


def paths_of(routes: Iterable[BaseRoute]) -> list[str]:
    """The templates of the paths that there are."""
    return sorted({route.path_format for route in shown(routes)})


def nearest_path(path: str, templates: Sequence[str]) -> str | None:
    """The template that was meant by a path: each of its words is similar; None where there is none."""
    words = [word for word in path[:300].split("/") if word]
    asked = [words] if words[:1] == ["v1"] else [["v1", *words], words]
    scored = [(alike(words, template.split("/")[1:]), template) for words in asked for template in templates]
    score, found = max(scored, default=(0.0, ""))
    return found if score else None


def alike(words: Sequence[str], template: Sequence[str]) -> float:
    """How similar a path is to a template, from 0; a value such as an id fits whatever it is, but counts less."""
    if len(words) != len(template):
        return 0.0
    total = 0.1
    for word, wanted in zip(words, template, strict=True):
        if wanted.startswith("{"):
            continue
        found = likeness(word, wanted)
        if not found:
            return 0.0
        total += found
    return total
