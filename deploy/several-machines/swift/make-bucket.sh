#!/bin/sh
# Makes the bucket `zovala`: the shop writes, everybody reads what they know the name of.
set -eu
at="http://$STORE"
token=$(curl -sf -D - -o /dev/null -H 'X-Auth-User: zovala:shop' -H "X-Auth-Key: $STORE_SECRET" "$at/auth/v1.0" |
  tr -d '\r' | awk 'tolower($1) == "x-auth-token:" { print $2 }')
curl -sf -X PUT -H "X-Auth-Token: $token" -H 'X-Container-Read: .r:*' "$at/v1/AUTH_zovala/zovala"
