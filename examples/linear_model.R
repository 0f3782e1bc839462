# SPDX-License-Identifier: MIT
# OMP_NUM_THREADS=4 build/teamtrim run --wait passive -- Rscript examples/linear_model.R
# prints:
#     1 -2 3 0.5
#     time_us 3000 a fit                       (without the library: 5000)
#
# Least squares by R's own lm.fit(): its Householder reflections are dot products and sums of vectors
# of 12,000 elements each.
i <- 1:12000
x <- cbind(1, sin(i), cos(3 * i), i %% 7, i %% 11, i %% 13, i %% 17, i %% 19)
y <- x[, 1] - 2 * x[, 2] + 3 * x[, 3] + 0.5 * x[, 4]
seconds <- system.time(for (round in 1:20) fit <- lm.fit(x, y))["elapsed"]
cat(round(coef(fit)[1:4], 6), "\n")
cat("time_us", round(seconds / 20 * 1e6), "a fit\n")
