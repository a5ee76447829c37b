#!/usr/bin/env python3
"""Draws a page of placefind as an SVG, the first picture in README: its title, the beginning of its list, and its map.

usage: page_picture.py < page.html > picture.svg
"""
import re
import sys
from html import unescape

LIST, HEAD, ROW, MAP = 330, 64, 57, (870, 609)
BOLD = "text-anchor:start;font-weight:600"


def style_of(page):
    """Returns the rules for the drawing, with the colours of a light page."""
    css = re.sub(r"/\*.*?\*/", "", re.search(r"<style>(.*?)</style>", page, re.S)[1], flags=re.S)
    colours = dict(re.findall(r"(--[a-z-]+): (#[0-9a-f]+)", css[:css.index("}")]))
    css = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", css)
    used = r"svg |\.(?:ring|edge|covered|route|scale|landmark|mark|glyph|[kg]-)|#drawing path"
    rules = [rule for rule in re.findall(r"[^{}]+\{[^{}]*\}", css) if re.match(rf"\s*(?:{used})", rule)]
    text = re.sub(r"light-dark\((#\w+), #\w+\)", r"\1", "".join(rules))
    text = re.sub(r"var\((--(?!mark\))[a-z-]+)\)", lambda match: colours.get(match[1], match[0]), text)
    return re.sub(r"\s*\n\s*", "\n", text.replace("#drawing path", "path").replace("svg ", "")), colours


def rows_of(page):
    keys = re.findall(r'data-key="([^"]+)"', page[page.index("<thead>"):])
    for row in re.findall(r"<tr data-lat(.*?)</tr>", page, re.S):
        cells = [unescape(re.sub(r"<[^>]*>", "", cell)) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.S)]
        yield re.search(r'data-group="([^"]*)"', row)[1] or "none", dict(zip(keys, cells))


def text(x, y, content, size, fill, style="text-anchor:start"):
    content = content.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x}" y="{y}" style="font-size:{size}px;fill:{fill};{style}">{content}</text>'


def cut(content, length):
    return content if len(content) <= length else content[:length - 1].rstrip() + "…"


def main():
    page = sys.stdin.read()
    style, colours = style_of(page)
    ink, quiet, line = colours["--text"], colours["--quiet"], colours["--line"]
    width, height = LIST + MAP[0], HEAD + MAP[1]
    heading, facts = (unescape(re.sub(r"<[^>]*>", "", re.search(pattern, page, re.S)[1]))
                      for pattern in (r"<h1>(.*?)</h1>", r"</h1><p>(.*?)</p>"))
    drawing = re.search(r'<figure id="drawing"><svg viewBox="([^"]*)"[^>]*>(.*)</svg>', page, re.S)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">')
    print(f"<title>{heading.replace('&', '&amp;').replace('<', '&lt;')}</title>\n<style>{style}</style>")
    print(f'<rect width="{width}" height="{height}" rx="8" fill="{colours["--ground"]}" stroke="{line}"/>')
    print(f'<path fill="{colours["--map"]}" d="M{LIST} {HEAD}H{width}v{height - HEAD - 8}q0 8-8 8H{LIST}z"/>')
    print(text(16, 26, heading, 18, ink, BOLD) + text(16, 48, facts, 13, quiet))
    print(f'<path stroke="{line}" d="M0 {HEAD}H{width}M{LIST} {HEAD}V{height}"/>')
    for number, (group, cells) in zip(range((height - HEAD) // ROW), rows_of(page)):
        top = HEAD + number * ROW
        print(f'<rect class="mark g-{group}" x="12" y="{top + 10}" width="42" height="22" rx="11"/>')
        print(f'<use href="#i-{group}" class="glyph" transform="translate(19 {top + 15}) scale(.75)"/>')
        print(text(35, top + 21.5, cells["number"], 12, colours["--mark-text"]))
        print(text(66, top + 20, cut(cells["name"], 21), 15, ink, BOLD))
        below = " · ".join(filter(None, (cells["category"], cells["address"])))
        print(text(66, top + 40, cut(below, 36), 13, quiet))
        print(text(LIST - 12, top + 20, cells["distance"], 13, quiet, "text-anchor:end"))
        print(f'<path stroke="{line}" d="M0 {top + ROW}H{LIST}"/>')
    print(f'<svg x="{LIST}" y="{HEAD}" width="{MAP[0]}" height="{MAP[1]}" viewBox="{drawing[1]}">{drawing[2]}</svg>\n</svg>')


main()
