/* Finds a board by id or path. */
#include "files/board_find.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "board_file/boards.h"
#include "files/board_load.h"

static const char standard_input[] = "-";

bool board_is_path(const char *text)
{
    static const char ending[] = ".json";
    const size_t length = strlen(text), ending_length = sizeof ending - 1;
    if (strchr(text, '/') || strcmp(text, standard_input) == 0)
        return true;
    if (length >= ending_length && strcmp(text + length - ending_length, ending) == 0)
        return true;
    return access(text, F_OK) == 0;
}

bool board_find(const char *id_or_path, struct board *storage, const struct board **board,
                struct fault *fault)
{
    const struct board *builtin = board_builtin(id_or_path, strlen(id_or_path));
    if (builtin) {
        *board = builtin;
        return true;
    }
    if (!board_is_path(id_or_path))
        return fault_say(BOARD_UNKNOWN, fault_at(fault, 0), FAULT_FORMAT,
                         (struct word){id_or_path, strlen(id_or_path)});
    const bool loaded = strcmp(id_or_path, standard_input) == 0
                            ? board_load_stream(stdin, "standard input", storage, fault)
                            : board_load(id_or_path, storage, fault);
    if (!loaded)
        return false;
    *board = storage;
    return true;
}
