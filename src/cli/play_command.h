/*
 * What a person can type beside a turn: help, map, hand, save, quit and the like.
 */
#ifndef RAILHEAD_CLI_PLAY_COMMAND_H
#define RAILHEAD_CLI_PLAY_COMMAND_H

#include "cli/play_game.h"

enum command_result {
    COMMAND_NONE,  /* the line is no command */
    COMMAND_DONE,  /* and the question stands */
    COMMAND_LEAVE, /* the person leaves the game */
};

/* `view` is that of the person who asks; its seat is SEAT_NONE between the rounds. */
enum command_result command_run(struct game *game, const struct view *view, const char *line);

#endif
