/* Bots, the reasons for their turns, and the probabilities of other hands. */
#ifndef RAILHEAD_BOTS_H
#define RAILHEAD_BOTS_H

#include <railhead/game.h>

#ifdef __cplusplus
extern "C" {
#endif

struct railhead_bot_info {
    const char *name;  /* "hard" */
    const char *about; /* one line, in English */
    uint64_t work;     /* usual budget per turn in steps; 0 for a bot that does not search */
    uint32_t level;    /* 1 if people can choose it as a level */
    uint32_t zero;
};

/* Bots are numbered from the weakest. */
RAILHEAD_API size_t railhead_bot_count(void);
RAILHEAD_API enum railhead_status railhead_bot_info(size_t number, struct railhead_bot_info *info,
                                                    size_t size, struct railhead_error *error);

/* A turn that a bot considered. */
struct railhead_idea {
    struct railhead_turn turn;
    uint32_t zero;
    double lost;  /* minus points of this round that the bot expects after the turn */
    double value; /* the bot's measure; higher is better */
    double doubt; /* standard error if the value is a chance to win; otherwise negative */
};

struct railhead_thoughts {
    uint32_t ideas; /* number of entries in `idea`, the best first */
    uint32_t zero;
    uint64_t work; /* steps used, at most the budget */
    struct railhead_idea idea[8];
    float chance[6][80]; /* of each seat to have each city */
};

/*
 * Asks a bot for the turn of the seat to move, given only what that seat knows.  The game does not
 * change.  `thoughts` may be NULL; then `size` is 0.  The same question always gets the same
 * answer.
 */
RAILHEAD_API enum railhead_status railhead_game_think(const struct railhead_game *game,
                                                      const char *bot, uint64_t work,
                                                      struct railhead_turn *turn,
                                                      struct railhead_thoughts *thoughts,
                                                      size_t size, struct railhead_error *error);

/*
 * Computes what `seat` can conclude from this round's turns about other hands: chance[other *
 * cities + city] for every seat and city, 1 or 0 for known cards.
 */
RAILHEAD_API enum railhead_status railhead_game_belief(const struct railhead_game *game,
                                                       uint32_t seat, float *chance, size_t room,
                                                       struct railhead_error *error);

#ifdef __cplusplus
}
#endif

#endif
