/*
 * Fuzzing the bodies of requests about people: a name, or a login and a password.  What is taken
 * fits and is plain text; a refusal has a sentence, in which no password stands.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "protocol/bodies.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_complaint(const struct complaint *complaint)
{
    char sentence[FAULT_SENTENCE_SIZE];
    const size_t length = strlen(fault_sentence(&complaint->fault, sentence));
    CHECK(complaint->code != CODE_NONE && length > 0);
    CHECK(text_find_bad_byte(sentence, length) == length);
}

static void check_text(const char *text, size_t room, size_t shortest)
{
    const char *end = memchr(text, '\0', room);
    CHECK(end != NULL);
    const size_t length = (size_t)(end - text);
    CHECK(length >= shortest && text_find_bad_byte(text, length) == length);
}

static void check_name(const char *bytes, size_t size)
{
    struct name_body body, again;
    struct complaint complaint = {.code = CODE_NONE};
    char written[BODY_TEXT_SIZE];
    struct text text;
    if (!name_body_read(&body, bytes, size, &complaint)) {
        check_complaint(&complaint);
        return;
    }
    check_text(body.name, sizeof body.name, 1);
    text_init(&text, written, sizeof written);
    name_body_write(&body, &text);
    CHECK(name_body_read(&again, written, text.used, &complaint));
    CHECK(memcmp(&body, &again, sizeof body) == 0);
}

static void check_account(const char *bytes, size_t size)
{
    struct account_body body, again;
    struct complaint complaint = {.code = CODE_NONE};
    char written[BODY_TEXT_SIZE], sentence[FAULT_SENTENCE_SIZE];
    struct text text;
    if (!account_body_read(&body, bytes, size, &complaint)) {
        check_complaint(&complaint);
        CHECK(body.password[0] == '\0' ||
              strstr(fault_sentence(&complaint.fault, sentence), body.password) == NULL);
        return;
    }
    check_text(body.login, sizeof body.login, 3);
    check_text(body.password, sizeof body.password, 8);
    check_text(body.old, sizeof body.old, 0);
    text_init(&text, written, sizeof written);
    account_body_write(&body, &text);
    CHECK(account_body_read(&again, written, text.used, &complaint));
    CHECK(strcmp(body.password, again.password) == 0 && strcmp(body.old, again.old) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct me_body me;
    struct complaint complaint = {.code = CODE_NONE};
    check_name((const char *)data, size);
    check_account((const char *)data, size);
    if (!me_body_read(&me, (const char *)data, size, &complaint))
        check_complaint(&complaint);
    return 0;
}
