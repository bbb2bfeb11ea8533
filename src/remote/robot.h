/*
 * A bot client: takes a seat at a server's table, reports the game to a player as its seat sees it,
 * and plays its turns.
 *
 *     server --wire--> told --follow_take()--> follow --moments--> player: see, turn
 *        ^                                       '--what may be asked--> sit, ready, back, yes
 *        '------------------------------------ turn <-----------------------'
 *
 * The player may think for a long time, because the connection has its own thread.  When turns are
 * taken back, the whole game is reported again.  A turn without a response is sent again,
 * unchanged.
 */
#ifndef RAILHEAD_REMOTE_ROBOT_H
#define RAILHEAD_REMOTE_ROBOT_H

#include "engine/contender.h"
#include "remote/visit.h"

/* The events that a listener may report. */
enum robot_news {
    ROBOT_SITS,     /* took a seat: robot_seat() */
    ROBOT_ROUND,    /* a round has begun: follow.view.table.round */
    ROBOT_PLAYS,    /* `turn` was sent */
    ROBOT_FORFEITS, /* the program had no valid turn: `why`; a random one is sent */
    ROBOT_REFUSED,  /* the server refused a request: `why` */
    ROBOT_LOST,     /* the connection was lost: `why`; it reconnects */
    ROBOT_BACK,     /* reconnected */
    ROBOT_OVER,     /* the game is over */
};

struct robot;

struct robot_listener {
    void (*hear)(void *context, const struct robot *robot, enum robot_news news);
    void *context;
};

/* The state of the client. */
enum robot_end {
    ROBOT_WORKS,    /* still running */
    ROBOT_FINISHED, /* the game is over, or the client has left it as requested */
    ROBOT_FAILED,   /* it failed: `why` */
};

struct robot_wishes {
    const char *program;   /* its name on this machine; each name has its own identity */
    unsigned milliseconds; /* per turn, at least 1 */
    bool stays;            /* stays at the table after the game, for a rematch */
};

enum { ROBOT_WHY_SIZE = 400 };

struct robot {
    /* May be read. */
    struct follow follow;
    char turn[TURN_TEXT_SIZE]; /* a turn that was sent and not confirmed yet, or "" */
    char why[ROBOT_WHY_SIZE];

    /* Private. */
    struct visit visit;
    struct told told;
    struct contender_player *player;
    struct robot_listener listener;
    struct rng rng;
    unsigned moments; /* number of moments of the game that the player knows */
    unsigned taken_back;
    bool closed; /* the player knows the end of the last of these rounds */
    struct table before;
    uint32_t turn_after;
    bool asks;         /* a request is pending */
    bool goes;         /* robot_go() was called */
    bool lost;         /* the connection is lost, and that was reported */
    unsigned refusals; /* number of consecutive refusals */
    uint64_t pause;    /* no requests before this time of child_clock(); 0 for none */
    struct robot_wishes wishes;
    enum robot_end end;
};

/*
 * Connects as the program of that name.  Returns NULL with a message in `error`.  The player must
 * be one whose time limits also apply to built-in bots.  The caller frees it with robot_free().
 */
struct robot *robot_new(const struct remote_target *target, const struct robot_wishes *wishes,
                        struct contender_player *player, struct robot_listener listener,
                        char error[], size_t error_size);
void robot_free(struct robot *robot);

/*
 * Returns a descriptor that is readable while there is something to process; see also
 * robot_pause().
 */
int robot_descriptor(const struct robot *robot);

/*
 * Returns the milliseconds until robot_step() must be called even without a message; -1 for never.
 */
int robot_pause(const struct robot *robot);

/* Processes pending messages and sends requests.  Blocks while the player thinks about a turn. */
enum robot_end robot_step(struct robot *robot);

/*
 * Leaves the seat, or leaves the game to a bot of the server.  A later step then returns
 * ROBOT_FINISHED.
 */
void robot_go(struct robot *robot);

/* Returns its seat, or SEAT_NONE. */
unsigned robot_seat(const struct robot *robot);

#endif
