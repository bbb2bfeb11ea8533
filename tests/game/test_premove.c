/*
 * A turn that is entered before it is ours to play: due exactly when the rules allow it on the
 * table that our turn finds, whatever the others did.
 */
#include "game/premove.h"

#include <string.h>

#include "board_file/boards.h"
#include "rules/notation.h"
#include "rules/position.h"
#include "rules/random_play.h"
#include "support.h"

/* A game in which one seat thinks ahead. */
struct evening {
    struct random_player player;
    const struct board *board;
    struct position position;
    unsigned seat;
    struct premove premove;
    uint64_t random;
};

static enum premove_when when(const struct evening *evening)
{
    const struct table *table = &evening->position.table;
    if (table->phase != PHASE_PLAYING)
        return WHEN_NEVER;
    return table->to_move == evening->seat ? WHEN_NOW : WHEN_LATER;
}

static void look(struct evening *evening)
{
    struct view view;
    view_of(&view, &evening->position, evening->seat);
    premove_see(&evening->premove, evening->board, &view, when(evening));
}

static void begin(struct evening *evening, unsigned number)
{
    evening->board = board_builtin_at(number % board_builtin_count());
    random_player_init(&evening->player, evening->board);
    const unsigned seats = SEATS_MIN + number % (SEATS_MAX - SEATS_MIN + 1);
    random_position(&evening->position, &evening->player, seats, number % (VARIANTS_ALL + 1),
                    test_random_below(&evening->random, 60), &evening->random);
    evening->seat = test_random_below(&evening->random, seats);
    premove_init(&evening->premove);
    look(evening);
}

/* A turn that the seat could play if it were its turn now. */
static void imagine(struct evening *evening, struct turn *turn)
{
    struct position imagined = evening->position;
    imagined.table.to_move = (uint8_t)evening->seat;
    random_player_turn(&evening->player, &imagined, &evening->random, turn);
}

static enum refusal enter(struct evening *evening, const char *words, size_t length)
{
    struct fault fault;
    const enum refusal refusal =
        premove_add(&evening->premove, evening->board, (struct word){words, length}, &fault);
    assert_int_equal(fault.id, FAULT_NONE);
    return refusal;
}

static void enter_turn(struct evening *evening, const struct turn *turn)
{
    char text[TURN_TEXT_SIZE];
    notation_turn(text, evening->board, turn);
    for (const char *word = text; *word != '\0'; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " ");
        assert_int_equal(enter(evening, word, length), ACCEPTED);
        word += length;
    }
    assert_memory_equal(&premove_draft(&evening->premove)->turn, turn, sizeof *turn);
}

/* Whether the seat could play the turn on the table as it lies. */
static enum refusal judge(const struct evening *evening, const struct turn *turn)
{
    struct table table = evening->position.table;
    struct draft draft;
    table.to_move = (uint8_t)evening->seat;
    draft_begin(&draft, &table, &evening->position.hand[evening->seat]);
    return draft_turn(&draft, evening->board, turn);
}

static void others_play(struct evening *evening)
{
    struct turn turn;
    random_player_turn(&evening->player, &evening->position, &evening->random, &turn);
    assert_int_equal(position_play(&evening->position, evening->board, &turn), ACCEPTED);
    look(evening);
}

/* Follows a promise to its end; counts how it ended. */
static void keep_promise(struct evening *evening, const struct turn *turn, unsigned count[])
{
    const struct premove *premove = &evening->premove;
    while (when(evening) == WHEN_LATER && premove->state == PREMOVE_PROMISED)
        others_play(evening);
    count[premove->state]++;
    if (when(evening) == WHEN_NEVER) {
        assert_int_equal(premove->state, PREMOVE_NOT);
        assert_null(premove_draft(premove));
        return;
    }
    const enum refusal refusal = judge(evening, turn);
    if (premove->state == PREMOVE_DROPPED) {
        assert_int_not_equal(refusal, ACCEPTED);
        assert_int_equal(premove->why, refusal);
        assert_true(draft_is_empty(premove_draft(premove)));
        return;
    }
    assert_int_equal(premove->state, PREMOVE_DUE);
    assert_int_equal(refusal, ACCEPTED);
    assert_memory_equal(&premove_draft(premove)->turn, turn, sizeof *turn);
    struct turn played = *turn;
    assert_int_equal(position_play(&evening->position, evening->board, &played), ACCEPTED);
}

TEST_CASE(promises)
{
    static struct evening evening;
    unsigned count[PREMOVE_DROPPED + 1] = {0};
    evening.random = test_seed();
    for (unsigned number = test_count(2000); number > 0; number--) {
        struct turn turn;
        begin(&evening, number);
        if (when(&evening) != WHEN_LATER)
            continue;
        imagine(&evening, &turn);
        assert_int_equal(evening.premove.state, PREMOVE_OPEN);
        enter_turn(&evening, &turn);
        assert_true(premove_promise(&evening.premove, evening.board));
        keep_promise(&evening, &turn, count);
    }
    print_message("# %u due, %u dropped, %u without a turn\n", count[PREMOVE_DUE],
                  count[PREMOVE_DROPPED], count[PREMOVE_NOT]);
    assert_true(count[PREMOVE_DUE] > 0 && count[PREMOVE_DROPPED] > 0);
}

/* The first evening in which the seat can think ahead, with a turn entered. */
static void plan(struct evening *evening, struct turn *turn)
{
    unsigned number = 0;
    evening->random = test_seed();
    do
        begin(evening, number++);
    while (when(evening) != WHEN_LATER ||
           evening->position.table.marker[evening->seat] == JUNCTION_NONE);
    imagine(evening, turn);
    enter_turn(evening, turn);
}

TEST_CASE(what_is_not_promised_stays_entered)
{
    static struct evening evening;
    struct turn turn;
    plan(&evening, &turn);
    while (when(&evening) == WHEN_LATER) {
        others_play(&evening);
        if (when(&evening) == WHEN_NEVER || judge(&evening, &turn) != ACCEPTED)
            return; /* the test of promises has that */
        assert_memory_equal(&premove_draft(&evening.premove)->turn, &turn, sizeof turn);
    }
    assert_int_equal(evening.premove.state, PREMOVE_NOT);
}

TEST_CASE(what_is_touched_is_not_promised)
{
    static struct evening evening;
    struct turn turn;
    plan(&evening, &turn);
    assert_true(premove_promise(&evening.premove, evening.board));
    look(&evening); /* nothing has changed */
    assert_int_equal(evening.premove.state, PREMOVE_PROMISED);
    assert_true(premove_undo(&evening.premove, evening.board));
    assert_int_equal(evening.premove.state, PREMOVE_OPEN);
    assert_true(premove_redo(&evening.premove, evening.board));
    assert_memory_equal(&premove_draft(&evening.premove)->turn, &turn, sizeof turn);
    premove_reset(&evening.premove);
    assert_true(draft_is_empty(premove_draft(&evening.premove)));
    assert_false(premove_promise(&evening.premove, evening.board)); /* nothing is no turn */
}

TEST_CASE(nothing_can_be_entered_when_no_round_is_played)
{
    static struct evening evening;
    struct fault fault;
    evening.random = test_seed();
    begin(&evening, 0);
    evening.position.table.phase = PHASE_ROUND_OVER;
    look(&evening);
    assert_null(premove_draft(&evening.premove));
    assert_int_equal(premove_add(&evening.premove, evening.board, (struct word){"pass", 4}, &fault),
                     REFUSED_NOT_YOUR_TURN);
    assert_false(premove_undo(&evening.premove, evening.board));
    assert_false(premove_promise(&evening.premove, evening.board));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("T3: a promised turn is due when the rules allow it, and dropped when they do not",
             promises),
        TEST("what is entered and not promised stays entered", what_is_not_promised_stays_entered),
        TEST("what is touched is not promised any more", what_is_touched_is_not_promised),
        TEST("nothing can be entered when no round is played",
             nothing_can_be_entered_when_no_round_is_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
