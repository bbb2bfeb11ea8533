/* The cipher behind every deal, against the published block and against another implementation. */
#include "rules/chacha20.h"

#include <sodium.h>

#include "support.h"

TEST_CASE(the_published_block)
{
    /* RFC 8439, section 2.3.2. */
    static const uint8_t nonce[CHACHA20_NONCE_SIZE] = {0, 0, 0, 9, 0, 0, 0, 0x4a, 0, 0, 0, 0};
    static const uint32_t expected[CHACHA20_WORDS] = {
        0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033,
        0x9aaa2204, 0x4e6cd4c3, 0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
        0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};
    uint8_t key[CHACHA20_KEY_SIZE];
    uint32_t block[CHACHA20_WORDS];
    for (int i = 0; i < CHACHA20_KEY_SIZE; i++)
        key[i] = (uint8_t)i;
    chacha20_block(key, nonce, 1, block);
    assert_memory_equal(block, expected, sizeof block);
}

TEST_CASE(the_same_as_libsodium)
{
    static const uint8_t zeros[64];
    uint64_t random = test_seed();
    for (unsigned trial = test_count(2000); trial > 0; trial--) {
        uint8_t key[CHACHA20_KEY_SIZE], nonce[CHACHA20_NONCE_SIZE], expected[64], stream[64];
        uint32_t block[CHACHA20_WORDS];
        for (int i = 0; i < CHACHA20_KEY_SIZE; i++)
            key[i] = (uint8_t)test_random(&random);
        for (int i = 0; i < CHACHA20_NONCE_SIZE; i++)
            nonce[i] = (uint8_t)test_random(&random);
        const uint32_t counter = (uint32_t)test_random(&random);
        chacha20_block(key, nonce, counter, block);
        for (int i = 0; i < 64; i++)
            stream[i] = (uint8_t)(block[i / 4] >> (8 * (i % 4)));
        crypto_stream_chacha20_ietf_xor_ic(expected, zeros, sizeof zeros, nonce, counter, key);
        assert_memory_equal(stream, expected, sizeof expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("the block of RFC 8439", the_published_block),
        TEST("every block is that of libsodium", the_same_as_libsodium),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
