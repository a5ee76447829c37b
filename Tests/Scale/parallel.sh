#!/bin/sh
# The GNU parallel recipe: a batch is a filter, so parts of the input produce parts of the output, in order.
set -eu
placefind=$1
here=$(dirname "$0")
if ! command -v parallel >/dev/null || ! parallel --version 2>/dev/null | grep -q GNU; then
  echo "skipped: GNU parallel (not installed)"
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Rows are counted from 1 in each part; the caller's id distinguishes them.
without_numbers() { sed 's/^{"row":[0-9]*,//' "$1"; }

sh "$here/rows.sh" 5000 > "$work/points.ndjson"
"$placefind" batch "$work/points.ndjson" -c gas --source sample --quiet > "$work/whole.ndjson"
parallel --pipe -k --block 50k "$placefind" batch -c gas --source sample --quiet \
  < "$work/points.ndjson" > "$work/parts.ndjson"
without_numbers "$work/whole.ndjson" > "$work/expected"
without_numbers "$work/parts.ndjson" | cmp - "$work/expected"
echo "parallel: 5,000 rows of NDJSON in parts are those of one run"

sh "$here/rows.sh" 5000 csv > "$work/points.csv"
"$placefind" batch "$work/points.csv" -c gas --source sample --quiet > "$work/whole.ndjson"
parallel --pipe -k --header : --block 50k "$placefind" batch -c gas --source sample --quiet \
  < "$work/points.csv" > "$work/parts.ndjson"
without_numbers "$work/whole.ndjson" > "$work/expected"
without_numbers "$work/parts.ndjson" | cmp - "$work/expected"
echo "parallel: 5,000 rows of CSV in parts are those of one run"
