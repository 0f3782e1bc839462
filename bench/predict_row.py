#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# PART SAMPLES SAMPLE_US [LIST]; installed beside the driver, which runs it.
"""Predicts one row with scikit-learn's histogram gradient boosting: a hundred trees, and a region of
one iteration for each. Part `train` leaves a model beside this file, or says that scikit-learn is
missing; part `predict` prints ns of a call for each of the list: `one` (one thread), `team`."""
import importlib.util
import os
import pickle
import resource
import statistics
import sys
import time

MODEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "predict_row.model")
ROWS, COLUMNS, TREES, WARM_CALLS = 2000, 20, 100, 5


def make_rows():
    import numpy

    return numpy.random.default_rng(1).random((ROWS, COLUMNS))


def train():
    if not importlib.util.find_spec("sklearn"):
        print("missing\t0\t1")
        return
    from sklearn.ensemble import HistGradientBoostingRegressor

    rows = make_rows()
    model = HistGradientBoostingRegressor(max_iter=TREES, early_stopping=False)
    model.fit(rows, rows[:, 0] + rows[:, 1] ** 2)
    with open(MODEL, "wb") as file:
        pickle.dump(model, file)
    print("trained\t0\t1")


def time_call(model, row):
    start = time.perf_counter_ns()
    model.predict(row)
    return time.perf_counter_ns() - start


def measure(model, row, samples, budget_ns):
    for _ in range(WARM_CALLS):
        time_call(model, row)
    times = []
    while len(times) < samples and (len(times) < 3 or sum(times) < budget_ns):
        times.append(time_call(model, row))
    return statistics.median(times)


def predict(samples, budget_ns, names):
    from threadpoolctl import threadpool_limits

    with open(MODEL, "rb") as file:
        model = pickle.load(file)
    row = make_rows()[:1]
    for name in names:
        with threadpool_limits(1 if name == "one" else None, user_api="openmp"):
            print(f"{name}\t0\t{measure(model, row, samples, budget_ns):.0f}")


def main():
    start = time.perf_counter()
    part, samples, sample_us, names = sys.argv[1:5]
    print("name\tn\tns")
    if part == "train":
        train()
    else:
        predict(int(samples), float(sample_us) * 1000, names.split(","))
    switches = resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw
    print(f"switches\t0\t{switches / (time.perf_counter() - start):.1f}")


main()
