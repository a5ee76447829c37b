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

# A service is a value of Domain. App names a service only where it reads and writes map URLs, and in their help.
if grep -rliE 'kakao' Sources/App | grep -vxE 'Sources/App/(Options/(Values/MapAddress(\+Failure)?\.swift|Option\+Area\.swift)|Commands/WhereCommand\.swift|Rendering/Page/page\.js)'; then
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

# files TARGET FOLDER: the Swift files of a folder; `.` is the target's own folder
files() {
  [ "$2" = . ] && depth=1 || depth=9
  find "Sources/$1/$2" -maxdepth "$depth" -name '*.swift' ! -name ServiceList.swift
}

# order TARGET FOLDERS…: no file uses a type of a later folder
order() {
  target=$1
  shift
  for folder in "Sources/$target"/*/; do
    case " $* " in
    *" $(basename "$folder") "*) ;;
    *) [ "${folder%.docc/}" != "$folder" ] || { echo "layers: $folder has no place in the order of folders" >&2 && failed=1; } ;;
    esac
  done
  while [ $# -gt 1 ]; do
    folder=$1
    shift
    types=$(for later in "$@"; do files "$target" "$later"; done |
      xargs sed -nE 's/^((public|package|final|indirect) )*(struct|enum|class|protocol|actor) ([A-Za-z0-9_]+).*/\4/p' | paste -sd '|' -)
    if files "$target" "$folder" | xargs grep -nwE "$types" | grep -vE ':[0-9]+: *//'; then
      echo "layers: Sources/$target/$folder uses types of a later folder" >&2
      failed=1
    fi
  done
}
order App System Rendering Options Messages Batch Browse Search Commands
# The folders of the services come last; no other folder knows a service, and no service another one.
services=$(find Sources/Platform -mindepth 1 -maxdepth 1 -type d ! -name '*.docc' -exec basename {} \; |
  grep -vxE 'System|HTTP|Stores|Requests|Offline')
for services in "$(echo "$services" | sort)" "$(echo "$services" | sort -r)"; do
  # shellcheck disable=SC2086
  order Platform System HTTP Stores Requests Offline . $services
done
order Rows Input Fields Coordinates Draft CSV JSON
order PlaceIndex Concurrency Unsafe Geometry Format Korean File Query . Build Import

lines=$(wc -l <Sources/placefind/Placefind.swift)
if [ "$lines" -gt 40 ]; then
  echo "layers: the composition root has $lines lines; 40 are allowed" >&2
  failed=1
fi

[ "$failed" -eq 0 ] && echo "layers: every arrow points inwards"
exit "$failed"
