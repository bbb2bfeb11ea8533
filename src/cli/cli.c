/* What the subcommands share. */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "board/board_find.h"
#include "board/boards.h"
#include "cli/help.h"
#include "cli/manual.h"
#include "cli/program.h"
#include "core/check.h"
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

unsigned cli_cores(unsigned most)
{
    const long found = sysconf(_SC_NPROCESSORS_ONLN);
    return found < 1 ? 1 : (unsigned long)found > most ? most : (unsigned)found;
}

/* At most a byte more than a record may have. */
static bool read_stream(struct file *file, FILE *stream)
{
    enum { READ_MIN = 1 << 12 };
    size_t capacity = 0;
    while (file->size <= RECORD_SIZE_MAX) {
        if (!ARRAY_GROW(file->data, capacity, file->size + READ_MIN))
            return false;
        const size_t got = fread(file->data + file->size, 1, capacity - file->size, stream);
        if (got == 0)
            return ferror(stream) == 0;
        file->size += got;
    }
    return true;
}

bool make_folders(const char *path)
{
    char part[PATH_MAX];
    const size_t length = strlen(path);
    if (length >= sizeof part) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return false;
    }
    return true;
}

bool file_read(struct file *file, const char *path, char *error, size_t error_size)
{
    const bool standard = strcmp(path, "-") == 0;
    *file = (struct file){NULL, 0};
    errno = 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    const char *name = standard ? "standard input" : path;
    bool read = stream != NULL && read_stream(file, stream);
    if (!read) {
        snprintf(error, error_size, "cannot read %s: %s", name,
                 errno != 0 ? strerror(errno) : "out of memory");
    } else if (file->size > RECORD_SIZE_MAX) {
        snprintf(error, error_size, "%s is longer than a record can be, which is %d bytes", name,
                 RECORD_SIZE_MAX);
        read = false;
    }
    if (!read)
        file_release(file);
    if (stream != NULL && !standard)
        fclose(stream);
    return read;
}

void file_release(struct file *file)
{
    free(file->data);
    *file = (struct file){NULL, 0};
}

void cli_take_keyboard(const char *path)
{
    if (strcmp(path, "-") != 0 || isatty(STDOUT_FILENO) != 1)
        return;
    const int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal < 0)
        return;
    dup2(terminal, STDIN_FILENO);
    close(terminal);
    clearerr(stdin);
}

int command_help(const struct command *command)
{
    char examples[HELP_SIZE];
    struct text text;
    text_init(&text, examples, sizeof examples);
    manual_write_examples(&text, manual_of(command->name));
    program_help("railhead", command);
    fputs(examples, stdout);
    return STATUS_OK;
}

bool command_read(const struct command *command, int *argc, char **argv, void *into, int *status)
{
    char error[OPTIONS_ERROR_SIZE];
    const enum options_outcome outcome = options_read(command, argc, argv, into, error);
    if (outcome == OPTIONS_HELP)
        *status = command_help(command);
    else if (outcome == OPTIONS_BAD)
        *status = cli_fail(command->name, "%s", error);
    return outcome == OPTIONS_READ;
}

bool choose_board(struct chosen_board *chosen, const char *id_or_path,
                  char error[OPTIONS_ERROR_SIZE])
{
    struct fault fault;
    char sentence[FAULT_SENTENCE_SIZE];
    if (board_find(id_or_path, &chosen->storage, &chosen->board, &fault)) {
        chosen->file = chosen->board == &chosen->storage ? id_or_path : NULL;
        return true;
    }
    fault_sentence(&fault, sentence);
    if (fault.line > 0)
        snprintf(error, OPTIONS_ERROR_SIZE, "%.300s:%u: %.300s", id_or_path, fault.line, sentence);
    else if (board_is_path(id_or_path))
        text_copy(error, OPTIONS_ERROR_SIZE, sentence);
    else
        options_no_such(error, &board_words, id_or_path);
    return false;
}

bool take_board(const struct option *option, const char *value, void *into,
                char error[OPTIONS_ERROR_SIZE])
{
    CHECK(option->size == sizeof(struct chosen_board));
    return choose_board(option_field(option, into), value, error);
}

bool check_rules(const struct board *board, unsigned ruleset, const char *command)
{
    if (ruleset == RULESETS || ruleset == board->ruleset)
        return true;
    cli_fail(command, "--rules: the board %s is played by the rule set %s, not %s", board->id,
             ruleset_names[board->ruleset], ruleset_names[ruleset]);
    return false;
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
