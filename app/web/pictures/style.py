"""The styles of boards as a renderer of plain SVG reads them: without variables, in the colors of paper.

It knows no `var()`, `light-dark()` or `color-mix()`. The color of a player, `--by` of the pages, is `color` here: what
is drawn in it has `currentColor`.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from app.web.assets import FOLDER, file_of, style_of

SERIF, SANS = "Source Serif Pro", "Source Sans Pro"
"""The fonts of pictures: those in which pages tell, and in which they are operated."""
SHARED = ("umpire", "table", "board")
"""The stylesheets of the service that boards have."""
DRAWN = re.compile("fill|stroke|opacity|font|text-anchor|paint-order|display|visibility|--by")
"""How the properties begin that a drawing has."""
HALO = re.compile("fill|opacity|font|text-anchor|display|visibility|--by")
"""The same for text with a halo, which a renderer would draw at twice the price."""
COMMENT, RULE = re.compile(r"/\*.*?\*/", re.DOTALL), re.compile(r"([^{}]+)\{([^{}]*)\}")
QUERY = re.compile(r"@[^{}]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
BY = re.compile(r"var\(--by(?:,[^()]*(?:\([^()]*\))?)?\)")
FAINT = re.compile(r"(fill|stroke): ?color-mix\(in srgb, currentColor (\d+)%, [^()]*\)")
MIXED = re.compile(r"color-mix\(in srgb, (#\w+) (\d+)%, (#\w+)\)")
PAIR = re.compile(r"light-dark\(([^(),]+), *[^(),]+\)")
LAYER = re.compile(r"(?<![\w-])opacity: ?([.\d]+)")
"""What a renderer would draw on a layer of its own, which takes long."""
VARIABLE = re.compile(r"var\((--[\w-]+)\)")


@cache
def plain_style(package: str) -> str:
    """The styles of the boards of a rulebook."""
    own = style_of(package, "board")
    files = [FOLDER / f"{name}.css" for name in SHARED] + ([file_of(own, ".css")] if own else [])
    return "\n".join(plain_rules(files))


def plain_rules(files: list[Path]) -> list[str]:
    """The rules of stylesheets that say how something is drawn, in order. A board is a group of the picture there."""
    rules = rules_of(files)
    values = variables_in(rules)
    found = []
    for selector, style in rules:
        drawn = HALO if "paint-order" in style else DRAWN
        declarations = [each.strip() for each in style.split(";") if drawn.match(each.strip())]
        chosen = re.sub(r"(?<![\w.-])svg\b", "g", re.sub(r":not\([^()]*\)", "", selector)).strip()
        if declarations and ":" not in chosen:
            found.append(f"{chosen}{{{plain('; '.join(declarations), values)}}}")
    return found


def rules_of(files: list[Path]) -> list[tuple[str, str]]:
    """The rules of stylesheets, each as its selector and what it says; those for some screens only are left out."""
    text = "\n".join(file.read_text("utf-8") for file in files)
    return [(found[1], found[2]) for found in RULE.finditer(QUERY.sub("", COMMENT.sub("", text)))]


def variables_in(rules: list[tuple[str, str]]) -> Mapping[str, str]:
    """The values of variables on paper."""
    named = [each.partition(":") for selector, all_ in rules if selector.strip() == ":root" for each in all_.split(";")]
    values = {name.strip(): PAIR.sub(r"\1", value.strip()) for name, _, value in named if name.strip().startswith("--")}
    return {**values, "--told": f"'{SERIF}'", "--operated": f"'{SANS}'"}


@cache
def paper() -> Mapping[str, str]:
    """The colors of paper by their names, such as `ink`."""
    values = variables_in(rules_of([FOLDER / f"{name}.css" for name in SHARED]))
    return {name.removeprefix("--"): value for name, value in values.items()}


def plain(css: str, values: Mapping[str, str]) -> str:
    """What a rule, or a drawing, says, without variables."""
    css = VARIABLE.sub(lambda found: values.get(found[1], "none"), BY.sub("currentColor", css))
    css = FAINT.sub(lambda found: f"{found[1]}: currentColor; {found[1]}-opacity: {int(found[2]) / 100}", css)
    css = MIXED.sub(lambda found: mixed(found[1], int(found[2]), found[3]), PAIR.sub(r"\1", css))
    return LAYER.sub(r"fill-opacity: \1; stroke-opacity: \1", css).replace("--by:", "color:")


def mixed(first: str, share: int, second: str) -> str:
    """A color of two, with a share of the first in percent."""
    parts = [
        round((int(first[at : at + 2], 16) * share + int(second[at : at + 2], 16) * (100 - share)) / 100)
        for at in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)
