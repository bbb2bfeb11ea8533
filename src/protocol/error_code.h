/*
 * The codes of errors (docs/protocol.md#errors), each with its word and its HTTP status.  To add
 * one: a line here, a row in docs/protocol.md, and a sentence for the page (tests/web/words.mjs).
 */
#ifndef RAILHEAD_PROTOCOL_ERROR_CODE_H
#define RAILHEAD_PROTOCOL_ERROR_CODE_H

/* clang-format off */
#define ERROR_CODE_LIST(CODE) \
    CODE(SYNTAX,    "syntax",    400) \
    CODE(FIELD,     "field",     400) \
    CODE(UNKNOWN,   "unknown",   400) \
    CODE(SIZE,      "size",      413) \
    CODE(TYPE,      "type",      415) \
    CODE(IDENTITY,  "identity",  401) \
    CODE(ORIGIN,    "origin",    403) \
    CODE(FORBIDDEN, "forbidden", 403) \
    CODE(MISSING,   "missing",   404) \
    CODE(METHOD,    "method",    405) \
    CODE(TAKEN,     "taken",     409) \
    CODE(STATE,     "state",     409) \
    CODE(STALE,     "stale",     409) \
    CODE(ILLEGAL,   "illegal",   422) \
    CODE(SLOW,      "slow",      429) \
    CODE(STORE,     "store",     503) \
    CODE(STOPPING,  "stopping",  503)
/* clang-format on */

#define ERROR_CODE_ENUM(name, word, status) CODE_##name,
enum error_code { CODE_NONE, ERROR_CODE_LIST(ERROR_CODE_ENUM) CODES };
#undef ERROR_CODE_ENUM

/* The word for a code in the protocol; "" for CODE_NONE. */
const char *error_code_word(enum error_code code);

/* The HTTP status that goes with a code; 500 for CODE_NONE. */
int error_code_status(enum error_code code);

#endif
