#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# OMP_NUM_THREADS=4 build/teamtrim run --wait passive -- python3 examples/licence_similarity.py
# prints, of the licences of Debian 12, on two CPUs:
#     GFDL-1.3 ~ GFDL-1.2: 0.995950
#     LGPL-2.1 ~ LGPL-2: 0.995439
#     GPL-2 ~ GPL-1: 0.971499
#     time_us 5 a pair                         (without the library: 32)
"""Which of the licence texts on this machine are alike? Each text becomes a vector of counts of its
four-letter sequences; each pair is compared by the cosine of the angle between the vectors. The
pairs are many small calls of ddot and dnrm2, which a threaded BLAS hands to its whole team."""
import glob
import os
import sys
import time
import zlib

import numpy as np

DIMENSIONS = 20000
ROUNDS = 20


def vector(path):
    with open(path, "rb") as file:
        text = b" ".join(file.read().lower().split())
    counts = np.zeros(DIMENSIONS)
    for i in range(len(text) - 3):
        counts[zlib.crc32(text[i:i + 4]) % DIMENSIONS] += 1
    return counts


def similarities(vectors):
    norms = [np.sqrt(np.dot(v, v)) for v in vectors]
    return [(float(np.dot(vectors[i], vectors[j]) / (norms[i] * norms[j])), i, j)
            for i in range(len(vectors)) for j in range(i)]


def main():
    paths = sys.argv[1:] or sorted(set(
        map(os.path.realpath, glob.glob("/usr/share/common-licenses/*"))))
    vectors = [vector(path) for path in paths]
    similarities(vectors)
    start = time.perf_counter()
    for _ in range(ROUNDS):
        found = similarities(vectors)
    seconds = time.perf_counter() - start
    for cosine, i, j in sorted(found, reverse=True)[:3]:
        print(f"{os.path.basename(paths[i])} ~ {os.path.basename(paths[j])}: {cosine:.6f}")
    print(f"time_us {seconds / (ROUNDS * len(found)) * 1e6:.2f} a pair")


if __name__ == "__main__":
    main()
