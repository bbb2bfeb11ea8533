/*
 * A game in plain text from its first deal to its end.
 *
 * What is shown to a person goes through a view of the person's seat.
 */
#ifndef RAILHEAD_CLI_PLAY_GAME_H
#define RAILHEAD_CLI_PLAY_GAME_H

#include "cli/play_table.h"
#include "cli/play_talk.h"

enum { LOG_TURNS = 60 }; /* turns that can be told again */

struct game {
    const struct play_options *options;
    const struct board *board;
    struct screen *screen;
    struct talk talk;
    struct play_table table;
    char log[LOG_TURNS][TALK_TURN_SIZE]; /* the last turns of the game in words, in a ring */
    unsigned logged;                     /* turns so far */
    unsigned heard[SEATS_MAX];           /* how many of them a person has been told */
    unsigned at_keyboard;                /* whose hand is on the screen, or SEAT_NONE */
    bool shows_map;                      /* at the start of a person's turn */
    bool told_map_size;
    bool save_fails;
};

/* Plays the game; the answer is the status of the command. */
int play_game(const struct play_options *options, struct screen *screen);

/* Tells the logged turns from number `from` on, as far back as the log goes. */
void game_tell_log(struct game *game, unsigned from);

/* The map for the reader of the view with its legend, or a line that says why not. */
void game_show_map(struct game *game, const struct view *view);

#endif
