/* The review of a game as tables. */
#include "cli/analyse_print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analyse_summary.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "rules/notation.h"
#include "terminal/drawing/utf8.h"
#include "words/language.h"

enum { NAME_MIN = 6, NAME_MAX = 16, TURN_MIN = 6, CELL_SIZE = 32 };

/* What every printing function needs. */
struct printer {
    const struct analyse_request *request;
    const struct analysis *analysis;
    unsigned seats;
    int name_width, turn_width;
};

static const char *name_of(const struct printer *printer, unsigned seat)
{
    static const char prefix[] = "bot "; /* prefix of a bot's name in a record */
    const char *name = printer->analysis->names.name[seat];
    return strncmp(name, prefix, sizeof prefix - 1) == 0 ? name + sizeof prefix - 1 : name;
}

static bool is_asked_for(const struct printer *printer, unsigned seat)
{
    const unsigned only = printer->request->task.seat;
    return only == ANALYSIS_ALL || only == seat;
}

static unsigned seat_to_move(const struct printer *printer, unsigned number)
{
    return printer->analysis->turn[number].before.table.to_move;
}

static void printer_init(struct printer *printer, const struct analyse_request *request,
                         const struct analysis *analysis)
{
    *printer = (struct printer){.request = request,
                                .analysis = analysis,
                                .seats = analysis->round[0].dealt.table.seats,
                                .name_width = NAME_MIN,
                                .turn_width = TURN_MIN};
    for (unsigned seat = 0; seat < printer->seats; seat++) {
        const int columns = utf8_columns(name_of(printer, seat));
        if (columns > printer->name_width)
            printer->name_width = columns < NAME_MAX ? columns : NAME_MAX;
    }
    for (unsigned i = 0; i < analysis->turns; i++) {
        char text[TURN_TEXT_SIZE];
        notation_turn(text, analysis->board, &analysis->turn[i].turn);
        const int length = (int)strlen(text);
        printer->turn_width = length > printer->turn_width ? length : printer->turn_width;
    }
}

/* ---- Parts --------------------------------------------------------------------------------- */

/* Prints a seat as "2 Ann": as many whole characters as fit, padded with spaces. */
static void print_seat(const struct printer *printer, unsigned seat)
{
    const char *name = name_of(printer, seat), *end = name;
    int columns = 0;
    printf("%u ", seat + 1);
    for (const char *next = name; columns < printer->name_width && utf8_next(&next) != 0; columns++)
        end = next;
    printf("%.*s%*s", (int)(end - name), name, printer->name_width - columns, "");
}

static void print_seats_in_words(const struct printer *printer, unsigned bits)
{
    const char *before = "";
    for (unsigned seat = 0; seat < printer->seats; seat++) {
        if ((bits >> seat & 1) == 0)
            continue;
        printf("%sseat %u", before, seat + 1);
        if (name_of(printer, seat)[0] != '\0')
            printf(" (%s)", name_of(printer, seat));
        before = ", ";
    }
}

static const char *cost_text(char text[CELL_SIZE], int cost)
{
    if (cost < 0)
        return "?";
    snprintf(text, CELL_SIZE, "%d", cost);
    return text;
}

/* Avoids "-0.0": returns 0 for a negative number that would be rounded to zero at this digit. */
static double unsigned_zero(double number, double digit)
{
    return number < 0 && number > -digit / 2 ? 0 : number;
}

/* "1.2 +- 0.1 %", or "-" if no turn was judged. */
static const char *loss_text(char text[CELL_SIZE], const struct seat_summary *summary)
{
    if (summary->judged == 0)
        return "-";
    snprintf(text, CELL_SIZE, "%.2f +- %.2f %%",
             unsigned_zero(100 * summary->loss / summary->judged, 0.01),
             100 * sqrt(summary->variance) / summary->judged);
    return text;
}

/* ---- Turns --------------------------------------------------------------------------------- */

static void print_turn_heading(const struct printer *printer)
{
    printf("\n  turn  seat %-*s%-*s  missing  gives  verdict    loss  points  better\n",
           printer->name_width - 2, "", printer->turn_width, "played");
}

static void print_judgement(const struct printer *printer, const struct judgement *judgement)
{
    char best[TURN_TEXT_SIZE];
    if (judgement->verdict < VERDICT_GOOD) {
        printf("  %s\n", verdict_names[judgement->verdict]);
        return;
    }
    printf("  %-8s %4.1f %%  %6.1f", verdict_names[judgement->verdict], 100 * judgement->loss,
           unsigned_zero(judgement->played.lost - judgement->chosen.lost, 0.1));
    notation_turn(best, printer->analysis->board, &judgement->best);
    if (verdict_is_bad(judgement->verdict))
        printf("  %s", best);
    putchar('\n');
}

static void print_turn(const struct printer *printer, unsigned number)
{
    const struct analysis *analysis = printer->analysis;
    const struct review_facts *facts = &analysis->facts[number];
    const unsigned seat = seat_to_move(printer, number);
    char played[TURN_TEXT_SIZE], before[CELL_SIZE], after[CELL_SIZE];
    notation_turn(played, analysis->board, &analysis->turn[number].turn);
    printf("  %4u  ", number + 1);
    print_seat(printer, seat);
    printf(" %-*s  %3s>%-3s  %5d", printer->turn_width, played,
           cost_text(before, facts->before[seat]), cost_text(after, facts->after[seat]),
           review_given(facts, seat, printer->seats));
    print_judgement(printer, &analysis->judgement[number]);
}

/* ---- Rounds -------------------------------------------------------------------------------- */

static void print_round_seat(const struct printer *printer, unsigned seat, unsigned number)
{
    const struct analysis_round *round = &printer->analysis->round[number];
    struct seat_summary summary;
    char loss[CELL_SIZE];
    seat_summarise(&summary, printer->analysis, seat, number, number + 1);
    printf("  ");
    print_seat(printer, seat);
    if (round->known >> seat & 1)
        printf("  %5u  %5d  %6d  %5d  %7d", summary.hand, summary.built, summary.received,
               summary.given, summary.missing);
    else
        printf("  %5s  %5s  %6s  %5d  %7s", "?", "?", "?", summary.given, "?");
    printf("  %17s\n", loss_text(loss, &summary));
}

static void print_round_end(const struct printer *printer, unsigned number)
{
    const struct analysis_round *round = &printer->analysis->round[number];
    printf("\nRound %u is %s", number + 1, round->over ? "over" : "not over yet");
    if (round->over && round->end.connected != 0) {
        printf(", connected: ");
        print_seats_in_words(printer, round->end.connected);
    }
    printf("\n\n  seat %-*s  hand  built  others  gives  %7s        loss a turn\n",
           printer->name_width - 2, "", round->over ? "minus" : "missing");
    for (unsigned seat = 0; seat < printer->seats; seat++) {
        if (is_asked_for(printer, seat))
            print_round_seat(printer, seat, number);
    }
}

static void print_round(const struct printer *printer, unsigned number)
{
    const struct analysis *analysis = printer->analysis;
    const struct analysis_round *round = &analysis->round[number];
    printf("\nRound %u, ", number + 1);
    print_seats_in_words(printer, 1U << round->dealt.table.first);
    printf(" begins\n");
    if (round->turns > 0)
        print_turn_heading(printer);
    for (unsigned i = round->from; i < round->from + round->turns; i++) {
        if (is_asked_for(printer, seat_to_move(printer, i)))
            print_turn(printer, i);
    }
    print_round_end(printer, number);
}

/* ---- The game ------------------------------------------------------------------------------ */

static void print_game_seat(const struct printer *printer, unsigned seat,
                            const struct seat_summary *summary)
{
    char loss[CELL_SIZE], luck[CELL_SIZE] = "?";
    if (summary->compared > 0)
        snprintf(luck, sizeof luck, "%+.1f", summary->luck);
    printf("  ");
    print_seat(printer, seat);
    printf("  %5s", luck);
    for (unsigned i = VERDICT_BEST; i < VERDICTS; i++)
        printf("  %*u", (int)strlen(verdict_names[i]), summary->verdict[i]);
    printf("  %17s\n", loss_text(loss, summary));
}

static void print_worst(const struct printer *printer, unsigned seat,
                        const struct seat_summary *summary)
{
    const struct analysis *analysis = printer->analysis;
    if (summary->worsts == 0)
        return;
    printf("\nWorst turns of ");
    print_seats_in_words(printer, 1U << seat);
    printf("\n");
    for (unsigned i = 0; i < summary->worsts; i++) {
        const unsigned number = summary->worst[i];
        const struct judgement *judgement = &analysis->judgement[number];
        char played[TURN_TEXT_SIZE], best[TURN_TEXT_SIZE];
        notation_turn(played, analysis->board, &analysis->turn[number].turn);
        notation_turn(best, analysis->board, &judgement->best);
        printf("  turn %u of round %u, %s: %.1f +- %.1f %% lost; better %s\n", number + 1,
               analysis_round_of(analysis, number) + 1, played, 100 * judgement->loss,
               100 * sqrt(judgement->variance), best);
    }
}

static void print_game(const struct printer *printer, unsigned from, unsigned until)
{
    struct seat_summary summary[SEATS_MAX];
    const struct table *end = &printer->analysis->round[printer->analysis->rounds - 1].end;
    printf("\n%s", until - from < printer->analysis->rounds ? "This round" : "All rounds");
    if (end->phase == PHASE_GAME_OVER && until == printer->analysis->rounds) {
        printf("; the game is won by ");
        print_seats_in_words(printer, end->winners);
    }
    printf("\n\n  seat %-*s  luck", printer->name_width - 2, "");
    for (unsigned i = VERDICT_BEST; i < VERDICTS; i++)
        printf("  %s", verdict_names[i]);
    printf("        loss a turn\n");
    for (unsigned seat = 0; seat < printer->seats; seat++) {
        seat_summarise(&summary[seat], printer->analysis, seat, from, until);
        if (is_asked_for(printer, seat))
            print_game_seat(printer, seat, &summary[seat]);
    }
    for (unsigned seat = 0; seat < printer->seats; seat++) {
        if (is_asked_for(printer, seat))
            print_worst(printer, seat, &summary[seat]);
    }
}

/* The number of turns with known hands that got too few playouts for a verdict. */
static unsigned turns_left_open(const struct printer *printer, unsigned from, unsigned until)
{
    const struct analysis *analysis = printer->analysis;
    unsigned open = 0;
    for (unsigned r = from; r < until; r++) {
        const struct analysis_round *round = &analysis->round[r];
        for (unsigned i = round->from; i < round->from + round->turns; i++) {
            const unsigned seat = seat_to_move(printer, i);
            open += is_asked_for(printer, seat) && (round->known >> seat & 1) != 0 &&
                    analysis->judgement[i].verdict == VERDICT_NONE;
        }
    }
    return open;
}

/* Explains which parts of the review are missing, and why. */
static void print_limits(const struct printer *printer, unsigned from, unsigned until)
{
    const unsigned open = turns_left_open(printer, from, until);
    const struct analysis_round *last = &printer->analysis->round[printer->analysis->rounds - 1];
    const unsigned hidden = ~last->known & ((1U << printer->seats) - 1);
    const unsigned variants = last->dealt.table.variants;
    if (hidden != 0) {
        printf("\nThe last round hides cards of ");
        print_seats_in_words(printer, hidden);
        printf(":\nwhat these miss is not known, so nothing is said of what they gained, and their "
               "turns are not judged.\n");
    }
    if (open > 0)
        printf("\nToo little --work for %u of the turns: their verdict stays unknown.\n", open);
    if (variants & (VARIANT_BLOCKING | VARIANT_PRIVATE_TRACKS))
        printf(
            "\nWith blocking or private tracks a round takes longer to play out: the same --work "
            "tries turns less\noften, and the judgement is less sure than without.\n");
}

static void show_progress(void *context, unsigned done)
{
    progress_show(context, done);
}

bool analyse_judge(struct analyse_request *request, struct analysis *analysis)
{
    struct progress progress;
    struct analysis_task *task = &request->task;
    task->news = show_progress;
    task->context = &progress;
    progress_begin(&progress, "turns", analysis_wanted(analysis, task));
    const bool started = analysis_start(analysis, task);
    const bool finished = analysis_finish(analysis, false);
    progress_clear(&progress);
    return started && finished;
}

void analyse_print(const struct analyse_request *request, const struct analysis *analysis)
{
    struct printer printer;
    const unsigned only = request->task.round;
    const unsigned from = only == ANALYSIS_ALL ? 0 : only;
    const unsigned until = only == ANALYSIS_ALL ? analysis->rounds : only + 1;
    printer_init(&printer, request, analysis);
    printf("%s: %s, %u players, %u round%s, %u turn%s; judged by the expert, %llu steps a turn\n",
           request->path, analysis->board->name, printer.seats, analysis->rounds,
           plural(analysis->rounds), analysis->turns, plural(analysis->turns),
           (unsigned long long)request->task.work);
    for (unsigned round = from; round < until; round++)
        print_round(&printer, round);
    print_game(&printer, from, until);
    print_limits(&printer, from, until);
}

/* ---- A game that was just played ------------------------------------------------------------- */

static bool print_record(struct analysis *analysis, const char *record, size_t length,
                         struct record_boards boards)
{
    struct analyse_request request = {
        .path = _("This game"),
        .task = {.seat = ANALYSIS_ALL,
                 .round = ANALYSIS_ALL,
                 .work = REVIEW_WORK,
                 .threads = cli_cores(ANALYSIS_THREADS_MAX)},
    };
    struct fault fault;
    if (!analysis_read(analysis, record, length, boards, &fault) ||
        !analyse_judge(&request, analysis))
        return false;
    analyse_print(&request, analysis);
    return true;
}

bool analyse_print_record(const char *record, size_t length, struct record_boards boards,
                          char error[], size_t error_size)
{
    struct analysis *analysis = calloc(1, sizeof *analysis);
    if (analysis == NULL) {
        snprintf(error, error_size, "there is not enough memory");
        return false;
    }
    const bool printed = print_record(analysis, record, length, boards);
    if (!printed)
        snprintf(error, error_size, "the record of this game cannot be reviewed");
    analysis_release(analysis);
    free(analysis);
    return printed;
}
