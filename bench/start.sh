#!/bin/sh
# How soon it is ready on an existing database, what it holds while nothing happens, and how large it is:
#   bench/start.sh target/release/letterpress [ROUNDS]
set -eu
program=$(realpath "$1")
rounds=${2:-9}
folder=$(mktemp -d)
pid=
trap 'kill "$pid" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$folder"' EXIT
port=$((20000 + $$ % 20000))
export LETTERPRESS_DATA_DIR="$folder/data" LETTERPRESS_LISTEN="127.0.0.1:$port" LETTERPRESS_LOG=warn

now() { date +%s%N; }

# Answers once /readyz does; milliseconds on standard output.
start() {
  began=$(now)
  "$program" serve >/dev/null &
  pid=$!
  until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/readyz"; do sleep 0.005; done
  took=$((($(now) - began) / 1000000))
}

stop() {
  kill "$pid"
  wait "$pid" || true
}

start && first=$took && stop
: >"$folder/times"
for _ in $(seq "$rounds"); do
  start
  echo "$took" >>"$folder/times"
  stop
done
start
sleep 10
resident=$(awk '/^VmRSS/ { print $2 }' "/proc/$pid/status")
anonymous=$(awk '/^RssAnon/ { print $2 }' "/proc/$pid/status")
stop
median=$(sort -n "$folder/times" | sed -n "$(((rounds + 1) / 2))p")
echo "first start, with the schema made   $first ms"
echo "start to ready, existing database   $median ms (median of $rounds; goal 300)"
echo "resident memory after 10 s idle     $((resident / 1024)) MiB, of which $((anonymous / 1024)) MiB not files (goal 40)"
echo "size of the program                 $(($(stat -c %s "$program") / 1000000)) MB (goal 40)"
