/*
 * Records: what is written is read back byte for byte, over random games of every board, every
 * combination of variants and every number of seats; where a record may stop; deals by a seed.
 */
#include <stdio.h>
#include <string.h>

#include "board_file/boards.h"
#include "rules/random_play.h"
#include "rules/record.h"
#include "rules/scene.h"

/*
 * Each variant is in half of the eight combinations, so that 250 games of each combination are
 * 1,000 games of every board and variant.
 */
enum { GAMES = 1000, RECORD_SIZE = 1 << 20, SEAT_COUNTS = SEATS_MAX - SEATS_MIN + 1 };

static char written[RECORD_SIZE], again[RECORD_SIZE];

static void random_names(struct record_names *names, unsigned seats, uint64_t *random)
{
    static const char *const some[] = {"", "guest", "bot hard", "Zo\xc3\xab  of K\xc3\xb8ge", "-"};
    memset(names, 0, sizeof *names);
    for (unsigned seat = 0; seat < seats; seat++) {
        const char *name = some[test_random_below(random, 5)];
        memcpy(names->name[seat], name, strlen(name));
    }
}

/* Writes the record of a whole game to `written`. */
static void write_game(const struct random_player *player, unsigned seats, unsigned variants,
                       uint64_t *random, struct position *position)
{
    struct text text;
    struct record_names names;
    random_names(&names, seats, random);
    text_init(&text, written, sizeof written);
    random_record(&text, position, player, seats, variants, &names, random);
}

/* Reads `written` and writes all that it says to `again`. */
static void read_and_write_again(struct record_reader *reader, const uint8_t *seed)
{
    struct text text;
    text_init(&text, again, sizeof again);
    record_reader_init(reader, written, strlen(written), board_builtins, seed);
    bool begun = false;
    for (enum record_event event = record_next(reader); event != RECORD_END;
         event = record_next(reader)) {
        if (!begun)
            record_write_header(&text, reader->board, &reader->position.table, &reader->names);
        begun = true;
        if (event == RECORD_FAULT)
            fail_msg("%u: %s (%s)\n%s", reader->fault.line, SENTENCE(&reader->fault),
                     reader->fault.rule, written);
        if (event == RECORD_ROUND)
            record_write_round(&text, reader->board, &reader->position.table,
                               reader->position.hand);
        if (event == RECORD_TURN)
            record_write_turn(&text, reader->board, reader->seat, &reader->turn);
        if (event == RECORD_CLOSED)
            record_write_closing(&text, reader->board, &reader->position.table);
    }
    assert_false(text.cut);
}

/* So many games with each combination of variants, the number of seats changing in turn. */
static void round_trips(const char *board_id, unsigned games, uint64_t random)
{
    static struct random_player player;
    unsigned rounds = 0, turns = 0, count = 0;
    random_player_init(&player, board_builtin(board_id, strlen(board_id)));
    for (unsigned variants = 0; variants <= VARIANTS_ALL; variants++) {
        for (unsigned game = 0; game < games; game++) {
            struct position position;
            struct record_reader reader;
            write_game(&player, SEATS_MIN + game % SEAT_COUNTS, variants, &random, &position);
            read_and_write_again(&reader, position.seed);
            assert_string_equal(written, again);
            assert_memory_equal(&reader.position, &position, sizeof position);
            rounds += reader.rounds;
            turns += reader.turns;
            count++;
        }
    }
    printf("# %s: %u games, %u rounds, %u turns\n", board_id, count, rounds, turns);
}

TEST_CASE(round_trips_on_transamerica)
{
    round_trips("transamerica", test_count(GAMES), test_seed());
}

TEST_CASE(round_trips_on_transeuropa)
{
    round_trips("transeuropa", test_count(GAMES), test_seed());
}

TEST_CASE(round_trips_on_the_classic_board)
{
    round_trips("transeuropa-classic", test_count(GAMES), test_seed());
}

static bool is_turn(const char *line)
{
    return line[0] >= '1' && line[0] <= '6';
}

/* The word that a line begins with tells whether the record may stop before it. */
static bool may_stop_before(const char *line)
{
    return line[0] == '\0' || is_turn(line) || strncmp(line, "round ", 6) == 0 ||
           strncmp(line, "name ", 5) == 0;
}

/* `written` is cut after its first `length` bytes, which end line number `line`. */
static void check_stop(size_t length, unsigned line)
{
    struct record_reader reader;
    memcpy(again, written, length);
    again[length] = '\0';
    const enum record_event event = scene_read(&reader, again, NULL);
    assert_int_equal(event, may_stop_before(written + length) ? RECORD_END : RECORD_FAULT);
    if (event == RECORD_FAULT)
        assert_int_equal(reader.fault.line, line); /* the last line's number */
    again[length - 1] = '\0';                      /* without its line feed it may stop nowhere */
    assert_int_equal(scene_read(&reader, again, NULL), RECORD_FAULT);
    assert_int_equal(reader.fault.line, line);
    assert_string_equal(reader.fault.rule, FAULT_FORMAT);
}

/* After every line but turns, and after one turn in many. */
TEST_CASE(stops)
{
    static struct random_player player;
    uint64_t random = test_seed();
    for (unsigned game = test_count(48); game > 0; game--) {
        struct position position;
        unsigned line = 0;
        random_player_init(&player, board_builtin_at(game % board_builtin_count()));
        write_game(&player, SEATS_MIN + game % SEAT_COUNTS, game % (VARIANTS_ALL + 1), &random,
                   &position);
        for (const char *start = written; *start != '\0'; start = strchr(start, '\n') + 1) {
            const char *next = strchr(start, '\n') + 1;
            line++;
            if (!is_turn(start) || !is_turn(next) || test_random_below(&random, 32) == 0)
                check_stop((size_t)(next - written), line);
        }
    }
}

TEST_CASE(hidden_cards)
{
    /* Hiding any cards of an unfinished round takes nothing from its turns. */
    static struct random_player player;
    uint64_t random = test_seed();
    const struct board *board = board_builtin_at(0);
    random_player_init(&player, board);
    for (unsigned game = test_count(200); game > 0; game--) {
        struct position position;
        struct record_reader reader;
        struct text text;
        static const struct record_names names;
        random_game(&position, board, 3, 0, &random);
        text_init(&text, written, sizeof written);
        record_write_header(&text, board, &position.table, &names);
        struct position shown = position;
        for (unsigned seat = 0; seat < 3; seat++)
            shown.hand[seat].city[test_random_below(&random, GROUPS)] = CITY_NONE;
        record_write_round(&text, board, &shown.table, shown.hand);
        for (unsigned turns = test_random_below(&random, 30); turns > 0; turns--) {
            struct turn turn;
            const unsigned seat = position.table.to_move;
            random_player_turn(&player, &position, &random, &turn);
            struct position next = position;
            assert_int_equal(position_play(&next, board, &turn), ACCEPTED);
            if (next.table.phase != PHASE_PLAYING)
                break;
            position = next;
            record_write_turn(&text, board, seat, &turn);
        }
        read_and_write_again(&reader, position.seed); /* what is shown is the seed's */
        assert_string_equal(written, again);
        assert_false(record_has_all_hands(&reader));
        assert_memory_equal(&reader.position.table, &position.table, sizeof position.table);
    }
}

/* Deals by a seed. */

static const uint8_t golden_seed[SEED_SIZE] = "a seed of thirty-two bytes, read";

/* The header and the deal of a game. */
static void write_deal(const struct position *position)
{
    const struct board *board = board_builtin_at(0);
    static const struct record_names names;
    struct text text;
    text_init(&text, written, sizeof written);
    record_write_header(&text, board, &position->table, &names);
    record_write_round(&text, board, &position->table, position->hand);
}

TEST_CASE(deals_of_the_seed)
{
    struct position position;
    struct record_reader reader;
    position_init(&position, board_builtin_at(0), 3, 0, golden_seed);
    position_deal(&position, board_builtin_at(0));
    write_deal(&position);
    assert_int_equal(scene_read(&reader, written, golden_seed), RECORD_END);
    assert_int_equal(scene_read(&reader, written, NULL), RECORD_END);
}

/* A plain card of the group that none of three seats holds. */
static uint8_t card_not_dealt(const struct position *position, unsigned group)
{
    const struct board *board = board_builtin_at(0);
    for (unsigned i = 0; i < board->plain_cards[group]; i++) {
        const uint8_t card = board->card[group][i];
        if (position->hand[0].city[group] != card && position->hand[1].city[group] != card &&
            position->hand[2].city[group] != card)
            return card;
    }
    fail_msg("three seats hold five cards");
    return CITY_NONE;
}

TEST_CASE(other_deals)
{
    struct position position, changed;
    struct record_reader reader;
    position_init(&position, board_builtin_at(0), 3, 0, golden_seed);
    position_deal(&position, board_builtin_at(0));

    changed = position;
    changed.hand[0] = position.hand[1];
    changed.hand[1] = position.hand[0];
    write_deal(&changed);
    assert_int_equal(scene_read(&reader, written, golden_seed), RECORD_FAULT);
    assert_string_equal(reader.fault.rule, "S4");
    assert_int_equal(reader.fault.line, 7); /* the first deal */
    assert_int_equal(scene_read(&reader, written, NULL), RECORD_END);

    changed = position;
    changed.hand[2].city[GROUP_RED] = card_not_dealt(&position, GROUP_RED);
    write_deal(&changed);
    assert_int_equal(scene_read(&reader, written, golden_seed), RECORD_FAULT);
    assert_string_equal(reader.fault.rule, "S4");
    assert_int_equal(reader.fault.line, 9); /* the third deal */

    changed = position;
    changed.table.first = (uint8_t)((position.table.first + 1) % 3);
    write_deal(&changed);
    assert_int_equal(scene_read(&reader, written, golden_seed), RECORD_FAULT);
    assert_string_equal(reader.fault.rule, "S5");
    assert_int_equal(reader.fault.line, 6);
}

TEST_CASE(names_are_made_fit_for_a_record)
{
    static const struct {
        const char *words, *name;
    } cases[] = {
        {"Ada", "Ada"},
        {"", ""},
        {"  two words  ", "two words"},
        {"Ada #1", "Ada +1"},
        {" # ", "+"},
        {"a\tb\nc\x7f", "abc"},
        {"a\xc2\x9b"
         "b\xc2\xa0",
         "ab\xc2\xa0"},
        {"\xff\xc3\xa9\xc3", "\xc3\xa9"},
        {"\x01  x", "x"},
        {"\xe6\x9d\xb1\xe4\xba\xac", "\xe6\x9d\xb1\xe4\xba\xac"},
    };
    char name[RECORD_NAME_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        record_clean_name(name, sizeof name, cases[i].words, strlen(cases[i].words));
        assert_string_equal(name, cases[i].name);
    }
    record_clean_name(name, 5, "ab\xe6\x9d\xb1", 5); /* six bytes with the NUL */
    assert_string_equal(name, "ab");
    record_clean_name(name, 5, "abc def", 7);
    assert_string_equal(name, "abc");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("V3: random games of all variants on transamerica read back byte for byte",
             round_trips_on_transamerica),
        TEST("V3: random games of all variants on transeuropa read back byte for byte",
             round_trips_on_transeuropa),
        TEST("V3: random games of all variants on transeuropa-classic read back byte for byte",
             round_trips_on_the_classic_board),
        TEST("a record may stop after the header, the deals, a turn and a round, nowhere else",
             stops),
        TEST("cards of an unfinished round may be hidden", hidden_cards),
        TEST("S4, S5: a record with the deal of the seed is accepted", deals_of_the_seed),
        TEST("S4, S5: a record with another deal or start than the seed's is refused", other_deals),
        TEST("a name of any bytes is made fit for a record", names_are_made_fit_for_a_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
