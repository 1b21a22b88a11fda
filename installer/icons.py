#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The icon as PNG, ICO and ICNS, drawn from the rectangles of the SVG.

icons.py --out DIR    writes SIZE.png, touchline.ico and touchline.icns; equal input gives equal bytes
"""
import argparse
import os
import re
import struct
import sys
import xml.etree.ElementTree
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
SVG = os.path.join(HERE, "linux", "org.touchline.Touchline.svg")
SIZES = (32, 48, 64, 128, 256)
ACROSS = 128  # the drawing's own units
FINE = 4      # samples a pixel and axis


def rectangles():
    found = []
    for node in xml.etree.ElementTree.parse(SVG).iter():
        tag = node.tag.split("}")[-1]
        if tag in ("svg", "g"):
            continue
        if tag != "rect" or not re.fullmatch(r"#[0-9a-f]{6}", node.get("fill", "")):
            sys.exit(f"icons: {SVG} holds a <{tag}> that is not a plain rectangle; teach icons.py to draw it")
        x, y, w, h, r = (float(node.get(key, 0)) for key in ("x", "y", "width", "height", "rx"))
        colour = bytes.fromhex(node.get("fill")[1:])
        found.append((x, y, x + w, y + h, r, colour))
    return found


def covers(rectangle, px, py):
    left, top, right, bottom, radius, _ = rectangle
    if not (left <= px < right and top <= py < bottom):
        return False
    dx = max(left + radius - px, px - (right - radius), 0)
    dy = max(top + radius - py, py - (bottom - radius), 0)
    return dx * dx + dy * dy <= radius * radius


def draw(size, shapes):
    step = ACROSS / (size * FINE)
    rows = bytearray()
    for y in range(size):
        rows.append(0)  # PNG's filter of the row: none
        for x in range(size):
            red = green = blue = hits = 0
            for fy in range(FINE):
                py = (y * FINE + fy + 0.5) * step
                for fx in range(FINE):
                    px = (x * FINE + fx + 0.5) * step
                    top = next((s for s in reversed(shapes) if covers(s, px, py)), None)
                    if top:
                        red, green, blue, hits = red + top[5][0], green + top[5][1], blue + top[5][2], hits + 1
            rows += bytes((red // hits, green // hits, blue // hits, hits * 255 // FINE ** 2)) if hits else bytes(4)
    return bytes(rows)


def png(size, shapes):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) +
            chunk(b"IDAT", zlib.compress(draw(size, shapes), 9)) + chunk(b"IEND", b""))


def ico(pictures):
    offset, entries, body = 6 + 16 * len(pictures), b"", b""
    for size, data in sorted(pictures.items()):
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), offset)
        offset, body = offset + len(data), body + data
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + body


def icns(pictures):
    body = b"".join(name + struct.pack(">I", len(pictures[size]) + 8) + pictures[size]
                    for name, size in ((b"ic07", 128), (b"ic08", 256)))
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True)
    out = parser.parse_args().out
    os.makedirs(out, exist_ok=True)
    shapes = rectangles()
    pictures = {size: png(size, shapes) for size in SIZES}
    files = {f"{size}.png": data for size, data in pictures.items()}
    files.update({"touchline.ico": ico(pictures), "touchline.icns": icns(pictures)})
    for name, data in files.items():
        with open(os.path.join(out, name), "wb") as file:
            file.write(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
