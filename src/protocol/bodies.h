/*
 * Bodies of HTTP requests and responses other than tables, events and messages: people and their
 * accounts, sessions, records, health (docs/protocol.md, "Over HTTP").
 */
#ifndef RAILHEAD_PROTOCOL_BODIES_H
#define RAILHEAD_PROTOCOL_BODIES_H

#include "protocol/told.h"

enum {
    BODY_SIZE_MAX = 4096,  /* bytes of a body that is read */
    BODY_TEXT_SIZE = 4096, /* fits every body that is written, including the NUL */
    LOGIN_SIZE = 33,       /* all sizes include the NUL */
    SECRET_SIZE = 44,      /* secret of a session */
    PASSWORD_CHARACTERS = 128,
    PASSWORD_SIZE = 4 * PASSWORD_CHARACTERS + 1,
    SESSION_ID_SIZE = 17,
    SESSION_LABEL_SIZE = 97,
    RECORD_ID_SIZE = 17,
};

/* Request of POST /api/v1/me. */
struct name_body {
    char name[TOLD_NAME_SIZE];
};
bool name_body_read(struct name_body *body, const char *bytes, size_t length,
                    struct complaint *complaint);
void name_body_write(const struct name_body *body, struct text *text);

/*
 * Sets the name typed by a person.  Returns false and the complaint that a server would send if it
 * is not allowed.
 */
bool name_body_set(struct name_body *body, const char *typed, struct complaint *complaint);

/* Request of POST /api/v1/account and login.  The caller must wipe it after use. */
struct account_body {
    char login[LOGIN_SIZE];
    char password[PASSWORD_SIZE];
    char old[PASSWORD_SIZE]; /* "" if not given */
};
bool account_body_read(struct account_body *body, const char *bytes, size_t length,
                       struct complaint *complaint);
void account_body_write(const struct account_body *body, struct text *text);

/* Request of DELETE /api/v1/me by a person with an account.  The caller must wipe it after use. */
struct password_body {
    char password[PASSWORD_SIZE];
};
bool password_body_read(struct password_body *body, const char *bytes, size_t length,
                        struct complaint *complaint);

/* A person's own data; "" for values that do not exist. */
struct me_body {
    char id[PERSON_SIZE];
    char name[TOLD_NAME_SIZE];
    char login[LOGIN_SIZE];
    char secret[SECRET_SIZE]; /* of a new session, for programs; or "" */
};
bool me_body_read(struct me_body *body, const char *bytes, size_t length,
                  struct complaint *complaint);
void me_body_write(const struct me_body *body, struct text *text);

/* An element of the list of sessions. */
struct session_body {
    char id[SESSION_ID_SIZE];
    char label[SESSION_LABEL_SIZE];
    int64_t since, seen;
    bool current;
};
void session_body_write(const struct session_body *body, struct text *text);

/* Response to POST /api/v1/records. */
struct record_body {
    char id[RECORD_ID_SIZE];
    char board[BOARD_ID_SIZE];
    unsigned rounds, turns;
};
void record_body_write(const struct record_body *body, struct text *text);

/* Response to GET /healthz if the server is healthy. */
struct health_body {
    char status[TOLD_CODE_SIZE];
    char version[TOLD_VERSION_SIZE];
};
void health_body_write(const struct health_body *body, struct text *text);

/* Response to GET /api/v1/address. */
struct address_body {
    char address[TOLD_ADDRESS_SIZE]; /* may be "" */
};
void address_body_write(const struct address_body *body, struct text *text);

/* Writes the response to a request that returns nothing. */
void nothing_body_write(struct text *text);

#endif
