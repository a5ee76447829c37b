#!/usr/bin/env python3
"""Compares the index with alternatives, for the same places and queries, in one run.

usage: index_peers.py DIR BENCHMARK    DIR is the output of gen_places.py with --truth; BENCHMARK is the built program

First, the index is built and DuckDB reads the same file, alternately, so that both run under the same load. Then the
index is queried, then the alternatives. Prints one line for each installed alternative, and names the skipped ones.
Every result is verified before its time counts: the 15 nearest places within the radius, with exact distances.
"""
import csv
import json
import math
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

EARTH_R = 6371008.8
NEAREST = 15
# The runs of all queries together; the least time counts, for the index as for its peers.
BATCHES = 3


def percentile(seconds, share):
    return sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * share))]


def report(name, build, single, batch, wrong):
    micros = "-" if single is None else f"p50 {percentile(single, .5) * 1e6:8.1f} us  p99 {percentile(single, .99) * 1e6:9.1f} us"
    every = "-" if batch is None else f"10,000 queries {batch:7.3f} s"
    print(f"{name:<28} build {build:6.2f} s   {micros}   {every}   {'all equal' if not wrong else f'{wrong} DIFFER'}", flush=True)


def load(folder):
    with open(os.path.join(folder, "places.csv"), encoding="utf-8", newline="") as f:
        places = [(r["id"], r["category"], float(r["lat"]), float(r["lng"])) for r in csv.DictReader(f)]
    with open(os.path.join(folder, "queries.csv"), newline="") as f:
        queries = [(r["category"], float(r["lat"]), float(r["lng"]), float(r["radius"])) for r in csv.DictReader(f)]
    with open(os.path.join(folder, "truth.jsonl")) as f:
        truth = [[i for i, _ in json.loads(line)["top"]] for line in f]
    return places, queries, truth


def tree_peer(name, make, ask, places, queries, truth, np):
    """Queries a k-d tree of unit vectors per category, and computes exact distances of its candidates."""
    def vectors(lat, lng):
        a, b = np.radians(lat), np.radians(lng)
        return np.stack([np.cos(a) * np.cos(b), np.cos(a) * np.sin(b), np.sin(a)], 1)

    start = time.perf_counter()
    groups = {}
    for row, (_, category, _, _) in enumerate(places):
        groups.setdefault(category, []).append(row)
    lat = np.array([p[2] for p in places])
    lng = np.array([p[3] for p in places])
    trees = {}
    grouped = time.perf_counter()
    for category, rows in groups.items():
        rows = np.array(rows)
        trees[category] = (make(vectors(lat[rows], lng[rows])), rows, lat[rows], lng[rows])
    build = time.perf_counter() - grouped
    extra = 5  # more neighbours than 15, so that ties are sorted by id

    def finish(q_lat, q_lng, radius, tree, nearest):
        _, rows, tree_lat, tree_lng = tree
        nearest = nearest[nearest < len(rows)]
        p1, p2 = math.radians(q_lat), np.radians(tree_lat[nearest])
        a = np.sin((p2 - p1) / 2) ** 2 + math.cos(p1) * np.cos(p2) * np.sin(np.radians(tree_lng[nearest] - q_lng) / 2) ** 2
        d = 2 * EARTH_R * np.arcsin(np.sqrt(np.minimum(1.0, a)))
        keep = d <= radius
        nearest, d = rows[nearest[keep]], d[keep]
        order = np.lexsort((nearest, d))[:NEAREST]
        return nearest[order]

    single, wrong = [], 0
    for (category, q_lat, q_lng, radius), want in zip(queries, truth):
        begin = time.perf_counter()
        tree = trees[category]
        found = finish(q_lat, q_lng, radius, tree, ask(tree[0], vectors(np.array([q_lat]), np.array([q_lng])), NEAREST + extra)[0])
        single.append(time.perf_counter() - begin)
        wrong += [places[i][0] for i in found] != want

    def batch():
        start = time.perf_counter()
        by_category = {}
        for row, query in enumerate(queries):
            by_category.setdefault(query[0], []).append(row)
        for category, rows in by_category.items():
            tree = trees[category]
            _, members, tree_lat, tree_lng = tree
            q_lat = np.array([queries[i][1] for i in rows])
            q_lng = np.array([queries[i][2] for i in rows])
            radius = np.array([queries[i][3] for i in rows])
            near = ask(tree[0], vectors(q_lat, q_lng), NEAREST + extra)
            near = np.minimum(near, len(members) - 1)
            p1, p2 = np.radians(q_lat)[:, None], np.radians(tree_lat[near])
            a = np.sin((p2 - p1) / 2) ** 2 + np.cos(p1) * np.cos(p2) * np.sin(np.radians(tree_lng[near] - q_lng[:, None]) / 2) ** 2
            d = 2 * EARTH_R * np.arcsin(np.sqrt(np.minimum(1.0, a)))
            d[d > radius[:, None]] = np.inf
            np.lexsort((members[near], d))
        return time.perf_counter() - start

    report(name, build, single, min(batch() for _ in range(BATCHES)), wrong)


def scipy_peer(places, queries, truth):
    import numpy as np
    import scipy
    from scipy.spatial import cKDTree
    tree_peer(f"scipy {scipy.__version__} cKDTree", lambda v: cKDTree(v), lambda t, v, k: t.query(v, k=k)[1],
              places, queries, truth, np)


def pykdtree_peer(places, queries, truth):
    import numpy as np
    from importlib.metadata import version
    from pykdtree.kdtree import KDTree
    tree_peer(f"pykdtree {version('pykdtree')}", lambda v: KDTree(v), lambda t, v, k: t.query(v, k=k)[1].astype(np.int64),
              places, queries, truth, np)


def sqlite_peer(places, queries, truth):
    import sqlite3
    base = sqlite3.connect(":memory:")
    start = time.perf_counter()
    base.execute("create table place(category text, lat real, lng real, id text)")
    base.executemany("insert into place values(?,?,?,?)", ((c, la, ln, i) for i, c, la, ln in places))
    base.execute("create index area on place(category, lat, lng, id)")
    build = time.perf_counter() - start

    def distance(lat1, lng1, lat2, lng2):
        p1, p2 = math.radians(lat1), math.radians(lat2)
        a = math.sin((p2 - p1) / 2) ** 2 + math.cos(p1) * math.cos(p2) * math.sin(math.radians(lng2 - lng1) / 2) ** 2
        return 2 * EARTH_R * math.asin(math.sqrt(min(1.0, a)))

    single, wrong = [], 0
    for (category, lat, lng, radius), want in list(zip(queries, truth))[:400]:
        begin = time.perf_counter()
        band = math.degrees(radius / EARTH_R) * 1.000001
        wide = band / math.cos(math.radians(min(89.0, abs(lat) + band)))
        rows = base.execute("select lat, lng, id from place where category=? and lat between ? and ? and lng between ? and ?",
                            (category, lat - band, lat + band, lng - wide, lng + wide)).fetchall()
        near = sorted((distance(lat, lng, la, ln), i) for la, ln, i in rows)
        found = [i for d, i in near if d <= radius][:NEAREST]
        single.append(time.perf_counter() - begin)
        wrong += found != want
    report(f"sqlite {sqlite3.sqlite_version} B-tree (400)", build, single, None, wrong)


def shape_peers(folder):
    """Counts places along a route and within boundaries with shapely's STRtree and DuckDB's spatial extension.

    Both compute in a plane of metres around the centre, so a route's counts differ by the few places within a metre of
    its edge."""
    with open(os.path.join(folder, "places.csv"), encoding="utf-8", newline="") as f:
        points = [(float(r["lng"]), float(r["lat"])) for r in csv.DictReader(f)]
    with open(os.path.join(folder, "shapes.json")) as f:
        shapes = json.load(f)
    middle = sum(lat for _, lat in points) / len(points)
    metre = math.radians(1) * EARTH_R
    wide = metre * math.cos(math.radians(middle))

    def plane(positions):
        return [(lng * wide, lat * metre) for lng, lat in positions]

    def say(name, build, route, along, boundaries, inside):
        print(f"{name:<28} build {build:6.2f} s   route {route * 1e3:9.1f} ms, {along} places   "
              f"boundary {boundaries / len(shapes['boundaries']) * 1e6:9.1f} us, {inside} places", flush=True)

    try:
        import shapely
        start = time.perf_counter()
        tree = shapely.STRtree(shapely.points(plane(points)))
        build = time.perf_counter() - start
        start = time.perf_counter()
        along = len(tree.query(shapely.LineString(plane(shapes["route"])), predicate="dwithin", distance=shapes["radius"]))
        route = time.perf_counter() - start
        start = time.perf_counter()
        inside = sum(len(tree.query(shapely.Polygon(plane(outer), [plane(r) for r in holes]), predicate="intersects"))
                     for outer, *holes in shapes["boundaries"])
        say(f"shapely {shapely.__version__} STRtree", build, route, along, time.perf_counter() - start, inside)
    except ImportError:
        print("skipped shapely: not installed")
    try:
        import duckdb
        base = duckdb.connect()
        base.execute("load spatial")
        start = time.perf_counter()
        base.execute("create table place as select st_point(lng * ?, lat * ?) as at from read_csv(?)",
                     [wide, metre, os.path.join(folder, "places.csv")])
        base.execute("create index area on place using rtree (at)")
        build = time.perf_counter() - start

        def text(positions):
            return "(" + ",".join(f"{x} {y}" for x, y in plane(positions)) + ")"

        start = time.perf_counter()
        along = base.execute("select count(*) from place where st_dwithin(at, st_geomfromtext(?), ?)",
                             ["LINESTRING" + text(shapes["route"]), shapes["radius"]]).fetchone()[0]
        route = time.perf_counter() - start
        start = time.perf_counter()
        inside = sum(base.execute(f"select count(*) from place where st_intersects(at, st_geomfromtext('POLYGON({','.join(map(text, rings))})'))")
                     .fetchone()[0] for rings in shapes["boundaries"])
        say(f"duckdb {duckdb.__version__} spatial", build, route, along, time.perf_counter() - start, inside)
    except Exception as error:  # not installed, or without its extension
        print(f"skipped duckdb spatial: {error}")


def names(folder):
    """Writes texts to search for to names.tsv, each after its kind, and returns the texts that are parts of names."""
    import random
    chosen, consonants = random.Random(22), "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
    with open(os.path.join(folder, "places.csv"), encoding="utf-8", newline="") as f:
        rows = [(r["name"], r["address"]) for r in csv.DictReader(f)]
    with_address = [(name, address.split()) for name, address in rows if address]

    def start(name):
        return "".join(consonants[(ord(c) - 0xAC00) // 588] for c in name.split()[0] if "가" <= c <= "힣")

    def part(name):
        begin = chosen.randrange(max(1, len(name) - 4))
        return name[begin:begin + 5].strip()

    sorts = {
        "name": [chosen.choice(rows)[0] for _ in range(500)],
        "part of a name": [p for p in (part(chosen.choice(rows)[0]) for _ in range(1000)) if len(p) >= 4 and " " not in p][:500],
        "misspelt name": [n[0] + "쀍" + n[2:] for n in (chosen.choice(rows)[0] for _ in range(500))],
        "address": [" ".join(chosen.choice(with_address)[1]) for _ in range(500)],
        "parts of an address": [" ".join(a[-2:] + a[:1]) for _, a in (chosen.choice(with_address) for _ in range(500))],
        "street": [" ".join(a[:-1]) for _, a in (chosen.choice(with_address) for _ in range(200))],
        "initials": [s for s in (start(chosen.choice(rows)[0]) for _ in range(400)) if len(s) >= 4][:200],
        "word of 5 %": ["식당", "카페", "편의점", "병원", "마을", "센터", "타운", "서울", "한강 카페", "1호"] * 10,
    }
    with open(os.path.join(folder, "names.tsv"), "w", encoding="utf-8") as f:
        f.writelines(f"{sort}\t{text}\n" for sort, texts in sorts.items() for text in texts)
    return rows, {sort: sorts[sort] for sort in ("name", "part of a name")}


def name_peers(folder, rows, sorts):
    """Counts names that contain all words of a text with SQLite's trigram index and DuckDB, which reads every name."""
    import sqlite3
    base = sqlite3.connect(":memory:")
    start = time.perf_counter()
    base.execute("create virtual table place using fts5(name, address, tokenize='trigram')")
    base.executemany("insert into place values(?,?)", rows)
    build = time.perf_counter() - start

    def trigrams(text):
        # Words of one or two letters have no trigram; they are compared with each name that the other words match.
        words = text.split()
        long = " AND ".join('name:"' + w.replace('"', '""') + '"' for w in words if len(w) >= 3)
        short = "".join(" and name like ? escape '!'" for w in words if len(w) < 3)
        likes = [f"%{w.replace('!', '!!').replace('%', '!%').replace('_', '!_')}%" for w in words if len(w) < 3]
        return base.execute(f"select count(*) from place where place match ?{short}", (long, *likes)).fetchone()[0]

    peers = [(f"sqlite {sqlite3.sqlite_version} trigram", build, trigrams)]
    try:
        import duckdb
        start = time.perf_counter()
        table = duckdb.connect()
        table.execute("create table place as select lower(name) as name from read_csv(?)", [os.path.join(folder, "places.csv")])
        peers.append((f"duckdb {duckdb.__version__} contains", time.perf_counter() - start, lambda text: table.execute(
            "select count(*) from place where " + " and ".join("contains(name, ?)" for _ in text.split()),
            [w.lower() for w in text.split()]).fetchone()[0]))
    except ImportError:
        print("skipped: duckdb (names, not installed)")
    for name, build, ask in peers:
        for sort, texts in sorts.items():
            single, found = [], 0
            for text in texts:
                begin = time.perf_counter()
                found += ask(text)
                single.append(time.perf_counter() - begin)
            print(f"{name + ', ' + sort:<38} build {build:6.2f} s   p50 {percentile(single, .5) * 1e6:8.1f} us  "
                  f"p99 {percentile(single, .99) * 1e6:9.1f} us   {len(single)} texts, found {found}", flush=True)


RUNS = 5


def duckdb_ingest(folder):
    """The seconds and megabytes that DuckDB takes to read the same 223 MB into a sorted table in a file."""
    with tempfile.TemporaryDirectory() as scratch:
        code = (
            "import duckdb,sys,time,resource\n"
            "c=duckdb.connect(sys.argv[2]+'/t.db')\n"
            "c.execute('set threads='+sys.argv[3]); c.execute('set enable_progress_bar=false')\n"
            "s=time.perf_counter()\n"
            "c.execute(\"create table p as select properties.id id, properties.name name, properties.category category, "
            "geometry.coordinates[1] lng, geometry.coordinates[2] lat, properties.address address, properties.phone phone "
            "from read_json('\"+sys.argv[1]+\"/places.geojsonl', format='newline_delimited', columns={geometry: "
            "'STRUCT(coordinates DOUBLE[])', properties: 'STRUCT(id VARCHAR, name VARCHAR, category VARCHAR, address VARCHAR, "
            "phone VARCHAR)'}) order by category, lat\")\n"
            "c.execute('checkpoint')\n"
            "print(time.perf_counter()-s, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss/1024)\n")
        command = [sys.executable, "-c", code, folder, scratch, str(os.cpu_count())]
        out = subprocess.run(command, capture_output=True, text=True)
        if out.returncode:
            raise RuntimeError(out.stderr.strip().splitlines()[-1])
        return tuple(map(float, out.stdout.splitlines()[-1].split()))


def index_build(folder, benchmark):
    """The seconds and megabytes that building and syncing the index take, and the line that the program printed."""
    line = subprocess.run([benchmark, folder, "build"], capture_output=True, text=True, check=True).stdout.strip()
    words = line.split()
    return float(words[words.index("s") - 1]), float(words[words.index("MB") - 1]), line


def shops(folder, benchmark):
    """Compares builds from 535,000 shops in SEMAS's format (UTF-8, CP949) with DuckDB's read_csv, alternately."""
    path, korean = os.path.join(folder, "shops.csv"), os.path.join(folder, "shops.cp949.csv")
    if not os.path.exists(korean):
        generator = os.path.join(os.path.dirname(os.path.abspath(__file__)), "gen_shops.py")
        subprocess.run([sys.executable, generator, path], check=True)
        with open(path, encoding="utf-8", newline="") as shops, open(korean + ".part", "w", encoding="cp949", newline="") as out:
            for line in shops:
                out.write(line)
        os.rename(korean + ".part", korean)
    times = {"index, shops in UTF-8": [], "index, shops in CP949": [], "duckdb read_csv, sorted": []}
    for _ in range(RUNS):
        for name, input in (("index, shops in UTF-8", path), ("index, shops in CP949", korean)):
            line = subprocess.run([benchmark, folder, "build", input], capture_output=True, text=True, check=True).stdout
            words = line.split()
            if words[words.index("places") + 1] != "535000":
                raise RuntimeError("rows were lost: " + line)
            times[name].append(float(words[words.index("s") - 1]))
        seconds = duckdb_shops(path)
        if seconds is not None:
            times["duckdb read_csv, sorted"].append(seconds)
    for name, found in times.items():
        if found:
            print(f"{name:<28}  min {min(found):.3f} s   median {median(found):.3f} s   ({', '.join(f'{t:.2f}' for t in found)})")
    ours, cp949, theirs = times.values()
    print(f"CP949 / UTF-8                 min/min {min(cp949) / min(ours):.2f}")
    if theirs:
        print(f"index / duckdb                min/min {min(ours) / min(theirs):.2f}   median/median {median(ours) / median(theirs):.2f}", flush=True)


def duckdb_shops(path):
    """The seconds that DuckDB takes for a sorted table of the columns of an index; None without DuckDB."""
    try:
        import duckdb  # noqa: F401
    except ImportError:
        return None
    with tempfile.TemporaryDirectory() as scratch:
        code = (
            "import duckdb,sys,time\n"
            "c=duckdb.connect(sys.argv[2]+'/t.db')\n"
            "c.execute('set threads='+sys.argv[3]); c.execute('set enable_progress_bar=false')\n"
            "s=time.perf_counter()\n"
            "c.execute('create table p as select 상가업소번호 id, 상호명 name, 지점명 branch, 상권업종소분류코드 code, "
            "상권업종소분류명 category, 지번주소 lot, 도로명주소 road, 경도 lng, 위도 lat from read_csv(\\'' + sys.argv[1] + '\\') order by code, lat')\n"
            "c.execute('checkpoint')\n"
            "print(time.perf_counter()-s)\n")
        out = subprocess.run([sys.executable, "-c", code, path, scratch, str(os.cpu_count())], capture_output=True, text=True)
        if out.returncode:
            raise RuntimeError(out.stderr.strip().splitlines()[-1])
        return float(out.stdout)


def extracts(folder, benchmark):
    """Compares an extract of ten million nodes with osmium (same tags) and pyrosm (points of interest)."""
    path = os.path.join(folder, "ten.osm.pbf")
    if not os.path.exists(path):
        generator = os.path.join(os.path.dirname(os.path.abspath(__file__)), "gen_osm.py")
        subprocess.run([sys.executable, generator, path + ".part"], check=True)
        os.rename(path + ".part", path)
    filters = subprocess.run([benchmark, folder, "filters"], capture_output=True, text=True, check=True).stdout.split()
    ours, theirs, line = [], [], ""
    for _ in range(RUNS):
        line = subprocess.run([benchmark, folder, "build", path], capture_output=True, text=True, check=True).stdout.strip()
        words = line.split()
        ours.append(float(words[words.index("s") - 1]))
        if shutil.which("osmium"):
            command = ["osmium", "tags-filter", "--no-progress", "-O", path, *filters, "-o", os.path.join(folder, "filtered.osm.pbf")]
            begin = time.perf_counter()
            subprocess.run(command, check=True)
            theirs.append(time.perf_counter() - begin)
    print(line)
    print(f"index, .osm.pbf               min {min(ours):.3f} s   median {median(ours):.3f} s   ({', '.join(f'{t:.2f}' for t in ours)})")
    if theirs:
        print(f"osmium tags-filter            min {min(theirs):.3f} s   median {median(theirs):.3f} s   ({', '.join(f'{t:.2f}' for t in theirs)})")
        print(f"index / osmium                min/min {min(ours) / min(theirs):.2f}   median/median {median(ours) / median(theirs):.2f}", flush=True)
    else:
        print("skipped: osmium (not installed)")
    code = (
        "import pyrosm,resource,sys,time\n"
        "s=time.perf_counter(); found=pyrosm.OSM(sys.argv[1]).get_pois()\n"
        "print(time.perf_counter()-s, len(found), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss/1024)\n")
    out = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True)
    if out.returncode:
        print(f"skipped: pyrosm ({(out.stderr.strip().splitlines() or ['failed'])[-1]})")
    else:
        seconds, places, megabytes = out.stdout.split()[-3:]
        print(f"pyrosm get_pois               {float(seconds):.3f} s   peak memory {float(megabytes):.0f} MB   places {places}", flush=True)


def median(numbers):
    return sorted(numbers)[len(numbers) // 2]


def builds(folder, benchmark):
    ours, theirs, line, skipped = [], [], "", None
    try:
        import duckdb
    except ImportError:
        skipped = "not installed"
    for _ in range(RUNS):
        seconds, _, line = index_build(folder, benchmark)
        ours.append(seconds)
        if skipped is None:
            try:
                theirs.append(duckdb_ingest(folder)[0])
            except RuntimeError as trouble:
                skipped = str(trouble)
    print(line)
    print(f"index, {RUNS} builds              min {min(ours):.3f} s   median {median(ours):.3f} s   ({', '.join(f'{t:.2f}' for t in ours)})")
    if skipped is not None:
        print(f"skipped: duckdb ({skipped})", flush=True)
        return
    print(f"duckdb {duckdb.__version__} read_json, sorted  min {min(theirs):.3f} s   median {median(theirs):.3f} s   ({', '.join(f'{t:.2f}' for t in theirs)})")
    print(f"index / duckdb                min/min {min(ours) / min(theirs):.2f}   median/median {median(ours) / median(theirs):.2f}", flush=True)


def main():
    folder, benchmark = sys.argv[1], os.path.abspath(sys.argv[2])
    builds(folder, benchmark)
    shops(folder, benchmark)
    extracts(folder, benchmark)
    subprocess.run([benchmark, folder, "check"], check=True)
    subprocess.run([benchmark, folder, "kinds"], check=True)
    subprocess.run([benchmark, folder, "shapes"], check=True)
    shape_peers(folder)
    rows, sorts = names(folder)
    subprocess.run([benchmark, folder, "names"], check=True)
    name_peers(folder, rows, sorts)
    places, queries, truth = load(folder)
    for peer in (scipy_peer, pykdtree_peer, sqlite_peer):
        try:
            peer(places, queries, truth)
        except ImportError as missing:
            print(f"skipped: {peer.__name__.removesuffix('_peer')} ({missing.name} is not installed)")


main()
