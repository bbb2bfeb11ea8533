/*
 * What a page is told of a game, as JSON.
 *
 * A state is made from a view of one seat, so nothing that this seat may not know can be in it.
 * Seats are numbers from 1; lines are named "F4-G4", ferries too.
 */
#ifndef RAILHEAD_WASM_GAME_JSON_H
#define RAILHEAD_WASM_GAME_JSON_H

#include "play/game.h"

/* The whole state for the seat of the view, and its draft if a person there is to move. */
void game_json_state(struct text *text, const struct game *game, const struct view *view);

/* One event as it happens, for the log. */
void game_json_event(struct text *text, const struct game *game, const struct game_event *event);

/* Who sits where: a name, which may be "", and the name of a bot or null. */
void game_json_seats(struct text *text, const struct game *game);

/* Every hand that the record knows, with what its seat misses now: for replays. */
void game_json_hands(struct text *text, const struct game *game);

/* As json/fault_json.h has it; a fault with its line. */
void game_json_refusal(struct text *text, enum refusal refusal);
void game_json_fault(struct text *text, const struct fault *fault);

/* What a bot thinks of the turn of a seat. */
void game_json_advice(struct text *text, const struct game *game, const struct turn *turn,
                      const struct thoughts *thoughts);

/* What is said of a turn; losses in hundredths of a chance to win, and in minus points. */
void game_json_review(struct text *text, const struct game *game,
                      const struct judgement *judgement);

#endif
