#!/usr/bin/env bash
# Builds the C library for a kind of processor, such as x86-64 or x86-64-v3, into shipped/KIND/release of the target folder.
set -euo pipefail
cd "$(dirname "$0")/../.."
RUSTFLAGS="-C target-cpu=$1" cargo build --release --target-dir "${CARGO_TARGET_DIR:-target}/shipped/$1" -p plywood-capi
