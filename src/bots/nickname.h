/*
 * What the bots are called: at each level somebody else in each seat, so that those at one table
 * can be told apart and are known the next time.  A name is for people to read; in records,
 * settings and messages a bot is its level.
 */
#ifndef RAILHEAD_BOTS_NICKNAME_H
#define RAILHEAD_BOTS_NICKNAME_H

#include "bots/bot.h"

/* Who plays that seat, from 0, at that level; NULL for a bot that is no level. */
const char *bot_nickname(const struct bot *bot, unsigned seat);

#endif
