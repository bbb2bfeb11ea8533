/*
 * The game on the full screen: the map, the panel, the keys.
 *
 * Composed of parts that are independent of each other: the cursor, the viewport, the bookmark,
 * the end of a round, and the prompt.  Uses its source for everything about the game.  A turn is
 * entered on a draft of the rules, so an illegal one is refused here, with the sentence of the
 * rules.
 */
#ifndef RAILHEAD_TERMINAL_FULL_SCREEN_FULL_SCREEN_H
#define RAILHEAD_TERMINAL_FULL_SCREEN_FULL_SCREEN_H

#include "base/clock.h"
#include "game/turn_entry.h"
#include "terminal/drawing/curses.h"
#include "terminal/drawing/key_help.h"
#include "terminal/drawing/viewport.h"
#include "terminal/full_screen/bookmark.h"
#include "terminal/full_screen/cursor.h"
#include "terminal/full_screen/prompt.h"
#include "terminal/full_screen/round_end.h"
#include "terminal/source/source.h"

enum { FULL_SCREEN_MESSAGE_SIZE = SOURCE_WORDS_SIZE + 100 };

/* What the screen shows. */
enum full_screen_mode {
    MODE_TABLE,     /* the map: the person enters a turn, or waits for others */
    MODE_CURTAIN,   /* the next person must take the keyboard */
    MODE_ROUND_END, /* the missing lines of each seat, one after the other */
    MODE_ROOM,      /* the seats of a table at a server, and requests to it */
    MODE_HELP,
    MODE_PROMPT, /* a line of text is being typed */
    MODE_QUIT,   /* asks whether to leave */
};

/* What has been shown of the source; whatever differs is new. */
struct full_screen_seen {
    unsigned moments;        /* number of moments in the history */
    unsigned changes;        /* source.changes */
    unsigned hints;          /* source.hint_number */
    unsigned lines;          /* number of lines of talk */
    int64_t talk_until_ms;   /* until when the last line of talk is shown (monotonic) */
    enum source_stage stage; /* of the table */
};

/*
 *      +---------------------------------------------+------------------+
 *      | map, through the viewport; on it the cursor | panel            |
 *      |   drawn at the bookmark's moment,           |                  |
 *      |   with the draft while a turn is entered,   |                  |
 *      |   or the missing lines when a round is over |                  |
 *      +---------------------------------------------+------------------+
 *      | the last talk; the source's notice; the message or the prompt  |
 *      | the bar: the junction at the cursor, and the keys              |
 *      +----------------------------------------------------------------+
 */
struct full_screen {
    struct curses curses;
    struct source *source;
    struct canvas screen; /* the window */
    struct canvas map;    /* the whole map, of which the window shows a part */

    enum full_screen_mode mode;
    enum full_screen_mode before; /* the mode to return to after a page or a question */
    bool leaves;
    bool ends;        /* the program should end too: Ctrl-C or a signal */
    bool was_over;    /* the game was over when the screen was opened */
    unsigned next;    /* what follows: enum source_offer, or 0 */
    bool leaves_seat; /* leave once the server confirms that a bot plays on */

    struct full_screen_seen seen;
    struct bookmark bookmark;
    struct cursor cursor;
    struct viewport viewport;
    unsigned followed;                   /* the junction that the window last moved to */
    unsigned framed_round, framed_seats; /* seats (bits) whose hand was framed in a round */
    struct cursor before_look;           /* the cursor to restore after looking back */
    uint8_t frame[GROUPS];               /* the cities of the hand shown last */
    unsigned frames;                     /* GROUPS, or 0 if no hand has been shown */
    struct round_end round_end;
    struct prompt prompt;
    struct key_help help;

    unsigned revealed; /* the seat whose hand is on the screen, or SEAT_NONE */
    unsigned viewed;   /* with open cards: 1 + the seat whose hand is shown, or 0 */
    struct turn_entry entry;
    bool drafts; /* the person at the keyboard is entering a turn */
    bool own;    /* the next track has the seat's own colour */

    bool hides_panel;
    bool letters;
    bool shows_missing;

    unsigned chosen; /* index of the chosen seat in the room */
    char message[FULL_SCREEN_MESSAGE_SIZE];
    bool refused; /* the message is an error */
};

/*
 * Shows the game until the user leaves it, or chooses one of the source's offers at its end: then
 * `*next` is that offer, otherwise 0 (or SOURCE_END).  Returns false with a sentence in `error` if
 * there is no full screen.
 */
bool full_screen_run(struct source *source, unsigned *next, char error[], size_t error_size);

/* ---- Shared by the files of the full screen ------------------------------------------------ */

__attribute__((format(printf, 2, 3))) void full_screen_say(struct full_screen *ui,
                                                           const char *format, ...);
__attribute__((format(printf, 2, 3))) void full_screen_refuse(struct full_screen *ui,
                                                              const char *format, ...);

/* Moves the window to the cities of a hand when it is first seen in a round. */
void full_screen_frame_hand(struct full_screen *ui);

/* Returns the page that is shown, even if a question is open on top of it. */
enum full_screen_mode full_screen_page(const struct full_screen *ui);

/* full_screen_draw.c */
bool full_screen_resize(struct full_screen *ui);
void full_screen_draw(struct full_screen *ui);
unsigned full_screen_panel_width(const struct full_screen *ui);

/*
 * Returns what the hand still misses after the turn as entered so far.  Also computes the missing
 * lines, and those of them that cannot be built now.  Only valid while a turn is entered.
 */
unsigned full_screen_missing(const struct full_screen *ui, struct line_set *missing,
                             struct line_set *barred);

/* Moves the window to the cities of the hand, if a hand is shown. */
void full_screen_frame(struct full_screen *ui);

/*
 * full_screen_status.c: draws the status lines at the bottom, and computes the cursor position of
 * the prompt.
 */
void full_screen_draw_status(struct full_screen *ui, int *cursor_x, int *cursor_y);

/* full_screen_room.c: the people at a server's table. */
void full_screen_draw_room(struct full_screen *ui);
void full_screen_room_input(struct full_screen *ui, const struct input *input);
void full_screen_update_talk(struct full_screen *ui);
void full_screen_request(struct full_screen *ui, const struct source_request *request);

/* full_screen_round_end.c: the end of a round. */
void full_screen_begin_round_end(struct full_screen *ui);
void full_screen_step_round_end(struct full_screen *ui);
void full_screen_describe_round_end(struct full_screen *ui);
unsigned full_screen_offers(const struct full_screen *ui); /* at the end of the game; otherwise 0 */
void full_screen_round_end_input(struct full_screen *ui, const struct input *input);

/* full_screen_turn.c: the turn being entered. */
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

/* full_screen_move.c: the cursor, and the window on the map. */
void full_screen_go(struct full_screen *ui, unsigned junction);
void full_screen_go_by_name(struct full_screen *ui, const char *name);
void full_screen_next_city(struct full_screen *ui, int step);
void full_screen_go_home(struct full_screen *ui);
void full_screen_zoom(struct full_screen *ui, int step);
void full_screen_look(struct full_screen *ui, int step);
void full_screen_click(struct full_screen *ui, int x, int y);

/* Moves the window and the cursor to the turn before the moment shown. */
void full_screen_follow_turn(struct full_screen *ui);

/* full_screen_keys.c */
void full_screen_leave(struct full_screen *ui);
void full_screen_interrupt(struct full_screen *ui);
void full_screen_enter(struct full_screen *ui, enum full_screen_mode mode);
void full_screen_back(struct full_screen *ui);
void full_screen_describe_page(struct full_screen *ui); /* sets the message of the current page */
void full_screen_begin_prompt(struct full_screen *ui, enum prompt_kind kind);
void full_screen_letter(struct full_screen *ui, uint32_t letter);
void full_screen_key(struct full_screen *ui, enum press key);
bool full_screen_look_letter(struct full_screen *ui, uint32_t letter);
void full_screen_input(struct full_screen *ui, const struct input *input);

/* Repeats the text of an open question, which other messages may have replaced. */
void full_screen_ask_again(struct full_screen *ui);

#endif
