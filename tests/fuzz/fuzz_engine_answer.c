/*
 * Fuzzing what an engine answers: the first byte chooses a board, the rest are lines.  A turn that
 * can be read has one spelling, and an idea that is understood reads back as the same.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "engine/engine_reply.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_turn(const struct board *board, const struct engine_reply *reply)
{
    struct words words = reply->rest;
    struct turn turn;
    struct fault fault;
    char text[TURN_TEXT_SIZE];
    if (!notation_read_turn(board, &words, &turn, &fault)) {
        CHECK(fault.id != FAULT_NONE);
        return;
    }
    if (turn.kind == TURN_LAY && turn.tracks == 0)
        return; /* a marker's move alone, which the rules refuse, is not written */
    notation_turn(text, board, &turn);
    CHECK(word_is((struct word){reply->rest.rest, reply->rest.length}, text));
}

static void read_info(const struct board *board, const struct engine_reply *reply)
{
    struct table table;
    struct thoughts thoughts, again;
    char buffer[4096];
    struct text text;
    table_init(&table, board, 4, 0);
    memset(&thoughts, 0, sizeof thoughts);
    memset(&again, 0, sizeof again);
    if (!engine_reply_read_info(reply, board, &table, &thoughts) || thoughts.ideas == 0)
        return;
    struct engine_reply written;
    text_init(&text, buffer, sizeof buffer);
    engine_reply_write_idea(&text, board, &thoughts.idea[0]);
    engine_reply_read(&written, text.start, text.used - 1);
    CHECK(written.kind == ENGINE_REPLY_INFO &&
          engine_reply_read_info(&written, board, &table, &again));
    CHECK(memcmp(&again.idea[0].turn, &thoughts.idea[0].turn, sizeof(struct turn)) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const struct board *board = board_builtin_at(data[0] % board_builtin_count());
    const char *line = (const char *)data + 1;
    for (size_t left = size - 1; left > 0;) {
        const char *feed = memchr(line, '\n', left);
        const size_t length = feed != NULL ? (size_t)(feed - line) : left;
        struct engine_reply reply;
        engine_reply_read(&reply, line, length);
        if (reply.kind == ENGINE_REPLY_TURN)
            read_turn(board, &reply);
        else if (reply.kind == ENGINE_REPLY_INFO)
            read_info(board, &reply);
        line += length + (feed != NULL);
        left -= length + (feed != NULL);
    }
    return 0;
}
