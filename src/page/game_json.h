/*
 * The JSON of a game for the page.
 *
 * A state is made from the view of one seat, so it cannot contain anything that this seat may not
 * know.  Seats are numbers from 1.  Lines are named "F4-G4", also ferries.
 */
#ifndef RAILHEAD_PAGE_GAME_JSON_H
#define RAILHEAD_PAGE_GAME_JSON_H

#include "game/game.h"

/* A game as one seat sees it, here or at a server. */
struct shown_game {
    const struct board *board;
    const struct record_names *names;
    const struct view *view;
    unsigned taken_back;       /* number of turns, in a game on this machine */
    const struct draft *draft; /* NULL unless a person in the viewer's seat is to move */
};
void game_json_state(struct text *text, const struct shown_game *game);

/* Writes an event for the log.  `table` is the table after the event. */
void game_json_event(struct text *text, const struct board *board, const struct table *table,
                     const struct game_event *event);

/* Writes the seats: a name, which may be "", and the name of a bot or null. */
void game_json_seats(struct text *text, const struct game *game);

/* Writes every hand that the record contains, with what its seat misses now, for replays. */
void game_json_hands(struct text *text, const struct game *game);

/* Write a JSON object as in json/fault_json.h; a fault with its line number. */
void game_json_refusal(struct text *text, enum refusal refusal);
void game_json_fault(struct text *text, const struct fault *fault);

/* Adds "refusal" or "fault" to an object if the word entered was not accepted. */
void game_json_add_entered(struct text *text, enum refusal refusal, const struct fault *fault);

/* Writes a bot's advice for the turn of a seat. */
void game_json_advice(struct text *text, const struct board *board, unsigned seats,
                      const struct turn *turn, const struct thoughts *thoughts);

/*
 * Writes the review of a turn.  Losses are in percentage points of the probability to win, and in
 * minus points.
 */
void game_json_review(struct text *text, const struct game *game,
                      const struct judgement *judgement);

#endif
