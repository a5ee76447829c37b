#!/usr/bin/env python3
"""Generates an OpenStreetMap file with a given number of nodes, in the proportions of a country. Needs numpy.

usage: gen_osm.py FILE [NODES]

The file is always the same. Nine of ten nodes belong to ways, and one in thirty has tags. Most ways are buildings and
roads, one in twelve is a place; some relations consist of ways. The format is osmium's: sorted, dense nodes, zlib, 8,000
elements per block.
"""
import struct
import sys
import zlib

import numpy as np

PART = 8000
KINDS = [("amenity", "restaurant"), ("amenity", "cafe"), ("amenity", "parking"), ("shop", "convenience"), ("tourism", "hotel"),
         ("leisure", "park"), ("amenity", "school"), ("amenity", "bank"), ("office", "company"), ("healthcare", "doctor")]
OTHERS = [("highway", "crossing"), ("natural", "tree"), ("barrier", "gate"), ("power", "tower")]


def varint(number):
    out = bytearray()
    while number >= 128:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def field(number, payload):
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def number(number, value):
    return varint(number << 3) + varint(value)


def packed(values):
    """Encodes an array of non-negative numbers as varints."""
    values = np.asarray(values, dtype=np.uint64)
    sizes = np.ones(len(values), dtype=np.int64)
    for bits in range(7, 64, 7):
        sizes += values >= np.uint64(1) << np.uint64(bits)
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    out = np.zeros(int(sizes.sum()), dtype=np.uint8)
    for byte in range(int(sizes.max()) if len(values) else 0):
        rows = sizes > byte
        part = (values[rows] >> np.uint64(7 * byte)) & np.uint64(127)
        out[starts[rows] + byte] = part.astype(np.uint8) | np.where(sizes[rows] > byte + 1, 128, 0).astype(np.uint8)
    return out.tobytes()


def zigzag(values):
    values = np.asarray(values, dtype=np.int64)
    return ((values << 1) ^ (values >> 63)).astype(np.uint64)


def deltas(values):
    return zigzag(np.diff(np.asarray(values, dtype=np.int64), prepend=0))


class Part:
    """A block of elements and its string table."""

    def __init__(self):
        self.texts = {"": 0}

    def text(self, word):
        return self.texts.setdefault(word, len(self.texts))

    def tags(self, pairs):
        keys = b"".join(varint(self.text(k)) for k, _ in pairs)
        return field(2, keys) + field(3, b"".join(varint(self.text(v)) for _, v in pairs))

    def blob(self, group):
        table = b"".join(field(1, word.encode()) for word in self.texts)
        return blob(b"OSMData", field(1, table) + field(2, group))


def blob(kind, content):
    data = number(2, len(content)) + field(3, zlib.compress(content, 6))
    header = field(1, kind) + number(3, len(data))
    return struct.pack(">I", len(header)) + header + data


def tags_of(row):
    """The tags of a place with a number."""
    pairs = [KINDS[row % len(KINDS)], ("name", f"가온 {row % 9973} 나래점")]
    if row % 2:
        pairs += [("addr:street", f"가온로 {row % 211}"), ("addr:housenumber", str(row % 97)), ("phone", f"+82-2-{row % 10000:04}-{row % 7919:04}")]
    if row % 3 == 0:
        pairs += [("opening_hours", "Mo-Su 09:00-22:00"), ("name:en", f"Gaon {row % 9973}")]
    return pairs


def main():
    path, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10_000_000
    chosen = np.random.default_rng(41)
    # Consecutive nodes are near each other, like those of a way.
    walk = np.cumsum(chosen.integers(-900, 901, size=(count, 2)), axis=0) % 30_000_000
    lat, lng = walk[:, 0] + 350_000_000, walk[:, 1] + 1_260_000_000
    ids = np.cumsum(chosen.integers(1, 4, size=count)) + 100_000_000
    with open(path, "wb") as out:
        box = b"".join(number(i, int(zigzag(np.array([v]))[0])) for i, v in enumerate(
            (126_000_000_000, 129_000_000_000, 38_000_000_000, 35_000_000_000), 1))
        out.write(blob(b"OSMHeader", field(1, box) + field(4, b"OsmSchema-V0.6") + field(4, b"DenseNodes")
                       + field(5, b"Sort.Type_then_ID") + number(32, 1_790_000_000)))
        for start in range(0, count, PART):
            part, end = Part(), min(count, start + PART)
            pairs = bytearray()
            for row in range(start, end):
                if row % 30 == 0:
                    tags = tags_of(row // 30) if row % 60 == 0 else [OTHERS[row // 60 % len(OTHERS)]]
                    for key, value in tags:
                        pairs += varint(part.text(key)) + varint(part.text(value))
                pairs.append(0)
            dense = field(1, packed(deltas(ids[start:end]))) + field(8, packed(deltas(lat[start:end])))
            out.write(part.blob(field(2, dense + field(9, packed(deltas(lng[start:end]))) + field(10, bytes(pairs)))))
        sizes = chosen.integers(4, 13, size=count // 9)
        ends = np.cumsum(sizes)
        ways = int(np.searchsorted(ends, count - 1))
        part, group = Part(), []
        for way in range(ways):
            refs = ids[ends[way] - sizes[way]:ends[way]]
            refs = np.append(refs, refs[0])
            if way % 12 == 0:
                tags = tags_of(way) + [("building", "yes")]
            elif way % 12 < 4:
                tags = [("highway", ("residential", "service", "footway")[way % 3])]
            else:
                tags = [("building", "yes")]
            # Few ids of a way are far apart, so most deltas take one or two bytes.
            last, runs = 0, bytearray()
            for ref in refs.tolist():
                step = ref - last
                runs += varint(step << 1 if step >= 0 else (-step << 1) - 1)
                last = ref
            group.append(field(3, number(1, 50_000_000 + way) + part.tags(tags) + field(8, bytes(runs))))
            if len(group) == PART or way == ways - 1:
                out.write(part.blob(b"".join(group)))
                part, group = Part(), []
        for relation in range(ways // 100):
            members = [relation * 100 + step for step in range(1, 9)]
            tags = [("type", "multipolygon")] + (tags_of(relation) if relation % 4 == 0 else [("landuse", "forest")])
            body = number(1, 9_000_000 + relation) + part.tags(tags)
            body += field(8, b"".join(varint(part.text("outer")) for _ in members))
            body += field(9, packed(deltas([50_000_000 + m for m in members]))) + field(10, bytes([1] * len(members)))
            group.append(field(4, body))
            if len(group) == PART or relation == ways // 100 - 1:
                out.write(part.blob(b"".join(group)))
                part, group = Part(), []


main()
