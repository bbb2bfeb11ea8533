/*
 * A game on this machine, driven as the browser, the terminal and the arena drive it: the same
 * record, whoever asks; back and forth; saved and resumed.
 */
#define _GNU_SOURCE /* mkdtemp() */
#include "game/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/arena_game.h"
#include "board_file/boards.h"
#include "bots/random.h"
#include "engine/player_memory.h"
#include "files/record_file.h"
#include "rules/notation.h"
#include "support.h"

enum { RECORD_SIZE = 1 << 19, PATH_SIZE = 300 };

static const struct game_listener nobody;

/* A game with all the memory that it wants. */
struct fixture {
    struct game game;
    struct bot_seat bot[SEATS_MAX];
    void *memory[SEATS_MAX];
    char record[RECORD_SIZE];
};

static struct fixture *fixture_new(void)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        fixture->memory[seat] = player_memory_new(bot_memory_max());
        assert_non_null(fixture->memory[seat]);
        memset(fixture->memory[seat], 0, bot_memory_max());
    }
    game_init(&fixture->game,
              (struct game_record){.start = fixture->record, .size = sizeof fixture->record});
    return fixture;
}

static void fixture_free(struct fixture *fixture)
{
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        free(fixture->memory[seat]);
    free(fixture);
}

static void seat_bot(struct fixture *fixture, unsigned seat, const char *name)
{
    const struct bot *bot = bot_find(name, strlen(name));
    assert_non_null(bot);
    bot_seat_init(&fixture->bot[seat], bot, fixture->memory[seat]);
    game_seat(&fixture->game, seat, seat_of_bot(&fixture->bot[seat], seat));
}

struct outing {
    const struct board *board;
    unsigned seats, variants;
    uint8_t seed[SEED_SIZE];
    struct record_names names;
};

/* The boards, the variants and the seats by turns. */
static struct outing outing_of(unsigned number)
{
    struct outing outing = {.board = board_builtin_at(number % board_builtin_count()),
                            .seats = 2 + number % 4,
                            .variants = number % 8};
    seed_of_series(20260704, number, outing.seed);
    return outing;
}

static void begin(struct fixture *fixture, const struct outing *outing)
{
    game_begin(&fixture->game, &(struct game_setup){.board = outing->board,
                                                    .seats = outing->seats,
                                                    .variants = outing->variants,
                                                    .names = &outing->names,
                                                    .seed = outing->seed});
}

static void play_bot(struct game *game)
{
    struct turn turn;
    game_ask(game, &turn);
    assert_int_equal(game_play(game, &turn, &nobody), ACCEPTED);
}

static void play_bots(struct game *game)
{
    while (game->position.table.phase != PHASE_GAME_OVER) {
        if (game_can_deal(game))
            game_deal(game, &nobody);
        else
            play_bot(game);
    }
}

/* A person enters a turn word by word, as a page does. */
static void enter(struct game *game, const struct turn *turn)
{
    char words[TURN_TEXT_SIZE];
    struct words rest;
    struct word word;
    struct fault fault;
    notation_turn(words, game->board, turn);
    words_init(&rest, words, strlen(words));
    while (words_next(&rest, &word)) {
        assert_int_equal(game_enter(game, game->position.table.to_move, word, &fault), ACCEPTED);
        assert_int_equal(fault.id, FAULT_NONE);
    }
}

static void same_text(const struct game *game, const char *text, size_t length)
{
    assert_int_equal(game->record.used, length);
    assert_memory_equal(game->record.start, text, length);
}

/* Goes on with the game as that record tells it: every turn is entered and confirmed. */
static void enter_rest(struct game *game, const char *text, size_t length)
{
    static struct record_reader reader;
    unsigned events = 0;
    bool stayed;
    record_reader_init(&reader, text, length, board_builtins, NULL);
    for (;;) {
        const enum record_event event = record_next(&reader);
        assert_int_not_equal(event, RECORD_FAULT);
        if (event == RECORD_END)
            break;
        events++;
        if ((size_t)(reader.rest - text) <= game->record.used)
            continue; /* it has happened */
        if (event == RECORD_ROUND)
            game_deal(game, &nobody);
        if (event == RECORD_TURN) {
            enter(game, &reader.turn);
            assert_int_equal(game_confirm(game, &nobody, &stayed), ACCEPTED);
            assert_false(stayed);
        }
    }
    assert_true(events > 2);
}

/* ---- One record ----------------------------------------------------------------------------- */

static const char *const bots_at_table[SEATS_MAX] = {"greedy", "medium", "hard", "easy", "random"};

/* A record of the arena: read, and gone from the disk. */
static struct outing arena_record(unsigned number, char *text, size_t *length)
{
    struct outing outing = outing_of(number);
    struct arena_setup setup = {.board = outing.board,
                                .variants = outing.variants,
                                .games = 1,
                                .seed = number,
                                .threads = 1};
    char folder[PATH_SIZE], path[2 * PATH_SIZE], error[ARENA_ERROR_SIZE];
    const char *parent = getenv("TMPDIR");
    static struct arena_worker worker;
    struct arena_game result;
    snprintf(folder, sizeof folder, "%.200s/railhead-game-XXXXXX", parent ? parent : "/tmp");
    assert_non_null(mkdtemp(folder));
    for (unsigned seat = 0; seat < outing.seats; seat++) {
        const char *name = bots_at_table[seat];
        assert_true(contender_parse(&setup.contender[seat], name, strlen(name), error));
        contender_name(&setup.contender[seat], outing.names.name[seat], RECORD_NAME_SIZE);
    }
    setup.contenders = outing.seats;
    setup.records = folder;
    arena_list(&setup);
    arena_game_seed(&setup, 0, outing.seed);
    arena_worker_init(&worker, &setup);
    assert_true(arena_worker_play(&worker, 0, &result));
    arena_worker_release(&worker);
    arena_record_path(&setup, 0, path, sizeof path);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    *length = fread(text, 1, RECORD_SIZE, file);
    fclose(file);
    unlink(path);
    rmdir(folder);
    return outing;
}

/* As the terminal plays: contenders, and a record on the heap. */
static void terminal_plays(const struct outing *outing, const char *text, size_t length)
{
    static const struct contender_limits limits;
    static struct contender contender[SEATS_MAX];
    struct contender_player player[SEATS_MAX];
    struct game *game = malloc(sizeof *game);
    char error[CONTENDER_ERROR_SIZE];
    assert_non_null(game);
    game_init(game, record_on_heap());
    for (unsigned seat = 0; seat < outing->seats; seat++) {
        const char *name = bots_at_table[seat];
        assert_true(contender_parse(&contender[seat], name, strlen(name), error));
        assert_true(
            contender_player_init(&player[seat], &contender[seat], &limits, error, sizeof error));
        game_seat(game, seat, seat_of_contender(&player[seat], seat));
    }
    game_begin(game, &(struct game_setup){.board = outing->board,
                                          .seats = outing->seats,
                                          .variants = outing->variants,
                                          .names = &outing->names,
                                          .seed = outing->seed});
    play_bots(game);
    same_text(game, text, length);
    assert_true(game_take_back(game)); /* our bots can be told the round anew */
    for (unsigned seat = 0; seat < outing->seats; seat++)
        contender_player_release(&player[seat]);
    record_release(&game->record);
    free(game);
}

TEST_CASE(a_program_is_there_from_the_beginning)
{
    static struct contender contender;
    struct contender_player player = {.contender = &contender};
    char error[CONTENDER_ERROR_SIZE];
    assert_true(contender_parse(&contender, "cmd:true", strlen("cmd:true"), error));
    assert_null(seat_of_contender(&player, 0).calls->join_round);
    assert_true(contender_parse(&contender, "hard", strlen("hard"), error));
    assert_non_null(seat_of_contender(&player, 0).calls->join_round);
}

TEST_CASE(every_room_plays_the_same_game)
{
    static char text[RECORD_SIZE];
    for (unsigned number = 0; number < test_count(24); number++) {
        size_t length;
        const struct outing outing = arena_record(number, text, &length);
        struct fixture *fixture = fixture_new();
        /* As the browser plays with bots. */
        for (unsigned seat = 0; seat < outing.seats; seat++)
            seat_bot(fixture, seat, bots_at_table[seat]);
        begin(fixture, &outing);
        play_bots(&fixture->game);
        same_text(&fixture->game, text, length);
        /* And with people, who enter the same turns. */
        game_init(&fixture->game, fixture->game.record);
        begin(fixture, &outing);
        enter_rest(&fixture->game, text, length);
        same_text(&fixture->game, text, length);
        terminal_plays(&outing, text, length);
        fixture_free(fixture);
    }
}

/* ---- Back and forth ------------------------------------------------------------------------- */

TEST_CASE(what_is_undone_is_redone)
{
    const struct bot *bot = bot_find("random", strlen("random"));
    unsigned most = 0;
    struct fixture *fixture = fixture_new();
    for (unsigned number = 0; number < test_count(48); number++) {
        const struct outing outing = outing_of(number + 2); /* with blocking first */
        struct game *game = &fixture->game;
        struct player player;
        struct rng rng;
        bot_rng(&rng, outing.seed, 0);
        player_init(&player, bot, outing.board, NULL, rng);
        begin(fixture, &outing);
        game_deal(game, &nobody);
        for (unsigned i = 0; i < 40 && game_is_on(game); i++) {
            struct view view;
            struct turn turn;
            unsigned things = 0;
            bool stayed;
            const struct draft begun = game->entry.draft;
            view_of(&view, &game->position, game->position.table.to_move);
            player_turn(&player, &view, NULL, &turn, NULL);
            position_settle(&game->position, game->board, &turn);
            assert_false(game_redo(game));
            enter(game, &turn);
            const struct draft whole = game->entry.draft;
            while (game_undo(game))
                things++;
            most = things > most ? things : most;
            assert_memory_equal(&game->entry.draft, &begun, sizeof begun);
            for (unsigned depth = 0; depth < things; depth++) {
                while (game_redo(game))
                    ;
                assert_memory_equal(&game->entry.draft, &whole, sizeof whole);
                for (unsigned back = 0; back < things - depth; back++)
                    assert_true(game_undo(game));
            }
            game_reset(game);
            assert_memory_equal(&game->entry.draft, &begun, sizeof begun);
            enter(game, &turn); /* anew, and then there is nothing ahead */
            assert_false(game_redo(game));
            assert_memory_equal(&game->entry.draft, &whole, sizeof whole);
            assert_int_equal(game_confirm(game, &nobody, &stayed), ACCEPTED);
        }
    }
    assert_int_equal(most, 3);
    fixture_free(fixture);
}

TEST_CASE(a_turn_is_taken_back)
{
    for (unsigned number = 0; number < test_count(16); number++) {
        const struct outing outing = outing_of(number);
        struct fixture *fixture = fixture_new();
        struct game *game = &fixture->game;
        for (unsigned seat = 0; seat < outing.seats; seat++)
            seat_bot(fixture, seat, seat % 2 ? "greedy" : "hard");
        begin(fixture, &outing);
        assert_false(game_take_back(game));
        for (unsigned i = 0; i < 60 && game->position.table.phase != PHASE_GAME_OVER; i++) {
            if (game_can_deal(game)) {
                game_deal(game, &nobody);
                assert_false(game_take_back(game)); /* a deal is not */
                continue;
            }
            const struct position before = game->position;
            const size_t used = game->record.used;
            struct turn turn;
            game_ask(game, &turn);
            assert_int_equal(game_play(game, &turn, &nobody), ACCEPTED);
            const struct position after = game->position;
            assert_true(game_take_back(game));
            assert_memory_equal(&game->position, &before, sizeof before);
            assert_int_equal(game->record.used, used);
            assert_int_equal(game_play(game, &turn, &nobody), ACCEPTED);
            assert_memory_equal(&game->position, &after, sizeof after);
        }
        fixture_free(fixture);
    }
}

/* A bot that only counts what it is told in a game. */
struct diary {
    unsigned rounds, turns;
};

static void diary_begin_game(void *memory)
{
    memset(memory, 0, sizeof(struct diary));
}

static void diary_begin_round(void *memory, const struct board *board, const struct view *view)
{
    struct diary *diary = memory;
    (void)board;
    (void)view;
    diary->rounds++;
}

static void diary_see(void *memory, const struct board *board, const struct table *before,
                      const struct turn *turn)
{
    struct diary *diary = memory;
    (void)board;
    (void)before;
    (void)turn;
    diary->turns++;
}

static const struct bot diarist = {.name = "diarist",
                                   .memory = sizeof(struct diary),
                                   .begin_game = diary_begin_game,
                                   .begin_round = diary_begin_round,
                                   .see = diary_see,
                                   .turn = random_turn};

TEST_CASE(a_bot_remembers_the_whole_game)
{
    const struct outing outing = outing_of(2);
    struct fixture *fixture = fixture_new();
    struct game *game = &fixture->game;
    const struct diary *diary = fixture->memory[0];
    unsigned turns = 0;
    bot_seat_init(&fixture->bot[0], &diarist, fixture->memory[0]);
    game_seat(game, 0, seat_of_bot(&fixture->bot[0], 0));
    for (unsigned seat = 1; seat < outing.seats; seat++)
        seat_bot(fixture, seat, "medium");
    begin(fixture, &outing);
    for (unsigned round = 1; game->position.table.phase != PHASE_GAME_OVER; round++) {
        game_deal(game, &nobody);
        for (; game_is_on(game); turns++)
            play_bot(game);
        assert_int_equal(diary->rounds, round);
        assert_int_equal(diary->turns, turns);
        assert_true(game_take_back(game)); /* it is told anew, and nothing is missing */
        assert_int_equal(diary->rounds, round);
        assert_int_equal(diary->turns, turns - 1);
        play_bot(game);
        game_seat(game, 0, seat_of_bot(&fixture->bot[0], 0));
        assert_int_equal(diary->rounds, round);
        assert_int_equal(diary->turns, turns);
    }
    assert_true(diary->rounds > 1);
    begin(fixture, &outing);
    game_deal(game, &nobody);
    assert_int_equal(diary->rounds, 1);
    assert_int_equal(diary->turns, 0);
    fixture_free(fixture);
}

TEST_CASE(a_text_says_how_many_turns_were_taken_back)
{
    static const struct {
        const char *text;
        unsigned turns;
    } cases[] = {
        {"", 0},
        {"railhead 1\n", 0},
        {"railhead 1\n# taken back 12\n", 12},
        {"# taken back 3\n# saved seed\n", 3},
        {"railhead 1 # taken back 3\n", 0}, /* not a line of its own */
        {"# taken back \n", 0},
        {"# taken back x\n", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(game_taken_back_read(cases[i].text, strlen(cases[i].text)),
                         cases[i].turns);
    static const char many[] = "# taken back 99999999999999999999999999\n";
    assert_true(game_taken_back_read(many, sizeof many - 1) < 10000000); /* and no overflow */
}

/* The tables of a game, one after each event. */
struct album {
    struct table table[4000];
    unsigned events;
};

static void keep_table(void *context, const struct game *game, const struct game_event *event)
{
    struct album *album = context;
    (void)event;
    assert_true(album->events < 4000);
    album->table[album->events++] = game->position.table;
}

TEST_CASE(a_replay_goes_to_every_place)
{
    struct album *album = calloc(1, sizeof *album);
    struct fixture *fixture = fixture_new();
    const struct game_listener listener = {keep_table, album};
    const struct outing outing = outing_of(6); /* with blocking and private tracks */
    struct game *game = &fixture->game;
    assert_non_null(album);
    for (unsigned seat = 0; seat < outing.seats; seat++)
        seat_bot(fixture, seat, "medium");
    begin(fixture, &outing);
    while (game->position.table.phase != PHASE_GAME_OVER) {
        struct turn turn;
        if (game_can_deal(game)) {
            game_deal(game, &listener);
            continue;
        }
        game_ask(game, &turn);
        assert_int_equal(game_play(game, &turn, &listener), ACCEPTED);
    }
    const unsigned events = album->events;
    for (unsigned place = events + 1; place > 0; place--) {
        const unsigned expected = place < events ? place : events;
        game_seek(game, place, &nobody);
        assert_memory_equal(&game->position.table, &album->table[expected - 1],
                            sizeof(struct table));
        assert_int_equal(game->at_end, expected == events);
        assert_false(game_can_deal(game));
        assert_false(expected < events && game_is_on(game));
    }
    fixture_free(fixture);
    free(album);
}

/* ---- Saved games ---------------------------------------------------------------------------- */

static void saved_text(const struct game *game, char *buffer, size_t *length)
{
    struct text text;
    text_init(&text, buffer, RECORD_SIZE);
    game_write_saved(game, &text);
    assert_false(text.cut);
    *length = text.used;
}

static void check_saved(struct fixture *fixture, const struct outing *outing, const char *whole,
                        size_t length)
{
    static char saved[RECORD_SIZE], again[RECORD_SIZE];
    struct game *game = &fixture->game;
    struct game_saved read;
    struct fault fault;
    size_t size, size_again;
    saved_text(game, saved, &size);
    struct fixture *other = fixture_new();
    assert_true(game_saved_read(&read, saved, size));
    assert_memory_equal(read.seed, outing->seed, SEED_SIZE);
    assert_int_equal(read.seats, outing->seats);
    assert_false(read.other_deals);
    const struct game_terms terms = {.boards = board_builtins, .seed = read.seed};
    assert_true(game_load(&other->game, &terms, saved, size, &nobody, &fault));
    assert_memory_equal(&other->game.position, &game->position, sizeof game->position);
    saved_text(&other->game, again, &size_again);
    assert_int_equal(size, size_again);
    assert_memory_equal(saved, again, size);
    enter_rest(&other->game, whole, length);
    same_text(&other->game, whole, length);
    fixture_free(other);
}

TEST_CASE(a_game_is_resumed_from_everywhere)
{
    static char text[RECORD_SIZE];
    for (unsigned number = 0; number < test_count(6); number++) {
        static struct record_reader reader;
        size_t length;
        const struct outing outing = arena_record(number, text, &length);
        struct fixture *fixture = fixture_new();
        bool stayed;
        begin(fixture, &outing);
        check_saved(fixture, &outing, text, length);
        record_reader_init(&reader, text, length, board_builtins, NULL);
        for (enum record_event event; (event = record_next(&reader)) != RECORD_END;) {
            if (event == RECORD_ROUND)
                game_deal(&fixture->game, &nobody);
            if (event == RECORD_TURN) {
                enter(&fixture->game, &reader.turn);
                assert_int_equal(game_confirm(&fixture->game, &nobody, &stayed), ACCEPTED);
            }
            check_saved(fixture, &outing, text, length);
        }
        fixture_free(fixture);
    }
}

TEST_CASE(what_is_no_saved_game_is_a_record)
{
#define ZEROES "0000000000000000000000000000000000000000000000000000000000000000"
    static const char *const bad[] = {
        "",
        "\n",
        "railhead 1\n",
        "# saved seed " ZEROES " seats - -",     /* cut off */
        "# saved seed " ZEROES " seats - -\n\n", /* not the last line */
        "# saved seed " ZEROES "0 seats - -\n",  /* too long */
        "# saved seed 12 seats - -\n",           /* too short */
        "# saved seed " ZEROES " - -\n",         /* a word is missing */
        "# saved feed " ZEROES " seats - -\n",   /* or is another */
        "# saved seed " ZEROES " seats -  -\n",  /* an empty word */
        "# saved seed " ZEROES " seats - - - - - - -\n",
        "# saved seed " ZEROES " seats - expert:12345678901234567890123456\n",
        " # saved seed " ZEROES " seats - -\n",
    };
    struct game_saved saved;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(game_saved_read(&saved, bad[i], strlen(bad[i])));
    static const char good[] = "x\n# saved next-seed " ZEROES " seats - expert:200\n";
    assert_true(game_saved_read(&saved, good, sizeof good - 1));
    assert_true(saved.other_deals);
    assert_int_equal(saved.seats, 2);
    assert_string_equal(saved.word[0], "");
    assert_string_equal(saved.word[1], "expert:200");
}

TEST_CASE(a_game_goes_on_with_other_deals)
{
    static char text[RECORD_SIZE], saved[RECORD_SIZE];
    const struct outing outing = outing_of(1);
    struct fixture *fixture = fixture_new();
    struct game_saved read;
    struct fault fault;
    uint8_t seed[SEED_SIZE] = {1, 2, 3};
    size_t length;
    begin(fixture, &outing);
    game_deal(&fixture->game, &nobody);
    memcpy(text, fixture->game.record.start, fixture->game.record.used);
    struct game_terms terms = {.boards = board_builtins, .seed = seed};
    assert_false(game_load(&fixture->game, &terms, text, fixture->game.record.used, &nobody,
                           &fault)); /* S4, S5: not of this seed */
    assert_null(fixture->game.board);
    terms.other_deals = true;
    assert_true(game_load(&fixture->game, &terms, text, strlen(text), &nobody, &fault));
    saved_text(&fixture->game, saved, &length);
    assert_true(game_saved_read(&read, saved, length));
    assert_true(read.other_deals);
    assert_memory_equal(read.seed, seed, SEED_SIZE);
    fixture_free(fixture);
}

/* ---- Who knows what ------------------------------------------------------------------------- */

TEST_CASE(a_bot_that_joins_knows_what_the_others_know)
{
    for (unsigned number = 0; number < test_count(8); number++) {
        const struct outing outing = outing_of(number);
        struct fixture *fixture = fixture_new();
        struct game *game = &fixture->game;
        const char *name = number % 4 == 3 ? "expert" : "hard";
        const struct bot *bot = bot_find(name, strlen(name));
        struct bot_seat late;
        void *memory = player_memory_new(bot->memory);
        assert_non_null(memory);
        for (unsigned seat = 0; seat < outing.seats; seat++)
            seat_bot(fixture, seat, seat == 0 ? name : "greedy");
        fixture->bot[0].budget.work = 300;
        begin(fixture, &outing);
        game_deal(game, &nobody);
        for (unsigned i = 0; i < 3 + number && game_is_on(game); i++)
            play_bot(game);
        if (game_is_on(game)) {
            struct bot_seat there = fixture->bot[0];
            struct turn turn[2];
            struct view view;
            while (game_is_on(game) && game->position.table.to_move != 0)
                play_bot(game);
            memset(memory, 0xa5, bot->memory);
            bot_seat_init(&late, bot, memory);
            game_seat(game, 0, seat_of_bot(&late, 0));
            late.budget.work = 300;
            there.player.rng = late.player.rng; /* random choices are another matter */
            if (game_is_on(game)) {
                view_of(&view, &game->position, 0);
                bot_seat_calls.turn(&there, &view, &turn[0]);
                bot_seat_calls.turn(&late, &view, &turn[1]);
                assert_memory_equal(&turn[0], &turn[1], sizeof turn[0]);
            }
        }
        free(memory);
        fixture_free(fixture);
    }
}

TEST_CASE(hidden_cards_stay_hidden)
{
    static char text[RECORD_SIZE];
    static struct record_reader reader;
    for (unsigned number = 0; number < test_count(16); number++) {
        const struct outing outing = outing_of(number);
        struct fixture *fixture = fixture_new();
        struct game *game = &fixture->game;
        for (unsigned seat = 0; seat < outing.seats; seat++)
            seat_bot(fixture, seat, "greedy");
        begin(fixture, &outing);
        game_deal(game, &nobody);
        while (game->position.table.round < 2 && game->position.table.phase != PHASE_GAME_OVER) {
            if (game_can_deal(game))
                game_deal(game, &nobody);
            else
                play_bot(game);
        }
        for (unsigned seat = 0; seat < outing.seats; seat++) {
            struct text written;
            text_init(&written, text, sizeof text);
            game_write_record(game, seat, &written);
            record_reader_init(&reader, text, written.used, board_builtins, NULL);
            assert_int_equal(record_read_rest(&reader), RECORD_END);
            assert_memory_equal(&reader.position.table, &game->position.table,
                                sizeof(struct table));
            const bool open = !game_is_on(game) || (outing.variants & VARIANT_OPEN_CARDS);
            for (unsigned other = 0; other < outing.seats; other++) {
                assert_int_equal(hand_is_known(&reader.position.hand[other]),
                                 open || other == seat);
            }
        }
        fixture_free(fixture);
    }
}

TEST_CASE(people_and_bots_keep_to_their_turns)
{
    const struct outing outing = outing_of(0);
    const struct word place = {"@K7", 3}, nonsense = {"K7-Z99", 6};
    struct fixture *fixture = fixture_new();
    struct game *game = &fixture->game;
    struct fault fault;
    struct turn turn;
    bool stayed;
    assert_int_equal(game_enter(game, 0, place, &fault), REFUSED_NOT_PLAYING);
    begin(fixture, &outing);
    assert_int_equal(game_confirm(game, &nobody, &stayed), REFUSED_NOT_PLAYING);
    game_deal(game, &nobody);
    const unsigned first = game->position.table.to_move;
    assert_true(game_awaits_person(game));
    assert_int_equal(game_enter(game, 1 - first, place, &fault), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(game_confirm(game, &nobody, &stayed), REFUSED_NO_TRACK);
    assert_int_equal(game_enter(game, first, place, &fault), ACCEPTED);
    assert_int_equal(game_confirm(game, &nobody, &stayed), ACCEPTED);
    seat_bot(fixture, 1 - first, "greedy");
    assert_false(game_awaits_person(game));
    assert_int_equal(game_enter(game, 1 - first, place, &fault), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(game_confirm(game, &nobody, &stayed), REFUSED_NOT_YOUR_TURN);
    assert_false(game_undo(game));
    game_ask(game, &turn);
    assert_int_equal(game_play(game, &turn, &nobody), ACCEPTED);
    assert_int_equal(game_enter(game, first, nonsense, &fault), ACCEPTED);
    assert_string_equal(fault.rule, FAULT_FORMAT);
    fixture_free(fixture);
}

/* ---- Memory --------------------------------------------------------------------------------- */

static char *grow_never(void *context, char *start, size_t size)
{
    (void)context;
    (void)start;
    (void)size;
    return NULL;
}

TEST_CASE(a_game_goes_on_when_its_record_is_lost)
{
    static char little[GAME_RECORD_STEP + 200];
    const struct outing outing = outing_of(0);
    const struct game_record records[] = {{.grow = grow_never},
                                          {.start = little, .size = sizeof little}};
    for (unsigned i = 0; i < 2; i++) {
        struct fixture *fixture = fixture_new();
        struct game *game = &fixture->game;
        game_init(game, records[i]);
        for (unsigned seat = 0; seat < outing.seats; seat++)
            seat_bot(fixture, seat, "random");
        begin(fixture, &outing);
        assert_int_equal(game_keeps_record(game), i == 1);
        play_bots(game);
        assert_int_equal(game->position.table.phase, PHASE_GAME_OVER);
        assert_false(game_keeps_record(game));
        assert_false(game_take_back(game));
        assert_false(record_file_save(game, "/nonexistent"));
        fixture_free(fixture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("browser, terminal and arena play the same game from the same seed",
             every_room_plays_the_same_game),
        TEST("a program cannot be told a round anew, but our bots can",
             a_program_is_there_from_the_beginning),
        TEST("what is undone to any depth is redone or entered anew", what_is_undone_is_redone),
        TEST("the last turn is taken back, also one that ended the round", a_turn_is_taken_back),
        TEST("a bot that remembers earlier rounds does so for the game, also after a turn is taken "
             "back",
             a_bot_remembers_the_whole_game),
        TEST("a text says how many turns were taken back",
             a_text_says_how_many_turns_were_taken_back),
        TEST("a replay goes to every place of a record", a_replay_goes_to_every_place),
        TEST("a saved game is resumed from every place and becomes the same record",
             a_game_is_resumed_from_everywhere),
        TEST("what is no saved game is a record", what_is_no_saved_game_is_a_record),
        TEST("S4: a record goes on with deals of another seed where that is meant",
             a_game_goes_on_with_other_deals),
        TEST("a bot that joins a round plays as one that was there",
             a_bot_that_joins_knows_what_the_others_know),
        TEST("R6, V1: a record for one seat hides what that seat may not see",
             hidden_cards_stay_hidden),
        TEST("T1: people and bots keep to their turns", people_and_bots_keep_to_their_turns),
        TEST("a game goes on when there is no memory for its record",
             a_game_goes_on_when_its_record_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
