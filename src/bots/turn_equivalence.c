/* Turns are compared by the clusters of junctions that they merge. */
#include "bots/turn_equivalence.h"

#include <string.h>

/* Fills unused entries of a turn's list of clusters. */
enum { CLUSTER_NONE = JUNCTION_NONE };

/*
 * A cluster is a set of junctions connected at no cost.  It is identified by its smallest junction.
 */
static unsigned cluster_of(const struct distances *distances, unsigned junction)
{
    const uint8_t *row = distances->row[junction];
    return (unsigned)((const uint8_t *)memchr(row, 0, distances->width) - row);
}

/*
 * True if the only effect of black track on this line, for everyone, is to merge the clusters at
 * its ends.  False for half of a ferry (F1), and with blocking (V2), where the exact junctions
 * matter.
 */
static bool track_only_joins(const struct table *table, const struct board *board, unsigned line)
{
    return !(table->variants & VARIANT_BLOCKING) &&
           (board->line[line].kind != LINE_FERRY || table->track[line] == TRACK_BLACK);
}

static void sort_clusters(uint8_t cluster[], unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        const uint8_t one = cluster[i];
        unsigned at = i;
        for (; at > 0 && cluster[at - 1] > one; at--)
            cluster[at] = cluster[at - 1];
        cluster[at] = one;
    }
}

/*
 * Writes the clusters at the ends of a line, smaller first.  Both are CLUSTER_NONE if they are
 * already the same.
 */
static void track_clusters(const struct distances *distances, const struct line *line,
                           uint8_t cluster[2])
{
    cluster[0] = (uint8_t)cluster_of(distances, line->a);
    cluster[1] = (uint8_t)cluster_of(distances, line->b);
    sort_clusters(cluster, 2);
    if (cluster[0] == cluster[1])
        cluster[0] = cluster[1] = CLUSTER_NONE;
}

/*
 * Writes the clusters that a turn merges, in canonical order: one pair, three clusters that become
 * one, or two separate pairs.  Unused entries are CLUSTER_NONE.
 */
static void turn_clusters(const struct distances *distances, const struct board *board,
                          const struct turn *turn, uint8_t cluster[4])
{
    memset(cluster, CLUSTER_NONE, 4);
    for (unsigned i = 0; i < turn->tracks; i++)
        track_clusters(distances, &board->line[turn->track[i].line], &cluster[2 * i]);
    if (cluster[0] == cluster[2] &&
        cluster[1] == cluster[3]) { /* both tracks merge the same pair */
        cluster[2] = cluster[3] = CLUSTER_NONE;
    } else if (cluster[2] == cluster[0] || cluster[2] == cluster[1] || cluster[3] == cluster[0] ||
               cluster[3] == cluster[1]) { /* the pairs have one cluster in common */
        const bool second = cluster[2] == cluster[0] || cluster[2] == cluster[1];
        cluster[2] = second ? cluster[3] : cluster[2];
        cluster[3] = CLUSTER_NONE;
        sort_clusters(cluster, 3);
    } else if (cluster[2] < cluster[0]) {
        const uint8_t swapped[4] = {cluster[2], cluster[3], cluster[0], cluster[1]};
        memcpy(cluster, swapped, sizeof swapped);
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
    bool only_joins = turn->tracks > 0;
    *key = (struct turn_key){.kind = turn->kind, .tracks = turn->tracks, .marker = turn->marker};
    for (unsigned i = 0; i < turn->tracks; i++)
        only_joins &= !turn->track[i].own && track_only_joins(table, board, turn->track[i].line);
    key->only_joins = only_joins;
    for (unsigned i = 0; only_joins && i < seat_distances->matrices; i++)
        turn_clusters(&seat_distances->matrix[i], board, turn, key->cluster[i]);
    if (!only_joins)
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
    if (seat_distances->matrices > 1 || !track_only_joins(table, board, line))
        return false;
    struct junction_set *set =
        board->line[line].kind == LINE_DOUBLE ? &seen->over_double : &seen->over_others;
    const unsigned cluster = cluster_of(&seat_distances->matrix[0], far);
    const bool before = junction_set_has(set, cluster);
    junction_set_add(set, cluster);
    return before;
}
