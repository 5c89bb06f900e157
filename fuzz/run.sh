#!/usr/bin/env bash
# Runs fuzz targets, each for SECONDS from its committed inputs and from what earlier runs have found, and prints a table of what was
# done. Exit code 1 when one of them found something (the input is in fuzz/artifacts), 2 on bad usage.
#
#   fuzz/run.sh SECONDS [TARGET...]
#
# SANITIZER=address brings in the address sanitizer; without it safe code is fuzzed several times as fast.
# UNITS is the number of codegen units of a crate; 1 runs a little faster and takes longer to build.
set -uo pipefail
cd "$(dirname "$0")/.."

rules=(differential walk identity search perft blind)
parsers=(texts sessions)
seconds=${1:-}
case $seconds in
    '' | *[!0-9]*) echo "usage: fuzz/run.sh SECONDS [TARGET...]: targets are ${rules[*]} ${parsers[*]}" >&2; exit 2 ;;
esac
shift
if [ $# -eq 0 ]; then
    set -- "${rules[@]}" "${parsers[@]}"
fi
sanitizer=${SANITIZER:-none}
# Comparisons are not traced: that takes half of the time, inputs are choices and not magic numbers, and the parsers have dictionaries.
build=(-s "$sanitizer" --codegen-units "${UNITS:-16}" --no-trace-compares)
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# The package of a target.
package() {
    case " ${rules[*]} " in
        *" $1 "*) echo fuzz; return ;;
    esac
    case " ${parsers[*]} " in
        *" $1 "*) echo fuzz/parsers; return ;;
    esac
    echo "no target '$1': expected one of ${rules[*]} ${parsers[*]}" >&2
    return 1
}

for target; do
    package "$target" >/dev/null || exit 2
done

# The value of a line `stat::NAME: VALUE` of a log.
value() { sed -n "s/^stat::$1: *//p" "$2" | tail -1; }

printf '| target | seconds | executions | a second | edges | features | slowest, s | findings |\n|---|---|---|---|---|---|---|---|\n'
failed=0
for target; do
    folder=$(package "$target")
    log=$logs/$target
    known=("fuzz/corpus/$target")
    [ -d "fuzz/regressions/$target" ] && known+=("fuzz/regressions/$target")
    options=(-max_total_time="$seconds" -print_final_stats=1 -timeout=20 -entropic=0 -max_len=400)
    [ "$folder" = fuzz/parsers ] && options+=(-max_len=2000)
    [ -f "fuzz/dictionaries/$target.dict" ] && options+=(-dict="fuzz/dictionaries/$target.dict")
    mkdir -p "fuzz/work/$target"
    findings=none
    if ! cargo +nightly fuzz build --fuzz-dir "$folder" "${build[@]}" "$target" 2>"$log"; then
        cat "$log" >&2
        exit 2
    fi
    # One process at a time and one log: what libFuzzer says of its end is what the table shows.
    if ! cargo +nightly fuzz run --fuzz-dir "$folder" "${build[@]}" "$target" "fuzz/work/$target" "${known[@]}" \
        -- "${options[@]}" >"$log" 2>&1; then
        failed=1
        findings=$(sed -n 's/.*Test unit written to //p' "$log" | tail -1)
        grep -E -A3 'panicked at|^==.*ERROR' "$log" | head -20 >&2
        : "${findings:=see above}"
    fi
    last=$(grep -E 'cov: [0-9]+ ft: [0-9]+' "$log" | tail -1)
    edges=$(sed -n 's/.*cov: \([0-9]*\).*/\1/p' <<<"$last")
    features=$(sed -n 's/.*ft: \([0-9]*\).*/\1/p' <<<"$last")
    printf '| `%s` | %s | %s | %s | %s | %s | %s | %s |\n' "$target" "$seconds" \
        "$(value number_of_executed_units "$log")" "$(value average_exec_per_sec "$log")" \
        "$edges" "$features" "$(value slowest_unit_time_sec "$log")" "$findings"
done
exit "$failed"
