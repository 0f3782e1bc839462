# SPDX-License-Identifier: MIT
# OMP_NUM_THREADS=4 build/teamtrim run --wait passive -- Rscript examples/linear_model.R
# prints, on two CPUs:
#     1 2 30
#     time_us 50000 a fit                      (without the library: 90000)
#
# Least squares by R's own lm.fit(): its Householder reflections are dot products and sums of vectors
# of 12,000 elements each, some hundred for each of the 30 columns.
x <- sin(outer(1:12000, 1:30))
y <- drop(x %*% 1:30)
seconds <- system.time(for (round in 1:10) fit <- lm.fit(x, y))["elapsed"]
cat(round(coef(fit)[c(1, 2, 30)], 6), "\n")
cat("time_us", round(seconds / 10 * 1e6), "a fit\n")
