#!/bin/sh
# Changes index files by add and remove in 1,000 random orders, and kills 300 changes. Each result is compared byte for
# byte with a fresh build.
set -eu
here=$(dirname "$0")
if ! command -v python3 > /dev/null; then
  echo "skipped: changes (no python3)"
  exit 0
fi
exec python3 "$here/changes.py" "$1" "${2:-1000}" "${3:-300}"
