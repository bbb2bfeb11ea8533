/* The web client's files, from real folders: what is found, what is not, and what is refused. */
#define _XOPEN_SOURCE 700 /* nftw() */

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/http/static_files.h"
#include "support.h"

/* A folder of its own for each test: `base` holds the web folder and what lies outside it. */
struct place {
    char base[64];
    char root[80];
};

static void path_of(char path[256], const struct place *place, const char *name)
{
    snprintf(path, 256, "%s/%s", place->base, name);
}

static void put_bytes(const struct place *place, const char *name, const char *bytes, size_t size)
{
    char path[256];
    path_of(path, place, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void put(const struct place *place, const char *name, const char *words)
{
    put_bytes(place, name, words, strlen(words));
}

static void put_folder(const struct place *place, const char *name)
{
    char path[256];
    path_of(path, place, name);
    assert_int_equal(mkdir(path, 0700), 0);
}

static void put_link(const struct place *place, const char *name, const char *target)
{
    char path[256];
    path_of(path, place, name);
    assert_int_equal(symlink(target, path), 0);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(path);
}

static int begin(void **state)
{
    static struct place place;
    const char *temporary = getenv("TMPDIR");
    snprintf(place.base, sizeof place.base, "%.40s/railhead-XXXXXX",
             temporary == NULL ? "/tmp" : temporary);
    if (mkdtemp(place.base) == NULL)
        return -1;
    snprintf(place.root, sizeof place.root, "%s/web", place.base);
    put_folder(&place, "web");
    put(&place, "web/index.html", "<p>hello</p>");
    *state = &place;
    return 0;
}

static int end(void **state)
{
    struct place *place = *state;
    return nftw(place->base, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static struct static_files *load(const struct place *place)
{
    char reason[STATIC_FILES_REASON_SIZE] = "";
    struct static_files *files = static_files_load(place->root, reason);
    if (files == NULL)
        fail_msg("%s", reason);
    return files;
}

static void assert_refused(const char *folder, const char *words)
{
    char reason[STATIC_FILES_REASON_SIZE] = "";
    assert_null(static_files_load(folder, reason));
    if (strstr(reason, words) == NULL || strncmp(reason, "the web folder '", 16) != 0)
        fail_msg("the sentence is: %s", reason);
}

static void files_by_path(void **state)
{
    const struct place *place = *state;
    put_folder(place, "web/boards");
    put(place, "web/boards/transamerica.json", "{}");
    put(place, "web/app.1f8a90c3.js", "1;");
    put(place, "web/empty", "");
    struct static_files *files = load(place);
    assert_int_equal(static_files_count(files), 4);
    assert_int_equal(static_files_bytes(files), 12 + 2 + 2);
    const struct static_file *file = static_files_find(files, "/boards/transamerica.json");
    assert_non_null(file);
    assert_string_equal(file->type, "application/json");
    assert_int_equal(file->size, 2);
    assert_memory_equal(file->bytes, "{}", 2);
    assert_null(file->gzip);
    assert_false(file->forever);
    assert_int_equal(static_files_find(files, "/empty")->size, 0);
    assert_string_equal(static_files_find(files, "/empty")->type, "application/octet-stream");
    assert_string_equal(static_files_find(files, "/app.1f8a90c3.js")->type,
                        "text/javascript; charset=utf-8");
    static_files_release(files);
}

static void the_app(void **state)
{
    struct static_files *files = load(*state);
    const struct static_file *index = static_files_find(files, "/index.html");
    assert_non_null(index);
    assert_string_equal(index->type, "text/html; charset=utf-8");
    assert_ptr_equal(static_files_find(files, "/"), index);
    assert_ptr_equal(static_files_find(files, "/t/q7m2x9kd4wpz"), index);
    assert_ptr_equal(static_files_find(files, "/g/q7m2x9kd4wpz"), index);
    assert_ptr_equal(static_files_find(files, "/r/q7m2x9kd4wpz"), index);
    static const char *const none[] = {
        "",
        "index.html",
        "/t",
        "/t/",
        "/t/a/b",
        "/x/a",
        "//a",
        "/t/a.b",
        "//",
        "/./",
        "/INDEX.HTML",
        "/index.html/",
        "/t/../index.html",
        "/t/%61",
        "/t/a ",
        "/web",
        "/x",
        "/t/123456789012345678901234567890123",
    };
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        if (static_files_find(files, none[i]) != NULL)
            fail_msg("'%s' is found", none[i]);
    }
    static_files_release(files);
}

static void nothing_from_outside(void **state)
{
    const struct place *place = *state;
    char path[256];
    put(place, "secret.txt", "secret");
    put_folder(place, "webs");
    put(place, "webs/near.txt", "secret");
    put(place, "web/inside.txt", "inside");
    put_folder(place, "web/below");
    put_link(place, "web/out.txt", "../secret.txt");
    put_link(place, "web/near.txt", "../webs/near.txt");
    put_link(place, "web/absolute.txt", "/etc/passwd");
    put_link(place, "web/folder", "..");
    put_link(place, "web/loop", "loop");
    put_link(place, "web/hanging", "nowhere");
    put_link(place, "web/below/same.txt", "../inside.txt");
    put_link(place, "web/itself", ".");
    put(place, "web/.hidden", "secret");
    path_of(path, place, "web/pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    struct static_files *files = load(place);
    assert_int_equal(static_files_count(files), 3);
    assert_non_null(static_files_find(files, "/inside.txt"));
    assert_memory_equal(static_files_find(files, "/below/same.txt")->bytes, "inside", 6);
    static const char *const none[] = {
        "/../secret.txt",     "/out.txt", "/near.txt", "/absolute.txt",
        "/folder/secret.txt", "/.hidden", "/pipe",     "/below/../../secret.txt",
        "/itself/inside.txt", "/below",
    };
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_null(static_files_find(files, none[i]));
    static_files_release(files);
}

static void compressed_files(void **state)
{
    const struct place *place = *state;
    put(place, "web/app.js", "plain plain plain");
    put(place, "web/app.js.gz", "short");
    put(place, "web/alone.gz", "alone");
    put(place, "web/app.js.gz.gz", "silly");
    struct static_files *files = load(place);
    const struct static_file *file = static_files_find(files, "/app.js");
    assert_int_equal(file->size, 17);
    assert_int_equal(file->gzip_size, 5);
    assert_memory_equal(file->gzip, "short", 5);
    assert_string_not_equal(file->etag, file->gzip_etag);
    assert_null(static_files_find(files, "/app.js.gz"));
    assert_string_equal(static_files_find(files, "/alone.gz")->type, "application/gzip");
    assert_string_equal(static_files_find(files, "/index.html")->gzip_etag, "");
    assert_int_equal(static_files_count(files), 4);
    static_files_release(files);
}

static void etags(void **state)
{
    const struct place *place = *state;
    put(place, "web/a", "same");
    put(place, "web/b", "same");
    put(place, "web/c", "other");
    struct static_files *files = load(place);
    char etag[STATIC_FILES_ETAG_SIZE];
    memcpy(etag, static_files_find(files, "/a")->etag, sizeof etag);
    assert_int_equal(strlen(etag), 34);
    assert_int_equal(etag[0], '"');
    assert_int_equal(etag[33], '"');
    assert_string_equal(static_files_find(files, "/b")->etag, etag);
    assert_string_not_equal(static_files_find(files, "/c")->etag, etag);
    static_files_release(files);
}

static void names_with_hashes(void **state)
{
    const struct place *place = *state;
    static const char *const forever[] = {"app.1f8a90c3.js", "app.1f8a90c3.js.map",
                                          "style.K4XZQ2PA.css"};
    static const char *const changing[] = {"railhead.wasm",    "app.1f8a90c.js", "1f8a90c3.js",
                                           "app.condensed.js", "app.1f8a90c3",   "sw.js",
                                           "app.Abcdef12.js"};
    char name[64], url[64];
    for (size_t i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "web/%s", forever[i]);
        put(place, name, "x");
    }
    for (size_t i = 0; i < 7; i++) {
        snprintf(name, sizeof name, "web/%s", changing[i]);
        put(place, name, "x");
    }
    struct static_files *files = load(place);
    for (size_t i = 0; i < 3; i++) {
        snprintf(url, sizeof url, "/%s", forever[i]);
        assert_true(static_files_find(files, url)->forever);
    }
    for (size_t i = 0; i < 7; i++) {
        snprintf(url, sizeof url, "/%s", changing[i]);
        assert_false(static_files_find(files, url)->forever);
    }
    static_files_release(files);
}

static void unfit_folders(void **state)
{
    const struct place *place = *state;
    char path[256];
    path_of(path, place, "nowhere");
    assert_refused(path, "cannot be read: No such file or directory");
    path_of(path, place, "web/index.html");
    assert_refused(path, "cannot be read: ");
    put_folder(place, "bare");
    path_of(path, place, "bare");
    assert_refused(path, "has no index.html");
}

static void too_many_files(void **state)
{
    const struct place *place = *state;
    char name[64];
    for (unsigned i = 1; i < STATIC_FILES_FILES_MAX; i++) {
        snprintf(name, sizeof name, "web/%u", i);
        put(place, name, "");
    }
    struct static_files *files = load(place);
    assert_int_equal(static_files_count(files), STATIC_FILES_FILES_MAX);
    assert_non_null(static_files_find(files, "/4095"));
    static_files_release(files);
    put(place, "web/more", "");
    assert_refused(place->root, "has more than 4096 files");
}

static void too_many_bytes(void **state)
{
    const struct place *place = *state;
    char path[256];
    put(place, "web/large", "");
    path_of(path, place, "web/large");
    assert_int_equal(truncate(path, STATIC_FILES_BYTES_MAX - 11), 0); /* index.html has 12 */
    assert_refused(place->root, "has more than 64 MB");
    assert_int_equal(truncate(path, STATIC_FILES_BYTES_MAX - 12), 0);
    static_files_release(load(place));
}

static void too_deep(void **state)
{
    const struct place *place = *state;
    char name[64] = "web";
    for (unsigned i = 0; i < 9; i++) {
        memcpy(name + strlen(name), "/d", 3);
        put_folder(place, name);
        if (i == 7)
            static_files_release(load(place));
    }
    assert_refused(place->root, "has folders in folders, more than 8 deep");
}

TEST_CASE(without_a_folder)
{
    char reason[STATIC_FILES_REASON_SIZE] = "";
    struct static_files *files = static_files_load(NULL, reason);
    assert_non_null(files);
    const struct static_file *page = static_files_find(files, "/");
    assert_non_null(page);
    assert_ptr_equal(static_files_find(files, "/t/abc"), page);
    assert_non_null(strstr(page->bytes, "railhead play"));
    assert_non_null(strstr(page->bytes, "docs/protocol.md"));
    assert_null(strstr(page->bytes, "<script"));
    assert_null(strstr(page->bytes, "<style"));
    assert_null(strstr(page->bytes, "style="));
    assert_int_equal(static_files_count(files), 1);
    static_files_release(files);
}

#define IN_A_FOLDER(sentence, function)                                                            \
    {                                                                                              \
        (sentence), (function), begin, end, NULL                                                   \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER("files are found by their path, with what they are", files_by_path),
        IN_A_FOLDER("the root and a table's page are the app, and nothing near them is", the_app),
        IN_A_FOLDER("no path and no link leads outside", nothing_from_outside),
        IN_A_FOLDER("a compressed file beside another is its short form", compressed_files),
        IN_A_FOLDER("an ETag stands for the contents", etags),
        IN_A_FOLDER("only a name with a hash may be cached forever", names_with_hashes),
        IN_A_FOLDER("a folder that is none or has no page is refused", unfit_folders),
        IN_A_FOLDER("a folder has at most 4096 files", too_many_files),
        IN_A_FOLDER("a folder has at most 64 MB", too_many_bytes),
        IN_A_FOLDER("a folder is at most 8 deep", too_deep),
        TEST("without a folder there is a page that says what this is", without_a_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
