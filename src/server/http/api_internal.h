/* Shared by the files of the API: handlers, jobs, answers. */
#ifndef RAILHEAD_SERVER_HTTP_API_INTERNAL_H
#define RAILHEAD_SERVER_HTTP_API_INTERNAL_H

#include <sodium.h>

#include "net/http_head.h"
#include "protocol/told_message.h"
#include "rules/notation.h"
#include "server/http/api.h"

enum { TABLES_OF_PERSON_MAX = 1000 };

/* A growing text; `failed` if an allocation failed. */
struct growing {
    char *start;
    size_t used, capacity;
    unsigned parts; /* of a list */
    bool failed;
};

void growing_add(struct growing *growing, const char *bytes, size_t length);

/* Writes a list part by part, with commas between them. */
void growing_begin_list(struct growing *growing, enum list_kind kind);
void growing_add_part(struct growing *growing, const struct text *part);
void growing_end_list(struct growing *growing);

/* Returns the text as shared bytes and resets `growing`; NULL if an allocation failed. */
struct shared_bytes *growing_end(struct growing *growing);

/* A request's job. It knows its request by id, since the client may have gone when it is done. */
struct api_job {
    struct job job;
    void (*done)(struct job *job); /* of the current step */
    struct hub *hub;
    uint64_t request;
    char request_id[REQUEST_ID_SIZE];
    int64_t now;
    struct identity identity;
    char id[64];                    /* of a table, a record or a session */
    char name[NAME_SIZE];           /* of a person */
    char login[LOGIN_SIZE];         /* of an account */
    char label[SESSION_LABEL_SIZE]; /* of a session */
    char secret[SECRET_SIZE];       /* of a new session */
    char ended[HASH_SIZE];          /* hash of an ended session */
    char password[PASSWORD_SIZE], old_password[PASSWORD_SIZE]; /* as typed; wiped after use */
    char hash[crypto_pwhash_STRBYTES];                         /* of a password */
    bool has_account, right;                                   /* the (old) password matches */
    bool gone;                 /* the person was deleted meanwhile */
    int64_t before;            /* games changed before this time */
    struct shared_bytes *text; /* a record, or an answer */
    struct growing growing;
    unsigned rounds, turns;       /* of a record */
    const char *board;            /* of a record */
    struct fault fault;           /* of a record */
    char (*table)[TABLE_ID_SIZE]; /* of a person */
    unsigned tables;
    const struct static_file *page; /* the requested page, */
    char path[64];                  /* its path */
    char site[SITE_SIZE];           /* and its site */
};

typedef enum store_result api_run(struct job *job, struct store *store);
typedef void api_done(struct job *job);

/* Creates a job; returns NULL after an error response if allocation fails. */
struct api_job *api_job_new(struct api_request *request, api_run *run, api_done *done);

/*
 * Adds it to the pool. It is abandoned if its request goes before it begins, except at the writer:
 * requested writes are always done.
 */
void api_job_add(struct api_job *job, struct worker_pool *pool);

/* Continues with the next step of the same work. */
void api_job_then(struct api_job *job, struct worker_pool *pool, api_run *run, api_done *done);
void api_job_free(struct api_job *job);

/*
 * Called on the writer's thread: store_person_add() for the asker; returns STORE_NONE and sets
 * `gone` if the person was deleted.
 */
enum store_result api_job_add_person(struct api_job *job, struct store *store);

/*
 * Returns the request to answer. NULL if it has gone, or after an error response if the store
 * failed or the person was deleted.
 */
struct api_request *api_job_asker(struct api_job *job, struct worker_pool *pool);

/* Takes ownership of the bytes. */
void api_answer(struct api_request *request, const char *type, struct shared_bytes *shared);
void api_answer_text(struct api_request *request, const struct text *text); /* JSON */
void api_error(struct api_request *request, enum error_code code, const struct fault *fault);
void api_refuse(struct api_request *request, enum error_code code, enum fault_id why);

/* Returns true if the body's type is JSON; otherwise the request has been refused. */
bool api_is_json(struct api_request *request);

/* Returns true if the person is known; otherwise the request has been refused. */
bool api_knows(struct api_request *request);

/* Charges the address. Returns false after a refusal if it is over the limit. */
bool api_may(struct api_request *request, struct rate_limit *limit, enum fault_id why);

void api_get_me(struct api_request *request);
void api_post_me(struct api_request *request);
void api_delete_me(struct api_request *request);
void api_post_account(struct api_request *request);
void api_post_login(struct api_request *request);
void api_post_logout(struct api_request *request);
void api_get_sessions(struct api_request *request);
void api_delete_sessions(struct api_request *request);
void api_delete_session(struct api_request *request, const char *id);

/* Sets the gauges of tables. */
void api_count_tables(struct hub *hub);
void api_get_status(struct api_request *request);
void api_get_status_style(struct api_request *request);

void api_get_page(struct api_request *request);

/* Returns the page as its file has it, for when nothing can be looked up. */
struct shared_bytes *api_page_without(const struct api_request *request);

void api_get_games(struct api_request *request);
void api_get_game_record(struct api_request *request, const char *id);
void api_post_record(struct api_request *request);
void api_get_record(struct api_request *request, const char *id);

#endif
