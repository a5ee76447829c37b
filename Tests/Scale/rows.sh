#!/bin/sh
# Prints COUNT different rows around Seoul as NDJSON or CSV.
#
#   sh rows.sh COUNT [csv]
set -eu
awk -v count="$1" -v form="${2:-ndjson}" 'BEGIN {
  if (form == "csv") print "id,lat,lng,note"
  for (number = 0; number < count; number++) {
    lat = 37.45 + (number * 7919 % 100003) / 1000000
    lng = 126.95 + (number * 104729 % 150001) / 1000000
    if (form == "csv") printf "r%d,%.6f,%.6f,\"a, b\"\n", number, lat, lng
    else printf "{\"id\":\"r%d\",\"lat\":%.6f,\"lng\":%.6f}\n", number, lat, lng
  }
}'
