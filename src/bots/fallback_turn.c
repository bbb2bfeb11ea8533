/*
 * Both tracks go to the nearest city.  Opponents matter only where their markers block.  The own
 * marker stays: in measurements, moving it (V2) mostly freed the opponents.
 */
#include "bots/fallback_turn.h"

#include "bots/city_paths.h"
#include "bots/random.h"

/* X1: private tracks are kept until the player misses at most this much. */
enum { PRIVATE_WHEN_MISSING = 12 };

/*
 * Whether the next track is laid in the player's own colour.  Black track helps everyone.  A ferry
 * is reserved by two coloured halves (F5), so a single coloured piece is not spent on it; private
 * tracks (X1) are kept for the last part of the way.
 */
static bool uses_own_colour(const struct city_turn *city_turn, const struct city_paths *paths,
                            unsigned line)
{
    const struct table *table = &city_turn->draft.table;
    const unsigned left = table->coloured[table->to_move];
    if (table->supply == 0)
        return true;
    if (left == 0)
        return false;
    if (paths->board->line[line].kind != LINE_FERRY)
        return table->variants & VARIANT_PRIVATE_TRACKS &&
               city_turn_missing(city_turn, paths) <= PRIVATE_WHEN_MISSING;
    return table->track[line] == TRACK_NONE ? left > 1 : table->track[line] != TRACK_BLACK;
}

/* Adds the turn towards the city of one group as an idea; nearer cities get higher values. */
static void fallback_add_city(const struct city_paths *paths, unsigned group,
                              struct thoughts *thoughts)
{
    struct city_turn city_turn;
    struct city_track track, second;
    city_turn_begin(&city_turn, paths);
    if (city_turn.network_distance[group] == PATH_NONE ||
        !city_turn_find_track(&city_turn, paths, group, &track))
        return;
    city_turn_lay(&city_turn, paths, &track, uses_own_colour(&city_turn, paths, track.line));
    if (city_turn_find_second(&city_turn, paths, &second))
        city_turn_lay(&city_turn, paths, &second, uses_own_colour(&city_turn, paths, second.line));
    city_turn_add_idea(&city_turn, paths, -(double)track.distance, thoughts);
}

void fallback_turn_with_distances(const struct distances *known, const struct question *question,
                                  struct turn *turn, struct thoughts *thoughts)
{
    const struct view *view = question->view;
    struct city_paths paths;
    city_paths_init(&paths, question->board, view, known);
    for (unsigned group = 0; group < GROUPS; group++)
        fallback_add_city(&paths, group, thoughts);
    if (thoughts->ideas > 0)
        *turn = thoughts->idea[0].turn;
    else /* all paths are closed, or no track can be laid */
        random_legal_turn(question->board, view, question->rng, turn);
}

void fallback_turn(const struct question *question, struct turn *turn, struct thoughts *thoughts)
{
    fallback_turn_with_distances(NULL, question, turn, thoughts);
}
