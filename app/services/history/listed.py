"""The items of the lists of rolls and casualties, for OpenAPI, and what is the same in actions of all rulebooks."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.services.document_types import DateTime, Uuid, document
from app.services.events.shapes import CasualtyFields


@document
class ActionText(TypedDict):
    """What a listed action has besides on request."""

    text: NotRequired[
        Annotated[
            str,
            Field(
                description="The outcome in one sentence, as everybody may see it; the status in words if there is no "
                "outcome. Present only with `include=text`."
            ),
        ]
    ]


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
    role: Literal["attacker", "defender"] | None
    """The role that rolled; null outside of an attack."""
    seat: int | None
    """The number of the seat that rolled; null where no seats play."""
    player: str | None
    """Who rolled: `player:`, `reference:` or `name:` with the rest, the first that is known; else `seat:`. Null where
    no seats play."""
    name: str | None
    """The name of the player; null where there is none."""
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
class CasualtyListed(CasualtyFields):
    """A casualty in a list: what an attack did to one unit."""

    player: str | None
    """Whose unit it was: `player:`, `reference:` or `name:` with the rest, the first that is known; else `seat:`. Null
    where no seats play."""
    name: str | None
    """The name of the player; null where there is none."""
    unit_name: str | None
    """The name of the unit; null where it has none."""

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
class PlayerCount(TypedDict):
    """The counts of a player. Which there are depends on the list."""

    player: str | None
    """The player: `player:`, `reference:` or `name:` with the rest, the first that is known, else `seat:`, so that a
    forgotten player counts as one for each seat. Null: what belongs to no seat."""
    name: str | None
    """The name of the player, at the newest of these seats; null where there is none."""
    count: int
    """How many casualties, rolls or actions there are."""
    lost: NotRequired[int]
    """Of casualties: how many units are out of the game."""
    by_fate: NotRequired[dict[str, int]]
    """Of casualties: how many there are of each fate."""
    dice: NotRequired[dict[str, int]]
    """Of rolls: how many dice were thrown, by the name of the die."""
    as_attacker: NotRequired[int]
    """Of actions: in how many the player attacked."""
    as_defender: NotRequired[int]
    """Of actions: in how many the player defended."""


@document
class PlayerPage(TypedDict):
    """A page of what players had a part in, with `group_by=player`."""

    items: list[PlayerCount]
    """The players, in the order of `player`."""
    next: str | None
    """The value of `cursor` for the next page; null on the last page."""


@document
class RollPage(TypedDict):
    """A page of the list of rolls."""

    items: list[RollListed]
    """The rolls, in the order of the list."""
    next: str | None
    """The value of `cursor` for the next page; null on the last page."""


@document
class CasualtyPage(TypedDict):
    """A page of the list of casualties."""

    items: list[CasualtyListed]
    """The casualties, in the order of the list."""
    next: str | None
    """The value of `cursor` for the next page; null on the last page."""
