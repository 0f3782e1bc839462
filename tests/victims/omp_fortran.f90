! SPDX-License-Identifier: MIT
! Hazard: gfortran's regions: queries through omp_lib, dynamic loops, nested and one-thread regions.
module victim_parts
    use omp_lib
    implicit none
contains
    subroutine orphan(counts)
        integer, intent(inout) :: counts(:)
        integer :: i
        !$omp do schedule(dynamic, 3)
        do i = size(counts), 1, -2
            !$omp atomic
            counts(i) = counts(i) + 1
        end do
        !$omp end do nowait
    end subroutine orphan

    subroutine describe(where, texts)
        character(*), intent(in) :: where
        character(100), intent(inout) :: texts(0:)
        write (texts(omp_get_thread_num()), '(a, 6(1x, i0), 2(1x, l1))') where, &
            omp_get_thread_num(), omp_get_num_threads(), omp_get_level(), omp_get_active_level(), &
            omp_get_ancestor_thread_num(omp_get_level()), omp_get_team_size(omp_get_level()), &
            omp_in_parallel(), omp_get_dynamic()
    end subroutine describe
end module victim_parts

program fortran
    use omp_lib
    use victim_parts
    implicit none
    character(100) :: texts(0:3), inner(0:0, 0:3)
    integer :: i, counts(101), total
    integer(8) :: wide, sum8
    real(8) :: sum, least
    logical :: never

    never = omp_get_level() > 0
    texts = ''
    call describe('serial', texts)
    call show(texts)
    !$omp parallel num_threads(1)
    call describe('one', texts)
    !$omp end parallel
    call show(texts)
    !$omp parallel if (never)
    call describe('if', texts)
    !$omp end parallel
    call show(texts)
    inner = ''
    !$omp parallel num_threads(4)
    call describe('four', texts)
    !$omp parallel num_threads(2)
    call describe('nested', inner(:, omp_get_ancestor_thread_num(1)))
    !$omp end parallel
    !$omp end parallel
    call show(texts)
    call show(inner(0, :))

    sum = 0
    least = 1d9
    !$omp parallel do schedule(dynamic) reduction(+: sum) reduction(min: least)
    do i = 10, -10, -3
        sum = sum + i
        least = min(least, dble(i * i))
    end do
    !$omp end parallel do
    print '(a, 2f8.1)', 'dynamic', sum, least
    sum8 = 0
    !$omp parallel do schedule(dynamic, 2) reduction(+: sum8) lastprivate(wide)
    do wide = 9000000000_8, 9000000020_8
        sum8 = sum8 + wide
    end do
    !$omp end parallel do
    print '(a, 2(1x, i0))', 'wide', sum8, wide
    counts = 0
    !$omp parallel num_threads(3)
    call orphan(counts)
    call orphan(counts)
    !$omp end parallel
    total = 0
    do i = 1, 101
        if (counts(i) /= merge(2, 0, mod(i, 2) == 1)) total = total + 1
    end do
    print '(a, i0)', 'orphaned, wrong ', total
    counts = 0
    !$omp parallel num_threads(1)
    call orphan(counts)
    !$omp workshare
    counts(2:100:2) = 5
    !$omp end workshare
    !$omp single
    total = counts(1) + counts(2)
    !$omp end single
    !$omp end parallel
    print '(a, i0)', 'one thread ', total
contains
    subroutine show(lines)
        character(100), intent(inout) :: lines(0:)
        integer :: k
        do k = 0, size(lines) - 1
            if (lines(k) /= '') print '(a)', trim(lines(k))
        end do
        lines = ''
    end subroutine show
end program fortran
