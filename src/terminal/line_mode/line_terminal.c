/* Lines of text on a terminal or through pipes. */
#include "terminal/line_mode/line_terminal.h"
#include "base/array.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/array.h"
#include "terminal/drawing/utf8.h"
#include "words/language.h"

enum {
    INPUT_STEP = 4096,
    CLEAR_LINES_PLAIN = 60,
    INDENT_MAX = 14,
    INDENT_LONG_TITLE = 4,
    INDENT_SENTENCE = 2,
    LINE_SIZE = 1000,
    ENTRY_LEAST = 20 /* minimum width of a description in a list */
};

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value != NULL && value[0] != '\0';
}

static bool terminal_is_dumb(void)
{
    const char *term = getenv("TERM");
    return term == NULL || term[0] == '\0' || strcmp(term, "dumb") == 0;
}

void line_terminal_init(struct line_terminal *terminal, int in, FILE *out)
{
    memset(terminal, 0, sizeof *terminal);
    terminal->in = in;
    terminal->out = out;
    terminal->is_terminal = isatty(fileno(out)) == 1;
    terminal->asks = terminal->is_terminal && isatty(in) == 1;
    terminal->echoes = isatty(in) != 1;
    terminal->colour = terminal->is_terminal && !is_set("NO_COLOR") && !terminal_is_dumb();
    terminal->utf8 = language_signs(terminal->is_terminal);
    language_start();
    if (!terminal->utf8)
        language_use_ascii();
    line_terminal_measure(terminal);
}

void line_terminal_release(struct line_terminal *terminal)
{
    free(terminal->input);
    terminal->input = NULL;
}

void line_terminal_measure(struct line_terminal *terminal)
{
    struct winsize size;
    terminal->width = LINE_TERMINAL_WIDTH_PLAIN;
    terminal->height = 0;
    if (terminal->is_terminal && ioctl(fileno(terminal->out), TIOCGWINSZ, &size) == 0 &&
        size.ws_col > 0) {
        terminal->width = size.ws_col;
        terminal->height = size.ws_row;
    }
}

void line_terminal_print(struct line_terminal *terminal, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(terminal->out, format, arguments);
    va_end(arguments);
}

const char *line_terminal_either(const struct line_terminal *terminal, const char *utf8,
                                 const char *ascii)
{
    return terminal->utf8 ? utf8 : ascii;
}

/* ---- Reading ----------------------------------------------------------------------------- */

static void forget_line(struct line_terminal *terminal)
{
    terminal->input_used -= terminal->line_end;
    memmove(terminal->input, terminal->input + terminal->line_end, terminal->input_used);
    terminal->line_end = 0;
}

/*
 * Returns a complete line from the buffer, or the rest at the end of input; NULL if there is none.
 */
static const char *take_line(struct line_terminal *terminal)
{
    if (terminal->input_used == 0)
        return NULL;
    char *start = terminal->input;
    char *end = memchr(start, '\n', terminal->input_used);
    if (end == NULL && !terminal->ended)
        return NULL;
    if (end == NULL)
        end = start + terminal->input_used; /* there is space for a NUL */
    terminal->line_end = (size_t)(end - start) + (end < start + terminal->input_used);
    *end = '\0';
    end = start + strlen(start);
    while (end > start && isspace((unsigned char)end[-1]))
        *--end = '\0';
    while (isspace((unsigned char)*start))
        start++;
    if (terminal->echoes)
        line_terminal_print(terminal, "%s\n", start);
    return start;
}

static void read_more(struct line_terminal *terminal)
{
    if (!ARRAY_GROW(terminal->input, terminal->input_capacity,
                    terminal->input_used + INPUT_STEP + 1)) {
        terminal->ended = true; /* longer than anyone would type */
        return;
    }
    const ssize_t more = read(terminal->in, terminal->input + terminal->input_used, INPUT_STEP);
    if (more > 0)
        terminal->input_used += (size_t)more;
    else if (more == 0 || (errno != EINTR && errno != EAGAIN))
        terminal->ended = true;
}

enum line_terminal_event line_terminal_wait(struct line_terminal *terminal, const char **line,
                                            int descriptor, int milliseconds)
{
    struct pollfd polled[2] = {{.fd = line != NULL ? terminal->in : -1, .events = POLLIN},
                               {.fd = descriptor, .events = POLLIN}};
    fflush(terminal->out);
    if (line != NULL && terminal->line_end > 0)
        forget_line(terminal);
    for (;;) {
        if (line != NULL && (*line = take_line(terminal)) != NULL)
            return LINE_TERMINAL_LINE;
        if (line != NULL && terminal->ended)
            return LINE_TERMINAL_END;
        const int ready = poll(polled, 2, milliseconds);
        if (ready == 0)
            return LINE_TERMINAL_NOTHING;
        if (ready > 0 && polled[1].revents != 0)
            return LINE_TERMINAL_READY;
        if (ready > 0)
            read_more(terminal);
    }
}

const char *line_terminal_read(struct line_terminal *terminal)
{
    const char *line;
    return line_terminal_wait(terminal, &line, -1, -1) == LINE_TERMINAL_LINE ? line : NULL;
}

/* ---- Writing ----------------------------------------------------------------------------- */

void line_terminal_print_padded(struct line_terminal *terminal, const char *text, int columns)
{
    const int missing = columns - utf8_columns(text);
    line_terminal_print(terminal, "%s%*s", text, missing > 0 ? missing : 0, "");
}

void line_terminal_print_folded(struct line_terminal *terminal, const char *text)
{
    const int width = !terminal->is_terminal                       ? INT_MAX
                      : terminal->width < LINE_TERMINAL_WIDTH_READ ? terminal->width
                                                                   : LINE_TERMINAL_WIDTH_READ;
    while (*text != '\0') {
        size_t length;
        const char *rest = utf8_fold(text, width - INDENT_SENTENCE, &length);
        line_terminal_print(terminal, "%*s%.*s\n", INDENT_SENTENCE, "", (int)length, text);
        text = rest;
    }
}

void line_terminal_print_entry(struct line_terminal *terminal, const char *word, int columns,
                               const char *about)
{
    const int width =
        terminal->width < LINE_TERMINAL_WIDTH_READ ? terminal->width : LINE_TERMINAL_WIDTH_READ;
    const int indent = INDENT_SENTENCE + columns + 1;
    const int room = width - indent - 1 > ENTRY_LEAST ? width - indent - 1 : ENTRY_LEAST;
    line_terminal_print(terminal, "%*s", INDENT_SENTENCE, "");
    line_terminal_print_padded(terminal, word, columns);
    if (utf8_columns(word) > columns)
        line_terminal_print(terminal, "\n%*s", indent - 1, "");
    for (const char *text = about; *text != '\0';) {
        size_t length;
        const char *rest = utf8_fold(text, room, &length);
        line_terminal_print(terminal, "%*s%.*s\n", text == about ? 1 : indent, "", (int)length,
                            text);
        text = rest;
    }
}

/* Prints the line if it is an entry of a list, and returns true. */
static bool print_as_entry(struct line_terminal *terminal, const char *line)
{
    char word[LINE_SIZE];
    const char *gap =
        strncmp(line, "  ", INDENT_SENTENCE) == 0 ? strstr(line + INDENT_SENTENCE, "  ") : NULL;
    if (gap == NULL)
        return false;
    const char *about = gap + strspn(gap, " ");
    snprintf(word, sizeof word, "%.*s", (int)(about - line), line);
    const int columns = utf8_columns(word) - INDENT_SENTENCE - 1;
    word[gap - line] = '\0';
    line_terminal_print_entry(terminal, word + INDENT_SENTENCE, columns, about);
    return true;
}

void line_terminal_print_lines(struct line_terminal *terminal, const char *text)
{
    const int width =
        terminal->width < LINE_TERMINAL_WIDTH_READ ? terminal->width : LINE_TERMINAL_WIDTH_READ;
    for (size_t length; *text != '\0'; text += length + (text[length] != '\0')) {
        char line[LINE_SIZE];
        const char *left = line;
        length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        if (print_as_entry(terminal, line))
            continue;
        do {
            size_t part;
            const char *rest = utf8_fold(left, width - 1, &part);
            line_terminal_print(terminal, "%.*s\n", (int)part, left);
            left = rest;
        } while (*left != '\0');
    }
}

void line_terminal_clear(struct line_terminal *terminal)
{
    if (terminal->is_terminal && !terminal_is_dumb()) {
        fputs("\033[H\033[2J", terminal->out); /* in place: scrolling up would show it */
        return;
    }
    for (int i = 0; i < CLEAR_LINES_PLAIN; i++)
        fputc('\n', terminal->out);
}

void line_terminal_list_begin(struct line_terminal_list *list, struct line_terminal *terminal,
                              const char *title, int columns)
{
    const int length = utf8_columns(title);
    list->terminal = terminal;
    list->column = length > columns ? length : columns;
    list->indent = list->column > INDENT_MAX ? INDENT_LONG_TITLE : list->column;
    line_terminal_print_padded(terminal, title, columns);
}

void line_terminal_list_add(struct line_terminal_list *list, const char *word)
{
    const int columns = utf8_columns(word);
    const int width = list->terminal->width < LINE_TERMINAL_WIDTH_READ ? list->terminal->width
                                                                       : LINE_TERMINAL_WIDTH_READ;
    if (list->column > list->indent && list->column + 1 + columns >= width) {
        line_terminal_print(list->terminal, "\n%*s", list->indent, "");
        list->column = list->indent;
    }
    line_terminal_print(list->terminal, "%s%s", list->column > 0 ? " " : "", word);
    list->column += columns + 1;
}

void line_terminal_list_end(struct line_terminal_list *list)
{
    line_terminal_print(list->terminal, "\n");
}

void line_terminal_take_keyboard(const char *path)
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
