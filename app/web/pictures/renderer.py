"""Draws an SVG as a PNG: `python renderer.py FONT...` reads the one and writes the other.

It is a program, run by `rendered()` of `app/web/pictures/drawing.py` and never imported: the library holds the
interpreter while it draws, so it does that in a process of its own.
"""

import os
import sys

import resvg_py

if hasattr(os, "nice"):
    os.nice(10)  # who waits for an answer of the service comes first

sys.stdout.buffer.write(
    resvg_py.svg_to_bytes(svg_string=sys.stdin.buffer.read().decode(), skip_system_fonts=True, font_files=sys.argv[1:])
)
