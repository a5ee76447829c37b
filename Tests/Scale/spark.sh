#!/bin/sh
# The Spark recipe: pipe() sends the lines of each partition through a batch; empty partitions aren't errors.
set -eu
placefind=$1
here=$(dirname "$0")
python=${PYTHON:-python3}
if ! "$python" -c 'import pyspark' 2>/dev/null || ! command -v java >/dev/null; then
  echo "skipped: Spark (no pyspark for $python, or no java)"
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sh "$here/rows.sh" 5000 > "$work/points.ndjson"
"$placefind" batch "$work/points.ndjson" -c gas --source sample --quiet > "$work/whole.ndjson"
PYSPARK_PYTHON=$python "$python" - "$placefind" "$work" 2> "$work/log" <<'PYTHON' || { tail -n 20 "$work/log"; exit 1; }
import sys
from pyspark import SparkContext

placefind, work = sys.argv[1:]
spark = SparkContext("local[2]", "placefind")
rows = spark.textFile(f"{work}/points.ndjson", 8).union(spark.parallelize([], 2))
rows.pipe(f"{placefind} batch -c gas --source sample --quiet", checkCode=True).saveAsTextFile(f"{work}/parts")
PYTHON
cat "$work"/parts/part-* | sed 's/^{"row":[0-9]*,//' > "$work/actual"
sed 's/^{"row":[0-9]*,//' "$work/whole.ndjson" | cmp - "$work/actual"
echo "spark: 5,000 rows in 10 partitions are those of one run"
