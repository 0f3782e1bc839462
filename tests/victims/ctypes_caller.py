# SPDX-License-Identifier: MIT
"""Hazard: a library loaded by ctypes, whose own calls of BLAS go through its PLT.

Arguments: libraries of the kind lib_caller_*.c.
"""
import ctypes
import sys

libraries = [ctypes.CDLL(path) for path in sys.argv[1:]]
for _ in range(3):
    for i, library in enumerate(libraries):
        library.caller_report(f"ctypes {i}".encode())
