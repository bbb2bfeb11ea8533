/*
 * The files of the web client: a folder that is read into memory at the start and looked up by the
 * exact path of a URL. Paths of requests never reach the file system. Knows no connections, and of
 * HTTP only a few header values.
 */
#ifndef RAILHEAD_SERVER_HTTP_STATIC_FILES_H
#define RAILHEAD_SERVER_HTTP_STATIC_FILES_H

#include <stdbool.h>
#include <stddef.h>

enum {
    STATIC_FILES_REASON_SIZE = 256,
    STATIC_FILES_ETAG_SIZE = 40,
    STATIC_FILES_FILES_MAX = 4096,
    STATIC_FILES_BYTES_MAX = 64 * 1024 * 1024,
};

struct static_file {
    char *path;       /* of the URL: "/app.1f8a90c3.js" */
    const char *type; /* Content-Type */
    char *bytes;
    size_t size;
    char *gzip; /* compressed form, from NAME.gz; or NULL */
    size_t gzip_size;
    char etag[STATIC_FILES_ETAG_SIZE];      /* in quotes */
    char gzip_etag[STATIC_FILES_ETAG_SIZE]; /* of the compressed form; "" if there is none */
    bool forever; /* its name contains a hash: may be cached without revalidation */
};

struct static_files;

/*
 * Reads a folder recursively; NULL gives a single page that describes the server. Skips names that
 * begin with a dot, and symbolic links that leave the folder or do not lead to a file. Returns NULL
 * with a sentence in `reason` if the folder cannot be read, is too large or has no index.html.
 */
struct static_files *static_files_load(const char *folder, char reason[STATIC_FILES_REASON_SIZE]);
void static_files_release(struct static_files *files);

/*
 * Returns true for the page of a table ("/t/ID"), of its replay ("/g/ID") or of a record ("/r/ID").
 */
bool static_files_is_page(const char *path);

/*
 * Returns the file for the path of a URL, without its query, or NULL. "/" is index.html. The pages
 * above are table.html if there is one, whose links are relative to one folder deeper, else
 * index.html.
 */
const struct static_file *static_files_find(const struct static_files *files, const char *path);

/* The page for unknown addresses in a browser. */
extern const char static_files_missing_page[];

/* Number of files, and their total size in bytes. */
size_t static_files_count(const struct static_files *files);
size_t static_files_bytes(const struct static_files *files);

#endif
