/*
 * Bots, why they play what they play, and what may be in the others' hands.
 */
#ifndef RAILHEAD_BOTS_H
#define RAILHEAD_BOTS_H

#include <railhead/game.h>

#ifdef __cplusplus
extern "C" {
#endif

struct railhead_bot_info {
    const char *name;  /* "hard" */
    const char *about; /* one line, in English */
    uint64_t work;     /* the usual budget of a turn; 0 for a bot that does not search */
    uint32_t level;    /* 1 where people choose it as a level */
    uint32_t zero;
};

/* From the weakest on. */
RAILHEAD_API size_t railhead_bot_count(void);
RAILHEAD_API enum railhead_status railhead_bot_info(size_t number, struct railhead_bot_info *info,
                                                    size_t size, struct railhead_error *error);

/* A turn that was weighed. */
struct railhead_idea {
    struct railhead_turn turn;
    uint32_t zero;
    double lost;  /* minus points of this round that the bot expects after it */
    double value; /* what it compares: the higher the better */
    double doubt; /* the standard error where the value is a chance to win, or less than 0 */
};

struct railhead_thoughts {
    uint32_t ideas; /* how many of `idea` there are, the best first */
    uint32_t zero;
    uint64_t work; /* steps that were spent, never more than the budget */
    struct railhead_idea idea[8];
    float chance[6][80]; /* of each city to be in the hand of each seat */
};

/*
 * What a bot would do in the place of the seat to move, from what that seat knows; nothing of the
 * game changes.  `thoughts` may be NULL, then `size` is 0.  The same question has the same answer.
 */
RAILHEAD_API enum railhead_status railhead_game_think(const struct railhead_game *game,
                                                      const char *bot, uint64_t work,
                                                      struct railhead_turn *turn,
                                                      struct railhead_thoughts *thoughts,
                                                      size_t size, struct railhead_error *error);

/*
 * What `seat` can conclude from this round's turns about the others' cards: chance[other * cities +
 * city] for every seat and city, 1 or 0 where a card is known.
 */
RAILHEAD_API enum railhead_status railhead_game_belief(const struct railhead_game *game,
                                                       uint32_t seat, float *chance, size_t room,
                                                       struct railhead_error *error);

#ifdef __cplusplus
}
#endif

#endif
