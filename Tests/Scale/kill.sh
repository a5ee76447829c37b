#!/bin/sh
# Kills a batch at random until it is complete, and checks that nothing is lost and no query is sent twice.
#
#   sh kill.sh PLACEFIND [ROUNDS]     300 runs by default
set -eu
placefind=$1
rounds=${2:-300}
if ! command -v python3 >/dev/null; then
  echo "skipped: kill (no python3)"
  exit 0
fi
exec python3 "$(dirname "$0")/kill.py" "$placefind" "$rounds"
