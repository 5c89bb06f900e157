#!/usr/bin/env bash
# Builds the wheel that is shipped: wheel.sh FOLDER. It runs on any x86-64; the module is in it three times, and `plywood._processor` chooses the
# one for x86-64-v4 or v3 where it runs.
set -euo pipefail
out=$(realpath -m "${1:?expected a folder}")
cd "$(dirname "$0")"
python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet 'maturin>=1.9.4,<2' wheel
for kind in x86-64 x86-64-v3 x86-64-v4; do
    RUSTFLAGS="-C target-cpu=$kind" "$work/venv/bin/maturin" build --release --interpreter "$work/venv/bin/python" \
        --target-dir "${CARGO_TARGET_DIR:-../../target}/shipped/$kind" --out "$work/$kind"
    "$work/venv/bin/python" -m wheel unpack --dest "$work/$kind" "$work/$kind"/plywood-*.whl
done
package=$(echo "$work"/x86-64/plywood-*/plywood)
install -d "$out"
for level in v3 v4; do
    install -d "$package/_$level"
    touch "$package/_$level/__init__.py"
    cp "$work/x86-64-$level"/plywood-*/plywood/_plywood*.so "$package/_$level/"
done
"$work/venv/bin/python" -m wheel pack --dest-dir "$out" "$(dirname "$package")"
