#!/bin/sh
# A hundred thousand calls to an MCP server with an index: its memory stays constant, and a call takes at most 2 ms.
#
# sh Tests/Scale/mcp.sh PLACEFIND       PLACEFIND_INDEX=FILE uses that index instead of one of the sample
set -eu
placefind=$1
here=$(dirname "$0")
command -v python3 > /dev/null || { echo "skipped: mcp (python3 is not installed)"; exit 0; }
[ -r /proc/self/status ] || { echo "skipped: mcp (needs /proc)"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
index=${PLACEFIND_INDEX:-$folder/sample.pfx}
if [ -z "${PLACEFIND_INDEX:-}" ]; then
  "$placefind" -s sample -c any --at 37.4979,127.0276 -r 20km -n all -f csv > "$folder/sample.csv" 2> /dev/null
  "$placefind" index build "$folder/sample.csv" -o "$index" > /dev/null
fi
python3 "$here/mcp.py" "$placefind" "$index" "${PLACEFIND_CALLS:-100000}"
