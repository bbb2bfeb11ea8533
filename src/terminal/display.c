/* curses, colours and signals. */
#define NCURSES_WIDECHAR 1
#include "terminal/display.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <term.h>
#include <unistd.h>

#include "core/check.h"
#include "core/harmless.h"
#include "words/language.h"

enum { ESCAPE_DELAY_MS = 25, TRUE_COLOURS = 1 << 24, MANY_COLOURS = 256, FEW_COLOURS = 8 };

/* ---- Colours ----------------------------------------------------------------------------- */

/* One colour for each kind of terminal: 24 bits, the palette of 256, the palette of 8 or 16. */
struct colour {
    int rgb;
    short many;
    short few;
};

enum { FEW_BRIGHT = 8, BRIGHT_COLOURS = 16 }; /* bright ones are bold where there are only eight */

struct look {
    struct colour front;
    struct colour back;
    attr_t attributes;
    attr_t without_colour; /* in place of all this on a monochrome terminal */
};

#define NO_COLOUR                                                                                  \
    {                                                                                              \
        -1, -1, -1                                                                                 \
    }
#define BLACK                                                                                      \
    {                                                                                              \
        0x101010, 233, COLOR_BLACK                                                                 \
    }

static const struct look looks[STYLES] = {
    [STYLE_PLAIN] = {NO_COLOUR, NO_COLOUR, 0, 0},
    [STYLE_FAINT] = {{0x8a8a8a, 245, COLOR_WHITE}, NO_COLOUR, 0, A_DIM},
    [STYLE_BOLD] = {NO_COLOUR, NO_COLOUR, A_BOLD, A_BOLD},
    [STYLE_TITLE] = {{0xffd787, 222, COLOR_YELLOW}, NO_COLOUR, A_BOLD, A_BOLD},
    [STYLE_NAME] = {{0xbcbcbc, 250, COLOR_WHITE}, NO_COLOUR, 0, 0},
    [STYLE_OWN_NAME] = {{0xffffff, 231, COLOR_WHITE},
                        NO_COLOUR,
                        A_BOLD | A_UNDERLINE,
                        A_BOLD | A_UNDERLINE},
    [STYLE_SINGLE] = {{0x6c6c6c, 242, COLOR_WHITE}, NO_COLOUR, 0, A_DIM},
    [STYLE_DOUBLE] = {{0xaf875f, 137, COLOR_YELLOW}, NO_COLOUR, 0, 0},
    [STYLE_WATER] = {{0x5f87d7, 68, COLOR_CYAN}, NO_COLOUR, 0, 0},
    [STYLE_LEGAL] = {{0xd7ffaf, 193, COLOR_GREEN}, NO_COLOUR, A_BOLD, A_BOLD},
    [STYLE_TRACK] = {{0xffffff, 231, COLOR_WHITE}, NO_COLOUR, A_BOLD, A_BOLD},
    [STYLE_LIT] = {{0xffff00, 226, COLOR_YELLOW}, NO_COLOUR, A_BOLD, A_BOLD | A_UNDERLINE},
    [STYLE_DRAFT] = {BLACK, {0x87ff87, 120, COLOR_GREEN}, A_BOLD, A_REVERSE | A_BOLD},
    [STYLE_MISSING] = {{0xff5f5f, 203, COLOR_RED}, NO_COLOUR, A_BOLD, A_REVERSE},
    [STYLE_REFUSED] = {{0xff8787, 210, COLOR_RED}, NO_COLOUR, A_BOLD, A_BOLD},
    [STYLE_NOTICE] = {{0x87d7ff, 117, COLOR_CYAN}, NO_COLOUR, 0, 0},
    [STYLE_BAR] = {{0xd0d0d0, 252, COLOR_WHITE}, {0x303030, 236, COLOR_BLUE}, 0, A_REVERSE},
    [STYLE_SEAT + 0] = {{0xff87ff, 213, COLOR_MAGENTA}, NO_COLOUR, A_BOLD, A_BOLD},
    [STYLE_SEAT + 1] = {{0x00d7ff, 45, COLOR_CYAN}, NO_COLOUR, A_BOLD, A_BOLD},
    [STYLE_SEAT + 2] = {{0x87ff5f, 119, COLOR_GREEN}, NO_COLOUR, A_BOLD, A_BOLD},
    [STYLE_SEAT + 3] = {{0xffaf5f, 215, COLOR_YELLOW}, NO_COLOUR, A_BOLD, A_BOLD},
    [STYLE_SEAT + 4] = {{0xaf87ff, 141, COLOR_BLUE}, NO_COLOUR, A_BOLD, A_BOLD},
    [STYLE_SEAT + 5] = {{0xffd7d7, 224, COLOR_RED}, NO_COLOUR, A_BOLD, A_BOLD},
    [STYLE_MARKER + 0] = {BLACK, {0xff87ff, 213, COLOR_MAGENTA}, A_BOLD, A_REVERSE | A_BOLD},
    [STYLE_MARKER + 1] = {BLACK, {0x00d7ff, 45, COLOR_CYAN}, A_BOLD, A_REVERSE | A_BOLD},
    [STYLE_MARKER + 2] = {BLACK, {0x87ff5f, 119, COLOR_GREEN}, A_BOLD, A_REVERSE | A_BOLD},
    [STYLE_MARKER + 3] = {BLACK, {0xffaf5f, 215, COLOR_YELLOW}, A_BOLD, A_REVERSE | A_BOLD},
    [STYLE_MARKER + 4] = {BLACK, {0xaf87ff, 141, COLOR_BLUE}, A_BOLD, A_REVERSE | A_BOLD},
    [STYLE_MARKER + 5] = {BLACK, {0xffd7d7, 224, COLOR_RED}, A_BOLD, A_REVERSE | A_BOLD},
    [STYLE_GROUP + GROUP_GREEN] = {{0x5faf5f, 71, COLOR_GREEN}, NO_COLOUR, 0, 0},
    [STYLE_GROUP + GROUP_BLUE] = {{0x5fafff, 75, COLOR_BLUE | FEW_BRIGHT}, NO_COLOUR, 0, 0},
    [STYLE_GROUP + GROUP_YELLOW] = {{0xd7d700, 184, COLOR_YELLOW}, NO_COLOUR, 0, 0},
    [STYLE_GROUP + GROUP_ORANGE] = {{0xff8700, 208, COLOR_MAGENTA}, NO_COLOUR, 0, 0},
    [STYLE_GROUP + GROUP_RED] = {{0xff5f5f, 203, COLOR_RED}, NO_COLOUR, 0, 0},
    [STYLE_OWN_GROUP + GROUP_GREEN] = {BLACK, {0x5faf5f, 71, COLOR_GREEN}, A_BOLD, A_REVERSE},
    [STYLE_OWN_GROUP +
        GROUP_BLUE] = {{0x101010, 233, COLOR_WHITE}, {0x5fafff, 75, COLOR_BLUE}, A_BOLD, A_REVERSE},
    [STYLE_OWN_GROUP + GROUP_YELLOW] = {BLACK, {0xd7d700, 184, COLOR_YELLOW}, A_BOLD, A_REVERSE},
    [STYLE_OWN_GROUP + GROUP_ORANGE] = {BLACK, {0xff8700, 208, COLOR_MAGENTA}, A_BOLD, A_REVERSE},
    [STYLE_OWN_GROUP + GROUP_RED] = {BLACK, {0xff5f5f, 203, COLOR_RED}, A_BOLD, A_REVERSE},
};

static int colour_number(const struct colour *colour)
{
    if (COLORS >= TRUE_COLOURS)
        return colour->rgb;
    if (COLORS >= MANY_COLOURS)
        return colour->many;
    return colour->few >= FEW_BRIGHT && COLORS < BRIGHT_COLOURS ? colour->few - FEW_BRIGHT
                                                                : colour->few;
}

/* Pair 0 is the terminal's own; a style has the pair after its number. */
static bool start_colours(void)
{
    const char *wish = getenv("NO_COLOR");
    if ((wish != NULL && wish[0] != '\0') || !has_colors() || start_color() == ERR ||
        COLORS < FEW_COLOURS || COLOR_PAIRS <= STYLES)
        return false;
    const bool defaults = use_default_colors() == OK;
    for (int style = 0; style < STYLES; style++) {
        int front = colour_number(&looks[style].front), back = colour_number(&looks[style].back);
        if (front < 0 && !defaults)
            front = COLOR_WHITE;
        if (back < 0 && !defaults)
            back = COLOR_BLACK;
        init_extended_pair(style + 1, front, back);
    }
    return true;
}

/* ---- Signals ----------------------------------------------------------------------------- */

void display_restore(void)
{
    if (stdscr != NULL && !isendwin())
        endwin();
}

/* A bug: nothing is left to lose. */
static void restore_and_die(int number)
{
    display_restore();
    raise(number);
}

static void catch_bugs(void)
{
    static const int bugs[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction action = {.sa_handler = restore_and_die, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof bugs / sizeof bugs[0]; i++)
        sigaction(bugs[i], &action, NULL);
}

static void ending_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGHUP);
    sigaddset(set, SIGQUIT);
}

/* ---- Opening and closing ----------------------------------------------------------------- */

bool display_is_possible(void)
{
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && term != NULL &&
           term[0] != '\0' && strcmp(term, "dumb") != 0;
}

/* Asked first: newterm() keeps memory when it fails. */
static bool is_known(void)
{
    int found;
    if (setupterm(NULL, STDOUT_FILENO, &found) == ERR)
        return false;
    del_curterm(cur_term);
    return true;
}

static void measure(struct display *display)
{
    display->width = COLS > 0 ? (unsigned)COLS : 1;
    display->height = LINES > 0 ? (unsigned)LINES : 1;
}

bool display_open(struct display *display, char error[], size_t error_size)
{
    sigset_t ending;
    memset(display, 0, sizeof *display);
    setlocale(LC_CTYPE, "");
    display->utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (display->utf8) /* other languages need more than ASCII */
        language_start();
    display->screen = is_known() ? newterm(NULL, stdout, stdin) : NULL;
    if (display->screen == NULL) {
        const char *term = getenv("TERM");
        snprintf(error, error_size, "the terminal '%.60s' is not known here; try --plain",
                 term != NULL ? term : "");
        return false;
    }
    ending_signals(&ending);
    sigprocmask(SIG_BLOCK, &ending, NULL);
    display->signals = signalfd(-1, &ending, SFD_CLOEXEC | SFD_NONBLOCK);
    CHECK(display->signals >= 0);
    catch_bugs();
    set_escdelay(ESCAPE_DELAY_MS);
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    display->colour = start_colours();
    measure(display);
    return true;
}

void display_close(struct display *display)
{
    sigset_t ending;
    if (display->screen == NULL)
        return;
    mousemask(0, NULL);
    display_restore();
    delscreen(display->screen);
    close(display->signals);
    ending_signals(&ending);
    sigprocmask(SIG_UNBLOCK, &ending, NULL);
    display->screen = NULL;
}

/* ---- Showing ----------------------------------------------------------------------------- */

/* Nothing that steers a terminal is ever sent to one, also where it was not looked at before. */
static uint32_t shown_sign(const struct display *display, uint32_t sign)
{
    const uint32_t shown = sign == 0 ? ' ' : harmless_sign(sign);
    return !display->utf8 && shown >= 0x7f ? '?' : shown;
}

/* Eight or sixteen colours have no greys, and bold makes a bright one of some. */
static attr_t few_attributes(unsigned style)
{
    const struct look *look = &looks[style];
    attr_t attributes = look->attributes;
    if (look->front.few == COLOR_WHITE && (attributes & A_BOLD) == 0 && style != STYLE_BAR)
        attributes |= A_DIM;
    if (look->front.few == COLOR_BLACK)
        attributes &= ~(attr_t)A_BOLD; /* black it stays */
    if (look->front.few >= FEW_BRIGHT)
        attributes |= A_BOLD;
    return attributes;
}

static void show_cell(const struct display *display, const struct cell *cell)
{
    const wchar_t text[2] = {(wchar_t)shown_sign(display, cell->sign), L'\0'};
    const struct look *look = &looks[cell->style];
    const int pair = display->colour ? cell->style + 1 : 0;
    attr_t attributes = look->without_colour;
    cchar_t sign;
    if (display->colour)
        attributes = COLORS < MANY_COLOURS ? few_attributes(cell->style) : look->attributes;
    setcchar(&sign, text, attributes, (short)pair, NULL);
    add_wch(&sign);
}

void display_show(struct display *display, const struct canvas *canvas, int x, int y)
{
    for (unsigned row = 0; row < canvas->height && row < display->height; row++) {
        for (unsigned column = 0; column < canvas->width && column < display->width; column++) {
            const struct cell *cell = &canvas->cell[(size_t)row * canvas->width + column];
            if (cell->sign == SIGN_COVERED)
                continue;
            move((int)row, (int)column);
            show_cell(display, cell);
        }
    }
    curs_set(x >= 0);
    move(y >= 0 ? y : 0, x >= 0 ? x : 0);
    refresh();
}

void display_refresh(struct display *display)
{
    (void)display;
    clearok(curscr, TRUE);
}

/* ---- Keys -------------------------------------------------------------------------------- */

static void read_mouse(struct input *input)
{
    MEVENT mouse;
    if (getmouse(&mouse) != OK)
        return;
    input->kind = INPUT_MOUSE;
    input->x = mouse.x;
    input->y = mouse.y;
    if ((mouse.bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED)) != 0) {
        input->wheel = true;
        input->y = (mouse.bstate & BUTTON4_PRESSED) != 0 ? -1 : 1;
    }
}

static enum press press_name(wint_t key)
{
    static const struct {
        int key;
        enum press name;
    } names[] = {
        {KEY_LEFT, PRESS_LEFT},           {KEY_RIGHT, PRESS_RIGHT},     {KEY_UP, PRESS_UP},
        {KEY_DOWN, PRESS_DOWN},           {KEY_ENTER, PRESS_ENTER},     {KEY_BTAB, PRESS_BACK_TAB},
        {KEY_BACKSPACE, PRESS_BACKSPACE}, {KEY_HOME, PRESS_HOME},       {KEY_END, PRESS_END},
        {KEY_PPAGE, PRESS_PAGE_UP},       {KEY_NPAGE, PRESS_PAGE_DOWN},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if ((wint_t)names[i].key == key)
            return names[i].name;
    }
    return PRESS_OTHER;
}

static void read_letter(wint_t letter, struct input *input)
{
    input->kind = INPUT_KEY;
    switch (letter) {
    case '\r':
    case '\n':
        input->key = PRESS_ENTER;
        return;
    case '\t':
        input->key = PRESS_TAB;
        return;
    case 0x1b:
        input->key = PRESS_ESCAPE;
        return;
    case 0x08:
    case 0x7f:
        input->key = PRESS_BACKSPACE;
        return;
    default:
        input->kind = INPUT_LETTER;
        input->letter = (uint32_t)letter;
    }
}

/* True when there was something to read. */
static bool read_key(struct display *display, struct input *input)
{
    wint_t key = 0;
    const int got = get_wch(&key);
    if (got == ERR)
        return false;
    if (got != KEY_CODE_YES) {
        read_letter(key, input);
    } else if (key == KEY_RESIZE) {
        measure(display);
        input->kind = INPUT_RESIZE;
    } else if (key == KEY_MOUSE) {
        read_mouse(input);
    } else {
        input->kind = INPUT_KEY;
        input->key = press_name(key);
    }
    return true;
}

/* Taken, it is not delivered again when signals are let through at the end. */
static void take_signal(const struct display *display, struct input *input)
{
    struct signalfd_siginfo signal;
    const ssize_t got = read(display->signals, &signal, sizeof signal);
    (void)got; /* one is enough to leave */
    input->kind = INPUT_LEAVE;
}

void display_wait(struct display *display, int descriptor, int milliseconds, struct input *input)
{
    struct pollfd waited[] = {
        {STDIN_FILENO, POLLIN, 0}, {display->signals, POLLIN, 0}, {descriptor, POLLIN, 0}};
    memset(input, 0, sizeof *input);
    if (read_key(display, input))
        return;
    const int ready = poll(waited, 3, milliseconds);
    if (ready < 0 && errno != EINTR)
        input->kind = INPUT_LEAVE;
    else if (ready > 0 && waited[1].revents != 0)
        take_signal(display, input);
    else if (read_key(display, input)) /* also after the signal of a new size */
        return;
    else if (ready > 0 && (waited[0].revents & (POLLHUP | POLLERR)) != 0)
        input->kind = INPUT_LEAVE;
    else if (ready > 0 && waited[2].revents != 0)
        input->kind = INPUT_READY;
}
