#!/usr/bin/env bash
# Counts the instructions of the primitives (benches/instructions) and compares them with those that are stored in instructions.txt:
# a table, and a failure where one grew by more than 3 %.
#
#   benches/instructions.sh             compare
#   benches/instructions.sh --store     store what is counted now
#   benches/instructions.sh --install   install the runner, of exactly the version that the bench has
#
# The numbers belong to one toolchain (rust-toolchain.toml) and one set of processor features: x86-64-v3, because Valgrind knows no
# AVX-512. After a change of the toolchain, store them anew before anything else is changed.
set -euo pipefail
cd "$(dirname "$0")/.."

stored=benches/instructions.txt
most=3
version=$(sed -n 's/^gungraun = "=\(.*\)"$/\1/p' benches/instructions/Cargo.toml)

if [ "${1:-}" = --install ]; then
    exec cargo install --locked gungraun-runner --version "$version"
fi
if ! command -v valgrind >/dev/null || [ "$(gungraun-runner --version 2>/dev/null)" != "gungraun-runner $version" ]; then
    echo "valgrind and gungraun-runner $version are needed: benches/instructions.sh --install" >&2
    exit 1
fi

# Other flags would build everything anew in the usual target directory, and back again the next time.
CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/instructions"
export CARGO_TARGET_DIR RUSTFLAGS="-C target-cpu=x86-64-v3"
# In several units, what is inlined depends on how the code happens to be parted: a change elsewhere moved a number by 5 %.
export CARGO_PROFILE_BENCH_CODEGEN_UNITS=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A line `instructions::primitives::PRIMITIVE GAME:...`, then a line `Instructions: N|...`.
cargo bench --quiet --package plywood-instructions -- --home="$work" >"$work/output"
awk '
    /^instructions::/ { name = $1; sub(/.*::/, "", name); game = $2; sub(/:.*/, "", game); if (game != "") name = name "/" game }
    $1 == "Instructions:" { split($2, number, "|"); print name, number[1] }
' "$work/output" >"$work/counted"
if [ ! -s "$work/counted" ]; then
    cat "$work/output" >&2
    exit 1
fi

if [ "${1:-}" = --store ]; then
    {
        echo "# Instructions of each primitive, by benches/instructions.sh --store"
        echo "# $(rustc --version | cut -d' ' -f1,2), x86-64-v3, $(valgrind --version)"
        cat "$work/counted"
    } >"$stored"
    echo "stored $(wc -l <"$work/counted") numbers in $stored"
    exit
fi

awk -v most="$most" '
    /^#/ { next }
    NR == FNR { before[$1] = $2; next }
    !($1 in before) { printf "%-24s %12s %12d      new\n", $1, "-", $2; wrong++; next }
    {
        growth = ($2 / before[$1] - 1) * 100
        late = growth > most ? "  <-- more than " most " %" : growth < -most ? "  (less: store it)" : ""
        printf "%-24s %12d %12d %+7.2f %%%s\n", $1, before[$1], $2, growth, late
        wrong += growth > most
        delete before[$1]
    }
    END {
        for (name in before) { printf "%-24s %12d %12s      gone\n", name, before[name], "-"; wrong++ }
        if (wrong) { print wrong " of them grew, are new or are gone" > "/dev/stderr"; exit 1 }
    }
' "$stored" "$work/counted"
