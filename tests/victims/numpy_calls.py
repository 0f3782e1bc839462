# SPDX-License-Identifier: MIT
"""Hazard: numpy and scipy open their extension modules RTLD_LOCAL, with BLAS behind them."""
import numpy
import scipy.linalg.blas as blas


def integers(n, kind, seed):
    values = (numpy.arange(n) * 7 + seed * 3) % 11 - 5
    if numpy.issubdtype(kind, numpy.complexfloating):
        values = values + 1j * (values[::-1] + 1)
    return values.astype(kind)


def report(what, value):
    print(what, numpy.asarray(value).tobytes().hex())


for kind in (numpy.float32, numpy.float64, numpy.complex64, numpy.complex128):
    for n in (1, 3, 16, 17, 100, 1000, 30000):
        x, y = integers(n, kind, 1), integers(n, kind, 2)
        report(f"{kind.__name__} {n} dot", numpy.dot(x, y))
        report(f"{kind.__name__} {n} vdot", numpy.vdot(x, y))
        report(f"{kind.__name__} {n} strided dot", numpy.dot(x[::2], y[::2]))

for n in (1, 5, 64, 1000):
    x, y = integers(n, numpy.float64, 3), integers(n, numpy.float64, 4)
    report(f"ddot {n}", blas.ddot(x, y))
    report(f"dasum {n}", blas.dasum(x))
    report(f"idamax {n}", blas.idamax(x))
    report(f"daxpy {n}", blas.daxpy(x, y.copy(), a=-2.0))
    report(f"drot {n}", blas.drot(x, y, 0.5, 2.0))
    report(f"zdotu {n}", blas.zdotu(x + 1j * y, y - 2j * x))
    report(f"cdotc {n}", blas.cdotc((x + 1j * y).astype("F"), y.astype("F")))

special = numpy.array([0.0, numpy.nan, 2.0, numpy.inf, -0.0, 5e-324])
report("dscal 0", blas.dscal(0.0, special.copy()))
report("dscal 2", blas.dscal(2.0, special.copy()))
report("daxpy", blas.daxpy(special, special[::-1].copy(), a=3.0))
report("idamax", blas.idamax(special))
report("dnrm2 small", blas.dnrm2(numpy.array([7e-310])))
report("dnrm2 large", blas.dnrm2(numpy.array([0.0, -1e200, 0.0])))
