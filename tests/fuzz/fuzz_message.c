/*
 * Fuzzing the reader of messages: what it accepts keeps the promises of the protocol, and what it
 * refuses has a code and a sentence that is plain text.  It is written and read again as the same.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "protocol/message.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_closed(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}

/* What was read is written in one way, and that is read as the same. */
static void write_again(const struct message *message)
{
    char first[MESSAGE_TEXT_SIZE], second[MESSAGE_TEXT_SIZE];
    struct message again;
    struct complaint complaint;
    struct text text;
    text_init(&text, first, sizeof first);
    message_write(message, &text);
    CHECK(!text.cut && message_read(&again, first, text.used, &complaint));
    text_init(&text, second, sizeof second);
    message_write(&again, &text);
    CHECK(strcmp(first, second) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct message message;
    struct complaint complaint = {.code = CODE_NONE};
    if (!message_read(&message, (const char *)data, size, &complaint)) {
        char sentence[FAULT_SENTENCE_SIZE];
        const size_t length = strlen(fault_sentence(&complaint.fault, sentence));
        CHECK(complaint.code != CODE_NONE && length > 0);
        CHECK(text_find_bad_byte(sentence, length) == length);
        return 0;
    }
    CHECK(size <= MESSAGE_SIZE_MAX && message.kind < MESSAGE_KINDS && message.seat < SEATS_MAX);
    CHECK(is_closed(message.table, sizeof message.table));
    CHECK(is_closed(message.key, sizeof message.key));
    CHECK(is_closed(message.turn, sizeof message.turn));
    CHECK(is_closed(message.person, sizeof message.person));
    const size_t length = strlen(message.text);
    CHECK(length < CHAT_SIZE && text_find_bad_byte(message.text, length) == length);
    CHECK((message.kind == MESSAGE_CHAT) == (length > 0));
    write_again(&message);
    return 0;
}
