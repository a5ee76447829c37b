#!/bin/sh
# Checks the dependencies between layers by their imports. The build checks a target's dependencies; this script checks
# what a target could import but must not.
set -eu
failed=0

# may_not TARGET MODULES…: no file of the target imports any of the modules
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
  Rows PlaceIndex Platform App CurlShim
# Distances need a sine from the C library; only the geometry folder may import it.
for folder in Sources/Domain/*; do
  [ "$folder" = Sources/Domain/Geometry ] || may_not "${folder#Sources/}" Glibc Darwin Musl
done
may_not Tables Foundation FoundationEssentials FoundationNetworking Glibc Darwin Musl Synchronization Dispatch \
  Domain Rows PlaceIndex Platform App CurlShim
may_not Rows Foundation FoundationEssentials FoundationNetworking Dispatch PlaceIndex Platform App CurlShim
# Internal imports of the C library are allowed.
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

# A service is a value of Domain. App names a service only where it reads and writes map URLs, and in the help of that.
if grep -rliE 'kakao' Sources/App | grep -vxE 'Sources/App/(Options/(Values/MapAddress\.swift|Option\+Area\.swift)|Commands/WhereCommand\.swift|Rendering/Page/page\.js)'; then
  echo "layers: Sources/App may not name a service" >&2
  failed=1
fi

if grep -nE '\.package\(' Package.swift; then
  echo "layers: Package.swift may not name a package" >&2
  failed=1
fi

# It generates array literals, which take a fifth of the build time; EmbeddedFiles contains what is compiled in.
if grep -n '\.embedInCode(' Package.swift; then
  echo "layers: Package.swift may embed files in EmbeddedFiles alone" >&2
  failed=1
fi

# Files that were committed by mistake; skipped outside a clone.
stray=$(git ls-files 2>/dev/null | grep -vE '^(\.|(Package\.swift|README\.md|Makefile)$|(Sources|Tests)/)' || true)
if [ -n "$stray" ]; then
  echo "layers: not part of the package: $stray" >&2
  failed=1
fi

# The folders of a target, each after the folders whose types it may use, in the order of Structure.md. `.` is the
# target's own folder.
words=$(mktemp -d)
trap 'rm -rf "$words"' EXIT
declared='((public|package|static|final|mutating|nonisolated|override|indirect|@[A-Za-z_()]+) )*(func|var|let|case) `?([A-Za-z0-9_]+).*'
direction() {
  target=$1
  shift
  known=
  for folder in "$@"; do
    deep=$([ "$folder" = . ] && echo 1 || echo 9)
    # ServiceList.swift names every service and belongs to no folder.
    find "Sources/$target/$folder" -maxdepth "$deep" -name '*.swift' ! -name ServiceList.swift -exec cat {} + >"$words/code"
    number=$(echo "$known" | wc -w)
    # The types declared in the folder, and the words of its code without comments and literals; interpolations are
    # code.
    sed -nE 's/^((public|package|final|indirect) )*(struct|enum|class|protocol|actor|typealias) ([A-Za-z0-9_]+).*/\4/p' \
      "$words/code" | sort -u >"$words/types"
    sed -E '/^[^"]*"""/,/"""/d; s://.*::; s/"[^"\]*"//g' "$words/code" | grep -oE '[A-Za-z0-9_]+' | sort -u >"$words/$number"
    # The members that its extensions add to types of other folders, and the members used after a dot. Failure, Command
    # and Option are lists whose members are declared in the files of their users.
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
direction App System Rendering Options Messages Batch/Input Batch/Output Batch/Resume Batch/Run Browse Search Commands Batch/Command
# The service folders of Platform; the other folders know no service.
services=$(find Sources/Platform -mindepth 1 -maxdepth 1 -type d ! -name '*.docc' -exec basename {} \; |
  grep -vxE 'System|HTTP|Stores|Requests|Offline' | sort)
# shellcheck disable=SC2086
direction Platform System HTTP Stores Requests Offline . $services
direction PlaceIndex Concurrency Unsafe Geometry Format File Query . Build Import

lines=$(wc -l <Sources/placefind/Placefind.swift)
if [ "$lines" -gt 40 ]; then
  echo "layers: the composition root has $lines lines; 40 are allowed" >&2
  failed=1
fi

[ "$failed" -eq 0 ] && echo "layers: every arrow points inwards"
exit "$failed"
