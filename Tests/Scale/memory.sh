#!/bin/sh
# Checks that memory doesn't grow with the rows, and that processes share an index file in the page cache.
#
#   sh memory.sh PLACEFIND [ROWS]     a million rows against ten thousand by default
set -eu
placefind=$1
rows=${2:-1000000}
here=$(dirname "$0")
if [ ! -x /usr/bin/time ]; then
  echo "skipped: memory (no /usr/bin/time)"
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source="--source sample"
[ -z "${PLACEFIND_INDEX:-}" ] || source="--index $PLACEFIND_INDEX"

peak() {
  # shellcheck disable=SC2086 # the source is an option and its value
  sh "$here/rows.sh" "$1" | /usr/bin/time -f %M -o "$work/peak" "$placefind" batch -c gas -n 5 $source --quiet > /dev/null
  cat "$work/peak"
}
few=$(peak 10000)
many=$(peak "$rows")
echo "memory: 10,000 rows take $few KB, $rows rows take $many KB"
[ $((many - few)) -lt 20480 ] || { echo "memory: grows with the rows" >&2; exit 1; }

if [ -z "${PLACEFIND_INDEX:-}" ] || [ ! -r /proc/self/smaps_rollup ]; then
  echo "skipped: shared index (no PLACEFIND_INDEX, or no /proc/PID/smaps_rollup)"
  exit 0
fi
sh "$here/rows.sh" 200000 > "$work/points.ndjson"
pids=""
for number in 1 2 3 4; do
  mkfifo "$work/$number"
  "$placefind" batch "$work/$number" -c gas -r 5km -n 5 --index "$PLACEFIND_INDEX" --quiet > /dev/null &
  pids="$pids $!"
done
for number in 1 2 3 4; do
  # The input stays open, so that all four processes are alive while they are measured.
  { cat "$work/points.ndjson"; sleep 8; } > "$work/$number" &
done
sleep 6
for pid in $pids; do
  awk -v pid="$pid" '/^Rss:/ { rss = $2 } /^Pss:/ { pss = $2 } /^Pss_File:/ { file = $2 } /^Private_Dirty:/ { own = $2 }
    END { printf "memory: process %d has %d KB resident, of which %d KB are its own; its share of all is %d KB\n",
      pid, rss, own, pss }' "/proc/$pid/smaps_rollup"
done
for pid in $pids; do wait "$pid"; done
