/* Reading a board file whole: see board_load.h. */
#include "board/board_load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Why a file cannot be read.  A long path is cut, so that the reason stays. */
static bool refuse_file(struct board_fault *fault, const char *path, const char *why)
{
    char name[160];
    board_print(name, sizeof name, "%s", path);
    return board_refuse(fault, 0, "cannot read %s: %s", name, why);
}

static bool read_and_check(FILE *file, const char *path, char *text, struct board *board,
                           struct board_fault *fault)
{
    const size_t size = fread(text, 1, BOARD_FILE_SIZE_MAX + 1, file);
    if (ferror(file))
        return refuse_file(fault, path, strerror(errno));
    if (size > BOARD_FILE_SIZE_MAX)
        return refuse_file(fault, path, "it is larger than 1 MB, too large for a board");
    return board_read(text, size, board, fault);
}

bool board_load(const char *path, struct board *board, struct board_fault *fault)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return refuse_file(fault, path, strerror(errno));
    char *text = malloc(BOARD_FILE_SIZE_MAX + 1);
    const bool sound = text ? read_and_check(file, path, text, board, fault)
                            : refuse_file(fault, path, "not enough memory");
    free(text);
    fclose(file);
    return sound;
}
