/*
 * The settings of a game to be played, from the command line or from the start menu.
 *
 * Knows boards, bots and names; local_source.h plays the game.
 */
#ifndef RAILHEAD_TERMINAL_APP_PLAY_SETUP_H
#define RAILHEAD_TERMINAL_APP_PLAY_SETUP_H

#include <limits.h>

#include "engine/contender.h"
#include "files/chosen_board.h"
#include "files/file.h"
#include "rules/deal.h"
#include "terminal/drawing/seat_look.h"
#include "terminal/line_mode/line_terminal.h"
#include "text/text.h"

enum {
    PLAYER_NAME_SIZE = 25, /* bytes of a person's name, with the NUL; tables stay aligned */
    DEFAULT_OPPONENTS = 3,
    ASKED_SEATS_SIZE = 96,
    PACE_USUAL_MS = 500,
    PACE_MOST_MS = 3600000,
    PLAY_ERROR_SIZE = PATH_MAX + CONTENDER_ERROR_SIZE + ENGINE_REPORT_SIZE,
};

struct play_seat {
    char name[PLAYER_NAME_SIZE]; /* for a bot: what was typed to ask for it */
    bool is_bot;                 /* otherwise a person at this keyboard */
    bool is_adaptive;            /* the level is chosen for each game (game/company.h) */
    struct contender contender;  /* only for a bot */
};

/*
 * Prints the review of a game to standard output, given its record.  Returns false with a sentence
 * in `error`.
 */
typedef bool play_print_review(const char *record, size_t length, struct record_boards boards,
                               char error[], size_t error_size);

struct play_setup {
    struct chosen_board board;
    struct play_seat player[SEATS_MAX];
    unsigned seats;
    unsigned variants;
    uint8_t seed[SEED_SIZE];
    bool timed; /* bots stop after a time, not an amount of work; false with --seed */
    const struct bot *adviser; /* the bot that gives hints */
    const char *save;          /* where to save the record, or NULL */
    bool keeps;                /* saved automatically in the folder of kept games (kept_games.h) */
    char kept[PATH_MAX];       /* its path there */
    const char *resume;        /* path of the record to continue, or NULL */
    struct file resumed;       /* its contents: a valid record of a game that can continue */
    const char *server;        /* URL of the server, or NULL for a game on this machine */
    const char *table;         /* id or link of a table there, or NULL */
    const char *name;          /* name to show there, or NULL to keep the previous one */
    bool watches;              /* watch, without a seat */
    const char *server_seats;  /* the seats as given, parsed only for a game on this machine */
    char asked_seats[ASKED_SEATS_SIZE]; /* storage for seats from the start menu */
    struct seat_choice look;            /* of the person's own seat (saved_look.h) */
    unsigned theme;                     /* enum theme, or THEMES to match the terminal */
    bool still;                         /* no animation */
    bool plain;                         /* line mode, even if the terminal could do more */
    play_print_review *print_review;    /* for a review in line mode */
    unsigned pace_ms;                   /* as given, or PACE_UNSAID; see play_setup_pace() */
};

/* Value of `pace_ms`: not given. */
#define PACE_UNSAID UINT_MAX

#define PLAY_DEFAULT_BOARD "transamerica"
#define PLAY_DEFAULT_SEATS "you,medium,medium,medium"

/* How to go on after the settings have been read. */
enum play_start {
    START_GAME,
    START_SERVER, /* play at a server */
    START_BAD,    /* an error, with a sentence */
    START_LEAVE,  /* the user cancelled the start menu */
};

/* Writes a sentence to `error`.  Always returns false. */
__attribute__((format(printf, 2, 3))) bool play_setup_refuse(char error[PLAY_ERROR_SIZE],
                                                             const char *format, ...);

void play_setup_init(struct play_setup *setup);

/* Returns true if nothing specifies a game, so that the user is asked. */
bool play_setup_is_open(const struct play_setup *setup);

/*
 * Checks the settings and fills in defaults.  Returns START_GAME, START_SERVER, or START_BAD with
 * a sentence in `error`.
 */
enum play_start play_setup_complete(struct play_setup *setup, char error[PLAY_ERROR_SIZE]);

/*
 * Saves the game automatically unless a file was named.  Without a place for it, the game is not
 * saved.
 */
void play_setup_keep(struct play_setup *setup);

/*
 * For the next game. play_setup_renew() resets what belongs to a single game; play_setup_rematch()
 * keeps the settings, moves the seats by one and draws a new seed.
 */
void play_setup_renew(struct play_setup *setup);
void play_setup_rematch(struct play_setup *setup);

void play_setup_release(struct play_setup *setup);

/* Adds a seat, given the name of a person or a bot.  Returns false with the reason in `error`. */
bool play_setup_add_seat(struct play_setup *setup, const char *name, size_t length,
                         char error[CONTENDER_ERROR_SIZE]);

/* Finds a bot by its name, ignoring case.  Returns NULL if there is none. */
const struct bot *play_setup_find_bot(struct word name);

/* Returns the number of people at this keyboard. */
unsigned play_setup_people(const struct play_setup *setup);

/*
 * Returns the usual duration of a bot's turn in milliseconds, as shown.  It is 0 in line mode and
 * with --seed unless it was given, since a program may be reading the output.
 */
unsigned play_setup_pace(const struct play_setup *setup, bool plain);

#endif
