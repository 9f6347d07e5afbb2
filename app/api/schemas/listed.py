"""The query parameters of the lists across sessions."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from app.api.schemas.bodies import DAY_OR_TIME, real_day
from app.api.schemas.parameters import Small
from app.domain.visible import ONE_LINE
from app.faults.found import FORMS
from app.persistence.queries.filters import Filters
from app.services.history.formats import Separator
from app.services.pages import Order

Text = Annotated[str, Field(max_length=200, pattern=ONE_LINE)]
Texts = Annotated[list[Text], Field(max_length=20)]
Instant = Annotated[str, Field(pattern=DAY_OR_TIME), AfterValidator(real_day)]
ID = r"^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
Ids = Annotated[list[Annotated[str, Field(pattern=ID), Small]], Field(max_length=20)]
FORMS[ID] = "id"


class Listed(BaseModel):
    """The query parameters of every list. A parameter that is repeated accepts each of its values."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    ruleset: Texts = []
    """The slug of the ruleset. May be repeated."""
    reference: Texts = []
    """The reference of a session or an action. With a star at its end: all references that begin with the rest. May be
    repeated."""
    player: Texts = []
    """Whose it is, as items show it in `player`; also the reference of a seat alone, or its name if it has no
    reference. With the token of a player, `me` is that player. May be repeated."""
    side: Texts = []
    """The side of a seat or of a unit. May be repeated."""
    kind: Annotated[list[Literal["single", "series", "game"]], Field(max_length=20)] = []
    """The kind of session; `single`: an attack of its own. May be repeated."""
    label: Annotated[list[Literal["recorded", "committed", "mixed", "physical"]], Field(max_length=20)] = []
    """What the dice of the session can prove: `committed`: the service threw them, from seeds that were committed to
    before; `recorded`: it threw them for an attack of its own, and nobody had seen the commitment before; `physical`:
    people threw them; `mixed`: every seat contributed to them. May be repeated."""
    since: Instant | None = None
    """The earliest time, included: a time in UTC by RFC 3339, or a day."""
    until: Instant | None = None
    """The latest time, excluded: a time in UTC by RFC 3339, or a day."""
    order: Order = "newest"
    """Which items come first: the newest or the oldest."""
    limit: Annotated[int, Field(ge=1, le=200)] = 50
    """How many items a page has at most; it ends earlier where they are large."""
    cursor: Annotated[str, Field(max_length=400)] | None = None
    """The `next` of the page before; absent for the first page."""

    @property
    def filters(self) -> Filters:
        """The filters that the parameters describe."""
        several: dict[str, Any] = {
            name: tuple(value) for name, value in self.model_dump().items() if isinstance(value, list)
        }
        return Filters(**several, since=self.since, until=self.until, oldest_first=self.order == "oldest")


class ListedWhole(Listed):
    """The query parameters of the lists that can be had whole."""

    format: Literal["json", "ndjson", "csv"] = "json"
    """`json`: a page. `ndjson` and `csv` are the whole list, without a limit: `ndjson` with all fields, and a last line
    that says how many items there are; `csv` for spreadsheets, in UTF-8 with a byte order mark, with a row for each
    seat of a session and for each die of a roll. A text that begins with `=`, `+`, `-` or `@` has an apostrophe in
    front there, so that no spreadsheet reads it as a formula."""
    separator: Separator = "comma"
    """What stands between the cells of `csv`."""


IncludeText = Annotated[
    Literal["text"] | None,
    Field(description="`text`: each action also has its outcome in one sentence."),
]


class ListedSessions(ListedWhole):
    """The query parameters of the list of sessions."""

    id: Ids = []
    """The id of the session. May be repeated."""
    status: Annotated[list[Literal["open", "closed"]], Field(max_length=20)] = []
    """Whether the session is open or closed. May be repeated."""


class ActionFilters(ListedWhole):
    """The query parameters of what is said about actions."""

    session_id: Ids = []
    """The id of the session. May be repeated."""
    status: Annotated[list[Literal["pending", "resolved", "void"]], Field(max_length=20)] = []
    """The status of the action. Void actions are listed only on request. May be repeated."""


class ListedActions(ActionFilters):
    """The query parameters of the list of actions."""

    include: IncludeText = None


class ListedLuck(Listed):
    """The query parameters of the luck of attacks."""

    session_id: Ids = []
    """The id of the session. May be repeated."""
    limit: Annotated[int, Field(ge=1, le=10_000)] = 1000
    """How many actions are counted. If their odds need long, it may be fewer, and `next` continues the count."""
    format: Literal["json"] = "json"
    """The only format of this document."""
    group_by: Literal["player"] | None = None
    """`player`: every sum for each player by itself."""


class ListedRolls(ListedWhole):
    """The query parameters of the list of rolls."""

    session_id: Ids = []
    """The id of the session. May be repeated."""
    role: Annotated[list[Literal["attacker", "defender"]], Field(max_length=20)] = []
    """The role that rolled. May be repeated."""
    status: Annotated[list[Literal["resolved", "void"]], Field(max_length=20)] = []
    """The status of the action. Rolls of void actions are listed only on request. May be repeated."""


class ListedCasualties(ListedWhole):
    """The query parameters of the list of casualties."""

    session_id: Ids = []
    """The id of the session. May be repeated."""
    role: Annotated[list[Literal["attacker", "defender"]], Field(max_length=20)] = []
    """The role of the player who owns the unit. May be repeated."""
    unit: Texts = []
    """The client's id of the unit. May be repeated."""


class Summarized(BaseModel):
    """The query parameters that every summary of a list has, in addition to those of the list."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    group_by: Literal["player"]
    """`player`: an item for each player who had a part in it; 100,000 rows are counted at most."""


class SummarizedActions(Summarized, ActionFilters):
    """The query parameters of the summary of actions."""


class SummarizedRolls(Summarized, ListedRolls):
    """The query parameters of the summary of rolls."""


class SummarizedCasualties(Summarized, ListedCasualties):
    """The query parameters of the summary of casualties."""
