"""Changes index files with add and remove, and compares each with a new build of the same inputs, byte for byte.

    python3 changes.py PLACEFIND [ORDERS] [KILLS]

The inputs share places: some have the same ids, names and coordinates, but other attributes. A killed change leaves either
the old or the new index, which `index verify` accepts, and no temporary file that outlives the next change.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

NAMES = ["별빛카페", "가온 주유소", "Seoul Books", "스타벅스 강남점", "Starbucks", "하나은행", "나래역", "온누리약국"]
CATEGORIES = ["cafe", "gas", "bank", "subway", "pharmacy", ""]
# The last input declares its bounding box, which is removed together with the input.
INPUTS = ["a.csv", "b.csv", "c.geojson", "d.csv", "e.geojson", "f.osm"]


def places(draw, count):
    """Rows, many of which are also in another input, moved a little or with other attributes."""
    for _ in range(count):
        number = draw.randrange(40)
        shift = draw.choice([0, 0, 0, 3e-6, 1e-3])
        yield {
            "id": draw.choice([f"n{number}", f"x{draw.randrange(1000)}"]),
            "name": draw.choice([NAMES[number % len(NAMES)], f"{NAMES[number % len(NAMES)]} {number}"]),
            "category": CATEGORIES[number % len(CATEGORIES)],
            "lat": f"{37.4 + number * 0.003 + shift:.6f}",
            "lng": f"{127.0 + number * 0.002:.6f}",
            "phone": draw.choice(["", f"02-123-{number:04}"]),
            "address": draw.choice(["", f"서울 강남구 테헤란로 {number}"]),
            "opening_hours": draw.choice(["", "24/7", "Mo-Fr 09:00-18:00"]),
        }


def write(path, rows):
    if path.endswith(".csv"):
        text = "id,name,category,lat,lng,phone,address,opening_hours\n"
        text += "".join(",".join(row.values()) + "\n" for row in rows)
    elif path.endswith(".osm"):
        rows = list(rows)
        nodes = [
            f'<node id="{number}" version="1" lat="{row["lat"]}" lon="{row["lng"]}">'
            f'<tag k="amenity" v="{row["category"] or "bench"}"/><tag k="name" v="{row["name"]}"/></node>'
            for number, row in enumerate(rows, 1)
        ]
        east = 127.1 + len(rows[0]["name"]) / 100
        text = (
            '<osm version="0.6" generator="openstreetmap-cgimap 2.0.1">'
            f'<bounds minlat="37.3" minlon="126.9" maxlat="37.6" maxlon="{east}"/>' + "".join(nodes) + "</osm>"
        )
    else:
        features = [
            {
                "type": "Feature",
                "geometry": {"type": "Point", "coordinates": [float(row["lng"]), float(row["lat"])]},
                "properties": {key: value for key, value in row.items() if key not in ("lat", "lng") and value},
            }
            for row in rows
        ]
        text = json.dumps({"type": "FeatureCollection", "features": features}, ensure_ascii=False)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    # The index records the modification time of its inputs.
    os.utime(path, (1_700_000_000, 1_700_000_000))


def read(path):
    with open(path, "rb") as file:
        return file.read()


class Changes:
    def __init__(self, binary, folder, home):
        self.binary = binary
        # Inputs are identified by their names in this directory.
        self.folder = folder
        self.environment = {"HOME": home, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}

    def command(self, *arguments):
        return [self.binary, "index", *arguments]

    def run(self, *arguments):
        done = subprocess.run(self.command(*arguments), env=self.environment, cwd=self.folder, capture_output=True,
                              text=True)
        if done.returncode != 0:
            sys.exit(f"changes: {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")

    def fresh(self, inputs, path):
        self.run("build", *inputs, "-o", path, "--force")
        return read(path)


def orders(changes, folder, count, seed):
    """Applies changes in random orders, and compares each index with a new build of the remaining inputs."""
    for version in range(3):
        os.makedirs(f"{folder}/{version}")
        for number, name in enumerate(INPUTS):
            rows = places(random.Random(f"{seed} {version} {number}"), 3 + 9 * number)
            write(f"{folder}/{version}/{name}", list(rows))
    index, other = f"{folder}/changed.pfx", f"{folder}/fresh.pfx"
    steps = 0
    for number in range(count):
        draw = random.Random(f"{seed} order {number}")

        def take(name):
            shutil.copy2(f"{folder}/{draw.randrange(3)}/{name}", f"{changes.folder}/{name}")
            return name

        present = [take(name) for name in draw.sample(INPUTS, draw.randint(1, 3))]
        changes.fresh(present, index)
        for _ in range(draw.randint(2, 6)):
            name = draw.choice(INPUTS)
            if name in present and len(present) > 1 and draw.random() < 0.5:
                changes.run("remove", name, "-o", index)
                present.remove(name)
            else:
                changes.run("add", take(name), "-o", index)
                # An input that exists already keeps its place in the order.
                present += [] if name in present else [name]
            steps += 1
        if read(index) != changes.fresh(present, other):
            sys.exit(f"changes: order {number} of seed {seed} is not what a fresh build of {present} is")
    print(f"changes: {count} orders of {steps} changes, each the same bytes as a fresh build")


def kills(changes, folder, count, seed):
    """Kills changes, and checks that the index is either the old or the new one."""
    os.makedirs(f"{folder}/large")
    draw = random.Random(f"{seed} kills")
    base, more = f"{folder}/large/base.csv", f"{folder}/large/more.csv"
    write(base, [dict(row, id=f"b{i}") for i, row in enumerate(places(draw, 30_000))])
    write(more, [dict(row, id=f"m{i}") for i, row in enumerate(places(draw, 10_000))])
    path = f"{folder}/large/index.pfx"
    both = changes.fresh([base, more], path)
    alone = changes.fresh([base], path)
    start = time.monotonic()
    changes.run("add", more, "-o", path)
    lasts = time.monotonic() - start
    state = both
    killed = finished = 0
    while killed < count:
        arguments = ["remove", "more.csv", "-o", path] if state == both else ["add", more, "-o", path]
        process = subprocess.Popen(changes.command(*arguments), env=changes.environment, cwd=changes.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(draw.uniform(0, 1.2 * lasts))
        process.kill()
        was_killed = process.wait() == -signal.SIGKILL
        killed += was_killed
        finished += not was_killed
        now = read(path)
        if now not in (alone, both):
            sys.exit(f"changes: kill {killed} left an index that is neither the one before nor the one after")
        state = both if now == both else alone
        changes.run("verify", path)
    changes.run("add" if state == alone else "remove", more if state == alone else "more.csv", "-o", path)
    left = sorted(os.listdir(f"{folder}/large"))
    if left != ["base.csv", "index.pfx", "more.csv"]:
        sys.exit(f"changes: {left} was left after {killed} kills")
    print(f"changes: {killed} kills of add and remove ({finished} were faster): always the index before or after")


def main():
    binary, count, kill_count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    seed = os.environ.get("PLACEFIND_SEED", "1")
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(f"{folder}/inputs")
        changes = Changes(os.path.abspath(binary), f"{folder}/inputs", folder)
        orders(changes, folder, count, seed)
        kills(changes, folder, kill_count, seed)


main()
