#!/usr/bin/env bash
# How fast the shipped library counts: through C as it is found by the loader (x86-64-v3 or v4 where the processor can), through C built for any x86-64,
# and the program built for this processor, turn by turn; medians of five, in million leaves a second, and as parts of the last.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

./install.sh "$work/usr" > /dev/null
export PKG_CONFIG_PATH=$work/usr/lib/pkgconfig
read -ra flags <<< "$(pkg-config --cflags --libs plywood)"
gcc -std=c11 -O2 c/perft.c -o "$work/perft" "${flags[@]}"
mkdir "$work/any"
cp "$work/usr/lib/libplywood.so.1" "$work/any/"
(cd ../.. && cargo build --release -p plywood-cli)
program=${CARGO_TARGET_DIR:-../../target}/release/plywood

. ./turns.sh

printf '| game | depth | C, shipped | C, any x86-64 | program, native | shipped / native | any / native |\n|---|---|---|---|---|---|---|\n'
while read -r game depth; do
    : > "$work/shipped"; : > "$work/plain"; : > "$work/native"
    for _ in 1 2 3 4 5; do
        through_c "$work/usr/lib" "$game" "$depth" >> "$work/shipped"
        through_c "$work/any" "$game" "$depth" >> "$work/plain"
        natively "$game" "$depth" >> "$work/native"
    done
    awk -v g="$game" -v d="$depth" -v s="$(median < "$work/shipped")" -v p="$(median < "$work/plain")" -v n="$(median < "$work/native")" \
        'BEGIN { printf "| %s | %d | %.0f | %.0f | %.0f | %.2f | %.2f |\n", g, d, s, p, n, s / n, p / n }'
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
amazons 3
amazons-8x8 3
rbc 6
GAMES
