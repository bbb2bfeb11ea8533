/*
 * Reads a record from standard input and tells which turns lost the most chances to win.
 *
 *     cc review.c $(pkg-config --cflags --libs railhead) -o review && ./review < game.rail
 */
#include <stdio.h>
#include <stdlib.h>

#include <railhead/railhead.h>

enum { RECORD_MAX = 1 << 20, THREADS = 2 };

static int fail(const struct railhead_error *error)
{
    if (error->line > 0)
        fprintf(stderr, "review: line %u: ", error->line);
    fprintf(stderr, "%s\n", error->sentence);
    return 1;
}

static void print_turn(const struct railhead_board *board, const struct railhead_reviewed *turn)
{
    char played[RAILHEAD_TURN_TEXT_SIZE], best[RAILHEAD_TURN_TEXT_SIZE];
    railhead_turn_write(&turn->turn, board, played, NULL);
    railhead_turn_write(&turn->best, board, best, NULL);
    printf("round %u, seat %u: %s lost %.1f %% (better: %s)\n", turn->round, turn->seat + 1, played,
           100 * turn->loss, best);
}

int main(void)
{
    static char text[RECORD_MAX];
    struct railhead_error error;
    struct railhead_review *review;
    const size_t size = fread(text, 1, sizeof text, stdin);
    if (railhead_review_new(&review, text, size, NULL, &error) != RAILHEAD_OK ||
        railhead_review_judge(review, 2000, THREADS, &error) != RAILHEAD_OK)
        return fail(&error);
    unsigned bad = 0;
    for (size_t i = 0; i < railhead_review_turns(review); i++) {
        struct railhead_reviewed turn;
        if (railhead_review_turn(review, i, &turn, sizeof turn, &error) != RAILHEAD_OK)
            return fail(&error);
        if (turn.verdict < RAILHEAD_VERDICT_SLIP)
            continue;
        print_turn(railhead_review_board(review), &turn);
        bad++;
    }
    printf("%zu turns, of which %u could have been better\n", railhead_review_turns(review), bad);
    railhead_review_free(review);
    return 0;
}
