/* The text of a review, as verdicts arrive. */
#include "terminal/replay/replay_review.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "rules/notation.h"
#include "terminal/drawing/panel.h"
#include "words/language.h"

enum { LINE_SIZE = 160, WIDTH = PANEL_WIDTH - 1, NO_TURN = -1 };

static const char *const verdict_words[VERDICTS] = {
    [VERDICT_NONE] = N_("not judged"),   [VERDICT_FORCED] = N_("nothing else was legal"),
    [VERDICT_BEST] = N_("the best"),     [VERDICT_GOOD] = N_("good"),
    [VERDICT_SLIP] = N_("a slip"),       [VERDICT_MISTAKE] = N_("a mistake"),
    [VERDICT_BLUNDER] = N_("a blunder"),
};

/* Returns the index of the turn before a moment, or NO_TURN for a deal, which is a moment too. */
static long turn_of(const struct replay *replay, unsigned moment)
{
    const struct moment *at = &replay->history.moment[moment];
    return at->seat == SEAT_NONE ? NO_TURN : (long)moment - at->table.round;
}

/* ---- The thread -------------------------------------------------------------------------- */

/* If the pipe is full, the reader will be woken anyway. */
static void send_news(void *context, unsigned done)
{
    const struct replay *replay = context;
    const ssize_t written = write(replay->news[1], "", 1);
    (void)written;
    (void)done;
}

static bool open_pipe(struct replay *replay)
{
    return pipe(replay->news) == 0 && fcntl(replay->news[0], F_SETFL, O_NONBLOCK) == 0 &&
           fcntl(replay->news[1], F_SETFL, O_NONBLOCK) == 0;
}

void replay_review_begin(struct replay *replay)
{
    const struct analysis_task task = {
        .work = REVIEW_WORK,
        .threads = 1,
        .seat = ANALYSIS_ALL,
        .round = ANALYSIS_ALL,
        .begin = replay->history.moment[replay->moment].table.round - 1U,
        .news = send_news,
        .context = replay,
    };
    replay->reviews = !replay->reviews;
    if (replay->has_review)
        return;
    replay->has_review = open_pipe(replay);
    if (!replay->has_review || !analysis_start(&replay->analysis, &task))
        replay->reviews = false;
}

void replay_review_end(struct replay *replay)
{
    if (!replay->has_review)
        return;
    analysis_finish(&replay->analysis, true);
    close(replay->news[0]);
    close(replay->news[1]);
}

void replay_review_take_news(struct replay *replay)
{
    char bytes[64];
    while (read(replay->news[0], bytes, sizeof bytes) == (ssize_t)sizeof bytes)
        continue;
}

/* ---- Bad turns --------------------------------------------------------------------------- */

bool replay_review_is_bad(struct replay *replay, unsigned moment)
{
    const long turn = turn_of(replay, moment);
    return replay->reviews && turn != NO_TURN &&
           verdict_is_bad(analysis_judgement(&replay->analysis, (unsigned)turn).verdict);
}

long replay_review_find(struct replay *replay, int step)
{
    const long last = (long)replay->history.moments - 1;
    for (long moment = (long)replay->moment + step; moment >= 0 && moment <= last; moment += step) {
        if (replay_review_is_bad(replay, (unsigned)moment))
            return moment;
    }
    return replay->moment;
}

bool replay_review_better(struct replay *replay, unsigned moment, struct turn *better)
{
    if (!replay_review_is_bad(replay, moment))
        return false;
    *better = analysis_judgement(&replay->analysis, (unsigned)turn_of(replay, moment)).best;
    return true;
}

void replay_review_sketch(struct replay *replay, struct table *table, struct scene *scene)
{
    struct turn better;
    const struct turn *best = &better;
    if (!replay_review_better(replay, replay->moment, &better))
        return;
    const unsigned colour = replay->history.moment[replay->moment].seat + 1U;
    for (unsigned i = 0; i < best->tracks; i++) {
        /* a track that was played as well is on the table already */
        table_add_piece(table, scene->board, best->track[i].line,
                        best->track[i].own ? colour : TRACK_BLACK);
        line_set_add(&scene->drafted, best->track[i].line);
    }
    scene->drafted_marker = best->marker;
}

/* ---- Words ------------------------------------------------------------------------------- */

struct writer {
    struct canvas *canvas;
    int x, y;
};

static void write_line(struct writer *writer, unsigned style, const char *text)
{
    canvas_text(writer->canvas, writer->x, writer->y++, WIDTH, style, text);
}

/* Writes what the turn changed.  These numbers are exact and available at once. */
static void write_facts(struct writer *writer, const struct review_facts *facts, unsigned seat,
                        unsigned seats)
{
    char line[LINE_SIZE];
    if (facts->before[seat] < 0)
        snprintf(line, sizeof line, "%s", _("the cards are hidden"));
    else
        snprintf(line, sizeof line, _("needs %d, then %d; gives %d"), facts->before[seat],
                 facts->after[seat], review_given(facts, seat, seats));
    write_line(writer, STYLE_PLAIN, line);
}

/* "a slip: 2.6 % lost" */
static void say_verdict(const struct judgement *judgement, char words[], size_t size)
{
    if (verdict_is_bad(judgement->verdict))
        snprintf(words, size, _("%s: %.1f %% lost"), _(verdict_words[judgement->verdict]),
                 100 * judgement->loss);
    else
        snprintf(words, size, "%s", _(verdict_words[judgement->verdict]));
}

static void say_better(const struct judgement *judgement, const struct board *board, char words[],
                       size_t size)
{
    char best[TURN_TEXT_SIZE];
    notation_turn(best, board, &judgement->best);
    snprintf(words, size, _("better %s"), best);
}

void replay_review_words(struct replay *replay, char words[], size_t size)
{
    const long turn = turn_of(replay, replay->moment);
    char verdict[LINE_SIZE], better[LINE_SIZE];
    words[0] = '\0';
    if (!replay->reviews || turn == NO_TURN)
        return;
    const struct judgement judgement = analysis_judgement(&replay->analysis, (unsigned)turn);
    say_verdict(&judgement, verdict, sizeof verdict);
    say_better(&judgement, replay->source.board, better, sizeof better);
    if (verdict_is_bad(judgement.verdict))
        snprintf(words, size, "%s, %s", verdict, better);
    else
        snprintf(words, size, "%s", verdict);
}

static void write_judgement(struct writer *writer, const struct board *board,
                            const struct judgement *judgement)
{
    const bool bad = verdict_is_bad(judgement->verdict);
    char line[LINE_SIZE];
    say_verdict(judgement, line, sizeof line);
    write_line(writer, bad ? STYLE_MISSING : STYLE_BOLD, line);
    if (judgement->worlds == 0)
        return;
    snprintf(line, sizeof line, _("chance of winning %.0f %%"), 100 * judgement->played.chance);
    write_line(writer, STYLE_PLAIN, line);
    snprintf(line, sizeof line, _("expects to lose %.1f"), judgement->played.lost);
    write_line(writer, STYLE_PLAIN, line);
    if (!bad)
        return;
    say_better(judgement, board, line, sizeof line);
    write_line(writer, STYLE_DRAFT, line);
}

static void write_deal(struct writer *writer, const struct analysis_round *round, unsigned seat)
{
    const unsigned seats = round->dealt.table.seats;
    char line[LINE_SIZE];
    unsigned sum = 0;
    for (unsigned i = 0; i < seats; i++)
        sum += round->cost[i];
    snprintf(line, sizeof line, _("this hand costs %u"), round->cost[seat]);
    if (round->known >> seat & 1)
        write_line(writer, STYLE_PLAIN, line);
    snprintf(line, sizeof line, _("the average one %.1f"), (double)sum / seats);
    if (round->known == (1U << seats) - 1)
        write_line(writer, STYLE_PLAIN, line);
}

void replay_review_draw(struct replay *replay, int x, int top)
{
    struct analysis *analysis = &replay->analysis;
    struct writer writer = {.canvas = &replay->screen, .x = x + 1, .y = top + 1};
    const long turn = turn_of(replay, replay->moment);
    char title[LINE_SIZE];
    if (!replay->reviews)
        return;
    for (int y = top; y < top + REVIEW_LINES; y++) {
        canvas_put(&replay->screen, x, y, replay->curses.utf8 ? 0x2502 : '|', STYLE_FAINT);
        for (int column = 1; column < PANEL_WIDTH; column++)
            canvas_put(&replay->screen, x + column, y, ' ', STYLE_PLAIN);
    }
    const unsigned done = analysis_done(analysis);
    const unsigned all = analysis_wanted(analysis, &analysis->task);
    snprintf(title, sizeof title, "%s", _("Review"));
    if (done < all)
        snprintf(title, sizeof title,
                 ngettext("Review   %u of %u turn", "Review   %u of %u turns", all), done, all);
    write_line(&writer, STYLE_TITLE, title);
    if (turn == NO_TURN) {
        write_deal(&writer,
                   &analysis->round[replay->history.moment[replay->moment].table.round - 1],
                   replay->seat);
        return;
    }
    const struct judgement judgement = analysis_judgement(analysis, (unsigned)turn);
    const struct moment *moment = &replay->history.moment[replay->moment];
    write_facts(&writer, &analysis->facts[turn], moment->seat, moment->table.seats);
    write_judgement(&writer, analysis->board, &judgement);
}
