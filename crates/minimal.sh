#!/usr/bin/env bash
# The versions that Cargo.toml names are enough: in a copy, with every direct dependency at its least version, everything is
# checked, tests and benches included. Choosing the versions needs the nightly toolchain; the code is checked with the usual one.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git ls-files -z | xargs -0 cp --parents -t "$work"
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")/minimal
cd "$work"
rustup run nightly cargo update -Z direct-minimal-versions
CARGO_TARGET_DIR=$target cargo check --locked --workspace --all-targets
