/*
 * Lists every legal turn of a seat by trying draft_lay() in all orders, so that no rule is
 * duplicated here.
 */
#include <string.h>

#include "base/check.h"
#include "rules/draft.h"
#include "rules/notation.h"

struct listing {
    const struct board *board;
    struct draft start; /* nothing entered */
    void (*visit)(void *context, const struct turn *turn);
    void *context;
};

static void visit_marker_places(const struct listing *listing, const struct choices *choices)
{
    struct turn turn = listing->start.turn;
    turn.kind = TURN_PLACE;
    unsigned junction = junction_set_next(&choices->places, 0);
    while (junction != JUNCTION_NONE) {
        turn.marker = (uint8_t)junction;
        listing->visit(listing->context, &turn);
        junction = junction_set_next(&choices->places, junction + 1);
    }
}

/* Returns true if the same two tracks are legal in the other order and come first as text. */
static bool other_order_comes_first(const struct listing *listing, const struct turn *turn)
{
    struct turn swapped = *turn;
    swapped.track[0] = turn->track[1];
    swapped.track[1] = turn->track[0];
    char text[TURN_TEXT_SIZE] = {0}, swapped_text[TURN_TEXT_SIZE] = {0};
    notation_turn(text, listing->board, turn);
    notation_turn(swapped_text, listing->board, &swapped);
    if (memcmp(swapped_text, text, TURN_TEXT_SIZE) > 0)
        return false;
    struct draft draft = listing->start;
    return draft_turn(&draft, listing->board, &swapped) == ACCEPTED;
}

static void visit_tracks(const struct listing *listing, const struct draft *draft);

static void visit_lines(const struct listing *listing, const struct draft *draft,
                        const struct line_set *lines, bool own)
{
    unsigned line = line_set_next(lines, 0);
    while (line != LINE_NONE) {
        struct draft next = *draft;
        const enum refusal refusal = draft_lay(&next, listing->board, line, own);
        CHECK(refusal == ACCEPTED);
        if (next.turn.tracks < TURN_TRACKS_MAX || !other_order_comes_first(listing, &next.turn))
            listing->visit(listing->context, &next.turn);
        if (next.turn.tracks < TURN_TRACKS_MAX)
            visit_tracks(listing, &next);
        line = line_set_next(lines, line + 1);
    }
}

static void visit_tracks(const struct listing *listing, const struct draft *draft)
{
    struct line_set black, coloured;
    turn_lines(&draft->table, listing->board, &draft->hand, &draft->turn, &black, &coloured);
    visit_lines(listing, draft, &black, false);
    visit_lines(listing, draft, &coloured, true);
}

void turn_each(const struct table *table, const struct board *board, const struct hand *hand,
               void (*visit)(void *context, const struct turn *turn), void *context)
{
    struct listing listing = {.board = board, .visit = visit, .context = context};
    draft_begin(&listing.start, table, hand);
    struct choices choices;
    turn_choices(table, board, hand, &listing.start.turn, &choices);
    visit_marker_places(&listing, &choices);
    if (choices.may_pass) {
        struct turn pass = listing.start.turn;
        pass.kind = TURN_PASS;
        visit(context, &pass);
    }
    visit_tracks(&listing, &listing.start);
}
