/* Random turns, for tests, for speed measurements and as the weakest opponent. */
#include "bots/random.h"

#include "base/check.h"
#include "bots/set_sample.h"
#include "rules/position.h"

/* A fast path for seats that can only lay black track. */
static bool random_black_track(const struct table *table, const struct board *board,
                               const struct hand *hand, const struct turn *turn, struct rng *rng,
                               struct track *track)
{
    struct legal_lines legal;
    turn_legal_lines(table, board, hand, turn, &legal);
    const unsigned line =
        set_sample_common_line(legal.touched, legal.open, legal.kinds, board->lines, rng);
    *track = (struct track){.line = (uint16_t)line, .own = 0, .zero = 0};
    return line != LINE_NONE;
}

/* Draws one of the legal tracks, all equally likely.  Returns false if there is none. */
static bool random_track(const struct table *table, const struct board *board,
                         const struct hand *hand, const struct turn *turn, struct rng *rng,
                         struct track *track)
{
    if (table->supply > 0 && table->coloured[table->to_move] == 0)
        return random_black_track(table, board, hand, turn, rng, track);
    struct line_set black, coloured;
    turn_lines(table, board, hand, turn, &black, &coloured);
    const unsigned blacks = set_sample_count(&black);
    const unsigned total = blacks + set_sample_count(&coloured);
    if (total == 0)
        return false;
    const bool own = rng_below(rng, total) >= blacks;
    *track = (struct track){
        .line = (uint16_t)set_sample_line(own ? &coloured : &black, rng), .own = own, .zero = 0};
    return true;
}

/* Adds a random track to the draft.  Returns false if none is legal. */
static bool add_random_track(struct draft *draft, const struct board *board, struct rng *rng)
{
    struct track track;
    if (!random_track(&draft->table, board, &draft->hand, &draft->turn, rng, &track))
        return false;
    const enum refusal refusal = draft_lay(draft, board, track.line, track.own);
    CHECK(refusal == ACCEPTED);
    return true;
}

void random_legal_turn(const struct board *board, const struct view *view, struct rng *rng,
                       struct turn *turn)
{
    enum { SECOND_TRACK_OF_4 = 3, MARKER_MOVE_OF_4 = 1 }; /* probabilities in quarters */
    struct draft draft;
    struct choices choices;
    draft_begin(&draft, &view->table, &view->hand);
    turn_choices(&draft.table, board, &draft.hand, &draft.turn, &choices);
    if (junction_set_count(&choices.places) > 0) {
        draft_place(&draft, board, set_sample_junction(&choices.places, rng));
    } else if (!add_random_track(&draft, board, rng)) {
        draft_pass(&draft, board);
    } else {
        if (rng_below(rng, 4) < SECOND_TRACK_OF_4)
            add_random_track(&draft, board, rng);
        turn_choices(&draft.table, board, &draft.hand, &draft.turn, &choices);
        if (junction_set_count(&choices.places) > 0 && rng_below(rng, 4) < MARKER_MOVE_OF_4)
            draft_move(&draft, board, set_sample_junction(&choices.places, rng));
    }
    *turn = draft.turn;
}

void random_turn(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts)
{
    (void)memory;
    (void)thoughts;
    random_legal_turn(question->board, question->view, question->rng, turn);
}

/* Plays a random turn on `position` itself.  Returns true if it was a pass. */
static bool play_random_turn(struct position *position, const struct board *board, struct rng *rng)
{
    struct table *table = &position->table;
    const unsigned seat = table->to_move;
    struct turn turn = {.kind = TURN_LAY, .marker = JUNCTION_NONE};
    if (table->marker[seat] == JUNCTION_NONE) {
        struct choices choices;
        turn_choices(table, board, &position->hand[seat], &turn, &choices);
        table_place_marker(table, board, seat, set_sample_junction(&choices.places, rng));
        return false;
    }
    while (turn.tracks < TURN_TRACKS_MAX) {
        struct track *track = &turn.track[turn.tracks];
        if (!random_track(table, board, &position->hand[seat], &turn, rng, track))
            break;
        table_lay(table, board, seat, track->line, track->own);
        turn.tracks++;
    }
    return turn.tracks == 0;
}

/* Speed matters: millions of rounds are played here, so all calls are inlined. */
__attribute__((flatten)) unsigned random_rest_of_round(struct position *position,
                                                       const struct board *board, struct rng *rng)
{
    CHECK(position->table.phase == PHASE_PLAYING);
    while (!position_turn_over(position, play_random_turn(position, board, rng)))
        continue;
    return position_connected(position, &position->table);
}
