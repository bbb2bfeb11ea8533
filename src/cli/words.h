/* The words that options accept as values, each list taken from the module that defines them. */
#ifndef RAILHEAD_CLI_WORDS_H
#define RAILHEAD_CLI_WORDS_H

#include "cli/options.h"

extern const struct word_list board_words;     /* the compiled-in boards: board_file/boards.h */
extern const struct word_list ruleset_words;   /* rules/notation.h */
extern const struct word_list variant_words;   /* the same; the index is the number of the bit */
extern const struct word_list bot_words;       /* bots/bot.h */
extern const struct word_list level_words;     /* the same */
extern const struct word_list contender_words; /* the bots and the oracle: engine/contender.h */
extern const struct word_list kernel_words;    /* those that this machine can run: score/kernel.h */
extern const struct word_list theme_words;     /* terminal/drawing/theme.h */
extern const struct word_list colour_words;    /* terminal/drawing/seat_look.h */
extern const struct word_list sign_words;      /* the same */

#endif
