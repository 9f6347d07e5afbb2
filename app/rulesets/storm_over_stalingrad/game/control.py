"""Who controls an area in a game."""

from app.domain.board import BoardTable
from app.rulesets.storm_over_stalingrad.facts import ControlChanged
from app.rulesets.storm_over_stalingrad.game.model import State
from app.rulesets.storm_over_stalingrad.game.state import ground_of
from app.rulesets.storm_over_stalingrad.ground import sole_side
from app.rulesets.storm_over_stalingrad.model import Side


def take_control(area: str, side: Side, table: BoardTable[State]) -> None:
    """SS-44: an area that holds units of one side only comes under its control."""
    here = ground_of(table.state)[area]
    if sole_side(here) is side and here.controller is not side:
        table.note(ControlChanged(area, side), rule="SS-44")


def take_in_passing(areas: tuple[str, ...], side: Side, table: BoardTable[State]) -> None:
    """SS-44: areas without enemy units come under the control of units that pass through them."""
    for area in areas:
        if ground_of(table.state)[area].controller is not side:
            table.note(ControlChanged(area, side), rule="SS-44")
