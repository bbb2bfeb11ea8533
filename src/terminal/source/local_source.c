/*
 * A game on this machine (game/game.h) as a source.  Bots think on a thread, so that the screen
 * stays responsive.
 *
 * While a bot thinks, only its thread uses the bots, and the main thread changes neither them nor
 * the game.
 */
#include "terminal/source/local_source.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "bots/think_time.h"
#include "files/record_file.h"
#include "game/company.h"
#include "terminal/app/saved_strength.h"
#include "terminal/source/advice.h"
#include "words/language.h"

enum {
    ADVICE_TICK_MS = 20,
    THINKING_MS = 1000, /* maximum time for a bot's turn */
    STEP_MOMENTS = 2,   /* per step: a turn and the next deal */
};

/*
 * A bot's turn that is being computed, and its result:
 *
 *     asked --thread--> is_running --byte in the pipe--> is_waiting --it is time--> played
 */
struct thought {
    bool is_running;
    bool is_waiting;  /* the turn is ready, but it is too early to show it */
    int64_t asked_ms; /* when it began (monotonic) */
    pthread_t thread;
    int done[2]; /* a pipe that receives a byte when the thread is done */
    struct turn turn;
};

struct local_source {
    struct source source; /* first, so that a source can be cast to it */
    const struct play_setup *setup;
    struct play_pace pace;
    struct game game;
    struct contender_player bot[SEATS_MAX]; /* for the seats of bots */
    struct thought thought;
    struct advice *advice; /* pending, or NULL */
    bool wants_round;      /* the next round may be dealt */
    bool save_failed;      /* the last attempt */
    bool lost_moment;      /* allocation failed for a moment of a record */
};

static struct local_source *local_source_of(struct source *source)
{
    return (struct local_source *)source;
}

/* ---- Thinking ---------------------------------------------------------------------------- */

static void *think_on_thread(void *argument)
{
    struct local_source *local = argument;
    game_ask(&local->game, &local->thought.turn);
    const ssize_t written = write(local->thought.done[1], "", 1);
    CHECK(written == 1);
    return NULL;
}

/* Signals are blocked in the new thread, so that the main thread gets them. */
static void begin_thought(struct local_source *local)
{
    sigset_t all, before;
    local->thought.is_running = true;
    local->thought.asked_ms = local->pace.now_ms();
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const int error = pthread_create(&local->thought.thread, NULL, think_on_thread, local);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) /* without a thread the screen waits */
        think_on_thread(local);
    local->thought.thread = error != 0 ? pthread_self() : local->thought.thread;
}

/* Returns true if a turn is ready.  If `waits` is set, waits for the thread. */
static bool end_thought(struct local_source *local, bool waits)
{
    char byte;
    if (!local->thought.is_running)
        return false;
    if (!waits && read(local->thought.done[0], &byte, 1) != 1)
        return false;
    if (!pthread_equal(local->thought.thread, pthread_self()))
        pthread_join(local->thought.thread, NULL);
    if (waits && read(local->thought.done[0], &byte, 1) != 1)
        CHECK(!"a thought that is over has left its byte");
    local->thought.is_running = false;
    return true;
}

/* Returns the milliseconds until the finished turn is to be shown; 0 if it is time. */
static int wait_ms(const struct local_source *local)
{
    const unsigned seat = local->game.position.table.to_move;
    const int64_t pondered = contender_pondered(&local->bot[seat]);
    const int64_t due =
        local->thought.asked_ms + local->pace.usual_ms * pondered / THINK_TIME_USUAL;
    const int64_t left = due - local->pace.now_ms();
    return left > 0 ? (int)left : 0;
}

/* Returns true if a turn is ready and it is time to show it. */
static bool is_due(struct local_source *local)
{
    if (end_thought(local, false))
        local->thought.is_waiting = true;
    return local->thought.is_waiting && wait_ms(local) == 0;
}

/* Sets when step() must be called even if the descriptor is not readable. */
static void set_pause(struct local_source *local)
{
    local->source.pause_ms = local->advice != NULL       ? ADVICE_TICK_MS
                             : local->thought.is_waiting ? wait_ms(local)
                                                         : -1;
}

static void drop_advice(struct local_source *local)
{
    if (local->advice != NULL)
        advice_drop(local->advice);
    local->advice = NULL;
    set_pause(local);
}

static bool take_advice(struct local_source *local)
{
    if (local->advice == NULL || !advice_is_ready(local->advice))
        return false;
    advice_take(local->advice, &local->source);
    local->advice = NULL;
    local->source.notice[0] = '\0';
    return true;
}

/* ---- Updates of the source ----------------------------------------------------------------- */

/* Decides whose hand may be shown: the only person's, or that of the person to move. */
static void seat_keyboard(struct local_source *local)
{
    struct source *source = &local->source;
    const struct table *table = &local->game.position.table;
    const unsigned people = play_setup_people(local->setup);
    source->keyboard = SEAT_NONE;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (source->seat[seat].is_person_here && (people == 1 || seat == table->to_move))
            source->keyboard = seat;
    }
    source->secret = people > 1 && !(table->variants & VARIANT_OPEN_CARDS);
    if (source->keyboard != SEAT_NONE && table->phase == PHASE_PLAYING) {
        struct view view;
        view_of(&view, &local->game.position, source->keyboard);
        source->hand = view.hand;
    }
}

/* A game that is saved automatically is saved only once a person has played in it. */
static void save_record(struct local_source *local)
{
    const char *path = local->setup->save;
    const bool failed_before = local->save_failed;
    if (local->setup->keeps && !local_source_has_begun(&local->source)) {
        unlink(path);
        return;
    }
    local->save_failed = path != NULL && !record_file_save(&local->game, path);
    if (local->save_failed && !failed_before)
        snprintf(local->source.notice, sizeof local->source.notice,
                 _("The record cannot be saved to %s: %s.  The game goes on."), path,
                 strerror(errno));
}

static void add_event(void *context, const struct game *game, const struct game_event *event)
{
    struct local_source *local = context;
    struct history *history = &local->source.history;
    if (!history_reserve(history, 1))
        local->lost_moment = true;
    else if (event->kind == RECORD_ROUND)
        history_add_deal(history, &game->position.table);
    else if (event->kind == RECORD_TURN)
        history_add_turn(history, &game->position.table, event->seat, event->turn);
}

static void deal_round(struct local_source *local)
{
    const struct game_listener listener = {add_event, local};
    local->wants_round = false;
    game_deal(&local->game, &listener);
    seat_keyboard(local);
    save_record(local);
}

/* Updates the estimate of the person's strength after a round. */
static void learn_strength(const struct game *game)
{
    const unsigned before = saved_strength_read();
    const unsigned after = company_after_round(before, game);
    if (after != before)
        saved_strength_write(after);
}

static enum refusal take_turn(struct local_source *local, struct turn *turn)
{
    const struct game_listener listener = {add_event, local};
    const enum refusal refusal = game_play(&local->game, turn, &listener);
    if (refusal != ACCEPTED)
        return refusal;
    local->source.hints = 0;
    seat_keyboard(local);
    save_record(local);
    if (local->setup->keeps && !game_is_on(&local->game))
        learn_strength(&local->game);
    return ACCEPTED;
}

static void take_bot_turn(struct local_source *local)
{
    const unsigned seat = local->game.position.table.to_move;
    local->thought.is_waiting = false;
    local->source.seat[seat].thinks = false;
    local->source.notice[0] = '\0';
    const char *report = contender_report(&local->bot[seat]);
    if (report[0] != '\0')
        snprintf(local->source.notice, sizeof local->source.notice,
                 _("%s forfeits its turn, and a random one is played: %.200s."),
                 local->source.seat[seat].name, report);
    const enum refusal refusal = take_turn(local, &local->thought.turn);
    CHECK(refusal == ACCEPTED);
}

/* ---- Calls of the source ----------------------------------------------------------------- */

/* If allocation fails, the game pauses until there is memory for the next moment. */
static bool wait_for_memory(struct local_source *local)
{
    const char *why = _("There is not enough memory to go on.");
    const bool told = strcmp(local->source.notice, why) == 0;
    snprintf(local->source.notice, sizeof local->source.notice, "%s", why);
    return !told;
}

static bool local_step(struct source *source)
{
    struct local_source *local = local_source_of(source);
    const struct table *table = &local->game.position.table;
    bool news = false;
    if (!history_reserve(&source->history, STEP_MOMENTS))
        return wait_for_memory(local);
    if (is_due(local)) {
        take_bot_turn(local);
        news = true;
    }
    news = take_advice(local) || news;
    if (local->wants_round) {
        deal_round(local);
        news = true;
    }
    if (table->phase == PHASE_PLAYING && !local->thought.is_running && !local->thought.is_waiting &&
        source->seat[table->to_move].kind == SOURCE_BOT) {
        source->seat[table->to_move].thinks = true;
        begin_thought(local);
        news = true;
    }
    set_pause(local);
    return news;
}

static bool local_play(struct source *source, const struct turn *turn,
                       char why[SOURCE_SENTENCE_SIZE])
{
    struct local_source *local = local_source_of(source);
    struct turn settled = *turn;
    if (!history_reserve(&source->history, 1)) {
        snprintf(why, SOURCE_SENTENCE_SIZE, _("There is not enough memory to go on."));
        return false;
    }
    drop_advice(local);
    const enum refusal refusal = take_turn(local, &settled);
    if (refusal == ACCEPTED)
        return true;
    snprintf(why, SOURCE_SENTENCE_SIZE, _("Refused: %s (%s)."), _(refusal_text(refusal)),
             refusal_rule(refusal));
    return false;
}

static void local_go_on(struct source *source)
{
    struct local_source *local = local_source_of(source);
    local->wants_round = local->game.position.table.phase == PHASE_ROUND_OVER;
}

static bool local_ask_hint(struct source *source, char why[SOURCE_SENTENCE_SIZE])
{
    struct local_source *local = local_source_of(source);
    const char *why_not = !source_is_mine(source)
                              ? _("You can only ask for advice on your own turn.")
                          : local->advice != NULL ? _("The adviser has already been asked.")
                                                  : NULL;
    if (why_not == NULL)
        local->advice = advice_begin(source, local->setup->adviser);
    if (why_not == NULL && local->advice == NULL)
        why_not = _("There is not enough memory for advice.");
    set_pause(local);
    snprintf(why, SOURCE_SENTENCE_SIZE,
             why_not != NULL ? "%s" : _("%s is thinking about your turn."),
             why_not != NULL ? why_not : source->adviser);
    return why_not == NULL;
}

static bool local_save(struct source *source, const char *path, char why[SOURCE_SENTENCE_SIZE])
{
    const struct local_source *local = local_source_of(source);
    if (access(path, F_OK) == 0) {
        snprintf(why, SOURCE_SENTENCE_SIZE, _("%.200s already exists: choose another name."), path);
        return false;
    }
    const bool saved = record_file_save(&local->game, path);
    if (saved)
        snprintf(why, SOURCE_SENTENCE_SIZE,
                 _("The record is in %.200s, with everybody's cards: --resume continues from it."),
                 path);
    else
        snprintf(why, SOURCE_SENTENCE_SIZE, _("It could not be saved to %.200s: %s."), path,
                 strerror(errno));
    return saved;
}

/*
 * Returns the number of turns since the last one of a person here, including it; 0 if there is
 * none.
 */
static unsigned turns_to_take_back(const struct source *source)
{
    const struct history *history = &source->history;
    for (unsigned turns = 1; turns <= history->moments; turns++) {
        const struct moment *moment = &history->moment[history->moments - turns];
        if (moment->seat == SEAT_NONE)
            return 0;
        if (source->seat[moment->seat].is_person_here)
            return turns;
    }
    return 0;
}

static bool local_take_back(struct source *source, char why[SOURCE_SENTENCE_SIZE])
{
    struct local_source *local = local_source_of(source);
    const unsigned turns = turns_to_take_back(source);
    drop_advice(local);
    CHECK(turns > 0 && !local->thought.is_running && !local->thought.is_waiting);
    for (unsigned i = 0; i < turns; i++) {
        if (!game_take_back(&local->game)) {
            CHECK(i == 0); /* all of them, or none */
            snprintf(why, SOURCE_SENTENCE_SIZE, "%s",
                     _("A program in a seat cannot be told that a turn was taken back."));
            return false;
        }
        history_take_back(&source->history, 1);
    }
    source->changes++;
    source->hints = 0;
    seat_keyboard(local);
    save_record(local);
    return true;
}

static char *local_record(const struct source *source, size_t *length)
{
    const struct game *game = &((const struct local_source *)source)->game;
    char *copy = game_keeps_record(game) ? malloc(game->record.used) : NULL;
    if (copy != NULL)
        memcpy(copy, game->record.start, game->record.used);
    *length = game->record.used;
    return copy;
}

static const struct source_calls calls = {
    .step = local_step,
    .play = local_play,
    .go_on = local_go_on,
    .take_back = local_take_back,
    .ask_hint = local_ask_hint,
    .record = local_record,
    .save = local_save,
};

/* ---- Names and settings of the source ---------------------------------------------------- */

/* Sets the names of the seats. */
static void name_seats(struct local_source *local)
{
    const struct play_setup *setup = local->setup;
    for (unsigned i = 0; i < setup->seats; i++) {
        struct source_seat *seat = &local->source.seat[i];
        const char *name = setup->player[i].name;
        if (setup->player[i].is_bot)
            source_seat_bot(seat, i, name);
        else
            snprintf(seat->name, sizeof seat->name, "%s",
                     strcmp(name, "you") == 0 ? _("you") : name);
        seat->kind = setup->player[i].is_bot ? SOURCE_BOT : SOURCE_PERSON;
        seat->is_person_here = !setup->player[i].is_bot;
        seat->clock_ms = -1;
    }
}

static void begin_source(struct local_source *local)
{
    struct source *source = &local->source;
    source->calls = &calls;
    source->board = local->game.board;
    source->offers = SOURCE_REVIEW | SOURCE_REMATCH | SOURCE_NEW_GAME;
    source->advises = true;
    set_pause(local);
    source->descriptor = local->thought.done[0];
    snprintf(source->adviser, sizeof source->adviser, "%s", local->setup->adviser->name);
    name_seats(local);
    if (local->game.position.table.phase == PHASE_DEALING)
        deal_round(local);
    else
        seat_keyboard(local);
}

/* ---- Opening and closing ------------------------------------------------------------------- */

static void name_players(const struct play_setup *setup, struct record_names *names)
{
    memset(names, 0, sizeof *names);
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        const struct play_seat *player = &setup->player[seat];
        if (player->is_bot)
            contender_name(&player->contender, names->name[seat], sizeof names->name[seat]);
        else
            snprintf(names->name[seat], sizeof names->name[seat], "%s", player->name);
    }
}

static bool seat_bots(struct local_source *local, char error[PLAY_ERROR_SIZE])
{
    const struct play_setup *setup = local->setup;
    const struct contender_limits limits = {.milliseconds = setup->timed ? THINKING_MS : 0,
                                            .hurries_bots = setup->timed};
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        struct contender_player *bot = &local->bot[seat];
        if (!setup->player[seat].is_bot)
            continue;
        if (!contender_player_init(bot, &setup->player[seat].contender, &limits, error,
                                   PLAY_ERROR_SIZE))
            return false;
        game_seat(&local->game, seat, seat_of_contender(bot, seat));
    }
    return true;
}

/* Continues the record of the setup.  A saved game contains the seed of its next deals. */
static bool resume_record(struct local_source *local, const struct record_names *names,
                          char error[PLAY_ERROR_SIZE])
{
    const struct play_setup *setup = local->setup;
    const struct file *file = &setup->resumed;
    const struct game_listener listener = {add_event, local};
    struct game_saved saved;
    struct fault fault;
    const bool has_seed = game_saved_read(&saved, file->data, file->size);
    const struct game_terms terms = {.boards = chosen_board_for_records(&setup->board),
                                     .seed = has_seed ? saved.seed : setup->seed,
                                     .other_deals = !has_seed || saved.other_deals,
                                     .names = names};
    if (game_load(&local->game, &terms, file->data, file->size, &listener, &fault) &&
        !local->lost_moment)
        return true;
    if (local->lost_moment)
        fault_say(RECORD_NO_MEMORY, fault_at(&fault, 0), FAULT_FORMAT);
    char sentence[FAULT_SENTENCE_SIZE];
    snprintf(error, PLAY_ERROR_SIZE, "--resume: %.80s:%u: %.250s (%s)", setup->resume, fault.line,
             fault_sentence(&fault, sentence), fault.rule);
    return false;
}

static bool begin_game(struct local_source *local, char error[PLAY_ERROR_SIZE])
{
    const struct play_setup *setup = local->setup;
    struct record_names names;
    name_players(setup, &names);
    if (!seat_bots(local, error))
        return false;
    if (setup->resumed.data != NULL)
        return resume_record(local, &names, error);
    game_begin(&local->game, &(struct game_setup){.board = setup->board.board,
                                                  .seats = setup->seats,
                                                  .variants = setup->variants,
                                                  .names = &names,
                                                  .seed = setup->seed});
    return true;
}

/* Checks before the game begins that the record can be saved. */
static bool save_first(const struct local_source *local, char error[PLAY_ERROR_SIZE])
{
    const struct play_setup *setup = local->setup;
    if (setup->save == NULL || setup->keeps) /* a kept game is saved if possible */
        return true;
    if (setup->resumed.data == NULL && access(setup->save, F_OK) == 0) {
        snprintf(error, PLAY_ERROR_SIZE, "--save: %.200s exists already; take another name",
                 setup->save);
        return false;
    }
    if (!record_file_save(&local->game, setup->save)) {
        snprintf(error, PLAY_ERROR_SIZE, "--save: %.200s cannot be written: %s", setup->save,
                 strerror(errno));
        return false;
    }
    return true;
}

struct source *local_source_open(const struct play_setup *setup, struct play_pace pace,
                                 char error[PLAY_ERROR_SIZE])
{
    struct local_source *local = calloc(1, sizeof *local);
    if (local == NULL || pipe(local->thought.done) != 0) {
        free(local);
        snprintf(error, PLAY_ERROR_SIZE, "there is not enough memory for a game");
        return NULL;
    }
    fcntl(local->thought.done[0], F_SETFL, O_NONBLOCK);
    local->setup = setup;
    local->pace = pace;
    history_init(&local->source.history);
    game_init(&local->game, record_on_heap());
    if (!history_reserve(&local->source.history, STEP_MOMENTS))
        snprintf(error, PLAY_ERROR_SIZE, "there is not enough memory for a game");
    else if (begin_game(local, error) && save_first(local, error)) {
        begin_source(local);
        return &local->source;
    }
    local_source_close(&local->source);
    return NULL;
}

void local_source_close(struct source *source)
{
    struct local_source *local = local_source_of(source);
    end_thought(local, true);
    drop_advice(local);
    history_release(&source->history);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        contender_player_release(&local->bot[seat]);
    record_release(&local->game.record);
    close(local->thought.done[0]);
    close(local->thought.done[1]);
    free(local);
}

bool local_source_has_begun(const struct source *source)
{
    for (unsigned i = 0; i < source->history.moments; i++) {
        const unsigned seat = source->history.moment[i].seat;
        if (seat != SEAT_NONE && source->seat[seat].is_person_here)
            return true;
    }
    return false;
}

bool local_source_is_saved(const struct source *source)
{
    return !((const struct local_source *)source)->save_failed;
}
