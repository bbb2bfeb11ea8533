/*
 * What goes over HTTP beside tables, events and messages: people and their accounts, sessions, kept
 * records, the server's health (docs/protocol.md, "Over HTTP").
 */
#ifndef RAILHEAD_PROTOCOL_BODIES_H
#define RAILHEAD_PROTOCOL_BODIES_H

#include "protocol/told.h"

enum {
    BODY_SIZE_MAX = 4096,  /* of what is read */
    BODY_TEXT_SIZE = 4096, /* room for what is written, with the NUL */
    LOGIN_SIZE = 33,       /* all sizes are with the NUL */
    SECRET_SIZE = 44,      /* of a person */
    PASSWORD_CHARACTERS = 128,
    PASSWORD_SIZE = 4 * PASSWORD_CHARACTERS + 1,
    SESSION_ID_SIZE = 17,
    SESSION_LABEL_SIZE = 97,
    RECORD_ID_SIZE = 17,
};

/* POST /api/v1/me */
struct name_body {
    char name[TOLD_NAME_SIZE];
};
bool name_body_read(struct name_body *body, const char *bytes, size_t length,
                    struct complaint *complaint);
void name_body_write(const struct name_body *body, struct text *text);

/* A name as somebody typed it.  False with the complaint that a server would have. */
bool name_body_set(struct name_body *body, const char *typed, struct complaint *complaint);

/* POST /api/v1/account and login.  Whoever reads one wipes it. */
struct account_body {
    char login[LOGIN_SIZE];
    char password[PASSWORD_SIZE];
    char old[PASSWORD_SIZE]; /* "" where it is not given */
};
bool account_body_read(struct account_body *body, const char *bytes, size_t length,
                       struct complaint *complaint);
void account_body_write(const struct account_body *body, struct text *text);

/* DELETE /api/v1/me, for whoever has an account.  The reader wipes it. */
struct password_body {
    char password[PASSWORD_SIZE];
};
bool password_body_read(struct password_body *body, const char *bytes, size_t length,
                        struct complaint *complaint);

/* Who somebody is; "" where there is nothing to say. */
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

/* POST /api/v1/records */
struct record_body {
    char id[RECORD_ID_SIZE];
    char board[BOARD_ID_SIZE];
    unsigned rounds, turns;
};
void record_body_write(const struct record_body *body, struct text *text);

/* GET /healthz, when all is well. */
struct health_body {
    char status[TOLD_CODE_SIZE];
    char version[TOLD_VERSION_SIZE];
};
void health_body_write(const struct health_body *body, struct text *text);

/* GET /api/v1/address */
struct address_body {
    char address[TOLD_ADDRESS_SIZE]; /* or "" */
};
void address_body_write(const struct address_body *body, struct text *text);

/* An answer that says no more than that it is done. */
void nothing_body_write(struct text *text);

#endif
