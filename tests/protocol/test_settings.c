/* Settings of tables: read strictly, written in one way, and the same again when read. */
#include <string.h>

#include "board_file/boards.h"
#include "bots/bot.h"
#include "protocol/settings.h"
#include "support.h"

static struct match_settings accept(const char *bytes)
{
    struct match_settings settings;
    struct complaint complaint = {.code = CODE_NONE};
    if (!settings_read(&settings, bytes, strlen(bytes), &complaint))
        fail_msg("%s is refused: %s", bytes, SENTENCE(&complaint.fault));
    return settings;
}

static void refuse(const char *bytes, const char *code, const char *text)
{
    struct match_settings settings;
    struct complaint complaint = {.code = CODE_NONE};
    if (settings_read(&settings, bytes, strlen(bytes), &complaint))
        fail_msg("%s is accepted", bytes);
    assert_string_equal(error_code_word(complaint.code), code);
    assert_string_equal(SENTENCE(&complaint.fault), text);
}

/* `fields` stand in an object whose board and seats are sound. */
static void refuse_with(const char *fields, const char *text)
{
    char bytes[512];
    struct text object;
    text_init(&object, bytes, sizeof bytes);
    text_add(&object, "{\"board\":\"transamerica\",\"seats\":[\"me\",\"open\"],");
    text_add(&object, fields);
    text_add(&object, "}");
    refuse(bytes, "field", text);
}

static const char *write(const struct match_settings *settings, char buffer[SETTINGS_TEXT_SIZE])
{
    struct text text;
    text_init(&text, buffer, SETTINGS_TEXT_SIZE);
    settings_write(settings, &text);
    assert_false(text.cut);
    return buffer;
}

TEST_CASE(everything_said)
{
    const struct match_settings settings =
        accept("{\"board\": \"transeuropa\", \"variants\": [\"private-tracks\", \"blocking\"],"
               " \"seats\": [\"hard\", \"me\", \"open\", \"invited\"], \"clock\": {\"kind\":"
               " \"live\", \"bank\": 300, \"increment\": 10}, \"public\": true, \"chat\": false,"
               " \"seed\": \"club evening 12\", \"colour\": \"later\"}");
    assert_string_equal(settings.board->id, "transeuropa");
    assert_int_equal(settings.variants, VARIANT_PRIVATE_TRACKS | VARIANT_BLOCKING);
    assert_int_equal(settings.seats, 4);
    assert_int_equal(settings.plan[0].kind, SEAT_BOT);
    assert_string_equal(settings.plan[0].bot, "hard");
    assert_int_equal(settings.plan[1].kind, SEAT_PERSON);
    assert_int_equal(settings.plan[2].kind, SEAT_OPEN);
    assert_int_equal(settings.plan[3].kind, SEAT_INVITED);
    assert_int_equal(settings.clock.kind, CLOCK_LIVE);
    assert_int_equal(settings.clock.bank, 300000);
    assert_int_equal(settings.clock.increment, 10000);
    assert_true(settings.listed);
    assert_false(settings.chat);
    assert_string_equal(settings.seed_words, "club evening 12");
    char buffer[SETTINGS_TEXT_SIZE];
    assert_string_equal(write(&settings, buffer),
                        "{\"board\":\"transeuropa\",\"variants\":[\"blocking\",\"private-tracks\"],"
                        "\"seats\":[\"hard\",\"me\",\"open\",\"invited\"],\"clock\":{\"kind\":"
                        "\"live\",\"bank\":300,\"increment\":10},\"public\":true,\"chat\":false,"
                        "\"seed\":\"club evening 12\"}");
}

TEST_CASE(little_said)
{
    const struct match_settings settings =
        accept("{\"board\":\"transamerica\",\"seats\":[\"open\",\"open\"]}");
    assert_int_equal(settings.variants, 0);
    assert_int_equal(settings.clock.kind, CLOCK_NONE);
    assert_false(settings.listed);
    assert_true(settings.chat);
    char buffer[SETTINGS_TEXT_SIZE];
    assert_string_equal(write(&settings, buffer),
                        "{\"board\":\"transamerica\",\"variants\":[],\"seats\":[\"open\",\"open\"],"
                        "\"clock\":{\"kind\":\"none\"},\"public\":false,\"chat\":true}");
}

static struct match_settings random_settings(uint64_t *random)
{
    static const char *const seeds[] = {"", "a \"b\" \\ c", "Gr\xc3\xbcn", "\xf0\x9f\x9a\x82"};
    struct match_settings settings = {
        .board = board_builtin_at(test_random_below(random, board_builtin_count())),
        .variants = test_random_below(random, VARIANTS_ALL + 1),
        .seats = SEATS_MIN + test_random_below(random, SEATS_MAX - SEATS_MIN + 1),
        .listed = test_random_below(random, 2),
        .chat = test_random_below(random, 2),
    };
    for (unsigned seat = 0; seat < settings.seats; seat++) {
        const unsigned word = test_random_below(random, 2 + level_count());
        const char *const name = word == 0   ? "open"
                                 : word == 1 ? "invited"
                                             : level_at(word - 2)->name;
        assert_true(seat_plan_read(&settings.plan[seat], name));
    }
    if (test_random_below(random, 2))
        settings.plan[test_random_below(random, settings.seats)] =
            (struct seat_plan){.kind = SEAT_PERSON};
    settings.clock.kind = (enum clock_kind)test_random_below(random, 3);
    if (settings.clock.kind == CLOCK_LIVE) {
        settings.clock.bank =
            1000 * (BANK_MIN_S + (int64_t)test_random_below(random, BANK_MAX_S - BANK_MIN_S + 1));
        settings.clock.increment = 1000 * (int64_t)test_random_below(random, INCREMENT_MAX_S + 1);
    } else if (settings.clock.kind == CLOCK_SLOW) {
        settings.clock.turn = 86400000 * (1 + (int64_t)test_random_below(random, DAYS_MAX));
    }
    const char *seed = seeds[test_random_below(random, 4)];
    memcpy(settings.seed_words, seed, strlen(seed) + 1);
    return settings;
}

static void assert_same(const struct match_settings *one, const struct match_settings *other)
{
    assert_ptr_equal(one->board, other->board);
    assert_int_equal(one->variants, other->variants);
    assert_int_equal(one->seats, other->seats);
    for (unsigned seat = 0; seat < one->seats; seat++) {
        assert_int_equal(one->plan[seat].kind, other->plan[seat].kind);
        assert_string_equal(one->plan[seat].bot, other->plan[seat].bot);
    }
    assert_int_equal(one->clock.kind, other->clock.kind);
    assert_int_equal(one->clock.bank, other->clock.bank);
    assert_int_equal(one->clock.increment, other->clock.increment);
    assert_int_equal(one->clock.turn, other->clock.turn);
    assert_int_equal(one->listed, other->listed);
    assert_int_equal(one->chat, other->chat);
    assert_string_equal(one->seed_words, other->seed_words);
}

TEST_CASE(there_and_back)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(20000); i++) {
        const struct match_settings settings = random_settings(&random);
        char buffer[SETTINGS_TEXT_SIZE], again[SETTINGS_TEXT_SIZE];
        const struct match_settings read = accept(write(&settings, buffer));
        assert_same(&settings, &read);
        assert_string_equal(write(&read, again), buffer);
    }
}

TEST_CASE(longest)
{
    struct match_settings settings =
        accept("{\"board\":\"transeuropa-classic\",\"variants\":[\"open-cards\",\"blocking\","
               "\"private-tracks\"],\"seats\":[\"invited\",\"invited\",\"invited\",\"invited\","
               "\"invited\",\"invited\"],\"clock\":{\"kind\":\"live\",\"bank\":7200,"
               "\"increment\":300}}");
    char buffer[SETTINGS_TEXT_SIZE];
    for (unsigned i = 0; i < SEED_WORDS_CHARACTERS; i++)
        memcpy(settings.seed_words + 4 * i, "\xf0\x9f\x9a\x82", 4);
    const struct match_settings read = accept(write(&settings, buffer));
    assert_same(&settings, &read);
}

#define BOARDS_ALLOWED "a board: 'transamerica', 'transeuropa', 'transeuropa-classic'"
#define SEATS_ALLOWED                                                                              \
    "a list of 2 to 6 of 'me', 'open', 'invited', 'easy', 'medium', 'hard', 'expert', 'champion'"
#define VARIANTS_ALLOWED                                                                           \
    "a list of 'open-cards', 'blocking' and 'private-tracks', each at most once"

TEST_CASE(unsound)
{
    refuse("{}", "field", "the field 'board' is missing; it must be " BOARDS_ALLOWED);
    refuse("{\"board\":\"../transamerica\"}", "field", "the field 'board' must be " BOARDS_ALLOWED);
    refuse("{\"board\":1}", "field", "the field 'board' must be " BOARDS_ALLOWED);
    refuse("{\"board\":\"transamerica\"}", "field",
           "the field 'seats' is missing; it must be " SEATS_ALLOWED);
    static const char *const seats[] = {
        "[]",
        "[\"me\"]",
        "[1,2]",
        "\"me\"",
        "{\"1\":\"me\",\"2\":\"me\"}",
        "[\"me\",\"nobody\"]",
        "[\"me\",\"greedy\"]",
        "[\"open\",\"open\",\"open\",\"open\",\"open\",\"open\",\"open\"]",
    };
    for (size_t i = 0; i < sizeof seats / sizeof seats[0]; i++) {
        char bytes[256];
        struct text text;
        text_init(&text, bytes, sizeof bytes);
        text_add(&text, "{\"board\":\"transamerica\",\"seats\":");
        text_add(&text, seats[i]);
        text_add(&text, "}");
        refuse(bytes, "field", "the field 'seats' must be " SEATS_ALLOWED);
    }
    refuse("{\"board\":\"transamerica\",\"seats\":[\"me\",\"me\"]}", "field",
           "the field 'seats' may hold 'me' only once");
    refuse("[]", "syntax", "this JSON is no object: it must stand in { and }");
}

TEST_CASE(unsound_details)
{
    refuse_with("\"variants\":\"blocking\"", "the field 'variants' must be " VARIANTS_ALLOWED);
    refuse_with("\"variants\":[\"chess\"]", "the field 'variants' must be " VARIANTS_ALLOWED);
    refuse_with("\"variants\":[\"blocking\",\"blocking\"]",
                "the field 'variants' must be " VARIANTS_ALLOWED);
    refuse_with("\"clock\":3", "the field 'clock' must be an object with the field 'kind'");
    refuse_with("\"clock\":{}",
                "the field 'kind' is missing; it must be 'none', 'live' or 'slow' (of the clock)");
    refuse_with("\"clock\":{\"kind\":\"fast\"}",
                "the field 'kind' must be 'none', 'live' or 'slow' (of the clock)");
    refuse_with("\"clock\":{\"kind\":\"live\",\"bank\":9,\"increment\":0}",
                "the field 'bank' must be a whole number from 10 to 7200");
    refuse_with("\"clock\":{\"kind\":\"live\",\"bank\":10,\"increment\":301}",
                "the field 'increment' must be a whole number from 0 to 300");
    refuse_with("\"clock\":{\"kind\":\"live\",\"bank\":10}",
                "the field 'increment' is missing; it must be a whole number from 0 to 300");
    refuse_with("\"clock\":{\"kind\":\"slow\",\"days\":15}",
                "the field 'days' must be a whole number from 1 to 14");
    refuse_with("\"public\":\"yes\"", "the field 'public' must be true or false");
    refuse_with("\"chat\":null", "the field 'chat' must be true or false");
    refuse_with("\"seed\":12", "the field 'seed' must be a text of 0 to 64 characters, none a "
                               "control character");
    refuse_with("\"seed\":\"a\\tb\"", "the field 'seed' must be a text of 0 to 64 characters, none "
                                      "a control character");
    refuse_with("\"seed\":\"12345678901234567890123456789012345678901234567890123456789012345\"",
                "the field 'seed' must be a text of 0 to 64 characters, none a control character");
}

/* ---- Several tables at once ------------------------------------------------------------------ */

static bool read_opening(const char *tables, unsigned *count, struct complaint *complaint)
{
    struct opening_body opening;
    char buffer[256];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_add(&text, "{\"board\":\"transamerica\",\"seats\":[\"me\",\"open\"]");
    text_add(&text, tables);
    text_add(&text, "}");
    const bool sound = opening_read(&opening, buffer, text.used, complaint);
    if (sound) {
        assert_int_equal(opening.settings.seats, 2);
        assert_false(opening.settings.party); /* which is the hub's to say */
        *count = opening.tables;
    }
    return sound;
}

TEST_CASE(how_many_tables)
{
    static const char range[] = "the field 'tables' must be a whole number from 1 to 8";
    static const char *const wrong[] = {",\"tables\":0",   ",\"tables\":9",     ",\"tables\":-1",
                                        ",\"tables\":2.5", ",\"tables\":\"2\"", ",\"tables\":null"};
    struct complaint complaint;
    unsigned count = 0;
    assert_true(read_opening("", &count, &complaint));
    assert_int_equal(count, 1);
    assert_true(read_opening(",\"tables\":1", &count, &complaint));
    assert_int_equal(count, 1);
    assert_true(read_opening(",\"tables\":8,\"party\":true", &count, &complaint));
    assert_int_equal(count, 8);
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(read_opening(wrong[i], &count, &complaint));
        assert_int_equal(complaint.code, CODE_FIELD);
        assert_string_equal(SENTENCE(&complaint.fault), range);
    }
}

TEST_CASE(tables_with_open_cards)
{
    struct complaint complaint;
    unsigned count = 0;
    assert_true(read_opening(",\"variants\":[\"open-cards\"],\"tables\":1", &count, &complaint));
    assert_false(read_opening(",\"variants\":[\"open-cards\"],\"tables\":2", &count, &complaint));
    assert_int_equal(complaint.code, CODE_FIELD);
    assert_string_equal(SENTENCE(&complaint.fault),
                        "the field 'tables' must be 1 with the variant 'open-cards'");
    assert_true(read_opening(",\"variants\":[\"blocking\"],\"tables\":2", &count, &complaint));
}

TEST_CASE(bots_are_players)
{
    for (unsigned i = 0; i < level_count(); i++) {
        struct seat_plan plan;
        assert_true(seat_plan_read(&plan, level_at(i)->name));
        assert_int_equal(plan.kind, SEAT_BOT);
        assert_string_equal(plan.bot, level_at(i)->name);
    }
}

TEST_CASE(openings)
{
    struct opening_body opening = {
        .settings = accept("{\"board\":\"transamerica\",\"seats\":[\"me\",\"easy\"]}"),
        .tables = 3};
    struct opening_body read;
    struct complaint complaint;
    char bytes[SETTINGS_TEXT_SIZE];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    opening_write(&opening, &text);
    assert_true(opening_read(&read, bytes, text.used, &complaint));
    assert_same(&read.settings, &opening.settings);
    assert_int_equal(read.tables, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("all that can be said of a table is read and written in one way", everything_said),
        TEST("board and seats are enough", little_said),
        TEST("settings that are written are read as the same", there_and_back),
        TEST("the longest settings fit", longest),
        TEST("S1: boards and seats that are none are refused by name", unsound),
        TEST("V3: variants, clocks and the rest are refused by name", unsound_details),
        TEST("one to eight tables are opened at once", how_many_tables),
        TEST("what opens tables is written and read as the same", openings),
        TEST("every bot that may sit at a table is a player we have", bots_are_players),
        TEST("tables with open cards are opened one by one", tables_with_open_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
