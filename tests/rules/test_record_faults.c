/*
 * Records with faults: each is found, on its line, and said to break the format or a rule.
 *
 * Faults of the first lines are written out; those of later lines are put into the record of a
 * game that was played.
 */
#include <stdio.h>
#include <string.h>

#include "board_file/boards.h"
#include "rules/random_play.h"
#include "rules/scene.h"

enum { RECORD_SIZE = 1 << 17, LINE_SIZE = 512 };

#define MAGIC  "railhead 1\n"
#define BOARD  MAGIC "board transamerica\n"
#define RULES  BOARD "rules transamerica\n"
#define HEADER RULES "seats 2\n"
#define FIRST  HEADER "round 1\nfirst 1\n"
#define DEAL_1 FIRST "deal 1 portland helena omaha new-york dallas\n"
#define DEALT  DEAL_1 "deal 2 medford chicago st-louis washington memphis\n"

TEST_CASE(the_smallest_records)
{
    scene_sound(HEADER);
    scene_sound(DEALT);
    scene_sound(DEALT "1 @K7\n");
    scene_faulty("", 1, FAULT_FORMAT);
    scene_faulty("\n\n# nothing\n", 3, FAULT_FORMAT);
    scene_faulty(MAGIC, 1, FAULT_FORMAT);
    scene_faulty(BOARD, 2, FAULT_FORMAT);
    scene_faulty(RULES, 3, FAULT_FORMAT);
    scene_faulty(FIRST, 6, FAULT_FORMAT);
    scene_faulty(DEAL_1, 7, FAULT_FORMAT);
}

TEST_CASE(first_line)
{
    scene_faulty("railhead 2\n", 1, FAULT_FORMAT);
    scene_faulty("railhead\n", 1, FAULT_FORMAT);
    scene_faulty("railhead 1 \n", 1, FAULT_FORMAT);
    scene_faulty("railhead 1 beta\n", 1, FAULT_FORMAT);
    scene_faulty("Railhead 1\n", 1, FAULT_FORMAT);
    scene_faulty("\xef\xbb\xbfrailhead 1\n", 1, FAULT_FORMAT); /* a byte order mark */
    scene_faulty("board transamerica\n", 1, FAULT_FORMAT);
}

TEST_CASE(boards_and_rules)
{
    static const char *const pairs[][2] = {{"transamerica", "transamerica"},
                                           {"transeuropa-classic", "transamerica"},
                                           {"transeuropa", "transeuropa"}};
    static const char *const rulesets[] = {"transamerica", "transeuropa"};
    for (int pair = 0; pair < 3; pair++) {
        for (int i = 0; i < 2; i++) {
            char record[LINE_SIZE];
            snprintf(record, sizeof record, MAGIC "board %s\nrules %s\nseats 2\n", pairs[pair][0],
                     rulesets[i]);
            if (strcmp(pairs[pair][1], rulesets[i]) == 0)
                scene_sound(record);
            else
                scene_faulty(record, 3, FAULT_FORMAT);
        }
    }
    scene_faulty(MAGIC "board mars\n", 2, FAULT_FORMAT);
    scene_faulty(MAGIC "board TransAmerica\n", 2, FAULT_FORMAT);
    scene_faulty(MAGIC "board\n", 2, FAULT_FORMAT);
    scene_faulty(BOARD "rules chess\n", 3, FAULT_FORMAT);
    scene_faulty(BOARD "rules transamerica transeuropa\n", 3, FAULT_FORMAT);
}

TEST_CASE(variants)
{
    scene_sound(RULES "variant blocking\nvariant open-cards\nvariant private-tracks\nseats 2\n");
    scene_faulty(RULES "variant blocking\nvariant blocking\nseats 2\n", 5, FAULT_FORMAT);
    scene_faulty(RULES "variant vexation\nseats 2\n", 4, "V3");
    scene_faulty(RULES "variant\nseats 2\n", 4, FAULT_FORMAT);
    scene_faulty(RULES "variant blocking open-cards\nseats 2\n", 4, FAULT_FORMAT);
    scene_faulty(HEADER "variant blocking\n", 5, FAULT_FORMAT); /* too late */
    scene_faulty(RULES "variant blocking\n", 4, FAULT_FORMAT);  /* and the seats? */
}

TEST_CASE(seats)
{
    static const char *const numbers[] = {"0",  "1",   "7",   "-2",         "02",
                                          "+2", "two", "2.0", "99999999999"};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char record[LINE_SIZE];
        snprintf(record, sizeof record, RULES "seats %s\n", numbers[i]);
        scene_faulty(record, 4, "S1");
    }
    scene_faulty(RULES "seats\n", 4, "S1");
    scene_faulty(RULES "seats 2 3\n", 4, FAULT_FORMAT);
    scene_faulty(HEADER "seats 2\n", 5, FAULT_FORMAT);
}

TEST_CASE(names)
{
    scene_sound(HEADER "name 1 guest\nname 2 bot hard\n");
    scene_sound(HEADER "name 2 Zo\xc3\xab\n");
    scene_faulty(HEADER "name 2 bot\nname 1 guest\n", 6, FAULT_FORMAT);
    scene_faulty(HEADER "name 1 bot\nname 1 guest\n", 6, FAULT_FORMAT);
    scene_faulty(HEADER "name 3 bot\n", 5, FAULT_FORMAT);
    scene_faulty(HEADER "name 0 bot\n", 5, FAULT_FORMAT);
    scene_faulty(HEADER "name bot\n", 5, FAULT_FORMAT);
    scene_faulty(HEADER "name 1\n", 5, FAULT_FORMAT);
    scene_faulty(HEADER "name 1 \n", 5, FAULT_FORMAT);
    scene_faulty(HEADER "name 1 # nobody\n", 5, FAULT_FORMAT); /* a name cannot hold a # */
    scene_faulty(HEADER "round 1\nname 1 guest\n", 6, FAULT_FORMAT);
}

TEST_CASE(long_names)
{
    char record[LINE_SIZE * 2];
    struct record_reader reader;
    snprintf(record, sizeof record, HEADER "name 2 %0255d\n", 0);
    assert_int_equal(scene_read(&reader, record, NULL), RECORD_END);
    assert_int_equal(strlen(reader.names.name[1]), 255);
    snprintf(record, sizeof record, HEADER "name 2 %0700d\n", 0);
    assert_int_equal(scene_read(&reader, record, NULL), RECORD_END);
    assert_int_equal(strlen(reader.names.name[1]), 255);
    /* The last character that is kept is whole: here its two bytes are the 255th and 256th. */
    snprintf(record, sizeof record, HEADER "name 2 %0254d\xc3\xab\xc3\xab\n", 0);
    assert_int_equal(scene_read(&reader, record, NULL), RECORD_END);
    assert_int_equal(strlen(reader.names.name[1]), 254);
}

TEST_CASE(rounds_and_starts)
{
    scene_faulty(HEADER "round 2\n", 5, FAULT_FORMAT);
    scene_faulty(HEADER "round 0\n", 5, FAULT_FORMAT);
    scene_faulty(HEADER "round one\n", 5, FAULT_FORMAT);
    scene_faulty(HEADER "round 01\n", 5, FAULT_FORMAT);
    scene_faulty(HEADER "first 1\n", 5, FAULT_FORMAT);
    scene_faulty(HEADER "round 1\nfirst 3\n", 6, FAULT_FORMAT);
    scene_faulty(HEADER "round 1\nfirst 0\n", 6, FAULT_FORMAT);
    scene_faulty(HEADER "round 1\nfirst 1 2\n", 6, FAULT_FORMAT);
    scene_faulty(HEADER "round 1\nround 1\n", 6, FAULT_FORMAT);
    scene_faulty(HEADER "round 1\ndeal 1 portland helena omaha new-york dallas\n", 6, FAULT_FORMAT);
}

TEST_CASE(deals)
{
    scene_faulty(FIRST "deal 2 portland helena omaha new-york dallas\n", 7, FAULT_FORMAT);
    scene_faulty(DEAL_1 "deal 1 medford chicago st-louis washington memphis\n", 8, FAULT_FORMAT);
    scene_faulty(DEAL_1 "deal 3 medford chicago st-louis washington memphis\n", 8, FAULT_FORMAT);
    scene_faulty(DEALT "deal 3 sacramento bismarck santa-fe winston el-paso\n", 9, "R2");
    scene_faulty(DEAL_1 "1 @K7\n", 8, FAULT_FORMAT);
    scene_faulty(FIRST "deal 1 portland helena omaha new-york\n", 7, FAULT_FORMAT);
    scene_faulty(FIRST "deal 1 portland helena omaha new-york dallas memphis\n", 7, FAULT_FORMAT);
    scene_faulty(FIRST "deal 1 portland helena omaha new-york atlantis\n", 7, FAULT_FORMAT);
    scene_faulty(FIRST "deal 1 Portland helena omaha new-york dallas\n", 7, FAULT_FORMAT);
    scene_faulty(FIRST "deal 1 portland helena omaha dallas new-york\n", 7, "S4");
    scene_faulty(FIRST "deal 1 seattle helena omaha new-york dallas\n", 7, "S3");
    scene_faulty(DEAL_1 "deal 2 portland chicago st-louis washington memphis\n", 8, "S4");
}

TEST_CASE(order_of_lines)
{
    scene_faulty(MAGIC "rules transamerica\n", 2, FAULT_FORMAT);
    scene_faulty(MAGIC MAGIC, 2, FAULT_FORMAT);
    scene_faulty(BOARD "seats 2\n", 3, FAULT_FORMAT);
    scene_faulty(BOARD "board transamerica\n", 3, FAULT_FORMAT);
    scene_faulty(HEADER "1 @K7\n", 5, FAULT_FORMAT);
    scene_faulty(HEADER "result 1\n", 5, FAULT_FORMAT);
    scene_faulty(FIRST "1 @K7\n", 7, FAULT_FORMAT);
    scene_faulty(DEALT "score 1 2\n", 9, "R2");
    scene_faulty(DEALT "result 1\n", 9, "R2");
    scene_faulty(DEALT "1 @K7\nround 2\n", 10, "R2");
}

TEST_CASE(unknown_words)
{
    scene_faulty(HEADER "colour 1 red\n", 5, FAULT_FORMAT);
    scene_faulty(HEADER "Round 1\n", 5, FAULT_FORMAT);
    scene_faulty(DEALT "10 @K7\n", 9, FAULT_FORMAT);
    scene_faulty(DEALT "@K7\n", 9, FAULT_FORMAT);
    scene_faulty(DEALT "pass\n", 9, FAULT_FORMAT);
}

TEST_CASE(bytes)
{
    scene_faulty("railhead 1\r\n", 1, FAULT_FORMAT);
    scene_faulty("railhead\t1\n", 1, FAULT_FORMAT);
    scene_faulty(MAGIC "board\ttransamerica\n", 2, FAULT_FORMAT);
    scene_faulty(MAGIC "board  transamerica\n", 2, FAULT_FORMAT);
    scene_faulty(MAGIC " board transamerica\n", 2, FAULT_FORMAT);
    scene_faulty(MAGIC "board transamerica \n", 2, FAULT_FORMAT);
    scene_faulty(HEADER "name 1 a\tb\n", 5, FAULT_FORMAT);
    scene_faulty(HEADER "name 1 a\x01"
                        "b\n",
                 5, FAULT_FORMAT);
    scene_faulty(HEADER "name 1 a\x7f\n", 5, FAULT_FORMAT);
    scene_faulty(HEADER "name 1 \xc3\n", 5, FAULT_FORMAT);
    scene_faulty(HEADER "name 1 ok # \xff\n", 5, FAULT_FORMAT); /* comments are text as well */
    scene_faulty(HEADER "round 1", 5, FAULT_FORMAT);
    scene_faulty(DEALT "1  @K7\n", 9, FAULT_FORMAT);
    scene_faulty(DEALT "1 @K7 \n", 9, FAULT_FORMAT);
}

TEST_CASE(a_zero_byte)
{
    static const struct record_boards no_boards;
    struct record_reader reader;
    record_reader_init(&reader, "railhead\0 1\n", 12, no_boards, NULL);
    assert_int_equal(record_next(&reader), RECORD_FAULT);
    assert_int_equal(reader.fault.line, 1);
    assert_int_equal(record_next(&reader), RECORD_FAULT); /* and so it stays */
}

TEST_CASE(comments_and_blank_lines)
{
    scene_sound("# a game\n\nrailhead 1 # format\nboard transamerica# close\n  # apart\n"
                "rules transamerica    # several spaces\n\nseats 2\n\n# end\n");
    scene_faulty("# a game\n\nrailhead 1\n# one more\nboard mars\n", 5, FAULT_FORMAT);
    struct record_reader reader;
    assert_int_equal(scene_read(&reader, HEADER "name 1 guest   # who came\n", NULL), RECORD_END);
    assert_string_equal(reader.names.name[0], "guest");
}

TEST_CASE(turns)
{
    scene_faulty(DEALT "3 @K7\n", 9, FAULT_FORMAT);
    scene_faulty(DEALT "0 @K7\n", 9, FAULT_FORMAT);
    scene_faulty(DEALT "1\n", 9, "T4");
    scene_faulty(DEALT "1 @Z9\n", 9, FAULT_FORMAT);
    scene_faulty(DEALT "1 @k7\n", 9, FAULT_FORMAT);
    scene_faulty(DEALT "1 K7-L7\n", 9, "T2");
    scene_faulty(DEALT "1 @K7\n2 @K7\n", 10, "T2");
    scene_faulty(DEALT "1 @K7\n2 @C3\n1 L7-K7\n", 11, FAULT_FORMAT);
    scene_faulty(DEALT "1 @K7\n2 @C3\n1 K7~L7\n", 11, FAULT_FORMAT);
    scene_faulty(DEALT "1 @K7\n2 @C3\n1 K7-L7*\n", 11, "X1");
    scene_faulty(DEALT "1 @K7\n2 @C3\n1 K7-L7 L7-M7 M7-N7\n", 11, "T3");
    scene_faulty(DEALT "1 @K7\n2 @C3\n1 K7-L7 >L7\n", 11, "V2");
    scene_faulty(DEALT "1 @K7\n2 @C3\n1 pass\n", 11, "T4");
    scene_faulty(DEALT "1 @K7\n2 @C3\n1 L7-M7\n", 11, "T5");
}

TEST_CASE(hidden_cards)
{
#define HIDDEN DEAL_1 "deal 2 ? ? ? ? ?\n"
    scene_sound(HIDDEN);
    scene_sound(DEAL_1 "deal 2 medford ? st-louis ? memphis\n1 @K7\n2 @C3\n1 K7-L7\n");
    scene_faulty(DEAL_1 "deal 2 medford ? omaha ? memphis\n", 8, "S4"); /* what is shown counts */
    scene_faulty(HIDDEN "round 2\n", 9, "R2");
    scene_faulty(HIDDEN "end 1\n", 9, "R2");
    scene_faulty(RULES "variant open-cards\nseats 2\nround 1\nfirst 1\n"
                       "deal 1 portland helena omaha new-york ?\n",
                 8, "V1");
    scene_faulty(DEAL_1 "deal 2 ?? ? ? ? ?\n", 8, FAULT_FORMAT);
#undef HIDDEN
}

/* The record of a game that was played, and one of its lines changed. */

static char game[RECORD_SIZE], changed[RECORD_SIZE];

static void write_game(const char *board_id, unsigned seats, unsigned variants, uint64_t random)
{
    static struct random_player player;
    static const struct record_names no_names;
    struct position position;
    struct text text;
    random_player_init(&player, board_builtin(board_id, strlen(board_id)));
    text_init(&text, game, sizeof game);
    random_record(&text, &position, &player, seats, variants, &no_names, &random);
    scene_sound(game);
}

/* Where the nth line that begins with this word starts, and its number. */
static const char *find_line(const char *word, unsigned nth, unsigned *number)
{
    const char *line = game;
    for (*number = 1; *line != '\0'; (*number)++) {
        if (strncmp(line, word, strlen(word)) == 0 && --nth == 0)
            return line;
        line = strchr(line, '\n') + 1;
    }
    fail_msg("the game has no such line: %s", word);
    return NULL;
}

/* Puts `words` in place of the nth line that begins with `word`; "" takes it out. */
static unsigned change_line(const char *word, unsigned nth, const char *words)
{
    unsigned number;
    struct text text;
    const char *line = find_line(word, nth, &number);
    text_init(&text, changed, sizeof changed);
    text_add_part(&text, game, (size_t)(line - game));
    text_add(&text, words);
    text_add(&text, strchr(line, '\n') + 1);
    assert_false(text.cut);
    return number;
}

/* The line with its first number after the word one higher. */
static unsigned raise_number(const char *word, unsigned nth)
{
    unsigned number;
    char line[LINE_SIZE];
    long value;
    int used;
    const char *found = find_line(word, nth, &number);
    assert_int_equal(sscanf(found + strlen(word), "%ld%n", &value, &used), 1);
    const char *rest = found + strlen(word) + used;
    const int length = snprintf(line, sizeof line, "%s%ld%.*s", word, value + 1,
                                (int)(strchr(rest, '\n') + 1 - rest), rest);
    assert_in_range(length, 1, sizeof line - 1);
    return change_line(word, nth, line);
}

TEST_CASE(closing_numbers)
{
    write_game("transamerica", 3, 0, 1);
    unsigned line = raise_number("score ", 1);
    scene_faulty(changed, line, "P1");
    line = raise_number("points ", 1);
    scene_faulty(changed, line, "B1");
    line = raise_number("barrier ", 1);
    scene_faulty(changed, line, "B3");
    line = raise_number("barrier ", 2);
    scene_faulty(changed, line, "B3");
    line = change_line("score ", 1, "score 1 2\n");
    scene_faulty(changed, line, FAULT_FORMAT);
    line = change_line("score ", 1, "score 1 2 3 4\n");
    scene_faulty(changed, line, FAULT_FORMAT);
    line = change_line("points ", 1, "points 13 +1 3\n");
    scene_faulty(changed, line, FAULT_FORMAT);
    write_game("transeuropa-classic", 3, 0, 1);
    line = raise_number("barrier ", 1);
    scene_faulty(changed, line, "B5");
}

TEST_CASE(who_is_connected)
{
    unsigned number;
    write_game("transamerica", 3, 0, 1);
    const char *end = find_line("end ", 1, &number);
    const char *wrong[] = {"end 1\n", "end 2\n", "end 3\n", "end 1 2 3\n", "end -\n"};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (strncmp(end, wrong[i], strlen(wrong[i])) == 0)
            continue;
        change_line("end ", 1, wrong[i]);
        scene_faulty(changed, number, "R1");
    }
    static const char *const bad[] = {"end\n",     "end 2 1\n",  "end 1 1\n",
                                      "end 4\n",   "end 0\n",    "end - -\n",
                                      "end 1 -\n", "end none\n", "end 1  2\n"};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        change_line("end ", 1, bad[i]);
        scene_faulty(changed, number, FAULT_FORMAT);
    }
}

TEST_CASE(missing_lines)
{
    write_game("transamerica", 3, 0, 1);
    unsigned line = change_line("end ", 1, "");
    scene_faulty(changed, line, "R2"); /* 'score' where 'end' should be */
    line = change_line("score ", 1, "");
    scene_faulty(changed, line, FAULT_FORMAT);
    line = change_line("points ", 1, "");
    scene_faulty(changed, line, FAULT_FORMAT);
    line = change_line("barrier ", 1, "");
    scene_faulty(changed, line, FAULT_FORMAT);
    line = change_line("result ", 1, "");
    scene_faulty(changed, line - 1, "B4"); /* missing at the end: the last line's number */
}

TEST_CASE(turns_after_the_end)
{
    write_game("transamerica", 3, 0, 1);
    const unsigned line = change_line("end ", 1, "1 pass\nend 1\n");
    scene_faulty(changed, line, "R2");
}

TEST_CASE(barrier_lines_only_where_there_is_one)
{
    static const struct {
        const char *board;
        unsigned variants;
    } without[] = {{"transeuropa", 0},
                   {"transeuropa", VARIANT_OPEN_CARDS},
                   {"transamerica", VARIANT_OPEN_CARDS},
                   {"transeuropa-classic", VARIANT_OPEN_CARDS | VARIANT_BLOCKING}};
    for (unsigned i = 0; i < sizeof without / sizeof without[0]; i++) {
        write_game(without[i].board, 2, without[i].variants, i);
        assert_null(strstr(game, "\nbarrier "));
        const unsigned line = change_line("round 2", 1, "barrier 0\n");
        struct record_reader reader;
        assert_int_equal(scene_read(&reader, changed, NULL), RECORD_FAULT);
        assert_int_equal(reader.fault.line, line);
    }
    write_game("transeuropa-classic", 2, VARIANT_BLOCKING, 1);
    assert_non_null(strstr(game, "\nbarrier 1\n"));
}

TEST_CASE(results)
{
    unsigned number;
    write_game("transamerica", 3, 0, 1);
    const char *result = find_line("result ", 1, &number);
    static const char *const wrong[] = {"result 1\n", "result 2\n", "result 3\n", "result 1 2 3\n"};
    for (unsigned i = 0; i < 4; i++) {
        if (strcmp(result, wrong[i]) == 0)
            continue;
        change_line("result ", 1, wrong[i]);
        scene_faulty(changed, number, "B4");
    }
    change_line("result ", 1, "result\n");
    scene_faulty(changed, number, FAULT_FORMAT);
    change_line("result ", 1, "result -\n");
    scene_faulty(changed, number, FAULT_FORMAT);
    change_line("result ", 1, "round 9\n");
    scene_faulty(changed, number, "B4"); /* the game is over */
    number = change_line("round 2", 1, "result 1\n");
    scene_faulty(changed, number, "B4"); /* the game is not over */
}

static void append(const char *lines)
{
    struct text text;
    text_init(&text, changed, sizeof changed);
    text_add(&text, game);
    text_add(&text, lines);
}

TEST_CASE(nothing_follows_the_result)
{
    static const char *const more[] = {"round 3\n", "1 @K7\n", "result 1\n", "name 1 late\n"};
    write_game("transamerica", 3, 0, 1);
    unsigned number;
    find_line("result ", 1, &number);
    for (unsigned i = 0; i < 4; i++) {
        append(more[i]);
        scene_faulty(changed, number + 1, "B4");
    }
    append("\n# well played\n");
    scene_sound(changed);
}

TEST_CASE(later_rounds)
{
    write_game("transamerica", 3, 0, 1);
    unsigned line = change_line("round 2", 1, "round 3\n");
    scene_faulty(changed, line, FAULT_FORMAT);
    line = change_line("round 2", 1, "round 1\n");
    scene_faulty(changed, line, FAULT_FORMAT);
    unsigned number;
    const char *first = find_line("first ", 1, &number); /* of round 1 */
    char same[LINE_SIZE];
    snprintf(same, sizeof same, "first %c\n", first[6]);
    line = change_line("first ", 2, same);
    scene_faulty(changed, line, "B6");
}

TEST_CASE(cards_hidden_in_a_finished_round)
{
    unsigned number;
    write_game("transamerica", 2, 0, 1);
    change_line("deal 1 ", 1, "deal 1 ? ? ? ? ?\n");
    find_line("end ", 1, &number);
    struct record_reader reader;
    assert_int_equal(scene_read(&reader, changed, NULL), RECORD_FAULT);
    assert_true(reader.fault.line >= number); /* at the end, which nobody can judge, or after it */
}

TEST_CASE(open_cards_in_later_rounds)
{
    write_game("transamerica", 3, VARIANT_OPEN_CARDS, 1);
    /* Seat 1 holds in round 2 what it held in round 1, not what seat 2 held. */
    unsigned number;
    const char *dealt = find_line("deal 1 ", 1, &number);
    char same[LINE_SIZE];
    const size_t length = (size_t)(strchr(dealt, '\n') + 1 - dealt);
    memcpy(same, dealt, length);
    same[length] = '\0';
    const unsigned line = change_line("deal 1 ", 2, same);
    scene_faulty(changed, line, "V1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a record has a header, and its round all its deals", the_smallest_records),
        TEST("the first line is 'railhead 1'", first_line),
        TEST("boards and rule sets go together in three pairs only", boards_and_rules),
        TEST("V3: variants are known ones, each once, before the seats", variants),
        TEST("S1: the seats are a number from 2 to 6", seats),
        TEST("names ascend by seat and are not empty", names),
        TEST("a name may be of any length; 255 bytes are kept, whole characters", long_names),
        TEST("rounds are counted from 1, and a seat begins", rounds_and_starts),
        TEST("S3, S4: deals ascend by seat, one known city of each group", deals),
        TEST("lines stand in their order", order_of_lines),
        TEST("unknown key words are faults", unknown_words),
        TEST("tabs, carriage returns, other spaces, bad UTF-8 and a cut end are faults", bytes),
        TEST("a zero byte is a fault, and a faulty reader stays so", a_zero_byte),
        TEST("comments and blank lines are ignored, and counted", comments_and_blank_lines),
        TEST("T2, T3, T4, T5: a turn that is refused is a fault of its line and rule", turns),
        TEST("V1: cards are hidden in unfinished rounds only, and never when they are open",
             hidden_cards),
        TEST("P1, B1, B3, B5: other minus points, points or barriers are faults", closing_numbers),
        TEST("R1: other connected seats are a fault", who_is_connected),
        TEST("B4: a closing line that is missing is a fault", missing_lines),
        TEST("R2: no turn follows the end of a round", turns_after_the_end),
        TEST("there are barrier lines only where there is a barrier",
             barrier_lines_only_where_there_is_one),
        TEST("B4: another result, or one before the end, is a fault", results),
        TEST("B4: nothing follows the result", nothing_follows_the_result),
        TEST("B6: a later round has the next number and starting player", later_rounds),
        TEST("R6: cards cannot be hidden in a finished round", cards_hidden_in_a_finished_round),
        TEST("V1: open cards go round, and no other hands are accepted",
             open_cards_in_later_rounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
