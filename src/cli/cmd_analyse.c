/* railhead analyse: the review of a game, turn by turn. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/analyse_print.h"
#include "cli/cli.h"
#include "cli/json_output.h"
#include "cli/options.h"
#include "cli/progress.h"

static const uint64_t WORK_MIN = 1000, WORK_MAX = 1000000000000;

static const char usage[] =
    "Usage: railhead analyse [OPTION]... RECORD\n"
    "\n"
    "Reviews the game of a record (- is standard input): what every turn gained, what it gave to\n"
    "the others, and what it lost against the turn that the expert would have played.\n"
    "\n"
    "  --json        everything as JSON\n"
    "  --seat S      only the turns of this seat\n"
    "  --round R     only this round\n"
    "  --work N      steps for each turn: 40000 unless given; more makes losses more exact\n"
    "  --threads N   that many at once: as many as there are cores unless given\n"
    "  --board FILE  a board that the record may name, beside those compiled in\n"
    "\n"
    "The columns of turns:\n"
    "  misses   what the seat misses before and after its turn: exact\n"
    "  gives    what the others save by the turn, all together: exact\n"
    "  verdict  best, good, slip, mistake or blunder; a loss within three standard errors is good\n"
    "  loss     chance to win the game that was lost, as the mover could know it\n"
    "  points   more minus points that are to be expected in this round\n"
    "  better   what the expert would have played\n"
    "\n"
    "The columns of seats:\n"
    "  hand     what the five cities cost when they were dealt; luck: less than the average hand\n"
    "  built, others   what its own turns, and those of the others, saved it\n"
    "  minus    what was missing at the end: hand - built - others\n";

enum { JSON, SEAT, ROUND, WORK, THREADS, BOARD, HELP };

static const struct option known[] = {
    [JSON] = {"json", NULL},
    [SEAT] = {"seat", "a seat"},
    [ROUND] = {"round", "a round"},
    [WORK] = {"work", "steps for a turn"},
    [THREADS] = {"threads", "how many"},
    [BOARD] = {"board", "a board file"},
    [HELP] = {"help", NULL},
    [HELP + 1] = {NULL, NULL},
};

/* ---- The command line ---------------------------------------------------------------------- */

static bool take_number(struct options *options, int option, uint64_t lowest, uint64_t highest,
                        uint64_t *number)
{
    char sentence[80];
    if (options_number(options->value, lowest, highest, number))
        return true;
    snprintf(sentence, sizeof sentence, "is not a whole number from %llu to %llu",
             (unsigned long long)lowest, (unsigned long long)highest);
    options_refuse(options, known[option].name, options->value, sentence);
    return false;
}

/* False after setting the options' error. */
static bool take_option(struct analyse_request *request, struct options *options, int option)
{
    struct analysis_wish *wish = &request->wish;
    uint64_t number = 0;
    bool taken = true;
    switch (option) {
    case JSON:
        request->json = true;
        break;
    case SEAT:
        taken = take_number(options, option, 1, SEATS_MAX, &number);
        wish->seat = (unsigned)number - 1;
        break;
    case ROUND:
        taken = take_number(options, option, 1, ANALYSIS_ALL, &number);
        wish->round = (unsigned)number - 1;
        break;
    case WORK:
        taken = take_number(options, option, WORK_MIN, WORK_MAX, &wish->work);
        break;
    case THREADS:
        taken = take_number(options, option, 1, ANALYSIS_THREADS_MAX, &number);
        wish->threads = (unsigned)number;
        break;
    case OPTION_OPERAND:
        taken = request->path == NULL;
        if (!taken)
            snprintf(options->error, sizeof options->error, "only one record can be named");
        request->path = options->value;
        break;
    default:
        break;
    }
    return taken && option != OPTION_BAD;
}

static unsigned cores(void)
{
    const long found = sysconf(_SC_NPROCESSORS_ONLN);
    return found < 1 ? 1 : found > ANALYSIS_THREADS_MAX ? ANALYSIS_THREADS_MAX : (unsigned)found;
}

/* ---- The review ---------------------------------------------------------------------------- */

static void show_progress(void *context, unsigned done)
{
    progress_show(context, done);
}

static int judge(struct analyse_request *request, struct analysis *analysis)
{
    struct progress progress;
    struct analysis_wish *wish = &request->wish;
    wish->news = show_progress;
    wish->context = &progress;
    progress_begin(&progress, "turns", analysis_wanted(analysis, wish));
    const bool started = analysis_start(analysis, wish);
    const bool finished = analysis_finish(analysis, false);
    progress_clear(&progress);
    return started && finished ? STATUS_OK
                               : cli_fail("analyse", "there is not enough memory to think in");
}

static int review(struct analyse_request *request, struct analysis *analysis)
{
    const struct analysis_wish *wish = &request->wish;
    if (analysis->rounds == 0)
        return cli_fail("analyse", "%s has no round to review", request->path);
    if (wish->seat != ANALYSIS_ALL && wish->seat >= analysis->round[0].dealt.table.seats)
        return cli_fail("analyse", "--seat: %s has %u seats", request->path,
                        analysis->round[0].dealt.table.seats);
    if (wish->round != ANALYSIS_ALL && wish->round >= analysis->rounds)
        return cli_fail("analyse", "--round: the last round of %s is %u", request->path,
                        analysis->rounds);
    const int status = judge(request, analysis);
    if (status != STATUS_OK)
        return status;
    if (request->json)
        return print_json("analyse", analyse_json(request, analysis));
    analyse_print(request, analysis);
    return STATUS_OK;
}

static int analyse(struct analyse_request *request, const struct chosen_board *board)
{
    struct analysis *analysis = malloc(sizeof *analysis);
    struct file file;
    struct fault fault;
    char sentence[FAULT_SENTENCE_SIZE];
    char error[256];
    int status;
    if (analysis == NULL)
        return cli_fail("analyse", "there is not enough memory");
    if (!file_read(&file, request->path, error, sizeof error)) {
        free(analysis);
        return cli_fail("analyse", "%s", error);
    }
    if (analysis_read(analysis, file.data, file.size, record_boards_of(board), &fault))
        status = review(request, analysis);
    else if (fault.line > 0)
        status = cli_fail("analyse", "%s:%u: %s (%s)", request->path, fault.line,
                          fault_sentence(&fault, sentence), fault.rule);
    else
        status = cli_fail("analyse", "%s", fault_sentence(&fault, sentence));
    file_release(&file);
    analysis_release(analysis);
    free(analysis);
    return status;
}

int cmd_analyse(int argc, char **argv)
{
    struct analyse_request request = {
        .wish = {.work = REVIEW_WORK, .seat = ANALYSIS_ALL, .round = ANALYSIS_ALL}};
    struct chosen_board board = {.board = NULL};
    struct options options;
    int option;
    options_init(&options, argc, argv, known);
    while ((option = options_next(&options)) != OPTION_END) {
        if (option == HELP) {
            fputs(usage, stdout);
            return STATUS_OK;
        }
        if (option == BOARD && !choose_board(&board, options.value, "analyse"))
            return STATUS_BAD;
        if (!take_option(&request, &options, option))
            return cli_fail("analyse", "%s", options.error);
    }
    if (request.path == NULL)
        return cli_fail("analyse", "no record is named; railhead analyse --help tells more");
    if (request.wish.threads == 0)
        request.wish.threads = cores();
    return analyse(&request, &board);
}
