/*
 * Fuzzing the bodies of requests about people: a name, or a login and a password, as the server's
 * api_people.c asks for them.  What is taken fits and is plain text; a refusal has a sentence, in
 * which no password stands.
 */
#include <stdint.h>
#include <string.h>

#include "core/check.h"
#include "server/fields.h"
#include "server/link.h"
#include "server/message.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PASSWORD_CHARACTERS = 128, TEXT_SIZE = 4 * PASSWORD_CHARACTERS + 1 };

static const struct field_text fields[] = {
    {"name", 1, NAME_CHARACTERS, LETTERS_ANY},
    {"login", 3, LOGIN_SIZE - 1, LETTERS_ID},
    {"password", 8, PASSWORD_CHARACTERS, LETTERS_ANY},
};
static const size_t room[] = {NAME_SIZE, LOGIN_SIZE, TEXT_SIZE};

static void check_complaint(const struct complaint *complaint)
{
    char sentence[FAULT_SENTENCE_SIZE];
    const size_t length = strlen(fault_sentence(&complaint->fault, sentence));
    CHECK(complaint->code[0] != '\0' && length > 0);
    CHECK(text_find_bad_byte(sentence, length) == length);
}

/* The text is in a block of its own size, so that a byte too many is seen. */
static void read_field(const json_t *body, unsigned number)
{
    char text[3][TEXT_SIZE];
    struct complaint complaint = {.code = ""};
    memset(text, 0x5a, sizeof text);
    if (!field_text(body, &fields[number], text[1], room[number], &complaint)) {
        check_complaint(&complaint);
        CHECK(strcmp(complaint.code, "field") == 0 && text[1][0] == 0x5a);
        return;
    }
    const char *end = memchr(text[1], '\0', room[number]);
    CHECK(end != NULL);
    const size_t length = (size_t)(end - text[1]);
    CHECK(length >= fields[number].shortest && text_find_bad_byte(text[1], length) == length);
    for (size_t i = room[number]; i < sizeof text[1]; i++)
        CHECK(text[1][i] == 0x5a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct complaint complaint = {.code = ""};
    json_t *body = fields_load((const char *)data, size, MESSAGE_SIZE_MAX, &complaint);
    if (body == NULL) {
        check_complaint(&complaint);
        return 0;
    }
    for (unsigned i = 0; i < sizeof fields / sizeof fields[0]; i++)
        read_field(body, i);
    json_decref(body);
    return 0;
}
