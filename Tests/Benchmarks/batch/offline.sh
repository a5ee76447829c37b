#!/bin/sh
# Compares a batch over an index with DuckDB: a million points, and for each the five nearest of a million places within
# 1 km.
#
#   sh offline.sh PLACEFIND DIR [PYTHON]
#
# DIR holds places.csv and points.csv (made by spread.py or gen_places.py) and places.pfx (placefind index build).
# PYTHON has the package duckdb; without it, DuckDB is skipped. Three alternating runs each; prints wall time, processor
# time and peak memory.
set -eu
placefind=$1
work=$2
python=${3:-python3}
here=$(dirname "$0")

duckdb=yes
"$python" -c 'import duckdb' 2>/dev/null || { duckdb=; echo "skipped: DuckDB (no package duckdb for $python)"; }
for _ in 1 2 3; do
  rm -f "$work/results.ndjson" "$work/duckdb.ndjson"
  /usr/bin/time -f 'placefind, to a file: %e s, %U s user, %S s system, %M KB' \
    "$placefind" batch "$work/points.csv" -r 1km -n 5 --index "$work/places.pfx" -o "$work/results.ndjson" --quiet
  if [ "$duckdb" ]; then
    printf 'DuckDB, to a file: '
    "$python" "$here/duckdb_join.py" "$work/points.csv" "$work/places.csv" "$work/duckdb.ndjson"
  fi
  /usr/bin/time -f 'placefind, to /dev/null: %e s, %U s user, %S s system, %M KB' \
    "$placefind" batch "$work/points.csv" -r 1km -n 5 --index "$work/places.pfx" --quiet > /dev/null
done
ls -l "$work"/*.ndjson

# Time to the first record: the input stays open, so only the first row can have produced it.
"$python" - "$placefind" "$work" <<'PYTHON'
import os, subprocess, sys, time
placefind, work = sys.argv[1:]
times = []
for _ in range(20):
    began = time.perf_counter()
    run = subprocess.Popen([placefind, "batch", "-r", "1km", "-n", "5", "--index", f"{work}/places.pfx", "--quiet"],
                           stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with open(f"{work}/points.csv", "rb") as points:
        os.write(run.stdin.fileno(), points.readline() + points.readline())
    run.stdout.readline()
    times.append(time.perf_counter() - began)
    run.stdin.close()
    run.wait()
times.sort()
print(f"first record: median {times[10] * 1000:.1f} ms, worst {times[-1] * 1000:.1f} ms")
PYTHON
