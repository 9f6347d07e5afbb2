"""Where names stand in a picture, so that each can be read."""

from collections.abc import Iterable

LETTER = 15
"""How wide a letter is on a phone, in a picture that is 1,000 wide."""
LINE = 30
"""How high a line of text is there."""

Label = tuple[str, float, float]
"""A name, where its middle is from the left, and how far its line is from the top."""


def apart(labels: Iterable[Label]) -> list[float]:
    """How far the line of each name is from the top: one that would stand on another goes below it."""
    wanted = list(labels)
    lines = [top for _, _, top in wanted]
    placed: list[Label] = []
    for n in sorted(range(len(wanted)), key=lambda n: (lines[n], wanted[n][1])):
        name, middle, _ = wanted[n]
        while met := next((other for other in placed if _overlap((name, middle, lines[n]), other)), None):
            lines[n] = met[2] + LINE
        placed.append((name, middle, lines[n]))
    return lines


def _overlap(one: Label, other: Label) -> bool:
    width = (len(one[0]) + len(other[0])) * LETTER / 2
    return abs(one[1] - other[1]) < width and abs(one[2] - other[2]) < LINE
