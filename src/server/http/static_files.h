/*
 * The web client's files: a folder that is read into memory once, at the start, and looked up by
 * the exact path of a URL.  No path is ever given to the file system, so none leads outside.
 *
 * It knows no connection and no HTTP but the words of a few headers.
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
    const char *type; /* for Content-Type */
    char *bytes;
    size_t size;
    char *gzip; /* the same, compressed: what NAME.gz beside it holds; or NULL */
    size_t gzip_size;
    char etag[STATIC_FILES_ETAG_SIZE];      /* with its quotes */
    char gzip_etag[STATIC_FILES_ETAG_SIZE]; /* of the compressed bytes; "" where there are none */
    bool forever; /* its name holds a hash of its contents: it may be cached and never asked for */
};

struct static_files;

/*
 * Reads a folder with all below it; without one (NULL) there is a single page that says what this
 * server is.  Names that begin with a dot are left out, and symbolic links to anything but a file
 * within the folder.  NULL with a sentence in `reason` when the folder cannot be read, is too large
 * or has no index.html.
 */
struct static_files *static_files_load(const char *folder, char reason[STATIC_FILES_REASON_SIZE]);
void static_files_release(struct static_files *files);

/*
 * The page of one thing: a table ("/t/ID"), a game of a table to watch again ("/g/ID"), or a record
 * ("/r/ID").
 */
bool static_files_is_page(const char *path);

/*
 * The file for the path of a URL, without its query, or NULL.  "/" is index.html; so is the page of
 * one thing, unless there is a table.html, whose links know that they are one folder deeper.
 */
const struct static_file *static_files_find(const struct static_files *files, const char *path);

/* For whoever follows a link to nowhere in a browser. */
extern const char static_files_missing_page[];

/* How many files there are, and their bytes. */
size_t static_files_count(const struct static_files *files);
size_t static_files_bytes(const struct static_files *files);

#endif
