// SPDX-License-Identifier: MIT
// Ranges of static loops. In counts of iterations nothing depends on the loop's type or direction.
#include "policy/partition.h"

static void find_range(const struct partition *p, uint64_t thread, uint64_t *first, uint64_t *last)
{
    uint64_t team = (uint64_t)p->team, each, longer;
    if (p->trips <= UINT32_MAX) { // the shorter division
        each = (uint32_t)p->trips / (uint32_t)team;
        longer = (uint32_t)p->trips % (uint32_t)team;
    } else {
        each = p->trips / team;
        longer = p->trips % team;
    }
    *first = thread * each + (thread < longer ? thread : longer);
    *last = *first + each + (thread < longer);
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t partition_pieces(const struct partition *p)
{
    if (!p->chunk)
        return smaller(p->trips, (uint64_t)p->team);
    return p->trips / p->chunk + (p->trips % p->chunk != 0);
}

static bool find_chunk(const struct partition *p, uint64_t number, uint64_t *first, uint64_t *last)
{
    if (number >= partition_pieces(p))
        return false;
    *first = number * p->chunk;
    *last = *first + smaller(p->chunk, p->trips - *first);
    return true;
}

bool partition_piece(const struct partition *p, int thread, uint64_t piece, uint64_t *first,
                     uint64_t *last)
{
    if (p->chunk)
        return find_chunk(p, piece * (uint64_t)p->team + (uint64_t)thread, first, last);
    find_range(p, (uint64_t)thread, first, last);
    return piece == 0 && *first < *last;
}

struct partition_share partition_share_of(const struct partition *p, int thread)
{
    struct partition_share share = {.stride = p->trips};
    if (p->trips == 0)
        return share;
    if (!p->chunk) {
        find_range(p, (uint64_t)thread, &share.first, &share.last);
        share.has_last = share.first < share.last && share.last == p->trips;
        return share;
    }
    uint64_t chunks = partition_pieces(p), team = (uint64_t)p->team;
    share.stride = p->chunk * smaller(chunks, team);
    find_chunk(p, (uint64_t)thread, &share.first, &share.last);
    share.has_last = (uint64_t)thread == (chunks - 1) % team;
    return share;
}

uint64_t partition_simd_chunk(uint64_t trips, uint64_t chunk, int team)
{
    uint64_t each = trips / (uint64_t)team + (trips % (uint64_t)team != 0);
    return (each + chunk - 1) & -chunk;
}
