/*
 * A strict reader for JSON (RFC 8259): one token at a time from text that lies in memory.
 *
 * It allocates nothing, does no I/O and needs no more of the C library than memcmp() and memcpy(),
 * so it runs in WebAssembly too.  Every token knows its line, so that whoever gives the tokens a
 * meaning can name the line of a fault.  It knows nothing of boards.  Keys that repeat are the
 * caller's affair.
 */
#ifndef RAILHEAD_JSON_JSON_READER_H
#define RAILHEAD_JSON_JSON_READER_H

#include "core/fault.h"

enum { JSON_READER_DEPTH_MAX = 32 };

enum json_token {
    TOKEN_START, /* nothing read yet */
    TOKEN_OBJECT,
    TOKEN_OBJECT_END,
    TOKEN_LIST,
    TOKEN_LIST_END,
    TOKEN_KEY, /* the next token begins its value */
    TOKEN_TEXT,
    TOKEN_NUMBER,
    TOKEN_TRUE,
    TOKEN_FALSE,
    TOKEN_NULL,
    TOKEN_END,   /* the whole text has been read and is well formed */
    TOKEN_FAULT, /* `fault` says why; json_reader_next() stays here */
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
    /* The token that json_reader_next() found. */
    enum json_token token;
    unsigned line;     /* where it begins, from 1; of a fault, where it is */
    const char *bytes; /* as written; of a text or a key, without its quotes */
    size_t length;
    enum fault_id fault; /* without arguments */

    /* Where the reader is. */
    const char *text;
    size_t size;
    size_t at;
    unsigned at_line;
    enum json_expect expect;
    uint32_t objects; /* one bit for each open bracket, the innermost lowest: it is an object */
    unsigned depth;
};

/* `text` need not end in NUL; it must stay where it is while the reader is used. */
void json_reader_init(struct json_reader *json, const char *text, size_t size);

enum json_token json_reader_next(struct json_reader *json);

/*
 * The text or key that was just read, its escapes resolved, with a closing NUL.  False when it
 * does not fit `size` bytes (at least 1); `into` is then of no use.  A text never holds a NUL of
 * its own.
 */
bool json_reader_text(const struct json_reader *json, char *into, size_t size);

/* The bytes that a text or key means, one after the other, for comparing without a copy. */
struct json_cursor {
    const char *bytes;
    size_t length, at;
    char escape[4]; /* what an escape stands for, and how much of it is still to come */
    size_t first, rest;
};
void json_cursor_init(struct json_cursor *cursor, const char *bytes, size_t length);

/* The next byte, or -1 at the end. */
int json_cursor_next(struct json_cursor *cursor);

/* The number just read, if it is a whole one without fraction or exponent, within +-999999999. */
bool json_reader_integer(const struct json_reader *json, int *value);

#endif
