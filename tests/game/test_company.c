/* Bots for one person: strength follows the rounds, slowly and within bounds. */
#include "game/company.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "engine/player_memory.h"
#include "support.h"

enum { ROUNDS = 160 };

static const struct game_listener nobody;

TEST_CASE(strength_rises_and_falls)
{
    const unsigned most = company_strength_max();
    assert_int_equal(most, 4 * COMPANY_LEVEL);
    for (unsigned strength = 0; strength <= most; strength += 100) {
        for (unsigned level = 0; level <= most; level += COMPANY_LEVEL / 2) {
            const unsigned won = company_after(strength, 4000, level);
            const unsigned lost = company_after(strength, -4000, level);
            assert_true(won > strength || strength == most);
            assert_true(lost < strength || strength == 0);
            assert_true(won <= most);
            assert_true(won - strength < COMPANY_LEVEL / 2 && strength - lost < COMPANY_LEVEL / 2);
            /* The same result is worth more against stronger bots. */
            assert_true(level == 0 || company_after(strength, 1000, level) >=
                                          company_after(strength, 1000, level - 1));
        }
        assert_int_equal(company_after(strength, 0, strength), strength);
    }
    assert_int_equal(company_after(most, 1000000, 0), company_after(most, 4000, 0));
    assert_int_equal(company_strength(-1), COMPANY_BEGINNING);
    assert_int_equal(company_strength(INT64_MAX), most);
    assert_int_equal(company_strength(7), 7);
}

static unsigned number_of(const struct bot *bot)
{
    unsigned number = 0;
    while (level_at(number) != bot)
        number++;
    return number;
}

TEST_CASE(company_is_as_strong_as_the_person)
{
    for (unsigned bots = 1; bots < SEATS_MAX; bots++) {
        for (unsigned strength = 0; strength <= company_strength_max(); strength += 20) {
            const struct bot *chosen[SEATS_MAX];
            unsigned sum = 0, least = level_count(), most = 0;
            company_choose(strength, bots, chosen);
            for (unsigned i = 0; i < bots; i++) {
                const unsigned number = number_of(chosen[i]);
                sum += number;
                least = number < least ? number : least;
                most = number > most ? number : most;
            }
            assert_true(most - least <= 1);
            assert_true(abs((int)(sum * COMPANY_LEVEL) - (int)(strength * bots)) <=
                        COMPANY_LEVEL / 2);
        }
    }
}

/* A table of one who counts as a person, in the first seat, and the company. */
struct table_of_bots {
    struct game game;
    struct bot_seat bot[SEATS_MAX];
    struct player person;
    void *memory[SEATS_MAX];
};

static void play_round(struct table_of_bots *at)
{
    struct game *game = &at->game;
    struct view view;
    game_deal(game, &nobody);
    while (game_is_on(game)) {
        struct turn turn;
        view_of(&view, &game->position, game->position.table.to_move);
        if (view.seat == 0)
            player_turn(&at->person, &view, NULL, &turn, NULL);
        else
            game_ask(game, &turn);
        assert_int_equal(game_play(game, &turn, &nobody), ACCEPTED);
    }
}

/* Somebody who plays as a level does, from a strength that is wrong: where that has led to in the
 * second half of the rounds, on average. */
static unsigned settled(const char *level, unsigned strength)
{
    enum { SEATS = 3 };
    const struct bot *as = level_find(level, strlen(level));
    struct table_of_bots *at = calloc(1, sizeof *at);
    const struct record_names names = {0};
    uint64_t random = test_seed();
    unsigned sum = 0;
    assert_non_null(at);
    for (unsigned seat = 0; seat < SEATS; seat++)
        at->memory[seat] = player_memory_new(bot_memory_max());
    for (unsigned round = 0; round < ROUNDS; round++) {
        const struct bot *chosen[SEATS_MAX];
        uint8_t seed[SEED_SIZE];
        struct rng rng;
        seed_of_series(test_random(&random), round, seed);
        rng_init(&rng, test_random(&random));
        player_init(&at->person, as, board_builtin_at(0), at->memory[0], rng);
        company_choose(strength < 2 * COMPANY_LEVEL ? strength : 2 * COMPANY_LEVEL, SEATS - 1,
                       chosen); /* the expert would take too long here */
        game_init(&at->game, (struct game_record){0});
        for (unsigned seat = 1; seat < SEATS; seat++) {
            bot_seat_init(&at->bot[seat], chosen[seat - 1], at->memory[seat]);
            game_seat(&at->game, seat, seat_of_bot(&at->bot[seat], seat));
        }
        game_begin(&at->game, &(struct game_setup){.board = board_builtin_at(0),
                                                   .seats = SEATS,
                                                   .names = &names,
                                                   .seed = seed});
        play_round(at);
        strength = company_after_round(strength, &at->game);
        if (round >= ROUNDS / 2)
            sum += strength;
    }
    for (unsigned seat = 0; seat < SEATS; seat++)
        free(at->memory[seat]);
    free(at);
    printf("# %s settles at %u\n", level, sum / (ROUNDS / 2));
    return sum / (ROUNDS / 2);
}

TEST_CASE(strength_settles_where_somebody_plays)
{
    const unsigned easy = settled("easy", 2 * COMPANY_LEVEL);
    const unsigned hard = settled("hard", 0);
    assert_true(easy < COMPANY_LEVEL);
    assert_true(hard > COMPANY_LEVEL * 5 / 4);
}

TEST_CASE(other_games_say_nothing)
{
    struct game *game = calloc(1, sizeof *game);
    const struct record_names names = {0};
    static const uint8_t seed[SEED_SIZE];
    assert_non_null(game);
    game_init(game, (struct game_record){0});
    assert_int_equal(company_after_round(700, game), 700);
    game_begin(game, &(struct game_setup){
                         .board = board_builtin_at(0), .seats = 2, .names = &names, .seed = seed});
    game_deal(game, &nobody);
    assert_int_equal(company_after_round(700, game), 700); /* it goes on */
    game->position.table.phase = PHASE_ROUND_OVER;
    game->position.table.lost[1] = 9;
    assert_int_equal(company_after_round(700, game), 700); /* two people */
    free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("strength rises after a good round and falls after a bad one, within bounds",
             strength_rises_and_falls),
        TEST("the company is together as strong as the person", company_is_as_strong_as_the_person),
        TEST("strength settles where somebody plays", strength_settles_where_somebody_plays),
        TEST("games of several people say nothing of strength", other_games_say_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
