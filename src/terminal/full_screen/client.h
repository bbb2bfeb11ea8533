/*
 * The game on a whole screen: the map, the panel, the keys.
 *
 * The sum of parts that know nothing of each other: the cursor, the viewport, the bookmark, the
 * show and the prompt.  Asks its source for everything about the game and plays through it.  A turn
 * is entered on a draft of the rules, so what the rules refuse is refused here already, with their
 * sentence.
 */
#ifndef RAILHEAD_TERMINAL_FULL_SCREEN_CLIENT_H
#define RAILHEAD_TERMINAL_FULL_SCREEN_CLIENT_H

#include "play/entering.h"
#include "terminal/clock.h"
#include "terminal/drawing/display.h"
#include "terminal/drawing/key_help.h"
#include "terminal/drawing/viewport.h"
#include "terminal/full_screen/bookmark.h"
#include "terminal/full_screen/cursor.h"
#include "terminal/full_screen/prompt.h"
#include "terminal/full_screen/show.h"
#include "terminal/source/source.h"

enum { CLIENT_MESSAGE_SIZE = SOURCE_WORDS_SIZE + 100 };

/* What the screen is doing. */
enum client_mode {
    MODE_TABLE,     /* the map: a turn is entered, or others are waited for */
    MODE_CURTAIN,   /* the keyboard is handed on */
    MODE_ROUND_END, /* what each seat misses, one after the other */
    MODE_ROOM,      /* the seats of a table at a server, and what can be asked of it */
    MODE_HELP,
    MODE_PROMPT, /* a line of text is typed */
    MODE_QUIT,   /* really? */
};

/* What of the source has been seen, so that only what is new is told. */
struct client_seen {
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
struct client {
    struct display display;
    struct source *source;
    struct canvas screen; /* the window */
    struct canvas map;    /* the whole map, of which the window shows a part */

    enum client_mode mode;
    enum client_mode before; /* where a page or a question leads back to */
    bool leaves;
    bool ends;        /* and the program with it: Ctrl-C or a signal */
    bool was_over;    /* when it was opened: the end has been seen */
    unsigned wish;    /* for what: enum source_offer, or 0 */
    bool leaves_seat; /* as soon as the server has said that a bot plays on */

    struct client_seen seen;
    struct bookmark bookmark;
    struct cursor cursor;
    struct viewport viewport;
    unsigned followed;                   /* the junction that the window has moved to last */
    unsigned framed_round, framed_seats; /* whose hands the window was moved to; a bit each */
    struct cursor before_look;           /* while one looks back: where the cursor was */
    uint8_t frame[GROUPS];               /* the cities of the hand that was shown last */
    unsigned frames; /* how many there are: GROUPS, or 0 as long as there was no hand */
    struct show show;
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
    char message[CLIENT_MESSAGE_SIZE];
    bool refused; /* the message says no */
};

/*
 * Shows the game until it is left, or until somebody wants what is offered at its end: then `wish`
 * is that, and else 0.  False with a sentence when there is no screen for it.
 */
bool client_run(struct source *source, unsigned *wish, char error[], size_t error_size);

/* ---- Between the files of the client ------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) void client_say(struct client *client, const char *format,
                                                      ...);
__attribute__((format(printf, 2, 3))) void client_refuse(struct client *client, const char *format,
                                                         ...);

/* The first view of a hand in a round shows its cities. */
void client_frame_hand(struct client *client);

/* The page that is shown, also while a question below it is open. */
enum client_mode client_page(const struct client *client);

/* client_draw.c */
bool client_resize(struct client *client);
void client_draw(struct client *client);
unsigned client_panel_width(const struct client *client);

/*
 * What the hand still needs after the turn as it is entered: its cost, the lines, and those of them
 * that cannot be built now.  Only while a turn is entered.
 */
unsigned client_missing(const struct client *client, struct line_set *missing,
                        struct line_set *barred);

/* The window over the cities of the hand, if it is there to be seen. */
void client_frame(struct client *client);

/* client_words.c: the lines at the bottom; answers how many of the last ones it took. */
void client_draw_words(struct client *client, int *cursor_x, int *cursor_y);

/* client_room.c: the people at a server's table. */
void client_draw_room(struct client *client);
void client_room_input(struct client *client, const struct input *input);
void client_hear(struct client *client);
void client_wish(struct client *client, const struct source_wish *wish);

/* client_close.c: the end of a round. */
void client_begin_closing(struct client *client);
void client_step_closing(struct client *client);
void client_tell_closing(struct client *client);
unsigned client_offers(const struct client *client); /* at the end of the game; or 0 */
void client_closing_input(struct client *client, const struct input *input);

/* client_turn.c: the turn that is being entered. */
void client_begin_turn(struct client *client);
void client_tell_turn(struct client *client);
void client_lay_towards(struct client *client, unsigned direction);
void client_lay(struct client *client, unsigned line);
void client_place(struct client *client, unsigned junction);
void client_undo(struct client *client);
void client_redo(struct client *client);
bool client_can_redo(const struct client *client);
void client_take_back(struct client *client);
void client_reset(struct client *client);
void client_confirm(struct client *client);
void client_ask_hint(struct client *client);

/* client_move.c: the cursor and the window on the map. */
void client_go(struct client *client, unsigned junction);
void client_go_by_name(struct client *client, const char *name);
void client_next_city(struct client *client, int step);
void client_go_home(struct client *client);
void client_zoom(struct client *client, int step);
void client_look(struct client *client, int step);
void client_click(struct client *client, int x, int y);

/* Moves the window to the turn that led to the moment shown, and the cursor with it. */
void client_follow_turn(struct client *client);

/* client_keys.c */
void client_leave(struct client *client);
void client_interrupt(struct client *client);
void client_enter(struct client *client, enum client_mode mode);
void client_back(struct client *client);
void client_tell(struct client *client); /* whatever there is to say on this page */
void client_begin_prompt(struct client *client, enum prompt_kind kind);
void client_letter(struct client *client, uint32_t letter);
void client_key(struct client *client, enum press key);
bool client_look_letter(struct client *client, uint32_t letter);
void client_input(struct client *client, const struct input *input);

/* A question that is open stands, whatever else there was to say. */
void client_ask_again(struct client *client);

#endif
