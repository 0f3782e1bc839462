// SPDX-License-Identifier: MIT
// Sums over one or two vectors in the fixed order that kernels.h promises: dot, asum, sum, nrm2.
// Included once per type.

// What is added up. y is used by products only, scale by scaled squares.
struct FN(terms) {
    enum sum_term term;
    const E *x, *y;
    struct stride x_stride, y_stride;
    T scale;
};

// cross is the sum of x times y with swapped pairs, for complex products.
struct FN(sum) {
    struct VEC main, cross;
};

INLINE struct FN(sum) FN(sum_none)(void)
{
    return (struct FN(sum)){V(set1)(0), V(set1)(0)};
}

INLINE struct FN(sum) FN(sum_join)(struct FN(sum) a, struct FN(sum) b)
{
    return (struct FN(sum)){V(add)(a.main, b.main), V(add)(a.cross, b.cross)};
}

INLINE struct FN(sum) FN(sum_add)(struct FN(terms) t, struct FN(sum) s, struct VEC x, struct VEC y)
{
    switch (t.term) {
    case TERM_ELEMENT:
        s.main = V(add)(s.main, x);
        break;
    case TERM_MAGNITUDE:
        s.main = V(add)(s.main, V(abs)(x));
        break;
    case TERM_SQUARE:
        s.main = V(madd)(x, x, s.main);
        break;
    case TERM_SCALED_SQUARE:
        x = V(mul)(x, V(set1)(t.scale));
        s.main = V(madd)(x, x, s.main);
        break;
    case TERM_PRODUCT:
        s.main = V(madd)(x, y, s.main);
        break;
    case TERM_CROSS:
        s.main = V(madd)(x, y, s.main);
        s.cross = V(madd)(x, V(swap_pairs)(y), s.cross);
        break;
    }
    return s;
}

INLINE struct FN(sum) FN(sum_whole)(struct FN(terms) t, struct FN(sum) s, kernel_index i)
{
    struct VEC x = FN(fetch)(t.x, t.x_stride, i);
    return FN(sum_add)(t, s, x, t.term >= TERM_PRODUCT ? FN(fetch)(t.y, t.y_stride, i) : x);
}

// k parts from i on, fewer than a group: the idle lanes add 0.
INLINE struct FN(sum)
    FN(sum_part)(struct FN(terms) t, struct FN(sum) s, kernel_index i, kernel_index k)
{
    struct VEC x = FN(fetch_part)(t.x, t.x_stride, i, k);
    return FN(sum_add)(t, s, x, t.term >= TERM_PRODUCT ? FN(fetch_part)(t.y, t.y_stride, i, k) : x);
}

// The same for the last groups of a block: k parts or a whole group.
INLINE struct FN(sum)
    FN(sum_rest)(struct FN(terms) t, struct FN(sum) s, kernel_index i, kernel_index k)
{
    return k >= LANES ? FN(sum_whole)(t, s, i) : FN(sum_part)(t, s, i, k);
}

INLINE int FN(sum_ways)(enum sum_term term)
{
    return term == TERM_CROSS ? CROSS_WAYS : term <= TERM_MAGNITUDE ? ADD_WAYS : PRODUCT_WAYS;
}

INLINE struct FN(sum) FN(sum_fold)(const struct FN(sum) s[6], int ways)
{
    struct FN(sum) all = FN(sum_join)(s[0], s[1]);
    if (ways == 3)
        return FN(sum_join)(all, s[2]);
    if (ways >= 4)
        all = FN(sum_join)(all, FN(sum_join)(s[2], s[3]));
    return ways >= 6 ? FN(sum_join)(all, FN(sum_join)(s[4], s[5])) : all;
}

// The parts of x from i on that lie before a cache line starts, if reading whole lines is worth
// while.
INLINE kernel_index FN(sum_head)(struct FN(terms) t, kernel_index i, kernel_index end)
{
    if (SUM_ALIGN_GROUPS == 0 || end - i < SUM_ALIGN_GROUPS * LANES)
        return 0;
    kernel_index head = (kernel_index)(-((uintptr_t)(t.x + i) / sizeof(E)) % LANES);
    return t.term == TERM_CROSS ? head & ~(kernel_index)1 : head;
}

// The first `head` parts, moved up to the last lanes.
INLINE struct FN(sum)
    FN(sum_first)(struct FN(terms) t, struct FN(sum) s, kernel_index i, kernel_index head)
{
    struct VEC none = V(set1)(0);
    struct VEC x = V(slide)(none, FN(fetch)(t.x, t.x_stride, i), head), y = x;
    if (t.term >= TERM_PRODUCT)
        y = V(slide)(none, FN(fetch)(t.y, t.y_stride, i), head);
    return FN(sum_add)(t, s, x, y);
}

// The terms of two neighbouring chains that belong to the second one.
INLINE struct FN(sum) FN(sum_slide)(struct FN(sum) a, struct FN(sum) b, kernel_index head)
{
    return (struct FN(sum)){V(slide)(a.main, b.main, LANES - head),
                            V(slide)(a.cross, b.cross, LANES - head)};
}

// Undoes the shift that `head` parts caused: group g's first lanes were added to chain g - 1's
// last.
INLINE void FN(sum_unshift)(struct FN(sum) s[6], int ways, kernel_index head)
{
    struct FN(sum) last = s[ways - 1];
    if (ways >= 6) {
        s[5] = FN(sum_slide)(s[4], s[5], head);
        s[4] = FN(sum_slide)(s[3], s[4], head);
    }
    if (ways >= 4)
        s[3] = FN(sum_slide)(s[2], s[3], head);
    if (ways >= 3)
        s[2] = FN(sum_slide)(s[1], s[2], head);
    s[1] = FN(sum_slide)(s[0], s[1], head);
    s[0] = FN(sum_slide)(last, s[0], head);
}

INLINE struct FN(terms) FN(sum_skip)(struct FN(terms) t, kernel_index parts)
{
    t.x += parts;
    t.y += parts;
    return t;
}

// One block of unit stride. Group g is added to chain g mod `ways`. Where memory is read in whole
// cache lines the lanes are shifted by the head, and each chain still gets its terms in the same
// order.
INLINE struct FN(sum) FN(sum_block)(struct FN(terms) t, kernel_index i, kernel_index end)
{
    int ways = FN(sum_ways)(t.term);
    struct FN(sum) none = FN(sum_none)(), s[6] = {none, none, none, none, none, none};
    kernel_index head = FN(sum_head)(t, i, end), rest = end - i - head;
    if (head > 0)
        s[ways - 1] = FN(sum_first)(t, none, i, head);
    t = FN(sum_skip)(t, i + head);
    for (; rest >= ways * LANES; rest -= ways * LANES) {
        s[0] = FN(sum_whole)(t, s[0], 0);
        s[1] = FN(sum_whole)(t, s[1], LANES);
        if (ways >= 3)
            s[2] = FN(sum_whole)(t, s[2], 2 * LANES);
        if (ways >= 4)
            s[3] = FN(sum_whole)(t, s[3], 3 * LANES);
        if (ways >= 6) {
            s[4] = FN(sum_whole)(t, s[4], 4 * LANES);
            s[5] = FN(sum_whole)(t, s[5], 5 * LANES);
        }
        t = FN(sum_skip)(t, ways * LANES);
    }
    if (rest > 0)
        s[0] = FN(sum_rest)(t, s[0], 0, rest);
    if (rest > LANES)
        s[1] = FN(sum_rest)(t, s[1], LANES, rest - LANES);
    if (ways >= 3 && rest > 2 * LANES)
        s[2] = FN(sum_rest)(t, s[2], 2 * LANES, rest - 2 * LANES);
    if (ways >= 4 && rest > 3 * LANES)
        s[3] = FN(sum_rest)(t, s[3], 3 * LANES, rest - 3 * LANES);
    if (ways >= 6 && rest > 4 * LANES)
        s[4] = FN(sum_rest)(t, s[4], 4 * LANES, rest - 4 * LANES);
    if (ways >= 6 && rest > 5 * LANES)
        s[5] = FN(sum_rest)(t, s[5], 5 * LANES, rest - 5 * LANES);
    if (head > 0)
        FN(sum_unshift)(s, ways, head);
    return FN(sum_fold)(s, ways);
}

// The same for other strides. Gathering costs more than choosing chain and term at run time.
INLINE struct FN(sum) FN(sum_block_strided)(struct FN(terms) t, kernel_index i, kernel_index end)
{
    int ways = FN(sum_ways)(t.term), way = 0;
    struct FN(sum) none = FN(sum_none)(), s[6] = {none, none, none, none, none, none};
    for (; i < end; i += LANES) {
        s[way] =
            i + LANES <= end ? FN(sum_whole)(t, s[way], i) : FN(sum_part)(t, s[way], i, end - i);
        way = (way + 1) % ways;
    }
    return FN(sum_fold)(s, ways);
}

INLINE struct FN(sum)
    FN(sum_block_of)(enum sum_term term, struct FN(terms) t, kernel_index i, kernel_index end)
{
    t.term = term;
    t.x_stride = t.y_stride = stride_unit();
    return FN(sum_block)(t, i, end);
}

static NOINLINE struct FN(sum)
    FN(sum_block_any)(const struct FN(terms) * t, kernel_index i, kernel_index end)
{
    if (t->x_stride.kind != STRIDE_UNIT)
        return FN(sum_block_strided)(*t, i, end);
    switch (t->term) {
    case TERM_ELEMENT:
        return FN(sum_block_of)(TERM_ELEMENT, *t, i, end);
    case TERM_MAGNITUDE:
        return FN(sum_block_of)(TERM_MAGNITUDE, *t, i, end);
    case TERM_SQUARE:
        return FN(sum_block_of)(TERM_SQUARE, *t, i, end);
    case TERM_SCALED_SQUARE:
        return FN(sum_block_of)(TERM_SCALED_SQUARE, *t, i, end);
    case TERM_PRODUCT:
        return FN(sum_block_of)(TERM_PRODUCT, *t, i, end);
    default:
        return FN(sum_block_of)(TERM_CROSS, *t, i, end);
    }
}

// Blocks are added pairwise as the bits of a counter carry: `waiting` holds one sum per bit that is
// set in the number of blocks done.
static NOINLINE struct FN(sum) FN(sum_blocks)(const struct FN(terms) * t, kernel_index parts)
{
    struct FN(sum) waiting[8 * sizeof(kernel_index)];
    int top = 0;
    kernel_index done = 0;
    for (kernel_index carry = 1; parts - done > SUM_BLOCK; carry++) {
        struct FN(sum) s = FN(sum_block_any)(t, done, done + SUM_BLOCK);
        for (kernel_index bits = carry; !(bits & 1); bits >>= 1)
            s = FN(sum_join)(waiting[--top], s);
        waiting[top++] = s;
        done += SUM_BLOCK;
    }
    struct FN(sum) s = FN(sum_block_any)(t, done, parts);
    while (top > 0)
        s = FN(sum_join)(waiting[--top], s);
    return s;
}

// A sum whose lanes all underflowed to -0 is +0, like one with an idle lane.
INLINE T FN(sum_lanes)(struct VEC lanes)
{
    return V(sum)(lanes) + 0;
}

static NOINLINE T FN(sum_large)(const struct FN(terms) * t, kernel_index parts)
{
    return FN(sum_lanes)(FN(sum_blocks)(t, parts).main);
}

// At most two groups: those of the first two chains.
INLINE struct FN(sum) FN(sum_few)(struct FN(terms) t, kernel_index parts)
{
    struct FN(sum) none = FN(sum_none)();
    if (parts <= LANES)
        return FN(sum_part)(t, none, 0, parts);
    return FN(sum_join)(FN(sum_whole)(t, none, 0), FN(sum_part)(t, none, LANES, parts - LANES));
}

INLINE T FN(sum_all)(struct FN(terms) t, kernel_index parts)
{
    if (t.x_stride.kind == STRIDE_UNIT && parts <= 2 * LANES)
        return FN(sum_lanes)(FN(sum_few)(t, parts).main);
    if (t.x_stride.kind == STRIDE_UNIT && parts <= SUM_BLOCK)
        return FN(sum_lanes)(FN(sum_block)(t, 0, parts).main);
    struct FN(terms) in_memory = t;
    return FN(sum_large)(&in_memory, parts);
}

INLINE T FN(dot)(kernel_index n, const E *x, struct stride x_stride, const E *y,
                 struct stride y_stride)
{
    return FN(sum_all)((struct FN(terms)){TERM_PRODUCT, x, y, x_stride, y_stride, 1}, n);
}

INLINE T FN(sum_one)(enum sum_term term, kernel_index parts, const E *x, struct stride stride,
                     T scale)
{
    return FN(sum_all)((struct FN(terms)){term, x, x, stride, stride, scale}, parts);
}
