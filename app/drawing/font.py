"""A font that measures text: how wide it is, where it is wrapped, where an ellipsis cuts it. Sizes are in pixels."""

from collections.abc import Iterator
from struct import unpack_from

ELLIPSIS = "…"
BASIC, FULL = (3, 1), (3, 10)
"""The platforms and encodings of the tables of characters that are read, the Basic Multilingual Plane and all."""


class Font:
    """The widths of the characters of a TrueType font, as its file has them.

    Kerning is left out: it mostly moves letters nearer to each other, so text takes at most about what is said here.
    """

    def __init__(self, data: bytes) -> None:
        """`data`: the bytes of the file. Raises struct.error or KeyError where they are none of a font."""
        tables = {
            data[at : at + 4]: unpack_from(">I", data, at + 8)[0]
            for at in range(12, 12 + 16 * unpack_from(">H", data, 4)[0], 16)
        }
        self._em: int = unpack_from(">H", data, tables[b"head"] + 18)[0]
        count: int = unpack_from(">H", data, tables[b"hhea"] + 34)[0]
        widths = [unpack_from(">H", data, tables[b"hmtx"] + 4 * glyph)[0] for glyph in range(count)]
        glyphs = dict(glyphs_of(data, tables[b"cmap"]))
        self._widths: dict[str, int] = {
            chr(code): widths[min(glyph, count - 1)] for code, glyph in glyphs.items() if glyph
        }

    def legible(self, text: str) -> str:
        """The text without what the font has no sign for, such as letters of other scripts; spaces are single."""
        return " ".join("".join(each if each in self._widths else " " * each.isspace() for each in text).split())

    def width(self, text: str, size: float) -> float:
        """How wide a text is."""
        return sum(self._widths.get(each, self._em) for each in text) * size / self._em

    def cut(self, text: str, size: float, room: float) -> str:
        """A text for one line: as much of it as there is room for, with an ellipsis where something is left out."""
        if self.width(text, size) <= room:
            return text
        kept = text
        while kept and self.width(kept + ELLIPSIS, size) > room:
            kept = kept[:-1]
        return kept.rstrip(" .,:;–-") + ELLIPSIS

    def lines(self, text: str, size: float, room: float, most: int) -> list[str]:
        """A text in at most so many lines; the last one is cut where there are more."""
        found = list(self._wrapped(text, size, room))
        if len(found) <= most:
            return found
        return [*found[: most - 1], self.cut(" ".join(found[most - 1 :]), size, room)]

    def _wrapped(self, text: str, size: float, room: float) -> Iterator[str]:
        line = ""
        for word in text.split(" "):
            wider = f"{line} {word}" if line else word
            if self.width(wider, size) <= room:
                line = wider
                continue
            if line:
                yield line
            line = word
            while self.width(line, size) > room and len(line) > 1:  # a word longer than a line is broken
                fits = next((n for n in range(len(line) - 1, 1, -1) if self.width(line[:n], size) <= room), 1)
                yield line[:fits]
                line = line[fits:]
        if line:
            yield line


def glyphs_of(data: bytes, table: int) -> Iterator[tuple[int, int]]:
    """Each character of a font as a number, with the number of its glyph; 0 where there is none."""
    for at in range(table + 4, table + 4 + 8 * unpack_from(">H", data, table + 2)[0], 8):
        platform, encoding, offset = unpack_from(">HHI", data, at)
        form = unpack_from(">H", data, table + offset)[0]
        if (platform, encoding) == BASIC and form == 4:
            yield from glyphs_by_segment(data, table + offset)
        elif (platform, encoding) == FULL and form == 12:
            yield from glyphs_by_group(data, table + offset)


def glyphs_by_segment(data: bytes, at: int) -> Iterator[tuple[int, int]]:
    """The characters of a subtable of format 4."""
    count: int = unpack_from(">H", data, at + 6)[0] // 2
    ends = unpack_from(f">{count}H", data, at + 14)
    starts = unpack_from(f">{count}H", data, at + 16 + 2 * count)
    deltas = unpack_from(f">{count}H", data, at + 16 + 4 * count)
    places = at + 16 + 6 * count
    offsets = unpack_from(f">{count}H", data, places)
    for n, (start, end, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        for code in range(start, min(end, 0xFFFE) + 1):
            if not offset:
                yield code, (code + delta) & 0xFFFF
                continue
            glyph = unpack_from(">H", data, places + 2 * n + offset + 2 * (code - start))[0]
            yield code, (glyph + delta) & 0xFFFF if glyph else 0


def glyphs_by_group(data: bytes, at: int) -> Iterator[tuple[int, int]]:
    """The characters of a subtable of format 12."""
    for n in range(unpack_from(">I", data, at + 12)[0]):
        start, end, glyph = unpack_from(">III", data, at + 16 + 12 * n)
        yield from zip(range(start, end + 1), range(glyph, glyph + end - start + 1), strict=True)
