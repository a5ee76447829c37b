#!/bin/sh
# Kills processes that search, record, save and name positions, 300 times at random, and reads every store after each.
set -eu
here=$(dirname "$0")
exec python3 "$here/stores.py" "$1" "${2:-300}"
