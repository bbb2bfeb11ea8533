/* Our own bots as engines. */
#include "engine/engine_serve.h"

#include <string.h>

#include "base/check.h"
#include "board_file/board_file.h"
#include "board_file/boards.h"
#include "engine/engine_reply.h"
#include "text/number.h"

enum {
    PROTOCOL = 1,
    SAY_SIZE = 8192,
    IDEAS_USUAL = 3,
    TIME_SHARE = 10,           /* 1/TIME_SHARE of a time limit is reserved for transmission */
    WORK_A_MILLISECOND = 1000, /* as in struct budget, since a bot plans by work */
    MILLISECONDS_MAX = 24 * 60 * 60 * 1000,
};

/* ---- Output ---------------------------------------------------------------------------------- */

static void say(const struct serve *serve, const struct text *text)
{
    serve->outside.say(serve->outside.context, text->start, text->used);
}

/* Sends "info text SENTENCE". */
static void complain(const struct serve *serve, const struct fault *fault)
{
    char buffer[SAY_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_add(&text, "info text ");
    fault_write(fault, NULL, &text);
    text_add_char(&text, '\n');
    say(serve, &text);
}

static void complain_plainly(const struct serve *serve, enum fault_id id)
{
    struct fault fault;
    fault_say_plain(&fault, id, FAULT_FORMAT);
    complain(serve, &fault);
}

/* ---- Boards ---- */

static const struct board *find_board(void *context, const char *id, size_t length)
{
    const struct serve *serve = context;
    if (serve->has_board && word_is((struct word){id, length}, serve->board.id))
        return &serve->board;
    return board_builtin(id, length);
}

static void take_board_line(struct serve *serve, const char *line, size_t length)
{
    if (length >= sizeof serve->board_text - serve->board_used) {
        serve->board_used = sizeof serve->board_text; /* no further line fits */
        return;
    }
    memcpy(serve->board_text + serve->board_used, line, length);
    serve->board_text[serve->board_used + length] = '\n';
    serve->board_used += length + 1;
}

static void end_board(struct serve *serve)
{
    struct fault fault;
    serve->takes_board = false;
    if (serve->board_used == sizeof serve->board_text)
        complain_plainly(serve, FAULT_ENGINE_BOARD_TOO_LARGE);
    else if (board_read(serve->board_text, serve->board_used, &serve->board, &fault))
        serve->has_board = true;
    else
        complain(serve, &fault);
}

static void read_board_file(struct serve *serve, struct words *words)
{
    (void)words;
    /* the current game may use the board that is being replaced */
    serve->in_game = false;
    serve->has_board = false;
    serve->takes_board = true;
    serve->board_used = 0;
}

/* ---- The game ---- */

/* Initialises the player at the first round, once board and seats are known. */
static void begin_round(struct serve *serve)
{
    const struct record_reader *reader = &serve->record.reader;
    struct view view;
    if (serve->seat >= reader->seats || !hand_is_known(&reader->position.hand[serve->seat])) {
        complain_plainly(serve, FAULT_ENGINE_NO_CARDS);
        serve->lost_track = true;
        return;
    }
    if (!serve->has_player)
        player_init(&serve->player, serve->bot, reader->board, serve->memory, serve->rng);
    serve->has_player = true;
    view_of(&view, &reader->position, serve->seat);
    player_begin_round(&serve->player, &view);
}

static void tell_fault(struct serve *serve)
{
    const struct fault *fault = &serve->record.reader.fault;
    char buffer[SAY_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_add(&text, "info text the game's line ");
    text_add_number(&text, fault->line);
    text_add(&text, ": ");
    fault_write(fault, NULL, &text);
    text_add(&text, " (");
    text_add(&text, fault->rule);
    text_add(&text, ")\n");
    say(serve, &text);
    serve->lost_track = true;
}

/*
 * Reads the record received so far, which must be at a place where a record may end, and informs
 * the player.
 */
static void follow(struct serve *serve)
{
    while (serve->in_game && !serve->lost_track) {
        const struct table before = serve->record.reader.position.table;
        const enum record_event event = growing_record_next(&serve->record);
        if (event == RECORD_END)
            return;
        if (event == RECORD_FAULT)
            tell_fault(serve);
        else if (event == RECORD_ROUND)
            begin_round(serve);
        else if (event == RECORD_TURN)
            player_see(&serve->player, &before, &serve->record.reader.turn);
    }
}

static void take_record_line(struct serve *serve, struct word key, const char *line, size_t length)
{
    if (!serve->in_game) {
        struct fault fault;
        fault_say(ENGINE_NO_GAME, &fault, FAULT_FORMAT, (struct word){line, length});
        complain(serve, &fault);
        return;
    }
    if (word_is(key, "round"))
        follow(serve);
    if (!growing_record_add(&serve->record, line, length) || word_is(key, "result") ||
        key.length == 1)
        follow(serve);
}

static void read_newgame(struct serve *serve, struct words *words)
{
    (void)words;
    serve->in_game = true;
    serve->lost_track = false;
    serve->has_player = false;
    serve->seat = SEAT_NONE;
    rng_init(&serve->rng, serve->seed);
    growing_record_init(&serve->record,
                        (struct record_boards){.find = find_board, .context = serve});
}

static void read_seat(struct serve *serve, struct words *words)
{
    struct word word;
    uint64_t seat;
    if (words_next(words, &word) && number_read(word, &seat) && seat >= 1 && seat <= SEATS_MAX &&
        !serve->has_player)
        serve->seat = (unsigned)seat - 1;
    else
        complain_plainly(serve, FAULT_ENGINE_SEAT);
}

static void read_seed(struct serve *serve, struct words *words)
{
    struct word word;
    uint64_t seed;
    if (words_next(words, &word) && number_read(word, &seed))
        rng_init(&serve->rng, seed);
    else
        complain_plainly(serve, FAULT_ENGINE_SEED);
}

/* ---- The turn ---- */

struct go {
    struct word number;
    uint64_t work;
    uint64_t milliseconds;
    bool has_work, has_time;
};

/* Parses pairs of a word and a number; unknown words are ignored for later protocols. */
static bool read_limits(struct go *go, struct words *words)
{
    struct word key, value;
    while (words_next(words, &key)) {
        uint64_t number;
        if (!words_next(words, &value) || !number_read(value, &number))
            return false;
        if (word_is(key, "work")) {
            go->work = number;
            go->has_work = true;
        } else if (word_is(key, "time")) {
            go->milliseconds = number < MILLISECONDS_MAX ? number : MILLISECONDS_MAX;
            go->has_time = true;
        }
    }
    return true;
}

static void say_thoughts(const struct serve *serve, const struct thoughts *thoughts)
{
    const struct record_reader *reader = &serve->record.reader;
    char buffer[SAY_SIZE];
    struct text text;
    for (unsigned i = 0; i < thoughts->ideas && i < serve->ideas; i++) {
        text_init(&text, buffer, sizeof buffer);
        engine_reply_write_idea(&text, reader->board, &thoughts->idea[i]);
        say(serve, &text);
    }
    for (unsigned seat = 0; serve->beliefs && seat < reader->seats; seat++) {
        if (seat == serve->seat)
            continue;
        text_init(&text, buffer, sizeof buffer);
        engine_reply_write_belief(&text, reader->board, thoughts, seat);
        say(serve, &text);
    }
    if (thoughts->work > 0) {
        text_init(&text, buffer, sizeof buffer);
        text_add(&text, "info work ");
        number_add(&text, thoughts->work);
        text_add_char(&text, '\n');
        say(serve, &text);
    }
}

static void say_turn(const struct serve *serve, struct word number, const char *turn)
{
    char buffer[128];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_add(&text, "turn ");
    text_add_part(&text, number.start, number.length);
    text_add_char(&text, ' ');
    text_add(&text, turn);
    text_add_char(&text, '\n');
    say(serve, &text);
}

static void play(struct serve *serve, const struct go *go, const struct view *view)
{
    const struct serve_outside *outside = &serve->outside;
    const uint64_t milliseconds = go->milliseconds - go->milliseconds / TIME_SHARE;
    struct thoughts thoughts;
    struct turn turn;
    char buffer[TURN_TEXT_SIZE];
    struct budget budget = {
        .work = serve->bot->work, .late = outside->late, .context = outside->context};
    if (go->has_work)
        budget.work = go->work;
    else if (go->has_time && serve->bot->work > 0)
        budget.work = milliseconds * WORK_A_MILLISECOND;
    if (outside->late != NULL)
        outside->start_clock(outside->context, milliseconds);
    player_turn(&serve->player, view, &budget, &turn, &thoughts);
    say_thoughts(serve, &thoughts);
    notation_turn(buffer, serve->record.reader.board, &turn);
    say_turn(serve, go->number, buffer);
}

static void read_go(struct serve *serve, struct words *words)
{
    struct go go = {.work = 0};
    uint64_t number;
    struct view view;
    if (!words_next(words, &go.number) || !number_read(go.number, &number) ||
        !read_limits(&go, words)) {
        complain_plainly(serve, FAULT_ENGINE_GO);
        return;
    }
    follow(serve);
    const struct position *position = &serve->record.reader.position;
    if (serve->in_game && !serve->lost_track && serve->has_player &&
        position->table.phase == PHASE_PLAYING && position->table.to_move == serve->seat) {
        view_of(&view, position, serve->seat);
        play(serve, &go, &view);
        return;
    }
    complain_plainly(serve, FAULT_ENGINE_NOT_TO_MOVE);
    say_turn(serve, go.number, "none");
}

/* ---- Other commands -------------------------------------------------------------------------- */

static void read_hello(struct serve *serve, struct words *words)
{
    char buffer[SAY_SIZE];
    struct text text;
    (void)words; /* a referee with a later protocol receives the version of this engine */
    text_init(&text, buffer, sizeof buffer);
    text_add(&text, "id name Railhead ");
    text_add(&text, serve->bot->name);
    text_add(&text, "\nid author the authors of Railhead\noption ideas number ");
    text_add_number(&text, IDEAS_USUAL);
    text_add(&text, " 0 ");
    text_add_number(&text, THOUGHTS_IDEAS_MAX);
    text_add(&text, "\noption beliefs flag off\nready ");
    text_add_number(&text, PROTOCOL);
    text_add_char(&text, '\n');
    say(serve, &text);
}

static void read_set(struct serve *serve, struct words *words)
{
    struct word name, value;
    uint64_t ideas;
    const bool pair = words_next(words, &name) && words_next(words, &value) && words->rest == NULL;
    if (pair && word_is(name, "ideas") && number_read(value, &ideas) && ideas <= THOUGHTS_IDEAS_MAX)
        serve->ideas = ideas;
    else if (pair && word_is(name, "beliefs") && (word_is(value, "on") || word_is(value, "off")))
        serve->beliefs = word_is(value, "on");
    else
        complain_plainly(serve, FAULT_ENGINE_OPTION);
}

static void read_ping(struct serve *serve, struct words *words)
{
    static const char pong[] = "pong\n";
    (void)words; /* allowed anywhere, even where a record may not end */
    serve->outside.say(serve->outside.context, pong, sizeof pong - 1);
}

static void read_quit(struct serve *serve, struct words *words)
{
    (void)words;
    serve->finished = true;
}

static void read_nothing(struct serve *serve, struct words *words)
{
    (void)serve;
    (void)words;
}

static const struct {
    const char *word;
    void (*read)(struct serve *serve, struct words *words);
} commands[] = {
    {"railhead-engine", read_hello},
    {"set", read_set},
    {"board-file", read_board_file},
    {"newgame", read_newgame},
    {"seat", read_seat},
    {"seed", read_seed},
    {"go", read_go},
    {"ping", read_ping},
    {"quit", read_quit},
    {"stop", read_nothing},    /* the turn it refers to has been sent */
    {"forfeit", read_nothing}, /* the turn that replaces ours follows */
};

void serve_init(struct serve *serve, const struct bot *bot, void *memory, uint64_t seed,
                struct serve_outside outside)
{
    memset(serve, 0, sizeof *serve);
    serve->bot = bot;
    serve->memory = memory;
    serve->seed = seed;
    serve->outside = outside;
    serve->ideas = IDEAS_USUAL;
    serve->seat = SEAT_NONE;
}

void serve_line(struct serve *serve, const char *line, size_t length)
{
    struct words words;
    struct word key;
    if (serve->takes_board) {
        if (word_is((struct word){line, length}, "end-board"))
            end_board(serve);
        else
            take_board_line(serve, line, length);
        return;
    }
    if (text_find_bad_byte(line, length) < length) {
        complain_plainly(serve, FAULT_ENGINE_NOT_TEXT);
        return;
    }
    words_init(&words, line, length);
    words_next(&words, &key);
    if (growing_record_takes(key)) {
        take_record_line(serve, key, line, length);
        return;
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (word_is(key, commands[i].word)) {
            commands[i].read(serve, &words);
            return;
        }
    }
    if (length > 0 && key.start[0] != '#') {
        struct fault fault;
        fault_say(ENGINE_UNKNOWN, &fault, FAULT_FORMAT, key);
        complain(serve, &fault);
    }
}
