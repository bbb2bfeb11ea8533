/*
 * What a page is told of a game, as JSON.
 *
 * A state is made from a view of one seat, so nothing that this seat may not know can be in it.
 * Seats are numbers from 1; lines are named "F4-G4", ferries too.
 */
#ifndef RAILHEAD_PAGE_GAME_JSON_H
#define RAILHEAD_PAGE_GAME_JSON_H

#include "game/game.h"

/* A game for the eyes of one seat, whoever keeps it. */
struct shown_game {
    const struct board *board;
    const struct record_names *names;
    const struct view *view;
    unsigned taken_back;       /* turns, in a game on this machine */
    const struct draft *draft; /* NULL unless a person in the seat of the view is to move */
};
void game_json_state(struct text *text, const struct shown_game *game);

/* One event as it happens, for the log; `table` is as it has left it. */
void game_json_event(struct text *text, const struct board *board, const struct table *table,
                     const struct game_event *event);

/* Who sits where: a name, which may be "", and the name of a bot or null. */
void game_json_seats(struct text *text, const struct game *game);

/* Every hand that the record knows, with what its seat misses now: for replays. */
void game_json_hands(struct text *text, const struct game *game);

/* As json/fault_json.h has it; a fault with its line. */
void game_json_refusal(struct text *text, enum refusal refusal);
void game_json_fault(struct text *text, const struct fault *fault);

/* Adds "refusal" or "fault" to an object if what was entered was not accepted. */
void game_json_add_entered(struct text *text, enum refusal refusal, const struct fault *fault);

/* What a bot thinks of the turn of a seat. */
void game_json_advice(struct text *text, const struct board *board, unsigned seats,
                      const struct turn *turn, const struct thoughts *thoughts);

/* What is said of a turn; losses in hundredths of a chance to win, and in minus points. */
void game_json_review(struct text *text, const struct game *game,
                      const struct judgement *judgement);

#endif
