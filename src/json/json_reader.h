/*
 * A strict JSON reader (RFC 8259): returns one token at a time from text in memory.
 *
 * It allocates nothing, does no I/O and needs only memcmp() and memcpy() from the C library, so it
 * also runs in WebAssembly.  Every token has its line, so that the caller can report the line of a
 * fault.  It has no knowledge of boards.  Checking for duplicate keys is up to the caller.
 */
#ifndef RAILHEAD_JSON_JSON_READER_H
#define RAILHEAD_JSON_JSON_READER_H

#include "text/fault.h"

enum { JSON_READER_DEPTH_MAX = 32 };

enum json_token {
    TOKEN_START, /* nothing read yet */
    TOKEN_OBJECT,
    TOKEN_OBJECT_END,
    TOKEN_LIST,
    TOKEN_LIST_END,
    TOKEN_KEY, /* its value follows */
    TOKEN_TEXT,
    TOKEN_NUMBER,
    TOKEN_TRUE,
    TOKEN_FALSE,
    TOKEN_NULL,
    TOKEN_END,   /* the complete text has been read and is well formed */
    TOKEN_FAULT, /* `fault` is set; json_reader_next() returns TOKEN_FAULT from now on */
};

enum json_expect {
    EXPECT_VALUE,
    EXPECT_VALUE_OR_END,
    EXPECT_KEY_OR_END,
    EXPECT_COLON,
    EXPECT_COMMA_OR_END,
    EXPECT_NOTHING,
};

struct json_reader {
    /* The token found by json_reader_next(). */
    enum json_token token;
    unsigned line;     /* where the token begins, from 1; for a fault, where it is */
    const char *bytes; /* as written; texts and keys without their quotes */
    size_t length;
    enum fault_id fault; /* has no arguments */

    /* State of the reader. */
    const char *text;
    size_t size;
    size_t at;
    unsigned at_line;
    enum json_expect expect;
    uint32_t objects; /* one bit per open bracket, the innermost in bit 0: set for an object */
    unsigned depth;
};

/* `text` need not be NUL-terminated, but must remain valid while the reader is used. */
void json_reader_init(struct json_reader *json, const char *text, size_t size);

enum json_token json_reader_next(struct json_reader *json);

/*
 * Copies the text or key just read, with escapes resolved and a terminating NUL.  Returns false if
 * it does not fit into `size` bytes (at least 1); `into` is then undefined.  A text never contains
 * a NUL.
 */
bool json_reader_text(const struct json_reader *json, char *into, size_t size);

/* Iterates over the bytes of a text or key with escapes resolved, to compare without a copy. */
struct json_cursor {
    const char *bytes;
    size_t length, at;
    char escape[4]; /* the bytes of the current escape, and how many of them are left */
    size_t first, rest;
};
void json_cursor_init(struct json_cursor *cursor, const char *bytes, size_t length);

/* Returns the next byte, or -1 at the end. */
int json_cursor_next(struct json_cursor *cursor);

/*
 * Converts the number just read.  Returns false unless it is an integer without fraction or
 * exponent, within +-999999999.
 */
bool json_reader_integer(const struct json_reader *json, int *value);

#endif
