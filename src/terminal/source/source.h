/*
 * Where a game that is shown comes from: this machine, or a server.
 *
 * The screen sees the game through this alone, so it cannot know more than the person in front of
 * it may: tables, and the hand of the seat at the keyboard.  What a table at a server has beside
 * the game (people who come and go, talk, a host) is here too; at a game of this machine it is
 * simply empty, and every request about it is answered with a sentence.
 *
 *     a game of this machine --.                       .--> client: the whole screen
 *                              +--> struct source >----+--> plain: line by line
 *     a table at a server -----'      ^                '--> panel, talk
 *                                     |
 *              calls: step, play, go_on, ask_hint, save, ask
 *
 *     history   moment[0]  moment[1] ... moment[moments - 1]: source_table()
 *     seat[]    who sits where              keyboard, hand    the one hand that may be shown
 *     room      stage, link, host           talk              the last lines, a ring
 *     requests  what may be asked for now   hint[], thoughts  the adviser's answer
 *
 * Nothing calls the reader.  It calls step(), and what it has seen it compares with what there is:
 * `history.moments`, `changes`, `talk.lines`, `hint_number`.
 */
#ifndef RAILHEAD_TERMINAL_SOURCE_SOURCE_H
#define RAILHEAD_TERMINAL_SOURCE_SOURCE_H

#include "bots/thoughts.h"
#include "core/draft.h"
#include "core/fault.h"
#include "terminal/drawing/seat_look.h"
#include "terminal/source/history.h"

enum {
    SOURCE_NAME_SIZE = 64,
    SOURCE_TITLE_SIZE = 2 * SOURCE_NAME_SIZE + 4,
    SOURCE_SENTENCE_SIZE = 400,
    SOURCE_HINTS_MAX = 4,
    SOURCE_HINT_SIZE = 80,
    SOURCE_ADDRESS_SIZE = 320,
    SOURCE_LINES_MAX = 64,   /* of the talk, that are kept */
    SOURCE_WORDS_SIZE = 1204 /* 300 characters of UTF-8 and the NUL */
};

/* Who a seat is for.  In a game of this machine every seat is a person's or a bot's. */
enum source_seat_kind { SOURCE_PERSON, SOURCE_BOT, SOURCE_OPEN, SOURCE_INVITED };

struct source_seat {
    char name[SOURCE_NAME_SIZE];
    char bot[SOURCE_NAME_SIZE]; /* which one it is: "hard", "expert:20000"; "" for a person */
    enum source_seat_kind kind;
    bool is_person_here; /* at this keyboard */
    bool thinks;         /* a bot, just now */
    bool is_kept;        /* for a person who is still to come, whose name it has */
    bool is_away;        /* a bot plays for this person */
    bool is_gone;        /* a person who is not connected */
    bool is_ready;       /* for the next round */
    int64_t clock_ms;    /* what is left, or -1 where there is no clock; the one to move runs */
};

/* ---- A table at a server ------------------------------------------------------------------- */

enum source_stage {
    STAGE_PLAYING, /* the game has begun; the table's phase tells more */
    STAGE_WAITING, /* a waiting room: people sit down until the host starts */
    STAGE_CLOSED,  /* the host closed it, and there will be no game */
};

enum source_connection {
    SOURCE_LOCAL,        /* none is needed */
    SOURCE_CONNECTED,    /* there */
    SOURCE_RECONNECTING, /* and tried again */
    SOURCE_DISCONNECTED, /* and given up: the game cannot be followed any more; the notice says why
                          */
};

struct source_room {
    enum source_stage stage;
    enum source_connection connection;
    bool is_host; /* the person at the keyboard opened the table */
    bool is_muted;
    unsigned watching;                 /* how many watch without a seat, oneself included */
    char address[SOURCE_ADDRESS_SIZE]; /* of the table, to pass on; "" where there is none */
};

/* A line of what was said and what happened around the game. */
enum source_line_kind {
    TALK_CHAT,    /* `name` said `words` */
    TALK_NEWS,    /* `words` is a sentence: somebody sat down, left, is away */
    TALK_REFUSED, /* `words` says why a request was refused */
};

struct source_line {
    enum source_line_kind kind;
    unsigned seat; /* of whoever said it or whom it is about, or SEAT_NONE */
    char name[SOURCE_NAME_SIZE];
    char words[SOURCE_WORDS_SIZE];
};

/* The last lines; one that was added as number n, from 0 on, is source_talk_line(talk, n). */
struct source_talk {
    struct source_line line[SOURCE_LINES_MAX];
    unsigned lines; /* how many there ever were */
};

/* What can be asked of a table. */
enum source_request_kind {
    ASK_SIT,      /* `seat`, or SEAT_NONE for the first free one */
    ASK_STAND,    /* before the game */
    ASK_SEAT,     /* the host makes `seat` what `text` says: "open", "invited" or a bot's name */
    ASK_FILL,     /* the host gives all free seats to bots called `text` */
    ASK_START,    /* the host starts */
    ASK_CLOSE,    /* the host closes a table that has not started */
    ASK_LEAVE,    /* a bot plays on for me */
    ASK_BACK,     /* and I play again */
    ASK_AWAY,     /* a bot plays for the seat to move, which has kept everybody waiting */
    ASK_READY,    /* for the next round; calls->go_on() says the same */
    ASK_SAY,      /* `text`, to everybody at the table */
    ASK_MUTE,     /* the host mutes whoever is called `text` */
    ASK_HEAR,     /* and lets them speak again */
    ASK_TAKEBACK, /* my last turn; the others are asked */
    ASK_AGREE,    /* to what somebody else wants to take back */
    ASK_REFUSE,   /* that, or I do not want it any more myself */
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
    SOURCE_END = 8, /* never offered: the program is to end */
};

struct source_calls {
    /* Does what is due, and never waits.  True when there is something new to show. */
    bool (*step)(struct source *source);

    /* The seat to move plays.  False with a sentence in `why`. */
    bool (*play)(struct source *source, const struct turn *turn, char why[SOURCE_SENTENCE_SIZE]);

    /* The round has been looked at: the next one may begin. */
    void (*go_on)(struct source *source);

    /* Takes back the last turn of a person here, and what was played since; NULL where that is a
     * request.  False with a sentence. */
    bool (*take_back)(struct source *source, char why[SOURCE_SENTENCE_SIZE]);

    /* Asks for advice, which arrives in `hint`.  False with a sentence where there is none. */
    bool (*ask_hint)(struct source *source, char why[SOURCE_SENTENCE_SIZE]);

    /* The record as far as the person may know it, the caller's to free; NULL where there is none.
     */
    char *(*record)(const struct source *source, size_t *length);

    /* Writes it to a file.  A sentence either way. */
    bool (*save)(struct source *source, const char *path, char why[SOURCE_SENTENCE_SIZE]);

    /*
     * Asks for something else at the table; NULL where there is nobody to ask.  False with a
     * sentence when it cannot even be asked.  What comes of it is seen in the room, the seats and
     * the talk; a refusal is a line of the talk.
     */
    bool (*ask)(struct source *source, const struct source_request *request,
                char why[SOURCE_SENTENCE_SIZE]);
};

struct source {
    const struct source_calls *calls;
    const struct board *board;
    struct history history; /* never empty once the screen sees it */
    struct source_seat seat[SEATS_MAX];
    struct source_room room;
    struct source_talk talk;
    unsigned offers;           /* what can follow the end of the game: enum source_offer */
    unsigned requests;         /* those that make sense now, a bit for each: source_may() */
    bool advises;              /* advice can be asked for on one's own turns */
    struct seat_choice choice; /* for the seat of the person here */
    unsigned keyboard; /* the seat whose hand the person at the keyboard may see, or SEAT_NONE */
    struct hand hand;  /* of that seat */
    bool secret;       /* several people share the screen: a curtain falls between their hands */
    int descriptor;    /* can be read when step() has something to do; -1 for none */
    int pause_ms;      /* after which step() is called anyway; -1 for never */
    struct turn hint[SOURCE_HINTS_MAX];
    char hint_text[SOURCE_HINTS_MAX][SOURCE_HINT_SIZE];
    struct thoughts thoughts; /* behind them: without ideas where the adviser gave no reasons */
    char adviser[SOURCE_NAME_SIZE];
    unsigned changes;     /* goes up when the last moment is not as it was, or a turn came back */
    unsigned hints;       /* how many of them are there */
    unsigned hint_number; /* goes up with each answer */
    char title[80];       /* what kind of game this is */
    char notice[SOURCE_SENTENCE_SIZE]; /* what the person should know, or "" */
};

/* What lies on the table now. */
static inline const struct table *source_table(const struct source *source)
{
    return &source->history.moment[source->history.moments - 1].table;
}

/* Whether the game can still go on: it is neither over nor closed, nor lost for good. */
static inline bool source_is_on(const struct source *source)
{
    return source_table(source)->phase != PHASE_GAME_OVER && source->room.stage != STAGE_CLOSED &&
           source->room.connection != SOURCE_DISCONNECTED;
}

/* Whether a request makes sense now: what a screen offers. */
static inline bool source_may(const struct source *source, enum source_request_kind kind)
{
    return source->requests >> kind & 1;
}

/* Whether the person at the keyboard is to move, and no bot does it instead. */
static inline bool source_is_mine(const struct source *source)
{
    const struct table *table = source_table(source);
    return table->phase == PHASE_PLAYING && source->keyboard == table->to_move &&
           !source->seat[source->keyboard].is_away;
}

/* Whether the person at the keyboard has a turn in this round that can be taken back now. */
bool source_may_take_back(const struct source *source);

/* Takes it back, or asks the others whether it may be.  False with a sentence. */
bool source_take_back(struct source *source, char why[SOURCE_SENTENCE_SIZE]);

/* Asks, also where there is nobody to ask: then it is refused with a sentence. */
bool source_ask(struct source *source, const struct source_request *request,
                char why[SOURCE_SENTENCE_SIZE]);

/* A bot in the seat of that number, by what it was asked for: a level has a name for the seat. */
void source_seat_bot(struct source_seat *seat, unsigned number, const char *bot);

/* Whether it is called otherwise than what it is, which is then to be said too. */
bool source_has_nickname(const struct source_seat *seat);

/* Who that bot would be in the seat of that number, in a list of players: "Greta (hard)". */
const char *source_bot_title(const char *bot, unsigned number, char title[SOURCE_TITLE_SIZE]);

/* One more name in a row of them, "Ada, Ben", as far as there is room. */
void source_list_add(char list[], size_t size, const char *name);

/* Whether the seat is that of the only person at this keyboard, to whom sentences say "you". */
bool source_is_you(const struct source *source, unsigned seat);

/* What the seats look like to the only person at this keyboard, if it is one. */
struct seat_look source_look(const struct source *source);

/* Another line at the end; `words` is cut where it does not fit. */
void source_talk_add(struct source_talk *talk, enum source_line_kind kind, unsigned seat,
                     const char *name, const char *words);

/* The first number that is still kept, and the line of a number from there on. */
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
