/* How junctions, lines, tracks and turns are written, and every other spelling refused. */
#include "rules/notation.h"

#include <string.h>

#include "board_file/boards.h"
#include "rules/random_play.h"
#include "support.h"

static const struct board *board_named(const char *id)
{
    return board_builtin(id, strlen(id));
}

static bool reads_junction(const struct board *board, const char *text, unsigned *junction)
{
    struct fault fault = {.id = FAULT_NONE};
    const bool read =
        notation_read_junction(board, (struct word){text, strlen(text)}, junction, &fault);
    assert_true(read == (fault.id == FAULT_NONE)); /* a refusal is explained */
    return read;
}

static bool reads_line(const struct board *board, const char *text, unsigned *line)
{
    struct fault fault = {.id = FAULT_NONE};
    const bool read = notation_read_line(board, (struct word){text, strlen(text)}, line, &fault);
    assert_true(read == (fault.id == FAULT_NONE));
    return read;
}

static bool reads_track(const struct board *board, const char *text, struct track *track)
{
    struct fault fault = {.id = FAULT_NONE};
    const bool read = notation_read_track(board, (struct word){text, strlen(text)}, track, &fault);
    assert_true(read == (fault.id == FAULT_NONE));
    return read;
}

static bool reads_turn(const struct board *board, const char *text, struct turn *turn)
{
    struct words words;
    struct fault fault = {.id = FAULT_NONE};
    words_init(&words, text, strlen(text));
    const bool read = notation_read_turn(board, &words, turn, &fault);
    assert_true(read == (fault.id == FAULT_NONE));
    return read;
}

TEST_CASE(every_junction)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        const struct board *board = board_builtin_at(i);
        for (unsigned junction = 0; junction < board->junctions; junction++) {
            const struct junction *place = &board->junction[junction];
            unsigned read;
            assert_int_equal(place->name[0], 'A' + place->column);
            assert_true(reads_junction(board, place->name, &read));
            assert_int_equal(read, junction);
        }
    }
}

TEST_CASE(wrong_junctions)
{
    static const char *const wrong[] = {"",    "K",  "7",   "k7",  "7K",   "K07", "K7 ",
                                        " K7", "K0", "K99", "K-7", "K7\n", "KK7", "AA1"};
    unsigned junction;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(reads_junction(board_named("transamerica"), wrong[i], &junction));
    assert_false(reads_junction(board_named("transamerica"), "M1", &junction)); /* in the lake */
}

/* The two names with a sign between them, in the order asked for. */
static void spell(char text[16], const struct board *board, const struct line *line, char sign,
                  bool swapped)
{
    struct text made;
    text_init(&made, text, 16);
    text_add(&made, board->junction[swapped ? line->b : line->a].name);
    text_add_char(&made, sign);
    text_add(&made, board->junction[swapped ? line->a : line->b].name);
}

TEST_CASE(every_line)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        const struct board *board = board_builtin_at(i);
        for (unsigned number = 0; number < board->lines; number++) {
            const struct line *line = &board->line[number];
            const char sign = line->kind == LINE_FERRY ? '~' : '-';
            char text[16], written[16];
            struct text made;
            unsigned read;
            spell(text, board, line, sign, false);
            text_init(&made, written, sizeof written);
            notation_add_line(&made, board, number);
            assert_string_equal(written, text);
            assert_true(reads_line(board, text, &read));
            assert_int_equal(read, number);
            spell(text, board, line, sign, true);
            assert_false(reads_line(board, text, &read));
            spell(text, board, line, sign == '-' ? '~' : '-', false);
            assert_false(reads_line(board, text, &read));
        }
    }
}

TEST_CASE(no_other_pair_is_a_line)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        const struct board *board = board_builtin_at(i);
        unsigned lines = 0;
        for (unsigned a = 0; a < board->junctions; a++) {
            for (unsigned b = 0; b < board->junctions; b++) {
                const struct line pair = {.a = (uint8_t)a, .b = (uint8_t)b};
                char text[16];
                unsigned read;
                spell(text, board, &pair, '-', false);
                lines += reads_line(board, text, &read);
                spell(text, board, &pair, '~', false);
                lines += reads_line(board, text, &read);
            }
        }
        assert_int_equal(lines, board->lines);
    }
}

TEST_CASE(wrong_lines)
{
    static const char *const wrong[] = {
        "",       "G4-F4", "f4-g4", "K7-K7", "K7-M7", "K7~L7",  "K7-L7 ",   " K7-L7", "K7L7",
        "K7--L7", "K7-",   "-L7",   "-",     "K7=L7", "K7-L7*", "K7-L7-M7", "K7 L7",  "K7-L07"};
    unsigned line;
    assert_true(reads_line(board_named("transamerica"), "F4-G4", &line));
    assert_true(reads_line(board_named("transamerica"), "K7-L7", &line));
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(reads_line(board_named("transamerica"), wrong[i], &line));
    assert_true(reads_line(board_named("transeuropa"), "K1~K2", &line));
    assert_false(reads_line(board_named("transeuropa"), "K1-K2", &line));
    assert_false(reads_line(board_named("transeuropa"), "K2~K1", &line));
    assert_false(reads_line(board_named("transeuropa-classic"), "K1~K2", &line)); /* no ferries */
}

TEST_CASE(tracks)
{
    const struct board *board = board_named("transeuropa");
    struct track track;
    assert_true(reads_track(board, "K7-L7", &track));
    assert_false(track.own);
    assert_true(reads_track(board, "K7-L7*", &track));
    assert_true(track.own);
    assert_true(reads_track(board, "K1~K2*", &track));
    assert_true(track.own);
    assert_false(reads_track(board, "K7-L7**", &track));
    assert_false(reads_track(board, "*", &track));
    assert_false(reads_track(board, "*K7-L7", &track));
    assert_false(reads_track(board, "K7*-L7", &track));
    assert_false(reads_track(board, "K7-L7*2", &track)); /* only a position line names the seat */
    assert_false(reads_track(board, "K7-L7 *", &track));
}

TEST_CASE(turns)
{
    static const char *const right[] = {
        "@K7", "pass", "K7-L7", "K7-L7 L7-M7", "K7-L7* L7-M7* >M7", "K1~K2* K1-L1 >L1", ">K7"};
    static const char *const wrong[] = {"",
                                        "@",
                                        "@K7 K7-L7",
                                        "K7-L7 @K7",
                                        "pass pass",
                                        "pass K7-L7",
                                        "K7-L7 pass",
                                        "Pass",
                                        "K7-L7 >",
                                        "> K7",
                                        "K7-L7  L7-M7",
                                        "K7-L7 ",
                                        " K7-L7",
                                        "K7-L7 >L7 >K7",
                                        "K7-L7 >L7 L7-M7",
                                        "@K7 ",
                                        "@K7*",
                                        "K7-L7 L7-M7 M7-N7"};
    const struct board *board = board_named("transeuropa");
    struct turn turn;
    for (unsigned i = 0; i < sizeof right / sizeof right[0]; i++)
        assert_true(reads_turn(board, right[i], &turn));
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(reads_turn(board, wrong[i], &turn));
}

TEST_CASE(every_turn_played_is_read_back)
{
    static struct random_player player;
    uint64_t random = test_seed();
    for (unsigned game = test_count(400); game > 0; game--) {
        struct position position;
        random_player_init(&player, board_builtin_at(game % board_builtin_count()));
        random_position(&position, &player, 2 + game % 5, game % 8, game % 60, &random);
        if (position.table.phase != PHASE_PLAYING)
            continue;
        struct turn turn, read;
        char text[TURN_TEXT_SIZE];
        random_player_turn(&player, &position, &random, &turn);
        notation_turn(text, player.board, &turn);
        assert_true(strlen(text) + 1 < sizeof text);
        assert_true(reads_turn(player.board, text, &read));
        assert_memory_equal(&read, &turn, sizeof turn);
    }
}

TEST_CASE(the_longest_turn_fits)
{
    /* Two-digit rows, stars, and a marker move. */
    const struct board *board = board_named("transeuropa");
    static const char longest[] = "K10-L10* L10-L11* >K10";
    struct turn turn;
    char text[TURN_TEXT_SIZE];
    assert_true(reads_turn(board, longest, &turn));
    notation_turn(text, board, &turn);
    assert_string_equal(text, longest);
}

TEST_CASE(words_of_rule_sets_and_variants)
{
    for (unsigned i = 0; i < RULESETS; i++)
        assert_int_equal(ruleset_find((struct word){ruleset_names[i], strlen(ruleset_names[i])}),
                         i);
    assert_int_equal(ruleset_find((struct word){"transamerica", 5}), RULESETS);
    for (unsigned i = 0; i < VARIANTS; i++)
        assert_int_equal(variant_find((struct word){variant_name(i), strlen(variant_name(i))}),
                         1U << i);
    assert_int_equal(variant_find((struct word){"blocked", 7}), 0);
    assert_int_equal(variant_find((struct word){"", 0}), 0);
    assert_int_equal(VARIANTS_ALL, (1U << VARIANTS) - 1);
}

TEST_CASE(sets_of_variants_are_told_in_their_order)
{
    char buffer[VARIANTS_TEXT_SIZE];
    struct text text;
    unsigned variants = VARIANT_PRIVATE_TRACKS | VARIANT_OPEN_CARDS;
    text_init(&text, buffer, sizeof buffer);
    variants_write(&text, variants, ", ");
    assert_string_equal(buffer, ", open-cards, private-tracks");
    assert_string_equal(variants_next(&variants), "open-cards");
    assert_string_equal(variants_next(&variants), "private-tracks");
    assert_null(variants_next(&variants));
    text_init(&text, buffer, sizeof buffer);
    variants_write(&text, VARIANTS_ALL, "12345678");
    assert_false(text.cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("every junction of every board is found by its name", every_junction),
        TEST("other spellings of a junction are refused", wrong_junctions),
        TEST("every line of every board is written and read, in one spelling", every_line),
        TEST("no other pair of junctions is a line", no_other_pair_is_a_line),
        TEST("other spellings of a line are refused", wrong_lines),
        TEST("a star at the end is the seat's own colour", tracks),
        TEST("T2, T3, V2: what a turn can be, and what it cannot", turns),
        TEST("every turn that is played is read back from its text",
             every_turn_played_is_read_back),
        TEST("the longest turn fits its buffer", the_longest_turn_fits),
        TEST("rule sets and variants are found by their words", words_of_rule_sets_and_variants),
        TEST("V3: a set of variants is told word by word, in one order",
             sets_of_variants_are_told_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
