/* The web client's files in memory: what each is, and which belongs to a URL. */
#include "server/http/web.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/check.h"
#include "core/text.h"
#include "server/http/web_internal.h"

enum { HASH_SIZE = 16, HASH_LETTERS_MIN = 8, TABLE_ID_MAX = 32 };

/* ---- What a file is -------------------------------------------------------------------------- */

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".webp", "image/webp"},
    {".jpg", "image/jpeg"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".ogg", "audio/ogg"},
    {".mp3", "audio/mpeg"},
    {".txt", "text/plain; charset=utf-8"},
    {".rail", "text/plain; charset=utf-8"},
    {".gz", "application/gzip"},
};

static bool ends_in(const char *path, const char *ending)
{
    const size_t length = strlen(path), wanted = strlen(ending);
    return length > wanted && strcmp(path + length - wanted, ending) == 0;
}

static const char *type_of(const char *path)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (ends_in(path, types[i].ending))
            return types[i].type;
    }
    return "application/octet-stream";
}

/* Hexadecimal digits, or the capitals and digits that bundlers write. */
static bool is_hash(const char *part, size_t length)
{
    static const char small[] = "0123456789abcdef",
                      large[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return length >= HASH_LETTERS_MIN &&
           (strspn(part, small) >= length || strspn(part, large) >= length);
}

/* Whether a part of the name between two dots is a hash, as in "app.1f8a90c3.js". */
static bool has_hash(const char *path)
{
    const char *part = strchr(strrchr(path, '/'), '.');
    while (part != NULL) {
        const char *next = strchr(part + 1, '.');
        if (next != NULL && is_hash(part + 1, (size_t)(next - part - 1)))
            return true;
        part = next;
    }
    return false;
}

static void write_etag(char etag[WEB_ETAG_SIZE], const char *bytes, size_t size)
{
    unsigned char hash[HASH_SIZE];
    char digits[2 * HASH_SIZE + 1];
    struct text text;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)bytes, size, NULL, 0);
    sodium_bin2hex(digits, sizeof digits, hash, sizeof hash);
    text_init(&text, etag, WEB_ETAG_SIZE);
    text_add_char(&text, '"');
    text_add(&text, digits);
    text_add_char(&text, '"');
    CHECK(!text.cut);
}

/* ---- Collecting them ------------------------------------------------------------------------- */

bool web_complain(char reason[WEB_REASON_SIZE], const char *folder, const char *words)
{
    struct text text;
    text_init(&text, reason, WEB_REASON_SIZE);
    text_add(&text, "the web folder ");
    text_add_quoted(&text, folder, strlen(folder));
    text_add_char(&text, ' ');
    text_add(&text, words);
    return false;
}

bool web_out_of_memory(char reason[WEB_REASON_SIZE])
{
    text_copy(reason, WEB_REASON_SIZE, "the files of the web client do not fit into memory");
    return false;
}

bool web_add(struct web *web, const char *path, char *bytes, size_t size,
             char reason[WEB_REASON_SIZE])
{
    char *name = ARRAY_GROW(web->file, web->capacity, web->count + 1) ? strdup(path) : NULL;
    if (name == NULL) {
        free(bytes);
        return web_out_of_memory(reason);
    }
    struct web_file *file = &web->file[web->count++];
    *file = (struct web_file){.path = name, .bytes = bytes, .size = size};
    file->type = type_of(path);
    file->forever = has_hash(path);
    write_etag(file->etag, bytes, size);
    web->bytes += size;
    return true;
}

static int compare_files(const void *one, const void *other)
{
    return strcmp(((const struct web_file *)one)->path, ((const struct web_file *)other)->path);
}

static struct web_file *find_exactly(const struct web *web, const char *path)
{
    const struct web_file wanted = {.path = (char *)(uintptr_t)path};
    if (web->count == 0)
        return NULL;
    return bsearch(&wanted, web->file, web->count, sizeof wanted, compare_files);
}

static void release_file(struct web_file *file)
{
    free(file->path);
    free(file->bytes);
    free(file->gzip);
}

/* NAME.gz becomes the compressed form of NAME.  Answers whether it did; the file is then empty. */
static bool join_with_plain(struct web *web, struct web_file *file)
{
    char plain[4096];
    struct text text;
    if (!ends_in(file->path, ".gz"))
        return false;
    text_init(&text, plain, sizeof plain);
    text_add_part(&text, file->path, strlen(file->path) - strlen(".gz"));
    struct web_file *other = text.cut ? NULL : find_exactly(web, plain);
    if (other == NULL || ends_in(plain, ".gz"))
        return false;
    other->gzip = file->bytes;
    other->gzip_size = file->size;
    memcpy(other->gzip_etag, file->etag, WEB_ETAG_SIZE);
    return true;
}

static void sort_and_join(struct web *web)
{
    size_t kept = 0;
    bool joined[WEB_FILES_MAX];
    CHECK(web->count <= WEB_FILES_MAX);
    if (web->count > 0)
        qsort(web->file, web->count, sizeof web->file[0], compare_files);
    for (size_t i = 0; i < web->count; i++)
        joined[i] = join_with_plain(web, &web->file[i]);
    for (size_t i = 0; i < web->count; i++) {
        if (joined[i])
            free(web->file[i].path); /* its bytes are the other's now */
        else
            web->file[kept++] = web->file[i];
    }
    web->count = kept;
}

static bool add_plain_page(struct web *web, char reason[WEB_REASON_SIZE])
{
    char *bytes = strdup(web_plain_page);
    if (bytes == NULL)
        return web_out_of_memory(reason);
    return web_add(web, "/index.html", bytes, strlen(web_plain_page), reason);
}

static bool fill(struct web *web, const char *folder, char reason[WEB_REASON_SIZE])
{
    if (folder == NULL)
        return add_plain_page(web, reason);
    if (!web_read_folder(web, folder, reason))
        return false;
    sort_and_join(web);
    if (find_exactly(web, "/index.html") == NULL)
        return web_complain(reason, folder, "has no index.html");
    return true;
}

struct web *web_load(const char *folder, char reason[WEB_REASON_SIZE])
{
    struct web *web = calloc(1, sizeof *web);
    if (web == NULL) {
        web_out_of_memory(reason);
        return NULL;
    }
    if (!fill(web, folder, reason)) {
        web_release(web);
        return NULL;
    }
    return web;
}

void web_release(struct web *web)
{
    for (size_t i = 0; i < web->count; i++)
        release_file(&web->file[i]);
    free(web->file);
    free(web);
}

/* ---- Looking them up ------------------------------------------------------------------------- */

bool web_is_page(const char *path)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789-_";
    if (path[0] != '/' || path[1] == '\0' || !strchr("tgr", path[1]) || path[2] != '/')
        return false;
    const size_t length = strspn(path + 3, letters);
    return length > 0 && length <= TABLE_ID_MAX && path[3 + length] == '\0';
}

const struct web_file *web_find(const struct web *web, const char *path)
{
    if (web_is_page(path)) {
        const struct web_file *page = find_exactly(web, "/table.html");
        return page != NULL ? page : find_exactly(web, "/index.html");
    }
    return find_exactly(web, strcmp(path, "/") == 0 ? "/index.html" : path);
}

size_t web_count(const struct web *web)
{
    return web->count;
}

size_t web_bytes(const struct web *web)
{
    return web->bytes;
}
