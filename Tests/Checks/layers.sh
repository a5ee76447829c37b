#!/bin/sh
# The arrows between the layers, as far as imports show them. The build checks what a target depends on; this checks
# what it may not reach although it could.
set -eu
failed=0

# may_not TARGET MODULES…: no file of the target imports any of them
may_not() {
  place=$1
  shift
  pattern=$(echo "$*" | tr ' ' '|')
  if grep -rn --include='*.swift' -E "^[[:space:]]*(@[A-Za-z_()]+ )?((public|package|internal|private|fileprivate) )?import ((struct|class|enum|protocol|typealias|func|var|let) )?($pattern)([^A-Za-z0-9_]|\$)" \
    "Sources/$place"; then
    echo "layers: Sources/$place may not import any of: $*" >&2
    failed=1
  fi
}

may_not Domain Foundation FoundationEssentials FoundationNetworking Synchronization Dispatch System \
  PlaceIndex Platform App CurlShim
# Distances need a sine, and a sine is in the C library: geometry alone may take it from there.
for folder in Sources/Domain/*; do
  [ "$folder" = Sources/Domain/Geometry ] || may_not "${folder#Sources/}" Glibc Darwin Musl
done
may_not Tables Foundation FoundationEssentials FoundationNetworking System Glibc Darwin Musl Synchronization Dispatch \
  Domain PlaceIndex Platform App CurlShim
# What a library imports of the C library is its own affair.
if grep -rnE '@_exported|(public|package) import (System|Glibc|Darwin|Musl)' --include='*.swift' Sources | grep -v '^Sources/System/'; then
  echo "layers: no module passes on the C library but System" >&2
  failed=1
fi
may_not PlaceIndex Foundation FoundationEssentials FoundationNetworking Platform App CurlShim
may_not App Foundation FoundationEssentials FoundationNetworking PlaceIndex Platform CurlShim
may_not Platform App CurlShim
may_not CurlShim Foundation FoundationEssentials FoundationNetworking App PlaceIndex
may_not Platform/Offline Foundation FoundationEssentials FoundationNetworking App
may_not Platform/Stores Foundation FoundationEssentials FoundationNetworking App

# A service is a value of Domain. App names one only where it reads and writes links of maps, with the help and example of that.
if grep -rliE 'kakao' Sources/App | grep -vxE 'Sources/App/(Options/(Values/MapAddress\.swift|Flags/Where\.swift)|Commands/WhereCommand\.swift|Rendering/Page/page\.js)'; then
  echo "layers: Sources/App may not name a service" >&2
  failed=1
fi

if grep -nE '\.package\(' Package.swift; then
  echo "layers: Package.swift may not name a package" >&2
  failed=1
fi

# It makes arrays of numbers, which take the compiler a fifth of a build; EmbeddedFiles holds what is compiled in.
if grep -n '\.embedInCode(' Package.swift; then
  echo "layers: Package.swift may embed files in EmbeddedFiles alone" >&2
  failed=1
fi

# A stray file that was committed; outside of a clone there is nothing to ask.
stray=$(git ls-files 2>/dev/null | grep -vE '^(\.|(Package\.swift|README\.md|Makefile)$|(Sources|Tests)/)' || true)
if [ -n "$stray" ]; then
  echo "layers: not part of the package: $stray" >&2
  failed=1
fi

# The folders of a target, each after those whose types it may use; Structure.md gives the same orders. `.` is the target's own folder.
words=$(mktemp -d)
trap 'rm -rf "$words"' EXIT
declared='((public|package|static|final|mutating|nonisolated|override|indirect|@[A-Za-z_()]+) )*(func|var|let|case) `?([A-Za-z0-9_]+).*'
direction() {
  target=$1
  shift
  known=
  for folder in "$@"; do
    deep=$([ "$folder" = . ] && echo 1 || echo 9)
    # The list of services names each, and is in no folder.
    find "Sources/$target/$folder" -maxdepth "$deep" -name '*.swift' ! -name ServiceList.swift -exec cat {} + >"$words/code"
    number=$(echo "$known" | wc -w)
    # The types that it declares, and the words of its code without comments and literals; an interpolation is code.
    sed -nE 's/^((public|package|final|indirect) )*(struct|enum|class|protocol|actor|typealias) ([A-Za-z0-9_]+).*/\4/p' \
      "$words/code" | sort -u >"$words/types"
    sed -E '/^[^"]*"""/,/"""/d; s://.*::; s/"[^"\]*"//g' "$words/code" | grep -oE '[A-Za-z0-9_]+' | sort -u >"$words/$number"
    # The members that its extensions give to types of other folders, and what it uses after a dot. Failures, commands and
    # options are lists whose members stand in the files of those who make them.
    awk '/^(package |public )?extension /{ inside = $0 !~ /extension (Failure|Command|Option)[: ]/ } /^}/{ inside = 0 } inside' "$words/code" |
      sed -nE "s/^  $declared/\\4/p" | sort -u >"$words/extended"
    find Sources -name '*.swift' ! -path "Sources/$target/$folder/*" -exec cat {} + | sed -nE "s/^ *$declared/\\4/p" |
      sort -u >"$words/elsewhere"
    comm -23 "$words/extended" "$words/elsewhere" >"$words/members"
    sed -E '/^[^"]*"""/,/"""/d; s://.*::; s/"[^"\]*"//g' "$words/code" | grep -oE '\.[A-Za-z0-9_]+' | tr -d . | sort -u \
      >"$words/$number.uses"
    [ -s "$words/types" ] || { echo "layers: Sources/$target/$folder declares nothing" >&2 && failed=1; }
    for earlier in $known; do
      used=$(comm -12 "$words/types" "$words/${earlier%%:*}" | comm -23 - "$words/${earlier%%:*}.types")
      if [ -n "$used" ]; then
        echo "layers: Sources/$target/${earlier#*:} uses types of the later $folder:" "$used" >&2
        failed=1
      fi
      used=$(comm -12 "$words/members" "$words/${earlier%%:*}.uses")
      if [ -n "$used" ]; then
        echo "layers: Sources/$target/${earlier#*:} uses members that extensions in the later $folder declare:" "$used" >&2
        failed=1
      fi
    done
    mv "$words/types" "$words/$number.types"
    known="$known $number:$folder"
  done
  find "Sources/$target" -name '*.swift' ! -path Sources/App/Application.swift ! -name ServiceList.swift >"$words/files"
  while read -r file; do
    placed=no
    for folder in "$@"; do
      [ "$folder" != . ] || [ "$(dirname "$file")" != "Sources/$target" ] || placed=yes
      case $file in "Sources/$target/$folder"/*) placed=yes ;; esac
    done
    [ $placed = yes ] || { echo "layers: $file has no place in the order of folders" >&2 && failed=1; }
  done <"$words/files"
}
direction App System Rendering Options Messages Batch/Input Batch/Output Batch/Resume Batch/Run Browse Asking Commands Batch/Command
# A service is a folder of Platform besides those that know none.
services=$(find Sources/Platform -mindepth 1 -maxdepth 1 -type d ! -name '*.docc' -exec basename {} \; |
  grep -vxE 'System|HTTP|Requests|Stores|Offline' | sort)
# shellcheck disable=SC2086
direction Platform System HTTP Requests Stores Offline . $services
direction PlaceIndex Concurrency Unsafe Geometry Format File Query . Build Import

lines=$(wc -l <Sources/placefind/Placefind.swift)
if [ "$lines" -gt 40 ]; then
  echo "layers: the composition root has $lines lines; 40 are allowed" >&2
  failed=1
fi

[ "$failed" -eq 0 ] && echo "layers: every arrow points inwards"
exit "$failed"
