/* The engine's side for our own bots: lines in, answers out, without any process. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "bots/random.h"
#include "engine/board_lines.h"
#include "engine/engine_serve.h"
#include "engine/player_memory.h"
#include "rules/notation.h"
#include "support.h"

enum { SAID_SIZE = 1 << 16 };

/* One engine, and what it has said since somebody last looked. */
struct talk {
    struct serve serve;
    char said[SAID_SIZE];
    size_t used;
    uint64_t clock; /* milliseconds it was given for the last turn */
    bool late;
    void *memory;
};

static void say(void *context, const char *lines, size_t length)
{
    struct talk *talk = context;
    assert_true(length > 0 && lines[length - 1] == '\n');
    assert_true(talk->used + length < sizeof talk->said);
    memcpy(talk->said + talk->used, lines, length);
    talk->used += length;
    talk->said[talk->used] = '\0';
}

static void start_clock(void *context, uint64_t milliseconds)
{
    struct talk *talk = context;
    talk->clock = milliseconds;
}

static bool is_late(void *context)
{
    const struct talk *talk = context;
    return talk->late;
}

static struct talk *talk_to(const struct bot *bot)
{
    struct talk *talk = calloc(1, sizeof *talk);
    assert_non_null(talk);
    talk->memory = player_memory_new(bot->memory);
    assert_non_null(talk->memory);
    serve_init(&talk->serve, bot, talk->memory, 1,
               (struct serve_outside){
                   .say = say, .start_clock = start_clock, .late = is_late, .context = talk});
    return talk;
}

static void end_talk(struct talk *talk)
{
    free(talk->memory);
    free(talk);
}

/* Says these lines, which are split by line feeds; the answer to all of them. */
static const char *tell(struct talk *talk, const char *lines)
{
    talk->used = 0;
    talk->said[0] = '\0';
    while (*lines != '\0') {
        const size_t length = strcspn(lines, "\n");
        serve_line(&talk->serve, lines, length);
        lines += length + (lines[length] == '\n');
    }
    return talk->said;
}

#define HEADER   "railhead 1\nboard transamerica\nrules transamerica\nseats 2\n"
#define OWN_DEAL "deal 1 portland helena omaha new-york dallas\n"
#define OPENING                                                                                    \
    "newgame\nseat 1\nseed 5\n" HEADER "round 1\nfirst 2\n" OWN_DEAL "deal 2 ? ? ? ? ?\n"

static const struct bot *random_bot(void)
{
    return bot_find("random", 6);
}

/* ---- Words ---- */

TEST_CASE(it_shakes_hands)
{
    static const char hello[] = "id name Railhead random\nid author the authors of Railhead\n"
                                "option ideas number 3 0 8\noption beliefs flag off\nready 1\n";
    struct talk *talk = talk_to(random_bot());
    assert_string_equal(tell(talk, "railhead-engine 1\n"), hello);
    assert_string_equal(tell(talk, "railhead-engine 2 and more\n"), hello);
    assert_string_equal(tell(talk, "ping\nping\n"), "pong\npong\n");
    assert_false(talk->serve.finished);
    assert_string_equal(tell(talk, "quit\n"), "");
    assert_true(talk->serve.finished);
    end_talk(talk);
}

TEST_CASE(it_ignores_what_it_does_not_know)
{
    struct talk *talk = talk_to(random_bot());
    assert_string_equal(tell(talk, "\n#comment\nstop\nforfeit 3 why\n"), "");
    assert_string_equal(tell(talk, "sing a song\n"), "info text unknown word; ignored: 'sing'\n");
    assert_string_equal(tell(talk, "a\tb\n"),
                        "info text a line that is not plain text was ignored\n");
    assert_string_equal(tell(talk, "seats 2\n"),
                        "info text no game has begun; ignored: 'seats 2'\n");
    end_talk(talk);
}

TEST_CASE(it_takes_options)
{
    static const char refusal[] = "info text there is no such option, or it has other values\n";
    static const char *const bad[] = {"set",         "set ideas",     "set ideas 9",
                                      "set ideas x", "set ideas 1 2", "set beliefs 1",
                                      "set no on"};
    struct talk *talk = talk_to(random_bot());
    assert_string_equal(tell(talk, "set ideas 8\nset beliefs on\n"), "");
    assert_int_equal(talk->serve.ideas, 8);
    assert_true(talk->serve.beliefs);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_string_equal(tell(talk, bad[i]), refusal);
    end_talk(talk);
}

TEST_CASE(it_says_what_it_thinks)
{
    struct talk *talk = talk_to(random_bot());
    const char *said = tell(talk, "set beliefs on\n" OPENING "2 @K7\ngo 1\n");
    assert_non_null(strstr(said, "info belief 2 "));
    assert_null(strstr(said, " helena="));           /* it is in its own hand */
    assert_null(strstr(said, " seattle="));          /* S3: dashed */
    assert_non_null(strstr(said, " chicago=0.250")); /* one of four that are left */
    assert_non_null(strstr(said, "\nturn 1 @"));
    end_talk(talk);
}

/* ---- Turns ---- */

TEST_CASE(a_go_is_answered_under_its_number)
{
    struct talk *talk = talk_to(random_bot());
    tell(talk, OPENING "2 @K7\n");
    assert_non_null(
        strstr(tell(talk, "go 18446744073709551615\n"), "\nturn 18446744073709551615 @"));
    assert_non_null(strstr(tell(talk, "go 7 work 100 depth 3 time 500\n"), "\nturn 7 @"));
    assert_int_equal(talk->clock, 450); /* a tenth is left for the way */
    tell(talk, "go 8 work 5\n");
    assert_int_equal(talk->clock, 0);
    static const char *const bad[] = {
        "go",          "go x",  "go 01",        "go 1 work",
        "go 1 work x", "go -1", "go 1  work 2", "go 18446744073709551616"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_string_equal(tell(talk, bad[i]),
                            "info text 'go' needs its number, then words with a number each\n");
    end_talk(talk);
}

/* Whatever is missing, `go` is answered, so that nobody waits. */
TEST_CASE(a_go_that_cannot_be_played_has_no_turn)
{
    static const char none[] =
        "info text this seat is not to move in a game that could be followed\nturn 4 none\n";
    static const char *const before[] = {
        "",
        "newgame\n",
        "newgame\nseat 1\n" HEADER,
        OPENING,                  /* it is the other seat's turn */
        OPENING "2 @K7\n1 @A2\n", /* again */
        "newgame\nseat 1\n" HEADER "round 1\nfirst 2\n" /* the deals are missing */,
    };
    struct talk *talk = talk_to(random_bot());
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
        tell(talk, before[i]);
        const char *said = tell(talk, "go 4\n");
        assert_true(strlen(said) >= strlen(none));
        assert_string_equal(said + strlen(said) - strlen(none), none);
    }
    end_talk(talk);
}

TEST_CASE(a_seat_without_its_cards_is_not_played)
{
    static const char complaint[] =
        "info text this seat's own cards are needed, and a line 'seat'\n";
    struct talk *talk = talk_to(random_bot());
    tell(talk, "newgame\nseat 2\n" HEADER "round 1\nfirst 2\n" OWN_DEAL "deal 2 ? ? ? ? ?\n");
    assert_non_null(strstr(tell(talk, "go 1\n"), complaint));
    assert_non_null(strstr(tell(talk, "go 2\n"), "turn 2 none\n"));
    tell(talk, "newgame\n" HEADER "round 1\nfirst 2\n" OWN_DEAL "deal 2 ? ? ? ? ?\n");
    assert_non_null(strstr(tell(talk, "go 1\n"), complaint));
    tell(talk, "newgame\nseat 3\n" HEADER "round 1\nfirst 2\n" OWN_DEAL "deal 2 ? ? ? ? ?\n");
    assert_non_null(strstr(tell(talk, "go 1\n"), complaint));
    assert_non_null(strstr(tell(talk, "seat 7\nseat\nseat x\nseed\nseed -1\n"), "2^64\n"));
    end_talk(talk);
}

TEST_CASE(a_game_with_a_fault_is_told_once)
{
    struct talk *talk = talk_to(random_bot());
    assert_string_equal(tell(talk, OPENING "2 @ZZ\n"),
                        "info text the game's line 9: this board has no junction 'ZZ' (format)\n");
    assert_string_equal(tell(talk, "1 @K7\nround 2\n2 @C3\n"), "");
    assert_non_null(strstr(tell(talk, OPENING "2 @K7\ngo 1\n"), "\nturn 1 @"));
    assert_string_equal(tell(talk, "newgame\n" HEADER "seats 3\nround 1\n"),
                        "info text the game's line 5: 'name' or 'round' should stand here, not "
                        "'seats' (format)\n");
    end_talk(talk);
}

TEST_CASE(a_ping_may_come_anywhere)
{
    struct talk *talk = talk_to(random_bot());
    assert_string_equal(tell(talk, "ping\nnewgame\nping\nseat 1\nrailhead 1\nping\n"
                                   "board transamerica\nping\nrules transamerica\nseats 2\nping\n"
                                   "round 1\nfirst 1\nping\n" OWN_DEAL "ping\n"),
                        "pong\npong\npong\npong\npong\npong\npong\n");
    assert_non_null(strstr(tell(talk, "deal 2 ? ? ? ? ?\ngo 1\n"), "\nturn 1 @"));
    end_talk(talk);
}

TEST_CASE(a_seed_decides_its_play)
{
    struct talk *talk = talk_to(random_bot());
    char first[64], unseeded[64];
    snprintf(first, sizeof first, "%.63s", tell(talk, OPENING "2 @K7\ngo 1\n"));
    assert_string_equal(tell(talk, OPENING "2 @K7\ngo 1\n"), first);
    snprintf(unseeded, sizeof unseeded, "%.63s",
             tell(talk, "newgame\nseat 1\n" HEADER "round 1\nfirst 1\n" OWN_DEAL
                        "deal 2 ? ? ? ? ?\ngo 1\n"));
    assert_string_equal(tell(talk, "newgame\nseat 1\nseed 1\n" HEADER "round 1\nfirst 1\n" OWN_DEAL
                                   "deal 2 ? ? ? ? ?\ngo 1\n"),
                        unseeded);
    assert_string_not_equal(first, unseeded);
    end_talk(talk);
}

/* ---- Whole games ---- */

/* What a referee tells of a round's end, by hand. */
static void tell_end_of_round(struct talk *talk, const struct board *board,
                              const struct position *position)
{
    char buffer[2 * RECORD_EVENT_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    record_write_round(&text, board, &position->table, position->hand);
    record_write_closing(&text, board, &position->table);
    assert_string_equal(tell(talk, strstr(buffer, "deal ")), "");
}

static void tell_round(struct talk *talk, const struct board *board,
                       const struct position *position, unsigned seat)
{
    char buffer[RECORD_EVENT_SIZE];
    struct text text;
    struct position known = *position;
    for (unsigned other = 0; other < position->table.seats; other++) {
        if (other != seat && !(position->table.variants & VARIANT_OPEN_CARDS))
            memset(&known.hand[other], CITY_NONE, sizeof known.hand[other]);
    }
    text_init(&text, buffer, sizeof buffer);
    record_write_round(&text, board, &known.table, known.hand);
    assert_string_equal(tell(talk, buffer), "");
}

static void tell_turn(struct talk *talk, const struct board *board, unsigned seat,
                      const struct turn *turn)
{
    char buffer[64];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    record_write_turn(&text, board, seat, turn);
    assert_string_equal(tell(talk, buffer), "");
}

/* The turn of the last line that it said. */
static void ask(struct talk *talk, const struct board *board, struct turn *turn)
{
    const char *said = tell(talk, "go 1 work 1000\n");
    const char *line = strstr(said, "turn 1 ");
    struct words words;
    struct fault fault;
    assert_non_null(line);
    words_init(&words, line + 7, strcspn(line + 7, "\n"));
    if (!notation_read_turn(board, &words, turn, &fault))
        fail_msg("%s: %s", line, SENTENCE(&fault));
}

/* One seat is played by lines, the others at random; every word that it hears makes sense to it. */
static void play_game(struct talk *talk, const struct board *board, unsigned variants,
                      unsigned seats, uint64_t number)
{
    char buffer[RECORD_EVENT_SIZE];
    uint8_t seed[SEED_SIZE];
    const struct record_names names = {.name = {"guest", "", "a name"}};
    const unsigned seat = (unsigned)(number % seats);
    struct position position;
    struct rng rng;
    struct text text;
    seed_of_series(7, number, seed);
    rng_init(&rng, number);
    position_init(&position, board, seats, variants, seed);
    text_init(&text, buffer, sizeof buffer);
    text_add(&text, "newgame\nseat ");
    text_add_number(&text, (long)seat + 1);
    text_add_char(&text, '\n');
    record_write_header(&text, board, &position.table, &names);
    assert_string_equal(tell(talk, buffer), "");
    while (position.table.phase != PHASE_GAME_OVER) {
        position_deal(&position, board);
        tell_round(talk, board, &position, seat);
        while (position.table.phase == PHASE_PLAYING) {
            const unsigned mover = position.table.to_move;
            struct view view;
            struct turn turn;
            view_of(&view, &position, mover);
            if (mover == seat)
                ask(talk, board, &turn);
            else
                random_legal_turn(board, &view, &rng, &turn);
            position_settle(&position, board, &turn);
            assert_int_equal(position_play(&position, board, &turn), ACCEPTED);
            tell_turn(talk, board, mover, &turn);
        }
        tell_end_of_round(talk, board, &position);
        assert_non_null(strstr(tell(talk, "go 9\n"), "turn 9 none\n")); /* nobody is to move */
        const struct table *followed = &talk->serve.record.reader.position.table;
        assert_memory_equal(followed, &position.table, sizeof *followed);
    }
}

TEST_CASE(whole_games_are_followed_to_the_last_point)
{
    const uint64_t start = test_seed();
    struct talk *talk = talk_to(random_bot());
    const unsigned games = test_count(200);
    for (unsigned i = 0; i < games; i++) {
        const uint64_t number = start + i;
        play_game(talk, board_builtin_at((unsigned)(number % board_builtin_count())),
                  (unsigned)(number / 3 % (VARIANTS_ALL + 1)), (unsigned)(2 + number % 5), number);
    }
    end_talk(talk);
}

/* ---- Boards ---- */

static void tell_board_line(void *context, const char *line, size_t length)
{
    struct talk *talk = context;
    serve_line(&talk->serve, line, length);
}

TEST_CASE(a_board_that_is_sent_is_played)
{
    static struct board board;
    struct talk *talk = talk_to(bot_find("greedy", 6));
    board = *board_builtin("transeuropa", 11);
    snprintf(board.id, sizeof board.id, "transamerica"); /* it comes before the one of that id */
    assert_string_equal(tell(talk, "board-file\n"), "");
    board_lines(&board, tell_board_line, talk);
    assert_string_equal(tell(talk, "end-board\n"), "");
    play_game(talk, &board, 0, 3, 1);
    end_talk(talk);
}

TEST_CASE(a_board_that_is_not_sound_is_refused)
{
    struct talk *talk = talk_to(random_bot());
    assert_int_equal(strncmp(tell(talk, OPENING "board-file\n{}\nend-board\n"), "info text ", 10),
                     0);
    assert_non_null(strstr(tell(talk, "go 1\n"), "turn 1 none\n")); /* the game was given up */
    tell(talk, "board-file\n");
    char line[1001];
    memset(line, ' ', 1000);
    line[1000] = '\0';
    for (unsigned i = 0; i < 300; i++)
        tell(talk, line);
    assert_string_equal(tell(talk, "end-board\n"), "info text the board is too large\n");
    end_talk(talk);
}

TEST_CASE(a_round_without_end_is_a_fault)
{
    struct talk *talk = talk_to(random_bot());
    char line[300];
    snprintf(line, sizeof line, "name 1 %0250d\n", 1);
    tell(talk, "newgame\nseat 1\nrailhead 1\n");
    const char *said = "";
    for (unsigned i = 0; i < 300 && said[0] == '\0'; i++)
        said = tell(talk, line);
    assert_non_null(strstr(said, "the round has too many lines (format)\n"));
    end_talk(talk);
}

/* ---- Nonsense ---- */

TEST_CASE(random_lines_do_no_harm)
{
    static const char *const lines[] = {"railhead-engine 1",
                                        "newgame",
                                        "seat 1",
                                        "seat 2",
                                        "seed 3",
                                        "railhead 1",
                                        "board transamerica",
                                        "board transeuropa",
                                        "rules transamerica",
                                        "rules transeuropa",
                                        "variant blocking",
                                        "variant open-cards",
                                        "seats 2",
                                        "seats 3",
                                        "name 1 x",
                                        "round 1",
                                        "round 2",
                                        "first 1",
                                        "first 2",
                                        "deal 1 portland helena omaha new-york dallas",
                                        "deal 2 medford chicago st-louis washington memphis",
                                        "deal 1 ? ? ? ? ?",
                                        "deal 2 ? ? ? ? ?",
                                        "1 @K7",
                                        "2 @C3",
                                        "1 K7-L7",
                                        "2 C3-C4",
                                        "1 pass",
                                        "end -",
                                        "end 1",
                                        "score 1 0",
                                        "points 12 13",
                                        "barrier 0",
                                        "result 1",
                                        "go 1",
                                        "go 2 work 5",
                                        "ping",
                                        "board-file",
                                        "end-board",
                                        "{",
                                        "stop",
                                        "set ideas 1"};
    uint64_t random = test_seed();
    struct talk *talk = talk_to(bot_find("greedy", 6));
    const unsigned count = test_count(200000);
    unsigned at = 0;
    for (unsigned i = 0; i < count; i++) {
        /* Mostly in order, so that games come about. */
        at = test_random_below(&random, 4) == 0
                 ? test_random_below(&random, sizeof lines / sizeof lines[0])
                 : (at + 1) % (unsigned)(sizeof lines / sizeof lines[0]);
        tell(talk, lines[at]);
    }
    end_talk(talk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("it shakes hands", it_shakes_hands),
        TEST("it ignores what it does not know, and says so", it_ignores_what_it_does_not_know),
        TEST("it takes options", it_takes_options),
        TEST("S3: it says what it thinks", it_says_what_it_thinks),
        TEST("a go is answered under its number", a_go_is_answered_under_its_number),
        TEST("a go that cannot be played has no turn", a_go_that_cannot_be_played_has_no_turn),
        TEST("a seat without its cards is not played", a_seat_without_its_cards_is_not_played),
        TEST("a game with a fault is told once", a_game_with_a_fault_is_told_once),
        TEST("a ping may come anywhere", a_ping_may_come_anywhere),
        TEST("a seed decides its play", a_seed_decides_its_play),
        TEST("whole games are followed to the last point, on every board and variant",
             whole_games_are_followed_to_the_last_point),
        TEST("a board that is sent is played", a_board_that_is_sent_is_played),
        TEST("a board that is not sound is refused", a_board_that_is_not_sound_is_refused),
        TEST("a round without end is a fault", a_round_without_end_is_a_fault),
        TEST("random lines do no harm", random_lines_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
