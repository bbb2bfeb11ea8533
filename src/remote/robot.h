/*
 * A program at a server's table: it sits down, is told the game as its seat sees it, and plays.
 *
 *     server --wire--> told --follow_take()--> follow --moments--> player: see, turn
 *        ^                                       '--what may be asked--> sit, ready, back, yes
 *        '------------------------------------ turn <-----------------------'
 *
 * The player may think for long: meanwhile the connection lives on a thread of its own.  When turns
 * are taken back the whole game is told anew.  A turn whose answer did not come is sent again, as
 * it was.
 */
#ifndef RAILHEAD_REMOTE_ROBOT_H
#define RAILHEAD_REMOTE_ROBOT_H

#include "engine/contender.h"
#include "remote/visit.h"

/* What those who watch it at work may want to hear. */
enum robot_news {
    ROBOT_SITS,     /* robot_seat() */
    ROBOT_ROUND,    /* follow.view.table.round has begun */
    ROBOT_PLAYS,    /* `turn` was sent */
    ROBOT_FORFEITS, /* the program had no turn that could be played: `why`; one by chance is sent */
    ROBOT_REFUSED,  /* the server has refused something: `why` */
    ROBOT_LOST,     /* the connection: `why`; it is sought again */
    ROBOT_BACK,     /* and found */
    ROBOT_OVER,     /* the game is */
};

struct robot;

struct robot_listener {
    void (*hear)(void *context, const struct robot *robot, enum robot_news news);
    void *context;
};

/* What came of it. */
enum robot_end {
    ROBOT_WORKS,    /* it goes on */
    ROBOT_FINISHED, /* the game is over, or the robot was told to go and is gone */
    ROBOT_FAILED,   /* `why` */
};

struct robot_wishes {
    const char *program;   /* what it is called here: another one is another person */
    unsigned milliseconds; /* for a turn, at least 1 */
    bool stays;            /* after the game, for a rematch */
};

enum { ROBOT_WHY_SIZE = 400 };

struct robot {
    /* To be read. */
    struct follow follow;
    char turn[TURN_TEXT_SIZE]; /* that has been sent and not been answered yet, or "" */
    char why[ROBOT_WHY_SIZE];

    /* Its own. */
    struct visit visit;
    struct told told;
    struct contender_player *player;
    struct robot_listener listener;
    struct rng rng;
    unsigned moments; /* of the game, that the player has been told */
    unsigned taken_back;
    bool closed; /* the player knows how the last of these rounds ended */
    struct table before;
    uint32_t turn_after;
    bool asks;         /* for something, and has no answer yet */
    bool goes;         /* was told to */
    bool lost;         /* there is no connection, which was told */
    unsigned refusals; /* one after the other */
    uint64_t pause;    /* nothing is asked for before this moment, by child_clock(); 0 for none */
    struct robot_wishes wishes;
    enum robot_end end;
};

/*
 * Connects as the program of that name; NULL with a sentence in `error`.  The player is one whose
 * limits hurry bots too.
 */
struct robot *robot_new(const struct remote_target *target, const struct robot_wishes *wishes,
                        struct contender_player *player, struct robot_listener listener,
                        char error[], size_t error_size);
void robot_free(struct robot *robot);

/* Can be read while there is something to do; see also robot_pause(). */
int robot_descriptor(const struct robot *robot);

/* In how many milliseconds there is something to do though nobody says anything; -1 for never. */
int robot_pause(const struct robot *robot);

/* Does what there is to do; the player may think in between. */
enum robot_end robot_step(struct robot *robot);

/* Gets up, or leaves the game to a bot of the server: then a step finishes. */
void robot_go(struct robot *robot);

/* Where it sits, or SEAT_NONE. */
unsigned robot_seat(const struct robot *robot);

#endif
