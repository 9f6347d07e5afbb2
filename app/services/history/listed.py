"""The items of the lists of rolls and casualties, for OpenAPI; those of actions depend on the ruleset."""

from typing import Literal

from typing_extensions import TypedDict

from app.services.events.shapes import CasualtyShown
from app.services.typed import DateTime, Uuid, document


@document
class RollListed(TypedDict):
    """A roll in a list."""

    session_id: Uuid
    """The id of the session."""
    action: int
    """The number of the action."""
    roll: int
    """The place of the roll among the rolls of the action, from 0."""
    ruleset: str
    """The slug of the ruleset."""
    role: str
    """Who rolled: `attacker` or `defender`; in a game, outside of an attack, a seat such as `seat-1`."""
    seat: int | None
    """The number of the seat that rolled; null where no seats play."""
    rule: str
    """The id of the rule that asks for the roll."""
    die: str
    """The name of the die."""
    count: int
    """How many dice were thrown."""
    faces: list[int | str]
    """The faces in the order of the throw."""
    total: int | None
    """The sum of the faces; null where they are no numbers."""
    source: Literal["service", "physical"]
    """Who threw: `service` or `physical`, which means people."""
    void: bool
    """Whether the action is void, so that the roll does not count."""
    at: DateTime
    """When the action was resolved, in UTC."""


@document
class CasualtyListed(CasualtyShown):
    """A casualty in a list: what an attack did to one unit."""

    session_id: Uuid
    """The id of the session."""
    action: int
    """The number of the action."""
    n: int
    """The place of the casualty among those of the action, from 0."""
    ruleset: str
    """The slug of the ruleset."""
    at: DateTime
    """When the action was resolved, in UTC."""


@document
class RollPage(TypedDict):
    """A page of the list of rolls."""

    items: list[RollListed]
    """The rolls, newest first."""
    next: str | None
    """The value of `cursor` for the next page; null on the last page."""


@document
class CasualtyPage(TypedDict):
    """A page of the list of casualties."""

    items: list[CasualtyListed]
    """The casualties, newest first."""
    next: str | None
    """The value of `cursor` for the next page; null on the last page."""
