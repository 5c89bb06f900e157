#!/usr/bin/env bash
# The core and the games on other machines: 32 bits, the other order of bytes. Targets that are not installed
# (`rustup target add ...`) are left out. With `--run` the program itself is built for them and must give the stored
# signature of `plywood bench` and pass its own suite; the other order of bytes needs `qemu-ppc64-static` and `powerpc64-linux-gnu-gcc`.
# It takes eight minutes of processor time.
set -euo pipefail
cd "$(dirname "$0")/.."

narrow=i686-unknown-linux-musl
swapped=powerpc64-unknown-linux-gnu
games=(-p plywood-core -p plywood-checkers -p plywood-dameo -p plywood-amazons -p plywood-rbc)
# The flags of .cargo/config.toml are for the processor at hand.
export RUSTFLAGS=""

installed() {
    [ -d "$(rustc --print sysroot)/lib/rustlib/$1" ] || { echo "left out: $1 is not installed"; return 1; }
}

for target in "$narrow" "$swapped"; do
    if installed "$target"; then
        cargo check --quiet --target "$target" "${games[@]}"
        echo "checked for $target"
    fi
done
[ "${1:-}" = --run ] || exit 0

target=${CARGO_TARGET_DIR:-target}/targets
export CARGO_TARGET_DIR=$target CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=1
# The C library of musl comes with the target, and rust-lld links it.
export CARGO_TARGET_I686_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
export CARGO_TARGET_POWERPC64_UNKNOWN_LINUX_GNU_LINKER=powerpc64-linux-gnu-gcc

# The signature of the version, a hashed count (the published one) and a count by hash sets (that of `plywood_rbc::boards`).
expected="$(cat crates/plywood/data/bench.signature) 167140 5882"

told() {
    "$@" bench --threads 1 | tail -n 1 | cut -d' ' -f1
    "$@" perft international 6 --only --hash 1 --threads 1 | cut -d' ' -f4
    "$@" perft rbc 3 --only --count boards --threads 1 | cut -d' ' -f4
}

for triple in "$narrow" "$swapped"; do
    installed "$triple" || continue
    program=("$target/$triple/release/plywood")
    [ "$triple" = "$narrow" ] || program=(qemu-ppc64-static -L /usr/powerpc64-linux-gnu "${program[@]}")
    cargo build --quiet --release -p plywood-cli --target "$triple"
    found=$(told "${program[@]}" | paste -sd' ')
    [ "$found" = "$expected" ] || { echo "$triple: $found, expected $expected" >&2; exit 1; }
    for game in russian frisian canadian dameo bigdameo4 amazons amazons-5x5 rbc; do
        "${program[@]}" suite "$game" --max-nodes 100000 | tail -n 1
    done
    echo "as everywhere on $triple"
done
