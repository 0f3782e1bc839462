// SPDX-License-Identifier: MIT
// A function that calls one family's routines and prints what they answer.
static void FAMILY_CALLER(FAMILY)(const char *family)
{
    double x[] = {1, 2, 3, 4}, y[] = {5, 6, 7, 8}, result[2];
    double dot;

#if BY_REFERENCE
    const int64_t two = 2, one = 1;
    const double c = 7, s = 0.5;
    double complex value = SPELL(zdotu)(&two, x, &one, y, &one);

    memcpy(result, &value, sizeof result);
    dot = SPELL(ddot)(&two, x, &one, y, &one);
    SPELL(drot)(&two, x, &one, y, &one, &c, &s);
#else
    SPELL(zdotu_sub)(2, x, 1, y, 1, result);
    dot = SPELL(ddot)(2, x, 1, y, 1);
    SPELL(drot)(2, x, 1, y, 1, 7, 0.5);
#endif
    printf("%s: ddot %.1f drot %.1f zdotu %.1f %g\n", family, dot, x[0], result[0], result[1]);
}
