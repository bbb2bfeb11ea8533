/*
 * Seeds and deals, computed independently as in docs/formats.md, with libsodium's cipher and hash
 * and the cities from the board files.  Uses nothing of rules/deal.c or rules/chacha20.c.
 */
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "arena/arena.h"
#include "board_file/boards.h"
#include "cli/cli.h"
#include "match/seed.h"
#include "support.h"

static const char *const groups[GROUPS] = {"green", "blue", "yellow", "orange", "red"};

/* The key stream for a purpose and a number, as words. */
struct words_of_key {
    uint8_t bytes[4096];
    size_t at;
};

static void key_stream(struct words_of_key *words, const uint8_t key[SEED_SIZE],
                       const char *purpose, uint64_t number)
{
    uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES];
    memcpy(nonce, purpose, 4);
    for (int i = 0; i < 8; i++)
        nonce[4 + i] = (uint8_t)(number >> (8 * i));
    crypto_stream_chacha20_ietf(words->bytes, sizeof words->bytes, nonce, key);
    words->at = 0;
}

static uint64_t below(struct words_of_key *words, uint64_t bound)
{
    const uint64_t all = UINT64_C(1) << 32;
    for (;;) {
        uint64_t word = 0;
        assert_true(words->at + 4 <= sizeof words->bytes);
        for (int i = 3; i >= 0; i--)
            word = word << 8 | words->bytes[words->at + (size_t)i];
        words->at += 4;
        if (word < all - all % bound)
            return word % bound;
    }
}

/* Appends the cities of a group in the order of the file, either plain or dashed ones. */
static unsigned add_cities(const json_t *board, const char *group, bool dashed, const char *pile[],
                           unsigned count)
{
    size_t i;
    json_t *city;
    json_array_foreach(json_object_get(board, "cities"), i, city)
    {
        if (strcmp(json_string_value(json_object_get(city, "group")), group) == 0 &&
            json_is_true(json_object_get(city, "dashed")) == dashed) {
            assert_true(count < GROUP_CARDS_MAX);
            pile[count++] = json_string_value(json_object_get(city, "id"));
        }
    }
    return count;
}

static void expect_deal(const json_t *file, const struct board *board, unsigned seats,
                        const uint8_t seed[SEED_SIZE], unsigned round)
{
    struct words_of_key words;
    struct hand hand[SEATS_MAX];
    deal_hands(board, seats, seed, round, hand);
    key_stream(&words, seed, "deal", round);
    for (unsigned group = 0; group < GROUPS; group++) {
        const char *pile[GROUP_CARDS_MAX];
        unsigned cards = add_cities(file, groups[group], false, pile, 0);
        if (seats >= 4)
            cards = add_cities(file, groups[group], true, pile, cards);
        for (unsigned seat = 0; seat < seats; seat++) {
            const uint64_t drawn = seat + below(&words, cards - seat);
            assert_string_equal(board->city[hand[seat].city[group]].id, pile[drawn]);
            pile[drawn] = pile[seat];
        }
    }
}

TEST_CASE(deals_are_those_of_the_documentation)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        const struct board *board = board_builtin_at(i);
        char path[64];
        snprintf(path, sizeof path, "boards/%s.json", board->id);
        json_t *file = json_load_file(path, 0, NULL);
        assert_non_null(file);
        for (unsigned trial = 0; trial < test_count(2000); trial++) {
            uint8_t seed[SEED_SIZE];
            for (int byte = 0; byte < SEED_SIZE; byte++)
                seed[byte] = (uint8_t)test_random(&random);
            for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats++) {
                struct words_of_key words;
                expect_deal(file, board, seats, seed, 1 + trial % 9);
                key_stream(&words, seed, "seat", 0);
                assert_int_equal(deal_first(seats, seed), below(&words, seats));
            }
        }
        json_decref(file);
    }
}

TEST_CASE(game_seeds_are_those_of_the_documentation)
{
    static const uint64_t series[] = {0, 1, 258, UINT64_C(0x0123456789abcdef), UINT64_MAX};
    for (unsigned i = 0; i < sizeof series / sizeof series[0]; i++) {
        uint8_t key[SEED_SIZE] = {0};
        for (int byte = 0; byte < 8; byte++)
            key[byte] = (uint8_t)(series[i] >> (8 * byte));
        for (unsigned game = 0; game < 600; game++) {
            struct arena_setup setup = {.seats = 3, .lineups = 1, .seed = series[i]};
            struct words_of_key words;
            uint8_t seed[SEED_SIZE];
            arena_game_seed(&setup, game, seed);
            key_stream(&words, key, "game", game);
            assert_memory_equal(seed, words.bytes, SEED_SIZE);
            setup.duplicate = true;
            arena_game_seed(&setup, game, seed);
            key_stream(&words, key, "game", game / 3);
            assert_memory_equal(seed, words.bytes, SEED_SIZE);
        }
    }
}

TEST_CASE(a_seed_is_64_hexadecimal_digits)
{
    static const char digits[] = "00010203040506070809aAbBcCdDeEfF101112131415161718191a1b1c1d1e1f";
    uint8_t seed[SEED_SIZE];
    char text[SEED_TEXT_SIZE + 1];
    assert_true(seed_parse(digits, seed));
    assert_int_equal(seed[9], 9);
    assert_int_equal(seed[10], 0xaa);
    seed_text(seed, text);
    assert_string_equal(text, "00010203040506070809aabbccddeeff101112131415161718191a1b1c1d1e1f");
    memcpy(text, digits, sizeof digits);
    text[SEED_TEXT_SIZE - 2] = '\0'; /* one digit too few */
    assert_false(seed_parse(text, seed));
    memcpy(text, digits, sizeof digits);
    memcpy(text + SEED_TEXT_SIZE - 1, "0", 2); /* one digit too many */
    assert_false(seed_parse(text, seed));
    for (unsigned i = 0; i < SEED_TEXT_SIZE - 1; i++) {
        memcpy(text, digits, sizeof digits);
        text[i] = i % 2 ? 'g' : ' ';
        assert_false(seed_parse(text, seed));
    }
    assert_false(seed_parse("", seed));
}

TEST_CASE(a_commitment_is_the_hash_of_the_digits)
{
    /* The result of `printf %s 0000... | sha256sum` with 64 zeros. */
    static const uint8_t seed[SEED_SIZE];
    char text[SEED_TEXT_SIZE];
    seed_commitment(seed, text);
    assert_string_equal(text, "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("S3, S4, S5: deals are those of the documentation",
             deals_are_those_of_the_documentation),
        TEST("the seeds of the arena's games are those of the documentation",
             game_seeds_are_those_of_the_documentation),
        TEST("a seed is 64 hexadecimal digits", a_seed_is_64_hexadecimal_digits),
        TEST("a commitment is the SHA-256 of the digits", a_commitment_is_the_hash_of_the_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
