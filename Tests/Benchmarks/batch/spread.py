#!/usr/bin/env python3
"""Generates evenly spread places and as many query points for the batch benchmark.

  python3 spread.py PLACES.csv COUNT OUT_DIR

Reads the places of ../gen_places.py, keeps their names, addresses and telephone numbers, moves each to a random point of
Korea's bounding box, gives all of them the category OL7, and writes OUT_DIR/places.csv and OUT_DIR/points.csv
(id,category,lat,lng). Evenly spread places are the easy case for a grid join; the places of gen_places.py, which are
clustered in cities, are the hard one.
"""
import csv, random, sys

source, count, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
draw = random.Random(20240601)


def coordinate():
    return f"{draw.uniform(33.0, 38.6):.7f}", f"{draw.uniform(124.6, 131.9):.7f}"


with open(source, newline="") as places, open(f"{out}/places.csv", "w", newline="") as target:
    rows = csv.DictReader(places)
    writer = csv.DictWriter(target, rows.fieldnames, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        row["lat"], row["lng"] = coordinate()
        row["category"] = "OL7"
        writer.writerow(row)
with open(f"{out}/points.csv", "w") as target:
    target.write("id,category,lat,lng\n")
    for number in range(count):
        target.write(f"{number},OL7,{','.join(coordinate())}\n")
