/*
 * The game on a whole screen: the map, the panel, the keys.
 *
 * The sum of parts that know nothing of each other: the cursor, the viewport, the bookmark, the
 * show and the prompt.  Asks its source for everything about the game and plays through it.  A turn
 * is entered on a draft of the rules, so what the rules refuse is refused here already, with their
 * sentence.
 */
#ifndef RAILHEAD_TERMINAL_FULL_SCREEN_FULL_SCREEN_H
#define RAILHEAD_TERMINAL_FULL_SCREEN_FULL_SCREEN_H

#include "play/entering.h"
#include "terminal/clock.h"
#include "terminal/drawing/curses.h"
#include "terminal/drawing/key_help.h"
#include "terminal/drawing/viewport.h"
#include "terminal/full_screen/bookmark.h"
#include "terminal/full_screen/cursor.h"
#include "terminal/full_screen/prompt.h"
#include "terminal/full_screen/round_end.h"
#include "terminal/source/source.h"

enum { FULL_SCREEN_MESSAGE_SIZE = SOURCE_WORDS_SIZE + 100 };

/* What the screen is doing. */
enum full_screen_mode {
    MODE_TABLE,     /* the map: a turn is entered, or others are waited for */
    MODE_CURTAIN,   /* the keyboard is handed on */
    MODE_ROUND_END, /* what each seat misses, one after the other */
    MODE_ROOM,      /* the seats of a table at a server, and what can be asked of it */
    MODE_HELP,
    MODE_PROMPT, /* a line of text is typed */
    MODE_QUIT,   /* really? */
};

/* What of the source has been seen, so that only what is new is told. */
struct full_screen_seen {
    unsigned moments;        /* of the history */
    unsigned changes;        /* of the last of them */
    unsigned hints;          /* answers of the adviser */
    unsigned lines;          /* of the talk */
    int64_t heard_until_ms;  /* how long the last of them is shown */
    enum source_stage stage; /* of the table */
};

/*
 *      +---------------------------------------------+------------------+
 *      | map, through the viewport; on it the cursor | panel            |
 *      |   drawn at the bookmark's moment,           |                  |
 *      |   with the draft while a turn is entered,   |                  |
 *      |   or with the show when a round is over     |                  |
 *      +---------------------------------------------+------------------+
 *      | what was heard; the source's notice; the message or the prompt |
 *      | the bar: where the cursor is, what the keys do                 |
 *      +----------------------------------------------------------------+
 */
struct full_screen {
    struct curses curses;
    struct source *source;
    struct canvas screen; /* the window */
    struct canvas map;    /* the whole map, of which the window shows a part */

    enum full_screen_mode mode;
    enum full_screen_mode before; /* where a page or a question leads back to */
    bool leaves;
    bool ends;        /* and the program with it: Ctrl-C or a signal */
    bool was_over;    /* when it was opened: the end has been seen */
    unsigned next;    /* for what: enum source_offer, or 0 */
    bool leaves_seat; /* as soon as the server has said that a bot plays on */

    struct full_screen_seen seen;
    struct bookmark bookmark;
    struct cursor cursor;
    struct viewport viewport;
    unsigned followed;                   /* the junction that the window has moved to last */
    unsigned framed_round, framed_seats; /* whose hands the window was moved to; a bit each */
    struct cursor before_look;           /* while one looks back: where the cursor was */
    uint8_t frame[GROUPS];               /* the cities of the hand that was shown last */
    unsigned frames; /* how many there are: GROUPS, or 0 as long as there was no hand */
    struct round_end round_end;
    struct prompt prompt;
    struct key_help help;

    unsigned revealed; /* the seat whose hand is on the screen, or SEAT_NONE */
    unsigned viewed;   /* with open cards: whose hand is looked at instead of one's own; + 1 */
    struct entering entering;
    bool drafts; /* it is a turn of the person at the keyboard */
    bool own;    /* the next track is of the seat's own colour */

    bool hides_panel;
    bool letters;
    bool shows_missing;

    unsigned chosen; /* a seat of the room */
    char message[FULL_SCREEN_MESSAGE_SIZE];
    bool refused; /* the message says no */
};

/*
 * Shows the game until it is left, or until somebody wants what is offered at its end: then `next`
 * is that, and else 0.  False with a sentence when there is no screen for it.
 */
bool full_screen_run(struct source *source, unsigned *next, char error[], size_t error_size);

/* ---- Between the files of the client ------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) void full_screen_say(struct full_screen *ui,
                                                           const char *format, ...);
__attribute__((format(printf, 2, 3))) void full_screen_refuse(struct full_screen *ui,
                                                              const char *format, ...);

/* The first view of a hand in a round shows its cities. */
void full_screen_frame_hand(struct full_screen *ui);

/* The page that is shown, also while a question below it is open. */
enum full_screen_mode full_screen_page(const struct full_screen *ui);

/* full_screen_draw.c */
bool full_screen_resize(struct full_screen *ui);
void full_screen_draw(struct full_screen *ui);
unsigned full_screen_panel_width(const struct full_screen *ui);

/*
 * What the hand still needs after the turn as it is entered: its cost, the lines, and those of them
 * that cannot be built now.  Only while a turn is entered.
 */
unsigned full_screen_missing(const struct full_screen *ui, struct line_set *missing,
                             struct line_set *barred);

/* The window over the cities of the hand, if it is there to be seen. */
void full_screen_frame(struct full_screen *ui);

/* full_screen_status.c: the lines at the bottom; answers how many of the last ones it took. */
void full_screen_draw_status(struct full_screen *ui, int *cursor_x, int *cursor_y);

/* full_screen_room.c: the people at a server's table. */
void full_screen_draw_room(struct full_screen *ui);
void full_screen_room_input(struct full_screen *ui, const struct input *input);
void full_screen_hear(struct full_screen *ui);
void full_screen_request(struct full_screen *ui, const struct source_request *request);

/* full_screen_round_end.c: the end of a round. */
void full_screen_begin_round_end(struct full_screen *ui);
void full_screen_step_round_end(struct full_screen *ui);
void full_screen_describe_round_end(struct full_screen *ui);
unsigned full_screen_offers(const struct full_screen *ui); /* at the end of the game; or 0 */
void full_screen_round_end_input(struct full_screen *ui, const struct input *input);

/* full_screen_turn.c: the turn that is being entered. */
void full_screen_begin_turn(struct full_screen *ui);
void full_screen_describe_turn(struct full_screen *ui);
void full_screen_lay_towards(struct full_screen *ui, unsigned direction);
void full_screen_lay(struct full_screen *ui, unsigned line);
void full_screen_place(struct full_screen *ui, unsigned junction);
void full_screen_undo(struct full_screen *ui);
void full_screen_redo(struct full_screen *ui);
bool full_screen_can_redo(const struct full_screen *ui);
void full_screen_take_back(struct full_screen *ui);
void full_screen_reset(struct full_screen *ui);
void full_screen_confirm(struct full_screen *ui);
void full_screen_ask_hint(struct full_screen *ui);

/* full_screen_move.c: the cursor and the window on the map. */
void full_screen_go(struct full_screen *ui, unsigned junction);
void full_screen_go_by_name(struct full_screen *ui, const char *name);
void full_screen_next_city(struct full_screen *ui, int step);
void full_screen_go_home(struct full_screen *ui);
void full_screen_zoom(struct full_screen *ui, int step);
void full_screen_look(struct full_screen *ui, int step);
void full_screen_click(struct full_screen *ui, int x, int y);

/* Moves the window to the turn that led to the moment shown, and the cursor with it. */
void full_screen_follow_turn(struct full_screen *ui);

/* full_screen_keys.c */
void full_screen_leave(struct full_screen *ui);
void full_screen_interrupt(struct full_screen *ui);
void full_screen_enter(struct full_screen *ui, enum full_screen_mode mode);
void full_screen_back(struct full_screen *ui);
void full_screen_describe_page(struct full_screen *ui); /* whatever there is to say on this page */
void full_screen_begin_prompt(struct full_screen *ui, enum prompt_kind kind);
void full_screen_letter(struct full_screen *ui, uint32_t letter);
void full_screen_key(struct full_screen *ui, enum press key);
bool full_screen_look_letter(struct full_screen *ui, uint32_t letter);
void full_screen_input(struct full_screen *ui, const struct input *input);

/* A question that is open stands, whatever else there was to say. */
void full_screen_ask_again(struct full_screen *ui);

#endif
