#!/usr/bin/env bash
# Every combination of the features of the core, the games and the facade is checked, and what serde stores is tested with the one
# feature that is off by default. `x86_64-unknown-none` has no std at all: where that target is installed
# (`rustup target add x86_64-unknown-none`), the builds without std are checked for it too.
set -euo pipefail
cd "$(dirname "$0")/.."

games=(checkers dameo amazons rbc)

check() { cargo check --quiet "$@" || { echo "failed: cargo check $*" >&2; exit 1; }; }

# `std` is in `parallel`, and `histories` in the `serde` of rbc: what is missing here says the same as one that is here.
for features in "" std parallel serde std,serde parallel,serde; do
    check -p plywood-core --no-default-features --features "$features"
    for game in "${games[@]}"; do
        check -p "plywood-$game" --no-default-features --features "$features"
    done
done
for features in histories std,histories parallel,histories; do
    check -p plywood-rbc --no-default-features --features "$features"
done

check -p plywood --features serde

bare=x86_64-unknown-none
if [ -d "$(rustc --print sysroot)/lib/rustlib/$bare" ]; then
    for features in "" serde; do
        RUSTFLAGS="" check --target "$bare" --no-default-features --features "$features" \
            -p plywood-core "${games[@]/#/-pplywood-}"
    done
    RUSTFLAGS="" check --target "$bare" --no-default-features --features histories -p plywood-rbc
else
    echo "left out: $bare is not installed"
fi

# The tests are small and without counts: the profile without the optimiser builds them faster.
cargo test --quiet --profile dev --features serde --test stored -p plywood-core "${games[@]/#/-pplywood-}"
