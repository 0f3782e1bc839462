// SPDX-License-Identifier: MIT
// OMP_NUM_THREADS=4 build/teamtrim run --wait passive -- build/examples/convolve
// prints, on two CPUs:
//     mean 90.623360422
//     time_us 1.3 a tap of 12000               (without the library: 4 to 23)
//
// Smooths the bytes of a file with a window of 64 taps as Octave's conv does it: one daxpy a tap,
// each a little longer than the 10,000 elements from which OpenBLAS wakes its whole team. Another
// file than the GPL can be named behind the command.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

extern void daxpy_(const int *n, const double *alpha, const double *x, const int *incx, double *y,
                   const int *incy);

enum { TAPS = 64, LENGTH = 12000, ROUNDS = 50 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int load_signal(const char *path, double *signal)
{
    FILE *file = fopen(path, "rb");
    int length = 0, byte;
    while (file && length < LENGTH && (byte = fgetc(file)) != EOF)
        signal[length++] = byte;
    if (file)
        fclose(file);
    return length;
}

static void smooth(const double *signal, int length, double *smoothed)
{
    const int one = 1;
    for (int i = 0; i < length + TAPS; i++)
        smoothed[i] = 0;
    for (int tap = 0; tap < TAPS; tap++) {
        double weight = (1 - cos(2 * acos(-1) * (tap + 0.5) / TAPS)) / TAPS; // a Hann window
        daxpy_(&length, &weight, signal, &one, smoothed + tap, &one);
    }
}

int main(int argc, char **argv)
{
    static double signal[LENGTH], smoothed[LENGTH + TAPS];
    const char *path = argc > 1 ? argv[1] : "/usr/share/common-licenses/GPL-3";
    int length = load_signal(path, signal);
    if (length == 0) {
        fprintf(stderr, "convolve: cannot read %s; name a file of some kilobytes\n", path);
        return 1;
    }
    smooth(signal, length, smoothed);
    double start = seconds(), sum = 0;
    for (int round = 0; round < ROUNDS; round++)
        smooth(signal, length, smoothed);
    double each = (seconds() - start) / (ROUNDS * TAPS);
    for (int i = 0; i < length; i++)
        sum += smoothed[i];
    printf("mean %.9f\ntime_us %.2f a tap of %d\n", sum / length, each * 1e6, length);
    return 0;
}
