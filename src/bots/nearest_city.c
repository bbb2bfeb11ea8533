/*
 * Builds towards the nearest city.  Ties are decided by board order.  It ignores opponents, uses
 * coloured track only when black is used up, and never moves its marker.
 */
#include "bots/nearest_city.h"

#include "bots/city_paths.h"
#include "bots/random.h"

/*
 * Adds each of the player's cities as a start; those with a smaller total distance to the others
 * get higher values.
 */
static void nearest_city_add_starts(const struct city_paths *paths, struct thoughts *thoughts)
{
    for (unsigned i = 0; i < GROUPS; i++) {
        struct city_turn city_turn;
        unsigned remoteness = 0;
        for (unsigned k = 0; k < GROUPS; k++)
            remoteness += paths->from_city[k][paths->city_junction[i]];
        city_turn_begin(&city_turn, paths);
        if (draft_place(&city_turn.draft, paths->board, paths->city_junction[i]) == ACCEPTED)
            thoughts_add(thoughts, &city_turn.draft.turn, remoteness, -(double)remoteness);
    }
}

/* Lays a track towards the nearest city that can be approached.  Returns false if there is none. */
static bool nearest_city_lay(struct city_turn *city_turn, const struct city_paths *paths)
{
    struct city_track track;
    if (!city_turn_find_second(city_turn, paths, &track))
        return false;
    city_turn_lay(city_turn, paths, &track, city_turn->draft.table.supply == 0);
    return true;
}

void nearest_city_turn(void *memory, const struct question *question, struct turn *turn,
                       struct thoughts *thoughts)
{
    const struct view *view = question->view;
    struct city_paths paths;
    struct city_turn city_turn;
    (void)memory;
    city_paths_init(&paths, question->board, view, NULL);
    paths.ties_by_board_order = true;
    city_turn_begin(&city_turn, &paths);
    if (view->table.marker[view->seat] == JUNCTION_NONE) {
        nearest_city_add_starts(&paths, thoughts);
        if (thoughts->ideas > 0)
            *turn = thoughts->idea[0].turn;
    } else if (nearest_city_lay(&city_turn, &paths)) {
        nearest_city_lay(&city_turn, &paths);
        *turn = city_turn.draft.turn;
        return;
    }
    if (thoughts->ideas == 0)
        random_legal_turn(question->board, view, question->rng, turn);
}
