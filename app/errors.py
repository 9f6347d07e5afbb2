"""Problems, which are the refusals of requests, and the only table of their codes and HTTP statuses."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

STATUS: Mapping[str, int] = {
    "invalid-http": 400,
    "invalid-json": 400,
    "token-missing": 401,
    "token-invalid": 401,
    "not-your-role": 403,
    "not-allowed": 403,
    "not-found": 404,
    "unknown-ruleset": 404,
    "method-not-allowed": 405,
    "request-timeout": 408,
    "body-too-large": 413,
    "unsupported-media-type": 415,
    "invalid-request": 422,
    "unknown-parameter": 422,
    "invalid-cursor": 422,
    "illegal-situation": 422,
    "unknown-policy": 422,
    "unknown-option": 422,
    "illegal-dice": 422,
    "dice-left-over": 422,
    "illegal-answer": 422,
    "answer-left-over": 422,
    "limit-exceeded": 422,
    "not-computable": 422,
    "not-shown": 409,
    "idempotency-key-reused": 422,
    "seats-unclear": 422,
    "stale": 409,
    "illegal-choice": 409,
    "action-closed": 409,
    "questions-open": 409,
    "session-closed": 409,
    "session-open": 409,
    "fixed-by-session": 409,
    "illegal-action": 409,
    "action-open": 409,
    "entropy-open": 409,
    "lists-open": 409,
    "needs-assent": 409,
    "reference-taken": 409,
    "rules-changed": 409,
    "claim-gone": 410,
    "too-many-requests": 429,
    "head-too-large": 431,
    "busy": 503,
    "internal-error": 500,
}
"""The HTTP status of each code."""

Path = tuple[str | int, ...]
"""The way from the body of a request to a value in it: names of fields, and places in lists from 0."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a request: its place in the body, its code, and its text with what fills it.

    `text` is a key of the texts, without `invalid.` before it; a `nearest` name and the `known` names among `params`
    are told behind it.
    """

    at: Path
    code: str
    text: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TextNames:
    """What the text of a refusal calls by its name."""

    things: Mapping[str, Any] = field(default_factory=dict)
    """The situation, the setup or the board, as JSON, whose things have names."""
    players: Mapping[str, str] = field(default_factory=dict)
    """The names of players, by seat, such as `seat-1`."""
    unit: str | None = None
    """The unit in which the players measure lengths; None where they told none."""


class Problem(Exception):
    """A request is refused; the API makes a problem document of it.

    `code` is a key of STATUS. `reason` and `rule` are the code and the rule id that the rulebook gives. `at` is the
    path to the fault, `params` are the values that fill the texts, and `extra` contains further members of the
    document. `ruleset` is the slug of the rulebook whose texts are used. `faults` are those that have places of their
    own, and `more` are refusals that come with this one. `about` is what the texts call by its name.
    """

    def __init__(
        self,
        code: str,
        *,
        at: Path | None = None,
        reason: str | None = None,
        rule: str | None = None,
        params: Mapping[str, Any] | None = None,
        extra: Mapping[str, Any] | None = None,
        ruleset: str | None = None,
        faults: Sequence[Fault] = (),
        more: "Sequence[Problem]" = (),
        about: TextNames | None = None,
    ) -> None:
        super().__init__(code)
        self.code, self.status = code, STATUS[code]
        self.at, self.reason, self.rule = at, reason, rule
        self.params, self.extra, self.ruleset = params or {}, extra or {}, ruleset
        self.faults, self.more, self.about = faults, more, about or TextNames()


def with_path_prefix(problem: Problem, path: Path) -> Problem:
    """The same Problem of a part of a body that stands at `path`."""
    return with_paths(problem, lambda at: (*path, *at))


def with_paths(problem: Problem, change: Callable[[Path], Path]) -> Problem:
    """The same Problem of a body in which its parts stand elsewhere."""
    return Problem(
        problem.code,
        at=None if problem.at is None and problem.faults else change(problem.at or ()),
        reason=problem.reason,
        rule=problem.rule,
        params=problem.params,
        extra=problem.extra,
        ruleset=problem.ruleset,
        faults=[replace(fault, at=change(fault.at)) for fault in problem.faults],
        more=[with_paths(one, change) for one in problem.more],
        about=problem.about,
    )


def pointer(path: Path) -> str:
    """The JSON pointer (RFC 6901) of this path; names in it stand as refusals repeat them."""
    return "".join("/" + repeated(str(part)).replace("~", "~0").replace("/", "~1") for part in path)


MOST_REPEATED = 100
"""How many characters of a name that a client has sent are repeated."""


def repeated(sent: str) -> str:
    """A name that a client has sent, as refusals repeat it: its beginning, with `\ufffd` for what is not printable."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in sent[:MOST_REPEATED])


def type_of(code: str, public_url: str | None) -> str:
    """Where the page is that explains a code: at the public address, else a path."""
    return f"{public_url or ''}/problems/{code}"
