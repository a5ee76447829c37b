#!/bin/sh
# Builds the DocC catalogues of the named targets into .build/docs, warnings as errors.
# usage: docs.sh SWIFT TARGET…
set -eu
swift=$1
shift

tools=$(dirname "$(command -v "$swift")")
for tool in docc swift-symbolgraph-extract; do
  if [ ! -x "$tools/$tool" ]; then
    echo "skipped: documentation (this toolchain has no $tool)"
    exit 0
  fi
done

# shellcheck disable=SC2086 # several flags
"$swift" build --quiet ${DEBUG_FLAGS:-}
modules=$("$swift" build --show-bin-path)/Modules
target_triple=$("$swift" -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)",/\1/p' | head -n 1)
out=.build/docs
rm -rf "$out"
for module in "$@"; do
  mkdir -p "$out/graphs/$module"
  "$tools/swift-symbolgraph-extract" -module-name "$module" -target "$target_triple" -I "$modules" -I Sources/EmbeddedFiles/include \
    -minimum-access-level public -output-dir "$out/graphs/$module"
  "$tools/docc" convert "Sources/$module/$module.docc" \
    --additional-symbol-graph-dir "$out/graphs/$module" \
    --fallback-bundle-identifier "placefind.$module" \
    --warnings-as-errors \
    --output-path "$out/$module.doccarchive" >"$out/$module.log" 2>&1 || {
    cat "$out/$module.log"
    exit 1
  }
  echo "documented: $module"
done
