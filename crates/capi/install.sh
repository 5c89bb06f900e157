#!/usr/bin/env bash
# Builds the C library for any x86-64 and installs it: install.sh PREFIX (default /usr/local). DESTDIR is put before it. With `--from DIR` as well,
# a library that was built before is installed instead.
#
# The shared library is built three times, for any processor, for x86-64-v3 (popcount, BMI2, AVX2) and for x86-64-v4 (AVX-512). The others lie
# in glibc-hwcaps, where the dynamic loader of glibc 2.33 and later finds the best by itself that the processor can run: the choice is made
# once, when a program starts, and costs nothing afterwards. The static library is the one for any processor.
set -euo pipefail
prefix=$(realpath -m "${1:-/usr/local}")
root=${DESTDIR:-}$prefix
from=
if [ "${2:-}" = --from ]; then from=$(realpath "$3"); fi
cd "$(dirname "$0")/../.."

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
soname=libplywood.so.1
lib=$root/lib
install -d "$lib/pkgconfig" "$root/include"

put() { install -m 755 "$1/libplywood_capi.so" "$2/$soname"; }

if [ -z "$from" ]; then
    target=${CARGO_TARGET_DIR:-target}/shipped
    crates/capi/build.sh x86-64
    for kind in x86-64-v3 x86-64-v4; do
        crates/capi/build.sh "$kind"
        install -d "$lib/glibc-hwcaps/$kind"
        put "$target/$kind/release" "$lib/glibc-hwcaps/$kind"
    done
    from=$target/x86-64/release
fi
put "$from" "$lib"
ln -sf "$soname" "$lib/libplywood.so"
install -m 644 "$from/libplywood_capi.a" "$lib/libplywood.a"
install -m 644 crates/capi/include/plywood.h "$root/include/plywood.h"
sed -e "s|@prefix@|$prefix|" -e "s|@version@|$version|" crates/capi/plywood.pc.in > "$lib/pkgconfig/plywood.pc"
printf 'installed plywood %s in %s\n' "$version" "$prefix"
