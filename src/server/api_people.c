/* Requests about people: names, accounts, sessions, and forgetting somebody. */
#include <string.h>

#include "core/check.h"
#include "server/api_internal.h"
#include "server/event_json.h"
#include "server/fields.h"
#include "server/room_internal.h"

static const struct field_text name_field = {"name", 1, NAME_CHARACTERS, LETTERS_ANY};
static const struct field_text login_field = {"login", 3, LOGIN_SIZE - 1, LETTERS_ID};
static const struct field_text password_field = {"password", 8, 128, LETTERS_ANY};

static void answer_me(struct request *request)
{
    const struct identity *identity = &request->link.identity;
    api_answer_json(request, json_pack("{ssssss}", "id", identity->person, "name", identity->name,
                                       "login", identity->login));
}

/* The browser gets a secret, and is who that secret stands for. */
static void become_new(struct request *request)
{
    secret_new(request->new_secret);
    identity_of_secret(&request->link.identity, request->new_secret);
}

void api_get_me(struct request *request)
{
    if (request->link.identity.person[0] == '\0')
        become_new(request);
    answer_me(request);
}

/* ---- A name ---------------------------------------------------------------------------------- */

static enum store_result rename_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    enum store_result result = store_person_add(store, work->identity.person, now_ms());
    if (result == STORE_OK)
        result = store_person_rename(store, work->identity.person, work->name);
    return result;
}

/* Everybody who looks at a table with this person sees the new name. */
static void rename_everywhere(struct hub *hub, const char *person, const char *name)
{
    for (struct link *link = hub->links; link; link = link->next)
        if (strcmp(link->identity.person, person) == 0) {
            struct text text;
            text_init(&text, link->identity.name, NAME_SIZE);
            text_add(&text, name);
        }
    for (unsigned i = 0; i < hub->buckets; i++)
        for (struct room *room = hub->bucket[i]; room; room = room->next_in_bucket)
            room_rename(room, person, name);
    hub_lobby_changed(hub);
}

static void rename_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (job->result == STORE_OK)
        rename_everywhere(work->hub, work->identity.person, work->name);
    if (!api_job_is_off(work, work->hub->writer))
        answer_me(work->request);
    api_job_free(work);
}

void api_post_me(struct request *request)
{
    struct complaint complaint;
    char name[NAME_SIZE];
    json_t *body = api_knows(request) ? api_body(request) : NULL;
    if (!body)
        return;
    if (!field_text(body, &name_field, name, sizeof name, &complaint)) {
        api_error(request, complaint.code, complaint.text);
    } else {
        struct api_job *work = api_job_new(request, rename_run, rename_done);
        memcpy(work->name, name, sizeof name);
        crew_add(work->hub->writer, &work->job);
    }
    json_decref(body);
}

/* ---- Forgetting ------------------------------------------------------------------------------ */

static enum store_result delete_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    enum store_result result =
        store_person_delete(store, work->identity.person, event_body_deleted);
    return result == STORE_NONE ? STORE_OK : result;
}

static void delete_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    struct hub *hub = work->hub;
    if (job->result == STORE_OK) {
        for (unsigned i = 0; i < hub->buckets; i++)
            for (struct room *room = hub->bucket[i]; room; room = room->next_in_bucket)
                room_forget(room, work->identity.person);
        rename_everywhere(hub, work->identity.person, "");
    }
    if (!api_job_is_off(work, hub->writer)) {
        become_new(work->request);
        answer_me(work->request);
    }
    api_job_free(work);
}

void api_delete_me(struct request *request)
{
    if (!api_knows(request))
        return;
    struct api_job *work = api_job_new(request, delete_run, delete_done);
    crew_add(work->hub->writer, &work->job);
}

/* ---- Accounts -------------------------------------------------------------------------------- */

/* Logins are compared without case. */
static void fold(char *login)
{
    for (; *login; login++)
        if (*login >= 'A' && *login <= 'Z')
            *login = (char)(*login - 'A' + 'a');
}

/* Reads login and password into the job; the body is released. */
static bool read_account(struct request *request, json_t *body, struct api_job *work)
{
    struct complaint complaint;
    bool good =
        field_text(body, &login_field, work->login, sizeof work->login, &complaint) &&
        field_text(body, &password_field, work->password, sizeof work->password, &complaint);
    json_decref(body);
    if (good) {
        fold(work->login);
        return true;
    }
    api_job_free(work);
    api_error(request, complaint.code, complaint.text);
    return false;
}

static enum store_result hash_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    (void)store;
    int status =
        crypto_pwhash_str(work->hash, work->password, strlen(work->password),
                          crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE);
    sodium_memzero(work->password, sizeof work->password);
    return status == 0 ? STORE_OK : STORE_FAILED;
}

static enum store_result account_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    const char *person = work->identity.person;
    enum store_result result = store_person_add(store, person, now_ms());
    if (result == STORE_OK)
        result = store_person_account(store, person, work->login, work->hash);
    return result;
}

static void account_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    struct request *request = work->request;
    if (!api_job_is_off(work, work->hub->writer)) {
        if (job->result == STORE_TAKEN) {
            api_error(request, "taken", "login: somebody else has that name");
        } else {
            memcpy(request->link.identity.login, work->login, sizeof work->login);
            answer_me(request);
        }
    }
    api_job_free(work);
}

static void hash_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (api_job_is_off(work, work->hub->workers))
        api_job_free(work);
    else
        api_job_then(work, work->hub->writer, account_run, account_done);
}

void api_post_account(struct request *request)
{
    json_t *body = api_knows(request) ? api_body(request) : NULL;
    if (!body)
        return;
    struct api_job *work = api_job_new(request, hash_run, hash_done);
    if (read_account(request, body, work))
        crew_add(work->hub->workers, &work->job);
}

/* ---- Sessions -------------------------------------------------------------------------------- */

static void login_found(void *context, const struct store_person *person)
{
    struct api_job *work = context;
    struct text text;
    text_init(&text, work->identity.person, sizeof work->identity.person);
    text_add(&text, person->id);
    text_init(&text, work->identity.name, sizeof work->identity.name);
    text_add(&text, person->name);
    text_init(&text, work->hash, sizeof work->hash);
    text_add(&text, person->password);
}

static enum store_result find_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    return store_person_by_login(store, work->login, login_found, work);
}

/* Also where there is no such login, so that the time does not tell which there are. */
static enum store_result verify_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    (void)store;
    bool known = work->hash[0] != '\0';
    int status =
        known ? crypto_pwhash_str_verify(work->hash, work->password, strlen(work->password))
              : crypto_pwhash_str(work->hash, "nobody's", 8, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                  crypto_pwhash_MEMLIMIT_INTERACTIVE);
    work->right = known && status == 0;
    sodium_memzero(work->password, sizeof work->password);
    return STORE_OK;
}

static enum store_result session_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    struct identity session;
    identity_of_secret(&session, work->secret);
    return store_session_add(store, session.session, work->identity.person, "", now_ms());
}

static void session_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    struct request *request = work->request;
    if (!api_job_is_off(work, work->hub->writer)) {
        memcpy(request->new_secret, work->secret, sizeof work->secret);
        api_answer_json(request, json_pack("{ssssssss}", "id", work->identity.person, "name",
                                           work->identity.name, "login", work->login, "secret",
                                           work->secret));
    }
    api_job_free(work);
}

static void verify_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (api_job_is_off(work, work->hub->workers)) {
        api_job_free(work);
    } else if (!work->right) {
        api_error(work->request, "identity", "the login or the password is wrong");
        api_job_free(work);
    } else {
        secret_new(work->secret);
        api_job_then(work, work->hub->writer, session_run, session_done);
    }
}

static void find_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (api_job_is_off(work, work->hub->readers))
        api_job_free(work);
    else
        api_job_then(work, work->hub->workers, verify_run, verify_done);
}

void api_post_login(struct request *request)
{
    struct hub *hub = request->link.hub;
    /* A guess costs as much as a chat line, by address. */
    if (!limits_take(&hub->chats, request->link.address, tick_ms(), 1)) {
        api_error(request, "slow", "too many attempts: wait a few seconds");
        return;
    }
    json_t *body = api_body(request);
    if (!body)
        return;
    struct api_job *work = api_job_new(request, find_run, find_done);
    if (read_account(request, body, work))
        crew_add(hub->readers, &work->job);
}

static enum store_result logout_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    enum store_result result = store_session_remove(store, work->identity.session);
    return result == STORE_NONE ? STORE_OK : result;
}

static void logout_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (!api_job_is_off(work, work->hub->writer)) {
        become_new(work->request);
        answer_me(work->request);
    }
    api_job_free(work);
}

void api_post_logout(struct request *request)
{
    if (!api_knows(request))
        return;
    struct api_job *work = api_job_new(request, logout_run, logout_done);
    crew_add(work->hub->writer, &work->job);
}
