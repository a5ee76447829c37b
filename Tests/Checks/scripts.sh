#!/bin/sh
# Checks the shell scripts if shellcheck is installed, and checks that no committed file contains a key.
set -eu
scripts=$(git ls-files '*.sh' '*.bash' .ci/run)
if command -v shellcheck >/dev/null; then
  # shellcheck disable=SC2086 # a list of file names without spaces
  shellcheck $scripts
  echo "scripts: shellcheck found nothing"
else
  echo "skipped: shellcheck (not installed)"
fi

if git grep -nE 'KakaoAK [0-9a-f]{32}' -- . ':!Tests'; then
  echo "scripts: a key is committed" >&2
  exit 1
fi
