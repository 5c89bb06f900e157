#!/usr/bin/env bash
# Builds the wheel, installs it into a fresh virtual environment beside the packages that it is compared with, and runs all tests.
# `PYTHON` is the interpreter (3.10 or later); arguments go to pytest. Further interpreters in `ALSO` get a smoke test of the same wheel.
set -euo pipefail
cd "$(dirname "$0")"

python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet 'maturin>=1.9.4,<2' numpy pytest mypy reconchess==1.6.9 chess==1.11.2 pydraughts==0.6.7
# For any x86-64, and quickly built; what is shipped comes from wheel.sh.
CARGO_PROFILE_RELEASE_LTO=off RUSTFLAGS="-C target-cpu=x86-64" "$work/venv/bin/maturin" build --release --interpreter "$work/venv/bin/python" \
    --target-dir "${CARGO_TARGET_DIR:-../../target}/checked" --out "$work/wheels"
"$work/venv/bin/pip" install --quiet "$work"/wheels/plywood-*.whl

"$work/venv/bin/python" -m pytest -q -p no:cacheprovider tests "$@"
# The same package behind the protocol of `plywood diff`: none of its moves differ, and its known fault is found (docs/diff.md).
diff() { cargo run --quiet -p plywood-cli -- diff "$@" --against "$work/venv/bin/python ../cli/examples/pydraughts_lines.py"; }
for game in international russian brazilian english italian; do diff "$game" --walks 5; done
{ diff turkish || true; } | grep -x "theirs, not ours: h1-h8 (the piece on 'h1' cannot move so)"
tests=$PWD/tests
(cd "$work" && venv/bin/python -m mypy.stubtest plywood && venv/bin/python -m mypy --strict "$tests/test_typed_usage.py")
"$work/venv/bin/python" -m doctest -o ELLIPSIS ../../README.md ../../docs/linking.md

for other in ${ALSO:-}; do
    "$other" -m venv "$work/also"
    "$work/also/bin/pip" install --quiet "$work"/wheels/plywood-*.whl
    "$work/also/bin/python" -c 'import plywood; assert plywood.Position("dameo").perft(4, threads=2) == 6253934; print("works with", __import__("sys").version)'
    rm -rf "$work/also"
done
