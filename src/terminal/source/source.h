/*
 * A game to be shown, on this machine or at a server.
 *
 * Front ends see a game only through its source, so they cannot know more than the person in front
 * of them may: tables, and the hand of the seat at the keyboard.  A source also has what a server's
 * table has besides the game: people who come and go, talk, a host.  In a game on this machine all
 * that is empty, and requests are refused with a sentence.
 *
 *     a game on this machine --.                       .--> full_screen
 *                              +--> struct source >----+--> line_mode
 *     a table at a server -----'      ^                '--> panel, talk
 *                                     |
 *              calls: step, play, go_on, ask_hint, save, ask
 *
 *     history   moment[0]  moment[1] ... moment[moments - 1]: source_table()
 *     seat[]    who sits where              keyboard, hand    the one hand that may be shown
 *     room      stage, connection, host     talk              the last lines, a ring buffer
 *     requests  which are possible now      hint[], thoughts  the adviser's answer
 *
 * A source never calls the front end.  The front end calls step() and compares `history.moments`,
 * `changes`, `talk.lines` and `hint_number` with the values it has seen.
 */
#ifndef RAILHEAD_TERMINAL_SOURCE_SOURCE_H
#define RAILHEAD_TERMINAL_SOURCE_SOURCE_H

#include "bots/thoughts.h"
#include "rules/draft.h"
#include "terminal/drawing/seat_look.h"
#include "terminal/source/history.h"
#include "text/fault.h"

enum {
    SOURCE_NAME_SIZE = 64,
    SOURCE_TITLE_SIZE = 2 * SOURCE_NAME_SIZE + 4,
    SOURCE_SENTENCE_SIZE = 400,
    SOURCE_HINTS_MAX = 4,
    SOURCE_HINT_SIZE = 80,
    SOURCE_ADDRESS_SIZE = 320,
    SOURCE_LINES_MAX = 64,   /* lines of talk that are kept */
    SOURCE_WORDS_SIZE = 1204 /* bytes: 300 UTF-8 characters and the NUL */
};

/* Who a seat is for.  In a game on this machine every seat belongs to a person or a bot. */
enum source_seat_kind { SOURCE_PERSON, SOURCE_BOT, SOURCE_OPEN, SOURCE_INVITED };

struct source_seat {
    char name[SOURCE_NAME_SIZE];
    char bot[SOURCE_NAME_SIZE]; /* as in --seats: "hard", "expert:20000"; "" for a person */
    enum source_seat_kind kind;
    bool is_person_here; /* at this keyboard */
    bool thinks;         /* a bot that is thinking now */
    bool is_kept;        /* reserved for a person who has not come yet, with that person's name */
    bool is_away;        /* a bot plays for this person */
    bool is_gone;        /* a person who is not connected */
    bool is_ready;       /* for the next round */
    int64_t clock_ms;    /* milliseconds left, or -1 without a clock; runs for the seat to move */
};

/* ---- A table at a server ------------------------------------------------------------------- */

enum source_stage {
    STAGE_PLAYING, /* the game has begun; the table's phase has the details */
    STAGE_WAITING, /* a waiting room: people sit down until the host starts the game */
    STAGE_CLOSED,  /* the host closed the table before the game */
};

enum source_connection {
    SOURCE_LOCAL,        /* no connection is needed */
    SOURCE_CONNECTED,    /* connected */
    SOURCE_RECONNECTING, /* lost; reconnecting */
    SOURCE_DISCONNECTED, /* lost for good: the notice says why */
};

struct source_room {
    enum source_stage stage;
    enum source_connection connection;
    bool is_host; /* the person at the keyboard opened the table */
    bool is_muted;
    unsigned watching; /* number of people without a seat, including the person here */
    char address[SOURCE_ADDRESS_SIZE]; /* URL of the table, to pass on; "" if there is none */
};

/* A line about what was said or what happened at the table. */
enum source_line_kind {
    TALK_CHAT,    /* `name` said `words` */
    TALK_NEWS,    /* `words` is a sentence: someone sat down, left, is away */
    TALK_REFUSED, /* `words` is the reason for refusing a request */
};

struct source_line {
    enum source_line_kind kind;
    unsigned seat; /* of the person who spoke or is meant, or SEAT_NONE */
    char name[SOURCE_NAME_SIZE];
    char words[SOURCE_WORDS_SIZE];
};

/* The last lines. source_talk_line(talk, n) is the line number n, counted from 0. */
struct source_talk {
    struct source_line line[SOURCE_LINES_MAX];
    unsigned lines; /* total number of lines, including those no longer kept */
};

/* What can be requested at a table. */
enum source_request_kind {
    ASK_SIT,      /* at `seat`, or SEAT_NONE for the first free one */
    ASK_STAND,    /* before the game */
    ASK_SEAT,     /* host: `text` is what becomes of `seat`: "open", "invited" or a bot's name */
    ASK_FILL,     /* host: fill all free seats with bots called `text` */
    ASK_START,    /* host: start the game */
    ASK_CLOSE,    /* host: close a table that has not started */
    ASK_LEAVE,    /* let a bot play for me */
    ASK_BACK,     /* play again myself */
    ASK_AWAY,     /* let a bot play for the seat to move, which keeps everyone waiting */
    ASK_READY,    /* for the next round; the same as calls->go_on() */
    ASK_SAY,      /* `text`, to everyone at the table */
    ASK_MUTE,     /* host: mute the person called `text` */
    ASK_HEAR,     /* host: unmute them */
    ASK_TAKEBACK, /* take back my last turn, if the others agree */
    ASK_AGREE,    /* to another player's take-back */
    ASK_REFUSE,   /* another player's take-back, or withdraw my own */
    ASKS,
};

struct source_request {
    enum source_request_kind kind;
    unsigned seat;
    const char *text; /* or NULL */
};

/* ---- The source ---------------------------------------------------------------------------- */

struct source;

/* What can follow the end of a game; bits. */
enum source_offer {
    SOURCE_REVIEW = 1,
    SOURCE_REMATCH = 2,
    SOURCE_NEW_GAME = 4,
    SOURCE_END = 8, /* never offered: the program should end */
};

struct source_calls {
    /* Performs pending work without blocking.  Returns true if there is something new to show. */
    bool (*step)(struct source *source);

    /* Plays a turn for the seat to move.  Returns false with a sentence in `why`. */
    bool (*play)(struct source *source, const struct turn *turn, char why[SOURCE_SENTENCE_SIZE]);

    /* The person is ready for the next round. */
    void (*go_on)(struct source *source);

    /*
     * Takes back the last turn of a person here and all turns since.  NULL if that needs a
     * request.  Returns false with a sentence in `why`.
     */
    bool (*take_back)(struct source *source, char why[SOURCE_SENTENCE_SIZE]);

    /* Requests advice, which later arrives in `hint`.  Returns false with a sentence in `why`. */
    bool (*ask_hint)(struct source *source, char why[SOURCE_SENTENCE_SIZE]);

    /*
     * Returns the record as far as the person may know it; the caller frees it.  NULL if there is
     * none.
     */
    char *(*record)(const struct source *source, size_t *length);

    /* Writes the record to a file.  Sets a sentence in either case. */
    bool (*save)(struct source *source, const char *path, char why[SOURCE_SENTENCE_SIZE]);

    /*
     * Sends a request; the pointer is NULL in a game on this machine.  Returns false with a
     * sentence if it cannot be sent.  Its effect shows in the room, the seats and the talk; a
     * refusal is a line of the talk.
     */
    bool (*ask)(struct source *source, const struct source_request *request,
                char why[SOURCE_SENTENCE_SIZE]);
};

struct source {
    const struct source_calls *calls;
    const struct board *board;
    struct history history; /* has at least one moment when the screen sees it */
    struct source_seat seat[SEATS_MAX];
    struct source_room room;
    struct source_talk talk;
    unsigned offers;           /* what can follow the end of the game: enum source_offer */
    unsigned requests;         /* possible now: a bit for each kind; see source_may() */
    bool advises;              /* advice can be requested on one's own turns */
    struct seat_choice choice; /* for the seat of the person here */
    unsigned keyboard;         /* the seat whose hand may be shown here, or SEAT_NONE */
    struct hand hand;          /* of that seat */
    bool secret; /* several people share the screen, so a curtain hides each hand from the others */
    int descriptor; /* readable when step() has work to do; -1 for none */
    int pause_ms;   /* milliseconds after which to call step() anyway; -1 for never */
    struct turn hint[SOURCE_HINTS_MAX];
    char hint_text[SOURCE_HINTS_MAX][SOURCE_HINT_SIZE];
    struct thoughts thoughts; /* behind the hints; empty if the adviser gave no reasons */
    char adviser[SOURCE_NAME_SIZE];
    unsigned changes;     /* incremented when the last moment was replaced or a turn was returned */
    unsigned hints;       /* number of hints */
    unsigned hint_number; /* incremented with each answer */
    char title[80];       /* the kind of game */
    char notice[SOURCE_SENTENCE_SIZE]; /* what the person should know, or "" */
};

/* Returns the current table. */
static inline const struct table *source_table(const struct source *source)
{
    return &source->history.moment[source->history.moments - 1].table;
}

/*
 * Returns true if the game can continue: it is not over, not closed, and not disconnected for
 * good.
 */
static inline bool source_is_on(const struct source *source)
{
    return source_table(source)->phase != PHASE_GAME_OVER && source->room.stage != STAGE_CLOSED &&
           source->room.connection != SOURCE_DISCONNECTED;
}

/* Returns true if a request is possible now; only then do screens offer it. */
static inline bool source_may(const struct source *source, enum source_request_kind kind)
{
    return source->requests >> kind & 1;
}

/* Returns true if the person at the keyboard is to move, and no bot plays for them. */
static inline bool source_is_mine(const struct source *source)
{
    const struct table *table = source_table(source);
    return table->phase == PHASE_PLAYING && source->keyboard == table->to_move &&
           !source->seat[source->keyboard].is_away;
}

/* Returns true if the person at the keyboard has a turn in this round that can be taken back. */
bool source_may_take_back(const struct source *source);

/* Takes it back, or asks the others to agree.  Returns false with a sentence in `why`. */
bool source_take_back(struct source *source, char why[SOURCE_SENTENCE_SIZE]);

/* Sends a request; refuses it with a sentence in a game without a server. */
bool source_ask(struct source *source, const struct source_request *request,
                char why[SOURCE_SENTENCE_SIZE]);

/*
 * Makes a seat a bot's, named as in --seats.  A bot of a level gets a nickname that depends on the
 * seat.
 */
void source_seat_bot(struct source_seat *seat, unsigned number, const char *bot);

/* Returns true if the name differs from the kind of bot, so that both should be shown. */
bool source_has_nickname(const struct source_seat *seat);

/* Writes "Greta (hard)": the nickname and kind that a bot has in a seat.  Returns `title`. */
const char *source_bot_title(const char *bot, unsigned number, char title[SOURCE_TITLE_SIZE]);

/* Appends a name to a list, "Ada, Ben", if it fits. */
void source_list_add(char list[], size_t size, const char *name);

/*
 * Returns true if the seat belongs to the only person at this keyboard, who is addressed as "you".
 */
bool source_is_you(const struct source *source, unsigned seat);

/* Returns the colours and signs of seats for the only person at this keyboard, if there is one. */
struct seat_look source_look(const struct source *source);

/* Appends a line; `words` is truncated if necessary. */
void source_talk_add(struct source_talk *talk, enum source_line_kind kind, unsigned seat,
                     const char *name, const char *words);

/*
 * source_talk_first() returns the number of the oldest line that is kept; source_talk_line()
 * returns a line by its number.
 */
static inline unsigned source_talk_first(const struct source_talk *talk)
{
    return talk->lines > SOURCE_LINES_MAX ? talk->lines - SOURCE_LINES_MAX : 0;
}

static inline const struct source_line *source_talk_line(const struct source_talk *talk,
                                                         unsigned number)
{
    return &talk->line[number % SOURCE_LINES_MAX];
}

#endif
