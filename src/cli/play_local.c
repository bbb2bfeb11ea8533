/*
 * The game of this machine as a source of the screen: bots think on a thread of their own, so that
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

#include "cli/play_table.h"
#include "core/check.h"
#include "core/notation.h"
#include "match/seed.h"
#include "terminal/client.h"
#include "terminal/language.h"
#include "terminal/moments.h"

enum thought_kind { THOUGHT_NONE, THOUGHT_TURN, THOUGHT_HINT };

/* What is being thought of, and its outcome. */
struct thought {
    enum thought_kind kind;
    pthread_t thread;
    int done[2]; /* a pipe: a byte arrives when it is done */
    struct turn turn;
    struct thoughts reasons;
    bool failed; /* a hint: no memory */
    char report[ENGINE_REPORT_SIZE];
};

struct local {
    struct source source; /* first, so that a source is a local */
    struct play_table table;
    struct thought thought;
    bool wants_round; /* the next one may be dealt */
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
    if (thought->kind == THOUGHT_TURN) {
        const char *report = play_bots_turn(&table->bots, &table->position, &thought->turn);
        snprintf(thought->report, sizeof thought->report, "%s", report);
    } else {
        const struct play_round round = {.board = table->board,
                                         .dealt = &table->dealt,
                                         .turn = table->turn,
                                         .turns = table->turns};
        thought->failed =
            !play_bots_advise(table->options, &round, &thought->turn, &thought->reasons);
    }
    const ssize_t written = write(thought->done[1], "", 1);
    CHECK(written == 1);
    return NULL;
}

/* Signals are for the screen's thread. */
static void begin_thought(struct local *local, enum thought_kind kind)
{
    sigset_t all, before;
    local->thought.kind = kind;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const int error = pthread_create(&local->thought.thread, NULL, think, local);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) /* then the screen waits for it */
        think(local);
    local->thought.thread = error != 0 ? pthread_self() : local->thought.thread;
}

/* True when a thought is done; `kind` was what it was about.  Waits for it if it has to. */
static enum thought_kind end_thought(struct local *local, bool waits)
{
    const enum thought_kind kind = local->thought.kind;
    char byte;
    if (kind == THOUGHT_NONE)
        return THOUGHT_NONE;
    if (!waits && read(local->thought.done[0], &byte, 1) != 1)
        return THOUGHT_NONE;
    if (!pthread_equal(local->thought.thread, pthread_self()))
        pthread_join(local->thought.thread, NULL);
    if (waits && read(local->thought.done[0], &byte, 1) != 1)
        CHECK(!"a thought that is over has left its byte");
    local->thought.kind = THOUGHT_NONE;
    return kind;
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
    if (!play_table_save(&local->table))
        snprintf(local->source.notice, sizeof local->source.notice,
                 _("The record cannot be saved to %s: %s.  The game goes on."),
                 local->table.options->save, strerror(errno));
}

static void deal(struct local *local)
{
    local->wants_round = false;
    play_table_deal(&local->table);
    chronicle_deal(&local->source.chronicle, &local->table.position.table);
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
    chronicle_turn(&local->source.chronicle, &local->table.position.table, seat, turn);
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
                 _("%s forfeits its turn to a random one: %.200s."), local->source.seat[seat].name,
                 local->thought.report);
    const enum refusal refusal = take_turn(local, &local->thought.turn);
    CHECK(refusal == ACCEPTED);
}

/* "K7-L7 L7-M7 (2.3)" */
static void take_hint(struct local *local)
{
    struct source *source = &local->source;
    const struct thoughts *reasons = &local->thought.reasons;
    source->notice[0] = '\0';
    source->hints = reasons->ideas < SOURCE_HINTS_MAX ? reasons->ideas : SOURCE_HINTS_MAX;
    for (unsigned i = 0; i < source->hints; i++) {
        char turn[TURN_TEXT_SIZE];
        notation_turn(turn, source->board, &reasons->idea[i].turn);
        source->hint[i] = reasons->idea[i].turn;
        snprintf(source->hint_text[i], sizeof source->hint_text[i], "%s (%.1f)", turn,
                 reasons->idea[i].lost);
    }
    if (source->hints == 0 && !local->thought.failed) { /* an adviser without reasons */
        notation_turn(source->hint_text[0], source->board, &local->thought.turn);
        source->hint[0] = local->thought.turn;
        source->hints = 1;
    }
    source->hint_number++;
}

/* ---- The source -------------------------------------------------------------------------- */

static bool local_step(struct source *source)
{
    struct local *local = local_of(source);
    const struct table *table = &local->table.position.table;
    bool news = false;
    switch (end_thought(local, false)) {
    case THOUGHT_TURN:
        take_bot_turn(local);
        news = true;
        break;
    case THOUGHT_HINT:
        take_hint(local);
        news = true;
        break;
    case THOUGHT_NONE:
        break;
    }
    if (local->wants_round && local->thought.kind == THOUGHT_NONE) {
        deal(local);
        news = true;
    }
    if (table->phase == PHASE_PLAYING && local->thought.kind == THOUGHT_NONE &&
        source->seat[table->to_move].is_bot) {
        source->seat[table->to_move].thinks = true;
        begin_thought(local, THOUGHT_TURN);
        news = true;
    }
    return news;
}

static bool local_play(struct source *source, const struct turn *turn,
                       char why[SOURCE_SENTENCE_SIZE])
{
    struct local *local = local_of(source);
    struct turn settled = *turn;
    end_thought(local, true); /* an adviser is not needed any more */
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
    const char *adviser = local->table.options->adviser->name;
    const bool free = local->thought.kind == THOUGHT_NONE;
    snprintf(why, SOURCE_SENTENCE_SIZE,
             free ? _("%s is thinking about your turn.") : _("%s is asked already."), adviser);
    if (free)
        begin_thought(local, THOUGHT_HINT);
    return free;
}

static bool local_save(struct source *source, const char *path, char why[SOURCE_SENTENCE_SIZE])
{
    const struct local *local = local_of(source);
    if (access(path, F_OK) == 0) {
        snprintf(why, SOURCE_SENTENCE_SIZE, _("%.200s exists already: take another name."), path);
        return false;
    }
    const bool saved = play_record_save(&local->table.record, path);
    if (saved)
        snprintf(why, SOURCE_SENTENCE_SIZE,
                 _("The record is in %.200s; --resume plays on from it."), path);
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
        snprintf(seat->name, sizeof seat->name, "%s", options->player[i].name);
        seat->is_bot = options->player[i].is_bot;
        seat->kind = seat->is_bot ? SOURCE_BOT : SOURCE_PERSON;
        seat->is_person_here = !seat->is_bot;
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
    name_seats(local);
    chronicle_init(&source->chronicle);
    if (options->resumed.data != NULL)
        moments_read(&source->chronicle, options->resumed.data, options->resumed.size,
                     record_boards_of(&options->board), NULL, NULL);
    if (local->table.position.table.phase == PHASE_DEALING)
        deal(local);
    else
        seat_keyboard(local);
}

/* What is left to say when the screen is gone. */
static void say_farewell(const struct local *local)
{
    const struct play_options *options = local->table.options;
    char seed[SEED_TEXT_SIZE];
    seed_text(options->seed, seed);
    if (local->table.position.table.phase != PHASE_GAME_OVER)
        puts(_("The game ends here, unfinished."));
    if (options->resumed.data == NULL)
        printf(_("The seed of its deals: %s\n"), seed);
    if (options->save != NULL)
        printf(_("The record is in %s.\n"), options->save);
}

int play_local(const struct play_options *options)
{
    struct local *local = calloc(1, sizeof *local);
    char error[PLAY_ERROR_SIZE];
    int status = STATUS_OK;
    if (local == NULL || pipe(local->thought.done) != 0 ||
        fcntl(local->thought.done[0], F_SETFL, O_NONBLOCK) != 0) {
        free(local);
        return cli_fail("play", "there is not enough memory for a game");
    }
    if (!play_table_init(&local->table, options, error)) {
        status = cli_fail("play", "%s", error);
    } else {
        begin(local);
        if (client_run(&local->source, error, sizeof error))
            say_farewell(local);
        else
            status = cli_fail("play", "%s", error);
        end_thought(local, true);
        chronicle_release(&local->source.chronicle);
    }
    play_table_release(&local->table);
    close(local->thought.done[0]);
    close(local->thought.done[1]);
    free(local);
    return status;
}
