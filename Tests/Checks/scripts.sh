#!/bin/sh
# Checks the shell scripts, where shellcheck is installed, and that nothing committed looks like a key.
set -eu
scripts=$(git ls-files '*.sh' '*.bash' .ci/run)
if command -v shellcheck >/dev/null; then
  # shellcheck disable=SC2086 # a list of our own file names, without blanks
  shellcheck $scripts
  echo "scripts: shellcheck found nothing"
else
  echo "skipped: shellcheck (not installed)"
fi

if git grep -nE 'KakaoAK [0-9a-f]{32}' -- . ':!Tests'; then
  echo "scripts: a key is committed" >&2
  exit 1
fi
