/* Plain text on a terminal or through a pipe. */
#include "terminal/line_mode/screen.h"

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

#include "terminal/drawing/canvas.h"
#include "words/language.h"

enum {
    INPUT_STEP = 4096,
    CLEAR_LINES_PLAIN = 60,
    INDENT_MAX = 14,
    INDENT_LONG_TITLE = 4,
    INDENT_SENTENCE = 2,
    LINE_SIZE = 1000,
    ENTRY_LEAST = 20 /* columns for what a word of a list means */
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

void screen_init(struct screen *screen, int in, FILE *out)
{
    memset(screen, 0, sizeof *screen);
    screen->in = in;
    screen->out = out;
    screen->is_terminal = isatty(fileno(out)) == 1;
    screen->asks = screen->is_terminal && isatty(in) == 1;
    screen->echoes = isatty(in) != 1;
    screen->colour = screen->is_terminal && !is_set("NO_COLOR") && !terminal_is_dumb();
    screen->utf8 = language_signs(screen->is_terminal);
    language_start();
    if (!screen->utf8)
        language_use_ascii();
    screen_measure(screen);
}

void screen_release(struct screen *screen)
{
    free(screen->input);
    screen->input = NULL;
}

void screen_measure(struct screen *screen)
{
    struct winsize size;
    screen->width = SCREEN_WIDTH_PLAIN;
    screen->height = 0;
    if (screen->is_terminal && ioctl(fileno(screen->out), TIOCGWINSZ, &size) == 0 &&
        size.ws_col > 0) {
        screen->width = size.ws_col;
        screen->height = size.ws_row;
    }
}

void screen_print(struct screen *screen, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(screen->out, format, arguments);
    va_end(arguments);
}

const char *screen_either(const struct screen *screen, const char *utf8, const char *ascii)
{
    return screen->utf8 ? utf8 : ascii;
}

/* ---- Reading ----------------------------------------------------------------------------- */

static void forget_line(struct screen *screen)
{
    screen->input_used -= screen->line_end;
    memmove(screen->input, screen->input + screen->line_end, screen->input_used);
    screen->line_end = 0;
}

/* A line that is there already, or what is left at the end of input; NULL for none. */
static const char *take_line(struct screen *screen)
{
    if (screen->input_used == 0)
        return NULL;
    char *start = screen->input;
    char *end = memchr(start, '\n', screen->input_used);
    if (end == NULL && !screen->ended)
        return NULL;
    if (end == NULL)
        end = start + screen->input_used; /* there is room for a NUL */
    screen->line_end = (size_t)(end - start) + (end < start + screen->input_used);
    *end = '\0';
    end = start + strlen(start);
    while (end > start && isspace((unsigned char)end[-1]))
        *--end = '\0';
    while (isspace((unsigned char)*start))
        start++;
    if (screen->echoes)
        screen_print(screen, "%s\n", start);
    return start;
}

static void read_more(struct screen *screen)
{
    if (screen->input_room - screen->input_used < INPUT_STEP + 1) {
        const size_t room = 2 * screen->input_room + INPUT_STEP + 1;
        char *input = realloc(screen->input, room);
        if (input == NULL) { /* nobody types such a line */
            screen->ended = true;
            return;
        }
        screen->input = input;
        screen->input_room = room;
    }
    const ssize_t more = read(screen->in, screen->input + screen->input_used, INPUT_STEP);
    if (more > 0)
        screen->input_used += (size_t)more;
    else if (more == 0 || (errno != EINTR && errno != EAGAIN))
        screen->ended = true;
}

enum screen_event screen_wait(struct screen *screen, const char **line, int descriptor,
                              int milliseconds)
{
    struct pollfd polled[2] = {{.fd = line != NULL ? screen->in : -1, .events = POLLIN},
                               {.fd = descriptor, .events = POLLIN}};
    fflush(screen->out);
    if (line != NULL && screen->line_end > 0)
        forget_line(screen);
    for (;;) {
        if (line != NULL && (*line = take_line(screen)) != NULL)
            return SCREEN_LINE;
        if (line != NULL && screen->ended)
            return SCREEN_END;
        const int ready = poll(polled, 2, milliseconds);
        if (ready == 0)
            return SCREEN_NOTHING;
        if (ready > 0 && polled[1].revents != 0)
            return SCREEN_READY;
        if (ready > 0)
            read_more(screen);
    }
}

const char *screen_read(struct screen *screen)
{
    const char *line;
    return screen_wait(screen, &line, -1, -1) == SCREEN_LINE ? line : NULL;
}

/* ---- Writing ----------------------------------------------------------------------------- */

void screen_print_padded(struct screen *screen, const char *text, int columns)
{
    const int missing = columns - utf8_columns(text);
    screen_print(screen, "%s%*s", text, missing > 0 ? missing : 0, "");
}

void screen_print_folded(struct screen *screen, const char *text)
{
    const int width = !screen->is_terminal                ? INT_MAX
                      : screen->width < SCREEN_WIDTH_READ ? screen->width
                                                          : SCREEN_WIDTH_READ;
    while (*text != '\0') {
        size_t length;
        const char *rest = text_fold(text, width - INDENT_SENTENCE, &length);
        screen_print(screen, "%*s%.*s\n", INDENT_SENTENCE, "", (int)length, text);
        text = rest;
    }
}

void screen_print_entry(struct screen *screen, const char *word, int columns, const char *about)
{
    const int width = screen->width < SCREEN_WIDTH_READ ? screen->width : SCREEN_WIDTH_READ;
    const int indent = INDENT_SENTENCE + columns + 1;
    const int room = width - indent - 1 > ENTRY_LEAST ? width - indent - 1 : ENTRY_LEAST;
    screen_print(screen, "%*s", INDENT_SENTENCE, "");
    screen_print_padded(screen, word, columns);
    if (utf8_columns(word) > columns)
        screen_print(screen, "\n%*s", indent - 1, "");
    for (const char *text = about; *text != '\0';) {
        size_t length;
        const char *rest = text_fold(text, room, &length);
        screen_print(screen, "%*s%.*s\n", text == about ? 1 : indent, "", (int)length, text);
        text = rest;
    }
}

/* True if the line was one of a list: it is printed. */
static bool print_as_entry(struct screen *screen, const char *line)
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
    screen_print_entry(screen, word + INDENT_SENTENCE, columns, about);
    return true;
}

void screen_print_lines(struct screen *screen, const char *text)
{
    const int width = screen->width < SCREEN_WIDTH_READ ? screen->width : SCREEN_WIDTH_READ;
    for (size_t length; *text != '\0'; text += length + (text[length] != '\0')) {
        char line[LINE_SIZE];
        const char *left = line;
        length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        if (print_as_entry(screen, line))
            continue;
        do {
            size_t part;
            const char *rest = text_fold(left, width - 1, &part);
            screen_print(screen, "%.*s\n", (int)part, left);
            left = rest;
        } while (*left != '\0');
    }
}

void screen_clear(struct screen *screen)
{
    if (screen->is_terminal && !terminal_is_dumb()) {
        fputs("\033[H\033[2J", screen->out); /* in place: scrolling up would not bring it back */
        return;
    }
    for (int i = 0; i < CLEAR_LINES_PLAIN; i++)
        fputc('\n', screen->out);
}

void screen_list_begin(struct screen_list *list, struct screen *screen, const char *title,
                       int columns)
{
    const int length = utf8_columns(title);
    list->screen = screen;
    list->column = length > columns ? length : columns;
    list->indent = list->column > INDENT_MAX ? INDENT_LONG_TITLE : list->column;
    screen_print_padded(screen, title, columns);
}

void screen_list_add(struct screen_list *list, const char *word)
{
    const int columns = utf8_columns(word);
    const int width =
        list->screen->width < SCREEN_WIDTH_READ ? list->screen->width : SCREEN_WIDTH_READ;
    if (list->column > list->indent && list->column + 1 + columns >= width) {
        screen_print(list->screen, "\n%*s", list->indent, "");
        list->column = list->indent;
    }
    screen_print(list->screen, "%s%s", list->column > 0 ? " " : "", word);
    list->column += columns + 1;
}

void screen_list_end(struct screen_list *list)
{
    screen_print(list->screen, "\n");
}

void screen_take_keyboard(const char *path)
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
