/* Extends networks by one junction, or by everything that a junction connects to (N1, N2, V2). */
#include "rules/network.h"

#include <string.h>

#include "base/check.h"

void network_add_junction(struct table *table, const struct board *board, unsigned network,
                          unsigned junction)
{
    junction_set_add(&table->reach[network], junction);
    board_add_lines_at(board, junction, &table->touch[network]);
}

/* Returns the lines at a junction that are full of track, in word i of its incidence. */
static uint64_t full_lines(const struct table *table, const struct incidence *incidence, unsigned i)
{
    return incidence->mask[i] & ~table->open.word[incidence->word[i]];
}

/*
 * Adds `start` to a set of junctions, with everything that the seat reaches from there over usable
 * track without entering junctions already in the set; if `blocking`, not through other seats'
 * markers (V2).  A line with space for more track connects nothing (N1, F4).
 */
static void spread(const struct table *table, const struct board *board, unsigned seat,
                   unsigned start, bool blocking, struct junction_set *reached)
{
    uint8_t waiting[JUNCTIONS_MAX];
    unsigned count = 0;
    junction_set_add(reached, start);
    waiting[count++] = (uint8_t)start;
    while (count > 0) {
        const unsigned here = waiting[--count];
        const struct incidence *incidence = &board->incidence[here];
        for (unsigned i = 0; i < incidence->words; i++) {
            uint64_t left = full_lines(table, incidence, i);
            for (; left; left &= left - 1) {
                const unsigned line = incidence->word[i] * 64U + (unsigned)__builtin_ctzll(left);
                const unsigned there = line_other_end(&board->line[line], here);
                if (junction_set_has(reached, there) ||
                    !table_is_usable(table, board, seat, line) ||
                    (blocking && table_has_marker(table, there, seat)))
                    continue;
                junction_set_add(reached, there);
                waiting[count++] = (uint8_t)there;
            }
        }
    }
}

/* Adds `start`, and all that it connects to, to the seat's own network. */
static void extend_own(struct table *table, const struct board *board, unsigned seat,
                       unsigned start)
{
    struct junction_set *reach = &table->reach[table->network[seat]];
    struct junction_set gained = *reach;
    struct line_set lines;
    spread(table, board, seat, start, false, &gained);
    for (int i = 0; i < JUNCTION_WORDS; i++)
        gained.word[i] &= ~reach->word[i];
    junction_set_unite(reach, &gained);
    network_touching(board, &gained, &lines);
    line_set_unite(&table->touch[table->network[seat]], &lines);
}

/* Returns true if more than one line at a junction may be full of track. */
static bool has_more_track(const struct table *table, const struct board *board, unsigned junction)
{
    const struct incidence *incidence = &board->incidence[junction];
    uint64_t any = 0, more = 0;
    for (unsigned i = 0; i < INCIDENCE_USUAL_WORDS; i++) {
        const uint64_t full = full_lines(table, incidence, i);
        more |= (full & (full - 1)) | (any != 0 ? full : 0);
        any |= full;
    }
    return more != 0 || incidence->words > INCIDENCE_USUAL_WORDS;
}

/*
 * Extends the network of each seat that may use the new track and reaches one end of it.  Usually
 * the other end has no track, so only that junction is added.  Not inlined, to keep the common case
 * below small.
 */
static __attribute__((noinline)) void join_own(struct table *table, const struct board *board,
                                               unsigned line)
{
    const unsigned a = board->line[line].a, b = board->line[line].b;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        const bool has_a = junction_set_has(table_reach(table, seat), a);
        const bool has_b = junction_set_has(table_reach(table, seat), b);
        if (has_a == has_b || !table_is_usable(table, board, seat, line))
            continue;
        const unsigned other = has_a ? b : a;
        if (has_more_track(table, board, other))
            extend_own(table, board, seat, other);
        else
            network_add_junction(table, board, table->network[seat], other);
    }
}

/* Returns an entry other than `own` that contains one of the two junctions, or SEAT_NONE. */
static unsigned find_other_network(const struct table *table, unsigned own, unsigned a, unsigned b)
{
    for (unsigned network = 0; network < table->seats; network++) {
        const struct junction_set *reach = &table->reach[network];
        const unsigned holds = junction_set_has(reach, a) + (unsigned)junction_set_has(reach, b);
        if (holds > 0 && network != own)
            return network;
    }
    return SEAT_NONE;
}

static __attribute__((noinline)) void merge(struct table *table, unsigned one, unsigned other)
{
    const unsigned kept = one < other ? one : other;
    const unsigned gone = one < other ? other : one;
    junction_set_unite(&table->reach[kept], &table->reach[gone]);
    line_set_unite(&table->touch[kept], &table->touch[gone]);
    memset(&table->reach[gone], 0, sizeof table->reach[gone]);
    memset(&table->touch[gone], 0, sizeof table->touch[gone]);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->network[seat] == gone)
            table->network[seat] = (uint8_t)kept;
    }
}

/*
 * All track is usable by all seats and part of some network, so each end is in a network or without
 * track.  One end is in the seat's own network (T5).  Adding both is harmless and avoids an
 * unpredictable branch.
 */
static void join_shared(struct table *table, const struct board *board, unsigned seat,
                        unsigned line)
{
    const struct line *ends = &board->line[line];
    const unsigned own = table->network[seat];
    const unsigned other = find_other_network(table, own, ends->a, ends->b);
    CHECK(line_set_has(&table->touch[own], line));
    network_add_junction(table, board, own, ends->a);
    network_add_junction(table, board, own, ends->b);
    if (other != SEAT_NONE)
        merge(table, own, other);
}

void network_join(struct table *table, const struct board *board, unsigned seat, unsigned line)
{
    if (table_has_colours(table, board))
        join_own(table, board, line);
    else
        join_shared(table, board, seat, line);
}

void network_unblocked(const struct table *table, const struct board *board, unsigned seat,
                       struct junction_set *part)
{
    memset(part, 0, sizeof *part);
    spread(table, board, seat, table->marker[seat], true, part);
}

unsigned network_blockers(const struct table *table, const struct board *board, unsigned seat)
{
    struct junction_set part;
    unsigned blockers = 0;
    network_unblocked(table, board, seat, &part);
    for (unsigned line = 0; line < board->lines; line++) {
        const unsigned a = board->line[line].a, b = board->line[line].b;
        const bool has_a = junction_set_has(&part, a);
        if (has_a == junction_set_has(&part, b) || !table_is_usable(table, board, seat, line))
            continue;
        for (unsigned other = 0; other < table->seats; other++) {
            if (table->marker[other] == (has_a ? b : a))
                blockers |= 1U << other;
        }
    }
    return blockers;
}

void network_beyond(const struct table *table, const struct board *board, unsigned seat,
                    struct line_set *lines)
{
    struct junction_set part;
    memset(lines, 0, sizeof *lines);
    network_unblocked(table, board, seat, &part);
    for (unsigned line = 0; line < board->lines; line++) {
        const unsigned a = board->line[line].a, b = board->line[line].b;
        if (table_is_usable(table, board, seat, line) &&
            junction_set_has(table_reach(table, seat), a) && !junction_set_has(&part, a) &&
            !junction_set_has(&part, b))
            line_set_add(lines, line);
    }
}

void network_barred(const struct table *table, const struct board *board, unsigned seat,
                    const struct line_set *route, struct line_set *barred)
{
    const bool blocking = (table->variants & VARIANT_BLOCKING) != 0;
    struct table built = *table; /* with all of the route laid that fits */
    struct junction_set part = {0};
    struct line_set touched;
    CHECK(table->marker[seat] != JUNCTION_NONE);
    *barred = *route;
    for (unsigned line = line_set_next(route, 0); line != LINE_NONE;
         line = line_set_next(route, line + 1)) {
        if (line_set_has(&table->open, line)) {
            while (table_add_piece(&built, board, line, TRACK_BLACK))
                ;
        }
    }
    spread(&built, board, seat, built.marker[seat], blocking, &part);
    network_touching(board, &part, &touched);
    line_set_intersect(&touched, &table->open);
    for (int i = 0; i < LINE_WORDS; i++)
        barred->word[i] &= ~touched.word[i];
}

void network_touching(const struct board *board, const struct junction_set *junctions,
                      struct line_set *lines)
{
    memset(lines, 0, sizeof *lines);
    unsigned junction = junction_set_next(junctions, 0);
    while (junction != JUNCTION_NONE) {
        board_add_lines_at(board, junction, lines);
        junction = junction_set_next(junctions, junction + 1);
    }
}
