#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# OMP_NUM_THREADS=4 build/teamtrim run --wait passive -- python3 examples/predict_row.py
# prints, on two CPUs:
#     benign
#     time_us 300 a row                        (without the library: 5000)
"""A service that judges one tumour at a time: scikit-learn's histogram gradient boosting, fifty
trees. To predict one row, each tree opens an OpenMP region whose loop has one iteration."""
import time

from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import HistGradientBoostingClassifier

ROUNDS = 50

tumours = load_breast_cancer()
model = HistGradientBoostingClassifier(max_iter=50, early_stopping=False)
model.fit(tumours.data[:-1], tumours.target[:-1])
row = tumours.data[-1:]
model.predict(row)
start = time.perf_counter()
for _ in range(ROUNDS):
    predicted = model.predict(row)
seconds = time.perf_counter() - start
print(tumours.target_names[predicted[0]])
print(f"time_us {seconds / ROUNDS * 1e6:.0f} a row")
