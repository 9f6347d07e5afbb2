"""Where names stand in a picture, so that each can be read."""

from collections.abc import Iterable

LETTER = 15
"""How wide a letter is on a phone, in a picture that is 1,000 wide."""
LINE = 30
"""How high a line of text is there."""

Label = tuple[str, float, float]
"""A name, where its middle is from the left, and how far its line is from the top."""


def lines_of(labels: Iterable[Label]) -> list[float]:
    """How far the line of each name is from the top: one that would stand on another goes below it."""
    wanted = list(labels)
    lines = [top for _, _, top in wanted]
    placed: list[Label] = []  # the highest first
    for n in sorted(range(len(wanted)), key=lambda n: (lines[n], wanted[n][1])):
        name, middle, _ = wanted[n]
        for other, other_middle, line in placed:
            is_beside = abs(middle - other_middle) >= (len(name) + len(other)) * LETTER / 2
            if not is_beside and abs(lines[n] - line) < LINE:
                lines[n] = line + LINE
        placed.append((name, middle, lines[n]))
        placed.sort(key=lambda label: label[2])
    return lines
