#!/bin/sh
# Restarts the instances of this machine one after the other: sh rolling-restart.sh 1 2
set -eu
for instance in "$@"; do
  systemctl restart "data-manager@$instance"
  tries=0
  until curl --silent --fail --output /dev/null "http://127.0.0.1:400$instance/readyz"; do
    tries=$((tries + 1))
    if [ "$tries" -ge 120 ]; then
      echo "Instance $instance is not ready after 2 minutes; the others were not restarted." >&2
      exit 1
    fi
    sleep 1
  done
  # The balancer checks every second.
  sleep 3
done
