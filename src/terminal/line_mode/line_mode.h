/*
 * A game in line mode: lines of text in and out, without moving a cursor, for screen readers and
 * pipes.
 *
 * The front end beside full_screen.h.  Like it, uses its source for everything about the game,
 * here or at a server.
 */
#ifndef RAILHEAD_TERMINAL_LINE_MODE_LINE_MODE_H
#define RAILHEAD_TERMINAL_LINE_MODE_LINE_MODE_H

#include "terminal/line_mode/say.h"

enum { COMMAND_COLUMNS = 15 }; /* width of the commands in the help */

/* What the person at the keyboard is asked for. */
enum line_mode_question {
    QUESTION_NONE,    /* wait for others */
    QUESTION_CURTAIN, /* the next person must take the keyboard */
    QUESTION_TURN,
    QUESTION_NEXT,  /* a round is over */
    QUESTION_LEAVE, /* the game is over */
    QUESTION_ROOM,  /* the game has not begun */
};

struct line_mode {
    struct source *source;
    struct line_terminal *terminal;
    struct speaker speaker;
    unsigned reader;          /* whose hand may be printed, or SEAT_NONE */
    unsigned revealed;        /* with several people: for whom the curtain is open, or SEAT_NONE */
    unsigned moments_printed; /* number of moments of the history that were printed */
    unsigned moments_seen[SEATS_MAX];    /* the same for each person at this keyboard */
    unsigned talk_printed;               /* number of lines of talk that were printed */
    unsigned moments_presented;          /* number of moments when a turn was last asked for */
    unsigned round_printed;              /* the round whose end has been printed */
    unsigned round_read;                 /* the round that the person has finished reading */
    char notice[SOURCE_SENTENCE_SIZE];   /* the source's notice as last printed */
    enum source_connection connection;   /* the state of the connection as last printed */
    enum line_mode_question asked;       /* the question at the end of the output */
    bool waits;                          /* a turn was sent and its answer is pending */
    unsigned sent_moments, sent_changes; /* moments and changes of the source when it was sent */
    bool moves_marker;                   /* that turn moves the marker (V2) */
    bool shows_map;                      /* print the map before each turn of a person */
    bool has_mentioned_map_size;
    bool leaves;
    unsigned next; /* what follows: enum source_offer, or 0 */
};

/*
 * Plays until the game is over, the person leaves, or the connection is SOURCE_DISCONNECTED.
 * Returns the offer chosen at the end of the game, or 0.  With `is_reviewed`, the game is shown
 * again after its review, and nothing is printed twice.
 */
unsigned line_mode_run(struct source *source, struct line_terminal *terminal, bool is_reviewed);

/* ---- Shared by the files of line mode ------------------------------------------------------ */

/* Returns true for a game at a server, where talk and requests can happen at any time. */
bool line_mode_is_remote(const struct line_mode *ui);

unsigned line_mode_offers(const struct line_mode *ui); /* at the end of the game; otherwise 0 */

/* line_mode_command.c: commands besides turns.  Returns false if the line is not one. */
bool line_mode_command(struct line_mode *ui, const char *line);

/* line_mode_room.c: commands at a server's table.  Returns false if the line is not one. */
bool line_mode_room_command(struct line_mode *ui, const char *line);
void line_mode_room_help(const struct line_mode *ui);
void line_mode_print_seats(const struct line_mode *ui);

/* Prints the talk from line number `from` on, as far as it is kept. */
void line_mode_print_talk(const struct line_mode *ui, unsigned from);

/* line_mode_hint.c: hints for the seat to move. */
void line_mode_hint_turns(struct line_mode *ui);
void line_mode_hint_cards(struct line_mode *ui);

/*
 * line_mode_map.c: prints the whole map, or the part around a junction unless it is JUNCTION_NONE.
 */
void line_mode_show_map(const struct line_mode *ui, unsigned junction);

/* Prints the map if there is space for it and what follows; otherwise mentions its size once. */
void line_mode_show_map_if_it_fits(struct line_mode *ui);
void line_mode_map_legend(const struct line_mode *ui);

#endif
