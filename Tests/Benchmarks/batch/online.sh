#!/bin/sh
# Measures 10,000 online searches with 16 jobs and no rate limit, against a plain URLSession loop and xargs with curl.
#
#   sh online.sh PLACEFIND
#
# Builds a fast loopback service and the loop with swiftc. Five alternating runs each, as whole processes. Prints the
# throughput relative to the loop: the median of the runs' ratios.
set -eu
placefind=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
service=
trap '[ -z "$service" ] || kill "$service"; rm -rf "$work"' EXIT
for program in FastService PlainLoop; do
  cp "$here/$program.swift" "$work/main.swift"
  swiftc -O -swift-version 5 -o "$work/$program" "$work/main.swift"
done
"$work/FastService" > "$work/port" &
service=$!
while [ ! -s "$work/port" ]; do sleep 0.1; done
PLACEFIND_ENDPOINT=http://127.0.0.1:$(cat "$work/port")
# A home directory for caches and history.
HOME=$work
unset XDG_CACHE_HOME XDG_STATE_HOME XDG_CONFIG_HOME
export HOME
KAKAO_REST_API_KEY=0123456789abcdef0123456789abcdef
no_proxy=127.0.0.1
export PLACEFIND_ENDPOINT KAKAO_REST_API_KEY no_proxy
awk 'BEGIN { print "id,lat,lng"; for (n = 0; n < 10000; n++) printf "%d,37.5,%.5f\n", n, 127 + n / 100000 }' > "$work/rows.csv"

for _ in 1 2 3 4 5; do
  /usr/bin/time -o "$work/alone" -f '%e %U %S' "$work/PlainLoop" "$PLACEFIND_ENDPOINT" 10000 16 > "$work/answered"
  /usr/bin/time -o "$work/ours" -f '%e %U %S %M' \
    "$placefind" batch "$work/rows.csv" -c gas --jobs 16 --rate 0 --no-cache --quiet > "$work/results.ndjson"
  [ "$(wc -l < "$work/results.ndjson")" -eq 10000 ]
  paste -d ' ' "$work/alone" "$work/ours" | tee -a "$work/runs" | awk '{
    printf "URLSession alone: %s s, %s s user, %s s system   placefind: %s s, %s s user, %s s system, %s KB\n", \
      $1, $2, $3, $4, $5, $6, $7 }'
done
awk '{ print $1 / $4 }' "$work/runs" | sort -n | awk '{ ratio[NR] = $1 }
  END { printf "throughput as a share of URLSession alone, median of %d runs: %.2f\n", NR, ratio[int((NR + 1) / 2)] }'
/usr/bin/time -f 'the same with answers kept: %e s, %U s user, %S s system' \
  "$placefind" batch "$work/rows.csv" -c gas --jobs 16 --rate 0 --quiet > "$work/results.ndjson"
path=/v2/local/search/category.json
awk -v base="$PLACEFIND_ENDPOINT$path" \
  'BEGIN { for (n = 0; n < 2000; n++) printf "%s?category_group_code=OL7&x=%.5f&y=37.5&radius=1000\n", base, 127 + n / 100000 }' \
  > "$work/addresses"
/usr/bin/time -f 'xargs -P16 curl, 2,000 lookups only: %e s' \
  xargs -P16 -n1 curl -s -o /dev/null -H "Authorization: KakaoAK $KAKAO_REST_API_KEY" < "$work/addresses"

# The same over TLS, without a plain loop, because URLSession accepts only the system's certificates.
if command -v openssl > /dev/null && command -v python3 > /dev/null; then
  python3 "$here/secure_service.py" "$work" > "$work/seen" &
  secure=$!
  trap 'kill "$secure" 2> /dev/null || true; [ -z "$service" ] || kill "$service"; rm -rf "$work"' EXIT
  while [ ! -s "$work/secure_port" ]; do sleep 0.1; done
  head -n 2001 "$work/rows.csv" > "$work/few.csv"
  # shellcheck disable=SC2097,SC2098
  CURL_CA_BUNDLE="$work/certificate.pem" PLACEFIND_ENDPOINT="https://127.0.0.1:$(cat "$work/secure_port")" \
    /usr/bin/time -f 'https, 2,000 lookups: %e s, %U s user, %S s system' \
    "$placefind" batch "$work/few.csv" -c gas --jobs 16 --rate 0 --no-cache --quiet > "$work/results.ndjson"
  [ "$(wc -l < "$work/results.ndjson")" -eq 2000 ]
  kill "$secure"
  wait "$secure" || true
  cat "$work/seen"
else
  echo 'skipped: https (needs openssl and python3)'
fi
