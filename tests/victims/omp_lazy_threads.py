# SPDX-License-Identifier: MIT
"""Hazard: small regions of a library that ctypes loads, called from several Python threads at once,
also with threads that wait for each other, and with calls back. Argument: the library.
"""
import ctypes
import sys
import threading

CALLS, LATE, THREADS, COMERS = 40, 25, 4, 40
library = ctypes.CDLL(sys.argv[1])
CALLEE = ctypes.CFUNCTYPE(ctypes.c_long, ctypes.c_int)
for name in ("sum", "wait", "call_back"):
    getattr(library, "lazy_library_" + name).restype = ctypes.c_long


def run(results, number, calls, first):
    """The odd ones meet the hazard, from call `first` on."""
    seen = []

    @CALLEE
    def callee(thread):
        seen.append(thread)
        return thread * number

    total = 0
    for call in range(calls):
        total += library.lazy_library_sum(call + number)
        total += library.lazy_library_wait(call, number % 2 and call >= first)
        total += library.lazy_library_call_back(call, callee)
    results[number] = (total, sum(seen), len(seen))


def run_at_once(first):
    results = [None] * THREADS
    threads = [
        threading.Thread(target=run, args=(results, i, CALLS, first)) for i in range(THREADS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(results, flush=True)


def run_in_turn():
    results = [None] * COMERS
    for i in range(COMERS):
        thread = threading.Thread(target=run, args=(results, i, 2, 0))
        thread.start()
        thread.join()
    print(sum(total for total, _, _ in results), flush=True)


main = [None] * THREADS
run(main, 0, CALLS, 0)
print(main[0], flush=True)
run_at_once(LATE)
run_at_once(0)
run_in_turn()
run(main, 1, CALLS, LATE)
print(main[1], flush=True)
