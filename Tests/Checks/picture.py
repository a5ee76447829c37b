#!/usr/bin/env python3
"""Draws the content of a terminal as an SVG, the picture in README.

usage: picture.py TITLE < text-with-colours > picture.svg
"""
import re
import sys
import unicodedata
from html import escape

CELL, LINE, PAD = 8.4, 20, 16
COLOURS = {30: "#1f2328", 31: "#cf222e", 32: "#1a7f37", 33: "#9a6700", 34: "#0969da", 35: "#8250df", 36: "#1b7c83",
           37: "#6e7781", 90: "#6e7781", 91: "#a40e26", 92: "#116329", 94: "#0550ae", 95: "#8250df", 96: "#3192aa"}


def width(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def runs(line):
    """Splits text by style and script; each part has the column it starts at."""
    style, column = {}, 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b"):
            for code in (int(c or 0) for c in part[2:-1].split(";")):
                if code == 0:
                    style = {}
                elif code == 1:
                    style = {**style, "font-weight": "bold"}
                elif code == 2:
                    style = {**style, "fill": "#6e7781"}
                elif code in COLOURS:
                    style = {**style, "fill": COLOURS[code]}
                elif code == 39:
                    style = {k: v for k, v in style.items() if k != "fill"}
            continue
        for chunk in re.findall(r"[ ]+|[^ ]+", part):
            if not chunk.isspace():
                yield column, chunk, dict(style)
            column += width(chunk)


def main():
    lines = sys.stdin.read().rstrip("\n").split("\n")
    bare = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    w = max(map(width, bare)) * CELL + 2 * PAD
    h = len(lines) * LINE + 2 * PAD
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:.0f} {h}" width="{w:.0f}" height="{h}" role="img" '
          f'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14">')
    print(f"  <title>{escape(sys.argv[1])}</title>")
    print(f'  <rect width="{w:.0f}" height="{h}" rx="10" fill="#f6f8fa" stroke="#d0d7de"/>')
    for row, line in enumerate(lines):
        for column, text, style in runs(line):
            attributes = "".join(f' {name}="{value}"' for name, value in {"fill": "#1f2328", **style}.items())
            print(f'  <text x="{PAD + column * CELL:.1f}" y="{PAD + row * LINE + 15}" '
                  f'textLength="{width(text) * CELL:.1f}" lengthAdjust="spacingAndGlyphs"{attributes}>{escape(text)}</text>')
    print("</svg>")


main()
