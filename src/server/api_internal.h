/*
 * What the files of the API share: handlers, jobs, answers.
 */
#ifndef RAILHEAD_SERVER_API_INTERNAL_H
#define RAILHEAD_SERVER_API_INTERNAL_H

#include <sodium.h>

#include "server/api.h"

/* A request's work for a crew.  One type for all, so that a request that goes away is one case. */
struct api_job {
    struct job job;
    struct hub *hub;
    struct request *request; /* NULL when it has gone */
    struct identity identity;
    char id[64];                       /* of a table or a record */
    char name[NAME_SIZE];              /* of a person */
    char login[LOGIN_SIZE];            /* of an account */
    char secret[SECRET_SIZE];          /* of a new session */
    char password[4 * 128 + 1];        /* as typed; wiped when it has been used */
    char hash[crypto_pwhash_STRBYTES]; /* of a password */
    bool right;                        /* the password is */
    int64_t before;                    /* games that changed before this time */
    struct packet *text;               /* a record */
    unsigned rounds, turns;            /* of a record */
    const char *board;                 /* of a record */
    struct fault fault;                /* of a record */
    json_t *json;                      /* what was found */
};

/* A job of the request's for a crew; `done` gets it back even when the request has gone. */
struct api_job *api_job_new(struct request *request,
                            enum store_result (*run)(struct job *job, struct store *store),
                            void (*done)(struct job *job));

/* The next step of the same work. */
void api_job_then(struct api_job *job, struct crew *crew,
                  enum store_result (*run)(struct job *job, struct store *store),
                  void (*done)(struct job *job));
void api_job_free(struct api_job *job);

/* True when there is nobody to answer any more, or the store failed and that has been answered. */
bool api_job_is_off(struct api_job *job, struct crew *crew);

void api_answer_json(struct request *request, json_t *json); /* takes it over */
void api_answer_packet(struct request *request, const char *type, struct packet *packet);
void api_error(struct request *request, const char *code, const char *sentence);

/* The body as an object, or NULL after an answer. */
json_t *api_body(struct request *request);

/* Whether somebody is known; if not, they have been told. */
bool api_knows(struct request *request);

void api_get_me(struct request *request);
void api_post_me(struct request *request);
void api_delete_me(struct request *request);
void api_post_account(struct request *request);
void api_post_login(struct request *request);
void api_post_logout(struct request *request);

void api_get_games(struct request *request);
void api_get_game_record(struct request *request, const char *id);
void api_post_record(struct request *request);
void api_get_record(struct request *request, const char *id);

#endif
