/* Lists of proxies: what is in them, and what is no list. */
#include <string.h>

#include "server/http/proxies.h"
#include "support.h"

static bool has(const char *list, const char *address)
{
    struct proxies proxies;
    char error[PROXIES_ERROR_SIZE];
    assert_true(proxies_read(&proxies, list, error));
    return proxies_have(&proxies, address);
}

TEST_CASE(addresses)
{
    assert_true(has("10.0.0.5", "10.0.0.5"));
    assert_false(has("10.0.0.5", "10.0.0.4"));
    assert_true(has("10.0.0.5", "::ffff:10.0.0.5"));
    assert_true(has("::ffff:10.0.0.5", "10.0.0.5"));
    assert_false(has("10.0.0.5", "::10.0.0.5"));
    assert_true(has("2001:db8::1", "2001:DB8:0:0::1"));
    assert_false(has("2001:db8::1", "2001:db8::2"));
    assert_true(has("192.0.2.1,::1,10.0.0.5", "::1"));
    assert_true(has("192.0.2.1,::1,10.0.0.5", "10.0.0.5"));
    assert_false(has("192.0.2.1,::1,10.0.0.5", "10.0.0.6"));
    assert_false(has("10.0.0.5", ""));
    assert_false(has("10.0.0.5", "unknown"));
}

TEST_CASE(networks)
{
    assert_true(has("10.0.0.0/8", "10.255.255.255"));
    assert_false(has("10.0.0.0/8", "11.0.0.0"));
    assert_false(has("10.0.0.0/8", "9.255.255.255"));
    assert_true(has("192.168.4.0/22", "192.168.7.255"));
    assert_false(has("192.168.4.0/22", "192.168.8.0"));
    assert_true(has("192.168.4.1/32", "192.168.4.1"));
    assert_false(has("192.168.4.1/32", "192.168.4.0"));
    assert_true(has("0.0.0.0/0", "203.0.113.9"));
    assert_false(has("0.0.0.0/0", "2001:db8::1"));
    assert_true(has("::/0", "203.0.113.9"));
    assert_true(has("fc00::/7", "fdff::1"));
    assert_false(has("fc00::/7", "fe00::1"));
    assert_true(has("2001:db8::1/128", "2001:db8::1"));
}

TEST_CASE(private_networks)
{
    static const char *const inside[] = {"127.0.0.1",     "127.8.9.1",   "::1",     "10.1.2.3",
                                         "172.31.0.1",    "172.17.0.1",  "fd00::2", "192.168.0.9",
                                         "100.127.255.1", "169.254.1.1", NULL};
    static const char *const outside[] = {"128.0.0.1",   "172.32.0.1",  "172.15.0.1",
                                          "192.169.0.1", "203.0.113.1", "100.128.0.1",
                                          "2001:db8::1", "::2",         NULL};
    for (unsigned i = 0; inside[i]; i++)
        assert_true(has(PROXIES_PRIVATE, inside[i]));
    for (unsigned i = 0; outside[i]; i++)
        assert_false(has(PROXIES_PRIVATE, outside[i]));
}

TEST_CASE(no_lists)
{
    static const char *const bad[] = {"",
                                      ",",
                                      "10.0.0.0/33",
                                      "::/129",
                                      "10.0.0.0/",
                                      "10.0.0.0/x",
                                      "10.0.0.0/-1",
                                      "10.0.0.0/08",
                                      "10.0.0",
                                      "localhost",
                                      "10.0.0.1, ::1",
                                      "10.0.0.1,",
                                      "/8",
                                      "::1%lo",
                                      "10.0.0.1/8/8",
                                      "[::1]",
                                      "10.0.0.1:80",
                                      NULL};
    struct proxies proxies;
    char error[PROXIES_ERROR_SIZE], many[8 * PROXIES_MAX + 16] = "";
    for (unsigned i = 0; bad[i]; i++) {
        memset(error, 0, sizeof error);
        assert_false(proxies_read(&proxies, bad[i], error));
        assert_string_not_equal(error, "");
    }
    for (unsigned i = 0; i < PROXIES_MAX; i++)
        strcat(many, i > 0 ? ",::1" : "::1");
    assert_true(proxies_read(&proxies, many, error));
    strcat(many, ",::1");
    assert_false(proxies_read(&proxies, many, error));
    memset(many, '1', sizeof many - 1);
    assert_false(proxies_read(&proxies, many, error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("an address of a list is in it, in whatever way it is written", addresses),
        TEST("a network has the addresses that begin as it does", networks),
        TEST("private networks are those that no stranger can come from", private_networks),
        TEST("anything else is refused with a sentence", no_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
