/* Places that become one. */
#include "bots/turn_equivalence.h"

#include <string.h>

/* No place: stands where fewer than four become one. */
enum { NOWHERE = JUNCTION_NONE };

/* The place that a junction is part of: its first junction. */
static unsigned place_of(const struct distances *distances, unsigned junction)
{
    const uint8_t *row = distances->row[junction];
    return (unsigned)((const uint8_t *)memchr(row, 0, distances->width) - row);
}

/*
 * Whether a black track on a line does nothing but join the places at its ends, for everybody: not
 * half of a ferry (F1), and not where it matters which junctions a network leads through (V2).
 */
static bool only_joins(const struct table *table, const struct board *board, unsigned line)
{
    return !(table->variants & VARIANT_BLOCKING) &&
           (board->line[line].kind != LINE_FERRY || table->track[line] == TRACK_BLACK);
}

static void sort(uint8_t place[], unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        const uint8_t one = place[i];
        unsigned at = i;
        for (; at > 0 && place[at - 1] > one; at--)
            place[at] = place[at - 1];
        place[at] = one;
    }
}

/* The places at the ends of a track, the first one first; nowhere if they are one already. */
static void ends_of(const struct distances *distances, const struct line *line, uint8_t place[2])
{
    place[0] = (uint8_t)place_of(distances, line->a);
    place[1] = (uint8_t)place_of(distances, line->b);
    sort(place, 2);
    if (place[0] == place[1])
        place[0] = place[1] = NOWHERE;
}

/* Which places become one: two; or three; or two and two; sorted, so that they can be compared. */
static void find_places(const struct distances *distances, const struct board *board,
                        const struct turn *turn, uint8_t place[4])
{
    memset(place, NOWHERE, 4);
    for (unsigned i = 0; i < turn->tracks; i++)
        ends_of(distances, &board->line[turn->track[i].line], &place[2 * i]);
    if (place[0] == place[2] && place[1] == place[3]) { /* the same twice */
        place[2] = place[3] = NOWHERE;
    } else if (place[2] == place[0] || place[2] == place[1] || place[3] == place[0] ||
               place[3] == place[1]) { /* they share one */
        const bool second = place[2] == place[0] || place[2] == place[1];
        place[2] = second ? place[3] : place[2];
        place[3] = NOWHERE;
        sort(place, 3);
    } else if (place[2] < place[0]) {
        const uint8_t swapped[4] = {place[2], place[3], place[0], place[1]};
        memcpy(place, swapped, sizeof swapped);
    }
}

static void sort_tracks(const struct turn *turn, struct track track[TURN_TRACKS_MAX])
{
    memcpy(track, turn->track, turn->tracks * sizeof track[0]);
    if (turn->tracks == 2 && memcmp(&track[0], &track[1], sizeof track[0]) > 0) {
        track[0] = turn->track[1];
        track[1] = turn->track[0];
    }
}

void turn_key_of(struct turn_key *key, const struct seat_distances *seat_distances,
                 const struct table *table, const struct board *board, const struct turn *turn)
{
    bool joins = turn->tracks > 0;
    *key = (struct turn_key){.kind = turn->kind, .tracks = turn->tracks, .marker = turn->marker};
    for (unsigned i = 0; i < turn->tracks; i++)
        joins &= !turn->track[i].own && only_joins(table, board, turn->track[i].line);
    key->joins = joins;
    for (unsigned i = 0; joins && i < seat_distances->matrices; i++)
        find_places(&seat_distances->matrix[i], board, turn, key->place[i]);
    if (!joins)
        sort_tracks(turn, key->track);
}

bool turn_key_equal(const struct turn_key *one, const struct turn_key *other)
{
    return memcmp(one, other, sizeof *one) == 0;
}

bool tracks_seen_add(struct tracks_seen *seen, const struct seat_distances *seat_distances,
                     const struct table *table, const struct board *board, unsigned line,
                     unsigned far)
{
    if (seat_distances->matrices > 1 || !only_joins(table, board, line))
        return false;
    struct junction_set *set =
        board->line[line].kind == LINE_DOUBLE ? &seen->over_double : &seen->otherwise;
    const unsigned place = place_of(&seat_distances->matrix[0], far);
    const bool before = junction_set_has(set, place);
    junction_set_add(set, place);
    return before;
}
