#!/usr/bin/env python3
"""Finds the five nearest places of the category within 1 km of every point of a CSV with DuckDB; writes ordered NDJSON.

  python3 duckdb_join.py POINTS.csv PLACES.csv OUT.ndjson [THREADS]

POINTS.csv: id,category,lat,lng; PLACES.csv: id,name,category,lat,lng,address,phone. A grid join: both sides get the
number of their cell of 0.01 x 0.0125 degrees (at least a kilometre each way up to 42 degrees north), every point is
joined with the nine cells around it and filtered by the exact distance. This was the fastest of several variants; a
list of structures built by an ordered aggregate took twice as long. Prints seconds and peak memory.
"""
import resource, sys, time

import duckdb

points, places, out = sys.argv[1:4]
threads = int(sys.argv[4]) if len(sys.argv) > 4 else 2

CELL = """(hash(category) % 1000)::BIGINT * 1000000000
  + CAST(floor(lat / 0.01) AS BIGINT) * 100000 + CAST(floor(lng / 0.0125) AS BIGINT) AS cell,
  radians(lat) AS rlat, radians(lng) AS rlng, cos(radians(lat)) AS clat"""
NEIGHBOURS = ", ".join(f"cell + {dy * 100000 + dx}" for dy in (-1, 0, 1) for dx in (-1, 0, 1))
PLACE = """CASE WHEN p{0}.id IS NULL THEN NULL ELSE {{'id': p{0}.id, 'place_name': p{0}.name, 'category': p{0}.category,
  'phone': p{0}.phone, 'address_name': p{0}.address, 'lat': p{0}.lat, 'lng': p{0}.lng,
  'distance_m': CAST(floor(b.best[{0}].d) AS INTEGER)}} END"""

began = time.perf_counter()
db = duckdb.connect()
db.execute(f"SET threads={threads}; SET preserve_insertion_order=false")
db.execute(f"""
CREATE TABLE place AS
  SELECT *, row_number() OVER () AS pid, {CELL}
  FROM read_csv('{places}', header=true, columns={{'id':'VARCHAR','name':'VARCHAR','category':'VARCHAR','lat':'DOUBLE',
    'lng':'DOUBLE','address':'VARCHAR','phone':'VARCHAR'}});
CREATE TABLE point AS
  SELECT *, {CELL}
  FROM read_csv('{points}', header=true, columns={{'id':'INTEGER','category':'VARCHAR','lat':'DOUBLE','lng':'DOUBLE'}});
COPY (
  WITH pair AS (
    SELECT q.id AS qid, p.pid,
      2 * 6371008.8 * asin(sqrt(pow(sin((p.rlat - q.rlat) / 2), 2)
        + q.clat * p.clat * pow(sin((p.rlng - q.rlng) / 2), 2))) AS d
    FROM (SELECT id, rlat, rlng, clat, unnest([{NEIGHBOURS}]) AS cell FROM point) q
    JOIN (SELECT pid, rlat, rlng, clat, cell FROM place) p ON p.cell = q.cell
    WHERE d <= 1000
  ), b AS (
    SELECT qid, min_by({{'pid': pid, 'd': d}}, d, 5) AS best FROM pair GROUP BY qid
  )
  SELECT q.id, q.category, q.lat, q.lng,
    list_filter([{", ".join(PLACE.format(n) for n in range(1, 6))}], lambda place: place IS NOT NULL) AS places
  FROM point q LEFT JOIN b ON b.qid = q.id
    {" ".join(f"LEFT JOIN place p{n} ON p{n}.pid = b.best[{n}].pid" for n in range(1, 6))}
  ORDER BY q.id
) TO '{out}' (FORMAT json)
""")
seconds = time.perf_counter() - began
print(f"{seconds:.2f} s, {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
