/*
 * The easy player: on its way to a city it likes, one step after another, and not in a hurry.
 */
#ifndef RAILHEAD_BOTS_EASY_H
#define RAILHEAD_BOTS_EASY_H

#include "bots/bot.h"

void easy_turn(void *memory, const struct question *question, struct turn *turn,
               struct thoughts *thoughts);

#endif
