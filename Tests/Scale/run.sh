#!/bin/sh
# Runs a batch under other engines, kills it repeatedly, kills runs that write stores, changes indexes in a thousand
# orders, measures memory, and sends many calls to an MCP server. Installs nothing; reports what it skipped.
#
#   sh Tests/Scale/run.sh [placefind]       PLACEFIND_INDEX=FILE adds the tests that need an index file
set -eu
here=$(dirname "$0")
placefind=${1:-.build/release/placefind}
[ -x "$placefind" ] || { echo "scale: $placefind is not there; run make build" >&2; exit 1; }
placefind=$(cd "$(dirname "$placefind")" && pwd)/$(basename "$placefind")
for script in parallel spark kill stores changes large memory mcp; do
  echo "== $script"
  sh "$here/$script.sh" "$placefind"
done
