#!/bin/sh
# Measures the index and its peers on the same generated places and queries, in one run.
# usage: index.sh [DIR]    DIR keeps the generated files (default: a directory under the build directory)
# Needs python3 with numpy for the places; peers that are not installed are named and skipped.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
dir=${1:-$root/.build/benchmark}
mkdir -p "$dir"
if ! python3 -c 'import numpy' 2>/dev/null; then
  echo "index.sh: python3 with numpy is needed to make the places" >&2
  exit 1
fi
[ -f "$dir/truth.jsonl" ] || python3 "$root/Tests/Benchmarks/gen_places.py" --out "$dir" --truth >&2
swift build --package-path "$root" -c release --product placefind-index-benchmark >&2
python3 "$root/Tests/Benchmarks/index_peers.py" "$dir" "$root/.build/release/placefind-index-benchmark"
