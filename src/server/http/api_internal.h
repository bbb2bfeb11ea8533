/*
 * What the files of the API share: handlers, jobs, answers.
 */
#ifndef RAILHEAD_SERVER_HTTP_API_INTERNAL_H
#define RAILHEAD_SERVER_HTTP_API_INTERNAL_H

#include <sodium.h>

#include "core/notation.h"
#include "net/http_head.h"
#include "protocol/told_message.h"
#include "server/http/api.h"

enum { TABLES_OF_PERSON_MAX = 1000 };

/* A text that grows; `failed` when there was no memory for all of it. */
struct growing {
    char *start;
    size_t used, capacity;
    unsigned parts; /* of a list */
    bool failed;
};

void growing_add(struct growing *growing, const char *bytes, size_t length);

/* A list whose parts are added one by one, with commas between them. */
void growing_begin_list(struct growing *growing, enum list_kind kind);
void growing_add_part(struct growing *growing, const struct text *part);
void growing_end_list(struct growing *growing);

/* What has grown as a packet, and nothing is left; NULL when there was no memory. */
struct shared_bytes *growing_end(struct growing *growing);

/*
 * A request's work for a crew.  It knows its request by the id alone: whoever asked may have gone
 * when it is done.
 */
struct api_job {
    struct job job;
    void (*done)(struct job *job); /* of the step that is under way */
    struct hub *hub;
    uint64_t request;
    char request_id[REQUEST_ID_SIZE];
    int64_t now;
    struct identity identity;
    char id[64];              /* of a table, a record or a session */
    char name[NAME_SIZE];     /* of a person */
    char login[LOGIN_SIZE];   /* of an account */
    char label[LABEL_SIZE];   /* of a session */
    char secret[SECRET_SIZE]; /* of a new session */
    char ended[HASH_SIZE];    /* of a session that is over */
    char password[PASSWORD_SIZE], old_password[PASSWORD_SIZE]; /* as typed; wiped after use */
    char hash[crypto_pwhash_STRBYTES];                         /* of a password */
    bool has_account, right;                                   /* the (old) password is */
    bool gone;                 /* whoever asks has been deleted meanwhile */
    int64_t before;            /* games that changed before this time */
    struct shared_bytes *text; /* a record, or an answer */
    struct growing growing;
    unsigned rounds, turns;       /* of a record */
    const char *board;            /* of a record */
    struct fault fault;           /* of a record */
    char (*table)[TABLE_ID_SIZE]; /* of a person */
    unsigned tables;
    const struct static_file *page; /* that is asked for, */
    char path[64];                  /* where, */
    char site[SITE_SIZE];           /* and on which site */
};

typedef enum store_result api_run(struct job *job, struct store *store);
typedef void api_done(struct job *job);

/* A job of the request's for a crew; NULL after an answer when there is no memory. */
struct api_job *api_job_new(struct api_request *request, api_run *run, api_done *done);

/*
 * Hands it to the crew.  It is forgotten when its request has gone before it begins, but for the
 * writer's: what somebody has asked to be written is written.
 */
void api_job_add(struct api_job *job, struct worker_pool *pool);

/* The next step of the same work. */
void api_job_then(struct api_job *job, struct worker_pool *pool, api_run *run, api_done *done);
void api_job_free(struct api_job *job);

/* On the writer's thread: store_person_add() for whoever asks; STORE_NONE when they are `gone`. */
enum store_result api_job_add_person(struct api_job *job, struct store *store);

/*
 * Whoever is to be answered.  NULL when they have gone, or when the store failed or knows that the
 * person was deleted, which has been answered.
 */
struct api_request *api_job_asker(struct api_job *job, struct worker_pool *pool);

/* Takes the packet over. */
void api_answer(struct api_request *request, const char *type, struct shared_bytes *shared);
void api_answer_text(struct api_request *request, const struct text *text); /* JSON */
void api_error(struct api_request *request, const char *code, const struct fault *fault);
void api_refuse(struct api_request *request, const char *code, enum fault_id why);

/* Whether the body says that it is JSON; if not, they have been told. */
bool api_is_json(struct api_request *request);

/* Whether somebody is known; if not, they have been told. */
bool api_knows(struct api_request *request);

/* Whether the address may do that once more; if not, they have been told. */
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

/* The same as the file has it, for when nothing can be looked up. */
struct shared_bytes *api_page_without(const struct api_request *request);

void api_get_games(struct api_request *request);
void api_get_game_record(struct api_request *request, const char *id);
void api_post_record(struct api_request *request);
void api_get_record(struct api_request *request, const char *id);

#endif
