/* The referee's side of the engine protocol. */
#include "engine/engine_process.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/array.h"
#include "base/check.h"
#include "board_file/boards.h"
#include "bots/random.h"
#include "engine/board_lines.h"
#include "engine/engine_reply.h"
#include "rules/draft.h"
#include "text/number.h"

enum {
    PROTOCOL = 1,
    OUTPUT_MAX = 1 << 20,     /* bytes that a program may write before it replies */
    LATE_MAX = 3,             /* late turns per game before the program is killed */
    GAMES_LOST_MAX = 3,       /* consecutive lost games before it is no longer restarted */
    SHORT_SIZE = 256,         /* of a line written by the referee */
    WORK_A_MILLISECOND = 100, /* a tenth of what struct budget assumes: for timeouts, not a limit */
};

/* ---- Reports ---- */

static void hear(const struct engine *engine, enum engine_sound sound, const char *line,
                 size_t length)
{
    if (engine->listener.hear != NULL)
        engine->listener.hear(engine->listener.context, sound, line, length);
}

static void hear_lines(const struct engine *engine, const char *lines, size_t length)
{
    while (length > 0) {
        const char *feed = memchr(lines, '\n', length);
        const size_t line = feed != NULL ? (size_t)(feed - lines) : length;
        hear(engine, ENGINE_SENT, lines, line);
        lines += line + (feed != NULL);
        length -= line + (feed != NULL);
    }
}

static void hear_stderr(void *context, const char *line, size_t length)
{
    hear(context, ENGINE_STDERR, line, length);
}

__attribute__((format(printf, 2, 3))) static void report(struct engine *engine, const char *format,
                                                         ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(engine->report, sizeof engine->report, format, arguments);
    va_end(arguments);
    hear(engine, ENGINE_REPORT, engine->report, strlen(engine->report));
}

/* Passes a meaningless line to the listener without reporting it as a failure. */
static void hear_ignored(const struct engine *engine, const char *why, const char *line,
                         size_t length)
{
    char buffer[SHORT_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_add(&text, why);
    text_add(&text, "; ignored: ");
    text_add_quoted(&text, line, length);
    hear(engine, ENGINE_REPORT, text.start, text.used);
}

/* ---- The process ---- */

/* Ends the program.  `why` is NULL if it ended without our doing. */
static void lose(struct engine *engine, const char *why)
{
    int status;
    if (!child_end(&engine->child, why == NULL ? engine->patience.quit : 0, &status) && why == NULL)
        why = "it has closed its standard input or output";
    const char *said = engine->child.last_words[0] != '\0' ? "; its last words: " : "";
    engine->alive = false;
    engine->games_lost++;
    if (why != NULL)
        report(engine, "was ended: %s", why);
    else if (WIFSIGNALED(status))
        report(engine, "ended by signal %d%s%s", WTERMSIG(status), said, engine->child.last_words);
    else
        report(engine, "ended with status %d%s%s", WEXITSTATUS(status), said,
               engine->child.last_words);
}

/* The same for the result of a read or a write. */
static void lose_by(struct engine *engine, enum child_result result, const char *when_late)
{
    if (result == CHILD_LATE)
        lose(engine, when_late);
    else
        lose(engine, result == CHILD_FLOOD ? "it writes without end and does not answer" : NULL);
}

/* Sends complete lines.  Returns false if the program has ended, now or before. */
static bool tell_by(struct engine *engine, const char *lines, size_t length, uint64_t deadline)
{
    if (!engine->alive)
        return false;
    hear_lines(engine, lines, length);
    const enum child_result result = child_write(&engine->child, lines, length, deadline);
    if (result != CHILD_DONE)
        lose_by(engine, result, "it does not read what it is told");
    return result == CHILD_DONE;
}

static bool tell(struct engine *engine, const struct text *text)
{
    CHECK(!text->cut);
    return tell_by(engine, text->start, text->used, child_clock() + engine->patience.game);
}

static bool tell_words(struct engine *engine, const char *lines)
{
    return tell_by(engine, lines, strlen(lines), child_clock() + engine->patience.game);
}

/* Reads and parses the next line of the program. */
static enum child_result receive(struct engine *engine, uint64_t deadline,
                                 struct engine_reply *reply, const char **line, size_t *length)
{
    const enum child_result result = child_read_line(&engine->child, deadline, line, length);
    if (result == CHILD_DONE) {
        hear(engine, ENGINE_RECEIVED, *line, *length);
        engine_reply_read(reply, *line, *length);
    }
    return result;
}

/* ---- The handshake ---- */

/* The engine's name may be used in a record, so it must be valid there. */
static void keep_name(struct engine *engine, const char *name, size_t length)
{
    record_clean_name(engine->name, sizeof engine->name, name, length);
}

static void take_introduction(struct engine *engine, const struct engine_reply *reply,
                              const char *line, size_t length)
{
    if (reply->kind == ENGINE_REPLY_NAME && reply->rest.length > 0)
        keep_name(engine, reply->rest.rest, reply->rest.length);
    else if (reply->kind == ENGINE_REPLY_WANT_BOARD)
        engine->wants_board = true;
    else if (reply->kind == ENGINE_REPLY_UNKNOWN)
        hear_ignored(engine, "unknown line", line, length);
}

/* Waits for a line of this kind.  Other lines before it are taken as part of the introduction. */
static bool wait_for_kind(struct engine *engine, enum engine_reply_kind kind, unsigned milliseconds,
                          const char *when_late, struct engine_reply *reply)
{
    const uint64_t deadline = child_clock() + milliseconds;
    const char *line;
    size_t length;
    engine->child.allowance = OUTPUT_MAX;
    for (;;) {
        const enum child_result result = receive(engine, deadline, reply, &line, &length);
        if (result != CHILD_DONE) {
            lose_by(engine, result, when_late);
            return false;
        }
        if (reply->kind == kind)
            return true;
        take_introduction(engine, reply, line, length);
    }
}

static bool tell_settings(struct engine *engine)
{
    const char *const *setting = engine->settings;
    for (; engine->alive && setting != NULL && *setting != NULL; setting++) {
        char buffer[CHILD_LINE_SIZE];
        struct text text;
        text_init(&text, buffer, sizeof buffer);
        text_add(&text, "set ");
        text_add(&text, *setting);
        text_add_char(&text, '\n');
        if (text.cut)
            lose(engine, "one of the settings for it is too long");
        else
            tell(engine, &text);
    }
    return engine->alive;
}

static bool start_program(struct engine *engine)
{
    const struct child_listener listener = {.hear = hear_stderr, .context = engine};
    struct engine_reply reply;
    engine->wants_board = false;
    engine->board_sent = NULL;
    engine->alive = child_start(&engine->child, engine->command, listener);
    if (!engine->alive) {
        engine->games_lost++;
        report(engine, "cannot be started: %s", strerror(errno));
        return false;
    }
    if (!tell_words(engine, "railhead-engine 1\n") ||
        !wait_for_kind(engine, ENGINE_REPLY_READY, engine->patience.handshake,
                       "it does not answer 'railhead-engine 1' with 'ready 1'", &reply))
        return false;
    if (reply.number != PROTOCOL) {
        lose(engine, "it speaks another protocol than number 1");
        return false;
    }
    return tell_settings(engine);
}

void engine_init(struct engine *engine, const char *command, struct engine_listener listener)
{
    memset(engine, 0, sizeof *engine);
    engine->command = command;
    engine->listener = listener;
    engine->patience = (struct engine_patience){
        .handshake = 10000, .game = 10000, .turn = 10000, .grace = 500, .quit = 1000};
    keep_name(engine, command, strcspn(command, "\n\t\r"));
}

bool engine_start(struct engine *engine, char *error, size_t error_size)
{
    if (start_program(engine))
        return true;
    text_copy(error, error_size, engine->report);
    return false;
}

void engine_stop(struct engine *engine)
{
    if (!engine->alive)
        return;
    int status;
    if (tell_words(engine, "quit\n"))
        child_end(&engine->child, engine->patience.quit, &status);
    engine->alive = false;
}

/* ---- The game -------------------------------------------------------------------------------- */

struct board_telling {
    struct engine *engine;
    uint64_t deadline;
};

static void tell_board_line(void *context, const char *line, size_t length)
{
    const struct board_telling *telling = context;
    char buffer[SHORT_SIZE * 4];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_add_part(&text, line, length);
    text_add_char(&text, '\n');
    tell_by(telling->engine, text.start, text.used, telling->deadline);
}

/* Sends the board file.  A board that is not compiled in is always sent; the others on request. */
static bool tell_board(struct engine *engine, const struct board *board)
{
    const bool known = board_builtin(board->id, strlen(board->id)) == board;
    if (engine->board_sent == board || (known && !engine->wants_board))
        return true;
    struct board_telling telling = {.engine = engine,
                                    .deadline = child_clock() + engine->patience.game};
    tell_words(engine, "board-file\n");
    board_lines(board, tell_board_line, &telling);
    engine->board_sent = board;
    return tell_words(engine, "end-board\n");
}

static bool tell_header(struct engine *engine, const struct engine_game *game)
{
    static const struct record_names nameless;
    char buffer[SHORT_SIZE + RECORD_EVENT_SIZE];
    struct text text;
    struct table table;
    table_init(&table, game->board, game->seats, game->variants);
    text_init(&text, buffer, sizeof buffer);
    text_add(&text, "newgame\nseat ");
    text_add_number(&text, (long)game->seat + 1);
    text_add(&text, "\nseed ");
    number_add(&text, game->seed);
    text_add_char(&text, '\n');
    record_write_header(&text, game->board, &table, game->names != NULL ? game->names : &nameless);
    text_add(&text, "ping\n");
    return tell(engine, &text);
}

bool engine_begin_game(struct engine *engine, const struct engine_game *game)
{
    struct engine_reply reply;
    engine->board = game->board;
    engine->late = 0;
    if (engine->alive)
        engine->games_lost = 0;
    else if (engine->games_lost >= GAMES_LOST_MAX || !start_program(engine))
        return false;
    return tell_board(engine, game->board) && tell_header(engine, game) &&
           wait_for_kind(engine, ENGINE_REPLY_PONG, engine->patience.game,
                         "it does not answer 'ping' at the beginning of a game", &reply);
}

void engine_begin_round(struct engine *engine, const struct view *view)
{
    char buffer[RECORD_EVENT_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    record_write_view(&text, engine->board, view);
    tell(engine, &text);
}

void engine_see(struct engine *engine, unsigned seat, const struct turn *turn)
{
    char buffer[SHORT_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    record_write_turn(&text, engine->board, seat, turn);
    tell(engine, &text);
}

/* Sends the deals, with all cards, and the closing lines. */
void engine_round_over(struct engine *engine, const struct table *table)
{
    char buffer[2 * RECORD_EVENT_SIZE];
    struct text text;
    const struct view view = {.table = *table, .seat = SEAT_NONE};
    text_init(&text, buffer, sizeof buffer);
    record_write_view(&text, engine->board, &view);
    record_write_closing(&text, engine->board, table);
    const char *deals = strstr(buffer, "\ndeal ");
    CHECK(deals != NULL && !text.cut);
    tell_words(engine, deals + 1);
}

/* ---- Turns ---- */

struct turn_texts {
    const struct board *board;
    char (*text)[TURN_TEXT_SIZE];
    size_t count, capacity;
};

static void add_turn_text(void *context, const struct turn *turn)
{
    struct turn_texts *texts = context;
    if (ARRAY_GROW(texts->text, texts->capacity, texts->count + 1))
        notation_turn(texts->text[texts->count++], texts->board, turn);
}

static int compare_texts(const void *one, const void *other)
{
    return strcmp(one, other);
}

/* Sends the same list as `railhead turns`, in the same order. */
static bool tell_legal_turns(struct engine *engine, const struct view *view, uint64_t deadline)
{
    static const char start[] = "legal ", end[] = "end-legal\n";
    struct turn_texts texts = {.board = engine->board};
    struct text text;
    turn_each(&view->table, engine->board, &view->hand, add_turn_text, &texts);
    const size_t size = texts.count * (sizeof start + TURN_TEXT_SIZE) + sizeof end;
    char *lines = malloc(size);
    if (lines == NULL) {
        free(texts.text);
        return tell_words(engine, end);
    }
    if (texts.count > 0)
        qsort(texts.text, texts.count, sizeof texts.text[0], compare_texts);
    text_init(&text, lines, size);
    for (size_t i = 0; i < texts.count; i++) {
        text_add(&text, start);
        text_add(&text, texts.text[i]);
        text_add_char(&text, '\n');
    }
    text_add(&text, end);
    const bool sent = tell_by(engine, text.start, text.used, deadline);
    free(lines);
    free(texts.text);
    return sent;
}

/* Checks a turn from the engine: it must be parsable and legal. */
static enum engine_answer judge(struct engine *engine, const struct view *view,
                                struct engine_reply *reply, struct turn *turn)
{
    struct fault fault;
    struct draft draft;
    struct turn said;
    const struct words words = reply->rest;
    char quoted[64], sentence[FAULT_SENTENCE_SIZE];
    struct text text;
    text_init(&text, quoted, sizeof quoted);
    text_add_quoted(&text, words.rest, words.length);
    if (!notation_read_turn(engine->board, &reply->rest, &said, &fault)) {
        report(engine, "turn %s: %s (%s)", quoted, fault_sentence(&fault, sentence), fault.rule);
        return ENGINE_GARBLED;
    }
    draft_begin(&draft, &view->table, &view->hand);
    const enum refusal refusal = draft_turn(&draft, engine->board, &said);
    if (refusal != ACCEPTED) {
        report(engine, "turn %s: %s (%s)", quoted, refusal_text(refusal), refusal_rule(refusal));
        return ENGINE_ILLEGAL;
    }
    *turn = said;
    return ENGINE_TURN;
}

/* Handles the failure to reply to this `go`. */
static enum engine_answer give_up_waiting(struct engine *engine, enum child_result result,
                                          unsigned milliseconds)
{
    if (result == CHILD_CLOSED) {
        lose(engine, NULL);
        return ENGINE_DEAD;
    }
    if (result == CHILD_FLOOD) {
        lose_by(engine, result, "");
        return ENGINE_GARBLED;
    }
    report(engine, "no turn within %u milliseconds", milliseconds);
    if (++engine->late < LATE_MAX)
        tell_words(engine, "stop\n");
    else
        lose(engine, "too many of its turns came too late");
    return ENGINE_LATE;
}

/* Interprets a line while a turn is awaited.  Returns ENGINE_ANSWERS to continue waiting. */
static enum engine_answer take_answer(struct engine *engine, const struct view *view,
                                      uint64_t deadline, struct engine_reply *reply,
                                      struct turn *turn, struct thoughts *thoughts)
{
    const bool answers = reply->number == engine->go;
    if (reply->kind == ENGINE_REPLY_TURN && answers)
        return judge(engine, view, reply, turn);
    if (reply->kind == ENGINE_REPLY_NONE && answers) {
        report(engine, "it has no turn");
        return ENGINE_NONE;
    }
    if (reply->kind == ENGINE_REPLY_INFO && thoughts != NULL)
        engine_reply_read_info(reply, engine->board, &view->table, thoughts);
    if (reply->kind == ENGINE_REPLY_LEGAL && !tell_legal_turns(engine, view, deadline))
        return ENGINE_DEAD;
    return ENGINE_ANSWERS;
}

static enum engine_answer wait_for_turn(struct engine *engine, const struct view *view,
                                        unsigned milliseconds, struct turn *turn,
                                        struct thoughts *thoughts)
{
    const uint64_t deadline = child_clock() + milliseconds;
    struct engine_reply reply;
    const char *line;
    size_t length;
    engine->child.allowance = OUTPUT_MAX;
    for (;;) {
        const enum child_result result = receive(engine, deadline, &reply, &line, &length);
        if (result != CHILD_DONE)
            return give_up_waiting(engine, result, milliseconds);
        const enum engine_answer taken =
            take_answer(engine, view, deadline, &reply, turn, thoughts);
        if (taken != ENGINE_ANSWERS)
            return taken;
        if (reply.kind == ENGINE_REPLY_UNKNOWN)
            hear_ignored(engine, "unknown line", line, length);
        else if (reply.kind == ENGINE_REPLY_TURN || reply.kind == ENGINE_REPLY_NONE)
            hear_ignored(engine, "an answer to an earlier 'go'", line, length);
    }
}

static bool tell_go(struct engine *engine, const struct engine_limits *limits)
{
    char buffer[SHORT_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_add(&text, "go ");
    number_add(&text, ++engine->go);
    if (limits->work > 0) {
        text_add(&text, " work ");
        number_add(&text, limits->work);
    }
    if (limits->milliseconds > 0) {
        text_add(&text, " time ");
        number_add(&text, limits->milliseconds);
    }
    text_add_char(&text, '\n');
    return tell(engine, &text);
}

/* Returns how long to wait for a turn, in milliseconds. */
static unsigned turn_patience(const struct engine *engine, const struct engine_limits *limits)
{
    const unsigned most = 24 * 60 * 60 * 1000;
    uint64_t milliseconds = engine->patience.turn + limits->work / WORK_A_MILLISECOND;
    if (limits->milliseconds > 0)
        milliseconds = (uint64_t)limits->milliseconds + engine->patience.grace;
    return milliseconds < most ? (unsigned)milliseconds : most;
}

static void tell_forfeit(struct engine *engine)
{
    char buffer[SHORT_SIZE + ENGINE_REPORT_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_add(&text, "forfeit ");
    number_add(&text, engine->go);
    text_add_char(&text, ' ');
    text_add(&text, engine->report);
    text_add_char(&text, '\n');
    tell(engine, &text);
}

enum engine_answer engine_turn(struct engine *engine, const struct view *view,
                               const struct engine_limits *limits, struct turn *turn,
                               struct thoughts *thoughts)
{
    enum engine_answer answer = ENGINE_DEAD;
    CHECK(view->table.phase == PHASE_PLAYING && view->seat == view->table.to_move);
    if (thoughts != NULL)
        thoughts_init(thoughts, engine->board, view);
    if (engine->alive && tell_go(engine, limits))
        answer = wait_for_turn(engine, view, turn_patience(engine, limits), turn, thoughts);
    if (answer != ENGINE_TURN && engine->alive)
        tell_forfeit(engine);
    engine->answers[answer]++;
    return answer;
}

enum engine_answer engine_or_random_turn(struct engine *engine, const struct view *view,
                                         const struct engine_limits *limits, struct rng *rng,
                                         struct turn *turn, struct thoughts *thoughts)
{
    const enum engine_answer answer = engine_turn(engine, view, limits, turn, thoughts);
    if (answer != ENGINE_TURN)
        random_legal_turn(engine->board, view, rng, turn);
    return answer;
}

const char *engine_answer_name(enum engine_answer answer)
{
    static const char *const names[ENGINE_ANSWERS] = {"turn",    "none", "illegal",
                                                      "garbled", "late", "dead"};
    CHECK(answer < ENGINE_ANSWERS);
    return names[answer];
}
