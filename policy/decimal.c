// SPDX-License-Identifier: MIT
// Decimal numbers. strtod reads what the host's locale says: "0.5" is 0 where the comma parts.
#include "policy/values.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

struct decimal {
    uint64_t digits; // the first 18; the rest is less than a double holds
    int exponent;    // of ten
    bool any;
};

// The digits before the point (scale 0) or after it (scale 1). Returns what follows them.
static const char *read_digits(const char *text, int scale, struct decimal *number)
{
    for (; *text >= '0' && *text <= '9'; text++) {
        bool room = number->digits < UINT64_C(100000000000000000);
        if (room)
            number->digits = number->digits * 10 + (uint64_t)(*text - '0');
        number->exponent += room ? -scale : 1 - scale;
        number->any = true;
    }
    return text;
}

// "e-05", or nothing. Returns what follows, or NULL after an exponent of no or too many digits.
static const char *read_exponent(const char *text, struct decimal *number)
{
    int value = 0, digits = 0;
    if (*text != 'e' && *text != 'E')
        return text;
    bool negative = *++text == '-';
    if (*text == '-' || *text == '+')
        text++;
    for (; *text >= '0' && *text <= '9' && digits <= 3; text++, digits++)
        value = value * 10 + (*text - '0');
    number->exponent += negative ? -value : value;
    return digits >= 1 && digits <= 3 ? text : NULL;
}

// Up to 10^22 powers of ten are doubles: with at most 15 digits and such an exponent the result is
// the nearest double (Clinger 1990), otherwise it may be some units of the last place off.
static double scale_decimal(const struct decimal *number)
{
    double value = (double)number->digits;
    int exponent = number->digits ? number->exponent : 0;
    while (exponent != 0 && value > 0 && isfinite(value)) {
        int step = exponent < -22 ? 22 : exponent > 22 ? 22 : exponent < 0 ? -exponent : exponent;
        double power = 1;
        for (int i = 0; i < step; i++)
            power *= 10;
        value = exponent < 0 ? value / power : value * power;
        exponent += exponent < 0 ? step : -step;
    }
    return value;
}

static int parse_decimal(const struct value_type *type, const char *text, void *field)
{
    struct decimal number = {0, 0, false};
    bool negative = *text == '-';
    (void)type;
    text = read_digits(text + negative, 0, &number);
    if (*text == '.')
        text = read_digits(text + 1, 1, &number);
    text = number.any ? read_exponent(text, &number) : NULL;
    double value = text && *text == '\0' ? scale_decimal(&number) : INFINITY;
    if (!isfinite(value))
        return -EINVAL;
    *(double *)field = negative ? -value : value;
    return 0;
}

const struct value_type value_decimal = {"a decimal number such as -0.25 or 3e-4", sizeof(double),
                                         NULL, parse_decimal};
