/*
 * Display names for bots.  Each level has a different name for each seat, so that bots at one table
 * can be told apart and are recognised the next time.  Names are for display only: records,
 * settings and messages identify a bot by its level.
 */
#ifndef RAILHEAD_BOTS_NICKNAME_H
#define RAILHEAD_BOTS_NICKNAME_H

#include "bots/bot.h"

/* The name of a bot of that level in `seat`, counted from 0.  NULL if the bot is not a level. */
const char *bot_nickname(const struct bot *bot, unsigned seat);

#endif
