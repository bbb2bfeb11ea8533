/* A record in the replay, and the text of its review, without a screen. */
#include <stdio.h>
#include <string.h>

#include "board_file/boards.h"
#include "support.h"
#include "terminal/replay/replay_review.h"

static const char beginning[] = "railhead 1\n"
                                "board transamerica\n"
                                "rules transamerica\n"
                                "seats 3\n"
                                "name 1 bot easy\n"
                                "name 2 Ada\n"
                                "round 1\n"
                                "first 2\n"
                                "deal 1 portland helena omaha new-york dallas\n"
                                "deal 2 medford chicago st-louis washington memphis\n"
                                "deal 3 ? ? ? ? ?\n"
                                "2 @K7\n"
                                "3 @C3\n"
                                "1 @M7\n"
                                "2 K7-L7 L7-M7\n";

static bool read_text(struct replay *replay, const char *text, struct fault *fault)
{
    memset(replay, 0, sizeof *replay);
    return replay_read(replay, text, strlen(text), board_builtins, fault);
}

static void read_beginning(struct replay *replay)
{
    struct fault fault;
    if (!read_text(replay, beginning, &fault))
        fail_msg("line %u: %s", fault.line, SENTENCE(&fault));
}

TEST_CASE(seats_have_names_and_bots_are_called_by_theirs)
{
    static struct replay replay;
    read_beginning(&replay);
    assert_string_equal(replay.source.seat[0].name, "Toby");
    assert_string_equal(replay.source.seat[0].bot, "easy");
    assert_string_equal(replay.source.seat[1].name, "Ada");
    assert_string_equal(replay.source.seat[2].name, "seat 3"); /* the record has no names */
    assert_int_equal(replay.source.seat[1].clock_ms, -1);
    assert_string_equal(replay.source.board->id, "transamerica");
    replay_release(&replay);
}

TEST_CASE(every_deal_and_every_turn_is_a_moment)
{
    static struct replay replay;
    read_beginning(&replay);
    assert_int_equal(replay.history.moments, 5);
    assert_int_equal(replay.history.moment[0].seat, SEAT_NONE);
    assert_int_equal(replay.history.moment[0].table.marker[1], JUNCTION_NONE);
    assert_int_equal(replay.history.moment[1].seat, 1);
    assert_int_not_equal(replay.history.moment[1].table.marker[1], JUNCTION_NONE);
    assert_int_equal(replay.history.moment[4].seat, 1);
    assert_int_equal(replay.history.moment[4].table.to_move, 2);
    assert_int_equal(replay.history.moment[4].table.supply,
                     replay.history.moment[3].table.supply - 2);
    replay_release(&replay);
}

TEST_CASE(a_broken_record_is_told_with_its_line)
{
    static struct replay replay;
    char text[1000];
    struct fault fault;
    snprintf(text, sizeof text, "%s2 K7-L7\n", beginning);
    assert_false(read_text(&replay, text, &fault));
    assert_int_equal(fault.line, 16);
    assert_string_equal(fault.rule, "T1");
    replay_release(&replay);
    assert_false(read_text(&replay, "", &fault));
    replay_release(&replay);
}

/* Reads all text that a review has drawn. */
static void read_review(struct replay *replay, char text[], size_t size)
{
    assert_true(canvas_init(&replay->screen, 40, REVIEW_LINES));
    replay_review_draw(replay, 0, 0);
    text[0] = '\0';
    for (unsigned y = 0; y < REVIEW_LINES; y++) {
        char line[200];
        canvas_line(&replay->screen, y, line, sizeof line);
        snprintf(text + strlen(text), size - strlen(text), "%s\n", line);
    }
    canvas_release(&replay->screen);
    memset(&replay->screen, 0, sizeof replay->screen);
}

TEST_CASE(without_a_review_no_turn_is_bad)
{
    static struct replay replay;
    char text[2000];
    read_beginning(&replay);
    for (unsigned moment = 0; moment < replay.history.moments; moment++)
        assert_false(replay_review_is_bad(&replay, moment));
    replay.moment = 2;
    assert_int_equal(replay_review_find(&replay, 1), 2);
    assert_int_equal(replay_review_find(&replay, -1), 2);
    read_review(&replay, text, sizeof text);
    assert_null(strstr(text, "Review"));
    replay_release(&replay);
}

/* Sets a verdict as if the threads had found it. */
static void judge(struct replay *replay, unsigned turn, enum verdict verdict)
{
    const struct judgement judgement = {.verdict = verdict,
                                        .worlds = 10,
                                        .played = {.chance = 0.25F, .lost = 6.5F},
                                        .best = replay->history.moment[turn + 1].turn};
    replay->analysis.judgement[turn] = judgement;
}

TEST_CASE(a_bad_turn_is_found_and_shown)
{
    static struct replay replay;
    char text[2000];
    read_beginning(&replay);
    replay_review_begin(&replay);
    assert_true(replay.reviews && replay.has_review);
    analysis_finish(&replay.analysis, true); /* their verdicts are not needed here */
    for (unsigned turn = 0; turn < 4; turn++)
        judge(&replay, turn, turn == 3 ? VERDICT_BLUNDER : VERDICT_GOOD);
    assert_false(replay_review_is_bad(&replay, 0)); /* nobody plays a deal */
    assert_false(replay_review_is_bad(&replay, 1));
    assert_true(replay_review_is_bad(&replay, 4));
    assert_int_equal(replay_review_find(&replay, 1), 4);
    replay.moment = 4;
    assert_int_equal(replay_review_find(&replay, -1), 4); /* there is none before: stays */
    read_review(&replay, text, sizeof text);
    assert_non_null(strstr(text, "Review"));
    assert_non_null(strstr(text, "a blunder"));
    assert_non_null(strstr(text, "25 %"));
    assert_non_null(strstr(text, "6.5"));
    replay.moment = 2; /* the cards of seat 3 are hidden */
    read_review(&replay, text, sizeof text);
    assert_non_null(strstr(text, "the cards are hidden"));
    replay_review_begin(&replay); /* the second call hides it */
    assert_false(replay.reviews);
    assert_false(replay_review_is_bad(&replay, 4));
    replay_release(&replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("seats have names, and bots are called by theirs",
             seats_have_names_and_bots_are_called_by_theirs),
        TEST("every deal and every turn is a moment", every_deal_and_every_turn_is_a_moment),
        TEST("a broken record is told with its line", a_broken_record_is_told_with_its_line),
        TEST("without a review no turn is bad", without_a_review_no_turn_is_bad),
        TEST("a bad turn is found and shown", a_bad_turn_is_found_and_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
