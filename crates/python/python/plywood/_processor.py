"""Chooses the build of the module for this processor, before anything imports it.

A shipped wheel has the module three times: `_plywood` for any x86-64, `_v3/_plywood` for x86-64-v3 (popcount, BMI2, AVX2) and `_v4/_plywood`
for x86-64-v4 (AVX-512). A wheel that was built for one processor has the first alone.
"""

import importlib
import importlib.util
import sys

#: What /proc/cpuinfo calls the parts of x86-64-v3 that the levels below it do not have.
V3 = {"abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"}

#: The builds beside the one for any processor, the best first, and what each needs.
BUILDS = {"_v4": V3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}, "_v3": V3}


def flags() -> set[str]:
    """What the processor and the system can do; nothing, where nobody says."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            return set(next((line for line in file if line.startswith("flags")), "").split())
    except OSError:
        return set()


def best() -> str | None:
    """The best build that is there and runs, besides the one for any processor."""
    there = (build for build in BUILDS if importlib.util.find_spec(f"{__package__}.{build}"))
    known = flags()
    return next((build for build in there if known >= BUILDS[build]), None)


def choose() -> None:
    """Makes `plywood._plywood` the best build."""
    build = best()
    if build:
        sys.modules[f"{__package__}._plywood"] = importlib.import_module(f"{__package__}.{build}._plywood")


choose()
