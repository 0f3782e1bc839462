! SPDX-License-Identifier: MIT
! OMP_NUM_THREADS=4 build/teamtrim run --wait passive -- build/examples/conjugate_gradients
! prints, on two CPUs:
!     highest point 0.073659
!     time_us 100 an iteration                 (without the library: 160)
!
! How far does a square membrane bulge under pressure? The equation of Poisson on 120 x 120 points,
! solved by conjugate gradients: in each iteration an OpenMP loop over the rows, two dot products and
! three sums of vectors, none of them worth a team of threads, but long enough to wake one.
program conjugate_gradients
    use iso_fortran_env, only: int64, real64
    implicit none
    integer, parameter :: width = 120, n = width * width
    real(real64), external :: ddot
    real(real64), save :: x(width, width) = 0, r(width, width), p(width, width), q(width, width)
    real(real64) :: alpha, rho, before, pressure, elapsed
    integer :: iterations = 0
    integer(int64) :: start, finish, rate

    pressure = 1 / real(width + 1, real64) ** 2
    r = pressure
    p = r
    rho = ddot(n, r, 1, r, 1)
    call system_clock(start, rate)
    do while (sqrt(rho) > 1e-10 * pressure)
        call apply(p, q)
        alpha = rho / ddot(n, p, 1, q, 1)
        call daxpy(n, alpha, p, 1, x, 1)
        call daxpy(n, -alpha, q, 1, r, 1)
        before = rho
        rho = ddot(n, r, 1, r, 1)
        call dscal(n, rho / before, p, 1)
        call daxpy(n, 1.0_real64, r, 1, p, 1)
        iterations = iterations + 1
    end do
    call system_clock(finish)
    elapsed = real(finish - start, real64) / real(rate, real64)
    print '(a, f0.6)', 'highest point 0', maxval(x)
    print '(a, f0.1, a)', 'time_us ', 1e6 * elapsed / iterations, ' an iteration'

contains

    ! Each point against its four neighbours; the edge does not move.
    subroutine apply(u, v)
        real(real64), intent(in) :: u(width, width)
        real(real64), intent(out) :: v(width, width)
        integer :: i, j
        !$omp parallel do private(i)
        do j = 1, width
            do i = 1, width
                v(i, j) = 4 * u(i, j)
                if (i > 1) v(i, j) = v(i, j) - u(i - 1, j)
                if (i < width) v(i, j) = v(i, j) - u(i + 1, j)
                if (j > 1) v(i, j) = v(i, j) - u(i, j - 1)
                if (j < width) v(i, j) = v(i, j) - u(i, j + 1)
            end do
        end do
    end subroutine apply
end program conjugate_gradients
