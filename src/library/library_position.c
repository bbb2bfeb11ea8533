/* Creates, reads and plays positions. */
#include <stdlib.h>

#include "library/library.h"
#include "rules/scoring.h"
#include "rules/spectator.h"
#include "rules/view.h"

_Static_assert((int)RAILHEAD_NONE == CITY_NONE && (int)RAILHEAD_NONE == SEAT_NONE &&
                   (int)RAILHEAD_NONE == JUNCTION_NONE,
               "there is one number for none");
_Static_assert((int)RAILHEAD_GAME_OVER == PHASE_GAME_OVER && (int)RAILHEAD_PASS == TURN_PASS &&
                   (int)RAILHEAD_PRIVATE_TRACKS == VARIANT_PRIVATE_TRACKS &&
                   (int)RAILHEAD_FERRY == LINE_FERRY,
               "the lists are the same");

enum railhead_status railhead_position_new(struct railhead_position **position,
                                           const struct railhead_board *board, uint32_t seats,
                                           uint32_t variants, const uint8_t seed[32],
                                           struct railhead_error *error)
{
    if (position == NULL || seed == NULL)
        return library_bad(error, position == NULL ? "position" : "seed");
    *position = NULL;
    const enum railhead_status status = library_check_setup(board, seats, variants, error);
    if (status != RAILHEAD_OK)
        return status;
    struct railhead_position *made = calloc(1, sizeof *made);
    if (made == NULL)
        return library_no_memory(error);
    made->board = board_of(board);
    begin_turn(made);
    made->has_seed = true;
    position_init(&made->position, made->board, seats, variants, seed);
    *position = made;
    return RAILHEAD_OK;
}

enum railhead_status railhead_position_copy(struct railhead_position **copy,
                                            const struct railhead_position *position,
                                            struct railhead_error *error)
{
    if (copy == NULL || position == NULL)
        return library_bad(error, copy == NULL ? "copy" : "position");
    *copy = malloc(sizeof **copy);
    if (*copy == NULL)
        return library_no_memory(error);
    **copy = *position;
    return RAILHEAD_OK;
}

enum railhead_status railhead_position_set(struct railhead_position *position,
                                           const struct railhead_position *other,
                                           struct railhead_error *error)
{
    if (position == NULL || other == NULL)
        return library_bad(error, position == NULL ? "position" : "other");
    *position = *other;
    return RAILHEAD_OK;
}

void railhead_position_free(struct railhead_position *position)
{
    free(position);
}

enum railhead_status railhead_position_hide(struct railhead_position *position, uint32_t seat,
                                            struct railhead_error *error)
{
    struct view view;
    if (position == NULL)
        return library_bad(error, "position");
    struct position *truth = &position->position;
    if (seat >= truth->table.seats && seat != SEAT_NONE)
        return library_bad(error, "seat");
    view_of(&view, truth, seat);
    for (unsigned i = 0; i < truth->table.seats; i++) {
        truth->hand[i] = *view_hand(&view, i);
        hand_junctions(&truth->hand[i], position->board, &truth->wanted[i]);
    }
    memset(truth->seed, 0, sizeof truth->seed);
    position->has_seed = false;
    return RAILHEAD_OK;
}

/* ---- Reading --------------------------------------------------------------------------------- */

enum railhead_status railhead_position_state(const struct railhead_position *position,
                                             struct railhead_state *state, size_t size,
                                             struct railhead_error *error)
{
    if (position == NULL)
        return library_bad(error, "position");
    const struct table *table = &position->position.table;
    struct railhead_state all = {.seats = table->seats,
                                 .variants = table->variants,
                                 .phase = table->phase,
                                 .round = table->round,
                                 .first = table->first,
                                 .to_move = table->to_move,
                                 .supply = table->supply,
                                 .barrier = table->barrier,
                                 .connected = table->connected,
                                 .winners = table->winners,
                                 .entered = position->entered.tracks};
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        all.points[seat] = table->points[seat];
        all.lost[seat] = table->lost[seat];
    }
    memcpy(all.marker, table->marker, sizeof all.marker);
    memcpy(all.coloured, table->coloured, sizeof all.coloured);
    memcpy(all.hand, position->position.hand, sizeof all.hand);
    memcpy(all.track, table->track, sizeof all.track);
    return library_fill(state, size, &all, sizeof all, "state", error);
}

const struct railhead_board *railhead_position_board(const struct railhead_position *position)
{
    return position != NULL ? board_public(position->board) : NULL;
}

static enum railhead_status check_seat(const struct railhead_position *position, uint32_t seat,
                                       struct railhead_error *error)
{
    if (position == NULL)
        return library_bad(error, "position");
    return seat < position->position.table.seats ? RAILHEAD_OK : library_bad(error, "seat");
}

enum railhead_status railhead_position_network(const struct railhead_position *position,
                                               uint32_t seat, uint8_t *reached,
                                               struct railhead_error *error)
{
    const enum railhead_status status = check_seat(position, seat, error);
    if (status != RAILHEAD_OK)
        return status;
    if (reached == NULL)
        return library_bad(error, "reached");
    const struct junction_set *reach = table_reach(&position->position.table, seat);
    for (unsigned junction = 0; junction < position->board->junctions; junction++)
        reached[junction] = junction_set_has(reach, junction);
    return RAILHEAD_OK;
}

enum railhead_status railhead_position_missing(const struct railhead_position *position,
                                               uint32_t seat, uint32_t *cost, uint16_t *line,
                                               size_t room, size_t *lines,
                                               struct railhead_error *error)
{
    struct line_set missing;
    size_t count = 0;
    const enum railhead_status status = check_seat(position, seat, error);
    if (status != RAILHEAD_OK)
        return status;
    if (cost == NULL)
        return library_bad(error, "cost");
    const struct hand *hand = &position->position.hand[seat];
    if (!hand_is_known(hand))
        return library_hidden(error);
    *cost = scoring_missing(&position->position.table, position->board, seat, hand,
                            line != NULL || lines != NULL ? &missing : NULL);
    if (line == NULL && lines == NULL)
        return RAILHEAD_OK;
    for (unsigned i = line_set_next(&missing, 0); i != LINE_NONE;
         i = line_set_next(&missing, i + 1), count++) {
        if (line != NULL && count < room)
            line[count] = (uint16_t)i;
    }
    if (lines != NULL)
        *lines = count;
    return RAILHEAD_OK;
}

/* ---- Playing ------------------------------------------------------------------------------- */

static enum railhead_status check_dealing(const struct railhead_position *position,
                                          struct railhead_error *error)
{
    if (position == NULL)
        return library_bad(error, "position");
    const unsigned phase = position->position.table.phase;
    if (phase == PHASE_DEALING || phase == PHASE_ROUND_OVER)
        return RAILHEAD_OK;
    return library_say(error, RAILHEAD_NOT_NOW, "library-no-deal", "no round is to be dealt now");
}

enum railhead_status railhead_position_deal(struct railhead_position *position,
                                            struct railhead_error *error)
{
    const enum railhead_status status = check_dealing(position, error);
    if (status != RAILHEAD_OK)
        return status;
    if (!position->has_seed)
        return library_say(error, RAILHEAD_NOT_NOW, "library-no-seed",
                           "there is no seed to deal with");
    position_deal(&position->position, position->board);
    return RAILHEAD_OK;
}

enum railhead_status railhead_position_deal_hands(struct railhead_position *position,
                                                  const uint8_t *hand, uint32_t first,
                                                  struct railhead_error *error)
{
    struct hand hands[SEATS_MAX];
    const enum railhead_status status = check_dealing(position, error);
    if (status != RAILHEAD_OK)
        return status;
    const unsigned seats = position->position.table.seats;
    if (hand == NULL)
        return library_bad(error, "hand");
    if (first >= seats)
        return library_bad(error, "first");
    memset(hands, CITY_NONE, sizeof hands);
    for (unsigned seat = 0; seat < seats; seat++)
        memcpy(hands[seat].city, hand + (size_t)seat * GROUPS, GROUPS);
    for (unsigned seat = 0; seat < seats; seat++) {
        for (unsigned group = 0; group < GROUPS; group++) {
            const unsigned city = hands[seat].city[group];
            if (city >= position->board->cities && city != CITY_NONE)
                return library_bad(error, "hand");
        }
    }
    if (!spectator_hands_can_be(position->board, seats, hands))
        return library_say(error, RAILHEAD_REFUSED, "library-cards",
                           "these cards cannot have been dealt");
    position_begin_round(&position->position, position->board, hands, first);
    return RAILHEAD_OK;
}

/*
 * Checks that a complete turn can be played: a round is being played, and no turn has been begun.
 */
static enum railhead_status check_playing(const struct railhead_position *position,
                                          struct railhead_error *error)
{
    if (position == NULL)
        return library_bad(error, "position");
    if (position->position.table.phase != PHASE_PLAYING)
        return library_refused(error, REFUSED_NOT_PLAYING);
    if (position->entered.tracks > 0)
        return library_say(error, RAILHEAD_NOT_NOW, "library-turn-begun",
                           "a turn has been begun by actions and is to be ended so");
    return RAILHEAD_OK;
}

struct turn_list {
    struct railhead_turn *turn;
    size_t room, count;
};

static void keep_turn(void *context, const struct turn *turn)
{
    struct turn_list *list = context;
    if (list->turn != NULL && list->count < list->room)
        turn_public(&list->turn[list->count], turn);
    list->count++;
}

enum railhead_status railhead_position_turns(const struct railhead_position *position,
                                             struct railhead_turn *turn, size_t room, size_t *turns,
                                             struct railhead_error *error)
{
    struct turn_list list = {.turn = turn, .room = room};
    const enum railhead_status status = check_playing(position, error);
    if (status != RAILHEAD_OK)
        return status;
    if (turns == NULL)
        return library_bad(error, "turns");
    const struct table *table = &position->position.table;
    turn_each(table, position->board, &position->position.hand[table->to_move], keep_turn, &list);
    *turns = list.count;
    return RAILHEAD_OK;
}

enum railhead_status railhead_position_play(struct railhead_position *position,
                                            const struct railhead_turn *turn,
                                            struct railhead_error *error)
{
    const enum railhead_status status = check_playing(position, error);
    if (status != RAILHEAD_OK)
        return status;
    if (turn == NULL)
        return library_bad(error, "turn");
    struct turn played = turn_of(turn);
    if (!turn_is_sound(position->board, &played))
        return library_bad(error, "turn");
    position_settle(&position->position, position->board, &played);
    const enum refusal refusal = position_play(&position->position, position->board, &played);
    return refusal == ACCEPTED ? RAILHEAD_OK : library_refused(error, refusal);
}
