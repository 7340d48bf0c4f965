#!/bin/sh
# Says where the store's files lie: one copy, in one folder of one machine. For more: an `add` for each disk, and
# the number of copies instead of the first 1 (docs.openstack.org/swift, The Rings).
set -eu
cd "$SWIFT_DIR"
for ring in account:$SWIFT_ACCOUNT_PORT container:$SWIFT_CONTAINER_PORT object:$SWIFT_OBJECT_PORT; do
  builder=${ring%%:*}.builder
  swift-ring-builder "$builder" create 8 1 1
  swift-ring-builder "$builder" add "r1z1-$ADDRESS:${ring##*:}/disk" 1
  swift-ring-builder "$builder" rebalance || [ $? -eq 1 ]
done
