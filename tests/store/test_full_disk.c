/*
 * A disk that is full: a sentence, nothing lost, and work goes on once there is room again.
 *
 * The disk is a file system of a few megabytes in memory that only this program sees.  Where it may
 * not make one, a limit on the size of files stands in for it, which SQLite meets in the same call.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include "store/store.h"
#include "support.h"

static char folder[] = "/tmp/railhead-disk-XXXXXX";
static bool is_mounted;

static int make_disk(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    is_mounted = unshare(CLONE_NEWNS) == 0 &&
                 mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
                 mount("railhead", folder, "tmpfs", 0, "size=4m") == 0;
    printf("# the disk is %s\n", is_mounted ? "a file system of 4 MB" : "limited by RLIMIT_FSIZE");
    return 0;
}

static int remove_disk(void **state)
{
    (void)state;
    if (is_mounted)
        return umount2(folder, MNT_DETACH) || rmdir(folder);
    for (const char *const *name = (const char *const[]){"store", "store-wal", "store-shm", NULL};
         *name; name++) {
        char path[64];
        snprintf(path, sizeof path, "%s/%s", folder, *name);
        unlink(path);
    }
    return rmdir(folder);
}

/* ---- Room, and none -------------------------------------------------------------------------- */

/* A file that takes all the room there is but 16 pages. */
static void fill_disk(void)
{
    enum { PAGE = 4096, LEFT = 16 };
    static const char page[PAGE];
    char path[64];
    snprintf(path, sizeof path, "%s/ballast", folder);
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0);
    off_t size = 0;
    while (write(file, page, PAGE) == PAGE)
        size += PAGE;
    assert_true(size > LEFT * PAGE);
    assert_int_equal(ftruncate(file, size - LEFT * PAGE), 0);
    close(file);
}

static void limit_files(rlim_t size)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size < limit.rlim_max ? size : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void take_room(void)
{
    if (is_mounted)
        fill_disk();
    else
        limit_files(256 * 1024);
}

static void give_room(void)
{
    char path[64];
    snprintf(path, sizeof path, "%s/ballast", folder);
    if (is_mounted)
        assert_int_equal(unlink(path), 0);
    else
        limit_files(RLIM_INFINITY);
}

/* ---- The test -------------------------------------------------------------------------------- */

enum { GROUP = 10 };

/* One group of events after `last`. */
static enum store_result add_group(struct store *store, uint32_t last)
{
    static char body[500];
    memset(body, 'x', sizeof body - 1);
    if (store_begin(store) != STORE_OK)
        return STORE_FAILED;
    for (uint32_t i = 1; i <= GROUP; i++) {
        const struct store_event event = {"g", last + i, 5, "", body};
        if (store_event_add(store, &event) != STORE_OK)
            break;
    }
    return store_commit(store);
}

static void count_event(void *context, const struct store_event *event)
{
    uint32_t *last = context;
    if (event->number == *last + 1)
        ++*last;
}

static uint32_t last_event(struct store *store)
{
    uint32_t last = 0;
    assert_int_equal(store_events(store, "g", 0, count_event, &last), STORE_OK);
    return last;
}

TEST_CASE(a_full_disk_loses_nothing_and_may_be_emptied)
{
    char path[64], reason[STORE_REASON_SIZE];
    snprintf(path, sizeof path, "%s/store", folder);
    struct store *store = store_open(path, reason), *reader = store_open(path, reason);
    const struct store_game game = {"g", STORE_RUNNING, true, 1, 1, "", "", "", "", ""};
    assert_non_null(store);
    assert_non_null(reader);
    assert_int_equal(store_game_add(store, &game), STORE_OK);

    uint32_t last = 0;
    for (unsigned round = 0; round < 3; round++) {
        take_room();
        while (add_group(store, last) == STORE_OK)
            last += GROUP;
        assert_non_null(
            strstr(store_reason(store), is_mounted ? "the disk is full" : "writing to it failed"));
        assert_int_equal(add_group(store, last), STORE_FAILED);
        assert_int_equal(last_event(store), last);
        assert_int_equal(last_event(reader), last);
        give_room();
        assert_int_equal(add_group(store, last), STORE_OK);
        last += GROUP;
        assert_int_equal(last_event(reader), last);
    }
    store_close(store);
    store_close(reader);

    store = store_open(path, reason);
    assert_non_null(store);
    assert_int_equal(last_event(store), last);
    store_close(store);
}

TEST_CASE(a_database_is_not_made_on_a_full_disk)
{
    char path[64], reason[STORE_REASON_SIZE] = "";
    snprintf(path, sizeof path, "%s/other", folder);
    take_room();
    if (is_mounted) {
        assert_null(store_open(path, reason));
        assert_non_null(strstr(reason, "the disk is full"));
    }
    give_room();
    struct store *store = store_open(path, reason);
    assert_non_null(store);
    store_close(store);
    unlink(path);
}

int main(void)
{
    signal(SIGXFSZ, SIG_IGN);
    const struct CMUnitTest tests[] = {
        TEST("a full disk loses nothing, and work goes on when there is room",
             a_full_disk_loses_nothing_and_may_be_emptied),
        TEST("a database that could not be made on a full disk is made later",
             a_database_is_not_made_on_a_full_disk),
    };
    return cmocka_run_group_tests(tests, make_disk, remove_disk);
}
