/*
 * Advice for a person at the keyboard, from a bot that has watched the round from the same seat.
 *
 * The adviser gets the person's view and nothing else.
 */
#ifndef RAILHEAD_CLI_PLAY_HINT_H
#define RAILHEAD_CLI_PLAY_HINT_H

#include "cli/play_game.h"

/* The turns that the adviser likes best, with the minus points that it expects after each. */
void hint_turns(const struct game *game, const struct view *view);

/* What it believes of the others' cards. */
void hint_cards(const struct game *game, const struct view *view);

#endif
