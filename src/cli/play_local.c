/*
 * The game of this machine as a source of a screen: bots think on a thread of their own, so that
 * the screen stays alive.
 *
 * While a thought is under way it alone touches the bots; what the screen does in the meantime
 * changes neither them nor the position.
 */
#include "cli/play_local.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/check.h"
#include "terminal/advice.h"
#include "terminal/history_record.h"
#include "words/language.h"

enum { ADVICE_TICK_MS = 20 };

/* A bot's turn that is being thought of, and its outcome. */
struct thought {
    bool goes_on;
    pthread_t thread;
    int done[2]; /* a pipe: a byte arrives when it is done */
    struct turn turn;
    char report[ENGINE_REPORT_SIZE];
};

struct local {
    struct source source; /* first, so that a source is a local */
    struct play_table table;
    struct thought thought;
    struct advice *advice; /* that is being thought of, or NULL */
    bool wants_round;      /* the next one may be dealt */
    bool save_failed;      /* the last time */
};

static struct local *local_of(struct source *source)
{
    return (struct local *)source;
}

/* ---- Thinking ---------------------------------------------------------------------------- */

static void *think(void *argument)
{
    struct local *local = argument;
    struct thought *thought = &local->thought;
    struct play_table *table = &local->table;
    const char *report = play_bots_turn(&table->bots, &table->position, &thought->turn);
    snprintf(thought->report, sizeof thought->report, "%s", report);
    const ssize_t written = write(thought->done[1], "", 1);
    CHECK(written == 1);
    return NULL;
}

/* Signals are for the screen's thread. */
static void begin_thought(struct local *local)
{
    sigset_t all, before;
    local->thought.goes_on = true;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const int error = pthread_create(&local->thought.thread, NULL, think, local);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) /* then the screen waits for it */
        think(local);
    local->thought.thread = error != 0 ? pthread_self() : local->thought.thread;
}

/* True when there was a thought, and it is done.  Waits for it if it has to. */
static bool end_thought(struct local *local, bool waits)
{
    char byte;
    if (!local->thought.goes_on)
        return false;
    if (!waits && read(local->thought.done[0], &byte, 1) != 1)
        return false;
    if (!pthread_equal(local->thought.thread, pthread_self()))
        pthread_join(local->thought.thread, NULL);
    if (waits && read(local->thought.done[0], &byte, 1) != 1)
        CHECK(!"a thought that is over has left its byte");
    local->thought.goes_on = false;
    return true;
}

static void drop_advice(struct local *local)
{
    if (local->advice != NULL)
        advice_drop(local->advice);
    local->advice = NULL;
    local->source.pause_ms = -1;
}

static bool take_advice(struct local *local)
{
    if (local->advice == NULL || !advice_is_there(local->advice))
        return false;
    advice_take(local->advice, &local->source);
    local->advice = NULL;
    local->source.notice[0] = '\0';
    local->source.pause_ms = -1;
    return true;
}

/* ---- What the screen is told --------------------------------------------------------------- */

/* The person whose hand may be on the screen: the only one there is, or the one to move. */
static void seat_keyboard(struct local *local)
{
    struct source *source = &local->source;
    const struct table *table = &local->table.position.table;
    const unsigned people = play_options_people(local->table.options);
    source->keyboard = SEAT_NONE;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (source->seat[seat].is_person_here && (people == 1 || seat == table->to_move))
            source->keyboard = seat;
    }
    source->secret = people > 1 && !(table->variants & VARIANT_OPEN_CARDS);
    if (source->keyboard != SEAT_NONE && table->phase == PHASE_PLAYING) {
        struct view view;
        view_of(&view, &local->table.position, source->keyboard);
        source->hand = view.hand;
    }
}

static void save(struct local *local)
{
    const bool failed_before = local->save_failed;
    local->save_failed = !play_table_save(&local->table);
    if (local->save_failed && !failed_before)
        snprintf(local->source.notice, sizeof local->source.notice,
                 _("The record cannot be saved to %s: %s.  The game goes on."),
                 local->table.options->save, strerror(errno));
}

static void deal(struct local *local)
{
    local->wants_round = false;
    play_table_deal(&local->table);
    history_add_deal(&local->source.history, &local->table.position.table);
    seat_keyboard(local);
    save(local);
}

static enum refusal take_turn(struct local *local, struct turn *turn)
{
    const unsigned seat = local->table.position.table.to_move;
    const enum refusal refusal = play_table_play(&local->table, turn);
    if (refusal != ACCEPTED)
        return refusal;
    local->source.hints = 0;
    history_add_turn(&local->source.history, &local->table.position.table, seat, turn);
    seat_keyboard(local);
    save(local);
    return ACCEPTED;
}

static void take_bot_turn(struct local *local)
{
    const unsigned seat = local->table.position.table.to_move;
    local->source.seat[seat].thinks = false;
    local->source.notice[0] = '\0';
    if (local->thought.report[0] != '\0')
        snprintf(local->source.notice, sizeof local->source.notice,
                 _("%s forfeits its turn, and a random one is played: %.200s."),
                 local->source.seat[seat].name, local->thought.report);
    const enum refusal refusal = take_turn(local, &local->thought.turn);
    CHECK(refusal == ACCEPTED);
}

/* ---- The source -------------------------------------------------------------------------- */

static bool local_step(struct source *source)
{
    struct local *local = local_of(source);
    const struct table *table = &local->table.position.table;
    bool news = false;
    if (end_thought(local, false)) {
        take_bot_turn(local);
        news = true;
    }
    news = take_advice(local) || news;
    if (local->wants_round) {
        deal(local);
        news = true;
    }
    if (table->phase == PHASE_PLAYING && !local->thought.goes_on &&
        source->seat[table->to_move].kind == SOURCE_BOT) {
        source->seat[table->to_move].thinks = true;
        begin_thought(local);
        news = true;
    }
    return news;
}

static bool local_play(struct source *source, const struct turn *turn,
                       char why[SOURCE_SENTENCE_SIZE])
{
    struct local *local = local_of(source);
    struct turn settled = *turn;
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
    struct local *local = local_of(source);
    local->wants_round = local->table.position.table.phase == PHASE_ROUND_OVER;
}

static bool local_ask_hint(struct source *source, char why[SOURCE_SENTENCE_SIZE])
{
    struct local *local = local_of(source);
    const char *why_not = !source_is_mine(source)
                              ? _("You can only ask for advice on your own turn.")
                          : local->advice != NULL ? _("The adviser has already been asked.")
                                                  : NULL;
    if (why_not == NULL)
        local->advice = advice_begin(source, local->table.options->adviser);
    if (why_not == NULL && local->advice == NULL)
        why_not = _("There is not enough memory for advice.");
    if (why_not == NULL)
        source->pause_ms = ADVICE_TICK_MS;
    snprintf(why, SOURCE_SENTENCE_SIZE,
             why_not != NULL ? "%s" : _("%s is thinking about your turn."),
             why_not != NULL ? why_not : source->adviser);
    return why_not == NULL;
}

static bool local_save(struct source *source, const char *path, char why[SOURCE_SENTENCE_SIZE])
{
    const struct local *local = local_of(source);
    if (access(path, F_OK) == 0) {
        snprintf(why, SOURCE_SENTENCE_SIZE, _("%.200s already exists: choose another name."), path);
        return false;
    }
    const bool saved = play_record_save(&local->table.record, path);
    if (saved)
        snprintf(why, SOURCE_SENTENCE_SIZE,
                 _("The record is in %.200s, with everybody's cards: --resume continues from it."),
                 path);
    else
        snprintf(why, SOURCE_SENTENCE_SIZE, _("It could not be saved to %.200s: %s."), path,
                 strerror(errno));
    return saved;
}

static const struct source_calls calls = {
    .step = local_step,
    .play = local_play,
    .go_on = local_go_on,
    .ask_hint = local_ask_hint,
    .save = local_save,
};

/* ---- The whole --------------------------------------------------------------------------- */

static void name_seats(struct local *local)
{
    const struct play_options *options = local->table.options;
    for (unsigned i = 0; i < options->seats; i++) {
        struct source_seat *seat = &local->source.seat[i];
        const char *name = options->player[i].name;
        snprintf(seat->name, sizeof seat->name, "%s", strcmp(name, "you") == 0 ? _("you") : name);
        seat->kind = options->player[i].is_bot ? SOURCE_BOT : SOURCE_PERSON;
        seat->is_person_here = !options->player[i].is_bot;
        seat->clock_ms = -1;
    }
}

static void begin(struct local *local)
{
    const struct play_options *options = local->table.options;
    struct source *source = &local->source;
    source->calls = &calls;
    source->board = local->table.board;
    source->pause_ms = -1;
    source->descriptor = local->thought.done[0];
    snprintf(source->adviser, sizeof source->adviser, "%s", options->adviser->name);
    name_seats(local);
    if (options->resumed.data != NULL)
        history_read_record(&source->history, options->resumed.data, options->resumed.size,
                            record_boards_of(&options->board), NULL, NULL);
    if (local->table.position.table.phase == PHASE_DEALING)
        deal(local);
    else
        seat_keyboard(local);
}

struct source *play_local_open(const struct play_options *options, char error[PLAY_ERROR_SIZE])
{
    struct local *local = calloc(1, sizeof *local);
    if (local == NULL || pipe(local->thought.done) != 0) {
        free(local);
        snprintf(error, PLAY_ERROR_SIZE, "there is not enough memory for a game");
        return NULL;
    }
    fcntl(local->thought.done[0], F_SETFL, O_NONBLOCK);
    history_init(&local->source.history);
    if (play_table_init(&local->table, options, error)) {
        begin(local);
        return &local->source;
    }
    play_local_close(&local->source);
    return NULL;
}

void play_local_close(struct source *source)
{
    struct local *local = local_of(source);
    end_thought(local, true);
    drop_advice(local);
    history_release(&source->history);
    play_table_release(&local->table);
    close(local->thought.done[0]);
    close(local->thought.done[1]);
    free(local);
}

bool play_local_is_saved(const struct source *source)
{
    return !((const struct local *)source)->save_failed;
}
