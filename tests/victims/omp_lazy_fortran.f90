! SPDX-License-Identifier: MIT
! Hazard: gfortran's constructs in small regions that are called often: loops of every schedule,
! workshare, reductions, critical, single copyprivate, ordered, sections, phases between barriers.
module victim_calls
    use omp_lib
    implicit none
    integer, parameter :: calls = 40, n = 60
contains
    ! Who runs an iteration of a static loop is part of the answer.
    subroutine run_static()
        integer :: call, i, owners(n)
        integer(8) :: total
        total = 0
        do call = 1, calls
            !$omp parallel
            !$omp do schedule(static)
            do i = 1, n
                owners(i) = omp_get_thread_num()
            end do
            !$omp do schedule(static, 3)
            do i = n, 1, -1
                owners(i) = 10 * owners(i) + omp_get_thread_num()
            end do
            !$omp end parallel
            do i = 1, n
                total = total + i * owners(i) * call
            end do
        end do
        print '(a, i0)', 'static ', total
    end subroutine run_static

    subroutine run_schedules()
        integer :: call, i, counts(n)
        real(8) :: total, least, most
        logical :: all_there
        counts = 0
        total = 0
        least = 1d9
        most = -1d9
        all_there = .true.
        do call = 1, calls
            !$omp parallel reduction(+: total) reduction(min: least) reduction(max: most)
            !$omp do schedule(dynamic)
            do i = 1, n
                counts(i) = counts(i) + 1
                total = total + i
            end do
            !$omp do schedule(dynamic, 4)
            do i = n, 1, -2
                counts(i) = counts(i) + 1
                least = min(least, dble(i - call))
            end do
            !$omp do schedule(guided)
            do i = 1, n, 3
                counts(i) = counts(i) + 1
                most = max(most, dble(i * call))
            end do
            !$omp do schedule(runtime) reduction(.and.: all_there)
            do i = 1, n
                all_there = all_there .and. counts(i) >= call
            end do
            !$omp end parallel
        end do
        print '(a, 3f12.1, i6, l2)', 'schedules', total, least, most, sum(counts), all_there
    end subroutine run_schedules

    subroutine run_workshare()
        integer :: call, a(n), b(n), total
        total = 0
        b = 1
        do call = 1, calls
            !$omp parallel
            !$omp workshare
            a = b + call
            where (mod(a, 2) == 0) b = a - call + 1
            total = total + sum(a)
            !$omp end workshare
            !$omp end parallel
        end do
        print '(a, 2(1x, i0))', 'workshare', total, sum(b)
    end subroutine run_workshare

    subroutine run_constructs()
        integer :: call, i, got, total, order, marks(0:63)
        total = 0
        order = 0
        marks = 0
        do call = 1, calls
            !$omp parallel private(got)
            got = -1
            !$omp single
            got = call * 3
            !$omp end single copyprivate(got)
            !$omp critical (adding)
            total = total + got + omp_get_thread_num()
            !$omp end critical (adding)
            !$omp do ordered schedule(static, 1)
            do i = 1, 20
                !$omp ordered
                order = mod(order * 31 + i, 100003)
                !$omp end ordered
            end do
            !$omp sections
            !$omp section
            marks(62) = marks(62) + call
            !$omp section
            marks(63) = marks(63) + 2 * call
            !$omp end sections
            !$omp master
            marks(0) = marks(0) + marks(62) + marks(63)
            !$omp end master
            !$omp end parallel
        end do
        print '(a, 3(1x, i0))', 'constructs', total, order, marks(0)
    end subroutine run_constructs

    ! Each phase reads what its neighbours wrote in the one before.
    subroutine run_phases()
        integer :: call, phase, me, team
        integer(8) :: cells(0:63, 0:1)
        cells = 1
        do call = 1, calls
            !$omp parallel private(phase, me, team)
            me = omp_get_thread_num()
            team = omp_get_num_threads()
            do phase = 1, 6
                cells(me, mod(phase, 2)) = mod(cells(me, mod(phase + 1, 2)) &
                    + cells(mod(me + 1, team), mod(phase + 1, 2)) * (me + call), 10007_8)
                !$omp barrier
            end do
            !$omp end parallel
        end do
        print '(a, i0)', 'phases ', sum(cells)
    end subroutine run_phases

    subroutine run_nested()
        integer :: call, total
        total = 0
        do call = 1, calls
            !$omp parallel reduction(+: total)
            total = total + omp_get_thread_num() + omp_get_level()
            !$omp parallel num_threads(2) reduction(+: total)
            total = total + 100 * omp_get_level()
            !$omp end parallel
            !$omp end parallel
        end do
        print '(a, i0)', 'nested ', total
    end subroutine run_nested
end module victim_calls

program lazy_fortran
    use victim_calls
    implicit none
    call run_static()
    call run_schedules()
    call run_workshare()
    call run_constructs()
    call run_phases()
    call run_nested()
end program lazy_fortran
