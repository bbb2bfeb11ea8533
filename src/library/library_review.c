/* Reviews, based on analysis/analysis.h. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "library/library.h"

enum { WORK_MIN = 1000 };

struct railhead_review {
    struct analysis analysis;
    bool judged;
};

_Static_assert((int)RAILHEAD_VERDICT_BLUNDER == VERDICT_BLUNDER, "the verdicts are the same");

enum railhead_status railhead_review_new(struct railhead_review **review, const char *text,
                                         size_t size, const struct railhead_board *board,
                                         struct railhead_error *error)
{
    struct fault fault = {.line = 0};
    if (review == NULL || text == NULL)
        return library_bad(error, review == NULL ? "review" : "text");
    *review = NULL;
    struct railhead_review *made = calloc(1, sizeof *made);
    if (made == NULL)
        return library_no_memory(error);
    if (!analysis_read(&made->analysis, text, size, library_boards(board_of(board)), &fault)) {
        railhead_review_free(made);
        return library_fault(error, &fault);
    }
    *review = made;
    return RAILHEAD_OK;
}

void railhead_review_free(struct railhead_review *review)
{
    if (review != NULL)
        analysis_release(&review->analysis);
    free(review);
}

enum railhead_status railhead_review_judge(struct railhead_review *review, uint64_t work,
                                           uint32_t threads, struct railhead_error *error)
{
    if (review == NULL)
        return library_bad(error, "review");
    if (work > 0 && work < WORK_MIN)
        return library_bad(error, "work");
    if (threads == 0 || threads > ANALYSIS_THREADS_MAX)
        return library_bad(error, "threads");
    if (review->judged)
        return library_say(error, RAILHEAD_NOT_NOW, "library-judged", "all has been judged");
    const struct analysis_task task = {.work = work > 0 ? work : REVIEW_WORK,
                                       .threads = threads,
                                       .seat = ANALYSIS_ALL,
                                       .round = ANALYSIS_ALL};
    if (!analysis_start(&review->analysis, &task))
        return library_no_memory(error);
    review->judged = true;
    return analysis_finish(&review->analysis, false) ? RAILHEAD_OK : library_no_memory(error);
}

const struct railhead_board *railhead_review_board(const struct railhead_review *review)
{
    return review != NULL ? board_public(review->analysis.board) : NULL;
}

size_t railhead_review_turns(const struct railhead_review *review)
{
    return review != NULL ? review->analysis.turns : 0;
}

enum railhead_status railhead_review_turn(const struct railhead_review *review, size_t number,
                                          struct railhead_reviewed *reviewed, size_t size,
                                          struct railhead_error *error)
{
    if (review == NULL)
        return library_bad(error, "review");
    const struct analysis *analysis = &review->analysis;
    if (number >= analysis->turns)
        return library_bad(error, "number");
    const struct played_turn *played = &analysis->turn[number];
    const struct review_facts *facts = &analysis->facts[number];
    const struct table *before = &played->before.table;
    const struct judgement *judgement = &analysis->judgement[number];
    struct railhead_reviewed all = {.round = before->round,
                                    .seat = before->to_move,
                                    .given = review_given(facts, before->to_move, before->seats),
                                    .verdict = judgement->verdict,
                                    .loss = judgement->loss,
                                    .error = sqrt(judgement->variance),
                                    .points = judgement->played.lost - judgement->chosen.lost};
    turn_public(&all.turn, &played->turn);
    turn_public(&all.best, &judgement->best);
    for (unsigned seat = 0; seat < before->seats; seat++) {
        all.before[seat] = facts->before[seat];
        all.after[seat] = facts->after[seat];
    }
    return library_fill(reviewed, size, &all, sizeof all, "reviewed", error);
}
