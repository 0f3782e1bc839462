// SPDX-License-Identifier: MIT
// The largest and the smallest magnitude, and where it is first met. Included once per type.

// Two chains each, since a maximum takes longer than the loads that feed it.
struct FN(extremes) {
    struct VEC most, most2, least, least2;
    struct V(nans) nans;
};

// |x|; for complex elements |re| + |im|, in the lanes of both parts.
INLINE struct VEC FN(magnitude)(int parts, struct VEC x)
{
    struct VEC a = V(abs)(x);
    return parts == 1 ? a : V(add)(a, V(swap_pairs)(a));
}

INLINE struct VEC FN(fetch_magnitude)(int parts, const T *x, struct stride stride, kernel_index i)
{
    return FN(magnitude)(parts, FN(fetch)(x, stride, i));
}

// The smallest is sought along with the largest, which alone tells of infinities.
INLINE void FN(extremes_add)(enum search what, struct FN(extremes) * e, struct VEC a, struct VEC b)
{
    e->nans = V(nans_add)(e->nans, a, b);
    e->most = V(max)(e->most, a);
    e->most2 = V(max)(e->most2, b);
    if (what == SEARCH_LEAST) {
        e->least = V(min)(e->least, a);
        e->least2 = V(min)(e->least2, b);
    }
}

// The parts from i to end. `value`: the magnitude sought, a NaN if one was met, an infinity if one
// was met and no NaN.
INLINE T FN(extreme)(enum search what, int parts, const T *x, struct stride stride, kernel_index i,
                     kernel_index end)
{
    struct VEC most = V(set1)(0), least = V(set1)(LARGEST);
    struct FN(extremes) e = {most, most, least, least, V(nans_none)()};
    for (; i + 2 * LANES <= end; i += 2 * LANES) {
        struct VEC a = FN(fetch_magnitude)(parts, x, stride, i);
        struct VEC b = FN(fetch_magnitude)(parts, x, stride, i + LANES);
        FN(extremes_add)(what, &e, a, b);
    }
    if (i + LANES <= end) {
        struct VEC a = FN(fetch_magnitude)(parts, x, stride, i);
        FN(extremes_add)(what, &e, a, a);
        i += LANES;
    }
    if (i < end) {
        struct VEC a = FN(magnitude)(parts, FN(fetch_part)(x, stride, i, end - i));
        if (what == SEARCH_LEAST)
            a = V(keep)(a, end - i, least);
        FN(extremes_add)(what, &e, a, a);
    }
    T top = V(most)(V(max)(e.most, e.most2));
    if (V(nans_any)(e.nans))
        return (T)__builtin_nan("");
    if (what == SEARCH_MOST || top > LARGEST)
        return top;
    return V(least)(V(min)(e.least, e.least2));
}

// The first part from i on whose magnitude is `value`; there is one.
INLINE kernel_index FN(locate)(int parts, const T *x, struct stride stride, kernel_index i,
                               kernel_index end, T value)
{
    struct VEC sought = V(set1)(value);
    for (; i + LANES <= end; i += LANES) {
        unsigned hits = V(match)(FN(fetch_magnitude)(parts, x, stride, i), sought);
        if (hits)
            return i + __builtin_ctz(hits);
    }
    struct VEC a = FN(magnitude)(parts, FN(fetch_part)(x, stride, i, end - i));
    return i + __builtin_ctz(V(match)(a, sought));
}

INLINE kernel_index FN(search_blocks)(enum search what, int parts, const T *x, struct stride stride,
                                      kernel_index count)
{
    kernel_index block = 0;
    T best = what == SEARCH_MOST ? -1 : LARGEST;
    for (kernel_index i = 0; i < count; i += SEARCH_BLOCK) {
        kernel_index end = i + SEARCH_BLOCK < count ? i + SEARCH_BLOCK : count;
        T value = FN(extreme)(what, parts, x, stride, i, end);
        if (!(value <= LARGEST))
            return -1;
        if (what == SEARCH_MOST ? value > best : value < best) {
            best = value;
            block = i;
        }
    }
    return FN(locate)(parts, x, stride, block, count, best);
}

// At most one vector of parts.
INLINE kernel_index FN(search_few)(enum search what, int parts, const T *x, kernel_index count)
{
    struct VEC a = FN(magnitude)(parts, V(load_part)(x, count));
    T most = V(most)(a), value = most;
    if (what == SEARCH_LEAST)
        value = V(least)(V(keep)(a, count, V(set1)(LARGEST)));
    if (V(nans_any)(V(nans_add)(V(nans_none)(), a, a)) || most > LARGEST)
        return -1;
    return __builtin_ctz(V(match)(a, V(set1)(value)));
}

INLINE kernel_index FN(search)(enum search what, int parts, kernel_index n, const T *x,
                               struct stride stride)
{
    kernel_index count = parts * n;
    unsigned state = fp_state_get();
    if (__builtin_expect(fp_state_unusual(state), false))
        return -1; // comparing a NaN would trap
    kernel_index part = stride.kind == STRIDE_UNIT && count <= LANES
                            ? FN(search_few)(what, parts, x, count)
                            : FN(search_blocks)(what, parts, x, stride, count);
    if (part < 0)
        fp_state_restore(state);
    return parts == 2 && part > 0 ? part / 2 : part;
}

INLINE kernel_index FN(index_most)(int parts, kernel_index n, const T *x, struct stride stride)
{
    return FN(search)(SEARCH_MOST, parts, n, x, stride);
}

INLINE kernel_index FN(index_least)(int parts, kernel_index n, const T *x, struct stride stride)
{
    return FN(search)(SEARCH_LEAST, parts, n, x, stride);
}

INLINE T FN(value)(enum search what, int parts, kernel_index n, const T *x, struct stride stride)
{
    unsigned state = fp_state_get();
    if (__builtin_expect(fp_state_unusual(state), false))
        return (T)__builtin_nan("");
    T value = FN(extreme)(what, parts, x, stride, 0, parts * n);
    if (!(value <= LARGEST))
        fp_state_restore(state);
    return value;
}

INLINE T FN(value_most)(int parts, kernel_index n, const T *x, struct stride stride)
{
    return FN(value)(SEARCH_MOST, parts, n, x, stride);
}

INLINE T FN(value_least)(int parts, kernel_index n, const T *x, struct stride stride)
{
    return FN(value)(SEARCH_LEAST, parts, n, x, stride);
}
