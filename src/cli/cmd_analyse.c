/* railhead analyse: reviews a game turn by turn. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyse_print.h"
#include "cli/cli.h"
#include "cli/json_output.h"

struct request {
    struct analyse_request review;
    struct chosen_board board;
    unsigned seat, round; /* numbered from 1; 0 for all */
};

_Static_assert(REVIEW_WORK == 40000, "the usual work is what the list of options says");

/* Whether the seat and the round exist is checked once the record has been read. */
static const struct option options[] = {
    OPT_FLAG("json", struct request, review.json, "everything as JSON"),
    OPT_NUMBER("seat", "S", struct request, seat, 1, SEATS_MAX, "only the turns of this seat"),
    OPT_NUMBER("round", "R", struct request, round, 1, ANALYSIS_ALL, "only this round"),
    OPT_NUMBER("work", "N", struct request, review.task.work, 1000, 1000000000000,
               "steps for each turn; more makes losses more exact", .otherwise = "40000"),
    OPT_NUMBER("threads", "N", struct request, review.task.threads, 1, ANALYSIS_THREADS_MAX,
               "that many at once", .usually = "the number of cores"),
    OPT_RECORD_BOARD(struct request, board),
    OPT_GROUP("The columns of turns"),
    OPT_TERM("missing", "tracks the seat still needs before and after its turn: exact"),
    OPT_TERM("gives", "what the others save by the turn, all together: exact"),
    OPT_TERM("verdict",
             "forced, best, good, slip, mistake or blunder; a loss within three standard "
             "errors is good; unknown if --work is too small or cards are hidden"),
    OPT_TERM("loss", "chance to win the game that was lost, as the mover could know it"),
    OPT_TERM("points", "more minus points that are to be expected in this round"),
    OPT_TERM("better", "what the expert would have played"),
    OPT_GROUP("The columns of seats"),
    OPT_TERM("hand", "what the five cities cost when they were dealt"),
    OPT_TERM("luck", "how much less that is than the average hand costs"),
    OPT_TERM("built, others", "what its own turns, and those of the others, saved it"),
    OPT_TERM("minus", "what was missing at the end: hand - built - others"),
    OPT_END,
};

/* ---- The review ---------------------------------------------------------------------------- */

struct result {
    const struct analyse_request *request;
    const struct analysis *analysis;
};

static void add_result(struct text *text, const void *context)
{
    const struct result *result = context;
    analyse_json_add(text, result->request, result->analysis);
}

static int review_record(struct analyse_request *request, struct analysis *analysis)
{
    const struct analysis_task *task = &request->task;
    if (analysis->rounds == 0)
        return cli_fail("analyse", "%s has no round to review", request->path);
    if (task->seat != ANALYSIS_ALL && task->seat >= analysis->round[0].dealt.table.seats)
        return cli_fail("analyse", "--seat: %s has %u seats", request->path,
                        analysis->round[0].dealt.table.seats);
    if (task->round != ANALYSIS_ALL && task->round >= analysis->rounds)
        return cli_fail("analyse", "--round: the last round of %s is %u", request->path,
                        analysis->rounds);
    if (!analyse_judge(request, analysis))
        return cli_fail("analyse", "there is not enough memory to think in");
    if (request->json)
        return print_json("analyse", add_result, &(struct result){request, analysis});
    analyse_print(request, analysis);
    return STATUS_OK;
}

static int analyse_file(struct analyse_request *request, const struct chosen_board *board)
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
    if (analysis_read(analysis, file.data, file.size, chosen_board_for_records(board), &fault))
        status = review_record(request, analysis);
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

static int run_analyse(int argc, char **argv)
{
    struct request request = {.seat = 0};
    struct analysis_task *task = &request.review.task;
    int status;
    if (!cli_read_options(&command_analyse, &argc, argv, &request, &status))
        return status;
    request.review.path = argv[1];
    task->seat = request.seat > 0 ? request.seat - 1 : ANALYSIS_ALL;
    task->round = request.round > 0 ? request.round - 1 : ANALYSIS_ALL;
    if (task->threads == 0)
        task->threads = cli_cores(ANALYSIS_THREADS_MAX);
    return analyse_file(&request.review, &request.board);
}

const struct command command_analyse = {
    .name = "analyse",
    .also = "analyze",
    .about = "review a game: what every turn gained and lost",
    .usage = "[OPTION]... RECORD",
    .tells = "Reviews the game of a record (- is standard input): what every turn gained, what it "
             "gave to the others, and what it lost against the turn that the expert would have "
             "played.",
    .options = options,
    .operand = "record",
    .run = run_analyse,
};
