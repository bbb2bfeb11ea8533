/* Requests about people: names, accounts, and deleting a person. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "protocol/told_event.h"
#include "server/http/api_internal.h"
#include "server/people/password.h"
#include "store/store_members.h"

/* `secret` is for programs that sign in; or NULL. */
static void answer_me(struct api_request *request, const char *secret)
{
    const struct identity *identity = &request->client.identity;
    struct me_body me = {.id = ""};
    char buffer[BODY_TEXT_SIZE];
    struct text text;
    memcpy(me.id, identity->person, sizeof me.id);
    memcpy(me.name, identity->name, sizeof me.name);
    memcpy(me.login, identity->login, sizeof me.login);
    if (secret != NULL)
        memcpy(me.secret, secret, sizeof me.secret);
    text_init(&text, buffer, sizeof buffer);
    me_body_write(&me, &text);
    api_answer_text(request, &text);
    sodium_memzero(&me, sizeof me);
    sodium_memzero(buffer, sizeof buffer);
}

/* The browser gets a new secret, and becomes the person it stands for. */
static void become_new(struct api_request *request)
{
    identity_new_secret(request->new_secret);
    identity_of_secret(&request->client.identity, request->new_secret);
    answer_me(request, NULL);
}

void api_get_me(struct api_request *request)
{
    if (request->client.identity.person[0] == '\0')
        become_new(request);
    else
        answer_me(request, NULL);
}

/* ---- The tables of a person ------------------------------------------------------------------ */

static void table_found(void *context, const char *id)
{
    struct api_job *work = context;
    if (work->tables == TABLES_OF_PERSON_MAX)
        return;
    text_copy(work->table[work->tables++], TABLE_ID_SIZE, id);
}

/*
 * Finds the tables where the person sits or has written, newest first; those in memory are among
 * them.
 */
static enum store_result find_tables(struct api_job *work, struct store *store)
{
    work->tables = 0;
    if (work->table == NULL)
        work->table = calloc(TABLES_OF_PERSON_MAX, sizeof work->table[0]);
    if (work->table == NULL)
        return job_allocation_failed(&work->job, "the tables of a person");
    const enum store_result result =
        store_games_with(store, work->identity.person, TABLES_OF_PERSON_MAX, table_found, work);
    return result == STORE_NONE ? STORE_OK : result;
}

/* ---- Names ----------------------------------------------------------------------------------- */

static enum store_result rename_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    enum store_result result = api_job_add_person(work, store);
    if (result == STORE_OK)
        result = store_person_rename(store, work->identity.person, work->name);
    if (result == STORE_OK)
        store_notify(store, work->request_id, "name %s", work->identity.person);
    return result;
}

/* Everyone at a table with this person gets the new name. */
static void rename_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    struct hub *hub = work->hub;
    if (job->result == STORE_OK)
        hub_rename_person(hub, work->identity.person, work->name);
    else
        hub_reload_person(hub, work->identity.person);
    struct api_request *request = api_job_asker(work, hub->writer);
    if (request != NULL)
        answer_me(request, NULL);
    api_job_free(work);
}

void api_post_me(struct api_request *request)
{
    struct complaint complaint;
    struct name_body body;
    if (!api_knows(request) || !api_is_json(request))
        return;
    if (!name_body_read(&body, shared_bytes_text(request->body), request->body->length,
                        &complaint)) {
        api_error(request, complaint.code, &complaint.fault);
        return;
    }
    struct api_job *work = api_job_new(request, rename_run, rename_done);
    if (work == NULL)
        return;
    memcpy(work->name, body.name, sizeof work->name);
    api_job_add(work, work->hub->writer);
}

/* ---- Deleting a person ----------------------------------------------------------------------- */

static void announce_deleted(const struct api_job *work, struct store *store)
{
    store_notify(store, work->request_id, "gone %s", work->identity.person);
    for (unsigned i = 0; i < work->tables; i++)
        store_notify(store, work->request_id, "again %s", work->table[i]);
}

static enum store_result delete_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    enum store_result result = find_tables(work, store);
    if (result == STORE_OK)
        result = store_person_delete(store, work->identity.person, event_body_deleted);
    if (result != STORE_FAILED)
        announce_deleted(work, store);
    return result == STORE_NONE ? STORE_OK : result;
}

static void delete_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    struct hub *hub = work->hub;
    const char *person = work->identity.person;
    if (job->result == STORE_OK) {
        hub_delete_person(hub, person, work->table, work->tables);
        hub_rename_person(hub, person, "");
        hub_end_person(hub, person, "");
    } else {
        hub_reload_person(hub, person);
    }
    struct api_request *request = api_job_asker(work, hub->writer);
    if (request != NULL)
        become_new(request);
    api_job_free(work);
}

/* ---- Passwords ------------------------------------------------------------------------------- */

/* Logins are compared without case. */
static void fold_login(char *login)
{
    for (; *login; login++) {
        if (*login >= 'A' && *login <= 'Z')
            *login = (char)(*login - 'A' + 'a');
    }
}

static bool read_account(const struct api_request *request, struct api_job *work,
                         struct complaint *complaint)
{
    struct account_body body;
    const bool good = account_body_read(&body, shared_bytes_text(request->body),
                                        request->body->length, complaint);
    memcpy(work->login, body.login, sizeof work->login);
    memcpy(work->password, body.password, sizeof work->password);
    memcpy(work->old_password, body.old, sizeof work->old_password);
    sodium_memzero(&body, sizeof body);
    return good;
}

/* Each guess is charged to the address, and the queue of the password workers is bounded. */
static bool may_guess(struct api_request *request)
{
    struct hub *hub = request->client.hub;
    if (!worker_pool_has_capacity(hub->password_workers, request->client.address)) {
        api_refuse(request, CODE_SLOW, FAULT_TOO_MANY_SIGNING_IN);
        return false;
    }
    return api_may(request, &hub->limit[LIMIT_GUESSES], FAULT_TOO_MANY_GUESSES);
}

/* Creates a job with login and password; NULL after an error response. */
static struct api_job *account_job(struct api_request *request, api_run *run, api_done *done)
{
    struct complaint complaint;
    struct api_job *work = api_is_json(request) ? api_job_new(request, run, done) : NULL;
    if (work == NULL)
        return NULL;
    const bool good = read_account(request, work, &complaint);
    if (good && may_guess(request)) {
        fold_login(work->login);
        return work;
    }
    if (!good)
        api_error(request, complaint.code, &complaint.fault);
    api_job_free(work);
    return NULL;
}

static void account_found(void *context, const struct store_person *person)
{
    struct api_job *work = context;
    work->has_account = person->password[0] != '\0';
    text_copy(work->identity.person, sizeof work->identity.person, person->id);
    text_copy(work->identity.name, sizeof work->identity.name, person->name);
    text_copy(work->hash, sizeof work->hash, person->password);
}

static const char hashing[] = "hashing a password";

/* Sets `right`; returns false if allocation fails. */
static bool verify_password(struct api_job *work, const char *password)
{
    const enum password_answer answer = password_check(password, work->hash);
    work->right = answer == PASSWORD_RIGHT;
    return answer != PASSWORD_UNKNOWN;
}

/* ---- Accounts -------------------------------------------------------------------------------- */

static enum store_result mine_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    const enum store_result result =
        store_person_by_id(store, work->identity.person, account_found, work);
    return result == STORE_NONE ? STORE_OK : result;
}

/* Changing a password requires the old one. */
static enum store_result hash_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    (void)store;
    work->right = !work->has_account;
    const bool good = (!work->has_account || verify_password(work, work->old_password)) &&
                      (!work->right || password_hash(work->password, work->hash));
    sodium_memzero(work->password, sizeof work->password);
    sodium_memzero(work->old_password, sizeof work->old_password);
    return good ? STORE_OK : job_allocation_failed(job, hashing);
}

/* This session becomes the account's only one. */
static enum store_result account_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    const struct identity *identity = &work->identity;
    enum store_result result = api_job_add_person(work, store);
    if (result == STORE_OK)
        result = store_person_account(store, identity->person, work->login, work->hash);
    if (result != STORE_OK)
        return result;
    result = store_session_add(store, identity->session, identity->person, work->label, work->now);
    if (result == STORE_OK || result == STORE_TAKEN)
        result = store_sessions_remove_others(store, identity->person, identity->session);
    if (result != STORE_FAILED)
        store_notify(store, work->request_id, "only %s %s", identity->person, identity->session);
    return result == STORE_NONE ? STORE_OK : result;
}

static void account_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (job->result == STORE_OK)
        hub_end_person(work->hub, work->identity.person, work->identity.session);
    else if (job->result == STORE_FAILED)
        hub_reload_person(work->hub, work->identity.person);
    struct api_request *request = api_job_asker(work, work->hub->writer);
    if (request != NULL && job->result == STORE_TAKEN) {
        api_refuse(request, CODE_TAKEN, FAULT_LOGIN_TAKEN);
    } else if (request != NULL) {
        memcpy(request->client.identity.login, work->login, sizeof work->login);
        answer_me(request, NULL);
    }
    api_job_free(work);
}

static void hash_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    struct api_request *request = api_job_asker(work, work->hub->password_workers);
    if (request != NULL && work->right) {
        api_job_then(work, work->hub->writer, account_run, account_done);
        return;
    }
    if (request != NULL)
        api_refuse(request, CODE_IDENTITY, FAULT_PASSWORD_WRONG);
    api_job_free(work);
}

static void mine_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (api_job_asker(work, work->hub->readers) != NULL)
        api_job_then(work, work->hub->password_workers, hash_run, hash_done);
    else
        api_job_free(work);
}

void api_post_account(struct api_request *request)
{
    struct api_job *work = api_knows(request) ? account_job(request, mine_run, mine_done) : NULL;
    if (work != NULL)
        api_job_add(work, work->hub->readers);
}

/* ---- Signing in ------------------------------------------------------------------------------ */

static enum store_result find_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    const enum store_result result = store_person_by_login(store, work->login, account_found, work);
    return result == STORE_NONE ? STORE_OK : result;
}

/* Hashes even if there is no such login, so that the time does not reveal which logins exist. */
static enum store_result verify_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    (void)store;
    const bool good = work->has_account ? verify_password(work, work->password)
                                        : password_hash("nobody's", work->hash);
    sodium_memzero(work->password, sizeof work->password);
    return good ? STORE_OK : job_allocation_failed(job, hashing);
}

static enum store_result session_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    struct identity session;
    identity_of_secret(&session, work->secret);
    return store_session_add(store, session.session, work->identity.person, work->label, work->now);
}

static void session_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    struct api_request *request = api_job_asker(work, work->hub->writer);
    if (request != NULL && job->result != STORE_OK) {
        api_refuse(request, CODE_IDENTITY, FAULT_LOGIN_WRONG); /* deleted meanwhile */
    } else if (request != NULL) {
        memcpy(request->new_secret, work->secret, sizeof work->secret);
        request->client.identity = work->identity;
        memcpy(request->client.identity.login, work->login, sizeof work->login);
        answer_me(request, work->secret);
    }
    api_job_free(work);
}

static void verify_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    struct api_request *request = api_job_asker(work, work->hub->password_workers);
    if (request != NULL && work->right) {
        identity_new_secret(work->secret);
        api_job_then(work, work->hub->writer, session_run, session_done);
        return;
    }
    if (request != NULL)
        api_refuse(request, CODE_IDENTITY, FAULT_LOGIN_WRONG);
    api_job_free(work);
}

static void find_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (api_job_asker(work, work->hub->readers) != NULL)
        api_job_then(work, work->hub->password_workers, verify_run, verify_done);
    else
        api_job_free(work);
}

void api_post_login(struct api_request *request)
{
    struct api_job *work = account_job(request, find_run, find_done);
    if (work != NULL)
        api_job_add(work, work->hub->readers);
}

/* ---- Forgetting an account -------------------------------------------------------------------

 * An open browser is not enough to delete an account: that takes the password.
 */

static void check_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    struct api_request *request = api_job_asker(work, work->hub->password_workers);
    if (request != NULL && work->right) {
        api_job_then(work, work->hub->writer, delete_run, delete_done);
        return;
    }
    if (request != NULL)
        api_refuse(request, CODE_IDENTITY, FAULT_DELETING_PASSWORD_WRONG);
    api_job_free(work);
}

/* An account created a moment ago, while the asker had none, also has a password. */
static void owner_found(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (api_job_asker(work, work->hub->readers) == NULL)
        api_job_free(work);
    else if (work->has_account)
        api_job_then(work, work->hub->password_workers, verify_run, check_done);
    else
        api_job_then(work, work->hub->writer, delete_run, delete_done);
}

static bool read_password(struct api_request *request, struct api_job *work)
{
    struct complaint complaint;
    struct password_body body;
    struct shared_bytes *shared = request->body;
    const bool none = shared == NULL || shared->length == 0;
    if (!none && !api_is_json(request))
        return false;
    const bool good = password_body_read(&body, none ? "{}" : shared_bytes_text(shared),
                                         none ? 2 : shared->length, &complaint);
    memcpy(work->password, body.password, sizeof work->password);
    sodium_memzero(&body, sizeof body);
    if (!good)
        api_error(request, complaint.code, &complaint.fault);
    return good;
}

void api_delete_me(struct api_request *request)
{
    if (!api_knows(request))
        return;
    struct api_job *work = api_job_new(request, mine_run, owner_found);
    if (work == NULL)
        return;
    const bool has_account = request->client.identity.login[0] != '\0';
    if (!has_account || (read_password(request, work) && may_guess(request)))
        api_job_add(work, work->hub->readers);
    else
        api_job_free(work);
}

/* ---- Signing out ----------------------------------------------------------------------------- */

static enum store_result logout_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    enum store_result result = store_session_remove(store, work->identity.session);
    if (result == STORE_OK)
        store_notify(store, work->request_id, "out %s", work->identity.session);
    return result == STORE_NONE ? STORE_OK : result;
}

static void logout_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (job->result == STORE_OK)
        hub_end_session(work->hub, work->identity.session);
    else
        hub_reload_person(work->hub, work->identity.person);
    struct api_request *request = api_job_asker(work, work->hub->writer);
    if (request != NULL)
        become_new(request);
    api_job_free(work);
}

void api_post_logout(struct api_request *request)
{
    if (!api_knows(request))
        return;
    struct api_job *work = api_job_new(request, logout_run, logout_done);
    if (work != NULL)
        api_job_add(work, work->hub->writer);
}
