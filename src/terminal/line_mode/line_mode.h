/*
 * A game in plain text: lines in, lines out, without moving a cursor.
 *
 * The other front end beside full_screen.h, for screen readers and pipes.  Like it, asks its source
 * for everything about the game and plays through it, here or at a server.
 */
#ifndef RAILHEAD_TERMINAL_LINE_MODE_LINE_MODE_H
#define RAILHEAD_TERMINAL_LINE_MODE_LINE_MODE_H

#include "terminal/line_mode/say.h"

enum { COMMAND_COLUMNS = 15 }; /* in the help */

/* What the game wants from the person at the keyboard. */
enum line_mode_question {
    QUESTION_NONE,    /* others are waited for */
    QUESTION_CURTAIN, /* the keyboard is handed on */
    QUESTION_TURN,
    QUESTION_NEXT,  /* a round is over */
    QUESTION_LEAVE, /* the game is over */
    QUESTION_ROOM,  /* the game has not begun */
};

struct line_mode {
    struct source *source;
    struct line_terminal *terminal;
    struct speaker speaker;
    unsigned reader;   /* whose hand is on the screen, or SEAT_NONE */
    unsigned revealed; /* of several people: for whom the curtain was opened, or SEAT_NONE */
    unsigned told;     /* moments of the history that have been told */
    unsigned heard[SEATS_MAX];           /* and how many of them a person has been told */
    unsigned said;                       /* lines of the talk that have been told */
    unsigned presented;                  /* how many moments there were when a turn was presented */
    unsigned closed;                     /* the round whose end has been told */
    unsigned passed_on;                  /* the round after which the person wants to go on */
    char notice[SOURCE_SENTENCE_SIZE];   /* of the source, as it was told last */
    enum source_connection connection;   /* and how the connection was */
    enum line_mode_question asked;       /* what stands at the end of what was printed */
    bool waits;                          /* a turn was sent and is not answered yet */
    unsigned sent_moments, sent_changes; /* as they were then */
    bool moves_marker;                   /* that turn does (V2) */
    bool shows_map;                      /* at the start of a person's turn */
    bool told_map_size;
    bool leaves;
    unsigned next; /* for what: enum source_offer, or 0 */
};

/*
 * Plays until the game is over, the person leaves, or the link is SOURCE_DISCONNECTED.  Returns
 * what they want of the source's offers at the end of the game, or 0.  After a review, nothing is
 * told twice.
 */
unsigned line_mode_run(struct source *source, struct line_terminal *terminal, bool is_reviewed);

/* ---- Between the files of this front end --------------------------------------------------- */

/* The game is at a server, where others need not be waited for to say something. */
bool line_mode_is_remote(const struct line_mode *ui);

unsigned line_mode_offers(const struct line_mode *ui); /* at the end of the game; or 0 */

/* line_mode_command.c: what can be typed beside a turn.  False when the line is not a command. */
bool line_mode_command(struct line_mode *ui, const char *line);

/* line_mode_room.c: what can be typed at a table of a server.  False when it is not such a command.
 */
bool line_mode_room_command(struct line_mode *ui, const char *line);
void line_mode_room_help(const struct line_mode *ui);
void line_mode_tell_seats(const struct line_mode *ui);

/* The talk from line number `from` on, as far back as it is kept. */
void line_mode_tell_talk(const struct line_mode *ui, unsigned from);

/* line_mode_hint.c: advice for the seat to move. */
void line_mode_hint_turns(struct line_mode *ui);
void line_mode_hint_cards(struct line_mode *ui);

/* line_mode_map.c: the whole map, or the part around a junction if that is not JUNCTION_NONE. */
void line_mode_show_map(const struct line_mode *ui, unsigned junction);

/* Only where it leaves room for what follows; otherwise says once how large it would be. */
void line_mode_show_map_if_it_fits(struct line_mode *ui);
void line_mode_map_legend(const struct line_mode *ui);

#endif
