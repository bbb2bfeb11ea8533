/*
 * Where a game that is shown comes from: this machine, or a server.
 *
 * The screen sees the game through this alone, so it cannot know more than the person in front of
 * it may: tables, and the hand of the seat at the keyboard.
 */
#ifndef RAILHEAD_TERMINAL_SOURCE_H
#define RAILHEAD_TERMINAL_SOURCE_H

#include "core/draft.h"
#include "core/fault.h"
#include "terminal/chronicle.h"

enum {
    SOURCE_NAME_SIZE = 64,
    SOURCE_SENTENCE_SIZE = 400,
    SOURCE_HINTS_MAX = 4,
    SOURCE_HINT_SIZE = 80,
};

struct source_seat {
    char name[SOURCE_NAME_SIZE];
    bool is_bot;
    bool is_person_here; /* at this keyboard */
    bool thinks;         /* a bot, just now */
    bool is_away;
    int64_t clock_ms; /* what is left, or -1 where there is no clock */
};

struct source;

struct source_calls {
    /* Does what is due, and never waits.  True when there is something new to show. */
    bool (*step)(struct source *source);

    /* The seat to move plays.  False with a sentence in `why`. */
    bool (*play)(struct source *source, const struct turn *turn, char why[SOURCE_SENTENCE_SIZE]);

    /* The round has been looked at: the next one may begin. */
    void (*go_on)(struct source *source);

    /* Asks for advice, which arrives in `hint`.  False with a sentence where there is none. */
    bool (*ask_hint)(struct source *source, char why[SOURCE_SENTENCE_SIZE]);

    /* Writes the record as far as the person may know it.  A sentence either way. */
    bool (*save)(struct source *source, const char *path, char why[SOURCE_SENTENCE_SIZE]);
};

struct source {
    const struct source_calls *calls;
    const struct board *board;
    struct chronicle chronicle; /* never empty once the screen sees it */
    struct source_seat seat[SEATS_MAX];
    unsigned keyboard; /* the seat whose hand the person at the keyboard may see, or SEAT_NONE */
    struct hand hand;  /* of that seat */
    bool secret;       /* several people share the screen: a curtain falls between their hands */
    int descriptor;    /* can be read when step() has something to do; -1 for none */
    int pause_ms;      /* after which step() is called anyway; -1 for never */
    struct turn hint[SOURCE_HINTS_MAX];
    char hint_text[SOURCE_HINTS_MAX][SOURCE_HINT_SIZE];
    unsigned changes;     /* goes up when the last moment is not as it was, or a turn came back */
    unsigned hints;       /* how many of them are there */
    unsigned hint_number; /* goes up with each answer */
    char title[80];       /* what kind of game this is */
    char notice[SOURCE_SENTENCE_SIZE]; /* what the person should know, or "" */
};

/* What lies on the table now. */
static inline const struct table *source_table(const struct source *source)
{
    return &source->chronicle.moment[source->chronicle.moments - 1].table;
}

#endif
