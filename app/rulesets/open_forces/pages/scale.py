"""The scale of a battlefield's picture."""

from dataclasses import dataclass

from app.drawing.view import Json
from app.rulesets.open_forces.game.battlefield import place_of
from app.rulesets.open_forces.game.model import OpenForcesState
from app.rulesets.open_forces.game.setup import HUNDREDTHS, OpenForcesPoint, OpenForcesRectangle
from app.rulesets.open_forces.game.shapes import box_of_rectangle

WIDTH = 1000
"""How wide the picture is, in its own units."""
MARGIN = 400
"""What is shown around all that stands on the battlefield, in hundredths."""
TEN = 10 * HUNDREDTHS
"""How far the numbers of the ruler are from each other, in hundredths."""
ROOM = 4 * TEN
"""What is shown around while groups are placed."""
RIM = 100
"""What is shown around a battlefield that has an edge."""


@dataclass(frozen=True)
class Scale:
    """Where a place of the battlefield stands in the picture; seat 1 begins at the lower edge."""

    left: int
    right: int
    bottom: int
    top: int

    @property
    def height(self) -> float:
        """How high the picture is."""
        return self.length(self.top - self.bottom)

    @property
    def per(self) -> float:
        """How long a hundredth is in the picture."""
        return WIDTH / (self.right - self.left)

    def length(self, hundredths: int) -> float:
        """A length in the picture."""
        return round(hundredths * self.per, 1)

    def at(self, place: OpenForcesPoint) -> tuple[float, float]:
        """A place in the picture."""
        return self.length(place.x - self.left), self.length(self.top - place.y)


def scale_of(state: OpenForcesState) -> Scale:
    """A scale that shows the battlefield, all that stands on it, and room for groups to place where it has no edge."""
    bases = {card.id: card.base for card in state.cards}
    boxes = [
        (at.x - reach, at.x + reach, at.y - reach, at.y + reach)
        for at, reach in [
            *((place_of(unit), bases[group.card]) for group in state.groups for unit in group.units),
            *((at, thing.radius) for thing in state.obstacles for at in (thing.at, *thing.corners)),
        ]
    ]
    if edge := state.battlefield:
        boxes.append(box_of_rectangle(edge))
    boxes = boxes or [(0, 0, 0, 0)]
    margin = RIM if edge else ROOM if state.to_place else MARGIN
    left, right, bottom, top = (
        pick(side) for pick, side in zip((min, max, min, max), zip(*boxes, strict=True), strict=True)
    )
    return Scale(left - margin, right + margin, bottom - margin, top + margin)


def rectangle(scale: Scale, one: OpenForcesRectangle) -> Json:
    """The battlefield, or a zone on it."""
    left, top = scale.at(OpenForcesPoint(one.at.x, one.at.y + one.height))
    return {"left": left, "top": top, "width": scale.length(one.width), "height": scale.length(one.height)}
