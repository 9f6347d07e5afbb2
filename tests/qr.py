"""A reader of QR codes as a terminal shows them, written from the standard: bytes, versions 2 to 3, one block of data."""

HALVES = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
"""Two modules above each other; 1 is dark, which is the background."""
DATA = {2: {0: 28, 1: 34}, 3: {0: 44, 1: 55}}
"""Codewords of data, by version and level (0: M, 1: L)."""
MASKS = (
    lambda r, c: (r + c) % 2, lambda r, c: r % 2, lambda r, c: c % 3, lambda r, c: (r + c) % 3,
    lambda r, c: (r // 2 + c // 3) % 2, lambda r, c: r * c % 2 + r * c % 3,
    lambda r, c: (r * c % 2 + r * c % 3) % 2, lambda r, c: ((r + c) % 2 + r * c % 3) % 2,
)  # fmt: skip


def read_terminal(lines: list[str]) -> str:
    """What the code says that these lines show."""
    rows = [[HALVES[half][n] for half in line] for line in lines for n in (0, 1)][:-1]  # their number is odd
    top = next(n for n, row in enumerate(rows) if any(row))
    left = min(row.index(1) for row in rows if 1 in row)
    side = max(n for n, dark in enumerate(rows[top]) if dark) - left + 1
    assert top >= 4, "the quiet zone is four modules wide"
    assert left >= 4
    return read_matrix([row[left : left + side] for row in rows[top : top + side]])


def read_matrix(matrix: list[list[int]]) -> str:
    size, version = len(matrix), (len(matrix) - 17) // 4
    form = [matrix[8][c] for c in (0, 1, 2, 3, 4)]
    level, mask = (form[0] << 1 | form[1]) ^ 0b10, (form[2] << 2 | form[3] << 1 | form[4]) ^ 0b101
    bits = [matrix[r][c] ^ (MASKS[mask](r, c) == 0) for r, c in places(size)]
    words = [int("".join(map(str, bits[n : n + 8])), 2) for n in range(0, 8 * DATA[version][level], 8)]
    stream = "".join(f"{word:08b}" for word in words)
    assert stream[:4] == "0100", "bytes"
    length = int(stream[4:12], 2)
    return bytes(int(stream[12 + 8 * n : 20 + 8 * n], 2) for n in range(length)).decode()


def places(size: int):
    """The modules of data, in the order in which they are written: two columns at a time, upwards and downwards."""
    up = True
    for right in [c for c in range(size - 1, 0, -2) if c > 6] + [5, 3, 1]:
        for r in range(size - 1, -1, -1) if up else range(size):
            for c in (right, right - 1):
                if not is_of_function(r, c, size):
                    yield r, c
        up = not up


def is_of_function(r: int, c: int, size: int) -> bool:
    finder = (r < 9 and c < 9) or (r < 9 and c > size - 9) or (r > size - 9 and c < 9)
    return finder or 6 in (r, c) or (abs(r - size + 7) <= 2 and abs(c - size + 7) <= 2)
