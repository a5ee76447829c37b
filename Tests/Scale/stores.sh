#!/bin/sh
# Kills processes that search, record, save places and name locations, 300 times at random, and reads all stores after
# each.
set -eu
here=$(dirname "$0")
exec python3 "$here/stores.py" "$1" "${2:-300}"
