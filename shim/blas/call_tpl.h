// SPDX-License-Identifier: MIT
// What is plain, by type of element. Template: ELEMENT, BITS (its unsigned integer), SUFFIX(name).

// |value| as an integer, shifted by one: it orders as the numbers do, with infinity and NaN last.
static inline BITS SUFFIX(call_magnitude)(ELEMENT value)
{
    BITS bits;
    memcpy(&bits, &value, sizeof bits);
    return (BITS)(bits << 1);
}

static inline bool SUFFIX(call_finite)(ELEMENT value)
{
    return SUFFIX(call_magnitude)(value) < SUFFIX(call_magnitude)((ELEMENT)INFINITY);
}

// A factor that no provider treats as a special case: neither 0 nor infinite nor NaN.
static inline bool SUFFIX(call_factor)(ELEMENT value)
{
    return SUFFIX(call_magnitude)(value) - 1 < SUFFIX(call_magnitude)((ELEMENT)INFINITY) - 1;
}

// The same for a complex one. A zero part is a special case too: providers that skip it, some only
// in some of their loops, give zeros of another sign.
static inline bool SUFFIX(call_factor_complex)(const ELEMENT *value)
{
    return SUFFIX(call_factor)(value[0]) && SUFFIX(call_factor)(value[1]);
}

// The matrix of a modified rotation, by columns, from its five parameters. False for a flag that
// asks for nothing or is none, and for values out of the ordinary.
static inline bool SUFFIX(call_rotm_matrix)(const ELEMENT *p, ELEMENT h[4])
{
    if (p[0] != -1 && p[0] != 0 && p[0] != 1)
        return false;
    h[0] = p[0] == 0 ? 1 : p[1];
    h[1] = p[0] == 1 ? -1 : p[2];
    h[2] = p[0] == 1 ? 1 : p[3];
    h[3] = p[0] == 0 ? 1 : p[4];
    for (int i = 0; i < 4; i++)
        if (!SUFFIX(call_finite)(h[i]))
            return false;
    return true;
}
