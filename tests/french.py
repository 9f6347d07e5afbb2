"""The spaces of French: narrow before `;`, `!` and `?` and inside quotation marks, wide before a colon; none breaks."""

import re

WIDE, NARROW = "\u00a0", "\u202f"
SPACES = f" {WIDE}{NARROW}"
QUOTED = re.compile(r"(```.*?```|`[^`]*`|\{\{[^}]*\}\}|https?://\S+|\b(?:Authorization|Content-Type): )", re.DOTALL)
"""What is no French: code, holes, addresses and headers."""


def spaced(text: str) -> str:
    """A French text with the space that each mark needs, and as it is where it quotes code."""
    return "".join(part if is_code else _words(part) for part, is_code in _parts(text))


def _parts(text: str) -> list[tuple[str, bool]]:
    return [(part, index % 2 == 1) for index, part in enumerate(QUOTED.split(text))]


def _words(text: str) -> str:
    text = re.sub(f"[{SPACES}]*([;!?]+)(?!\\w)", NARROW + r"\1", text)
    text = re.sub(f"[{SPACES}]*:(?![\\w/])", f"{WIDE}:", text)
    text = re.sub(f"«[{SPACES}]*", f"«{NARROW}", text)
    return re.sub(f"[{SPACES}]*»", f"{NARROW}»", text)
