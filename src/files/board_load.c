/* Reads a board file completely. */
#include "files/board_load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_and_check(FILE *file, const char *path, char *text, struct board *board,
                           struct fault *fault)
{
    const size_t size = fread(text, 1, BOARD_FILE_SIZE_MAX + 1, file);
    if (ferror(file))
        return fault_say(BOARD_FILE_UNREADABLE, fault_at(fault, 0), FAULT_FORMAT, path,
                         strerror(errno));
    if (size > BOARD_FILE_SIZE_MAX)
        return fault_say(BOARD_FILE_TOO_LARGE, fault_at(fault, 0), FAULT_FORMAT, path);
    return board_read(text, size, board, fault);
}

bool board_load_stream(FILE *file, const char *path, struct board *board, struct fault *fault)
{
    char *text = malloc(BOARD_FILE_SIZE_MAX + 1);
    const bool sound =
        text ? read_and_check(file, path, text, board, fault)
             : fault_say(BOARD_FILE_NO_MEMORY, fault_at(fault, 0), FAULT_FORMAT, path);
    free(text);
    return sound;
}

bool board_load(const char *path, struct board *board, struct fault *fault)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return fault_say(BOARD_FILE_UNREADABLE, fault_at(fault, 0), FAULT_FORMAT, path,
                         strerror(errno));
    const bool sound = board_load_stream(file, path, board, fault);
    fclose(file);
    return sound;
}
