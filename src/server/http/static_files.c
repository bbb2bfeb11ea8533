/* The files of the web client in memory: their types, and lookup by URL. */
#include "server/http/static_files.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/check.h"
#include "server/http/static_files_internal.h"
#include "text/text.h"

enum { HASH_SIZE = 16, HASH_LETTERS_MIN = 8, TABLE_ID_MAX = 32 };

/* ---- Types of files -------------------------------------------------------------------------- */

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

/* Hexadecimal digits, or capitals and digits as bundlers write them. */
static bool is_hash(const char *part, size_t length)
{
    static const char small[] = "0123456789abcdef",
                      large[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return length >= HASH_LETTERS_MIN &&
           (strspn(part, small) >= length || strspn(part, large) >= length);
}

/* Returns true if a part of the name between two dots is a hash, as in "app.1f8a90c3.js". */
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

static void write_etag(char etag[STATIC_FILES_ETAG_SIZE], const char *bytes, size_t size)
{
    unsigned char hash[HASH_SIZE];
    char digits[2 * HASH_SIZE + 1];
    struct text text;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)bytes, size, NULL, 0);
    sodium_bin2hex(digits, sizeof digits, hash, sizeof hash);
    text_init(&text, etag, STATIC_FILES_ETAG_SIZE);
    text_add_char(&text, '"');
    text_add(&text, digits);
    text_add_char(&text, '"');
    CHECK(!text.cut);
}

/* ---- Adding files ---------------------------------------------------------------------------- */

bool static_files_complain(char reason[STATIC_FILES_REASON_SIZE], const char *folder,
                           const char *words)
{
    struct text text;
    text_init(&text, reason, STATIC_FILES_REASON_SIZE);
    text_add(&text, "the web folder ");
    text_add_quoted(&text, folder, strlen(folder));
    text_add_char(&text, ' ');
    text_add(&text, words);
    return false;
}

bool static_files_out_of_memory(char reason[STATIC_FILES_REASON_SIZE])
{
    text_copy(reason, STATIC_FILES_REASON_SIZE,
              "the files of the web client do not fit into memory");
    return false;
}

bool static_files_add(struct static_files *files, const char *path, char *bytes, size_t size,
                      char reason[STATIC_FILES_REASON_SIZE])
{
    char *name = ARRAY_GROW(files->file, files->capacity, files->count + 1) ? strdup(path) : NULL;
    if (name == NULL) {
        free(bytes);
        return static_files_out_of_memory(reason);
    }
    struct static_file *file = &files->file[files->count++];
    *file = (struct static_file){.path = name, .bytes = bytes, .size = size};
    file->type = type_of(path);
    file->forever = has_hash(path);
    write_etag(file->etag, bytes, size);
    files->bytes += size;
    return true;
}

static int compare_files(const void *one, const void *other)
{
    return strcmp(((const struct static_file *)one)->path,
                  ((const struct static_file *)other)->path);
}

static struct static_file *find_exactly(const struct static_files *files, const char *path)
{
    const struct static_file wanted = {.path = (char *)(uintptr_t)path};
    if (files->count == 0)
        return NULL;
    return bsearch(&wanted, files->file, files->count, sizeof wanted, compare_files);
}

static void release_file(struct static_file *file)
{
    free(file->path);
    free(file->bytes);
    free(file->gzip);
}

/* Makes NAME.gz the compressed form of NAME. Returns true if it did; the entry is then empty. */
static bool join_with_plain(struct static_files *files, struct static_file *file)
{
    char plain[4096];
    struct text text;
    if (!ends_in(file->path, ".gz"))
        return false;
    text_init(&text, plain, sizeof plain);
    text_add_part(&text, file->path, strlen(file->path) - strlen(".gz"));
    struct static_file *other = text.cut ? NULL : find_exactly(files, plain);
    if (other == NULL || ends_in(plain, ".gz"))
        return false;
    other->gzip = file->bytes;
    other->gzip_size = file->size;
    memcpy(other->gzip_etag, file->etag, STATIC_FILES_ETAG_SIZE);
    return true;
}

static void sort_and_join(struct static_files *files)
{
    size_t kept = 0;
    bool joined[STATIC_FILES_FILES_MAX];
    CHECK(files->count <= STATIC_FILES_FILES_MAX);
    if (files->count > 0)
        qsort(files->file, files->count, sizeof files->file[0], compare_files);
    for (size_t i = 0; i < files->count; i++)
        joined[i] = join_with_plain(files, &files->file[i]);
    for (size_t i = 0; i < files->count; i++) {
        if (joined[i])
            free(files->file[i].path); /* its bytes belong to the other entry now */
        else
            files->file[kept++] = files->file[i];
    }
    files->count = kept;
}

static bool add_plain_page(struct static_files *files, char reason[STATIC_FILES_REASON_SIZE])
{
    char *bytes = strdup(static_files_plain_page);
    if (bytes == NULL)
        return static_files_out_of_memory(reason);
    return static_files_add(files, "/index.html", bytes, strlen(static_files_plain_page), reason);
}

static bool fill_files(struct static_files *files, const char *folder,
                       char reason[STATIC_FILES_REASON_SIZE])
{
    if (folder == NULL)
        return add_plain_page(files, reason);
    if (!static_files_read_folder(files, folder, reason))
        return false;
    sort_and_join(files);
    if (find_exactly(files, "/index.html") == NULL)
        return static_files_complain(reason, folder, "has no index.html");
    return true;
}

struct static_files *static_files_load(const char *folder, char reason[STATIC_FILES_REASON_SIZE])
{
    struct static_files *files = calloc(1, sizeof *files);
    if (files == NULL) {
        static_files_out_of_memory(reason);
        return NULL;
    }
    if (!fill_files(files, folder, reason)) {
        static_files_release(files);
        return NULL;
    }
    return files;
}

void static_files_release(struct static_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        release_file(&files->file[i]);
    free(files->file);
    free(files);
}

/* ---- Lookup ---------------------------------------------------------------------------------- */

bool static_files_is_page(const char *path)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789-_";
    if (path[0] != '/' || path[1] == '\0' || strchr("tgr", path[1]) == NULL || path[2] != '/')
        return false;
    const size_t length = strspn(path + 3, letters);
    return length > 0 && length <= TABLE_ID_MAX && path[3 + length] == '\0';
}

const struct static_file *static_files_find(const struct static_files *files, const char *path)
{
    if (static_files_is_page(path)) {
        const struct static_file *page = find_exactly(files, "/table.html");
        return page != NULL ? page : find_exactly(files, "/index.html");
    }
    return find_exactly(files, strcmp(path, "/") == 0 ? "/index.html" : path);
}

size_t static_files_count(const struct static_files *files)
{
    return files->count;
}

size_t static_files_bytes(const struct static_files *files)
{
    return files->bytes;
}
