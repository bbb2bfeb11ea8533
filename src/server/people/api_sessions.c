/* Requests about the sessions of an account: listing and ending them. */
#include <string.h>

#include "server/http/api_internal.h"
#include "store/store_members.h"

/* Enough digits of the hash to tell sessions apart. */
enum { SESSION_ID_LENGTH = SESSION_ID_SIZE - 1 };

/* ---- The list -------------------------------------------------------------------------------- */

static void add_session(struct api_job *work, const struct store_session *session)
{
    struct session_body body = {
        .since = session->since,
        .seen = session->seen,
        .current = strcmp(session->hash, work->identity.session) == 0,
    };
    char buffer[BODY_TEXT_SIZE];
    struct text text;
    text_init(&text, body.id, sizeof body.id);
    text_add_part(&text, session->hash, SESSION_ID_LENGTH);
    text_copy(body.label, sizeof body.label, session->label);
    text_init(&text, buffer, sizeof buffer);
    session_body_write(&body, &text);
    growing_add_part(&work->growing, &text);
}

static void session_listed(void *context, const struct store_session *session)
{
    struct api_job *work = context;
    if (strlen(session->hash) >= SESSION_ID_LENGTH)
        add_session(work, session);
}

static enum store_result list_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    growing_begin_list(&work->growing, LIST_SESSIONS);
    const enum store_result result =
        store_sessions_of(store, work->identity.person, session_listed, work);
    growing_end_list(&work->growing);
    return result == STORE_NONE ? STORE_OK : result;
}

static void list_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    struct api_request *request = api_job_asker(work, work->hub->readers);
    if (request != NULL)
        api_answer(request, "application/json", growing_end(&work->growing));
    api_job_free(work);
}

void api_get_sessions(struct api_request *request)
{
    struct api_job *work = api_knows(request) ? api_job_new(request, list_run, list_done) : NULL;
    if (work != NULL)
        api_job_add(work, work->hub->readers);
}

/* ---- Ending them ----------------------------------------------------------------------------- */

static void answer_nothing(struct api_request *request)
{
    struct text text;
    char buffer[8];
    text_init(&text, buffer, sizeof buffer);
    nothing_body_write(&text);
    api_answer_text(request, &text);
}

static enum store_result others_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    const enum store_result result =
        store_sessions_remove_others(store, work->identity.person, work->identity.session);
    if (result != STORE_FAILED)
        store_notify(store, work->request_id, "only %s %s", work->identity.person,
                     work->identity.session);
    return result == STORE_NONE ? STORE_OK : result;
}

static void others_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (job->result == STORE_OK)
        hub_end_person(work->hub, work->identity.person, work->identity.session);
    else
        hub_reload_person(work->hub, work->identity.person);
    struct api_request *request = api_job_asker(work, work->hub->writer);
    if (request != NULL)
        answer_nothing(request);
    api_job_free(work);
}

void api_delete_sessions(struct api_request *request)
{
    struct api_job *work =
        api_knows(request) ? api_job_new(request, others_run, others_done) : NULL;
    if (work != NULL)
        api_job_add(work, work->hub->writer);
}

static void session_found(void *context, const struct store_session *session)
{
    struct api_job *work = context;
    if (strncmp(session->hash, work->id, SESSION_ID_LENGTH) == 0 &&
        strlen(session->hash) < sizeof work->ended)
        text_copy(work->ended, sizeof work->ended, session->hash);
}

static enum store_result end_run(struct job *job, struct store *store)
{
    struct api_job *work = (struct api_job *)job;
    const char *person = work->identity.person;
    const enum store_result result = store_sessions_of(store, person, session_found, work);
    if (result == STORE_FAILED || work->ended[0] == '\0')
        return result == STORE_FAILED ? STORE_FAILED : STORE_NONE;
    const enum store_result removed = store_session_remove_of(store, person, work->ended);
    if (removed == STORE_OK)
        store_notify(store, work->request_id, "out %s", work->ended);
    return removed;
}

static void end_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    if (job->result == STORE_OK)
        hub_end_session(work->hub, work->ended);
    else if (job->result == STORE_FAILED)
        hub_reload_person(work->hub, work->identity.person);
    struct api_request *request = api_job_asker(work, work->hub->writer);
    if (request != NULL && job->result != STORE_OK)
        api_refuse(request, CODE_MISSING, FAULT_NO_SESSION);
    else if (request != NULL)
        answer_nothing(request);
    api_job_free(work);
}

void api_delete_session(struct api_request *request, const char *id)
{
    if (!api_knows(request))
        return;
    if (strlen(id) != SESSION_ID_LENGTH) {
        api_refuse(request, CODE_MISSING, FAULT_NO_SESSION);
        return;
    }
    struct api_job *work = api_job_new(request, end_run, end_done);
    if (work == NULL)
        return;
    memcpy(work->id, id, SESSION_ID_LENGTH + 1);
    api_job_add(work, work->hub->writer);
}
