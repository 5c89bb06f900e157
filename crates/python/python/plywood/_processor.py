"""Chooses the build of the module for this processor, before anything imports it.

A shipped wheel has the module twice: `_plywood` for any x86-64, and `_v3/_plywood` for x86-64-v3 (popcount, BMI2, AVX2). A
wheel that was built for one processor has the first alone.
"""

import importlib
import importlib.util
import sys

#: What /proc/cpuinfo calls the parts of x86-64-v3 that the levels below it do not have.
V3 = {"abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"}


def runs_v3() -> bool:
    """Whether the processor and the system can run x86-64-v3; no, where nobody says."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            flags = next((line for line in file if line.startswith("flags")), "")
    except OSError:
        return False
    return set(flags.split()) >= V3


def choose() -> None:
    """Makes `plywood._plywood` the faster build where there is one and it runs."""
    fast = f"{__package__}._v3._plywood"
    if importlib.util.find_spec(f"{__package__}._v3") and runs_v3():
        sys.modules[f"{__package__}._plywood"] = importlib.import_module(fast)


choose()
