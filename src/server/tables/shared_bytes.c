/* Shared bytes; see shared_bytes.h. */
#include "server/tables/shared_bytes.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

struct shared_bytes *shared_bytes_new(const char *text, size_t length)
{
    if (length >= UINT32_MAX / 2)
        return NULL;
    struct shared_bytes *shared = malloc(sizeof *shared + SHARED_BYTES_HEADROOM + length + 1);
    if (shared == NULL)
        return NULL;
    shared->users = 1;
    shared->length = (unsigned)length;
    if (text != NULL)
        memcpy(shared_bytes_text(shared), text, length);
    shared_bytes_text(shared)[length] = '\0';
    return shared;
}

struct shared_bytes *shared_bytes_share(struct shared_bytes *shared)
{
    if (shared != NULL)
        shared->users++;
    return shared;
}

void shared_bytes_release(struct shared_bytes *shared)
{
    if (shared != NULL && --shared->users == 0)
        free(shared);
}

struct shared_bytes *shared_bytes_of_text(const struct text *text)
{
    return text->cut ? NULL : shared_bytes_new(text->start, text->used);
}

struct shared_bytes *shared_bytes_of_event(uint32_t number, int64_t at, const char *body,
                                           size_t length)
{
    char message[EVENT_MESSAGE_SIZE] TO_BE_FILLED;
    struct text text;
    text_init(&text, message, sizeof message);
    event_message_write(number, at, body, length, &text);
    return shared_bytes_of_text(&text);
}

struct shared_bytes *shared_bytes_of_list(enum list_kind kind, struct shared_bytes *const part[],
                                          unsigned parts)
{
    char start[LIST_BRACKETS_SIZE], end[LIST_BRACKETS_SIZE];
    struct text text;
    text_init(&text, start, sizeof start);
    list_begin(kind, &text);
    size_t length = text.used + (parts > 0 ? parts - 1 : 0);
    text_init(&text, end, sizeof end);
    list_end(&text);
    length += text.used;
    for (unsigned i = 0; i < parts; i++)
        length += part[i]->length;
    struct shared_bytes *shared = shared_bytes_new(NULL, length);
    if (shared == NULL)
        return NULL;
    text_init(&text, shared_bytes_text(shared), length + 1);
    text_add(&text, start);
    for (unsigned i = 0; i < parts; i++) {
        text_add(&text, i > 0 ? "," : "");
        text_add_part(&text, shared_bytes_text(part[i]), part[i]->length);
    }
    text_add(&text, end);
    return shared;
}
