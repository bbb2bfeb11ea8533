/*
 * The settings of a game to be played: from the command line, or from the start menu.
 *
 * Knows boards, bots and names; the game itself is local_source.h's affair.
 */
#ifndef RAILHEAD_TERMINAL_APP_PLAY_SETUP_H
#define RAILHEAD_TERMINAL_APP_PLAY_SETUP_H

#include <limits.h>

#include "board/chosen_board.h"
#include "core/deal.h"
#include "core/text.h"
#include "play/contender.h"
#include "play/file.h"
#include "terminal/drawing/seat_look.h"
#include "terminal/line_mode/line_terminal.h"

enum {
    PLAYER_NAME_SIZE = 25, /* of a person, in bytes, with the NUL: tables keep their shape */
    DEFAULT_OPPONENTS = 3,
    ASKED_SEATS_SIZE = 96,
    PACE_USUAL_MS = 500,
    PACE_MOST_MS = 3600000,
    PLAY_ERROR_SIZE = PATH_MAX + CONTENDER_ERROR_SIZE + ENGINE_REPORT_SIZE,
};

struct play_seat {
    char name[PLAYER_NAME_SIZE]; /* a bot's is what it was asked for by */
    bool is_bot;                 /* or else a person at this keyboard */
    bool is_adaptive;            /* its level is chosen for each game: play/company.h */
    struct contender contender;  /* of a bot */
};

/* Prints the review of a game to standard output, given its record.  False with a sentence. */
typedef bool play_print_review(const char *record, size_t length, struct record_boards boards,
                               char error[], size_t error_size);

struct play_setup {
    struct chosen_board board;
    struct play_seat player[SEATS_MAX];
    unsigned seats;
    unsigned variants;
    uint8_t seed[SEED_SIZE];
    bool timed;                         /* bots are stopped by the clock: without --seed */
    const struct bot *adviser;          /* who is asked for hints */
    const char *save;                   /* where the record is kept, or NULL */
    bool keeps;                         /* by itself, where kept games are: kept_games.h */
    char kept[PATH_MAX];                /* there */
    const char *resume;                 /* the record that is played on, or NULL */
    struct file resumed;                /* its text: sound, and with a game that can go on */
    const char *server;                 /* where the game is, or NULL: here */
    const char *table;                  /* the link of a table there, or NULL */
    const char *name;                   /* that others see there, or NULL: as it was */
    bool watches;                       /* takes no seat there */
    const char *server_seats;           /* as they were given, for a table that is opened there */
    char asked_seats[ASKED_SEATS_SIZE]; /* as they were asked for */
    struct seat_choice look;            /* of the own seat; saved_look.h */
    unsigned theme;                     /* or THEMES: what goes with the terminal */
    bool still;                         /* nothing moves by itself */
    bool plain;                         /* text in, text out, whatever the terminal can do */
    play_print_review *print_review;    /* for the game in plain text */
    unsigned pace_ms;                   /* as it was said, or PACE_UNSAID; play_setup_pace() */
};

/* Of a pace: nobody has said how fast. */
#define PACE_UNSAID UINT_MAX

#define PLAY_DEFAULT_BOARD "transamerica"
#define PLAY_DEFAULT_SEATS "you,medium,medium,medium"

/* What the settings lead to. */
enum play_start {
    START_GAME,
    START_SERVER, /* a seat at a server */
    START_BAD,    /* with a sentence */
    START_LEAVE,  /* the person who was asked went away */
};

/* Writes a sentence; always false. */
__attribute__((format(printf, 2, 3))) bool play_setup_refuse(char error[PLAY_ERROR_SIZE],
                                                             const char *format, ...);

void play_setup_init(struct play_setup *setup);

/* Whether nothing has been said of the game: then the person is asked. */
bool play_setup_is_open(const struct play_setup *setup);

/* What the settings lead to: START_GAME, START_SERVER, or START_BAD with a sentence in `error`. */
enum play_start play_setup_complete(struct play_setup *setup, char error[PLAY_ERROR_SIZE]);

/* The game keeps itself where nobody has said where to save it; without a place for it, it does
 * not. */
void play_setup_keep(struct play_setup *setup);

/* After a game: nothing is said of the next one any more, or it is the same with other deals and
 * seats one further. */
void play_setup_renew(struct play_setup *setup);
void play_setup_rematch(struct play_setup *setup);

void play_setup_release(struct play_setup *setup);

/* Another seat by name; false with what is wrong with it. */
bool play_setup_add_seat(struct play_setup *setup, const char *name, size_t length,
                         char error[CONTENDER_ERROR_SIZE]);

/* A bot by its name in any letters, or NULL. */
const struct bot *play_setup_find_bot(struct word name);

/* People at this keyboard. */
unsigned play_setup_people(const struct play_setup *setup);

/* How long a bot usually seems to think, in milliseconds.  Nothing waits by itself in plain text or
 * with --seed, where a program may be reading. */
unsigned play_setup_pace(const struct play_setup *setup, bool plain);

#endif
