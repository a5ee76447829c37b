#!/bin/sh
# Kills an offline batch while it writes a large file, and checks that the file is a prefix of the complete output and
# that --resume completes it.
#
#   sh large.sh PLACEFIND [ROUNDS]     12 kills by default
set -eu
placefind=$1
rounds=${2:-12}
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sh "$here/rows.sh" 120000 csv > "$work/rows.csv"
set -- batch "$work/rows.csv" -c gas,cafe,bank -r 3km -n 12 --source sample --quiet
"$placefind" "$@" > "$work/whole"
size=$(wc -c < "$work/whole")
killed=0
round=0
while [ "$round" -lt "$rounds" ]; do
  rm -f "$work/out"
  "$placefind" "$@" -o "$work/out" &
  process=$!
  # By output size instead of time, so that a slow machine runs the same test.
  wanted=$((size * (2 * round + 1) / rounds / 2))
  while kill -0 "$process" 2>/dev/null; do
    [ ! -e "$work/out" ] || [ "$(wc -c < "$work/out")" -lt "$wanted" ] || break
  done
  if kill -9 "$process" 2>/dev/null; then killed=$((killed + 1)); fi
  wait "$process" 2>/dev/null || true
  left=$(wc -c < "$work/out")
  cmp -n "$left" "$work/out" "$work/whole"
  "$placefind" "$@" -o "$work/out" --resume
  cmp "$work/out" "$work/whole"
  round=$((round + 1))
done
echo "large: $killed kills while $((size / 1000000)) MB were written: always a beginning, and the same bytes in the end"
