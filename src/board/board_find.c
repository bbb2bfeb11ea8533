/* Finding a board by id or path: see board_find.h. */
#include "board/board_find.h"

#include <string.h>
#include <unistd.h>

#include "board/board_load.h"
#include "board/boards.h"

static bool is_path(const char *text)
{
    static const char ending[] = ".json";
    const size_t length = strlen(text), ending_length = sizeof ending - 1;
    if (strchr(text, '/'))
        return true;
    if (length >= ending_length && strcmp(text + length - ending_length, ending) == 0)
        return true;
    return access(text, F_OK) == 0;
}

static bool refuse_unknown(struct fault *fault, const char *id)
{
    char ids[160];
    struct text text;
    text_init(&text, ids, sizeof ids);
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        text_add(&text, i == 0 ? "" : ", ");
        text_add(&text, board_builtin_at(i)->id);
    }
    return fault_say(BOARD_UNKNOWN, fault_at(fault, 0), FAULT_FORMAT, (struct word){id, strlen(id)},
                     ids);
}

bool board_find(const char *id_or_path, struct board *storage, const struct board **board,
                struct fault *fault)
{
    const struct board *builtin = board_builtin(id_or_path, strlen(id_or_path));
    if (builtin) {
        *board = builtin;
        return true;
    }
    if (!is_path(id_or_path))
        return refuse_unknown(fault, id_or_path);
    if (!board_load(id_or_path, storage, fault))
        return false;
    *board = storage;
    return true;
}
