#!/usr/bin/env bash
# What counting through C costs: the library and the program, both built for this processor, turn by turn; million leaves a second on one thread, medians of
# seven turns, and the median of their ratios. What the shipped library makes is in speeds.sh.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd ../.. && cargo build --quiet --release -p plywood-capi -p plywood-cli)
built=${CARGO_TARGET_DIR:-../../target}/release
program=$built/plywood
cp "$built/libplywood_capi.so" "$work/libplywood.so.1"
gcc -std=c11 -O2 -Iinclude c/perft.c -o "$work/perft" "$work/libplywood.so.1"

. ./turns.sh

printf '| game | depth | C | program | ratio |\n|---|---|---|---|---|\n'
while read -r game depth; do
    : > "$work/turns"
    for _ in 1 2 3 4 5 6 7; do
        echo "$(through_c "$work" "$game" "$depth") $(natively "$game" "$depth")" | awk '{ print $1, $2, $1 / $2 }' >> "$work/turns"
    done
    column() { cut -d' ' -f"$1" "$work/turns" | median; }
    printf '| %s | %d | %.0f | %.0f | %.3f |\n' "$game" "$depth" "$(column 1)" "$(column 2)" "$(column 3)"
done <<'GAMES'
english 12
russian 11
international 10
frisian 10
canadian 9
dameo 5
bigdameo4 4
croda 6
turkish 8
GAMES
