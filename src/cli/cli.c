/* What the subcommands share. */
#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/board_find.h"
#include "board/boards.h"
#include "core/notation.h"

int cli_fail(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fprintf(stderr, "railhead %s: ", command);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return STATUS_BAD;
}

static bool read_stream(struct file *file, FILE *stream)
{
    size_t room = 0;
    for (;;) {
        if (file->size == room) {
            room = room == 0 ? 1 << 16 : room * 2;
            char *larger = realloc(file->data, room);
            if (larger == NULL)
                return false;
            file->data = larger;
        }
        const size_t got = fread(file->data + file->size, 1, room - file->size, stream);
        if (got == 0)
            return ferror(stream) == 0;
        file->size += got;
    }
}

bool file_read(struct file *file, const char *path, char *error, size_t error_size)
{
    const bool standard = strcmp(path, "-") == 0;
    *file = (struct file){NULL, 0};
    errno = 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    const bool read = stream != NULL && read_stream(file, stream);
    if (!read) {
        snprintf(error, error_size, "cannot read %s: %s", standard ? "standard input" : path,
                 errno != 0 ? strerror(errno) : "out of memory");
        file_release(file);
    }
    if (stream != NULL && !standard)
        fclose(stream);
    return read;
}

void file_release(struct file *file)
{
    free(file->data);
    *file = (struct file){NULL, 0};
}

bool choose_board(struct chosen_board *chosen, const char *id_or_path, const char *command)
{
    struct fault fault;
    char sentence[FAULT_SENTENCE_SIZE];
    if (board_find(id_or_path, &chosen->storage, &chosen->board, &fault))
        return true;
    fault_sentence(&fault, sentence);
    if (fault.line > 0)
        cli_fail(command, "%s:%u: %s", id_or_path, fault.line, sentence);
    else
        cli_fail(command, "%s", sentence);
    return false;
}

bool check_rules(const struct board *board, const char *rules, const char *command)
{
    if (rules == NULL || strcmp(rules, ruleset_names[board->ruleset]) == 0)
        return true;
    if (ruleset_find((struct word){rules, strlen(rules)}) == RULESETS)
        cli_fail(command, "--rules: there is no rule set '%.60s', only %s and %s", rules,
                 ruleset_names[0], ruleset_names[1]);
    else
        cli_fail(command, "--rules: the board %s is played by the rule set %s, not %s", board->id,
                 ruleset_names[board->ruleset], rules);
    return false;
}

bool add_variant(unsigned *variants, const char *name)
{
    const unsigned variant = variant_find((struct word){name, strlen(name)});
    *variants |= variant;
    return variant != 0;
}

static const struct board *find_for_record(void *context, const char *id, size_t length)
{
    const struct chosen_board *chosen = context;
    if (chosen->board != NULL && strlen(chosen->board->id) == length &&
        memcmp(chosen->board->id, id, length) == 0)
        return chosen->board;
    return board_builtin(id, length);
}

struct record_boards record_boards_of(const struct chosen_board *chosen)
{
    /* The finder only reads it. */
    return (struct record_boards){.find = find_for_record, .context = (void *)(uintptr_t)chosen};
}
