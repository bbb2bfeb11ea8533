/*
 * The web client's files: a folder that is read into memory once, at the start, and looked up by
 * the exact path of a URL.  No path is ever given to the file system, so none leads outside.
 *
 * It knows no connection and no HTTP but the words of a few headers.
 */
#ifndef RAILHEAD_SERVER_HTTP_WEB_H
#define RAILHEAD_SERVER_HTTP_WEB_H

#include <stdbool.h>
#include <stddef.h>

enum {
    WEB_REASON_SIZE = 256,
    WEB_ETAG_SIZE = 40,
    WEB_FILES_MAX = 4096,
    WEB_BYTES_MAX = 64 * 1024 * 1024,
};

struct web_file {
    char *path;       /* of the URL: "/app.1f8a90c3.js" */
    const char *type; /* for Content-Type */
    char *bytes;
    size_t size;
    char *gzip; /* the same, compressed: what NAME.gz beside it holds; or NULL */
    size_t gzip_size;
    char etag[WEB_ETAG_SIZE];      /* with its quotes */
    char gzip_etag[WEB_ETAG_SIZE]; /* of the compressed bytes; "" where there are none */
    bool forever; /* its name holds a hash of its contents: it may be cached and never asked for */
};

struct web;

/*
 * Reads a folder with all below it; without one (NULL) there is a single page that says what this
 * server is.  Names that begin with a dot are left out, and symbolic links to anything but a file
 * within the folder.  NULL with a sentence in `reason` when the folder cannot be read, is too large
 * or has no index.html.
 */
struct web *web_load(const char *folder, char reason[WEB_REASON_SIZE]);
void web_release(struct web *web);

/*
 * The page of one thing: a table ("/t/ID"), a game of a table to watch again ("/g/ID"), or a record
 * ("/r/ID").
 */
bool web_is_page(const char *path);

/*
 * The file for the path of a URL, without its query, or NULL.  "/" is index.html; so is the page of
 * one thing, unless there is a table.html, whose links know that they are one folder deeper.
 */
const struct web_file *web_find(const struct web *web, const char *path);

/* For whoever follows a link to nowhere in a browser. */
extern const char web_missing_page[];

/* How many files there are, and their bytes. */
size_t web_count(const struct web *web);
size_t web_bytes(const struct web *web);

#endif
