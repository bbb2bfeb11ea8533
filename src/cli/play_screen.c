/* Plain text on a terminal or through a pipe. */
#include "cli/play_screen.h"

#include <ctype.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { CLEAR_LINES_PLAIN = 60, INDENT_MAX = 14, INDENT_LONG_TITLE = 4 };

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

void screen_init(struct screen *screen, FILE *in, FILE *out)
{
    setlocale(LC_CTYPE, ""); /* for the character set alone */
    memset(screen, 0, sizeof *screen);
    screen->in = in;
    screen->out = out;
    screen->is_terminal = isatty(fileno(out)) == 1;
    screen->asks = screen->is_terminal && isatty(fileno(in)) == 1;
    screen->echoes = isatty(fileno(in)) != 1;
    screen->colour = screen->is_terminal && !is_set("NO_COLOR") && !terminal_is_dumb();
    screen->utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    screen_measure(screen);
}

void screen_release(struct screen *screen)
{
    free(screen->line);
    screen->line = NULL;
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

const char *screen_read(struct screen *screen)
{
    fflush(screen->out);
    const ssize_t read = getline(&screen->line, &screen->line_size, screen->in);
    if (read < 0) {
        screen->ended = true;
        return NULL;
    }
    char *start = screen->line;
    size_t length = strlen(start);
    while (length > 0 && isspace((unsigned char)start[length - 1]))
        start[--length] = '\0';
    while (isspace((unsigned char)*start))
        start++;
    if (screen->echoes)
        fprintf(screen->out, "%s\n", start);
    return start;
}

unsigned screen_columns(const char *text)
{
    unsigned columns = 0;
    for (; *text != '\0'; text++)
        columns += ((unsigned char)*text & 0xc0) != 0x80; /* not a byte that continues one */
    return columns;
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

void screen_list_begin(struct screen_list *list, struct screen *screen, const char *title)
{
    list->screen = screen;
    list->column = screen_columns(title);
    list->indent = list->column > INDENT_MAX ? (unsigned)INDENT_LONG_TITLE : list->column;
    screen_print(screen, "%s", title);
}

void screen_list_add(struct screen_list *list, const char *word)
{
    const unsigned columns = screen_columns(word);
    const unsigned width =
        list->screen->width < SCREEN_WIDTH_READ ? list->screen->width : SCREEN_WIDTH_READ;
    if (list->column > list->indent && list->column + 1 + columns >= width) {
        screen_print(list->screen, "\n%*s", (int)list->indent, "");
        list->column = list->indent;
    }
    screen_print(list->screen, "%s%s", list->column > 0 ? " " : "", word);
    list->column += columns + 1;
}

void screen_list_end(struct screen_list *list)
{
    screen_print(list->screen, "\n");
}
