#!/usr/bin/env bash
# Runs fuzz targets, each for SECONDS from its committed inputs and from what earlier runs have found, and prints a table of what was
# done. Exit code 1 when one of them found something (the input is in fuzz/artifacts), 2 on bad usage or when the build fails.
#
#   fuzz/run.sh SECONDS [TARGET...]
#
# RUNS=2000000 ends a target after so many executions if that is sooner.
# SANITIZER=address brings in the address sanitizer; without it safe code is fuzzed several times as fast.
# It needs a nightly toolchain: libFuzzer's instrumentation is not stable. All targets are built at once.
set -uo pipefail
cd "$(dirname "$0")/.."

all=(differential walk identity search perft blind texts sessions)
seconds=${1:-}
case $seconds in
    '' | *[!0-9]*) echo "usage: fuzz/run.sh SECONDS [TARGET...]: targets are ${all[*]}" >&2; exit 2 ;;
esac
shift
[ $# -gt 0 ] || set -- "${all[@]}"
for target; do
    case " ${all[*]} " in
        *" $target "*) ;;
        *) echo "no target '$target': expected one of ${all[*]}" >&2; exit 2 ;;
    esac
done

case ${SANITIZER:-none} in
    none) sanitizer= ;;
    address) sanitizer=-Zsanitizer=address ;;
    *) echo "SANITIZER is none or address, not '$SANITIZER'" >&2; exit 2 ;;
esac

# The flags of cargo-fuzz 0.13, but for two: comparisons are not traced, which takes half of the time where inputs are choices and not magic
# numbers (the parsers have dictionaries), and a crate has sixteen codegen units, which takes half of the time to build.
pass=-Cllvm-args=-sanitizer-coverage
flags=" -Cpasses=sancov-module $pass-level=4 $pass-inline-8bit-counters $pass-pc-table${sanitizer:+ $sanitizer} --cfg fuzzing"
flags+=" -Cllvm-args=-simplifycfg-branch-fold-threshold=0 $pass-stack-depth -Cdebug-assertions -Ccodegen-units=16"
host=x86_64-unknown-linux-gnu
RUSTFLAGS=$flags cargo +nightly build --locked --manifest-path fuzz/Cargo.toml --workspace --bins --release --target "$host" \
    --config 'profile.release.debug="line-tables-only"' || exit 2
binaries=${CARGO_TARGET_DIR:-fuzz/target}/$host/release

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
# The value of a line `stat::NAME: VALUE` of a log.
value() { sed -n "s/^stat::$1: *//p" "$2" | tail -1; }

printf '| target | seconds | executions | a second | edges | features | slowest, s | findings |\n|---|---|---|---|---|---|---|---|\n'
failed=0
for target; do
    log=$logs/$target
    inputs=("fuzz/work/$target" "fuzz/corpus/$target")
    [ -d "fuzz/regressions/$target" ] && inputs+=("fuzz/regressions/$target")
    options=(-max_total_time="$seconds" -runs="${RUNS:--1}" -print_final_stats=1 -timeout=60 -entropic=0 -max_len=400
        -artifact_prefix="fuzz/artifacts/$target/")
    [ -f "fuzz/dictionaries/$target.dict" ] && options+=(-max_len=2000 -dict="fuzz/dictionaries/$target.dict")
    mkdir -p "fuzz/work/$target" "fuzz/artifacts/$target"
    findings=none
    started=$SECONDS
    if ! "$binaries/$target" "${inputs[@]}" "${options[@]}" >"$log" 2>&1; then
        failed=1
        findings=$(sed -n 's/.*Test unit written to //p' "$log" | tail -1)
        grep -a -E -A3 'panicked at|^==.*ERROR' "$log" | head -20 >&2
        : "${findings:=no input was written}"
    fi
    last=$(grep -a -E 'cov: [0-9]+ ft: [0-9]+' "$log" | tail -1)
    edges=$(sed -n 's/.*cov: \([0-9]*\).*/\1/p' <<<"$last")
    features=$(sed -n 's/.*ft: \([0-9]*\).*/\1/p' <<<"$last")
    printf '| `%s` | %s | %s | %s | %s | %s | %s | %s |\n' "$target" "$((SECONDS - started))" \
        "$(value number_of_executed_units "$log")" "$(value average_exec_per_sec "$log")" \
        "$edges" "$features" "$(value slowest_unit_time_sec "$log")" "$findings"
done
exit "$failed"
