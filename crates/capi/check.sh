#!/usr/bin/env bash
# The C library as its users meet it: installed in a folder of its own, found by pkg-config, linked by programs in C99 and C++17, and
# misused, plainly, under valgrind and with the address sanitizer. The library is one for any processor, which valgrind can run, and quickly
# built; with `--shipped` it is what is shipped.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ "${1:-}" = --shipped ]; then
    ./install.sh "$work/usr"
else
    target=${CARGO_TARGET_DIR:-../../target}/checked
    CARGO_PROFILE_RELEASE_LTO=off RUSTFLAGS="-C target-cpu=x86-64" \
        cargo build --release --target-dir "$target" -p plywood-capi
    ./install.sh "$work/usr" --from "$target/release"
fi
export PKG_CONFIG_PATH=$work/usr/lib/pkgconfig LD_LIBRARY_PATH=$work/usr/lib
read -ra flags <<< "$(pkg-config --cflags --libs plywood)"
strict=(-Wall -Wextra -Werror -pedantic -O1 -g)

gcc -std=c99 "${strict[@]}" c/divide.c -o "$work/divide" "${flags[@]}"
g++ -std=c++17 "${strict[@]}" c/play.cpp -o "$work/play" "${flags[@]}"
gcc -std=c11 "${strict[@]}" c/perft.c -o "$work/perft" "${flags[@]}"
gcc -std=c11 "${strict[@]}" c/misuse.c -o "$work/misuse" "${flags[@]}" -lpthread
gcc -std=c11 "${strict[@]}" -fsanitize=address,undefined c/misuse.c -o "$work/misuse-asan" "${flags[@]}" -lpthread
gcc -std=c99 "${strict[@]}" c/divide.c -o "$work/divide-static" "-I$work/usr/include" "$work/usr/lib/libplywood.a" \
    -lpthread -ldl -lm

readelf -d "$work/divide" | grep -q 'NEEDED.*libplywood.so.1'
"$work/divide" dameo 4 | tail -1 | grep -x 'Nodes searched: 6253934'
"$work/divide-static" russian 7 | tail -1 | grep -x 'Nodes searched: 190146'
"$work/perft" russian 7 | grep "nodes 190146 "
"$work/play" russian6 2000 | tail -1 | grep -E 'wins|draw'
"$work/misuse"
(ulimit -v 1500000 && "$work/misuse" scarce)
"$work/misuse-asan"
valgrind --quiet --error-exitcode=3 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
    "$work/misuse"
echo "the C library is as it should be"
