#!/usr/bin/env bash
# Runs the benchmark programs alternately on a PDP-6 simulator of the SIMH family and on ours, so that both run under the
# same conditions. Prints millions of instructions per second and their ratio, medians of five rounds of processor time.
#
#   lab/benches/beside.sh SIMULATOR LAB PROGRAM.oct...
#
# Fetch and build the simulator first: Richard Cornwell's `sims`, `make pdp6`.
# A comment at the beginning of a program gives its number of instructions.
set -euo pipefail
if [ $# -lt 3 ]; then
  echo "usage: $0 SIMULATOR LAB PROGRAM.oct..." >&2
  exit 2
fi
simulator=$1 lab=$2
shift 2
rounds=5
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
TIMEFORMAT=%U

# Prints the processor time of the simulator for a command file, in seconds.
simulated() {
  { time "$simulator" "$1" </dev/null >/dev/null 2>&1; } 2>&1
}

echo q >"$folder/nothing"
printf '%-12s %12s %8s %7s\n' program simulator ours ratio
for program in "$@"; do
  name=$(basename "$program" .oct)
  count=$(sed -n 's/.*instructions \([0-9,]*\) at the listed.*/\1/p' "$program" | head -1 | tr -d ,)
  if [ -z "$count" ]; then
    echo "$program: no count of instructions in its comments" >&2
    exit 1
  fi
  # Converts the program to one deposit command per word and the start command.
  awk -F'[: \t;]+' '/^[0-7]+:/ { print "d", $1, $2 } /^start:/ { start = $2 } END { print "g", start; print "q" }' \
    "$program" >"$folder/program"
  for _ in $(seq $rounds); do
    idle=$(simulated "$folder/nothing")
    theirs=$(simulated "$folder/program")
    ours=$("$lab" bench processor "$program" | awk -v name="$name" '$1 == name { print $4 }')
    awk -v n="$count" -v t="$theirs" -v i="$idle" -v o="$ours" \
      'BEGIN { s = n / (t - i) / 1e6; printf "%.3f %.1f %.1f\n", o / s, s, o }'
  done | sort -n | sed -n "$(((rounds + 1) / 2))p" |
    while read -r ratio theirs ours; do
      printf '%-12s %12s %8s %7s\n' "$name" "$theirs" "$ours" "$ratio"
    done
done
