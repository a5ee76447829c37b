#!/bin/sh
# Compiles everything that the package build doesn't: programs compiled by scripts, and the fuzzer, which reads its
# corpus again.
# usage: compiled.sh SWIFT
set -eu
swift=$1
tools=$(dirname "$(command -v "$swift")")
for file in Tests/Benchmarks/batch/FastService.swift Tests/Benchmarks/batch/PlainLoop.swift; do
  "$tools/swiftc" -typecheck -swift-version 5 "$file"
done
"$tools/clang" -fsyntax-only Tests/Checks/tsan_mutex.c
echo "compiled: what scripts compile"

if command -v python3 >/dev/null; then
  # shellcheck disable=SC2046 # a list of file names without spaces
  python3 -c 'import ast, sys
for path in sys.argv[1:]: ast.parse(open(path, encoding="utf-8").read(), path)' $(find Tests -name '*.py')
  echo "compiled: the scripts of Python are of its grammar"
else
  echo "skipped: scripts of Python (no python3)"
fi

runtime=$("$tools/clang" -print-resource-dir)/lib/linux/libclang_rt.fuzzer_no_main-$(uname -m).a
if [ ! -f "$runtime" ]; then
  echo "skipped: the fuzzer (this toolchain has no libFuzzer: $runtime)"
  exit 0
fi
# In the build folder of the tests, because sharing its modules reduces the build to seconds.
# shellcheck disable=SC2086 # several flags
PLACEFIND_FUZZER=$runtime "$swift" build --quiet ${DEBUG_FLAGS:-} --product placefind-fuzz
SWIFT_BACKTRACE=enable=no .build/debug/placefind-fuzz Tests/Fuzz/Corpus/* >.build/fuzz.log 2>&1 || {
  tail -n 40 .build/fuzz.log
  echo "compiled: an input of Tests/Fuzz/Corpus fails" >&2
  exit 1
}
echo "compiled: the fuzzer, which has read the $(find Tests/Fuzz/Corpus -type f | wc -l) inputs that are kept"
